//! The house: which game it deals, which paytables it chose and how it reads the open points.

use feltproof_model::{Money, Rounding, Wager};

use super::Hand;
use super::five::FiveKind;
use super::game_kind::GameKind;
use super::paytables::{Column, Pay, Row, TABLES, Table};
use super::rulings::{self, RULINGS};
use crate::rank::Kind;

impl GameKind {
    /// The ids of the paytables that a wager of this game may have.
    pub fn paytables(self, wager: Wager) -> Vec<&'static str> {
        let tables = TABLES.iter().filter(|t| t.wager == wager && t.games.contains(&self));
        tables.map(|table| table.id).collect()
    }

    /// The open points of this game, each with its readings, the default first.
    pub fn rulings(self) -> Vec<(&'static str, &'static [&'static str])> {
        let rulings = RULINGS.iter().filter(|ruling| ruling.games.contains(&self));
        rulings.map(|ruling| (ruling.name, ruling.values)).collect()
    }
}

/// A paytable on offer.
#[derive(Clone, Debug)]
struct Offer {
    wager: Wager,
    id: &'static str,
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
    envy: Vec<(Row, i64)>,
    /// The reading chosen of each ruling, by its place among the ruling's values.
    readings: [u8; rulings::COUNT],
    rounding: Option<(Rounding, Money)>,
}

impl House {
    /// The game with its mandatory wagers and no side bet; every open point read by its default. Of
    /// the Super Bonus there is one table only; the Odds of Four Card Frenzy need a choice.
    pub fn new(game: GameKind) -> Self {
        let mut house = Self {
            game,
            aggregate: Vec::new(),
            offers: Vec::new(),
            envy: Vec::new(),
            readings: [0; rulings::COUNT],
            rounding: None,
        };
        let super_bonus = TABLES.iter().filter(|t| t.wager == Wager::SuperBonus);
        for table in super_bonus.filter(|t| t.games.contains(&game)) {
            house.put(table);
        }
        house
    }

    /// Offers a wager by a paytable, in place of the one it had. A progressive, for example, is
    /// `(Wager::Progressive, "pays-3")`. The error names the tables there are.
    pub fn offer(&mut self, wager: Wager, paytable: &str) -> Result<(), String> {
        let table = TABLES
            .iter()
            .find(|t| t.wager == wager && t.id == paytable && t.games.contains(&self.game));
        let Some(table) = table else {
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
        let at = RULINGS.iter().position(|r| r.name == name && r.games.contains(&self.game));
        let Some((ruling, reading)) = at.and_then(|at| Some((at, self.readings.get_mut(at)?)))
        else {
            let names: Vec<_> = self.game.rulings().iter().map(|r| r.0).collect();
            return Err(format!(
                "{} has no ruling `{name}`; it has {}",
                self.game.id(),
                listed(&names)
            ));
        };
        let values = RULINGS.get(ruling).map_or(&[][..], |r| r.values);
        let Some(place) = values.iter().position(|v| *v == value) else {
            return Err(format!("`{name}` cannot be `{value}`; it is {}", listed(values)));
        };
        *reading = u8::try_from(place).unwrap_or(0);
        if ruling == rulings::PAYOUT_ROUNDING {
            // `half-up-0.50`: how, and to which chip; `exact` has no chip.
            self.rounding = value.rsplit_once('-').and_then(|(how, chip)| {
                Some((Rounding::parse(how)?, Money::parse(chip.as_bytes()).ok()?))
            });
        }
        self.read_envy();
        Ok(())
    }

    fn put(&mut self, table: &Table) {
        self.offers.retain(|offer| offer.wager != table.wager);
        let columns = table.columns().unwrap_or_default();
        self.offers.push(Offer { wager: table.wager, id: table.id, columns });
        self.read_envy();
    }

    /// The amounts printed beside the rows of the progressive's paytable (document 001).
    fn read_envy(&mut self) {
        let from_second = self.reads(rulings::ENVY_READING, "from-the-second-row");
        let swapped = self.reads(rulings::LINK_ENVY_READING, "swapped");
        let rows = [
            Row::FourAces,
            Row::Is(Kind::Quads),
            Row::Is(Kind::StraightFlush),
            Row::Is(Kind::Trips),
        ];
        let pays = |printed: &[i64]| {
            // A row that the amounts pass over brings nothing; four aces must still be named, or
            // they would count as any four of a kind.
            let passed_over = usize::from(from_second);
            let amounts = std::iter::repeat_n(&0, passed_over).chain(printed);
            rows.into_iter().zip(amounts.copied()).collect()
        };
        self.envy = match self.paytable(Wager::Progressive) {
            Some("pays-1") => pays(&[100, 10, 5]),
            Some("pays-2" | "pays-3") => pays(&[100, 25]),
            Some("link-5") => {
                let (royal, straight_flush) = if swapped { (5_000, 1_000) } else { (1_000, 5_000) };
                vec![
                    (Row::Five(FiveKind::Royal), royal),
                    (Row::Five(FiveKind::StraightFlush), straight_flush),
                ]
            }
            _ => Vec::new(),
        };
    }

    /// The paytable of a wager, if it is offered by one.
    pub fn paytable(&self, wager: Wager) -> Option<&'static str> {
        self.offers.iter().find(|offer| offer.wager == wager).map(|offer| offer.id)
    }

