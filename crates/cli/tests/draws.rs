//! `rng --draws` as typed: archives of draws without order, read in one command each.

#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use crate::common;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn fixture(name: &str) -> PathBuf {
    common::fixtures().join("draws").join(name)
}

fn run(folder: &Path, args: &[&str]) -> Output {
    common::feltproof(folder).args(args).current_dir(folder).output().unwrap()
}

/// Exit code and the one source of a report.
fn judged(folder: &Path, args: &[&str]) -> (i32, Value) {
    let all = [&["rng"], args, &["--format", "json"]].concat();
    let output = run(folder, &all);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value = serde_json::from_slice(&output.stdout).expect(&text);
    (output.status.code().unwrap(), report["sources"][0].clone())
}

fn figure(source: &Value, key: &str) -> (u64, f64) {
    let tests = source["tests"].as_array().unwrap();
    let test = tests.iter().find(|t| t["key"] == key).unwrap_or_else(|| panic!("no test {key}"));
    (test["n"].as_u64().unwrap(), test["figures"]["statistic"].as_f64().unwrap_or(f64::NAN))
}

fn notes(source: &Value) -> String {
    let notes = source["notes"].as_array().unwrap();
    notes.iter().map(|note| note.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

fn refused(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, &[&["rng"], args].concat());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
    text
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
struct Fair(u64);

impl Fair {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let word = z ^ (z >> 31);
        u64::try_from((u128::from(word) * u128::from(n)) >> 64).unwrap()
    }

    /// A draw, and the number that would have come next.
    fn draw(&mut self, drawn: usize, numbers: u64) -> (Vec<u64>, u64) {
        let mut left: Vec<u64> = (1..=numbers).collect();
        let mut next = || left.remove(usize::try_from(self.below(left.len() as u64)).unwrap());
        let mut draw: Vec<u64> = (0..drawn).map(|_| next()).collect();
        let bonus = next();
        draw.sort_unstable();
        (draw, bonus)
    }
}

/// A date and the numbers of its draw, as written.
type Dated = (String, Vec<String>);

/// `05 11 14 23 37`.
fn written(draw: &[u64]) -> String {
    draw.iter().map(|number| format!("{number:02}")).collect::<Vec<_>>().join(" ")
}

/// The date so many days before the last day of 2024 (a leap year), as `09/25/2024`.
fn date(before: u64) -> String {
    let lengths = |year: u64| {
        let february = if year.is_multiple_of(4) { 29 } else { 28 };
        [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    };
    let (mut year, mut left) = (2024, before);
    while left >= lengths(year).iter().sum() {
        left -= lengths(year).iter().sum::<u64>();
        year -= 1;
    }
    let mut month = 12;
    while left >= lengths(year)[month - 1] {
        left -= lengths(year)[month - 1];
        month -= 1;
    }
    format!("{month:02}/{:02}/{year}", lengths(year)[month - 1] - left)
}

fn take5() -> String {
    let mut fair = Fair(5);
    let mut text =
        "Draw Date,Evening Winning Numbers,Evening Bonus #,Midday Winning Numbers,Midday Bonus #\n"
            .to_owned();
    for day in 0..400 {
        let ((evening, one), (midday, two)) = (fair.draw(5, 39), fair.draw(5, 39));
        let (evening, midday) = (written(&evening), written(&midday));
        if day < 250 {
            writeln!(text, "{},{evening},{one:02},{midday},{two:02}", date(day)).unwrap();
        } else {
            writeln!(text, "{},{evening},,,", date(day)).unwrap();
        }
    }
    text
}

fn keno() -> String {
    let mut fair = Fair(20);
    let mut text = "Draw Date,Draw Number,Draw Time,Winning Numbers ,Extra Multiplier\n".to_owned();
    for back in 0..400 {
        // A draw every four minutes, 300 a day.
        let minute = 4 * (299 - back % 300) + 240;
        let times = [1, 2, 3, 5, 10][usize::try_from(fair.below(5)).unwrap()];
        let (draw, _) = fair.draw(20, 80);
        let clock = format!("{:02}:{:02}", minute / 60, minute % 60);
        let number = 3_000_000 - back;
        writeln!(text, "{},{number},{clock},{},{times}", date(back / 300), written(&draw)).unwrap();
    }
    text
}

fn pick10() -> String {
    let mut fair = Fair(10);
    let mut text = "Draw Date,Winning Numbers\n".to_owned();
    for day in 0..300 {
        writeln!(text, "{},{}", date(day), written(&fair.draw(20, 80).0)).unwrap();
    }
    text
}

/// `WRITE_FIXTURES=1` writes them anew.
#[test]
fn the_fixtures_are_what_their_seeds_make() {
    for (name, text) in [("take5.csv", take5()), ("keno.csv", keno()), ("pick10.csv", pick10())] {
        if std::env::var("WRITE_FIXTURES").is_ok() {
            fs::write(fixture(name), &text).unwrap();
        }
        assert!(fs::read_to_string(fixture(name)).unwrap() == text, "{name}");
    }
}

/// Three archives, one command each: how many draws, in which order, from which columns; nothing found.
#[test]
fn archives_are_read_in_one_command_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| fixture(name).to_str().unwrap().to_owned();
    for (name, options, draws, said) in [
        (
            "take5.csv",
            &["--draws", "5/39", "--bonus", "rest"][..],
            650,
            &[
                "read from `Evening Winning Numbers` and from `Midday Winning Numbers`",
                "in this order: `Midday Winning Numbers`, `Evening Winning Numbers` (midday before evening)",
                "Bonus numbers are read from `Midday Bonus #` and from `Evening Bonus #`",
                "150 times a row has no numbers",
                "in the order of `Draw Date` (the file has the newest first)",
                "order its numbers were drawn or written down",
            ][..],
        ),
        (
            "keno.csv",
            &["--draws", "20/80"],
            400,
            &[
                "read from `Winning Numbers`",
                "Columns left out: `Extra Multiplier`",
                "in the order of `Draw Date`, `Draw Number`, `Draw Time` (the file has the newest first)",
            ],
        ),
        (
            "pick10.csv",
            &["--draws", "20", "--cards", "80"],
            300,
            &["the file has the newest first"],
        ),
    ] {
        let file = path(name);
        let args = [&[file.as_str()], options].concat();
        let (code, source) = judged(folder.path(), &args);
        assert_eq!((code, source["observations"].as_u64()), (0, Some(draws)), "{name}: {source:#}");
        assert_eq!(source["verdict"]["state"], "nothing_found", "{name}");
        for part in said {
            assert!(notes(&source).contains(part), "{name}: {part}\n{}", notes(&source));
        }
        assert_eq!(source["verdict"]["insufficient"], 0, "{name}");
    }
}

/// Frequencies, overlaps and sums recounted from the text alone, midday before evening, oldest first.
#[test]
fn figures_are_those_of_a_recount_of_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = fixture("take5.csv");
    let args = [file.to_str().unwrap(), "--draws", "5/39", "--bonus", "rest"];
    let (_, source) = judged(folder.path(), &args);
    let text = fs::read_to_string(&file).unwrap();
    let mut draws: Vec<Vec<f64>> = Vec::new();
    for line in text.lines().skip(1).collect::<Vec<_>>().into_iter().rev() {
        let cells: Vec<&str> = line.split(',').collect();
        for cell in [cells[3], cells[1]].into_iter().filter(|cell| !cell.is_empty()) {
            draws.push(cell.split(' ').map(|number| number.parse().unwrap()).collect());
        }
    }
    let many = draws.len() as f64;
    let count = |x: f64| draws.iter().flatten().filter(|y| **y == x).count() as f64;
    let expected = many * 5.0 / 39.0;
    let pearson: f64 = (1..=39).map(|x| (count(f64::from(x)) - expected).powi(2) / expected).sum();
    let shared: f64 = draws
        .windows(2)
        .map(|two| two[0].iter().filter(|x| two[1].contains(x)).count() as f64)
        .sum();
    let variance = 5.0 * (5.0 / 39.0) * (34.0 / 39.0) * (34.0 / 38.0);
    let overlap = (shared - (many - 1.0) * 25.0 / 39.0) / ((many - 1.0) * variance).sqrt();
    let sum: f64 = draws.iter().flatten().sum();
    let sum = (sum - many * 100.0) / (many * 5.0 * 34.0 * 40.0 / 12.0).sqrt();
    for (key, expected) in [
        ("draws.frequency", pearson * 38.0 / 34.0),
        ("draws.overlap_1", overlap),
        ("draws.sum", sum),
    ] {
        let (_, found) = figure(&source, key);
        assert!(
            (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
            "{key}: {found} {expected}"
        );
    }
    assert_eq!(figure(&source, "draws.bonus_frequency").0, 500);
}

/// The same draws with a column a number, quoted, in plain lines, sorted or not, oldest first or newest
/// first, give the same figures.
#[test]
fn every_way_of_writing_draws_gives_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    let source_text = fs::read_to_string(fixture("pick10.csv")).unwrap();
    let rows: Vec<Dated> = source_text
        .lines()
        .skip(1)
        .map(|line| {
            let (date, draw) = line.split_once(',').unwrap();
            (date.to_owned(), draw.split(' ').map(str::to_owned).collect())
        })
        .collect();
    let forward: Vec<_> = rows.iter().rev().collect();
    let turned = |draw: &[String]| [&draw[7..], &draw[..7]].concat();
    let heads: Vec<String> = (1..=20).map(|i| format!("Ball {i}")).collect();
    let iso = |date: &str| format!("{}-{}-{}T00:00:00.000", &date[6..], &date[..2], &date[3..5]);
    let lines = |line: &dyn Fn(&Dated) -> String| {
        forward.iter().map(|row| line(row)).collect::<Vec<_>>().join("\n")
    };
    let files = [
        ("plain.txt", lines(&|(_, draw)| turned(draw).join(" ")), &[][..]),
        ("commas.txt", lines(&|(_, draw)| draw.join(",")), &[]),
        ("dated.csv", lines(&|(date, draw)| format!("{},\"{}\"", iso(date), draw.join(", "))), &[]),
        (
            "balls.csv",
            format!(
                "\u{feff}Date;{}\n{}",
                heads.join(";"),
                lines(&|(date, draw)| format!("{date};{}", turned(draw).join(";")))
            ),
            &[],
        ),
        (
            "named.csv",
            format!(
                "\"Day\",\"What\",\"Prize\"\n{}",
                lines(&|(date, draw)| format!("\"{date}\",\"{}\",\"7\"", draw.join("-")))
            ),
            &["--columns", "what"],
        ),
        (
            "newest.txt",
            rows.iter().map(|(_, draw)| draw.join(" ")).collect::<Vec<_>>().join("\n"),
            &["--order", "reversed"],
        ),
    ];
    let file = fixture("pick10.csv");
    let expected = judged(folder.path(), &[file.to_str().unwrap(), "--draws", "20/80"]).1;
    for (name, text, options) in files {
        fs::write(folder.path().join(name), text).unwrap();
        let args = [&[name, "--draws", "20/80"], options].concat();
        let (code, source) = judged(folder.path(), &args);
        assert_eq!((code, &source["tests"]), (0, &expected["tests"]), "{name}");
    }
}

