//! Which games fit what is on record of a table.

use feltproof_engine::{Banked, Game};
use feltproof_intake::TableSeen;
use feltproof_model::Wager;

/// Whether nothing on record of a table speaks against a game: every wager that was staked is one of the game's, who
/// banks, and how many cards the hand to beat has. A wager that was not staked says nothing: the record may lack it.
pub(super) fn fits(game: &Game, seen: &TableSeen) -> bool {
    let wagers = seen.stakes.keys().all(|wager| has(game, *wager));
    let is_player = game.banked == Banked::Player;
    let payments = seen.unstaked.keys().all(|payment| match payment {
        Wager::AnteBonus => game.family.has_ante_bonus(),
        Wager::Bank => is_player,
        _ => true,
    });
    let banked = match (seen.banker, seen.opponent_cards.is_empty()) {
        (0, true) => true,
        (0, false) => !is_player,
        _ => is_player,
    };
    // Hands of which no card is on record say nothing.
    let cards = seen.opponent_cards.iter().filter(|(cards, _)| **cards > 0);
    let cards = cards.max_by_key(|(_, count)| **count).map(|(cards, _)| *cards);
    wagers && payments && banked && cards.is_none_or(|cards| cards == game.family.opponent_cards)
}

fn has(game: &Game, wager: Wager) -> bool {
    wager == Wager::Ante
        || wager == game.family.raise
        || Some(wager) == game.family.second
        || game.paytables.iter().any(|paytable| paytable.wager == wager)
}

/// The paytables that these games have for a wager, each id once, in words.
pub(super) fn paytables(games: &[&Game], wager: Wager) -> String {
    let mut ids: Vec<&str> = Vec::new();
    for paytable in games.iter().flat_map(|game| &game.paytables) {
        if paytable.wager == wager && !ids.contains(&paytable.id.as_str()) {
            ids.push(&paytable.id);
        }
    }
    match ids.as_slice() {
        [] => "an id of the game's".to_owned(),
        ids => format!("one of {}", ids.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_engine::builtin_games;
    use feltproof_intake::Stakes;

    fn of(wagers: &[Wager], banker: u64, cards: usize) -> Vec<String> {
        let mut seen = TableSeen { banker, ..TableSeen::default() };
        seen.opponent_cards.insert(cards, 10);
        for wager in wagers {
            let map = if wager.is_staked() { None } else { Some(&mut seen.unstaked) };
            match map {
                Some(unstaked) => _ = unstaked.insert(*wager, 1),
                None => _ = seen.stakes.insert(*wager, Stakes::default()),
            }
        }
        builtin_games().into_iter().filter(|game| fits(game, &seen)).map(|game| game.id).collect()
    }

    #[test]
    fn wagers_cards_and_who_banks_tell_games_apart() {
        use Wager::{
            AcesUp, Ante, AnteBonus, Bank, FourCardBonus, Odds, Play, QueensUp, Raise, SuperBonus,
        };
        assert_eq!(of(&[Ante, SuperBonus, Play, QueensUp], 5, 5), ["crazy4-ca"]);
        assert_eq!(of(&[Ante, SuperBonus, Play, Bank], 5, 5), ["crazy4-ca"]);
        let house = of(&[Ante, SuperBonus, Play, QueensUp], 0, 5);
        assert!(
            house.contains(&"crazy4-wa".to_owned()) && !house.contains(&"crazy4-ca".to_owned())
        );
        assert_eq!(of(&[Ante, Play, AcesUp], 0, 6), ["four-card-poker"]);
        assert_eq!(of(&[Ante, Play, AnteBonus], 0, 6), ["four-card-poker"]);
        assert_eq!(of(&[Ante, Odds, Raise], 0, 0), ["four-card-frenzy"]);
        assert_eq!(of(&[Ante, FourCardBonus], 0, 0), ["four-card-frenzy"]);
        assert!(of(&[Ante, Odds, SuperBonus], 0, 5).is_empty());
        assert!(of(&[Ante, SuperBonus], 0, 6).is_empty());
    }
}
