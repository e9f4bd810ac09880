//! The house: which game it deals, which paytables it chose and how it reads the open points.

use feltproof_model::{Money, Rounding, Wager};

use crate::games::GameKind;
use crate::games::family::{PAYOUT_ROUNDING, Ruling};
use crate::games::paytable::{Column, PaidHand, Pay, Paytable};
use crate::games::progressive::{ENVY_READING, LINK_ENVY_READING};
use crate::rank::Hand;

/// A paytable on offer, read.
#[derive(Clone, Debug)]
struct Offer {
    table: &'static Paytable,
    columns: Vec<Column>,
}

/// A game as one house deals it.
#[derive(Clone, Debug)]
pub struct House {
    /// Which game.
    pub game: GameKind,
    /// The posted aggregate limits of side bets (document 000); at most one for each wager.
    pub aggregate: Vec<(Wager, Money)>,
    offers: Vec<Offer>,
    /// What a hand brings to each of the others, by the progressive's paytable, in dollars.
    envy: Vec<(PaidHand, i64)>,
    /// Every open point of the game with the way it is read.
    readings: Vec<(&'static str, &'static str)>,
    rounding: Option<(Rounding, Money)>,
}

impl House {
    /// The game with its mandatory wagers and no side bet; every open point read by its default. It
    /// has the table of the wager beside the Ante where there is only one; Odds need a choice.
    pub fn new(game: GameKind) -> Self {
        let default = |(name, values): Ruling| Some((name, *values.first()?));
        let mut house = Self {
            game,
            aggregate: Vec::new(),
            offers: Vec::new(),
            envy: Vec::new(),
            readings: game.rulings().into_iter().filter_map(default).collect(),
            rounding: None,
        };
        let [_, beside, _] = game.values().base;
        let mut tables = game.paytables_of(beside);
        if let (Some(only), None) = (tables.next(), tables.next()) {
            house.put(only);
        }
        house
    }

    /// Offers a wager by a paytable, in place of the one it had. A progressive, for example, is
    /// `(Wager::Progressive, "pays-3")`. The error names the tables there are.
    pub fn offer(&mut self, wager: Wager, paytable: &str) -> Result<(), String> {
        let Some(table) = self.game.paytables_of(wager).find(|t| t.id == paytable) else {
            return Err(format!(
                "{} has no paytable `{paytable}` for {wager}; it has {}",
                self.game.id(),
                listed(&self.game.paytables(wager))
            ));
        };
        self.put(table);
        Ok(())
    }

    /// Reads an open point in one of the ways it can be read. The error names the ways there are.
    pub fn rule(&mut self, name: &str, value: &str) -> Result<(), String> {
        let rulings = self.game.rulings();
        let of_name = rulings.iter().find(|ruling| ruling.0 == name);
        let reading = self.readings.iter_mut().find(|reading| reading.0 == name);
        let (Some((_, values)), Some(reading)) = (of_name, reading) else {
            let names: Vec<_> = rulings.iter().map(|ruling| ruling.0).collect();
            return Err(format!(
                "{} has no ruling `{name}`; it has {}",
                self.game.id(),
                listed(&names)
            ));
        };
        let Some(value) = values.iter().find(|v| **v == value) else {
            return Err(format!("`{name}` cannot be `{value}`; it is {}", listed(values)));
        };
        reading.1 = value;
        if name == PAYOUT_ROUNDING.0 {
            // `half-up-0.50`: how, and to which chip; `exact` has no chip.
            self.rounding = value.rsplit_once('-').and_then(|(how, chip)| {
                Some((Rounding::parse(how)?, Money::parse(chip.as_bytes()).ok()?))
            });
        }
        self.read_envy();
        Ok(())
    }

    fn put(&mut self, table: &'static Paytable) {
        self.offers.retain(|offer| offer.table.wager != table.wager);
        let columns = table.columns().unwrap_or_default();
        self.offers.push(Offer { table, columns });
        self.read_envy();
    }

    /// The amounts printed beside the rows of the progressive's paytable (document 001).
    fn read_envy(&mut self) {
        let Some(table) = self.offer_of(Wager::Progressive).map(|offer| offer.table) else {
            return;
        };
        let mut amounts = table.envy.to_vec();
        if table.is_multi_game() {
            if self.reads(LINK_ENVY_READING, "swapped") {
                amounts.reverse();
            }
        } else if self.reads(ENVY_READING, "from-the-second-row") {
            // Passed over, four aces must still be named, or count as any four of a kind.
            amounts.insert(0, 0);
        }
        self.envy = table.rows.iter().copied().zip(amounts).collect();
    }

