//! Which columns of an archive hold the numbers, the bonus numbers and the date: as named, or by a rule
//! that the report prints.

use super::dates;
use csv::StringRecord;
use feltproof_stats::draws::Game;

/// A column, counted from zero.
pub(super) type Column = usize;

/// Where the numbers of one draw stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// One column with all numbers, or one for each.
    pub numbers: Vec<Column>,
    /// The column of the bonus number, where it has one of its own.
    pub bonus: Option<Column>,
}

/// What the columns of a file hold.
#[derive(Clone, Debug)]
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

/// The first lines of a file and what is declared about it.
pub(super) struct Asked<'a> {
    pub game: Game,
    pub headings: Option<&'a StringRecord>,
    /// The first row with draws.
    pub first: &'a StringRecord,
    pub numbers: Option<&'a str>,
    pub bonus: Option<&'a str>,
}

/// Numbers of a cell; `None` where there is something else too.
pub(super) fn numbers_of(cell: &str) -> Option<Vec<u64>> {
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-' | '|' | '/' | '+');
    let words = cell.split(between).filter(|word| !word.is_empty());
    // A number that no word holds is among no game's numbers either.
    let number = |word: &str| {
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| word.parse().unwrap_or(u64::MAX))
    };
    words.map(number).collect()
}

/// Whether the first record of a file names its columns.
pub(super) fn is_heading(record: &StringRecord) -> bool {
    let letters = |cell: &str| cell.chars().any(char::is_alphabetic) && dates::read(cell).is_none();
    let number = |cell: &str| numbers_of(cell).is_some_and(|numbers| !numbers.is_empty());
    let named = ["date", "draw", "number"];
    let telling = |cell: &str| named.iter().any(|name| cell.to_lowercase().contains(name));
    record.iter().any(letters) && (!record.iter().any(number) || record.iter().any(telling))
}

