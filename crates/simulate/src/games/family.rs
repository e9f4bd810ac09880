//! What is to be said of a game: its values, and what becomes of a wager by the hands alone.

use feltproof_model::{Money, Wager};

use super::GameKind;
use super::paytable::Paytable;
use super::script::Script;
use crate::chance::Chance;
use crate::rank::{Hand, Strength};

/// A game at the table, and the day that shows it.
pub(crate) struct Game {
    /// The id of its definition.
    pub(crate) id: &'static str,
    pub(crate) prefix: &'static str,
    pub(crate) player_cards: usize,
    pub(crate) dealer_cards: usize,
    /// Where a player keeps the bank: the wagers at a seat in the order in which it settles them.
    pub(crate) bank: Option<&'static [Wager]>,
    /// The Ante; the mandatory wager or automatic bonus beside it; the wager after the cards.
    pub(crate) base: [Wager; 3],
    pub(crate) paytables: &'static [&'static [Paytable]],
    /// Its open points but for those of every game.
    pub(crate) rulings: &'static [&'static [Ruling]],
    /// What becomes of a wager; `None` where a hand that decides it is not on record.
    pub(crate) decide: fn(Wager, &Facts<'_>) -> Option<Verdict>,
    /// How many times the Ante a hand is worth to its player; 0 is a fold.
    pub(crate) times: fn(Strength, &mut Chance) -> i64,
    pub(crate) day: GameDay,
}

pub(crate) struct GameDay {
    pub(crate) place: &'static str,
    /// The rule packs that it is judged by, as a TOML list.
    pub(crate) packs: &'static str,
    /// The wagers in the order of the columns of the hands journal.
    pub(crate) columns: &'static [Wager],
    /// The game of its last table, where that is another.
    pub(crate) last_table: Option<GameKind>,
    /// The one paytable of a wager, `None` where it is not offered; tables take turns in others.
    pub(crate) paytables: &'static [(Wager, Option<&'static str>)],
    /// What all players together are paid at most on a wager in a round.
    pub(crate) aggregate: &'static [(Wager, Money)],
    pub(crate) link: LinkTerms,
    /// Open points that the house reads in another way than the default.
    pub(crate) readings: &'static [Reading],
    pub(crate) stated: Option<Stated>,
    /// The scripted rounds, in the order in which they are given their places.
    pub(crate) scripts: &'static [Script],
}

/// The progressive link of a day: amounts in micro-dollars, rates in hundredths of a percent.
pub(crate) struct LinkTerms {
    /// How many of so many tables, from the first, feed it.
    pub(crate) tables: fn(u16) -> u16,
    pub(crate) opening_meter: i64,
    pub(crate) opening_reserve: i64,
    pub(crate) seed: i64,
    pub(crate) contribution: i64,
    pub(crate) reserve: i64,
}

/// A house edge as the placard at the tables states it.
pub(crate) struct Stated {
    pub(crate) wager: Wager,
    pub(crate) paytable: &'static str,
    pub(crate) right: &'static str,
    /// What a fault states in its place.
    pub(crate) wrong: &'static str,
}

/// How a house reads a point otherwise than its game's definition: its name, the reading, and the approval that says so.
pub(crate) type Reading = (&'static str, &'static str, &'static str);

/// An open point of the documents: its name, and its readings with the default first.
pub(crate) type Ruling = (&'static str, &'static [&'static str]);

pub(crate) const VOID_ROUND: Ruling = ("void_round", &["stakes-returned", "progressive-stands"]);
pub(crate) const PAYOUT_ROUNDING: Ruling = (
    "payout_rounding",
    &["exact", "down-0.50", "up-0.50", "half-up-0.50", "down-1.00", "up-1.00", "half-up-1.00"],
);
pub(crate) const AGGREGATE_COUNTS: Ruling = ("aggregate_counts", &["winnings", "returned"]);
pub(crate) const AGGREGATE_SHORTFALL: Ruling = (
    "aggregate_shortfall",
    &["order-of-settlement", "pro-rata-remainder-kept", "pro-rata-remainder-in-order"],
);
pub(crate) const AGGREGATE_ROUNDING: Ruling =
    ("aggregate_rounding", &["down-0.50", "down-1.00", "down-0.25", "down-0.01"]);
/// The open points of every game.
pub(super) const ALWAYS: &[Ruling] =
    &[VOID_ROUND, PAYOUT_ROUNDING, AGGREGATE_COUNTS, AGGREGATE_SHORTFALL, AGGREGATE_ROUNDING];

/// What decides a wager on one hand; a hand whose cards are not on record is missing.
pub(crate) struct Facts<'a> {
    pub(crate) player: Option<Hand>,
    /// The hand to beat.
    pub(crate) dealer: Option<Hand>,
    /// Whether the house reads an open point in this way.
    pub(crate) reads: &'a dyn Fn(Ruling, &str) -> bool,
}

/// What becomes of a bet between player and dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// At even money.
    Wins,
    Pushes,
    Loses,
}

/// What becomes of a wager.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    /// Paid by this column of its paytable, if a row of it names this hand.
    pub(crate) paid: Option<(usize, Hand)>,
    /// What becomes of it otherwise; `None` where that depends on a hand not on record.
    pub(crate) otherwise: Option<Fate>,
}

impl From<Fate> for Verdict {
    fn from(fate: Fate) -> Self {
        Self { paid: None, otherwise: Some(fate) }
    }
}

impl Verdict {
    /// Paid by a column of the paytable, and lost if no row names the hand.
    pub(super) const fn paid_or_lost(hand: Hand) -> Self {
        Self { paid: Some((0, hand)), otherwise: Some(Fate::Loses) }
    }
}

/// A side bet on the player's own cards, or the automatic bonus.
pub(super) fn by_own_cards(facts: &Facts<'_>) -> Option<Verdict> {
    facts.player.map(Verdict::paid_or_lost)
}
