//! Chi-square of a zone-by-class table of parts of decks, pooled over what was seen of each.
//!
//! One shuffled deck of `n` cards puts N(i,j) cards of class j (b_j cards) into zone i (a_i places). The covariance of these
//! counts is exactly (diag(a) - aa'/n) x (diag(b) - bb'/n) / (n-1), one zone (the undealt cards) and one class following
//! from the others. Counts and covariances add up, whatever was seen of each deck: the quadratic form of the sum is
//! chi-square with as many degrees of freedom as free cells. With one layout it is (n-1)/n times Pearson's statistic over
//! all zones, undealt cards included (statistics.md 3b; traps 1, 2, 4).

use super::figures::{DEALS_MIN, chi_square};
use crate::battery::Outcome;
use crate::special::{Prob, chi2_sf};

/// What a chi-square test of cells measures.
const CELL: &str = "rms relative deviation of a cell";

/// The deals of one layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stratum {
    pub deals: u64,
    /// (row, places) of each free zone: of all zones but one of the deck.
    pub rows: Vec<(usize, f64)>,
    /// (column, cards) of each free class.
    pub columns: Vec<(usize, f64)>,
}

impl Stratum {
    pub(super) fn new(
        deals: u64,
        rows: impl IntoIterator<Item = (usize, f64)>,
        columns: impl IntoIterator<Item = (usize, f64)>,
    ) -> Self {
        Self { deals, rows: rows.into_iter().collect(), columns: columns.into_iter().collect() }
    }
}

/// The first `k` places or cards, one each.
pub(super) fn ones(k: usize) -> impl Iterator<Item = (usize, f64)> {
    (0..k).map(|i| (i, 1.0))
}

/// Counts of many deals.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Cards of the deck.
    pub n: usize,
    /// Zones and classes of any layout.
    pub rows: usize,
    pub columns: usize,
    /// Row by row; cells that no stratum names are not looked at.
    pub counts: Vec<u64>,
    pub strata: Vec<Stratum>,
}

/// Cells from which on an expectation of 100/52 is enough: statistics.md 3, "E=2 is enough".
const CELLS_MANY: usize = 500;

impl Table {
    /// The same of what carries information: of each layout whose zones or classes are those of the whole deck the last one
    /// follows from the others.
    pub(super) fn free(mut self) -> Self {
        let parts = self.strata.iter_mut().flat_map(|s| [&mut s.rows, &mut s.columns]);
        for part in parts {
            let is_whole = part.iter().map(|(_, size)| size).sum::<f64>() >= self.n as f64;
            part.truncate(part.len() - usize::from(is_whole));
        }
        self
    }

    /// The same with the cards gathered into classes: the class of each.
    pub(super) fn by_class(&self, class: &[u8]) -> Self {
        let columns = class.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut counts = vec![0; self.rows * columns];
        for (to, row) in
            counts.chunks_exact_mut(columns).zip(self.counts.chunks_exact(self.columns))
        {
            row.iter().zip(class).for_each(|(count, class)| to[usize::from(*class)] += count);
        }
        let gathered = |s: &Stratum| {
            let mut sizes = vec![0.0; columns];
            s.columns.iter().for_each(|(card, size)| sizes[usize::from(class[*card])] += size);
            let sizes = sizes.into_iter().enumerate().filter(|(_, size)| *size > 0.0);
            Stratum::new(s.deals, s.rows.iter().copied(), sizes)
        };
        let strata = self.strata.iter().map(gathered).collect();
        Self { n: self.n, rows: self.rows, columns, counts, strata }
    }

    pub(super) fn deals(&self) -> u64 {
        self.strata.iter().map(|s| s.deals).sum()
    }

    pub(super) fn expected(&self) -> Vec<f64> {
        self.sums(|places, cards, n| places * cards / n)
    }

    /// The variance of each cell.
    pub(super) fn variances(&self) -> Vec<f64> {
        self.sums(|a, b, n| a * (1.0 - a / n) * b * (1.0 - b / n) / (n - 1.0))
    }

