//! A simulator of trouble: a seed makes a day of some game, some shape and some size, damages its journals in one to
//! three ways, and says which lines it touched. The same seed makes the same day and the same damage.

use super::sheet::{Row, Sheet};
use super::weigh::outside;
use super::{JOURNALS, Touched};
use crate::{Audited, Day, try_audit};
use feltproof_engine::builtin_games;
use feltproof_model::Date;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{Output as _, Plan, System, simulate};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most rows that one damage concerns where it takes rows at a place.
const RUN_MAX: usize = 30;

/// What a cell may say instead.
const WORDS: [&str; 18] = [
    "",
    " ",
    "0",
    "-1",
    "1",
    "0.005",
    "999999999999999999",
    "1e9",
    "NULL",
    "x",
    "D",
    "B",
    "As Kd",
    "fold",
    "2026-10-31T10:00:00-07:00",
    "1970-01-01T00:00:00Z",
    "a \"b\", c\nd",
    "\u{202e}é\u{0}",
];

/// A day with damage, and what the audit may say of it.
pub struct Struck {
    /// What was simulated, and every damage, in words.
    pub story: String,
    clean: Day,
    damaged: Day,
    touched: Touched,
    /// The damage changes how the files are written and nothing that they say.
    is_harmless: bool,
}

struct Dice(ChaCha20Rng);

