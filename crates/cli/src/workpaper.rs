//! Puts the workpaper together: what was found, under which control, and what it comes to.

use crate::evidence;
use crate::opened::Known;
use crate::signing::Found;
use crate::totals::Totals;
use crate::under_packs::UnderPacks;
use feltproof_checks::runnable::{is_of_nothing, missing, untested_by};
use feltproof_checks::{AuditOutcome, CHECKS, Scope, by_code};
use feltproof_engine::Game;
use feltproof_model::workpaper::{
    CheckResult, ControlResult, ControlVerdict, Finding, GameSummary, InputSummary, Outcome,
    PackSummary, RulingSummary, Verdict, Workpaper,
};
use feltproof_model::{Cause, CauseKey, Exception, Explained, Problem, Sum};
use feltproof_regs::{Applies, Control, ControlStatus, Version};
use std::collections::BTreeMap;

/// Exceptions and problems for print; the full lists are in the JSON and quarantine files.
#[derive(Default)]
pub(crate) struct Printed {
    exceptions: BTreeMap<(&'static str, Option<CauseKey>), Vec<Exception>>,
    exceptions_total: u64,
    under_packs: UnderPacks,
    problems: Vec<Problem>,
    problems_total: u64,
}

/// Exceptions of one check printed in the register.
const EXCEPTIONS_PER_CHECK: usize = 200;
/// Of these, those that one cause explains.
const EXCEPTIONS_PER_CAUSE: usize = 5;
/// Unreadable records printed in the report.
const PROBLEMS_PRINTED: usize = 200;

impl Printed {
    pub(crate) fn exception(&mut self, exception: Exception) {
        self.exceptions_total += 1;
        self.under_packs.count(&exception);
        let list = self.exceptions.entry((exception.code, exception.cause)).or_default();
        // A key that turns out to be no cause leaves its exceptions to their check.
        if list.len() < EXCEPTIONS_PER_CHECK {
            list.push(exception);
        }
    }

    pub(crate) fn problem(&mut self, problem: &Problem) {
        self.problems_total += 1;
        if self.problems.len() < PROBLEMS_PRINTED {
            self.problems.push(problem.clone());
        }
    }

    /// Exceptions of keys that are no cause stand for themselves.
    fn resolve(&mut self, causes: &[Cause]) {
        let is_cause = |key: &CauseKey| causes.iter().any(|cause| cause.keys.contains(key));
        let mut resolved = BTreeMap::<_, Vec<Exception>>::new();
        for ((code, key), mut list) in std::mem::take(&mut self.exceptions) {
            let key = key.filter(is_cause);
            list.iter_mut().for_each(|exception| exception.cause = key);
            resolved.entry((code, key)).or_default().append(&mut list);
        }
        for ((_, key), list) in &mut resolved {
            list.sort_by_key(|e| e.locus);
            let most = if key.is_some() { EXCEPTIONS_PER_CAUSE } else { EXCEPTIONS_PER_CHECK };
            list.truncate(most);
        }
        self.exceptions = resolved;
    }

    /// The first exception of a check that no cause explains and that is none by the limit of another pack.
    fn first(&self, code: &'static str, pack: &str) -> Option<&Exception> {
        let list = self.exceptions.get(&(code, None))?;
        list.iter().find(|e| e.pack.as_deref().is_none_or(|by| by == pack))
    }

    /// In registry order, each check's by locus.
    fn into_sorted(mut self) -> Vec<Exception> {
        let mut all = Vec::new();
        for check in CHECKS {
            let of_check = self.exceptions.range_mut((check.code, None)..);
            let of_check = of_check.take_while(|((code, _), _)| *code == check.code);
            let mut list: Vec<Exception> = of_check.flat_map(|(_, list)| list.drain(..)).collect();
            list.sort_by_key(|e| e.locus);
            all.append(&mut list);
        }
        all
    }
}

pub(crate) fn assemble(
    outcome: AuditOutcome<Totals>,
    known: Known,
    inputs: Vec<InputSummary>,
    mut printed: Printed,
    issued_unix: i64,
    signer: Option<&Found>,
) -> Result<Workpaper, String> {
    let Known { scope, games, file, house } = known;
    let packs = pack_summaries(&scope);
    let games = game_summaries(&games);
    let evidence_sha256 = evidence::digest(
        &file,
        house.as_ref(),
        scope.engagement.previous.as_ref(),
        &inputs,
        &packs,
        &games,
    );
    let short = evidence_sha256.get(..12).unwrap_or_default();
    let report_id = format!("{}-{short}", scope.engagement.id);
    let controls = controls(&scope, &outcome, &printed.under_packs);
    printed.resolve(&outcome.causes);
    let findings = findings(&scope, &outcome, &printed);
    let verdict = verdict(&scope, &outcome, printed.exceptions_total);
    let variance = outcome.observer.variance(&scope.engagement)?;
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
        causes: outcome.causes,
        findings,
        controls,
        meters: outcome.meters,
        registers: outcome.registers,
        variance,
        categories: outcome.categories,
        problems: std::mem::take(&mut printed.problems),
        problems_total: printed.problems_total,
        exceptions: printed.into_sorted(),
        advice: outcome.advice,
        advisories: outcome.advisories,
        gaps: outcome.gaps,
        signer: signer.map(crate::signing::signer),
        verdict,
    })
}

