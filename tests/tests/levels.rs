//! Several meters fed by one wager: simulated days to which these tests add the meter of a second level, kept by
//! their own arithmetic.

use feltproof_engine::Game;
use feltproof_model::Money;
use feltproof_simulate::Plan;
use feltproof_tests::{Audited, Day, audit_with};
use std::collections::BTreeMap;

/// The paytables of the second meter: four aces all of it; three of a kind a tenth of it.
const PAYTABLES: &str = r#"
[[paytable]]
id = "minor"
wager = "progressive"
cards = "best-four"
source = "these tests"
rows = [{ hand = "four_aces", meter = "100%", odds = "for" }]

[[paytable]]
id = "trips"
wager = "progressive"
cards = "best-four"
source = "these tests"
rows = [{ hand = "three_of_a_kind", meter = "10%", odds = "for" }]
"#;

/// Micro-dollars.
type Micros = i64;

const DOLLAR: Micros = 1_000_000;
const CENT: Micros = 10_000;
const SEED: Micros = 100 * DOLLAR;

fn games() -> Vec<Game> {
    let text = include_str!("../../crates/engine/games/crazy4-wa.toml");
    vec![Game::parse(&format!("{text}{PAYTABLES}"), "g.toml").unwrap_or_else(|e| panic!("{e}"))]
}

/// The second meter: a tenth of each wager, 2 % to its reserve.
struct Minor {
    meter: Micros,
    reserve: Micros,
    /// Of each award what it took, and what its reseed put in and drew from the reserve.
    awards: BTreeMap<[String; 3], (Micros, Micros, Micros)>,
    coin_ins: BTreeMap<[String; 2], Micros>,
}

impl Minor {
    fn new() -> Self {
        let (awards, coin_ins) = (BTreeMap::new(), BTreeMap::new());
        Self { meter: 150 * DOLLAR, reserve: 3 * DOLLAR, awards, coin_ins }
    }

    fn displayed(&self) -> Micros {
        self.meter - self.meter.rem_euclid(CENT)
    }

    /// What the event of the first meter does to the second; `None` where it has none of it.
    fn amount(&mut self, row: &[String]) -> Option<Micros> {
        let [event, table, round, seat] = [4, 5, 6, 7].map(|at| row[at].clone());
        let key = [table.clone(), round.clone(), seat];
        let wagered = self.coin_ins.get(&[table.clone(), round.clone()]).copied().unwrap_or(0);
        Some(match (event.as_str(), row[12].as_str()) {
            ("coin_in", _) => {
                let amount = micros(&row[8]);
                self.coin_ins.insert([table, round], amount);
                self.meter += amount / 10;
                self.reserve += amount / 50;
                amount
            }
            ("award", _) => {
                let amount = self.displayed();
                self.meter -= amount;
                self.awards.insert(key, (amount, 0, 0));
                amount
            }
            ("reseed", _) => {
                let (added, drawn) = (SEED + self.reserve, self.reserve);
                let of = self.awards.get_mut(&key)?;
                (of.1, of.2) = (added, drawn);
                self.meter += added;
                self.reserve = 0;
                added
            }
            ("adjustment", "back_out") => {
                let (taken, added, _) = self.awards.get(&key)?;
                self.meter += taken - added;
                taken - added
            }
            ("reserve_adjustment", "back_out") => {
                let (_, _, drawn) = self.awards.get(&key)?;
                self.reserve += drawn;
                *drawn
            }
            ("adjustment", "void_round") => {
                self.meter -= wagered / 10;
                -wagered / 10
            }
            ("reserve_adjustment", "void_round") => {
                self.reserve -= wagered / 50;
                -wagered / 50
            }
            ("adjustment", _) => return None,
            _ => 0,
        })
    }

    /// A row of the second meter beside one of the first.
    fn row(&self, link: [&str; 2], row: &[String], amount: Micros) -> Vec<String> {
        let mut own = row.to_vec();
        (own[2], own[3]) = (link[0].to_owned(), link[1].to_owned());
        if !own[8].is_empty() {
            own[8] = plain(amount);
        }
        (own[9], own[10]) = (plain(self.displayed()), plain(self.reserve));
        own[13] = own[13].replacen("AJ-", "MN-", 1);
        own
    }
}

fn micros(text: &str) -> Micros {
    Money::parse(text.as_bytes()).unwrap().micros()
}

fn plain(micros: Micros) -> String {
    Money::from_micros(micros).plain()
}

fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let row = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    reader.records().map(|record| row(record.unwrap())).collect()
}

/// Rows with running numbers of their own.
fn written(rows: &[Vec<String>]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (number, row) in rows.iter().enumerate() {
        let mut row = row.clone();
        if number > 0 {
            row[0] = number.to_string();
        }
        writer.write_record(&row).unwrap();
    }
    writer.into_inner().unwrap()
}

