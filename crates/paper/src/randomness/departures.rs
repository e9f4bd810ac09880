//! What departs of one source: each kind once, what departs by its name and number, and how seldom chance alone goes so
//! far. A cause is printed of what `causes.rs` chooses.

use super::causes::causes;
pub use super::departure::Departure;
use super::departure::by_kind;
use super::kinds::IN_THE_TABLE;
use feltproof_stats::{Heat, Randomness};

/// What departs: first what has a cause, then the others, that of the most unusual test first.
pub fn departures(r: &Randomness) -> Vec<Departure<'_>> {
    let mut found = by_kind(r);
    for (place, cause) in causes(r, &found).into_iter().enumerate() {
        let Some(at) = found.iter().position(|d| d.kind == cause.kind) else { continue };
        found[place..=at].rotate_right(1);
        let first = &mut found[place];
        first.says = Some(cause.says);
        if let Some(names) = cause.names {
            first.names = names;
        }
    }
    found
}

/// Whether a test of what this table shows departs.
pub fn is_departing(r: &Randomness, heat: &Heat) -> bool {
    departures(r).iter().any(|departure| {
        let reference = departure.test.key.split('.').next();
        reference == Some(heat.reference) && IN_THE_TABLE.contains(&departure.kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::battery::battery;
    use feltproof_stats::verdict::Adjusted;
    use feltproof_stats::{Law, Outcome};

    /// A mean and its law are one departure, told by the mean; a number has the unit of its count.
    #[test]
    fn a_departure_has_its_number_and_names_the_others() {
        let mut r = battery("decks.csv", 0.0);
        let departs = |key: &str| Adjusted { key: key.to_owned(), ln_adjusted: -30.0 };
        let keys = ["previous.rises_law", "previous.rises", "fixed.position_max"];
        r.verdict.departures = keys.map(departs).to_vec();
        r.verdict.too_good.clear();
        for test in &mut r.battery.tests {
            let Outcome::Ran(f) = &mut test.outcome else { continue };
            if test.key == "previous.rises" {
                f.effect.measure = "shift of the mean count of one deal";
                f.effect.observed = -1.894;
                f.p = feltproof_stats::Prob::new(1e-9);
            }
            if test.key == "fixed.position_max" {
                f.statistic = 242.0;
                f.law = Law::ExtremeCell { cells: 2704, trials: 2000, chance: 1.0 / 52.0 };
            }
        }
        let found = departures(&r);
        let keys = |d: &Departure<'_>| d.others.iter().map(|test| test.key.clone()).collect();
        let kinds: Vec<(_, Vec<String>)> = found.iter().map(|d| (d.kind, keys(d))).collect();
        assert_eq!(
            kinds,
            [("order_kept", vec!["previous.rises_law".to_owned()]), ("places_favoured", vec![])]
        );
        assert_eq!(
            found[0].sentence(),
            "Rising sequences, deck before: 1.89 fewer in a deck than chance gives. Cards stay near the card they lay \
             beside before the shuffle, in packets let into one another; too few riffles do that. By chance alone: p = \
             1.0e-9 (about 1 in 1,000,000,000). 1 more test shows it."
        );
        assert_eq!(
            found[1].sentence(),
            "Most unusual cell, fixed labels: 242 where chance gives 38. By chance alone: p = 0.0389 (about 1 \
             in 26)."
        );
    }
}
