//! Words that may stand for nothing (`NULL`, `-`), and cells without a value, among the values of a file.
//!
//! Where such a word stands among values of another kind, amounts, times, whole numbers, cards, seats or words
//! of a known list, it says that there is none, in all columns of the file. Where empty cells stand beside it
//! it may hide a value, and where all values of its columns are texts it may be one: both are asked. An error of a spreadsheet stands for nothing only where
//! the user says so.

use super::Found;
use super::facts::Facts;
use super::forms::quoted;
use super::lines::Lines;
use super::sample::{Row, Sample};
use super::vocabulary::word;
use crate::journal::text::printable;
use crate::profile::may_mean_nothing;
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::no_value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

/// A word that may stand for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nothing {
    written: String,
    /// The columns that have it by their places, how often, and whether their values are of another kind.
    columns: Vec<(usize, usize, bool)>,
    /// There is no doubt that it stands for nothing.
    is_certain: bool,
}

/// The words that may stand for nothing, and the sample without those that certainly do.
pub(super) fn of(sample: &Sample) -> (Vec<Nothing>, Sample) {
    let is_candidate = |cell: &str| {
        !cell.is_empty()
            && (may_mean_nothing(cell.as_bytes()) || no_value(cell.as_bytes()).is_some())
    };
    let mut counts: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
    for row in &sample.rows {
        for (at, cell) in row.cells.iter().enumerate().filter(|(_, cell)| is_candidate(cell)) {
            *counts.entry(cell).or_default().entry(at).or_default() += 1;
        }
    }
    let mut emptied = sample.clone();
    if counts.is_empty() {
        return (Vec::new(), emptied);
    }
    for cell in emptied.rows.iter_mut().flat_map(|row| &mut row.cells) {
        if is_candidate(cell) {
            cell.clear();
        }
    }
    let mut others: BTreeMap<usize, bool> = BTreeMap::new();
    let lines = Lines::of(&emptied);
    for at in counts.values().flat_map(BTreeMap::keys) {
        others.entry(*at).or_insert_with(|| is_of_another_kind(*at, &lines.records));
    }
    let numbers: BTreeSet<u64> = lines.records.iter().map(|row| row.number).collect();
    let records: Vec<&Row> =
        sample.rows.iter().filter(|row| numbers.contains(&row.number)).collect();
    let nothing = |(written, columns): (&&str, &BTreeMap<usize, usize>)| {
        let columns = columns.iter().map(|(at, count)| (*at, *count, others[at]));
        let columns: Vec<(usize, usize, bool)> = columns.collect();
        let is_error = no_value(written.as_bytes()).is_some();
        let mut of_others = columns.iter().filter(|(.., is_other)| *is_other).peekable();
        let is_certain = !is_error
            && of_others.peek().is_some()
            && of_others.all(|(at, ..)| is_explained(*at, written, &records));
        // Where nothing else stands there is no text among which it could be one.
        let is_bare = |at: usize| lines.records.iter().all(|row| row.cell(at).is_empty());
        let columns = columns.into_iter();
        let columns =
            columns.map(|(at, count, other)| (at, count, other || is_certain && is_bare(at)));
        let columns: Vec<(usize, usize, bool)> = columns.collect();
        Nothing { written: (*written).to_owned(), columns, is_certain }
    };
    let found: Vec<Nothing> = counts.iter().map(nothing).collect();
    for (row, before) in emptied.rows.iter_mut().zip(&sample.rows) {
        for ((at, cell), before) in row.cells.iter_mut().enumerate().zip(&before.cells) {
            let is_in = |nothing: &&Nothing| nothing.written == *before;
            let nothing = found.iter().find(is_in);
            if nothing.is_some_and(|n| !(n.is_certain || others[&at])) {
                cell.clone_from(before);
            }
        }
    }
    (found, emptied)
}

/// Whether a column writes what is not there by this word alone. Beside empty cells the word may hide a value,
/// unless another column tells the rows apart: that of the dealer has no amounts at all.
fn is_explained(at: usize, written: &str, rows: &[&Row]) -> bool {
    let of = |cell: &str| rows.iter().filter(|row| row.cell(at) == cell).collect::<Vec<_>>();
    let (with, empty) = (of(written), of(""));
    let tells = |other: usize| {
        with.iter().all(|row| !row.cell(other).is_empty())
            && empty.iter().all(|row| row.cell(other).is_empty())
    };
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    empty.is_empty() || (0..width).any(|other| other != at && tells(other))
}

fn is_of_another_kind(at: usize, rows: &[&Row]) -> bool {
    let facts = Facts::of(at, rows.iter().copied());
    let is_listed = |value: &str| {
        let kinds = JournalKind::ALL.into_iter();
        let mut targets = kinds.flat_map(|kind| [(kind, "event"), (kind, "action")]);
        targets.any(|(kind, target)| word(kind, target, value).is_some())
    };
    facts.whole.is_some()
        || facts.amounts.is_some()
        || facts.moments.is_some()
        || facts.cards.is_some()
        || facts.are_seats
        || facts.filled > 0 && facts.words().all(is_listed)
}

