//! Tests of reading the decks and events of a shuffler's journal.

use super::*;
use feltproof_model::{Card, ShufflerKind};

#[track_caller]
fn bad(record: &str, reason: &str) {
    assert_eq!(problem("shuffler", SHUFFLER, record), reason);
}

/// The whole pack, clubs first, with spaces.
fn pack() -> String {
    let cards = (0..Card::PACK).map(|n| Card::new(n).unwrap().to_string());
    cards.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_event_reads() {
    let deck = pack();
    let text = format!(
        "{SHUFFLER}1,2026-10-31T18:00:00,C4P-1,7,deck,,{deck},\n\
         2,2026-10-31T18:00:01,C4P-1,,packet,2,As 10d qs,seat 2\n\
         3,2026-10-31T18:00:02,Tíjuana,,mode,,,Four Card Poker\n\
         4,2026-10-31T18:00:03,C4P-1,8,fault,,,\"card jam, exit\"\n"
    );
    let whole = read("shuffler", "", &text);
    assert_eq!(whole.problems, []);
    let kinds: Vec<ShufflerKind> = whole.shuffler.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, ShufflerKind::ALL);
    let [deck, packet, mode, fault] = whole.shuffler.as_slice() else { panic!() };
    let numbers: Vec<u8> = deck.cards.iter().map(|c| c.number()).collect();
    assert_eq!(numbers, (0..52).collect::<Vec<u8>>());
    assert_eq!((deck.line, deck.seq, deck.round, deck.packet), (2, 1, Some(7), 0));
    let names: Vec<String> = packet.cards.iter().map(ToString::to_string).collect();
    assert_eq!((names.join(" ").as_str(), packet.packet, packet.round), ("As Td Qs", 2, None));
    assert_eq!((mode.table, mode.value.as_str()), (TableId(1), "Four Card Poker"));
    assert_eq!((fault.value.as_str(), fault.cards.len()), ("card jam, exit", 0));
    assert_eq!(whole.summary.kind, "shuffler");
}

/// What the shuffler recorded is kept, right or wrong: a deck of 51 cards, one with a card twice.
#[test]
fn a_deck_that_is_none_is_a_record() {
    let whole = pack();
    let short = whole.strip_prefix("2c ").unwrap();
    let twice = whole.replace("2c", "Ad");
    let long = format!("{whole} {}", "As ".repeat(12));
    for (cards, count) in [(short, 51), (&twice, 52), (&long, 64)] {
        let text = format!("{SHUFFLER}1,2026-10-31T18:00:00,C4P-1,7,deck,,{cards},\n");
        let read = read("shuffler", "", text);
        assert_eq!((read.problems.len(), read.shuffler[0].cards.len()), (0, count));
    }
}

#[test]
fn what_an_event_needs() {
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,DECK,,As,",
        "event is `DECK`, but the events of a shuffler are deck, packet, mode, fault; correct the \
         record",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,deck,1,As,",
        "packet is `1`, but event `deck` is of no packet; empty the field or correct the event",
    );
    for packet in ["", "0", "27", "+1", "x"] {
        bad(
            &format!("1,2026-10-31T18:00:00,C4P-1,7,packet,{packet},As,"),
            &format!(
                "packet is `{packet}`, not a whole number from 1 to 26; give the place of the \
                 packet in its deck, 1 for the first dispensed"
            ),
        );
    }
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,deck,,,",
        "cards of the deck are empty, so what left the shuffler is not known; add them",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,deck,,As Jk 2c,",
        "cards of the deck have `Jk`, which is not a card such as As or Td; write cards as in As Ks \
         Qs Js 2d",
    );
    bad(
        &format!("1,2026-10-31T18:00:00,C4P-1,7,deck,,{} {}As,", pack(), "As ".repeat(12)),
        "the deck has 65 cards, and a record of one has at most 64; write one deck a record",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,packet,1,As Ks Qs Js Ts 9s 8s 7s 6s,",
        "the packet has 9 cards, and a record of one has at most 8; write one packet a record",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,mode,,As,x",
        "cards are `As`, but event `mode` has none; empty the field or correct the event",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,fault,,, ",
        "value of fault is empty, so it is not known which; write it as in card jam",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,x,deck,,As,",
        "round is `x`, not a whole number from 1 to 4294967295; give the number of the round at \
         its table",
    );
}

#[test]
fn blocks_and_pieces_make_no_difference() {
    let mut text = SHUFFLER.to_owned();
    for seq in 0..200 {
        let second = seq % 60;
        let rotated = pack().split_off(3 * (seq % 40)) + " As";
        text += &format!("{seq},2026-10-31T18:00:{second:02},C4P-1,{},deck,,{rotated},\n", seq + 1);
    }
    let engagement = engagement("shuffler", "cards = \"dealt-order\"");
    assert!(engagement.journals[0].cards_in_dealt_order);
    let whole = read_sized(text.as_bytes(), &engagement, 1 << 20, 1);
    assert_eq!(whole.shuffler.len(), 200);
    for (block, pieces) in [(1, 1), (700, 3), (4096, 8)] {
        assert_eq!(read_sized(text.as_bytes(), &engagement, block, pieces), whole);
    }
}
