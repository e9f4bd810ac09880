//! The tables of a day: which game each deals, by which paytables, within which posted limits.

use feltproof_model::{Money, Wager};

use crate::referee::{GameKind, House};
use crate::{Plan, SimulateError};

/// The tables of a day.
pub(crate) struct Floor {
    /// The rules of every table.
    pub(crate) houses: Vec<House>,
    /// The wagers in the order of the hands journal's columns.
    pub(crate) columns: &'static [Wager],
}

/// What all players together are paid at most on Queens Up in a round where a player keeps the bank.
const AGGREGATE: Money = Money::from_micros(300_000_000);
/// The mode that document 002 asks for.
pub(crate) const COVER_ALL_MODE: &str = "Four Card Poker Cover All";

impl Floor {
    pub(crate) fn new(plan: &Plan) -> Result<Self, SimulateError> {
        let tables = 0..plan.tables;
        let houses = tables.map(|table| house(game_of(plan, table), plan.game, table));
        let houses = houses.collect::<Result<_, _>>().map_err(SimulateError::Plan)?;
        Ok(Self { houses, columns: columns(plan.game) })
    }
}

/// The game of a table. Where Four Card Poker is dealt, the last table deals Crazy 4 Poker with the
/// Bad Beat Bonus.
pub(crate) const fn game_of(plan: &Plan, table: u16) -> GameKind {
    match plan.game {
        GameKind::FourCardPoker if table > 0 && table + 1 == plan.tables => {
            GameKind::Crazy4Washington
        }
        game => game,
    }
}

/// The rules of one table. Tables of one game take turns in their paytables.
fn house(game: GameKind, day: GameKind, table: u16) -> Result<House, String> {
    let mut house = House::new(game);
    let turn = usize::from(table);
    for wager in Wager::ALL {
        let tables = match (day, wager) {
            // The standard day: one table for each, and the link's.
            (GameKind::Crazy4Washington, Wager::QueensUp) => vec!["C4P-09"],
            (GameKind::Crazy4Washington, Wager::Progressive) => vec!["pays-3"],
            (GameKind::Crazy4Washington, _) | (_, Wager::Progressive) => continue,
            _ => game.paytables(wager),
        };
        if let Some(id) = turn.checked_rem(tables.len()).and_then(|at| tables.get(at)) {
            house.offer(wager, id)?;
        }
    }
    if game.is_player_banked() {
        house.aggregate.push((Wager::QueensUp, AGGREGATE));
    }
    Ok(house)
}

const fn columns(day: GameKind) -> &'static [Wager] {
    match day {
        GameKind::Crazy4Washington => &[
            Wager::Ante,
            Wager::SuperBonus,
            Wager::Play,
            Wager::QueensUp,
            Wager::Progressive,
            Wager::Envy,
        ],
        GameKind::Crazy4California => {
            &[Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp, Wager::Bank]
        }
        GameKind::Crazy4Version2 => &[Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp],
        GameKind::FourCardPoker => &[
            Wager::Ante,
            Wager::SuperBonus,
            Wager::Play,
            Wager::AnteBonus,
            Wager::AcesUp,
            Wager::CoverAll,
            Wager::QueensUp,
            Wager::BadBeat,
        ],
        GameKind::FourCardFrenzy => {
            &[Wager::Ante, Wager::Odds, Wager::Raise, Wager::FourCardBonus, Wager::Prime]
        }
    }
}

/// The prefix of a table's name.
pub(crate) const fn prefix(game: GameKind) -> &'static str {
    match game {
        GameKind::FourCardPoker => "FCP",
        GameKind::FourCardFrenzy => "FCF",
        _ => "C4P",
    }
}
