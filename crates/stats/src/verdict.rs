//! What follows from a battery: one verdict over the registered list, and beside it what a reader may explore. Holm's
//! method keeps the probability of a false alarm over the list at the level, whatever the dependence between the tests:
//! the list follows from what was declared and from the number of observations (`Battery::fitted`), never from the data.
//! A fit that is too good has a list of its own, at a tenth of the level.

use crate::battery::{Battery, Figures, Outcome, Test};
use crate::special::Prob;

/// The rule, written down beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Probability of a false alarm over the whole list.
    pub level: f64,
    /// The same for fits that are too good.
    pub too_good_level: f64,
}

impl Rule {
    /// The rule of a level given as a fraction, as a document states it.
    pub fn of_fraction(numerator: u64, denominator: u128) -> Self {
        Self::at(numerator as f64 / denominator as f64)
    }

    /// The rule of a level: too good a fit is looked for at a tenth of it.
    pub fn at(level: f64) -> Self {
        Self { level, too_good_level: level / 10.0 }
    }
}

/// The answer, in the only four forms it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Something is wrong with certainty: a card twice in one deck.
    Fault,
    /// At least one registered test departs from chance.
    Departure,
    /// No registered test departs, but some had too few data or part was refused.
    Insufficient,
    /// All registered tests that apply ran, and none departs.
    NothingFound,
}

/// One registered test that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusted {
    /// Its key.
    pub key: String,
    /// Natural logarithm of its p-value adjusted by Holm's method.
    pub ln_adjusted: f64,
}

/// The verdict on one battery.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The rule it was reached by.
    pub rule: Rule,
    /// Length of the registered list.
    pub registered: usize,
    /// How many of them ran.
    pub ran: usize,
    /// How many had too few data.
    pub insufficient: usize,
    /// How many do not apply to this source.
    pub not_applicable: usize,
    /// All registered tests that ran, the most unusual first.
    pub adjusted: Vec<Adjusted>,
    /// Those rejected by Holm's method, the most unusual first.
    pub departures: Vec<Adjusted>,
    /// Registered tests whose fit is too good, the most unusual first.
    pub too_good: Vec<Adjusted>,
    /// All tests that ran, registered or not, by Benjamini and Hochberg's method: where to look next.
    pub explore: Vec<String>,
    /// Cauchy combination of the registered tests that ran: one number, not the verdict.
    pub combined: Option<f64>,
    /// The answer.
    pub state: State,
}

impl Verdict {
    /// Natural logarithm of the p-value of this test adjusted by Holm's method, if it is registered and ran.
    pub fn ln_adjusted(&self, key: &str) -> Option<f64> {
        self.adjusted.iter().find(|test| test.key == key).map(|test| test.ln_adjusted)
    }

    /// Whether Holm's method rejects this test.
    pub fn departs(&self, key: &str) -> bool {
        self.departures.iter().any(|test| test.key == key)
    }
}

/// Holm's method over `listed` tests, of which these ran: ln p adjusted, most unusual first.
fn holm(ln_ps: &[(usize, f64)], listed: usize) -> Vec<(usize, f64)> {
    let mut sorted = most_unusual_first(ln_ps);
    let mut running = f64::NEG_INFINITY;
    for (done, (_, ln)) in sorted.iter_mut().enumerate() {
        running = running.max((*ln + ((listed - done) as f64).ln()).min(0.0));
        *ln = running;
    }
    sorted
}

fn most_unusual_first(ln_ps: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let mut sorted = ln_ps.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    sorted
}

/// Each probability adjusted by Holm's method over all of them, in their order.
pub fn adjusted(ps: &[Prob]) -> Vec<Prob> {
    let ln_ps: Vec<(usize, f64)> = ps.iter().map(|p| p.ln()).enumerate().collect();
    let mut sorted = holm(&ln_ps, ps.len());
    sorted.sort_by_key(|(at, _)| *at);
    sorted.into_iter().map(|(_, ln)| Prob::from_ln(ln)).collect()
}

/// Benjamini and Hochberg's method at `level` over these tests.
fn benjamini_hochberg(ln_ps: &[(usize, f64)], level: f64) -> Vec<usize> {
    let sorted = most_unusual_first(ln_ps);
    let m = sorted.len() as f64;
    let within = |rank: &usize| sorted[*rank].1 <= (level * (rank + 1) as f64 / m).ln();
    let listed = (0..sorted.len()).rev().find(within).map_or(0, |last| last + 1);
    sorted[..listed].iter().map(|(i, _)| *i).collect()
}

