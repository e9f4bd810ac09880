//! What a side bet returns by its PAR sheet: exact, for every table at which no decision of the player bears on it. What the
//! base game returns at best play, with a bound of what it can gain however it is played.

use crate::best_play::{BestPlay, best_play};
use feltproof_engine::game::Banked;
use feltproof_engine::{Game, TableRules};
use feltproof_model::engagement::Table;
use feltproof_model::{TableId, Wager};
use feltproof_par::sheet::{Distribution, Line, Ratio, side_without_decisions};
use feltproof_stats::GainLaw;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use std::rc::Rc;

/// One side bet by its PAR sheet, or the base game at best play.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    /// What each dollar staked (of the Ante in the base game) gains on average: below zero.
    pub(crate) gain: Ratio,
    pub(crate) variance: Ratio,
    /// The whole law; of the base game a bound above that of every way to play.
    pub(crate) law: GainLaw,
}

/// Everything that says what the wagers of the tables return: tables and their rules stand in one order.
#[derive(Clone, Copy, Debug)]
pub struct Sheets<'a> {
    /// Tables.
    pub tables: &'a [Table],
    /// Their rules.
    pub rules: &'a [TableRules],
    /// The games that they deal.
    pub games: &'a [Game],
    /// Wagers of which the record has not both amounts.
    pub unrecorded: &'a [Wager],
    /// Wagers of which the record has amounts in another unit.
    pub misread: &'a [Wager],
}

/// The sheets asked for so far; tables with the same game, rulings and paytable share one.
pub(crate) struct Known<'a> {
    of: Sheets<'a>,
    known: BTreeMap<SheetKey, Result<Rc<Expected>, String>>,
    places: BTreeMap<(TableId, Wager, u8), SheetKey>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SheetKey {
    game: String,
    rulings: Vec<(String, String)>,
    wager: Wager,
    paytable: String,
    hands: u8,
}

impl<'a> Known<'a> {
    pub(crate) const fn new(of: Sheets<'a>) -> Self {
        Self { of, known: BTreeMap::new(), places: BTreeMap::new() }
    }

    /// What a wager at a table returns, or why that cannot be told.
    pub(crate) fn at(
        &mut self,
        table: TableId,
        wager: Wager,
        hands: u8,
    ) -> Result<Rc<Expected>, String> {
        let place = (table, wager, hands);
        let key = match self.places.get(&place) {
            Some(key) => key.clone(),
            None => {
                let key = self.key(table, wager, hands)?;
                self.places.insert(place, key.clone());
                key
            }
        };
        if !self.known.contains_key(&key) {
            self.count(&key);
        }
        let missing = || Err("its PAR sheet has no column for so many hands".to_owned());
        self.known.get(&key).cloned().unwrap_or_else(missing)
    }

    /// Counts the deals for a key, and for the same bet at every other number of hands.
    fn count(&mut self, key: &SheetKey) {
        let game = self.of.games.iter().find(|game| game.id == key.game);
        let found = game.ok_or_else(|| "its game has no definition".to_owned());
        match found.and_then(|game| expected(game, key)) {
            Ok(all) => self.known.extend(
                all.into_iter()
                    .map(|(hands, found)| (SheetKey { hands, ..key.clone() }, found.map(Rc::new))),
            ),
            Err(why) => {
                self.known.insert(key.clone(), Err(why));
            }
        }
    }

    fn key(&self, table: TableId, wager: Wager, hands: u8) -> Result<SheetKey, String> {
        let at = usize::from(table.0);
        let (Some(table), Some(rules)) = (self.of.tables.get(at), self.of.rules.get(at)) else {
            return Err("the table has no rules".to_owned());
        };
        let is_base = wager == Wager::Ante;
        let base = rules.family().base_wagers();
        let wagers = if is_base { &base[..] } else { std::slice::from_ref(&wager) };
        if let Some(lacking) = wagers.iter().find(|wager| self.of.unrecorded.contains(wager)) {
            let stake =
                if is_base { format!("the stake of {lacking}") } else { "its stake".to_owned() };
            return Err(format!("a hands journal lacks {stake} or what it returned"));
        }
        if wagers.iter().any(|wager| self.of.misread.contains(wager)) {
            return Err("its amounts are recorded in another unit, which is a finding".to_owned());
        }
        if rules.banked() != Banked::House {
            return Err("a player banker pays no more than the bank holds".to_owned());
        }
        let of_paytable = if is_base { rules.family().needs_paytable } else { wager };
        let paytable = table.paytable(of_paytable).ok_or("the table names no paytable for it")?;
        let rounding = rules.ruling("payout_rounding");
        if rounding.contains("up") {
            return Err("payouts are rounded up, so that they may exceed the paytable".to_owned());
        }
        let rulings = rules.rulings().iter().map(|r| (r.id.clone(), r.applied.clone())).collect();
        let (game, paytable) = (table.game.clone(), paytable.to_owned());
        Ok(SheetKey { game: game.to_string(), rulings, wager, paytable, hands })
    }
}

/// By the number of hands dealt, 0 where the bet does not pay by it.
type ByHands = Vec<(u8, Result<Expected, String>)>;

fn expected(game: &Game, key: &SheetKey) -> Result<ByHands, String> {
    if key.wager == Wager::Ante {
        let play = best_play(game, &key.rulings, &key.paytable).map_err(|e| e.to_string())?;
        return Ok(vec![(0, at_best(play))]);
    }
    let sheets = side_without_decisions(game, &key.rulings, key.wager, &key.paytable);
    let sheets = sheets.map_err(|e| e.to_string())?;
    let sheets =
        sheets.ok_or("it goes with a folded hand, so that the players' decisions bear on it")?;
    let one = |sheet: &Distribution| {
        let law = law(sheet).ok_or("its PAR sheet has gains that are no plain fractions")?;
        Ok(Expected { gain: sheet.expectation(), variance: sheet.variance(), law })
    };
    Ok(sheets.iter().map(|side| (side.hands.unwrap_or(0), one(&side.distribution))).collect())
}

/// The base game: expectation and variance of best play, and the bound of every way to play.
fn at_best(play: BestPlay) -> Result<Expected, String> {
    let law = play.law().ok_or("its PAR sheet has gains that are no plain numbers")?;
    Ok(Expected { gain: play.expectation, variance: play.variance, law })
}

/// The lines of a sheet in 128 bits; beyond, each loses what is below 2^-100 of all deals.
fn law(sheet: &Distribution) -> Option<GainLaw> {
    const BITS: u64 = 100;
    let shift = sheet.total().bits().max(BITS) - BITS;
    let gain = |line: &Line| Some((line.net.numer().to_i64()?, line.net.denom().to_i64()?));
    let lines = sheet.lines.iter().map(|l| Some((gain(l)?, (&l.combinations >> shift).to_u128()?)));
    GainLaw::new(&lines.collect::<Option<Vec<_>>>()?)
}
