//! Exports of other programs through a profile, against the same records in canonical form.

use super::*;
use crate::Profile;
use feltproof_model::{Money, Wager};
use feltproof_sheets::{Dialect, RowSource, Rows};

/// The same rounds in canonical form.
const CANONICAL: &str = "round,time,table,dealer,seat,cards,action,ante,ante_returned\n\
     57,2026-10-31T18:03:22,C4P-1,D07,1,As Ks Qs Js 2d,play,1250.00,2500.00\n\
     57,2026-10-31T18:03:22,C4P-1,D07,3,,fold,5.00,\n\
     57,2026-10-31T18:03:22,C4P-1,D07,D,Th 9h 8h 7h 2c,deal,,\n\
     58,2026-10-31T18:04:00,Tíjuana,D07,2,2s 3s 4s 5s 6s,play,7.50,0.50\n\
     58,2026-10-31T18:04:00,Tíjuana,D07,D,Th 9h 8h 7h 2c,deal,,\n";

const MESSY: &str = "Harbor Card Room;;;;;;;;\nTable activity;;;;;;;;\n\
     Rnd #;Date;Time;Tbl;Pos;Hand;Act;Ante Bet;Ante Pay;Pit\n\
     57;10/31/2026;6:03:22 PM;T1;Seat 1;A♠K♠Q♠J♠2♦;Play;$1,250.00;$2,500.00;A\n\
     57;10/31/2026;6:03:22 PM;T1;Seat 3;;Fold;$5.00;-;A\n\
     57;10/31/2026;6:03:22 PM;T1;Dlr;10H 9H 8H 7H 2C;;;;A\n\
     Rnd #;Date;Time;Tbl;Pos;Hand;Act;Ante Bet;Ante Pay;Pit\n\
     58;10/31/2026;6:04:00 PM;T2;Seat 2;2S 3S 4S 5S 6S;Play;$7.50;\"$0.50\";A\n\
     \n\
     58;10/31/2026;6:04:00 PM;T2;Dlr;10H 9H 8H 7H 2C;;;;A\n\
     TOTAL;;;;;;;$1,262.50;$2,500.50\n";

const PROFILE: &str = r#"schema = 1
name = "A messy export"
kind = "hands"
[file]
delimiter = ";"
header_row = 3
[rows]
ignore = [{ column = "Rnd #", is = ["TOTAL"] }]
[columns]
round = "Rnd #"
time = ["Date", "Time"]
table = "Tbl"
dealer = { constant = "D07" }
seat = "Pos"
cards = "Hand"
action = "Act"
ante = "Ante Bet"
ante_returned = "Ante Pay"
[time]
format = "%m/%d/%Y %I:%M:%S %p"
[money]
sign = "$"
thousands = ","
[cards]
notation = "ranks"
[words.seat]
"Dlr" = "D"
"Seat 1" = "1"
"Seat 2" = "2"
"Seat 3" = "3"
[words.table]
T1 = "C4P-1"
T2 = "Tíjuana"
[words.action]
Play = "play"
Fold = "fold"
[words.ante_returned]
"-" = ""
"#;

/// The text with this delimiter, through a profile.
pub(super) fn mapped(profile: &str, delimiter: u8, text: &str) -> Whole {
    let dialect = Dialect { delimiter, quote: Some(b'"'), escape: None };
    read_export(profile, Content::Text(text.as_bytes(), dialect))
}

/// Why an export is read no further.
pub(super) fn refused(profile: &str, delimiter: u8, text: &str) -> String {
    let dialect = Dialect { delimiter, quote: Some(b'"'), escape: None };
    let profile = Profile::parse(profile, "profile.toml").unwrap();
    let engagement = engagement(profile.kind.name(), "");
    let content = Content::Text(text.as_bytes(), dialect);
    let export = Export { content, names: names(&profile), evidence: None };
    stopped_by(JournalReader::mapped(export, &profile, &engagement, 0).unwrap())
}

