//! The driver: blocks of records in, exceptions out.
//!
//! The caller reads whichever journal [`Audit::wants`] names, and hands over its next block; what is
//! found comes back at once, so nothing grows with the log. Results do not depend on the number of
//! threads: blocks and batches have fixed sizes and are merged in order.

use crate::assemble::{Assembler, day_of};
use crate::case::{MeterCase, RecordFact};
use crate::frame::{Check, Run, Tally};
use crate::judge::{Judged, judge_rounds};
use crate::meters::LinkMeters;
use crate::registry::CHECKS;
use crate::scope::Scope;
use crate::sequence::{JournalSequence, record};
use crate::settle_up::Register;
use feltproof_engine::Category;
use feltproof_intake::{Block, Records};
use feltproof_model::workpaper::{
    CategoryCount, CheckResult, Counts, MeterReconciliation, Outcome,
};
use feltproof_model::{
    CompactString, Exception, LinkId, ManagerEvent, Money, Seat, TableId, Timestamp, Wager,
};
use std::sync::Arc;

/// Sees every settled wager; `analysis` sums them up.
pub trait Observer: Send + Default {
    /// One wager of one row with a stake, something owed or something returned.
    fn settled(&mut self, wager: &SettledWager<'_>);
    /// Takes in what another part of the record gave.
    fn merge(&mut self, other: Self);
}

/// One settled wager.
#[derive(Clone, Copy, Debug)]
pub struct SettledWager<'a> {
    /// Which table.
    pub table: TableId,
    /// Who dealt.
    pub dealer: &'a CompactString,
    /// Which seat.
    pub seat: Seat,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// Which wager.
    pub wager: Wager,
    /// Staked.
    pub staked: Money,
    /// Owed by the reference.
    pub owed: Money,
    /// Returned in the record.
    pub paid: Money,
}

/// Counts of hand categories, players and dealers, lowest category first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Categories(pub [[u64; 2]; 8]);

/// An audit under way.
pub struct Audit<O> {
    scope: Arc<Scope>,
    tallies: Vec<Tally>,
    sequences: Vec<JournalSequence>,
    done: Vec<bool>,
    assembler: Assembler,
    links: Vec<LinkMeters>,
    register: Register,
    counts: Counts,
    categories: Categories,
    observer: O,
    troubles: Vec<String>,
}

/// What an audit comes to.
pub struct AuditOutcome<O> {
    /// Every check in registry order.
    pub checks: Vec<CheckResult>,
    /// For each check, in the same order: things the law leaves undecided, and why.
    pub undecided: Vec<(u64, Option<String>)>,
    /// Exceptions found at the very end.
    pub exceptions: Vec<Exception>,
    /// What was counted.
    pub counts: Counts,
    /// Hand categories, highest first; empty when no cards were recorded.
    pub categories: Vec<CategoryCount>,
    /// Meters reconciled.
    pub meters: Vec<MeterReconciliation>,
    /// What the observer saw.
    pub observer: O,
    /// What stopped part of the audit, each a sentence; empty in a good run.
    pub troubles: Vec<String>,
}

impl<O: Observer> Audit<O> {
    /// Starts, and runs the checks of the engagement itself.
    pub fn new(scope: Arc<Scope>) -> Self {
        let journals = scope.engagement.journals.len();
        let links = (0_u16..).zip(&scope.engagement.links);
        let mut audit = Self {
            tallies: CHECKS.iter().map(|_| Tally::default()).collect(),
            sequences: vec![JournalSequence::default(); journals],
            done: vec![false; journals],
            assembler: Assembler::new(scope.engagement.tables.len()),
            links: links.map(|(i, _)| LinkMeters::new(LinkId(i))).collect(),
            register: Register::default(),
            counts: Counts::default(),
            categories: Categories::default(),
            observer: O::default(),
            troubles: Vec::new(),
            scope,
        };
        for (check, tally) in CHECKS.iter().zip(&mut audit.tallies) {
            if let Run::Engagement(run) = check.run
                && missing(&audit.scope, check).is_none()
            {
                run(&audit.scope, tally);
            }
        }
        audit
    }

