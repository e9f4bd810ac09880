//! What tests of order and dependence take as given: how often each symbol came.
//!
//! Given the counts, every order of independent draws is as likely, whatever the chances of the symbols. A test
//! whose law is that of these orders says nothing of a loaded die but that its draws are independent.

use std::ops::Range;

/// Draws that a cell of a table expects.
const EXPECTS: f64 = 5.0;

#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) counts: Vec<u64>,
    pub(super) n: u64,
    /// The first draws of a stream and the last, where it is closed to a ring.
    pub(super) head: Vec<u16>,
    pub(super) tail: Vec<u16>,
}

impl Given {
    pub(super) fn new(counts: Vec<u64>) -> Self {
        let n = counts.iter().sum();
        Self { counts, n, head: Vec::new(), tail: Vec::new() }
    }

    /// Neighbouring symbols taken together until `together` draws in a row of each class are expected often
    /// enough, `parts` parts of the stream looked at one by one. The class of each symbol, and how many.
    pub(super) fn classes(&self, together: i32, parts: f64) -> Classes {
        let n = self.n as f64;
        let least = n * (EXPECTS * parts / n).powf(1.0 / f64::from(together));
        let (mut of, mut number, mut open) = (Vec::with_capacity(self.counts.len()), 0, 0);
        for count in &self.counts {
            of.push(number);
            open += count;
            if open as f64 >= least {
                (number, open) = (number + 1, 0);
            }
        }
        // What is left at the end goes to the last class.
        let number = number.max(1);
        of.iter_mut().for_each(|class| *class = (*class).min(number - 1));
        Classes { of, number }
    }

    /// Chance that two different draws are equal.
    pub(super) fn agreement(&self) -> f64 {
        let n = self.n as f64;
        let pairs: f64 = self.counts.iter().map(|c| *c as f64 * (*c as f64 - 1.0)).sum();
        pairs / (n * (n - 1.0)).max(1.0)
    }

    /// Mean of the symbols in the unit of [`super::window::Window::centred`], and the sums of the second and the
    /// fourth powers of their distances from it.
    pub(super) fn moments(&self) -> (f64, f64, f64) {
        let middle = self.counts.len() as f64 - 1.0;
        let places = || self.counts.iter().zip(0_u32..);
        let y = |x: u32| 2.0 * f64::from(x) - middle;
        let mean = places().map(|(c, x)| *c as f64 * y(x)).sum::<f64>() / self.n.max(1) as f64;
        let power = |k: i32| places().map(|(c, x)| *c as f64 * (y(x) - mean).powi(k)).sum::<f64>();
        (mean, power(2), power(4))
    }
}

/// Symbols put together.
pub(super) struct Classes {
    /// Of each symbol.
    pub(super) of: Vec<usize>,
    pub(super) number: usize,
}

impl Classes {
    /// The symbols of a class.
    fn symbols(&self, class: usize) -> Range<usize> {
        let is_below = |of: &usize| *of < class;
        self.of.partition_point(is_below)..self.of.partition_point(|of| *of <= class)
    }

    /// The labels of a class whose symbols are each so many labels, of `labels` in all.
    pub(super) fn labels(&self, class: usize, width: usize, labels: usize) -> Range<usize> {
        let Range { start, end } = self.symbols(class);
        start * width..(end * width).min(labels)
    }

    /// A table of `rows` rows, one column a symbol, with the symbols' columns put together.
    pub(super) fn columns(&self, table: &[u64]) -> Vec<Vec<u64>> {
        let row = |row: &[u64]| {
            let mut into = vec![0; self.number];
            row.iter().zip(&self.of).for_each(|(count, class)| into[*class] += count);
            into
        };
        table.chunks(self.of.len()).map(row).collect()
    }

    /// A table with a row for each symbol of `rows` and a column for each symbol of these, both put together.
    pub(super) fn table(&self, rows: &Self, table: &[u64]) -> Vec<Vec<u64>> {
        let mut into = vec![vec![0; self.number]; rows.number];
        for (row, class) in self.columns(table).iter().zip(&rows.of) {
            row.iter().zip(&mut into[*class]).for_each(|(count, sum)| *sum += count);
        }
        into
    }
}

