//! STA-007: cards dealt are not those that the shuffler dispensed. The procedure is described in
//! `sta_007.md`.

use super::{Fill, RoundCase, Tally};
use crate::cards::dealing_order;
use feltproof_model::{Card, HandRow, ShufflerEvent, ShufflerKind};

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

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // A misdeal is dealt wrongly; of the others a hand may be missing, or the cards of another round
    // of the same number be meant.
    let has_cards = case.rows.iter().any(|row| !row.cards.is_empty());
    if let Some(hole) = case.holes.shuffler.filter(|_| case.dispensed.is_empty() && has_cards) {
        tally.tested += 1;
        return tally.left_open(hole.of(case.scope), || {
            format!("What was dispensed for round {} of table {}", case.round, case.table.id)
        });
    }
    let is_open = case.may_lack_a_hand() || case.repeated || case.is_void();
    if case.dispensed.is_empty() || case.rows.is_empty() || is_open {
        return;
    }
    let hands: Vec<&HandRow> = dealing_order(case).iter().map(|at| &case.rows[*at]).collect();
    let sizes: Vec<usize> = hands.iter().map(|row| case.rules.cards_for(row.seat)).collect();
    let with_cards = hands.iter().filter(|row| !row.cards.is_empty()).count();
    if with_cards == 0 {
        return;
    }
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
    tally.tested += with_cards as u64;
    if !packets.is_empty() && packets.len() != hands.len() {
        let (n, m) = (packets.len(), hands.len());
        tally.push(case.at_round().words(format!("{n} hands"), format!("{m} hands")).because(
            format!(
                "The shuffler of table {} dispensed {n} packets for round {}, and {m} hands are on \
                 record: a packet has no hand, or a hand no packet.",
                case.table.id, case.round
            ),
        ));
        return;
    }
    // One way of handing out must account for every hand; the one that accounts for most is reported.
    let found = candidates.iter().map(|(how, cards)| (how, cards, wrong(&hands, cards)));
    let Some((how, cards, wrong)) = found.min_by_key(|(_, _, wrong)| wrong.len()) else { return };
    let Some(first) = wrong.first().copied() else { return };
    let (row, expected) = (hands[first], in_words(cards[first]));
    let others = match wrong.len() - 1 {
        0 => String::new(),
        1 => "; another hand of the round differs too".to_owned(),
        n => format!("; {n} other hands of the round differ too"),
    };
    tally.push(case.at_row(row).words(expected.clone(), row.cards.pretty()).because(
        format!(
            "Handed out {how} to the occupied seats from the lowest, the dealer last, what the shuffler \
             of table {} dispensed for round {} gives seat {} the cards {expected}; the hands journal has \
             {}{others}.",
            case.table.id,
            case.round,
            row.seat,
            row.cards.pretty()
        ),
    ));
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
