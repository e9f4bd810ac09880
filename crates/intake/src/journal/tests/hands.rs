//! Rows of a hands journal and their fragments.

use super::*;
use feltproof_model::{Action, CardList, Money, Seat, Wager, WagerMap};

const CARDS_ONLY: &str = "round,time,table,dealer,seat,cards\n";

fn row(seat_to_action: &str, money: &str) -> String {
    format!("4,2026-10-31T18:03:22,C4P-1,D07,{seat_to_action},{money}")
}

#[track_caller]
fn bad(record: &str, reason: &str) {
    assert_eq!(problem("hands", HANDS, record), reason);
}

/// Dollars of a map by name, nothing left out that is not zero.
fn dollars(map: WagerMap) -> Vec<(&'static str, String)> {
    map.iter().filter(|(_, m)| !m.is_zero()).map(|(w, m)| (w.key(), m.plain())).collect()
}

#[test]
fn every_field_goes_to_its_place() {
    let record = row("3,As Ks Qs Js 2d,play", "10,10.00,30,5,5.00,20,160,60,,100.005,25");
    let whole = read("hands", "", format!("{HANDS}{record}"));
    let row = whole.row(0);
    assert_eq!((row.line, row.seat, row.action), (2, Seat::Player(3), Action::Play));
    assert_eq!(row.time, at("2026-10-31T18:03:22-07:00"));
    assert_eq!(row.cards, CardList::parse(b"As Ks Qs Js 2d").unwrap());
    let pairs = |list: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
        list.iter().map(|(key, amount)| (*key, (*amount).to_owned())).collect()
    };
    assert_eq!(
        dollars(row.stake),
        pairs(&[
            ("ante", "10.00"),
            ("super_bonus", "10.00"),
            ("play", "30.00"),
            ("queens_up", "5.00"),
            ("progressive", "5.00")
        ])
    );
    assert_eq!(
        dollars(row.returned),
        pairs(&[
            ("ante", "20.00"),
            ("super_bonus", "160.00"),
            ("play", "60.00"),
            ("progressive", "100.005"),
            ("envy", "25.00")
        ])
    );
    let fragment = &whole.hands.fragments[0];
    assert_eq!((fragment.table, fragment.round, fragment.rows.clone()), (TableId(0), 4, 0..1));
    assert_eq!((fragment.dealer.as_str(), fragment.time), ("D07", row.time));
    assert_eq!((whole.summary.first, whole.summary.last), (Some(row.time), Some(row.time)));
}

#[test]
fn offers_of_the_bank_and_fees() {
    const BANKED: &str = "round,time,table,dealer,seat,cards,action,ante,bank,offered,fee\n";
    let rows = [
        row("3,As Ks Qs Js 2d,play", "10.00,,,1.50"),
        row("5,As Ks Qs Js 2d,fold", "10.00,,,"),
        row("B4,As Ks Qs Js 2d,deal", ",500.00,yes,3"),
        row("B4,As Ks Qs Js 2d,deal", ",500.00,no,0.00"),
        row("B,As Ks Qs Js 2d,deal", ",500.00,,"),
    ];
    let read = read("hands", "", format!("{BANKED}{}", rows.join("\n")));
    let extras: Vec<(Option<bool>, Option<String>)> = (0..5)
        .map(|at| read.row(at).extras)
        .map(|extras| (extras.offered, extras.fee.map(Money::plain)))
        .collect();
    let fee = |text: &str| Some(text.to_owned());
    assert_eq!(
        extras,
        [
            (None, fee("1.50")),
            (None, None),
            (Some(true), fee("3.00")),
            (Some(false), fee("0.00")),
            (None, None),
        ]
    );
    for (record, says) in [
        (
            row("3,As Ks Qs Js 2d,play", "10.00,,yes,"),
            "offered of seat 3 is `yes`, but only the row of a player banker says whether the bank was offered; \
             correct the seat or empty the field",
        ),
        (
            row("B4,As Ks Qs Js 2d,deal", ",500.00,maybe,"),
            "offered of seat B4 is `maybe`, which is neither `yes` nor `no`; correct the record, or leave the field \
             empty where it is not known",
        ),
        (
            row("3,As Ks Qs Js 2d,play", "10.00,,,-1"),
            "fee is `-1`, and an amount here has no sign; correct the record",
        ),
    ] {
        assert_eq!(problem("hands", BANKED, &record), says);
    }
}

