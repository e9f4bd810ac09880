//! A file with a row for each round and columns for each seat, unfolded: a row for each seat of a round.
//!
//! The columns of all seats together are one column (`{seat} Cards`), looked at like any other. It is done
//! where the file has no column of seats and no events, and where a hands journal comes of it whose cards or
//! stakes are the seats'. That the numbers are seats is certain by the word before them. Without one they may
//! count the players of a round: then it is certain where a round has players at once and a free number below
//! one that plays, since who counts players leaves no number out.
//!
//! `present` is the column that is empty exactly where all else of a seat is. Without such a column nobody can
//! say who took part.

use super::fit::{Column, Fit, Source};
use super::kind::{self, Kinds};
use super::names::{self, Sure};
use super::sample::{Row, Sample};
use super::vocabulary::is_player;
use super::wide::{self, SEAT, SeatColumns};
use super::{amounts::is_none, facts::Facts, title};
use crate::journal::kinds::{Value, value};
use crate::journal::text::printable;
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::Format;
use std::collections::BTreeSet;

/// Cells of the unfolded rows: a file that has more is no row for each round.
const CELLS_MAX: usize = 4_000_000;
/// Canonical columns that all rows of a round share.
const OF_ROUND: [&str; 4] = ["round", "time", "table", "dealer"];

pub(super) struct Unfolded {
    pub(super) wide: Wide,
    pub(super) columns: Vec<Column>,
    /// One for each seat that has anything in a row.
    pub(super) rows: Vec<Row>,
    pub(super) kinds: Kinds,
}

/// What a profile says of the seats.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    pub(super) found: SeatColumns,
    /// The column, among the unfolded ones, that is empty where a seat took no part.
    pub(super) present: Option<usize>,
    /// Why the seats are not certain.
    pub(super) doubts: Vec<String>,
}

/// The file unfolded, if it has columns for each seat; `plain` are its columns as they stand.
pub(super) fn of(
    sample: &Sample,
    records: &[&Row],
    plain: &[Column],
    format: &Format,
) -> Option<Unfolded> {
    let found = wide::of(&sample.names)?;
    let is_seat = |(at, column): (usize, &Column)| match names::speaks_of(&column.title, "seat") {
        None => false,
        Some(Sure::Perhaps) => column.facts.are_seats && !found.has(at),
        Some(_) => column.facts.filled > 0,
    };
    if plain.iter().enumerate().any(is_seat) {
        return None;
    }
    let common: Vec<usize> = (0..plain.len()).filter(|place| !found.has(*place)).collect();
    let width = common.len() + 1 + found.columns.len();
    // Some thousand rows, of as many cells as a record has bytes at most, and some twenty seats.
    if records.len() * width * found.seats.len() > CELLS_MAX {
        return None;
    }
    let rows = rows(records, &found, &common);
    let columns = columns(plain, &found, &common, &rows, format);
    // One column a seat is a hand or none of its own.
    if found.columns.len() == 1 && !columns.last().is_some_and(|column| column.facts.are_hands()) {
        return None;
    }
    let seen: Vec<&Row> = rows.iter().collect();
    let mut kinds = kind::of(&columns, &seen);
    kinds.fits.iter_mut().for_each(|fit| fit.doubt_those_of_others(&columns));
    let hands = kinds.fits.iter().find(|fit| fit.kind == JournalKind::Hands)?;
    let is_of_seats = |source: &Source| {
        let is_own = source.columns.iter().all(|at| columns[*at].is_of_seats());
        let is_money = value(hands.kind, source.target) == Value::Money;
        source.agrees && is_own && (source.target == "cards" || is_money)
    };
    if !kinds.may_be.contains(&JournalKind::Hands) || !hands.sources.iter().any(is_of_seats) {
        return None;
    }
    let present = present(hands, &columns, &rows, &found);
    let is_indicated = present.map(|at| indicated(&rows, at, common.len(), &found));
    let doubts = doubts(&found, plain, is_indicated);
    let wide = Wide { found, present, doubts };
    Some(Unfolded { wide, columns, rows, kinds })
}

