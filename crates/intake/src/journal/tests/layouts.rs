//! Files in which the layout changes: exports that were joined.

use super::arranged::by_profile;
use super::*;

const ROWS: &str = "57,2026-10-31T18:03:22,C4P-1,D07,1,As Ks Qs Js 2d,play,5.00\n\
     57,2026-10-31T18:03:22,C4P-1,D07,D,Th 9h 8h 7h 2c,deal,\n";
const HEADER: &str = "round,time,table,dealer,seat,cards,action,ante\n";
const NAMES: [&str; 8] = ["round", "time", "table", "dealer", "seat", "cards", "action", "ante"];

fn profile(rows: &str, file: &str) -> String {
    let columns: String = NAMES.map(|name| format!("{name} = \"{name}\"\n")).concat();
    format!(
        "schema = 1\nname = \"x\"\nkind = \"hands\"\n[file]\n{file}\n[rows]\n{rows}\n[columns]\n{columns}"
    )
}

/// Why a canonical file is refused, and the same file by a profile.
fn refused(text: &str) -> [String; 2] {
    let engagement = engagement("hands", "");
    let mut reader = JournalReader::new(text.as_bytes(), &engagement, 0).unwrap();
    let canonical = loop {
        match reader.next_block() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it was read"),
            Err(why) => break why.to_string(),
        }
    };
    let mut reader = by_profile(text, &profile("", ""), &engagement).unwrap();
    [canonical, reader.next_block().unwrap_err().to_string()]
}

#[test]
fn another_header_among_the_records_ends_the_reading_and_says_how_it_is_read() {
    for second in [
        "time,round,table,dealer,seat,cards,action,ante",
        "Rnd,When,Tbl,Dlr,Pos,Hand,Act,Ante Bet",
        "Tisch;Runde;Zeit;Geber;Platz;Karten;Handlung;Einsatz",
        "Rnd,Date,Time,Tbl,Dlr,Pos,Hand,Act,Ante Bet,Ante Pay",
    ] {
        let text = format!("{HEADER}{ROWS}{second}\n{ROWS}");
        for why in refused(&text) {
            assert!(why.starts_with("hands.csv: row 4 looks like a second header"), "{why}");
            assert!(why.contains("`last = 3` in [rows]"), "{why}");
            assert!(
                why.contains("feltproof inspect hands.csv --kind hands --header-row 4"),
                "{why}"
            );
        }
    }
}

#[test]
fn the_two_parts_are_read_by_two_profiles() {
    let other = "When,Rnd,Tbl,Dlr,Pos,Hand,Act,Ante Bet\n\
         2026-10-31T18:04:00,58,C4P-1,D07,1,As Ks Qs Js 2d,play,7.00\n";
    let text = format!("{HEADER}{ROWS}{other}");
    let engagement = engagement("hands", "");
    let above = read_all(by_profile(&text, &profile("last = 3", ""), &engagement).unwrap());
    assert_eq!((above.seen, above.problems.len()), (2, 0));
    assert_eq!(above.summary.export.unwrap().rows_left_out, 2);
    let names = [("round", "Rnd"), ("time", "When"), ("table", "Tbl"), ("dealer", "Dlr")];
    let more = [("seat", "Pos"), ("cards", "Hand"), ("action", "Act"), ("ante", "Ante Bet")];
    let below =
        names.iter().chain(&more).fold(profile("", "header_row = 4"), |text, (column, name)| {
            text.replace(&format!("{column} = \"{column}\""), &format!("{column} = \"{name}\""))
        });
    let below = read_all(by_profile(&text, &below, &engagement).unwrap());
    assert_eq!((below.seen, below.problems.len()), (1, 0));
    assert_eq!(below.row(0).line, 5);
}

#[test]
fn a_header_among_rows_of_another_journal_is_seen_too() {
    let only = "only = [{ column = \"action\", is = [\"play\", \"deal\"] }]";
    let text = format!("{HEADER}{ROWS}Rnd,When,Tbl,Dlr,Pos,Hand,Act,Ante Bet\n{ROWS}");
    let mut reader = by_profile(&text, &profile(only, ""), &engagement("hands", "")).unwrap();
    let why = reader.next_block().unwrap_err().to_string();
    assert!(why.contains("row 4 looks like a second header"), "{why}");
}

#[test]
fn a_column_that_goes_on_under_another_name_is_not_read_as_empty() {
    let row = |n: u32, own: &str, other: &str| {
        format!(
            "{n},2026-10-31T{:02}:{:02}:00,C4P-1,D07,1,,play,{own},{other},x\n",
            10 + n / 60,
            n % 60
        )
    };
    let joined = |from: u32| {
        let one = (1..from).map(|n| row(n, "5.00", ""));
        one.chain((from..100).map(|n| row(n, "", "7.00"))).collect::<String>()
    };
    let header = "round,time,table,dealer,seat,cards,action,ante,Ante Bet,Note\n";
    let read = |rows: &str, profile: &str| {
        let text = format!("{header}{rows}");
        let mut reader = by_profile(&text, profile, &engagement("hands", "")).unwrap();
        let mut problems = 0;
        loop {
            match reader.next_block() {
                Ok(Some(block)) => problems += block.problems.len(),
                Ok(None) => return Ok(problems),
                Err(why) => return Err(why.to_string()),
            }
        }
    };
    let why = read(&joined(50), &profile("", "")).unwrap_err();
    assert!(why.starts_with("hands.csv: from row 51 on the column \"Ante Bet\""), "{why}");
    let remedy = "ante = [\"ante\", \"Ante Bet\"]";
    assert!(why.contains(remedy), "{why}");
    let mended = profile("", "").replace("ante = \"ante\"", remedy);
    assert_eq!(read(&joined(50), &mended), Ok(0));
    // Few rows on a side, and another column that both parts have.
    for from in [10, 80] {
        assert_eq!(read(&joined(from), &profile("", "")), Ok(0));
    }
    let both: String = (1..100).map(|n| row(n, "5.00", if n > 50 { "7.00" } else { "" })).collect();
    assert_eq!(read(&both, &profile("", "")), Ok(0));
}

#[test]
fn damage_and_remarks_are_no_header() {
    let damaged = "x,NULL,NULL,NULL,NULL,NULL,NULL,NULL\nPrinted by J. Doe,,,,,,,\nDealer:,,Supervisor:,,,,,\n";
    let whole = read("hands", "", format!("{HEADER}{ROWS}{damaged}{ROWS}"));
    assert_eq!(whole.problems.len(), 3);
}