/// A check whose input is missing, a gap in the record, or something left undecided keeps a report from
/// ever saying that nothing was found. A check with no occurrence to test in the record does not, nor does a check of what the property does not have: a link, a side bet.
fn verdict(scope: &Scope, outcome: &AuditOutcome<Totals>, exceptions: u64) -> Verdict {
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

/// Rulings applied, each game once.
fn rulings(scope: &Scope) -> Vec<RulingSummary> {
    let mut seen = Vec::new();
    let mut all = Vec::new();
    for rules in &scope.rules {
        if seen.contains(&rules.game()) {
            continue;
        }
        seen.push(rules.game());
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

/// Checks of a control with their outcome, but for those of what the property does not have.
fn answers<'a>(
    scope: &Scope,
    control: &Version,
    outcome: &'a AuditOutcome<Totals>,
) -> Vec<&'a CheckResult> {
    let concerns = |code: &str| {
        control.checks.iter().any(|c| c == code)
            && by_code(code).is_none_or(|check| is_of_nothing(scope, check).is_none())
    };
    outcome.checks.iter().filter(|check| concerns(check.code)).collect()
}

fn controls(
    scope: &Scope,
    outcome: &AuditOutcome<Totals>,
    under: &UnderPacks,
) -> Vec<ControlResult> {
    let mut all = Vec::new();
    for pack in &scope.law.packs {
        for (of, at) in pack.controls.iter().flat_map(|control| rows(scope, control)) {
            let control = &of.versions[at];
            let answers = answers(scope, control, outcome);
            let others = |code: &str| under.of_others(code, &pack.id).exceptions;
            let mut note = control.note.clone();
            let mut tested = Vec::new();
            for check in answers.iter().filter(|c| matches!(c.outcome, Outcome::Ran { .. })) {
                match untested_by(scope, pack, check.code) {
                    Some(why) => note.push_str(&format!(" {}: not tested, {why}.", check.code)),
                    None => tested.push(check.code),
                }
            }
            let verdict = control_verdict(scope, (of, at), (&answers, &tested), others);
            let (in_force, days) = (days_in_force(scope, of, at), scope.engagement.days.len());
            if verdict != ControlVerdict::NotApplicable && in_force < days {
                note.push_str(&format!(
                    " In force on {in_force} of the {days} audited days; what its checks tested and found on the others \
                     is counted here, too."
                ));
            }
            for check in answers.iter().filter(|c| c.undecided > 0) {
                let (n, why) = (check.undecided, &check.undecided_reason);
                note.push_str(&format!(" {}: {n} not decidable, {why}", check.code));
            }
            all.push(ControlResult {
                pack: pack.id.clone(),
                citation: control.citation.clone(),
                title: control.title.clone(),
                status: control.status.name().to_owned(),
                evidence: control.evidence.tag().to_owned(),
                effective: of.period(at),
                checks: control.checks.clone(),
                verdict,
                note: note.trim().to_owned(),
            });
        }
    }
    all
}

/// The versions of a control that may apply on an audited day, by their places; its last one where none does.
fn rows<'c>(scope: &Scope, control: &'c Control) -> Vec<(&'c Control, usize)> {
    let all = 0..control.versions.len();
    let mut rows: Vec<_> =
        all.filter(|at| days_in_force(scope, control, *at) > 0).map(|at| (control, at)).collect();
    if rows.is_empty() {
        rows.extend(control.versions.len().checked_sub(1).map(|last| (control, last)));
    }
    rows
}

/// On how many audited days a version of a control may apply.
fn days_in_force(scope: &Scope, control: &Control, at: usize) -> usize {
    let days = scope.engagement.days.iter();
    days.filter(|day| control.applies(at, day.date) > Applies::No).count()
}

/// The ladder of a control's verdict: in descending precedence. `tested` are its checks that tested something by its
/// pack; `others` says how many exceptions of a check are some by the limits of other packs.
fn control_verdict(
    scope: &Scope,
    (of, at): (&Control, usize),
    (answers, tested): (&[&CheckResult], &[&str]),
    others: impl Fn(&str) -> u64,
) -> ControlVerdict {
    let found = |c: &CheckResult| match c.outcome {
        Outcome::Ran { exceptions, .. } => exceptions > others(c.code),
        Outcome::NotRun { .. } => false,
    };
    let lacks = |c: &CheckResult| by_code(c.code).is_some_and(|c| missing(scope, c).is_some());
    if days_in_force(scope, of, at) == 0 {
        return ControlVerdict::NotApplicable;
    }
    if of.versions[at].status == ControlStatus::Manual {
        return ControlVerdict::ByInspection;
    }
    if answers.iter().any(|c| found(c)) {
        return ControlVerdict::Exceptions;
    }
    if answers.iter().any(|c| c.undecided > 0) {
        return ControlVerdict::NotDecidable;
    }
    match tested.len() {
        0 if answers.is_empty() => ControlVerdict::NotApplicable,
        0 if answers.iter().any(|c| lacks(c)) => ControlVerdict::InputMissing,
        0 => ControlVerdict::NothingToTest,
        n if n < answers.len() => ControlVerdict::PartlyTested,
        _ => ControlVerdict::NothingFound,
    }
}

