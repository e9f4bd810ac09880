//! A battery judged and put on paper, for a file that a command was given.

use crate::args::Judging;
use crate::random::decks::Faults;
use crate::random::left_out::LeftOut;
use crate::random::rows::Rows;
use feltproof_checks::standard::{self, SampleKind};
use feltproof_model::workpaper::FileDigest;
use feltproof_stats::verdict::judge;
use feltproof_stats::{Battery, Randomness, Rule};

/// What was counted of a file.
pub(crate) struct Counted {
    pub input: FileDigest,
    pub battery: Battery,
    /// What kind of source it is to a standard.
    pub kind: SampleKind,
    /// Names of the labels: cards, or numbers.
    pub labels: Vec<String>,
    /// Certain faults with their places in the file.
    pub faults: Faults,
    /// Sentences beside those of the battery.
    pub notes: Vec<String>,
    /// The rows of the records, where they have any.
    pub rows: Rows,
}

/// Judges a battery and puts it on paper. The tests of the standard chosen join the registered list.
pub(crate) fn judged(
    counted: Counted,
    judging: &Judging,
) -> Result<(FileDigest, Randomness), String> {
    let Counted { input, mut battery, kind, labels, mut faults, notes, rows } = counted;
    LeftOut::put_on(&mut faults, &mut battery);
    let standard = judging.standard()?;
    let mut rule = Rule::of_fraction(1, judging.level_one_in.into());
    if let Some(chosen) = &standard {
        standard::register(&mut battery, chosen, kind);
        rule = standard::rule(chosen);
    }
    let verdict = judge(&battery, rule);
    let profile = standard.map(|chosen| standard::answers((&battery, &verdict), &chosen, kind));
    battery.notes.splice(0..0, notes);
    let rows = rows.of_named(&battery);
    let mut result = Randomness {
        source: input.file.clone(),
        labels,
        battery,
        verdict,
        level_alone: rule.level,
        faults: Vec::new(),
        profile,
        registered: None,
        rows,
    };
    faults.put_on(&mut result);
    Ok((input, result))
}
