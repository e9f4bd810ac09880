//! Which columns of an archive hold numbers, bonus and date: as named, or by a printed rule.

use super::form::DrawForm;
use crate::samples::dates;
use crate::samples::feed::Row;
use crate::samples::table::{Column, Table};
use csv::StringRecord;

/// Where the numbers of one draw stand.
pub(super) struct Place {
    /// One column with all numbers, or one for each.
    pub numbers: Vec<Column>,
    /// The column of the bonus number, where it has one of its own.
    pub bonus: Option<Column>,
}

/// What the columns of a file hold.
pub(super) struct Columns {
    /// Draws of one row, in the order they are made.
    pub draws: Vec<Place>,
    /// Whether the last of a draw's numbers is the bonus number.
    pub bonus_last: bool,
    pub date: Option<Column>,
    pub time: Option<Column>,
    /// The number of a draw, which orders draws of a day.
    pub sequence: Option<Column>,
    /// Sentences that say which columns were chosen, and how.
    pub said: Vec<String>,
}

/// A file and what is declared about it.
pub(super) struct Chooser<'a> {
    pub(super) table: &'a Table,
    /// The first row with draws.
    pub(super) first: &'a StringRecord,
    pub(super) form: &'a DrawForm,
    pub(super) numbers: Option<&'a str>,
    pub(super) bonus: Option<&'a str>,
}

