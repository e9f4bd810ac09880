//! What the audit says of a record with one thing wrong, and whether it may say so: the findings
//! counted, the accusations outside what was touched, and silence over what was not tested.

use super::{Touched, Variant};
use crate::{Audited, Day, try_audit};
use feltproof_checks::CHECKS;
use feltproof_checks::runnable::{is_of_nothing, missing};
use feltproof_engine::builtin_games;
use feltproof_model::workpaper::{CheckResult, Outcome, Verdict};
use feltproof_model::{Cause, Exception, Locus};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Findings that one cause may come to.
const FINDINGS_MAX: usize = 3;

/// What became of a variant.
pub struct Weighed {
    /// The record it was made of.
    pub fixture: String,
    /// What is wrong, in general.
    pub cause: &'static str,
    /// What is wrong here.
    pub what: String,
    /// The verdict, `refused` or `panic`.
    pub ending: &'static str,
    /// How many exceptions of each check, or the sentence of the refusal.
    pub findings: String,
    /// All exceptions.
    pub exceptions: usize,
    /// How many findings a report will list.
    pub checks: usize,
    /// What the audit may not say, each a few words; empty when all is well.
    pub faults: Vec<String>,
}

/// Audits every variant of a clean record.
///
/// # Panics
/// When the record itself is not clean.
#[must_use]
pub fn weigh(fixture: &str, day: &Day, variants: Vec<Variant>) -> Vec<Weighed> {
    let clean =
        try_audit::<()>(day, &builtin_games(), |_| {}).unwrap_or_else(|e| panic!("{fixture}: {e}"));
    assert!(clean.exceptions.is_empty(), "{fixture} is not clean:\n{}", clean.listing());
    variants.into_par_iter().map(|variant| one(fixture, &clean, variant)).collect()
}

fn one(fixture: &str, clean: &Audited, variant: Variant) -> Weighed {
    let Variant { cause, what, day, touched, refused } = variant;
    let audited =
        catch_unwind(AssertUnwindSafe(|| try_audit::<()>(&day, &builtin_games(), |_| {})));
    let mut weighed = Weighed {
        fixture: fixture.to_owned(),
        cause,
        what,
        ending: "panic",
        findings: String::new(),
        exceptions: 0,
        checks: 0,
        faults: Vec::new(),
    };
    match audited {
        Err(_) => weighed.faults.push("panics".to_owned()),
        Ok(Err(sentence)) => {
            weighed.ending = "refused";
            weighed.findings = sentence.lines().take(1).collect();
        }
        Ok(Ok(audited)) => judge(&mut weighed, clean, &audited, &touched),
    }
    if refused && weighed.ending != "refused" {
        weighed.faults.push("not refused".to_owned());
    }
    weighed
}

fn judge(weighed: &mut Weighed, clean: &Audited, audited: &Audited, touched: &Touched) {
    let verdict = verdict(audited);
    let findings = findings(audited);
    weighed.exceptions = audited.exceptions.len();
    weighed.ending = match verdict {
        Verdict::Exceptions => "exceptions",
        Verdict::Incomplete => "incomplete",
        Verdict::NothingFound => "nothing found",
    };
    weighed.findings = listed(&findings);
    weighed.checks = findings.len();
    if findings.len() > FINDINGS_MAX {
        weighed.faults.push(format!("{} findings", findings.len()));
    }
    let outside = counted(not_touched(audited, touched));
    if !outside.is_empty() {
        weighed.faults.push(format!("outside: {}", listed(&outside)));
    }
    let silent = lost(weighed.cause, clean, audited);
    if verdict == Verdict::NothingFound && !silent.is_empty() {
        weighed.faults.push(format!("silent over {}", silent.join(" ")));
    }
}

/// Exceptions outside what was touched, which no cause explains.
fn not_touched<'a>(
    audited: &'a Audited,
    touched: &'a Touched,
) -> impl Iterator<Item = &'a Exception> {
    let outside = audited.exceptions.iter().filter(|e| !is_inside(audited, touched, e));
    outside.filter(|e| cause_of(audited, e).is_none())
}

/// The same in words.
pub(super) fn outside(audited: &Audited, touched: &Touched) -> Vec<String> {
    let words = |e: &Exception| {
        let Exception { code, locus, expected, recorded, explanation, .. } = e;
        format!("{code} {locus:?} expected {expected}, recorded {recorded}: {explanation}")
    };
    not_touched(audited, touched).take(5).map(words).collect()
}

/// What a report will list: one finding for each cause, and one for each check with exceptions that no
/// cause explains.
fn findings(audited: &Audited) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for exception in &audited.exceptions {
        let name = match cause_of(audited, exception) {
            Some(cause) => format!("[{}]", cause.title),
            None => exception.code.to_owned(),
        };
        *all.entry(name).or_default() += 1;
    }
    all
}

