//! RND-008: fewer or more players than the game allows. The procedure is described in `rnd_008.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::Banked;
use feltproof_model::{Seat, SeatSet};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let mut seats = SeatSet::EMPTY;
    for row in case.rows {
        if let Seat::Player(seat) = row.seat {
            seats = seats.with(seat);
        }
    }
    let banked = case.rules.banked() == Banked::Player;
    // A round without any player, or without the player banker, is RND-003's.
    if seats.is_empty() || (banked && case.opponent_row().is_none()) {
        return;
    }
    tally.tested += 1;
    let bankers = u32::from(banked);
    let (fewest, most) = case.rules.players();
    let players = seats.len() + bankers;
    if (u32::from(fewest)..=u32::from(most)).contains(&players) {
        return;
    }
    if let Some(hole) = case.lacks_a_hand().filter(|_| players < u32::from(fewest)) {
        return tally.left_open(hole, || {
            format!("How many played in round {} of table {}", case.round, case.table.id)
        });
    }
    let counting = if banked { ", the player banker among them" } else { "" };
    tally.push(
        case.at_round()
            .words(format!("{fewest} to {most} players"), players.to_string())
            .because(format!(
                "{} is played by {fewest} to {most} players{counting}; round {} of table {} has {players}.",
                case.scope.game(case.table).map_or("The game", |game| game.title.as_str()),
                case.round,
                case.table.id
            )),
    );
}