/// Numbers of a cell; `None` where there is something else too.
pub(super) fn numbers_of(cell: &str) -> Option<Vec<u64>> {
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-' | '|' | '/' | '+');
    let words = cell.split(between).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

/// Whether a row has numbers of a draw.
pub(super) fn holds_numbers((_, row): &&Row) -> bool {
    let numbers = |cell: &str| numbers_of(cell).is_some_and(|numbers| !numbers.is_empty());
    row.iter().any(|cell| numbers(cell) && !dates::is_date(cell))
}

impl Chooser<'_> {
    pub(super) fn find(&self) -> Result<Columns, String> {
        let (numbers, how) = match self.numbers {
            Some(text) => (self.table.named(text, "--columns")?, "as --columns says"),
            None => self.by_rule()?,
        };
        let mut draws = self.in_draws(&numbers)?;
        let own_bonus = self.own_bonus(draws.len(), &numbers)?;
        for (place, column) in draws.iter_mut().zip(&own_bonus) {
            place.bonus = Some(*column);
        }
        let bonus_last = self.form.bonus_max.is_some() && own_bonus.is_empty();
        let found = |words: &[&[&str]]| self.table.headed(words).first().copied();
        let date = match self.table.headings {
            Some(_) => found(&[&["date"]]),
            None => self.first.iter().position(dates::is_date),
        };
        let is_free = |column: &Column| Some(*column) != date && !numbers.contains(column);
        let sequence = found(&[&["draw", "number"], &["draw", "#"], &["draw", "no"]]);
        let (sequence, time) = (sequence.filter(is_free), found(&[&["time"]]).filter(is_free));
        let all = self.names_all(draws.iter().map(|place| &place.numbers[..]), " and from ");
        let mut said = vec![format!("Numbers of a draw are read from {all} ({how}).")];
        let swapped = self.midday_first(&mut draws);
        if draws.len() > 1 {
            let why = if swapped { "midday before evening" } else { "in the order of the columns" };
            let first = self.names_all(draws.iter().map(|place| &place.numbers[..1]), ", ");
            let count = draws.len();
            let what = "draws, made in this order";
            said.push(format!("Each row holds {count} {what}: {first} ({why})."));
        }
        if bonus_last {
            said.push("The last number of each draw is its bonus number.".to_owned());
        } else if self.form.bonus_max.is_some() {
            let names = self.names_all(draws.iter().map(|of| of.bonus.as_slice()), " and from ");
            said.push(format!("Bonus numbers are read from {names}."));
        }
        let also = [date, sequence, time].into_iter().flatten();
        let used: Vec<Column> = numbers.into_iter().chain(own_bonus).chain(also).collect();
        said.extend(self.table.left_out(&used));
        Ok(Columns { draws, bonus_last, date, time, sequence, said })
    }

    /// Columns as a sentence names them, those of a draw with commas between.
    fn names_all<'c>(&self, draws: impl Iterator<Item = &'c [Column]>, between: &str) -> String {
        draws.map(|columns| self.table.name_all(columns)).collect::<Vec<_>>().join(between)
    }

    /// The columns of the numbers where none are named.
    fn by_rule(&self) -> Result<(Vec<Column>, &'static str), String> {
        if self.table.headings.is_none() {
            let date = self.first.iter().position(dates::is_date);
            let count = |c: Column| numbers_of(self.first.get(c)?).map(|numbers| numbers.len());
            let others = || (0..self.first.len()).filter(|c| Some(*c) != date);
            let whole: Vec<Column> = others().filter(|c| count(*c) > Some(1)).collect();
            if !whole.is_empty() {
                return Ok((whole, "the file has no headings, and these hold several numbers"));
            }
            let single: Vec<Column> = others().filter(|c| count(*c) == Some(1)).collect();
            let drawn = usize::from(self.form.drawn);
            let own = self.bonus.map_or(0, |text| text.split(',').count());
            let last = usize::from(self.form.bonus_max.is_some() && own == 0);
            if single.len() == drawn + last + own {
                let how = "the file has no headings, and these hold a number";
                return Ok((single[..drawn + last].to_vec(), how));
            }
        } else {
            let mut found = self.table.headed(&[&["winning", "number"], &["numbers"], &["result"]]);
            found.retain(|column| !self.table.headed(&[&["bonus"]]).contains(column));
            if !found.is_empty() {
                return Ok((found, "chosen by their headings; --columns names others"));
            }
            if let Some(found) = self.table.counted(Some(self.form.drawn.into())) {
                return Ok((found, "chosen by headings that count; --columns names others"));
            }
        }
        Err(format!(
            "which columns hold the numbers of a draw is not plain: say --columns with their headings or places; \
             there are {}",
            self.table.all()
        ))
    }

    /// Columns put together into draws: each by itself where it holds several numbers (or a draw has but
    /// one), else as many as a draw needs.
    fn in_draws(&self, numbers: &[Column]) -> Result<Vec<Place>, String> {
        let drawn = usize::from(self.form.drawn);
        let count = |c: &Column| numbers_of(self.first.get(*c)?).map(|numbers| numbers.len());
        let place = |numbers: &[Column]| Place { numbers: numbers.to_vec(), bonus: None };
        if drawn == 1 || numbers.iter().any(|c| count(c).is_some_and(|n| n > 1)) {
            return Ok(numbers.chunks(1).map(place).collect());
        }
        let with_last = usize::from(self.form.bonus_max.is_some() && self.bonus.is_none());
        for each in [drawn, drawn + with_last] {
            if numbers.len().is_multiple_of(each) {
                return Ok(numbers.chunks(each).map(place).collect());
            }
        }
        Err(format!(
            "{} columns with one number each are no draws of {drawn}; say --columns with {drawn} of {}",
            numbers.len(),
            self.table.all()
        ))
    }

    /// The bonus numbers' own columns: as named, else by their headings.
    fn own_bonus(&self, draws: usize, numbers: &[Column]) -> Result<Vec<Column>, String> {
        if self.form.bonus_max.is_none() {
            return Ok(Vec::new());
        }
        let columns = match self.bonus {
            Some(text) => self.table.named(text, "--bonus-columns")?,
            None => {
                let bonus = self.table.headed(&[&["bonus"], &["ball"], &["supplement"]]);
                let other = |c: &Column| !numbers.contains(c);
                let multiplies = self.table.headed(&[&["multipl"]]);
                bonus.into_iter().filter(other).filter(|c| !multiplies.contains(c)).collect()
            }
        };
        if columns.is_empty() || columns.len() == draws {
            return Ok(columns);
        }
        let (names, all) = (self.table.name_all(&columns), self.table.all());
        let several = match columns.len() {
            1 => "one column".to_owned(),
            count => format!("{count} columns"),
        };
        Err(format!(
            "{several} of bonus numbers ({names}) for {draws} draws a row: say --bonus-columns with one for each \
             draw; there are {all}"
        ))
    }

    /// Of two draws of a day the one at midday is made first, whatever the order of the columns.
    fn midday_first(&self, draws: &mut [Place]) -> bool {
        let has = |place: &Place, words: &[&str]| {
            let name = place.numbers.first().map(|c| self.table.name(*c).to_lowercase());
            name.is_some_and(|name| words.iter().any(|word| name.contains(word)))
        };
        let [first, second] = draws else { return false };
        let is_late = has(first, &["evening", "night"])
            && has(second, &["midday", "morning", "noon", "matinee"]);
        if is_late {
            draws.swap(0, 1);
        }
        is_late
    }
}
