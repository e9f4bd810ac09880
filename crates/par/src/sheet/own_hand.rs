//! Side bets on the player's own cards: Queens Up, Aces Up, 4 Card Bonus, Prime.

use super::SheetError;
use super::bet::Bet;
use super::distribution::Distribution;
use feltproof_engine::{Facts, HandRank, Line, Place};
use feltproof_model::Card;

/// Deals by row of a paytable of the player's own cards.
pub(crate) struct OwnHand {
    pub bet: Bet,
    /// By row, the last for no row; each deal once for each of [`COLOURINGS`].
    rows: Vec<u64>,
    folded: u64,
}

/// Ways to name the four suits that give them different colours: 0 and 3 are black, 1 and 2 red. A suit
/// class takes hands together whose suits have other names, and a paytable that asks for colours tells some
/// of those apart. Each of these stands for four ways of 24.
const COLOURINGS: [[u8; 4]; 6] =
    [[0, 1, 2, 3], [0, 1, 3, 2], [0, 3, 1, 2], [1, 0, 2, 3], [1, 0, 3, 2], [1, 2, 0, 3]];

/// The card of the same rank in the suit of the new name.
fn renamed(card: Card, names: &[u8; 4]) -> Card {
    const SUIT: u8 = Card::PACK / 4;
    let suit = names[usize::from(card.suit())];
    Card::new(suit * SUIT + card.rank()).expect("a suit and a rank are a card")
}

impl OwnHand {
    pub(crate) fn new(bet: Bet) -> Self {
        Self { rows: vec![0; bet.table.rows.len() + 1], folded: 0, bet }
    }

    /// Counts so many deals of a suit class with these cards; `folded` when the bet went with a
    /// fold.
    pub(crate) fn add(&mut self, rank: HandRank, cards: [Card; 5], deals: u64, folded: bool) {
        if folded {
            self.folded += deals;
            return;
        }
        let none = self.bet.table.rows.len();
        let place = |cards: &[Card]| self.bet.place(rank, cards).map_or(none, usize::from);
        if !self.bet.table.ranking.colours {
            self.rows[place(&cards)] += deals * COLOURINGS.len() as u64;
            return;
        }
        for names in &COLOURINGS {
            self.rows[place(&cards.map(|card| renamed(card, names)))] += deals;
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
        self.rows.iter().map(|count| count / COLOURINGS.len() as u64)
    }

    /// Deals of each row, from the top.
    pub(crate) fn by_row(&self) -> impl Iterator<Item = (usize, u64)> {
        self.counts().take(self.bet.table.rows.len()).enumerate()
    }

    /// Deals that no row pays, folded ones among them.
    pub(crate) fn unpaid(&self) -> u64 {
        self.counts().last().unwrap_or(0) + self.folded
    }

    pub(crate) fn total(&self) -> u64 {
        self.counts().sum::<u64>() + self.folded
    }

    /// The bet's distribution in units of its stake. `Err`: a row has no fixed payout.
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