    /// The journal to read next: the one that is furthest behind in time; `None` at the end.
    pub fn wants(&self) -> Option<u16> {
        (0_u16..)
            .zip(&self.sequences)
            .zip(&self.done)
            .filter(|(_, done)| !**done)
            .min_by_key(|((i, sequence), _)| (sequence.latest(), *i))
            .map(|((i, _), _)| i)
    }

    /// Says that a journal is at its end.
    pub fn end_of(&mut self, journal: u16) {
        self.done[usize::from(journal)] = true;
    }

    /// Takes in a block; gives the exceptions it completes.
    pub fn feed(&mut self, block: Block) -> Vec<Exception> {
        let scope = Arc::clone(&self.scope);
        let journal = block.journal;
        let at = usize::from(journal);
        self.sequences[at].problems(block.problems.iter().map(|p| p.line));
        for problem in &block.problems {
            self.fact(&scope, journal, problem.line, RecordFact::Problem(problem));
        }
        match block.records {
            Records::Hands(hands) => {
                for fragment in &hands.fragments {
                    let range = fragment.rows.start as usize..fragment.rows.end as usize;
                    self.hands(&scope, journal, fragment, &hands.rows[range]);
                }
            }
            Records::Controller(events) => {
                for event in events {
                    self.numbered(&scope, journal, event.line, event.seq, event.time);
                    self.assembler.controller(&scope, &self.sequences[at], event);
                }
            }
            Records::Manager(events) => {
                for event in events {
                    self.numbered(&scope, journal, event.line, event.seq, event.time);
                    self.meter(&scope, &event);
                    self.assembler.manager(&scope, &self.sequences[at], event);
                }
            }
        }
        self.close(self.passed());
        self.drain()
    }

    /// The earliest time that some journal may still tell of.
    fn passed(&self) -> Option<Timestamp> {
        let journals = &self.scope.engagement.journals;
        let open = self.sequences.iter().zip(journals).zip(&self.done).filter(|(_, done)| !**done);
        let times = open.map(|((sequence, entry), _)| {
            sequence.latest().map_or(Timestamp(i64::MIN), |t| t.plus_micros(-entry.disorder_micros))
        });
        times.min()
    }

