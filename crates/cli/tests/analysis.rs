//! What the report says of settled wagers together, against plain sums of the journal and of the exceptions.

use crate::common::{audit, feltproof, fixtures, json, run};
use feltproof_sheets::{Content, Format, open};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

fn micros(text: &str) -> i128 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let magnitude = format!("{}{fraction:0<6}", whole.trim_start_matches('-'));
    let magnitude: i128 = magnitude.parse().unwrap();
    if text.starts_with('-') { -magnitude } else { magnitude }
}

fn money(value: &Value, key: &str) -> i128 {
    micros(value[key].as_str().unwrap_or_else(|| panic!("{key}: {value}")))
}

fn audited(day: &Path, code: i32, home: &Path) -> Value {
    let engagement = day.join("engagement.toml");
    let out = home.join("out");
    run(audit(home, &engagement, &out).args(["--quiet", "--report", "json,xlsx"]), code);
    json(&out.join("report.json"))
}

/// Rounds, staked and returned of one group.
type Sums = [i128; 3];

/// What a group of a report is of: the wager, the dimension and its key.
type Of = (&'static str, &'static str, String);

/// Queens Up and the base game of the journal by table and by dealer with the Antes, and the rounds declared void in which
/// somebody made one of them.
fn played(day: &Path) -> (BTreeMap<Of, (Sums, i128)>, usize) {
    let text = fs::read_to_string(day.join("hands.csv")).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let at = |name: &str| names.iter().position(|n| *n == name).unwrap();
    // Of each round the dealer, the sums of both wagers, the Antes, and whether it was declared void.
    type OfRound = (String, [Sums; 2], i128, bool);
    let mut rounds: BTreeMap<(String, String), OfRound> = BTreeMap::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |name: &str| cells[at(name)].to_owned();
        let round = rounds.entry((cell("table"), cell("round"))).or_default();
        round.0 = cell("dealer");
        let base = ["ante", "super_bonus", "play"];
        for (at, wagers) in [&["queens_up"][..], &base].into_iter().enumerate() {
            for wager in wagers {
                round.1[at][1] += micros(&cell(wager));
                round.1[at][2] += micros(&cell(&format!("{wager}_returned")));
            }
        }
        round.2 += micros(&cell("ante"));
        round.3 |= cell("action") == "void";
    }
    let (mut sums, mut void) = (BTreeMap::<_, (Sums, i128)>::new(), 0);
    for ((table, _), (dealer, of, antes, is_void)) in rounds {
        void += usize::from(is_void && of.iter().any(|[_, staked, _]| *staked > 0));
        for ((wager, title), [_, staked, returned]) in WAGERS.into_iter().zip(of) {
            if staked == 0 || is_void {
                continue;
            }
            let keys = [("wager", title), ("table", &table), ("dealer", &dealer)];
            for (dimension, key) in keys {
                let sum = sums.entry((wager, dimension, key.to_owned())).or_default();
                sum.0.iter_mut().zip([1, staked, returned]).for_each(|(sum, more)| *sum += more);
                sum.1 += antes;
            }
        }
    }
    (sums, void)
}

const WAGERS: [(&str, &str); 2] = [("queens_up", "Queens Up"), ("base_game", "Base game")];

/// What they expect to be returned by document 004, in micro-dollars rounded down: C4P-09 by its 2,598,960 hands, what they win
/// less what they lose; the base game by its house edge of 4,543/132,888 of an Ante at best play, all deals counted.
fn by_hand(wager: &str, staked: i128, antes: i128) -> i128 {
    if wager == "base_game" {
        return staked - antes * 264_142_729 / 7_726_058_340;
    }
    let won = 50 * 624 + 30 * 2_072 + 9 * 58_656 + 4 * 114_616 + 3 * 101_808 + 2 * 123_552;
    let lost = 2_598_960 - 644_244;
    staked + staked * (won + 242_916 - lost) / 2_598_960
}

#[test]
fn results_are_those_of_the_journal_and_a_clean_day_accuses_nobody() {
    let home = tempfile::tempdir().unwrap();
    let day = fixtures().join("harbor-card-room");
    let report = audited(&day, 0, home.path());
    are_those_of_the_journal(&report, &day);
    assert_eq!(report["analysis"]["trends"]["lines"], Value::Array(Vec::new()), "it is one day");
}