/// Every column of every wager, each with an amount of its own, on the row that may have it.
#[test]
fn every_wager_has_its_own_columns() {
    let staked = [
        "ante",
        "super_bonus",
        "odds",
        "play",
        "raise",
        "queens_up",
        "aces_up",
        "bad_beat",
        "four_card_bonus",
        "prime",
        "cover_all",
        "progressive",
    ];
    let header = "round,time,table,dealer,seat,action";
    let one = |seat: &str, column: &str, amount: &str| {
        let action = if seat.starts_with('B') { "deal" } else { "play" };
        let text = format!(
            "{header},{column}\n4,2026-10-31T18:03:22,C4P-1,D07,{seat},{action},{amount}\n"
        );
        let whole = read("hands", "", &text);
        assert_eq!(whole.problems, [], "{text}");
        assert_eq!(whole.columns.unmapped, Vec::<String>::new(), "{text}");
        whole.row(0)
    };
    let alone = |key: &'static str| vec![(key, "7.00".to_owned())];
    for key in staked {
        let staked = one("3", key, "7");
        assert_eq!((dollars(staked.stake), dollars(staked.returned)), (alone(key), vec![]));
    }
    for key in staked.into_iter().chain(["ante_bonus", "envy"]) {
        let paid = one("3", &format!("{key}_returned"), "7");
        assert_eq!((dollars(paid.stake), dollars(paid.returned)), (vec![], alone(key)));
    }
    for (seat, number) in [("B", 0), ("B4", 4), ("B9", 9)] {
        let bank = one(seat, "bank", "7");
        assert_eq!((dollars(bank.stake), dollars(bank.returned)), (alone("bank"), vec![]));
        assert_eq!((bank.seat, bank.action), (Seat::Banker(number), Action::Deal));
        let left = one(seat, "bank_returned", "7");
        assert_eq!((dollars(left.stake), dollars(left.returned)), (vec![], alone("bank")));
    }
}

/// Both sides of whose row an amount may stand in: every seat, every column, an amount and zero.
#[test]
fn money_stands_where_it_belongs() {
    for column in
        Wager::ALL.into_iter().flat_map(|w| [w.key().to_owned(), w.key().to_owned() + "_returned"])
    {
        if ["ante_bonus", "envy"].contains(&column.as_str()) {
            continue;
        }
        let header = format!("round,time,table,dealer,seat,action,{column}\n");
        for (seat, action) in [("3", "play"), ("D", "deal"), ("B", "deal"), ("B4", "deal")] {
            let record =
                |amount: &str| format!("4,2026-10-31T18:03:22,C4P-1,D07,{seat},{action},{amount}");
            let zero = read("hands", "", format!("{header}{}", record("0.00")));
            assert_eq!((zero.problems.len(), zero.hands.rows.len()), (0, 1), "{column} {seat}");
            let is_bank = column.starts_with("bank");
            let fault = match seat {
                "3" if !is_bank => None,
                "3" => Some("only a player banker, B or B1 to B9, puts up a bank"),
                "D" => Some("the house dealer makes no wager"),
                _ if is_bank => None,
                _ => Some("a player banker puts up a bank and makes no wager"),
            };
            match fault {
                None => {
                    let fine = read("hands", "", format!("{header}{}", record("5")));
                    assert_eq!((fine.problems.len(), fine.hands.rows.len()), (0, 1));
                }
                Some(why) => assert_eq!(
                    problem("hands", &header, record("5")),
                    format!(
                        "{column} of seat {seat} is `5`, but {why}; correct the seat or empty the \
                         field"
                    )
                ),
            }
            if column == "bank_returned" && fault.is_none() {
                // A banker without limit made good five dollars.
                let row = read("hands", "", format!("{header}{}", record("-5"))).row(0);
                assert_eq!(row.returned[Wager::Bank], Money::from_dollars(5).unwrap().negated());
                continue;
            }
            let signed = problem("hands", &header, record("-5"));
            assert!(signed.contains("an amount here has no sign"), "{signed}");
        }
    }
}

