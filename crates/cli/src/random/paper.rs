//! A battery judged and put on paper, for a file that a command was given.

use crate::random::decks::Faults;
use feltproof_checks::standard::{self, SampleKind};
use feltproof_stats::verdict::judge;
use feltproof_stats::{Battery, Randomness, Rule};

/// What else is known of a battery when it is put on paper.
pub(crate) struct Paper<'a> {
    pub source: String,
    /// Level, one in so many.
    pub level_one_in: u32,
    /// The standard chosen, and what kind of source it meets.
    pub standard: Option<(&'a feltproof_regs::Standard, SampleKind)>,
    /// Names of the labels: cards, or numbers.
    pub labels: Vec<String>,
    /// Certain faults with their places in the file.
    pub faults: Faults,
    /// Sentences beside those of the battery.
    pub notes: Vec<String>,
}

/// Judges a battery and puts it on paper. The standard's tests join the registered list.
pub(crate) fn paper(mut battery: Battery, paper: Paper<'_>) -> Randomness {
    let mut rule = Rule::of_fraction(1, paper.level_one_in.into());
    if let Some((chosen, source)) = paper.standard {
        standard::register(&mut battery, chosen, source);
        rule = standard::rule(chosen);
    }
    let verdict = judge(&battery, rule);
    let profile =
        paper.standard.map(|(chosen, source)| standard::answers(&battery, chosen, source));
    battery.notes.splice(0..0, paper.notes);
    let mut result = Randomness {
        source: paper.source,
        labels: paper.labels,
        battery,
        verdict,
        level_alone: rule.level,
        faults: Vec::new(),
        profile,
        registered: None,
    };
    paper.faults.put_on(&mut result);
    result
}
