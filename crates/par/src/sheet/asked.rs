//! Single figures of a game, as `checks` and the printed figures ask for them: only what is asked is
//! counted. Every open point is read as the game's default does; [`super::sheets`] takes choices.

use super::base::BaseSheet;
use super::distribution::Distribution;
use super::exact::Ratio;
use super::{Request, sheets};
use feltproof_engine::Game;
use feltproof_engine::game::Paytable;
use feltproof_model::Wager;

/// The base game under optimal decisions. `paytable` is that of the Super Bonus, of the Odds or of
/// the automatic bonus; it may be left out where there is only one.
///
/// # Errors
/// One sentence: no such paytable, or one must be named.
pub fn base_sheet(game: &Game, paytable: Option<&str>) -> Result<BaseSheet, String> {
    let table = self::paytable(game, game.family.needs_paytable(), paytable)?;
    let request = Request {
        wager: Some(Wager::Ante),
        paytable: Some(table.id.clone()),
        ..Request::default()
    };
    let found = sheets(game, &request)?.bases.pop();
    found.ok_or_else(|| format!("game {} has no base game to count", game.id))
}

/// A side bet by itself. Cover All needs the number of hands dealt, the dealer's among them.
///
/// # Errors
/// One sentence: not a side bet with odds of its own, no such paytable, or a number of hands that
/// is missing or not 2 to 7.
pub fn side_bet(
    game: &Game,
    wager: Wager,
    paytable: Option<&str>,
    hands: Option<u8>,
) -> Result<Distribution, String> {
    match wager {
        Wager::Progressive => {
            return Err("the progressive's odds depend on the meter; ask for its sheet".to_owned());
        }
        Wager::CoverAll if hands.is_none() => {
            return Err("Cover All pays by the number of hands dealt; name it (2 to 7)".to_owned());
        }
        wager if wager.is_side_bet() => {}
        wager => {
            return Err(format!(
                "{wager} is no side bet; its odds are part of the base game, asked for by the ante"
            ));
        }
    }
    let table = self::paytable(game, wager, paytable)?;
    let request = Request {
        wager: Some(wager),
        paytable: Some(table.id.clone()),
        hands,
        ..Request::default()
    };
    let found = sheets(game, &request)?.sides.pop();
    found.map(|side| side.distribution).ok_or_else(|| format!("{wager} could not be counted"))
}

/// Average loss for each unit: of the Ante for the base game (`Wager::Ante`), of its own stake for
/// a side bet.
///
/// # Errors
/// As [`base_sheet`] and [`side_bet`].
pub fn house_edge(
    game: &Game,
    wager: Wager,
    paytable: Option<&str>,
    hands: Option<u8>,
) -> Result<Ratio, String> {
    match wager {
        Wager::Ante => Ok(base_sheet(game, paytable)?.house_edge()),
        _ => Ok(side_bet(game, wager, paytable, hands)?.house_edge()),
    }
}

/// Share of the deals with a result above zero: of all wagers of the base game together
/// (`Wager::Ante`), or of the side bet.
///
/// # Errors
/// As [`base_sheet`] and [`side_bet`].
pub fn hit_frequency(
    game: &Game,
    wager: Wager,
    paytable: Option<&str>,
    hands: Option<u8>,
) -> Result<Ratio, String> {
    match wager {
        Wager::Ante => Ok(base_sheet(game, paytable)?.hit_frequency()),
        _ => Ok(side_bet(game, wager, paytable, hands)?.hit_frequency()),
    }
}

/// The base game's house edge for each unit of all the money wagered on it.
///
/// # Errors
/// As [`base_sheet`].
pub fn element_of_risk(game: &Game, paytable: Option<&str>) -> Result<Ratio, String> {
    Ok(base_sheet(game, paytable)?.element_of_risk())
}

/// The paytable of a wager with this id, or the only one.
pub(crate) fn paytable<'a>(
    game: &'a Game,
    wager: Wager,
    id: Option<&str>,
) -> Result<&'a Paytable, String> {
    let all: Vec<&Paytable> = game.paytables.iter().filter(|p| p.wager == wager).collect();
    let listed = || match &all[..] {
        [] => "it has none".to_owned(),
        all => {
            let ids: Vec<&str> = all.iter().map(|p| p.id.as_str()).collect();
            format!("choose {}", ids.join(", "))
        }
    };
    match (id, &all[..]) {
        (None, [only]) => Ok(only),
        (None, _) => {
            Err(format!("a paytable of game {} for {wager} must be named; {}", game.id, listed()))
        }
        (Some(id), all) => all.iter().find(|p| p.id == id).copied().ok_or_else(|| {
            format!("game {} has no paytable {id} for {wager}; {}", game.id, listed())
        }),
    }
}

/// Whether some wager of the game has a paytable with this id.
pub(crate) fn any_paytable(game: &Game, id: &str) -> Result<(), String> {
    if game.paytables.iter().any(|p| p.id == id) {
        return Ok(());
    }
    let ids: Vec<&str> = game.paytables.iter().map(|p| p.id.as_str()).collect();
    Err(format!("game {} has no paytable {id}; choose {}", game.id, ids.join(", ")))
}
