//! What each figure of a report rests on: how many wagers, which columns, which checks. A figure that its
//! record or its check does not bear says so, alike in terminal, JSON and PDF.

use crate::cell::Cell;
use crate::words::{
    Places, dollars, grouped, meter_difference, plural, settled_totals, signed_dollars,
};
use feltproof_model::workpaper::{CheckResult, Dimension, MeterReconciliation, Outcome, Workpaper};
use feltproof_model::{Departure, ListedException, MeterDay, Sum, UntestedPayment, Wager};

/// Where no wager was compared.
pub(crate) const NOT_COMPARED: &str =
    "Not compared: no check tested a wager against what is owed for it.";

/// A figure that the record does not hold.
const NOT_ON_RECORD: &str = "not on record";

/// Which of two amounts that every wager has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// What was staked.
    Staked,
    /// What was returned.
    Returned,
}

impl Amount {
    /// Wagers of the tables whose amounts the hands journal has no column for.
    pub(crate) fn missing(self, w: &Workpaper) -> &[Wager] {
        match self {
            Self::Staked => &w.recorded.stakes_missing,
            Self::Returned => &w.recorded.returned_missing,
        }
    }

    /// The columns that are missing, by their names in the journal.
    pub fn missing_columns(self, w: &Workpaper) -> Vec<String> {
        let end = if self == Self::Staked { "" } else { "_returned" };
        self.missing(w).iter().map(|wager| format!("{}{end}", wager.key())).collect()
    }

    /// The sum, where the journal has a column for the Ante, or there is something of other wagers.
    pub fn sum(self, w: &Workpaper) -> Option<i128> {
        let sum = match self {
            Self::Staked => w.counts.staked_micros,
            Self::Returned => w.counts.returned_micros,
        };
        let is_held = w.recorded.hands && !self.missing(w).contains(&Wager::Ante);
        (is_held || sum != 0).then_some(sum)
    }

    /// The sum in micro-dollars, where nothing is missing from it.
    pub(crate) fn whole(self, w: &Workpaper) -> Option<i128> {
        self.sum(w).filter(|_| self.missing(w).is_empty())
    }

    /// The sum in words, with what it leaves out.
    pub fn in_words(self, w: &Workpaper) -> String {
        let Some(sum) = self.sum(w) else { return NOT_ON_RECORD.to_owned() };
        let missing: Vec<&str> = self.missing(w).iter().map(|wager| wager.title()).collect();
        if missing.is_empty() {
            return dollars(sum);
        }
        format!("{} without {}, not on record", dollars(sum), missing.join(", "))
    }
}

/// A count of hands that rests on the column of actions.
pub(crate) fn by_action(w: &Workpaper, number: u64) -> Cell {
    if w.recorded.actions { number.into() } else { NOT_ON_RECORD.into() }
}

/// Void rounds: without actions, only those that a controller or the cards show.
pub(crate) fn rounds_void(w: &Workpaper) -> String {
    let rest = if w.recorded.actions { "" } else { ", as far as shown: no actions on record" };
    let (void, declared) = (w.counts.rounds_void, w.counts.rounds_declared_void);
    let undeclared = match void - declared {
        0 => String::new(),
        1 => ", of which 1 was not declared void (CRD-002)".to_owned(),
        more => format!(", of which {} were not declared void (CRD-002)", grouped(more)),
    };
    format!("{}{undeclared}{rest}", grouped(void))
}

/// How many wagers the money over- and underpaid comes from: `924 of 1,200 wagers`.
pub(crate) fn wagers_compared(w: &Workpaper) -> String {
    let compared = settled_totals(w, Dimension::Wager).map_or(0, |t| t.wagers);
    let compared = plural(compared, "wager");
    match w.counts.wagers_untested {
        0 => compared,
        others => format!("{compared}; no check tested {} others", grouped(others)),
    }
}

/// What the tables of paid against owed leave out, as a sentence; `None` where they have every wager.
pub(crate) fn wagers_left_out(w: &Workpaper) -> Option<String> {
    let untested = w.counts.wagers_untested;
    if untested == 0 {
        return None;
    }
    let missing = [Amount::Staked, Amount::Returned].map(|amount| amount.missing_columns(w));
    let columns = match missing.concat().join(", ").as_str() {
        "" => String::new(),
        missing => format!(" The hands journal has no column {missing}."),
    };
    Some(format!(
        "{} of {} with a stake or a payment no check tested: they are in no amount here, neither paid \
         as owed nor otherwise.{columns}",
        grouped(untested),
        plural(w.counts.wagers, "wager")
    ))
}

