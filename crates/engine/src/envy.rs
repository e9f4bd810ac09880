//! Envy: fixed payments to the others at a table when somebody's hand qualifies.

use crate::decision::{Decided, Decision, Effect, Line, Missing, Rule};
use crate::hand::line_of;
use crate::rank::HandRank;
use crate::readings::OpenPoint;
use crate::rules::TableRules;
use crate::settlement::SettledHand;
use feltproof_model::event::HandRow;
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Card, Money, Seat, SeatSet, Wager};

/// The hands of a round that bring envy; seats are unique in a settled round.
pub(crate) struct Envy<'a> {
    rules: &'a TableRules,
    holders: [Option<(HandRank, &'a [Card])>; SEAT_MAX as usize + 1],
    /// Seats whose hand might bring it, as far as the record tells.
    unknown: SeatSet,
    /// Whether there is any of either.
    any: bool,
}

/// What the others bring one seat.
pub(crate) struct Brought {
    pub(crate) decided: Decided<'static>,
    /// What the hands on record bring at least.
    pub(crate) least: Money,
    /// The seats that bring it.
    pub(crate) from: SeatSet,
}

impl<'a> Envy<'a> {
    pub(crate) fn new(rules: &'a TableRules, rows: &'a [HandRow], hands: &[SettledHand]) -> Self {
        let terms = rules.terms(Wager::Progressive);
        let brings = |rank, cards| terms.row(rank, cards).is_some_and(|row| row.envy.is_some());
        let holders = [None; SEAT_MAX as usize + 1];
        let mut envy = Self { rules, holders, unknown: SeatSet::EMPTY, any: false };
        for (row, hand) in rows.iter().zip(hands) {
            let Seat::Player(seat) = row.seat else { continue };
            let cards = row.cards.as_slice();
            // Nearly every hand.
            if terms.table.is_none() || hand.rank.is_some_and(|rank| !brings(rank, cards)) {
                continue;
            }
            match (may_bring(rules, row), hand.rank) {
                (Some(false), _) => continue,
                (Some(true), Some(rank)) => {
                    envy.holders[usize::from(seat)] = Some((rank, cards));
                }
                (None, _) | (_, None) => envy.unknown = envy.unknown.with(seat),
            }
            envy.any = true;
        }
        envy
    }

    /// Each seat with a progressive wager is owed the fixed amount once for every *other* player whose
    /// hand qualifies. Never for its own hand or the dealer's (document 001, Rules of Play 10).
    ///
    /// It is decided only when every other hand that might bring it is on record.
    pub(crate) fn brought(&self, row: &HandRow) -> Brought {
        let mut brought = Brought {
            decided: Ok(Decision::new(Rule::OtherHands, Effect::Nothing)),
            least: Money::ZERO,
            from: SeatSet::EMPTY,
        };
        let line = in_play(self.rules, row, self.rules.readings.envy_to_folded);
        if row.stake[Wager::Progressive] <= Money::ZERO {
            brought.decided = Ok(Decision::new(Rule::NoWager, Effect::Nothing));
        } else if line == Some(false) {
            let folded = Decision::new(Rule::Folded, Effect::Nothing);
            brought.decided = Ok(folded.by(OpenPoint::EnvyToFolded));
        } else if self.any && line.is_none() {
            brought.decided = Err(Missing::Line);
        } else if self.any {
            brought.decided = self.sum(row, &mut brought);
        }
        brought
    }

    /// Adds up what the holders other than this seat bring it.
    fn sum(&self, row: &HandRow, brought: &mut Brought) -> Decided<'static> {
        let mut sum = Money::ZERO;
        for (holder, held) in (0_u8..).zip(&self.holders) {
            let Some((rank, cards)) = held.filter(|_| row.seat != Seat::Player(holder)) else {
                continue;
            };
            let amount = self.rules.envy_amount(rank, cards, row.stake[Wager::Progressive]);
            sum = amount.and_then(|amount| sum.checked_add(amount)).ok_or(Missing::Payout)?;
            brought.from = brought.from.with(holder);
        }
        brought.least = sum;
        if self.unknown.iter().any(|other| Seat::Player(other) != row.seat) {
            return Err(Missing::OtherHands);
        }
        Ok(Decision::new(Rule::OtherHands, Effect::Owes(sum)))
    }
}

pub(crate) fn settle(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    let envy = Envy::new(rules, rows, out);
    for (row, hand) in rows.iter().zip(out).filter(|(row, _)| row.seat.player().is_some()) {
        if !envy.any {
            // Nearly every round: whatever decides it, it is nothing.
            hand.testable = hand.testable.with(Wager::Envy);
            continue;
        }
        let brought = envy.brought(row);
        hand.owed[Wager::Envy] = brought.least;
        hand.envy_from = brought.from;
        if brought.decided.is_ok() {
            hand.testable = hand.testable.with(Wager::Envy);
        }
    }
}

/// Whether the hand of this row brings the others envy if it is good enough, going by wager and
/// fold alone; `None` when its line is unclear and the ruling needs it.
fn may_bring(rules: &TableRules, row: &HandRow) -> Option<bool> {
    let wagered = row.stake[Wager::Progressive] > Money::ZERO;
    if rules.readings.envy_holder_must_wager && !wagered {
        return Some(false);
    }
    in_play(rules, row, rules.readings.progressive_on_fold)
}

/// Whether a hand so played is in play; `None` when that cannot be told.
fn in_play(rules: &TableRules, row: &HandRow, when_folded: bool) -> Option<bool> {
    match (line_of(rules, row), when_folded) {
        (Line::Played, _) | (_, true) => Some(true),
        (Line::Folded, false) => Some(false),
        (Line::Unclear, false) => None,
    }
}
