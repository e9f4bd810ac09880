//! The wagers that one hand and the dealer's decide, in words.

use super::Story;
use super::in_words::put;
use crate::decision::{Decision, Effect, Line, Rule};
use crate::game::{Banked, Odds, Row};
use crate::hand::line_of;
use crate::readings::OpenPoint;
use feltproof_model::{Money, Wager};
use std::cmp::Ordering;

impl Story<'_> {
    pub(super) fn wager(&self, wager: Wager, decision: Decision<'_>, out: &mut String) {
        match (decision.rule, wager) {
            (Rule::Folded, Wager::AnteBonus) => {
                out.push_str("the hand was folded: no bonus is owed");
            }
            (Rule::Folded, _) => {
                say!(out, "the hand was folded: {wager} of {} is lost", self.stake(wager));
                self.ruling(decision, out);
            }
            (_, Wager::Ante) => self.base(wager, decision, out),
            _ if wager.is_raise() => self.base(wager, decision, out),
            (Rule::Showdown, Wager::SuperBonus) => self.below_a_straight(decision, out),
            (_, Wager::Odds) => self.odds(decision, out),
            (_, Wager::BadBeat) => self.bad_beat(decision, out),
            (_, Wager::CoverAll) => self.cover_all(decision, out),
            (_, Wager::AnteBonus) => self.ante_bonus(decision, out),
            _ => self.side_bet(wager, decision, out),
        }
    }

    /// ` (ruling queens_up_on_fold: loses)`, where an open point decided.
    pub(super) fn ruling(&self, decision: Decision<'_>, out: &mut String) {
        if let Some(id) = decision.ruling.map(OpenPoint::key) {
            say!(out, " (ruling {id}: {})", self.rules.ruling(id));
        }
    }

    pub(super) const fn opponent_name(&self) -> &'static str {
        match self.rules.banked() {
            Banked::House => "the dealer",
            Banked::Player => "the banker",
        }
    }

    /// `dealer K♣ Q♦ 8♠ 4♥ is king-high and qualifies (king high or better)`.
    fn dealer(&self, out: &mut String) {
        out.push_str(match self.rules.banked() {
            Banked::House => "dealer ",
            Banked::Player => "banker ",
        });
        out.push_str(self.words.of_opponent());
        if let Some(qualifier) = &self.rules.family().qualifies {
            let [yes, no] = qualifier.words;
            let verb = if self.outcome.dealer_qualifies { yes } else { no };
            put(out, &[" and ", verb, " (", qualifier.from_in_words, ")"]);
        }
    }

    /// The player's hand against the dealer's: `beats it`.
    fn against(&self) -> &'static str {
        match self.hand.rank.cmp(&self.outcome.dealer) {
            Ordering::Greater => "beats it",
            Ordering::Equal => "ties it",
            Ordering::Less => "loses to it",
        }
    }

    fn base(&self, wager: Wager, decision: Decision<'_>, out: &mut String) {
        let stake = self.record.stake[wager];
        self.dealer(out);
        if decision.rule != Rule::NotQualified {
            put(out, &["; player ", self.own, " and ", self.against()]);
        }
        match decision.effect {
            Effect::Pays(_) => {
                put(out, &["; ", wager.title(), " wins "]);
                self.paid(wager, decision, out);
            }
            Effect::Pushes => {
                put(out, &["; ", wager.title(), " pushes: "]);
                stake.write_to(out);
                out.push_str(" returned");
            }
            _ => {
                put(out, &["; ", wager.title(), " of "]);
                stake.write_to(out);
                out.push_str(" is lost");
            }
        }
    }

    /// Super Bonus that no row pays.
    fn below_a_straight(&self, decision: Decision<'_>, out: &mut String) {
        let wager = Wager::SuperBonus;
        let pushes = decision.effect == Effect::Pushes;
        let (result, tail) = if pushes { ("pushes", "returned") } else { ("loses", "lost") };
        put(out, &["player ", self.own, ", below a straight; "]);
        self.dealer(out);
        put(out, &["; the player's hand ", self.against(), ", so ", wager.title(), " ", result]);
        self.ruling(decision, out);
        out.push_str(": ");
        self.record.stake[wager].write_to(out);
        put(out, &[" ", tail]);
    }

    /// Both hands and which is better.
    fn compared(&self, out: &mut String) {
        say!(out, "player {}; ", self.own);
        self.dealer(out);
        say!(out, "; the player's hand {}", self.against());
    }

    fn odds(&self, decision: Decision<'_>, out: &mut String) {
        let wager = Wager::Odds;
        let stake = self.record.stake[wager];
        self.compared(out);
        match (decision.rule, decision.effect) {
            (rule, Effect::Pays(_)) => {
                let beaten = if rule == Rule::Beaten { "beaten, " } else { "" };
                say!(out, "; {beaten}{wager} pays ");
                self.paid(wager, decision, out);
            }
            (Rule::Tie, _) => {
                say!(out, "; {wager} pushes on a tie");
                self.ruling(decision, out);
                say!(out, ": {stake} returned");
            }
            (_, Effect::Pushes) => {
                say!(out, "; below a straight {wager} pushes: {stake} returned");
            }
            _ => say!(out, "; below a straight {wager} of {stake} is lost"),
        }
    }

    fn bad_beat(&self, decision: Decision<'_>, out: &mut String) {
        let wager = Wager::BadBeat;
        let stake = self.record.stake[wager];
        if decision.rule == Rule::OwnHand {
            return say!(
                out,
                "player {}, below two pair: no two pair or better is beaten, {wager} of {stake} is lost",
                self.own
            );
        }
        self.compared(out);
        match (decision.rule, decision.effect) {
            (Rule::Tie, effect) => {
                let result = if effect == Effect::Pushes { "returned" } else { "lost" };
                say!(out, "; {wager} on a tie");
                self.ruling(decision, out);
                say!(out, ": {stake} {result}");
            }
            (_, Effect::Pays(_)) => {
                let beaten = self.row(wager, decision).map_or("", |row| row.hand.title());
                say!(out, "; {beaten} is beaten, {wager} pays ");
                self.paid(wager, decision, out);
            }
            _ => say!(out, "; no two pair or better is beaten: {wager} of {stake} is lost"),
        }
    }

    /// The row of the paytable that decided.
    fn row(&self, wager: Wager, decision: Decision<'_>) -> Option<&Row> {
        self.rules.terms(wager).row_at(decision.row?)
    }

    fn ante_bonus(&self, decision: Decision<'_>, out: &mut String) {
        let wager = Wager::AnteBonus;
        match decision.effect {
            Effect::PaysBeside(payout) => say!(
                out,
                "{}; the automatic bonus pays {payout} on the Ante of {}: {} paid, whatever \
                 the dealer holds",
                self.own,
                self.record.stake[Wager::Ante],
                self.hand.owed[wager]
            ),
            _ => say!(out, "{}; no automatic bonus is owed", self.own),
        }
    }

    /// A wager that the player's own hand decided.
    fn side_bet(&self, wager: Wager, decision: Decision<'_>, out: &mut String) {
        let stake = self.record.stake[wager];
        let table = self.rules.paytable(wager);
        let showdown = self.rules.family().ranking;
        match (table, self.hand.rank) {
            (Some(table), Some(rank)) if !std::ptr::eq(table.ranking, showdown) => {
                (table.ranking.words)(rank, &self.record.cards, out);
            }
            _ => out.push_str(self.own),
        }
        if line_of(self.rules, self.record) == Line::Folded {
            out.push_str(" (folded)");
        }
        match decision.effect {
            Effect::Meter(share) => say!(
                out,
                "; {wager} wins {} of the displayed meter; the stake of {stake} is not returned",
                share.percent()
            ),
            Effect::Pays(_) => {
                put(out, &["; ", wager.title(), " pays "]);
                self.paid(wager, decision, out);
            }
            _ => {
                let least = table.and_then(|t| t.rows.last()).map_or("", |r| r.hand.title());
                put(out, &["; ", wager.title(), " pays nothing below ", least, ": "]);
                stake.write_to(out);
                out.push_str(" lost");
            }
        }
    }

    /// `15 to 1 on $10.00: $150.00 won, $160.00 returned`; before any limit.
    pub(super) fn paid(&self, wager: Wager, decision: Decision<'_>, out: &mut String) {
        let stake = self.record.stake[wager];
        let terms = self.rules.terms(wager);
        let owed = terms.amount(&decision, stake).unwrap_or(self.hand.owed[wager]);
        let Effect::Pays(payout) = decision.effect else { return };
        say!(out, "{payout} on ");
        stake.write_to(out);
        out.push_str(": ");
        let paid_for = payout.odds == Odds::For;
        let (amount, word) = if paid_for {
            (owed, " paid")
        } else {
            (owed.checked_sub(stake).unwrap_or(Money::ZERO), " won")
        };
        amount.write_to(out);
        out.push_str(word);
        if let Some((rounding, unit)) = self.rules.readings.rounding {
            say!(out, " (rounded {} to {unit})", rounding.name());
        }
        if paid_for {
            return out.push_str(", the stake is not returned");
        }
        out.push_str(", ");
        owed.write_to(out);
        out.push_str(" returned");
    }
}
