//! Columns that are drawn row by row: whether one depends on another, of the same row or of the row before.
//!
//! Given how often each symbol came in each column, every table of two columns has the law of independent ones, whatever
//! the chances of the symbols: Pearson's statistic, with rare neighbours of the range put together. The most unusual of
//! all tables is judged by Bonferroni's bound, however the tables depend.

use super::SymbolsError;
use super::given::{Given, independence};
use super::registered::ENTRIES;
use super::report::{self, Report};
use super::serial::{COARSE, MOST_CELLS};
use crate::battery::{Battery, Figures, Most};
use crate::special::{chi2_sf, least_likely};

/// Rows from which two columns of any range have two classes of symbols at least.
const ROWS_NEED: u64 = 100;
pub(super) const KEY: &str = "play.dependence";

/// One column by another: rows of counts for the symbols of the first.
#[derive(Clone, Debug)]
struct Table {
    /// The column that may decide, and the one that may follow from it.
    from: usize,
    to: usize,
    /// The first is of the row before.
    is_before: bool,
    counts: Vec<u64>,
}

/// Rows being counted.
#[derive(Clone, Debug)]
pub struct Columns {
    names: Vec<String>,
    row: &'static str,
    /// Classes of each column, and neighbouring symbols in one: more than one where the tables would be too large.
    classes: Vec<(usize, u32)>,
    tables: Vec<Table>,
    rows: u64,
    before: Option<Vec<usize>>,
}

impl Columns {
    /// For columns of these names, each of symbols 0 to one less than its number.
    ///
    /// # Errors
    /// Fewer than 2 columns or more than 64, and ranges that no stream has.
    pub fn new(columns: &[(String, u32)]) -> Result<Self, SymbolsError> {
        if !(2..=super::LONGEST_PLAY).contains(&columns.len()) {
            return Err(SymbolsError::Play(columns.len()));
        }
        let wrong = columns.iter().find(|(_, range)| !(2..=65_536).contains(range));
        match wrong {
            Some((_, range)) => Err(SymbolsError::Range(*range)),
            None => Ok(Self::of(columns, "row")),
        }
    }

    /// For the positions of plays of `group` draws of 0 to d - 1.
    pub(super) fn of_plays(d: u32, group: usize) -> Self {
        let position = |at: usize| (format!("position {}", at + 1), d);
        Self::of(&(0..group).map(position).collect::<Vec<_>>(), "play")
    }

    fn of(columns: &[(String, u32)], row: &'static str) -> Self {
        let number = columns.len();
        let of = |is_before| (0..number).map(move |from| (is_before, from));
        let all = of(false).chain(of(true));
        let all =
            all.flat_map(|(is_before, from)| (0..number).map(move |to| (is_before, from, to)));
        let pairs: Vec<(bool, usize, usize)> =
            all.filter(|(is_before, from, to)| *is_before || from < to).collect();
        let range = |column: usize| u64::from(columns[column].1);
        let cells: u64 = pairs.iter().map(|(_, from, to)| range(*from) * range(*to)).sum();
        let class = |(_, range): &(String, u32)| {
            let width = if cells > MOST_CELLS { range.div_ceil(COARSE) } else { 1 };
            (range.div_ceil(width) as usize, width)
        };
        let classes: Vec<(usize, u32)> = columns.iter().map(class).collect();
        let table = |(is_before, from, to): (bool, usize, usize)| {
            let counts = vec![0; classes[from].0 * classes[to].0];
            Table { from, to, is_before, counts }
        };
        let tables = pairs.into_iter().map(table).collect();
        let names = columns.iter().map(|(name, _)| name.clone()).collect();
        Self { names, row, classes, tables, rows: 0, before: None }
    }

    pub(super) fn named(mut self, names: &[String]) -> Self {
        self.names = names.to_vec();
        self.row = "row";
        self
    }

    /// Takes one row, a symbol of each column. A row of another length, or with a symbol that lies outside its column's
    /// range, is left out, and the next has none before it.
    pub fn push(&mut self, row: &[u32]) {
        let fits = row.len() == self.classes.len();
        let classes = row.iter().zip(&self.classes).map(|(symbol, (number, width))| {
            Some((symbol / width) as usize).filter(|class| class < number)
        });
        let now: Option<Vec<usize>> = classes.collect();
        let Some(now) = now.filter(|_| fits) else { return self.skip() };
        self.rows += 1;
        for table in &mut self.tables {
            let from = if table.is_before { self.before.as_ref() } else { Some(&now) };
            let Some(from) = from else { continue };
            table.counts[from[table.from] * self.classes[table.to].0 + now[table.to]] += 1;
        }
        self.before = Some(now);
    }

    /// A row is left out, and the next has none before it.
    pub(super) fn skip(&mut self) {
        self.before = None;
    }

