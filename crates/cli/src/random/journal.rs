//! A shuffler journal given to `shuffle`: read as the audit reads it, table by table.
//!
//! The journal is put into an engagement of its own, with the tables and days that it names, and the
//! audit's checks of shufflers do the rest: what is a deck, where the chain of decks breaks, and which
//! packets belong together is decided in one place.

use crate::args::{InnerOrder, Shuffle};
use crate::random::left_out::Faults;
use crate::random::left_out::{LeftOut, with};
use crate::random::output::Declared;
use crate::stamp::Stamp;
use crate::{Result, files};
use feltproof_checks::{Audit, Scope, Step};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::samples::Flaw;
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::workpaper::FileDigest;
use feltproof_model::{Card, Exception, Locus};
use feltproof_paper::words::plural;
use feltproof_printable::shown;
use feltproof_regs::builtin_packs;
use feltproof_stats::verdict::judge;
use feltproof_stats::{DemandAnswer, Randomness};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;
use std::slice;
use std::sync::Arc;

/// Tables and days that one journal may name, as an engagement does; more is a wrong column or a wrong clock.
const TABLES_MAX: usize = 1_000;
const DAYS_MAX: usize = 3_700;

/// Bytes in which the columns of a journal are named.
const HEADER_BYTES_MAX: u64 = 64 << 10;

/// Longest record, with what is read ahead of it; a longer one has a quote that nothing closes.
const RECORD_BYTES_MAX: usize = 16 << 20;

/// A file that ends with an error where a record of it does not end.
struct RecordByRecord {
    input: File,
    /// Bytes that the record may still have.
    left: Rc<Cell<usize>>,
}

impl Read for RecordByRecord {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let Some(left) = self.left.get().checked_sub(read) else {
            return Err(io::Error::other(format!(
                "a record has more than {RECORD_BYTES_MAX} bytes; close the quote that it opens, or name a journal"
            )));
        };
        self.left.set(left);
        Ok(read)
    }
}

/// Whether the file is a shuffler journal, by its first line.
pub(crate) fn is_one(path: &Path) -> bool {
    // A pipe can be read but once: only a file is looked into.
    let Ok(file) = files::regular(path) else { return false };
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).from_reader(file.take(HEADER_BYTES_MAX));
    let Ok(head) = reader.headers() else { return false };
    let has = |name: &str| head.iter().any(|column| column.trim() == name);
    ["seq", "event", "packet", "cards"].into_iter().all(has)
}

/// Refuses options that say what the records of a journal say themselves.
pub(crate) fn refuse_options(path: &Path, args: &Shuffle) -> Result<(), String> {
    for (given, option) in [
        (args.cards.count() != 52, "--cards"),
        (args.first.is_some(), "--first"),
        (args.deck_column.is_some(), "--deck-column"),
        (args.tabular.columns.is_some(), "--columns"),
        (args.tabular.header_row.is_some(), "--header-row"),
        (args.tabular.sheet.is_some(), "--sheet"),
        (args.dealt.is_some(), "--dealt"),
        (args.packets.is_some(), "--packets"),
        (args.last_packet.is_some(), "--last-packet"),
        (args.dealer.is_some(), "--dealer"),
        (args.source_review.is_some(), "--source-review"),
    ] {
        if given {
            let what = format!("{} is a shuffler journal", path.display());
            return Err(format!("{what}, and {option} is for other files; leave it out"));
        }
    }
    Ok(())
}

