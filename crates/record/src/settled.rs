//! A round with what the reference says every wager of it is owed: the one place where a round is settled.

use crate::cuts::{self, Cuts};
use crate::hole::Hole;
use crate::round::{LinkHours, Round};
use crate::subject::Subject;
use feltproof_engine::{
    Banked, Explainer, RoundSettlement, RoundState, SettledHand, TableRules, settle_void,
};
use feltproof_model::engagement::{CalendarDay, Link, Table, TableApproval};
use feltproof_model::{
    Action, ControllerKind, HandRow, LinkId, ManagerEvent, ManagerKind, Money, Seat, SeatSet,
    TableId, Wager, WagerSet,
};
use std::cell::OnceCell;
use std::ops::Deref;

/// One round of the record with its settlement.
pub struct SettledRound<'a> {
    record: &'a Round,
    /// What is audited.
    pub subject: &'a Subject,
    /// Rules of its table on its calendar day: without the posted aggregate limits that cut nothing.
    pub rules: &'a TableRules,
    /// Which posted aggregate limits cut nothing, or may.
    pub cuts: Cuts,
    /// Of each row the wagers left open since it cannot be told whether a limit cuts them; empty where there are none.
    open_by_limit: Vec<WagerSet>,
    /// Wagers of each row that an approval pays otherwise from a moment on before which they may have been made.
    open_by_approval: Vec<WagerSet>,
    /// Which table.
    pub table_id: TableId,
    /// The table.
    pub table: &'a Table,
    /// Calendar day, by whose law it is judged: that of COIN IN, or of its settlement where that is not on record.
    pub calendar_day: CalendarDay,
    /// The first and the last calendar day on which the wagers before its cards may have been made.
    pub wagered_on: [CalendarDay; 2],
    /// The same of the wager that is made after the cards.
    pub raised_on: [CalendarDay; 2],
    /// Rows of the hands journal; empty when it has none.
    pub rows: &'a [HandRow],
    /// What the reference says each row is owed, in the order of `rows`.
    pub settled: &'a [SettledHand],
    /// The same by the paytable of each further meter that the table feeds: what counts is the progressive.
    pub further: Vec<Vec<SettledHand>>,
    /// How the reference settled the round.
    pub outcome: RoundSettlement,
    /// Seats lit at COIN IN or given an award that have no row, though the round has others.
    pub without_row: SeatSet,
    /// True for a second instance of a round number; any events belong to the first.
    pub repeated: bool,
    /// How its wagers were settled, once somebody wants it in words.
    explainer: OnceCell<Explainer<'a>>,
}

impl Deref for SettledRound<'_> {
    type Target = Round;

    fn deref(&self) -> &Round {
        self.record
    }
}

