//! Exports that are arranged in another way than a header above a row for each record: a row for each round
//! with columns for each seat, and no header at all. The profile that looking at them writes reads them as
//! the canonical journal; where something is asked, it stands as a comment until it is answered.

use crate::common::{Journal, engagement, journal, read_by, read_text};
use feltproof_intake::{ColumnNames, Content, Export, Guess, Profile, Sample};
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Format, Opened};
use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

const IN_TIME: &str = "its rows stand in the order of their times";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/dialects")
}

/// The records of the canonical day in words.
fn canonical() -> Vec<String> {
    let folder = folder().join("canonical");
    journal(&folder, &engagement(&folder), 0).records
}

/// A file looked at as `inspect` does.
fn looked(bytes: &[u8]) -> Guess {
    looked_as(bytes, None)
}

/// The same, where the user says which journal it is.
fn looked_as(bytes: &[u8], kind: Option<JournalKind>) -> Guess {
    let file = Box::new(Cursor::new(bytes.to_vec()));
    let Opened { mut parts, format, .. } =
        feltproof_sheets::open("wide.csv", file, &Format::default()).unwrap();
    let feltproof_sheets::Content::Text { text, dialect } = parts.remove(0).content else {
        panic!("text");
    };
    let names = match format.header_row {
        Some(0) => ColumnNames::None,
        row => ColumnNames::Row(row.unwrap_or(1)),
    };
    let export = Export { content: Content::Text(text, dialect), names, evidence: None };
    Guess::of(&Sample::of(export).unwrap(), kind, &format)
}

/// What a file says through a profile.
fn through(bytes: &[u8], profile: &str) -> Journal {
    let parsed =
        Profile::parse(profile, "profile.toml").unwrap_or_else(|e| panic!("{e}\n{profile}"));
    read_by(bytes.to_vec(), "wide.csv", &parsed, &engagement(&folder().join("canonical")), 0)
}

#[track_caller]
fn is_the_day(bytes: &[u8], profile: &str) {
    are(bytes, profile, &canonical());
}

#[track_caller]
fn are(bytes: &[u8], profile: &str, truth: &[String]) {
    let read = through(bytes, profile);
    assert_eq!(read.problems, [], "{profile}");
    assert_eq!(read.records.len(), truth.len());
    for (place, (ours, theirs)) in read.records.iter().zip(truth).enumerate() {
        assert_eq!(ours, theirs, "record {}\n{profile}", place + 1);
    }
}

/// The rows of the canonical day, a map from column to cell each.
fn rows() -> Vec<Row> {
    let text = fs::read_to_string(folder().join("canonical/hands.csv")).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = names.iter().zip(line.split(','));
        cells.map(|(name, cell)| ((*name).to_owned(), cell.to_owned())).collect()
    };
    lines.map(row).collect()
}

/// How a wide file is written.
struct Style<'s> {
    delimiter: char,
    /// What stands for seat 3.
    seat: &'s dyn Fn(&str) -> String,
    /// The name of a column: what stands for the seat, and what the column is.
    name: &'s dyn Fn(&str, &str) -> String,
    /// A canonical amount as it is written.
    amount: &'s dyn Fn(&str) -> String,
    /// A canonical time as it is written.
    time: &'s dyn Fn(&str) -> String,
    /// Columns of seats first by what they are.
    is_by_column: bool,
    /// Before the columns that all seats share.
    is_reversed: bool,
    /// What stands where there is no amount.
    nothing: &'s str,
    /// Whether a seat has a column.
    has: &'s dyn Fn(&str, &str) -> bool,
}

const COMMON: [(&str, &str); 4] =
    [("round", "Round"), ("time", "Time"), ("table", "Table"), ("dealer", "Dealer ID")];
const OWN: [(&str, &str); 9] = [
    ("cards", "Cards"),
    ("action", "Action"),
    ("ante", "Ante"),
    ("ante_returned", "Ante Returned"),
    ("super_bonus", "Super Bonus"),
    ("super_bonus_returned", "Super Bonus Returned"),
    ("play", "Play"),
    ("play_returned", "Play Returned"),
    ("queens_up", "Queens Up"),
];
const REST: [(&str, &str); 4] = [
    ("queens_up_returned", "Queens Up Returned"),
    ("progressive", "Progressive"),
    ("progressive_returned", "Progressive Returned"),
    ("envy_returned", "Envy"),
];
const SEATS: [&str; 7] = ["1", "2", "3", "4", "5", "6", "D"];

