//! What the controllers of linked tables record: the procedure of a round, and the modes that
//! shufflers are set to. The card swipe of an award is `link.rs`'s, since it depends on the meter.

use feltproof_model::{Action, Money, Wager};

use crate::calendar::MINUTE;
use crate::fault::Fault;
use crate::floor::{COVER_ALL_MODE, PLAIN_MODE};
use crate::journals::{ALONE, ControllerRecord, dealer_of};
use crate::referee::House;
use crate::round::{Mark, Round};
use crate::system::System;

/// When a round is started whose fault is that it was settled before, in thousandths of it.
pub(crate) const STARTED_LATE: i64 = 450;

/// Who sets the shufflers.
const SUPERVISOR: &str = "S02";

/// Before play, the shuffler of every table with Cover All is set to the mode for it.
pub(crate) fn opening_modes(houses: &[House]) -> Vec<ControllerRecord> {
    let covered = (0..).zip(houses).filter(|(_, house)| house.paytable(Wager::CoverAll).is_some());
    let set = |(table, _)| ControllerRecord {
        table,
        round: 1,
        event: "shuffler_mode",
        value: COVER_ALL_MODE.to_owned(),
        actor: SUPERVISOR.to_owned(),
        ..ControllerRecord::default()
    };
    covered.map(set).collect()
}

/// A record of a round.
fn record(
    round: &Round,
    event: &'static str,
    seat: Option<u8>,
    value: &str,
    actor: &str,
) -> ControllerRecord {
    let value = value.to_owned();
    ControllerRecord { seat, value, ..ControllerRecord::of(round, event, actor) }
}

/// COIN IN with the lit sensors, and when.
fn coin_in(round: &Round, dealer: &str) -> (i64, ControllerRecord) {
    let mut lit = round.lit();
    let mut coin_in = record(round, "coin_in", None, &numbers(&lit), dealer);
    if let Some(fault @ Fault::SensorNotLit) = round.fault {
        lit.pop();
        let expected = std::mem::replace(&mut coin_in.value, numbers(&lit));
        coin_in.marks.push(Mark::words(fault, expected, &coin_in.value));
    }
    if let Some(fault @ Fault::PlayedWhileClosed) = round.fault {
        coin_in.marks.push(Mark::money(fault, round.progressive(), Money::ZERO));
    }
    let mut started = 0;
    if let Some(fault @ Fault::CoinInAfterSettlement) = round.fault {
        started = STARTED_LATE;
        // By more than clocks may differ only in a round of minutes.
        if round.length > 5 * MINUTE {
            coin_in.marks.push(Mark::words(fault, "before the settlement", "after it"));
        }
    }
    (started, coin_in)
}

/// The hand buttons of the awards of a round and the steps that confirm them, but for the card swipe.
fn award_steps(round: &Round, system: System, dealer: &str) -> Vec<(i64, ControllerRecord)> {
    let mut events = Vec::new();
    if round.fault == Some(Fault::AwardWithoutAuthorisation) {
        return events;
    }
    for (i, award) in (0..).zip(&round.awards) {
        let is_shared = round.fault == Some(Fault::OneConfirmation);
        let at = 500 + if is_shared { 10 } else { 120 } * i;
        let hand = match round.fault {
            Some(Fault::TrayButtonForAward) => "four_of_a_kind",
            _ => award.share.hand,
        };
        let button = record(round, "hand_button", Some(award.seat), hand, dealer);
        if round.fault == Some(Fault::AwardButtonUndone) {
            events.push((at - 20, button.clone()));
        }
        events.push((at, button));
        let steps = system.confirmation().iter().filter(|_| i == 0 || !is_shared);
        for (n, (after, event)) in steps.enumerate() {
            let mut step = record(round, event, None, "", "S01");
            if let Some(fault @ Fault::ConfirmByTheDealer) = round.fault.filter(|_| n == 0) {
                dealer.clone_into(&mut step.actor);
                step.marks.push(Mark::words(fault, "supervisor or executive", dealer));
            }
            if let Some(fault @ Fault::OnePersonAlone) = round.fault {
                ALONE.clone_into(&mut step.actor);
                let mark = (n == 0).then(|| Mark::words(fault, "two people", "E01 alone"));
                step.marks.extend(mark);
            }
            if let Some(fault @ Fault::ConfirmedAwardRemoved) = round.fault
                && *event == "j_pot"
            {
                step.marks.push(Mark::words(fault, "an award", "none"));
            }
            events.push((at + after, step));
        }
    }
    events
}