/// Settles a round by the engine, unless the controller declared it void, and leaves open what depends on
/// other hands where one may be unreadable. `rows` are its rows ([`Round::copy_rows`]); `hands` is room
/// that is used again.
pub fn settled_round<'a>(
    subject: &'a Subject,
    round: &'a Round,
    rows: &'a [HandRow],
    hands: &'a mut Vec<SettledHand>,
) -> SettledRound<'a> {
    let table_id = TableId(round.table);
    let [wagered_on, raised_on] = days_of_wagers(subject, round);
    let [_, calendar_day] = wagered_on;
    let wagered = round.wagered_at();
    let alike = subject.days_alike(table_id, calendar_day, wagered);
    let rules = alike.map_or_else(|| subject.rules_at(table_id, wagered), |days| &days.rules);
    let seats = rows.iter().map(|row| row.seat);
    let without_row = round.without_row(subject.table(table_id), seats);
    let is_void = round.controller.iter().any(|e| e.kind == ControllerKind::Void);
    let may_lack_a_hand =
        !rows.is_empty() && (round.holes.hands.is_some() || !without_row.is_empty());
    let settle = |rules: &TableRules, hands: &mut Vec<SettledHand>| {
        hands.clear();
        let mut outcome = (subject.settle)(rules, rows, hands);
        if outcome.state != RoundState::Void && is_void {
            // Whatever the hands journal made of it.
            outcome.state = RoundState::Void;
            settle_void(rules, rows, hands);
        }
        if may_lack_a_hand && outcome.state == RoundState::Settled {
            leave_open(rules, rows, hands);
        }
        outcome
    };
    let outcome = settle(rules, hands);
    let without_open = alike.and_then(|days| days.without_open.as_ref());
    let open_by_limit = without_open.map_or_else(Vec::new, |rules| {
        let mut other = Vec::new();
        settle(rules, &mut other);
        cuts::leave_open(hands, &other)
    });
    let open_by_approval = open_by_approval(subject, round, hands, settle);
    let further = subject.further(table_id, wagered).iter().map(|(_, rules)| {
        let mut hands = Vec::new();
        settle(rules, &mut hands);
        hands
    });
    let further = further.collect();
    SettledRound {
        record: round,
        subject,
        rules,
        cuts: alike.map_or_else(Cuts::default, |days| days.cuts),
        open_by_limit,
        open_by_approval,
        table_id,
        table: subject.table(table_id),
        calendar_day,
        wagered_on,
        raised_on,
        rows,
        settled: hands,
        further,
        outcome,
        without_row,
        // A round that only stands too late has the events of its number; a repetition has none.
        repeated: round.repeated && round.controller.is_empty() && round.manager.is_empty(),
        explainer: OnceCell::new(),
    }
}

/// On which calendar days the wagers before the cards of a round may have been made, and that after them: the first and
/// the last of each.
fn days_of_wagers(subject: &Subject, round: &Round) -> [[CalendarDay; 2]; 2] {
    let day_of = |time| subject.engagement.calendar_day(round.day, time);
    let [first, last] = round.wagered_between().map(day_of);
    [[first, last], [first, day_of(round.time)]]
}

/// Leaves open what is owed otherwise by the paytables of its table that were approved before, where the wagers may have
/// been made under them.
fn open_by_approval(
    subject: &Subject,
    round: &Round,
    hands: &mut [SettledHand],
    settle: impl Fn(&TableRules, &mut Vec<SettledHand>) -> RoundSettlement,
) -> Vec<WagerSet> {
    let table = TableId(round.table);
    if subject.table(table).approvals.is_empty() {
        return Vec::new();
    }
    let [first, last] = round.wagered_between().map(|time| subject.rules_at(table, time));
    if std::ptr::eq(first, last) {
        return Vec::new();
    }
    let mut other = Vec::new();
    settle(first, &mut other);
    cuts::leave_open(hands, &other)
}

/// With a hand that may not be on record: what depends on the other hands cannot be decided.
fn leave_open(rules: &TableRules, rows: &[HandRow], settled: &mut [SettledHand]) {
    for wager in Wager::ALL.into_iter().filter(|w| depends_on_others(rules, rows, *w)) {
        // Nothing is owed for what was not wagered, whatever the other hands are.
        let staked_as = match wager {
            Wager::Envy => Wager::Progressive,
            Wager::AnteBonus => Wager::Ante,
            other => other,
        };
        let own = rows.iter().zip(&mut *settled).filter(|(row, _)| !row.stake[staked_as].is_zero());
        for (_, hand) in own {
            hand.testable = hand.testable.without(wager);
        }
    }
}

/// True for a wager that the other hands of its round may decide.
fn depends_on_others(rules: &TableRules, rows: &[HandRow], wager: Wager) -> bool {
    let bank = || rows.iter().any(|r| r.seat.is_banker() && !r.stake[Wager::Bank].is_zero());
    let shared = matches!(wager, Wager::CoverAll | Wager::Envy | Wager::Bank);
    shared && rules.offers(wager) || rules.aggregate(wager).is_some() || bank()
}