type Row = BTreeMap<String, String>;

/// The rows in one for each round.
fn wide(style: &Style<'_>, rows: Vec<Row>) -> String {
    let mut rounds: Vec<BTreeMap<String, Row>> = Vec::new();
    for row in rows {
        let is_same = |round: &BTreeMap<String, Row>| {
            let other = round.values().next().unwrap();
            other["table"] == row["table"] && other["round"] == row["round"]
        };
        match rounds.last_mut().filter(|round| is_same(round)) {
            Some(round) => drop(round.insert(row["seat"].clone(), row)),
            None => rounds.push([(row["seat"].clone(), row)].into()),
        }
    }
    let own = || OWN.into_iter().chain(REST);
    let mut columns: Vec<(&str, &str, &str)> = match style.is_by_column {
        true => own().flat_map(|(k, n)| SEATS.map(|seat| (seat, k, n))).collect(),
        false => SEATS.iter().flat_map(|seat| own().map(|(k, n)| (*seat, k, n))).collect(),
    };
    columns.retain(|(seat, key, _)| (style.has)(seat, key));
    if style.is_reversed {
        columns.reverse();
    }
    let line = |common: Vec<String>, own: Vec<String>| {
        let cells = if style.is_reversed { [own, common] } else { [common, own] };
        cells.concat().join(&style.delimiter.to_string()) + "\r\n"
    };
    let names = columns.iter().map(|(seat, _, name)| (style.name)(&(style.seat)(seat), name));
    let mut text = line(COMMON.map(|(_, name)| name.to_owned()).to_vec(), names.collect());
    for round in rounds {
        let first = round.values().next().unwrap();
        let common = COMMON.map(|(key, _)| match key {
            "time" => (style.time)(&first[key]),
            _ => first[key].clone(),
        });
        let cell = |(seat, key, _): &(&str, &str, &str)| {
            let cell = round.get(*seat).map_or("", |row| &row[*key]);
            match *key {
                "cards" | "action" => cell.to_owned(),
                _ if cell.is_empty() => style.nothing.to_owned(),
                _ => (style.amount)(cell),
            }
        };
        text += &line(common.to_vec(), columns.iter().map(cell).collect());
    }
    text
}

fn plain() -> Style<'static> {
    Style {
        delimiter: ',',
        seat: &|seat| if seat == "D" { "Dealer".to_owned() } else { format!("Seat {seat}") },
        name: &|seat, name| format!("{seat} {name}"),
        amount: &str::to_owned,
        time: &str::to_owned,
        is_by_column: false,
        is_reversed: false,
        nothing: "",
        has: &|seat, key| seat != "D" || matches!(key, "cards" | "action"),
    }
}

/// The rows of some seats as a canonical journal reads them.
fn canonical_of(rows: &[Row]) -> Vec<String> {
    let names: Vec<&String> = rows[0].keys().collect();
    let mut text = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(",");
    for row in rows {
        text = text + "\n" + &row.values().cloned().collect::<Vec<_>>().join(",");
    }
    let folder = folder().join("canonical");
    let read = read_text(&(text + "\n"), &engagement(&folder), 0);
    assert_eq!(read.problems, []);
    read.records
}

/// The profile that looking writes, nothing of it being asked.
#[track_caller]
fn certain(text: &str) -> String {
    let guess = looked(text.as_bytes());
    assert_eq!(guess.requested, [""; 0]);
    guess.profile("wide", None).unwrap()
}

#[test]
fn a_row_for_each_round_is_the_same_day() {
    let german = |amount: &str| format!("{} €", amount.replace('.', ","));
    let points =
        |time: &str| format!("{}.{}.{} {}", &time[8..10], &time[5..7], &time[..4], &time[11..19]);
    let bare = |seat: &str| if seat == "D" { "Dlr".to_owned() } else { seat.to_owned() };
    let boxes = |seat: &str| if seat == "D" { "Dealer".to_owned() } else { format!("Box {seat}") };
    for style in [
        plain(),
        // As a German workbook writes it.
        Style { delimiter: ';', amount: &german, time: &points, nothing: "-", ..plain() },
        // The column first, the number behind it.
        Style {
            seat: &bare,
            name: &|seat, name| format!("{name}_{seat}"),
            is_by_column: true,
            ..plain()
        },
        // In odd order, with a sign between.
        Style {
            seat: &boxes,
            name: &|seat, name| format!("{seat} - {name}"),
            is_reversed: true,
            ..plain()
        },
    ] {
        let text = wide(&style, rows());
        let profile = certain(&text);
        assert!(profile.contains("[wide]\nseats = [\"1\", \"2\""), "{profile}");
        is_the_day(text.as_bytes(), &profile);
    }
}

