//! What a family of games is: how many cards, which wagers, paytables and open points. Each family's
//! values stand in its own file beside its rules; `families` lists them.

use crate::outcome::Outcome;
use crate::rank::HandRank;
use feltproof_model::Wager;

/// Games that one piece of code settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Ante and Super Bonus against five cards that qualify with king high (`crazy4`).
    Crazy4,
    /// Ante alone against six cards that need not qualify, with an automatic bonus (`four_card`).
    FourCardPoker,
    /// Ante and Odds against five cards that open with king high (`frenzy`).
    FourCardFrenzy,
}

/// An open point by its name, with all the readings that the code knows.
pub(crate) type Known = (&'static str, &'static [&'static str]);

/// The hand that the dealer must have to play.
pub(crate) struct Qualifier {
    /// The lowest.
    pub(crate) from: HandRank,
    /// The same in words.
    pub(crate) from_in_words: &'static str,
    /// The verb of the document, when the hand plays and when it does not.
    pub(crate) words: [&'static str; 2],
}

/// What tells one family from another.
pub(crate) struct Traits {
    /// The name in definitions.
    pub(crate) key: &'static str,
    /// The wager made after seeing the cards.
    pub(crate) raise: Wager,
    /// Whether any hand may make the largest raise, or only a pair of aces or better.
    pub(crate) any_hand_raises: bool,
    /// The second mandatory wager, equal to the Ante.
    pub(crate) second: Option<Wager>,
    /// Cards of a player's hand.
    pub(crate) player_cards: usize,
    /// Cards of the hand that the players play against.
    pub(crate) opponent_cards: usize,
    /// What that hand must be to play; `None` where any hand plays.
    pub(crate) qualifies: Option<Qualifier>,
    /// The wager that a table must name a paytable for.
    pub(crate) needs_paytable: Wager,
    /// The wagers for which definitions have paytables, each with the lowest hand it pays where the best
    /// four cards decide. The progressive's paytable is named by its link, every other by the table.
    pub(crate) paytables: &'static [(Wager, Outcome)],
    /// Its own open points.
    pub(crate) rulings: &'static [Known],
}

impl Traits {
    /// The lowest hand that a wager pays: the meaning of its name in the documents.
    pub(crate) fn lowest_paid(&self, wager: Wager) -> Option<Outcome> {
        self.paytables.iter().find(|(paid, _)| *paid == wager).map(|(_, lowest)| *lowest)
    }
}
