//! Which of the departures of one source is given a cause: one sample has one cause as long as the data do not show two.
//! Every other test that departs may follow from it, and is said without a cause of its own.
//!
//! Copies come first: a deck that comes again is counted again by every test. Then what is exact: decks that were only cut,
//! shuffles of one single circle, one deck in order. Else it is the departure that is most unusual.
#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use super::departure::Departure;
use super::kinds::ONE_DECK;
use super::named::most;
use super::number::figure;
use super::words::needed;
use crate::words::{grouped, plural};
use feltproof_stats::{Most, Randomness, State, Test};

/// From this share of copies on, in percent, tests that count the copies too may depart by them alone.
const COPIES_MIN_PERCENT: u128 = 1;
/// Share of all neighbours, less one pair at the cut, that a cut keeps.
const KEPT_BY_A_CUT: f64 = 0.99;

/// A departure that has a cause: its kind, what departs, and what does such a thing.
pub(super) struct Cause {
    pub(super) kind: &'static str,
    pub(super) names: Option<String>,
    pub(super) says: String,
}

/// The departures that have a cause, in the order of print. `found` is all of them, the most unusual first.
pub(super) fn causes(r: &Randomness, found: &[Departure<'_>]) -> Vec<Cause> {
    let tests = |kind: &str| found.iter().find(|d| d.kind == kind);
    if let Some(cause) = only_cut(r, found).or_else(|| one_circle(r, found)) {
        return vec![cause];
    }
    // Columns that depend make draws of the stream equal, too: what departs most says which it is.
    if let Some(d) = found.first().filter(|d| d.kind == "columns") {
        return vec![Cause { kind: d.kind, names: None, says: d.means.clone() }];
    }
    let mut all = Vec::new();
    let copied = tests("repeated").filter(|d| is_many(r, d));
    all.extend(tests("repeated").map(|d| Cause {
        kind: d.kind,
        names: None,
        says: match copied {
            Some(_) => format!("{}. {COPIES_COUNT}", d.means),
            None => d.means.clone(),
        },
    }));
    let deck = tests(ONE_DECK.key);
    all.extend(deck.map(|d| Cause { kind: d.kind, names: None, says: d.means.clone() }));
    let of_others = |d: &&Departure<'_>| !["repeated", ONE_DECK.key].contains(&d.kind);
    let mut others = found.iter().filter(of_others);
    // What has a place explains what has none: a bit, a stretch of bits. A change over time is judged given the
    // frequencies of all observations, and explains these.
    let placed =
        |key: &str| found.iter().find(|d| most(r, d.test).is_some_and(|(of, _)| of == key));
    let changing = found.iter().any(|d| d.kind == "unequal").then(|| tests("changing")).flatten();
    let next = ["bits.sample_frequency", "bits.sample_serial", "bits.frequency"]
        .into_iter()
        .find_map(placed);
    // Draws that are like an earlier one are exact; differences and pairs see the same.
    let ln_p = |d: &Departure<'_>| d.test.figures().map_or(0.0, |f| f.p.ln());
    let is_of_plays = found.iter().any(|d| d.test.key.starts_with("play."));
    let least = found.iter().map(ln_p).fold(0.0, f64::min);
    let kept = tests("kept").filter(|d| !is_of_plays && 2.0 * ln_p(d) < least);
    let next = next.or(changing).or(kept);
    let next = next.or_else(|| others.find(|d| deck.is_none() || !is_of_one_deck(r, d.test)));
    if let Some(d) = next.filter(|_| copied.is_none()) {
        all.push(Cause { kind: d.kind, names: None, says: means(d, found) });
    }
    all
}

/// What other tests are worth beside copies.
const COPIES_COUNT: &str = "Every other test counts the copies as well: test the file without them before any other cause is \
    looked for";

/// Whether the copies are so many that they alone may move other tests.
fn is_many(r: &Randomness, repeated: &Departure<'_>) -> bool {
    match most(r, repeated.test) {
        Some((_, Most::Copies(copies))) => {
            u128::from(copies.copies) * 100 >= u128::from(r.battery.n) * COPIES_MIN_PERCENT
        }
        _ => true,
    }
}

/// Whether the mean of a count is off by no more than one deck in perfect order moves it, and a half.
fn is_of_one_deck(r: &Randomness, test: &Test) -> bool {
    let cards = r.labels.len() as f64;
    let shift = |f: &feltproof_stats::Figures| f.effect.observed.abs() * test.n as f64;
    test.figures().is_some_and(|f| is_shift(f.effect.measure) && shift(f) <= 1.5 * cards)
}

/// Whether an effect is what the mean of one deck departs by.
fn is_shift(measure: &str) -> bool {
    measure == "shift of the mean count of one deal"
}

/// The mean of a count of one deck, where its test departs: its key, its effect and its mean by chance.
fn mean<'a>(
    found: &'a [Departure<'_>],
    key: &str,
    by_chance: f64,
) -> Option<(&'a Departure<'a>, f64)> {
    let of = |d: &&Departure<'_>| d.all().any(|test| test.key == key);
    let departure = found.iter().find(of)?;
    let test = departure.all().find(|test| test.key == key)?;
    let figures = test.figures().filter(|f| is_shift(f.effect.measure))?;
    Some((departure, by_chance + figures.effect.observed))
}

