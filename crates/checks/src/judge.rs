//! Rounds settled and judged in parallel, in batches of fixed size merged in order.

use crate::cards::Dealt;
use crate::case::RoundCase;
use crate::drift::Shown;
use crate::list::CHECKS;
use crate::missing;
use crate::observer::{Observer, SettledWager, SettledWagers};
use crate::runnable::Runnable;
use crate::scope::Scope;
use crate::tally::{Compared, Tally};
use crate::unit::{self, Raised};
use crate::untested::payment;
use feltproof_engine::{Category, RoundState, SettledHand};
use feltproof_model::workpaper::{CategoryCount, Counts};
use feltproof_model::{Action, Date, HandRow, Seat, UntestedPayments, Wager, WagerSet};
use feltproof_record::{ClosedRounds, Register, Round, SettledRound, settled_round};
use rayon::prelude::*;

/// Rounds a batch: large enough to be worth a thread, small enough to keep threads even.
const BATCH_ROUNDS: usize = 512;

/// What some rounds came to.
pub(crate) struct Judged<O> {
    pub(crate) tallies: Vec<Tally>,
    /// The calendar day by whose law they are counted now.
    date: Option<Date>,
    pub(crate) register: Register,
    pub(crate) counts: Counts,
    pub(crate) categories: Categories,
    pub(crate) observer: O,
    /// The cards of the rounds, in their order, where randomness is tested.
    pub(crate) dealt: Vec<Dealt>,
    /// What the rounds show of another paytable of a progressive, in their order.
    pub(crate) shown: Vec<Shown>,
    pub(crate) untested_payments: UntestedPayments,
    /// Such payments are listed one by one, not only counted.
    lists_payments: bool,
}

impl<O: Observer> Judged<O> {
    pub(crate) fn new() -> Self {
        Self {
            tallies: CHECKS.iter().map(|check| Tally::of(check.code)).collect(),
            date: None,
            register: Register::default(),
            counts: Counts::default(),
            categories: Categories::default(),
            observer: O::default(),
            dealt: Vec::new(),
            shown: Vec::new(),
            untested_payments: UntestedPayments::default(),
            lists_payments: true,
        }
    }

    /// Nothing yet, where as many payments are listed already as will be.
    fn after(full: bool) -> Self {
        Self { lists_payments: !full, ..Self::new() }
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
        self.shown.extend(other.shown);
        self.untested_payments.merge(other.untested_payments);
        self
    }
}

/// Settles, judges and clears rounds; the result does not depend on the number of threads. Where the list
/// of untested payments is `full`, more are only counted.
pub(crate) fn judge_rounds<O: Observer>(
    scope: &Scope,
    runnable: &Runnable,
    ClosedRounds { rounds, rows: all_rows }: &mut ClosedRounds,
    full: bool,
) -> Judged<O> {
    let batches: Vec<Judged<O>> = rounds
        .par_chunks_mut(BATCH_ROUNDS)
        .map(|batch| {
            let mut judged = Judged::after(full);
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
    raised: Vec<Raised>,
    untested: Vec<(Seat, Wager)>,
    /// For each row the wagers that a check compared.
    tested: Vec<WagerSet>,
}

fn judge_round<O: Observer>(
    scope: &Scope,
    (round, rows): (&Round, &[HandRow]),
    runnable: &Runnable,
    room: &mut Room,
    judged: &mut Judged<O>,
) {
    let record = (round, rows);
    let mut hands = std::mem::take(&mut room.hands);
    let round = settled_round(scope, round, rows, &mut hands);
    let case = RoundCase { scope, of: &round };
    room.raised.clear();
    let date = case.date();
    if judged.date != Some(date) {
        judged.date = Some(date);
        judged.tallies.iter_mut().for_each(|tally| tally.on(Some(date)));
    }
    for (at, run) in &runnable.of_facts.rounds {
        let tally = &mut judged.tallies[*at];
        let from = tally.exceptions.len();
        run(&case, tally);
        if tally.exceptions.len() > from {
            room.raised.push((*at, from));
        }
    }
    if !room.raised.is_empty() {
        unit::explain(scope, runnable, record, &room.raised, &mut judged.tallies);
        missing::explain(scope, runnable, record, &room.raised, &mut judged.tallies);
    }
    let shown = runnable.others.shown(&case);
    for (at, from) in &room.raised {
        for exception in judged.tallies[*at].exceptions.iter_mut().skip(*from) {
            let key = || shown.iter().find_map(|of| of.key(exception.code));
            exception.cause = exception.cause.or_else(key);
        }
    }
    judged.shown.extend(shown);
    if !case.rows.is_empty() {
        count(&round, &mut judged.counts);
        judged.categories.count(&round);
        sort_out(&case, runnable, room, judged);
        let (table, day, dealer) = (round.table_id, round.day, &round.dealer);
        let (wagers, untested) = (&room.wagers, &room.untested);
        let round = &case;
        judged.observer.settled(&SettledWagers { round, table, day, dealer, wagers, untested });
        if runnable.dealt {
            judged.dealt.push(Dealt::of(&case));
        }
    }
    judged.register.note(&round);
    room.hands = hands;
}

/// Counts of hand categories, players and dealers, lowest category first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Categories([[u64; 2]; 8]);

fn count(round: &SettledRound<'_>, counts: &mut Counts) {
    counts.rounds += 1;
    let is_void = round.outcome.state == RoundState::Void;
    counts.rounds_void += u64::from(is_void);
    counts.rounds_declared_void += u64::from(is_void && round.is_declared_void());
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

/// Takes from the checks the wagers of a round that they compared, into `room`, which is emptied first.
/// What no check compared is what is left: it is counted, and what was paid is listed.
fn sort_out<O>(case: &RoundCase<'_>, runnable: &Runnable, room: &mut Room, judged: &mut Judged<O>) {
    let Room { tested, wagers, untested, .. } = room;
    tested.clear();
    tested.resize(case.rows.len(), WagerSet::EMPTY);
    wagers.clear();
    untested.clear();
    for (at, _) in &runnable.of_facts.rounds {
        for Compared { row: place, wager, owed } in judged.tallies[*at].compared.drain(..) {
            let row = &case.rows[place];
            let (staked, paid) = (row.stake[wager], row.returned[wager]);
            tested[place] = tested[place].with(wager);
            wagers.push(SettledWager { row: place, seat: row.seat, wager, staked, owed, paid });
        }
    }
    let counts = &mut judged.counts;
    for (place, row, settled) in case.players() {
        let moved = WagerSet::of(&row.returned).union(settled.made);
        counts.wagers += moved.len() as u64;
        for wager in moved.without_all(tested[place]).iter() {
            // An award that is missing is AWD-001's.
            if wager == Wager::Progressive && runnable.awards_tested && case.lacks_award(place) {
                continue;
            }
            counts.wagers_untested += 1;
            untested.push((row.seat, wager));
            let paid = row.returned[wager];
            if !paid.is_zero() {
                let listed = || judged.lists_payments.then(|| payment(case, place, wager));
                judged.untested_payments.add(paid, listed);
            }
        }
    }
}

fn add_counts(sum: &mut Counts, more: &Counts) {
    sum.rounds += more.rounds;
    sum.rounds_void += more.rounds_void;
    sum.rounds_declared_void += more.rounds_declared_void;
    sum.hands += more.hands;
    sum.hands_folded += more.hands_folded;
    sum.hands_untestable += more.hands_untestable;
    sum.wagers += more.wagers;
    sum.wagers_untested += more.wagers_untested;
    sum.staked_micros += more.staked_micros;
    sum.returned_micros += more.returned_micros;
}
