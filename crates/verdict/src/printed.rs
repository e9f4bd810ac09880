//! What is kept of exceptions and unreadable records for print.

use crate::found::Found as UnderLaw;
use feltproof_analysis::Differences;
use feltproof_checks::CHECKS;
use feltproof_model::exception::MoneyFound;
use feltproof_model::{Cause, CauseKey, Engagement, Exception, ListedException, Problem};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Exceptions and problems for print; the full lists are in the JSON and quarantine files.
#[derive(Default)]
pub struct Printed {
    pub(crate) exceptions: BTreeMap<(&'static str, Option<CauseKey>), Vec<ListedException>>,
    pub(crate) exceptions_total: u64,
    pub(crate) money: MoneyFound,
    pub(crate) differences: Differences,
    pub(crate) found: UnderLaw,
    pub(crate) waived: Vec<ListedException>,
    pub(crate) waived_total: u64,
    pub(crate) problems: Vec<Problem>,
    pub(crate) problems_total: u64,
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
    pub(crate) fn resolve(&mut self, causes: &[Cause]) {
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
    pub(crate) fn first(
        &self,
        code: &'static str,
        is_such: &dyn Fn(&Exception) -> bool,
    ) -> Option<&ListedException> {
        let of_check = self.exceptions.range((code, None)..);
        let of_check = of_check.take_while(|((other, _), _)| *other == code);
        of_check.flat_map(|(_, list)| list).find(|e| is_such(e))
    }

    /// In registry order, each check's by locus.
    pub(crate) fn into_sorted(mut self) -> Vec<ListedException> {
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
