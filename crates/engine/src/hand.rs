//! Decides and settles one hand: the wagers that need no other player's hand. What each family does
//! with its wagers is its own file's business.

use crate::decision::{Decided, Effect, Facts, Line, Showdown, Terms};
use crate::rank::HandRank;
use crate::rules::TableRules;
use crate::settlement::{RoundSettlement, SettledHand};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{Money, Rate, Wager};

/// Without an action the stakes tell: an Ante without a Play (Raise) wager is a fold, since staying
/// in *is* making that wager; where the record lacks either stake, or a wager that goes with a folded hand
/// returned something, they do not. An action that the stake contradicts proves nothing.
pub(crate) fn line_of(rules: &TableRules, row: &HandRow) -> Line {
    let ante = !row.stake[Wager::Ante].is_zero();
    let raise = !row.stake[rules.raise()].is_zero();
    match (row.action, ante, raise) {
        (Action::Play, true, false) | (Action::Fold, _, true) => Line::Unclear,
        (Action::Unrecorded, _, false) if !stakes_tell(rules, row) => Line::Unclear,
        (Action::Fold, ..) | (Action::Unrecorded, true, false) => Line::Folded,
        _ => Line::Played,
    }
}

/// Whether a hand without a Play (Raise) wager is known to have made none.
fn stakes_tell(rules: &TableRules, row: &HandRow) -> bool {
    let is_paid = |wager: Wager| !row.returned[wager].is_zero();
    rules.staked == [true; 2] && !rules.forfeited.iter().any(is_paid)
}

/// One player's row of a round with all that decides its wagers.
pub(crate) struct PlayedHand<'a> {
    row: &'a HandRow,
    line: Line,
    rank: Option<HandRank>,
    dealer: Option<HandRank>,
    showdown: Option<Showdown>,
}

impl<'a> PlayedHand<'a> {
    pub(crate) fn new(
        rules: &TableRules,
        row: &'a HandRow,
        round: &RoundSettlement,
        rank: Option<HandRank>,
    ) -> Self {
        let showdown = rank.zip(round.dealer).map(|(rank, dealer)| Showdown {
            order: rank.cmp(&dealer),
            qualifies: round.dealer_qualifies,
        });
        Self { row, line: line_of(rules, row), rank, dealer: round.dealer, showdown }
    }

    #[inline]
    pub(crate) fn decide<'t>(&self, terms: &'t Terms) -> Decided<'t> {
        let own = self.rank.map(|rank| terms.place(rank, self.row.cards.as_slice()));
        let dealers = self.dealer.filter(|_| terms.reads_dealers());
        let dealers = dealers.and_then(|rank| terms.place(rank, &[]));
        terms.decide(&Facts { line: self.line, own, dealers, showdown: self.showdown })
    }

    /// What must be returned of a stake, or won of the meter, by a decision of its own.
    #[cold]
    fn settle(&self, terms: &Terms, stake: Money, meter: &mut Option<Rate>) -> Option<Money> {
        let decision = self.decide(terms).ok()?;
        let amount = terms.amount(&decision, stake)?;
        if let Effect::Meter(share) = decision.effect {
            *meter = Some(*share);
        }
        Some(amount)
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
    let made = hand.made;
    let known = hand.rank.zip(Facts::column(played.line, played.showdown));
    let ahead =
        |terms: &Terms, stake| known.and_then(|(rank, column)| terms.settled(rank, column, stake));
    // A wager not made is decided: nothing is owed. These two follow from other wagers and hands.
    hand.testable = made.complement().without(Wager::AnteBonus).without(Wager::Envy);
    for wager in made.without(Wager::AnteBonus).without(Wager::Envy).iter() {
        let (terms, stake) = (rules.terms(wager), row.stake[wager]);
        let slowly = || played.settle(terms, stake, &mut hand.meter_share);
        let Some(amount) = ahead(terms, stake).or_else(slowly) else { continue };
        hand.owed[wager] = amount;
        hand.testable = hand.testable.with(wager);
    }
    // The stake of the automatic bonus is the Ante's.
    let ante = row.stake[Wager::Ante];
    let no_bonus = !rules.family().has_ante_bonus() || ante.is_zero();
    let bonus = if no_bonus || played.line == Line::Folded {
        Some(Money::ZERO)
    } else {
        let terms = rules.terms(Wager::AnteBonus);
        ahead(terms, ante).or_else(|| played.settle(terms, ante, &mut hand.meter_share))
    };
    if let Some(bonus) = bonus {
        hand.owed[Wager::AnteBonus] = bonus;
        hand.testable = hand.testable.with(Wager::AnteBonus);
    }
}