/// Wagers compared that are none of those with a stake or a payment: something was owed and nothing is on record.
pub(crate) fn compared_without_money(w: &Workpaper) -> Option<String> {
    let compared = settled_totals(w, Dimension::Wager)?.wagers;
    let others = (compared + w.counts.wagers_untested).checked_sub(w.counts.wagers)?;
    (others > 0).then(|| {
        format!(
            "Compared are also {} with neither a stake nor a payment on record, such as an envy that was owed.",
            plural(others, "wager")
        )
    })
}

/// Hands that the table of categories counts, of all on record: players', dealers'.
pub fn hands_ranked(w: &Workpaper) -> [u64; 2] {
    let sum = |of: fn(&feltproof_model::workpaper::CategoryCount) -> u64| {
        w.categories.iter().map(of).fold(0, u64::saturating_add)
    };
    [sum(|c| c.players), sum(|c| c.dealers)]
}

/// What was paid and not tested, as a sentence; `None` where there is nothing of the kind.
pub(crate) fn untested_payments(w: &Workpaper) -> Option<String> {
    let all = &w.untested_payments;
    (all.total > 0).then(|| {
        format!(
            "{} of together {} could not be tested: the record does not say whether they were owed.",
            plural(all.total, "payment"),
            dollars(all.micros)
        )
    })
}

/// What an untested payment was for: `Queens Up`, `award of the meter`.
pub(crate) fn paid_for(payment: &UntestedPayment) -> &'static str {
    payment.wager.map_or("award of the meter", Wager::title)
}

fn check<'a>(w: &'a Workpaper, code: &str) -> Option<&'a CheckResult> {
    w.checks.iter().find(|check| check.code == code)
}

/// The check that compares an account with its display.
fn compares(m: &MeterReconciliation) -> &'static str {
    if m.account == "reserve" { "MTR-002" } else { "MTR-001" }
}

/// Whether the check that compares an account with its display ran; a workpaper without that check
/// (of another registry) says nothing of it.
pub fn is_meter_tested(w: &Workpaper, m: &MeterReconciliation) -> bool {
    check(w, compares(m)).is_none_or(|check| matches!(check.outcome, Outcome::Ran { .. }))
}

/// What the record bears of how an account stands at the end, against where it was kept to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing<'a> {
    /// No check compared it.
    NotTested,
    /// Recorded as expected.
    JoinsUp,
    /// Recorded otherwise: recorded minus expected, in micro-dollars.
    Differs(i128),
    /// Recorded otherwise, which proves nothing: why the sum of one of its days cannot be told, a clause. Its check accuses
    /// no event of it.
    Undetermined(&'a str),
}

/// How an account stands at the end.
pub fn closing<'a>(w: &'a Workpaper, m: &MeterReconciliation) -> Closing<'a> {
    let difference = meter_difference(m);
    if !is_meter_tested(w, m) {
        return Closing::NotTested;
    }
    if difference == 0 {
        return Closing::JoinsUp;
    }
    let of = |day: &&MeterDay| day.link == m.link && day.account == m.account;
    let mut days = w.registers.days.iter().filter(of);
    let undetermined = days.find_map(|day| day.undetermined.as_deref());
    undetermined
        .filter(|_| !is_accused(w, m))
        .map_or(Closing::Differs(difference), Closing::Undetermined)
}

/// What the closing difference of an account is made of, part by part to the last fraction, as a sentence; `None` where it
/// has none.
pub(crate) fn closing_made_of(
    w: &Workpaper,
    places: &Places,
    m: &MeterReconciliation,
) -> Option<String> {
    let Closing::Differs(difference) = closing(w, m) else { return None };
    let of = &m.departures;
    let part = |departure: &Departure| {
        let is_its = |e: &&ListedException| e.locus == departure.locus && e.code.starts_with("MTR");
        let listed = w.exceptions.iter().find(is_its).filter(|_| !departure.follows);
        let why = match listed {
            Some(e) => format!(" (No. {}, {})", e.number, e.code),
            None if departure.follows => " (it goes on from what was recorded before)".to_owned(),
            None => String::new(),
        };
        let amount = signed_dollars(departure.amount.micros());
        format!("{amount} at {}{why}", places.place(departure.locus))
    };
    let mut parts: Vec<String> = of.listed.iter().map(part).collect();
    let listed = of.listed.iter().fold(Sum::ZERO, |sum, departure| sum + departure.amount);
    let more = of.total - of.listed.len() as u64;
    if more > 0 {
        let rest = signed_dollars((of.sum - listed).micros());
        parts.push(format!("{rest} at {} more", plural(more, "record")));
    }
    if of.fractions != Sum::ZERO {
        let fractions = signed_dollars(of.fractions.micros());
        parts.push(format!("{fractions} of fractions that its display does not show"));
    }
    Some(format!("{} is made of {}.", signed_dollars(difference), parts.join(", ")))
}