/// Decks of which all neighbours but those at one cut are as they were.
fn only_cut(r: &Randomness, found: &[Departure<'_>]) -> Option<Cause> {
    let pairs = r.labels.len() as f64 - 1.0;
    let by_chance = pairs / (pairs + 1.0);
    let references = [("fixed", "in a new deck"), ("previous", "in the deck before")];
    references.into_iter().find_map(|(reference, where_)| {
        let (d, kept) = mean(found, &format!("{reference}.successions"), by_chance)?;
        (r.battery.unit == "decks" && kept >= KEPT_BY_A_CUT * (pairs - 1.0)).then(|| Cause {
            kind: d.kind,
            names: Some(format!(
                "{} of {pairs} neighbours a deck follow each other as they did {where_}, where chance keeps {}",
                figure(kept, 3),
                figure(by_chance, 2)
            )),
            says: "The deck is not shuffled: it is cut, or left as it was. Everything else that departs follows from it"
                .to_owned(),
        })
    })
}

/// Shuffles of one single cycle, in which no card can keep its place.
fn one_circle(r: &Randomness, found: &[Departure<'_>]) -> Option<Cause> {
    let cards = r.labels.len();
    let by_chance: f64 = (1..=cards).map(|k| 1.0 / k as f64).sum();
    ["fixed", "previous"].into_iter().find_map(|reference| {
        let (d, cycles) = mean(found, &format!("{reference}.cycles"), by_chance)?;
        (cycles < 1.0 + 1e-9).then(|| Cause {
            kind: d.kind,
            names: Some(format!(
                "Every shuffle moves all {cards} cards round in one single circle, so that no card ever keeps its place: 1 \
                 circle a deck, where chance gives {}",
                figure(by_chance, 3)
            )),
            says: "A program that never exchanges a card with itself (Sattolo's fault) does that. Everything else that \
                   departs follows from it"
                .to_owned(),
        })
    })
}

/// What does such a thing, where the tests of one kind leave several open.
fn means(d: &Departure<'_>, found: &[Departure<'_>]) -> String {
    let unusual = |key: &str| {
        let all = found.iter().flat_map(Departure::all);
        let test = all.filter(|test| test.key == key || test.key == format!("{key}_law"));
        test.filter_map(|test| Some(test.figures()?.p.ln())).reduce(f64::min)
    };
    let has = |keys: &[&str]| keys.iter().any(|key| d.all().any(|test| test.key == *key));
    let reference = d.test.key.split('.').next().unwrap_or_default();
    match d.kind {
        // Interleaved packets leave few rising sequences, stacked ones few descents.
        "order_kept" | "new_deck_order" => {
            let [rises, descents] =
                ["rises", "descents"].map(|count| unusual(&format!("{reference}.{count}")));
            let what = if d.kind == "order_kept" { NEAR } else { NEW_DECK };
            match (rises, descents) {
                (Some(rises), descents) if descents.is_none_or(|other| rises < other) => {
                    let program = if d.kind == "order_kept" { "" } else { SORT };
                    format!("{what}, in packets let into one another; too few riffles{program} do that")
                }
                (_, Some(_)) => format!(
                    "{what}, in packets laid one on another; a machine that drops cards into compartments (a carousel), or \
                     a deck dealt into piles, does that"
                ),
                _ => d.means.clone(),
            }
        }
        "places_favoured" if !has(&["fixed.position_card", "fixed.lehmer"]) => {
            "One card comes to one place more often, or less often, than chance brings it there; a worn or marked card, or \
             a place that holds a card back, does that"
                .to_owned()
        }
        _ => d.means.clone(),
    }
}

const NEAR: &str = "Cards stay near the card they lay beside before the shuffle";
/// A merge sort by chance answers is a riffle at every level of it.
const SORT: &str = ", or a wrong shuffling program that sorts by chance answers,";
const NEW_DECK: &str = "The deck keeps something of the order in which a new deck lies";

/// What to do about these departures, as a sentence.
pub(super) fn remedy(r: &Randomness, found: &[Departure<'_>]) -> String {
    let unit = r.battery.unit;
    match r.verdict.state {
        State::Fault => {
            return "Look at the rows listed under Certain faults: a card misread, a wrong pack, or a record cut off. Mend the \
                    record or the pack, then test again."
                .to_owned();
        }
        State::Insufficient => return lacking(r),
        State::NothingFound => {
            return "Nothing. A departure smaller than the last column of the table of tests says may be there unseen."
                .to_owned();
        }
        State::Departure => {}
    }
    match found.first().map(|d| d.kind) {
        Some("repeated") => format!(
            "Look whether the file holds the same rows twice. If it does not, ask when and from what the generator is seeded, \
             and test {unit} made after another start."
        ),
        Some(kind) if kind == ONE_DECK.key => {
            "Look that deck up in the log of the machine, and find out why it came out in \
             order; do not leave it out of the file."
                .to_owned()
        }
        _ => format!(
            "Find the cause before the source is used again; then test {} made afterwards, with list and level registered \
             beforehand (--registration).",
            plural(r.battery.n, unit.trim_end_matches('s'))
        ),
    }
}

/// What a verdict lacks.
fn lacking(r: &Randomness) -> String {
    if let Some(why) = &r.battery.refused {
        return format!("Record the source so that the tests of order apply: {why}.");
    }
    let all = needed(r, r.battery.tests.iter().filter(|test| test.registered));
    let all =
        all.map_or_else(String::new, |all| format!(" Every registered test runs from {all} on."));
    format!("Collect more data and test all of them together.{all}")
}

/// How many tests depart beside those of the causes, as a sentence; `None` where there are none.
pub(super) fn beside(found: &[Departure<'_>]) -> Option<String> {
    let others = found.iter().filter(|d| d.says.is_none());
    let tests: usize = others.map(|d| d.all().count()).sum();
    (tests > 0).then(|| {
        let (more, may) =
            if tests == 1 { ("test departs", "It") } else { ("tests depart", "They") };
        format!(
            "{} more {more} with it. {may} may follow from the same cause, and prove no other.",
            grouped(tests as u64)
        )
    })
}
