//! Days with the decks on record: every hand is dealt from the deck of its round, and each fault of a
//! shuffler is what it says. The journals are read here as plain text.

use crate::common::memory::{Memory, day, with_fault};
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{Fault, Plan, simulate};
use std::collections::{BTreeMap, BTreeSet};

fn recorded(game: GameKind, seed: u64, rounds: u32) -> Plan {
    Plan { shuffler_journal: true, ..Plan::of(game, seed, rounds) }
}

/// Decks by table and round, in the order of the journal.
fn decks(files: &Memory) -> Vec<((String, u32), Vec<String>)> {
    let deck = |f: Vec<&str>| {
        assert_eq!((f[4], f[5], f[7]), ("deck", "", ""));
        ((f[2].to_owned(), f[3].parse().unwrap()), f[6].split(' ').map(str::to_owned).collect())
    };
    files.records("shuffler.csv").into_iter().map(deck).collect()
}

/// The cards of each round in the order of its rows, which is that of dealing.
fn dealt(files: &Memory) -> BTreeMap<(String, u32), Vec<String>> {
    let mut all: BTreeMap<(String, u32), Vec<String>> = BTreeMap::new();
    for f in files.records("hands.csv") {
        let cards = all.entry((f[2].to_owned(), f[0].parse().unwrap())).or_default();
        cards.extend(f[5].split(' ').map(str::to_owned));
    }
    all
}

#[test]
fn every_hand_comes_from_the_top_of_a_whole_deck() {
    for game in GameKind::ALL {
        let (files, summary) = day(&recorded(game, 3, 400));
        assert_eq!((summary.shuffler, summary.exceptions, summary.scripted), (400, 0, 0));
        assert!(summary.to_string().contains(", 400 in shuffler; an audit must find 0"));
        let dealt = dealt(&files);
        let decks = decks(&files);
        assert_eq!((decks.len(), dealt.len()), (400, 400));
        for (round, deck) in &decks {
            let whole: BTreeSet<&String> = deck.iter().collect();
            assert_eq!((deck.len(), whole.len()), (52, 52));
            let cards = &dealt[round];
            assert_eq!(cards[..], deck[..cards.len()], "{game:?} {round:?}");
        }
        let times: Vec<&str> = files.records("shuffler.csv").iter().map(|f| f[1]).collect();
        assert!(times.len() == 400);
        for (i, f) in files.records("shuffler.csv").iter().enumerate() {
            assert_eq!(f[0], (i + 1).to_string());
        }
        let engagement = files.text("engagement.toml");
        assert!(engagement.contains("kind = \"shuffler\"") && engagement.contains("[randomness]"));
    }
}

/// The standard day and the day with decks on record are dealt from the same chance.
#[test]
fn without_the_journal_nothing_changes() {
    let (files, summary) = day(&Plan::new(7, 200));
    assert!(!files.0.contains_key("shuffler.csv") && summary.shuffler == 0);
    assert!(!files.text("engagement.toml").contains("randomness"));
}

/// Rising sequences of a deck against the deck before.
fn rising(before: &[String], now: &[String]) -> usize {
    let place = |card: &String| now.iter().position(|c| c == card).unwrap();
    1 + before.windows(2).filter(|w| place(&w[1]) < place(&w[0])).count()
}

#[test]
fn each_fault_of_a_machine_is_what_it_says() {
    let of_first = |fault: Fault| -> Vec<Vec<String>> {
        let (files, _) = with_fault(800, 5, fault);
        let first = decks(&files).remove(0).0.0;
        decks(&files).into_iter().filter(|d| d.0.0 == first).map(|d| d.1).collect()
    };
    let riffled = of_first(Fault::DecksOnlyRiffled);
    // Five riffles leave at most 32 rising sequences, a fair shuffle 26.5 on average.
    let mean = |decks: &[Vec<String>]| {
        decks.windows(2).map(|w| rising(&w[0], &w[1])).sum::<usize>() * 10 / (decks.len() - 1)
    };
    assert!(riffled.windows(2).all(|w| rising(&w[0], &w[1]) <= 32));
    let stuck = of_first(Fault::CardSticks);
    // Standard deviation 0.15 in each mean: five riffles have 17.7 on average.
    assert!(mean(&riffled) < 210 && (255..275).contains(&mean(&stuck)), "{}", mean(&riffled));
    let first = stuck.iter().filter(|deck| deck[0] == "2c").count();
    // 200 rounds: 23 expected with the fault, 4 without.
    assert!((12..=36).contains(&first), "{first}");
    let again = of_first(Fault::DeckComesAgain);
    let unique: BTreeSet<&Vec<String>> = again.iter().collect();
    assert_eq!((again.len() - unique.len(), &again[19]), (1, &again[59]));
}

#[test]
fn faults_of_one_deck_stand_in_one_record() {
    let (files, _) = with_fault(400, 6, Fault::CardTwiceInADeck);
    let line: usize = files.records("faults.csv")[0][3].parse().unwrap();
    let twice = |deck: &[String]| deck.iter().collect::<BTreeSet<_>>().len() == 51;
    let wrong: Vec<usize> =
        (2..).zip(decks(&files)).filter(|(_, d)| twice(&d.1)).map(|(i, _)| i).collect();
    assert_eq!(wrong, [line]);
    let (files, _) = with_fault(400, 6, Fault::HandNotDispensed);
    let dealt = dealt(&files);
    let differs = |d: &&((String, u32), Vec<String>)| dealt[&d.0][..] != d.1[..dealt[&d.0].len()];
    let all = decks(&files);
    let wrong: Vec<_> = all.iter().filter(differs).collect();
    let row = &files.records("faults.csv")[0];
    assert_eq!(wrong.len(), 1);
    assert_eq!((wrong[0].0.0.as_str(), wrong[0].0.1.to_string().as_str()), (row[5], row[4]));
    let record = files.lines("hands.csv")[row[3].parse::<usize>().unwrap() - 1];
    assert!(record.contains(&format!(",{} ", row[8])), "{record} begins with {}", row[8]);
}

#[test]
fn folded_hands_may_be_concealed() {
    let plan = Plan { conceals_folded: true, ..recorded(GameKind::Crazy4Washington, 4, 200) };
    let (files, _) = day(&plan);
    let records = files.records("hands.csv");
    let folded: Vec<_> = records.iter().filter(|f| f[6] == "fold").collect();
    assert!(folded.len() > 50 && folded.iter().all(|f| f[5].is_empty()));
    assert!(records.iter().filter(|f| f[6] != "fold").all(|f| !f[5].is_empty()));
}

#[test]
fn what_needs_decks_on_record_is_refused_without() {
    let refused = |plan: &Plan| simulate(plan, &mut Memory::default()).unwrap_err().to_string();
    let mut plan = Plan::new(1, 200);
    plan.faults = vec![Fault::CardSticks];
    assert_eq!(
        refused(&plan),
        "the fault `card-sticks` needs decks on record, and this day has no shuffler journal; ask \
         for one"
    );
    plan.shuffler_journal = true;
    plan.faults.push(Fault::DeckComesAgain);
    assert_eq!(
        refused(&plan),
        "the faults `card-sticks` and `deck-comes-again` are of one shuffler; simulate a day for \
         each"
    );
}