/// How the second meter is named.
#[derive(Clone, Copy)]
enum Named {
    /// A level of the link that the tables feed.
    Level,
    /// A link of its own, which the tables feed too.
    Link,
}

impl Named {
    const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Level => ["HARBOR-1", "minor"],
            Self::Link => ["HARBOR-2", "grand"],
        }
    }

    fn engagement(self, text: &str, paytable: &str) -> String {
        let [link, level] = self.names();
        let settings = r#"{ seed = "100.00", contribution = "10%", reserve = "2%" }"#;
        let own = format!(
            "[[link]]\nid = \"{link}\"\nsystem = \"nexus-command\"\npaytable = \"{paytable}\"\n\
             location = \"Harbor Card Room, Port Example, Washington\"\nlevel = \"{level}\"\nunit = \"5.00\"\n\
             executive_from = \"5000.00\"\napproved = {settings}\nrunning = {settings}\n\n[[journal]]"
        );
        let text = text.replacen("[[journal]]", &own, 1);
        match self {
            Self::Level => text,
            Self::Link => {
                text.replace("link = \"HARBOR-1\"", "links = [\"HARBOR-1\", \"HARBOR-2\"]")
            }
        }
    }
}

/// A simulated day with the second meter, which pays whenever the first one does.
fn day(rng_seed: u64, named: Named) -> Day {
    let plan = Plan::new(rng_seed, 400);
    let mut day = Day::simulated(&plan);
    let mut minor = Minor::new();
    let mut all = Vec::new();
    for (at, row) in rows(&day.text("manager.csv")).into_iter().enumerate() {
        let own = (at > 0).then(|| minor.amount(&row)).flatten();
        let own = own.map(|amount| minor.row(named.names(), &row, amount));
        all.push(row);
        all.extend(own);
    }
    assert!(!minor.awards.is_empty() && minor.coin_ins.len() > 100);
    day.0.insert("manager.csv".to_owned(), written(&all));
    let engagement = named.engagement(&day.text("engagement.toml"), "minor");
    day.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    day
}

fn audit(day: &Day) -> Audited {
    audit_with(day, &games(), |_| {})
}

#[test]
fn a_day_with_two_meters_raises_nothing() {
    for rng_seed in 0..6 {
        for named in [Named::Level, Named::Link] {
            let audited = audit(&day(rng_seed, named));
            assert!(audited.exceptions.is_empty(), "seed {rng_seed}:\n{}", audited.listing());
            assert!(audited.problems.is_empty(), "{:?}", audited.problems.first());
        }
    }
}

