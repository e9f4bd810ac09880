//! The compliance matrix: every control of every pack with its verdict, version by version and day by day.

use crate::found::Found;
use crate::totals::Totals;
use feltproof_checks::runnable::{applied, is_of_nothing, lacks_a_record, missing, untested_by};
use feltproof_checks::{AuditOutcome, Scope, by_code};
use feltproof_model::workpaper::{
    CheckResult, ControlDay, ControlResult, ControlVerdict, DayCount, Outcome,
};
use feltproof_model::{Answer, Date, Inspected};
use feltproof_regs::{Applies, Control, ControlStatus, Pack, Version};
use std::collections::BTreeSet;

/// A version of a control with the days of the audit on which it applies, or may; of a control that applies on none of
/// them the last version, with no days.
pub(crate) struct Row<'s> {
    pub(crate) pack: &'s Pack,
    control: &'s Control,
    at: usize,
    dates: Vec<Date>,
    /// True of the last row of its control.
    is_last: bool,
}

impl<'s> Row<'s> {
    /// Its text.
    pub(crate) fn version(&self) -> &'s Version {
        &self.control.versions[self.at]
    }

    /// Id of its control.
    pub(crate) fn id(&self) -> &'s str {
        &self.control.id
    }

    /// Whether a check answers it.
    pub(crate) fn asks(&self, code: &str) -> bool {
        self.version().checks.iter().any(|check| check == code)
    }

    /// Whether what is so on a day falls under it; what stands for the whole audit falls under its control once.
    pub(crate) fn covers(&self, day: Option<Date>) -> bool {
        day.map_or(self.is_last, |day| self.dates.binary_search(&day).is_ok())
    }
}

/// The rows of the matrix, in the order of the packs and their controls.
pub(crate) fn rows<'s>(scope: &'s Scope, outcome: &AuditOutcome<Totals>) -> Vec<Row<'s>> {
    let dates = dates(scope, outcome);
    let mut rows = Vec::new();
    for pack in &scope.law.packs {
        for control in &pack.controls {
            let from = rows.len();
            for at in 0..control.versions.len() {
                let applies = |date: &&Date| control.applies(at, **date) > Applies::No;
                let dates: Vec<Date> = dates.iter().filter(applies).copied().collect();
                if !dates.is_empty() {
                    rows.push(Row { pack, control, at, dates, is_last: false });
                }
            }
            if rows.len() == from {
                let at = control.versions.len().saturating_sub(1);
                rows.push(Row { pack, control, at, dates: Vec::new(), is_last: false });
            }
            rows.last_mut().into_iter().for_each(|row: &mut Row<'_>| row.is_last = true);
        }
    }
    rows
}

/// The days that the audited gaming days are named after, and those after midnight on which anything was tested.
fn dates(scope: &Scope, outcome: &AuditOutcome<Totals>) -> BTreeSet<Date> {
    let counted = outcome.checks.iter().flat_map(|check| &check.by_date);
    let counted = counted.filter_map(|of| of.date);
    scope.engagement.days.iter().map(|day| day.date).chain(counted).collect()
}

/// The matrix as the report prints it.
pub(crate) fn matrix(
    scope: &Scope,
    outcome: &AuditOutcome<Totals>,
    rows: &[Row<'_>],
    found: &Found,
) -> Vec<ControlResult> {
    rows.iter().map(|row| result(scope, outcome, row, found)).collect()
}

fn result(
    scope: &Scope,
    outcome: &AuditOutcome<Totals>,
    row: &Row<'_>,
    found: &Found,
) -> ControlResult {
    let version = row.version();
    let answers = answers(scope, row, outcome);
    let inspected = inspected(scope, row);
    let unmet = found.of_control(&row.pack.id, row.id());
    let judged = |dates: &[Date]| judge(scope, row, (&answers, inspected, unmet), dates);
    let all = judged(&row.dates);
    let days = row.dates.chunks(1).zip(&row.dates).map(|(date, day)| {
        let of_day = judged(date);
        ControlDay {
            date: *day,
            verdict: of_day.verdict,
            tested: of_day.tested,
            found: of_day.found,
        }
    });
    let by_day = days.collect();
    let note = [version.note.clone()].into_iter().chain(all.notes);
    ControlResult {
        pack: row.pack.id.clone(),
        id: row.control.id.clone(),
        citation: version.citation.clone(),
        title: version.title.clone(),
        status: version.status.name().to_owned(),
        evidence: version.evidence.tag().to_owned(),
        demand: version.demand.clone(),
        address: version.address.clone(),
        read: version.read,
        period: row.control.period(row.at),
        values: values(row, scope),
        days: row.dates.len() as u64,
        tested: all.tested,
        found: all.found,
        by_day,
        inspected: inspected.cloned(),
        checks: version.checks.clone(),
        verdict: all.verdict,
        note: note.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
    }
}

/// What inspection answered to a row that checks do not answer alone.
fn inspected<'s>(scope: &'s Scope, row: &Row<'_>) -> Option<&'s Inspected> {
    let is_of = |of: &&Inspected| of.pack.as_ref() == Some(&row.pack.id) && of.control == row.id();
    let answer = scope.engagement.inspected.iter().find(is_of);
    answer.filter(|_| row.version().status != ControlStatus::Automated)
}

/// Checks of a row with their outcome, but for those of what the property does not have.
fn answers<'a>(
    scope: &Scope,
    row: &Row<'_>,
    outcome: &'a AuditOutcome<Totals>,
) -> Vec<&'a CheckResult> {
    let concerns = |code: &str| {
        row.asks(code) && by_code(code).is_none_or(|check| is_of_nothing(scope, check).is_none())
    };
    outcome.checks.iter().filter(|check| concerns(check.code)).collect()
}

