//! The sections of an engagement file: from a line that opens a table of TOML to the next one.

/// Some consecutive lines of the engagement file; `lines` holds them, the first is line `first`.
pub(crate) struct Section {
    /// Its first line, counted from 1.
    pub first: u32,
    /// Its lines.
    pub lines: Vec<String>,
}

impl Section {
    /// The section that a line belongs to; `None` where the file has no such line.
    pub(crate) fn of(text: &str, line: u32) -> Option<Self> {
        let lines: Vec<&str> = text.lines().collect();
        let at = usize::try_from(line).ok()?.checked_sub(1).filter(|at| *at < lines.len())?;
        let from = (0..=at).rev().find(|i| opens(lines[*i])).unwrap_or(0);
        let to = (at + 1..lines.len()).find(|i| opens(lines[*i])).unwrap_or(lines.len());
        let first = u32::try_from(from + 1).ok()?;
        let own = &lines[from..to];
        let kept = own.iter().rposition(|l| !l.trim().is_empty()).map_or(0, |last| last + 1);
        let kept = kept.max(at + 1 - from);
        Some(Self { first, lines: own[..kept].iter().map(|l| (*l).to_owned()).collect() })
    }

    /// The numbers of its lines.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        (self.first..).take(self.lines.len())
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
            let section = Section::of(text, line).unwrap();
            assert_eq!((section.first, section.numbers().last()), (first, Some(last)), "{line}");
        }
        assert!(Section::of(text, 11).is_none() && Section::of(text, 0).is_none());
    }
}
