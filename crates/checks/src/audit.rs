//! The driver: blocks of records in, exceptions out.
//!
//! Whichever journal is furthest behind in time is read next, before the manager those that tell of wagers up to the end of
//! its block; what is found is handed on at once, so
//! nothing grows with the log. Three things go on side by side: one block is followed in order, the
//! rounds of the block before are judged, and the block after is read. Results do not depend on the
//! number of threads: blocks and batches have fixed sizes and are merged in order.

use crate::cards::{Cards, Dealt, Dispensed, SourceCase, sources};
use crate::case::{Case, WaiverFact};
use crate::causes::{Suspects, capital};
use crate::check::{Check, Run};
use crate::columns::{in_some_files, under_another_name};
use crate::drift::Drift;
use crate::judge::{Judged, judge_rounds};
use crate::list::{ADVICE, CHECKS};
use crate::observer::Observer;
use crate::ordered::{Judging, Ordered};
use crate::runnable::{Runnable, not_run};
use crate::scope::Scope;
use crate::tally::Tally;
use crate::untested;
use crate::waivers::{self, Waivers};
use feltproof_intake::Block;
use feltproof_model::waiver::WaiverUse;
use feltproof_model::workpaper::{
    CategoryCount, CheckResult, Counts, MeterReconciliation, Outcome, SetAside,
};
use feltproof_model::{Cause, Date, Exception, Recorded, Registers, UntestedPayments};
use feltproof_record::{ClosedRounds, Follower};
use feltproof_stats::Randomness;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An audit under way.
pub struct Audit<O> {
    scope: Arc<Scope>,
    runnable: Runnable,
    follower: Follower,
    ordered: Ordered,
    /// Rounds that every journal has passed, not yet judged.
    pending: ClosedRounds,
    /// The cards of every table so far, and what is not yet among them.
    cards: Cards,
    dealt: Vec<Dealt>,
    dispensed: Vec<Dispensed>,
    sum: Judged<O>,
    /// What the exceptions handed on may have been caused by.
    suspects: Suspects,
    /// Since when a table pays by another paytable.
    drift: Drift,
    waivers: Waivers,
}

/// What an audit comes to.
pub struct AuditOutcome<O> {
    /// Every check in registry order.
    pub checks: Vec<CheckResult>,
    /// What explains many exceptions at once, that which explains most first.
    pub causes: Vec<Cause>,
    /// What was counted.
    pub counts: Counts,
    /// What the hands journal has of what its tables need.
    pub recorded: Recorded,
    /// What was paid and no check tested, awards first.
    pub untested_payments: UntestedPayments,
    /// Hand categories, highest first; empty when no cards were recorded.
    pub categories: Vec<CategoryCount>,
    /// Meters reconciled.
    pub meters: Vec<MeterReconciliation>,
    /// Awards, adjustments and back-outs, and each meter by gaming day.
    pub registers: Registers,
    /// What the observer saw.
    pub observer: O,
    /// Randomness of each source of cards that was tested.
    pub randomness: Vec<Randomness>,
    /// What became of each advice, in the order of the list.
    pub advice: Vec<CheckResult>,
    /// Advice that is not followed, in that order.
    pub advisories: Vec<Exception>,
    /// What became of each waiver, in the order of the engagement.
    pub waivers: Vec<WaiverUse>,
    /// What the record does not cover, and what stopped part of the audit, each a sentence.
    pub gaps: Vec<String>,
    /// What lay outside the audited days, of each journal that has it, by its place in the engagement.
    pub set_aside: Vec<(u16, SetAside)>,
}

