//! The round that is under way when the gaming day turns: its records stand in both days.
//!
//! The new day may play the same number. What stands before the next round opens belongs to the one under
//! way, since a table plays one at a time. It counts to the day in which it began, whose number it bears.

use crate::numbered::is_end;
use crate::open_rounds::OpenRounds;
use crate::round::{LAG_MICROS, Round};
use feltproof_model::{ControllerEvent, ControllerKind, ManagerEvent, ManagerKind, Timestamp};

/// How long after the end of a round something of it may still be recorded: a minute.
const AFTER_END_MICROS: i64 = 60 * 1_000_000;

/// Gives the oldest open round, when it is the last of its gaming day, what the next day has of it.
pub(crate) fn take_back(open: &mut OpenRounds<Round>) {
    let Some((first, second)) = open.first_two() else { return };
    let next = second.0;
    let same = (next, first.1, 0);
    if first.2 != 0 || !first.0.is_just_before(next) || open.get(same).is_none() {
        return;
    }
    let others = open.entries().filter(|(key, _)| key.0 == next && key.1 != first.1);
    let other = others.map(|(_, round)| began(round)).min();
    let (Some(mut old), Some(mut later)) = (open.remove(first), open.remove(same)) else { return };
    let again = (next, first.1, 1);
    let second_rows = open.get(again).map(|round| round.time);
    let limits = Limits::of(&old, &later, other, second_rows);
    give_events(&mut old, &mut later, &limits);
    old.moved = true;
    if old.rows.is_empty() && !later.rows.is_empty() && later.time < limits.opens {
        give_rows(&mut old, &mut later);
        if let Some(mut round) = open.remove(again) {
            round.controller.append(&mut later.controller);
            round.manager.append(&mut later.manager);
            round.last = round.last.max(later.last);
            round.sets_mode |= later.sets_mode;
            later = round;
        }
    }
    open.or_open(first, || old);
    if !(later.rows.is_empty() && later.controller.is_empty() && later.manager.is_empty()) {
        open.or_open(same, || later);
    }
}

fn began(round: &Round) -> Timestamp {
    let controller = round.controller.iter().map(|e| e.time);
    let manager = round.manager.iter().map(|e| e.time);
    let rows = (!round.rows.is_empty()).then_some(round.time);
    controller.chain(manager).chain(rows).min().unwrap_or(round.time)
}

/// What tells the records of the round under way from those of the next one of its number.
struct Limits {
    /// When the next round opens at the table, whichever it is.
    opens: Timestamp,
    /// The controller's coin-in of the round under way, else the manager's.
    began: Option<Timestamp>,
    ended: Option<Timestamp>,
    settled: Option<Timestamp>,
}

impl Limits {
    fn of(
        old: &Round,
        later: &Round,
        other: Option<Timestamp>,
        second_rows: Option<Timestamp>,
    ) -> Self {
        let rows = |round: &Round| (!round.rows.is_empty()).then_some(round.time);
        let began = coin_ins(&old.controller).next().or(manager_coin_ins(&old.manager).next());
        let ended = old.controller.iter().filter(|e| is_end(e.kind)).map(|e| e.time).min();
        let settled = rows(old);
        // What the round under way has already, the next one of its number brings again.
        let own_coin_in = coin_ins(&old.controller).next().is_some() || ended.is_some();
        let own_of_manager = manager_coin_ins(&old.manager).next().is_some();
        let again = [
            coin_ins(&later.controller).nth(usize::from(!own_coin_in)),
            manager_coin_ins(&later.manager).nth(usize::from(!own_of_manager)),
            if settled.is_some() { rows(later) } else { second_rows },
            other,
        ];
        let opens = again.into_iter().flatten().min().unwrap_or(Timestamp::LATEST);
        Self { opens, began, ended, settled }
    }

    /// True for a coin-in of the round under way: nearer to its beginning than to the next, before its end.
    fn is_coin_in(&self, time: Timestamp) -> bool {
        let near = self.began.is_none_or(|began| {
            time.micros_since(began) <= LAG_MICROS.into()
                && time.0.abs_diff(began.0) < time.0.abs_diff(self.opens.0)
        });
        near && time < self.opens
            && self.ended.is_none_or(|ended| time < ended)
            && self.settled.is_none_or(|settled| time < settled)
    }

    /// True for what else belongs to it.
    fn is_of_it(&self, time: Timestamp) -> bool {
        let in_time = |ended: Timestamp| time <= ended.plus_micros(AFTER_END_MICROS);
        time < self.opens && self.ended.is_none_or(in_time)
    }
}

fn coin_ins(events: &[ControllerEvent]) -> impl Iterator<Item = Timestamp> {
    events.iter().filter(|e| e.kind == ControllerKind::CoinIn).map(|e| e.time)
}

fn manager_coin_ins(events: &[ManagerEvent]) -> impl Iterator<Item = Timestamp> {
    events.iter().filter(|e| e.kind == ManagerKind::CoinIn).map(|e| e.time)
}

fn give_events(old: &mut Round, later: &mut Round, limits: &Limits) {
    let is_of_it = |is_coin_in, time| match is_coin_in {
        true => limits.is_coin_in(time),
        false => limits.is_of_it(time),
    };
    for event in std::mem::take(&mut later.controller) {
        let is_of_it = is_of_it(event.kind == ControllerKind::CoinIn, event.time);
        let to = if is_of_it { &mut *old } else { &mut *later };
        to.sets_mode |= event.kind == ControllerKind::ShufflerMode;
        to.last = to.last.max(event.time);
        to.controller.push(event);
    }
    for event in std::mem::take(&mut later.manager) {
        let is_of_it = is_of_it(event.kind == ManagerKind::CoinIn, event.time);
        let to = if is_of_it { &mut *old } else { &mut *later };
        to.last = to.last.max(event.time);
        to.manager.push(event);
    }
}

fn give_rows(old: &mut Round, later: &mut Round) {
    old.rows = std::mem::take(&mut later.rows);
    old.time = later.time;
    old.last = old.last.max(later.time);
    old.has_dealer = std::mem::take(&mut later.has_dealer);
    old.dealer = std::mem::take(&mut later.dealer);
    old.other_dealer = later.other_dealer.take();
    old.repeated = std::mem::take(&mut later.repeated);
}