#[test]
fn some_seats_alone_are_as_good() {
    for seats in [&["1", "D"][..], &["2", "5", "D"], &["6", "D", "3"]] {
        let of_these = |row: &Row| seats.contains(&row["seat"].as_str());
        let rows: Vec<Row> = rows().into_iter().filter(of_these).collect();
        let has = |seat: &str, key: &str| seats.contains(&seat) && (plain().has)(seat, key);
        let text = wide(&Style { has: &has, ..plain() }, rows.clone());
        are(text.as_bytes(), &certain(&text), &canonical_of(&rows));
    }
    // One seat without a dealer is no row for each round.
    let has = |seat: &str, _: &str| seat == "4";
    let text = wide(&Style { has: &has, ..plain() }, rows());
    let profile = looked(text.as_bytes()).profile("one", None);
    assert!(profile.is_none_or(|profile| !profile.contains("[wide]")));
}

#[test]
fn a_hand_under_each_seat_and_nothing_else_is_read() {
    let mut rows = rows();
    for row in &mut rows {
        row.retain(|key, _| {
            matches!(key.as_str(), "round" | "time" | "table" | "dealer" | "seat" | "cards")
        });
    }
    let has = |_: &str, key: &str| key == "cards";
    // A folded hand without cards leaves nothing in such a row.
    assert!(rows.iter().all(|row| !row["cards"].is_empty()));
    let text =
        wide(&Style { has: &has, name: &|seat, _| seat.to_owned(), ..plain() }, rows.clone());
    are(text.as_bytes(), &certain(&text), &canonical_of(&rows));
    // Marks under the seats are none.
    let text = "Round,Time,Table,Seat 1,Seat 2,Seat 3\n1,2026-06-13 10:00:00,T1,X,,X\n";
    assert_eq!(looked(text.as_bytes()).shape, [""; 0]);
}

/// The profile with the line of a comment in force.
fn answered(profile: &str, comment: &str, line: &str) -> String {
    let lines = profile.lines().map(|l| if l.starts_with(comment) { line } else { l });
    let lines: Vec<&str> = lines.collect();
    assert!(lines.contains(&line), "{profile}");
    lines.join("\n")
}

#[test]
fn the_dialect_with_a_bank_asks_whose_it_is() {
    let bytes = fs::read(folder().join("files/22-wide.csv")).unwrap();
    let guess = looked(&bytes);
    // That P1 is a seat the values tell: rounds leave numbers out.
    assert_eq!(guess.requested, ["is `Bank` the dealer (D), or a player banker (B)?"]);
    let shape = "a row for each round, with columns for each of 7 seats: 1 (P1), 2 (P2), 3 (P3), 4 (P4), 5 (P5), \
                 6 (P6), D (Bank)";
    assert_eq!(guess.shape, [shape, IN_TIME]);
    let profile = guess.profile("wide", None).unwrap();
    assert!(Profile::parse(&profile, "profile.toml").is_err(), "{profile}");
    let seats = "seats = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"D\"]";
    is_the_day(&bytes, &answered(&profile, "# seats", seats));
}

