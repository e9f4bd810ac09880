//! The player's bank (document 000), worked by hand: the order of settlement, the posted aggregate
//! limit of a side bet, and a bank that runs out.

use crate::common;
use crate::common::{house, returned};
use feltproof_model::{Money, Wager};
use feltproof_simulate::referee::GameKind::Crazy4California;
use feltproof_simulate::referee::House;

fn california(rulings: &[&str], aggregate: i64) -> House {
    let mut house = house(Crazy4California, &["queens_up C4P-09"], rulings);
    if aggregate > 0 {
        house.aggregate.push((Wager::QueensUp, Money::from_dollars(aggregate).unwrap()));
    }
    house
}

/// Seats 1, 2, 5 and 6 with three of a kind on Queens Up ($90 on $10 each by 9 to 1), the banker at
/// seat 4 with a pair of tens.
fn four_winners(banker: &str) -> Vec<String> {
    vec![
        "1 | 2c 2d 2h Ks 9d | fold | queens_up 10".into(),
        "2 | 3c 3d 3h Kd 9c | fold | queens_up 10".into(),
        "5 | 4c 4d 4h Kc 9h | fold | queens_up 10".into(),
        "6 | 5c 5d 5h Kh 9s | fold | queens_up 10".into(),
        format!("{banker} | Ts Th Jd 6c 2s | deal"),
    ]
}

/// What is handed back on Queens Up, in dollars, seat by seat; -1 where it is not decided.
fn queens_up(house: &House, rows: &[String]) -> Vec<i64> {
    let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
    common::settle(house, &texts)
        .iter()
        .take(rows.len() - 1)
        .map(|owed| match owed.is_decided(Wager::QueensUp) {
            true => owed.returned[Wager::QueensUp].micros() / 1_000_000,
            false => -1,
        })
        .collect()
}

#[test]
fn the_aggregate_limit_is_paid_out_in_the_order_of_settlement() {
    let rows = four_winners("B4");
    assert_eq!(queens_up(&california(&[], 0), &rows), [100; 4]);
    assert_eq!(queens_up(&california(&[], 360), &rows), [100; 4], "exactly enough");
    // Farthest from seat 4 first: seat 1 (three seats), then 6 before 2 (two seats), then 5. Of
    // $200, $90 go to seat 1, $90 to seat 6 and $20 to seat 2.
    assert_eq!(queens_up(&california(&[], 200), &rows), [100, 30, 10, 100]);
    // From the banker's right round the table: 5, 6, 1, 2.
    let round_the_table = ["settlement_order farthest-from-bankers-right"];
    assert_eq!(queens_up(&california(&round_the_table, 200), &rows), [30, 10, 100, 100]);
    // Where stakes count, seat 1 uses $100 of the $200 and seat 6 the other $100.
    let stakes = ["aggregate_counts returned"];
    assert_eq!(queens_up(&california(&stakes, 200), &rows), [100, 10, 10, 100]);
    // $150: $50 are left for seat 6, $10 of them for its stake.
    assert_eq!(queens_up(&california(&stakes, 150), &rows), [100, 10, 10, 50]);
}

#[test]
fn without_the_bankers_seat_only_what_every_order_agrees_on_is_decided() {
    let rows = four_winners("B");
    assert_eq!(queens_up(&california(&[], 0), &rows), [100; 4]);
    assert_eq!(queens_up(&california(&[], 360), &rows), [100; 4]);
    // The banker sits at 3 or 4. From 3 the order is 6, then 5 before 1 (two seats), then 2: $90,
    // $90 and $20. From 4 it is 1, 6, 2: seat 6 is paid whole either way.
    assert_eq!(queens_up(&california(&[], 200), &rows), [-1, -1, -1, 100]);
}

