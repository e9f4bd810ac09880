//! Which checks can run in an engagement, sorted by what they look at, found out once.

use crate::case::{MeterCase, RecordCase, RoundCase, ShufflerCase};
use crate::frame::{Check, Need, Run, Tally};
use crate::registry::CHECKS;
use crate::scope::Scope;

/// The procedure of a check of records.
pub type RecordCheck = fn(&RecordCase<'_>, &mut Tally);
/// The procedure of a check of rounds.
pub type RoundCheck = fn(&RoundCase<'_>, &mut Tally);
/// The procedure of a check of meter events.
pub type MeterCheck = fn(&MeterCase<'_>, &mut Tally);

/// The procedure of a check of decks and packets.
pub type ShufflerCheck = fn(&ShufflerCase<'_>, &mut Tally);

/// The checks that look at the stream of records, by their place in the registry.
pub struct Runnable {
    /// Each record of each journal.
    pub records: Vec<(usize, RecordCheck)>,
    /// Each round.
    pub rounds: Vec<(usize, RoundCheck)>,
    /// Each event of each meter.
    pub meters: Vec<(usize, MeterCheck)>,
    /// Each deck and packet of each shuffler.
    pub shuffler: Vec<(usize, ShufflerCheck)>,
    /// The cards of the hands are tested for randomness.
    pub dealt: bool,
    /// The cards of the hands are compared with what the shuffler dispensed.
    pub dispensed: bool,
}

impl Runnable {
    /// The checks whose needs the engagement meets.
    pub fn new(scope: &Scope) -> Self {
        let (mut records, mut rounds, mut meters) = (Vec::new(), Vec::new(), Vec::new());
        let mut shuffler = Vec::new();
        for (at, check) in CHECKS.iter().enumerate() {
            if not_run(scope, check).is_some() {
                continue;
            }
            match check.run {
                Run::Record(run) => records.push((at, run)),
                Run::Round(run) => rounds.push((at, run)),
                Run::Meter(run) => meters.push((at, run)),
                Run::Shuffler(run) => shuffler.push((at, run)),
                // These run once, at the start or at the end.
                Run::Engagement(_) | Run::Award(_) | Run::Adjustment(_) | Run::Source(_) => {}
            }
        }
        let dealt = scope.tests_randomness() && scope.lacks(Need::Cards).is_none();
        let dispensed = dealt && scope.lacks(Need::ShufflerJournal).is_none();
        Self { records, rounds, meters, shuffler, dealt, dispensed }
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
    let no_links = scope.engagement.links.is_empty();
    let free = |need: Need| need.may_be_absent() || (no_links && need.is_of_links());
    check.needs.iter().filter(|need| free(**need)).find_map(|need| scope.lacks(*need))
}

/// Why a check does not run in this engagement, for whichever of the two reasons.
pub fn not_run(scope: &Scope, check: &Check) -> Option<String> {
    is_of_nothing(scope, check).or_else(|| missing(scope, check))
}