/// What an audit hands on as it goes.
pub enum Step<'a> {
    /// The next block, before it is followed.
    Block(&'a Block),
    /// The exceptions found since the last.
    Exceptions(Vec<Exception>),
    /// Rounds put together, which are judged next.
    Rounds(&'a ClosedRounds),
}

impl<O> AuditOutcome<O> {
    /// The same with another observer, made of this one.
    pub fn map_observer<P>(self, other: impl FnOnce(O) -> P) -> AuditOutcome<P> {
        AuditOutcome {
            checks: self.checks,
            causes: self.causes,
            counts: self.counts,
            recorded: self.recorded,
            untested_payments: self.untested_payments,
            categories: self.categories,
            meters: self.meters,
            registers: self.registers,
            observer: other(self.observer),
            randomness: self.randomness,
            advice: self.advice,
            advisories: self.advisories,
            waivers: self.waivers,
            gaps: self.gaps,
            set_aside: self.set_aside,
        }
    }
}

impl<O: Observer> Audit<O> {
    /// Audits journals to their end. `next` reads the next block of one, always one ahead of that
    /// which is followed; `take` gets every step. Errors: the first of `next` or `take`.
    pub fn run<R: Send, E: Send>(
        scope: Arc<Scope>,
        readers: &mut [R],
        next: impl Fn(&mut R) -> Result<Option<Block>, E> + Sync,
        take: impl FnMut(Step<'_>) -> Result<(), E>,
    ) -> Result<AuditOutcome<O>, E> {
        Self::run_draining(scope, readers, next, take, |_| Ok(()))
    }

    /// As [`Self::run`]; `drain` gets the observer after every block, so that it keeps nothing.
    pub fn run_draining<R: Send, E: Send>(
        scope: Arc<Scope>,
        readers: &mut [R],
        next: impl Fn(&mut R) -> Result<Option<Block>, E> + Sync,
        mut take: impl FnMut(Step<'_>) -> Result<(), E>,
        mut drain: impl FnMut(&mut O) -> Result<(), E>,
    ) -> Result<AuditOutcome<O>, E> {
        let mut audit = Self::new(scope);
        let mut ahead = readers.iter_mut().map(&next).collect::<Result<Vec<_>, E>>()?;
        audit.follower.begin(&audit.scope, &mut ahead);
        while let Some(behind) = audit.follower.wants() {
            let before = audit.follower.wants_before(&audit.scope, behind, &ahead);
            let journal = before.unwrap_or(behind);
            let at = usize::from(journal);
            let Some(block) = ahead[at].take() else {
                audit.end_of(journal);
                continue;
            };
            take(Step::Block(&block))?;
            let (exceptions, block) = audit.feed_while(block, || next(&mut readers[at]));
            ahead[at] = block?;
            audit.follower.set_right(&audit.scope, &mut ahead[at]);
            take(Step::Exceptions(exceptions))?;
            drain(&mut audit.sum.observer)?;
            take(Step::Rounds(&audit.pending))?;
        }
        audit.judge_pending();
        audit.close_all();
        take(Step::Rounds(&audit.pending))?;
        let (mut outcome, exceptions) = audit.finish();
        take(Step::Exceptions(exceptions))?;
        drain(&mut outcome.observer)?;
        Ok(outcome)
    }

    fn new(scope: Arc<Scope>) -> Self {
        Self {
            runnable: Runnable::new(&scope),
            follower: Follower::new(&scope),
            ordered: Ordered::new(),
            pending: ClosedRounds::default(),
            cards: Cards::new(&scope),
            dealt: Vec::new(),
            dispensed: Vec::new(),
            sum: Judged::new(),
            suspects: Suspects::default(),
            drift: Drift::default(),
            waivers: Waivers::new(&scope),
            scope,
        }
    }

    fn end_of(&mut self, journal: u16) {
        let (scope, runnable) = (&*self.scope, &self.runnable);
        let mut judging = Judging { scope, runnable, sum: &mut self.ordered };
        self.follower.end_of(scope, &mut judging, journal);
    }

    fn close_all(&mut self) {
        let (scope, runnable) = (&*self.scope, &self.runnable);
        let mut judging = Judging { scope, runnable, sum: &mut self.ordered };
        self.pending = self.follower.close_all(scope, &mut judging);
    }

    /// Takes in a block, judges the rounds of the block before, and meanwhile does something else;
    /// gives the exceptions found and what the other work came to.
    fn feed_while<T: Send>(
        &mut self,
        block: Block,
        other: impl FnOnce() -> T + Send,
    ) -> (Vec<Exception>, T) {
        let mut rounds = std::mem::take(&mut self.pending);
        let (scope, runnable, follower) = (&*self.scope, &self.runnable, &mut self.follower);
        let mut judging = Judging { scope, runnable, sum: &mut self.ordered };
        let full = self.sum.untested_payments.is_full();
        let (cards, dispensed, dealt) = (&mut self.cards, &self.dispensed, &self.dealt);
        let ((other, judged), (closed, ())) = rayon::join(
            || rayon::join(other, || judge_rounds::<O>(scope, runnable, &mut rounds, full)),
            || {
                rayon::join(
                    || follower.follow(scope, &mut judging, block),
                    || cards.take_in(scope, dispensed, dealt),
                )
            },
        );
        self.dealt.clear();
        self.dispensed.clear();
        self.pending = closed;
        self.take_in(judged, rounds);
        (self.drain(), other)
    }

    fn take_in(&mut self, mut judged: Judged<O>, rounds: ClosedRounds) {
        self.drift.take(&judged.shown, &mut judged.tallies);
        judged.shown.clear();
        self.dealt.append(&mut judged.dealt);
        self.dispensed.append(&mut self.ordered.dispensed);
        let sum = std::mem::replace(&mut self.sum, Judged::new());
        self.sum = sum.merge(judged);
        self.follower.recycle(rounds);
    }

    fn judge_pending(&mut self) {
        let mut rounds = std::mem::take(&mut self.pending);
        let full = self.sum.untested_payments.is_full();
        let judged = judge_rounds(&self.scope, &self.runnable, &mut rounds, full);
        self.take_in(judged, rounds);
    }

    /// Exceptions not yet handed on, by check.
    fn drain(&mut self) -> Vec<Exception> {
        let found = self.ordered.tallies.iter_mut().zip(&mut self.sum.tallies);
        let found: Vec<Exception> = found
            .flat_map(|(ordered, rounds)| {
                self.waivers.apply(&self.scope, ordered);
                self.waivers.apply(&self.scope, rounds);
                let mut all = std::mem::take(&mut ordered.exceptions);
                all.append(&mut rounds.exceptions);
                all
            })
            .collect();
        self.suspects.note(&found);
        found
    }

    /// Judges what is still to be judged, settles up awards and adjustments, and sums up; with the exceptions found.
    fn finish(mut self) -> (AuditOutcome<O>, Vec<Exception>) {
        self.judge_pending();
        self.cards.take_in(&self.scope, &self.dispensed, &self.dealt);
        let Self {
            scope,
            runnable,
            mut follower,
            mut ordered,
            sum,
            cards,
            mut suspects,
            drift,
            mut waivers,
            ..
        } = self;
        let mut gaps: Vec<String> = under_another_name(&scope).into_iter().collect();
        gaps.extend(in_some_files(&scope));
        gaps.append(&mut follower.gaps(&scope));
        gaps.extend(untested::gap(&sum.counts));
        for (tally, rounds) in ordered.tallies.iter_mut().zip(sum.tallies) {
            tally.merge(rounds);
        }
        let mut judging = Judging { scope: &scope, runnable: &runnable, sum: &mut ordered };
        follower.settle_up(&scope, sum.register, &mut judging);
        let Ordered { mut tallies, mut untested_payments, .. } = ordered;
        untested_payments.merge(sum.untested_payments);
        let sources = sources(&scope, cards);
        judge_sources(&scope, &sources, &mut tallies);
        let days = standing_days(&scope, &mut tallies);
        judge_engagement(&scope, CHECKS, &days, &mut tallies);
        tallies.iter_mut().for_each(|tally| waivers.apply(&scope, tally));
        judge_waivers(&scope, &waivers, &mut tallies);
        gaps.extend(sources.iter().filter_map(SourceCase::gap));
        let randomness = sources.into_iter().map(SourceCase::paper).collect();
        let tested: Vec<(&str, u64)> =
            CHECKS.iter().zip(&tallies).map(|(check, tally)| (check.code, tally.tested)).collect();
        let tested = |code: &str| tested.iter().find(|of| of.0 == code).map_or(0, |of| of.1);
        let results = CHECKS.iter().zip(&mut tallies);
        let checks = results.map(|(check, tally)| result(&scope, check, tally)).collect();
        let exceptions: Vec<Exception> =
            tallies.into_iter().flat_map(|tally| tally.exceptions).collect();
        suspects.note(&exceptions);
        let (advice, advisories) = advised(&scope, &days);
        let outcome = AuditOutcome {
            checks,
            causes: suspects.confirmed(&scope, &follower, (&drift, &runnable.others), tested),
            counts: sum.counts,
            recorded: untested::recorded(&scope),
            untested_payments,
            categories: sum.categories.named(),
            meters: follower.reconciliations(&scope),
            registers: follower.registers(&scope),
            observer: sum.observer,
            randomness,
            advice,
            advisories,
            waivers: waivers.used(&scope),
            gaps,
            set_aside: follower.set_aside(),
        };
        (outcome, exceptions)
    }
}

/// The calendar days on which what stands for days on end is judged: those that the gaming days are named after, and of
/// those that begin within one the ones on which anything was tested. The last hours of a gaming day are the next
/// calendar day's, but what hangs at a table closed by then is nobody's matter.
fn standing_days(scope: &Scope, tallies: &mut [Tally]) -> Arc<[Date]> {
    let counted: BTreeSet<Date> =
        tallies.iter_mut().flat_map(Tally::by_date).filter_map(|of| of.date).collect();
    let named = scope.engagement.days.iter().map(|day| day.date);
    let touched = scope.engagement.calendar().filter(|date| counted.contains(date));
    named.chain(touched).collect::<BTreeSet<Date>>().into_iter().collect()
}

/// The checks that run in this engagement, each with its tally.
fn running<'t>(
    scope: &'t Scope,
    checks: &'t [&'static Check],
    tallies: &'t mut [Tally],
) -> impl Iterator<Item = (Run, &'t mut Tally)> {
    let all = checks.iter().zip(tallies).filter(|(check, _)| not_run(scope, check).is_none());
    all.map(|(check, tally)| (check.run, tally))
}

/// Judges the engagement itself, now that the days with records are known.
fn judge_engagement(
    scope: &Scope,
    checks: &[&'static Check],
    days: &Arc<[Date]>,
    tallies: &mut [Tally],
) {
    tallies.iter_mut().for_each(|tally| tally.stand_on(days));
    for (run, tally) in running(scope, checks, tallies) {
        if let Run::Engagement(run) = run {
            run(scope, tally);
        }
    }
}

/// What became of each advice, and where it is not followed.
fn advised(scope: &Scope, days: &Arc<[Date]>) -> (Vec<CheckResult>, Vec<Exception>) {
    let mut tallies: Vec<Tally> = ADVICE.iter().map(|advice| Tally::of(advice.code)).collect();
    judge_engagement(scope, ADVICE, days, &mut tallies);
    let results = ADVICE.iter().zip(&mut tallies);
    let results = results.map(|(advice, tally)| result(scope, advice, tally)).collect();
    (results, tallies.into_iter().flat_map(|tally| tally.exceptions).collect())
}

fn judge_sources(scope: &Scope, sources: &[SourceCase<'_>], tallies: &mut [Tally]) {
    for (run, tally) in running(scope, CHECKS, tallies) {
        if let Run::Source(run) = run {
            tally.on(None);
            sources.iter().for_each(|source| run(source, tally));
        }
    }
}

fn judge_waivers(scope: &Scope, all: &Waivers, tallies: &mut [Tally]) {
    for (run, tally) in running(scope, CHECKS, tallies) {
        if let Run::Waiver(run) = run {
            tally.on(None);
            for (waiver, of) in all.uses(scope) {
                let not_run = waivers::not_run(scope, waiver);
                let fact = WaiverFact { waiver, waived: of.waived, too_late: of.too_late, not_run };
                run(&Case { scope, of: &fact }, tally);
            }
        }
    }
}

fn result(scope: &Scope, check: &'static Check, tally: &mut Tally) -> CheckResult {
    let outcome = match not_run(scope, check) {
        Some(reason) => Outcome::NotRun { reason: sentence(&reason) },
        None if tally.tested == 0 && !tally.untested.is_empty() => {
            Outcome::NotRun { reason: sentence(&tally.untested.join("; ")) }
        }
        None if tally.tested == 0 => {
            Outcome::NotRun { reason: format!("The journals hold no {} to test.", check.unit) }
        }
        None => Outcome::Ran { tested: tally.tested, exceptions: tally.found },
    };
    CheckResult {
        code: check.code,
        title: check.title,
        unit: check.unit,
        outcome,
        undecided: tally.undecided,
        waived: tally.waived,
        undecided_reason: tally.undecided_reason.clone().unwrap_or_default(),
        over_micros: tally.over_micros,
        under_micros: tally.under_micros,
        fund_micros: tally.fund_micros,
        by_date: tally.by_date(),
    }
}

fn sentence(text: &str) -> String {
    capital(text) + "."
}
