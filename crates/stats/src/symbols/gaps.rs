//! Waiting times: gaps between the symbols of the lower half, complete sets.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;
use crate::battery::Most;

/// Gaps of this length and longer are counted together.
const CAP: usize = 256;
/// Largest range whose complete sets are waited for.
const SMALL: u32 = 256;
/// Classes whose complete sets are waited for where the range is larger.
const CLASSES: u32 = 64;

/// Gaps between the draws of the lower half of the symbols: lengths g with probability p (1 - p)^g, exactly.
#[derive(Clone, Debug)]
pub(super) struct Gaps {
    d: u32,
    /// The place after the last of them.
    last: u64,
    counts: Vec<u64>,
}

impl Gaps {
    pub(super) fn new(d: u32) -> Self {
        Self { d, last: 0, counts: vec![0; CAP + 1] }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for (place, x) in (window.before + 1..).zip(window.block()) {
            if u32::from(*x) < self.d / 2 {
                let gap = place - 1 - self.last;
                self.last = place;
                self.counts[(gap as usize).min(CAP)] += 1;
            }
        }
    }

    /// Chi-square and its degrees of freedom, every bin expecting ten gaps at least. The chance of the half is the share of
    /// its draws, and takes with it what the gaps in bins say of it (Chernoff and Lehmann 1954): a part of one degree of
    /// freedom, taken as if it were spread over all.
    fn form(&self, given: &Given) -> Option<(f64, f64)> {
        let p = self.share(given);
        let (law, bins) = (gap_law(p), self.bins(given)?);
        let q = bins.iter().map(|bin| bin.pearson()).sum();
        // Of the logarithm of a chance by p; the longest gaps end with nothing that is known.
        let slope = |g: usize| (if g < CAP { 1.0 / p } else { 0.0 }) - g as f64 / (1.0 - p);
        let slope_of = |bin: &report::Bin| bin.places().map(|g| law[g] * slope(g)).sum::<f64>();
        let gaps = self.counts.iter().sum::<u64>() as f64;
        let binned: f64 = bins.iter().map(|bin| slope_of(bin).powi(2) * gaps / bin.expected).sum();
        let said = (binned * p * p * (1.0 - p)).clamp(0.0, 1.0);
        Some((q, bins.len() as f64 - 1.0 - said))
    }

    /// The share of the lower half.
    fn share(&self, given: &Given) -> f64 {
        let lower = &given.counts[..(self.d / 2) as usize];
        lower.iter().sum::<u64>() as f64 / given.n as f64
    }

    /// Gaps of neighbouring lengths; `None` of two bins, since of these the share of the half says all.
    fn bins(&self, given: &Given) -> Option<Vec<report::Bin>> {
        let bins = report::pooled_cells(&self.counts, &gap_law(self.share(given)), 10.0);
        bins.filter(|bins| bins.len() > 2)
    }

    /// The gaps that came most unusually often or seldom.
    fn most(&self, given: &Given) -> Option<Most> {
        let bins = self.bins(given)?;
        let bin = bins.iter().max_by(|a, b| a.pearson().total_cmp(&b.pearson()))?;
        let others = bin.places();
        Some(Most::Gap {
            lowest: (self.d / 2) as usize,
            is_open: others.end > CAP,
            count: self.counts[others.clone()].iter().sum(),
            expected: bin.expected,
            others,
        })
    }

    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        let law = gap_law(f64::from(self.d / 2) / f64::from(self.d));
        // Twice the draws that give so many gaps of three bins on average; chance alone does not need more.
        let needs = (4.0 * report::pooled_needs(&law, 10.0) as f64 / law[0]).ceil() as u64;
        let gaps = self.counts.iter().sum();
        say.chi("stream.gap", gaps, needs, || self.form(given));
        say.most("stream.gap", self.most(given));
    }
}

/// P(a gap of g draws), the last entry for all longer ones.
fn gap_law(p: f64) -> Vec<f64> {
    let mut law: Vec<f64> = (0..CAP as i32).map(|g| p * (1.0 - p).powi(g)).collect();
    law.push((1.0 - p).powi(CAP as i32));
    law
}

/// Draws until every class has come, again and again.
#[derive(Clone, Debug)]
pub(super) struct Coupons {
    classes: u32,
    width: u16,
    seen_in: Vec<u64>,
    set: u64,
    missing: u32,
    length: usize,
    lengths: Vec<u64>,
}