/// One finding for each cause; then one for each check with exceptions that no cause explains and each
/// control it falls under.
fn findings(scope: &Scope, outcome: &AuditOutcome<Totals>, printed: &Printed) -> Vec<Finding> {
    let causes = outcome.causes.iter().enumerate();
    let mut all: Vec<Finding> =
        causes.filter_map(|(at, cause)| of_cause(scope, outcome, printed, (at, cause))).collect();
    for (check, result) in CHECKS.iter().zip(&outcome.checks) {
        let Outcome::Ran { tested, exceptions } = result.outcome else { continue };
        let explained = outcome.causes.iter().map(|cause| cause.of(check.code));
        let left = explained.fold(worth(result, exceptions), less);
        for (pack, control, criteria) in controls_of(scope, check.code, &printed.under_packs) {
            let left = less(left, printed.under_packs.of_others(check.code, pack));
            if left.exceptions == 0 {
                continue;
            }
            let example = printed.first(check.code, pack).map_or("", |e| e.explanation.as_str());
            all.push(Finding {
                code: check.code,
                title: check.title.to_owned(),
                cause: None,
                control,
                condition: format!("{}. {example}", check.title).trim_end().to_owned(),
                criteria,
                effect: effect(&left),
                tested,
                exceptions: left.exceptions,
            });
        }
    }
    all
}

/// The finding of a cause, under the first control of the check that found most of its exceptions.
fn of_cause(
    scope: &Scope,
    outcome: &AuditOutcome<Totals>,
    printed: &Printed,
    (at, cause): (usize, &Cause),
) -> Option<Finding> {
    let code = cause.explains.first()?.code;
    let result = outcome.checks.iter().find(|check| check.code == code)?;
    let Outcome::Ran { tested, .. } = result.outcome else { return None };
    let (_, control, criteria) =
        controls_of(scope, code, &printed.under_packs).into_iter().next()?;
    let mut sum = Explained::default();
    cause.explains.iter().for_each(|of| sum.add(of));
    Some(Finding {
        code,
        title: cause.title.clone(),
        cause: Some(at),
        control,
        condition: format!("{}. {} {}", cause.title, cause.evidence, cause.remedy),
        criteria,
        effect: effect(&sum),
        tested,
        exceptions: sum.exceptions,
    })
}

/// The controls that a check falls under, each with its pack and what it demands. A pack by whose limits something
/// was found stands there without a control of its own, too.
fn controls_of<'s>(
    scope: &'s Scope,
    code: &str,
    found: &UnderPacks,
) -> Vec<(&'s str, String, String)> {
    let mut under: Vec<(&str, String, String)> = Vec::new();
    for pack in &scope.law.packs {
        let before = under.len();
        let all = pack.controls.iter().flat_map(|control| rows(scope, control));
        let versions = all.map(|(control, at)| &control.versions[at]);
        let asking = versions.filter(|version| version.checks.iter().any(|c| c == code));
        under.extend(asking.map(|v| (pack.id.as_str(), v.citation.clone(), v.demand.clone())));
        if under.len() == before && found.has(code, &pack.id) {
            under.push((&pack.id, pack.title.clone(), "What it limits is kept to.".to_owned()));
        }
    }
    if under.is_empty() {
        under.push((
            "",
            "Approved rules of play".to_owned(),
            "The game is played, paid and recorded as approved.".to_owned(),
        ));
    }
    under
}

/// What all exceptions of a check are worth.
fn worth(result: &CheckResult, exceptions: u64) -> Explained {
    Explained {
        code: result.code,
        exceptions,
        over_micros: result.over_micros,
        under_micros: result.under_micros,
        fund_micros: result.fund_micros,
    }
}

/// What is left once a cause has explained its part.
fn less(all: Explained, part: Explained) -> Explained {
    Explained {
        code: all.code,
        exceptions: all.exceptions.saturating_sub(part.exceptions),
        over_micros: all.over_micros - part.over_micros,
        under_micros: all.under_micros - part.under_micros,
        fund_micros: all.fund_micros - part.fund_micros,
    }
}

/// The sum of what its exceptions are worth, by whom it favours.
fn effect(of: &Explained) -> String {
    let Explained { over_micros, under_micros, fund_micros, .. } = of;
    let sides = [
        (*over_micros, "in favour of players"),
        (*under_micros, "in favour of the house"),
        (*fund_micros, "in favour of the progressive fund"),
    ];
    let some = sides.into_iter().filter(|(micros, _)| *micros != 0);
    let parts: Vec<String> =
        some.map(|(micros, side)| format!("{} {side}", Sum::from_micros(micros))).collect();
    if parts.is_empty() {
        return "No amount of money is attached to it.".to_owned();
    }
    parts.join(" and ") + "."
}
