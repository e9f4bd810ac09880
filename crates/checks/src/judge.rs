//! Rounds settled and judged in parallel, in batches of fixed size merged in order.

use crate::assemble::Round;
use crate::audit::{Categories, Observer, SettledWager};
use crate::cards::Dealt;
use crate::case::{AwardHand, RoundCase};
use crate::frame::Tally;
use crate::registry::CHECKS;
use crate::runnable::Runnable;
use crate::scope::Scope;
use crate::settle_up::{HandFacts, Register, VoidRound};
use feltproof_engine::{RoundState, SettledHand, TableRules};
use feltproof_model::workpaper::Counts;
use feltproof_model::{
    Action, ControllerKind, HandRow, ManagerKind, Money, Seat, TableId, Wager, WagerSet,
};
use rayon::prelude::*;
use smallvec::SmallVec;

/// Rounds a batch: large enough to be worth a thread, small enough to keep threads even.
const BATCH_ROUNDS: usize = 512;

/// What some rounds came to.
pub struct Judged<O> {
    pub tallies: Vec<Tally>,
    pub register: Register,
    pub counts: Counts,
    pub categories: Categories,
    pub observer: O,
    /// The cards of the rounds, in their order, where randomness is tested.
    pub dealt: Vec<Dealt>,
}

impl<O: Observer> Judged<O> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            tallies: CHECKS.iter().map(|_| Tally::default()).collect(),
            register: Register::default(),
            counts: Counts::default(),
            categories: Categories::default(),
            observer: O::default(),
            dealt: Vec::new(),
        }
    }

    /// Both together; exceptions of `other` stand after ours.
    pub fn merge(mut self, other: Self) -> Self {
        for (tally, more) in self.tallies.iter_mut().zip(other.tallies) {
            tally.merge(more);
        }
        self.register.merge(other.register);
        crate::audit::add_counts(&mut self.counts, &other.counts);
        self.categories.add(&other.categories);
        self.observer.merge(other.observer);
        self.dealt.extend(other.dealt);
        self
    }
}

/// Settles and judges rounds; the result does not depend on the number of threads.
pub fn judge_rounds<O: Observer>(
    scope: &Scope,
    runnable: &Runnable,
    rounds: &[Box<Round>],
) -> Judged<O> {
    let batches: Vec<Judged<O>> = rounds
        .par_chunks(BATCH_ROUNDS)
        .map(|batch| {
            let mut judged = Judged::new();
            let mut settled = Vec::with_capacity(16);
            for round in batch {
                judge_round(scope, round, runnable, &mut settled, &mut judged);
            }
            judged
        })
        .collect();
    batches.into_iter().fold(Judged::new(), Judged::merge)
}

