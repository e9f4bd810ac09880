//! The printed paytables, copied row by row from the documents and written as they print them.
//! `3/2` and `1.5` mean the same; a progressive pays "for 1", everything else "to 1".

use feltproof_model::{CardList, Wager};

use super::Hand;
use super::five::{FiveKind, five_kind};
use super::game_kind::GameKind;
use crate::rank::Kind;

/// What a row of a paytable asks of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    FourAces,
    /// Ace, king, queen and jack of one suit.
    Royal,
    ThreeAces,
    /// Exactly this kind of four-card hand.
    Is(Kind),
    StraightFlushOrBetter,
    QueensOrBetter,
    AcesOrBetter,
    /// Exactly this kind of five-card hand.
    Five(FiveKind),
    /// So many cards of one colour, no more.
    OneColour(u8),
}

impl Row {
    /// Whether a hand is what this row asks for.
    pub(crate) fn asks_for(self, hand: &Hand) -> bool {
        let best = hand.best;
        match self {
            Self::FourAces => best.is_four_aces(),
            Self::Royal => best.is_royal(),
            Self::ThreeAces => best.is_three_aces(),
            Self::Is(kind) => best.kind == kind,
            Self::StraightFlushOrBetter => best.kind >= Kind::StraightFlush,
            Self::QueensOrBetter => best.is_queens_or_better(),
            Self::AcesOrBetter => best.is_aces_or_better(),
            Self::Five(kind) => five_kind(&hand.cards) == Some(kind),
            Self::OneColour(cards) => of_one_colour(&hand.cards) == cards,
        }
    }
}

/// The larger number of black and of red cards. Clubs (0) and spades (3) are black.
fn of_one_colour(cards: &CardList) -> u8 {
    let black = cards.as_slice().iter().filter(|card| matches!(card.suit(), 0 | 3)).count();
    u8::try_from(black.max(cards.len() - black)).unwrap_or(0)
}

/// One printed table.
pub(crate) struct Table {
    pub(crate) wager: Wager,
    pub(crate) id: &'static str,
    pub(crate) games: &'static [GameKind],
    /// From the best row down: the first that names a hand pays it.
    pub(crate) rows: &'static [Row],
    /// What each row pays. `100%` is a share of the meter; several columns (Cover All: two hands
    /// dealt, three, ... seven) stand one after the other, separated by `;`.
    pub(crate) pays: &'static str,
}

const QUADS: Row = Row::Is(Kind::Quads);
const STRAIGHT_FLUSH: Row = Row::Is(Kind::StraightFlush);
const TRIPS: Row = Row::Is(Kind::Trips);
const FLUSH: Row = Row::Is(Kind::Flush);
const STRAIGHT: Row = Row::Is(Kind::Straight);
const TWO_PAIR: Row = Row::Is(Kind::TwoPair);

const TO_STRAIGHT: &[Row] = &[Row::FourAces, QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT];
const BEATEN_ODDS: &[Row] = &[QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT];
const QUEENS_UP: &[Row] =
    &[QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT, TWO_PAIR, Row::QueensOrBetter];
const ACES_UP: &[Row] =
    &[QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT, TWO_PAIR, Row::AcesOrBetter];
const BAD_BEAT_1: &[Row] = &[QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT, TWO_PAIR];
const BAD_BEAT_2: &[Row] = &[Row::StraightFlushOrBetter, TRIPS, FLUSH, STRAIGHT, TWO_PAIR];
const ANTE_BONUS: &[Row] = &[QUADS, STRAIGHT_FLUSH, TRIPS];
const COVER_ALL: &[Row] = &[Row::FourAces, Row::Royal, QUADS, STRAIGHT_FLUSH, TRIPS];
const FOUR_CARD_BONUS: &[Row] = &[
    Row::FourAces,
    QUADS,
    Row::Royal,
    STRAIGHT_FLUSH,
    Row::ThreeAces,
    TRIPS,
    FLUSH,
    STRAIGHT,
    TWO_PAIR,
    Row::QueensOrBetter,
];
const PRIME: &[Row] = &[Row::OneColour(5), Row::OneColour(4)];
const PAYS: &[Row] = &[Row::FourAces, QUADS, STRAIGHT_FLUSH, TRIPS];
const LINK: &[Row] = &[
    Row::Five(FiveKind::Royal),
    Row::Five(FiveKind::StraightFlush),
    Row::Five(FiveKind::Quads),
    Row::Five(FiveKind::FullHouse),
    Row::Five(FiveKind::Flush),
    Row::Five(FiveKind::Straight),
    Row::Five(FiveKind::Trips),
];

