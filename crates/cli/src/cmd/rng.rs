//! `rng`: a stream of integers, labels or bits, or draws without order, of one file, tested for randomness.

use crate::args::{BitsWritten, Constants, Rng};
use crate::random::bits::{self, Filling};
use crate::random::columns::{Drawn, beside_each_other};
use crate::random::draws;
use crate::random::input::{Input, Table, all_found};
use crate::random::left_out::Faults;
use crate::random::output::{self, Declared};
use crate::random::paper::{Counted, judged_together};
use crate::random::review::Form;
use crate::random::rows::Rows;
use crate::random::{numbers, scaled, self_test};
use crate::{Ending, Result, files};
use feltproof_checks::standard::SampleKind;
use feltproof_intake::samples::{
    IntegerForm, Labels, Outcomes, ValueRange, Weights, options_that_fit, read_integers,
    read_weights,
};
use feltproof_paper::words::grouped;
use feltproof_stats::bits::{Bits, Params};
use feltproof_stats::symbols::Symbols;
use rayon::prelude::*;
use std::path::Path;

pub(super) fn run(args: &Rng) -> Result<Ending> {
    super::on_threads(args.judging.threads, || {
        let registration = &args.judging.registration;
        let files = [&args.file, &args.weights, registration, &args.source_review];
        let files = files.into_iter().flatten();
        all_found(files.clone())?;
        let without_rows = match (&args.file, args.bits, args.word) {
            (None, _, _) => Some("a self-test"),
            (Some(_), true, _) => Some("--bits"),
            (Some(_), _, Some(_)) => Some("--word"),
            (Some(_), false, None) => None,
        };
        without_rows.map_or(Ok(()), |what| args.tabular.refused(what))?;
        if args.source_review_template {
            crate::print::print(feltproof_regs::SOURCE_REVIEW_TEMPLATE)?;
            return Ok(Ending::Nothing);
        }
        let ready = output::prepare(&args.judging, files)?;
        let (file, form) = match (&args.file, &args.source_review) {
            (Some(file), form) => (file, form),
            (None, Some(form)) => {
                // A review alone, with no sample.
                let review = Form::read(form)?.beside(None);
                let (input, none) = (None, Vec::new());
                return output::report(
                    &args.judging,
                    ready,
                    declared(args),
                    input,
                    none,
                    Some(review),
                );
            }
            (None, None) => return self_test::streams(args),
        };
        let is_outcomes = args.range.is_some() || args.outcomes.is_some() || args.weights.is_some();
        if !is_outcomes && !args.bits && args.without_order.draws.is_none() {
            return Err(what_fits(args, file).into());
        }
        if let (Some(encoding), false, None) = (args.encoding, args.bits, args.word) {
            let option = encoding.option();
            let why = "is for bytes that are bits or words; leave it out, or say --bits, or --word";
            return Err(format!("--encoding {option} {why}").into());
        }
        let form = form.as_deref().map(Form::read).transpose()?;
        let counted = if args.bits {
            vec![(None, bit_stream(args, file)?)]
        } else if args.without_order.draws.is_some() {
            vec![(None, without_order(args, file)?)]
        } else if let Some(column) = &args.raw_column {
            vec![(None, scaled::read(args, file, column)?)]
        } else {
            outcomes(args, file)?
        };
        let (input, results) = judged_together(counted, &args.judging)?;
        let review = form.map(|form| form.beside_file(args)).transpose()?;
        output::report(&args.judging, ready, declared(args), Some(input), results, review)
    })
}

/// What a user may say that a draw is, by the first rows of the file.
fn what_fits(args: &Rng, file: &Path) -> String {
    let table = Table::open(file, args.tabular.sheet.as_deref());
    let options = args.tabular.options(None);
    let seen =
        table.and_then(|Table { export, place, .. }| options_that_fit(export, &place, &options));
    let seen = seen.ok().filter(|seen| !seen.is_empty()).map(|seen| {
        let remedy =
            "with all that can be drawn, and --columns where other columns stand beside it";
        format!(". In its first rows {}; say it {remedy}", seen.join(", "))
    });
    format!(
        "say what a draw of {} is: --range, --outcomes, --weights, --draws, or --bits{}",
        file.display(),
        seen.unwrap_or_default()
    )
}

/// Integers or labels: one source, or one of each column that has weights of its own.
fn outcomes(args: &Rng, file: &Path) -> Result<Vec<(Option<String>, Counted)>> {
    let Some(path) = &args.weights else {
        let outcomes = match (&args.outcomes, args.range.as_deref()) {
            (Some(list), _) => Outcomes::Labels(Labels::parse(list)?),
            (None, range) => Outcomes::Numbers(ValueRange::parse(range.unwrap_or_default())?),
        };
        return Ok(vec![(None, stream(args, file, outcomes, None)?)]);
    };
    let all = read_weights(&files::read_text(path)?, &path.display().to_string())?;
    if all.len() > 1 && file == Path::new("-") {
        return Err(
            "standard input is read once, and --weights names several columns; give a file".into(),
        );
    }
    let (mut sources, mut drawn) = (Vec::new(), Vec::new());
    for one in &all {
        let outcomes = Outcomes::Labels(one.labels.clone());
        let range = u32::try_from(one.labels.number()).map_err(|e| e.to_string())?;
        let mut column = Drawn::new(one, range);
        let counted = stream(args, file, outcomes, Some((one, &mut column)))?;
        sources.push((one.column.as_ref().map(|name| format!("column {name}")), counted));
        drawn.push(column);
    }
    beside_each_other(&mut sources, &drawn)?;
    Ok(sources)
}