/// The cells that all seats share, the seat, and those of its own.
fn rows(records: &[&Row], found: &SeatColumns, common: &[usize]) -> Vec<Row> {
    let mut rows = Vec::new();
    for record in records {
        for (at, seat) in found.seats.iter().enumerate() {
            let place = |at: Option<usize>| at.map_or("", |at| record.cell(at)).to_owned();
            let own = found.columns.iter().map(|c| place(c.places.get(at).copied().flatten()));
            let own: Vec<String> = own.collect();
            if own.iter().all(String::is_empty) {
                continue;
            }
            let cells = common.iter().map(|at| place(Some(*at)));
            let cells = cells.chain([seat.seat.to_owned()]).chain(own).collect();
            rows.push(Row { number: record.number, cells });
        }
    }
    rows
}

fn columns(
    plain: &[Column],
    found: &SeatColumns,
    common: &[usize],
    rows: &[Row],
    format: &Format,
) -> Vec<Column> {
    let facts = |at: usize| Facts::of(at, rows.iter());
    let mut columns: Vec<Column> = common.iter().filter_map(|at| plain.get(*at)).cloned().collect();
    let seat = "seat".to_owned();
    let at = columns.len();
    columns.push(Column { name: seat.clone(), title: seat, facts: facts(at), places: Vec::new() });
    for own in &found.columns {
        // What stands under the seat itself is its hand, or it is not unfolded.
        let bare = if own.name == SEAT { "cards".to_owned() } else { own.name.replace(SEAT, "") };
        let at = columns.len();
        columns.push(Column {
            name: own.name.clone(),
            title: title(&bare, format.kind).to_owned(),
            facts: facts(at),
            places: own.places.iter().flatten().copied().collect(),
        });
    }
    columns
}

impl Column {
    /// Each seat has one.
    pub(super) fn is_of_seats(&self) -> bool {
        self.name.contains(SEAT) && !self.places.is_empty()
    }

    /// The seat itself, which no column of the file is.
    pub(super) fn is_the_seat(&self) -> bool {
        self.places.is_empty()
    }
}

impl Fit {
    /// What all rows of a round share is no column of each seat, and what each has own is no column of all.
    fn doubt_those_of_others(&mut self, columns: &[Column]) {
        let of_seats = |at: &usize| columns.get(*at).is_some_and(Column::is_of_seats);
        for source in self.sources.iter_mut().filter(|source| source.target != "seat") {
            let why = match OF_ROUND.contains(&source.target) {
                true if source.columns.iter().any(of_seats) => {
                    "each seat has one, and a round one alone"
                }
                false if !source.columns.iter().all(of_seats) => {
                    "it stands once in a round: whose is it?"
                }
                _ => continue,
            };
            (source.is_certain, source.why) = (false, why.to_owned());
        }
    }
}

/// The column that is empty where a seat took no part: every seat has it, and where it is empty all else of
/// the seat is nothing. Cards tell it best, then what the player did.
fn present(hands: &Fit, columns: &[Column], rows: &[Row], found: &SeatColumns) -> Option<usize> {
    let is_own = |at: &usize| columns.get(*at).is_some_and(Column::is_of_seats);
    let certain = hands.sources.iter().filter(|source| source.is_certain);
    let own: Vec<(usize, bool)> = certain
        .flat_map(|s| s.columns.iter().map(|at| (*at, value(hands.kind, s.target) == Value::Money)))
        .filter(|(at, _)| is_own(at))
        .collect();
    let first = columns.len() - found.columns.len();
    let has_all = |at: usize| {
        let own = at.checked_sub(first).and_then(|own| found.columns.get(own));
        own.is_some_and(|own| own.places.iter().all(Option::is_some))
    };
    let tells = |at: usize| {
        let is_nothing = |row: &Row, (other, is_money): &(usize, bool)| {
            let cell = row.cell(*other);
            cell.is_empty() || *is_money && (is_none(cell) || is_zero(cell))
        };
        rows.iter().all(|row| match row.cell(at) {
            "" => own.iter().all(|other| is_nothing(row, other)),
            cell => !is_none(cell) && !is_zero(cell),
        })
    };
    let order = ["cards", "action", "ante"].into_iter().filter_map(|target| hands.certain(target));
    let order = order.filter_map(|source| source.columns.first().copied());
    let mut order = order.chain(own.iter().map(|(at, _)| *at));
    order.find(|at| is_own(at) && has_all(*at) && tells(*at))
}

