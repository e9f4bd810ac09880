//! A share of replications with its exact interval, and what it can say of a claimed rate.

use feltproof_stats::special::{binomial_cdf, binomial_sf};
use feltproof_wire::{Text, object, words};
use schemars::JsonSchema;
use serde::Serialize;

/// Probability of calling a sound battery wrong, over all counts of one self-test.
const FALSE_ALARM: f64 = 1e-3;
/// What lies outside the interval, both sides together.
const OUTSIDE: f64 = 0.05;

/// So many of so many replications.
pub(super) struct Rate {
    /// What is counted: a fair source, a test, a defect.
    pub what: String,
    /// Replications in which it was seen.
    pub seen: u64,
    /// Replications.
    pub of: u64,
}

/// What a rate says of a claim, the gravest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Answer {
    /// There were enough replications to contradict the claim, and they do not.
    NotContradicted,
    /// Too few replications: they could not have contradicted it.
    SaysNothing,
    /// The claim is wrong.
    Contradicted,
}

impl Answer {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::NotContradicted => "not contradicted",
            Self::SaysNothing => "too few replications to say",
            Self::Contradicted => "contradicted",
        }
    }
}

impl Rate {
    /// Clopper and Pearson's exact interval for the rate, 95 %.
    pub(super) fn interval(&self) -> (f64, f64) {
        interval(self.seen, self.of)
    }

    /// Whether the rate is at most this one. Enough replications are so many that with nothing seen
    /// at all the interval would not reach twice the rate.
    pub(super) fn at_most(&self, claimed: f64, looks: usize) -> Answer {
        let p = at_least(self.seen, self.of, claimed);
        answer(p, looks, interval(0, self.of).1 <= 2.0 * claimed)
    }

    /// Whether the rate is at least this one. Enough replications are so many that with all of them
    /// seen the interval would not reach below it.
    pub(super) fn at_least(&self, claimed: f64, looks: usize) -> Answer {
        let p = binomial_cdf(self.seen, self.of, claimed).p();
        answer(p, looks, interval(self.of, self.of).0 >= claimed)
    }
}

fn interval(seen: u64, of: u64) -> (f64, f64) {
    let half = OUTSIDE / 2.0;
    let low = root(|p| half - at_least(seen, of, p));
    let high = root(|p| binomial_cdf(seen, of, p).p() - half);
    (if seen == 0 { 0.0 } else { low }, if seen == of { 1.0 } else { high })
}

object! {
    /// A rate.
    pub(super) RateSeen(rate: &Rate, answer: Answer; (low, high) = rate.interval()) {
        name: Text = (&rate.what).into() => "Of what.",
        seen: u64 = rate.seen => "How often it was seen.",
        #[schemars(range(min = 1))]
        of: u64 = rate.of => "Of so many replications.",
        /// Clopper and Pearson's interval, 95 percent.
        interval_95: (Share, Share) = (Share(low), Share(high)),
        answer: CountAnswerName = answer.into(),
    }
}

words! {
    /// What the count says of what was to be expected.
    pub(super) CountAnswerName: Answer = Answer::words { NotContradicted, SaysNothing, Contradicted }
}

/// A probability.
#[derive(Serialize, JsonSchema)]
pub(super) struct Share(#[schemars(range(min = 0.0, max = 1.0))] pub f64);

/// Probability of at least so many.
fn at_least(seen: u64, of: u64, p: f64) -> f64 {
    seen.checked_sub(1).map_or(1.0, |less| binomial_sf(less, of, p).p())
}

fn answer(p: f64, looks: usize, enough: bool) -> Answer {
    if p < FALSE_ALARM / looks.max(1) as f64 {
        Answer::Contradicted
    } else if enough {
        Answer::NotContradicted
    } else {
        Answer::SaysNothing
    }
}

/// Where a falling function of a probability crosses zero.
fn root(falling: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if falling(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(seen: u64, of: u64) -> Rate {
        Rate { what: String::new(), seen, of }
    }

    /// Tables of Clopper and Pearson; with none seen, 1 - .025^(1/n).
    #[test]
    fn the_interval_is_the_published_one() {
        for (seen, of, low, high) in [
            (0, 10, 0.0, 0.3085),
            (1, 10, 0.0025, 0.4450),
            (5, 10, 0.1871, 0.8129),
            (10, 10, 0.6915, 1.0),
            (2, 200, 0.0012, 0.0357),
            (0, 1, 0.0, 0.975),
        ] {
            let (ours_low, ours_high) = rate(seen, of).interval();
            assert!((ours_low - low).abs() < 6e-5, "{seen} of {of}: {ours_low}");
            assert!((ours_high - high).abs() < 6e-5, "{seen} of {of}: {ours_high}");
        }
    }

    #[test]
    fn few_replications_say_nothing_and_many_may_contradict() {
        for (seen, of, expected) in [
            (0, 1, Answer::SaysNothing),
            (1, 1, Answer::SaysNothing),
            (0, 182, Answer::SaysNothing),
            (0, 183, Answer::NotContradicted),
            (5, 200, Answer::NotContradicted),
            (10, 200, Answer::Contradicted),
            (10, 10, Answer::Contradicted),
        ] {
            assert_eq!(rate(seen, of).at_most(0.01, 1), expected, "{seen} of {of}");
        }
        for (seen, of, expected) in [
            (1, 1, Answer::SaysNothing),
            (35, 35, Answer::SaysNothing),
            (36, 36, Answer::NotContradicted),
            (0, 4, Answer::Contradicted),
            (20, 40, Answer::Contradicted),
        ] {
            assert_eq!(rate(seen, of).at_least(0.9, 1), expected, "{seen} of {of}");
        }
    }
}