/// Where folded hands have no cards on record, a third of the wagers is compared with nothing. Those compared won more often,
/// and a test of them alone would accuse every dealer: all of them count.
#[test]
fn what_no_check_compared_counts_too() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let mut simulate = feltproof(home.path());
    simulate.args(["simulate", "--rng-seed", "5", "--conceal-folded", "--out"]).arg(&day);
    run(&mut simulate, 0);
    let report = audited(&day, 3, home.path());
    assert!(report["settled"]["untested_wagers"].as_u64().unwrap() > 500);
    are_those_of_the_journal(&report, &day);
}

fn are_those_of_the_journal(report: &Value, day: &Path) {
    let holds = &report["analysis"]["holds"];
    let (expected, void) = played(day);
    assert_eq!(holds["rounds_left_out"], void);
    let groups = holds["groups"].as_array().unwrap();
    assert_eq!(groups.len(), expected.len());
    for group in groups {
        let dimension = group["dimension"].as_str().unwrap();
        let wager = group["wager"].as_str().unwrap();
        let of = expected
            .iter()
            .find(|((w, d, key), _)| (*w, *d) == (wager, dimension) && group["key"] == **key);
        let (_, ([rounds, staked, returned], antes)) = of.unwrap_or_else(|| panic!("{group}"));
        assert_eq!(i128::from(group["rounds"].as_u64().unwrap()), *rounds, "{group}");
        assert_eq!(money(group, "staked_dollars"), *staked, "{group}");
        assert_eq!(money(group, "returned_dollars"), *returned, "{group}");
        let by_hand = by_hand(wager, *staked, *antes);
        assert!((money(group, "expected_dollars") - by_hand).abs() <= 1, "{group} {by_hand}");
        assert_eq!(group["larger_than_chance"], false, "{group}");
    }
    assert_eq!(holds["groups_tested"], groups.len());
}

/// The tampered day deals hands that were arranged to host its faults: four of a kind of the same five cards comes to one
/// dealer's tables again and again. The cards are settled as they lie, so no check of payments sees it; chance does.
#[test]
fn arranged_hands_are_more_than_chance_explains() {
    let home = tempfile::tempdir().unwrap();
    let report = audited(&fixtures().join("tampered-day"), 1, home.path());
    let groups = report["analysis"]["holds"]["groups"].as_array().unwrap();
    assert!(groups.iter().any(|group| group["wager"] == "base_game"));
    let larger = groups.iter().filter(|group| group["larger_than_chance"] == true);
    let larger: Vec<(&str, &str)> = larger
        .map(|group| (group["dimension"].as_str().unwrap(), group["key"].as_str().unwrap()))
        .collect();
    assert_eq!(larger, [("dealer", "D03")]);
}