impl Found {
    /// Where a word stands among texts that are taken from there: the columns, and how often in all.
    fn among_texts(&self, nothing: &Nothing) -> Option<String> {
        let fit = self.fit.as_ref()?;
        let is_taken = |place: usize| {
            let has = |at: &usize| self.columns.get(*at).is_some_and(|c| c.places.contains(&place));
            fit.sources.iter().any(|source| source.columns.iter().any(has))
        };
        let columns = nothing.columns.iter();
        let columns =
            columns.filter(|(at, _, is_other)| is_taken(*at) && (!is_other || !nothing.is_certain));
        let shown = columns.map(|(at, count, _)| format!("`{}` ({count})", self.shown_at(*at)));
        Some(shown.collect::<Vec<_>>().join(", ")).filter(|shown| !shown.is_empty())
    }

    /// The words that nobody but the user can decide about, and where they stand.
    pub(super) fn open_nothings(&self) -> impl Iterator<Item = (String, String)> {
        let nothings = self.nothings.iter();
        nothings.filter_map(|n| Some((printable(n.written.as_bytes()), self.among_texts(n)?)))
    }

    /// `null_values`: a line of the words that certainly stand for nothing, a comment of the others.
    pub(super) fn null_values(&self, out: &mut String) -> fmt::Result {
        let list = |all: &[&Nothing]| {
            all.iter().map(|n| quoted(&n.written)).collect::<Vec<_>>().join(", ")
        };
        let certain: Vec<&Nothing> = self.nothings.iter().filter(|n| n.is_certain).collect();
        if !certain.is_empty() {
            writeln!(out, "null_values = [{}]", list(&certain))?;
        }
        for nothing in &self.nothings {
            let Some(places) = self.among_texts(nothing) else { continue };
            let word = quoted(&nothing.written);
            if nothing.is_certain {
                writeln!(
                    out,
                    "# asked: does {word} stand for nothing among the texts of {places}, too?"
                )?;
            } else {
                let all = list(&[&certain[..], &[nothing]].concat());
                let otherwise = "else it is a value by its line under [words.COLUMN]";
                writeln!(
                    out,
                    "# null_values = [{all}]  # asked: does {word} in {places} stand for nothing? {otherwise}"
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Guess;
    use super::super::sample::tests::of_text;
    use feltproof_sheets::Format;

    fn profile(text: &str) -> (String, Vec<String>) {
        let guess = Guess::of(&of_text(text), None, &Format::default());
        (guess.profile("X", None).unwrap(), guess.requested)
    }

    const HEADER: &str = "round,time,table,dealer,seat,cards,action,ante,ante_returned\n";

    fn rows(dealer: &str, cards: &str, action: &str, paid: &str) -> String {
        format!(
            "{HEADER}1,2026-10-31T18:00:00,T1,D07,1,As Kh,play,5.00,10.00\n\
             1,2026-10-31T18:00:00,T1,{dealer},2,{cards},{action},7.50,{paid}\n\
             1,2026-10-31T18:00:00,T1,D07,D,Qs Jh,deal,,\n"
        )
    }

    #[test]
    fn a_word_among_values_of_another_kind_stands_for_nothing() {
        for (word, line) in [
            ("NULL", "null_values = [\"NULL\"]"),
            ("\\N", "null_values = [\"\\\\N\"]"),
            ("-", "null_values = [\"-\"]"),
        ] {
            for text in [
                rows("D07", "", "play", word),
                rows("D07", word, "play", "0.00"),
                rows("D07", "", word, ""),
            ] {
                let (profile, requested) = profile(&text);
                assert!(profile.lines().any(|l| l == line), "{text}\n{profile}");
                assert!(profile.contains("\nante_returned = \"ante_returned\"\n"), "{profile}");
                assert!(profile.contains("\ncards = \"cards\"\n"), "{profile}");
                assert!(!requested.iter().any(|r| r.contains("nothing")), "{requested:?}");
            }
        }
    }

    #[test]
    fn a_word_beside_empty_cells_is_asked() {
        let text =
            rows("D07", "", "play", "NULL") + "2,2026-10-31T18:02:00,T1,D07,1,As Kh,play,5.00,\n";
        let (profile, requested) = profile(&text);
        assert!(profile.contains("\n# null_values = [\"NULL\"]  # asked"), "{profile}");
        assert!(
            requested.iter().any(|r| r.contains("`NULL` in `ante_returned` (1)")),
            "{requested:?}"
        );
        // The dealer's row has no ante either.
        assert!(self::profile(&rows("D07", "", "play", "NULL")).0.contains("\nnull_values"));
    }

    #[test]
    fn a_word_among_texts_is_asked() {
        let (profile, requested) = profile(&rows("unknown", "NULL", "play", ""));
        let line = "# null_values = [\"NULL\", \"unknown\"]  # asked: does \"unknown\" in `dealer` (1) stand";
        assert!(
            profile.contains("\nnull_values = [\"NULL\"]\n") && profile.contains(line),
            "{profile}"
        );
        assert!(requested.iter().any(|r| r.contains("`unknown` in `dealer` (1)")), "{requested:?}");
        // An error is nothing only if the user says so, and its column is what the others are.
        let (profile, requested) = self::profile(&rows("D07", "", "play", "#N/A"));
        assert!(profile.contains("\n# null_values = [\"#N/A\"]"), "{profile}");
        assert!(profile.contains("\nante_returned = \"ante_returned\"\n"), "{profile}");
        assert!(
            requested.iter().any(|r| r.contains("`#N/A` in `ante_returned` (1)")),
            "{requested:?}"
        );
    }
}
