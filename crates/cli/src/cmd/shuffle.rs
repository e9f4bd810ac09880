//! `shuffle`: decks or deals of one file, tested for randomness.

use crate::Ending;
use crate::args::{InnerOrder, Shuffle};
use crate::random::count::{Played, Records, full_decks};
use crate::random::decks;
use crate::random::input::{Input, Table};
use crate::random::output::{self, Declared};
use crate::random::paper::{Paper, paper};
use crate::random::{hands, journal, self_test};
use feltproof_checks::standard::SampleKind;
use feltproof_intake::samples::{DeckForm, DeckReader, Shape};
use feltproof_model::workpaper::FileDigest;
use feltproof_stats::Randomness;
use feltproof_stats::deal::{Deals, Options, PACKETS_MAX};
use std::path::Path;

pub(super) fn run(args: &Shuffle) -> Result<Ending, String> {
    super::on_threads(args.judging.threads, || {
        let without_rows = match (&args.file, args.raw) {
            (None, _) => Some("a self-test"),
            (Some(_), true) => Some("--raw"),
            (Some(_), false) => None,
        };
        without_rows.map_or(Ok(()), |what| args.tabular.refused(what))?;
        let Some(file) = &args.file else { return self_test::decks(args) };
        let stage = output::prepare(&args.judging, file)?;
        if !args.raw && journal::is_one(file) {
            journal::refuse_options(file, args)?;
            let (input, results) = journal::judged(file, args)?;
            let declared = journal::declared(args);
            return output::report(&args.judging, stage, &declared, vec![input], results);
        }
        if args.table.is_some() {
            return Err(format!(
                "--table is for a shuffler journal, and {} is none",
                file.display()
            ));
        }
        let form = form(args)?;
        let (input, result) = counted(file, args, &form)?;
        output::report(&args.judging, stage, &declared(args, &form), vec![input], vec![result])
    })
}

/// What the file is declared to be.
fn form(args: &Shuffle) -> Result<DeckForm, String> {
    let cards = args.cards.count();
    let shape = match (args.dealt.as_deref(), args.packets) {
        (None, None) => Shape::Full,
        (None, Some(size)) => {
            let last = args.last_packet.unwrap_or(size);
            let ordered = args.inner_order == InnerOrder::Dealt;
            Shape::Packets { size, last, ordered, hands_max: PACKETS_MAX }
        }
        (Some("any"), _) => Shape::First(None),
        (Some(number), _) => match number.parse::<u8>() {
            Ok(dealt) if dealt == cards => Shape::Full,
            Ok(dealt) if (1..cards).contains(&dealt) => Shape::First(Some(dealt)),
            _ => {
                return Err(format!(
                    "--dealt {number} is not a number of cards from 1 to {cards} (--cards), nor `any`"
                ));
            }
        },
    };
    Ok(DeckForm { cards, pack: args.cards.pack().cloned(), shape, first: args.first })
}

/// A battery with its input, ready to be reported.
type Counted = (FileDigest, Randomness);

fn counted(file: &Path, args: &Shuffle, form: &DeckForm) -> Result<Counted, String> {
    let (cards, lag) = (usize::from(form.cards), usize::from(args.decks_in_use));
    let categories = matches!(form.shape, Shape::Packets { size: 5, last: 5, .. }) && cards == 52;
    let mut options = match form.shape {
        Shape::Full => full_decks(cards, args.dealer.as_deref())?,
        Shape::First(_) | Shape::Packets { .. } if cards == 52 => Options::cards_52(),
        Shape::First(_) | Shape::Packets { .. } => Options::default(),
    };
    if categories {
        options.categories = Some(hands::category_law());
    }
    let (dealt, kind) = match form.shape {
        Shape::Full => (cards, SampleKind::Decks),
        Shape::First(Some(dealt)) => (usize::from(dealt), SampleKind::Deals),
        Shape::First(None) | Shape::Packets { .. } => (0, SampleKind::Deals),
    };
    let deals = Deals::new(cards, lag, options).map_err(|e| e.to_string())?;
    let mut all = Played::new(Records { deals, shape: form.shape, categories }, args, dealt)?;
    let (input, labels, faults, notes) = if args.raw {
        let mut input = Input::open(file, "Counting")?;
        let faults = decks::read_raw(&mut input, form, &mut all)?;
        (input.finish()?, decks::raw_names(form), faults, Vec::new())
    } else {
        let Table { export, place, end } =
            Table::open(file, args.tabular.sheet.as_deref(), "Counting")?;
        let options = args.tabular.options(args.deck_column.as_ref());
        let mut reader = DeckReader::new(export, place.clone(), form.clone(), &options)?;
        let faults = decks::read(&mut reader, &place, form.shape, &mut all)?;
        let (labels, mut notes) = (reader.names(), reader.finish()?);
        let (input, more) = end.finish()?;
        notes.extend(more);
        (input, labels, faults, notes)
    };
    let mut battery = all.counter.deals.battery();
    battery.tests.extend(all.position_tests());
    let standard = args.judging.standard()?;
    let paper_of = Paper {
        source: input.file.clone(),
        level_one_in: args.judging.level_one_in,
        standard: standard.as_ref().map(|s| (s, kind)),
        labels,
        faults,
        notes,
    };
    Ok((input, paper(battery, paper_of)))
}

/// What was declared on the command line.
fn declared(args: &Shuffle, form: &DeckForm) -> Declared {
    let record = match form.shape {
        Shape::Full => "full decks".to_owned(),
        Shape::First(None) => "the first cards of each deck, however many".to_owned(),
        Shape::First(Some(dealt)) => format!("the first {dealt} cards of each deck"),
        Shape::Packets { size, last, ordered, hands_max: _ } => {
            let order = if ordered { "in the order dealt" } else { "in unknown order" };
            let dealer = if last == size { String::new() } else { format!(", the last of {last}") };
            format!("hands of {size} cards{dealer}, in dealing order, the cards of a hand {order}")
        }
    };
    let rows = [
        ("Cards of a full deck", Some(form.cards.to_string())),
        ("A record is", Some(record)),
        ("Decks in use by turns", Some(args.decks_in_use.to_string())),
        ("Positions of the dealer's hand", args.dealer.clone()),
        ("Standard", args.judging.profile.clone()),
    ];
    let tabular = args.tabular.declared();
    let deck = [("Column of the deck's number", args.deck_column.clone())];
    Declared::new("Shuffles", rows.into_iter().chain(tabular).chain(deck))
}
