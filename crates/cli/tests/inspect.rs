//! `inspect` as a user meets it: a messy export looked at, its profile written, and read by it.

use crate::common::{feltproof, fixtures, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The rows of the clean day, the first so many rounds, whole: round, date, clock, table, seat, cards,
/// ante, what came back of it.
fn rows() -> Vec<[String; 8]> {
    let text = fs::read_to_string(fixtures().join("harbor-card-room/hands.csv")).unwrap();
    let cells = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let (date, clock) = cells[1].split_once('T').unwrap();
        // An export with whole seconds.
        let clock = clock.split('.').next().unwrap();
        [cells[0], date, clock, cells[2], cells[4], cells[5], cells[7], cells[8]].map(str::to_owned)
    };
    text.lines().skip(1).map(cells).collect()
}

/// As the vendor's program writes it: a title, its own names, `$`, AM and PM, a total.
fn messy(rows: &[[String; 8]]) -> String {
    let money = |amount: &str| {
        let (whole, cents) = amount.split_once('.').unwrap_or((amount, "00"));
        match whole.len() {
            0 => "-".to_owned(),
            1..=3 => format!("${whole}.{cents}"),
            n => format!("\"${},{}.{cents}\"", &whole[..n - 3], &whole[n - 3..]),
        }
    };
    let mut text =
        "Harbor Card Room - Table Activity,,,,,,,\n\nTbl,Rnd #,Date,Time,Pos,Hand,Ante Bet,Ante Pay\n".to_owned();
    for [round, date, clock, table, seat, cards, ante, back] in rows {
        let (hour, rest) = clock.split_once(':').unwrap();
        let hour: u32 = hour.parse().unwrap();
        let half = if hour < 12 { "AM" } else { "PM" };
        let [year, month, day] = date.split('-').collect::<Vec<_>>()[..] else { panic!("{date}") };
        let seat = if seat == "D" { "Dlr".to_owned() } else { format!("Seat {seat}") };
        let cards = cards.to_uppercase().replace('T', "10");
        let (ante, back) = (money(ante), money(back));
        text += &format!(
            "{table},{round},{month}/{day}/{year},{}:{rest} {half},{seat},{cards},{ante},{back}\n",
            (hour + 11) % 12 + 1
        );
    }
    text + "TOTAL,,,,,,\"$123,456.00\",\"$98,765.00\"\n"
}

fn canonical(rows: &[[String; 8]]) -> String {
    let mut text = "round,time,table,dealer,seat,cards,ante,ante_returned\n".to_owned();
    for [round, date, clock, table, seat, cards, ante, back] in rows {
        text += &format!("{round},{date}T{clock},{table},,{seat},{cards},{ante},{back}\n");
    }
    text
}

/// The engagement of the clean day with one journal in place of its three.
fn engagement(folder: &Path, keys: &str) -> std::path::PathBuf {
    let text = fs::read_to_string(fixtures().join("harbor-card-room/engagement.toml")).unwrap();
    let (start, rest) = text.split_once("[[journal]]").unwrap();
    let (_, end) = rest.split_once("[[equipment]]").unwrap();
    let path = folder.join("engagement.toml");
    let journal =
        format!("[[journal]]\nkind = \"hands\"\nrepeated_hour = \"record-order\"\n{keys}\n");
    fs::write(&path, format!("{start}{journal}\n[[equipment]]{end}")).unwrap();
    path
}

fn json(out: &str) -> Value {
    serde_json::from_str(out).unwrap()
}

