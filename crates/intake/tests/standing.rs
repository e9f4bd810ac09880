//! Exports whose rows stand otherwise than one record under one row of names: gaming dates beside the clock, times
//! without dates, cells merged downwards, names in several rows, subtotals. The truth is the canonical day.

use crate::common::{Journal, engagement, journal, read_by};
use feltproof_intake::{ColumnNames, Content, Export, Guess, Profile, Sample};
use feltproof_sheets::{Format, Opened};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// What stands for a canonical time.
type Stands<'s> = &'s dyn Fn(&str) -> Vec<String>;
/// The cells that a subtotal of a dealer has beside its amounts.
type Label<'l> = &'l dyn Fn(&str) -> Vec<(usize, String)>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/dialects/canonical")
}

fn truth() -> Vec<String> {
    journal(&folder(), &engagement(&folder()), 0).records
}

/// The names of the canonical day as exports write them, and its rows. Its times go from 10:02:25 on 13 June to 03:42
/// on the next date.
fn day() -> (Vec<String>, Vec<Vec<String>>) {
    let text = fs::read_to_string(folder().join("hands.csv")).unwrap();
    let mut lines = text.lines();
    let name = |name: &str| match name {
        "round" => "Rnd".to_owned(),
        name => match name.strip_suffix("_returned") {
            Some("envy") => "Envy Pay".to_owned(),
            Some(wager) => format!("{wager} pay"),
            None => name.to_owned(),
        },
    };
    let names = lines.next().unwrap().split(',').map(name).collect();
    (names, lines.map(|line| line.split(',').map(str::to_owned).collect()).collect())
}

/// A file of these rows; `stands` makes the cells of date and time of its canonical time.
fn file(date_and_time: &[&str], stands: impl Fn(&str) -> Vec<String>) -> String {
    let (names, rows) = day();
    let line = |time: Vec<String>, cells: &[String]| {
        [&cells[..1], &time[..], &cells[2..]].concat().join(";") + "\n"
    };
    let own = date_and_time.iter().map(|name| (*name).to_owned()).collect();
    let rows = rows.iter().map(|row| line(stands(&row[1]), row));
    [line(own, &names)].into_iter().chain(rows).collect()
}

fn looked(text: &str) -> Guess {
    let bytes = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let opened = feltproof_sheets::open("day.csv", bytes, &Format::default()).unwrap();
    let Opened { mut parts, format, .. } = opened;
    let feltproof_sheets::Content::Text { text, dialect } = parts.remove(0).content else {
        panic!("text");
    };
    let names = ColumnNames::Row(format.header_row.unwrap_or(1));
    let export = Export { content: Content::Text(text, dialect), names, evidence: None };
    Guess::of(&Sample::of(export).unwrap(), None, &format)
}

fn profile(text: &str) -> String {
    let guess = looked(text);
    let what = || panic!("{:?} {:?}\n{}", guess.shape, guess.columns, &text[..300]);
    guess.profile("Written", None).unwrap_or_else(what)
}

fn through(text: &str, profile: &str) -> Journal {
    let parsed =
        Profile::parse(profile, "profile.toml").unwrap_or_else(|e| panic!("{e}\n{profile}"));
    read_by(text.as_bytes().to_vec(), "day.csv", &parsed, &engagement(&folder()), 0)
}

#[track_caller]
fn is_the_day(text: &str, profile: &str) {
    let read = through(text, profile);
    assert_eq!(read.problems, [], "{profile}");
    assert_eq!(read.records, truth(), "{profile}");
}

/// The gaming date and the time of day of a canonical time, by hand: all of it is the gaming day of 13 June.
fn gaming(time: &str) -> Vec<String> {
    vec!["06/13/2026".to_owned(), time[11..].to_owned()]
}

fn calendar(time: &str) -> Vec<String> {
    let (year, month, day) = (&time[..4], &time[5..7], &time[8..10]);
    vec![format!("{month}/{day}/{year}"), time[11..].to_owned()]
}

