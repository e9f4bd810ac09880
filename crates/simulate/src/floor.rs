//! The tables of a day: which game each deals, by which paytables, how the house reads the open points.

use feltproof_model::Wager;

use crate::Plan;
use crate::fault::Fault;
use crate::games::family::Reading;
use crate::referee::{GameKind, House};

/// The mode of a shuffler that document 002 asks for.
pub(crate) const COVER_ALL_MODE: &str = "Four Card Poker Cover All";
/// The mode for the game without Cover All.
pub(crate) const PLAIN_MODE: &str = "Four Card Poker";

/// The game of a table: that of the day, but for the last table where it deals another.
pub(crate) fn game_of(plan: &Plan, table: u16) -> GameKind {
    let is_last = table > 0 && table + 1 == plan.tables;
    plan.day().last_table.filter(|_| is_last).unwrap_or(plan.game)
}

/// The open points that the house reads in its own way at the tables of a game. A fault leaves those of the last table's game to their defaults.
pub(crate) fn readings(plan: &Plan, game: GameKind) -> &'static [Reading] {
    let is_left = plan.has(Fault::LinkEnvyAsPrinted) && game != plan.game;
    if is_left { &[] } else { plan.day().readings }
}

/// The rules of every table. Tables of one game take turns in their paytables.
pub(crate) fn houses(plan: &Plan) -> Result<Vec<House>, String> {
    (0..plan.tables).map(|table| house(plan, game_of(plan, table), table)).collect()
}

fn house(plan: &Plan, game: GameKind, table: u16) -> Result<House, String> {
    let mut house = House::new(game);
    for wager in Wager::ALL {
        let fixed = plan.day().paytables.iter().find(|(of, _)| *of == wager);
        let tables = fixed.map_or_else(|| game.paytables(wager), |(_, id)| Vec::from_iter(*id));
        let turn = usize::from(table).checked_rem(tables.len());
        if let Some(id) = turn.and_then(|at| tables.get(at)) {
            house.offer(wager, id)?;
        }
    }
    for (ruling, reading, _) in readings(plan, game) {
        house.rule(ruling, reading)?;
    }
    if plan.has(Fault::BankWithoutLimit) {
        house.rule("bank_limit", "unlimited")?;
    }
    house.aggregate.extend_from_slice(plan.day().aggregate);
    Ok(house)
}