/// An amount of nothing: digits, all of them zero.
fn is_zero(cell: &str) -> bool {
    let mut digits = cell.chars().filter(char::is_ascii_digit).peekable();
    digits.peek().is_some() && digits.all(|c| c == '0') && !cell.contains(char::is_alphabetic)
}

/// Numbers are seats where a round has several players, and some a free number below one.
fn indicated(rows: &[Row], present: usize, seat: usize, found: &SeatColumns) -> bool {
    let players: Vec<&str> = found.seats.iter().map(|s| s.seat).filter(|s| is_player(s)).collect();
    let (mut has_several, mut has_gap) = (false, false);
    for round in rows.chunk_by(|a, b| a.number == b.number) {
        let playing = round.iter().filter(|r| !r.cell(present).is_empty()).map(|r| r.cell(seat));
        let playing: BTreeSet<&str> = playing.filter(|seat| is_player(seat)).collect();
        has_several |= playing.len() > 1;
        let last = players.iter().rposition(|seat| playing.contains(seat));
        has_gap |= last.is_some_and(|last| last + 1 > playing.len());
    }
    has_several && has_gap
}

/// Why the seats are not certain; `is_indicated`: the values tell that numbers are seats, if anything does.
fn doubts(found: &SeatColumns, plain: &[Column], is_indicated: Option<bool>) -> Vec<String> {
    let mut doubts = Vec::new();
    let shown = |name: &str| format!("`{}`", printable(name.as_bytes()));
    let players = found.seats.iter().filter(|s| is_player(s.seat)).map(|s| shown(&s.shown));
    let players: Vec<String> = players.collect();
    if !found.is_by_word && is_indicated != Some(true) {
        let what = "or the players of a round as they are counted? The values do not tell";
        doubts.push(format!("are {} seats, {what}", players.join(", ")));
    }
    if found.seats.iter().all(|seat| is_player(seat.seat)) {
        doubts.push("no column is the dealer's or a player banker's: which is?".to_owned());
    }
    for open in found.seats.iter().filter(|seat| seat.is_open) {
        doubts.push(format!("is {} the dealer (D), or a player banker (B)?", shown(&open.shown)));
    }
    let names = |places: &[usize]| {
        let names = places.iter().filter_map(|at| plain.get(*at)).take(5);
        names.map(|column| shown(&column.name)).collect::<Vec<_>>().join(", ")
    };
    if !found.unlike.is_empty() {
        let (count, names) = (found.unlike.len(), names(&found.unlike));
        let what = "columns are of seats, too, but their names are not like the others";
        doubts.push(format!("{count} {what}: {names}"));
    }
    // Cards of nobody: the dealer's, under a name that the seats do not have.
    let is_hand =
        |at: &usize| plain[*at].facts.are_hands() && !found.has(*at) && !found.unlike.contains(at);
    let cards: Vec<usize> = (0..plain.len()).filter(is_hand).collect();
    if !cards.is_empty() {
        let what = "Its name is not like those of the seats, so [wide] cannot name it";
        doubts.push(format!("whose cards are {}? {what}", names(&cards)));
    }
    doubts
}

impl Wide {
    /// `a row for each round; columns for each of 7 seats: 1 (P1), D (Bank)`.
    pub(super) fn in_words(&self) -> String {
        let seat = |s: &wide::SeatName| match s.seat == s.shown {
            true => s.seat.to_owned(),
            false => format!("{} ({})", s.seat, s.shown),
        };
        let seats: Vec<String> = self.found.seats.iter().map(seat).collect();
        let (count, seats) = (seats.len(), seats.join(", "));
        format!("a row for each round, with columns for each of {count} seats: {seats}")
    }
}