fn judge_round<O: Observer>(
    scope: &Scope,
    round: &Round,
    runnable: &Runnable,
    settled: &mut Vec<SettledHand>,
    judged: &mut Judged<O>,
) {
    let table_id = TableId(round.table);
    let rules = scope.rules(table_id);
    settled.clear();
    let rows: SmallVec<[HandRow<'_>; 12]> = round.rows.as_rows().iter().collect();
    let mut outcome = (scope.settle)(rules, &rows, settled);
    if outcome.state != RoundState::Void
        && round.controller.iter().any(|e| e.kind == ControllerKind::Void)
    {
        outcome.state = RoundState::Void;
        void_by_controller(rules, &rows, settled);
    }
    if round.unread && outcome.state == RoundState::Settled {
        leave_open(rules, &rows, settled);
    }
    let case = RoundCase {
        scope,
        rules,
        table_id,
        table: scope.table(table_id),
        round: round.round,
        time: round.time,
        dealer: &round.dealer,
        other_dealer: round.other_dealer.as_ref(),
        day: round.day,
        rows: &rows,
        settled,
        outcome: &outcome,
        controller: &round.controller,
        manager: &round.manager,
        shuffler: round.shuffler.as_ref(),
        dispensed: &round.dispensed,
        unread: round.unread,
        // A round that only stands too late has the events of its number; a repetition has none.
        repeated: round.repeated && round.controller.is_empty() && round.manager.is_empty(),
    };
    for (at, run) in &runnable.rounds {
        run(&case, &mut judged.tallies[*at]);
    }
    if !case.rows.is_empty() {
        count(&case, &mut judged.counts);
        judged.categories.count(&case);
        observe(&case, &mut judged.observer);
        judged.counts.wagers_untestable += untestable_wagers(&case);
        if runnable.dealt {
            judged.dealt.push(Dealt::of(&case));
        }
    }
    if case.table.link.is_some() || !case.manager.is_empty() {
        register(&case, &mut judged.register);
    }
}

/// With a hand that may not be on record: what depends on the other hands cannot be told.
fn leave_open(rules: &TableRules, rows: &[HandRow], settled: &mut [SettledHand]) {
    let bank = rows.iter().any(|r| r.seat.is_banker() && !r.stake[Wager::Bank].is_zero());
    for hand in settled {
        for wager in Wager::ALL {
            let shared = matches!(wager, Wager::CoverAll | Wager::Envy | Wager::Bank);
            if shared && rules.offers(wager) || bank || rules.aggregate(wager).is_some() {
                hand.testable = hand.testable.without(wager);
            }
        }
    }
}

/// A round declared void on the controller is void, whatever the hands journal made of it: the
/// stakes go back, and nothing else is won.
fn void_by_controller(rules: &TableRules, rows: &[HandRow], settled: &mut [SettledHand]) {
    let stands = progressive_stands(rules);
    for (row, hand) in rows.iter().zip(settled) {
        let rank = hand.rank;
        *hand = SettledHand { rank, owed: row.stake.to_map(), ..SettledHand::default() };
        hand.owed[Wager::Envy] = Money::ZERO;
        if stands {
            hand.owed[Wager::Progressive] = Money::ZERO;
        }
        hand.testable = WagerSet::ALL;
    }
}

/// By ruling the progressive wagers of a void round stay, with their contribution, for the redeal.
fn progressive_stands(rules: &TableRules) -> bool {
    rules.ruling("void_round") == "progressive-stands"
}

fn count(case: &RoundCase<'_>, counts: &mut Counts) {
    counts.rounds += 1;
    counts.rounds_void += u64::from(case.outcome.state == RoundState::Void);
    for (_, row, _) in case.players() {
        counts.hands += 1;
        counts.hands_folded += u64::from(row.action == Action::Fold);
        counts.hands_untestable += u64::from(row.action == Action::Fold && row.cards.is_empty());
        counts.staked_micros += row.stake.total_micros();
        counts.returned_micros += row.returned.total_micros();
    }
}

impl Categories {
    fn count(&mut self, case: &RoundCase<'_>) {
        for (row, settled) in case.rows.iter().zip(case.settled) {
            if let Some(rank) = settled.rank {
                let side = usize::from(!matches!(row.seat, Seat::Player(_)));
                self.0[rank.category() as usize][side] += 1;
            }
        }
    }

    /// Adds what another part of the record gave.
    pub fn add(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
    }
}

/// Wagers with a stake or a payment that the reference could not decide.
fn untestable_wagers(case: &RoundCase<'_>) -> u64 {
    let money = |row: &HandRow, w: Wager| !(row.stake[w].is_zero() && row.returned[w].is_zero());
    let undecided = case.players().flat_map(|(_, row, settled)| {
        let live = case.scope.live(case.table_id).iter().copied();
        live.filter(|w| !settled.testable.contains(*w) && money(row, *w))
    });
    u64::try_from(undecided.count()).unwrap_or(u64::MAX)
}

fn observe<O: Observer>(case: &RoundCase<'_>, observer: &mut O) {
    for (i, row, _) in case.players() {
        for wager in case.scope.live(case.table_id).iter().copied() {
            let (staked, paid) = (row.stake[wager], row.returned[wager]);
            let owed = crate::compare::owed(case, i, wager);
            let something = !(staked.is_zero() && paid.is_zero() && owed.is_zero());
            if something && crate::compare::is_decided(case, i, wager) {
                observer.settled(&SettledWager {
                    table: case.table_id,
                    dealer: case.dealer,
                    seat: row.seat,
                    day: case.day,
                    wager,
                    staked,
                    owed,
                    paid,
                });
            }
        }
    }
}

/// The hand behind an award at a seat whose record may be the one that could not be understood.
fn unreadable(case: &RoundCase<'_>) -> AwardHand {
    AwardHand {
        line: case.rows.first().map_or(0, |row| row.line),
        time: case.time,
        cards: String::new(),
        described: String::new(),
        share: None,
        stake: Money::ZERO,
        void: case.is_void(),
        known: false,
    }
}

/// Notes what awards and reversals will be matched with at the end.
fn register(case: &RoundCase<'_>, register: &mut Register) {
    if case.is_void() {
        let coin_ins = case.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
        for event in coin_ins {
            register.voids.push(VoidRound {
                day: case.day,
                table: case.table_id,
                round: case.round,
                coin_in: event.clone(),
                stands: progressive_stands(case.rules),
            });
        }
    }
    let mut awarded: SmallVec<[Seat; 2]> = case
        .manager
        .iter()
        .filter(|e| e.kind == ManagerKind::Award)
        .filter_map(|e| e.seat)
        .collect();
    let facts = |seat: Seat, hand: Option<AwardHand>| HandFacts {
        key: (case.day, case.table_id, case.round, seat),
        hand,
        controller: case.controller.iter().cloned().collect(),
    };
    for (_, row, settled) in case.players() {
        let is_awarded = awarded.contains(&row.seat);
        awarded.retain(|seat| *seat != row.seat);
        if !is_awarded && settled.meter_share.is_none() {
            continue;
        }
        let cards = row.cards.as_slice();
        let in_words = |rank| case.rules.progressive_hand_in_words(rank, cards);
        let described = settled.rank.map_or_else(String::new, in_words);
        let hand = AwardHand {
            line: row.line,
            time: row.time,
            cards: row.cards.pretty(),
            described,
            share: settled.meter_share,
            stake: row.stake[Wager::Progressive],
            void: case.is_void(),
            // Also a wager that was not made is known to win nothing.
            known: settled.testable.contains(Wager::Progressive),
        };
        register.hands.push(facts(row.seat, Some(hand)));
    }
    // An award at a seat without a hand still has its events on the controller.
    awarded.dedup();
    for seat in awarded {
        register.hands.push(facts(seat, case.unread.then(|| unreadable(case))));
    }
}