    /// Statistic and degrees of freedom of a table; `None` where a column has no two classes that came often enough.
    fn form(&self, table: &Table) -> Option<(f64, f64)> {
        let width = self.classes[table.to].0;
        let rows = table.counts.chunks(width);
        let from = Given::new(rows.clone().map(|row| row.iter().sum()).collect());
        let column = |at: usize| rows.clone().map(|row| row[at]).sum();
        let to = Given::new((0..width).map(column).collect());
        // Ten draws are expected of the rarest pair: the verdict looks far out into the tail.
        let (from, to) = (from.classes(2, 2.0), to.classes(2, 2.0));
        independence(&to.table(&from, &table.counts))
    }

    fn most_unusual(&self) -> Option<(Figures, &Table)> {
        let forms = self.tables.iter().filter_map(|table| Some((table, self.form(table)?)));
        let all: Vec<(&Table, (f64, f64))> = forms.collect();
        let ((table, _), p) = least_likely(&all, |(_, (q, df))| chi2_sf(*q, *df))?;
        let parts: Vec<(f64, f64, u64)> =
            all.iter().map(|(_, (q, df))| (*q, *df, self.rows)).collect();
        let law = "the largest of the chi-squares of all pairs of columns, Bonferroni";
        let figures = report::largest_chi_square(&parts, law)?;
        Some((Figures { p: p.times(all.len() as f64), ..figures }, table))
    }

    /// The test; `draws` of one row are what its needs are counted in.
    pub(super) fn report(&self, say: &mut Report, draws: u64) {
        let found = self.most_unusual();
        let columns = |Table { from, to, is_before, .. }: &Table| {
            let [follows, on] = [to, from].map(|column| self.names[*column].clone());
            Most::Dependence { follows, on, row: self.row, is_before: *is_before }
        };
        say.most(KEY, found.as_ref().map(|(_, table)| columns(table)));
        say.test(KEY, self.rows, ROWS_NEED * draws, || Some(found?.0));
    }

    /// What the rows say.
    pub fn battery(&self) -> Battery {
        let mut say = Report::new(&ENTRIES, self.rows);
        self.report(&mut say, 1);
        let (tests, most) = say.finish();
        Battery { n: self.rows, unit: "rows", tests, most, ..Battery::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};

    fn three() -> Columns {
        let columns = [("a", 3), ("b", 2), ("c", 4)].map(|(name, range)| (name.to_owned(), range));
        Columns::of(&columns, "row")
    }

    /// Every table against a count over the rows in memory; a row left out parts those beside it.
    #[test]
    fn tables_are_those_of_all_pairs_of_rows() {
        let mut chance = rand_chacha::ChaCha20Rng::seed_from_u64(8);
        let rows: Vec<[u32; 3]> =
            (0..400).map(|_| [3, 2, 4].map(|d| chance.next_u32() % d)).collect();
        let mut columns = three();
        for (at, row) in rows.iter().enumerate() {
            if at == 100 { columns.push(&[0, 2, 0]) } else { columns.push(row) }
        }
        assert_eq!((columns.rows, columns.tables.len()), (399, 3 + 9));
        for table in &columns.tables {
            let mut counts = vec![0; table.counts.len()];
            for (at, row) in rows.iter().enumerate() {
                let before = at.checked_sub(usize::from(table.is_before));
                let Some(from) = before.filter(|from| at != 100 && *from != 100) else { continue };
                let (from, to) = (rows[from][table.from], row[table.to]);
                counts[from as usize * [3, 2, 4][table.to] + to as usize] += 1;
            }
            assert_eq!(table.counts, counts);
        }
    }

    /// The statistic of a table against the formula over its cells, with classes that nothing was put together in.
    #[test]
    fn a_form_is_that_of_the_table() {
        let mut columns = three();
        for (row, times) in [([0, 0, 0], 80), ([1, 1, 2], 60), ([2, 1, 3], 70), ([1, 0, 1], 90)] {
            (0..times).for_each(|_| columns.push(&row));
        }
        // Column a by column b: 80 0 | 90 60 | 0 70, margins 80 150 70 and 170 130 of 300.
        let cells = [(80.0, 80.0, 170.0), (0.0, 80.0, 130.0), (90.0, 150.0, 170.0)];
        let more = [(60.0, 150.0, 130.0), (0.0, 70.0, 170.0), (70.0, 70.0, 130.0)];
        let add = |(found, row, column): (f64, f64, f64)| {
            let expected: f64 = row * column / 300.0;
            (found - expected).powi(2) / expected
        };
        let q: f64 = cells.into_iter().chain(more).map(add).sum();
        let found = columns.form(&columns.tables[0]).unwrap_or((f64::NAN, f64::NAN));
        assert!((found.0 - q).abs() < 1e-9 && found.1 == 2.0, "{found:?} {q}");
    }

    /// A large range is looked at in classes, and the symbols at its end are in one.
    #[test]
    fn many_columns_of_a_large_range_take_little_memory() {
        let mut columns = Columns::of_plays(65_536, 64);
        let cells: usize = columns.tables.iter().map(|table| table.counts.len()).sum();
        assert_eq!(cells, (64 * 63 / 2 + 64 * 64) * 256);
        columns.push(&[65_535; 64]);
        columns.push(&[65_536; 64]);
        assert_eq!(columns.rows, 1);
    }
}
