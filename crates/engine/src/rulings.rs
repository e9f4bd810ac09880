//! The open points that the code can read more than one way, with all the readings it knows.
//!
//! A definition names every ruling of its family and offers no other reading; which reading applies
//! at a table is the definition's default or the engagement's choice (`rules`).

use crate::family::{Family, Known};
use crate::game::{Banked, Paytable, Ruling};
use crate::rankings::ALL_FIVE;
use crate::rankings::BEST_FOUR;
use crate::readings::Readings;
use feltproof_toml::Section;

/// A value that stands with the seats, first to last, behind a colon: `seats-as-listed: 3 1 2`.
const SEATS_AS_LISTED: &str = "seats-as-listed";

/// The seats that a value of a ruling lists, each once; `None` for a value that lists none.
pub fn listed_seats(value: &str) -> Option<Vec<u8>> {
    let list = value.strip_prefix(SEATS_AS_LISTED)?.strip_prefix(':')?;
    let seat = |word: &str| word.parse::<u8>().ok().filter(|seat| (1..=9).contains(seat));
    let seats: Vec<u8> = list.split_whitespace().map(seat).collect::<Option<_>>()?;
    let is_once = |(at, seat): (usize, &u8)| !seats[..at].contains(seat);
    (!seats.is_empty() && seats.iter().enumerate().all(is_once)).then_some(seats)
}

impl Ruling {
    /// Whether a house may choose a value: one of those offered, with its list of seats where it needs one.
    pub(crate) fn allows(&self, value: &str) -> bool {
        let offers = |of: &str| self.values.iter().any(|offered| offered == of);
        value != SEATS_AS_LISTED && offers(value)
            || listed_seats(value).is_some() && offers(SEATS_AS_LISTED)
    }

    /// How a list of seats is written, where the ruling offers one.
    pub(crate) fn list_in_words(&self) -> &'static str {
        match self.values.iter().any(|value| value == SEATS_AS_LISTED) {
            true => "; the seats stand behind a colon, each once: seats-as-listed: 6 5 4 3 2 1",
            false => "",
        }
    }
}

const ALWAYS: &[Known] = &[
    (
        "payout_rounding",
        &["exact", "down-0.50", "up-0.50", "half-up-0.50", "down-1.00", "up-1.00", "half-up-1.00"],
    ),
    ("void_round", &["stakes-returned", "progressive-stands"]),
    ("aggregate_counts", &["winnings", "returned"]),
    (
        "aggregate_shortfall",
        &["order-of-settlement", "pro-rata-remainder-kept", "pro-rata-remainder-in-order"],
    ),
    ("aggregate_rounding", &["down-0.50", "down-1.00", "down-0.25", "down-0.01"]),
];

const BAD_BEAT: &[Known] =
    &[("bad_beat_on_tie", &["loses", "pushes"]), ("bad_beat_on_fold", &["stands", "loses"])];

const PROGRESSIVE: &[Known] = &[
    ("progressive_on_fold", &["eligible", "not-eligible"]),
    (
        "award_order",
        &[
            "right-most-first",
            "left-most-first",
            SEATS_AS_LISTED,
            "largest-first",
            "smallest-first",
            "as-confirmed",
            "on-one-reading",
        ],
    ),
    ("reserve_of_void_round", &["from-meter", "from-reserve"]),
    ("envy_per_unit", &["once", "times-wager"]),
    ("envy_reading", &["from-the-top", "from-the-second-row"]),
    ("link_envy_reading", &["as-printed", "swapped"]),
    ("envy_holder", &["any-player", "wagering-player"]),
    ("envy_to_folded", &["paid", "not-paid"]),
];

const PLAYER_BANKED: &[Known] = &[
    ("settlement_order", &["farthest-from-banker", "farthest-from-bankers-right"]),
    ("bank_limit", &["put-up", "unlimited"]),
    ("bank_funds", &["stake-alone", "stake-and-collections"]),
    ("bank_collects", &["up-to-stake", "up-to-stake-and-payments", "as-covered", "whole-wagers"]),
    ("bank_forfeits", &["whole", "whole-uncounted", "as-losing-wagers"]),
];

/// The rulings a definition must name, some of them for such paytables alone.
fn needed(
    family: &'static Family,
    banked: Banked,
    progressive: bool,
    bad_beat: bool,
) -> Vec<Known> {
    let mut all: Vec<Known> = [ALWAYS, family.rulings].concat();
    for (part, wanted) in [
        (BAD_BEAT, bad_beat),
        (PROGRESSIVE, progressive),
        (PLAYER_BANKED, banked == Banked::Player),
    ] {
        if wanted {
            all.extend(part);
        }
    }
    all
}

/// Reports rulings that this family does not know and those it needs and does not find.
pub(crate) fn check(
    top: &Section<'_>,
    (family, banked): (&'static Family, Banked),
    (progressive, bad_beat): (bool, bool),
    rulings: &[(Section<'_>, Ruling)],
) {
    let needed = needed(family, banked, progressive, bad_beat);
    let name = family.key;
    for (section, ruling) in rulings {
        match needed.iter().find(|(id, _)| *id == ruling.id) {
            None => {
                let known: Vec<&str> = needed.iter().map(|(id, _)| *id).collect();
                let message = format!(
                    "is unknown to this game of family {name}; its rulings are {}",
                    known.join(", ")
                );
                section.wrong("", message);
            }
            Some((_, known)) => {
                for value in ruling.values.iter().filter(|v| !known.contains(&v.as_str())) {
                    let message =
                        format!("offers {value}, but family {name} can apply {}", known.join(", "));
                    section.wrong("", message);
                }
            }
        }
    }
    for (id, known) in needed {
        if !rulings.iter().any(|(_, r)| r.id == id) {
            let remedy = format!("family {name} needs it, with values of {}", known.join(", "));
            top.missing(&format!("ruling {id}"), &remedy);
        }
    }
}

/// A progressive paytable with its envy amounts where the rulings say they belong.
pub fn envy_as_ruled(table: Paytable, readings: &Readings) -> Paytable {
    if table.ranking == &BEST_FOUR && readings.envy_from_second_row {
        one_row_down(table)
    } else if table.ranking == &ALL_FIVE && readings.link_envy_swapped {
        first_two_swapped(table)
    } else {
        table
    }
}

/// Each printed envy amount belongs to the row below the one it stands at.
fn one_row_down(mut table: Paytable) -> Paytable {
    let mut above = None;
    for row in &mut table.rows {
        above = std::mem::replace(&mut row.envy, above);
    }
    table
}

/// The amounts of the two best hands were exchanged in print.
fn first_two_swapped(mut table: Paytable) -> Paytable {
    if let [first, second, ..] = &mut table.rows[..] {
        std::mem::swap(&mut first.envy, &mut second.envy);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::listed_seats;

    #[test]
    fn a_list_names_each_seat_once() {
        for (value, seats) in [
            ("seats-as-listed: 3 1 2", Some(vec![3, 1, 2])),
            ("seats-as-listed:9", Some(vec![9])),
            ("seats-as-listed", None),
            ("seats-as-listed: ", None),
            ("seats-as-listed: 3 1 3", None),
            ("seats-as-listed: 0 1", None),
            ("seats-as-listed: 10", None),
            ("right-most-first: 1 2", None),
        ] {
            assert_eq!(listed_seats(value), seats, "{value}");
        }
    }
}