impl SettledRound<'_> {
    /// What must be handed back for a wager of a row (by its place); `None` where the record does not decide
    /// it. A meter award counts here only where the engagement declares that the hands journal holds it, with
    /// the amount of the manager journal; the automatic bonus counts to the Ante without a column of its own.
    #[inline]
    pub fn owed(&self, row: usize, wager: Wager) -> Option<Money> {
        let settled = &self.settled[row];
        if !settled.testable.contains(wager) {
            return None;
        }
        let owed = settled.owed[wager];
        match wager {
            Wager::AnteBonus if self.bonus_stands_with_ante() => Some(Money::ZERO),
            Wager::Ante if self.bonus_stands_with_ante() => {
                let bonus = settled.owed[Wager::AnteBonus];
                let is_known = settled.testable.contains(Wager::AnteBonus);
                owed.checked_add(bonus).filter(|_| is_known)
            }
            Wager::Progressive if self.subject.meter_award_in_hands() => {
                if self.lacks_award(row) {
                    return None;
                }
                let mut with_award = owed;
                for (link, _) in self.meters() {
                    // The last one: an award that was wrong is backed out and recorded anew.
                    let last =
                        self.awards(row, link).last().map_or(Money::ZERO, |award| award.amount);
                    with_award = with_award.checked_add(last)?;
                }
                // An award without a winning hand is a fault of its own, paid out or held back.
                let is_as_awarded = self.rows[row].returned[wager] == with_award;
                let is_won = self.wins_share(row) || is_as_awarded;
                Some(if is_won { with_award } else { owed })
            }
            _ => Some(owed),
        }
    }

    /// True when a hand of it may not be on record.
    pub fn may_lack_a_hand(&self) -> bool {
        !self.rows.is_empty() && (self.holes.hands.is_some() || !self.without_row.is_empty())
    }

    /// True when a wager is left open since a hand of the round may not be on record.
    pub fn is_left_open(&self, wager: Wager) -> bool {
        self.may_lack_a_hand()
            && self.outcome.state == RoundState::Settled
            && depends_on_others(self.rules, self.rows, wager)
    }

    /// True when a wager of a row is left open since it cannot be told whether a posted aggregate limit cuts it.
    pub fn is_open_by_limit(&self, row: usize, wager: Wager) -> bool {
        self.open_by_limit.get(row).is_some_and(|open| open.contains(wager))
    }

    /// The approval from which on a wager of a row is paid otherwise, where it is left open since it may have been made
    /// before.
    pub fn open_by_approval(&self, row: usize, wager: Wager) -> Option<&TableApproval> {
        self.open_by_approval.get(row).filter(|open| open.contains(wager))?;
        self.table.approval_at(self.wagered_at())
    }

    /// True when a row wins a share that belongs into the hands journal, and no award says how much.
    #[inline]
    pub fn lacks_award(&self, row: usize) -> bool {
        self.subject.meter_award_in_hands()
            && self.meters().any(|(link, settled)| {
                settled[row].meter_share.is_some()
                    && settled[row].testable.contains(Wager::Progressive)
                    && self.awards(row, link).next().is_none()
            })
    }

    fn awards(&self, row: usize, link: LinkId) -> impl Iterator<Item = &ManagerEvent> {
        let seat = Some(self.rows[row].seat);
        let of = move |e: &&ManagerEvent| e.kind == ManagerKind::Award && e.seat == seat;
        self.manager.iter().filter(of).filter(move |e| e.link == link || !self.table.feeds(e.link))
    }

    /// Every meter that the table feeds, the first one first, with what each row wins of it.
    pub fn meters(&self) -> impl Iterator<Item = (LinkId, &[SettledHand])> {
        let further = self.further.iter().map(Vec::as_slice);
        self.table.links.iter().copied().zip(std::iter::once(self.settled).chain(further))
    }

    /// True when the hand of a row wins a share of a meter.
    pub fn wins_share(&self, row: usize) -> bool {
        self.meters().any(|(_, settled)| settled[row].meter_share.is_some())
    }

    /// How a wager of a row was settled, in words.
    pub fn explained(&self, row: usize, wager: Wager) -> String {
        self.explainer().text(row, wager)
    }

    /// How its wagers were settled, in words.
    pub fn explainer(&self) -> &Explainer<'_> {
        self.explainer
            .get_or_init(|| Explainer::new(self.rules, self.rows, self.settled, self.outcome))
    }

    /// Rows of players, with their settlement and place.
    #[inline]
    pub fn players(&self) -> impl Iterator<Item = (usize, &HandRow, &SettledHand)> {
        self.rows
            .iter()
            .zip(self.settled)
            .enumerate()
            .filter(|(_, (row, _))| matches!(row.seat, Seat::Player(_)))
            .map(|(i, (row, settled))| (i, row, settled))
    }

    /// Every wager that a player made, seat by seat in report order: its row and its stake.
    #[inline]
    pub fn wagers_made(&self) -> impl Iterator<Item = (&HandRow, Wager, Money)> {
        self.players().flat_map(|(_, row, settled)| {
            settled.made.iter().map(move |wager| (row, wager, row.stake[wager]))
        })
    }

    /// The row of the hand that the players play against: the house dealer's or the player banker's.
    #[inline]
    pub fn opponent_row(&self) -> Option<&HandRow> {
        self.rows.iter().find(|r| self.rules.is_opponent(r.seat))
    }

    /// The place of the player banker's row, where a player keeps the bank.
    pub fn banker(&self) -> Option<usize> {
        if self.rules.banked() == Banked::House {
            return None;
        }
        self.rows.iter().position(|r| r.seat.is_banker())
    }

    /// True when the automatic bonus stands in the returned column of the Ante.
    #[inline]
    pub fn bonus_stands_with_ante(&self) -> bool {
        self.subject.bonus_stands_with_ante(self.rules)
    }

    /// True when the round tells only of the mode of the shuffler, set for the next: nothing was dealt.
    pub fn is_mode_alone(&self) -> bool {
        !self.controller.is_empty() && self.is_nothing_but(&[ControllerKind::ShufflerMode])
    }

    /// True where all that is on record of it is that its controller failed.
    pub fn is_fault_alone(&self) -> bool {
        self.controller.iter().any(|e| e.kind == ControllerKind::Fault)
            && self.is_nothing_but(&[ControllerKind::Fault, ControllerKind::ShufflerMode])
    }

    fn is_nothing_but(&self, kinds: &[ControllerKind]) -> bool {
        self.rows.is_empty()
            && self.manager.is_empty()
            && self.controller.iter().all(|e| kinds.contains(&e.kind))
    }

    /// Where wagers were registered while a link was closed and none counted in: which link, the line that
    /// closed it, and where an opening may be missing.
    pub fn played_while_closed(&self) -> Option<(LinkId, u32, Option<Hole>)> {
        let LinkHours::Closed { link, line, hole } = self.link_hours else { return None };
        let mut coin_ins = self.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
        let is_counted_in = coin_ins.any(|e| e.link == link || !self.table.feeds(e.link));
        (!is_counted_in).then_some((link, line, hole))
    }

    /// True when the round is void.
    #[inline]
    pub fn is_void(&self) -> bool {
        self.outcome.state == RoundState::Void
    }

    /// True when the round is void and by ruling its progressive wagers stand for the redeal.
    pub(crate) fn progressive_stands(&self) -> bool {
        self.is_void() && self.rules.progressive_stands_when_void()
    }

    /// True when somebody declared the round void, in the hands journal or on the controller.
    pub fn is_declared_void(&self) -> bool {
        self.rows.iter().any(|r| r.action == Action::Void)
            || self.controller.iter().any(|e| e.kind == ControllerKind::Void)
    }

    /// The first link of the table.
    #[inline]
    pub fn link(&self) -> Option<&Link> {
        self.table.link().map(|l| self.subject.link(l))
    }
}
