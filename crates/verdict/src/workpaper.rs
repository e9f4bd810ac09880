//! Puts the workpaper together: what was found, under which control, and what it comes to.

use crate::evidence;
use crate::findings::{Under, answer, findings};
use crate::found::Found as UnderLaw;
use crate::matrix::matrix;
use crate::rows::rows;
use crate::totals::Audited;
use feltproof_analysis::{AnalysisError, Differences};
use feltproof_checks::runnable::missing;
use feltproof_checks::{CHECKS, Scope};
use feltproof_engine::Game;
use feltproof_model::exception::MoneyFound;
use feltproof_model::workpaper::{
    FileDigest, GameSummary, InputSummary, PackSummary, RulingSummary, Signer, Verdict, Workpaper,
};
use feltproof_model::{Cause, CauseKey, Engagement, Exception, ListedException, Problem};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is known before the first record.
pub struct Known {
    /// What the audit knows.
    pub scope: Arc<Scope>,
    /// Game definitions in use.
    pub games: Vec<Game>,
    /// The engagement file as evidence.
    pub file: FileDigest,
    /// The house file that it extends, as evidence.
    pub house: Option<FileDigest>,
}

/// Exceptions and problems for print; the full lists are in the JSON and quarantine files.
#[derive(Default)]
pub struct Printed {
    exceptions: BTreeMap<(&'static str, Option<CauseKey>), Vec<ListedException>>,
    exceptions_total: u64,
    money: MoneyFound,
    differences: Differences,
    found: UnderLaw,
    waived: Vec<ListedException>,
    waived_total: u64,
    problems: Vec<Problem>,
    problems_total: u64,
}

const EXCEPTIONS_PER_CHECK: usize = 200;
/// Of these, those that one cause explains.
const EXCEPTIONS_PER_CAUSE: usize = 5;
const PROBLEMS_PRINTED: usize = 200;

impl Printed {
    /// Takes in an exception as it comes.
    pub fn exception(&mut self, engagement: &Engagement, exception: ListedException) {
        if exception.waived.is_some() {
            self.waived_total += 1;
            if self.waived.len() < EXCEPTIONS_PER_CHECK {
                self.waived.push(exception);
            }
            return;
        }
        self.exceptions_total += 1;
        self.money.add(exception.money());
        self.found.count(&exception);
        let day = exception.time.and_then(|time| engagement.day_of(time));
        let day = day.and_then(|at| engagement.days.get(usize::from(at))).map(|day| day.date);
        self.differences.add(day, &exception);
        let list = self.exceptions.entry((exception.code, exception.cause)).or_default();
        // A key that turns out to be no cause leaves its exceptions to their check.
        list.push(exception);
        shorten(list, EXCEPTIONS_PER_CHECK);
    }

    /// Takes in an unreadable record.
    pub fn problem(&mut self, problem: &Problem) {
        self.problems_total += 1;
        if self.problems.len() < PROBLEMS_PRINTED {
            self.problems.push(problem.clone());
        }
    }

    /// Exceptions of keys that are no cause stand for themselves.
    fn resolve(&mut self, causes: &[Cause]) {
        let is_cause = |key: &CauseKey| causes.iter().any(|cause| cause.keys.contains(key));
        let mut resolved = BTreeMap::<_, Vec<ListedException>>::new();
        for ((code, key), mut list) in std::mem::take(&mut self.exceptions) {
            let key = key.filter(is_cause);
            list.iter_mut().for_each(|listed| listed.exception.cause = key);
            resolved.entry((code, key)).or_default().append(&mut list);
        }
        for ((_, key), list) in &mut resolved {
            list.sort_by_key(|e| e.locus);
            let most = if key.is_some() { EXCEPTIONS_PER_CAUSE } else { EXCEPTIONS_PER_CHECK };
            shorten(list, most);
        }
        self.exceptions = resolved;
    }

    /// The first exception of a check that is such.
    fn first(
        &self,
        code: &'static str,
        is_such: &dyn Fn(&Exception) -> bool,
    ) -> Option<&ListedException> {
        let of_check = self.exceptions.range((code, None)..);
        let of_check = of_check.take_while(|((other, _), _)| *other == code);
        of_check.flat_map(|(_, list)| list).find(|e| is_such(e))
    }