impl Asked<'_> {
    /// Finds the columns.
    pub(super) fn find(&self) -> Result<Columns, String> {
        let (numbers, how) = match self.numbers {
            Some(text) => (self.named(text, "--columns")?, "as --columns says"),
            None => self.by_rule()?,
        };
        let mut draws = self.in_draws(&numbers)?;
        let own_bonus = self.own_bonus(draws.len(), &numbers)?;
        for (place, column) in draws.iter_mut().zip(&own_bonus) {
            place.bonus = Some(*column);
        }
        let bonus_last = self.game.bonus.is_some() && own_bonus.is_empty();
        let found = |words: &[&[&str]]| self.headed(words).first().copied();
        let date = match self.headings {
            Some(_) => found(&[&["date"]]),
            None => self.first.iter().position(|cell| dates::read(cell).is_some()),
        };
        let sequence = found(&[&["draw", "number"], &["draw", "#"], &["draw", "no"]])
            .filter(|column| !numbers.contains(column) && Some(*column) != date);
        let time = found(&[&["time"]]).filter(|c| Some(*c) != date && !numbers.contains(c));
        let mut said = vec![self.say_numbers(&draws, how)];
        let swapped = self.midday_first(&mut draws);
        if draws.len() > 1 {
            said.push(self.say_order(&draws, swapped));
        }
        said.extend(self.say_bonus(&draws, bonus_last));
        let used = [&numbers[..], &own_bonus[..]].concat();
        let also = [date, sequence, time];
        let left = (0..self.first.len()).filter(|c| !used.contains(c) && !also.contains(&Some(*c)));
        let left: Vec<String> = left.map(|column| self.name(column)).collect();
        if !left.is_empty() {
            said.push(format!("Columns left out: {}.", left.join(", ")));
        }
        Ok(Columns { draws, bonus_last, date, time, sequence, said })
    }

    /// A column as a sentence names it.
    pub(super) fn name(&self, column: Column) -> String {
        match self.headings.and_then(|h| h.get(column)).map(str::trim).filter(|h| !h.is_empty()) {
            Some(heading) => format!("`{heading}`"),
            None => format!("column {}", column + 1),
        }
    }

    /// All columns, for who must choose.
    fn all(&self) -> String {
        (0..self.first.len()).map(|column| self.name(column)).collect::<Vec<_>>().join(", ")
    }

    /// Columns named by their headings, or by their places from one.
    fn named(&self, text: &str, option: &str) -> Result<Vec<Column>, String> {
        let mut columns = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let same = |heading: &str| heading.trim().eq_ignore_ascii_case(name);
            let heading = self.headings.and_then(|h| h.iter().position(same));
            let place = name.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
            let column = heading.or(place.filter(|place| *place < self.first.len()));
            let column = column.ok_or_else(|| {
                format!("{option}: there is no column `{name}`; there are {}", self.all())
            })?;
            if columns.contains(&column) {
                return Err(format!("{option} names {} twice", self.name(column)));
            }
            columns.push(column);
        }
        if columns.is_empty() {
            return Err(format!("{option} names no column; there are {}", self.all()));
        }
        Ok(columns)
    }

    /// Columns whose heading has all words of one of these lists; of the first list that has any.
    fn headed(&self, lists: &[&[&str]]) -> Vec<Column> {
        let Some(headings) = self.headings else { return Vec::new() };
        let has = |words: &[&str]| -> Vec<Column> {
            let all = |heading: &str| words.iter().all(|w| heading.to_lowercase().contains(w));
            (0..headings.len()).filter(|c| headings.get(*c).is_some_and(all)).collect()
        };
        lists.iter().map(|words| has(words)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The columns of the numbers where none are named.
    fn by_rule(&self) -> Result<(Vec<Column>, &'static str), String> {
        if self.headings.is_none() {
            let date = self.first.iter().position(|cell| dates::read(cell).is_some());
            let count = |c: Column| numbers_of(self.first.get(c)?).map(|numbers| numbers.len());
            let others = || (0..self.first.len()).filter(|c| Some(*c) != date);
            let whole: Vec<Column> =
                others().filter(|c| count(*c).is_some_and(|n| n > 1)).collect();
            if !whole.is_empty() {
                return Ok((whole, "the file has no headings, and these hold several numbers"));
            }
            let single: Vec<Column> = others().filter(|c| count(*c) == Some(1)).collect();
            let drawn = usize::from(self.game.drawn);
            let own = self.bonus.map_or(0, |text| text.split(',').count());
            let last = usize::from(self.game.bonus.is_some() && own == 0);
            if single.len() == drawn + last + own {
                let how = "the file has no headings, and these hold a number";
                return Ok((single[..drawn + last].to_vec(), how));
            }
        } else {
            let mut found = self.headed(&[&["winning", "number"], &["numbers"], &["result"]]);
            found.retain(|column| !self.headed(&[&["bonus"]]).contains(column));
            if !found.is_empty() {
                return Ok((found, "chosen by their headings; --columns names others"));
            }
            if let Some(found) = self.counted() {
                return Ok((found, "chosen by headings that count; --columns names others"));
            }
        }
        Err(format!(
            "which columns hold the numbers of a draw is not plain: say --columns with their headings or places; \
             there are {}",
            self.all()
        ))
    }

    /// As many columns side by side as a draw has numbers, their headings alike but for the number.
    fn counted(&self) -> Option<Vec<Column>> {
        let headings = self.headings?;
        let digits = |c: char| c.is_ascii_digit();
        let stem = |c: Column| headings.get(c).map(|h| h.trim().trim_end_matches(digits).trim());
        let counts = |c: Column| headings.get(c).is_some_and(|h| h.trim().ends_with(digits));
        let drawn = usize::from(self.game.drawn);
        let alike = |from: &Column| {
            let mut columns = *from..*from + drawn;
            let more = |c: Column| counts(c) && stem(c) == stem(*from);
            let before = from.checked_sub(1).is_some_and(more);
            columns.all(more) && !before && !more(*from + drawn)
        };
        let mut found = (0..headings.len()).filter(alike);
        let from = found.next().filter(|_| found.next().is_none())?;
        Some((from..from + drawn).collect())
    }

    /// Columns put together into draws: each by itself where it holds several numbers (or a draw has but
    /// one), else as many as a draw needs.
    fn in_draws(&self, numbers: &[Column]) -> Result<Vec<Place>, String> {
        let drawn = usize::from(self.game.drawn);
        let count = |c: &Column| numbers_of(self.first.get(*c)?).map(|numbers| numbers.len());
        let place = |numbers: &[Column]| Place { numbers: numbers.to_vec(), bonus: None };
        if drawn == 1 || numbers.iter().any(|c| count(c).is_some_and(|n| n > 1)) {
            return Ok(numbers.chunks(1).map(place).collect());
        }
        let with_last = usize::from(self.game.bonus.is_some() && self.bonus.is_none());
        for each in [drawn, drawn + with_last] {
            if numbers.len().is_multiple_of(each) {
                return Ok(numbers.chunks(each).map(place).collect());
            }
        }
        Err(format!(
            "{} columns with one number each are no draws of {drawn}; say --columns with {drawn} of {}",
            numbers.len(),
            self.all()
        ))
    }

    /// The bonus numbers' own columns: as named, else by their headings.
    fn own_bonus(&self, draws: usize, numbers: &[Column]) -> Result<Vec<Column>, String> {
        if self.game.bonus.is_none() {
            return Ok(Vec::new());
        }
        let columns = match self.bonus {
            Some(text) => self.named(text, "--bonus-columns")?,
            None => {
                let bonus = self.headed(&[&["bonus"], &["ball"], &["supplement"]]);
                let other = |c: &Column| !numbers.contains(c);
                let multiplies = self.headed(&[&["multipl"]]);
                bonus.into_iter().filter(other).filter(|c| !multiplies.contains(c)).collect()
            }
        };
        if columns.is_empty() || columns.len() == draws {
            return Ok(columns);
        }
        let named: Vec<String> = columns.iter().map(|column| self.name(*column)).collect();
        Err(format!(
            "{} of bonus numbers ({}) for {draws} draws a row: say --bonus-columns with one for each draw; there \
             are {}",
            if named.len() == 1 {
                "one column".to_owned()
            } else {
                format!("{} columns", named.len())
            },
            named.join(", "),
            self.all()
        ))
    }

    /// Of two draws of a day the one at midday is made first, whatever the order of the columns.
    fn midday_first(&self, draws: &mut [Place]) -> bool {
        let has = |place: &Place, words: &[&str]| {
            let name = place.numbers.first().map(|c| self.name(*c).to_lowercase());
            name.is_some_and(|name| words.iter().any(|word| name.contains(word)))
        };
        let [first, second] = draws else { return false };
        let late = has(first, &["evening", "night"]);
        if late && has(second, &["midday", "morning", "noon", "matinee"]) {
            draws.swap(0, 1);
            return true;
        }
        false
    }

    fn say_numbers(&self, draws: &[Place], how: &str) -> String {
        let names = |place: &Place| -> String {
            place.numbers.iter().map(|c| self.name(*c)).collect::<Vec<_>>().join(", ")
        };
        let all: Vec<String> = draws.iter().map(names).collect();
        format!("Numbers of a draw are read from {} ({how}).", all.join(" and from "))
    }

    fn say_order(&self, draws: &[Place], swapped: bool) -> String {
        let first = |place: &Place| place.numbers.first().map_or(String::new(), |c| self.name(*c));
        let names: Vec<String> = draws.iter().map(first).collect();
        let why = if swapped { "midday before evening" } else { "in the order of the columns" };
        format!(
            "Each row holds {} draws, made in this order: {} ({why}).",
            draws.len(),
            names.join(", ")
        )
    }

    fn say_bonus(&self, draws: &[Place], bonus_last: bool) -> Option<String> {
        self.game.bonus?;
        if bonus_last {
            return Some("The last number of each draw is its bonus number.".to_owned());
        }
        let names: Vec<String> = draws.iter().filter_map(|p| Some(self.name(p.bonus?))).collect();
        Some(format!("Bonus numbers are read from {}.", names.join(" and from ")))
    }
}