#[test]
fn actions_by_seat() {
    let none = ",,,,,,,,,,";
    for (cell, action) in [
        ("1,,play", Action::Play),
        ("1,,fold", Action::Fold),
        ("1,,void", Action::Void),
        ("D,,deal", Action::Deal),
        ("D,,", Action::Deal),
        ("d,,void", Action::Void),
        ("B,,deal", Action::Deal),
        ("B,,", Action::Deal),
        ("B4,,deal", Action::Deal),
        ("b4,,", Action::Deal),
        ("B9,,void", Action::Void),
    ] {
        let whole = read("hands", "", format!("{HANDS}{}", row(cell, none)));
        assert_eq!(whole.row(0).action, action, "{cell}");
    }
    bad(
        &row("1,,", none),
        "action of seat 1 is ``, which is none of `play`, `fold` and `void`; correct the record",
    );
    bad(
        &row("1,,deal", none),
        "action of seat 1 is `deal`, which is none of `play`, `fold` and `void`; correct the record",
    );
    bad(
        &row("D,,play", none),
        "action of seat D is `play`, but a dealer or banker has `deal` or `void`; correct the seat or the action",
    );
    bad(
        &row("B4,,fold", none),
        "action of seat B4 is `fold`, but a dealer or banker has `deal` or `void`; correct the seat or the action",
    );
    bad(
        &row("1,,Play", none),
        "action of seat 1 is `Play`, which is none of `play`, `fold` and `void`; correct the record",
    );
    let text = format!(
        "{CARDS_ONLY}4,2026-10-31T18:03:22,C4P-1,,1,As\n4,2026-10-31T18:03:22,C4P-1,,D,Ks\n"
    );
    let whole = read("hands", "", text);
    let actions: Vec<Action> = whole.hands.rows.as_rows().iter().map(|r| r.action).collect();
    assert_eq!(actions, [Action::Unrecorded, Action::Deal]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one list of values")]
fn values_that_are_not_what_they_should_be() {
    let none = ",,,,,,,,,,";
    let with = |record: &str| format!("{record},{none}");
    for round in ["", "0", "-1", "4294967296", "1.5", "+1", " 1", "99999999999999999999"] {
        bad(
            &with(&format!("{round},2026-10-31T18:03:22,C4P-1,D07,1,,play")),
            &format!(
                "round is `{round}`, not a whole number from 1 to 4294967295; give the number of the \
             round at its table"
            ),
        );
    }
    bad(
        &with("4,18:03,C4P-1,D07,1,,play"),
        "time `18:03` is not a time such as 2026-10-31T18:03:22-07:00 or 2026-10-31 18:03:22; \
         correct the record or the journal's zone",
    );
    bad(
        &with("4,2026-03-08T02:30:00,C4P-1,D07,1,,play"),
        "time `2026-03-08T02:30:00` never happened: the clock was set forward past it; correct the \
         record or the journal's zone",
    );
    bad(
        &with("4,2026-10-31T18:03:22,C4P-9,D07,1,,play"),
        "table is `C4P-9`, but the tables of the engagement are C4P-1, Tíjuana; correct the record \
         or declare the table",
    );
    for seat in ["", "0", "10", "X", "B0", "B10", "BB", "D1", "4B"] {
        bad(
            &row(&format!("{seat},,play"), none),
            &format!(
                "seat is `{seat}`, which is none of 1 to 9, D (dealer), B1 to B9 (player banker at a \
                 seat) or B (player banker); correct the record"
            ),
        );
    }
    bad(
        &row("1,As Ax,play", none),
        "cards `As Ax` has `Ax`, which is not a card such as As or Td; write cards as in As Ks Qs \
         Js 2d",
    );
    bad(
        &row("1,As,play", "-10,,,,,,,,,,"),
        "ante is `-10`, and an amount here has no sign; correct the record",
    );
    bad(
        &row("1,As,play", "10,,,,,-10,,,,,"),
        "ante_returned is `-10`, and an amount here has no sign; correct the record",
    );
    bad(
        &row("1,As,play", ",,,,,,,,,,-0"),
        "envy_returned is `-0`, and an amount here has no sign; correct the record",
    );
    bad(
        &row("1,As,play", ",,$30,,,,,,,,"),
        "play is `$30`, which is not a dollar amount such as 12.50; write decimal dollars without \
         separators",
    );
    bad(
        &row("1,As,play", ",,,,,,,0.0000001,,,"),
        "play_returned is `0.0000001`, which has more than six digits after the point; write \
         decimal dollars without separators",
    );
    bad(
        &row("D,As,deal", "5,,,,,,,,,,"),
        "ante of seat D is `5`, but the house dealer makes no wager; correct the seat or empty the \
         field",
    );
    bad(
        &row("D,As,deal", ",,,,,,,,,,5"),
        "envy_returned of seat D is `5`, but the house dealer makes no wager; correct the seat or \
         empty the field",
    );
    let zero = read("hands", "", format!("{HANDS}{}\n", row("D,As,deal", "0,0.00,,,,,,,,,")));
    assert_eq!(zero.row(0).stake[Wager::Ante], Money::ZERO);
}

#[test]
fn fragments_are_runs_of_one_table_round_and_dealer() {
    let records = [
        "4,2026-10-31T18:00:00,C4P-1,D07,1,As",
        "4,2026-10-31T18:00:00,C4P-1,D07,X,As",
        "4,2026-10-31T18:00:00,C4P-1,D07,D,As",
        "5,2026-10-31T18:01:00,C4P-1,D07,D,As",
        "5,2026-10-31T18:01:01,Tíjuana,D07,D,As",
        "5,2026-10-31T18:01:02,Tíjuana,D08,D,As",
        "4,2026-10-31T18:01:03,C4P-1,D07,1,As",
    ];
    let text = format!("{CARDS_ONLY}{}\n", records.join("\n"));
    for (block, pieces) in [(1 << 20, 1), (1 << 20, 3), (1 << 20, 16), (1, 1), (90, 2)] {
        let whole = read_sized(text.as_bytes(), &engagement("hands", ""), block, pieces);
        let runs: Vec<(u16, u32, &str, std::ops::Range<u32>)> = whole
            .hands
            .fragments
            .iter()
            .map(|f| (f.table.0, f.round, f.dealer.as_str(), f.rows.clone()))
            .collect();
        assert_eq!(
            runs,
            [
                (0, 4, "D07", 0..2),
                (0, 5, "D07", 2..3),
                (1, 5, "D07", 3..4),
                (1, 5, "D08", 4..5),
                (0, 4, "D07", 5..6),
            ]
        );
        assert_eq!(whole.hands.fragments[0].time, at("2026-10-31T18:00:00-07:00"));
        assert_eq!(whole.problems[0].line, 3);
    }
}

/// Rows whose first columns repeat those of the row before are read by a short cut. Here every row
/// is also quoted, which takes the long way, and then some are and some are not.
#[test]
fn repeated_columns_mean_the_same_by_either_way() {
    let rows = [
        ("4,2026-10-31T18:00:00,C4P-1,D07", "1,As"),
        ("4,2026-10-31T18:00:00,C4P-1,D07", "2,Xx"),
        ("4,2026-10-31T18:00:00,C4P-1,D07", "2,Ks"),
        ("14,2026-10-31T18:00:00,C4P-1,D07", "1,As"),
        ("4,2026-10-31T18:00:00,C4P-1,D07", "3,Qs"),
        ("4,2026-10-31T18:00:09,C4P-1,D07", "4,Js"),
        ("4,2026-10-31T18:00:09,C4P-1,", "5,2d"),
        ("4,2026-10-31T18:00:09,C4P-9,D07", "1,2d"),
        ("4,2026-10-31T18:00:09,C4P-9,D07", "2,2d"),
        ("4,2026-10-31T18:00:09,C4P-1,", "D,2c"),
    ];
    // The second header keeps another column between the repeated ones: no short cut at all.
    let whole = |apart: bool, quoted: &dyn Fn(usize) -> bool| {
        let mut text = CARDS_ONLY.to_owned();
        if apart {
            text = text.replace("table,dealer", "table,pit,dealer");
        }
        for (at, (repeated, rest)) in rows.iter().enumerate() {
            let (front, dealer) = repeated.rsplit_once(',').unwrap();
            let pit = if apart { ",P1" } else { "" };
            let dealer = if quoted(at) { format!("\"{dealer}\"") } else { dealer.to_owned() };
            text.push_str(&format!("{front}{pit},{dealer},{rest}\n"));
        }
        read_sized(text.as_bytes(), &engagement("hands", ""), 1 << 20, 1)
    };
    let long = whole(false, &|_| true);
    let runs: Vec<_> = long.hands.fragments.iter().map(|f| (f.round, f.rows.clone())).collect();
    assert_eq!(runs, [(4, 0..2), (14, 2..3), (4, 3..5), (4, 5..7)]);
    let lines: Vec<u32> = long.problems.iter().map(|p| p.line).collect();
    assert_eq!(lines, [3, 9, 10]);
    for mask in 0..1_usize << rows.len() {
        let mixed = whole(false, &|at| mask >> at & 1 == 1);
        assert_eq!(mixed.hands, long.hands, "quoted rows {mask:b}");
        assert_eq!(mixed.problems.len(), 3, "quoted rows {mask:b}");
    }
    assert_eq!(whole(true, &|_| false).hands, long.hands);
}

#[test]
fn names_beyond_ascii_in_either_encoding() {
    let text = "4,2026-10-31T18:00:00,Tíjuana,Zoë,1,As\n4,2026-10-31T18:00:00,Tíjuana,Zoë,2,As\n";
    let utf8 = read("hands", "", format!("{CARDS_ONLY}{text}"));
    assert_eq!((utf8.hands.fragments.len(), utf8.hands.fragments[0].dealer.as_str()), (1, "Zoë"));
    let bytes: Vec<u8> =
        format!("{CARDS_ONLY}{text}").chars().map(|c| u8::try_from(c).unwrap()).collect();
    let latin = read("hands", "encoding = \"windows-1252\"", &bytes);
    assert_eq!(latin.hands, utf8.hands);
    let wrong = read("hands", "", &bytes);
    assert_eq!(wrong.problems[0].raw, "4,2026-10-31T18:00:00,T\\xEDjuana,Zo\\xEB,1,As");
    let dealer =
        read("hands", "", b"round,time,table,dealer,seat\n4,2026-10-31T18:00:00,C4P-1,Zo\xEB,1\n");
    assert!(
        dealer.problems[0].reason.starts_with("column `dealer` has the byte \\xEB as number 3")
    );
}

/// The columns of the test below, and a record of the usual form.
const COLUMNS: [&str; 12] = [
    "round",
    "time",
    "table",
    "dealer",
    "seat",
    "cards",
    "action",
    "ante",
    "ante_returned",
    "bank",
    "bank_returned",
    "envy_returned",
];
const USUAL: [&str; 12] = [
    "4",
    "2026-10-31T18:00:00",
    "C4P-1",
    "D07",
    "3",
    "As Ks Qs Js 2d",
    "play",
    "10.00",
    "20.00",
    "",
    "0.00",
    "5.00",
];
/// What may stand in a field, rightly or wrongly.
const TEXTS: [&str; 26] = [
    "",
    "4",
    "0",
    "D",
    "B",
    "B4",
    "D07",
    "play",
    "fold",
    "void",
    "deal",
    "As Ks Qs Js 2d",
    "As",
    "As Ks Qs Js 2d 3h",
    "10h As Ks Qs Js",
    "As Ks Qs Js Xx",
    "5",
    "5.00",
    "0.00",
    "-5.00",
    "1234.50",
    "12345.00",
    "1.005",
    "\"5.00\"",
    "5\u{a0}",
    "2026-10-31T18:00:00",
];

/// Every record is read both ways: by the one pass that records of the usual form take, and with a
/// column more that nobody reads, which takes the general way. Each field in turn is every text above,
/// alone and beside another odd field.
#[test]
fn the_usual_form_means_the_same_by_either_way() {
    for order in [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [3, 2, 1, 0, 8, 9, 10, 7, 6, 5, 11, 4]] {
        let in_order = |fields: &[&str; 12]| order.map(|at| fields[at]).join(",");
        let (mut usual, mut general) = (in_order(&COLUMNS) + "\n", in_order(&COLUMNS) + ",pit\n");
        let mut add = |record: &str| {
            for ending in ["\n", "\r\n"] {
                usual.push_str(&format!("{record}{ending}"));
                general.push_str(&format!("{record},{ending}"));
            }
        };
        for (first, second) in (0..12).flat_map(|first| (first..12).map(move |at| (first, at))) {
            for (at, text) in TEXTS.iter().enumerate() {
                let mut fields = USUAL;
                fields[first] = text;
                fields[second] = TEXTS[at * 7 % TEXTS.len()];
                add(&in_order(&fields));
            }
            add(&in_order(&USUAL));
        }
        let whole = |text: &str| read_sized(text.as_bytes(), &engagement("hands", ""), 1 << 20, 1);
        let (usual, general) = (whole(&usual), whole(&general));
        assert!(usual.hands.rows.len() > 200 && usual.problems.len() > 200);
        assert_eq!(usual.hands, general.hands);
        let reasons = |whole: &Whole| -> Vec<(u32, String)> {
            whole.problems.iter().map(|p| (p.line, p.reason.clone())).collect()
        };
        assert_eq!(reasons(&usual), reasons(&general));
    }
}