/// Why a journal is read no further.
fn stopped_by(mut reader: JournalReader<&[u8]>) -> String {
    loop {
        match reader.next_block() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it is read to the end"),
            Err(error) => return error.to_string(),
        }
    }
}

fn read_export(profile: &str, content: Content<&[u8]>) -> Whole {
    let profile = Profile::parse(profile, "profile.toml").unwrap();
    let engagement = engagement(profile.kind.name(), "");
    let export = Export { content, names: names(&profile), evidence: None };
    read_all(JournalReader::mapped(export, &profile, &engagement, 0).unwrap())
}

fn names(profile: &Profile) -> ColumnNames {
    match profile.file.header_row {
        Some(0) => ColumnNames::None,
        row => ColumnNames::Row(row.unwrap_or(1)),
    }
}

/// What the records say, without the lines they stand in.
fn said(whole: &Whole) -> Vec<String> {
    let fragments = whole.hands.fragments.iter().flat_map(|fragment| {
        fragment.rows.clone().map(move |at| (fragment, whole.row(at as usize)))
    });
    let words = fragments.map(|(of, mut row)| {
        row.line = 0;
        format!("{} {:?} {} {} {row:?}", of.round, of.table, of.dealer, of.time.0)
    });
    words.collect()
}

fn lines(whole: &Whole) -> Vec<u32> {
    whole.hands.rows.as_rows().heads().iter().map(|head| head.line).collect()
}

#[test]
fn a_file_whose_digest_cannot_be_taken_is_not_read() {
    let profile = Profile::parse(PROFILE, "profile.toml").unwrap();
    let engagement = engagement("hands", "");
    let opened = |evidence: fn() -> Result<Evidence, String>| {
        let dialect = Dialect { delimiter: b';', quote: Some(b'"'), escape: None };
        let content = Content::Text(MESSY.as_bytes(), dialect);
        let export = Export { content, names: names(&profile), evidence: Some(Box::new(evidence)) };
        JournalReader::mapped(export, &profile, &engagement, 0).unwrap()
    };
    let why = stopped_by(opened(|| Err("its SHA-256 cannot be taken: disk".to_owned())));
    assert_eq!(why, "hands.csv: its SHA-256 cannot be taken: disk");
    let known = || Ok(Evidence { sha256: "ab".into(), size_bytes: 7, notes: Vec::new() });
    let mut reader = opened(known);
    while reader.next_block().unwrap().is_some() {}
    assert!(reader.next_block().unwrap().is_none());
    let digest = reader.finish().digest;
    assert_eq!((digest.sha256.as_str(), digest.size_bytes), ("ab", 7));
}

#[test]
fn a_messy_export_says_what_the_canonical_journal_says() {
    let whole = mapped(PROFILE, b';', MESSY);
    assert_eq!(whole.problems, []);
    assert_eq!(said(&whole), said(&read("hands", "", CANONICAL)));
    assert_eq!(lines(&whole), [4, 5, 6, 8, 10]);
    // The second header, the blank line and the total.
    let export = whole.summary.export.as_ref().unwrap();
    assert_eq!((whole.summary.records, export.rows_left_out), (5, 3));
    assert_eq!((&*export.name, &*export.profile.file), ("A messy export", "profile.toml"));
    assert_eq!(whole.columns.unmapped, ["Pit"]);
}

/// Rows in memory, some at a time.
struct InMemory(std::vec::IntoIter<Rows>);

impl RowSource for InMemory {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        Ok(self.0.next())
    }
}

/// A text as a program that knows no text gives its rows: so many at a time.
fn rows(text: &str, at_a_time: usize) -> Content<&'static [u8]> {
    let lines: Vec<(u32, &str)> = (1..).zip(text.lines()).collect();
    let lots = lines.chunks(at_a_time).map(|lot| {
        let mut rows = Rows::default();
        for (number, line) in lot.iter().filter(|(_, line)| !line.is_empty()) {
            rows.begin(*number);
            line.split(';').for_each(|cell| rows.cell(cell.trim_matches('"').as_bytes()));
        }
        rows
    });
    Content::Rows(Box::new(InMemory(lots.collect::<Vec<_>>().into_iter())))
}