/// The tables and the days that the journal names.
fn named(path: &Path) -> Result<[BTreeSet<String>; 2], String> {
    let file = path.display();
    let trouble = |e: csv::Error| format!("{file} cannot be read: {e}");
    let left = Rc::new(Cell::new(RECORD_BYTES_MAX));
    let input = RecordByRecord { input: files::open(path)?, left: Rc::clone(&left) };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(input);
    let head = reader.byte_headers().map_err(trouble)?.clone();
    let column = |name: &str| head.iter().position(|c| c == name.as_bytes());
    let (Some(table), Some(time)) = (column("table"), column("time")) else {
        let found = shown(&String::from_utf8_lossy(head.as_slice()));
        return Err(format!(
            "{file}:1: a shuffler journal has columns table and time, and this one begins `{found}`; name them so"
        ));
    };
    let [mut tables, mut days]: [BTreeSet<String>; 2] = Default::default();
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(trouble)? {
        let text =
            |at: usize| String::from_utf8_lossy(record.get(at).unwrap_or_default()).into_owned();
        let name = text(table);
        if name.trim() != name || name.chars().any(|c| c.is_control() || matches!(c, '"' | '\\')) {
            let line = record.position().map_or(0, csv::Position::line);
            return Err(format!(
                "{file}:{line}: table is `{}`; a name has no blanks around it, no quotes, no control characters",
                shown(&name)
            ));
        }
        left.set(RECORD_BYTES_MAX);
        tables.insert(name);
        days.insert(text(time).chars().take(10).collect());
    }
    // What is no name and no day is a record that cannot be understood, and is said so when it is read.
    tables.retain(|t| !t.is_empty());
    days.retain(|d| feltproof_model::Date::parse(d).is_some());
    let (of_tables, of_days) = (tables.len(), days.len());
    if !(1..=TABLES_MAX).contains(&of_tables) || !(1..=DAYS_MAX).contains(&of_days) {
        return Err(format!(
            "{file} names {of_tables} tables and {of_days} days; it must name 1 to {TABLES_MAX} tables and 1 to {DAYS_MAX} days: \
             split the journal, or see what stands in the columns `table` and `time`"
        ));
    }
    Ok([tables, days])
}

/// The engagement that the journal is put into.
fn engagement(path: &Path, args: &Shuffle) -> Result<String, String> {
    let [tables, days] = named(path)?;
    let standard = args.judging.standard()?;
    let one_in = standard.map_or(args.judging.level_one_in, |standard| standard.level_one_in);
    if 1_000_000 % one_in != 0 || one_in < 10 {
        return Err(format!(
            "a level of one in {one_in} cannot be asked for a journal; choose 10, 20, 100, 1000 or another \
             with six decimals at most"
        ));
    }
    if args.decks_in_use > 2 {
        return Err("a table of a shuffler journal has 1 or 2 decks in use".into());
    }
    let days: Vec<String> = days.iter().map(|d| format!("\"{d}\"")).collect();
    let mut text = format!(
        "schema = 1\n[engagement]\nid = \"SHUFFLER\"\nproperty = \"not stated\"\nlicence = \"not stated\"\n\
         location = \"not stated\"\nprepared_for = \"not stated\"\nprepared_by = \"not stated\"\n\
         gaming_days = [{}]\ngaming_day_start = \"00:00\"\ntime_zone = \"UTC\"\npacks = []\n\
         [randomness]\nlevel = \"{:.6}\"\n",
        days.join(", "),
        1.0 / f64::from(one_in)
    );
    // Writing to a String cannot fail.
    if let Some(profile) = &args.judging.profile {
        let _ = writeln!(text, "profile = \"{profile}\"");
    }
    for table in &tables {
        let _ = writeln!(
            text,
            "[[table]]\nid = \"{table}\"\ngame = \"crazy4-wa\"\nseats = 6\ndecks_in_use = {}\n\
             paytables = {{ super_bonus = \"SB\" }}",
            args.decks_in_use
        );
    }
    let order =
        if args.inner_order == Some(InnerOrder::Dealt) { "dealt-order" } else { "any-order" };
    let file = path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let _ =
        writeln!(text, "[[journal]]\nkind = \"shuffler\"\nfile = \"{file}\"\ncards = \"{order}\"");
    Ok(text)
}

/// What the checks of the journal itself found.
#[derive(Default)]
struct Noted {
    /// Certain faults of each table.
    by_table: BTreeMap<String, Faults>,
    /// Records missing, repeated or out of order.
    order: Faults,
}

/// The table that a result is of: its source ends with it.
fn table_of(result: &Randomness) -> &str {
    result.source.split_once(" table ").map_or("", |(_, table)| table)
}

/// How many cards the record of a whole deck has, where that is what is wrong: `51 cards: 9h missing`.
fn cards_of_deck(exception: &Exception) -> Option<usize> {
    let (cards, _) = exception.recorded.split_once(" cards: ")?;
    cards.parse().ok()
}