#[test]
fn a_messy_export_is_read_by_the_profile_that_is_written_for_it() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let rows = rows();
    fs::write(at("activity.csv"), messy(&rows)).unwrap();
    fs::write(at("hands.csv"), canonical(&rows)).unwrap();
    let mut inspect = feltproof(home.path());
    inspect.current_dir(home.path()).args(["inspect", "activity.csv", "--write-profile"]);
    // The dealer and the actions are not in the file: that is said.
    let (out, _) = run(&mut inspect, 3);
    for part in [
        "it is a hands journal",
        "row 3 holds the column names",
        "1 with totals: row 10790",
        "Rnd #",
        "money with $",
        "Dlr (",
        "action: without it these do not run:",
        "Profile written to activity.profile.toml",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(!out.contains("Asked"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");

    let profile = fs::read_to_string(at("activity.profile.toml")).unwrap();
    for line in [
        "header_row = 3",
        "ignore = [{ column = \"Tbl\", is = [\"TOTAL\"] }]",
        "time = [\"Date\", \"Time\"]",
        "ante_returned = \"Ante Pay\"",
        "format = \"%m/%d/%Y %I:%M:%S %p\"",
        "sign = \"$\"",
    ] {
        assert!(profile.lines().any(|l| l == line), "{line}\n{profile}");
    }
    let keys = "file = \"activity.csv\"\nprofile = \"activity.profile.toml\"";
    let path = engagement(home.path(), keys);
    let read = |path: &Path, code: i32| {
        let mut command = feltproof(home.path());
        json(&run(command.arg("read").arg(path).args(["--format", "json"]), code).0)
    };
    // Not a line of the profile was edited.
    let journal = &read(&path, 0)["journals"][0];
    assert_eq!(
        (journal["records"].as_u64(), journal["problems"].as_u64()),
        (Some(10_786), Some(0))
    );
    // The title is above the names; the total is left out.
    assert_eq!(journal["rows_left_out"], 1, "{journal}");

    // And every row says what it says in canonical form.
    let converted = |path: &Path, folder: &str| {
        let mut command = feltproof(home.path());
        run(command.arg("convert").arg(path).arg("--out").arg(at(folder)), 0);
        fs::read_to_string(at(folder).join("hands.csv")).unwrap()
    };
    let mapped = converted(&path, "mapped");
    let path = engagement(home.path(), "file = \"hands.csv\"");
    assert_eq!(converted(&path, "plain"), mapped);
}

#[test]
fn a_profile_never_replaces_a_file_unasked() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("activity.csv"), messy(&rows()[..40])).unwrap();
    fs::write(at("mine.toml"), "mine").unwrap();
    let inspect = |more: &[&str], code: i32| {
        let mut command = feltproof(home.path());
        command.current_dir(home.path()).args(["inspect", "activity.csv", "--write-profile"]);
        run(command.args(more), code).1
    };
    let refused = inspect(&["--out", "mine.toml"], 2);
    assert!(
        refused.contains("mine.toml exists already") && refused.contains("--force"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(at("mine.toml")).unwrap(), "mine");
    let refused = inspect(&["--out", "activity.csv", "--force"], 2);
    assert!(refused.contains("is the export itself"), "{refused}");
    inspect(&["--out", "mine.toml", "--force"], 3);
    assert!(fs::read_to_string(at("mine.toml")).unwrap().contains("[columns]"));
    let refused = inspect(&["other.csv", "--out", "x.toml"], 2);
    assert!(refused.contains("there are 2 files"), "{refused}");
    let refused = inspect(&["--sheet", "Hands"], 2);
    assert!(refused.contains("is no workbook"), "{refused}");
    let mut missing = feltproof(home.path());
    assert!(
        run(missing.args(["inspect", "/nowhere/x.csv"]), 2)
            .1
            .contains("/nowhere/x.csv cannot be read")
    );
}

#[test]
fn canonical_journals_are_certain_and_a_guess_is_not() {
    let home = tempfile::tempdir().unwrap();
    for (file, kind) in [("hands", "hands"), ("controller", "controller"), ("manager", "manager")] {
        let path = fixtures().join("harbor-card-room").join(file).with_extension("csv");
        let mut command = feltproof(home.path());
        let (out, _) = run(command.arg("inspect").arg(path).args(["--format", "json"]), 0);
        let found = json(&out);
        assert_eq!(
            (&found["files"][0]["kind"], &found["files"][0]["certain"]),
            (&Value::from(kind), &Value::from(true))
        );
        let columns = found["files"][0]["columns"].as_array().unwrap();
        assert!(columns.iter().all(|column| column["name"] == column["canonical"]), "{out}");
    }
    // No day above the twelfth: which is the month?
    let text = messy(&rows()[..40]).replace("10/31/2026", "10/11/2026");
    fs::write(home.path().join("day.csv"), text).unwrap();
    let mut command = feltproof(home.path());
    let (out, _) = run(command.current_dir(home.path()).args(["inspect", "day.csv"]), 3);
    assert!(out.contains("are times written as"), "{out}");
    // A list of names is no journal, and no profile is made up for it.
    fs::write(home.path().join("names.csv"), "Name,Town\nA,B\nC,D\n").unwrap();
    let mut command = feltproof(home.path());
    let (out, err) =
        run(command.current_dir(home.path()).args(["inspect", "names.csv", "--write-profile"]), 2);
    assert!(out.contains("it is no journal that is known") && err.contains("--kind"), "{out}{err}");
    assert!(!home.path().join("names.profile.toml").exists());
}

#[test]
fn how_a_file_is_arranged_is_said() {
    let home = tempfile::tempdir().unwrap();
    let dialects = fixtures().join("../tests/dialects/files");
    let mut command = feltproof(home.path());
    let (out, _) = run(command.arg("inspect").arg(dialects.join("22-wide.csv")), 3);
    for part in [
        "a row for each round, with columns for each of 7 seats: 1 (P1)",
        "{seat} Ante Bet",
        "is `Bank` the dealer",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    // Not a line for each of 84 columns.
    assert!(
        !out.contains("P3 Ante Bet") && out.lines().all(|line| line.chars().count() <= 100),
        "{out}"
    );
    // The first row has no number, and is a record all the same.
    let rows = "R-a;T-A;Seat 1;play\nR-a;T-A;Seat 2;fold\nR-b;T-A;Dlr;deal\n";
    fs::write(home.path().join("bare.csv"), rows).unwrap();
    let mut command = feltproof(home.path());
    command.current_dir(home.path()).args(["inspect", "bare.csv", "--format", "json"]);
    let found = &json(&run(&mut command, 3).0)["files"][0];
    assert_eq!(found["header_row"], 0);
    assert_eq!(found["shape"][1], "the columns have no names; they are called 1 to 4");
    assert_eq!(found["columns"][2]["canonical"], "seat");
}

/// Of a workbook whose first sheet is none of records, and of a table with a rule.
#[test]
fn the_sheet_of_records_is_looked_at_and_a_rule_says_where_columns_are() {
    let home = tempfile::tempdir().unwrap();
    let workbook = fixtures().join("../crates/sheets/tests/files/cover.xlsx");
    let inspected = |args: &[&str]| {
        let mut command = feltproof(home.path());
        run(command.arg("inspect").arg(&workbook).args(args), 3).0
    };
    let first = inspected(&[]);
    let named = inspected(&["--sheet", "Tables"]);
    for (out, part) in [
        (&first, "sheet `Hands`: row 2 holds the column names"),
        (&first, "sheets that were not read: `Export Summary`, `Tables`"),
        (&first, "Export Summary, Hands (looked at), Tables"),
        (&first, "it is a hands journal"),
        (&named, "sheet `Tables`: row 3 is taken for the column names"),
        (&named, "Tables (looked at)"),
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(!named.contains("`Hands`: row"), "{named}");
    let rows = " Rnd | Time                | Tbl   | Seat | Ante Bet | Ante Pay\n\
                -----+---------------------+-------+------+----------+----------\n \
                1   | 2026-10-31 18:03:22 | C4P-1 | 1    |     5.00 |    10.00\n \
                1   | 2026-10-31 18:03:22 | C4P-1 | D    |          |         \n(2 rows)\n";
    fs::write(home.path().join("psql.txt"), rows).unwrap();
    let mut command = feltproof(home.path());
    command.current_dir(home.path()).args(["inspect", "psql.txt", "--write-profile"]);
    let out = run(&mut command, 3).0;
    assert!(out.contains("row 2 is a rule of dashes, which says where 6 columns are"), "{out}");
    assert!(!out.contains("cut at the right places"), "{out}");
    let profile = fs::read_to_string(home.path().join("psql.profile.toml")).unwrap();
    assert!(profile.contains("{ name = \"Seat\", from = 37, width = 6 }"), "{profile}");
}
