//! Findings: one for each cause, then each check and control with exceptions that none explains.

use crate::found::{Found, Of, Worth};
use crate::rows::Row;
use crate::totals::Audited;
use feltproof_checks::{CHECKS, Check, Scope, by_code};
use feltproof_model::workpaper::{Finding, Outcome, Severity};
use feltproof_model::{Cause, Engagement, Exception, Explained, FallsUnder, ListedException, Sum};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// All of them; `first` gives the first exception of a check of which something is so.
pub(crate) fn findings<'e>(
    outcome: &Audited,
    under: &Under<'_>,
    first: impl Fn(&'static str, &dyn Fn(&Exception) -> bool) -> Option<&'e ListedException>,
) -> Vec<Finding> {
    let causes = outcome.causes.iter().enumerate();
    let of_causes = causes.filter_map(|(at, cause)| {
        let is_of = |e: &Exception| e.cause.is_some_and(|key| cause.keys.contains(&key));
        let code = cause.explains.first()?.code;
        of_cause(outcome, under, (at, cause), first(code, &is_of))
    });
    let mut all: Vec<Finding> = of_causes.collect();
    for (check, result) in CHECKS.iter().zip(&outcome.checks) {
        let Outcome::Ran { tested, .. } = result.outcome else { continue };
        let unexplained = || under.found.unexplained(check.code, &outcome.causes);
        for (place, worth) in under.sums(check.code, unexplained()) {
            let is_of = |of: &Of| under.places(check.code, of).contains(&place);
            let example = first(check.code, &|e| e.cause.is_none() && is_of(&Of::shared(e)));
            let condition = example.map_or(check.title, |e| e.explanation.as_str()).to_owned();
            let of = (check.title.to_owned(), condition);
            let shared = unexplained().filter(|(of, _)| is_of(of));
            let shared: BTreeSet<FallsUnder> = shared.map(|(of, _)| of.under.clone()).collect();
            let finding = under.finding(check, of, (place, worth), (tested, example));
            all.push(Finding { of: shared.into_iter().collect(), ..finding });
        }
    }
    all.sort_by_key(rank);
    all
}

/// The law before money, more money before less, and then more exceptions before fewer.
fn rank(finding: &Finding) -> impl Ord + use<> {
    let money = finding.over_micros + finding.under_micros + finding.fund_micros;
    (finding.severity, Reverse(money), Reverse(finding.exceptions), finding.code)
}

/// The finding of a cause, under the first control of the check that found most of its exceptions.
fn of_cause(
    outcome: &Audited,
    under: &Under<'_>,
    (at, cause): (usize, &Cause),
    example: Option<&ListedException>,
) -> Option<Finding> {
    let code = cause.explains.first()?.code;
    let check = by_code(code)?;
    let result = outcome.checks.iter().find(|check| check.code == code)?;
    let Outcome::Ran { tested, .. } = result.outcome else { return None };
    let (place, _) = under.sums(code, under.found.explained(code, cause)).into_iter().next()?;
    let mut worth = Worth::default();
    for of in &cause.explains {
        under.found.explained(of.code, cause).for_each(|(_, more)| worth.add(more));
    }
    let of = (cause.title.clone(), format!("{} {}", cause.evidence, cause.remedy));
    let finding = under.finding(check, of, (place, worth), (tested, example));
    Some(Finding { cause: Some(at), ..finding })
}

/// Puts to each finding whether the report before has it, and what the licensee says to it; gives the responses to
/// which there is no finding, by their checks.
pub(crate) fn answer(findings: &mut [Finding], engagement: &Engagement) -> Vec<String> {
    if let Some(previous) = &engagement.previous {
        for finding in findings.iter_mut() {
            let is_repeated = previous.findings.contains(&finding.key());
            finding.repeated = is_repeated.then(|| previous.report_id.clone());
        }
    }
    let mut unmatched = Vec::new();
    for response in &engagement.responses {
        let own = findings.iter_mut().filter(|finding| {
            let is_under = response.control.is_none() || response.control == finding.control_id;
            response.check == finding.code && is_under
        });
        if own.map(|finding| finding.responses.push(response.in_words())).count() == 0 {
            unmatched.push(response.check.clone());
        }
    }
    unmatched
}

/// What exceptions fall under, by the rows of the matrix.
pub(crate) struct Under<'s> {
    pub(crate) scope: &'s Scope,
    pub(crate) rows: &'s [Row<'s>],
    pub(crate) found: &'s Found,
}

/// What an exception falls under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A control in one version, by its row.
    Row(usize),
    /// A pack by whose limit it is one though no control of it speaks of the check, by its place.
    Pack(usize),
    /// The approved rules: no pack has a control of it on its day.
    Rules,
}