/// The codes raised of a day that is changed, each once.
fn codes(day: &Day) -> Vec<String> {
    let audited = audit(day);
    let mut codes: Vec<String> = audited.exceptions.iter().map(|e| e.code.to_string()).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// The day with one row of the second meter changed, and all that its meter shows later with it.
fn changed(of: &Day, event: &str, change: impl Fn(&mut Vec<String>) -> (Micros, Micros)) -> Day {
    let mut all = rows(&of.text("manager.csv"));
    let [link, level] = Named::Level.names();
    let is_own = |row: &Vec<String>| row[2] == link && row[3] == level;
    let at = all.iter().rposition(|row| is_own(row) && row[4] == event).unwrap();
    let (meter, reserve) = change(&mut all[at]);
    for row in all[at..].iter_mut().filter(|row| is_own(row)) {
        (row[9], row[10]) = (plain(micros(&row[9]) + meter), plain(micros(&row[10]) + reserve));
    }
    all.retain(|row| !row[0].is_empty());
    let mut day = of.clone();
    day.0.insert("manager.csv".to_owned(), written(&all));
    day
}

#[test]
fn what_is_wrong_with_one_of_two_meters_is_said_of_that_one() {
    let clean = day(7, Named::Level);
    let lowered = changed(&clean, "coin_in", |row| {
        row[8] = plain(micros(&row[8]) - 5 * DOLLAR);
        (-DOLLAR / 2, -DOLLAR / 10)
    });
    assert_eq!(codes(&lowered), ["MTR-003"]);
    let lost = changed(&clean, "coin_in", |row| {
        let wagered = micros(&row[8]);
        row[0].clear();
        (-wagered / 10, -wagered / 50)
    });
    assert_eq!(codes(&lost), ["MTR-003"]);
    let short = changed(&clean, "award", |row| {
        row[8] = plain(micros(&row[8]) - DOLLAR);
        (DOLLAR, 0)
    });
    assert_eq!(codes(&short), ["AWD-003"]);
    let reseeded = changed(&clean, "reseed", |row| {
        row[8] = plain(micros(&row[8]) - DOLLAR);
        (-DOLLAR, 0)
    });
    assert_eq!(codes(&reseeded), ["MTR-006"]);
    for day in [lowered, lost, short, reseeded] {
        let audited = audit(&day);
        assert_eq!(audited.exceptions.len(), 1, "{}", audited.listing());
        assert_eq!(audited.exceptions[0].link.as_deref(), Some("HARBOR-1 minor"));
    }
}

/// The day with a file of the manager for each meter, the first `cuts` records of them gone; `is_renumbered` where the
/// numbers of what is left begin anew.
fn in_files(of: &Day, cuts: [usize; 2], is_renumbered: bool) -> Day {
    let all = rows(&of.text("manager.csv"));
    let mut day = of.clone();
    for ((file, level), cut) in FILES.into_iter().zip(cuts) {
        let is_own = |row: &&Vec<String>| row[3] == level || row[0] == all[0][0];
        let own: Vec<_> = all.iter().filter(is_own).cloned().collect();
        // The header stays.
        let cut = |own: &[Vec<String>]| [&own[..1], &own[1 + cut..]].concat();
        let own = if is_renumbered {
            written(&cut(&own))
        } else {
            let text = String::from_utf8(written(&own)).unwrap();
            let mut writer = csv::Writer::from_writer(Vec::new());
            cut(&rows(&text)).iter().for_each(|row| writer.write_record(row).unwrap());
            writer.into_inner().unwrap()
        };
        day.0.insert(file.to_owned(), own);
    }
    let files = FILES.map(|(file, _)| format!("{file:?}")).join(", ");
    let text = day.text("engagement.toml");
    let text = text.replace("file = \"manager.csv\"", &format!("files = [{files}]"));
    day.0.insert("engagement.toml".to_owned(), text.into_bytes());
    day
}

/// The levels of a link may be numbered each for itself in one file, which is not how those of a link are.
#[test]
fn meters_may_have_running_numbers_of_their_own() {
    let clean = day(7, Named::Level);
    let with = |sequence: &str, lost: Option<usize>| {
        let mut numbers = BTreeMap::<String, u32>::new();
        let mut all = rows(&clean.text("manager.csv"));
        for row in &mut all[1..] {
            let number = numbers.entry(row[3].clone()).or_default();
            *number += 1;
            row[0] = number.to_string();
        }
        if let Some(lost) = lost {
            all.remove(lost);
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        all.iter().for_each(|row| writer.write_record(row).unwrap());
        let mut day = clean.clone();
        day.0.insert("manager.csv".to_owned(), writer.into_inner().unwrap());
        let text = day.text("engagement.toml");
        let stated = format!("file = \"manager.csv\"\nsequence = \"{sequence}\"");
        let text = text.replace("file = \"manager.csv\"", &stated);
        day.0.insert("engagement.toml".to_owned(), text.into_bytes());
        audit(&day)
    };
    let audited = with("level", None);
    assert!(audited.exceptions.is_empty(), "{}", audited.listing());
    let reconciled = |audited: &Audited| audited.outcome.meters.clone();
    assert_eq!(reconciled(&audited), reconciled(&audit(&clean)));
    assert!(with("link", None).exceptions.iter().any(|e| e.code == "LOG-003"));
    // A coin-in of one meter that is missing is missing there, and of the wagers nobody is accused.
    let all = rows(&clean.text("manager.csv"));
    let lost = (20..all.len()).find(|at| all[*at][4] == "coin_in" && all[*at][3] == "minor");
    let audited = with("level", lost);
    let codes: Vec<_> = audited.exceptions.iter().map(|e| e.code).collect();
    assert_eq!(codes, ["LOG-002"], "{}", audited.listing());
}

const FILES: [(&str, &str); 2] = [("mgr-grand.csv", "grand"), ("mgr-minor.csv", "minor")];

/// How many cases each of two checks left open.
fn left_open(audited: &Audited) -> [u64; 2] {
    ["MTR-003", "AWD-001"].map(|code| {
        let check = audited.outcome.checks.iter().find(|check| check.code == code);
        check.unwrap().undecided
    })
}

/// What the file of one meter lacks before its first record is held against nobody, whatever that of the other tells.
#[test]
fn a_file_of_one_meter_that_begins_late_accuses_nobody() {
    let clean = day(7, Named::Level);
    let whole = in_files(&clean, [0, 0], false);
    let audited = audit(&whole);
    assert!(audited.exceptions.is_empty(), "{}", audited.listing());
    assert_eq!(left_open(&audited), [0, 0]);
    let text = whole.text("mgr-minor.csv");
    let last_award = rows(&text).iter().rposition(|row| row[4] == "award").unwrap();
    for at in 0..2 {
        for cut in [5, 68, last_award] {
            let cuts = std::array::from_fn(|file| if file == at { cut } else { 0 });
            for is_renumbered in [false, true] {
                let audited = audit(&in_files(&clean, cuts, is_renumbered));
                let what = format!("{cuts:?} renumbered {is_renumbered}");
                assert!(audited.exceptions.is_empty(), "{what}: {}", audited.listing());
                let [wagers, awards] = left_open(&audited);
                assert!(wagers > 0, "{what}");
                assert_eq!(awards > 0, cut == last_award, "{what}");
            }
        }
    }
    // After its first record nothing is excused.
    let lost = changed(&clean, "coin_in", |row| {
        let wagered = micros(&row[8]);
        row[0].clear();
        (-wagered / 10, -wagered / 50)
    });
    for cuts in [[0, 0], [0, 68], [68, 0]] {
        let audited = audit(&in_files(&lost, cuts, false));
        assert_eq!(audited.exceptions.len(), 1, "{cuts:?}: {}", audited.listing());
        assert_eq!(audited.exceptions[0].code, "MTR-003");
    }
}

/// The rounds of the first table, by the seats with three of a kind and the progressive wager: a hand of five cards
/// with three of one rank has no better one of four, but four of a kind.
fn trips(day: &Day) -> BTreeMap<[String; 2], Vec<String>> {
    let all = rows(&day.text("hands.csv"));
    let at = |name: &str| all[0].iter().position(|column| column == name).unwrap();
    let [cards, stake, action] = ["cards", "progressive", "action"].map(at);
    let mut found: BTreeMap<[String; 2], Vec<String>> = BTreeMap::new();
    for row in &all[1..] {
        let mut ranks: BTreeMap<char, u32> = BTreeMap::new();
        for card in row[cards].split(' ') {
            *ranks.entry(card.chars().next().unwrap_or(' ')).or_default() += 1;
        }
        let is_three = ranks.values().max() == Some(&3) && ranks.len() > 1;
        if is_three && !row[stake].is_empty() && row[action] != "void" && row[4] != "D" {
            found.entry([row[2].clone(), row[0].clone()]).or_default().push(row[4].clone());
        }
    }
    // The right-most player is paid first.
    found.values_mut().for_each(|seats| seats.sort_by(|a, b| b.cmp(a)));
    found
}

/// A day without a controller, on which three of a kind wins a tenth of the second meter.
fn day_of_trips(rng_seed: u64) -> (Day, usize) {
    let mut day = Day::simulated(&Plan::new(rng_seed, 400));
    let trips = trips(&day);
    let (mut minor, mut all, mut awards) = (Minor::new(), Vec::new(), 0);
    let names = Named::Level.names();
    for (at, row) in rows(&day.text("manager.csv")).into_iter().enumerate() {
        // What takes the whole first meter takes nothing of the second, nor does its back-out.
        let of_award = matches!(row[4].as_str(), "award" | "reseed") || row[12] == "back_out";
        let own = (at > 0 && !of_award).then(|| minor.amount(&row)).flatten();
        let seats = (row[4] == "coin_in").then(|| trips.get(&[row[5].clone(), row[6].clone()]));
        let seats = seats.flatten().cloned().unwrap_or_default();
        let own = own.map(|amount| minor.row(names, &row, amount));
        let mut won = Vec::new();
        for seat in seats {
            let amount = minor.displayed() / 10;
            let amount = amount - amount.rem_euclid(CENT);
            minor.meter -= amount;
            let mut award = row.clone();
            (award[4], award[7], award[11]) = ("award".to_owned(), seat, String::new());
            won.push(minor.row(names, &award, amount));
            awards += 1;
        }
        all.push(row);
        all.extend(own);
        all.extend(won);
    }
    day.0.insert("manager.csv".to_owned(), written(&all));
    let engagement = Named::Level.engagement(&day.text("engagement.toml"), "trips");
    let (before, rest) = engagement.split_once("[[journal]]\nkind = \"controller\"").unwrap();
    let (_, after) = rest.split_once("[[journal]]").unwrap();
    let engagement = format!("{before}[[journal]]{after}");
    day.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    (day, awards)
}

#[test]
fn a_hand_wins_of_each_meter_by_its_own_paytable() {
    let mut won = 0;
    for rng_seed in 0..6 {
        let (day, awards) = day_of_trips(rng_seed);
        let audited = audit(&day);
        assert!(audited.exceptions.is_empty(), "seed {rng_seed}:\n{}", audited.listing());
        won += awards;
        // A hand whose award is taken off the record is owed it.
        let without = changed(&day, "award", |row| {
            let amount = micros(&row[8]);
            row[0].clear();
            (amount, 0)
        });
        assert_eq!(codes(&without)[0], "AWD-001", "seed {rng_seed}");
    }
    assert!(won > 40, "{won}");
}