/// Keeps what is certainly wrong with a deck or a packet, and with the order of records, with its line.
fn note(file: &str, exceptions: Vec<Exception>, noted: &mut Noted) {
    for exception in exceptions {
        let place = match exception.locus {
            Locus::Journal { line, .. } => format!("{file}:{line}: "),
            Locus::Engagement { .. } => String::new(),
        };
        let sentence = format!("{place}{}", exception.explanation);
        // What else is found is of the engagement, which nobody stated.
        if let ("STA-001", Some(table)) = (exception.code, &exception.table) {
            let own = noted.by_table.entry(table.to_string()).or_default();
            match cards_of_deck(&exception).map(|cards| cards.cmp(&Card::PACK.into())) {
                Some(Ordering::Less) => own.left_out.push(with(Flaw::TooFew), &sentence),
                Some(Ordering::Greater) => own.left_out.push(with(Flaw::TooMany), &sentence),
                Some(Ordering::Equal) | None => own.push(sentence),
            }
        } else if exception.code.starts_with("LOG") {
            noted.order.push(sentence);
        }
    }
}

/// Reads the journal and judges every source in it, or those of one table.
pub(crate) fn judged(path: &Path, args: &Shuffle) -> Result<(FileDigest, Vec<Randomness>)> {
    let text = engagement(path, args)?;
    let name = path.display().to_string();
    let parsed = parse_engagement(&text, &name)?;
    let file = files::open(path)?;
    let stamp = Stamp::of(path, &file).map_err(|e| format!("{name} cannot be read: {e}"))?;
    let mut reader = JournalReader::new(file, &parsed, 0)?;
    let (games, systems, packs) = (builtin_games(), builtin_systems(), builtin_packs());
    let scope = Arc::new(Scope::new(parsed, &name, &games, systems, packs, None)?);
    let (mut faults, mut unread) = (Noted::default(), LeftOut::default());
    let readers = slice::from_mut(&mut reader);
    let outcome = Audit::<()>::run(scope, readers, JournalReader::next_block, |step| {
        match step {
            Step::Block(block) => {
                for problem in &block.problems {
                    let what = format!("{name}:{}: {}", problem.line, problem.reason);
                    unread.push("that could not be understood", &what);
                }
            }
            Step::Exceptions(found) => note(&name, found, &mut faults),
            Step::Rounds(_) => {}
        }
        Ok(())
    })?;
    let digest = reader.finish().digest;
    stamp.check(&digest)?;
    let mut results = outcome.randomness;
    let tested: u64 = results.iter().map(|result| result.battery.n).sum();
    if let Some(first) = unread.first.as_ref().filter(|_| unread.total() >= tested) {
        let records = plural(unread.total(), "record");
        return Err(format!("{first} ({records} could not be understood)").into());
    }
    if let Some(table) = &args.table {
        results.retain(|r| table_of(r) == table);
    }
    if results.is_empty() {
        let what = args.table.as_ref().map_or(String::new(), |t| format!(" of table {t}"));
        return Err(format!("{name} holds no deck and no packet{what}").into());
    }
    for result in &mut results {
        let mut own = faults.by_table.get(table_of(result)).cloned().unwrap_or_default();
        own.left_out.merge(unread.clone());
        LeftOut::put_on(&mut own, &mut result.battery);
        result.verdict = judge(&result.battery, result.verdict.rule);
        for demand in result.profile.iter_mut().flat_map(|standard| &mut standard.demands) {
            let answer = DemandAnswer::of(&result.battery, &result.verdict, &demand.keys);
            demand.answer = answer.unwrap_or_else(|| demand.answer.clone());
        }
        result.battery.notes.extend(faults.order.kept.iter().cloned());
        if faults.order.total > faults.order.kept.len() as u64 {
            result.battery.notes.push(format!("{} such records in all.", faults.order.total));
        }
        own.put_on(result);
    }
    Ok((digest, results))
}

/// What was declared on the command line.
pub(crate) fn declared(args: &Shuffle) -> Declared {
    let rows = [
        ("The file is", Some("a shuffler journal, each table by itself".to_owned())),
        ("Decks in use by turns", Some(args.decks_in_use.to_string())),
        ("Table", args.table.clone()),
        ("Standard", args.judging.profile.clone()),
    ];
    Declared::new("Shuffles", rows)
}