impl Under<'_> {
    /// How many exceptions fall under each row: what stands for days on end is one of them.
    pub(crate) fn of_rows(&self) -> Vec<u64> {
        let mut all = vec![0; self.rows.len()];
        for (code, of, worth) in self.found.all() {
            for place in self.places(code, of) {
                if let Place::Row(at) = place {
                    all[at] += worth.sum.exceptions;
                }
            }
        }
        all
    }

    pub(crate) fn of_no_control(&self) -> u64 {
        let all = self.found.all();
        let is_alone = |code: &str, of: &Of| {
            self.places(code, of).iter().all(|place| !matches!(place, Place::Row(_)))
        };
        all.filter(|(code, of, _)| is_alone(code, of)).map(|(.., worth)| worth.sum.exceptions).sum()
    }

    /// The finding of what falls under one place.
    fn finding(
        &self,
        check: &Check,
        (title, condition): (String, String),
        (place, worth): (Place, Worth),
        (tested, first): (u64, Option<&ListedException>),
    ) -> Finding {
        let (control, demand, control_id) = self.words(place);
        let Worth { sum, extent } = worth;
        let money = sum.over_micros != 0 || sum.under_micros != 0 || sum.fund_micros != 0;
        let severity = Severity::of(check.code, money);
        Finding {
            code: check.code,
            title,
            cause: None,
            control: control.to_owned(),
            condition,
            // Of the law its own demand; of everything that a control of approved play takes in, the rule that is broken.
            criteria: match severity {
                Severity::Law => demand.to_owned(),
                Severity::Money | Severity::Procedure => check.criteria(),
            },
            effect: effect(&sum),
            severity,
            over_micros: sum.over_micros,
            under_micros: sum.under_micros,
            fund_micros: sum.fund_micros,
            first: first.cloned(),
            extent,
            tested,
            exceptions: sum.exceptions,
            control_id: control_id.map(str::to_owned),
            repeated: None,
            responses: Vec::new(),
            of: Vec::new(),
        }
    }

    fn places(&self, code: &str, of: &Of) -> Vec<Place> {
        let FallsUnder { day, pack, control } = &of.under;
        let by = |id: &str| pack.as_deref().is_none_or(|only| only == id);
        let rows = self.rows.iter().enumerate();
        let is_of = |row: &Row<'_>| match control {
            Some(control) => row.id() == control,
            None => row.is_answered_by(code),
        };
        let rows = rows.filter(|(_, row)| is_of(row) && by(&row.pack.id) && row.covers(*day));
        let mut all: Vec<Place> = rows.map(|(at, _)| Place::Row(at)).collect();
        if all.is_empty() {
            let mut packs = self.scope.law.packs.iter();
            let pack = packs.position(|of| pack.as_ref().is_some_and(|id| *id == of.id));
            all.push(pack.map_or(Place::Rules, Place::Pack));
        }
        all
    }

    /// What falls under each place, in the order of the rows.
    fn sums<'f>(
        &self,
        code: &str,
        all: impl Iterator<Item = (&'f Of, &'f Worth)>,
    ) -> Vec<(Place, Worth)> {
        let mut sums: Vec<(Place, Worth)> = Vec::new();
        for (of, worth) in all {
            for place in self.places(code, of) {
                match sums.iter_mut().find(|(other, _)| *other == place) {
                    Some((_, sum)) => sum.add(worth),
                    None => sums.push((place, worth.clone())),
                }
            }
        }
        sums.sort_by_key(|(place, _)| match place {
            Place::Row(at) => *at,
            Place::Pack(at) => self.rows.len() + at,
            Place::Rules => self.rows.len() + self.scope.law.packs.len(),
        });
        sums
    }

    /// What it is called, what it demands, and the id of the control where it is one.
    fn words(&self, place: Place) -> (&str, &str, Option<&str>) {
        match place {
            Place::Row(at) => {
                let (row, version) = (&self.rows[at], self.rows[at].version());
                (&version.citation, &version.demand, Some(row.id()))
            }
            Place::Pack(at) => {
                (&self.scope.law.packs[at].title, "What it limits is kept to.", None)
            }
            Place::Rules => {
                let demand = "The game is played, paid and recorded as approved.";
                ("Approved rules of play", demand, None)
            }
        }
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
    let parts = some.map(|(micros, side)| format!("{} {side}", Sum::from_micros(micros)));
    match parts.collect::<Vec<_>>().join(" and ") {
        none if none.is_empty() => "No amount of money is attached to it.".to_owned(),
        parts => parts + ".",
    }
}
