//! A battery judged and put on paper, for a file that a command was given.

use crate::args::Judging;
use crate::random::left_out::{Faults, LeftOut};
use crate::random::rows::Rows;
use feltproof_checks::standard::{self, SampleKind};
use feltproof_model::workpaper::FileDigest;
use feltproof_regs::Standard;
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

/// Judges what was counted of one file, with what each source is called where there are several: the level is kept over
/// all of them.
pub(crate) fn judged_together(
    counted: Vec<(Option<String>, Counted)>,
    judging: &Judging,
) -> Result<(FileDigest, Vec<Randomness>), String> {
    let (sources, mut inputs, mut results) = (counted.len(), Vec::new(), Vec::new());
    for (part, one) in counted {
        let (input, mut result) = judged_among(one, judging, sources)?;
        if let Some(part) = part {
            result.source = format!("{}, {part}", input.file);
        }
        if sources > 1 {
            result.battery.notes.push(format!(
                "{sources} sources are judged, each at this part of the level, which is kept over all of them."
            ));
        }
        inputs.push(input);
        results.push(result);
    }
    let first = inputs.into_iter().next().ok_or("nothing was counted")?;
    Ok((first, results))
}

/// Judges a battery and puts it on paper. The tests of the standard chosen join the registered list.
pub(crate) fn judged(
    counted: Counted,
    judging: &Judging,
) -> Result<(FileDigest, Randomness), String> {
    judged_among(counted, judging, 1)
}

/// The same of one of several sources, at its part of the level.
fn judged_among(
    counted: Counted,
    judging: &Judging,
    sources: usize,
) -> Result<(FileDigest, Randomness), String> {
    let Counted { input, mut battery, kind, labels, mut faults, notes, rows } = counted;
    LeftOut::put_on(&mut faults, &mut battery);
    let standard = judging.standard()?;
    let mut rule = Rule::of_fraction(1, judging.level_one_in.into());
    if let Some(chosen) = &standard {
        if !standard::is_for(chosen, &battery, kind) {
            return Err(none_of(chosen, &battery, kind));
        }
        standard::register(&mut battery, chosen, kind);
        rule = standard::rule(chosen);
    }
    let level_alone = rule.level;
    if sources > 1 {
        rule = Rule::at(rule.level / sources as f64);
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
        level_alone,
        faults: Vec::new(),
        profile,
        registered: None,
        rows,
    };
    faults.put_on(&mut result);
    Ok((input, result))
}

/// A standard of whose demands none can be tested; not one of them would be said to be rejected.
fn none_of(standard: &Standard, battery: &Battery, kind: SampleKind) -> String {
    let is_of_plays = |key: &String| key.starts_with("play.");
    let would_help = kind == SampleKind::Draws
        && standard.demands.iter().flat_map(|demand| &demand.draws).any(is_of_plays)
        && !battery.tests.iter().any(|test| is_of_plays(&test.key));
    let plays = match would_help {
        true => ", or say --per-play and how many draws a play has where they are such",
        false => "",
    };
    let (name, what) = (&standard.name, kind.words());
    format!("no demand of {name} can be tested on such {what}: leave out --profile{plays}")
}