fn stream(
    args: &Rng,
    file: &Path,
    outcomes: Outcomes,
    column: Option<(&Weights, &mut Drawn)>,
) -> Result<Counted> {
    let (weights, mut drawn) = column.unzip();
    let number = match &outcomes {
        Outcomes::Numbers(range) => range.symbols(),
        Outcomes::Labels(labels) => u32::try_from(labels.number()).map_err(|e| e.to_string())?,
    };
    let mut symbols = counter(args, &outcomes, weights, number)?;
    let mut counts = vec![0_u64; number as usize];
    let is_in_rows = weights.is_none() && args.per_play.is_none();
    let take = |some: &[u32], columns: &[String]| {
        if is_in_rows {
            symbols.in_columns(columns);
        }
        if let Some(drawn) = &mut drawn {
            drawn.take(some, !columns.is_empty());
        }
        some.iter().for_each(|symbol| counts[*symbol as usize] += 1);
        symbols.push_all(some);
    };
    let mut form = IntegerForm { outcomes, padded: args.padded, limit: args.limit };
    let (input, notes) = match (args.word, &form.outcomes) {
        (Some(word), Outcomes::Numbers(range)) => {
            let mut input = Input::open(file, args.encoding)?;
            numbers::read(&mut input, *range, word, args.limit, |some| symbols.push_all(some))?;
            (input.finish()?, Vec::new())
        }
        _ => {
            let Table { export, place, end } = Table::open(file, args.tabular.sheet.as_deref())?;
            let mut options = args.tabular.options(None);
            if let Some(column) = weights.and_then(|weights| weights.column.clone()) {
                options.columns = Some(column);
            }
            let mut notes = read_integers(export, &place, &mut form, &options, take)?;
            if let Outcomes::Labels(labels) = &form.outcomes
                && let Some(why) = labels.lost_noughts(&counts, weights.map(|one| &one.weights[..]))
            {
                return Err(format!("{place}: {why}").into());
            }
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
    let labels = match &form.outcomes {
        Outcomes::Numbers(range) => range.values().map(|value| value.to_string()).collect(),
        Outcomes::Labels(labels) => labels.names(),
    };
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

/// What counts the outcomes as they were declared.
fn counter(
    args: &Rng,
    outcomes: &Outcomes,
    weights: Option<&Weights>,
    number: u32,
) -> Result<Symbols> {
    let mut symbols = match args.per_play {
        None => Symbols::new(number)?,
        Some(draws) => Symbols::new_grouped(number, draws.into())?,
    };
    if args.without_replacement {
        symbols = symbols.without_replacement()?;
    }
    if let Some(weights) = weights {
        symbols = symbols.weighted(&weights.weights)?;
    }
    if matches!(outcomes, Outcomes::Labels(labels) if !labels.is_stated()) {
        symbols = symbols.labels();
    }
    Ok(symbols)
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
    let published = args.constants == Constants::Published;
    let params = Params { length: sequence, published, sample };
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
        let [left, of] = [read.left, args.sequence.into()].map(grouped);
        notes.push(format!("{left} bits at the end fill no sequence of {of} and were left out."));
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
        ("Outcomes", args.outcomes.clone()),
        ("Weights", args.weights.as_ref().map(|path| path.display().to_string())),
        ("Column of raw words", args.raw_column.clone()),
        ("Bits of a raw word", args.raw_bits.map(|n| n.to_string())),
        ("Scaling", args.scaling.map(|scaling| scaling.rule().to_string())),
        ("Noughts before a number", said(args.padded, "only fill it up")),
        ("Format of dates", sets.date_format.clone()),
        ("Columns of bonus numbers", sets.bonus_columns.clone()),
        ("From", sets.from.clone()),
        ("To", sets.to.clone()),
        ("Draws of one play", args.per_play.map(|n| n.to_string())),
        ("Draws of one play are", said(args.without_replacement, "without replacement")),
        ("Bits of one sequence", args.bits.then(|| grouped(args.sequence.into()))),
        ("Bits of one sample", args.bits_per_sample.map(|n| n.to_string())),
        (
            "Variances of the spectral and the universal test",
            said(args.constants == Constants::Published, "as SP 800-22 prints them"),
        ),
        ("At most", args.limit.map(grouped)),
        ("Standard", args.judging.profile.clone()),
    ];
    Declared::new("Random numbers", rows.into_iter().chain(args.tabular.declared()))
}