const CRAZY4: &[GameKind] =
    &[GameKind::Crazy4Washington, GameKind::Crazy4California, GameKind::Crazy4Version2];
const QUEENS_GAMES: &[GameKind] = &[GameKind::Crazy4Washington, GameKind::Crazy4California];
const WASHINGTON: &[GameKind] = &[GameKind::Crazy4Washington];
const POKER: &[GameKind] = &[GameKind::FourCardPoker];
const FRENZY: &[GameKind] = &[GameKind::FourCardFrenzy];
const METERED: &[GameKind] = &[GameKind::Crazy4Washington, GameKind::FourCardPoker];

const fn table(
    wager: Wager,
    id: &'static str,
    games: &'static [GameKind],
    rows: &'static [Row],
    pays: &'static str,
) -> Table {
    Table { wager, id, games, rows, pays }
}

/// Every table.
#[rustfmt::skip]
pub(crate) const TABLES: &[Table] = &[
    // Documents 001 and 004.
    table(Wager::SuperBonus, "SB", CRAZY4, TO_STRAIGHT, "200 30 15 2 3/2 1"),
    table(Wager::QueensUp, "C4P-09", QUEENS_GAMES, QUEENS_UP, "50 30 9 4 3 2 1"),
    table(Wager::QueensUp, "C4P-10", QUEENS_GAMES, QUEENS_UP, "50 40 8 4 3 2 1"),
    table(Wager::QueensUp, "C4P-11", QUEENS_GAMES, QUEENS_UP, "50 30 8 4 3 2 1"),
    table(Wager::QueensUp, "C4P-12", CRAZY4, QUEENS_UP, "50 40 7 4 3 2 1"),
    table(Wager::BadBeat, "BBB-01", WASHINGTON, BAD_BEAT_1, "25000 10000 200 50 30 20"),
    table(Wager::BadBeat, "BBB-02", WASHINGTON, BAD_BEAT_2, "1000 500 50 20 15"),
    table(Wager::Progressive, "pays-1", METERED, PAYS, "100% 300 100 9"),
    table(Wager::Progressive, "pays-2", METERED, PAYS, "100% 300 100 15"),
    table(Wager::Progressive, "pays-3", METERED, PAYS, "100% 300 100 15"),
    table(Wager::Progressive, "link-5", METERED, LINK, "100% 10% 300 50 40 30 9"),
    // Four Card Poker as published; Cover All: document 002, read from two hands to seven.
    table(Wager::AnteBonus, "AB-1", POKER, ANTE_BONUS, "25 20 2"),
    table(Wager::AnteBonus, "AB-2", POKER, ANTE_BONUS, "30 15 2"),
    table(Wager::AcesUp, "AU-1", POKER, ACES_UP, "50 40 9 6 4 2 1"),
    table(Wager::AcesUp, "AU-2", POKER, ACES_UP, "50 40 7 6 5 2 1"),
    table(Wager::AcesUp, "AU-3", POKER, ACES_UP, "50 30 9 6 4 2 1"),
    table(Wager::AcesUp, "AU-4", POKER, ACES_UP, "50 30 7 6 5 2 1"),
    table(Wager::AcesUp, "AU-5", POKER, ACES_UP, "50 40 8 5 4 3 1"),
    table(Wager::AcesUp, "AU-6", POKER, ACES_UP, "50 40 8 6 4 2 1"),
    table(Wager::AcesUp, "AU-7", POKER, ACES_UP, "50 40 7 5 4 3 1"),
    table(Wager::CoverAll, "CA-1", POKER, COVER_ALL, "250 125 90 70 8; 200 100 80 50 6; \
        150 90 60 30 5; 125 80 50 30 4; 100 50 30 15 4; 100 50 35 20 3"),
    // Four Card Frenzy as published; the first column is that of a win, the second the bad beat's
    // (which has no row for four aces: nothing beats them).
    table(Wager::Odds, "ODDS-1", FRENZY, TO_STRAIGHT, "200 30 15 2 3/2 1; 100 30 4 3 2"),
    table(Wager::Odds, "ODDS-2", FRENZY, TO_STRAIGHT, "200 30 15 2 3/2 1; 100 50 4 3 2"),
    table(Wager::Odds, "ODDS-3", FRENZY, TO_STRAIGHT, "200 30 15 2 3/2 1; 500 50 10 3 2"),
    table(Wager::Odds, "ODDS-4", FRENZY, TO_STRAIGHT, "200 30 15 2 3/2 1; 500 50 5 4 2"),
    table(Wager::Odds, "ODDS-5", FRENZY, TO_STRAIGHT, "200 30 15 2 3/2 1; 500 50 5 4 3"),
    table(Wager::Odds, "ODDS-6", FRENZY, TO_STRAIGHT, "200 30 15 2 3/2 1; 30 15 15 3/2 1"),
    table(Wager::FourCardBonus, "FCB-1", FRENZY, FOUR_CARD_BONUS, "200 100 50 30 20 8 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-2", FRENZY, FOUR_CARD_BONUS, "200 100 50 40 20 7 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-3", FRENZY, FOUR_CARD_BONUS, "200 100 50 30 20 6 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-4", FRENZY, FOUR_CARD_BONUS, "200 100 50 40 20 5 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-5", FRENZY, FOUR_CARD_BONUS, "200 100 50 40 20 8 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-6", FRENZY, FOUR_CARD_BONUS, "200 100 50 40 20 6 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-09", FRENZY, QUEENS_UP, "50 30 9 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-10", FRENZY, QUEENS_UP, "50 40 8 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-11", FRENZY, QUEENS_UP, "50 30 8 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-12", FRENZY, QUEENS_UP, "50 40 7 4 3 2 1"),
    table(Wager::Prime, "PRIME-6", FRENZY, PRIME, "6 1"),
    table(Wager::Prime, "PRIME-5", FRENZY, PRIME, "5 1"),
];