impl Coupons {
    pub(super) fn new(d: u32) -> Self {
        let classes = if d <= SMALL { d } else { CLASSES };
        let mean = f64::from(classes) * (f64::from(classes).ln() + 20.0);
        Self {
            classes,
            width: (d / classes) as u16,
            seen_in: vec![0; classes as usize],
            set: 1,
            missing: classes,
            length: 0,
            lengths: vec![0; mean as usize + 1],
        }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        let longest = self.lengths.len() - 1;
        for x in window.block() {
            let class = if self.width == 1 { *x } else { *x / self.width };
            // The symbols beyond the last whole class are left out: all classes are equally likely.
            let Some(seen) = self.seen_in.get_mut(usize::from(class)) else { continue };
            self.length += 1;
            if *seen != self.set {
                *seen = self.set;
                self.missing -= 1;
                if self.missing == 0 {
                    self.lengths[self.length.min(longest)] += 1;
                    (self.set, self.missing, self.length) = (self.set + 1, self.classes, 0);
                }
            }
        }
    }

    /// P(the set is complete after exactly r draws), the last entry for all longer ones.
    fn law(&self) -> Vec<f64> {
        let c = f64::from(self.classes);
        // holds[k]: probability of k different classes so far and no complete set.
        let mut holds = vec![0.0; self.classes as usize];
        holds[0] = 1.0;
        let mut law = vec![0.0];
        for _ in 1..self.lengths.len() - 1 {
            law.push(holds[self.classes as usize - 1] / c);
            for k in (0..holds.len()).rev() {
                let stay = holds[k] * k as f64 / c;
                let come = if k == 0 { 0.0 } else { holds[k - 1] * (c - (k - 1) as f64) / c };
                holds[k] = stay + come;
            }
        }
        law.push(holds.iter().sum());
        law
    }

    pub(super) fn report(&self, say: &mut Report, _given: &Given) {
        let law = self.law();
        let c = f64::from(self.classes);
        let mean = c * (1..=self.classes).map(|k| 1.0 / f64::from(k)).sum::<f64>();
        let kept = c * f64::from(self.width);
        let least = report::pooled_needs(&law, 5.0).max(20) as f64;
        let needs = (2.0 * least * mean * (kept + c) / kept).ceil() as u64;
        say.law("stream.coupon", &self.lengths, &law, (5.0, 0.05), needs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::window::in_parts;

    /// P(complete after at most r draws) = sum of (-1)^k C(c, k) (1 - k/c)^r.
    #[test]
    fn the_law_of_complete_sets_agrees_with_inclusion_and_exclusion() {
        for c in [2_u32, 3, 6, 10] {
            let law = Coupons::new(c).law();
            assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mut below = 0.0;
            for (r, p) in law[..law.len() - 1].iter().enumerate() {
                below += p;
                let mut exact = 0.0;
                let mut choose = 1.0;
                for k in 0..=c {
                    let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
                    exact += sign * choose * (1.0 - f64::from(k) / f64::from(c)).powi(r as i32);
                    choose *= f64::from(c - k) / f64::from(k + 1);
                }
                assert!((below - exact).abs() < 1e-11, "{c} {r}: {below} {exact}");
            }
        }
    }

    /// Worked by hand: 2 0 1 | 1 1 0 2 | 2 ... of three symbols.
    #[test]
    fn complete_sets_and_gaps_worked_by_hand() {
        let stream = [2, 0, 1, 1, 1, 0, 2, 2];
        let mut coupons = Coupons::new(3);
        in_parts(&stream, &[3, 8], |part| coupons.feed(part));
        assert_eq!((coupons.lengths[3], coupons.lengths[4], coupons.length), (1, 1, 1));
        // The lower half of 0..3 is the symbol 0, at places 2 and 6: gaps of 1 and of 3.
        let mut gaps = Gaps::new(3);
        in_parts(&stream, &[3, 8], |part| gaps.feed(part));
        assert_eq!(gaps.counts[..5], [0, 1, 0, 1, 0]);
        let total: f64 = gap_law(1.0 / 3.0).iter().sum();
        assert!((total - 1.0).abs() < 1e-12);
    }
}
