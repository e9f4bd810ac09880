//! Says how a wager was settled, in words a supervisor can follow. It retells what `settle`
//! decided and decides nothing itself.

use crate::crazy4::{Line, line_of};
use crate::game::Prize;
use crate::rank::{Category, HandRank};
use crate::rank_tables::best_four;
use crate::rules::TableRules;
use crate::settle::{RoundSettlement, RoundState, SettledHand};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{Money, Seat, Wager};

/// How one wager of one row was settled: the hand, the rule, the odds, the stake and what is
/// returned, or why that cannot be told. `rows`, `settled` and `outcome` are those of one
/// [`crate::settle()`]; `row` is a place in them.
pub fn explain(
    rules: &TableRules,
    rows: &[HandRow],
    settled: &[SettledHand],
    outcome: &RoundSettlement,
    row: usize,
    wager: Wager,
) -> String {
    let (Some(record), Some(hand)) = (rows.get(row), settled.get(row)) else {
        return "there is no such row in the round".to_owned();
    };
    if record.seat.player().is_none() {
        return format!("seat {} makes no wagers", record.seat);
    }
    let story = Story { rules, rows, outcome, record, hand };
    match outcome.state {
        RoundState::Unsettleable(why) => format!("the round cannot be settled: {}", why.describe()),
        RoundState::Void => story.void(wager),
        RoundState::Settled if wager == Wager::Envy => story.envy(settled),
        RoundState::Settled if record.stake[wager].is_zero() => {
            format!("no {wager} wager was made, so nothing is owed")
        }
        RoundState::Settled if !hand.testable.contains(wager) => story.untestable(wager),
        RoundState::Settled => story.wager(wager),
    }
}

struct Story<'a> {
    rules: &'a TableRules,
    rows: &'a [HandRow],
    outcome: &'a RoundSettlement,
    record: &'a HandRow,
    hand: &'a SettledHand,
}

