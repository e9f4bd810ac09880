//! Side bets on the player's own cards: Queens Up, Aces Up, 4 Card Bonus, Prime.

use super::SheetError;
use super::bet::Bet;
use super::distribution::Distribution;
use feltproof_engine::{Facts, HandRank, Line, Place};
use feltproof_model::Card;

/// Deals by row of a paytable of the player's own cards.
pub(crate) struct OwnHand {
    pub bet: Bet,
    /// By row, the last for no row; once for each of `names`.
    rows: Vec<u64>,
    folded: u64,
    /// Ways to name the suits that are looked at. Suit classes take hands together whose suits have
    /// other names; only a paytable that asks for colours can tell them apart, so that for it every
    /// hand of the class is looked at, through all 24 ways.
    names: Vec<[u8; 4]>,
}

/// All ways to name the four suits.
fn renamings() -> Vec<[u8; 4]> {
    let mut all = Vec::with_capacity(24);
    for code in 0..=u8::MAX {
        let names = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if names.iter().fold(0_u8, |seen, name| seen | 1 << name) == 0b1111 {
            all.push(names);
        }
    }
    all
}

/// The card of the same rank in the suit of the new name.
fn renamed(card: Card, names: &[u8; 4]) -> Card {
    const SUIT: u8 = Card::PACK / 4;
    let suit = names.get(usize::from(card.suit())).copied().unwrap_or(0);
    Card::new(suit * SUIT + card.rank()).unwrap_or(card)
}

impl OwnHand {
    pub(crate) fn new(bet: Bet) -> Self {
        let names = if bet.table.ranking.colours { renamings() } else { vec![[0, 1, 2, 3]] };
        Self { rows: vec![0; bet.table.rows.len() + 1], folded: 0, names, bet }
    }

    /// Counts so many deals of a suit class with these cards; `folded` when the bet went with a
    /// fold.
    pub(crate) fn add(&mut self, rank: HandRank, cards: [Card; 5], deals: u64, folded: bool) {
        if folded {
            self.folded += deals;
            return;
        }
        let none = self.bet.table.rows.len();
        for names in &self.names {
            let cards = cards.map(|card| renamed(card, names));
            let at = self.bet.table.place(rank, &cards).map_or(none, usize::from);
            if let Some(sum) = self.rows.get_mut(at) {
                *sum += deals;
            }
        }
    }

    /// Counts all 2,598,960 hands, none of them folded.
    pub(crate) fn add_all(&mut self) {
        for (rank, class) in crate::count::ranked_classes() {
            self.add(*rank, class.cards, class.weight.into(), false);
        }
    }

    /// Deals by row, the last for no row.
    fn counts(&self) -> impl Iterator<Item = u64> {
        // Every hand of a class was met as often as there are ways to name suits over hands.
        let times = self.names.len() as u64;
        self.rows.iter().map(move |count| count / times)
    }

    /// Deals of each row, from the top.
    pub(crate) fn by_row(&self) -> impl Iterator<Item = (usize, u64)> {
        self.counts().take(self.bet.table.rows.len()).enumerate()
    }

    /// Deals that no row pays, folded ones among them.
    pub(crate) fn unpaid(&self) -> u64 {
        self.counts().last().unwrap_or(0) + self.folded
    }

    /// All deals counted.
    pub(crate) fn total(&self) -> u64 {
        self.counts().sum::<u64>() + self.folded
    }

    /// The bet's distribution in units of its stake.
    ///
    /// # Errors
    /// A row has no fixed payout.
    pub(crate) fn distribution(&self) -> Result<Distribution, SheetError> {
        let mut all = Distribution::default();
        for ((row, at), count) in self.bet.table.rows.iter().zip(0..).zip(self.counts()) {
            all.push((row.hand.key(), row.hand.title()), self.bet.net(&own(Some(at)))?, count);
        }
        let lost = self.counts().last().unwrap_or(0);
        all.push(("loss", "loss"), self.bet.net(&own(None))?, lost);
        if self.folded > 0 {
            let folded = Facts { line: Line::Folded, ..own(None) };
            all.push(("fold", "lost with a folded hand"), self.bet.net(&folded)?, self.folded);
        }
        Ok(all)
    }
}

/// A hand that stayed in, of this row.
const fn own(row: Place) -> Facts {
    Facts { line: Line::Played, own: Some(row), dealers: None, showdown: None }
}
