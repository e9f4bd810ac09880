//! Settles one hand: the wagers that need no other player's hand. What each family does with Ante,
//! Play and the second mandatory wager is its own file's business.

use crate::family::Family;
use crate::game::Prize;
use crate::rank::HandRank;
use crate::rules::TableRules;
use crate::settle::{RoundSettlement, SettledHand};
use crate::{crazy4, four_card, frenzy, side_bets};
use feltproof_model::{Action, HandRow};
use feltproof_model::{Card, Money, Wager};
use std::cmp::Ordering;

/// How a row says the hand was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Stayed in.
    Played,
    /// Folded.
    Folded,
    /// Action and Play (Raise) stake contradict one another.
    Unclear,
}

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

/// What the reference says of one wager: the amount to return, or that it cannot be told.
pub(crate) type Owed = Option<Money>;

/// The comparison with the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Showdown {
    /// Cards of one side are not on record.
    Unknown,
    /// Both are known.
    Known {
        /// Player against dealer.
        order: Ordering,
        /// King high or better; always true where the game asks for nothing.
        qualifies: bool,
    },
}

/// Everything that decides the wagers of one hand.
pub(crate) struct Seen<'a> {
    pub rules: &'a TableRules,
    pub line: Line,
    pub rank: Option<HandRank>,
    pub cards: &'a [Card],
    pub dealer: Option<HandRank>,
    pub showdown: Showdown,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(
        rules: &'a TableRules,
        row: &'a HandRow,
        round: &RoundSettlement,
        rank: Option<HandRank>,
    ) -> Self {
        let showdown = match (rank, round.dealer) {
            (Some(rank), Some(dealer)) => {
                Showdown::Known { order: rank.cmp(&dealer), qualifies: round.dealer_qualifies }
            }
            _ => Showdown::Unknown,
        };
        let line = line_of(rules, row);
        Self { rules, line, rank, cards: row.cards.as_slice(), dealer: round.dealer, showdown }
    }
}

/// Settles every wager of one player's row but Cover All and envy, which need the other hands.
pub(crate) fn settle_hand(
    rules: &TableRules,
    row: &HandRow,
    round: &RoundSettlement,
    hand: &mut SettledHand,
) {
    let seen = Seen::new(rules, row, round, hand.rank);
    let made = row.stake.present();
    // A wager that was not made is decided: nothing is owed. These two follow from other wagers and
    // other hands.
    hand.testable = made.complement().without(Wager::AnteBonus).without(Wager::Envy);
    for wager in made.without(Wager::AnteBonus).without(Wager::Envy).iter() {
        let stake = row.stake[wager];
        // No wager is negative.
        let amount = if stake > Money::ZERO { staked(&seen, wager, stake) } else { None };
        if let Some(amount) = amount {
            hand.owed[wager] = amount;
            hand.testable = hand.testable.with(wager);
        }
    }
    if let Some(bonus) = four_card::ante_bonus(&seen, row.stake[Wager::Ante]) {
        hand.owed[Wager::AnteBonus] = bonus;
        hand.testable = hand.testable.with(Wager::AnteBonus);
    }
    if made.contains(Wager::Progressive)
        && hand.testable.contains(Wager::Progressive)
        && takes_part(rules, seen.line) == Some(true)
    {
        hand.meter_share = hand.rank.and_then(|r| rules.meter_share(r, seen.cards));
    }
}

/// A wager that was made. A wager that the table does not offer is not decided.
fn staked(seen: &Seen<'_>, wager: Wager, stake: Money) -> Owed {
    if !seen.rules.offers(wager) {
        return None;
    }
    match wager {
        Wager::Ante | Wager::Play | Wager::Raise => base(seen, wager, stake),
        Wager::SuperBonus => crazy4::super_bonus(seen, stake),
        Wager::BadBeat => crazy4::bad_beat(seen, stake),
        Wager::Odds => frenzy::odds(seen, stake),
        Wager::QueensUp
        | Wager::AcesUp
        | Wager::FourCardBonus
        | Wager::Prime
        | Wager::Progressive => side_bets::own_hand(seen, wager, stake),
        Wager::CoverAll | Wager::AnteBonus | Wager::Envy | Wager::Bank => None,
    }
}

/// Ante and Play (Raise).
fn base(seen: &Seen<'_>, wager: Wager, stake: Money) -> Owed {
    match seen.line {
        Line::Unclear => return None,
        Line::Folded => return Some(Money::ZERO),
        Line::Played => {}
    }
    let Showdown::Known { order, qualifies } = seen.showdown else { return None };
    let wins = || seen.rules.pay(stake, seen.rules.base_payout(wager));
    match seen.rules.family() {
        Family::FourCardPoker => four_card::base(order, wins),
        Family::Crazy4 | Family::FourCardFrenzy => match (qualifies, order) {
            (false, _) if wager == Wager::Ante => Some(stake),
            (false, _) | (true, Ordering::Greater) => wins(),
            (true, Ordering::Equal) => Some(stake),
            (true, Ordering::Less) => Some(Money::ZERO),
        },
    }
}

/// Whether a hand so played qualifies for the progressive; `None` when that cannot be told.
pub(crate) fn takes_part(rules: &TableRules, line: Line) -> Option<bool> {
    match (line, rules.readings.progressive_on_fold) {
        (Line::Played, _) | (_, true) => Some(true),
        (Line::Folded, false) => Some(false),
        (Line::Unclear, false) => None,
    }
}

/// A fixed prize; nothing for a meter award, whose amount the manager knows.
pub(crate) fn fixed(rules: &TableRules, prize: Prize, stake: Money) -> Owed {
    match prize {
        Prize::Fixed(payout) => rules.pay(stake, payout),
        Prize::Meter(_) => Some(Money::ZERO),
        // Depends on the number of hands, which one hand does not know.
        Prize::ByHands(_) => None,
    }
}