/// Files that are refused.
const WRONG: &[(&str, &str)] = &[
    (
        "high.csv",
        "Draw Date,Winning Numbers\n09/26/2024,05 11 14 23 37\n09/25/2024,05 11 14 23 40\n",
    ),
    ("six.csv", "Draw Date,Winning Numbers\n09/26/2024,05 11 14 23 37 39\n"),
    (
        "words.csv",
        "Draw Date,Winning Numbers\n09/26/2024,05 11 14 23 37\n09/25/2024,05 11 14 23 x\n",
    ),
    ("date.csv", "Draw Date,Winning Numbers\n09/26/2024,05 11 14 23 37\nsoon,05 11 14 23 37\n"),
    (
        "two.csv",
        "Draw Date,Winning Numbers\n09/26/2024,05 11 14 23 37\n26/09/2024,05 11 14 23 37\n",
    ),
    ("which.csv", "Draw Date,A,B\n09/26/2024,05 11 14 23 37,7\n"),
    ("bonus.csv", "Date,Winning Numbers,Bonus #\n09/26/2024,05 11 14 23 37,40\n"),
    ("no_bonus.csv", "Date,Winning Numbers,Bonus #\n09/26/2024,05 11 14 23 37,\n"),
    ("empty.csv", "Draw Date,Winning Numbers\n"),
    ("plain.txt", "1 2 3 4 5\n1 2 3 4\n"),
];

