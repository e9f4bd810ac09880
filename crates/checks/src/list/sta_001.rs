//! STA-001: deck of a shuffler is not a full deck. The procedure is described in `sta_001.md`.

use super::{Fill, ShufflerCase, Tally};
use feltproof_model::{Card, ShufflerKind};

/// Cards named in a sentence; of more, their number is enough.
const NAMED: usize = 6;

fn list(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().take(NAMED).map(|card| card.pretty()).collect();
    match cards.len() - names.len() {
        0 => names.join(" "),
        more => format!("{} and {more} more", names.join(" ")),
    }
}

pub(super) fn run(case: &ShufflerCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let event = case.event;
    let is_deck = event.kind == ShufflerKind::Deck;
    let mut seen = if is_deck { 0 } else { case.before };
    let mut again: Vec<Card> = Vec::new();
    for card in &*event.cards {
        let mask = 1_u64 << card.number();
        if seen & mask != 0 {
            again.push(*card);
        }
        seen |= mask;
    }
    let is_missing = |card: &Card| is_deck && seen & 1 << card.number() == 0;
    let missing: Vec<Card> = (0..Card::PACK).filter_map(Card::new).filter(is_missing).collect();
    if again.is_empty() && missing.is_empty() {
        return;
    }
    let count = event.cards.len();
    let mut faults = Vec::new();
    if !again.is_empty() {
        faults.push(format!("{} again", list(&again)));
    }
    if !missing.is_empty() {
        faults.push(format!("{} missing", list(&missing)));
    }
    let faults = faults.join(", ");
    let (expected, recorded, what) = if is_deck {
        let recorded = format!("{count} cards: {faults}");
        ("52 different cards".to_owned(), recorded, "deck".to_owned())
    } else {
        let what = format!("packet {}", event.packet);
        ("each card of a deck once".to_owned(), faults.clone(), what)
    };
    let round = event.round.map_or_else(String::new, |round| format!(" for round {round}"));
    tally.push(case.exception().words(expected, recorded).because(format!(
        "The {what} that the shuffler of table {} dispensed{round} has {count} cards: {faults}. A \
         standard pack holds each of its 52 cards once: the pack is wrong, or the shuffler read it \
         wrongly.",
        case.scope.table(event.table).id
    )));
}