#[test]
fn a_gaming_date_beside_times_past_midnight_is_known_by_its_name_and_its_times() {
    let text = file(&["Gaming Date", "Time"], gaming);
    let certain = profile(&text);
    assert!(certain.contains("\ntime = [\"Gaming Date\", \"Time\"]\n"), "{certain}");
    assert!(certain.contains("\ndate = \"gaming-day\"\n"), "{certain}");
    is_the_day(&text, &certain);
    // The newest first: the same is known.
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].reverse();
    let reversed = profile(&(lines.join("\n") + "\n"));
    assert!(reversed.contains("\ndate = \"gaming-day\"\n"), "{reversed}");
}

#[test]
fn a_gaming_date_that_nothing_confirms_is_a_question_with_both_answers() {
    for (name, stands) in [("Business Date", calendar as fn(&str) -> Vec<String>), ("Date", gaming)]
    {
        let text = file(&[name, "Time"], stands);
        let open = profile(&text);
        let line = format!("\n# time = [\"{name}\", \"Time\"]  # guess: ");
        assert!(open.contains(&line), "{open}");
        let answered = open.replace("# time = ", "time = ");
        match name {
            "Date" => is_the_day(&text, &answered.replace("# date = ", "date = ")),
            _ => is_the_day(&text, &answered),
        }
    }
    // A date of the calendar is certain, as before.
    let text = file(&["Date", "Time"], calendar);
    is_the_day(&text, &profile(&text));
}

