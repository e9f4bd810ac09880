//! What the p-values of several sequences say together (SP 800-22, section 4.2).
//!
//! Three views of one test: how many sequences fail at .01 (binomial), whether the p-values are uniform (chi-square over ten
//! classes), and the smallest of all. First-level p-values are approximations: of 10,000 fair sequences of a million bits
//! .93% to 1.15% lie below .01, and uniformity begins to show the lattice of the longest runs (24.0 on nine degrees of
//! freedom). So the share of failures is held against 1.25%, and uniformity is not judged over more than [`MOST_UNIFORM`]
//! sequences. A test of many templates or states is judged by the most unusual, with Šidák's correction.

use super::common::{LEVEL, Score, pearson};
use crate::battery::{Effect, Figures, Law, Outcome};
use crate::special::{Prob, binomial_at_least, detectable_excess, least_likely, sidak};
use crate::sums::{Sums, sums};

/// Fewest sequences for the second level, as in section 4.2.2.
pub(super) const FEWEST: u64 = 55;
/// Most sequences of a million bits over which uniformity is judged. Shorter sequences have p-values of
/// fewer different values, so fewer of them may be judged: in proportion to their length.
pub(super) const MOST_UNIFORM: u64 = 2_000;
/// Share of failures at .01 that the approximation behind the p-values may explain.
pub(super) const TOLERATED: f64 = 0.0125;

/// One sub-test over the sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    ran: u64,
    failed: u64,
    classes: [u64; 10],
}

sums!(Line: ran, failed, classes);

/// The p-values of one test over the sequences.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    lines: Vec<Line>,
    /// Logarithm of the smallest p, and its sequence.
    smallest: Option<(f64, u64)>,
}

impl Tally {
    /// The p-values of sequence number `sequence`.
    pub(super) fn count(&mut self, sequence: u64, ps: &[Prob]) {
        let line = |p: &Prob| {
            let mut classes = [0; 10];
            classes[((p.p() * 10.0) as usize).min(9)] = 1;
            Line { ran: 1, failed: u64::from(p.p() < LEVEL), classes }
        };
        self.lines.add(&ps.iter().map(line).collect());
        self.see(least_likely(ps, |p| *p).map(|(_, p)| (p.ln(), sequence)));
    }

    fn see(&mut self, found: Option<(f64, u64)>) {
        let both = self.smallest.into_iter().chain(found);
        self.smallest = both.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    }

    pub(super) fn ran(&self) -> u64 {
        self.lines.iter().map(|line| line.ran).max().unwrap_or(0)
    }

    /// Whether more sequences fail at .01 than should, and whether the p-values of sequences of so many bits are uniform.
    pub(super) fn views(&self, length: u64) -> [Outcome; 2] {
        let ran = self.ran();
        if ran < FEWEST {
            // For lack of bits, or of cycles, which is chance.
            let why = format!("it ran in {ran} sequences, and {FEWEST} are needed");
            return [(); 2].map(|()| Outcome::not_run(&why));
        }
        [self.proportion(ran), self.uniformity(ran, length)]
    }

    fn proportion(&self, ran: u64) -> Outcome {
        let lines = self.lines.len() as u64;
        let alone = |line: &Line| binomial_at_least(line.failed, line.ran, TOLERATED);
        let (line, p) = least_likely(&self.lines, alone).expect("a test that ran has a line");
        let observed = (line.failed as f64 / line.ran.max(1) as f64 - LEVEL).max(0.0);
        let seen = detectable_excess(ran, TOLERATED, LEVEL / lines as f64, 0.9);
        let seen = seen.map(|excess| TOLERATED * (1.0 + excess) - LEVEL);
        let effect = Effect::new("share of sequences below .01, less .01", observed, seen);
        let law = Law::Named("binomial at .0125, upper tail; largest over templates or states");
        Outcome::Ran(Figures::new(line.failed as f64, law, sidak(p, lines), effect))
    }

    fn uniformity(&self, ran: u64, length: u64) -> Outcome {
        let most = MOST_UNIFORM.min(MOST_UNIFORM * length / 1_000_000);
        if ran > most {
            return Outcome::not_run(format!(
                "over more than {most} sequences of {length} bits the approximations behind the \
                 p-values, and how few different ones there are, would show; the counts of all \
                 sequences are judged as one instead"
            ));
        }
        let form = |line: &Line| pearson(&line.classes, &[0.1; 10]);
        let statistics: Vec<f64> = self.lines.iter().map(form).collect();
        let law = "chi-square, 9 degrees of freedom; largest over templates or states";
        let score = match statistics[..] {
            [alone] => Score::chi_square(alone, 9.0, ran as f64),
            _ => Score::largest(&statistics, 9.0, ran as f64, law)
                .expect("a test that ran has a line"),
        };
        score.outcome("rms relative deviation of a class of p-values")
    }

    pub(super) fn smallest(&self) -> Option<(u64, Outcome)> {
        let (ln, sequence) = self.smallest?;
        let looks = self.lines.iter().map(|line| line.ran).sum();
        let p = Prob::from_ln(ln);
        let law = Law::Named("smallest of independent uniform values");
        let powers = -ln / std::f64::consts::LN_10;
        let effect = Effect::new("powers of ten of the smallest p-value", powers, None);
        let outcome = Outcome::Ran(Figures::new(p.p(), law, sidak(p, looks), effect));
        Some((sequence, outcome))
    }
}

impl Sums for Tally {
    fn add(&mut self, other: &Self) {
        self.lines.add(&other.lines);
        self.see(other.smallest);
    }
}
