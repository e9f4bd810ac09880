//! The wagers that one hand and the dealer's decide, in words.

use super::Story;
use super::shown::{by_basis, shown};
use crate::family::Family;
use crate::game::{Banked, Odds, Payout, Prize};
use crate::hand::{Line, line_of};
use crate::rank::Category;
use feltproof_model::{Money, Wager};
use std::cmp::Ordering;

impl Story<'_> {
    pub(super) fn wager(&self, wager: Wager) -> String {
        let folded = line_of(self.rules, self.record) == Line::Folded;
        let rulings = &self.rules.readings;
        match wager {
            Wager::Ante | Wager::Play | Wager::Raise | Wager::SuperBonus | Wager::Odds
                if folded =>
            {
                self.folded(wager, "")
            }
            Wager::AnteBonus if folded => "the hand was folded: no bonus is owed".to_owned(),
            Wager::QueensUp if folded && !rulings.queens_up_stands_on_fold => {
                self.folded(wager, " (ruling queens_up_on_fold: loses)")
            }
            Wager::AcesUp if folded && !rulings.aces_up_stands_on_fold => {
                self.folded(wager, " (ruling aces_up_on_fold: loses)")
            }
            Wager::BadBeat if folded && !rulings.bad_beat_stands_on_fold => {
                self.folded(wager, " (ruling bad_beat_on_fold: loses)")
            }
            Wager::Progressive if folded && !rulings.progressive_on_fold => {
                self.folded(wager, " (ruling progressive_on_fold: not-eligible)")
            }
            Wager::Ante | Wager::Play | Wager::Raise => self.base(wager),
            Wager::SuperBonus => self.super_bonus(),
            Wager::Odds => self.odds(),
            Wager::BadBeat => self.bad_beat(),
            Wager::CoverAll => self.cover_all(),
            Wager::AnteBonus => self.ante_bonus(),
            _ => self.side_bet(wager, folded),
        }
    }

    fn folded(&self, wager: Wager, ruling: &str) -> String {
        format!("the hand was folded: {wager} of {} is lost{ruling}", self.record.stake[wager])
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
        let hand = row.zip(self.outcome.dealer).map_or_else(String::new, |(r, d)| shown(r, d));
        let who = self.opponent_name().trim_start_matches("the ");
        let verb = match (self.rules.family(), self.outcome.dealer_qualifies) {
            (Family::FourCardPoker, _) => return format!("{who} {hand}"),
            (Family::Crazy4, true) => "qualifies",
            (Family::Crazy4, false) => "does not qualify",
            (Family::FourCardFrenzy, true) => "opens",
            (Family::FourCardFrenzy, false) => "does not open",
        };
        format!("{who} {hand} and {verb} (king high or better)")
    }

    fn order(&self) -> Ordering {
        self.hand.rank.cmp(&self.outcome.dealer)
    }

    /// The player's hand against the dealer's: `beats it`.
    fn against(&self) -> &'static str {
        match self.order() {
            Ordering::Greater => "beats it",
            Ordering::Equal => "ties it",
            Ordering::Less => "loses to it",
        }
    }

    pub(super) fn own(&self) -> String {
        self.hand.rank.map_or_else(String::new, |rank| shown(self.record, rank))
    }

    fn base(&self, wager: Wager) -> String {
        let stake = self.record.stake[wager];
        let dealer = self.dealer();
        let compared = self.outcome.dealer_qualifies;
        let comparison = if compared {
            format!("; player {} and {}", self.own(), self.against())
        } else {
            String::new()
        };
        let ties_win = self.rules.family() == Family::FourCardPoker;
        let result = match (compared, self.order()) {
            (false, _) if wager == Wager::Ante => format!("{wager} pushes: {stake} returned"),
            (true, Ordering::Equal) if !ties_win => format!("{wager} pushes: {stake} returned"),
            (true, Ordering::Less) => format!("{wager} of {stake} is lost"),
            _ => format!("{wager} wins {}", self.paid(self.rules.base_payout(wager), wager)),
        };
        format!("{dealer}{comparison}; {result}")
    }

    fn super_bonus(&self) -> String {
        let wager = Wager::SuperBonus;
        let stake = self.record.stake[wager];
        if self.hand.rank.is_some_and(|r| r.category() >= Category::Straight) {
            return self.side_bet(wager, false);
        }
        let unqualified = !self.outcome.dealer_qualifies;
        let ruled = unqualified && self.order() == Ordering::Less;
        let pushes = self.order().is_ge()
            || (unqualified && self.rules.readings.super_bonus_pushes_unqualified);
        let (result, tail) = if pushes { ("pushes", "returned") } else { ("loses", "lost") };
        let ruling = if ruled {
            let applied = self.rules.ruling("super_bonus_vs_unqualified");
            format!(" (ruling super_bonus_vs_unqualified: {applied})")
        } else {
            String::new()
        };
        format!(
            "player {}, below a straight; {}; the player's hand {}, so {wager} {result}{ruling}: {stake} {tail}",
            self.own(),
            self.dealer(),
            self.against()
        )
    }

    fn odds(&self) -> String {
        let wager = Wager::Odds;
        let stake = self.record.stake[wager];
        let (own, dealer, against) = (self.own(), self.dealer(), self.against());
        let told = format!("player {own}; {dealer}; the player's hand {against}");
        if self.hand.rank.is_none_or(|r| r.category() < Category::Straight) {
            return if self.order().is_ge() {
                format!("{told}; below a straight {wager} pushes: {stake} returned")
            } else {
                format!("{told}; below a straight {wager} of {stake} is lost")
            };
        }
        let table = self.rules.paytable(wager);
        let row = table
            .zip(self.hand.rank)
            .and_then(|(t, rank)| t.row(rank, self.record.cards.as_slice()));
        match (self.order(), row) {
            (Ordering::Equal, _) if !self.rules.readings.odds_tie_wins => {
                format!(
                    "{told}; {wager} pushes on a tie (ruling odds_on_tie: pushes): {stake} returned"
                )
            }
            (Ordering::Less, Some(row)) => match row.beaten {
                Some(payout) => {
                    format!("{told}; beaten, {wager} pays {}", self.paid(payout, wager))
                }
                None => told,
            },
            (_, Some(row)) => match row.prize.payout(0) {
                Some(payout) => format!("{told}; {wager} pays {}", self.paid(payout, wager)),
                None => told,
            },
            (_, None) => told,
        }
    }

    fn bad_beat(&self) -> String {
        let wager = Wager::BadBeat;
        let stake = self.record.stake[wager];
        if self.hand.rank.is_none_or(|r| r.category() < Category::TwoPair) {
            return format!(
                "player {}, below two pair: no two pair or better is beaten, {wager} of {stake} is lost",
                self.own()
            );
        }
        let told = format!(
            "player {}; {}; the player's hand {}",
            self.own(),
            self.dealer(),
            self.against()
        );
        let beaten = match self.order() {
            Ordering::Less => self.hand.rank,
            Ordering::Greater => self.outcome.dealer,
            Ordering::Equal => {
                let applied = self.rules.ruling("bad_beat_on_tie");
                let result =
                    if self.rules.readings.bad_beat_pushes_tie { "returned" } else { "lost" };
                return format!(
                    "{told}; {wager} on a tie (ruling bad_beat_on_tie: {applied}): {stake} {result}"
                );
            }
        };
        let row = self.rules.paytable(wager).zip(beaten).and_then(|(t, b)| t.row(b, &[]));
        match row.and_then(|r| Some((r.hand, r.prize.payout(0)?))) {
            Some((hand, payout)) => format!(
                "{told}; {} is beaten, {wager} pays {}",
                hand.title(),
                self.paid(payout, wager)
            ),
            None => format!("{told}; no two pair or better is beaten: {wager} of {stake} is lost"),
        }
    }

    fn ante_bonus(&self) -> String {
        let wager = Wager::AnteBonus;
        let ante = self.record.stake[Wager::Ante];
        let row = self
            .rules
            .paytable(wager)
            .zip(self.hand.rank)
            .and_then(|(t, rank)| t.row(rank, self.record.cards.as_slice()));
        match row.and_then(|r| r.prize.payout(0)) {
            Some(payout) => format!(
                "{}; the automatic bonus pays {payout} on the Ante of {ante}: {} paid, whatever \
                 the dealer holds",
                self.own(),
                self.hand.owed[wager]
            ),
            None => format!("{}; no automatic bonus is owed", self.own()),
        }
    }

    pub(super) fn side_bet(&self, wager: Wager, folded: bool) -> String {
        let stake = self.record.stake[wager];
        let table = self.rules.paytable(wager);
        let own = match (table, self.hand.rank) {
            (Some(table), Some(rank)) => by_basis(self.record, rank, table.basis),
            _ => self.own(),
        };
        let own = if folded { format!("{own} (folded)") } else { own };
        let row = table
            .zip(self.hand.rank)
            .and_then(|(t, rank)| t.row(rank, self.record.cards.as_slice()));
        match row.map(|r| r.prize) {
            Some(Prize::Meter(share)) => format!(
                "{own}; {wager} wins {} of the displayed meter; the stake of {stake} is not returned",
                share.percent()
            ),
            Some(prize) => match prize.payout(0) {
                Some(payout) => format!("{own}; {wager} pays {}", self.paid(payout, wager)),
                None => own,
            },
            None => {
                let least = table.and_then(|t| t.rows.last()).map_or("", |r| r.hand.title());
                format!("{own}; {wager} pays nothing below {least}: {stake} lost")
            }
        }
    }

    /// `15 to 1 on $10.00: $150.00 won, $160.00 returned`; before any limit.
    pub(super) fn paid(&self, payout: Payout, wager: Wager) -> String {
        let stake = self.record.stake[wager];
        let owed = self.rules.pay(stake, payout).unwrap_or(self.hand.owed[wager]);
        let rounded = match self.rules.readings.rounding {
            Some((rounding, unit)) => format!(" (rounded {} to {unit})", rounding.name()),
            None => String::new(),
        };
        let amounts = match payout.odds {
            Odds::To => {
                let won = owed.checked_sub(stake).unwrap_or(Money::ZERO);
                format!("{won} won{rounded}, {owed} returned")
            }
            Odds::For => format!("{owed} paid{rounded}, the stake is not returned"),
        };
        format!("{payout} on {stake}: {amounts}")
    }
}
