//! The wagers that one hand and the dealer's decide, in words.

use super::Story;
use crate::decision::{Decision, Effect, Line, Rule};
use crate::game::{Banked, Odds, Payout, Row};
use crate::hand::line_of;
use crate::rank::HandRank;
use feltproof_model::event::HandRow;
use feltproof_model::{Money, Wager};
use std::cmp::Ordering;

impl Story<'_> {
    /// A wager that was decided.
    pub(super) fn wager(&self, wager: Wager, decision: Decision<'_>) -> String {
        match (decision.rule, wager) {
            (Rule::Folded, Wager::AnteBonus) => "the hand was folded: no bonus is owed".to_owned(),
            (Rule::Folded, _) => {
                let ruling = self.ruling(decision);
                format!("the hand was folded: {wager} of {} is lost{ruling}", self.stake(wager))
            }
            (_, Wager::Ante) => self.base(wager, decision),
            _ if wager.is_raise() => self.base(wager, decision),
            (Rule::Showdown, Wager::SuperBonus) => self.below_a_straight(decision),
            (_, Wager::Odds) => self.odds(decision),
            (_, Wager::BadBeat) => self.bad_beat(decision),
            (_, Wager::CoverAll) => self.cover_all(decision),
            (_, Wager::AnteBonus) => self.ante_bonus(decision),
            _ => self.side_bet(wager, decision),
        }
    }

    /// ` (ruling queens_up_on_fold: loses)`, where an open point decided.
    pub(super) fn ruling(&self, decision: Decision<'_>) -> String {
        let named = |id| format!(" (ruling {id}: {})", self.rules.ruling(id));
        decision.ruling.map_or_else(String::new, |point| named(point.key()))
    }

    pub(super) const fn opponent_name(&self) -> &'static str {
        match self.rules.banked() {
            Banked::House => "the dealer",
            Banked::Player => "the banker",
        }
    }

    /// `dealer K♣ Q♦ 8♠ 4♥ is king-high and qualifies (king high or better)`.
    pub(super) fn dealer(&self) -> String {
        let row = self.rows.iter().find(|r| self.rules.is_opponent(r.seat));
        let hand = row
            .zip(self.outcome.dealer)
            .map_or_else(String::new, |(r, d)| self.hand_in_words(r, d));
        let who = self.opponent_name().trim_start_matches("the ");
        let Some(qualifier) = &self.rules.family().qualifies else {
            return format!("{who} {hand}");
        };
        let [yes, no] = qualifier.words;
        let verb = if self.outcome.dealer_qualifies { yes } else { no };
        format!("{who} {hand} and {verb} ({})", qualifier.from_in_words)
    }

    /// A hand as the showdown ranks it.
    pub(super) fn hand_in_words(&self, row: &HandRow, rank: HandRank) -> String {
        (self.rules.family().ranking.words)(rank, &row.cards)
    }

    /// The player's hand against the dealer's: `beats it`.
    fn against(&self) -> &'static str {
        match self.hand.rank.cmp(&self.outcome.dealer) {
            Ordering::Greater => "beats it",
            Ordering::Equal => "ties it",
            Ordering::Less => "loses to it",
        }
    }

    pub(super) fn own(&self) -> String {
        self.hand.rank.map_or_else(String::new, |rank| self.hand_in_words(self.record, rank))
    }

    fn base(&self, wager: Wager, decision: Decision<'_>) -> String {
        let stake = self.record.stake[wager];
        let dealer = self.dealer();
        let comparison = match decision.rule {
            Rule::NotQualified => String::new(),
            _ => format!("; player {} and {}", self.own(), self.against()),
        };
        let result = match decision.effect {
            Effect::Pays(_) => format!("{wager} wins {}", self.paid(wager, decision)),
            Effect::Pushes => format!("{wager} pushes: {stake} returned"),
            _ => format!("{wager} of {stake} is lost"),
        };
        format!("{dealer}{comparison}; {result}")
    }

    /// Super Bonus that no row pays.
    fn below_a_straight(&self, decision: Decision<'_>) -> String {
        let wager = Wager::SuperBonus;
        let pushes = decision.effect == Effect::Pushes;
        let (result, tail) = if pushes { ("pushes", "returned") } else { ("loses", "lost") };
        format!(
            "player {}, below a straight; {}; the player's hand {}, so {wager} {result}{}: {} {tail}",
            self.own(),
            self.dealer(),
            self.against(),
            self.ruling(decision),
            self.record.stake[wager]
        )
    }

    /// Both hands and which is better.
    fn compared(&self) -> String {
        format!("player {}; {}; the player's hand {}", self.own(), self.dealer(), self.against())
    }

    fn odds(&self, decision: Decision<'_>) -> String {
        let wager = Wager::Odds;
        let stake = self.record.stake[wager];
        let result = match (decision.rule, decision.effect) {
            (Rule::Beaten, Effect::Pays(_)) => {
                format!("beaten, {wager} pays {}", self.paid(wager, decision))
            }
            (_, Effect::Pays(_)) => format!("{wager} pays {}", self.paid(wager, decision)),
            (Rule::Tie, _) => {
                format!("{wager} pushes on a tie{}: {stake} returned", self.ruling(decision))
            }
            (_, Effect::Pushes) => format!("below a straight {wager} pushes: {stake} returned"),
            _ => format!("below a straight {wager} of {stake} is lost"),
        };
        format!("{}; {result}", self.compared())
    }

    fn bad_beat(&self, decision: Decision<'_>) -> String {
        let wager = Wager::BadBeat;
        let stake = self.record.stake[wager];
        match (decision.rule, decision.effect) {
            (Rule::OwnHand, _) => format!(
                "player {}, below two pair: no two pair or better is beaten, {wager} of {stake} is lost",
                self.own()
            ),
            (Rule::Tie, effect) => {
                let result = if effect == Effect::Pushes { "returned" } else { "lost" };
                let ruling = self.ruling(decision);
                format!("{}; {wager} on a tie{ruling}: {stake} {result}", self.compared())
            }
            (_, Effect::Pays(_)) => format!(
                "{}; {} is beaten, {wager} pays {}",
                self.compared(),
                self.row(wager, decision).map_or("", |row| row.hand.title()),
                self.paid(wager, decision)
            ),
            _ => format!(
                "{}; no two pair or better is beaten: {wager} of {stake} is lost",
                self.compared()
            ),
        }
    }

    /// The row of the paytable that decided.
    fn row(&self, wager: Wager, decision: Decision<'_>) -> Option<&Row> {
        self.rules.terms(wager).row_at(decision.row?)
    }

    fn ante_bonus(&self, decision: Decision<'_>) -> String {
        let wager = Wager::AnteBonus;
        match decision.effect {
            Effect::PaysBeside(_) => format!(
                "{}; the automatic bonus pays {} on the Ante of {}: {} paid, whatever \
                 the dealer holds",
                self.own(),
                payout(decision),
                self.record.stake[Wager::Ante],
                self.hand.owed[wager]
            ),
            _ => format!("{}; no automatic bonus is owed", self.own()),
        }
    }

    /// A wager that the player's own hand decided.
    fn side_bet(&self, wager: Wager, decision: Decision<'_>) -> String {
        let stake = self.record.stake[wager];
        let table = self.rules.paytable(wager);
        let own = match (table, self.hand.rank) {
            (Some(table), Some(rank)) => (table.ranking.words)(rank, &self.record.cards),
            _ => self.own(),
        };
        let folded = line_of(self.rules, self.record) == Line::Folded;
        let own = if folded { format!("{own} (folded)") } else { own };
        match decision.effect {
            Effect::Meter(share) => format!(
                "{own}; {wager} wins {} of the displayed meter; the stake of {stake} is not returned",
                share.percent()
            ),
            Effect::Pays(_) => format!("{own}; {wager} pays {}", self.paid(wager, decision)),
            _ => {
                let least = table.and_then(|t| t.rows.last()).map_or("", |r| r.hand.title());
                format!("{own}; {wager} pays nothing below {least}: {stake} lost")
            }
        }
    }

    /// `15 to 1 on $10.00: $150.00 won, $160.00 returned`; before any limit.
    pub(super) fn paid(&self, wager: Wager, decision: Decision<'_>) -> String {
        let stake = self.record.stake[wager];
        let terms = self.rules.terms(wager);
        let owed = terms.amount(&decision, stake).unwrap_or(self.hand.owed[wager]);
        let rounded = match self.rules.readings.rounding {
            Some((rounding, unit)) => format!(" (rounded {} to {unit})", rounding.name()),
            None => String::new(),
        };
        let amounts = match decision.effect {
            Effect::Pays(Payout { odds: Odds::For, .. }) => {
                format!("{owed} paid{rounded}, the stake is not returned")
            }
            _ => {
                let won = owed.checked_sub(stake).unwrap_or(Money::ZERO);
                format!("{won} won{rounded}, {owed} returned")
            }
        };
        format!("{} on {stake}: {amounts}", payout(decision))
    }
}

/// `15 to 1`.
fn payout(decision: Decision<'_>) -> String {
    match decision.effect {
        Effect::Pays(payout) | Effect::PaysBeside(payout) => payout.to_string(),
        _ => String::new(),
    }
}