#[test]
fn rows_of_a_sheet_are_those_of_a_text() {
    let text = mapped(PROFILE, b';', MESSY);
    for at_a_time in [1, 2, 3, 100] {
        let sheet = read_export(PROFILE, rows(MESSY, at_a_time));
        assert_eq!((said(&sheet), lines(&sheet)), (said(&text), lines(&text)), "{at_a_time}");
        assert_eq!(sheet.problems, []);
    }
}

/// One row a round: the same rounds again.
#[test]
fn a_row_with_all_seats_is_as_many_records() {
    let text = "Rnd|When|Tbl|1 Cards|1 Act|1 Ante|1 Won|2 Cards|2 Act|2 Ante|2 Won|3 Cards|3 Act|3 Ante|3 Won|Dealer Cards\n\
         57|2026-10-31 18:03:22|C4P-1|As Ks Qs Js 2d|play|1250|1250|||||(none)|fold|5|-5|Th 9h 8h 7h 2c\n\
         58|2026-10-31 18:04:00|Tíjuana|||||2s 3s 4s 5s 6s|play|7.5|-7|||||Th 9h 8h 7h 2c\n";
    let profile = r#"schema = 1
name = "Wide"
kind = "hands"
[file]
delimiter = "|"
[columns]
round = "Rnd"
time = "When"
table = "Tbl"
dealer = { constant = "D07" }
cards = "{seat} Cards"
action = "{seat} Act"
ante = "{seat} Ante"
ante_returned = { net = "{seat} Won" }
[words.cards]
"(none)" = ""
[wide]
seats = ["1", "2", "3", "D"]
names = { D = "Dealer" }
present = "{seat} Cards"
"#;
    let whole = mapped(profile, b'|', text);
    assert_eq!(whole.problems, []);
    let mut canonical = said(&read("hands", "", CANONICAL));
    // A loser's nothing stands as nothing here and as zero there.
    let words = said(&whole);
    canonical.iter_mut().zip(&words).for_each(|(a, b)| assert_eq!(a, b));
    assert_eq!(canonical.len(), words.len());
    // The seats of a row stand in its line.
    assert_eq!(lines(&whole), [2, 2, 2, 3, 3]);
}

/// A column for each sensor, whose mark means another seat in each; the joined cell is then looked up in
/// the words of `value`.
#[test]
fn cells_that_are_joined_have_words_of_their_own() {
    let profile = r#"schema = 1
name = "Sensors"
kind = "controller"
[columns]
seq = "No"
time = "Time"
table = "Tbl"
round = "Game"
event = "What"
seat = "Pos"
value = [
  { column = "S1", words = { X = "1", "-" = "" } },
  { column = "S2", words = { X = "2", "-" = "" } },
  "S3",
  "Text",
]
[words.value]
"4 ACES" = "four_aces"
"1 2" = "2 1"
"#;
    let text = "No,Time,Tbl,Game,What,Pos,S1,S2,S3,Text\n\
         1,2026-10-31 18:03:22,C4P-1,1,coin_in,,X,-,3,\n\
         2,2026-10-31 18:03:23,C4P-1,1,coin_in,,-,-,,\n\
         3,2026-10-31 18:03:24,C4P-1,1,hand_button,2,,,,4 ACES\n\
         4,2026-10-31 18:03:25,C4P-1,1,fault,,X,X,,\n\
         5,2026-10-31 18:03:26,C4P-1,1,coin_in,,Y,-,3,\n";
    let canonical = [
        CONTROLLER,
        "1,2026-10-31 18:03:22,C4P-1,1,coin_in,,1 3,\n\
         2,2026-10-31 18:03:23,C4P-1,1,coin_in,,,\n\
         3,2026-10-31 18:03:24,C4P-1,1,hand_button,2,four_aces,\n\
         4,2026-10-31 18:03:25,C4P-1,1,fault,,2 1,\n",
    ];
    let whole = mapped(profile, b',', text);
    assert_eq!(whole.controller, read("controller", "", canonical.concat()).controller);
    // A mark that no word explains is not taken for a seat.
    let [problem] = &whole.problems[..] else { panic!("{:?}", whole.problems) };
    assert!(problem.line == 6 && problem.reason.contains("Y 3"), "{problem:?}");
    let fault = |from: &str, to: &str| {
        let text = profile.replacen(from, to, 1);
        Profile::parse(&text, "p.toml").unwrap_err().to_string()
    };
    let sentence = fault("column = \"S1\", words = { X = \"1\", \"-\" = \"\" }", "column = \"S1\"");
    assert!(sentence.starts_with("p.toml:12") && sentence.contains("words"), "{sentence}");
    let sentence = fault("\"S3\",", "3,");
    assert!(sentence.starts_with("p.toml:14"), "{sentence}");
}