    /// In registry order, each check's by locus.
    fn into_sorted(mut self) -> Vec<ListedException> {
        let mut all = Vec::new();
        for check in CHECKS {
            let of_check = self.exceptions.range_mut((check.code, None)..);
            let of_check = of_check.take_while(|((code, _), _)| *code == check.code);
            let mut list: Vec<ListedException> =
                of_check.flat_map(|(_, list)| list.drain(..)).collect();
            list.sort_by_key(|e| e.locus);
            all.append(&mut list);
        }
        all
    }
}

/// Leaves the first of a list, and in the last place the one of the rest that is worth most: no list hides the largest.
fn shorten(list: &mut Vec<ListedException>, most: usize) {
    let worth = |(at, e): &(usize, &ListedException)| {
        (e.difference.map(|amount| amount.micros().unsigned_abs()), Reverse(*at))
    };
    if list.len() > most
        && let Some((largest, _)) = list[most - 1..].iter().enumerate().max_by_key(worth)
    {
        list.swap(most - 1, most - 1 + largest);
        list.truncate(most);
    }
}

/// Puts together what the audit came to. Errors: totals that do not fit the frame that sums them.
pub fn assemble(
    outcome: Audited,
    known: Known,
    inputs: Vec<InputSummary>,
    mut printed: Printed,
    issued_unix: i64,
    signer: Option<Signer>,
) -> Result<Workpaper, AnalysisError> {
    let Known { scope, games, file, house } = known;
    let packs = pack_summaries(&scope);
    let games = game_summaries(&games);
    let previous = scope.engagement.previous.as_ref();
    let evidence_sha256 =
        evidence::digest(&file, house.as_ref(), previous, &inputs, &packs, &games);
    let short = evidence_sha256.get(..12).unwrap_or_default();
    let report_id = format!("{}-{short}", scope.engagement.id);
    let rows = rows(&scope, &outcome);
    let mut controls = matrix(&scope, &outcome, &rows, &printed.found);
    printed.resolve(&outcome.causes);
    let under = Under { scope: &scope, rows: &rows, found: &printed.found };
    // By day a posting counts on each of its days; under its control it is one exception.
    for (control, found) in controls.iter_mut().zip(under.of_rows()) {
        control.found = found;
    }
    let mut findings = findings(&outcome, &under, |code, is_such| printed.first(code, is_such));
    let responses_unmatched = answer(&mut findings, &scope.engagement);
    let verdict = verdict(&scope, &outcome, printed.exceptions_total);
    printed.waived.sort_by_key(|e| (e.code, e.locus));
    let variance = outcome.observer.variance(&scope.engagement)?;
    let analysis = outcome.observer.analysis(
        &scope,
        &outcome.recorded,
        &outcome.causes,
        &printed.differences,
    )?;
    Ok(Workpaper {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        issued_unix,
        report_id,
        evidence_sha256,
        engagement: scope.engagement.clone(),
        engagement_file: file,
        house_file: house,
        inputs,
        packs,
        games,
        rulings: rulings(&scope),
        counts: outcome.counts,
        recorded: outcome.recorded,
        untested_payments: outcome.untested_payments,
        checks: outcome.checks,
        exceptions_total: printed.exceptions_total,
        exceptions_of_no_control: under.of_no_control(),
        money: printed.money,
        causes: outcome.causes,
        waivers: outcome.waivers,
        waived: std::mem::take(&mut printed.waived),
        waived_total: printed.waived_total,
        findings,
        responses_unmatched,
        controls,
        meters: outcome.meters,
        registers: outcome.registers,
        variance,
        analysis,
        categories: outcome.categories,
        problems: std::mem::take(&mut printed.problems),
        problems_total: printed.problems_total,
        exceptions: printed.into_sorted(),
        advice: outcome.advice,
        advisories: outcome.advisories,
        gaps: outcome.gaps,
        signer,
        outputs: Vec::new(),
        verdict,
    })
}

/// A check whose input is missing, a gap in the record, or something left undecided keeps a report from
/// ever saying that nothing was found. A check with no occurrence to test in the record does not, nor does a check of what the property does not have: a link, a side bet.
fn verdict(scope: &Scope, outcome: &Audited, exceptions: u64) -> Verdict {
    let lacking = CHECKS.iter().any(|c| missing(scope, c).is_some());
    let undecided = outcome.checks.iter().any(|c| c.undecided > 0);
    if exceptions > 0 {
        Verdict::Exceptions
    } else if lacking || undecided || !outcome.gaps.is_empty() {
        Verdict::Incomplete
    } else {
        Verdict::NothingFound
    }
}

fn pack_summaries(scope: &Scope) -> Vec<PackSummary> {
    let summary = |p: &feltproof_regs::Pack| PackSummary {
        id: p.id.clone(),
        title: p.title.clone(),
        authority: p.authority.clone(),
        version: p.version.clone(),
        sha256: p.sha256.clone(),
    };
    scope.law.packs.iter().map(summary).collect()
}

fn game_summaries(games: &[Game]) -> Vec<GameSummary> {
    let summary = |g: &Game| GameSummary {
        id: g.id.clone(),
        title: g.title.clone(),
        source: g.source.clone(),
        sha256: g.sha256.clone(),
    };
    games.iter().map(summary).collect()
}

fn rulings(scope: &Scope) -> Vec<RulingSummary> {
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    for rules in scope.rules.iter().filter(|rules| seen.insert(rules.game().to_owned())) {
        all.extend(rules.rulings().iter().map(|r| RulingSummary {
            game: rules.game().to_owned(),
            id: r.id.clone(),
            question: r.question.clone(),
            applied: r.applied.clone(),
            chosen: r.chosen,
            source: r.source.clone(),
        }));
    }
    all
}