/// What becomes of a line of a journal.
type Edit<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Other people's records of a clean day: side bets written down only where they won, everywhere or at one dealer's terminal,
/// and a journal without the rows of those who got nothing. No table and no dealer is said to have got too much.
#[test]
fn a_journal_without_lost_wagers_names_nobody() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let mut simulate = feltproof(home.path());
    simulate.args(["simulate", "--rng-seed", "5", "--rounds", "2500", "--out"]).arg(&day);
    run(&mut simulate, 0);
    let journal = fs::read_to_string(day.join("hands.csv")).unwrap();
    let (header, rows) = journal.split_once('\n').unwrap();
    let names: Vec<&str> = header.split(',').collect();
    let at = |name: &str| names.iter().position(|n| *n == name).unwrap();
    let (staked, returned, dealer) = (at("queens_up"), at("queens_up_returned"), at("dealer"));
    let silent = |line: &str, whose: &str| {
        let mut cells: Vec<&str> = line.split(',').collect();
        if cells[returned].is_empty() && cells[dealer].contains(whose) {
            cells[staked] = "";
        }
        Some(cells.join(","))
    };
    let won_something = |line: &str| {
        let mut returns =
            line.split(',').zip(&names).filter(|(_, name)| name.ends_with("returned"));
        let keep = line.split(',').nth(at("seat")) == Some("D")
            || returns.any(|(cell, _)| !cell.is_empty());
        keep.then(|| line.to_owned())
    };
    let everywhere = |line: &str| silent(line, "");
    let at_one = |line: &str| silent(line, "D03");
    let edits: [(&str, Edit<'_>); 3] =
        [("everywhere", &everywhere), ("D03", &at_one), ("rows", &won_something)];
    for (what, edit) in edits {
        let rows: Vec<String> = rows.lines().filter_map(edit).collect();
        fs::write(day.join("hands.csv"), format!("{header}\n{}\n", rows.join("\n"))).unwrap();
        let out = home.path().join(what);
        let engagement = day.join("engagement.toml");
        let mut audit = audit(home.path(), &engagement, &out);
        let done = audit.args(["--report", "json"]).output().unwrap();
        let report = json(&out.join("report.json"));
        let groups = report["analysis"]["holds"]["groups"].as_array().unwrap();
        let named = groups.iter().filter(|g| g["dimension"] != "wager");
        assert!(named.clone().all(|g| g["larger_than_chance"] != true), "{what}: {groups:?}");
        assert!(named.clone().any(|g| g["undecided"].is_string()), "{what}: {groups:?}");
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(said.contains("it cannot be told whether players got too much"), "{what}: {said}");
    }
}

/// The results of a day of which the hands journal is rewritten: its rows by round, each as its cells by name.
fn holds_of(day: &Path, home: &Path, edit: impl Fn(Vec<Row>) -> Vec<Row>) -> Value {
    let journal = fs::read_to_string(day.join("hands.csv")).unwrap();
    let (header, rows) = journal.split_once('\n').unwrap();
    let names: Vec<&str> = header.split(',').collect();
    let mut rounds: Vec<(String, Vec<Row>)> = Vec::new();
    for line in rows.lines() {
        let cells =
            names.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(str::to_owned));
        let row: Row = cells.collect();
        let of = format!("{} {}", row["table"], row["round"]);
        match rounds.last_mut() {
            Some((last, rows)) if *last == of => rows.push(row),
            _ => rounds.push((of, vec![row])),
        }
    }
    let lines = rounds.into_iter().flat_map(|(_, rows)| edit(rows));
    let lines =
        lines.map(|row| names.iter().map(|name| row[*name].clone()).collect::<Vec<_>>().join(","));
    let text: String =
        std::iter::once(header.to_owned()).chain(lines).map(|line| line + "\n").collect();
    let edited = home.join("edited");
    fs::create_dir_all(&edited).unwrap();
    for file in fs::read_dir(day).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), edited.join(file.file_name())).unwrap();
    }
    fs::write(edited.join("hands.csv"), text).unwrap();
    let out = home.join("edited-out");
    let mut audit = audit(home, &edited.join("engagement.toml"), &out);
    audit.args(["--report", "json", "--quiet", "--replace"]).output().unwrap();
    json(&out.join("report.json"))["analysis"]["holds"].clone()
}

type Row = BTreeMap<String, String>;

/// One terminal writes second wager and Play down only where something came back, with every Ante. Such stakes are against the
/// rules: the seats are set aside, in the test as lost, and nothing departs that could be told.
#[test]
fn base_wagers_that_are_not_written_down_name_nobody() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let mut simulate = feltproof(home.path());
    run(simulate.args(["simulate", "--rng-seed", "5", "--rounds", "2500", "--out"]).arg(&day), 0);
    let holds = holds_of(&day, home.path(), |mut rows| {
        for row in rows.iter_mut().filter(|row| row["dealer"] == "D03") {
            for wager in ["super_bonus", "play"] {
                if row[&format!("{wager}_returned")].is_empty() {
                    row.insert(wager.to_owned(), String::new());
                }
            }
        }
        rows
    });
    let groups = holds["groups"].as_array().unwrap();
    let of_base = || groups.iter().filter(|group| group["wager"] == "base_game");
    assert!(of_base().all(|group| group["larger_than_chance"] != true), "{groups:?}");
    for group in of_base().filter(|group| group["dimension"] == "dealer") {
        let aside = group["seats_set_aside"].as_u64().unwrap();
        assert_eq!(aside > 100, group["key"] == "D03", "{group}");
        assert!(aside == 0 || group["undecided"] == "seats_set_aside", "{group}");
    }
}

