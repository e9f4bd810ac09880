//! The sheet of one side bet alone, where no decision of the player bears on it.

use super::bet::Bet;
use super::readings::Readings;
use super::{Distribution, Request, SheetError, sheets};
use feltproof_engine::Game;
use feltproof_model::Wager;

/// What becomes of a side bet, whatever the player decides; `None` where it goes with a folded hand by these
/// readings, so that it rests on decisions. `hands` are those dealt, the dealer's among them, where the bet pays by that.
///
/// # Errors
/// As [`sheets`].
pub fn side_without_decisions(
    game: &Game,
    rulings: &[(String, String)],
    (wager, paytable): (Wager, &str),
    hands: Option<u8>,
) -> Result<Option<Distribution>, SheetError> {
    let readings = Readings::new(game, rulings)?;
    let table = super::paytables::paytable(game, wager, paytable)?;
    if Bet::new(game, &readings, table).is_lost_with_fold() {
        return Ok(None);
    }
    let request = Request {
        rulings: rulings.to_vec(),
        wager: Some(wager),
        paytable: Some(paytable.to_owned()),
        hands,
        ..Request::default()
    };
    let side = sheets(game, &request)?.sides.pop();
    let nothing = || SheetError::NothingCounted(format!("{} of game {}", wager.title(), game.id));
    side.map(|side| Some(side.distribution)).ok_or_else(nothing)
}