    fn hands(
        &mut self,
        scope: &Scope,
        journal: u16,
        fragment: &feltproof_intake::Fragment,
        rows: &[feltproof_model::HandRow],
    ) {
        // Rows of a round that share their time are judged, and reported, once.
        for run in rows.chunk_by(|a, b| a.time == b.time) {
            let (Some(first), Ok(records)) = (run.first(), u64::try_from(run.len())) else {
                continue;
            };
            let fact = self.sequences[usize::from(journal)].time(scope, first.time, records);
            self.fact(scope, journal, first.line, fact);
        }
        let mut facts = smallvec::SmallVec::<[(u32, RecordFact<'static>); 2]>::new();
        let sequence = &self.sequences[usize::from(journal)];
        self.assembler.rows(scope, sequence, fragment, rows, |line, fact| facts.push((line, fact)));
        for (line, fact) in facts {
            self.fact(scope, journal, line, fact);
        }
    }

    fn numbered(&mut self, scope: &Scope, journal: u16, line: u32, seq: u64, time: Timestamp) {
        let sequence = &mut self.sequences[usize::from(journal)];
        let (number, moment) = (sequence.number(line, seq), sequence.time(scope, time, 1));
        self.fact(scope, journal, line, number);
        self.fact(scope, journal, line, moment);
    }

    fn fact(&mut self, scope: &Scope, journal: u16, line: u32, fact: RecordFact<'_>) {
        let case = record(scope, journal, line, fact);
        for (check, tally) in CHECKS.iter().zip(&mut self.tallies) {
            if let Run::Record(run) = check.run {
                run(&case, tally);
            }
        }
    }

    fn meter(&mut self, scope: &Scope, event: &ManagerEvent) {
        let tallies = &mut self.tallies;
        let day = day_of(scope, event.time);
        let link = &mut self.links[usize::from(event.link.0)];
        let judged = link.event(scope, day, event, |case| judge_meter(case, tallies));
        if let Err(trouble) = judged {
            self.troubles.push(trouble);
        }
    }

    fn close(&mut self, passed: Option<Timestamp>) {
        let rounds = self.assembler.close(passed);
        if rounds.is_empty() {
            return;
        }
        let judged: Judged<O> = judge_rounds(&self.scope, &rounds);
        for (tally, more) in self.tallies.iter_mut().zip(judged.tallies) {
            tally.merge(more);
        }
        self.register.merge(judged.register);
        add_counts(&mut self.counts, &judged.counts);
        self.categories.add(&judged.categories);
        self.observer.merge(judged.observer);
        self.assembler.recycle(rounds);
    }

    /// Exceptions not yet handed on, by check.
    fn drain(&mut self) -> Vec<Exception> {
        self.tallies.iter_mut().flat_map(|t| std::mem::take(&mut t.exceptions)).collect()
    }

    /// Closes what is open, settles up awards and adjustments, and sums up.
    pub fn finish(mut self) -> AuditOutcome<O> {
        self.close(None);
        let scope = Arc::clone(&self.scope);
        let register = std::mem::take(&mut self.register);
        register.settle_up(&scope, &mut self.links, &mut self.tallies);
        let exceptions = self.drain();
        let results = CHECKS.iter().zip(&self.tallies);
        AuditOutcome {
            checks: results.map(|(check, tally)| result(&scope, check, tally)).collect(),
            undecided: self
                .tallies
                .iter_mut()
                .map(|t| (t.undecided, t.undecided_reason.take()))
                .collect(),
            exceptions,
            counts: self.counts,
            categories: category_counts(&self.categories),
            meters: self.links.iter().flat_map(|l| l.reconcile(&scope)).collect(),
            observer: self.observer,
            troubles: self.troubles,
        }
    }
}

/// Runs the meter checks on one event.
fn judge_meter(case: &MeterCase<'_>, tallies: &mut [Tally]) {
    for (check, tally) in CHECKS.iter().zip(tallies) {
        if let Run::Meter(run) = check.run
            && missing(case.scope, check).is_none()
        {
            run(case, tally);
        }
    }
}

/// Why a check cannot run in this engagement.
pub fn missing(scope: &Scope, check: &Check) -> Option<String> {
    check.needs.iter().find_map(|need| scope.lacks(*need))
}

fn result(scope: &Scope, check: &'static Check, tally: &Tally) -> CheckResult {
    let outcome = match missing(scope, check) {
        Some(reason) => Outcome::NotRun { reason },
        None if tally.tested == 0 => {
            Outcome::NotRun { reason: format!("the journals hold no {} to test", check.unit) }
        }
        None => Outcome::Ran { tested: tally.tested, exceptions: tally.found },
    };
    CheckResult {
        code: check.code,
        title: check.title,
        unit: check.unit,
        outcome,
        over_micros: tally.over_micros,
        under_micros: tally.under_micros,
    }
}

pub(crate) fn add_counts(sum: &mut Counts, more: &Counts) {
    sum.rounds += more.rounds;
    sum.rounds_void += more.rounds_void;
    sum.hands += more.hands;
    sum.hands_folded += more.hands_folded;
    sum.hands_untestable += more.hands_untestable;
    sum.staked_micros += more.staked_micros;
    sum.returned_micros += more.returned_micros;
}

fn category_counts(categories: &Categories) -> Vec<CategoryCount> {
    if categories.0.iter().all(|c| *c == [0, 0]) {
        return Vec::new();
    }
    let named = Category::ALL.iter().zip(categories.0);
    named
        .map(|(category, [players, dealers])| CategoryCount {
            category: category.title(),
            players,
            dealers,
        })
        .rev()
        .collect()
}