/// Settled from seat 1 (three seats away), then 6, then 5, with a bank of $100:
/// seat 1 loses Play $10, Ante $10 and Super Bonus $10, all collected;
/// seat 6 wins Play $60 (left $40), Ante $20 (left $20) and pushes the Super Bonus;
/// seat 5 wins Play $20 (left nothing), its Ante wins nothing, Queens Up nothing.
#[test]
fn a_bank_that_runs_out() {
    let rows = [
        "1 | 8s 8d 7c 4h 2c | play | ante 10 super_bonus 10 play 10",
        "5 | Kh Kc 7s 4d 2d | play | ante 30 super_bonus 30 play 30 queens_up 5",
        "6 | Ac Ad 9s 5h 3c | play | ante 20 super_bonus 20 play 60",
        "B4 | Ts Th Jd 6c 2s | deal | bank 100",
    ];
    let owed = returned(&california(&[], 0), &rows);
    assert_eq!(owed[0], "");
    assert_eq!(owed[1], "ante 30.00 super_bonus 30.00 play 50.00 queens_up 5.00");
    assert_eq!(owed[2], "ante 40.00 super_bonus 20.00 play 120.00");
    assert_eq!(owed[3], "bank 30.00", "100 - 60 - 20 - 20 + 30");
    // With the $30 of seat 1 in the bank there are $130: seat 5 is paid Play $30 and Ante $20.
    let fed = returned(&california(&["bank_funds stake-and-collections"], 0), &rows);
    assert_eq!(fed[1], "ante 50.00 super_bonus 30.00 play 60.00 queens_up 5.00");
    assert_eq!(fed[3], "");
    // Enough for everybody: 60 + 20 + 30 + 30 + 5 = 145 paid, 30 collected.
    let mut enough = rows;
    enough[3] = "B4 | Ts Th Jd 6c 2s | deal | bank 145";
    let owed = returned(&california(&[], 0), &enough);
    assert_eq!(owed[1], "ante 60.00 super_bonus 30.00 play 60.00 queens_up 10.00");
    assert_eq!(owed[3], "bank 30.00");
    // No bank on record: everything is covered, and nothing is left of it.
    enough[3] = "B4 | Ts Th Jd 6c 2s | deal";
    let owed = returned(&california(&[], 0), &enough);
    assert_eq!(owed[1], "ante 60.00 super_bonus 30.00 play 60.00 queens_up 10.00");
    assert_eq!(owed[3], "");
}

/// The last $15 of the bank cover $15 of a losing Ante of $20; the rest goes back.
#[test]
fn a_loss_is_taken_only_as_far_as_the_bank_reaches() {
    let rows = [
        "1 | Ac Ad 9s 5h 3c | play | ante 10 super_bonus 10 play 30",
        "2 | 8s 8d 7c 4h 2c | play | ante 20 super_bonus 20 play 20 queens_up 5",
        "B6 | Ts Th Jd 6c 2s | deal | bank 55",
    ];
    let owed = returned(&california(&[], 0), &rows);
    assert_eq!(owed[0], "ante 20.00 super_bonus 10.00 play 60.00");
    // Play, Ante, Queens Up, Super Bonus: $15, $15, $5 and $15 are taken.
    assert_eq!(owed[1], "ante 5.00 super_bonus 5.00 play 5.00");
    assert_eq!(owed[2], "bank 65.00", "55 - 40 + 50");
    let whole = returned(&california(&["bank_collects whole-wagers"], 0), &rows);
    assert_eq!(whole[1], "");
    assert_eq!(whole[2], "bank 80.00", "55 - 40 + 65");
    // A hand that folds has forfeited before: nothing of it comes back.
    let folded = "2 | 8s 8d 7c 4h 2c | fold | ante 20 super_bonus 20 queens_up 5";
    let owed = returned(&california(&[], 0), &[rows[0], folded, rows[2]]);
    assert_eq!(owed[1], "");
    assert_eq!(owed[2], "bank 60.00", "55 - 40 + 45");
    // One missing hand leaves everything open that the bank might not cover, and nothing else.
    let unknown = [
        "1 | | play | ante 10 super_bonus 10 play 30",
        "2 | 8s 8d 7c 4h 2c | fold | ante 20 super_bonus 20",
        "B6 | Ts Th Jd 6c 2s | deal | bank 55",
    ];
    let owed = returned(&california(&[], 0), &unknown);
    assert!(owed[0].contains("ante ?") && owed[2].contains("bank ?"), "{owed:?}");
    assert!(!owed[1].contains("ante"), "{owed:?}");
}

