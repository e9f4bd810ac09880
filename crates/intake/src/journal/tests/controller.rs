//! Tests of reading the events of a table controller's journal.

use super::*;
use feltproof_model::{ControllerKind, HAND_BUTTONS, Seat, SeatSet};

#[track_caller]
fn bad(record: &str, reason: &str) {
    assert_eq!(problem("controller", CONTROLLER, record), reason);
}

#[test]
fn every_event_reads() {
    let mut text = CONTROLLER.to_owned();
    for (seq, kind) in ControllerKind::ALL.into_iter().enumerate() {
        let (seat, value) = match kind {
            ControllerKind::CoinIn => ("", "6 1 3"),
            ControllerKind::HandButton => ("3", "four_aces"),
            ControllerKind::ShufflerMode => ("", "Four Card Poker Cover All"),
            ControllerKind::Void => ("", "\"misdeal, five cards\nat seat 2\""),
            _ => ("", ""),
        };
        text += &format!("{seq},2026-10-31T18:00:00,C4P-1,7,{},{seat},{value},S01\n", kind.name());
    }
    let whole = read("controller", "", &text);
    assert_eq!(whole.problems, []);
    let kinds: Vec<ControllerKind> = whole.controller.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, ControllerKind::ALL);
    let [coin_in, button, ..] = whole.controller.as_slice() else { panic!() };
    assert_eq!((coin_in.lit, coin_in.value.as_str()), (SeatSet::parse(b"1 3 6").unwrap(), ""));
    assert_eq!((button.seat, button.value.as_str()), (Some(Seat::Player(3)), "four_aces"));
    assert_eq!((button.seq, button.round, button.actor.as_str()), (1, 7, "S01"));
    assert_eq!((button.table, button.line), (TableId(0), 3));
    let void = whole.controller.iter().find(|e| e.kind == ControllerKind::Void).unwrap();
    assert_eq!(void.value, "misdeal, five cards\nat seat 2");
    let mode = whole.controller.last().unwrap();
    assert_eq!((mode.value.as_str(), mode.round), ("Four Card Poker Cover All", 7));
    // The quoted field holds a line feed: the event after it stands two lines below.
    assert_eq!((void.line, whole.controller[10].line), (11, 13));
}

#[test]
fn what_an_event_needs() {
    bad(
        "x,2026-10-31T18:00:00,C4P-1,7,end_game,,,",
        "seq is `x`, not a whole number from 0 to 18446744073709551615; give the source's own \
         running number",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,game_over,,,",
        "event is `game_over`, but the events of a controller are coin_in, hand_button, key_jph, \
         j_pot, key_run, confirm, supervisor_card, executive_card, end_game, void, fault, \
         shuffler_mode; correct the record",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,hand_button,,four_aces,",
        "event `hand_button` needs the seat of a player, and seat is empty; add it",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,hand_button,D,four_aces,",
        "event `hand_button` needs the seat of a player, 1 to 9, and seat is `D`; correct the \
         record",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,hand_button,3,,",
        &format!(
            "value of hand_button is empty, so the hand selected is not known; write which of {}",
            HAND_BUTTONS.join(", ")
        ),
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,hand_button,B4,four_aces,",
        "event `hand_button` needs the seat of a player, 1 to 9, and seat is `B4`; correct the \
         record",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,shuffler_mode,,,S01",
        "value of shuffler_mode is empty, so the mode set is not known; write it as the engagement \
         does, as in Four Card Poker",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,7,coin_in,,1 1,",
        "value of coin_in is `1 1`, which is not a list of seats 1 to 9, each once, with spaces \
         between; write the lit sensors as in 1 3 6",
    );
    bad(
        "1,2026-10-31T18:00:00,C4P-1,,fault,,power,",
        "round is ``, not a whole number from 1 to 4294967295; give the number of the round at \
         its table",
    );
    let empty =
        read("controller", "", format!("{CONTROLLER}1,2026-10-31T18:00:00,C4P-1,7,coin_in,,,"));
    assert_eq!(empty.controller[0].lit, SeatSet::EMPTY);
}

#[test]
fn a_hand_button_selects_a_hand_of_the_closed_list() {
    let record = |hand: &str| format!("1,2026-10-31T18:00:00,C4P-1,7,hand_button,3,{hand},D01");
    for hand in HAND_BUTTONS {
        let whole = read("controller", "", format!("{CONTROLLER}{}\n", record(hand)));
        assert_eq!((whole.problems.len(), whole.controller[0].value.as_str()), (0, hand));
    }
    for (hand, meant) in [
        ("banana", ""),
        ("four_ace", " (did you mean `four_aces`?)"),
        ("Four Aces", " (did you mean `four_aces`?)"),
        ("royal_flush ", " (did you mean `royal_flush`?)"),
    ] {
        let reason = format!(
            "value of hand_button is `{hand}`{meant}, but the hands that a progressive pays are {}; \
             correct the record",
            HAND_BUTTONS.join(", ")
        );
        bad(&record(hand), &reason);
    }
}
