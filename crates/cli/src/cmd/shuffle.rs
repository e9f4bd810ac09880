//! `shuffle`: decks or deals of one file, tested for randomness.

use crate::args::{InnerOrder, Shuffle};
use crate::random::count::Records;
use crate::random::decks::{self, Takers};
use crate::random::input::{Input, Table, all_found};
use crate::random::output::{self, Declared};
use crate::random::paper::{Counted, judged};
use crate::random::review::Form;
use crate::random::rows::Rows;
use crate::random::{journal, self_test};
use crate::{Ending, Result};
use feltproof_checks::source_review::{DeckReplay, Replayed};
use feltproof_checks::standard::SampleKind;
use feltproof_intake::samples::{DeckForm, DeckReader, Shape};
use feltproof_model::Card;
use feltproof_stats::deal::PACKETS_MAX;
use std::path::Path;

pub(super) fn run(args: &Shuffle) -> Result<Ending> {
    super::on_threads(args.judging.threads, || {
        let files = [&args.file, &args.judging.registration, &args.source_review];
        let files = files.into_iter().flatten();
        all_found(files.clone())?;
        let without_rows = match (&args.file, args.raw) {
            (None, _) => Some("a self-test"),
            (Some(_), true) => Some("--raw"),
            (Some(_), false) => None,
        };
        without_rows.map_or(Ok(()), |what| args.tabular.refused(what))?;
        let Some(file) = &args.file else { return self_test::decks(args) };
        let ready = output::prepare(&args.judging, files)?;
        if !args.raw && journal::is_one(file) {
            journal::refuse_options(file, args)?;
            let (input, results) = journal::judged(file, args)?;
            let declared = journal::declared(args);
            return output::report(&args.judging, ready, declared, Some(input), results, None);
        }
        if args.table.is_some() {
            let why = format!("--table is for a shuffler journal, and {} is none", file.display());
            return Err(why.into());
        }
        let form = form(args)?;
        let review = args.source_review.as_deref().map(Form::read).transpose()?;
        let is_replayed = review.as_ref().is_some_and(|form| form.review.replay.is_some());
        if is_replayed && (form.baccarat || !form.ordered) {
            let why =
                "[replay] compares cards in the order dealt, and the order declared is another";
            return Err(format!("{why}: leave out [replay], or give whole decks").into());
        }
        let (counted, replayed) = counted(file, args, &form, review.as_ref())?;
        let (input, result) = judged(counted, &args.judging)?;
        let review = review.map(|review| review.beside(replayed.as_ref()));
        let declared = declared(args, &form);
        output::report(&args.judging, ready, declared, Some(input), vec![result], review)
    })
}

/// What the file is declared to be.
fn form(args: &Shuffle) -> Result<DeckForm, String> {
    let cards = args.cards.count();
    let decks = args.decks_per_shoe.unwrap_or(1);
    let all = u16::from(cards) * u16::from(decks);
    if decks > 1 && (args.packets.is_some() || args.dealer.is_some()) {
        let what = "--packets and --dealer are for one deck";
        return Err(format!("{what}; with --decks-per-shoe {decks} say --dealt for rounds"));
    }
    let shape = match (args.dealt.as_deref(), args.packets) {
        (None, None) => Shape::Full,
        (None, Some(size)) => {
            let last = args.last_packet.unwrap_or(size);
            let ordered = args.inner_order == Some(InnerOrder::Dealt);
            Shape::Packets { size, last, ordered, hands_max: PACKETS_MAX }
        }
        (Some("any" | BACCARAT), _) => Shape::First(None),
        (Some(number), _) => match number.parse::<u16>() {
            Ok(dealt) if dealt == all => Shape::Full,
            Ok(dealt) if (1..all).contains(&dealt) => Shape::First(Some(dealt)),
            _ => {
                let wanted = format!(
                    "a number of cards from 1 to {all} (--cards, --decks-per-shoe), nor `any`, nor `baccarat`"
                );
                return Err(format!("--dealt {number} is not {wanted}"));
            }
        },
    };
    let (baccarat, pack) = (args.dealt.as_deref() == Some(BACCARAT), args.cards.pack().cloned());
    if baccarat && (decks == 1 || cards != Card::PACK || args.raw) {
        return Err(
            "--dealt baccarat is for text with cards of 52: say --decks-per-shoe with the number of decks, mostly 8 or 6"
                .to_owned(),
        );
    }
    let ordered = args.inner_order != Some(InnerOrder::Unknown);
    let is_of_rows = decks > 1 && matches!(shape, Shape::First(None)) || args.packets.is_some();
    if !ordered && !is_of_rows {
        return Err(
            "--inner-order unknown is for hands of one size (--packets), or for rounds of a shoe (--dealt any with \
             --decks-per-shoe)"
                .to_owned(),
        );
    }
    Ok(DeckForm { cards, decks, pack, shape, ordered, baccarat, first: args.first })
}

