//! What no real property has, of which a day may be made all the same: the program stays within its memory, and its outputs
//! within theirs.

use crate::common::{audit, feltproof, run};
use std::fs;
use std::path::{Path, PathBuf};

fn simulated(home: &Path, options: &[&str]) -> PathBuf {
    let day = home.join("day");
    run(feltproof(home).args(["simulate", "--rng-seed", "3", "--out"]).arg(&day).args(options), 0);
    day
}

/// One round at each of many tables: a table takes some kilobytes, wherever its round numbers and its date put it.
#[cfg(unix)]
#[test]
fn a_table_with_one_round_takes_little_memory() {
    let home = tempfile::tempdir().unwrap();
    for date in ["2026-10-31", "2026-03-03"] {
        let day =
            simulated(home.path(), &["--rounds", "300", "--tables", "300", "--gaming-day", date]);
        let typed = audit(home.path(), &day.join("engagement.toml"), &home.path().join("out"));
        let mut limited = std::process::Command::new("sh");
        // In kilobytes of addresses.
        limited.args(["-c", "ulimit -v 400000; exec \"$0\" \"$@\""]).arg(typed.get_program());
        limited.args(typed.get_args()).args(["--report", "json", "--unsigned", "--threads", "2"]);
        // A card room of Washington has fifteen tables at most.
        run(limited.env("HOME", home.path()), 1);
        fs::remove_dir_all(&day).unwrap();
        fs::remove_dir_all(home.path().join("out")).unwrap();
    }
}

/// A shuffler journal of more tables than an engagement may have is refused by its own name, not by a line of what it is put into.
#[test]
fn a_shuffler_journal_of_too_many_tables_is_refused_with_both_numbers() {
    let home = tempfile::tempdir().unwrap();
    let journal = home.path().join("shuffler.csv");
    let record = |at: u32| format!("{at},2026-10-31T12:00:00-07:00,T{at},1,deck,,2c,\n");
    let records: String = (1..=1_001).map(record).collect();
    fs::write(&journal, format!("seq,time,table,round,event,packet,cards,value\n{records}"))
        .unwrap();
    let (_, said) = run(feltproof(home.path()).arg("shuffle").arg(&journal), 2);
    let expected = "names 1001 tables and 1 days; it must name 1 to 1000 tables and 1 to 3700 days: split the journal";
    assert!(said.contains(expected) && said.lines().count() == 1, "{said}");
}

/// The award of one round a thousand times, each of another amount: every exception carries the events of its round.
#[test]
fn many_awards_of_one_round_are_explained_in_part() {
    const AWARDS: usize = 1_000;
    let home = tempfile::tempdir().unwrap();
    let day = simulated(home.path(), &["--rounds", "2000"]);
    let (manager, out) = (day.join("manager.csv"), home.path().join("out"));
    let journal = fs::read_to_string(&manager).unwrap();
    let (header, records) = journal.split_once('\n').unwrap();
    let (mut again, mut award) = (header.to_owned(), None);
    let mut number = 0;
    let mut write = |record: &str, amount: Option<usize>| {
        number += 1;
        let mut cells: Vec<String> = record.split(',').map(str::to_owned).collect();
        cells[0] = number.to_string();
        cells[8] = amount.map_or_else(|| cells[8].clone(), |amount| format!("{amount}.00"));
        again.push_str(&format!("\n{}", cells.join(",")));
        number
    };
    for record in records.lines() {
        let line = write(record, None) + 1;
        if award.is_none() && record.contains(",award,") {
            award = Some(line);
            for at in 0..AWARDS {
                write(record, Some(10 + at));
            }
        }
    }
    again.push('\n');
    fs::write(&manager, again).unwrap();
    let engagement = day.join("engagement.toml");
    run(audit(home.path(), &engagement, &out).args(["--unsigned", "--report", "html,json"]), 1);
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    let report = fs::metadata(out.join("report.json")).unwrap().len();
    // What is explained, encoded, is at most twice its 4 MiB.
    assert!((page.len() as u64) < 2 * report + (8 << 20), "{} and {report} bytes", page.len());
    assert!(page.contains(" before these, "));

    let place = format!("{}:{}", manager.display(), award.unwrap() + 500);
    let (text, _) = run(feltproof(home.path()).arg("show").arg(place), 0);
    let (before, after) = text.split_once("  not shown: ").unwrap();
    assert!(after.starts_with("461 before these, "), "{}", &after[..40]);
    assert!(before.contains(&format!("line {:<7}", award.unwrap() + 500)));
    assert!(text.contains("\n  and ") && text.contains(" more\n"));
    assert!(text.lines().count() < 400, "{}", text.lines().count());
}

/// A dealer for each round: the column of something else. It ends with one sentence before it takes much memory.
#[test]
fn more_dealers_than_any_property_has_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let day = simulated(home.path(), &["--rounds", "12000"]);
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    let renamed = hands.lines().enumerate().map(|(at, line)| {
        let mut cells: Vec<&str> = line.split(',').collect();
        let dealer = format!("{}-{}", cells[2], cells[0]);
        if at > 0 {
            cells[3] = &dealer;
        }
        cells.join(",") + "\n"
    });
    let renamed: String = renamed.collect();
    assert!(hands.starts_with("round,time,table,dealer,"), "{hands:.60}");
    fs::write(day.join("hands.csv"), renamed).unwrap();
    let out = home.path().join("out");
    let mut audit = audit(home.path(), &day.join("engagement.toml"), &out);
    let (_, said) = run(audit.args(["--report", "json", "--unsigned"]), 2);
    assert!(said.contains("dealers or more, and at most 10000 are told apart"), "{said}");
    assert!(!out.exists(), "nothing is left of it");
}

/// What is asked about a file of too many columns, or with a name without end, comes at once.
#[test]
fn columns_without_end_are_refused_with_both_numbers() {
    let home = tempfile::tempdir().unwrap();
    let wide: String = (0..20_000).map(|at| format!("c{at},")).collect();
    fs::write(home.path().join("wide.csv"), format!("{wide}\n{}\n", "1,".repeat(20_000))).unwrap();
    let key = format!("{{\"{}\":1}}\n", "k".repeat(100_000));
    fs::write(home.path().join("key.jsonl"), key.repeat(3)).unwrap();
    for (file, words) in [
        ("wide.csv", "it has 20001 columns, more than 16384; write those that matter"),
        ("key.jsonl", "the name of column 1 has 100000 characters, more than 32767"),
    ] {
        let (_, said) = run(feltproof(home.path()).arg("inspect").arg(home.path().join(file)), 2);
        assert!(said.contains(words) && said.lines().count() == 1, "{said}");
    }
}
