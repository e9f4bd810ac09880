//! MTR-013: in-meter does not count what was wagered. The procedure is described in `mtr_013.md`.

use super::{Fill, MeterCase, Tally};
use feltproof_model::Sum;
use feltproof_record::meter::Counted;

const NONE: &str =
    "the manager journal has no in_meter column, or no link of which it is written twice";

const STRANGE: &str = "it departs from them again and again: it may count in another unit (cents, numbers of wagers) \
                       or something else; give in_meter in dollars by the profile of the journal, or leave it out";

/// What the departure shows, a sentence.
fn shown(counted: &Counted) -> String {
    let (expected, now) = (counted.expected(), Sum::from(counted.now));
    if counted.now < counted.before {
        "A count of wagers does not go back: it was cleared, replaced or changed, and no record of it says so."
            .to_owned()
    } else if now > expected {
        format!("It counted {} more than the coin-ins on record.", now - expected)
    } else {
        format!("{} of the coin-ins on record is not counted.", expected - now)
    }
}

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let Some(counted) = &case.in_meter else {
        if tally.untested.is_empty() {
            tally.untested.push(NONE.to_owned());
        }
        return;
    };
    tally.tested += 1;
    if counted.fits {
        return;
    }
    let link = &case.link.id;
    let what = || format!("Whether the in-meter of link {link} counts the coin-ins");
    if let Some(hole) = counted.hole {
        return tally.left_open(hole.of(case.scope), what);
    }
    if counted.is_strange {
        return tally.left_open(STRANGE, what);
    }
    let (before, wagered, expected) = (counted.before, counted.wagered, counted.expected());
    let found = case.exception().words(expected.to_string(), counted.now.to_string());
    tally.push(found.because(format!(
        "The in-meter of link {link} counted {before} when it was written last, and coin-ins of {wagered} are on record \
         since; it should count {expected}, and {} is recorded. {}",
        counted.now,
        shown(counted)
    )));
}
