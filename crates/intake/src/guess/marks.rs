//! Rows of a sheet that are marked, by a fill, struck out, hidden or with a comment, where others are not.
//!
//! What a mark means is not in any value: the row may be void, or only of interest. Where a column says
//! which records do not count, a note, a reason or an action that may be void, nothing is asked.

use super::Found;
use super::vocabulary::word;
use crate::journal::text::printable;
use crate::profile::is_mark;

/// Values of a mark that are named.
const NAMED: usize = 5;

impl Found {
    /// Each mark of rows that nothing explains: its values, how many rows have them, and how to say what it is.
    pub(super) fn marks(&self) -> Vec<String> {
        let Some(fit) = &self.fit else { return Vec::new() };
        let reads = |target| fit.certain(target).is_some();
        let can_void = fit.certain("action").is_some_and(|source| {
            let values = source.columns.iter().flat_map(|at| self.columns[*at].facts.words());
            values.clone().any(|value| word(fit.kind, "action", value) == Some("void"))
        });
        if reads("note") || reads("reason") || can_void {
            return Vec::new();
        }
        let marks = self.columns.iter().filter(|column| is_mark(&column.name));
        let marks = marks.filter(|column| column.facts.filled > 0);
        let in_words = |(name, values): (&str, &[(String, usize)])| {
            let shown = values.iter().take(NAMED);
            let shown: Vec<String> = shown
                .map(|(value, count)| format!("{} ({count} rows)", printable(value.as_bytes())))
                .collect();
            let more = if values.len() > NAMED { ", ..." } else { "" };
            let how =
                "it may be void, by [rows] ignore or a word of action, or no more than a mark";
            format!(
                "what does `{name}` mean, {}{more}? The row is read as others only by marked: {how}",
                shown.join(", ")
            )
        };
        marks.map(|column| in_words((&column.name, &column.facts.values))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Guess;
    use super::super::sample::tests::of_text;
    use feltproof_sheets::Format;

    #[test]
    fn marks_that_nothing_explains_are_asked() {
        let text = |action: &str| {
            format!(
                "round,time,table,seat,action,ante,(fill)\n\
                 1,2026-10-31T18:00:00,T1,1,play,5.00,\n\
                 2,2026-10-31T18:01:00,T1,1,{action},5.00,FFFF00\n"
            )
        };
        let guess = |action| Guess::of(&of_text(&text(action)), None, &Format::default());
        let found = guess("fold");
        let line = "\n[rows]\n# marked = \"as-others\"  # asked: what does `(fill)` mean, FFFF00 (1 rows)?";
        let profile = found.profile("X", None).unwrap();
        assert!(profile.contains(line), "{profile}");
        assert!(found.requested.iter().any(|r| r.contains("`(fill)`")), "{:?}", found.requested);
        assert!(!guess("void").profile("X", None).unwrap().contains("marked"));
    }
}
