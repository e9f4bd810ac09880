//! Rounds settled and judged in parallel, in batches of fixed size merged in order.

use crate::cards::Dealt;
use crate::case::RoundCase;
use crate::list::CHECKS;
use crate::observer::{Observer, SettledWager, SettledWagers};
use crate::runnable::Runnable;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_engine::{Category, RoundState, SettledHand};
use feltproof_model::workpaper::{CategoryCount, Counts};
use feltproof_model::{Action, HandRow, Seat, Wager, WagerSet};
use feltproof_record::{ClosedRounds, Register, Round, SettledRound, settled_round};
use rayon::prelude::*;

/// Rounds a batch: large enough to be worth a thread, small enough to keep threads even.
const BATCH_ROUNDS: usize = 512;

/// What some rounds came to.
pub(crate) struct Judged<O> {
    pub(crate) tallies: Vec<Tally>,
    pub(crate) register: Register,
    pub(crate) counts: Counts,
    pub(crate) categories: Categories,
    pub(crate) observer: O,
    /// The cards of the rounds, in their order, where randomness is tested.
    pub(crate) dealt: Vec<Dealt>,
}

impl<O: Observer> Judged<O> {
    /// Nothing yet.
    pub(crate) fn new() -> Self {
        Self {
            tallies: CHECKS.iter().map(|check| Tally::of(check.code)).collect(),
            register: Register::default(),
            counts: Counts::default(),
            categories: Categories::default(),
            observer: O::default(),
            dealt: Vec::new(),
        }
    }

    /// Both together; exceptions of `other` stand after ours.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        for (tally, more) in self.tallies.iter_mut().zip(other.tallies) {
            tally.merge(more);
        }
        self.register.merge(other.register);
        add_counts(&mut self.counts, &other.counts);
        self.categories.add(&other.categories);
        self.observer.merge(other.observer);
        self.dealt.extend(other.dealt);
        self
    }
}

/// Settles, judges and clears rounds; the result does not depend on the number of threads.
pub(crate) fn judge_rounds<O: Observer>(
    scope: &Scope,
    runnable: &Runnable,
    ClosedRounds { rounds, rows: all_rows }: &mut ClosedRounds,
) -> Judged<O> {
    let batches: Vec<Judged<O>> = rounds
        .par_chunks_mut(BATCH_ROUNDS)
        .map(|batch| {
            let mut judged = Judged::new();
            let (mut room, mut rows) = (Room::default(), Vec::with_capacity(16));
            for round in batch {
                round.copy_rows(all_rows, &mut rows);
                judge_round(scope, (round, &rows), runnable, &mut room, &mut judged);
                round.clear();
            }
            judged
        })
        .collect();
    batches.into_iter().fold(Judged::new(), Judged::merge)
}

/// What a round came to, in memory that the next round uses again.
#[derive(Default)]
struct Room {
    hands: Vec<SettledHand>,
    wagers: Vec<SettledWager>,
}

fn judge_round<O: Observer>(
    scope: &Scope,
    (round, rows): (&Round, &[HandRow]),
    runnable: &Runnable,
    Room { hands, wagers }: &mut Room,
    judged: &mut Judged<O>,
) {
    let round = settled_round(scope, round, rows, hands);
    let case = RoundCase { scope, of: &round };
    for (at, run) in &runnable.rounds {
        run(&case, &mut judged.tallies[*at]);
    }
    if !case.rows.is_empty() {
        count(&round, &mut judged.counts);
        judged.categories.count(&round);
        judged.counts.wagers_untestable += decided(&round, wagers);
        let (table, day, dealer) = (round.table_id, round.day, round.dealer);
        judged.observer.settled(&SettledWagers { table, day, dealer, wagers });
        if runnable.dealt {
            judged.dealt.push(Dealt::of(&case));
        }
    }
    judged.register.note(&round);
}

/// Counts of hand categories, players and dealers, lowest category first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Categories([[u64; 2]; 8]);

fn count(round: &SettledRound<'_>, counts: &mut Counts) {
    counts.rounds += 1;
    counts.rounds_void += u64::from(round.outcome.state == RoundState::Void);
    for (_, row, _) in round.players() {
        counts.hands += 1;
        counts.hands_folded += u64::from(row.action == Action::Fold);
        counts.hands_untestable += u64::from(row.action == Action::Fold && row.cards.is_empty());
        counts.staked_micros += row.stake.total_micros();
        counts.returned_micros += row.returned.total_micros();
    }
}

impl Categories {
    fn count(&mut self, round: &SettledRound<'_>) {
        for (row, settled) in round.rows.iter().zip(round.settled) {
            if let Some(rank) = settled.rank {
                let side = usize::from(!matches!(row.seat, Seat::Player(_)));
                self.0[rank.category() as usize][side] += 1;
            }
        }
    }

    /// By name, highest first; empty when no cards were recorded.
    pub(crate) fn named(&self) -> Vec<CategoryCount> {
        if self.0.iter().all(|c| *c == [0, 0]) {
            return Vec::new();
        }
        let named = Category::ALL.iter().zip(self.0);
        named
            .map(|(category, [players, dealers])| CategoryCount {
                category: category.title(),
                players,
                dealers,
            })
            .rev()
            .collect()
    }

    /// Adds what another part of the record gave.
    fn add(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
    }
}

/// Puts every wager that is decided into `wagers`, which is emptied first; gives how many with a stake
/// or a payment are not.
fn decided(round: &SettledRound<'_>, wagers: &mut Vec<SettledWager>) -> u64 {
    wagers.clear();
    let mut undecided = 0;
    for (i, row, settled) in round.players() {
        // To these two something else may count, a bonus or an award.
        let at_least = settled.made.with(Wager::Ante).with(Wager::Progressive);
        let moved = WagerSet::of(&row.returned).union(WagerSet::of(&settled.owed)).union(at_least);
        for wager in moved.iter() {
            let (staked, paid) = (row.stake[wager], row.returned[wager]);
            let is_nothing = staked.is_zero() && paid.is_zero();
            match round.owed(i, wager) {
                Some(owed) if is_nothing && owed.is_zero() => {}
                Some(owed) => {
                    wagers.push(SettledWager { seat: row.seat, wager, staked, owed, paid });
                }
                // An award that is missing is AWD-001's.
                None if is_nothing || wager == Wager::Progressive && round.lacks_award(i) => {}
                None => undecided += 1,
            }
        }
    }
    undecided
}

fn add_counts(sum: &mut Counts, more: &Counts) {
    sum.rounds += more.rounds;
    sum.rounds_void += more.rounds_void;
    sum.hands += more.hands;
    sum.hands_folded += more.hands_folded;
    sum.hands_untestable += more.hands_untestable;
    sum.wagers_untestable += more.wagers_untestable;
    sum.staked_micros += more.staked_micros;
    sum.returned_micros += more.returned_micros;
}
