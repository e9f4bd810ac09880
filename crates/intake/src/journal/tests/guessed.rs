//! Profiles that are written by looking at an export: where all is certain, the export says through
//! them what the canonical journal says.

use super::*;
use crate::{Guess, Profile, Sample};
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Dialect, Format, Kind, Quote};
use proptest::prelude::*;

const DIALECT: Dialect = Dialect { delimiter: b';', quote: Some(b'"'), escape: None };

fn format() -> Format {
    Format {
        kind: Some(Kind::Delimited),
        delimiter: Some(DIALECT.delimiter),
        quote: Some(Quote::Byte(b'"')),
        header_row: Some(1),
        ..Format::default()
    }
}

fn export(text: &str, row: u32) -> Export<&[u8]> {
    let content = Content::Text(text.as_bytes(), DIALECT);
    Export { content, names: ColumnNames::Row(row), evidence: None }
}

fn guess(text: &str, kind: Option<JournalKind>) -> Guess {
    Guess::of(&Sample::of(export(text, 1)).unwrap(), kind, &format())
}

fn profile_of(guess: &Guess) -> Profile {
    let text = guess.profile("Written", None).unwrap();
    Profile::parse(&text, "profile.toml").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn through(text: &str, guess: &Guess) -> Whole {
    let profile = profile_of(guess);
    let engagement = engagement(profile.kind.name(), "");
    let row = profile.file.header_row.unwrap_or(1);
    read_all(JournalReader::mapped(export(text, row), &profile, &engagement, 0).unwrap())
}

fn said(whole: &Whole) -> Vec<String> {
    let rows = whole.hands.fragments.iter().flat_map(|fragment| {
        fragment.rows.clone().map(move |at| (fragment, whole.row(at as usize)))
    });
    let words = rows.map(|(of, mut row)| {
        row.line = 0;
        format!("{} {:?} {} {} {row:?}", of.round, of.table, of.dealer, of.time.0)
    });
    words.collect()
}

/// One round: a player and the dealer.
#[derive(Clone, Debug)]
struct Round {
    seconds: u32,
    seat: u8,
    cents: u32,
    outcome: u8,
    folds: bool,
    table: bool,
}

fn round() -> impl Strategy<Value = Round> {
    let parts = (0..36_000_u32, 1..=9_u8, 100..900_000_u32, 0..3_u8, any::<bool>(), any::<bool>());
    parts.prop_map(|(seconds, seat, cents, outcome, folds, table)| Round {
        seconds,
        seat,
        cents,
        outcome,
        folds,
        table,
    })
}

/// How an export is written: each number chooses one of several ways.
#[derive(Clone, Debug)]
struct Style {
    names: u8,
    date: u8,
    clock: u8,
    apart: bool,
    money: u8,
    cards: u8,
    seats: u8,
    total: bool,
}

fn style() -> impl Strategy<Value = Style> {
    let parts =
        (0..3_u8, 0..5_u8, 0..2_u8, any::<bool>(), 0..3_u8, 0..3_u8, 0..3_u8, any::<bool>());
    parts.prop_map(|(names, date, clock, apart, money, cards, seats, total)| Style {
        names,
        date,
        clock,
        apart,
        money,
        cards,
        seats,
        total,
    })
}

impl Style {
    fn header(&self) -> Vec<&'static str> {
        let mut names = match self.names {
            0 => vec!["Rnd #", "Time", "Tbl", "Emp", "Pos", "Hand", "Act", "Ante Bet", "Ante Pay"],
            1 => vec![
                "Game No",
                "Timestamp",
                "Table ID",
                "Dealer",
                "Spot",
                "Cards",
                "Decision",
                "Ante Wager",
                "Ante Return",
            ],
            _ => vec![
                "round",
                "time",
                "table",
                "dealer",
                "seat",
                "cards",
                "action",
                "ante",
                "ante_returned",
            ],
        };
        if self.apart {
            names[1] = "Time";
            names.insert(1, "Date");
        }
        names
    }

    fn time(&self, seconds: u32) -> Vec<String> {
        let (hour, minute, second) = (8 + seconds / 3600, seconds / 60 % 60, seconds % 60);
        let date = ["10/31/2026", "31/10/2026", "31.10.2026", "2026-10-31", "31-Oct-26"];
        let clock = match self.clock {
            0 => format!("{hour:02}:{minute:02}:{second:02}"),
            _ => {
                let mark = if hour < 12 { "AM" } else { "PM" };
                format!("{}:{minute:02}:{second:02} {mark}", (hour + 11) % 12 + 1)
            }
        };
        let date = date[usize::from(self.date)].to_owned();
        if self.apart { vec![date, clock] } else { vec![format!("{date} {clock}")] }
    }

    fn money(&self, cents: u32) -> String {
        let (whole, rest) = (cents / 100, cents % 100);
        let grouped = |separator: &str| match whole {
            0..1000 => whole.to_string(),
            _ => format!("{}{separator}{:03}", whole / 1000, whole % 1000),
        };
        match self.money {
            0 => format!("${}.{rest:02}", grouped(",")),
            1 => format!("{},{rest:02}", grouped(".")),
            _ => format!("{whole}.{rest:02}"),
        }
    }

    fn cards(&self, cards: &str) -> String {
        match self.cards {
            0 => cards.to_owned(),
            1 => cards.to_uppercase().replace('T', "10"),
            _ => cards.replace('s', "♠").replace('h', "♥").replace('c', "♣").replace(' ', ""),
        }
    }

    fn seat(&self, seat: &str) -> String {
        match (self.seats, seat) {
            (0, _) => seat.to_owned(),
            (1, "D") => "Dlr".to_owned(),
            (1, seat) => format!("Seat {seat}"),
            (_, "D") => "DEALER".to_owned(),
            (_, seat) => format!("Pos{seat}"),
        }
    }

    fn export(&self, rounds: &[Round]) -> String {
        let mut text = self.header().join(";") + "\n";
        for (number, round) in (1..).zip(rounds) {
            let table = if round.table { "C4P-1" } else { "Tíjuana" };
            let start = |seat: &str, cards: &str, action: &str| {
                let mut cells = vec![format!("{number}")];
                cells.extend(self.time(round.seconds));
                cells.extend([table, "D07"].map(str::to_owned));
                cells.extend([self.seat(seat), self.cards(cards), action.to_owned()]);
                cells.join(";")
            };
            let action = if round.folds { "FOLD" } else { "PLAY" };
            let back = round.cents * u32::from(round.outcome);
            let back = if back == 0 { String::new() } else { self.money(back) };
            let player = start(&round.seat.to_string(), "As Ks Qs Js 2h", action);
            text += &format!("{player};{};{back}\n", self.money(round.cents));
            text += &format!("{};;\n", start("D", "Th 9h 8h 7h 2c", "DEAL"));
        }
        if self.total {
            text +=
                &format!("TOTAL{};{}\n", ";".repeat(self.header().len() - 2), self.money(125_005));
        }
        text
    }
}

