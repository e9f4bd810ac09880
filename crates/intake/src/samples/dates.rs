//! Dates and times of a column. Each is read by the one format that reads all of its shape; where two
//! formats read them all and put the rows in two orders, the user says which holds.

use crate::guess::moments::{self, Moments, Part};
use std::collections::{BTreeMap, BTreeSet};

/// A day as a number that orders days, 20240925, and a time of day as one, 213000.
pub(super) type Moment = (u32, u32);

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The place of the name whose three letters a word begins with.
fn named(word: &str, names: &[&str]) -> Option<usize> {
    let start = word.get(..3).filter(|_| word.bytes().all(|b| b.is_ascii_alphabetic()))?;
    names.iter().position(|name| start.eq_ignore_ascii_case(name))
}

/// A date without its weekday, and with three letters of a month between two hyphens: `Wednesday, September 25, 2024` is
/// `Sep-25-2024`.
fn plain(text: &str) -> String {
    let (mut words, mut from): (Vec<(usize, &str)>, usize) = (Vec::new(), 0);
    let is_between = |c: char| !c.is_alphanumeric();
    for piece in text.split_inclusive(is_between) {
        let word = piece.trim_end_matches(is_between);
        words.extend((!word.is_empty()).then_some((from, word)));
        from += piece.len();
    }
    if words.first().is_some_and(|(_, word)| named(word, &WEEKDAYS).is_some()) {
        words.remove(0);
    }
    let Some((from, _)) = words.first() else { return text.trim().to_owned() };
    let is_month = |word: &str| named(word, &MONTHS).is_some();
    match words.get(..3) {
        Some(date @ [.., (last, word)]) if date.iter().any(|(_, word)| is_month(word)) => {
            let short = date.iter().map(|(_, word)| if is_month(word) { &word[..3] } else { word });
            short.collect::<Vec<_>>().join("-") + text[last + word.len()..].trim_end()
        }
        _ => text[*from..].trim().to_owned(),
    }
}

/// Whether a cell is a date with all digits of its year.
pub(super) fn is_date(cell: &str) -> bool {
    let has_year = cell.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() == 4);
    let moments = || moments::of(&[&plain(cell)]);
    has_year && moments().is_some_and(|moments| moments.part != Part::TimeOfDay)
}

/// Letters and digits of a text, runs of them as one.
fn shape(text: &str) -> String {
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => '0',
        c if c.is_alphabetic() => 'a',
        c => c,
    };
    let mut shape: Vec<char> = text.chars().map(kind).collect();
    shape.dedup_by(|a, b| a == b && matches!(*a, '0' | 'a'));
    shape.into_iter().collect()
}

/// How the dates of a column are read.
#[derive(Default)]
pub(super) struct Dates {
    /// Of each shape.
    forms: BTreeMap<String, Moments>,
}

impl Dates {
    /// Looks at the cells of a column, none of them empty. An error is the first that reads as none, or not as those before it
    /// do, with the format that reads these.
    pub(super) fn of(cells: &[&str]) -> Result<Self, (usize, Option<String>)> {
        let mut shapes: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (at, cell) in cells.iter().enumerate().filter(|(_, cell)| seen.insert(**cell)) {
            let text = plain(cell);
            shapes.entry(shape(&text)).or_default().push((at, text));
        }
        let (mut forms, mut wrong) = (BTreeMap::new(), Vec::new());
        for (shape, cells) in shapes {
            let texts: Vec<&str> = cells.iter().map(|(_, text)| &**text).collect();
            if let Some(moments) = moments::of(&texts) {
                forms.insert(shape, moments);
                continue;
            }
            // Of the texts from the first on, so many are read by one format.
            let numbers: Vec<usize> = (1..=texts.len()).collect();
            let read = numbers.partition_point(|some| moments::of(&texts[..*some]).is_some());
            let format = moments::of(&texts[..read]).and_then(|m| m.formats.into_iter().next());
            wrong.push((cells[read].0, format));
        }
        wrong.into_iter().min_by_key(|(at, _)| *at).map_or(Ok(Self { forms }), Err)
    }

    /// Whether a text is a day, in whatever way.
    pub(super) fn is_day(text: &str) -> bool {
        let is_day = |form: &Moments| form.part != Part::TimeOfDay;
        Self::of(&[text]).is_ok_and(|own| own.forms.values().all(is_day))
    }

    /// The formats of each shape that several read.
    pub(super) fn rivals(&self) -> impl Iterator<Item = &[String]> {
        self.forms.values().map(|form| &form.formats[..]).filter(|formats| formats.len() > 1)
    }

    /// Keeps this format, or its part that is the date's, where it is one of several.
    pub(super) fn choose(&self, stated: &str) -> Self {
        let chosen = |form: &Moments| {
            let fits = |of: &&String| of.starts_with(stated) || stated.starts_with(&***of);
            let one = form.formats.iter().find(fits).map(|format| vec![format.clone()]);
            let formats = one.unwrap_or_else(|| form.formats.clone());
            Moments { part: form.part, formats, mixed: None }
        };
        Self {
            forms: self.forms.iter().map(|(shape, form)| (shape.clone(), chosen(form))).collect(),
        }
    }

    /// The moment that a cell is; none where it is none in a way of these.
    pub(super) fn read(&self, cell: &str) -> Option<Moment> {
        let text = plain(cell);
        let form = self.forms.get(&shape(&text))?;
        let written = moments::read(form.formats.first()?, form.part, &text)?;
        let number = |text: &str| {
            text.bytes().filter(u8::is_ascii_digit).fold(0, |n, b| n * 10 + u32::from(b - b'0'))
        };
        let day = if form.part == Part::TimeOfDay { 0 } else { number(written.get(..10)?) };
        Some((day, number(written.get(11..19)?)))
    }

    /// The day that a user names, in the way of the column or in one that leaves no doubt.
    pub(super) fn day(&self, text: &str) -> Result<u32, String> {
        let own = Self::of(&[text]).unwrap_or_default();
        let rivals = own.rivals().next().map(|formats| formats.join("` or `"));
        match (self.read(text), rivals) {
            (Some((day, _)), _) => Ok(day),
            (None, Some(rivals)) => Err(format!("is a date as `{rivals}`; write it as 2024-09-25")),
            (None, None) => own
                .read(text)
                .map(|(day, _)| day)
                .ok_or_else(|| "is no date; write it as 2024-09-25".to_owned()),
        }
    }
}
