//! What the wagers of the base game come to, for each way a hand can end: Ante, the second wager or
//! bonus, Play (Raise), as `engine` decides them.
//!
//! Everything is in units of one Ante divided by `scale`, the common denominator of all results, so
//! that results are whole numbers.

use super::SheetError;
use super::bet::Bet;
use super::exact::Ratio;
use super::readings::Readings;
use feltproof_engine::game::Paytable;
use feltproof_engine::{Facts, Family, Game, HandRank, Line, Place, Showdown};
use feltproof_model::Wager;
use num_bigint::BigInt;
use num_integer::Integer;

/// How a showdown ends: (dealer qualifies) x 3 + (player lower, equal, higher).
pub(crate) const SHOWDOWNS: usize = 6;

/// Largest result in scaled units; far above any paytable, far below where sums leave 128 bits.
const NET_MAX: i64 = 1_000_000_000_000_000;

/// The base game of one game with one paytable of its second wager (or automatic bonus).
#[derive(Clone, Debug)]
pub(crate) struct BaseRules {
    pub family: &'static Family,
    /// Units per Ante.
    pub scale: i64,
    /// The wager that the paytable is for: the second wager or automatic bonus.
    second_bet: Bet,
    /// Its paytable.
    pub table: Paytable,
    /// Net of the Ante of a hand that stayed in, by showdown.
    pub ante: [i64; SHOWDOWNS],
    /// Net of a Play of one Ante, by showdown.
    pub play: [i64; SHOWDOWNS],
    /// Net of the second wager, by row of the table (the last for no row) and showdown.
    pub second: Vec<[i64; SHOWDOWNS]>,
    /// Net of the second wager of a folded hand.
    pub second_folded: i64,
    /// Net of a folded hand: Ante and second wager.
    pub folded: i64,
    readings: Readings,
}

/// A hand that ends so: `None` for one that is folded.
fn facts(own: Place, showdown: Option<usize>) -> Facts {
    let line = if showdown.is_some() { Line::Played } else { Line::Folded };
    let showdown = showdown.map(|at| Showdown { order: (at % 3).cmp(&1), qualifies: at >= 3 });
    Facts { line, own: Some(own), dealers: None, showdown }
}

type Nets = [Ratio; SHOWDOWNS];

fn nets(bet: &Bet, own: Place) -> Result<Nets, SheetError> {
    let mut nets = Nets::default();
    for (showdown, net) in nets.iter_mut().enumerate() {
        *net = bet.net(&facts(own, Some(showdown)))?;
    }
    Ok(nets)
}

fn ends(multiples: &[i64]) -> [i64; 2] {
    [multiples.first(), multiples.last()].map(|multiple| multiple.copied().unwrap_or(1))
}

impl BaseRules {
    /// From the game's data. `Err`: a payout this counting cannot take.
    pub(crate) fn new(
        game: &Game,
        readings: &Readings,
        table: &Paytable,
    ) -> Result<Self, SheetError> {
        let second = Bet::new(game, readings, table);
        let base = |wager, payout| Bet::of_base(game, readings, table, (wager, payout));
        let ante = base(Wager::Ante, game.ante);
        let play = base(game.family.raise, game.raise);
        let places = (0..table.rows.len()).map(|row| u8::try_from(row).ok()).chain([None]);
        let seconds = places.map(|own| nets(&second, own)).collect::<Result<Vec<_>, _>>()?;
        let (ante_nets, play_nets) = (nets(&ante, None)?, nets(&play, None)?);
        let folds = [ante.net(&facts(None, None))?, second.net(&facts(None, None))?];
        let all = seconds.iter().flatten().chain(&ante_nets).chain(&play_nets).chain(&folds);
        let scale = all.fold(BigInt::from(1), |scale, net| scale.lcm(net.denom()));
        let too_fine = || SheetError::TooFine(table.id.clone(), game.id.clone());
        let bounded = |whole: &BigInt| {
            i64::try_from(whole).ok().filter(|n| n.abs() <= NET_MAX).ok_or_else(too_fine)
        };
        let units = |net: &Ratio| bounded(&(net * &scale).to_integer());
        let scaled = |nets: &Nets| {
            let mut out = [0; SHOWDOWNS];
            for (slot, net) in out.iter_mut().zip(nets) {
                *slot = units(net)?;
            }
            Ok::<_, SheetError>(out)
        };
        let second_folded = units(&folds[1])?;
        Ok(Self {
            family: game.family,
            scale: bounded(&scale)?,
            second_bet: second,
            table: table.clone(),
            ante: scaled(&ante_nets)?,
            play: scaled(&play_nets)?,
            second: seconds.iter().map(scaled).collect::<Result<_, _>>()?,
            second_folded,
            folded: units(&folds[0])? + second_folded,
            readings: readings.clone(),
        })
    }

    /// The second wager's row for a hand, as a place in [`Self::second`].
    pub(crate) fn row_of(&self, rank: HandRank) -> usize {
        self.second_bet.place(rank, &[]).map_or(self.table.rows.len(), usize::from)
    }

    /// The multiples of the Ante that a Play (Raise) may be with this hand, ascending.
    pub(crate) fn multiples_for(&self, rank: HandRank) -> &'static [i64] {
        self.family.play_multiples(self.readings.rules(), rank)
    }

    /// The least and the largest multiple with the best hands.
    pub(crate) fn ends_of_multiples(&self) -> [i64; 2] {
        ends(self.readings.rules().play_multiples())
    }

    /// The least and the largest multiple with this hand: between them no decision is ever the best alone, since what a
    /// hand comes to goes up or down with the multiple in one line.
    pub(crate) fn ends_of_multiples_for(&self, rank: HandRank) -> [i64; 2] {
        ends(self.multiples_for(rank))
    }
}