/// A terminal that writes a row of a folded hand only while another wager is open on it shows folded hands enough, and yet
/// all others are missing: the excess is that of the record.
#[test]
fn rows_that_another_wager_keeps_on_record_name_nobody() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let mut simulate = feltproof(home.path());
    simulate.args([
        "simulate",
        "--game",
        "crazy4-v2",
        "--rng-seed",
        "3",
        "--rounds",
        "6000",
        "--out",
    ]);
    run(simulate.arg(&day), 0);
    let holds = holds_of(&day, home.path(), |mut rows| {
        rows.retain(|row| row["action"] != "fold" || !row["queens_up"].is_empty());
        rows
    });
    let groups = holds["groups"].as_array().unwrap();
    let of_base = || groups.iter().filter(|group| group["wager"] == "base_game");
    assert!(of_base().any(|group| group["undecided"] == "no_lost_wager_on_record"), "{groups:?}");
    assert!(of_base().all(|group| group["larger_than_chance"] != true), "{groups:?}");
}

/// Where all seats fold many a dealer shows no hand and has no row. Such a round is lost by all, and counts; the one after it
/// at the table is left out, whatever it brought, since it may lack a row as well.
#[test]
fn rounds_that_all_fold_count_without_a_hand_of_the_dealer() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let mut simulate = feltproof(home.path());
    run(
        simulate.args(["simulate", "--game", "crazy4-v2", "--rounds", "1500", "--out"]).arg(&day),
        0,
    );
    // Rounds since the last without a dealer's row, by table; and how many have none.
    let since = RefCell::new(BTreeMap::<String, u64>::new());
    let (rounds, without) = (Cell::new(0), Cell::new(0));
    let holds = holds_of(&day, home.path(), |mut rows| {
        // Heads up.
        let (seat, table) = (rows[0]["seat"].clone(), rows[0]["table"].clone());
        rows.retain(|row| row["seat"] == seat || row["seat"] == "D");
        rounds.set(rounds.get() + 1);
        let mut since = since.borrow_mut();
        let since = since.entry(table).or_default();
        *since += 1;
        if rows[0]["action"] == "fold" && *since > 3 {
            rows.retain(|row| row["seat"] != "D");
            without.set(without.get() + 1);
            *since = 0;
        }
        rows
    });
    let groups = holds["groups"].as_array().unwrap();
    let base = groups.iter().find(|g| g["wager"] == "base_game" && g["dimension"] == "wager");
    let (counted, left_out) = (&base.unwrap()["rounds"], &holds["rounds_left_out"]);
    let (counted, left_out) = (counted.as_u64().unwrap(), left_out.as_u64().unwrap());
    assert_eq!(counted + left_out, rounds.get());
    assert!(without.get() > 100 && left_out <= without.get() + 4, "{left_out} {without:?}");
}

/// A round that contradicts itself is left out, all folded or not: in one the dealer holds a card of the player's.
#[test]
fn a_round_that_contradicts_itself_is_left_out_when_all_fold() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let mut simulate = feltproof(home.path());
    run(
        simulate.args(["simulate", "--game", "crazy4-v2", "--rounds", "300", "--out"]).arg(&day),
        0,
    );
    let left_out = |twice: bool| {
        let edited = Cell::new(0);
        let holds = holds_of(&day, home.path(), |mut rows| {
            let seat = rows[0]["seat"].clone();
            rows.retain(|row| row["seat"] == seat || row["seat"] == "D");
            if twice && rows[0]["action"] == "fold" && edited.get() == 0 {
                let (dealt, cards) = (rows[0]["cards"][..2].to_owned(), &rows[1]["cards"][2..]);
                let cards = format!("{dealt}{cards}");
                rows[1].insert("cards".to_owned(), cards);
                edited.set(1);
            }
            rows
        });
        (holds["rounds_left_out"].as_u64().unwrap(), edited.get())
    };
    let (before, _) = left_out(false);
    assert_eq!(left_out(true), (before + 1, 1));
}

