//! One kind of departure of a source, with the card, place, number or deck that departs most; without a cause as yet.
//!
//! A test that nobody put under a kind (`kinds.rs`) has what it sees best.

use super::kinds::{Kind, ONE_DECK, TOO_GOOD, of};
use super::named::{mean, named};
use super::number::{expected, figure, in_words, nearest, percent};
use super::words::{Standing, ordered, standing};
use feltproof_stats::{Figures, Law, Randomness, Test};

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

/// The departures kind by kind, none with a cause.
pub(super) fn by_kind(r: &Randomness) -> Vec<Departure<'_>> {
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
    let [more, less] = if observed < 0.0 { ["fewer", "less"] } else { ["more", "more"] };
    let text = match (&f.law, f.effect.measure) {
        // The cell itself: how often it was counted, and how often chance brings it.
        (Law::ExtremeCell { trials, chance, .. }, _) => {
            format!("{} where chance gives {}", nearest(f.statistic), expected(*trials, *chance))
        }
        (_, "shift of the mean count of one deal") => {
            format!("{} {more} in a {one} than chance gives", mean(observed.abs()))
        }
        (_, measure) if measure.contains("relative deviation") => {
            format!("{} ({measure})", percent(observed))
        }
        (_, measure) => match measure.strip_suffix(", beyond what chance gives") {
            Some(what) => {
                format!("{} {less} than chance gives ({what})", figure(observed.abs(), 3))
            }
            None => format!("{} ({measure})", figure(observed, 3)),
        },
    };
    format!("{name}: {text}")
}