/// Liu and Xie's Cauchy combination with equal weights.
fn cauchy(ps: &[f64]) -> Option<f64> {
    if ps.is_empty() {
        return None;
    }
    // tan((1/2 - p) pi) = 1 / tan(p pi), written so that a small p does not lose its digits.
    // A count that could not be less unusual has p = 1, which would outweigh every other: it is taken
    // as the middle of the highest of as many equal parts as there are tests.
    let highest = 1.0 - 0.5 / ps.len() as f64;
    let term = |p: f64| {
        let p = if p > 1.0 - 1e-9 { highest } else { p.max(1e-300) };
        1.0 / (p * std::f64::consts::PI).tan()
    };
    let mean = ps.iter().map(|p| term(*p)).sum::<f64>() / ps.len() as f64;
    Some(if mean > 1e8 {
        1.0 / (mean * std::f64::consts::PI)
    } else {
        0.5 - mean.atan() / std::f64::consts::PI
    })
}

/// The verdict on `battery` by `rule`.
pub fn judge(battery: &Battery, rule: Rule) -> Verdict {
    let listed = || battery.tests.iter().enumerate().filter(|(_, test)| test.registered);
    let registered = listed().count();
    let count = |wanted: fn(&Outcome) -> bool| listed().filter(|(_, t)| wanted(&t.outcome)).count();
    let ran = count(|o| matches!(o, Outcome::Ran(_)));
    let insufficient = count(|o| matches!(o, Outcome::Insufficient { .. }));
    let by_holm = |p: fn(&Figures) -> Option<Prob>| -> Vec<Adjusted> {
        let ln_ps = listed().filter_map(|(i, test)| Some((i, p(test.figures()?)?.ln())));
        let all = holm(&ln_ps.collect::<Vec<_>>(), registered);
        let named = |(i, ln_adjusted): (usize, f64)| Adjusted {
            key: battery.tests[i].key.clone(),
            ln_adjusted,
        };
        all.into_iter().map(named).collect()
    };
    let rejected = |list: &[Adjusted], level: f64| -> Vec<Adjusted> {
        list.iter().take_while(|a| a.ln_adjusted <= level.ln()).cloned().collect()
    };
    let adjusted = by_holm(|figures| Some(figures.p));
    let departures = rejected(&adjusted, rule.level);
    let too_good = rejected(&by_holm(|figures| figures.too_good), rule.too_good_level);
    let ln_p = |(i, t): (usize, &Test)| Some((i, t.figures()?.p.ln()));
    let all: Vec<(usize, f64)> = battery.tests.iter().enumerate().filter_map(ln_p).collect();
    let explore = benjamini_hochberg(&all, rule.level);
    let ps: Vec<f64> = listed().filter_map(|(_, t)| Some(t.figures()?.p.p())).collect();
    let state = if !battery.faults.is_empty() {
        State::Fault
    } else if !departures.is_empty() || !too_good.is_empty() {
        State::Departure
    } else if insufficient > 0 || ran == 0 || battery.refused.is_some() {
        State::Insufficient
    } else {
        State::NothingFound
    };
    Verdict {
        rule,
        registered,
        ran,
        insufficient,
        not_applicable: registered - ran - insufficient,
        adjusted,
        departures,
        too_good,
        explore: explore.into_iter().map(|i| battery.tests[i].key.clone()).collect(),
        combined: cauchy(&ps),
        state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battery::{Effect, Law};

    fn ran(key: &str, p: f64, too_good: Option<f64>) -> Test {
        let effect = Effect { measure: "none", observed: 0.0, smallest_seen: None };
        let figures = Figures {
            statistic: 0.0,
            law: Law::Normal,
            p: Prob::new(p),
            too_good: too_good.map(Prob::new),
            effect,
        };
        test(key, Outcome::Ran(figures))
    }

    fn test(key: &str, outcome: Outcome) -> Test {
        Test { key: key.into(), name: key.into(), catches: "", n: 1, registered: true, outcome }
    }

    fn battery(tests: Vec<Test>) -> Battery {
        Battery { n: 1, unit: "decks", tests, ..Battery::default() }
    }

    fn adjusted(verdict: &Verdict) -> Vec<(String, f64)> {
        let rounded = |ln: f64| (ln.exp() * 1e9).round() / 1e9;
        verdict.adjusted.iter().map(|a| (a.key.clone(), rounded(a.ln_adjusted))).collect()
    }

    /// Worked by hand: 4 x .01 = .04; 3 x .02 = .06; 2 x .022 = .044, not below .06; .5.
    #[test]
    fn holm_by_hand() {
        let ps = [("c", 0.022), ("a", 0.01), ("d", 0.5), ("b", 0.02)];
        let verdict = judge(&battery(ps.map(|(k, p)| ran(k, p, None)).into()), Rule::at(0.05));
        let expected = [("a", 0.04), ("b", 0.06), ("c", 0.06), ("d", 0.5)];
        assert_eq!(adjusted(&verdict), expected.map(|(k, p)| (k.to_owned(), p)));
        assert_eq!(verdict.departures.len(), 1);
        assert_eq!(verdict.departures[0].key, "a");
        assert_eq!(verdict.state, State::Departure);
    }

    /// A test without enough data keeps its place: 2 x .008 > .01, where 1 x .008 would be below it.
    #[test]
    fn too_few_data_keep_their_place_and_are_neither_passed_nor_failed() {
        let short = test("short", Outcome::Insufficient { needs: 100 });
        let verdict = judge(&battery(vec![ran("a", 0.008, None), short.clone()]), Rule::at(0.01));
        assert_eq!(verdict.departures, []);
        assert_eq!(verdict.state, State::Insufficient);
        let departs = judge(&battery(vec![ran("a", 0.004, None), short]), Rule::at(0.01));
        assert_eq!(departs.state, State::Departure);
    }

    #[test]
    fn a_test_that_does_not_apply_leaves_the_verdict_open_only_when_nothing_ran() {
        let idle = test("idle", Outcome::NotRun { why: "no previous deck".into() });
        let one = judge(&battery(vec![ran("a", 0.5, None), idle.clone()]), Rule::at(0.01));
        assert_eq!((one.state, one.not_applicable), (State::NothingFound, 1));
        assert_eq!(judge(&battery(vec![idle]), Rule::at(0.01)).state, State::Insufficient);
        assert_eq!(judge(&battery(vec![]), Rule::at(0.01)).state, State::Insufficient);
    }

    #[test]
    fn too_good_a_fit_departs_at_a_tenth_of_the_level() {
        let fit = |p| judge(&battery(vec![ran("a", 1.0 - p, Some(p))]), Rule::at(0.01));
        assert_eq!(fit(0.0011).state, State::NothingFound);
        let found = fit(0.0009);
        assert_eq!((found.state, found.too_good.len()), (State::Departure, 1));
        assert_eq!(found.departures, []);
    }

    #[test]
    fn a_certain_fault_outweighs_any_probability() {
        let mut faulty = battery(vec![ran("a", 0.5, None)]);
        faulty.faults.push(crate::battery::Fault { at: 6, what: "card 3 twice".into() });
        assert_eq!(faulty.faults[0].placed(faulty.unit), "deck 7: card 3 twice");
        assert_eq!(judge(&faulty, Rule::at(0.01)).state, State::Fault);
    }

    /// The example of Benjamini and Hochberg's article of 1995, section 3.2: of fifteen p-values four are rejected
    /// at .05, where Holm's method rejects three.
    #[test]
    fn the_published_example_of_fifteen() {
        let ps = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0,
        ];
        let tests =
            ps.iter().enumerate().map(|(i, p)| ran(&format!("t{i:02}"), *p, None)).collect();
        let verdict = judge(&battery(tests), Rule::at(0.05));
        assert_eq!(verdict.explore, ["t00", "t01", "t02", "t03"]);
        assert_eq!(verdict.departures.len(), 3);
    }

    /// One p-value combines to itself, and so do equal ones.
    #[test]
    fn cauchy_combination_of_equal_values_is_that_value() {
        for p in [1e-200, 1e-12, 0.001, 0.3, 0.7, 0.999] {
            for copies in [1, 5] {
                let combined = cauchy(&vec![p; copies]).unwrap_or(f64::NAN);
                assert!((combined / p - 1.0).abs() < 1e-9, "{p} x {copies}: {combined}");
            }
        }
        assert_eq!(cauchy(&[]), None);
    }

    /// Tests that cannot be less unusual do not hide the others.
    #[test]
    fn cauchy_combination_is_not_drowned_by_ones() {
        let combined = cauchy(&[1e-6, 1.0, 1.0, 0.4]).unwrap_or(f64::NAN);
        assert!((3.9e-6..4.1e-6).contains(&combined), "{combined}");
        let quiet = cauchy(&[0.3, 1.0, 0.5, 0.7]).unwrap_or(f64::NAN);
        assert!((0.3..0.9).contains(&quiet), "{quiet}");
    }
}
