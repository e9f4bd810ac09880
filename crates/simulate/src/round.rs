//! One round as it will be recorded: its rows, its controller, the exceptions it must raise.

use feltproof_model::{Action, Card, HandRow, Money, Seat, Wager};

use crate::fault::Fault;
use crate::referee::{House, settle_round};

/// An exception that one record must raise; the place is known when the record is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) fault: Fault,
    pub(crate) code: &'static str,
    pub(crate) expected: String,
    pub(crate) recorded: String,
    pub(crate) difference: Option<Money>,
    /// It is about the round as a whole, not about the seat of its record.
    pub(crate) is_of_round: bool,
}

impl Mark {
    /// A departure in words or numbers that are not money.
    pub(crate) fn words(fault: Fault, expected: impl Into<String>, recorded: &str) -> Self {
        Self {
            fault,
            code: fault.kind().codes[0],
            expected: expected.into(),
            recorded: recorded.to_owned(),
            difference: None,
            is_of_round: false,
        }
    }

    pub(crate) fn numbers(fault: Fault, (expected, recorded): (u64, u64)) -> Self {
        Self::words(fault, expected.to_string(), &recorded.to_string())
    }

    pub(crate) fn money(fault: Fault, expected: Money, recorded: Money) -> Self {
        let difference = recorded.checked_sub(expected);
        Self { difference, ..Self::words(fault, expected.plain(), &recorded.plain()) }
    }

    /// The same, raised by another code than the fault's first.
    pub(crate) fn coded(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    /// The same, about the round as a whole.
    pub(crate) fn of_round(self) -> Self {
        Self { is_of_round: true, ..self }
    }
}

/// One seat in one round.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) hand: HandRow,
    pub(crate) share: Option<Share>,
    /// The hand it wins from the tray on the progressive, as the dealer selects it.
    pub(crate) tray: Option<&'static str>,
    pub(crate) marks: Vec<Mark>,
}

impl From<HandRow> for Row {
    fn from(hand: HandRow) -> Self {
        Self { hand, share: None, tray: None, marks: Vec::new() }
    }
}

impl Row {
    pub(crate) fn has_progressive(&self) -> bool {
        !self.hand.stake[Wager::Progressive].is_zero()
    }
}

/// A share of the meter, and the hand that wins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// 1 to 100; 0 where it is no share but a fixed amount, which comes off the meter too.
    pub(crate) percent: u8,
    /// As the dealer selects it on the controller.
    pub(crate) hand: &'static str,
}

impl Share {
    /// The whole meter by the paytables Pays 1 to 3.
    pub(crate) const FOUR_ACES: Self = Self { percent: 100, hand: "four_aces" };
    /// The whole meter of the multi-game link.
    pub(crate) const ROYAL: Self = Self { percent: 100, hand: "royal_flush" };
    /// A tenth of the meter of the multi-game link.
    pub(crate) const STRAIGHT_FLUSH: Self = Self { percent: 10, hand: "straight_flush" };
}

/// The hand of a tray pay, by how many times the wager the documents pay for it.
fn tray_hand(hand: &HandRow, is_of_link: bool) -> Option<&'static str> {
    let (paid, stake) = (hand.returned[Wager::Progressive], hand.stake[Wager::Progressive]);
    if stake.is_zero() || hand.action == Action::Void {
        return None;
    }
    Some(match (paid.micros() / stake.micros(), is_of_link) {
        (300, _) => "four_of_a_kind",
        (100, false) => "straight_flush",
        (50, true) => "full_house",
        (40, true) => "flush",
        (30, true) => "straight",
        (15, false) | (9, _) => "three_of_a_kind",
        _ => return None,
    })
}

/// An award confirmed in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Award {
    pub(crate) seat: u8,
    pub(crate) share: Share,
    /// Confirmed by mistake and to be backed out.
    pub(crate) is_mistake: bool,
}

/// One round at one table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    pub(crate) table: u16,
    pub(crate) number: u32,
    pub(crate) dealer: u32,
    /// When the wagers are registered, microseconds since 1970.
    pub(crate) start: i64,
    /// From there to the end of the round, microseconds.
    pub(crate) length: i64,
    pub(crate) rows: Vec<Row>,
    /// Declared void, and why.
    pub(crate) void: Option<&'static str>,
    /// Seat whose hand button is pressed by accident and undone.
    pub(crate) slip: Option<u8>,
    /// Awards in the order in which they are confirmed.
    pub(crate) awards: Vec<Award>,
    pub(crate) fault: Option<Fault>,
    /// Its deck as it left the shuffler, where that is recorded, and the marks of that record.
    pub(crate) deck: Vec<Card>,
    pub(crate) deck_marks: Vec<Mark>,
}

impl Round {
    /// Fills in what every wager gets back and wins of the meter, by the second implementation.
    pub(crate) fn settle(&mut self, house: &House) {
        let record: Vec<HandRow> = self.rows.iter().map(|row| row.hand).collect();
        let mut owed = Vec::with_capacity(record.len());
        settle_round(house, &record, &mut owed);
        for (row, owed) in self.rows.iter_mut().zip(owed) {
            row.hand.returned = owed.returned;
            row.tray = tray_hand(&row.hand, house.is_of_multi_game_link());
            row.share = match (owed.meter_percent, house.is_of_multi_game_link()) {
                (0, _) => None,
                (100, false) => Some(Share::FOUR_ACES),
                (100, true) => Some(Share::ROYAL),
                (percent, _) => Some(Share { percent, ..Share::STRAIGHT_FLUSH }),
            };
        }
    }

    pub(crate) fn row_mut(&mut self, seat: Seat) -> Option<&mut Row> {
        self.rows.iter_mut().find(|r| r.hand.seat == seat)
    }

    /// The seats that made the progressive wager, ascending: the lit sensors.
    pub(crate) fn lit(&self) -> Vec<u8> {
        let wagered = self.rows.iter().filter(|r| r.has_progressive());
        wagered.filter_map(|r| r.hand.seat.player()).collect()
    }

    pub(crate) fn progressive(&self) -> Money {
        let micros = self.rows.iter().map(|r| r.hand.stake[Wager::Progressive].micros()).sum();
        Money::from_micros(micros)
    }

    /// What a seat gets back for its progressive wager at the table.
    pub(crate) fn won(&self, seat: u8) -> Money {
        let row = self.rows.iter().find(|r| r.hand.seat == Seat::Player(seat));
        row.map_or(Money::ZERO, |r| r.hand.returned[Wager::Progressive])
    }

    /// Seats that win a share of the meter, right-most (highest number) first, as the rules of play
    /// order simultaneous awards; those that win a fixed amount among them, where that comes off the meter too.
    pub(crate) fn meter_winners(&self, has_fixed: bool) -> Vec<Award> {
        let fixed = |r: &Row| Some(Share { percent: 0, hand: r.tray.filter(|_| has_fixed)? });
        let share = |r: &Row| Some((r.hand.seat.player()?, r.share.or_else(|| fixed(r))?));
        let winners = self.rows.iter().rev().filter_map(share);
        winners.map(|(seat, share)| Award { seat, share, is_mistake: false }).collect()
    }
}
