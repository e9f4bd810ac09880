//! STA: decks and packets of a shuffler that are not what they should be, and hands that were dealt otherwise.
//!
//! What is tested of chance stands in `cards`.

use super::{Fill, RoundCase, ShufflerCase, Tally};
use crate::cards::dealing_order;
use feltproof_model::{Card, CauseKey, HandRow, ShufflerEvent, ShufflerKind};

/// Cards named in a sentence; of more, their number is enough.
const NAMED: usize = 6;

fn list(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().take(NAMED).map(|card| card.pretty()).collect();
    match cards.len() - names.len() {
        0 => names.join(" "),
        more => format!("{} and {more} more", names.join(" ")),
    }
}

/// Deck of a shuffler is not a full deck.
pub(super) fn sta_001(case: &ShufflerCase<'_>, tally: &mut Tally) {
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
    let faults = [(again, "again"), (missing, "missing")];
    let faults = faults.iter().filter(|(cards, _)| !cards.is_empty());
    let faults: Vec<String> = faults.map(|(cards, how)| format!("{} {how}", list(cards))).collect();
    if faults.is_empty() {
        return;
    }
    let (count, faults) = (event.cards.len(), faults.join(", "));
    let (found, what) = if is_deck {
        let recorded = format!("{count} cards: {faults}");
        (case.exception().words("52 different cards", recorded), "deck".to_owned())
    } else {
        let found = case.exception().words("each card of a deck once", &faults);
        (found, format!("packet {}", event.packet))
    };
    let round = event.round.map_or_else(String::new, |round| format!(" for round {round}"));
    tally.push(found.because(format!(
        "The {what} that the shuffler of table {} dispensed{round} has {count} cards: {faults}. A \
         standard pack holds each of its 52 cards once: the pack is wrong, or the shuffler read it \
         wrongly.",
        case.scope.table(event.table).id
    )));
}

fn mask(cards: impl IntoIterator<Item = Card>) -> u64 {
    cards.into_iter().fold(0, |mask, card| mask | 1 << card.number())
}

fn in_words(mask: u64) -> String {
    let cards = (0..Card::PACK).filter_map(Card::new).filter(|c| mask & 1 << c.number() != 0);
    cards.map(Card::pretty).collect::<Vec<_>>().join(" ")
}

/// What a deck gives to hands of these sizes: packet after packet, or one card to each in turn.
fn handed_out(deck: &[Card], sizes: &[usize], in_turn: bool) -> Option<Vec<u64>> {
    let mut cards = deck.iter().copied();
    if !in_turn {
        let packet = |size: &usize| {
            let packet: Vec<Card> = cards.by_ref().take(*size).collect();
            (packet.len() == *size).then(|| mask(packet))
        };
        return sizes.iter().map(packet).collect();
    }
    let mut hands = vec![0; sizes.len()];
    for turn in 0..sizes.iter().copied().max().unwrap_or(0) {
        for (hand, size) in hands.iter_mut().zip(sizes) {
            if turn < *size {
                *hand |= mask([cards.next()?]);
            }
        }
    }
    Some(hands)
}

/// Hands with cards that are not what was dispensed.
fn wrong(hands: &[&HandRow], dispensed: &[u64]) -> Vec<usize> {
    let is_wrong = |(row, cards): (&&HandRow, &u64)| {
        !row.cards.is_empty() && mask(row.cards.as_slice().iter().copied()) != *cards
    };
    (0..).zip(hands.iter().zip(dispensed)).filter(|(_, p)| is_wrong(*p)).map(|(i, _)| i).collect()
}

/// Cards dealt are not those that the shuffler dispensed.
pub(super) fn sta_007(case: &RoundCase<'_>, tally: &mut Tally) {
    let has_cards = case.rows.iter().any(|row| !row.cards.is_empty());
    let hole = case.holes.shuffler.filter(|_| case.dispensed.is_empty() && has_cards);
    if let Some(why) = case.why(hole) {
        tally.tested += 1;
        return tally.left_open(why, || format!("What was dispensed for {}", case.name()));
    }
    // A misdeal is dealt wrongly; others may lack a hand, or have cards of another of that number.
    let is_open = case.may_lack_a_hand() || case.repeated || case.is_void();
    if case.dispensed.is_empty() || !has_cards || is_open {
        return;
    }
    let hands: Vec<&HandRow> = dealing_order(case).iter().map(|at| &case.rows[*at]).collect();
    let sizes: Vec<usize> = hands.iter().map(|row| case.rules.cards_for(row.seat)).collect();
    let of = |kind| case.dispensed.iter().filter(move |event| event.kind == kind);
    let mut candidates: Vec<(&str, Vec<u64>)> = Vec::new();
    for deck in of(ShufflerKind::Deck) {
        for (in_turn, how) in [(false, "packet after packet"), (true, "card by card in turn")] {
            candidates.extend(handed_out(&deck.cards, &sizes, in_turn).map(|h| (how, h)));
        }
    }
    let packets: Vec<&ShufflerEvent> = latest_packets(of(ShufflerKind::Packet));
    if !packets.is_empty() {
        let dispensed = packets.iter().map(|p| mask(p.cards.iter().copied())).collect();
        candidates.push(("packet after packet", dispensed));
    }
    if candidates.is_empty() {
        return;
    }
    tally.tested += hands.iter().filter(|row| !row.cards.is_empty()).count() as u64;
    let (table, round) = (&case.table.id, case.round);
    if !packets.is_empty() && packets.len() != hands.len() {
        let (n, m) = (packets.len(), hands.len());
        let found = case.at_round().words(format_args!("{n} hands"), format_args!("{m} hands"));
        let found = found.suspected(Some(CauseKey::Dispensed));
        return tally.push(found.because(format!(
            "The shuffler of table {table} dispensed {n} packets for round {round}, and {m} hands are on \
             record: a packet has no hand, or a hand no packet."
        )));
    }
    // One way of handing out must account for every hand; the one that accounts for most is reported.
    let found = candidates.iter().map(|(how, cards)| (how, cards, wrong(&hands, cards)));
    let Some((how, cards, wrong)) = found.min_by_key(|(_, _, wrong)| wrong.len()) else { return };
    let [first, others @ ..] = wrong.as_slice() else { return };
    let is_most = wrong.len() * 2 > hands.len();
    let (row, expected) = (hands[*first], in_words(cards[*first]));
    let others = match others.len() {
        0 => String::new(),
        1 => "; another hand of the round differs too".to_owned(),
        n => format!("; {n} other hands of the round differ too"),
    };
    let dealt = row.cards.pretty();
    let found = case.at_row(row).words(&expected, &dealt);
    let found = found.suspected(is_most.then_some(CauseKey::Dispensed));
    tally.push(found.because(format!(
        "Handed out {how} to the occupied seats from the lowest, the dealer last, what the shuffler \
         of table {table} dispensed for round {round} gives seat {} the cards {expected}; the hands journal has \
         {dealt}{others}.",
        row.seat
    )));
}

/// The packets dispensed last under each number, in the order of the numbers.
fn latest_packets<'a>(packets: impl Iterator<Item = &'a ShufflerEvent>) -> Vec<&'a ShufflerEvent> {
    let mut latest: Vec<&ShufflerEvent> = Vec::new();
    for packet in packets {
        // A packet 1 begins the packets of another deck.
        if packet.packet == 1 {
            latest.clear();
        }
        latest.retain(|before| before.packet != packet.packet);
        latest.push(packet);
    }
    latest.sort_by_key(|packet| packet.packet);
    latest
}