impl Story<'_> {
    fn void(&self, wager: Wager) -> String {
        let proper = self.rules.cards_per_hand();
        let wrong = self.rows.iter().find(|r| !r.cards.is_empty() && r.cards.len() != proper);
        let why = match wrong {
            Some(row) => {
                format!("{} has {} cards, not {proper}", seat(row.seat), row.cards.len())
            }
            None => "it was declared void".to_owned(),
        };
        if wager == Wager::Envy {
            return format!("the round is void ({why}): no envy is owed");
        }
        let stake = self.record.stake[wager];
        format!("the round is void ({why}): all stakes are returned, {stake} for {wager}")
    }

    /// Why a staked wager could not be decided, in the order in which the reasons rule.
    fn untestable(&self, wager: Wager) -> String {
        let stake = self.record.stake[wager];
        if stake < Money::ZERO {
            return format!("a {wager} stake of {stake} is below nothing");
        }
        if !self.rules.offers(wager) {
            return format!("the table offers no {wager} wager, so nothing says what it pays");
        }
        if line_of(self.record) == Line::Unclear && wager != Wager::Progressive {
            let said = if self.record.action == Action::Fold { "folded" } else { "played" };
            let play = self.record.stake[Wager::Play];
            return format!(
                "the record says the hand was {said}, but its Play stake is {play}: {wager} cannot be decided"
            );
        }
        if self.hand.rank.is_none() {
            return format!(
                "{} has no cards on record: {wager} cannot be decided",
                seat(self.record.seat)
            );
        }
        if self.outcome.dealer.is_none() && wager != Wager::QueensUp && wager != Wager::Progressive
        {
            return format!("the dealer has no cards on record: {wager} cannot be decided");
        }
        format!("{wager} on {stake} has no exact payout in whole micro-dollars")
    }

    fn wager(&self, wager: Wager) -> String {
        let folded = line_of(self.record) == Line::Folded;
        match wager {
            Wager::Ante | Wager::Play | Wager::SuperBonus if folded => self.folded(wager, ""),
            Wager::QueensUp if folded && !self.rules.readings.queens_up_stands_on_fold => {
                self.folded(wager, " (ruling queens_up_on_fold: loses)")
            }
            Wager::Progressive if folded && !self.rules.readings.progressive_on_fold => {
                self.folded(wager, " (ruling progressive_on_fold: not-eligible)")
            }
            Wager::Ante | Wager::Play => self.base(wager),
            Wager::SuperBonus => self.super_bonus(),
            Wager::QueensUp | Wager::Progressive | Wager::Envy => self.side_bet(wager, folded),
        }
    }

    fn folded(&self, wager: Wager, ruling: &str) -> String {
        format!("the hand was folded: {wager} of {} is lost{ruling}", self.record.stake[wager])
    }

    /// `dealer K♣ Q♦ 8♠ 4♥ is king-high and qualifies (king high or better)`.
    fn dealer(&self) -> String {
        let row = self.rows.iter().find(|r| r.seat == Seat::Dealer);
        let hand = row.zip(self.outcome.dealer).map_or_else(String::new, |(r, d)| shown(r, d));
        let verb = if self.outcome.dealer_qualifies { "qualifies" } else { "does not qualify" };
        format!("dealer {hand} and {verb} (king high or better)")
    }

    /// The player's hand against the dealer's: `beats it`.
    fn against(&self) -> &'static str {
        match self.hand.rank.cmp(&self.outcome.dealer) {
            std::cmp::Ordering::Greater => "beats it",
            std::cmp::Ordering::Equal => "ties it",
            std::cmp::Ordering::Less => "loses to it",
        }
    }

    fn own(&self) -> String {
        self.hand.rank.map_or_else(String::new, |rank| shown(self.record, rank))
    }

    fn base(&self, wager: Wager) -> String {
        let stake = self.record.stake[wager];
        let owed = self.hand.owed[wager];
        let dealer = self.dealer();
        let comparison = if self.outcome.dealer_qualifies {
            format!("; player {} and {}", self.own(), self.against())
        } else {
            String::new()
        };
        let result = if owed.is_zero() {
            format!("{wager} of {stake} is lost")
        } else if owed == stake {
            format!("{wager} pushes: {owed} returned")
        } else {
            format!("{wager} wins {}", self.paid(self.rules.base_payout(wager), wager))
        };
        format!("{dealer}{comparison}; {result}")
    }

    fn super_bonus(&self) -> String {
        let wager = Wager::SuperBonus;
        let stake = self.record.stake[wager];
        if self.hand.rank.is_some_and(|r| r.category() >= Category::Straight) {
            return self.side_bet(wager, false);
        }
        let pushes = !self.hand.owed[wager].is_zero();
        let result = if pushes { "pushes" } else { "loses" };
        let tail = if pushes { "returned" } else { "lost" };
        let ruling = match (self.outcome.dealer_qualifies, self.against()) {
            (false, "loses to it") => {
                format!(
                    " (ruling super_bonus_vs_unqualified: {})",
                    self.rules.ruling("super_bonus_vs_unqualified")
                )
            }
            _ => String::new(),
        };
        format!(
            "player {}, below a straight; {}; the player's hand {}, so {wager} {result}{ruling}: {stake} {tail}",
            self.own(),
            self.dealer(),
            self.against()
        )
    }

    fn side_bet(&self, wager: Wager, folded: bool) -> String {
        let stake = self.record.stake[wager];
        let own = if folded { format!("{} (folded)", self.own()) } else { self.own() };
        let table = self.rules.paytable(wager);
        let row = table.zip(self.hand.rank).and_then(|(t, rank)| t.row(rank));
        match row.map(|r| r.prize) {
            Some(Prize::Fixed(payout)) => {
                format!("{own}; {wager} pays {}", self.paid(payout, wager))
            }
            Some(Prize::Meter(share)) => format!(
                "{own}; {wager} wins {} of the displayed meter; the stake of {stake} is not returned",
                share.percent()
            ),
            None => {
                let least = table.and_then(|t| t.rows.last()).map_or("", |r| r.hand.title());
                format!("{own}; {wager} pays nothing below {least}: {stake} lost")
            }
        }
    }

    /// `15 to 1 on $10.00: $150.00 won, $160.00 returned`.
    fn paid(&self, payout: crate::game::Payout, wager: Wager) -> String {
        let (stake, owed) = (self.record.stake[wager], self.hand.owed[wager]);
        let rounded = match self.rules.readings.rounding {
            Some((rounding, unit)) => format!(" (rounded {} to {unit})", rounding.name()),
            None => String::new(),
        };
        let amounts = match payout.odds {
            crate::game::Odds::To => {
                let won = owed.checked_sub(stake).unwrap_or(Money::ZERO);
                format!("{won} won{rounded}, {owed} returned")
            }
            crate::game::Odds::For => format!("{owed} paid{rounded}, the stake is not returned"),
        };
        format!("{payout} on {stake}: {amounts}")
    }

    fn envy(&self, settled: &[SettledHand]) -> String {
        let stake = self.record.stake[Wager::Progressive];
        let receives = self.rules.receives_envy(self.record);
        if receives == Some(false) {
            return if stake > Money::ZERO {
                "the hand was folded, so no envy is owed (ruling envy_to_folded: not-paid)"
                    .to_owned()
            } else {
                "no Progressive wager was made, so no envy is owed".to_owned()
            };
        }
        let mut parts = Vec::new();
        for (row, hand) in self.rows.iter().zip(settled) {
            let Some((seat, rank)) = row.seat.player().zip(hand.rank) else { continue };
            if let (true, Some(amount)) =
                (self.hand.envy_from.contains(seat), self.rules.envy_amount(rank, stake))
            {
                parts
                    .push(format!("seat {seat}: {} and brings envy of {amount}", shown(row, rank)));
            }
        }
        let owed = self.hand.owed[Wager::Envy];
        let known = if parts.is_empty() {
            "no hand on record of another player brings envy".to_owned()
        } else {
            format!("{}: {owed} owed", parts.join("; "))
        };
        if self.hand.testable.contains(Wager::Envy) {
            known
        } else {
            format!(
                "{known}; not every other hand that might bring envy is on record, so more may be owed"
            )
        }
    }
}

fn seat(seat: Seat) -> String {
    match seat {
        Seat::Player(n) => format!("seat {n}"),
        Seat::Dealer => "the dealer".to_owned(),
        Seat::Banker => "the banker".to_owned(),
    }
}

/// `A♠ K♠ Q♠ J♠ is an ace-high straight flush`.
fn shown(row: &HandRow, rank: HandRank) -> String {
    let Some(cards) = row.cards.exactly::<5>() else { return rank.describe() };
    let mut four = best_four(cards);
    let count = |r: u8| cards_of(&four, r);
    let counts: [usize; 13] = std::array::from_fn(|r| u8::try_from(r).map_or(0, count));
    four.sort_by_key(|card| {
        let r = card.rank();
        let worth = if rank.has_low_ace() && r == 12 { 0 } else { r + 1 };
        (
            std::cmp::Reverse(counts.get(usize::from(r)).copied()),
            std::cmp::Reverse(worth),
            card.suit(),
        )
    });
    let cards: Vec<String> = four.iter().map(|c| c.pretty()).collect();
    let text = rank.describe();
    let name = text.split_once(" (").map_or(text.as_str(), |(name, _)| name);
    format!("{} is {name}", cards.join(" "))
}

fn cards_of(cards: &[feltproof_model::Card], rank: u8) -> usize {
    cards.iter().filter(|c| c.rank() == rank).count()
}
