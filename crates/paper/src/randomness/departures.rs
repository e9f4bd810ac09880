//! What departs of one source: each kind once, what departs by its name and number, and how seldom chance alone goes so
//! far. A cause is printed of what `causes.rs` chooses.
//!
//! A test that nobody put under a kind (`kinds.rs`) has what it sees best.

use super::causes::causes;
use super::kinds::{IN_THE_TABLE, Kind, ONE_DECK, TOO_GOOD, of};
use super::named::named;
use super::number::{expected, figure, in_words, nearest, percent};
use super::words::{Standing, ordered, standing};
use feltproof_stats::{Figures, Heat, Law, Randomness, Test};

/// One kind of departure of a source, as it is printed.
#[derive(Debug, PartialEq)]
pub struct Departure<'a> {
    /// Its key in the JSON.
    pub kind: &'static str,
    /// What departs, by its name where it has one, with its number: `2♣ comes to position 1 in 39 of 1,000 decks, where chance
    /// gives 19.2`.
    pub names: String,
    /// What was seen and what does such a thing, without a full stop; `None` where it may follow from another departure.
    pub says: Option<String>,
    /// What such a departure means where it has a cause.
    pub(super) means: String,
    /// How seldom chance alone goes so far, for the test that shows it most.
    pub chance: String,
    /// The test that shows it most.
    pub test: &'a Test,
    /// The others of the kind.
    pub others: Vec<&'a Test>,
}

impl<'a> Departure<'a> {
    /// All of it as sentences.
    pub fn sentence(&self) -> String {
        let others = match self.others.len() {
            0 => String::new(),
            1 => " 1 more test shows it.".to_owned(),
            n => format!(" {n} more tests show it."),
        };
        let says = self.says.as_ref().map_or_else(String::new, |says| format!(" {says}."));
        // The probability is that of the test, and a name does not say which test that is.
        let name = &self.test.name;
        let test = if self.names.starts_with(name) { String::new() } else { format!(" ({name})") };
        format!("{}.{says} By chance alone{test}: p {}.{others}", self.names, self.chance)
    }

    /// The tests that show it.
    pub(super) fn all(&self) -> impl Iterator<Item = &'a Test> + '_ {
        std::iter::once(self.test).chain(self.others.iter().copied())
    }
}

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

/// The departures kind by kind, none with a cause.
fn by_kind(r: &Randomness) -> Vec<Departure<'_>> {
    let rejected = ordered(r).rejected;
    let mut out: Vec<Departure<'_>> = Vec::new();
    for test in &rejected {
        let shown = mean_of(test, &rejected);
        let Some(f) = shown.figures() else { continue };
        let is_too_good = standing(r, shown) == Standing::TooGood;
        let kind = if is_too_good { Some(&TOO_GOOD) } else { kind_of(shown, f, &rejected) };
        let (key, means) = match kind {
            Some(kind) => (kind.key, kind.says.to_owned()),
            // A test that nobody put under a kind says what it is for.
            None => ("other", format!("What \"{}\" sees best: {}", shown.name, shown.catches)),
        };
        let others = if shown.key == test.key { None } else { Some(*test) };
        match out.iter_mut().find(|d| d.means == means) {
            Some(seen) if seen.test.key != test.key => seen.others.push(test),
            Some(_) => {}
            None => out.push(Departure {
                kind: key,
                names: match is_too_good {
                    true => format!("{}: a fit as close as this", shown.name),
                    false => named(r, shown).unwrap_or_else(|| number(r, shown, f)),
                },
                says: None,
                means,
                chance: chance(f, is_too_good),
                test: shown,
                others: others.into_iter().collect(),
            }),
        }
    }
    out
}

/// The kind of a test; one deck in order is one of its own where the mean of all decks stands.
fn kind_of(test: &Test, f: &Figures, rejected: &[&Test]) -> Option<&'static Kind> {
    let mean = test.key.strip_suffix("_min");
    let is_alone = |mean: &str| !rejected.iter().any(|other| other.key == mean);
    if mean.is_some_and(is_alone) { Some(&ONE_DECK) } else { of(&test.key, f.effect.observed) }
}

/// Whether a test of what this table shows departs.
pub fn is_departing(r: &Randomness, heat: &Heat) -> bool {
    departures(r).iter().any(|departure| {
        let reference = departure.test.key.split('.').next();
        reference == Some(heat.reference) && IN_THE_TABLE.contains(&departure.kind)
    })
}

/// The test of the mean beside that of the law of the same count, where both are rejected: a mean that is off moves the
/// law, too, and says which way.
fn mean_of<'a>(test: &'a Test, rejected: &[&'a Test]) -> &'a Test {
    let mean = test.key.strip_suffix("_law");
    let found = rejected.iter().find(|other| Some(other.key.as_str()) == mean);
    found.copied().unwrap_or(test)
}

fn chance(f: &Figures, is_too_good: bool) -> String {
    let p = in_words(f.too_good.filter(|_| is_too_good).unwrap_or(f.p));
    if p.starts_with(['<', '>']) { p } else { format!("= {p}") }
}

/// The number of a test in words, in the unit in which it was counted.
fn number(r: &Randomness, test: &Test, f: &Figures) -> String {
    let one = r.battery.unit.trim_end_matches('s');
    let (name, observed) = (&test.name, f.effect.observed);
    let more = if observed < 0.0 { "fewer" } else { "more" };
    let text = match (&f.law, f.effect.measure) {
        // The cell itself: how often it was counted, and how often chance brings it.
        (Law::ExtremeCell { trials, chance, .. }, _) => {
            format!("{} where chance gives {}", nearest(f.statistic), expected(*trials, *chance))
        }
        (_, "shift of the mean count of one deal") => {
            format!("{} {more} in a {one} than chance gives", figure(observed.abs(), 3))
        }
        (_, measure) if measure.contains("relative deviation") => {
            format!("{} ({measure})", percent(observed))
        }
        (_, measure) => format!("{} ({measure})", figure(observed, 3)),
    };
    format!("{name}: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::battery::battery;
    use feltproof_stats::Outcome;
    use feltproof_stats::verdict::Adjusted;

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
