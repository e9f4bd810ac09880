//! `rng`: a stream of integers or bits, or draws without order, of one file, tested for randomness.

use crate::args::{BitsWritten, Constants, Rng};
use crate::random::bits::{self, Filling};
use crate::random::decks::Faults;
use crate::random::draws;
use crate::random::input::{Input, Table};
use crate::random::output::{self, Declared};
use crate::random::paper::{Counted, judged};
use crate::random::rows::Rows;
use crate::random::{numbers, review, self_test};
use crate::{Ending, Result};
use feltproof_checks::standard::SampleKind;
use feltproof_intake::samples::{IntegerForm, ValueRange, read_integers};
use feltproof_stats::bits::{Bits, Params, SpectralVariance, UniversalVariance};
use feltproof_stats::symbols::Symbols;
use rayon::prelude::*;
use std::path::Path;

pub(super) fn run(args: &Rng) -> Result<Ending> {
    super::on_threads(args.judging.threads, || {
        let without_rows = match (&args.file, args.bits, args.word) {
            (None, _, _) => Some("a self-test"),
            (Some(_), true, _) => Some("--bits"),
            (Some(_), _, Some(_)) => Some("--word"),
            (Some(_), false, None) => None,
        };
        without_rows.map_or(Ok(()), |what| args.tabular.refused(what))?;
        if args.source_review_template {
            crate::print::print(feltproof_regs::SOURCE_REVIEW_TEMPLATE.as_bytes())?;
            return Ok(Ending::Nothing);
        }
        let (file, form) = match (&args.file, &args.source_review) {
            (Some(file), form) => (file, form),
            (None, Some(form)) => return without_sample(args, form),
            (None, None) => return self_test::streams(args),
        };
        if args.range.is_none() && !args.bits && args.without_order.draws.is_none() {
            return Err("say what FILE holds: --range, --bits or --draws".into());
        }
        if let (Some(encoding), false, None) = (args.encoding, args.bits, args.word) {
            let option = encoding.option();
            let why = "is for bytes that are bits or words; leave it out, or say --bits, or --word";
            return Err(format!("--encoding {option} {why}").into());
        }
        let stage = output::prepare(&args.judging, file)?;
        let counted = if args.bits {
            bit_stream(args, file)?
        } else if args.without_order.draws.is_some() {
            without_order(args, file)?
        } else {
            integers(args, file)?
        };
        let (input, result) = judged(counted, &args.judging)?;
        let review = form.as_deref().map(|form| review::judged(args, form)).transpose()?;
        output::report(&args.judging, stage, declared(args), Some(input), vec![result], review)
    })
}

/// A review alone, with no sample.
fn without_sample(args: &Rng, form: &Path) -> Result<Ending> {
    let stage = output::prepare(&args.judging, form)?;
    let review = review::judged(args, form)?;
    output::report(&args.judging, stage, declared(args), None, Vec::new(), Some(review))
}

fn integers(args: &Rng, file: &Path) -> Result<Counted> {
    let range = ValueRange::parse(args.range.as_deref().unwrap_or_default())?;
    let mut symbols = match args.per_play {
        None => Symbols::new(range.symbols())?,
        Some(draws) => Symbols::new_grouped(range.symbols(), draws.into())?,
    };
    if args.without_replacement {
        symbols = symbols.without_replacement()?;
    }
    let take = |some: &[u32]| symbols.push_all(some);
    let (input, notes) = match args.word {
        Some(word) => {
            let mut input = Input::open(file, args.encoding)?;
            numbers::read(&mut input, range, word, args.limit, take)?;
            (input.finish()?, Vec::new())
        }
        None => {
            let Table { export, place, end } = Table::open(file, args.tabular.sheet.as_deref())?;
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
    let faults = Faults { total: kept.len() as u64, kept, ..Faults::default() };
    let labels = range.values().map(|value| value.to_string()).collect();
    Ok(Counted {
        input,
        battery,
        kind: SampleKind::Draws,
        labels,
        faults,
        notes,
        rows: Rows::default(),
    })
}

fn without_order(args: &Rng, file: &Path) -> Result<Counted, String> {
    let Table { export, place, end } = Table::open(file, args.tabular.sheet.as_deref())?;
    let options = args.tabular.options(None);
    let read = draws::read(export, &place, (&args.without_order, &options), args.limit)?;
    let (input, more) = end.finish()?;
    Ok(Counted {
        input,
        battery: read.draws.battery(),
        kind: SampleKind::Sets,
        labels: Vec::new(),
        faults: read.faults,
        notes: [read.notes, more].concat(),
        rows: Rows::default(),
    })
}

fn bit_stream(args: &Rng, file: &Path) -> Result<Counted, String> {
    let mut input = Input::open(file, args.encoding)?;
    let sequence = args.sequence as usize;
    let sample = args.bits_per_sample.map(u32::from);
    let mut params = Params { length: sequence, sample, ..Params::default() };
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
        let left = read.left;
        notes.push(format!(
            "{left} bits at the end fill no sequence of {sequence} and were left out."
        ));
    }
    let (battery, labels, faults) = (all.battery(), Vec::new(), Faults::default());
    Ok(Counted {
        input,
        battery,
        kind: SampleKind::Bits,
        labels,
        faults,
        notes,
        rows: Rows::default(),
    })
}

/// What was declared on the command line.
fn declared(args: &Rng) -> Declared {
    let sets = &args.without_order;
    let of = |drawn: &String| match sets.cards {
        None => format!("{drawn} numbers").replace('/', " of "),
        Some(cards) => format!("{drawn} of {cards} numbers"),
    };
    let said = |is_so: bool, words: &str| is_so.then(|| words.to_owned());
    let bonus = |bonus: &String| match bonus.as_str() {
        "rest" => "one of the numbers that are left".to_owned(),
        wheel => format!("one of 1 to {wheel}"),
    };
    let rows = [
        ("Encoding of the bytes", args.encoding.map(|encoding| encoding.option().to_owned())),
        ("Range", args.range.clone()),
        ("A draw is", sets.draws.as_ref().map(of)),
        ("Bonus number", sets.bonus.as_ref().map(bonus)),
        ("What 00 is", args.double_zero.map(|n| n.to_string())),
        ("Format of dates", sets.date_format.clone()),
        ("Columns of bonus numbers", sets.bonus_columns.clone()),
        ("From", sets.from.clone()),
        ("To", sets.to.clone()),
        ("Draws of one play", args.per_play.map(|n| n.to_string())),
        ("Draws of one play are", said(args.without_replacement, "without replacement")),
        ("Bits of one sequence", args.bits.then(|| args.sequence.to_string())),
        ("Bits of one sample", args.bits_per_sample.map(|n| n.to_string())),
        (
            "Variances of the spectral and the universal test",
            said(args.constants == Constants::Published, "as SP 800-22 prints them"),
        ),
        ("At most", args.limit.map(|n| n.to_string())),
        ("Standard", args.judging.profile.clone()),
    ];
    Declared::new("Random numbers", rows.into_iter().chain(args.tabular.declared()))
}
