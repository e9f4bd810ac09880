//! A count of each shoe in the order of the stream: summed over all shoes, over the last of them alone, and block by block.

use crate::battery::{Drift, Figures, Law, Outcome};
use crate::deal::figures::{DEALS_MIN, SHIFT, Sum};
use crate::laws::Moments;
use crate::special::sidak;

/// Blocks of a series at most.
const BLOCKS_MAX: usize = 512;

/// Of each shoe its index in the stream, what was counted of it, and the moments of that by chance.
#[derive(Default)]
pub(super) struct Series(Vec<(u64, f64, Moments)>);

impl Series {
    /// Adds the count of the shoe of this index.
    pub(super) fn push(&mut self, at: u64, (count, by_chance): (f64, Moments)) {
        self.0.push((at, count, by_chance));
    }

    /// The sum over all shoes.
    pub(super) fn sum(&self) -> Sum {
        sum(&self.0)
    }

    /// The last half of the shoes, the last quarter, and so on, as long as their sum is normal: the most unusual of these. A
    /// shuffler that became worse stands there alone, where the sum over all dilutes it.
    pub(super) fn late(&self) -> Outcome {
        let halves = std::iter::successors(Some(self.0.len() / 2), |shoes| Some(shoes / 2));
        let ends = halves.take_while(|shoes| *shoes as u64 >= DEALS_MIN);
        let judged = ends.map(|shoes| sum(&self.0[self.0.len() - shoes..]).normal(SHIFT));
        let mut all: Vec<Figures> = Vec::new();
        for outcome in judged {
            match outcome {
                Outcome::Ran(figures) => all.push(figures),
                Outcome::Insufficient { needs } if all.is_empty() => {
                    return Outcome::Insufficient { needs: 2 * needs };
                }
                Outcome::Insufficient { .. } | Outcome::NotRun { .. } => break,
            }
        }
        let number = all.len() as u64;
        // Sums of normal counts that overlap are normal together: Šidák's bound holds however they depend.
        let law = Law::Named("the most unusual of the last half, quarter and so on, each normal");
        match all.into_iter().min_by(|a, b| a.p.ln().total_cmp(&b.p.ln())) {
            Some(end) => Outcome::Ran(Figures { law, p: sidak(end.p, number), ..end }),
            None => Outcome::Insufficient { needs: 2 * DEALS_MIN },
        }
    }

    /// The sums of blocks of as many shoes, each in its own standard deviations.
    pub(super) fn drift(&self, key: &str, name: &str) -> Option<Drift> {
        let block = |shoes: &[(u64, f64, Moments)]| {
            let Sum { sum, mean, variance, .. } = sum(shoes);
            (variance > 0.0).then(|| Some((shoes.last()?.0 + 1, (sum - mean) / variance.sqrt())))?
        };
        let blocks = self.0.chunks(self.0.len().div_ceil(BLOCKS_MAX).max(1)).filter_map(block);
        let (key, name, blocks) = (key.to_owned(), name.to_owned(), blocks.collect::<Vec<_>>());
        (!blocks.is_empty()).then_some(Drift { key, name, blocks })
    }
}

