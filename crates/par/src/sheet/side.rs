//! The sheet of one side bet alone, where no decision of the player bears on it.

use super::bet::Bet;
use super::readings::Readings;
use super::{Request, SheetError, SideSheet, sheets};
use feltproof_engine::Game;
use feltproof_model::Wager;

/// The sheets of a side bet, whatever the player decides: one, or where it pays by the hands dealt
/// one for each number of them. `None` where it goes with a folded hand by these readings, so that
/// it rests on decisions. `Err`: as [`sheets`].
pub fn side_without_decisions(
    game: &Game,
    rulings: &[(String, String)],
    wager: Wager,
    paytable: &str,
) -> Result<Option<Vec<SideSheet>>, SheetError> {
    let readings = Readings::new(game, rulings)?;
    let table = super::paytables::paytable(game, wager, paytable)?;
    if Bet::new(game, &readings, table).is_lost_with_fold() {
        return Ok(None);
    }
    let request = Request {
        rulings: rulings.to_vec(),
        wager: Some(wager),
        paytable: Some(paytable.to_owned()),
        ..Request::default()
    };
    sheets(game, &request).map(|sheets| Some(sheets.sides))
}