/// A row when the wager is made, and one when it is raised or paid.
#[test]
fn rows_of_a_seat_that_is_raised_later_become_one() {
    let profile = "schema = 1\nname = \"Raised\"\nkind = \"hands\"\n[columns]\nround = \"R\"\n\
         time = \"Time\"\ntable = { constant = \"C4P-1\" }\nseat = \"Seat\"\ncards = \"Cards\"\n\
         action = \"What\"\nante = \"Ante\"\nplay = \"Play\"\nante_returned = \"Paid\"\n\
         [words.action]\nBET = \"play\"\nRAISE = \"play\"\nPAY = \"play\"\nFOLD = \"fold\"\n\
         DEAL = \"deal\"\n[merge]\nstakes = \"add\"\n";
    let text = "R,Time,Seat,Cards,What,Ante,Play,Paid\n\
         1,2026-10-31 18:00:00,1,As Ks Qs Js 2d,BET,5,,\n\
         1,2026-10-31 18:00:00,2,,BET,10,,\n\
         1,2026-10-31 18:00:00,1,,RAISE,,5,\n\
         1,2026-10-31 18:00:00,2,,FOLD,,,\n\
         1,2026-10-31 18:00:00,1,,RAISE,,10,\n\
         1,2026-10-31 18:00:00,1,,PAY,,,10\n\
         1,2026-10-31 18:00:00,D,Th 9h 8h 7h 2c,DEAL,,,\n\
         2,2026-10-31 18:01:00,1,2s 3s 4s 5s 6s,BET,5,,\n";
    let canonical = "round,time,table,dealer,seat,cards,action,ante,play,ante_returned\n\
         1,2026-10-31 18:00:00,C4P-1,,1,As Ks Qs Js 2d,play,5,15,10\n\
         1,2026-10-31 18:00:00,C4P-1,,2,,fold,10,,\n\
         1,2026-10-31 18:00:00,C4P-1,,D,Th 9h 8h 7h 2c,deal,,,\n\
         2,2026-10-31 18:01:00,C4P-1,,1,2s 3s 4s 5s 6s,play,5,,\n";
    let whole = mapped(profile, b',', text);
    assert_eq!(said(&whole), said(&read("hands", "", canonical)));
    assert_eq!((lines(&whole), whole.summary.records), (vec![2, 3, 8, 9], 8));
    let last = mapped(&profile.replace("\"add\"", "\"last\""), b',', text);
    let canonical = canonical.replace("5,15,10", "5,10,10");
    assert_eq!(said(&last), said(&read("hands", "", canonical)));
}

