//! `rng`: a stream of integers or bits, or draws without order, of one file, tested for randomness.

use crate::Ending;
use crate::args::{BitsWritten, Constants, Rng};
use crate::random::bits::{self, Filling};
use crate::random::decks::Faults;
use crate::random::draws;
use crate::random::input::{Input, Table};
use crate::random::numbers;
use crate::random::output::{self, Declared};
use crate::random::paper::{Paper, paper};
use crate::random::self_test;
use feltproof_checks::standard::SampleKind;
use feltproof_intake::samples::{IntegerForm, ValueRange, read_integers};
use feltproof_model::workpaper::FileDigest;
use feltproof_stats::Randomness;
use feltproof_stats::bits::{Bits, Params, SpectralVariance, UniversalVariance};
use feltproof_stats::symbols::Symbols;
use rayon::prelude::*;
use std::path::Path;

pub(super) fn run(args: &Rng) -> Result<Ending, String> {
    super::on_threads(args.judging.threads, || {
        let without_rows = match (&args.file, args.bits, args.word) {
            (None, _, _) => Some("a self-test"),
            (Some(_), true, _) => Some("--bits"),
            (Some(_), _, Some(_)) => Some("--word"),
            (Some(_), false, None) => None,
        };
        without_rows.map_or(Ok(()), |what| args.tabular.refused(what))?;
        let Some(file) = &args.file else { return self_test::streams(args) };
        let stage = output::prepare(&args.judging, file)?;
        let report = |(input, result)| {
            output::report(&args.judging, stage, &declared(args), vec![input], vec![result])
        };
        if args.bits {
            return report(bit_stream(args, file)?);
        }
        if args.without_order.draws.is_some() {
            return report(without_order(args, file)?);
        }
        let range = ValueRange::parse(args.range.as_deref().unwrap_or_default())?;
        report(integers(args, file, range)?)
    })
}

fn integers(
    args: &Rng,
    file: &Path,
    range: ValueRange,
) -> Result<(FileDigest, Randomness), String> {
    let standard = args.judging.standard()?;
    let symbols = match args.per_play {
        None => Symbols::new(range.symbols()),
        Some(draws) => Symbols::new_grouped(range.symbols(), draws.into()),
    };
    let symbols = match args.without_replacement {
        true => symbols.and_then(Symbols::without_replacement),
        false => symbols,
    };
    let mut symbols = symbols.map_err(|e| e.to_string())?;
    let take = |some: &[u32]| symbols.push_all(some);
    let (input, notes) = match args.word {
        Some(word) => {
            let mut input = Input::open(file, "Counting")?;
            numbers::read(&mut input, range, word, args.limit, take)?;
            (input.finish()?, Vec::new())
        }
        None => {
            let Table { export, place, end } = open(args, file)?;
            let form = IntegerForm { range, double_zero: args.double_zero, limit: args.limit };
            let mut notes =
                read_integers(export, &place, &form, &args.tabular.options(None), take)?;
            let (input, more) = end.finish()?;
            notes.extend(more);
            (input, notes)
        }
    };
    let battery = symbols.battery();
    let faults = battery.faults.iter();
    let faults = faults.map(|f| format!("{}: {}", input.file, f.placed(battery.unit)));
    let kept: Vec<String> = faults.collect();
    let paper_of = Paper {
        source: input.file.clone(),
        level_one_in: args.judging.level_one_in,
        standard: standard.as_ref().map(|s| (s, SampleKind::Draws)),
        labels: range.values().map(|value| value.to_string()).collect(),
        faults: Faults { total: kept.len() as u64, kept },
        notes,
    };
    Ok((input, paper(battery, paper_of)))
}

fn open(args: &Rng, file: &Path) -> Result<Table, String> {
    Table::open(file, args.tabular.sheet.as_deref(), "Counting")
}

fn without_order(args: &Rng, file: &Path) -> Result<(FileDigest, Randomness), String> {
    let standard = args.judging.standard()?;
    let Table { export, place, end } = open(args, file)?;
    let options = args.tabular.options(None);
    let read = draws::read(export, &place, (&args.without_order, &options), args.limit)?;
    let (input, more) = end.finish()?;
    let paper_of = Paper {
        source: input.file.clone(),
        level_one_in: args.judging.level_one_in,
        standard: standard.as_ref().map(|s| (s, SampleKind::Sets)),
        labels: Vec::new(),
        faults: read.faults,
        notes: [read.notes, more].concat(),
    };
    Ok((input, paper(read.draws.battery(), paper_of)))
}