    /// For each cell the sum over all deals of what follows from its places, its cards and those of the deck.
    fn sums(&self, of: impl Fn(f64, f64, f64) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.rows * self.columns];
        for s in &self.strata {
            for (i, a) in &s.rows {
                for (j, b) in &s.columns {
                    sums[i * self.columns + j] += s.deals as f64 * of(*a, *b, self.n as f64);
                }
            }
        }
        sums
    }

    /// The quadratic form, its degrees of freedom, which are the cells that are expected often enough, and how many are left
    /// out because they are not; `Err` with the number of deals it needs where there are too few.
    fn form(&self) -> Result<(f64, f64, usize), u64> {
        let deals = self.deals();
        let expected = self.expected();
        let free = expected.iter().filter(|e| **e > 0.0).count();
        let enough = if free >= CELLS_MANY { 100.0 / 52.0 } else { 5.0 };
        let live: Vec<bool> = expected.iter().map(|e| *e >= enough * (1.0 - 1e-12)).collect();
        let cells = live.iter().filter(|l| **l).count();
        if cells == 0 || deals < DEALS_MIN {
            let most = expected.iter().copied().fold(0.0, f64::max);
            // Rounding asks for no deal more.
            let exact = enough * deals as f64 / most * (1.0 - 1e-12);
            let needs = if most > 0.0 { exact.ceil() } else { 100.0 };
            return Err((needs as u64).max(DEALS_MIN));
        }
        let q = self.conjugate_gradients(&expected, &live);
        Ok((q, cells as f64, free - cells))
    }

    /// The form of all free cells and their number, however few deals there are.
    #[cfg(test)]
    pub(super) fn whole_form(&self) -> (f64, f64) {
        let expected = self.expected();
        let live: Vec<bool> = expected.iter().map(|e| *e > 0.0).collect();
        let free = live.iter().filter(|live| **live).count();
        (self.conjugate_gradients(&expected, &live), free as f64)
    }

    /// D' M^-1 D for the sum M of the covariances of all layouts, by conjugate gradients with the
    /// diagonal as preconditioner: M, a sum of Kronecker products, is far too large to invert.
    fn conjugate_gradients(&self, expected: &[f64], live: &[bool]) -> f64 {
        let start: Vec<f64> = (0..expected.len())
            .map(|c| if live[c] { self.counts[c] as f64 - expected[c] } else { 0.0 })
            .collect();
        let variances = self.variances();
        let smooth = |r: &[f64]| -> Vec<f64> {
            let scaled = |c: usize| if live[c] { r[c] / variances[c] } else { 0.0 };
            (0..r.len()).map(scaled).collect()
        };
        let mut x = vec![0.0; start.len()];
        let mut r = start.clone();
        let mut z = smooth(&r);
        let mut p = z.clone();
        let mut rz = dot(&r, &z);
        let goal = rz * 1e-26;
        // In exact arithmetic it ends after as many steps as M has distinct eigenvalues.
        for _ in 0..2000 {
            if rz <= goal {
                break;
            }
            let mut mp = self.times(&p);
            mp.iter_mut().zip(live).for_each(|(v, live)| *v = if *live { *v } else { 0.0 });
            let step = rz / dot(&p, &mp);
            for c in 0..x.len() {
                x[c] += step * p[c];
                r[c] -= step * mp[c];
            }
            z = smooth(&r);
            let next = dot(&r, &z);
            let keep = next / rz;
            rz = next;
            p.iter_mut().zip(&z).for_each(|(p, z)| *p = z + keep * *p);
        }
        dot(&start, &x)
    }

    /// The covariance times a vector.
    fn times(&self, x: &[f64]) -> Vec<f64> {
        let n = self.n as f64;
        let mut out = vec![0.0; x.len()];
        for s in &self.strata {
            let weight = s.deals as f64 / (n - 1.0);
            let mean = |j: usize| -> f64 {
                s.rows.iter().map(|(i, a)| a * x[i * self.columns + j]).sum::<f64>() / n
            };
            let means: Vec<f64> = s.columns.iter().map(|(j, _)| mean(*j)).collect();
            for (i, a) in &s.rows {
                let row = &x[i * self.columns..(i + 1) * self.columns];
                let off = |(c, (j, _)): (usize, &(usize, f64))| row[*j] - means[c];
                let across: f64 =
                    s.columns.iter().enumerate().map(|(c, jb)| jb.1 * off((c, jb))).sum::<f64>()
                        / n;
                for (c, jb) in s.columns.iter().enumerate() {
                    out[i * self.columns + jb.0] += weight * a * jb.1 * (off((c, jb)) - across);
                }
            }
        }
        out
    }
}