impl Dice {
    /// A number below `n`, which is at least one.
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// The day of a seed.
#[must_use]
pub fn struck(seed: u64) -> Struck {
    let mut dice = Dice(ChaCha20Rng::seed_from_u64(seed));
    let (clean, mut story) = day(&mut dice, seed);
    let (mut damaged, mut touched, mut is_harmless) = (clean.clone(), Touched::default(), true);
    let files: Vec<&str> =
        JOURNALS.into_iter().filter(|file| clean.0.contains_key(*file)).collect();
    let hit: Vec<&str> = (0..=dice.below(3)).map(|_| dice.of(&files)).collect();
    for file in files.into_iter().filter(|file| hit.contains(file)) {
        let mut sheet = Sheet::of(&clean.0[file]);
        for _ in hit.iter().filter(|hit| **hit == file) {
            let says = damage(&mut dice, &mut sheet, &mut touched);
            is_harmless &= says.is_empty();
            story.push_str(&format!(
                "; {file}: {}",
                if says.is_empty() { "columns rearranged" } else { &says }
            ));
        }
        let bytes =
            written(&mut dice, &mut sheet, file, &mut touched, &mut story, &mut is_harmless);
        sheet.touched(file, &mut touched);
        damaged.0.insert(file.to_owned(), bytes);
    }
    // The round after one that was touched has lost what stands before it.
    let after = |(table, round): &(String, String)| {
        Some((table.clone(), (round.parse::<u64>().ok()? + 1).to_string()))
    };
    let after: Vec<_> = touched.rounds.iter().filter_map(after).collect();
    touched.rounds.extend(after);
    Struck { story, clean, damaged, touched, is_harmless }
}

/// A clean day, and what it is.
fn day(dice: &mut Dice, seed: u64) -> (Day, String) {
    let plan = Plan::of(dice.of(&GameKind::ALL), seed, 20 + dice.below(100) as u32);
    let plan = plan.on(dice.of(&[System::Nexus1, System::Nexus2, System::Shfl]));
    let plan = Plan {
        tables: 1 + dice.below(6) as u16,
        shuffler_journal: dice.one_in(4),
        conceals_folded: dice.one_in(4),
        without_hands: dice.one_in(8),
        tray_pays: dice.one_in(4),
        in_meter: dice.one_in(4),
        // Of four days one is the night on which the clocks go back.
        gaming_day: Date { year: 2026, month: 10, day: 28 + dice.below(4) as u8 },
        ..plan
    };
    let mut day = Day::default();
    let is_day =
        simulate(&plan, &mut day).is_ok() && JOURNALS.iter().any(|file| day.0.contains_key(*file));
    let plan = if is_day {
        plan
    } else {
        // Not every game has a link, and not every system what another has.
        let plain = Plan { tables: plan.tables, ..Plan::of(plan.game, seed, plan.rounds) };
        day = Day::simulated(&plain);
        plain
    };
    let Plan { game, system, rounds, tables, .. } = &plan;
    let with = [
        (plan.shuffler_journal, "decks"),
        (plan.conceals_folded, "folded hands concealed"),
        (plan.without_hands, "no hands"),
        (plan.tray_pays, "tray pays"),
        (plan.in_meter, "in-meter"),
    ];
    let with: Vec<&str> = with.into_iter().filter_map(|(has, what)| has.then_some(what)).collect();
    // The list of planted faults is no journal.
    day.0.remove("faults.csv");
    day.write("faults.csv", b"").unwrap_or_else(|e| panic!("{e}"));
    (
        day,
        format!(
            "{} on {system:?}, {rounds} rounds, {tables} tables, {}",
            game.id(),
            with.join(", ")
        ),
    )
}

/// Damages a journal; says how, or nothing where only its columns stand elsewhere.
fn damage(dice: &mut Dice, sheet: &mut Sheet, touched: &mut Touched) -> String {
    let (rows, columns) = (sheet.rows.len(), sheet.header.len());
    if rows < 4 {
        return rearranged(dice, sheet);
    }
    let run = 1 + dice.below(RUN_MAX.min(rows / 3));
    let from = dice.below(rows - run + 1);
    let line = from + 2;
    match dice.below(9) {
        0 => {
            // That the other journals have a round that this one has not is so.
            if sheet.column("cards").is_some() {
                touched.rounds.extend((from..from + run).filter_map(|row| sheet.round(row)));
            }
            sheet.rows.drain(from..from + run);
            sheet.touch_edge(from);
            format!("{run} rows from line {line} on lost")
        }
        1 => {
            sheet.rows[from..from + run].iter_mut().for_each(|row| row.touched = true);
            let again: Vec<Row> = sheet.rows[from..from + run].to_vec();
            sheet.rows.splice(from..from, again);
            format!("{run} rows from line {line} on twice")
        }
        2 => {
            let moved: Vec<Row> = sheet.rows.drain(from..from + run).collect();
            sheet.touch_edge(from);
            let to = dice.below(sheet.rows.len() + 1);
            sheet.touch_edge(to);
            let passed = from.min(to)..from.max(to);
            // Where they pass hardly more rows than they are, nobody can tell which of the two were moved.
            if passed.len() <= 4 * run {
                sheet.rows[passed].iter_mut().for_each(|row| row.touched = true);
            }
            sheet.rows.splice(to..to, moved.into_iter().map(|row| Row { touched: true, ..row }));
            format!("{run} rows from line {line} on moved behind line {}", to + 1)
        }
        3 => {
            for at in (from + 1..from + run).rev() {
                sheet.rows.swap(at, from + dice.below(at - from + 1));
            }
            sheet.rows[from..from + run].iter_mut().for_each(|row| row.touched = true);
            format!("{run} rows from line {line} on in another order")
        }
        4 | 5 => other_cell(dice, sheet, from, touched),
        6 => {
            let at = dice.below(columns);
            sheet.rows.iter_mut().for_each(|row| drop(row.cells.remove(at)));
            format!("column {} lost", sheet.header.remove(at))
        }
        7 => {
            let at = dice.below(columns);
            let was = sheet.header[at].clone();
            sheet.header[at].push_str("_2");
            format!("column {was} renamed")
        }
        _ => rearranged(dice, sheet),
    }
}

/// One cell of a row says what another row says there, or a word.
fn other_cell(dice: &mut Dice, sheet: &mut Sheet, row: usize, touched: &mut Touched) -> String {
    let (at, other) = (dice.below(sheet.header.len()), dice.below(sheet.rows.len()));
    let column = sheet.header[at].clone();
    let cell = if dice.one_in(2) {
        sheet.rows[other].cells[at].clone()
    } else {
        dice.of(&WORDS).as_bytes().to_vec()
    };
    touched.rounds.extend(sheet.round(row));
    let (was, now) = (sheet.text(row, &column), String::from_utf8_lossy(&cell).into_owned());
    if was == now {
        return rearranged(dice, sheet);
    }
    sheet.set(row, &column, cell);
    format!("line {} {column} {now:?} for {was:?}", row + 2)
}

fn rearranged(dice: &mut Dice, sheet: &mut Sheet) -> String {
    for at in (1..sheet.header.len()).rev() {
        let other = dice.below(at + 1);
        sheet.header.swap(at, other);
        sheet.rows.iter_mut().for_each(|row| row.cells.swap(at, other));
    }
    String::new()
}

/// The journal as bytes: written as other programs do, cut off, or with something behind it.
fn written(
    dice: &mut Dice,
    sheet: &mut Sheet,
    file: &str,
    touched: &mut Touched,
    story: &mut String,
    is_harmless: &mut bool,
) -> Vec<u8> {
    let mut bytes = sheet.bytes();
    let has_breaks = bytes.iter().filter(|byte| **byte == b'\n').count() != sheet.rows.len() + 1;
    match dice.below(8) {
        0 if !has_breaks => {
            story.push_str(&format!("; {file}: lines end with CR LF"));
            String::from_utf8_lossy(&bytes).replace('\n', "\r\n").into_bytes()
        }
        1 => {
            story.push_str(&format!("; {file}: a byte order mark"));
            bytes.splice(0..0, *b"\xef\xbb\xbf");
            bytes
        }
        2 => {
            story.push_str(&format!("; {file}: no end of the last line"));
            bytes.pop();
            bytes
        }
        3 if !has_breaks && sheet.rows.len() > 8 => {
            let header = bytes.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let at = header + dice.below(bytes.len() - header);
            bytes.truncate(at);
            let left = bytes.iter().filter(|byte| **byte == b'\n').count() - 1;
            story.push_str(&format!("; {file}: cut off in line {}", left + 2));
            // The row that is cut through is a record of its own, or none.
            sheet.rows.truncate(left + 1);
            sheet.touch_edge(left);
            if let Some(row) = sheet.rows.get_mut(left) {
                row.touched = true;
            }
            *is_harmless = false;
            bytes
        }
        4 => {
            let garbage: Vec<u8> = (0..=dice.below(200)).map(|_| dice.below(256) as u8).collect();
            let garbage: Vec<u8> = garbage.into_iter().filter(|byte| *byte != b'"').collect();
            let first = sheet.rows.len() as u32 + 2;
            story.push_str(&format!(
                "; {file}: {} bytes of anything from line {first} on",
                garbage.len()
            ));
            bytes.extend(garbage);
            touched.lines.extend((first..first + 200).map(|line| (file.to_owned(), line)));
            sheet.touch_edge(sheet.rows.len());
            *is_harmless = false;
            bytes
        }
        _ => bytes,
    }
}

/// What is wrong with what the audit says of a day, each a few words; nothing where all is well.
#[must_use]
pub fn wrong(struck: &Struck) -> Vec<String> {
    let audited = |day: &Day| {
        catch_unwind(AssertUnwindSafe(|| try_audit::<()>(day, &builtin_games(), |_| {})))
    };
    let clean = match audited(&struck.clean) {
        Ok(Ok(clean)) => clean,
        Ok(Err(sentence)) => return vec![format!("the clean day is refused: {sentence}")],
        Err(_) => return vec!["panics at the clean day".to_owned()],
    };
    if clean.exceptions.iter().any(|e| !is_of_chance(e.code)) {
        return vec![format!("the clean day is accused: {}", clean.listing())];
    }
    match audited(&struck.damaged) {
        Err(_) => vec!["panics".to_owned()],
        Ok(Err(_)) if !struck.is_harmless => Vec::new(),
        Ok(Err(sentence)) => vec![format!("refused: {sentence}")],
        Ok(Ok(found)) => judged(struck, &clean, &found),
    }
}

/// Whether a check says what chance alone says now and then: how often is tested elsewhere (`tests/power.rs`).
fn is_of_chance(code: &str) -> bool {
    code.starts_with("STA-")
}

fn judged(struck: &Struck, clean: &Audited, found: &Audited) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut outside = outside(found, &struck.touched);
    outside.retain(|words| !is_of_chance(words));
    if !outside.is_empty() {
        wrong.push(format!("accused outside: {}", outside.join("; ")));
    }
    let alike = |one: &Audited| (one.outcome.counts, one.outcome.checks.clone(), one.raised());
    if struck.is_harmless && alike(clean) != alike(found) {
        wrong.push("another result for the same record".to_owned());
    }
    for (journal, seen) in found.scope.engagement.journals.iter().zip(&found.seen) {
        // A carriage return within a line ends no record.
        let mut rows = csv::ReaderBuilder::new();
        rows.flexible(true).terminator(csv::Terminator::Any(b'\n'));
        let mut rows = rows.from_reader(&struck.damaged.0[&journal.file][..]);
        let (mut record, mut count) = (csv::ByteRecord::new(), 0);
        while rows.read_byte_record(&mut record).is_ok_and(|more| more) {
            count += 1;
        }
        if *seen != count {
            wrong.push(format!(
                "{}: {seen} records read or set aside as problems, and it has {count} rows",
                journal.file
            ));
        }
    }
    wrong
}
