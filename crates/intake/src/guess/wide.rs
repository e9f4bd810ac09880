//! Columns for each seat, by their names: `Seat 1 Cards`, `P3 Ante`, `Ante_2`, `Box 4 - Ante Pay`.
//!
//! Names that are alike but for a number from 1 to 9 are of a seat each where two of them at least share two
//! names at least. The number may stand with a word before it: `Seat`, `Pos`, `Spot` and `Box` say what it is;
//! with `P`, `Player`, or no word, it may count something else, so the values must tell (`unfold`). Five columns
//! `Card 1` to `Card 5` are one hand, sensors 1 to 6 one event: a single column a number is a seat's only where
//! a word says so, of three seats at least, and only if it holds whole hands.
//!
//! Where `Seat 1 Cards` is a seat's, `Dealer Cards` is the dealer's. `Bank` may be the dealer or a player
//! banker: it is asked.

use super::vocabulary;
use std::collections::BTreeMap;

/// A file of more columns is no row for each round: ten seats of a hundred columns are fewer.
const COLUMNS_MAX: usize = 2_000;
/// What stands for the seat in the name of a column.
pub(super) const SEAT: &str = "{seat}";
/// Words before a number that say it is a seat.
const SEAT_WORDS: [&str; 6] = ["seat", "seats", "pos", "position", "spot", "box"];
/// Words that may say so.
const PLAYER_WORDS: [&str; 6] = ["p", "pl", "plr", "player", "players", "s"];
/// Seats of which each may have one column alone, if that is its hand.
const ALONE_MIN: usize = 3;
/// Signs between such a word and its number.
const BETWEEN_MAX: usize = 2;

/// A seat by what stands for it in the names of its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatName {
    /// As a canonical journal writes it.
    pub(super) seat: &'static str,
    pub(super) shown: String,
    /// It may be a player banker, too.
    pub(super) is_open: bool,
}

/// A column that each seat has, or some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatColumn {
    /// Its name, with [`SEAT`] for the seat.
    pub(super) name: String,
    /// Where it stands for each of the seats.
    pub(super) places: Vec<Option<usize>>,
}

/// The columns of seats in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatColumns {
    /// Players by number, then dealer and banker.
    pub(super) seats: Vec<SeatName>,
    pub(super) columns: Vec<SeatColumn>,
    /// A word says that the numbers are seats.
    pub(super) is_by_word: bool,
    /// Columns whose names have a seat, too, and are not like the others.
    pub(super) unlike: Vec<usize>,
}

/// The number of a seat in a name.
struct Numbered<'n> {
    /// The word before it, with what stands between them; empty: there is none.
    word: &'n str,
    number: &'n str,
    before: &'n str,
    behind: &'n str,
    is_by_word: bool,
}

/// Names alike but for the number: is a seat's word there, the word, is the seat first, is it last.
type Key<'n> = (bool, &'n str, bool, bool);
/// What stands before and behind the seat.
type Ends<'n> = (&'n str, &'n str);

#[derive(Clone, Debug, Default)]
struct Family<'n> {
    shown: BTreeMap<u8, String>,
    columns: BTreeMap<Ends<'n>, BTreeMap<u8, usize>>,
    /// A number is no seat, or a seat is written in two ways.
    is_none: bool,
}

