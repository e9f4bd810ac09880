//! Fonts: embedded, with widths and glyph lists that are those of the program inside, every code readable as text.

use crate::conformance::read::{Made, codes, documents};
use lopdf::{Dictionary, Object};
use std::collections::{BTreeMap, BTreeSet};

/// A Type 0 font and the one below it, the font's descriptor and program.
struct Font<'a> {
    name: Vec<u8>,
    top: &'a Dictionary,
    below: &'a Dictionary,
    descriptor: &'a Dictionary,
    program: Vec<u8>,
}

fn fonts(made: &Made) -> Vec<Font<'_>> {
    let page = made.pdf.get_dictionary(made.pages()[0]).unwrap();
    let all = made.dict(made.dict(page, b"Resources"), b"Font");
    let of = |(name, font)| {
        let top = made.pdf.dereference(font).unwrap().1.as_dict().unwrap();
        let below = &made.get(top, b"DescendantFonts").as_array().unwrap()[0];
        let below = made.pdf.dereference(below).unwrap().1.as_dict().unwrap();
        let descriptor = made.dict(below, b"FontDescriptor");
        let program = made.get(descriptor, b"FontFile2").as_stream().unwrap();
        let program = program.decompressed_content().unwrap();
        let name: &Vec<u8> = name;
        Font { name: name.clone(), top, below, descriptor, program }
    };
    all.iter().map(of).collect()
}

impl Font<'_> {
    fn short(&self, at: usize) -> u16 {
        u16::from_be_bytes(self.program[at..at + 2].try_into().unwrap())
    }

    /// Where a table of the program begins.
    fn table(&self, tag: &[u8]) -> usize {
        let tables = usize::from(self.short(4));
        let entry = self.program[12..].chunks(16).take(tables).find(|entry| &entry[..4] == tag);
        u32::from_be_bytes(entry.unwrap()[8..12].try_into().unwrap()) as usize
    }

    fn glyphs(&self) -> u16 {
        self.short(self.table(b"maxp") + 4)
    }
}

fn used(made: &Made) -> BTreeMap<Vec<u8>, BTreeSet<u16>> {
    let mut used = BTreeMap::<Vec<u8>, BTreeSet<u16>>::new();
    for page in made.pages() {
        let mut font = Vec::new();
        for operation in made.operations(page) {
            match operation.operator.as_str() {
                "Tf" => font = operation.operands[0].as_name().unwrap().to_vec(),
                "Tj" | "TJ" => used.entry(font.clone()).or_default().extend(codes(&operation)),
                "Tr" => assert_eq!(operation.operands[0].as_i64().unwrap(), 0, "seen text"),
                _ => {}
            }
        }
    }
    used
}

#[test]
fn every_font_is_embedded_with_its_program() {
    for made in documents() {
        assert!(!fonts(made).is_empty());
        for font in fonts(made) {
            assert_eq!(made.name_of(font.top, b"Subtype"), "Type0");
            assert_eq!(made.name_of(font.top, b"Encoding"), "Identity-H");
            assert_eq!(made.name_of(font.below, b"Subtype"), "CIDFontType2");
            assert_eq!(made.name_of(font.below, b"CIDToGIDMap"), "Identity");
            let names =
                [(font.top, "BaseFont"), (font.below, "BaseFont"), (font.descriptor, "FontName")];
            let names = names.map(|(of, key)| made.name_of(of, key.as_bytes()));
            assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
            assert_eq!(names[0].as_bytes()[6], b'+', "a subset says that it is one");
            let length = made.get(
                &made.get(font.descriptor, b"FontFile2").as_stream().unwrap().dict,
                b"Length1",
            );
            assert_eq!(length.as_i64().unwrap(), i64::try_from(font.program.len()).unwrap());
            let info = made.dict(font.below, b"CIDSystemInfo");
            assert_eq!(made.get(info, b"Registry").as_str().unwrap(), b"Adobe");
            assert_eq!(made.get(info, b"Ordering").as_str().unwrap(), b"Identity");
        }
        // No font of another kind stands anywhere in the file.
        let kinds: BTreeSet<String> = made
            .all()
            .iter()
            .filter(|d| d.get(b"Type").and_then(Object::as_name).is_ok_and(|t| t == b"Font"))
            .map(|d| made.name_of(d, b"Subtype"))
            .collect();
        assert_eq!(kinds, BTreeSet::from(["CIDFontType2".to_owned(), "Type0".to_owned()]));
    }
}

#[test]
fn glyph_lists_name_every_glyph_of_the_program() {
    for made in documents() {
        for font in fonts(made) {
            let set = made.get(font.descriptor, b"CIDSet").as_stream().unwrap();
            let set = set.decompressed_content().unwrap_or_else(|_| set.content.clone());
            let bits: String = set.iter().map(|byte| format!("{byte:08b}")).collect();
            let (glyphs, padding) = bits.split_at(usize::from(font.glyphs()));
            assert!(!glyphs.contains('0') && !padding.contains('1') && padding.len() < 8, "{bits}");
        }
    }
}

#[test]
fn widths_are_those_of_the_program() {
    for made in documents() {
        let used = used(made);
        for font in fonts(made) {
            let mut widths = BTreeMap::new();
            for pair in made.get(font.below, b"W").as_array().unwrap().chunks(2) {
                let first = u16::try_from(pair[0].as_i64().unwrap()).unwrap();
                let list = pair[1].as_array().unwrap().iter().map(|w| w.as_i64().unwrap());
                widths.extend((first..).zip(list));
            }
            let units = i64::from(font.short(font.table(b"head") + 18));
            let measured = font.short(font.table(b"hhea") + 34);
            let metrics = font.table(b"hmtx");
            for code in &used[&font.name] {
                let at = metrics + 4 * usize::from((*code).min(measured - 1));
                // In thousandths of the size, times the units of the program.
                let advance = i64::from(font.short(at)) * 1000;
                assert!((widths[code] * units - advance).abs() <= units, "{code}");
            }
        }
    }
}

#[test]
fn every_code_is_a_glyph_and_reads_as_text() {
    for made in documents() {
        let (used, unicode) = (used(made), made.unicode());
        for font in fonts(made) {
            for code in &used[&font.name] {
                assert!(0 < *code && *code < font.glyphs(), "{code} is no glyph, or .notdef");
                let text = &unicode[&font.name][code];
                assert!(!text.is_empty());
                let is_bad =
                    |c: char| matches!(u32::from(c), 0 | 0xfeff | 0xfffe | 0xe000..=0xf8ff);
                assert!(!text.contains(is_bad), "{code}: {text:?}");
            }
        }
    }
}