fn canonical(rounds: &[Round]) -> String {
    let plain = |cents: u32| format!("{}.{:02}", cents / 100, cents % 100);
    let mut text = "round,time,table,dealer,seat,cards,action,ante,ante_returned\n".to_owned();
    for (number, round) in (1..).zip(rounds) {
        let table = if round.table { "C4P-1" } else { "Tíjuana" };
        let (h, m, s) = (8 + round.seconds / 3600, round.seconds / 60 % 60, round.seconds % 60);
        let start = format!("{number},2026-10-31T{h:02}:{m:02}:{s:02},{table},D07");
        let action = if round.folds { "fold" } else { "play" };
        let back = plain(round.cents * u32::from(round.outcome));
        let stake = plain(round.cents);
        text += &format!("{start},{},As Ks Qs Js 2h,{action},{stake},{back}\n", round.seat);
        text += &format!("{start},D,Th 9h 8h 7h 2c,deal,,\n");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_profile_written_where_all_is_certain_reads_what_the_canonical_journal_says(
        style in style(),
        mut rounds in proptest::collection::vec(round(), 1..12),
    ) {
        // More rounds are won than pushed: that tells that what is paid has the stake in it.
        rounds[0].outcome = 2;
        let won = rounds.iter().filter(|round| round.outcome == 2).count();
        let pushed = rounds.iter_mut().filter(|round| round.outcome == 1);
        pushed.skip(won - 1).for_each(|round| round.outcome = 0);
        let text = style.export(&rounds);
        let guess = guess(&text, None);
        prop_assert!(guess.is_certain(), "{:?} {:?}\n{text}", guess.requested, guess.optional);
        let whole = through(&text, &guess);
        prop_assert_eq!(&whole.problems, &vec![]);
        prop_assert_eq!(said(&whole), said(&read("hands", "", canonical(&rounds))));
    }

    /// Whatever the cells are, a profile that is written is one.
    #[test]
    fn a_profile_that_is_written_parses(
        names in proptest::collection::vec("(Rnd #|Date|Time|Pos|Hand|Ante Pay|Evt|Meter|[ -~\t]{0,6}|\u{e9}\u{7f})", 1..9),
        cells in proptest::collection::vec("(TOTAL|-|1,250|10/11/2026|Seat 1|AS|COIN IN|[ -~]{0,8})", 1..60),
    ) {
        let clean = |text: &String| text.replace([';', '"'], "_");
        let mut text = names.iter().map(clean).collect::<Vec<_>>().join(";") + "\n";
        for row in cells.chunks(names.len()) {
            text += &(row.iter().map(clean).collect::<Vec<_>>().join(";") + "\n");
        }
        let Ok(sample) = Sample::of(export(&text, 1)) else { return Ok(()) };
        for kind in JournalKind::ALL {
            let guess = Guess::of(&sample, Some(kind), &format());
            prop_assert_eq!(profile_of(&guess).kind, kind);
        }
        let written = Guess::of(&sample, None, &format());
        prop_assert_eq!(written.profile("x", None).is_some(), written.kind.is_some());
    }
}

/// The profile as lines, in force and as comments.
fn lines_of(guess: &Guess) -> (Vec<String>, Vec<String>) {
    let text = guess.profile("Written", None).unwrap();
    let lines = text.lines().map(str::to_owned);
    lines.filter(|line| !line.is_empty()).partition(|line| !line.starts_with('#'))
}

#[test]
fn what_is_only_perhaps_so_is_a_comment() {
    let text = "Rnd #;Date;Time;Tbl;Pos;Hand;Ante Bet;Ante Pay;Pit\n\
         57;10/11/2026;6:03:22 PM;C4P-1;1;ASKSQSJS2D;5;5;A\n\
         57;10/11/2026;6:03:22 PM;C4P-1;P3;ASKSQSJS2D;1,250;;A\n\
         57;10/11/2026;6:03:22 PM;C4P-1;Dlr;ASKSQSJS2D;;;A\n";
    let guess = guess(text, None);
    let (lines, comments) = lines_of(&guess);
    assert_eq!(guess.kind, Some(JournalKind::Hands));
    for line in [
        "round = \"Rnd #\"",
        "time = [\"Date\", \"Time\"]",
        "ante = \"Ante Bet\"",
        "\"Dlr\" = \"D\"",
        "notation = \"ranks\"",
    ] {
        assert!(lines.contains(&line.to_owned()), "{line}: {lines:?}");
    }
    for start in [
        "# ante_returned = \"Ante Pay\"  # guess: nothing says",
        "# format = \"%m/%d/%Y %I:%M:%S %p\"",
        "# format = \"%d/%m/%Y %I:%M:%S %p\"",
        "# thousands = \",\"",
        "# decimal = \",\"",
        "# \"P3\" = \"\"  # asked",
    ] {
        assert!(comments.iter().any(|c| c.starts_with(start)), "{start}: {comments:?}");
    }
    let live = |start: &str| lines.iter().any(|line| line.starts_with(start));
    assert!(!live("ante_returned") && !live("format = \"%") && !live("thousands"));
    assert_eq!(guess.requested.len(), 4, "{:?}", guess.requested);
    assert_eq!(guess.columns.iter().filter(|c| c.target.is_none()).count(), 1);
    assert_eq!(guess.optional, ["dealer", "action", "ante_returned"]);
    // It is a profile all the same, and reads nothing that is not certain.
    assert_eq!(through(text, &guess).hands.rows.len(), 0);
}

/// As many programs write a workbook's dates: each is its midnight.
#[test]
fn a_date_that_is_printed_as_midnight_is_joined_with_its_time_of_day() {
    let text = "Round;Date;Time;Table;Seat;Cards\n\
         1;2026-10-31 00:00:00;18:03:22;C4P-1;1;As Ks Qs Js 2d\n\
         1;2026-10-31 00:00:00;18:03:22;C4P-1;D;Th 9h 8h 7h 2c\n";
    let found = guess(text, None);
    assert_eq!(found.requested, Vec::<String>::new());
    let whole = through(text, &found);
    let canonical = "round,time,table,dealer,seat,cards\n\
         1,2026-10-31T18:03:22,C4P-1,,1,As Ks Qs Js 2d\n\
         1,2026-10-31T18:03:22,C4P-1,,D,Th 9h 8h 7h 2c\n";
    assert_eq!(said(&whole), said(&read("hands", "", canonical)));
    let alone = text.replace(";Time;", ";Pit;");
    assert!(guess(&alone, None).requested[0].contains("where is the time of day"));
}

#[test]
fn a_record_that_is_cut_off_is_not_left_out() {
    let text = "Round;Time;Table;Seat;Cards\n\
         1;2026-10-31 18:03:22;C4P-1;1;As Ks Qs Js 2d\n\
         1;2026-10-31 18:03:22;C4P-1;D;Th 9h 8h 7h 2c\n\
         3;2026-10-31 18:04:22;C4P-1;1;As Ks Qs Js 2d\n\
         3;2026-10-31 18:04:22;C4P-1;D;Th 9h 8h 7h 2c\n\
         2;;;;\nPrinted by the cage;;;;\nTotal:;;;;\n";
    let found = guess(text, None);
    assert_eq!(found.requested, ["are rows with `2` in `Round` records?"]);
    let whole = through(text, &found);
    assert_eq!((whole.hands.rows.len(), whole.problems.len()), (4, 1));
    assert_eq!(whole.summary.export.unwrap().rows_left_out, 2);
}

#[test]
fn events_are_told_by_their_words() {
    let controller = "Seq;Time;Tbl;Rnd;Evt;Pos;Data;Emp\n\
         1;2026-10-31 18:00:00;C4P-1;1;START GAME;;1 3;D07\n\
         2;2026-10-31 18:00:10;C4P-1;1;CONFIRM;Seat 3;;\n\
         3;2026-10-31 18:00:20;C4P-1;1;GAME OVER;;;D07\n";
    let found = guess(controller, None);
    assert_eq!(
        (found.kind, found.is_certain()),
        (Some(JournalKind::Controller), true),
        "{:?}",
        found.requested
    );
    let whole = through(controller, &found);
    let canonical = "seq,time,table,round,event,seat,value,actor\n\
         1,2026-10-31 18:00:00,C4P-1,1,coin_in,,1 3,D07\n\
         2,2026-10-31 18:00:10,C4P-1,1,confirm,3,,\n\
         3,2026-10-31 18:00:20,C4P-1,1,end_game,,,D07\n";
    assert_eq!(whole.controller, read("controller", "", canonical).controller);

    let manager = "seq;time;link;level;type;table;round;seat;amt;meter;reserve;user;reason;document\n\
         1;2026-10-31 18:00:00;HARBOR-1;grand;Reading;;;;;$14,018.32;$386.75;A02;;\n\
         2;2026-10-31 18:01:00;HARBOR-1;grand;Coin In;C4P-1;1;;$5.00;$14,019.25;$387.00;;;\n";
    let found = guess(manager, None);
    assert_eq!(found.kind, Some(JournalKind::Manager));
    assert_eq!((&*found.requested, found.may_be.len()), (&[][..], 1));
    let whole = through(manager, &found);
    assert_eq!((whole.manager.len(), whole.problems.len()), (2, 0));
    assert_eq!(whole.manager[1].display.plain(), "14019.25");

    let both = manager.replace(
        "2;2026",
        "3;2026-10-31 18:00:30;HARBOR-1;grand;CONFIRM;C4P-1;1;;;$14,018.32;$386.75;;;\n2;2026",
    );
    let found = guess(&both, None);
    assert_eq!(found.may_be, [JournalKind::Controller, JournalKind::Manager]);
    assert!(!found.is_certain() && found.requested[0].contains("several journals"));
    assert!(
        lines_of(&found).1.iter().any(|line| line.starts_with("# only = [{ column = \"type\""))
    );
    assert_eq!(guess("a;b\nx;y\n", None).kind, None);
    let near = guess("Rnd #;Tbl;Hand\n1;T1;As\n", None);
    assert_eq!(
        (near.kind, near.columns[0].target, near.columns[0].is_certain),
        (None, Some("round"), false)
    );
    assert!(
        near.requested[1].ends_with(
            "nearest to a hands journal; columns that are not certain there: time, seat"
        )
    );
    // What has no name behind a column may be the rest of it.
    let cut = guess("Rnd #;Tbl;Pos;Hand;\n1;T1;1;As;Kh\n", None);
    assert!(
        cut.requested
            .iter()
            .any(|requested| requested.starts_with("is `cards` `Hand` (the column behind"))
    );
}
