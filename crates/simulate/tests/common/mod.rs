//! Rounds in few words for the tests of the second implementation.

#![allow(clippy::unwrap_used, dead_code, reason = "a helper of tests fails the test")]

use feltproof_model::{HandRow, Wager};
use feltproof_simulate::referee::{GameKind, House, Owed, hand_row, settle_round};

pub(crate) const ACES: &str = "Ac Ad 9s 5h 3c";
pub(crate) const KINGS: &str = "Kh Kc 7s 4d 2c";
pub(crate) const EIGHTS: &str = "8s 8d 7c 4h 2c";
pub(crate) const TENS: &str = "Ts Th Jd 6c 2d";
/// Queen high: less than a dealer needs.
pub(crate) const QUEEN_HIGH: &str = "Qh Js 9c 7d 3d";
pub(crate) const FOUR_ACES: &str = "Ac Ad Ah As 2d";

/// What a lone player gets back.
pub(crate) fn one(house: &House, player: &str, dealer: &str, action: &str, stakes: &str) -> String {
    let seat = if house.game.is_player_banked() { "B2" } else { "D" };
    let rows = [format!("1 | {player} | {action} | {stakes}"), format!("{seat} | {dealer} | deal")];
    returned(house, &rows.each_ref().map(String::as_str))[0].clone()
}

/// A house with these paytables (`queens_up C4P-09`) and these rulings (`odds_on_tie pushes`).
pub(crate) fn house(game: GameKind, paytables: &[&str], rulings: &[&str]) -> House {
    let mut house = House::new(game);
    for words in paytables {
        let (wager, id) = words.split_once(' ').unwrap();
        house.offer(Wager::from_key(wager).unwrap(), id).unwrap();
    }
    for words in rulings {
        let (name, value) = words.split_once(' ').unwrap();
        house.rule(name, value).unwrap();
    }
    house
}

/// What every row is owed.
pub(crate) fn settle(house: &House, rows: &[&str]) -> Vec<Owed> {
    let rows: Vec<HandRow> = rows.iter().map(|text| hand_row(text).unwrap()).collect();
    let mut owed = Vec::new();
    settle_round(house, &rows, &mut owed);
    assert_eq!(owed.len(), rows.len());
    owed
}

/// All that a row gets back, in words, in the order of reports: `ante 20.00 play 60.00`.
/// `?` where it is not decided.
pub(crate) fn words(owed: &Owed) -> String {
    let mut words = Vec::new();
    for (wager, returned) in owed.returned.iter() {
        if !owed.is_decided(wager) {
            words.push(format!("{} ?", wager.key()));
        } else if !returned.is_zero() {
            words.push(format!("{} {}", wager.key(), returned.plain()));
        }
    }
    if owed.meter_percent > 0 {
        words.push(format!("{}%", owed.meter_percent));
    }
    words.join(" ")
}

/// The same for every row.
pub(crate) fn returned(house: &House, rows: &[&str]) -> Vec<String> {
    settle(house, rows).iter().map(words).collect()
}
