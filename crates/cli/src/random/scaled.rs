//! Outcomes recomputed from the raw words that stand beside them.

use crate::Result;
use crate::args::Rng;
use crate::random::input::Table;
use crate::random::left_out::Faults;
use crate::random::paper::Counted;
use crate::random::rows::Rows;
use feltproof_checks::standard::SampleKind;
use feltproof_intake::samples::{Scaled, ValueRange, read_scaled};
use feltproof_stats::Scaling;
use feltproof_stats::symbols::Symbols;
use std::path::Path;

/// Reads a file of raw words and outcomes. An outcome that is not its word's is a certain fault, with its row.
pub(crate) fn read(args: &Rng, file: &Path, column: &str) -> Result<Counted> {
    let range = ValueRange::parse(args.range.as_deref().unwrap_or_default())?;
    let stated = args.scaling.zip(args.raw_bits);
    let (rule, bits) = stated.ok_or("say --scaling and --raw-bits beside --raw-column")?;
    let (rule, bits) = (rule.rule(), u32::from(bits));
    let scaling = Scaling::new(rule, bits, range.symbols().into()).ok_or_else(|| {
        format!(
            "words of {bits} bits (--raw-bits) are fewer than the {} outcomes of the range",
            range.symbols()
        )
    })?;
    let mut symbols = Symbols::new(range.symbols())?;
    let (mut faults, mut rows, mut again) = (Faults::default(), 0_u64, 0_u64);
    let Table { export, place, end } = Table::open(file, args.tabular.sheet.as_deref())?;
    let values: Vec<u64> = range.values().collect();
    let value = |outcome: Option<u64>| {
        let at = outcome.and_then(|outcome| usize::try_from(outcome).ok());
        let value = at.and_then(|at| values.get(at));
        value.map_or_else(|| "no outcome".to_owned(), u64::to_string)
    };
    let take = |some: &[Scaled]| {
        for Scaled { line, word, outcome } in some {
            let (recorded, due) = (outcome.map(u64::from), scaling.outcome(*word));
            rows += 1;
            again += u64::from(recorded.is_none());
            if recorded != due {
                let (due, recorded) = (value(due), value(recorded));
                faults.push(format!(
                    "{place}:{line}: the word {word} gives {due}, and {recorded} is recorded"
                ));
            }
            outcome.iter().for_each(|outcome| symbols.push(*outcome));
        }
    };
    let options = args.tabular.options(None);
    let mut notes = read_scaled(export, &place, (range, column), &options, take)?;
    let wrong = faults.total;
    notes.push(format!(
        "{rows} outcomes were recomputed from their words of {bits} bits by {rule}; {wrong} are others, and {again} \
         words have none. Of all words {}.",
        scaling.bias()
    ));
    let (input, more) = end.finish()?;
    notes.extend(more);
    let labels = values.iter().map(u64::to_string).collect();
    let battery = symbols.battery();
    let rows = Rows::default();
    Ok(Counted { input, battery, kind: SampleKind::Draws, labels, faults, notes, rows })
}
