//! Which checks can run in an engagement, sorted by what they look at, found out once.

use crate::check::{Check, OfFacts};
use crate::drift::Others;
use crate::list::{CHECKS, by_code};
use crate::need::Need;
use crate::scope::Scope;
use feltproof_model::Date;
use feltproof_regs::{Limit, Pack, Role};

/// The checks that look at the facts of the record.
#[derive(Default)]
pub(crate) struct Runnable {
    pub(crate) of_facts: OfFacts,
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
            all.of_facts.add(at, check.run);
        }
        all
    }
}

/// Why a check that concerns this engagement cannot run: a missing input, a gap in the audit.
pub fn missing(scope: &Scope, check: &Check) -> Option<String> {
    if is_of_nothing(scope, check).is_some() {
        return None;
    }
    check.needs.iter().find_map(|need| scope.lacks(*need))
}

/// Why a check has nothing to do here, which is no gap: no such wager, no link, another law.
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
