//! `shuffle`: decks or deals of one file, tested for randomness.

use crate::Ending;
use crate::args::{InnerOrder, Shuffle};
use crate::random::count::{Played, Records, full_decks};
use crate::random::decks::{self, Reading, Shape};
use crate::random::input::Input;
use crate::random::output::{self, Declared};
use crate::random::paper::{Paper, paper};
use crate::random::{hands, journal, self_test};
use feltproof_checks::standard::SampleKind;
use feltproof_model::workpaper::FileDigest;
use feltproof_stats::Randomness;
use feltproof_stats::deal::{Deals, Options};

pub(super) fn run(args: &Shuffle) -> Result<Ending, String> {
    super::on_threads(args.judging.threads, || {
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
        let reading = reading(args)?;
        let input = Input::open(file, "Counting")?;
        let (input, result) = counted(input, args, reading)?;
        output::report(&args.judging, stage, &declared(args, reading), vec![input], vec![result])
    })
}

/// What the file is declared to be.
fn reading(args: &Shuffle) -> Result<Reading, String> {
    let shape = match (args.dealt.as_deref(), args.packets) {
        (None, None) => Shape::Full,
        (None, Some(size)) => {
            let last = args.last_packet.unwrap_or(size);
            Shape::Packets { size, last, ordered: args.inner_order == InnerOrder::Dealt }
        }
        (Some("any"), _) => Shape::First(None),
        (Some(number), _) => match number.parse::<u8>() {
            Ok(dealt) if dealt == args.cards => Shape::Full,
            Ok(dealt) if (1..args.cards).contains(&dealt) => Shape::First(Some(dealt)),
            _ => {
                return Err(format!(
                    "--dealt {number} is not a number of cards from 1 to {} (--cards), nor `any`",
                    args.cards
                ));
            }
        },
    };
    Ok(Reading { cards: args.cards, shape, first: args.first })
}

/// A battery with its input, ready to be reported.
type Counted = (FileDigest, Randomness);

fn counted(mut input: Input, args: &Shuffle, reading: Reading) -> Result<Counted, String> {
    let (cards, lag) = (usize::from(reading.cards), usize::from(args.decks_in_use));
    let categories =
        matches!(reading.shape, Shape::Packets { size: 5, last: 5, .. }) && cards == 52;
    let mut options = match reading.shape {
        Shape::Full => full_decks(cards, args.dealer.as_deref())?,
        _ if cards == 52 => Options::cards_52(),
        _ => Options::default(),
    };
    if categories {
        options.categories = Some(hands::category_law());
    }
    let (dealt, kind) = match reading.shape {
        Shape::Full => (cards, SampleKind::Decks),
        Shape::First(Some(dealt)) => (usize::from(dealt), SampleKind::Deals),
        _ => (0, SampleKind::Deals),
    };
    let deals = Deals::new(cards, lag, options).map_err(|e| e.to_string())?;
    let mut all = Played::new(Records { deals, shape: reading.shape, categories }, args, dealt)?;
    let faults = decks::read(&mut input, args.raw, reading, &mut all)?;
    let mut battery = all.counter.deals.battery();
    battery.tests.extend(all.position_tests());
    let standard = args.judging.standard()?;
    let input = input.finish();
    let paper_of = Paper {
        source: input.file.clone(),
        level_one_in: args.judging.level_one_in,
        standard: standard.as_ref().map(|s| (s, kind)),
        labels: (0..reading.cards).map(|label| reading.name(label)).collect(),
        faults,
        notes: Vec::new(),
    };
    Ok((input, paper(battery, paper_of)))
}

/// What was declared on the command line.
fn declared(args: &Shuffle, reading: Reading) -> Declared {
    let record = match reading.shape {
        Shape::Full => "full decks".to_owned(),
        Shape::First(None) => "the first cards of each deck, however many".to_owned(),
        Shape::First(Some(dealt)) => format!("the first {dealt} cards of each deck"),
        Shape::Packets { size, last, ordered } => {
            let order = if ordered { "in the order dealt" } else { "in unknown order" };
            let dealer = if last == size { String::new() } else { format!(", the last of {last}") };
            format!("hands of {size} cards{dealer}, in dealing order, the cards of a hand {order}")
        }
    };
    let rows = [
        ("Cards of a full deck", Some(reading.cards.to_string())),
        ("A record is", Some(record)),
        ("Decks in use by turns", Some(args.decks_in_use.to_string())),
        ("Positions of the dealer's hand", args.dealer.clone()),
        ("Standard", args.judging.profile.clone()),
    ];
    Declared::new("Shuffles", rows)
}
