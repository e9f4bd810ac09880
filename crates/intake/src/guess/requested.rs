//! What only the user can say of a file, each a sentence with what stands in the file.

use super::amounts::Amounts;
use super::fit::Fit;
use super::lines::Lines;
use super::notations::Notation;
use super::unfold::Wide;
use super::words;
use super::{Found, Ignored};
use crate::journal::kinds::{self, Value};
use crate::journal::text::printable;
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::Kind;

/// Rows and words that are named in a sentence.
const NAMED: usize = 5;
/// Columns that are named in a sentence.
const COLUMNS_NAMED: usize = 30;

/// All that is asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Requested(Vec<String>);

impl Requested {
    pub(super) fn of(
        found: &Found,
        may_be: &[JournalKind],
        lines: &Lines<'_>,
        needed: &[&'static str],
    ) -> Self {
        let mut requested = Self::default();
        requested.kind(may_be);
        if let Some(near) =
            found.nearest.as_ref().filter(|near| near.sources.iter().any(|s| s.is_certain))
        {
            requested.nearest(near);
        }
        let Some(fit) = &found.fit else { return requested };
        if found.format.kind == Some(Kind::FixedWidth) {
            requested.0.push(
                "are the columns cut at the right places? They are where blanks stand under each other in \
                 all lines looked at"
                    .to_owned(),
            );
        }
        found.wide.iter().for_each(|wide| requested.wide(wide));
        requested.unnamed(found);
        requested.columns(found, fit, needed);
        requested.times(fit);
        requested.money(found.amounts.as_ref(), found, fit);
        requested.words(found, fit);
        requested.rows(found, lines);
        requested
    }

    pub(super) fn sentences(&self) -> Vec<String> {
        self.0.clone()
    }

    fn kind(&mut self, may_be: &[JournalKind]) {
        let kinds = JournalKind::NAMES.join(", ");
        match may_be {
            [] => self.0.push(format!(
                "it is not certain to be any journal that is known ({kinds}); say which it is"
            )),
            [_] => {}
            several => {
                let several: Vec<&str> = several.iter().map(|kind| kind.name()).collect();
                self.0.push(format!(
                    "it may be several journals ({}); say which it is, or write a profile for each",
                    several.join(", ")
                ));
            }
        }
    }

    fn nearest(&mut self, near: &Fit) {
        let lacks: Vec<&str> = near.needed().collect();
        self.0.push(format!(
            "it is nearest to a {} journal; columns that are not certain there: {}",
            near.kind.name(),
            if lacks.is_empty() { "none".to_owned() } else { lacks.join(", ") }
        ));
    }

    /// What no value tells of columns without names.
    fn unnamed(&mut self, found: &Found) {
        let undetermined = found.undetermined();
        let shown = undetermined.iter().take(COLUMNS_NAMED).filter_map(|at| {
            let column = found.columns.get(*at)?;
            Some(format!("`{}` ({})", found.shown(*at), column.facts.in_words()))
        });
        let shown: Vec<String> = shown.collect();
        let more = undetermined.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !shown.is_empty() {
            self.0.push(format!(
                "the columns have no names, and their values do not tell what these are: {}{more}",
                shown.join(", ")
            ));
        }
    }

    fn wide(&mut self, wide: &Wide) {
        self.0.extend(wide.doubts.iter().cloned());
        if wide.present.is_none() {
            self.0.push(
                "no column that all seats have is empty exactly where all else of a seat is: which says \
                 who took part?"
                    .to_owned(),
            );
        }
    }

    fn columns(&mut self, found: &Found, fit: &Fit, needed: &[&'static str]) {
        for target in kinds::columns(fit.kind).iter().map(|column| column.name) {
            if fit.certain(target).is_some() {
                continue;
            }
            let guesses = fit.sources.iter().filter(|source| source.target == target);
            let guesses: Vec<String> = guesses
                .map(|source| {
                    let names: Vec<String> =
                        source.columns.iter().map(|at| format!("`{}`", found.shown(*at))).collect();
                    format!("{} ({})", names.join(" and "), source.why)
                })
                .collect();
            if !guesses.is_empty() {
                self.0.push(format!("is `{target}` {}?", guesses.join(", or ")));
            } else if needed.contains(&target) {
                let kind = fit.kind.name();
                self.0.push(format!(
                    "no column is `{target}`, which every record of a {kind} journal needs"
                ));
            }
        }
    }

    fn times(&mut self, fit: &Fit) {
        let Some(moments) = fit.moments.as_ref().filter(|_| fit.certain("time").is_some()) else {
            return;
        };
        if !moments.is_certain() {
            let formats = moments.formats.join("` or `");
            self.0.push(format!(
                "are times written as `{formats}`? All of them read every value looked at"
            ));
        }
    }

    fn money(&mut self, amounts: Option<&Amounts>, found: &Found, fit: &Fit) {
        let value = |target| kinds::value(fit.kind, target);
        let money = fit.sources.iter().filter(|s| s.agrees && value(s.target) == Value::Money);
        let filled = |at: &usize| found.columns.get(*at).is_some_and(|c| c.facts.amounts.is_some());
        let has_amounts = money.flat_map(|source| &source.columns).any(filled);
        match amounts {
            None if has_amounts => {
                self.0.push(
                    "the columns of money are not all written the same way; state [money]"
                        .to_owned(),
                );
            }
            Some(Amounts { rival: Some(_), .. }) => {
                self.0.push(
                    "does a comma or a point divide thousands, or begin the decimals?".to_owned(),
                );
            }
            Some(Amounts { unit_is_open: true, .. }) => self.0.push(
                "all amounts are whole numbers without a sign: are they dollars, cents or credits?"
                    .to_owned(),
            ),
            Some(Amounts { rival: None, unit_is_open: false, .. }) | None => {}
        }
        if found.notation == Some(Notation::Numbers) {
            self.0.push("cards are numbers: which number is which card?".to_owned());
        }
    }

    fn words(&mut self, found: &Found, fit: &Fit) {
        for target in kinds::columns(fit.kind).iter().map(|column| column.name) {
            let words = words::of(fit, target, &found.columns);
            let open = words.iter().filter(|word| !word.is_certain);
            let shown: Vec<String> = open
                .clone()
                .take(NAMED)
                .map(|word| format!("`{}` ({})", printable(word.written.as_bytes()), word.count))
                .collect();
            let more = open.count() - shown.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            if !shown.is_empty() {
                self.0.push(format!(
                    "what do these words of `{target}` mean: {}{more}?",
                    shown.join(", ")
                ));
            }
        }
    }

    fn rows(&mut self, found: &Found, lines: &Lines<'_>) {
        for Ignored { column, value, .. } in found.left_out.iter().filter(|i| !i.is_certain) {
            self.0.push(format!(
                "are rows with `{}` in `{}` records?",
                printable(value.as_bytes()),
                found.shown_at(*column)
            ));
        }
        if let Some(first) = lines.too_long.first() {
            let count = lines.too_long.len();
            self.0.push(format!(
                "{count} rows have more cells than there are columns, the first is row {first}"
            ));
        }
    }
}
