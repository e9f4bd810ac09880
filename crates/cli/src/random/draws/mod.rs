//! Draws without order out of text: plain lines of numbers, or the CSV of a public archive.

mod columns;
mod dates;
mod reader;

use crate::args::DrawsAsked;
use crate::random::decks::Faults;
use crate::random::input::Input;
use crate::random::text::BYTE_ORDER_MARK;
use columns::{Asked, Column, numbers_of};
use csv::StringRecord;
use feltproof_stats::draws::{Bonus, Draws, Game};
use reader::{Bounds, Reader, Row};

/// Draws of a file, with what a reader needs to know of how they were read.
pub(crate) struct Read {
    pub draws: Draws,
    pub faults: Faults,
    /// Which columns, in which order, and what was left out.
    pub notes: Vec<String>,
}

/// Reads `5/39`, or `5` with `--cards 39`, and the bonus number's source.
pub(crate) fn game(asked: &DrawsAsked) -> Result<Game, String> {
    let text = asked.draws.as_deref().unwrap_or_default();
    let wrong = || {
        format!(
            "--draws {text} is not the numbers of one draw and those there are, as 5/39 (or 5 with --cards 39)"
        )
    };
    let (drawn, numbers) = match (text.split_once('/'), asked.cards) {
        (Some((drawn, numbers)), None) => (drawn, numbers.trim().parse().map_err(|_| wrong())?),
        (None, Some(cards)) => (text, cards),
        (Some(_), Some(cards)) => {
            return Err(format!(
                "--draws {text} says how many numbers there are; leave out --cards {cards}"
            ));
        }
        (None, None) => return Err(wrong()),
    };
    let drawn = drawn.trim().parse().map_err(|_| wrong())?;
    let bonus = match asked.bonus.as_deref() {
        None => None,
        Some("rest") => Some(Bonus::Rest),
        Some(text) => Some(Bonus::Wheel(text.parse().map_err(|_| {
            format!(
                "--bonus {text} is neither `rest` (drawn from the numbers that are left) nor the numbers of a \
                 wheel of its own, 2 to 255"
            )
        })?)),
    };
    let game = Game { numbers, drawn, bonus };
    Draws::new(game).map(|_| game).map_err(|e| format!("--draws {text}: {e}"))
}

/// Reads all draws of a file, puts them in order and gives them to a counter.
pub(crate) fn read(
    input: &mut Input,
    asked: &DrawsAsked,
    limit: Option<u64>,
) -> Result<Read, String> {
    let game = game(asked)?;
    let name = input.name().to_owned();
    let text = whole(input)?;
    let (headings, rows) = rows(&text, &name)?;
    let bounds = Bounds::of(asked)?;
    let first = rows.iter().map(|(_, row)| row).find(|row| holds_numbers(row));
    let first = first.ok_or_else(|| {
        format!("{name} holds no draw; a line is a draw, its numbers with blanks between, or a row of CSV")
    })?;
    let asked_columns = Asked {
        game,
        headings: headings.as_ref(),
        first,
        numbers: asked.columns.as_deref(),
        bonus: asked.bonus_columns.as_deref(),
    };
    let columns = asked_columns.find().map_err(|e| format!("{name}: {e}"))?;
    let column_name = |column: Column| asked_columns.name(column);
    let reader = Reader { game, asked, name: &name, columns: &columns, column_name: &column_name };
    let mut notes = columns.said.clone();
    let (mut found, more) = reader.draws(&rows, &bounds)?;
    notes.extend(more);
    notes.push(reader.put_in_order(&mut found));
    found.truncate(usize::try_from(limit.unwrap_or(u64::MAX)).unwrap_or(usize::MAX));
    if found.is_empty() {
        return Err(format!("{name} holds no draw between --from and --to"));
    }
    let mut draws = Draws::new(game).map_err(|e| e.to_string())?;
    let mut faults = Faults::default();
    for one in &found {
        if let Err(sentence) = draws.push(&one.numbers, one.bonus) {
            // All that is left to be wrong with a bonus number read is what `rest` says.
            let remedy = if sentence.starts_with("bonus") {
                "; if it is drawn from a wheel of its own say --bonus and how many numbers it has"
            } else {
                ""
            };
            faults.push(format!("{name}:{}: {sentence}{remedy}", one.line));
        }
    }
    let line = |at: Option<usize>| at.and_then(|at| found.get(at)).map_or(0, |one| one.line);
    let at = |some: u64| usize::try_from(some).ok();
    if let Some((some, highest)) = draws.fewer_at_first() {
        let to = line(at(some).and_then(|some| some.checked_sub(1)));
        notes.insert(0, fewer_numbers(&format!("The first {some} draws, to line {to},"), highest));
    }
    if let Some((some, highest)) = draws.fewer_at_last() {
        let from = line(at(some).and_then(|some| found.len().checked_sub(some)));
        notes.insert(
            0,
            fewer_numbers(&format!("The last {some} draws, from line {from},"), highest),
        );
    }
    Ok(Read { draws, faults, notes })
}

/// A matrix that changed looks like a fault, and is none.
fn fewer_numbers(which: &str, highest: u8) -> String {
    format!(
        "{which} hold no number above {highest}, which is no chance: if the game had {highest} numbers then, it looks \
         like a fault and is none; test each matrix by itself (--from, --to, --draws)."
    )
}

/// The whole text of an input.
fn whole(input: &mut Input) -> Result<String, String> {
    const STEP: usize = 1 << 24;
    let mut bytes = Vec::new();
    loop {
        let want = bytes.len() + STEP;
        input.fill(&mut bytes, want)?;
        if bytes.len() < want {
            break;
        }
    }
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes).to_vec();
    String::from_utf8(text).map_err(|e| {
        let before = e.as_bytes().iter().take(e.utf8_error().valid_up_to());
        let line = 1 + before.filter(|b| **b == b'\n').count();
        format!(
            "{}:{line}: not text; write the archive as CSV or as lines of numbers",
            input.name()
        )
    })
}

/// The headings, if the file has any, and the rows that hold something.
fn rows(text: &str, name: &str) -> Result<(Option<StringRecord>, Vec<Row>), String> {
    let told = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let has = |c: char| told.is_some_and(|line| line.contains(c));
    let delimiter = match () {
        () if has('\t') => b'\t',
        () if has(';') && !has(',') => b';',
        () => b',',
    };
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).comment(Some(b'#')).delimiter(delimiter);
    let mut all: Vec<Row> = Vec::new();
    for record in reader.from_reader(text.as_bytes()).into_records() {
        let record = record.map_err(|e| format!("{name} cannot be read as CSV: {e}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.iter().any(|cell| !cell.trim().is_empty()) {
            all.push((line, record));
        }
    }
    let heading = all.first().is_some_and(|(_, record)| columns::is_heading(record));
    let headings = heading.then(|| all.remove(0).1);
    Ok((headings, all))
}

fn holds_numbers(row: &StringRecord) -> bool {
    let numbers = |cell: &str| numbers_of(cell).is_some_and(|numbers| !numbers.is_empty());
    row.iter().any(|cell| dates::read(cell).is_none() && numbers(cell))
}
