//! Tests of reading the events of a Game Manager's journal.

use super::*;
use feltproof_model::{LinkId, ManagerKind, Money, Seat};

fn record(event_to_amount: &str, rest: &str) -> String {
    format!("8,2026-10-31T18:00:00,HARBOR-1,grand,{event_to_amount},2500.25,31.0125,{rest}")
}

#[track_caller]
fn bad(event_to_amount: &str, reason: &str) {
    assert_eq!(problem("manager", MANAGER, record(event_to_amount, ",,,")), reason);
}

#[test]
fn every_event_reads() {
    let records = [
        record("reading,,,,", ",,,"),
        record("open,,,,0.00", ",,,"),
        record("close,,,,", ",,,"),
        record("coin_in,C4P-1,7,,15", ",,,"),
        record("award,C4P-1,7,3,250.00", "S01,,,"),
        record("tray_pay,C4P-1,7,4,75.00", ",,,"),
        record("reseed,,,,2500", ",,,"),
        record("adjustment,,,,-12.5", "A01,malfunction,DOC-1,award 7"),
        record("reserve_adjustment,,,,12.5", "A01,seed_recovery,\"DOC \"\"2\"\"\","),
        record("overflow,,,,0.50", ",,,"),
        record("config,,,,", "A01,,,seed=3000.00"),
    ];
    let whole = read("manager", "", format!("{MANAGER}{}", records.join("\r\n")));
    assert_eq!(whole.problems, []);
    let kinds: Vec<ManagerKind> = whole.manager.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, ManagerKind::ALL);
    let award = &whole.manager[4];
    assert_eq!((award.link, award.table, award.round), (LinkId(0), Some(TableId(0)), Some(7)));
    assert_eq!((award.seat, award.seq, award.line), (Some(Seat::Player(3)), 8, 6));
    assert_eq!(award.display, Money::from_micros(2_500_250_000));
    assert_eq!(award.reserve, Money::from_micros(31_012_500));
    assert_eq!(whole.manager[5].seat, Some(Seat::Player(4)));
    let adjustment = &whole.manager[7];
    assert_eq!(adjustment.amount, Money::from_micros(-12_500_000));
    assert_eq!(
        (adjustment.actor.as_str(), adjustment.reason.as_str(), adjustment.value.as_str()),
        ("A01", "malfunction", "award 7")
    );
    assert_eq!(whole.manager[8].document, "DOC \"2\"");
    assert_eq!(whole.manager[9].amount, Money::from_micros(500_000));
    assert_eq!(whole.manager[10].value, "seed=3000.00");
}

#[test]
fn what_an_event_needs() {
    bad("coin_in,,7,,15", "event `coin_in` needs a table, and table is empty; add it");
    bad("coin_in,C4P-1,,,15", "event `coin_in` needs a round, and round is empty; add it");
    bad("award,C4P-1,7,,15", "event `award` needs the seat of a player, and seat is empty; add it");
    bad("tray_pay,C4P-1,,3,15", "event `tray_pay` needs a round, and round is empty; add it");
    bad(
        "tray_pay,C4P-1,7,,15",
        "event `tray_pay` needs the seat of a player, and seat is empty; add it",
    );
    bad("award,C4P-1,7,3,", "amount is empty, and this record needs it; add the dollar amount");
    bad("award,C4P-1,7,3,-5", "amount is `-5`, and an amount here has no sign; correct the record");
    bad(
        "reading,,,,12",
        "amount is `12`, but event `reading` moves no money; empty the field or correct the event",
    );
    bad(
        "config,,,,",
        "value of config is ``, which does not say setting=new value; write it as in seed=3000.00",
    );
    bad(
        "jackpot,,,,",
        "event is `jackpot`, but the events of a manager are reading, open, close, coin_in, award, tray_pay, reseed, adjustment, reserve_adjustment, overflow, config; correct the record",
    );
    bad(
        "reading,C4P-9,,,",
        "table is `C4P-9`, but the tables of the engagement are C4P-1, Tíjuana; correct the record or declare the table",
    );
    let with = |from: &str, to: &str| {
        problem("manager", MANAGER, record("reading,,,,", ",,,").replace(from, to))
    };
    assert_eq!(
        with("HARBOR-1", "X"),
        "link is `X`, but the links of the engagement are HARBOR-1; correct the record or declare the link"
    );
    assert_eq!(
        with("grand", "mini"),
        "level is `mini`, but the level of link HARBOR-1 is grand; correct the record or the engagement"
    );
    assert_eq!(
        with("2500.25", ""),
        "display is empty, and this record needs it; add the dollar amount"
    );
    assert_eq!(
        with("31.0125", "-1"),
        "reserve is `-1`, and an amount here has no sign; correct the record"
    );
}

#[test]
fn free_text_by_its_encoding() {
    let text = [MANAGER.as_bytes(), record("reading,,,,", "O\u{92}Neill,,,").as_bytes()].concat();
    // The character U+0092 is the two bytes C2 92 in UTF-8; keep the one byte.
    let bytes: Vec<u8> = text.into_iter().filter(|b| *b != 0xC2).collect();
    let latin = read("manager", "encoding = \"windows-1252\"", &bytes);
    assert_eq!(latin.manager[0].actor, "O’Neill");
    let utf8 = read("manager", "", &bytes);
    assert_eq!(
        utf8.problems[0].reason,
        "column `actor` has the byte \\x92 as number 2, which is not UTF-8; declare encoding = \
         \"windows-1252\" for this journal or export it as UTF-8"
    );
    assert!(utf8.problems[0].raw.ends_with("O\\x92Neill,,,"));
}

#[test]
fn an_in_meter_may_be_empty_and_is_never_negative() {
    let header = MANAGER.replace(",value", ",value,in_meter");
    let event = |rest: &str| record("reading,,,,", rest);
    let records = [event(",,,,1284365.5"), event(",,,,"), event(",,,,-5.00"), event(",,,,x")];
    let whole = read("manager", "", format!("{header}{}", records.join("\n")));
    let counts: Vec<_> = whole.manager.iter().map(|e| e.in_meter.map(Money::micros)).collect();
    assert_eq!(counts, [Some(1_284_365_500_000), None]);
    assert!(whole.columns.unmapped.is_empty());
    let reasons: Vec<_> = whole.problems.iter().map(|p| p.reason.as_str()).collect();
    assert_eq!(
        reasons[0],
        "in_meter is `-5.00`, and an amount here has no sign; correct the record"
    );
    assert!(reasons[1].starts_with("in_meter is `x`, which"), "{reasons:?}");
    // Without the column it is read nowhere.
    assert_eq!(read("manager", "", format!("{MANAGER}{}", event(",,,"))).manager[0].in_meter, None);
}

#[test]
fn without_a_value_column_there_is_no_configuration_change() {
    let header = MANAGER.replace(",value", "");
    let reading = "1,2026-10-31T18:00:00,HARBOR-1,grand,reading,,,,,1,2,,,";
    let whole =
        read("manager", "", format!("{header}{reading}\n{}", reading.replace("reading", "config")));
    assert_eq!((whole.manager.len(), whole.problems.len()), (1, 1));
}
