//! Two columns of money that change places within a file without a header, and days on which nothing does.

use super::*;
use feltproof_model::Wager;

/// Rows of two tables: an Ante and its Super Bonus of 5 to 25, a play of one to three times that or a fold, Queens Up and a
/// progressive wager of some, and what comes back of them.
fn rows(count: u32) -> Vec<Vec<String>> {
    let row = |n: u32| {
        let (minute, ante) = (n / 2, 5 * (1 + n % 5));
        let (round, table) = (n / 2 + 1, if n.is_multiple_of(2) { "C4P-1" } else { "Tíjuana" });
        let time = format!("2026-10-31T{:02}:{:02}:00", 10 + minute / 60, minute % 60);
        let (folds, wins) = (n % 4 == 3, n.is_multiple_of(3));
        let play = if folds { 0 } else { ante * (1 + n % 3) };
        let queens = if n % 3 == 1 { 10 + 5 * (n % 4) } else { 0 };
        let progressive = if n % 5 < 2 { 5 } else { 0 };
        let back = |stake: u32, does: bool| if does && !folds { 2 * stake } else { 0 };
        let amounts = [
            ante,
            ante,
            play,
            queens,
            progressive,
            back(ante, wins),
            back(ante, n.is_multiple_of(12)),
            back(play, wins),
            back(queens, n.is_multiple_of(2)),
            0,
            0,
        ];
        let text = |amount: u32| if amount == 0 { String::new() } else { format!("{amount}.00") };
        let action = if folds { "fold" } else { "play" };
        let head = [
            round.to_string(),
            time,
            table.into(),
            "D07".into(),
            "1".into(),
            String::new(),
            action.into(),
        ];
        head.into_iter().chain(amounts.map(text)).collect()
    };
    (0..count).map(row).collect()
}

fn refusal(rows: &[Vec<String>]) -> Option<String> {
    let lines: String = rows.iter().map(|row| row.join(",") + "\n").collect();
    let engagement = engagement("hands", "");
    let text = HANDS.to_owned() + &lines;
    let mut reader = JournalReader::new(text.as_bytes(), &engagement, 0).unwrap();
    let mut readable = Readable::new(&engagement);
    while let Some(block) = reader.next_block().unwrap() {
        assert_eq!(block.problems, []);
        readable.count(&block);
    }
    readable.refusal()
}

/// The place of a column in [`HANDS`].
fn place(name: &str) -> usize {
    HANDS.trim_end().split(',').position(|other| other == name).unwrap()
}

#[test]
fn columns_that_change_places_are_named_with_the_row() {
    let stakes = [Wager::SuperBonus, Wager::QueensUp, Wager::Progressive];
    let pairs = [
        ("super_bonus", "queens_up"),
        ("queens_up", "progressive"),
        ("ante", "ante_returned"),
        ("queens_up", "queens_up_returned"),
        ("ante_returned", "queens_up_returned"),
        ("play", "super_bonus"),
        ("play", "ante"),
    ];
    assert!(stakes.iter().all(|wager| place(wager.key()) > 6));
    for (one, other) in pairs {
        let mut all = rows(400);
        for row in all.iter_mut().skip(200) {
            row.swap(place(one), place(other));
        }
        let why = refusal(&all).unwrap_or_else(|| panic!("{one} and {other}"));
        assert!(why.contains("seem to have changed places"), "{why}");
        for name in [one, other] {
            assert!(why.contains(&format!("`{name}`")), "{one} and {other}: {why}");
        }
        // The first row that shows it is one of the next few.
        let from: u32 =
            why.split("from line ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!((202..=212).contains(&from), "{why}");
    }
}

#[test]
fn days_on_which_bets_limits_and_units_change_are_read() {
    assert_eq!(refusal(&rows(400)), None);
    let change = |what: &dyn Fn(&mut Vec<String>)| {
        let mut all = rows(400);
        all.iter_mut().skip(200).for_each(what);
        refusal(&all)
    };
    let (queens, progressive) = (place("queens_up"), place("progressive"));
    // Another unit, no more side bets, one that all make, a bonus that is wrong from a row on.
    assert_eq!(change(&|row| row[progressive] = row[progressive].replace("5.00", "1.00")), None);
    let no_queens = |row: &mut Vec<String>| {
        row[queens].clear();
        row[place("queens_up_returned")].clear();
    };
    assert_eq!(change(&no_queens), None);
    assert_eq!(change(&|row| row[progressive] = "5.00".into()), None);
    assert_eq!(change(&|row| row[place("super_bonus")] = "2.00".into()), None);
    // Payments that stand under the wrong wager now and then.
    let mut all = rows(400);
    for row in all.iter_mut().skip(100).step_by(9) {
        row.swap(place("ante_returned"), place("queens_up_returned"));
    }
    assert_eq!(refusal(&all), None);
}
