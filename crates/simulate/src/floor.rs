//! The tables of a day: which game each deals, by which paytables, within which posted limits.

use feltproof_model::{Money, Wager};

use crate::fault::Fault;
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
/// The mode for the game without Cover All.
pub(crate) const PLAIN_MODE: &str = "Four Card Poker";

impl Floor {
    pub(crate) fn new(plan: &Plan) -> Result<Self, SimulateError> {
        let tables = 0..plan.tables;
        let houses = tables.map(|table| house(plan, game_of(plan, table), table));
        let houses = houses.collect::<Result<_, _>>().map_err(SimulateError::Plan)?;
        Ok(Self { houses, columns: plan.game.layout().columns })
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

/// The paytable of the day's link.
pub(crate) const fn link_paytable(day: GameKind) -> &'static str {
    match day {
        GameKind::FourCardPoker => "link-5",
        _ => "pays-3",
    }
}

/// How the house reads the envy amounts of the multi-game link at the tables of a game: what brings
/// the others more is the better hand, not the one it is printed beside. Where a fault leaves the
/// reading to its default, nothing is chosen.
pub(crate) fn link_envy(plan: &Plan, game: GameKind) -> Option<(&'static str, &'static str)> {
    let is_left =
        plan.faults.contains(&Fault::LinkEnvyAsPrinted) && game == GameKind::Crazy4Washington;
    (plan.game == GameKind::FourCardPoker && !is_left).then_some(("link_envy_reading", "swapped"))
}

/// The rules of one table. Tables of one game take turns in their paytables.
fn house(plan: &Plan, game: GameKind, table: u16) -> Result<House, String> {
    let mut house = House::new(game);
    let turn = usize::from(table);
    for wager in Wager::ALL {
        let tables = match (plan.game, wager) {
            // The standard day: one table for each, and the link's.
            (GameKind::Crazy4Washington, Wager::QueensUp) => vec!["C4P-09"],
            (day @ (GameKind::Crazy4Washington | GameKind::FourCardPoker), Wager::Progressive) => {
                vec![link_paytable(day)]
            }
            (GameKind::Crazy4Washington, _) | (_, Wager::Progressive) => continue,
            _ => game.paytables(wager),
        };
        if let Some(id) = turn.checked_rem(tables.len()).and_then(|at| tables.get(at)) {
            house.offer(wager, id)?;
        }
    }
    if let Some((ruling, value)) = link_envy(plan, game) {
        house.rule(ruling, value)?;
    }
    if game.is_player_banked() {
        house.aggregate.push((Wager::QueensUp, AGGREGATE));
    }
    Ok(house)
}