/// The columns of seats, where the names tell them.
pub(super) fn of(names: &[String]) -> Option<SeatColumns> {
    if names.len() > COLUMNS_MAX || names.iter().any(|name| name.contains(SEAT)) {
        return None;
    }
    let mut families: BTreeMap<Key<'_>, Family<'_>> = BTreeMap::new();
    for (place, name) in names.iter().enumerate() {
        for numbered in numbers(name) {
            let Numbered { word, before, behind, is_by_word, .. } = numbered;
            let key = (is_by_word, word, before.is_empty(), behind.is_empty());
            families.entry(key).or_default().add(&numbered, place);
        }
    }
    let found = families.iter().filter_map(|(key, of)| Some((key, of.columns(key, names)?)));
    let found: Vec<(&Key<'_>, SeatColumns)> = found.collect();
    let covers = |(key, found): &(&Key<'_>, SeatColumns)| (key.0, found.covers());
    let most = found.iter().map(covers).max()?;
    let mut best = found.into_iter().filter(|found| covers(found) == most);
    // Two families that are as good are a guess between them.
    let (_, columns) = best.next().filter(|_| best.next().is_none())?;
    Some(columns)
}

impl SeatColumns {
    /// Columns of the file that are seats'.
    pub(super) fn covers(&self) -> usize {
        self.columns.iter().map(|column| column.places.iter().flatten().count()).sum()
    }

    /// Which column of which seat stands at this place of the file.
    pub(super) fn has(&self, place: usize) -> bool {
        self.columns.iter().any(|column| column.places.contains(&Some(place)))
    }
}

impl<'n> Family<'n> {
    fn add(&mut self, numbered: &Numbered<'n>, place: usize) {
        let seat = numbered.number.parse::<u8>().ok().filter(|seat| (1..=9).contains(seat));
        let Some(seat) = seat.filter(|_| numbered.number.len() <= 2) else {
            self.is_none = true;
            return;
        };
        let shown = format!("{}{}", numbered.word, numbered.number);
        self.is_none |= *self.shown.entry(seat).or_insert_with(|| shown.clone()) != shown;
        let ends = (numbered.before, numbered.behind);
        // A name that stands twice cannot be named.
        let twice = self.columns.entry(ends).or_default().insert(seat, place);
        self.is_none |= twice.is_some();
    }

    /// The columns that two seats have, where they are two a seat.
    fn columns(&self, key: &Key<'n>, names: &[String]) -> Option<SeatColumns> {
        if self.is_none {
            return None;
        }
        let (is_by_word, word, ..) = *key;
        let player = |(number, shown): (&u8, &String)| {
            let seat = vocabulary::seat(&number.to_string())?;
            Some(SeatName { seat, shown: shown.clone(), is_open: false })
        };
        let mut seats: Vec<SeatName> = self.shown.iter().filter_map(player).collect();
        let players = seats.len();
        seats.extend(self.others(word, names));
        let column = |(ends, places): (&Ends<'n>, &BTreeMap<u8, usize>)| {
            let (before, behind) = *ends;
            let numbers = self.shown.keys().map(|seat| places.get(seat).copied());
            let named = |seat: &SeatName| {
                names.iter().position(|name| *name == format!("{before}{}{behind}", seat.shown))
            };
            let others = seats.iter().skip(players).map(named);
            let places: Vec<Option<usize>> = numbers.chain(others).collect();
            SeatColumn { name: format!("{before}{SEAT}{behind}"), places }
        };
        let mut columns: Vec<SeatColumn> = self.columns.iter().map(column).collect();
        let is_shared = |column: &SeatColumn| column.places.iter().flatten().count() > 1;
        let shared = columns.iter().filter(|column| is_shared(column)).count();
        let is_enough = shared > 1 && (players > 1 || is_by_word && seats.len() > 1)
            || columns.len() == 1 && is_by_word && seats.len() >= ALONE_MIN;
        // A number alone in one name says nothing of a seat: `4 Card Bonus`.
        columns.retain(|column| is_shared(column) || !word.is_empty());
        columns.sort_by_key(|column| column.places.iter().flatten().min().copied());
        let unlike = unlike(&columns, names);
        is_enough.then_some(SeatColumns { seats, columns, is_by_word, unlike })
    }

    /// Dealer and banker: what stands where the players' numbers do in a name that is theirs else.
    fn others(&self, word: &str, names: &[String]) -> Vec<SeatName> {
        // `Dealer` alone is rather who deals, unless `Seat 1` alone is all that a seat has.
        let is_indicated = |ends: &&Ends<'_>| **ends != ("", "") || self.columns.len() == 1;
        let shown = |(before, behind): &Ends<'_>| {
            let shown = |n: &String| other(n.strip_prefix(before)?.strip_suffix(behind)?, word);
            names.iter().filter_map(shown).collect::<Vec<_>>()
        };
        let mut others: Vec<SeatName> =
            self.columns.keys().filter(is_indicated).flat_map(shown).collect();
        // What says it for certain comes first; beside a dealer the bank is a player's.
        others.sort_by_key(|seat| seat.is_open);
        let has_dealer = others.iter().any(|seat| seat.seat == "D" && !seat.is_open);
        for open in others.iter_mut().filter(|seat| seat.is_open && has_dealer) {
            open.seat = "B";
        }
        others.sort_by_key(|seat| seat.seat != "D");
        others.dedup_by_key(|seat| seat.seat);
        others
    }
}

/// Columns outside these in whose names a seat stands by its word, or the dealer before other words.
fn unlike(columns: &[SeatColumn], names: &[String]) -> Vec<usize> {
    let is_known = |place: &usize| columns.iter().any(|c| c.places.contains(&Some(*place)));
    let has_seat = |place: &usize| numbers(&names[*place]).iter().any(|n| n.is_by_word);
    (0..names.len()).filter(|place| has_seat(place) && !is_known(place)).collect()
}

/// A seat that is no player's, by its word; `word` is the one before the players' numbers.
fn other(shown: &str, word: &str) -> Option<SeatName> {
    let own = shown.strip_prefix(word).filter(|own| !own.is_empty()).unwrap_or(shown);
    // Players have numbers.
    if own.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (seat, is_open) = match own.to_lowercase().as_str() {
        "bank" | "house" => ("D", true),
        _ => (vocabulary::seat(own)?, false),
    };
    Some(SeatName { seat, shown: shown.to_owned(), is_open })
}

/// Every number in a name, with the word before it if that may be a seat's.
fn numbers(name: &str) -> Vec<Numbered<'_>> {
    let (mut found, mut from) = (Vec::new(), 0);
    let is_digit = |c: char| c.is_ascii_digit();
    while let Some(start) = name[from..].find(is_digit).map(|at| from + at) {
        from = name[start..].find(|c| !is_digit(c)).map_or(name.len(), |at| start + at);
        let (begins, is_by_word) = word_before(&name[..start]).unwrap_or((start, false));
        let (before, word) = name[..start].split_at(begins);
        let (number, behind) = name[start..].split_at(from - start);
        found.push(Numbered { word, number, before, behind, is_by_word });
    }
    found
}