/// The controller's records of a round, each at so many thousandths, but for the card swipe.
pub(crate) fn controller_events(round: &Round, system: System) -> Vec<(i64, ControllerRecord)> {
    let record = |event, seat, value: &str, actor: &str| record(round, event, seat, value, actor);
    let dealer = dealer_of(round);
    let mut events = Vec::new();
    if let Some(fault @ Fault::AnotherShufflerMode) = round.fault {
        let mut set = record("shuffler_mode", None, PLAIN_MODE, SUPERVISOR);
        set.marks.push(Mark::words(fault, COVER_ALL_MODE, PLAIN_MODE));
        let mut back = record("shuffler_mode", None, COVER_ALL_MODE, SUPERVISOR);
        back.round += 1;
        events.extend([(0, set), (970, back)]);
    }
    events.push(coin_in(round, &dealer));
    if let Some(seat) = round.slip {
        for at in [300, 330] {
            events.push((at, record("hand_button", Some(seat), "four_aces", &dealer)));
        }
    }
    if let Some(reason) = round.void {
        let mut void = record("void", None, reason, &dealer);
        if let Some(fault @ Fault::VoidAgainstCards) = round.fault {
            void.marks.push(Mark::words(fault, reason, "five cards in every hand"));
        }
        events.push((400, void));
    }
    events.extend(award_steps(round, system, &dealer));
    for (at, (seat, hand)) in (410..).step_by(5).zip(tray_pays(round)) {
        events.push((at, record("hand_button", Some(seat), hand, &dealer)));
    }
    if let Some((seat, hand, mark)) = stray_button(round) {
        let mut button = record("hand_button", Some(seat), hand, &dealer);
        button.marks.push(mark);
        events.push((450, button));
    }
    events.push((950, record("end_game", None, "", &dealer)));
    if round.fault == Some(Fault::ReducedForAJam) {
        events.push((970, record("fault", None, "shuffler jam", "")));
    }
    if let Some(fault @ Fault::HandButtonAfterEndGame) = round.fault {
        let mut stray = record("hand_button", Some(2), "four_aces", &dealer);
        stray.marks.push(Mark::words(fault, "nothing after end_game", "hand_button"));
        events.push((980, stray));
    }
    debug_assert!(round.void.is_none() || round.rows.iter().all(|r| r.hand.action == Action::Void));
    events
}

/// The seats that win from the tray, with their hands; none that was taken for the meter's winner.
fn tray_pays(round: &Round) -> impl Iterator<Item = (u8, &'static str)> + '_ {
    let winners = round.rows.iter().filter(|_| round.void.is_none());
    let winners = winners.filter_map(|row| Some((row.hand.seat.player()?, row.tray?)));
    let is_unpressed = round.fault == Some(Fault::TrayButtonMissing);
    winners.filter(move |(seat, _)| {
        !is_unpressed && round.awards.iter().all(|award| award.seat != *seat)
    })
}

/// A hand button that is left on where it does not belong.
fn stray_button(round: &Round) -> Option<(u8, &'static str, Mark)> {
    match round.fault? {
        fault @ Fault::ButtonOfAnotherHand => {
            let mark = Mark::words(fault, "three_of_a_kind", "straight_flush");
            Some((5, "straight_flush", mark))
        }
        fault @ Fault::ButtonAtUnlitSeat => {
            let lit = format!("one of the lit seats {}", numbers(&round.lit()));
            Some((6, "three_of_a_kind", Mark::words(fault, lit, "seat 6")))
        }
        _ => None,
    }
}

fn numbers(seats: &[u8]) -> String {
    seats.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}
