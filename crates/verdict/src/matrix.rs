//! The compliance matrix: every control of every pack with its verdict, version by version and day by day.

use crate::found::Found;
use crate::rows::Row;
use crate::totals::Audited;
use feltproof_checks::runnable::{applied, is_of_nothing, lacks_a_record, missing, untested_by};
use feltproof_checks::{Scope, by_code};
use feltproof_model::workpaper::{CheckResult, ControlDay, ControlResult, ControlVerdict, Outcome};
use feltproof_model::{Answer, Date, Inspected};
use feltproof_regs::ControlStatus;

pub(crate) fn matrix(
    scope: &Scope,
    outcome: &Audited,
    rows: &[Row<'_>],
    found: &Found,
) -> Vec<ControlResult> {
    rows.iter().map(|row| result(scope, outcome, row, found)).collect()
}

fn result(scope: &Scope, outcome: &Audited, row: &Row<'_>, found: &Found) -> ControlResult {
    let version = row.version();
    let answers = Answers {
        checks: checks(scope, row, outcome),
        inspected: inspected(scope, row),
        unmet: found.of_control(&row.pack.id, row.id()),
    };
    let all = judge(scope, row, &answers, &row.dates);
    let by_day = row.dates.iter().map(|date| {
        let Judged { verdict, tested, found, .. } =
            judge(scope, row, &answers, std::slice::from_ref(date));
        ControlDay { date: *date, verdict, tested, found }
    });
    let by_day = by_day.collect();
    let note = [row.control.only_of(), version.note.clone()].into_iter().chain(all.notes);
    ControlResult {
        pack: row.pack.id.clone(),
        id: row.control.id.clone(),
        citation: version.citation.clone(),
        title: version.title.clone(),
        status: version.status.name().to_owned(),
        evidence: version.evidence.name().to_owned(),
        demand: version.demand.clone(),
        address: version.address.clone(),
        read: version.read,
        period: row.control.period(row.at),
        values: values(row, scope),
        days: row.dates.len() as u64,
        tested: all.tested,
        found: all.found,
        by_day,
        inspected: answers.inspected.cloned(),
        checks: version.checks.clone(),
        verdict: all.verdict,
        note: note.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
    }
}

struct Answers<'a> {
    /// Its checks, but for those of what the property does not have.
    checks: Vec<&'a CheckResult>,
    /// What inspection answered, where checks do not answer it alone.
    inspected: Option<&'a Inspected>,
    /// Exceptions that inspection found: those under this control alone.
    unmet: u64,
}

fn inspected<'s>(scope: &'s Scope, row: &Row<'_>) -> Option<&'s Inspected> {
    let is_of = |of: &&Inspected| of.pack.as_ref() == Some(&row.pack.id) && of.control == row.id();
    let answer = scope.engagement.inspected.iter().find(is_of);
    answer.filter(|_| row.version().status != ControlStatus::Automated)
}

