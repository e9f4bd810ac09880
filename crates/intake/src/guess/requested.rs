//! What only the user can say of a file, each a sentence with what stands in the file.

use super::amounts::Amounts;
use super::fit::Fit;
use super::forms::rivals;
use super::lines::Lines;
use super::moments::Dates;
use super::notations::Notation;
use super::unfold::Wide;
use super::{Found, Ignored, words};
use crate::journal::Standing;
use crate::journal::kinds::{self, Value};
use crate::journal::text::printable;
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::Kind;

/// Rows and words that are named in a sentence.
const NAMED: usize = 5;
/// Columns that are named in a sentence.
const COLUMNS_NAMED: usize = 30;

#[derive(Clone, Debug, Default)]
pub(super) struct Requested(pub(super) Vec<String>);

impl Requested {
    pub(super) fn of(
        found: &Found,
        may_be: &[JournalKind],
        lines: &Lines<'_>,
        needed: &[&'static str],
    ) -> Self {
        let mut requested = Self::default();
        requested.kind(may_be);
        let is_near = |near: &&Fit| near.sources.iter().any(|source| source.is_certain);
        if let Some(near) = found.nearest.as_ref().filter(is_near) {
            let lacks: Vec<&str> = near.needed().collect();
            let lacks = if lacks.is_empty() { "none".to_owned() } else { lacks.join(", ") };
            let (kind, what) = (near.kind.name(), "columns that are not certain there");
            requested.ask(format!("it is nearest to a {kind} journal; {what}: {lacks}"));
        }
        if let Some(row) = found.next_header {
            requested.ask(format!(
                "row {row} looks like a second header, and only what is above it was looked at: name the file in a second \
                 [[journal]] too, with the profile that `--header-row {row}` writes"
            ));
        }
        if found.standing == Some(Standing::Mixed) {
            requested.ask(
                "the rows stand in no order that is known: should they be sorted by their times? Their order is none of records then",
            );
        }
        let Some(fit) = &found.fit else { return requested };
        if found.format.kind == Some(Kind::FixedWidth) && !found.format.is_ruled {
            requested.ask(
                "are the columns cut at the right places? They are where blanks stand under each other in \
                 all lines looked at",
            );
        }
        if let Some((at, value)) = found.no_text() {
            let (value, column) = (printable(value.as_bytes()), found.shown(at));
            requested.ask(format!(
                "is `{value}` of {column} Windows-1252? Not all lines are UTF-8, and those that are not are \
                 problems"
            ));
        }
        found.wide.iter().for_each(|wide| requested.wide(wide));
        requested.unnamed(found);
        requested.columns(found, fit, needed);
        requested.times(fit);
        requested.money(found, fit);
        requested.words(found, fit);
        for (word, places) in found.open_nothings() {
            let what = "list it in null_values under [file], or as a value under [words.COLUMN]";
            requested.ask(format!("does `{word}` in {places} stand for nothing? If so, {what}"));
        }
        requested.rows(found, lines);
        found.marks().into_iter().for_each(|mark| requested.ask(mark));
        requested
    }

    fn ask(&mut self, sentence: impl Into<String>) {
        self.0.push(sentence.into());
    }

    fn kind(&mut self, may_be: &[JournalKind]) {
        let (all, several) = (JournalKind::NAMES, may_be.iter().map(|kind| kind.name()));
        let (all, several) = (all.join(", "), several.collect::<Vec<_>>().join(", "));
        let what = "say which it is";
        match may_be {
            [] => self
                .ask(format!("it is not certain to be any journal that is known ({all}); {what}")),
            [_] => {}
            [_, _, ..] => self.ask(format!(
                "it may be several journals ({several}); {what}, or write a profile for each"
            )),
        }
    }

    /// What no value tells of columns without names.
    fn unnamed(&mut self, found: &Found) {
        let shown = |at: usize| {
            let column = found.columns.get(at)?;
            Some(format!("`{}` ({})", found.shown(at), column.facts.in_words()))
        };
        let shown = found.undetermined().into_iter().filter_map(shown).collect();
        if let Some(shown) = first(shown, COLUMNS_NAMED) {
            let what = "their values do not tell what these are";
            self.ask(format!("the columns have no names, and {what}: {shown}"));
        }
    }

    fn wide(&mut self, wide: &Wide) {
        self.0.extend(wide.doubts.iter().cloned());
        if wide.present.is_none() {
            self.ask(
                "no column that all seats have is empty exactly where all else of a seat is: which says \
                 who took part?",
            );
        }
    }

    fn columns(&mut self, found: &Found, fit: &Fit, needed: &[&'static str]) {
        let columns = kinds::columns(fit.kind).iter().map(|column| column.name);
        for target in columns.filter(|target| fit.certain(target).is_none()) {
            let guesses = fit.sources.iter().filter(|source| source.target == target);
            let guesses = guesses.map(|source| {
                let names: Vec<String> =
                    source.columns.iter().map(|at| format!("`{}`", found.shown(*at))).collect();
                format!("{} ({})", names.join(" and "), source.why)
            });
            let guesses: Vec<String> = guesses.collect();
            if !guesses.is_empty() {
                self.ask(format!("is `{target}` {}?", guesses.join(", or ")));
            } else if needed.contains(&target) {
                let whose = format!("which every record of a {} journal needs", fit.kind.name());
                self.ask(format!("no column is `{target}`, {whose}"));
            }
        }
    }

    fn times(&mut self, fit: &Fit) {
        let has_dates = fit.certain("time").is_some() || fit.dates != Dates::Calendar;
        let moments = fit.moments.as_ref().filter(|_| has_dates);
        if let Some(moments) = moments.filter(|moments| !moments.is_certain()) {
            let formats = moments.formats.join("` or `");
            self.ask(match moments.mixture() {
                Some(mixture) => format!("are times as `{formats}`? They are {mixture}"),
                None => {
                    let what = "All of them read every value looked at";
                    format!("are times written as `{formats}`? {what}")
                }
            });
        }
    }

    fn money(&mut self, found: &Found, fit: &Fit) {
        let value = |target| kinds::value(fit.kind, target);
        let money = fit.sources.iter().filter(|s| s.agrees && value(s.target) == Value::Money);
        let filled = |at: &usize| found.columns.get(*at).is_some_and(|c| c.facts.amounts.is_some());
        let has_amounts = money.flat_map(|source| &source.columns).any(filled);
        match &found.amounts {
            None if has_amounts => {
                self.ask("the columns of money are not all written the same way; state [money]");
            }
            Some(Amounts { rival: Some(_), form, .. }) => {
                self.ask(format!("which is it: {}?", rivals(form.negative)));
            }
            Some(Amounts { unit_is_open: true, .. }) => self.ask(
                "all amounts are whole numbers without a sign: are they dollars, cents or credits?",
            ),
            Some(Amounts { rival: None, unit_is_open: false, .. }) | None => {}
        }
        if found.notation == Some(Notation::Numbers) {
            self.ask("cards are numbers: which number is which card?");
        }
    }

    fn words(&mut self, found: &Found, fit: &Fit) {
        for target in kinds::columns(fit.kind).iter().map(|column| column.name) {
            let words = words::of(fit, target, &found.columns);
            let open = words.iter().filter(|word| !word.is_certain);
            let open = open
                .map(|word| format!("`{}` ({})", printable(word.written.as_bytes()), word.count));
            if let Some(shown) = first(open.collect(), NAMED) {
                self.ask(format!("what do these words of `{target}` mean: {shown}?"));
            }
        }
    }

    fn rows(&mut self, found: &Found, lines: &Lines<'_>) {
        for block in found.blocks.iter().filter(|block| !block.is_certain) {
            let names: Vec<String> =
                block.columns.iter().map(|at| format!("`{}`", found.shown_at(*at))).collect();
            self.ask(format!(
                "do rows without {} repeat what stands above them?",
                names.join(", ")
            ));
        }
        for Ignored { column, value, .. } in found.left_out.iter().filter(|i| !i.is_certain) {
            let (value, column) = (printable(value.as_bytes()), found.shown_at(*column));
            match value.as_str() {
                "" => {
                    let (count, first) =
                        (lines.sums.len(), lines.sums.first().map_or(0, |row| row.number));
                    self.ask(format!(
                        "are rows without `{column}` totals? {count} of them, the first is row {first}, sum the rows \
                         above them"
                    ));
                }
                value => self.ask(format!("are rows with `{value}` in `{column}` records?")),
            }
        }
        if let Some(first) = lines.too_long.first() {
            let count = lines.too_long.len();
            let what = format!("the first is row {first}");
            self.ask(format!("{count} rows have more cells than there are columns, {what}"));
        }
    }
}

/// The first of these, and how many more there are; none where there are none.
fn first(all: Vec<String>, most: usize) -> Option<String> {
    let more = all.len().checked_sub(most).filter(|more| *more > 0);
    let more = more.map(|more| format!(" and {more} more")).unwrap_or_default();
    let shown = &all[..all.len().min(most)];
    (!all.is_empty()).then(|| shown.join(", ") + &more)
}
