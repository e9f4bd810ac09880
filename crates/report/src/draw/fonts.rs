//! The embedded faces: their widths, and what to print for a character they do not have.
#![allow(clippy::float_arithmetic, reason = "text widths are drawing, never money")]

use super::style::{Face, TextStyle};
use crate::error::PdfError;
use printpdf::ParsedFont;

/// Liberation 2.1.5 (SIL Open Font License 1.1): metric-compatible with the usual office faces,
/// with Latin-1, dashes and the four suit signs.
const FILES: [(Face, &str, &[u8]); 3] = [
    (Face::Regular, "FPSANS", include_bytes!("../../fonts/LiberationSans-Regular.ttf")),
    (Face::Bold, "FPBOLD", include_bytes!("../../fonts/LiberationSans-Bold.ttf")),
    (Face::Mono, "FPMONO", include_bytes!("../../fonts/LiberationMono-Regular.ttf")),
];

/// Characters below this number are measured when the font is loaded; the report needs no others.
const MEASURED: u32 = 0x3000;

/// The faces of the report, parsed once.
pub struct Fonts {
    faces: Vec<LoadedFace>,
}

/// One face, ready to measure and to embed.
pub(crate) struct LoadedFace {
    pub(crate) face: Face,
    /// Six capitals: resource name in the PDF and prefix of the subset.
    pub(crate) tag: &'static str,
    pub(crate) parsed: ParsedFont,
    /// Width of each character in thousandths of the size; `None`: the face does not have it.
    widths: Vec<Option<u16>>,
}

impl Fonts {
    /// Loads the faces of this crate. `Err`: one cannot be parsed, which means a damaged build.
    pub fn embedded() -> Result<Self, PdfError> {
        let load =
            |(face, tag, bytes)| LoadedFace::new(face, tag, bytes).ok_or(PdfError::Font(tag));
        Ok(Self { faces: FILES.into_iter().map(load).collect::<Result<_, _>>()? })
    }

    pub(crate) fn faces(&self) -> &[LoadedFace] {
        &self.faces
    }

    fn width_of(&self, face: Face, c: char) -> Option<u16> {
        let loaded = self.faces.iter().find(|f| f.face == face)?;
        let at = usize::try_from(u32::from(c)).ok()?;
        loaded.widths.get(at).copied().flatten()
    }

    /// The text as it will be printed: a character the face does not have becomes a visible `?`.
    pub(crate) fn printable(&self, face: Face, text: &str) -> String {
        let known = |c: char| if self.width_of(face, c).is_some() { c } else { '?' };
        feltproof_printable::visible(text).chars().map(known).collect()
    }

    pub(crate) fn char_width(&self, face: Face, size: f32, c: char) -> f32 {
        let thousandths =
            self.width_of(face, c).or_else(|| self.width_of(face, '?')).unwrap_or(600);
        f32::from(thousandths) * size / 1000.0
    }

    /// Width of a text in a style, as printed.
    pub(crate) fn text_width(&self, style: TextStyle, text: &str) -> f32 {
        self.width(style.face, style.size, &self.printable(style.face, text))
    }

    /// Width of a text in points, of which every character is printable.
    pub(crate) fn width(&self, face: Face, size: f32, text: &str) -> f32 {
        text.chars().map(|c| self.char_width(face, size, c)).sum()
    }
}

impl LoadedFace {
    fn new(face: Face, tag: &'static str, bytes: &[u8]) -> Option<Self> {
        let parsed = ParsedFont::from_bytes(bytes, 0, &mut Vec::new())?;
        let units = u32::from(parsed.font_metrics.units_per_em).max(1);
        let measure = |code: u32| {
            let c = char::from_u32(code).filter(|c| !c.is_control())?;
            let glyph = parsed.lookup_glyph_index(u32::from(c)).filter(|g| *g != 0)?;
            let advance = u32::from(parsed.get_horizontal_advance(glyph));
            // As the PDF's own width table rounds it, so that the viewer agrees with the layout.
            u16::try_from((advance * 1000 + units / 2) / units).ok()
        };
        let widths = (0..MEASURED).map(measure).collect();
        Some(Self { face, tag, parsed, widths })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_has_the_letters_a_report_needs() {
        let fonts = Fonts::embedded().unwrap();
        let needed: String = (0xa1_u8..=0xff).filter(|b| *b != 0xad).map(char::from).collect();
        for face in Face::ALL {
            for text in [needed.as_str(), "AZaz09 $%&/§·—–…≤≥±×♠♥♦♣“”‘’€│─┌┐└┘→"]
            {
                assert_eq!(fonts.printable(face, text), text, "{face:?}");
            }
        }
    }

    #[test]
    fn a_missing_letter_is_a_visible_question_mark() {
        let fonts = Fonts::embedded().unwrap();
        assert_eq!(fonts.printable(Face::Regular, "a漢b\u{1F600}c"), "a?b?c");
        assert_eq!(fonts.printable(Face::Mono, "a\u{7}b"), "a\\x07b");
    }

    #[test]
    fn widths_are_those_of_the_face() {
        // Liberation Sans: digits 1139/2048, as Helvetica's 556/1000; Mono: 1229/2048 = 600/1000.
        let fonts = Fonts::embedded().unwrap();
        let close = |a: f32, b: f32| (a - b).abs() < 0.001;
        assert!(close(fonts.width(Face::Regular, 10.0, "0123456789"), 55.6));
        assert!(close(fonts.width(Face::Mono, 10.0, "abc"), 18.0));
        let (one, nine) = ('1', '9');
        for face in Face::ALL {
            assert_eq!(fonts.char_width(face, 9.0, one), fonts.char_width(face, 9.0, nine));
        }
    }
}