/// What is typed, and what is said.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &["high.csv", "--draws", "5/39"],
        "high.csv:3: number 40 is not among 1 to 39 (--draws 5/39): correct it, or, if the game had other numbers then, test each matrix by itself (--from and --to",
    ),
    (
        &["six.csv", "--draws", "5/39"],
        "six.csv:2: 6 numbers in `Winning Numbers`, where --draws 5/39 says 5; if the last is a bonus number say --bonus",
    ),
    (
        &["words.csv", "--draws", "5/39"],
        "words.csv:3: `05 11 14 23 x` in `Winning Numbers` is not numbers",
    ),
    (&["date.csv", "--draws", "5/39"], "date.csv:3: `soon` in `Draw Date` is no date"),
    (
        &["two.csv", "--draws", "5/39"],
        "two.csv:3: `26/09/2024` in `Draw Date` is written in another way than the dates before it (%m/%d/%Y)",
    ),
    (
        &["which.csv", "--draws", "5/39"],
        "say --columns with their headings or places; there are `Draw Date`, `A`, `B`",
    ),
    (&["which.csv", "--draws", "5/39", "--columns", "C"], "--columns: there is no column `C`"),
    (
        &[
            "which.csv",
            "--draws",
            "5/39",
            "--columns",
            "A",
            "--bonus",
            "rest",
            "--bonus-columns",
            "B,A",
        ],
        "2 columns of bonus numbers",
    ),
    (
        &["bonus.csv", "--draws", "5/39", "--bonus", "rest"],
        "bonus.csv:2: bonus number 40 is not among 1 to 39 (--bonus rest)",
    ),
    (&["empty.csv", "--draws", "5/39"], "empty.csv holds no draw"),
    (
        &["plain.txt", "--draws", "5/39"],
        "plain.txt:2: 4 numbers in column 1, where --draws 5/39 says 5",
    ),
    (
        &["no_bonus.csv", "--draws", "5/39", "--bonus", "rest"],
        "--bonus says that a bonus number belongs to each draw, and none has one; leave --bonus out",
    ),
    (&["plain.txt", "--draws", "5/39", "--order", "date"], "no column of dates"),
    (&["plain.txt", "--draws", "5/39", "--from", "2024-01-01"], "no column of dates"),
    (
        &["plain.txt", "--draws", "5/39", "--from", "yesterday"],
        "--from yesterday is neither a line",
    ),
    (&["plain.txt", "--draws", "5"], "as 5/39 (or 5 with --cards 39)"),
    (&["plain.txt", "--draws", "5/39", "--cards", "39"], "leave out --cards 39"),
    (&["plain.txt", "--draws", "6/91"], "there must be 2 to 90"),
    (&["plain.txt", "--draws", "5/5"], "1 to one less than there are"),
    (&["plain.txt", "--draws", "5/39", "--bonus", "x"], "--bonus x is neither"),
];