/// What became of a row on some of its days.
struct Judged {
    verdict: ControlVerdict,
    tested: u64,
    found: u64,
    notes: Vec<String>,
}

/// Sums up what the checks of a row, and inspection, did on these days: what is found under another pack's limit is not
/// this one's.
fn judge(
    scope: &Scope,
    row: &Row<'_>,
    (answers, inspected, unmet): (&[&CheckResult], Option<&Inspected>, u64),
    dates: &[Date],
) -> Judged {
    let mut sum =
        Judged { verdict: ControlVerdict::NotApplicable, tested: 0, found: 0, notes: Vec::new() };
    if dates.is_empty() {
        return sum;
    }
    let (mut undecided, mut checks_tested) = (0, 0);
    for check in answers {
        let ours = |of: &&DayCount| {
            let is_of_day = of.date.is_none_or(|day| dates.binary_search(&day).is_ok());
            is_of_day && of.pack.as_deref().is_none_or(|pack| pack == row.pack.id)
        };
        let has_value = |date: &Date| untested_by(row.pack, check.code, *date).is_none();
        let (mut tested, mut open, mut reason) = (0, 0, None);
        for of in check.by_date.iter().filter(ours) {
            let is_valued =
                of.date.map_or_else(|| dates.iter().any(has_value), |day| has_value(&day));
            if is_valued {
                tested += of.tested;
                sum.found += of.found;
                open += of.undecided;
                reason = reason.or(of.reason.as_deref());
            }
        }
        if let Some(reason) = reason {
            sum.notes.push(format!("{}: {open} not decidable, {reason}", check.code));
        } else if tested == 0
            && matches!(check.outcome, Outcome::Ran { .. })
            && let Some(why) = dates.first().and_then(|day| untested_by(row.pack, check.code, *day))
        {
            sum.notes.push(format!("{}: not tested, {why}.", check.code));
        }
        undecided += open;
        sum.tested += tested;
        checks_tested += usize::from(tested > 0);
    }
    if inspected.is_some_and(|of| of.answer == Answer::No) {
        sum.found += unmet;
    }
    let counts = (sum.found, undecided, checks_tested);
    // What no check can look at here may be seen all the same: posted odds, a bank account.
    let seen = |code: &String| by_code(code).is_some_and(|check| lacks_a_record(scope, check));
    let only_seen = answers.is_empty() && row.version().checks.iter().any(seen);
    sum.verdict = match row.version().status {
        ControlStatus::Manual => by_inspection(inspected, sum.found),
        ControlStatus::Partial if only_seen => by_inspection(inspected, sum.found),
        _ => verdict(scope, answers, counts),
    };
    sum
}

/// The verdict of a control that no check answers.
fn by_inspection(inspected: Option<&Inspected>, found: u64) -> ControlVerdict {
    match inspected.map(|of| of.answer) {
        Some(Answer::Yes) => ControlVerdict::MetByInspection,
        Some(Answer::NotApplicable) => ControlVerdict::NotApplicable,
        Some(Answer::No) if found > 0 => ControlVerdict::Exceptions,
        // What was found not met and is waived is not met by that.
        Some(Answer::No) | None => ControlVerdict::ByInspection,
    }
}

/// The ladder of a verdict: in descending precedence.
fn verdict(
    scope: &Scope,
    answers: &[&CheckResult],
    (found, undecided, tested): (u64, u64, usize),
) -> ControlVerdict {
    let lacks = |c: &&CheckResult| by_code(c.code).is_some_and(|c| missing(scope, c).is_some());
    if found > 0 {
        ControlVerdict::Exceptions
    } else if undecided > 0 {
        ControlVerdict::NotDecidable
    } else if answers.is_empty() {
        ControlVerdict::NotApplicable
    } else if tested == 0 && answers.iter().any(lacks) {
        ControlVerdict::InputMissing
    } else if tested == 0 {
        ControlVerdict::NothingToTest
    } else if tested < answers.len() {
        ControlVerdict::PartlyTested
    } else {
        ControlVerdict::NothingFound
    }
}

/// The limits of its pack that the checks of a row apply on its days, each with its value and tag.
fn values(row: &Row<'_>, scope: &Scope) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for limit in row.version().checks.iter().flat_map(|code| applied(row.pack, code)) {
        for date in &row.dates {
            let said = limit.on_with(*date, scope.engagement.tables_authorised);
            let words = format!("{} {}", limit.subject, said.value_in_words());
            if said.is_in_force() && !all.contains(&words) {
                all.push(words);
            }
        }
    }
    all
}
