//! Small journals of every kind, counted by hand and joined.

use super::*;
use crate::journal::{ColumnNames, Content};
use feltproof_sheets::Dialect;

fn export(text: &str) -> Export<&[u8]> {
    let content = Content::Text(text.as_bytes(), Dialect::CSV);
    Export { content, names: ColumnNames::Row(1), evidence: None }
}

fn money(text: &str) -> Money {
    Money::parse(text.as_bytes()).unwrap()
}

const HANDS: &str = "round,time,table,dealer,seat,cards,ante,progressive,progressive_returned,bank
1,2026-10-31 18:00:00,T1,D1,1,As Ks Qs Js 2d,5,5,,
1,2026-10-31 18:00:00,T1,D1,4,As Ks Qs Js 2d,10,1,500,
1,2026-10-31 18:00:00,T1,D1,D,As Ks Qs Js 2d,,,,
1,2026-10-31 18:01:00,\"T,2\",D2,2,,7.50,5,,
1,2026-10-31 18:01:00,\"T,2\",D2,B3,,,,,100
too,few
";

#[test]
fn a_hands_journal_is_counted() {
    let seen = Seen::of(JournalKind::Hands, export(HANDS), None).unwrap();
    assert_eq!((seen.records, seen.unread, seen.tables.len()), (5, 1, 2));
    assert_eq!(seen.first_unread.as_deref(), Some("row 7 has 2 cells"));
    let (one, two) = (&seen.tables["T1"], &seen.tables["T,2"]);
    assert_eq!((one.records, one.banker, two.banker), (3, 0, 1));
    assert_eq!(one.seats, BTreeMap::from([(1, 1), (4, 1)]));
    assert_eq!(two.seats, BTreeMap::from([(2, 1), (3, 1)]));
    assert_eq!(one.stakes[&Wager::Ante].range, Some((money("5"), money("10"))));
    let progressive = BTreeMap::from([(money("1"), 1), (money("5"), 1)]);
    assert_eq!(one.stakes[&Wager::Progressive].amounts, progressive);
    assert_eq!(two.unstaked, BTreeMap::from([(Wager::Bank, 1)]));
    assert_eq!(one.opponent_cards, BTreeMap::from([(5, 1)]));
    assert_eq!(seen.staff["D1"], BTreeMap::from([("dealer".to_owned(), 3)]));
    assert_eq!(seen.clock.days(360), [("2026-10-31".to_owned(), 5)]);
}

#[test]
fn links_and_those_who_swiped_cards_are_counted_and_journals_joined() {
    let manager =
        "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document
1,2026-10-31 18:00:00,L1,grand,reading,,,,,100,0,,,
2,2026-10-31 18:00:01,L1,grand,coin_in,T1,1,,5,101,0,,,
3,2026-10-31 18:00:02,L1,grand,coin_in,T2,1,,5,102,0,,,
4,2026-10-31 18:00:03,L1,grand,coin_in,T1,2,,5,103,0,,,
5,2026-10-31 18:00:04,L1,grand,adjustment,,,,-1,102,0,A1,void_round,x
";
    let mut seen = Seen::of(JournalKind::Hands, export(HANDS), None).unwrap();
    let other = Seen::of(JournalKind::Manager, export(manager), None).unwrap();
    let link = &other.links[&("L1".to_owned(), "grand".to_owned())];
    assert_eq!((link.records, link.feeds["T1"], link.feeds["T2"]), (5, 2, 1));
    assert_eq!(other.staff["A1"], BTreeMap::from([("adjustment".to_owned(), 1)]));
    seen.join(other);
    assert_eq!((seen.records, seen.unread), (10, 1));
    assert_eq!(seen.tables["T1"].records, 5);
    assert_eq!(seen.tables.len(), 3);
    assert_eq!(seen.clock.offsets(), [(None, 10)]);
    let twice = Seen::of(JournalKind::Hands, export(HANDS), None).unwrap();
    seen.join(twice);
    let progressive = &seen.tables["T1"].stakes[&Wager::Progressive];
    let twice = BTreeMap::from([(money("1"), 2), (money("5"), 2)]);
    assert_eq!((progressive.count, &progressive.amounts), (4, &twice));
}

#[test]
fn a_profile_says_how_an_export_is_read() {
    let text = "schema = 1\nname = \"x\"\nkind = \"hands\"\n[columns]\nround = \"R\"\ntime = \"When\"\ntable = \"Tbl\"\n\
                seat = \"Pos\"\nante = \"Bet\"\nante_returned = \"Paid\"\n[money]\nsign = \"$\"\n[time]\n\
                format = \"%m/%d/%Y %H:%M:%S\"\n[rows]\nignore = [{ column = \"Tbl\", is = [\"TOTAL\"] }]\n";
    let profile = Profile::parse(text, "p.toml").unwrap();
    let rows = "R,When,Tbl,Pos,Bet,Paid\n1,10/31/2026 18:00:00,T1,1,$5.00,$0.00\n,,TOTAL,,$5.00,\n2,x,T1,1,$5.00,\n";
    let seen = Seen::of(JournalKind::Hands, export(rows), Some(&profile)).unwrap();
    assert_eq!((seen.records, seen.unread), (1, 1));
    assert_eq!(seen.tables["T1"].stakes[&Wager::Ante].range, Some((money("5"), money("5"))));
    assert_eq!(seen.clock.days(0), [("2026-10-31".to_owned(), 1)]);
    // Another file.
    let error = Seen::of(JournalKind::Hands, export("a,b\n1,2\n"), Some(&profile)).unwrap_err();
    assert!(error.contains("none of the 7 columns that the profile names"), "{error}");
}

#[test]
fn names_are_kept_up_to_a_bound_and_any_bytes_are_harmless() {
    let mut text = "round,time,table,dealer,seat\n".to_owned();
    (0..NAMES_MAX + 10).for_each(|n| text.push_str(&format!("1,x,T{n},,1\n")));
    let seen = Seen::of(JournalKind::Hands, export(&text), None).unwrap();
    assert_eq!((seen.tables.len(), seen.is_cut), (NAMES_MAX, true));
    let odd =
        format!("table,dealer,seat\n\"a\nb\",{},1\nT1,x\u{7},1\n", "n".repeat(NAME_BYTES_MAX + 1));
    let seen = Seen::of(JournalKind::Hands, export(&odd), None).unwrap();
    assert_eq!((seen.tables.len(), seen.staff.len(), seen.is_cut), (1, 0, true));
    for text in ["", "\n\n", "a\n\"", "\u{0},\"\n\",\n"] {
        let _ = Seen::of(JournalKind::Manager, export(text), None);
    }
}