/// What a row pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pay {
    /// So many to (or for) so many.
    Odds(i64, i64),
    /// A share of the meter, in percent.
    Meter(u8),
}

fn read_pay(word: &str) -> Option<Pay> {
    if let Some(percent) = word.strip_suffix('%') {
        return percent.parse().ok().map(Pay::Meter);
    }
    let (win, to) = word.split_once('/').unwrap_or((word, "1"));
    Some(Pay::Odds(win.parse().ok()?, to.parse().ok()?))
}

/// The rows of one column with what they pay, from the best down.
pub(crate) type Column = Vec<(Row, Pay)>;

impl Table {
    /// The table's columns; `None` if it were misprinted, which a test rules out.
    pub(crate) fn columns(&self) -> Option<Vec<Column>> {
        self.pays.split(';').map(|column| self.column(column)).collect()
    }

    fn column(&self, text: &str) -> Option<Column> {
        let pays: Vec<Pay> = text.split_whitespace().map(read_pay).collect::<Option<_>>()?;
        let rows = if self.wager == Wager::Odds && pays.len() == BEATEN_ODDS.len() {
            BEATEN_ODDS
        } else {
            self.rows
        };
        (rows.len() == pays.len()).then(|| rows.iter().copied().zip(pays).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_reads_and_its_name_is_its_own() {
        for (i, table) in TABLES.iter().enumerate() {
            let columns = table.columns().unwrap_or_else(|| panic!("{}", table.id));
            let expected = match table.wager {
                Wager::CoverAll => 6,
                Wager::Odds => 2,
                _ => 1,
            };
            assert_eq!(columns.len(), expected, "{}", table.id);
            for other in &TABLES[..i] {
                assert!((other.wager, other.id) != (table.wager, table.id), "{}", table.id);
            }
        }
    }

    #[test]
    fn colours_are_counted() {
        let count = |text: &str| of_one_colour(&CardList::parse(text.as_bytes()).unwrap());
        assert_eq!(count("Ac Ks Qc Js Tc"), 5);
        assert_eq!(count("Ad Kh Qd Jh Tc"), 4);
        assert_eq!(count("Ad Kh Qd Js Tc"), 3);
    }
}