#[test]
fn times_without_a_date_ask_for_the_date_alone() {
    let half = |time: &str| {
        let hour: u32 = time[11..13].parse().unwrap();
        let half = if hour < 12 { "AM" } else { "PM" };
        vec![format!("{}:{} {half}", (hour + 11) % 12 + 1, &time[14..])]
    };
    let clock = |time: &str| vec![time[11..].to_owned()];
    let finer = |time: &str| vec![format!("{}.000", &time[11..])];
    let ways: [Stands<'_>; 3] = [&half, &clock, &finer];
    for stands in ways {
        let text = file(&["Time"], stands);
        let open = profile(&text);
        let (line, date) =
            ("# time = [{ constant = \"YYYY-MM-DD\" }, \"Time\"]", "\ndate = \"gaming-day\"\n");
        assert!(open.contains(line) && open.contains(date), "{open}");
        let answered = line.replace("# ", "").replace("YYYY-MM-DD", "2026-06-13");
        is_the_day(&text, &open.replace(line, &answered));
    }
    // Two days in one file: no date is right for both.
    let once = file(&["Time"], clock);
    let (names, rows) = once.split_once('\n').unwrap();
    let guess = looked(&format!("{names}\n{rows}{rows}"));
    let why = guess.requested.iter().find(|why| why.contains("`time`")).unwrap();
    assert!(why.contains("a file for each gaming day"), "{why}");
    assert!(!guess.profile("Written", None).unwrap().contains("YYYY-MM-DD"));
}

/// The file with the cells of these columns only where one of them is another than above.
fn merged(text: &str, columns: &[&str]) -> String {
    let (names, rows) = text.split_once('\n').unwrap();
    let at = |name: &&str| names.split(';').position(|other| other == *name).unwrap();
    let places: Vec<usize> = columns.iter().map(at).collect();
    let mut above = Vec::new();
    let mut out = format!("{names}\n");
    for row in rows.lines() {
        let mut cells: Vec<&str> = row.split(';').collect();
        let own: Vec<&str> = places.iter().map(|at| cells[*at]).collect();
        if own == above {
            places.iter().for_each(|at| cells[*at] = "");
        } else {
            above = own;
        }
        out += &(cells.join(";") + "\n");
    }
    out
}

fn canonical_time(time: &str) -> Vec<String> {
    vec![time.to_owned()]
}

#[test]
fn what_stands_once_above_the_rows_of_a_round_is_repeated() {
    let plain = file(&["time"], canonical_time);
    let text = merged(&plain, &["Rnd", "time", "table", "dealer"]);
    let certain = profile(&text);
    assert!(
        certain.contains("\n[fill]\ndown = [\"Rnd\", \"time\", \"table\", \"dealer\"]\n"),
        "{certain}"
    );
    is_the_day(&text, &certain);
    // Date and time of day, merged with the others.
    let text = merged(
        &file(&["Gaming Date", "Time"], gaming),
        &["Rnd", "Gaming Date", "Time", "table", "dealer"],
    );
    is_the_day(&text, &profile(&text));
    // Each repeated as long as it stays.
    let mut text = merged(&file(&["Gaming Date", "Time"], gaming), &["Gaming Date"]);
    text = merged(&merged(&text, &["table"]), &["Rnd", "Time", "dealer"]);
    is_the_day(&text, &profile(&text));
}

#[test]
fn nothing_is_repeated_from_beyond_an_interruption_or_where_it_is_in_doubt() {
    let text = merged(&file(&["time"], canonical_time), &["Rnd", "time", "table", "dealer"]);
    let certain = profile(&text);
    let names = text.lines().next().unwrap();
    let first_of_round = |line: &str| !line.starts_with(';');
    for between in ["", names] {
        // Behind the first row of the second round.
        let lines: Vec<&str> = text.lines().collect();
        let second = (2..).find(|at| first_of_round(lines[*at])).unwrap();
        let mut cut = lines.clone();
        cut.insert(second + 1, between);
        let read = through(&(cut.join("\n") + "\n"), &certain);
        let alone = (second + 1..).take_while(|at| !first_of_round(lines[*at])).count();
        assert_eq!(read.problems.len(), alone);
        assert!(
            read.problems.iter().all(|p| p.reason.contains("no row above it says")),
            "{:?}",
            read.problems
        );
        assert_eq!(read.problems[0].raw, lines[second + 1]);
        assert_eq!(read.records.len(), truth().len() - alone);
        // The dealer alone is missing where the block begins.
        let mut gap: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let mut cells: Vec<&str> = lines[second].split(';').collect();
        cells[3] = "";
        gap[second] = cells.join(";");
        let read = through(&(gap.join("\n") + "\n"), &certain);
        assert_eq!(read.problems.len(), alone + 1);
        assert!(
            read.problems[0].reason.contains("a list of its own"),
            "{}",
            read.problems[0].reason
        );
    }
    // A few cells that are missing are no blocks.
    let mut rows: Vec<String> =
        file(&["time"], canonical_time).lines().map(str::to_owned).collect();
    for at in [5, 20, 33] {
        rows[at] = format!(";{}", rows[at].split_once(';').unwrap().1);
    }
    let text = rows.join("\n") + "\n";
    assert!(!profile(&text).contains("fill"));
    assert_eq!(through(&text, &profile(&text)).problems.len(), 3);
    // Money is never repeated.
    let wrong = certain.replace("\"dealer\"]", "\"dealer\", \"ante\"]");
    let parsed = Profile::parse(&wrong, "profile.toml").unwrap();
    let content = Content::Text(
        text.as_bytes(),
        feltproof_sheets::Dialect { delimiter: b';', quote: None, escape: None },
    );
    let export = Export { content, names: ColumnNames::Row(1), evidence: None };
    let refused =
        feltproof_intake::JournalReader::mapped(export, &parsed, &engagement(&folder()), 0);
    let why = refused.err().unwrap().to_string();
    assert!(why.contains("[fill] names `ante`"), "{why}");
}

/// The names of wagers above, what of them stands in a column below, as merged cells leave them.
#[test]
fn names_in_two_rows_are_put_together() {
    let plain = file(&["Time"], canonical_time);
    let (names, rows) = plain.split_once('\n').unwrap();
    let is_wager = |name: &str| {
        name.contains("pay")
            || ["ante", "super_bonus", "play", "queens_up", "progressive"].contains(&name)
    };
    let (mut upper, mut lower, mut before) = (Vec::new(), Vec::new(), "");
    for name in names.split(';') {
        let wager = name.trim_end_matches(" pay");
        let is_own = is_wager(name) && wager != "Envy Pay";
        let part = if name.ends_with(" pay") { "Pay" } else { "Bet" };
        upper.push(if is_own && wager == before { "" } else { wager });
        lower.push(if is_own { part } else { "" });
        before = wager;
    }
    // Names of one row alone stand in the lower one, or in the upper one.
    let mut low: Vec<(String, String)> = Vec::new();
    for (upper, lower) in upper.iter().zip(&lower) {
        low.push(match lower.is_empty() {
            true => (String::new(), (*upper).to_owned()),
            false => ((*upper).to_owned(), (*lower).to_owned()),
        });
    }
    let line = |cells: Vec<&str>| cells.join(";") + "\n";
    let merged_down = line(upper.clone()) + &line(lower.clone());
    let merged_up = line(low.iter().map(|(upper, _)| &**upper).collect())
        + &line(low.iter().map(|(_, lower)| &**lower).collect());
    for heading in [merged_down, merged_up] {
        let text = format!("{heading}{rows}");
        let certain = profile(&text);
        assert!(certain.contains("\nheader_row = 1\nheader_rows = 2\n"), "{certain}");
        assert!(certain.contains("ante_returned = \"ante Pay\""), "{certain}");
        is_the_day(&text, &certain);
        // Both rows once more, on another page, and a title above all.
        let middle = rows.match_indices('\n').nth(40).unwrap().0 + 1;
        let pages =
            format!("Harbor Card Room\n{heading}{}{heading}{}", &rows[..middle], &rows[middle..]);
        let certain = profile(&pages);
        assert!(certain.contains("\nheader_row = 2\nheader_rows = 2\n"), "{certain}");
        is_the_day(&pages, &certain);
    }
    assert!(!profile(&plain).contains("header_rows"));
}

/// Totals behind each dealer's last round: with a word in some column, and without any.
#[test]
fn subtotals_are_left_out_by_their_word_or_asked_by_their_sums() {
    let plain = file(&["time"], canonical_time);
    let names: Vec<&str> = plain.lines().next().unwrap().split(';').collect();
    let money: Vec<usize> = (7..names.len()).collect();
    let cents = |cell: &str| cell.replace('.', "").parse::<u64>().unwrap_or(0);
    let with = |label: &dyn Fn(&str) -> Vec<(usize, String)>| {
        let mut out = names.join(";") + "\n";
        let (mut sums, mut dealer, mut count) = (vec![0_u64; names.len()], String::new(), 0);
        let mut end = |sums: &mut Vec<u64>, dealer: &str, out: &mut String| {
            let mut cells = vec![String::new(); names.len()];
            for at in &money {
                cells[*at] = format!("{}.{:02}", sums[*at] / 100, sums[*at] % 100);
            }
            label(dealer).into_iter().for_each(|(at, text)| cells[at] = text);
            *out += &(cells.join(";") + "\n");
            sums.fill(0);
            count += 1;
        };
        for line in plain.lines().skip(1) {
            let cells: Vec<&str> = line.split(';').collect();
            if !dealer.is_empty() && dealer != cells[3] {
                end(&mut sums, &dealer, &mut out);
            }
            cells[3].clone_into(&mut dealer);
            money.iter().for_each(|at| sums[*at] += cents(cells[*at]));
            out += &(line.to_owned() + "\n");
        }
        end(&mut sums, &dealer, &mut out);
        (out, count)
    };
    let labels: [Label<'_>; 3] = [
        &|dealer| vec![(3, format!("Subtotal {dealer}"))],
        &|_| vec![(5, "Σ".to_owned())],
        &|dealer| vec![(3, dealer.to_owned()), (6, "Sub-total".to_owned())],
    ];
    for label in labels {
        let (text, count) = with(label);
        let certain = profile(&text);
        is_the_day(&text, &certain);
        assert_eq!(through(&text, &certain).rows_left_out, count, "{certain}");
    }
    let (text, count) = with(&|dealer| vec![(3, dealer.to_owned())]);
    let open = profile(&text);
    let read = through(&text, &open);
    assert_eq!((read.records, read.problems.len() as u64), (truth(), count), "{open}");
    assert!(open.contains("\n# ignore = [{ column = \"seat\", is = [\"\"] }]"), "{open}");
    is_the_day(&text, &open.replace("# ignore", "ignore"));
}