/// A bank of $20 against two losers of $60 each, seat 1 first: $20 of its Play are all that it wins.
#[test]
fn what_a_bank_collects_is_bounded_by_what_was_put_up() {
    let rows = [
        "1 | 8s 8d 7c 4h 2c | play | ante 20 super_bonus 20 play 20",
        "6 | 9s 9d 7d 4d 3c | play | ante 20 super_bonus 20 play 20",
        "B4 | Ts Th Jd 6c 2s | deal | bank 20",
    ];
    let owed = returned(&california(&[], 0), &rows);
    assert_eq!(owed[0], "ante 20.00 super_bonus 20.00");
    assert_eq!(owed[1], "ante 20.00 super_bonus 20.00 play 20.00");
    assert_eq!(owed[2], "bank 40.00");
    for ruling in ["bank_collects as-covered", "bank_limit unlimited"] {
        assert_eq!(returned(&california(&[ruling], 0), &rows), ["", "", "bank 140.00"]);
    }
    // Of a fold of seat 6, $40 are forfeited at once; they are more than the bank may win already.
    let folded = [rows[0], "6 | 9s 9d 7d 4d 3c | fold | ante 20 super_bonus 20", rows[2]];
    let owed = returned(&california(&[], 0), &folded);
    assert_eq!(owed, ["ante 20.00 super_bonus 20.00 play 20.00", "", "bank 60.00"]);
    let owed = returned(&california(&["bank_forfeits whole-uncounted"], 0), &folded);
    assert_eq!(owed, ["ante 20.00 super_bonus 20.00", "", "bank 80.00"]);
    let owed = returned(&california(&["bank_forfeits as-losing-wagers"], 0), &folded);
    assert_eq!(owed[1], "super_bonus 20.00", "the Ante of $20, and nothing else");
}

/// Four wins of $90 under limits that pay a part of each.
#[test]
fn the_aggregate_limit_may_be_shared() {
    let rows = four_winners("B4");
    let kept = "aggregate_shortfall pro-rata-remainder-kept";
    let in_order = "aggregate_shortfall pro-rata-remainder-in-order";
    assert_eq!(queens_up(&california(&[kept], 360), &rows), [100; 4]);
    assert_eq!(queens_up(&california(&[kept], 200), &rows), [60; 4]);
    // $203 are $50.75 each: $50 in dollars, and three dollars over for seats 1, 6 and 2.
    let dollars = "aggregate_rounding down-1.00";
    assert_eq!(queens_up(&california(&[kept, dollars], 203), &rows), [60; 4]);
    assert_eq!(queens_up(&california(&[in_order, dollars], 203), &rows), [61, 61, 60, 61]);
    // The stakes of $40 first: $160 are left.
    let stakes = "aggregate_counts returned";
    assert_eq!(queens_up(&california(&[kept, stakes], 200), &rows), [50; 4]);
    assert_eq!(queens_up(&california(&[kept], 200), &four_winners("B")), [60; 4], "in any order");
}

/// One player too many for the table: the bank is settled all the same.
#[test]
fn a_bank_without_a_seat_of_its_own() {
    let mut rows: Vec<String> =
        (1..=6).map(|n| format!("{n} | {} | fold | ante 10", LOSERS[n - 1])).collect();
    rows.push("B | Ts Th Jd 6c 2s | deal | bank 100".into());
    let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
    let owed = returned(&california(&[], 0), &texts);
    assert_eq!(owed[..6], [""; 6]);
    assert_eq!(owed[6], "bank 160.00", "100 + 6 times 10");
}

const LOSERS: [&str; 6] = [
    "Kh 9d 7c 4h 2c",
    "Qh Td 8c 5h 3s",
    "Jc 9s 7h 5d 2h",
    "Kd Tc 8d 6h 3h",
    "Qs Js 8s 6s 4d",
    "Ac 9h 6d 3d 2d",
];