/// Where the word of a seat begins that stands at the end of this text, and whether it says so for certain.
fn word_before(text: &str) -> Option<(usize, bool)> {
    let own = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    if text.get(own.len()..)?.chars().count() > BETWEEN_MAX {
        return None;
    }
    let letters = own.trim_end_matches(char::is_alphabetic).len();
    let mut start = letters;
    // `AnteSeat1`: the last word begins with its capital.
    let mut before = None;
    for (at, c) in own.char_indices().skip_while(|(at, _)| *at < letters) {
        if c.is_uppercase() && before.is_some_and(char::is_lowercase) {
            start = at;
        }
        before = Some(c);
    }
    let word = own.get(start..)?.to_lowercase();
    let is_by_word = SEAT_WORDS.contains(&word.as_str());
    (is_by_word || PLAYER_WORDS.contains(&word.as_str())).then_some((start, is_by_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = of(&names)?;
        let seat =
            |s: &SeatName| format!("{}={}{}", s.seat, s.shown, if s.is_open { "?" } else { "" });
        let seats = found.seats.iter().map(seat).collect();
        let columns = found.columns.into_iter().map(|column| column.name).collect();
        Some((seats, columns))
    }

    #[test]
    fn names_that_are_alike_but_for_the_seat() {
        for (names, seats, columns) in [
            (
                &[
                    "Seat 1 Cards",
                    "Seat 1 Ante",
                    "Seat 2 Cards",
                    "Seat 2 Ante",
                    "Dealer Cards",
                    "Dealer",
                ][..],
                &["1=Seat 1", "2=Seat 2", "D=Dealer"][..],
                &["{seat} Cards", "{seat} Ante"][..],
            ),
            (
                &["1 Ante", "1 Pay", "3 Ante", "3 Pay", "D Ante"],
                &["1=1", "3=3", "D=D"],
                &["{seat} Ante", "{seat} Pay"],
            ),
            (
                &["Ante_1", "Ante_2", "Hand_1", "Hand_2", "Hand_Dlr"],
                &["1=1", "2=2", "D=Dlr"],
                &["Ante_{seat}", "Hand_{seat}"],
            ),
            (
                &["Box 2 - Ante Pay", "Box 4 - Ante", "Box 2 - Ante", "Box 4 - Ante Pay"],
                &["2=Box 2", "4=Box 4"],
                &["{seat} - Ante Pay", "{seat} - Ante"],
            ),
            (
                &["P1 Hand", "P1 Act", "P2 Hand", "P2 Act", "Bank Hand"],
                &["1=P1", "2=P2", "D=Bank?"],
                &["{seat} Hand", "{seat} Act"],
            ),
            // The cards of each seat have numbers, too.
            (
                &["Seat1Card1", "Seat1Card2", "Seat2Card1", "Seat2Card2"],
                &["1=Seat1", "2=Seat2"],
                &["{seat}Card1", "{seat}Card2"],
            ),
            (
                &["AnteSeat01", "AnteSeat02", "HandSeat01", "HandSeat02"],
                &["1=Seat01", "2=Seat02"],
                &["Ante{seat}", "Hand{seat}"],
            ),
            (&["Seat 1", "Dlr", "Seat 4"], &["1=Seat 1", "4=Seat 4", "D=Dlr"], &["{seat}"]),
            // One player's seat beside the dealer's.
            (
                &["Seat 5 Cards", "Seat 5 Act", "Dlr Cards", "Dlr Act"],
                &["5=Seat 5", "D=Dlr"],
                &["{seat} Cards", "{seat} Act"],
            ),
            (
                &[
                    "P1 Hand",
                    "P1 Act",
                    "P2 Hand",
                    "P2 Act",
                    "Bank Hand",
                    "Dealer Hand",
                    "Banker Act",
                ],
                &["1=P1", "2=P2", "D=Dealer", "B=Banker"],
                &["{seat} Hand", "{seat} Act"],
            ),
        ] {
            let indicated = found(names).unwrap_or_else(|| panic!("{names:?}"));
            assert_eq!(indicated.0, seats, "{names:?}");
            assert_eq!(indicated.1, columns, "{names:?}");
        }
    }

    #[test]
    fn other_numbers_are_no_seats() {
        for names in [
            &["Round", "Seat", "Card 1", "Card 2", "Card 3", "Card 4", "Card 5"][..],
            &["Sensor 1", "Sensor 2", "Sensor 3", "Sensor 4", "Sensor 5", "Sensor 6"],
            // One seat alone.
            &["Seat 1 Cards", "Seat 1 Ante"],
            &["1 Cards", "1 Ante", "Dealer Cards", "Dealer Ante"],
            // Ten, none, and a name that stands twice.
            &["Slot 9 A", "Slot 9 B", "Slot 10 A", "Slot 10 B"],
            &["Seat 0 A", "Seat 0 B", "Seat 1 A", "Seat 1 B"],
            &["Seat 1 A", "Seat 1 B", "Seat 2 A", "Seat 2 B", "Seat 2 B"],
            // Two seats with one column each.
            &["Seat 1", "Seat 2", "Round"],
            // Each seat has another column.
            &["Seat 1 Cards", "Seat 2 Ante"],
            // As well five seats of two cards as two of five.
            &["1 Card 1", "1 Card 2", "2 Card 1", "2 Card 2"],
            &["{seat} A", "Seat 1 A", "Seat 1 B", "Seat 2 A", "Seat 2 B"],
            &[],
        ] {
            assert_eq!(found(names), None, "{names:?}");
        }
        let many: Vec<String> =
            (0..16_384).map(|n| format!("Seat {} X{}", n % 9 + 1, n / 9)).collect();
        assert_eq!(of(&many), None);
        // What is not like the others is said.
        let names = ["Seat 1 A", "Seat 1 B", "Seat 2 A", "Seat 2 B", "SEAT 3 A"].map(str::to_owned);
        assert_eq!(of(&names).unwrap().unlike, [4]);
    }
}
