//! Decides and settles one hand: the wagers that need no other player's hand. What each family does
//! with its wagers is its own file's business.

use crate::decision::{Decided, Decision, Effect, Facts, Line, Missing, Rule, Showdown, Terms};
use crate::families::decide;
use crate::rank::HandRank;
use crate::rules::TableRules;
use crate::settlement::{RoundSettlement, SettledHand};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{Money, Wager, WagerSet};

/// Without an action the stakes tell: an Ante without a Play (Raise) wager is a fold, since staying
/// in *is* making that wager. An action that the stake contradicts proves nothing.
pub(crate) fn line_of(rules: &TableRules, row: &HandRow) -> Line {
    let ante = !row.stake[Wager::Ante].is_zero();
    let raise = !row.stake[rules.raise()].is_zero();
    match (row.action, ante, raise) {
        (Action::Play, true, false) | (Action::Fold, _, true) => Line::Unclear,
        (Action::Fold, ..) | (Action::Unrecorded, true, false) => Line::Folded,
        _ => Line::Played,
    }
}

/// One player's row of a round with all that decides its wagers.
pub(crate) struct PlayedHand<'a> {
    rules: &'a TableRules,
    row: &'a HandRow,
    line: Line,
    rank: Option<HandRank>,
    dealer: Option<HandRank>,
    showdown: Option<Showdown>,
}

impl<'a> PlayedHand<'a> {
    pub(crate) fn new(
        rules: &'a TableRules,
        row: &'a HandRow,
        round: &RoundSettlement,
        rank: Option<HandRank>,
    ) -> Self {
        let showdown = rank.zip(round.dealer).map(|(rank, dealer)| Showdown {
            order: rank.cmp(&dealer),
            qualifies: round.dealer_qualifies,
        });
        Self { rules, row, line: line_of(rules, row), rank, dealer: round.dealer, showdown }
    }

    /// What becomes of a wager. One that the table does not offer is not decided.
    pub(crate) fn decide(&self, wager: Wager) -> Decided {
        self.decide_by(&self.rules.terms(wager), wager)
    }

    #[inline(always)]
    fn decide_by(&self, terms: &Terms<'_>, wager: Wager) -> Decided {
        let table = terms.table;
        let offered = match wager {
            Wager::Ante => true,
            _ if wager.is_raise() => wager == terms.family.raise(),
            _ => table.is_some(),
        };
        if !offered {
            return Err(Missing::Offer);
        }
        let cards = self.row.cards.as_slice();
        let own = self.rank.map(|rank| table.and_then(|t| t.place(rank, cards)));
        let dealers = match (wager, self.dealer, table) {
            (Wager::BadBeat, Some(rank), Some(table)) => table.place(rank, &[]),
            _ => None,
        };
        decide(terms, wager, &Facts { line: self.line, own, dealers, showdown: self.showdown })
    }

    /// The automatic bonus, whose stake is the Ante's; nothing where the game has none.
    fn ante_bonus(&self) -> Option<Money> {
        let ante = self.row.stake[Wager::Ante];
        if !self.rules.family().has_ante_bonus() || ante.is_zero() {
            return Some(Money::ZERO);
        }
        match self.decide(Wager::AnteBonus) {
            Ok(Decision { rule: Rule::Folded, .. }) => Some(Money::ZERO),
            Ok(decision) => self.rules.terms(Wager::AnteBonus).amount(&decision, ante),
            Err(_) => None,
        }
    }
}

/// Settles every wager of one player's row but Cover All and envy, which need the other hands.
pub(crate) fn settle_hand(
    rules: &TableRules,
    row: &HandRow,
    round: &RoundSettlement,
    hand: &mut SettledHand,
) {
    let played = PlayedHand::new(rules, row, round, hand.rank);
    let made = WagerSet::of(&row.stake);
    // A wager that was not made is decided: nothing is owed. These two follow from other wagers and
    // other hands.
    hand.testable = made.complement().without(Wager::AnteBonus).without(Wager::Envy);
    for wager in made.without(Wager::AnteBonus).without(Wager::Envy).iter() {
        let terms = rules.terms(wager);
        let Ok(decision) = played.decide_by(&terms, wager) else { continue };
        let Some(amount) = terms.amount(&decision, row.stake[wager]) else { continue };
        hand.owed[wager] = amount;
        hand.testable = hand.testable.with(wager);
        if decision.effect == Effect::Meter {
            hand.meter_share = terms.meter_share(&decision);
        }
    }
    if let Some(bonus) = played.ante_bonus() {
        hand.owed[Wager::AnteBonus] = bonus;
        hand.testable = hand.testable.with(Wager::AnteBonus);
    }
}