fn checks<'a>(scope: &Scope, row: &Row<'_>, outcome: &'a Audited) -> Vec<&'a CheckResult> {
    let concerns = |code: &str| {
        row.is_answered_by(code)
            && by_code(code).is_none_or(|check| is_of_nothing(scope, check).is_none())
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

/// Sums up what the checks of a row, and inspection, did on these days.
fn judge(scope: &Scope, row: &Row<'_>, answers: &Answers<'_>, dates: &[Date]) -> Judged {
    let (mut tested, mut notes) = (0, Vec::new());
    let mut rungs = Rungs { checks: answers.checks.len(), ..Rungs::default() };
    for check in &answers.checks {
        let of = counted(row, check, dates);
        notes.extend(note(row, check, dates, &of));
        tested += of.tested;
        rungs.found += of.found;
        rungs.undecided += of.undecided;
        rungs.checks_tested += usize::from(of.tested > 0);
    }
    let lacks = |c: &&CheckResult| by_code(c.code).is_some_and(|of| missing(scope, of).is_some());
    rungs.lacks_input = rungs.checks_tested == 0 && answers.checks.iter().any(lacks);
    // One answer is of every day on which the control applies.
    let is_unmet = answers.inspected.is_some_and(|of| of.answer == Answer::No);
    if is_unmet && !dates.is_empty() {
        rungs.found += answers.unmet;
    }
    // What no check can look at here may be seen all the same: posted odds, a bank account.
    let seen = |code: &String| by_code(code).is_some_and(|check| lacks_a_record(scope, check));
    let is_only_seen = answers.checks.is_empty() && row.version().checks.iter().any(seen);
    let is_by_inspection = match row.version().status {
        ControlStatus::Manual => true,
        ControlStatus::Partial => is_only_seen,
        ControlStatus::Automated => false,
    };
    let verdict = match (dates.is_empty(), is_by_inspection) {
        (true, _) => ControlVerdict::NotApplicable,
        (false, true) => by_inspection(answers.inspected.map(|of| of.answer), rungs.found),
        (false, false) => rungs.verdict(),
    };
    Judged { verdict, tested, found: rungs.found, notes }
}

/// What a check counted on some days of a row.
#[derive(Default)]
struct Counted<'a> {
    tested: u64,
    found: u64,
    undecided: u64,
    /// Why the first of those could not be decided.
    reason: Option<&'a str>,
}

/// Adds up what a check counted on some days of a row. What is found under another pack's limit is not this one's, and of a day on
/// which a limit has no value nothing counts.
fn counted<'a>(row: &Row<'_>, check: &'a CheckResult, dates: &[Date]) -> Counted<'a> {
    let has_value = |date: &Date| untested_by(row.pack, check.code, *date).is_none();
    let mut sum = Counted::default();
    for of in &check.by_date {
        let is_valued = match &of.date {
            Some(day) => dates.binary_search(day).is_ok() && has_value(day),
            // What stands for the whole audit counts to every day.
            None => dates.iter().any(has_value),
        };
        if is_valued && of.pack.as_deref().is_none_or(|pack| pack == row.pack.id) {
            sum.tested += of.tested;
            sum.found += of.found;
            sum.undecided += of.undecided;
            sum.reason = sum.reason.or(of.reason.as_deref());
        }
    }
    sum
}

/// Why a check of a row left something open on these days, or tested nothing.
fn note(row: &Row<'_>, check: &CheckResult, dates: &[Date], of: &Counted<'_>) -> Option<String> {
    let code = check.code;
    if let Some(reason) = of.reason {
        return Some(format!("{code}: {} not decidable, {reason}", of.undecided));
    }
    let is_run = matches!(check.outcome, Outcome::Ran { .. });
    let day = dates.first().filter(|_| of.tested == 0 && is_run)?;
    let why = untested_by(row.pack, code, *day)?;
    Some(format!("{code}: not tested, {why}."))
}

/// The verdict of a control that no check answers.
fn by_inspection(answer: Option<Answer>, found: u64) -> ControlVerdict {
    match answer {
        Some(Answer::Yes) => ControlVerdict::MetByInspection,
        Some(Answer::NotApplicable) => ControlVerdict::NotApplicable,
        Some(Answer::No) if found > 0 => ControlVerdict::Exceptions,
        // What was found not met and is waived is not met by that.
        Some(Answer::No) | None => ControlVerdict::ByInspection,
    }
}

/// What the verdict of a control that checks answer rests on.
#[derive(Clone, Copy, Debug, Default)]
struct Rungs {
    found: u64,
    undecided: u64,
    checks: usize,
    checks_tested: usize,
    /// Whether none did, and one of them lacks an input.
    lacks_input: bool,
}

impl Rungs {
    /// In descending precedence.
    const fn verdict(self) -> ControlVerdict {
        if self.found > 0 {
            ControlVerdict::Exceptions
        } else if self.undecided > 0 {
            ControlVerdict::NotDecidable
        } else if self.checks == 0 {
            ControlVerdict::NotApplicable
        } else if self.lacks_input {
            ControlVerdict::InputMissing
        } else if self.checks_tested == 0 {
            ControlVerdict::NothingToTest
        } else if self.checks_tested < self.checks {
            ControlVerdict::PartlyTested
        } else {
            ControlVerdict::NothingFound
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of counts, from the verdict back to what it claims: a verdict never says more than was tested.
    #[test]
    fn a_verdict_claims_no_more_than_its_counts() {
        let mut verdicts = Vec::new();
        let some = |n: u64| (0..2).map(move |times| n * times);
        for (found, undecided) in some(3).flat_map(|found| some(2).map(move |open| (found, open))) {
            for (checks, checks_tested) in [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)] {
                for lacks_input in [false, checks > 0 && checks_tested == 0] {
                    let rungs = Rungs { found, undecided, checks, checks_tested, lacks_input };
                    let verdict = rungs.verdict();
                    let (is_clean, is_decided) = (found == 0, found == 0 && undecided == 0);
                    let is_untested = is_decided && checks > 0 && checks_tested == 0;
                    let claim = match verdict {
                        ControlVerdict::Exceptions => found > 0,
                        ControlVerdict::NotDecidable => is_clean && undecided > 0,
                        ControlVerdict::NotApplicable => is_decided && checks == 0,
                        ControlVerdict::InputMissing => is_untested && lacks_input,
                        ControlVerdict::NothingToTest => is_untested && !lacks_input,
                        ControlVerdict::PartlyTested => {
                            is_decided && checks_tested > 0 && checks_tested < checks
                        }
                        ControlVerdict::NothingFound => {
                            is_decided && checks > 0 && checks_tested == checks
                        }
                        ControlVerdict::MetByInspection | ControlVerdict::ByInspection => false,
                    };
                    assert!(claim, "{rungs:?} is {verdict:?}");
                    if !verdicts.contains(&verdict) {
                        verdicts.push(verdict);
                    }
                }
            }
        }
        assert_eq!(verdicts.len(), 7, "{verdicts:?}");
    }

    #[test]
    fn only_an_answer_says_that_a_control_is_met() {
        use ControlVerdict::{ByInspection, Exceptions, MetByInspection, NotApplicable};
        for (answer, found, verdict) in [
            (None, 0, ByInspection),
            (Some(Answer::Yes), 0, MetByInspection),
            (Some(Answer::NotApplicable), 0, NotApplicable),
            (Some(Answer::No), 1, Exceptions),
            // All that inspection found is waived.
            (Some(Answer::No), 0, ByInspection),
        ] {
            assert_eq!(by_inspection(answer, found), verdict, "{answer:?} {found}");
        }
    }
}