/// The cause that explains an exception, if one does.
fn cause_of<'a>(audited: &'a Audited, exception: &Exception) -> Option<&'a Cause> {
    let key = exception.cause?;
    audited.outcome.causes.iter().find(|cause| cause.keys.contains(&key))
}

fn counted<'a>(exceptions: impl Iterator<Item = &'a Exception>) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    exceptions.for_each(|e| *all.entry(e.code.to_owned()).or_default() += 1);
    all
}

fn listed(findings: &BTreeMap<String, usize>) -> String {
    let words: Vec<String> = findings.iter().map(|(code, n)| format!("{code} {n}")).collect();
    words.join(", ")
}

/// The rule of the report: see `verdict` in `cli/src/workpaper.rs`.
fn verdict(audited: &Audited) -> Verdict {
    let lacking = CHECKS.iter().any(|c| missing(&audited.scope, c).is_some());
    let undecided = audited.outcome.checks.iter().any(|c| c.undecided > 0);
    if !audited.exceptions.is_empty() {
        Verdict::Exceptions
    } else if lacking || undecided || !audited.outcome.gaps.is_empty() {
        Verdict::Incomplete
    } else {
        Verdict::NothingFound
    }
}

/// Checks that tested less than in the clean record, where the audit could know: what a property no
/// longer has, a journal that its engagement no longer names, is no loss; and where a hands journal
/// stands alone, nothing tells of rows that are gone but the numbers of the rounds.
fn lost(cause: &str, clean: &Audited, audited: &Audited) -> Vec<&'static str> {
    let alone = audited.scope.engagement.journals.len() == 1;
    let pairs = CHECKS.iter().zip(&clean.outcome.checks).zip(&audited.outcome.checks);
    let lost = pairs.filter(|((check, before), now)| {
        if cause == "journal removed" && is_of_nothing(&audited.scope, check).is_some() {
            return false;
        }
        match cause {
            "column removed" | "column renamed" | "journal removed" => {
                tested(before) > 0 && tested(now) == 0
            }
            "rows removed" | "journal cut" => !alone && tested(now) < tested(before),
            _ => false,
        }
    });
    lost.map(|((check, _), _)| check.code).collect()
}

fn tested(result: &CheckResult) -> u64 {
    match result.outcome {
        Outcome::Ran { tested, .. } => tested,
        Outcome::NotRun { .. } => 0,
    }
}

fn is_inside(audited: &Audited, touched: &Touched, exception: &Exception) -> bool {
    let table = exception.table.as_ref();
    let line = match exception.locus {
        // The cards of a table as a whole stand at its line of the engagement.
        Locus::Engagement { .. } => table.is_some_and(|t| touched.tables.contains(t.as_str())),
        Locus::Journal { journal, line } => {
            let file = &audited.scope.engagement.journals[usize::from(journal)].file;
            // The record after what was touched has lost its neighbour.
            [line, line.saturating_sub(1)]
                .into_iter()
                .any(|line| touched.lines.contains(&(file.clone(), line)))
        }
    };
    let round = table.zip(exception.round).is_some_and(|(table, round)| {
        touched.rounds.contains(&(table.to_string(), round.to_string()))
    });
    touched.everything || line || round
}

impl Weighed {
    /// The journal or setting that is wrong.
    fn place(&self) -> &str {
        self.what.split(' ').next().unwrap_or_default()
    }

    /// True when the audit says what it may not say.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        !self.faults.is_empty()
    }
}

/// The table of causes by fixture: a line for each variant, findings and exceptions beside it; then
/// the causes by place, with how many of their variants are not as they must be.
#[must_use]
pub fn table(all: &[Weighed]) -> String {
    let head = "record | cause | here | verdict | exceptions | by check | not as it must be\n";
    let mut text = head.to_owned();
    let mut causes: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
    for w in all {
        let Weighed { fixture, cause, what, ending, exceptions, findings, .. } = w;
        let faults = w.faults.join("; ");
        text.push_str(&format!(
            "{fixture} | {cause} | {what} | {ending} | {exceptions} | {findings} | {faults}\n"
        ));
        let sum = causes.entry((cause, w.place())).or_default();
        *sum = [sum[0] + 1, sum[1] + usize::from(w.is_bad()), sum[2].max(w.checks)];
    }
    text.push_str("\ncause | in | variants | not as they must be | most findings\n");
    for ((cause, place), [variants, bad, most]) in causes {
        text.push_str(&format!("{cause} | {place} | {variants} | {bad} | {most}\n"));
    }
    text
}
