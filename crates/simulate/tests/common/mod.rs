//! Rounds in few words for the tests of the second implementation.

#![allow(dead_code, reason = "a helper of tests fails the test")]

pub(crate) mod memory;

use feltproof_model::{HandRow, Wager};
use feltproof_simulate::referee::{GameKind, House, Owed, hand_row, settle_round};

pub(crate) const ACES: &str = "Ac Ad 9s 5h 3c";
pub(crate) const KINGS: &str = "Kh Kc 7s 4d 2c";
pub(crate) const EIGHTS: &str = "8s 8d 7c 4h 2c";
pub(crate) const TENS: &str = "Ts Th Jd 6c 2d";
/// Queen high: less than a dealer needs.
pub(crate) const QUEEN_HIGH: &str = "Qh Js 9c 7d 3d";
pub(crate) const FOUR_ACES: &str = "Ac Ad Ah As 2d";
const FOUR_OF_SIX: &str = "Kc Kd Kh Ks 4c 2d";
/// From four of a kind down to two pair: the rows of most paytables.
pub(crate) const TO_TWO_PAIR: [&str; 6] = [
    "2c 2d 2h 2s Ad",
    "9c 8c 7c 6c 2h",
    "9c 9d 9h 6s 2c",
    "9c 7c 5c 2c Kh",
    "9c 8d 7h 6s 2c",
    "3c 3d 2h 2s Kd",
];

/// What a lone player gets back.
pub(crate) fn one(house: &House, player: &str, dealer: &str, action: &str, stakes: &str) -> String {
    let seat = if house.game.is_player_banked() { "B2" } else { "D" };
    let rows = [format!("1 | {player} | {action} | {stakes}"), format!("{seat} | {dealer} | deal")];
    returned(house, &rows.each_ref().map(String::as_str))[0].clone()
}

/// The bet of $5 on the hand's own cards by one paytable: each hand in turn is paid so many to 1, any
/// hand beyond the pays nothing. Folding changes nothing, and neither does a better dealer.
pub(crate) fn check_table(game: GameKind, wager: &str, table: &str, hands: &[&str], pays: &[i64]) {
    let house = house(game, &[&format!("{wager} {table}")], &[]);
    let dealer = if game == GameKind::FourCardPoker { FOUR_OF_SIX } else { "Kc Kd Kh Ks 4c" };
    for (i, hand) in hands.iter().enumerate() {
        let owed = one(&house, hand, dealer, "fold", &format!("{wager} 5"));
        let back = pays.get(i).map(|pays| format!("{wager} {}.00", 5 + 5 * pays));
        assert_eq!(owed, back.unwrap_or_default(), "{table} {hand}");
    }
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
