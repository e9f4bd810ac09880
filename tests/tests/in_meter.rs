//! MTR-013 against a plain running sum over the rows of manager journals in which counts and coin-ins were changed.

use feltproof_model::{Locus, Money, Sum};
use feltproof_simulate::Plan;
use feltproof_tests::{Audited, Day, audit};

/// Places of columns.
const SEQ: usize = 0;
const EVENT: usize = 4;
const AMOUNT: usize = 8;
const COUNT: usize = 15;

type Row = Vec<String>;

/// A generator with no other use than to choose rows.
struct Choice(u64);

impl Choice {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

fn micros(text: &str) -> i128 {
    if text.is_empty() { 0 } else { Money::parse(text.as_bytes()).unwrap().micros().into() }
}

fn plain(micros: i128) -> String {
    Money::from_micros(i64::try_from(micros).unwrap()).plain()
}

/// Line, what should have been counted and what is recorded, by a plain sum: from the last count on record, and from what
/// should have been counted where that was departed from and the sum from there fits.
fn expected(rows: &[Row]) -> Vec<(u32, String, String)> {
    let (mut found, mut last, mut should, mut sum) = (Vec::new(), None, None, 0);
    for (line, row) in (2..).zip(rows) {
        if row[EVENT] == "coin_in" {
            sum += micros(&row[AMOUNT]);
        }
        if row[COUNT].is_empty() {
            continue;
        }
        let now = micros(&row[COUNT]);
        let owed = last.map(|last: i128| last + sum);
        let is_right =
            owed.is_none_or(|owed| owed == now) || should.map(|s: i128| s + sum) == Some(now);
        if let Some(owed) = owed.filter(|_| !is_right) {
            let words = |micros| Sum::from_micros(micros).to_string();
            found.push((line, words(owed), words(now)));
        }
        (should, last, sum) = (owed.filter(|_| !is_right), Some(now), 0);
    }
    found
}

fn found(audited: &Audited) -> Vec<(u32, String, String)> {
    let of = audited.exceptions.iter().filter(|e| e.code == "MTR-013");
    let found = of.map(|e| {
        let Locus::Journal { line, .. } = e.locus else { panic!("{e:?}") };
        assert!(e.difference.is_none() && e.favours.is_none());
        (line, e.expected.clone(), e.recorded.clone())
    });
    found.collect()
}

fn read(day: &Day) -> (Row, Vec<Row>) {
    let text = day.text("manager.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let row = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    (names, reader.into_records().map(|of| row(of.unwrap())).collect())
}

fn written(day: &mut Day, names: &Row, rows: &mut [Row]) {
    for (seq, row) in (1..).zip(rows.iter_mut()) {
        row[SEQ] = seq.to_string();
    }
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(names).unwrap();
    rows.iter().for_each(|row| out.write_record(row).unwrap());
    day.0.insert("manager.csv".to_owned(), out.into_inner().unwrap());
}

#[test]
fn what_was_taken_off_or_miscounted_is_found_where_a_plain_sum_finds_it() {
    let mut all = 0;
    for seed in 0..12 {
        let plan = Plan { in_meter: true, ..Plan::new(seed, 300) };
        let mut day = Day::simulated(&plan);
        let (names, mut rows) = read(&day);
        assert_eq!(
            [&names[SEQ], &names[EVENT], &names[AMOUNT], &names[COUNT]],
            ["seq", "event", "amount", "in_meter"]
        );
        assert!(expected(&rows).is_empty() && found(&audit(&day, |_| {})).is_empty());
        let mut choice = Choice(seed + 1);
        // The first coin-ins stay as they are: until one was counted in dollars nothing is told of the unit.
        let first = rows.iter().position(|row| row[EVENT] == "coin_in").unwrap() + 1;
        for _ in 0..6 {
            let at = first + choice.below(rows.len() - first);
            match choice.below(3) {
                0 if rows[at][EVENT] == "coin_in" => drop(rows.remove(at)),
                1 if rows[at][EVENT] == "coin_in" => {
                    let amount = micros(&rows[at][AMOUNT]);
                    rows[at][AMOUNT] = plain((amount - 5_000_000).max(0));
                }
                _ => {
                    let count = micros(&rows[at][COUNT]);
                    rows[at][COUNT] =
                        plain(count + 1_000_000 * i128::try_from(choice.below(9)).unwrap());
                }
            }
        }
        // On odd seeds it is written at two records of three only.
        for (at, row) in rows.iter_mut().enumerate().skip(first) {
            if seed % 2 == 1 && at % 3 == 0 {
                row[COUNT].clear();
            }
        }
        written(&mut day, &names, &mut rows);
        let (expected, found) = (expected(&rows), found(&audit(&day, |_| {})));
        assert_eq!(found, expected, "seed {seed}");
        all += found.len();
    }
    assert!(all > 30, "{all}");
}

/// Numbers of wagers, wagers in cents, and nothing at all: one exception, and the rest of the journal is left open.
#[test]
fn another_unit_is_one_exception_and_said() {
    let day = Day::simulated(&Plan { in_meter: true, ..Plan::new(5, 400) });
    let (names, rows) = read(&day);
    for (unit, times, over) in [("wagers", 1, 5), ("cents", 100, 1), ("nothing", 0, 1)] {
        let (mut day, mut rows) = (Day(day.0.clone()), rows.clone());
        for row in &mut rows {
            row[COUNT] = plain(micros(&row[COUNT]) * times / over);
        }
        written(&mut day, &names, &mut rows);
        let audited = audit(&day, |_| {});
        assert_eq!(audited.raised().len(), 1, "{unit}: {}", audited.listing());
        assert_eq!(found(&audited).len(), 1, "{unit}");
        let check = audited.outcome.checks.iter().find(|c| c.code == "MTR-013").unwrap();
        let coin_ins = rows.iter().filter(|row| row[EVENT] == "coin_in").count();
        assert_eq!(check.undecided, u64::try_from(coin_ins - 1).unwrap(), "{unit}");
        assert!(check.undecided_reason.contains("another unit"), "{}", check.undecided_reason);
    }
}