    /// Every open point of the game with the way it is read here.
    pub fn readings(&self) -> Vec<(&'static str, &'static str)> {
        let rulings = RULINGS.iter().zip(self.readings);
        let rulings = rulings.filter(|(ruling, _)| ruling.games.contains(&self.game));
        rulings.filter_map(|(r, at)| Some((r.name, *r.values.get(usize::from(at))?))).collect()
    }

    /// Whether the wager can be made here.
    pub(crate) fn offers(&self, wager: Wager) -> bool {
        wager == Wager::Ante || wager == self.game.layout().after || self.paytable(wager).is_some()
    }

    /// Whether an open point is read this way.
    pub(super) fn reads(&self, ruling: usize, value: &str) -> bool {
        let reading = self.readings.get(ruling).copied().unwrap_or(0);
        let values = RULINGS.get(ruling).map_or(&[][..], |r| r.values);
        values.get(usize::from(reading)) == Some(&value)
    }

    /// What the first row of a column that asks for the hand pays; `None` when none does.
    pub(super) fn pay(&self, wager: Wager, column: usize, hand: &Hand) -> Option<Pay> {
        let offer = self.offers.iter().find(|offer| offer.wager == wager)?;
        let rows = offer.columns.get(column)?;
        rows.iter().find(|(row, _)| row.asks_for(hand)).map(|(_, pay)| *pay)
    }

    /// The place of the first row of a column that asks for the hand, and what it pays.
    pub(super) fn row_of(&self, wager: Wager, column: usize, hand: &Hand) -> Option<(usize, Pay)> {
        let offer = self.offers.iter().find(|offer| offer.wager == wager)?;
        let rows = offer.columns.get(column)?;
        let place = rows.iter().position(|(row, _)| row.asks_for(hand))?;
        rows.get(place).map(|(_, pay)| (place, *pay))
    }

    /// What a hand brings to each of the others who made the progressive wager, in dollars.
    pub(super) fn envy_of(&self, hand: &Hand) -> i64 {
        self.envy.iter().find(|(row, _)| row.asks_for(hand)).map_or(0, |(_, dollars)| *dollars)
    }

    /// The most that any hand can bring, in dollars.
    pub(super) fn most_envy(&self) -> i64 {
        self.envy.iter().map(|(_, dollars)| *dollars).max().unwrap_or(0)
    }

    /// `win` for every `to` of the stake, brought to the smallest chip; `None` when an exact payout
    /// would be finer than a micro-dollar.
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
    fn ids_read_back() {
        for game in GameKind::ALL {
            assert_eq!(GameKind::from_id(game.id()), Some(game));
        }
        assert_eq!(GameKind::from_id("crazy4"), None);
    }

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