pub(super) fn table_outcome(table: &Table) -> Outcome {
    match table.form() {
        Ok((q, df, _)) => chi_square(q, df, CELL, (table.n as f64 - 1.0) * table.deals() as f64),
        Err(needs) => Outcome::Insufficient { needs },
    }
}

/// Probability of cells at least as uneven, where there are enough deals.
pub(super) fn chi_square_p(table: &Table) -> Option<Prob> {
    table.form().ok().map(|(q, df, _)| chi2_sf(q, df))
}

/// Free cells of the table too small to test, as a sentence.
pub(super) fn left_out(table: &Table, name: &str) -> Option<String> {
    let (_, df, left_out) = table.form().ok().filter(|(.., left_out)| *left_out > 0)?;
    let all = left_out + df as usize;
    Some(format!(
        "{name}: {left_out} of {all} cells were expected too rarely and are left out; {df} degrees of freedom stay."
    ))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{all_close, covariances, permutations};
    use super::{Stratum, Table, ones};

    /// (x' C^-1 x, rank of C) for a covariance of at most some dozens of counts, row by row. Counts
    /// that the others determine are left out.
    fn small_form(covariance: &[f64], x: &[f64]) -> (f64, usize) {
        let n = x.len();
        let mut lower = vec![0.0; n * n];
        let mut solved: Vec<f64> = vec![0.0; n];
        let mut kept: Vec<usize> = Vec::new();
        for i in 0..n {
            for &j in &kept {
                let products: f64 = kept
                    .iter()
                    .take_while(|k| **k < j)
                    .map(|k| lower[i * n + k] * lower[j * n + k])
                    .sum();
                lower[i * n + j] = (covariance[i * n + j] - products) / lower[j * n + j];
            }
            let used: f64 = kept.iter().map(|k| lower[i * n + k].powi(2)).sum();
            let pivot = covariance[i * n + i] - used;
            if pivot > 1e-9 * covariance[i * n + i] {
                lower[i * n + i] = pivot.sqrt();
                let known: f64 = kept.iter().map(|k| lower[i * n + k] * solved[*k]).sum();
                solved[i] = (x[i] - known) / lower[i * n + i];
                kept.push(i);
            }
        }
        (solved.iter().map(|s| s * s).sum(), kept.len())
    }

    /// Zones of a deck of six, and classes: one card each but for the last of two.
    fn stratum(deals: u64, rows: &[usize]) -> Stratum {
        let sized = |(i, size): (usize, &usize)| (i, *size as f64);
        Stratum::new(deals, rows.iter().enumerate().map(sized), [(0, 1.0), (1, 1.0), (2, 2.0)])
    }

    fn table(strata: Vec<Stratum>, rows: usize) -> Table {
        let counts = (0..rows as u64 * 3).map(|i| 40 + i * i % 17).collect();
        Table { n: 6, rows, columns: 3, counts, strata }
    }

    /// The covariance, column by column.
    fn dense(table: &Table) -> Vec<f64> {
        let cells = table.rows * table.columns;
        let unit =
            |c: usize| (0..cells).map(|d| if c == d { 1.0 } else { 0.0 }).collect::<Vec<_>>();
        (0..cells).flat_map(|c| table.times(&unit(c))).collect()
    }

    /// Free cells of one deck.
    fn cells(deck: &[u8], rows: &[usize]) -> Vec<f64> {
        let class = [0, 1, 2, 2, 3, 3];
        let mut counts = vec![0.0; rows.len() * 3];
        let mut start = 0;
        for (row, size) in rows.iter().enumerate() {
            for card in &deck[start..start + size] {
                if class[usize::from(*card)] < 3 {
                    counts[row * 3 + class[usize::from(*card)]] += 1.0;
                }
            }
            start += size;
        }
        counts
    }

    #[test]
    fn the_covariance_is_that_of_the_whole_group() {
        for rows in [&[1, 2][..], &[1, 1, 1], &[4], &[2, 3]] {
            let all: Vec<Vec<f64>> = permutations(6).iter().map(|deck| cells(deck, rows)).collect();
            let table = table(vec![stratum(1, rows)], rows.len());
            let (means, exact) = covariances(&all);
            all_close(&table.expected(), &means, "means");
            all_close(&dense(&table), &exact, "covariances");
        }
    }

    /// (n-1)/n of Pearson's statistic, the zone and the class that complete the deck included: the form where there is one
    /// layout of all rows.
    fn pearson(table: &Table, rows: &[usize]) -> f64 {
        let deals = table.deals() as f64;
        let mut cells = vec![[0.0; 4]; rows.len() + 1];
        let mut left = [1.0, 1.0, 2.0, 2.0].map(|size| size * deals);
        for (at, size) in rows.iter().enumerate() {
            for column in 0..3 {
                cells[at][column] = table.counts[at * 3 + column] as f64;
                left[column] -= cells[at][column];
            }
            cells[at][3] = *size as f64 * deals - cells[at].iter().sum::<f64>();
            left[3] -= cells[at][3];
        }
        cells[rows.len()] = left;
        let sizes = rows.iter().copied().chain([6 - rows.iter().sum::<usize>()]);
        let off = |(size, cells): (usize, &[f64; 4])| -> f64 {
            let expected = [1.0, 1.0, 2.0, 2.0].map(|cards| deals * size as f64 * cards / 6.0);
            cells.iter().zip(expected).map(|(cell, e)| (cell - e).powi(2) / e).sum()
        };
        sizes.zip(&cells).map(off).sum::<f64>() * 5.0 / 6.0
    }

    /// Pearson's statistic, conjugate gradients and elimination are three ways to one number.
    #[test]
    fn three_ways_to_one_form() {
        let one = table(vec![stratum(300, &[1, 2])], 2);
        let two = table(vec![stratum(300, &[1, 2]), stratum(41, &[1, 2, 1])], 3);
        for table in [one, two] {
            let expected = table.expected();
            let live = vec![true; expected.len()];
            let off: Vec<f64> =
                table.counts.iter().zip(&expected).map(|(c, e)| *c as f64 - e).collect();
            let (q, rank) = small_form(&dense(&table), &off);
            assert_eq!(rank, off.len());
            let solved = table.conjugate_gradients(&expected, &live);
            assert!((solved / q - 1.0).abs() < 1e-10, "{solved} and {q}");
            if table.strata.len() == 1 {
                assert!((pearson(&table, &[1, 2]) / q - 1.0).abs() < 1e-10);
            }
        }
    }

    #[test]
    fn what_the_others_determine_is_no_degree_of_freedom() {
        // The third count is the sum of the first two.
        let covariance = [2.0, 1.0, 3.0, 1.0, 2.0, 3.0, 3.0, 3.0, 6.0];
        let (q, rank) = small_form(&covariance, &[1.0, 0.0, 1.0]);
        assert_eq!(rank, 2);
        assert!((q - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn too_few_deals_are_no_test() {
        // The rarest layout that can be tested alone: a cell of one place and one card expects a
        // sixth of a card a deal, and few cells need five.
        assert_eq!(table(vec![stratum(29, &[1, 2])], 2).form(), Err(30));
        let some = table(vec![stratum(29, &[1, 2]), stratum(1, &[1, 2, 1])], 3);
        let Ok((_, df, left_out)) = some.form() else { panic!("30 deals") };
        assert_eq!((df, left_out, some.deals()), (6.0, 3, 30));
        assert_eq!(table(Vec::new(), 1).form(), Err(100));
    }

    /// Whole decks: two expected in each of many cells, five in each of a few, and no deck more than that.
    #[test]
    fn no_deal_more_is_needed_by_rounding() {
        for (n, deals, needs) in [(52, 30, 100), (12, 31, 60)] {
            let strata = vec![Stratum::new(deals, ones(n - 1), ones(n - 1))];
            let table = Table { n, rows: n, columns: n, counts: vec![0; n * n], strata };
            assert_eq!(table.form(), Err(needs), "{n} {deals}");
        }
    }
}
