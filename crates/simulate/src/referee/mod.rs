//! The second implementation as a whole: what every wager of a round of any game gets back, written
//! from documents 000 to 004 and from nothing else, without a look-up table and without haste.
//!
//! It takes the record as it stands: whether stakes, actions and cards may be as they are is not its
//! business. Where the record does not hold what an amount depends on, the wager is not decided.

mod banker;
mod deal;
mod house;
mod rounds;
mod together;
mod wagers;

use feltproof_model::{Action, HandRow, Money, Wager, WagerMap};

pub use crate::games::GameKind;
use crate::games::family::VOID_ROUND;
pub use crate::games::script::hand_row;
use crate::rank::Hand;
pub use deal::Deck;
pub use house::House;

/// What one row of a round is owed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Owed {
    /// What must be handed back for each wager, its stake included, without shares of the meter.
    pub returned: WagerMap,
    /// The share of the meter that the hand wins, in percent: 100, 10 or, for none, 0.
    pub meter_percent: u8,
    /// Wagers that the record does not decide, one bit each.
    undecided: u16,
}

impl Owed {
    /// False when the record lacks what this wager's amount depends on; that then means nothing.
    pub const fn is_decided(&self, wager: Wager) -> bool {
        self.undecided & (1 << wager as u16) == 0
    }

    /// Writes down what a wager gets back; `None` leaves it undecided.
    fn set(&mut self, wager: Wager, returned: Option<Money>) {
        match returned {
            Some(returned) => self.returned[wager] = returned,
            None => self.undecided |= 1 << wager as u16,
        }
    }
}

/// A round with its hands looked at once.
struct Showdown<'a> {
    house: &'a House,
    rows: &'a [HandRow],
    /// The hand of each row, where its cards are on record.
    hands: Vec<Option<Hand>>,
    /// The hand of the dealer or of the banker.
    opponent: Option<Hand>,
}

/// Settles one round: `owed` receives one entry for every row, in the order of the rows.
///
/// The rows are those of one round, players and dealer or banker, in any order.
pub fn settle_round(house: &House, rows: &[HandRow], owed: &mut Vec<Owed>) {
    owed.clear();
    owed.resize(rows.len(), Owed::default());
    if is_void(house, rows) {
        for (row, owed) in rows.iter().zip(owed) {
            give_back(house, row, owed);
        }
        return;
    }
    let hands: Vec<Option<Hand>> = rows.iter().map(|row| Hand::of(&row.cards)).collect();
    let opponent = rows.iter().zip(&hands).find(|(row, _)| house.game.is_opponent(row.seat));
    let round = Showdown { house, rows, opponent: opponent.and_then(|o| *o.1), hands };
    for ((row, hand), owed) in rows.iter().zip(&round.hands).zip(owed.iter_mut()) {
        if row.seat.player().is_none() {
            continue;
        }
        wagers::settle(&round, row, *hand, owed);
        refuse_unknown(house, row, owed);
    }
    together::cover_all(&round, owed);
    together::envy(&round, owed);
    banker::limit(house, rows, owed);
}

/// A wrong number of cards in a hand, or a declaration, voids all; none on record is no number.
fn is_void(house: &House, rows: &[HandRow]) -> bool {
    rows.iter().any(|row| {
        let dealt = house.game.cards_of(row.seat);
        row.action == Action::Void || (!row.cards.is_empty() && row.cards.len() != dealt)
    })
}

fn give_back(house: &House, row: &HandRow, owed: &mut Owed) {
    for (wager, stake) in row.stake.iter() {
        if wager.is_staked() || wager == Wager::Bank {
            owed.returned[wager] = stake;
        }
    }
    if house.reads(VOID_ROUND, "progressive-stands") {
        owed.returned[Wager::Progressive] = Money::ZERO;
    }
}

/// A wager that is not offered has no rule that decides it; one not made brings nothing.
fn refuse_unknown(house: &House, row: &HandRow, owed: &mut Owed) {
    for (wager, stake) in row.stake.iter().filter(|(wager, _)| wager.is_staked()) {
        if stake.is_zero() {
            owed.undecided &= !(1 << wager as u16);
        } else if !house.offers(wager) {
            owed.set(wager, None);
        }
    }
}

/// What comes back for a wager that wins at so many to so many: the stake with its winnings.
fn won(house: &House, stake: Money, win: i64, to: i64) -> Option<Money> {
    stake.checked_add(house.payout(stake, win, to)?)
}