fn bit_stream(args: &Rng, file: &Path) -> Result<(FileDigest, Randomness), String> {
    let standard = args.judging.standard()?;
    let mut input = Input::open(file, "Counting")?;
    let sequence = args.sequence as usize;
    let mut params = Params {
        length: sequence,
        sample: args.bits_per_sample.map(u32::from),
        ..Params::default()
    };
    if args.constants == Constants::Published {
        params.spectral = SpectralVariance::Published;
        params.universal = UniversalVariance::Published;
    }
    let mut all = Bits::new(params);
    let read =
        bits::read(&mut input, args.written, sequence, args.limit, |ready: Vec<Filling>| {
            // A stream that fills no sequence is one of the length it has.
            if let [short] = ready.as_slice()
                && short.bits < sequence
            {
                all = Bits::new(Params { length: short.bits, ..params });
                all.push_sequence(&short.words);
                return;
            }
            let numbered: Vec<(u64, Filling)> = (all.sequences()..).zip(ready).collect();
            let judge = |(index, one): (u64, Filling)| {
                let mut part = Bits::starting_at(params, index);
                part.push_sequence(&one.words);
                part
            };
            let parts: Vec<Bits> = numbered.into_par_iter().map(judge).collect();
            parts.into_iter().for_each(|part| all.merge(part));
        })?;
    let input = input.finish()?;
    let form = match read.written {
        BitsWritten::Packed => "packed bits, eight a byte, the most significant first",
        BitsWritten::Characters => "the characters 0 and 1",
    };
    let how = if args.written.is_some() { "as declared" } else { "by its first bytes" };
    let mut notes = vec![format!("The file was read as {form}, {how}.")];
    if read.left > 0 {
        notes.push(format!(
            "{} bits at the end fill no sequence of {sequence} and were left out.",
            read.left
        ));
    }
    let paper_of = Paper {
        source: input.file.clone(),
        level_one_in: args.judging.level_one_in,
        standard: standard.as_ref().map(|s| (s, SampleKind::Bits)),
        labels: Vec::new(),
        faults: Faults::default(),
        notes,
    };
    Ok((input, paper(all.battery(), paper_of)))
}

/// What was declared on the command line.
fn declared(args: &Rng) -> Declared {
    let sets = &args.without_order;
    let of = |drawn: &String| match sets.cards {
        None => format!("{drawn} numbers").replace('/', " of "),
        Some(cards) => format!("{drawn} of {cards} numbers"),
    };
    let bonus = |bonus: &String| match bonus.as_str() {
        "rest" => "one of the numbers that are left".to_owned(),
        wheel => format!("one of 1 to {wheel}"),
    };
    let rows = [
        ("Range", args.range.clone()),
        ("A draw is", sets.draws.as_ref().map(of)),
        ("Bonus number", sets.bonus.as_ref().map(bonus)),
        ("What 00 is", args.double_zero.map(|n| n.to_string())),
        ("Format of dates", sets.date_format.clone()),
        ("Columns of bonus numbers", sets.bonus_columns.clone()),
        ("From", sets.from.clone()),
        ("To", sets.to.clone()),
        ("Draws of one play", args.per_play.map(|n| n.to_string())),
        (
            "Draws of one play are",
            args.without_replacement.then(|| "without replacement".to_owned()),
        ),
        ("Bits of one sequence", args.bits.then(|| args.sequence.to_string())),
        ("Bits of one sample", args.bits_per_sample.map(|n| n.to_string())),
        (
            "Variances of the spectral and the universal test",
            (args.constants == Constants::Published).then(|| "as SP 800-22 prints them".to_owned()),
        ),
        ("At most", args.limit.map(|n| n.to_string())),
        ("Standard", args.judging.profile.clone()),
    ];
    Declared::new("Random numbers", rows.into_iter().chain(args.tabular.declared()))
}
