//! Finds the paytable of a game that a request for a sheet names.

use super::SheetError;
use feltproof_engine::Game;
use feltproof_engine::game::Paytable;
use feltproof_model::Wager;

/// The paytable of a wager with this id. `Err`: there is none; says which there are.
pub(crate) fn paytable<'a>(
    game: &'a Game,
    wager: Wager,
    id: &str,
) -> Result<&'a Paytable, SheetError> {
    game.paytable(wager, id).ok_or_else(|| {
        let all: Vec<&Paytable> = game.paytables.iter().filter(|p| p.wager == wager).collect();
        let known = match &all[..] {
            [] => "it has none".to_owned(),
            all => format!("choose {}", ids(all)),
        };
        SheetError::NoPaytableFor(game.id.clone(), id.to_owned(), wager, known)
    })
}

/// Whether some wager of the game has such a paytable. `Err`: none has; says which there are.
pub(crate) fn any_paytable(game: &Game, id: &str) -> Result<(), SheetError> {
    if game.paytables.iter().any(|p| p.id == id) {
        return Ok(());
    }
    let known = ids(&game.paytables.iter().collect::<Vec<_>>());
    Err(SheetError::NoPaytable(game.id.clone(), id.to_owned(), known))
}

fn ids(tables: &[&Paytable]) -> String {
    tables.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", ")
}