/// The value of --dealt for rounds of baccarat.
const BACCARAT: &str = "baccarat";

/// Counts the records of a file, and compares them with those that its generator gives where a review states a seed.
fn counted(
    file: &Path,
    args: &Shuffle,
    form: &DeckForm,
    review: Option<&Form>,
) -> Result<(Counted, Option<Replayed>)> {
    let (all, rows) = (Records::new(args, form)?, Rows::default());
    let mut takers = Takers { all, rows, review, replay: None };
    let (input, labels, faults, mut notes) = if args.raw {
        let mut input = Input::open(file, args.encoding)?;
        let faults = decks::read_raw(&mut input, form, &mut takers)?;
        (input.finish()?, decks::raw_names(form), faults, Vec::new())
    } else {
        let Table { export, place, end } = Table::open(file, args.tabular.sheet.as_deref())?;
        let options = args.tabular.options(args.deck_column.as_ref());
        let mut reader = DeckReader::new(export, place.clone(), form.clone(), &options)?;
        let faults = decks::read(&mut reader, &place, form, &mut takers)?;
        let (labels, mut notes) = (reader.names(), reader.finish()?);
        let (input, more) = end.finish()?;
        notes.extend(more);
        (input, labels, faults, notes)
    };
    let Takers { all, rows, replay, .. } = takers;
    if let Some(first) = faults.kept.first()
        && args.decks_per_shoe.is_none()
        && all.may_be_shoes()
    {
        let records = all.count() + faults.total;
        return Err(format!(
            "{first}; and in {} of {records} records some card stands twice, which decks of {} cards never do and shoes of \
             several decks do: say --decks-per-shoe and the number of decks, or --decks-per-shoe 1 if there is one deck",
            faults.total, form.cards
        )
        .into());
    }
    let battery = all.battery();
    notes.extend(all.results());
    let kind = if form.shape == Shape::Full { SampleKind::Decks } else { SampleKind::Deals };
    let counted = Counted { input, battery, kind, labels, faults, notes, rows };
    Ok((counted, replay.map(DeckReplay::finish)))
}

/// What was declared on the command line.
fn declared(args: &Shuffle, form: &DeckForm) -> Declared {
    let record = match form.shape {
        Shape::Full => "full decks".to_owned(),
        Shape::First(None) if form.baccarat => {
            "a round of baccarat, its cards put into the order dealt by the rules of the third card"
                .to_owned()
        }
        Shape::First(None) if !form.ordered => "cards of a shoe in unknown order".to_owned(),
        Shape::First(None) => "the first cards of each deck, however many".to_owned(),
        Shape::First(Some(dealt)) => format!("the first {dealt} cards of each deck"),
        Shape::Packets { size, last, ordered, hands_max: _ } => {
            let order = if ordered { "in the order dealt" } else { "in unknown order" };
            let dealer = if last == size { String::new() } else { format!(", the last of {last}") };
            format!("hands of {size} cards{dealer}, in dealing order, the cards of a hand {order}")
        }
    };
    let rows = [
        ("Encoding of the bytes", args.encoding.map(|encoding| encoding.option().to_owned())),
        ("Cards of a full deck", Some(form.cards.to_string())),
        ("Decks of a shoe", args.decks_per_shoe.map(|decks| decks.to_string())),
        ("A record is", Some(record)),
        ("Rounds are", args.continuous.then(|| "dealt from a full shoe each".to_owned())),
        ("Decks in use by turns", Some(args.decks_in_use.to_string())),
        ("Positions of the dealer's hand", args.dealer.clone()),
        ("Standard", args.judging.profile.clone()),
    ];
    let tabular = args.tabular.declared();
    let deck = [("Column of the deck's number", args.deck_column.clone())];
    Declared::new("Shuffles", rows.into_iter().chain(tabular).chain(deck))
}