    fn offer_of(&self, wager: Wager) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.table.wager == wager)
    }

    /// The paytable of a wager, if it is offered by one.
    pub fn paytable(&self, wager: Wager) -> Option<&'static str> {
        self.offer_of(wager).map(|offer| offer.table.id)
    }

    /// Whether its progressive is that of a multi-game link.
    pub(crate) fn is_of_multi_game_link(&self) -> bool {
        self.offer_of(Wager::Progressive).is_some_and(|offer| offer.table.is_multi_game())
    }

    /// Every open point of the game with the way it is read here.
    pub fn readings(&self) -> Vec<(&'static str, &'static str)> {
        self.readings.clone()
    }

    pub(crate) fn offers(&self, wager: Wager) -> bool {
        let [ante, _, after] = self.game.values().base;
        wager == ante || wager == after || self.paytable(wager).is_some()
    }

    pub(super) fn reads(&self, (name, _): Ruling, value: &str) -> bool {
        self.readings.contains(&(name, value))
    }

    /// Whether a fold takes a side bet along: the ruling `queens_up_on_fold` and its like.
    pub(super) fn takes_on_fold(&self, wager: Wager) -> bool {
        let is_own = |name: &str| name.strip_suffix("_on_fold") == Some(wager.key());
        self.readings.iter().any(|(name, value)| *value == "loses" && is_own(name))
    }

    /// What the first row of a column that names the hand pays; `None` when none does.
    pub(super) fn pay(&self, wager: Wager, column: usize, hand: &Hand) -> Option<Pay> {
        Some(self.row_of(wager, column, hand)?.1)
    }

    /// The place of the first row of a column that names the hand, and what it pays.
    pub(super) fn row_of(&self, wager: Wager, column: usize, hand: &Hand) -> Option<(usize, Pay)> {
        let rows = self.offer_of(wager)?.columns.get(column)?;
        let place = rows.iter().position(|(row, _)| row.is(hand))?;
        rows.get(place).map(|(_, pay)| (place, *pay))
    }

    /// What a hand brings to each of the others who made the progressive wager, in dollars.
    pub(super) fn envy_of(&self, hand: &Hand) -> i64 {
        self.envy.iter().find(|(row, _)| row.is(hand)).map_or(0, |(_, dollars)| *dollars)
    }

    /// The most that any hand can bring, in dollars.
    pub(super) fn most_envy(&self) -> i64 {
        self.envy.iter().map(|(_, dollars)| *dollars).max().unwrap_or(0)
    }

    /// `win` for every `to` of the stake, in whole chips; `None` when finer than a micro-dollar.
    pub(super) fn payout(&self, stake: Money, win: i64, to: i64) -> Option<Money> {
        let whole = i128::from(stake.micros()) * i128::from(win);
        let (rounding, unit) = self.rounding.unwrap_or((Rounding::Exact, Money::from_micros(1)));
        let unit = i128::from(unit.micros());
        let units = rounding.divide(whole, i128::from(to) * unit)?;
        i64::try_from(units * unit).ok().map(Money::from_micros)
    }
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_game_does_not_have_is_refused_with_what_it_has() {
        let mut house = House::new(GameKind::Crazy4Version2);
        assert_eq!(house.offer(Wager::QueensUp, "C4P-12"), Ok(()));
        let error = house.offer(Wager::QueensUp, "C4P-09").unwrap_err();
        assert_eq!(error, "crazy4-v2 has no paytable `C4P-09` for Queens Up; it has C4P-12");
        let error = house.offer(Wager::Prime, "PRIME-6").unwrap_err();
        assert!(error.ends_with("it has none"), "{error}");
        let error = house.rule("odds_on_tie", "wins").unwrap_err();
        assert!(error.contains("super_bonus_vs_unqualified, queens_up_on_fold"), "{error}");
        let error = house.rule("queens_up_on_fold", "pushes").unwrap_err();
        assert_eq!(error, "`queens_up_on_fold` cannot be `pushes`; it is stands, loses");
    }

    /// $2.50 at 3 to 2 is $3.75.
    #[test]
    fn every_rounding_of_a_payout() {
        let stake = Money::from_micros(2_500_000);
        for (value, cents) in [
            ("exact", 375),
            ("down-0.50", 350),
            ("up-0.50", 400),
            ("half-up-0.50", 400),
            ("down-1.00", 300),
            ("up-1.00", 400),
            ("half-up-1.00", 400),
            ("exact", 375),
        ] {
            let mut house = House::new(GameKind::Crazy4Washington);
            house.rule("payout_rounding", "up-1.00").unwrap();
            house.rule("payout_rounding", value).unwrap();
            // Another ruling with a dash in its value leaves the rounding alone.
            house.rule("envy_reading", "from-the-second-row").unwrap();
            let payout = house.payout(stake, 3, 2);
            assert_eq!(payout, Some(Money::from_micros(cents * 10_000)), "{value}");
        }
        let exact = House::new(GameKind::Crazy4Washington);
        assert_eq!(exact.payout(Money::from_micros(1), 3, 2), None);
    }
}