/// Whether the check of an account raised an exception at its link; of those that are not kept for print none is known.
fn is_accused(w: &Workpaper, m: &MeterReconciliation) -> bool {
    let code = compares(m);
    let kept = || w.exceptions.iter().filter(|e| e.code == code);
    let found = match check(w, code).map(|check| &check.outcome) {
        Some(Outcome::Ran { exceptions, .. }) => *exceptions,
        _ => 0,
    };
    found > kept().count() as u64 || kept().any(|e| e.link.as_deref() == Some(&*m.link))
}

/// What the reconciliation of an account cannot vouch for: checks of its movements that did not run for
/// want of an input, or that left something open. A check with nothing to test in the record is none.
pub fn meter_reservations(w: &Workpaper, m: &MeterReconciliation) -> Vec<String> {
    // Contributions rest on the progressive wagers, awards on the hands that won them.
    let codes = [compares(m), "MTR-003", "MTR-005", "MTR-006", "AWD-002", "AWD-003"];
    codes.into_iter().filter_map(|code| reservation(check(w, code)?)).collect()
}

fn reservation(check: &CheckResult) -> Option<String> {
    let (code, title) = (check.code, check.title);
    match &check.outcome {
        Outcome::NotRun { reason } if reason.starts_with(NOTHING_TO_TEST) => None,
        Outcome::NotRun { reason } => Some(format!("Not tested ({code}: {title}): {reason}")),
        Outcome::Ran { .. } if check.undecided > 0 => {
            let what = plural(check.undecided, check.unit);
            Some(format!("Left open ({code}: {title}): {what}, {}", check.undecided_reason))
        }
        Outcome::Ran { .. } => None,
    }
}

/// How the reason of a check begins that met nothing to test.
const NOTHING_TO_TEST: &str = "The journals hold no ";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common;

    #[test]
    fn a_sum_says_which_wagers_it_leaves_out() {
        let mut w = common::sample();
        assert_eq!(Amount::Staked.in_words(&w), "$269,250.00");
        w.recorded.stakes_missing = vec![Wager::QueensUp];
        w.recorded.returned_missing = vec![Wager::QueensUp, Wager::Envy];
        assert_eq!(Amount::Staked.in_words(&w), "$269,250.00 without Queens Up, not on record");
        assert_eq!(Amount::Returned.missing_columns(&w), ["queens_up_returned", "envy_returned"]);
        w.recorded.hands = false;
        w.counts.staked_micros = 0;
        assert_eq!(Amount::Staked.in_words(&w), NOT_ON_RECORD);
        assert_eq!(Amount::Staked.sum(&w), None);
    }

    #[test]
    fn a_figure_of_actions_is_none_without_them() {
        let mut w = common::sample();
        assert_eq!(by_action(&w, 1_812), Cell::from(1_812_u64));
        w.recorded.actions = false;
        assert_eq!(by_action(&w, 0), Cell::from(NOT_ON_RECORD));
        assert!(rounds_void(&w).ends_with("no actions on record"));
    }

    #[test]
    fn wagers_that_no_check_tested_are_said_with_their_columns() {
        let mut w = common::sample();
        assert_eq!(wagers_left_out(&w), None);
        w.counts.wagers_untested = 924;
        w.counts.wagers = 22_464;
        w.recorded.returned_missing = vec![Wager::QueensUp];
        let said = wagers_left_out(&w).unwrap_or_default();
        assert!(said.starts_with("924 of 22,464 wagers with a stake or a payment no check tested"));
        assert!(said.ends_with("The hands journal has no column queens_up_returned."), "{said}");
        assert_eq!(wagers_compared(&w), "21,540 wagers; no check tested 924 others");
        assert_eq!(compared_without_money(&w), None);
        w.counts.wagers = 22_463;
        let said = compared_without_money(&w).unwrap_or_default();
        assert!(said.starts_with("Compared are also 1 wager with neither a stake"), "{said}");
    }

    #[test]
    fn a_meter_says_which_of_its_checks_did_not_run() {
        let mut w = common::sample();
        let m = w.meters[0].clone();
        let clean = meter_reservations(&w, &m);
        let one = w.checks[0].clone();
        let not_run = |code, reason: &str| CheckResult {
            code,
            outcome: Outcome::NotRun { reason: reason.to_owned() },
            ..one.clone()
        };
        w.checks.retain(|c| c.code != "MTR-001");
        w.checks.push(not_run("MTR-003", "The hands journal has no progressive column."));
        w.checks.push(not_run("AWD-003", "The journals hold no award to test."));
        w.checks.push(not_run("MTR-001", "The engagement has no manager journal."));
        let said = meter_reservations(&w, &m);
        assert_eq!(said.len(), clean.len() + 2, "{said:?}");
        assert!(!is_meter_tested(&w, &m));
    }
}