#[test]
fn what_is_no_draw_is_refused_with_its_line_and_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in WRONG {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (args, said) in REFUSED {
        let sentence = refused(folder.path(), args);
        assert!(sentence.contains(said), "{args:?}: {sentence}");
    }
}

/// A number twice in a draw is certain; a row written twice is one draw.
#[test]
fn faults_and_copies_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = fs::read_to_string(fixture("pick10.csv")).unwrap();
    let copy = text.lines().nth(10).unwrap().to_owned();
    writeln!(text, "{copy}").unwrap();
    fs::write(folder.path().join("copy.csv"), &text).unwrap();
    let (code, source) = judged(folder.path(), &["copy.csv", "--draws", "20/80"]);
    assert_eq!((code, source["observations"].as_u64()), (0, Some(300)));
    assert!(
        notes(&source).contains("1 rows repeat an earlier row and were left out: 302 (line 11)"),
        "{}",
        notes(&source)
    );
    // A draw with a number of its own is the same draw whatever else the row says.
    let mut numbered = fs::read_to_string(fixture("keno.csv")).unwrap();
    let row = numbered.lines().nth(5).unwrap().rsplit_once(',').unwrap().0.to_owned();
    writeln!(numbered, "{row},77").unwrap();
    fs::write(folder.path().join("numbered.csv"), &numbered).unwrap();
    let (code, source) = judged(folder.path(), &["numbered.csv", "--draws", "20/80"]);
    assert_eq!((code, source["observations"].as_u64()), (0, Some(400)));
    let line = text.lines().nth(20).unwrap().to_owned();
    let (date, draw) = line.split_once(',').unwrap();
    let (first, rest) = draw.split_once(' ').unwrap();
    let twice = format!("{date},{first} {first} {}", rest.split_once(' ').unwrap().1);
    fs::write(folder.path().join("twice.csv"), text.replace(&line, &twice)).unwrap();
    let (code, source) = judged(folder.path(), &["twice.csv", "--draws", "20/80"]);
    assert_eq!((code, source["faults_total"].as_u64()), (1, Some(1)));
    let fault = source["faults"][0].as_str().unwrap();
    assert!(
        fault.contains("twice.csv:21: number") && fault.contains("twice in one draw"),
        "{fault}"
    );

    let wheel = "Date,Winning Numbers,Bonus #\n09/26/2024,05 11 14 23 37,11\n";
    fs::write(folder.path().join("wheel.csv"), wheel).unwrap();
    let (code, source) =
        judged(folder.path(), &["wheel.csv", "--draws", "5/39", "--bonus", "rest"]);
    let fault = source["faults"][0].as_str().unwrap();
    assert_eq!(code, 1);
    assert!(
        fault.contains(
            "wheel.csv:2: bonus number 11 is one of the draw; if it is drawn from a wheel"
        ),
        "{fault}"
    );
    let (code, _) = judged(folder.path(), &["wheel.csv", "--draws", "5/39", "--bonus", "26"]);
    assert_eq!(code, 3);
}