fn sum(shoes: &[(u64, f64, Moments)]) -> Sum {
    let counted = shoes.iter().map(|(_, count, _)| count).sum();
    Sum::over(counted, shoes.iter().map(|(_, _, by_chance)| (1, *by_chance)))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::Fair;
    use super::super::Rows;
    use super::super::tests::{battery, departures, form, new_shoe, riffle, shuffled};
    use super::*;
    use crate::battery::Battery;

    /// Shoes of six decks that are fair before this one, counted from nought, and from it on are the shoe before, riffled.
    fn breaking(shoes: usize, broken: usize, riffles: usize, seed: u64) -> Battery {
        let (mut fair, mut at) = (Fair::new(seed), 0);
        battery(form(6, Rows::Shoes), shoes, |shoe| {
            if at < broken {
                shuffled(shoe, &mut fair);
            } else {
                (0..riffles).for_each(|_| riffle(shoe, &mut fair));
            }
            at += 1;
        })
    }

    /// Sums of the ends of a series by plain loops over the same counts: the half and the quarter, and nothing shorter than 30.
    #[test]
    fn the_last_shoes_are_judged_as_a_plain_loop_does() {
        let mut series = Series::default();
        let count = |at: u64| if at < 100 { at % 2 } else { 1 + at % 2 };
        let chance = Moments { mean: 0.5, variance: 0.9 };
        (0..140).for_each(|at| series.push(at, (count(at) as f64, chance)));
        let z = |from: u64| {
            let sum: f64 = (from..140).map(|at| count(at) as f64 - 0.5).sum();
            sum / (0.9 * (140 - from) as f64).sqrt()
        };
        let Outcome::Ran(found) = series.late() else { panic!("too few") };
        // The half has 40 of 70 that are off by one, the quarter all 35.
        assert!((found.statistic - z(105)).abs() < 1e-12 && z(105) > z(70), "{found:?}");
        let alone = crate::special::normal_two_sided(z(105)).p();
        assert!((found.p.p() - (1.0 - (1.0 - alone).powi(2))).abs() < 1e-12);
        // Sums of less than 25 in variance are not normal: of 35 shoes it is 31.5, of 59 the half would be too short.
        series.0.truncate(59);
        assert_eq!(series.late(), Outcome::Insufficient { needs: 60 });
    }

    /// Of 390 fair files, each with two or three of the tests over time: as many beyond a level as the level says (97.5 and 9.8 by chance),
    /// and none is said to have become worse.
    #[test]
    fn fair_shoes_over_time() {
        let (mut ps, mut departed) = (Vec::new(), 0);
        for seed in 0..390 {
            let mut fair = Fair::new(seed);
            let shoes = [64, 120, 240][seed as usize % 3];
            let (mut whole, seen) = (new_shoe(2), [104, 70][seed as usize % 2]);
            let found = battery(form(2, Rows::Shoes), shoes, |shoe| {
                shuffled(&mut whole, &mut fair);
                shoe.clone_from(&whole[..seen].to_vec());
            });
            let late = found.tests.iter().filter(|test| test.key.ends_with("_late"));
            ps.extend(late.filter_map(|test| Some(test.figures()?.p.p())));
            departed += departures(&found).iter().filter(|key| key.ends_with("_late")).count();
            assert_eq!((found.since("fixed"), found.since("previous")), (None, None), "{seed}");
        }
        let beyond = |level: f64| ps.iter().filter(|p| **p < level).count();
        let counts = [beyond(0.1), beyond(0.01), beyond(1e-4), departed];
        assert_eq!(ps.len(), 975);
        assert!((67..=128).contains(&counts[0]) && counts[1] <= 21, "{counts:?}");
        assert!(counts[2] <= 2 && counts[3] <= 3, "{counts:?}");
    }

    /// Fair until shoe 60 of 120, then the shoe before riffled too little: a test of the whole file departs, and the range
    /// that is said holds the true shoe. Forty such shoes of 240 are seen at the end where the sum over all hides most.
    #[test]
    fn a_shuffler_that_becomes_worse_is_found_and_since_when() {
        for (shoes, broken, riffles, widest) in [(120, 60, 7, 20), (240, 200, 8, 100)] {
            let (mut late, mut all, mut within, mut widths) = (0, 0, 0, Vec::new());
            for seed in 0..20 {
                let found = breaking(shoes, broken, riffles, seed);
                let seen = departures(&found);
                let has = |key: &str| u32::from(seen.iter().any(|other| other == key));
                late += has("previous.order_kept_late");
                all += has("previous.order_kept");
                let Some((first, last)) = found.since("previous") else { continue };
                within += u32::from((first..=last).contains(&(broken as u64 + 1)));
                widths.push(last - first);
            }
            widths.sort_unstable();
            let figures = (shoes, late, all, within, &widths);
            assert!(
                late >= 16 && within >= 16 && widths[widths.len() / 2] <= widest,
                "{figures:?}"
            );
            assert!(all >= 16 || shoes == 240 && all < late, "{figures:?}");
        }
    }

    /// A shuffler for every round that begins to hold the cards of the round before back.
    #[test]
    fn cards_held_back_at_the_end_are_seen() {
        for seed in 0..5 {
            let (mut fair, mut at, mut before) = (Fair::new(seed), 0, Vec::new());
            let found = battery(form(6, Rows::Continuous), 4_000, |round| {
                let mut shoe = new_shoe(6);
                for card in before.iter().filter(|_| at >= 3_700) {
                    let held = shoe.iter().position(|other| other == card).unwrap();
                    shoe.remove(held);
                }
                at += 1;
                shuffled(&mut shoe, &mut fair);
                *round = shoe[..20].to_vec();
                before.clone_from(round);
            });
            assert!(departures(&found).contains(&"previous.overlap_late".to_owned()), "{seed}");
            let (first, last) = found.since("previous").unwrap();
            assert!((first..=last).contains(&3_701) && last - first < 300, "{first} {last}");
        }
    }
}
