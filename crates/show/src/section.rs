//! The sections of an engagement file: from a line that opens a table of TOML to the next one.

use feltproof_model::EngagementLine;

/// Some consecutive lines of the engagement file, or of the house file; `lines` holds them, the first is
/// line `first`.
pub(crate) struct Section {
    /// Its first line.
    pub first: EngagementLine,
    /// Its lines.
    pub lines: Vec<String>,
}

impl Section {
    /// The section that a line belongs to; `None` where the file has no such line. `texts` are the engagement
    /// file and its house file.
    pub(crate) fn of(texts: [&str; 2], line: EngagementLine) -> Option<Self> {
        let lines: Vec<&str> = texts[usize::from(line.of_house)].lines().collect();
        let at =
            usize::try_from(line.number).ok()?.checked_sub(1).filter(|at| *at < lines.len())?;
        let from = (0..=at).rev().find(|i| opens(lines[*i])).unwrap_or(0);
        let to = (at + 1..lines.len()).find(|i| opens(lines[*i])).unwrap_or(lines.len());
        let first = EngagementLine { number: u32::try_from(from + 1).ok()?, ..line };
        let own = &lines[from..to];
        let kept = own.iter().rposition(|l| !l.trim().is_empty()).map_or(0, |last| last + 1);
        let kept = kept.max(at + 1 - from);
        Some(Self { first, lines: own[..kept].iter().map(|l| (*l).to_owned()).collect() })
    }

    /// The numbers of its lines.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = EngagementLine> {
        let of = self.first;
        (of.number..).take(self.lines.len()).map(move |number| EngagementLine { number, ..of })
    }
}

/// True for `[name]` and `[[name]]`, with or without a comment behind.
fn opens(line: &str) -> bool {
    let head = line.split('#').next().unwrap_or_default().trim();
    let inner = head.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let name = inner.map(|inner| inner.trim_start_matches('[').trim_end_matches(']').trim());
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "._- ".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_section_above_it() {
        let text = "id = 1\n\n[[table]] # one\nid = \"T1\"\nseats = [\n  [1],\n]\n\n[a.b]\nx = 1\n";
        for (line, first, last) in
            [(1, 1, 1), (2, 1, 2), (3, 3, 7), (6, 3, 7), (8, 3, 8), (10, 9, 10)]
        {
            for of_house in [false, true] {
                let at = |number| EngagementLine { of_house, number };
                let texts = if of_house { ["", text] } else { [text, ""] };
                let section = Section::of(texts, at(line)).unwrap();
                let ends = (section.first, section.numbers().last());
                assert_eq!(ends, (at(first), Some(at(last))), "{line}");
            }
        }
        let of = |line: u32| Section::of([text, ""], line.into());
        assert!(of(11).is_none() && of(0).is_none());
    }
}