#[test]
fn a_matrix_that_changed_is_told_with_its_line_and_each_is_fair_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    // 5 of 36 at first, then 5 of 39: by itself each is fair; together the first draws are no chance.
    let (mut fair, mut text) = (Fair(36), String::new());
    for day in 0..800 {
        let numbers = if day < 400 { 36 } else { 39 };
        writeln!(text, "{}", written(&fair.draw(5, numbers).0)).unwrap();
    }
    let backwards = text.lines().rev().collect::<Vec<_>>().join("\n");
    fs::write(folder.path().join("smaller.txt"), backwards).unwrap();
    fs::write(folder.path().join("matrix.txt"), text).unwrap();
    let (code, source) = judged(folder.path(), &["matrix.txt", "--draws", "5/39"]);
    assert_eq!(code, 1);
    let first = source["notes"][0].as_str().unwrap();
    assert!(
        first.starts_with("The first 40") && first.contains("hold no number above 36"),
        "{first}"
    );
    let (_, source) = judged(folder.path(), &["smaller.txt", "--draws", "5/39"]);
    let last = source["notes"][0].as_str().unwrap();
    assert!(last.starts_with("The last 40") && last.contains("from line 400"), "{last}");
    for (options, draws) in [
        (&["--draws", "5/36", "--to", "400"][..], 400),
        (&["--draws", "5/39", "--from", "401"], 400),
    ] {
        let (code, source) = judged(folder.path(), &[&["matrix.txt"], options].concat());
        assert_eq!((code, source["observations"].as_u64()), (0, Some(draws)), "{options:?}");
    }
    // Days as well as lines.
    let file = fixture("take5.csv");
    let args =
        [file.to_str().unwrap(), "--draws", "5/39", "--from", "12/01/2024", "--to", "2024-12-20"];
    let (code, source) = judged(folder.path(), &args);
    assert_eq!((code, source["observations"].as_u64()), (3, Some(40)));
}

/// The report's page, JSON and plots are written, and a standard's demands are answered by tests that ran.
#[test]
fn a_report_is_written_and_demands_are_answered_by_tests_of_sets() {
    let folder = tempfile::tempdir().unwrap();
    let file = fixture("keno.csv");
    let args = [
        "rng",
        file.to_str().unwrap(),
        "--draws",
        "20/80",
        "--profile",
        "gli-11",
        "--out",
        "out",
        "--unsigned",
    ];
    let output = run(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read(folder.path().join("out/randomness.pdf")).unwrap().starts_with(b"%PDF"));
    let text = fs::read_to_string(folder.path().join("out/randomness.json")).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    let source = &report["sources"][0];
    let tests = source["tests"].as_array().unwrap();
    let mut answered = 0;
    for demand in source["profile"]["demands"].as_array().unwrap() {
        for key in demand["tests"].as_array().or(demand["keys"].as_array()).unwrap() {
            let test = tests.iter().find(|t| t["key"] == *key);
            assert!(test.is_some_and(|t| t["figures"].is_object()), "{key}");
            answered += 1;
        }
    }
    assert!(answered >= 6, "{answered}");
}