#[test]
fn what_names_and_values_do_not_tell_of_seats_is_asked() {
    let players = |seat: &str| if seat == "D" { "D".to_owned() } else { format!("P{seat}") };
    // Players as they are counted: no round leaves a number out.
    let (mut counted, mut place) = (rows(), 0);
    for row in &mut counted {
        let is_dealer = row["seat"] == "D";
        place = if is_dealer { 0 } else { place + 1 };
        if !is_dealer {
            row.insert("seat".to_owned(), place.to_string());
        }
    }
    let text = wide(&Style { seat: &players, ..plain() }, counted);
    let guess = looked(text.as_bytes());
    assert!(guess.requested[0].starts_with("are `P1`, `P2`, "), "{:?}", guess.requested);
    let profile = guess.profile("wide", None).unwrap();
    assert!(profile.contains("[wide]\n# seats = ["), "{profile}");

    // Seats as they stand: some round does.
    let text = wide(&Style { seat: &players, ..plain() }, rows());
    is_the_day(text.as_bytes(), &certain(&text));

    // Only the dealer has cards: no column tells who took part.
    let has = |seat: &str, key: &str| (seat == "D") == matches!(key, "cards" | "action");
    let text = wide(&Style { has: &has, ..plain() }, rows());
    let guess = looked(text.as_bytes());
    let requested = "whose cards are `Dealer Cards`? Its name is not like those of the seats, so [wide] cannot name it";
    assert!(guess.requested.iter().any(|a| a == requested), "{:?}", guess.requested);
    let profile = guess.profile("wide", None).unwrap();
    assert!(profile.contains("\n# seats = [") && !profile.contains("\ncards ="), "{profile}");

    // A column of one of the seats is written in another way.
    let text = wide(&plain(), rows()).replacen("Seat 3 Ante,", "SEAT 3 Ante,", 1);
    let guess = looked(text.as_bytes());
    assert!(
        guess.requested.iter().any(|a| a.contains("not like the others: `SEAT 3 Ante`")),
        "{:?}",
        guess.requested
    );

    // One column of cards in a round is nobody's of the seats.
    let has = |seat: &str, key: &str| seat != "D" && key != "cards";
    let text = wide(&Style { has: &has, ..plain() }, rows());
    let text: String = text
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let cell = if at == 0 { "Cards" } else { "As Ks Qs Js 2d" };
            format!("{cell},{line}\n")
        })
        .collect();
    let profile = looked(text.as_bytes()).profile("wide", None).unwrap();
    assert!(
        profile.contains("\n# cards = \"Cards\"  # guess: it stands once in a round"),
        "{profile}"
    );
}

#[test]
fn other_files_with_numbers_in_their_names_are_left_as_they_are() {
    let cards = "Rnd,When,Tbl,Pos,Card 1,Card 2,Suit 1,Suit 2,Ante\n\
                 1,2026-06-13 10:00:00,T1,1,As,Kd,s,d,5.00\n1,2026-06-13 10:00:00,T1,D,2s,3d,s,d,\n";
    let sensors = "Seq,Time,Tbl,Rnd,Event,Sensor 1 lit,Sensor 2 lit,Sensor 1 bet,Sensor 2 bet\n\
                   1,2026-06-13 10:00:00,T1,1,COIN IN,X,,5.00,\n2,2026-06-13 10:01:00,T1,1,GAME OVER,,,,\n";
    for text in [cards, sensors] {
        let guess = looked(text.as_bytes());
        assert_eq!(guess.shape, [IN_TIME]);
        assert!(!guess.profile("other", None).unwrap().contains("{seat}"));
    }
    // As many columns as a sheet has, all of them seats' by their names.
    let names: Vec<String> =
        (0..16_384).map(|n| format!("Seat {} Ante {}", n % 9 + 1, n / 9)).collect();
    let mut text = names.join(",") + "\n";
    for _ in 0..3 {
        text += &(vec!["5.00"; 16_384].join(",") + "\n");
    }
    let guess = looked(text.as_bytes());
    assert_eq!((guess.kind, guess.columns.len()), (None, 16_384));
}

#[test]
fn without_a_header_only_values_tell_and_no_record_is_lost() {
    let bytes = fs::read(folder().join("files/19-no-header.csv")).unwrap();
    let guess = looked(&bytes);
    assert_eq!(guess.shape, ["the columns have no names; they are called 1 to 18", IN_TIME]);
    let certain: Vec<(&str, &str)> = guess
        .columns
        .iter()
        .filter(|column| column.is_certain)
        .map(|column| (column.name.as_str(), column.target.unwrap()))
        .collect();
    assert_eq!(certain, [("2", "time"), ("5", "seat"), ("6", "cards"), ("7", "action")]);
    assert!(
        guess.requested[0].starts_with("the columns have no names, and"),
        "{:?}",
        guess.requested
    );
    assert!(
        guess
            .requested
            .iter()
            .any(|a| a.starts_with("is `table` `3` (the same in all rows of a round"))
    );
    let profile = guess.profile("bare", None).unwrap();
    assert!(
        profile.contains("header_row = 0") && profile.contains("# round = \"1\"  # guess"),
        "{profile}"
    );
    // What the user says of the others, and nothing else.
    let own = "round = \"1\"\ntable = \"3\"\ndealer = \"4\"\nante = \"8\"\nante_returned = \"9\"\n\
               super_bonus = \"10\"\nsuper_bonus_returned = \"11\"\nplay = \"12\"\nplay_returned = \"13\"\n\
               queens_up = \"14\"\nqueens_up_returned = \"15\"\nprogressive = \"16\"\n\
               progressive_returned = \"17\"\nenvy_returned = \"18\"\n";
    is_the_day(&bytes, &profile.replace("[columns]\n", &format!("[columns]\n{own}")));
}

