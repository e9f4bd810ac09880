//! One wager of a round in words: staked, owed, returned, and what the checks make of it.
//!
//! A mark repeats what the checks found and decides nothing itself.

use feltproof_checks::runnable::not_run;
use feltproof_checks::{CHECKS, Check, Need, RoundCase, explained, open_limit};
use feltproof_model::{Exception, HandRow, Money, Wager};

/// The check of void rounds, which judges a hand as a whole.
const VOID_ROUND: &str = "PAY-006";

/// The checks that judge what is returned for a wager.
fn judges(wager: Wager) -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().copied().filter(move |check| check.needs.contains(&Need::ReturnedOf(wager)))
}

/// One wager of a row (by its place), with the exceptions at its line; nothing where nothing was staked,
/// returned or owed.
pub(crate) fn wager(
    case: &RoundCase<'_>,
    (at, row): (usize, &HandRow),
    wager: Wager,
    found: &[Exception],
) -> String {
    let (stake, paid) = (row.stake[wager], row.returned[wager]);
    let owed = case.owed(at, wager);
    let raised = found.iter().find(|e| judges(wager).any(|check| check.code == e.code));
    let is_nothing = stake.is_zero() && paid.is_zero() && owed.is_none_or(Money::is_zero);
    if is_nothing && raised.is_none() && !lacks_award(case, at, wager) {
        return String::new();
    }
    let (owed_in_words, mark) = match (raised, owed) {
        (Some(e), _) => (format!(", owed {}", e.expected), format!(": DIFFERS ({})", e.code)),
        (None, Some(owed)) => (format!(", owed {owed}"), mark(case, at, wager, paid)),
        (None, None) => (String::new(), mark(case, at, wager, paid)),
    };
    let returned = match case.scope.has_returned(wager) {
        true => format!("returned {paid}"),
        false => "what was returned is not on record".to_owned(),
    };
    let why = why(case, at, wager, owed);
    format!("  {wager:<14} staked {stake}{owed_in_words}, {returned}{mark}\n    {why}\n")
}

/// What is said of a wager at which no check of its own found anything.
fn mark(case: &RoundCase<'_>, at: usize, wager: Wager, paid: Money) -> String {
    let is_judged = || judges(wager).any(|check| not_run(case.scope, check).is_none());
    if case.is_void() {
        // The hand is judged as a whole.
        return String::new();
    }
    if !case.rules.offers(wager) && wager != Wager::Envy && wager != Wager::Bank {
        return ": not offered at this table".to_owned();
    }
    let mark = match case.owed(at, wager) {
        None if lacks_award(case, at, wager) => ": no award on record says how much",
        None => ": not decided",
        Some(_) if !is_judged() => {
            let reason = judges(wager).find_map(|check| not_run(case.scope, check));
            let reason = reason.map_or_else(String::new, |reason| format!(", since {reason}"));
            return format!(": not tested{reason}");
        }
        Some(owed) if owed == paid => ": as owed",
        Some(_) if wager == Wager::Bank => ": as the payments on record leave it",
        Some(_) => ": not as owed, which is no exception of its own",
    };
    mark.to_owned()
}

/// The award of a winning hand is missing.
fn lacks_award(case: &RoundCase<'_>, at: usize, wager: Wager) -> bool {
    wager == Wager::Progressive && case.lacks_award(at)
}

/// How the wager was settled, or why it cannot be.
fn why(case: &RoundCase<'_>, at: usize, wager: Wager, owed: Option<Money>) -> String {
    match owed {
        Some(owed) => explained(case, at, wager, owed),
        None if case.is_left_open(wager) => format!(
            "a hand of this round may not be on record: {wager} depends on the other hands and cannot \
             be decided"
        ),
        None => open_limit(case, at, wager).unwrap_or_else(|| case.explained(at, wager)),
    }
}

/// What the check of void rounds says of a hand.
pub(crate) fn void_hand(case: &RoundCase<'_>, found: &[Exception]) -> String {
    let check = feltproof_checks::by_code(VOID_ROUND);
    let said = match found.iter().find(|e| e.code == VOID_ROUND) {
        Some(e) => format!("owed {}, returned {}: DIFFERS ({VOID_ROUND})", e.expected, e.recorded),
        None => match check.and_then(|check| not_run(case.scope, check)) {
            Some(reason) => format!("not tested, since {reason}"),
            None => "as owed".to_owned(),
        },
    };
    format!("  in all         {said}\n")
}
