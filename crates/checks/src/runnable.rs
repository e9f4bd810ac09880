//! Which checks can run in an engagement, sorted by what they look at, found out once.

#![allow(clippy::type_complexity, reason = "a check is a function of a fact and a tally")]

use crate::case::{
    AwardCase, BankCase, DocumentCase, MeterCase, OverflowCase, RecordCase, ReductionCase,
    ReversalCase, RoundCase, ShufflerCase, TieOutCase,
};
use crate::check::{Check, Run};
use crate::drift::Others;
use crate::list::{CHECKS, by_code};
use crate::need::Need;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::Date;
use feltproof_regs::{Limit, Pack, Role};

/// The checks that look at the facts of the record.
#[derive(Default)]
pub(crate) struct Runnable {
    /// Each record of each journal.
    pub(crate) records: Vec<(usize, fn(&RecordCase<'_>, &mut Tally))>,
    /// Each round.
    pub(crate) rounds: Vec<(usize, fn(&RoundCase<'_>, &mut Tally))>,
    /// Each event of each meter.
    pub(crate) meters: Vec<(usize, fn(&MeterCase<'_>, &mut Tally))>,
    /// Each deck and packet of each shuffler.
    pub(crate) shuffler: Vec<(usize, fn(&ShufflerCase<'_>, &mut Tally))>,
    /// Each award, at the end.
    pub(crate) awards: Vec<(usize, fn(&AwardCase<'_>, &mut Tally))>,
    /// Each reversal, at the end.
    pub(crate) reversals: Vec<(usize, fn(&ReversalCase<'_>, &mut Tally))>,
    /// Each reduction by hand whose reason claims a fact, at the end.
    pub(crate) reductions: Vec<(usize, fn(&ReductionCase<'_>, &mut Tally))>,
    /// What limits passed on to each meter, at the end.
    pub(crate) overflows: Vec<(usize, fn(&OverflowCase<'_>, &mut Tally))>,
    /// Each use of a number of a series of documents, at the end.
    pub(crate) documents: Vec<(usize, fn(&DocumentCase<'_>, &mut Tally))>,
    /// Each figure of a daily record, at the end.
    pub(crate) tie_outs: Vec<(usize, fn(&TieOutCase<'_>, &mut Tally))>,
    /// Each fact of the bank account, at the end.
    pub(crate) bank: Vec<(usize, fn(&BankCase<'_>, &mut Tally))>,
    /// It is tested whether every meter-winning hand has its award (AWD-001).
    pub(crate) awards_tested: bool,
    /// The cards of the hands are tested for randomness.
    pub(crate) dealt: bool,
    /// By which other paytables the pays of a progressive are looked at.
    pub(crate) others: Others,
}

impl Runnable {
    /// The checks whose needs the engagement meets.
    pub(crate) fn new(scope: &Scope) -> Self {
        let mut all = Self {
            others: Others::new(scope),
            dealt: scope.tests_randomness() && scope.lacks(Need::Cards).is_none(),
            ..Self::default()
        };
        for (at, check) in CHECKS.iter().enumerate() {
            if not_run(scope, check).is_some() {
                continue;
            }
            all.awards_tested |= check.code == "AWD-001";
            match check.run {
                Run::Record(run) => all.records.push((at, run)),
                Run::Round(run) => all.rounds.push((at, run)),
                Run::Meter(run) => all.meters.push((at, run)),
                Run::Shuffler(run) => all.shuffler.push((at, run)),
                Run::Award(run) => all.awards.push((at, run)),
                Run::Reversal(run) => all.reversals.push((at, run)),
                Run::Reduction(run) => all.reductions.push((at, run)),
                Run::Overflow(run) => all.overflows.push((at, run)),
                Run::Document(run) => all.documents.push((at, run)),
                Run::TieOut(run) => all.tie_outs.push((at, run)),
                Run::Bank(run) => all.bank.push((at, run)),
                // These run once, at the end.
                Run::Engagement(_) | Run::Source(_) | Run::Waiver(_) => {}
            }
        }
        all
    }
}

/// Why a check cannot run in this engagement though it concerns it: an input that is missing, which
/// leaves a gap in the audit.
pub fn missing(scope: &Scope, check: &Check) -> Option<String> {
    if is_of_nothing(scope, check).is_some() {
        return None;
    }
    check.needs.iter().find_map(|need| scope.lacks(*need))
}

/// Why a check has nothing to do in this engagement: no table offers the wager, there is no link, the
/// law is another. That is no gap.
pub fn is_of_nothing(scope: &Scope, check: &Check) -> Option<String> {
    absent(scope, check).find_map(|need| scope.lacks(need))
}

/// Whether a check has nothing to do only because a record is not given: the property may have what it is of.
pub fn lacks_a_record(scope: &Scope, check: &Check) -> bool {
    let mut all = absent(scope, check).filter(|need| scope.lacks(*need).is_some()).peekable();
    all.peek().is_some() && all.all(Need::is_record)
}

/// What a check needs and this property is free not to have.
fn absent<'s>(scope: &'s Scope, check: &'s Check) -> impl Iterator<Item = Need> + 's {
    let no_links = scope.engagement.links.is_empty();
    let repealed =
        move |need: Need| matches!(need, Need::ValueOf(role) if scope.law.is_repealed(role));
    let free = move |need: &Need| {
        need.may_be_absent() || repealed(*need) || (no_links && need.is_of_links())
    };
    check.needs.iter().copied().filter(free)
}

/// Why a check does not run in this engagement, for whichever of the two reasons.
pub fn not_run(scope: &Scope, check: &Check) -> Option<String> {
    is_of_nothing(scope, check).or_else(|| missing(scope, check))
}

/// The roles of the limits whose values a check needs.
fn roles(code: &str) -> impl Iterator<Item = Role> {
    let needs = by_code(code).map_or(&[][..], |check| check.needs);
    needs.iter().filter_map(|need| if let Need::ValueOf(role) = need { Some(*role) } else { None })
}

/// Why a check, though it runs, tests nothing by a rule pack on a day: of a limit that it reads that pack has no value.
pub fn untested_by(pack: &Pack, code: &str, date: Date) -> Option<String> {
    let said = roles(code).map(|role| pack.on(role, date));
    said.filter(|said| !said.is_in_force()).map(|said| said.to_string()).next()
}

/// The limits of a rule pack whose values a check applies, those read beside another among them.
pub fn applied<'p>(pack: &'p Pack, code: &str) -> Vec<&'p Limit> {
    let all = roles(code).flat_map(Role::read_together);
    all.filter_map(|role| pack.limit(*role)).collect()
}