/// Every cell of a sheet as text.
fn sheet(book: &Path, name: &str) -> Vec<Vec<String>> {
    let file = Box::new(File::open(book).unwrap());
    let format = Format { sheets: vec![name.to_owned()], ..Format::default() };
    let mut opened = open("workpapers.xlsx", file, &format).unwrap();
    let Content::Rows(source) = &mut opened.parts[0].content else { panic!("it has rows") };
    let mut all = Vec::new();
    while let Some(some) = source.next_rows().unwrap() {
        for (_, row) in some.iter() {
            let cell = |at| String::from_utf8_lossy(row.get(at)).into_owned();
            all.push((0..row.count()).map(cell).collect());
        }
    }
    all
}

/// Restitution and what explains the money against the exceptions of the same report, one by one, and against the
/// workbook's own sum.
#[test]
fn money_owed_is_that_of_the_exceptions_and_of_the_workbook() {
    let home = tempfile::tempdir().unwrap();
    let report = audited(&fixtures().join("tampered-day"), 1, home.path());
    let (mut owed, mut over, mut seats) = (0, 0, BTreeSet::new());
    let mut by_code = BTreeMap::<String, i128>::new();
    for e in report["exceptions"].as_array().unwrap() {
        let code = e["code"].as_str().unwrap();
        let is_of_funds =
            ["MTR", "ADJ", "BNK", "RND"].iter().any(|family| code.starts_with(family));
        let Some(difference) = e["difference_dollars"].as_str().filter(|_| !is_of_funds) else {
            continue;
        };
        let difference = micros(difference).abs();
        match e["favours"].as_str() {
            Some("house") => {
                owed += difference;
                seats.insert([&e["table"], &e["round"], &e["seat"]].map(ToString::to_string));
            }
            Some("player") => over += difference,
            _ => continue,
        }
        *by_code.entry(code.to_owned()).or_default() += difference;
    }
    assert!(owed > 0 && over > 0);
    let analysis = &report["analysis"];
    let restitution = &analysis["restitution"];
    assert_eq!(money(restitution, "owed_dollars"), owed);
    assert_eq!(money(restitution, "overpaid_dollars"), over);
    assert_eq!(restitution["seats_owed"], seats.len());
    let shown = restitution["shown"].as_array().unwrap();
    let each: Vec<i128> = shown.iter().map(|seat| money(seat, "owed_dollars")).collect();
    assert_eq!((each.iter().sum::<i128>(), each.len()), (owed, seats.len()));
    assert!(each.is_sorted_by(|a, b| a >= b), "the most first: {each:?}");

    let causes = analysis["top_causes"].as_array().unwrap();
    assert!(report["causes"].as_array().unwrap().is_empty(), "each check explains itself");
    let of = |cause: &Value| money(cause, "over_dollars") + money(cause, "under_dollars");
    let found: BTreeMap<String, i128> =
        causes.iter().map(|c| (c["code"].as_str().unwrap().to_owned(), of(c))).collect();
    assert_eq!(found, by_code);
    assert!(causes.iter().map(of).is_sorted_by(|a, b| a >= b));

    let book = home.path().join("out/workpapers.xlsx");
    let rows = sheet(&book, "Money owed");
    let is_seat = |row: &&Vec<String>| row.get(8).is_some_and(|n| n.parse::<u64>().is_ok());
    let sum = |at: usize| rows.iter().filter(is_seat).map(|row| micros(&row[at])).sum::<i128>();
    assert_eq!((sum(5), sum(6)), (owed, over));
    let groups = analysis["holds"]["groups"].as_array().unwrap();
    let rows = sheet(&book, "Results and chance");
    for group in groups {
        let of = |row: &&Vec<String>| {
            let wager = WAGERS.into_iter().find(|(key, _)| group["wager"] == *key).unwrap().1;
            row.len() > 7
                && row[0] == wager
                && group["key"] == row[2]
                && group["dimension"] == row[1]
        };
        let row = rows.iter().find(of).unwrap_or_else(|| panic!("{group}"));
        assert_eq!(micros(&row[4]), money(group, "staked_dollars"));
        assert_eq!(micros(&row[5]), money(group, "returned_dollars"));
    }
}