#[test]
fn stakes_that_are_added_come_to_no_more_than_a_record_can_hold() {
    let profile = "schema = 1\nname = \"Raised\"\nkind = \"hands\"\n[columns]\nround = \"R\"\n\
         time = { constant = \"2026-10-31 18:00:00\" }\ntable = { constant = \"C4P-1\" }\nseat = \"S\"\n\
         play = \"Play\"\n[merge]\nstakes = \"add\"\n";
    let first = "R,S,Play\n1,1,600000000\n1,2,1\n";
    let whole = mapped(profile, b',', &format!("{first}1,1,400000000\n"));
    assert_eq!(whole.row(0).stake[Wager::Play], Money::RECORDED_MAX);
    let refused = refused(profile, b',', &format!("{first}1,1,400000000.000001\n"));
    assert_eq!(
        refused,
        "hands.csv: line 4: with this row the amounts that [merge] adds come to more than \
         1000000000.00 dollars; correct the rows of this seat"
    );
}

#[test]
fn what_does_not_fit_is_a_problem_with_column_and_line_of_the_profile() {
    let one = |from: &str, to: &str| {
        let whole = mapped(PROFILE, b';', &MESSY.replacen(from, to, 1));
        assert_eq!((whole.problems.len(), whole.summary.records), (1, 4), "{whole:?}");
        let problem = &whole.problems[0];
        assert!(problem.raw.contains(to.split(';').next().unwrap()), "{}", problem.raw);
        (problem.line, problem.reason.clone())
    };
    assert_eq!(
        one("$1,250.00", "$12,50.00"),
        (
            4,
            "column 8 (H) `Ante Bet` is `$12,50.00`, which has its separators of thousands in other \
             places than every third digit; correct line 17 of profile.toml, by which it is `ante`, \
             or the record"
                .to_owned()
        )
    );
    assert_eq!(
        one("6:03:22 PM", "18:03:22"),
        (
            4,
            "column 2 (B) `Date` is `10/31/2026 18:03:22`, which is no time in the format `%m/%d/%Y \
             %I:%M:%S %p`; correct line 11 of profile.toml, by which it is `time`, or the record"
                .to_owned()
        )
    );
    let (line, reason) = one("T2;Seat 2", "T3;Seat 2");
    assert_eq!(line, 8);
    assert!(reason.starts_with("table is `T3`, but the tables of the engagement are"), "{reason}");
    assert!(reason.ends_with("(`table` comes from column 4 (D) `Tbl` by line 12 of profile.toml)"));
    let (_, reason) = one("-;A", "-;A;B");
    assert!(reason.starts_with("the row has `B` as cell 11, but the header has 10 columns"));
}

fn refusal(profile: &str, text: &str) -> String {
    let profile = Profile::parse(profile, "profile.toml").unwrap();
    let dialect = Dialect { delimiter: b';', quote: Some(b'"'), escape: None };
    let content = Content::Text(text.as_bytes(), dialect);
    let export = Export { content, names: names(&profile), evidence: None };
    let opened = JournalReader::mapped(export, &profile, &engagement("hands", ""), 0);
    opened.err().unwrap().to_string()
}

