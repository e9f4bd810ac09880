//! Which exceptions an output lists where it has no room for all of them.

use crate::words::grouped;
use feltproof_model::ListedException;
use feltproof_model::workpaper::{Outcome, Severity, Workpaper};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The order in which they are chosen.
pub(crate) const ORDER: &str =
    "the law first, then the largest amounts, and one of each check before a second of any";

/// So many of them at most, in that order, each with its place in the workpaper: neither does a check that found a thousand
/// hide one that found a single one, nor the code of a check the largest amount.
pub(crate) fn chosen(all: &[ListedException], most: usize) -> Vec<(usize, &ListedException)> {
    let worth = |e: &ListedException| {
        let amount = e.difference.map(|amount| amount.micros().unsigned_abs());
        (Severity::of(e.code, amount.is_some()), Reverse(amount), e.number)
    };
    let mut list: Vec<(usize, &ListedException)> = all.iter().enumerate().collect();
    list.sort_by_key(|(_, e)| worth(e));
    let mut turns = BTreeMap::<&str, usize>::new();
    let mut turn = |code| {
        let turn = turns.entry(code).or_default();
        *turn += 1;
        *turn
    };
    // The order within a turn stays.
    list.sort_by_cached_key(|(_, e)| turn(e.code));
    list.truncate(most);
    list
}

/// The checks of which fewer are listed than were found: `PAY-001 200 of 1,234`.
pub(crate) fn cut(w: &Workpaper, listed: &[(usize, &ListedException)]) -> Vec<String> {
    let of_check = w.checks.iter().filter_map(|check| {
        let Outcome::Ran { exceptions, .. } = check.outcome else { return None };
        let here = listed.iter().filter(|(_, e)| e.code == check.code).count() as u64;
        (here < exceptions)
            .then(|| format!("{} {} of {}", check.code, grouped(here), grouped(exceptions)))
    });
    of_check.collect()
}

#[cfg(test)]
mod tests {
    use super::chosen;
    use feltproof_model::{ListedException, Money, Party};

    /// Exceptions of these codes and dollars, none where they are 0.
    fn of(list: &[(&'static str, i64)]) -> Vec<ListedException> {
        let one = crate::common::exceptions().remove(0);
        let listed = |(at, (code, dollars)): (u64, &(&'static str, i64))| {
            let mut listed = ListedException { number: at, exception: one.clone() };
            let exception = &mut listed.exception;
            exception.code = code;
            exception.difference = (*dollars != 0).then(|| Money::from_micros(*dollars));
            exception.favours = exception.difference.map(|_| Party::House);
            listed
        };
        (1..).zip(list).map(listed).collect()
    }

    #[test]
    fn the_law_and_the_largest_amount_are_always_among_them() {
        let all = of(&[
            ("LOG-001", 0),
            ("LOG-001", 0),
            ("PAY-001", -5),
            ("PAY-001", 700),
            ("PAY-001", 6),
            ("PAY-002", 20),
            ("WAC-001", 0),
            ("WAC-003", 0),
        ]);
        let numbers = |most: usize| -> Vec<u64> {
            chosen(&all, most).into_iter().map(|(_, e)| e.number).collect()
        };
        assert_eq!(numbers(8), [7, 8, 4, 6, 1, 5, 2, 3]);
        assert_eq!(numbers(3), [7, 8, 4]);
        assert!(chosen(&[], 5).is_empty());
        assert!(chosen(&all, 8).iter().all(|(at, e)| all[*at] == **e));
    }
}
