//! What the wagers of the base game come to, for each way a hand can end: Ante, the second wager or
//! bonus, Play (Raise). Written for counting, from the game's data; `engine` settles rounds of money
//! by code of its own, and tests compare the two.
//!
//! Everything is in units of one Ante divided by `scale`, the common denominator of all payouts, so
//! that results are whole numbers.

use super::readings::Readings;
use feltproof_engine::game::{Odds, Payout, Paytable, Prize, Row};
use feltproof_engine::{Category, Family, Game, HandRank};
use feltproof_model::Wager;

/// How a showdown ends: (dealer qualifies) x 3 + (player lower, equal, higher).
pub(crate) const SHOWDOWNS: usize = 6;

/// Largest result of a wager in scaled units; far above any paytable, far below where sums of the
/// counts would leave 128 bits.
const NET_MAX: i128 = 1_000_000_000_000_000;

/// The base game of one game with one paytable of its second wager (or automatic bonus).
#[derive(Clone, Debug)]
pub(crate) struct BaseRules {
    pub family: Family,
    /// Units per Ante.
    pub scale: i64,
    /// The paytable of the second wager.
    pub table: Paytable,
    /// Net of the Ante of a hand that stayed in, by showdown.
    pub ante: [i64; SHOWDOWNS],
    /// Net of a Play of one Ante, by showdown.
    pub play: [i64; SHOWDOWNS],
    /// Net of the second wager, by row of the table (the last for no row) and showdown.
    pub second: Vec<[i64; SHOWDOWNS]>,
    /// Net of the second wager of a folded hand.
    pub second_folded: i64,
    /// The multiples of the Ante that a Play may be at most.
    multiples: &'static [i64],
}

/// True when the player is not lower.
const fn wins_or_ties(showdown: usize) -> bool {
    matches!(showdown % 3, 1 | 2)
}

const fn qualifies(showdown: usize) -> bool {
    showdown >= 3
}

impl BaseRules {
    /// From the game's data.
    ///
    /// # Errors
    /// One sentence about a payout this counting cannot take.
    pub(crate) fn new(game: &Game, readings: &Readings, table: &Paytable) -> Result<Self, String> {
        let scale = scale_of(game, table)?;
        let units = |payout: Payout| net(payout, scale, game, table);
        let (ante_win, play_win) = (units(game.ante)?, units(game.raise)?);
        let any = !game.family.has_qualifier();
        let by_showdown = |not_qualified: i64, win: i64| {
            let mut nets = [-scale; SHOWDOWNS];
            for (showdown, net) in nets.iter_mut().enumerate() {
                *net = match (qualifies(showdown), showdown % 3) {
                    (false, _) => not_qualified,
                    (true, 2) => win,
                    // The player wins ties where the dealer need not qualify: Four Card Poker.
                    (true, 1) if any => win,
                    (true, 1) => 0,
                    (true, _) => -scale,
                };
            }
            nets
        };
        Ok(Self {
            family: game.family,
            scale,
            table: table.clone(),
            ante: by_showdown(0, ante_win),
            play: by_showdown(play_win, play_win),
            second: second(game, readings, table, scale)?,
            second_folded: if game.family.second().is_some() { -scale } else { 0 },
            multiples: if readings.is("play_multiples", "1-3") { &[1, 3] } else { &[1, 2, 3] },
        })
    }

    /// The second wager's row for a hand, as a place in [`Self::second`].
    pub(crate) fn row_of(&self, rank: HandRank) -> usize {
        let none = self.table.rows.len();
        // The two wagers look at the table only for a straight or better.
        if self.family.second().is_some() && rank.category() < Category::Straight {
            return none;
        }
        self.table.rows.iter().position(|row| row.hand.includes(rank)).unwrap_or(none)
    }

    /// The multiples of the Ante that a Play (Raise) may be with this hand, ascending.
    pub(crate) fn multiples_for(&self, rank: HandRank) -> &'static [i64] {
        if self.family == Family::FourCardPoker || rank.is_pair_of_aces_or_better() {
            self.multiples
        } else {
            &[1]
        }
    }

    /// Net of a folded hand: Ante and second wager.
    pub(crate) const fn folded(&self) -> i64 {
        self.second_folded - self.scale
    }
}