#[test]
fn a_profile_that_does_not_fit_the_header_is_refused() {
    let cases = [
        (PROFILE.to_owned(), MESSY.replace("Tbl", "Tbls"), "did you mean"),
        // What is no header may be anybody's file, and is not shown.
        (
            PROFILE.to_owned(),
            "a\nb\nroot:x:0:0:root:/root:/bin/bash\n".to_owned(),
            "profile.toml: the header has none of the ",
        ),
        (
            PROFILE.to_owned(),
            MESSY.replace(";Pit", ";Tbl"),
            "which the header has as number 4 and as number 10; write \"#4\" or \"#10\"",
        ),
        (PROFILE.replace("table = \"Tbl\"\n", ""), MESSY.to_owned(), "gives no column for `table`"),
        (PROFILE.replace("header_row = 3", "header_row = 99"), MESSY.to_owned(), "is empty"),
    ];
    for (profile, text, part) in cases {
        let sentence = refusal(&profile, &text);
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
}

#[test]
fn every_error_of_a_profile_is_found_at_once() {
    let text = r#"schema = 1
name = "x"
kind = "hands"
[file]
delimiter = ";;"
[columns]
round = "R"
antee = "A"
ante_returned = { net = "N", constant = "" }
seat = { net = "S" }
[time]
format = "no directive"
[money]
thousands = "."
[cards]
notation = "index"
order = "2c 2c"
[wide]
seats = ["1", "X"]
names = { "7" = "Seven" }
present = "P"
"#;
    let errors = Profile::parse(text, "p.toml").unwrap_err().to_string();
    for part in [
        "p.toml:5",
        "p.toml:8",
        "p.toml:9",
        "p.toml:10",
        "p.toml:12",
        "p.toml:14",
        "p.toml:17",
        "p.toml:19",
        "p.toml:20",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
}

/// An in-meter in cents, as the profile says, and empty where it is not written.
#[test]
fn the_in_meter_of_an_export_is_an_amount_in_its_unit() {
    let columns = ["seq", "time", "link", "level", "event", "table", "round", "amount", "display"];
    let columns = columns.map(|name| format!("{name} = \"{name}\"\n")).concat();
    let profile = format!(
        "schema = 1\nname = \"A manager\"\nkind = \"manager\"\n[columns]\n{columns}reserve = \"pool\"\n\
         in_meter = \"counted\"\n[time]\nformat = \"%Y-%m-%d %H:%M:%S\"\n[money]\nunit = \"0.01\"\n"
    );
    let record = "2026-10-31 18:00:00;HARBOR-1;grand;coin_in;C4P-1;7;500;250025;3100";
    let text = format!(
        "seq;time;link;level;event;table;round;amount;display;pool;counted\n1;{record};128436550\n2;{record};\n"
    );
    let whole = mapped(&profile, b';', &text);
    assert!(whole.problems.is_empty(), "{:?}", whole.problems);
    let counts: Vec<_> = whole.manager.iter().map(|e| e.in_meter.map(|c| c.plain())).collect();
    assert_eq!(counts, [Some("1284365.50".to_owned()), None]);
    assert_eq!(whole.manager[0].display.plain(), "2500.25");
}

#[test]
fn a_delimiter_that_ends_each_row_ends_each_row() {
    let profile = PROFILE.replace("header_row = 3", "trailing_delimiter = true\nheader_row = 3");
    let ended: String = MESSY
        .lines()
        .map(|line| match line {
            "" => "\n".to_owned(),
            line if line.starts_with("57") || line.starts_with("58") => format!("{line};\n"),
            line => format!("{line}\n"),
        })
        .collect();
    let read = mapped(&profile, b';', &ended);
    assert_eq!(said(&read), said(&mapped(PROFILE, b';', MESSY)));
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    for (row, words) in [
        ("Pit\n57;10/31/2026;6:03:22 PM;T1;Seat 1;", "the row has 10 cells, the last `A`, but by"),
        ("Pit\n57;x;10/31/2026;6:03:22 PM;T1;Seat 1;", "the row has 12 cells, the last ``, but by"),
    ] {
        let moved = if row.contains(";x;") {
            ended.replacen("Pit\n57;10/31/2026;6:03:22 PM;T1;Seat 1;", row, 1)
        } else {
            ended.replacen(";A;\n", ";A\n", 1)
        };
        let read = mapped(&profile, b';', &moved);
        assert_eq!(read.problems.len(), 1, "{moved}");
        let why = read.problems[0].reason.clone();
        assert!(why.starts_with(words), "{why}");
    }
    let read = mapped(PROFILE, b';', &ended);
    let why = &read.problems[0].reason;
    assert!(why.contains("(trailing_delimiter = true, if one ends every row)"), "{why}");
}