#[test]
fn a_first_record_of_words_alone_is_not_taken_for_the_names() {
    // No cell is a number, so looking at the row alone would take it for names.
    let row = |round: &str, seat: &str, cards: &str, action: &str| {
        format!("R-{round};T-A;Seat {seat};{cards};{action}\n").replace("Seat D", "Dlr")
    };
    let text = [
        row("a", "1", "As Ks Qs Js 2d", "play"),
        row("a", "2", "Ah Kh Qh Jh 2c", "fold"),
        row("a", "D", "Ac Kc Qc Jc 2s", "deal"),
        row("b", "2", "As Ks Qs Js 2d", "play"),
        row("b", "D", "Ac Kc Qc Jc 2s", "deal"),
    ]
    .concat();
    let guess = looked(text.as_bytes());
    let indicated = "row 1 is a record and holds no column names: `R-a` stands under it again, and `T-A` stands under it \
                again";
    assert_eq!(guess.shape, [indicated, "the columns have no names; they are called 1 to 5"]);
    let action = &guess.columns[4];
    assert_eq!((action.target, action.is_certain, action.filled), (Some("action"), true, 5));
    assert!(guess.profile("words", None).unwrap().contains("header_row = 0"));
}

#[test]
fn each_of_two_journals_in_one_file_leaves_out_the_rows_of_the_other() {
    let head = "Seq,Time,Table,Round,Type,Seat,Value,Actor,Link,Level,Amount,Meter\n";
    let confirm =
        "1,2026-06-13 10:00:00,T1,1,COIN IN,,1 3,,,,,\n2,2026-06-13 10:01:00,T1,1,CONFIRM,,,,,,,\n";
    let meter = "3,2026-06-13 10:02:00,,,READING,,,,L1,grand,,2500.00\n\
                 4,2026-06-13 10:03:00,T1,1,AWARD,2,,,L1,grand,75.00,2425.00\n\
                 5,2026-06-13 10:04:00,T1,2,TURBO,,,,,,,\n";
    let text = format!("{head}{confirm}{meter}");
    assert_eq!(looked(text.as_bytes()).may_be, [JournalKind::Controller, JournalKind::Manager]);
    let of =
        |text: &str, kind| looked_as(text.as_bytes(), Some(kind)).profile("both", None).unwrap();
    let rules = |profile: &str| -> Vec<String> {
        let rules = profile.lines().filter(|line| line.contains("ignore = "));
        rules.map(str::to_owned).collect()
    };
    // A coin-in without a meter is no manager's; a word that none has stays in both.
    let rule = |values: &[&str]| {
        let rules =
            values.iter().map(|value| format!("{{ column = \"Type\", is = [\"{value}\"] }}"));
        format!("ignore = [{}]", rules.collect::<Vec<_>>().join(", "))
    };
    assert_eq!(rules(&of(&text, JournalKind::Controller)), [rule(&["READING", "AWARD"])]);
    assert_eq!(rules(&of(&text, JournalKind::Manager)), [rule(&["COIN IN", "CONFIRM"])]);
    // One with a meter may be of either.
    let text = text.replace("COIN IN,,1 3,,,,,", "COIN IN,,1 3,,L1,grand,10.00,2500.00");
    let guess = "  # guess: are such rows records?";
    assert_eq!(
        rules(&of(&text, JournalKind::Controller)),
        [rule(&["READING", "AWARD"]), format!("# {}{guess}", rule(&["COIN IN"]))]
    );
    let manager = looked_as(text.as_bytes(), Some(JournalKind::Manager));
    assert_eq!(manager.left_out, ["1 of another journal"]);
    assert!(
        manager.requested.iter().any(|a| a == "are rows with `COIN IN` in `Type` records?"),
        "{:?}",
        manager.requested
    );
}