/// Pearson's statistic of a table against the products of its margins, with its degrees of freedom. Rows that
/// expect too few in a cell are put together. `None` where fewer than two rows or columns are left.
pub(super) fn independence(table: &[Vec<u64>]) -> Option<(f64, f64)> {
    let width = table.first()?.len();
    let column = |of: &[Vec<u64>], at: usize| of.iter().map(|row| row[at]).sum::<u64>();
    let columns: Vec<usize> = (0..width).filter(|at| column(table, *at) > 0).collect();
    let n: u64 = table.iter().flatten().sum();
    let rarest = columns.iter().map(|at| column(table, *at)).min()?;
    let enough = |row: &[u64]| row.iter().sum::<u64>() as f64 * rarest as f64 >= EXPECTS * n as f64;
    let (mut rows, rare): (Vec<Vec<u64>>, Vec<Vec<u64>>) =
        table.iter().cloned().partition(|row| enough(row));
    let rest: Vec<u64> = (0..width).map(|at| column(&rare, at)).collect();
    match rows.last_mut() {
        Some(last) if !enough(&rest) => last.iter_mut().zip(&rest).for_each(|(a, b)| *a += b),
        _ => rows.push(rest),
    }
    if rows.len() < 2 || columns.len() < 2 {
        return None;
    }
    let mut q = 0.0;
    for row in &rows {
        let of_row = row.iter().sum::<u64>() as f64;
        for at in &columns {
            let expected = of_row * column(table, *at) as f64 / n as f64;
            q += (row[*at] as f64 - expected).powi(2) / expected;
        }
    }
    Some((q, (rows.len() as f64 - 1.0) * (columns.len() as f64 - 1.0)))
}

/// A cell of a table: its row and column, its count, what the margins give it, and how far it is off by the root of that.
pub(super) struct Cell {
    pub(super) at: [usize; 2],
    pub(super) count: u64,
    pub(super) expected: f64,
    pub(super) off: f64,
}

/// The cell of a table that is furthest from the product of its margins, of those that expect enough.
pub(super) fn furthest(table: &[Vec<u64>]) -> Option<Cell> {
    let n = table.iter().flatten().sum::<u64>() as f64;
    let columns: Vec<u64> =
        (0..table.first()?.len()).map(|at| table.iter().map(|row| row[at]).sum()).collect();
    let cells = table.iter().enumerate().flat_map(|(of, row)| {
        let of_row = row.iter().sum::<u64>() as f64;
        let columns = &columns;
        row.iter().enumerate().map(move |(at, count)| {
            let expected = of_row * columns[at] as f64 / n;
            let off = (*count as f64 - expected).abs() / expected.sqrt();
            Cell { at: [of, at], count: *count, expected, off }
        })
    });
    cells.filter(|cell| cell.expected >= EXPECTS).max_by(|a, b| a.off.total_cmp(&b.off))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Worked by hand: rows 10 20 30 and 20 20 20; each cell of the columns expects 15, 20, 25.
    #[test]
    fn a_table_worked_by_hand() {
        let (q, df) = independence(&[vec![10, 20, 30], vec![20, 20, 20]]).unwrap();
        assert!((q - 2.0 * (25.0 / 15.0 + 25.0 / 25.0)).abs() < 1e-12);
        assert_eq!(df, 2.0);
        assert_eq!(independence(&[vec![10, 0], vec![20, 0]]), None);
        // The third row expects less than five in a column and is put to the second.
        let three = independence(&[vec![10, 20], vec![20, 16], vec![0, 4]]).unwrap();
        assert_eq!(three, independence(&[vec![10, 20], vec![20, 20]]).unwrap());
    }

    #[test]
    fn classes_are_neighbours_that_come_often_enough() {
        // Of 1,000 draws a pair of classes expects five where each comes 71 times.
        let given = Given::new(vec![30, 30, 30, 500, 0, 200, 180, 30]);
        let classes = given.classes(2, 1.0);
        assert_eq!(classes.of, [0, 0, 0, 1, 2, 2, 3, 3]);
        assert_eq!(classes.number, 4);
        assert_eq!(Given::new(vec![0, 0]).classes(2, 1.0).number, 1);
    }

    /// Counted over all pairs of different draws.
    #[test]
    fn agreement_and_moments_are_those_of_the_draws() {
        let given = Given::new(vec![3, 0, 4, 1]);
        let draws = [0, 0, 0, 2, 2, 2, 2, 3];
        let pairs = || (0..8).flat_map(|i| (0..8).map(move |j| (i, j))).filter(|(i, j)| i != j);
        let equal = pairs().filter(|(i, j)| draws[*i] == draws[*j]).count() as f64;
        assert!((given.agreement() - equal / 56.0).abs() < 1e-12);
        let y: Vec<f64> = draws.iter().map(|x| f64::from(2 * x - 3)).collect();
        let mean = y.iter().sum::<f64>() / 8.0;
        let (found, second, fourth) = given.moments();
        let power = |k: i32| y.iter().map(|y| (y - mean).powi(k)).sum::<f64>();
        assert!((found - mean).abs() < 1e-12 && (second - power(2)).abs() < 1e-9);
        assert!((fourth - power(4)).abs() < 1e-9);
    }
}