/// The second wager by row and showdown.
fn second(
    game: &Game,
    readings: &Readings,
    table: &Paytable,
    scale: i64,
) -> Result<Vec<[i64; SHOWDOWNS]>, String> {
    let units = |payout: Payout| net(payout, scale, game, table);
    let fixed = |row: &Row| match row.prize {
        Prize::Fixed(payout) => Ok(payout),
        Prize::Meter(_) | Prize::ByHands(_) => Err(format!(
            "paytable {} of game {} has a row {} without one fixed payout, which a wager of the \
             base game cannot have",
            table.id,
            game.id,
            row.hand.key()
        )),
    };
    let mut rows = Vec::with_capacity(table.rows.len() + 1);
    for row in &table.rows {
        let payout = fixed(row)?;
        rows.push(match game.family {
            Family::Crazy4 => [units(payout)?; SHOWDOWNS],
            // A payment beside the Ante: there is no stake to keep.
            Family::FourCardPoker => {
                [units(Payout { odds: Odds::To, ..payout })?; SHOWDOWNS]
            }
            Family::FourCardFrenzy => {
                let beaten = row.beaten.ok_or_else(|| {
                    format!(
                        "paytable {} of game {} says nothing of {} beaten by the dealer; add beaten",
                        table.id,
                        game.id,
                        row.hand.title()
                    )
                })?;
                let (win, beaten) = (units(payout)?, units(beaten)?);
                let tie = if readings.is("odds_on_tie", "pushes") { 0 } else { win };
                [beaten, tie, win, beaten, tie, win]
            }
        });
    }
    let pushes_unqualified = readings.is("super_bonus_vs_unqualified", "pushes");
    let mut none = [0; SHOWDOWNS];
    if game.family.second().is_some() {
        for (showdown, net) in none.iter_mut().enumerate() {
            let pushes = wins_or_ties(showdown) || (pushes_unqualified && !qualifies(showdown));
            *net = if pushes { 0 } else { -scale };
        }
    }
    rows.push(none);
    Ok(rows)
}

/// The common denominator of every payout of the base game.
fn scale_of(game: &Game, table: &Paytable) -> Result<i64, String> {
    let of_rows = table.rows.iter().flat_map(|row| {
        let fixed = match row.prize {
            Prize::Fixed(payout) => Some(payout),
            Prize::Meter(_) | Prize::ByHands(_) => None,
        };
        [fixed, row.beaten].into_iter().flatten()
    });
    let mut scale = 1_i64;
    for payout in [game.ante, game.raise].into_iter().chain(of_rows) {
        let denominator = payout.pays.denominator();
        let factor = denominator / num_integer::gcd(scale, denominator);
        scale = scale
            .checked_mul(factor)
            .filter(|s| i128::from(*s) <= NET_MAX)
            .ok_or_else(|| too_fine(game, table))?;
    }
    Ok(scale)
}

/// What a winning unit brings beside itself, in scaled units. "For" takes the stake.
fn net(payout: Payout, scale: i64, game: &Game, table: &Paytable) -> Result<i64, String> {
    let whole = i128::from(payout.pays.numerator())
        * (i128::from(scale) / i128::from(payout.pays.denominator()));
    let net = if payout.odds == Odds::For { whole - i128::from(scale) } else { whole };
    if net.abs() > NET_MAX {
        return Err(too_fine(game, table));
    }
    i64::try_from(net).map_err(|_| too_fine(game, table))
}

fn too_fine(game: &Game, table: &Paytable) -> String {
    format!(
        "the payouts of paytable {} of game {} are too large or too fine to count with exactly; \
         use odds with numbers below a million",
        table.id, game.id
    )
}

/// The paytables that a game's base game can be played with: of the Super Bonus, the Odds, or the
/// automatic bonus.
pub(crate) fn base_paytables(game: &Game) -> impl Iterator<Item = &Paytable> {
    let wager: Wager = game.family.needs_paytable();
    game.paytables.iter().filter(move |p| p.wager == wager)
}
