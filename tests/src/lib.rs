//! Helpers shared by the whole-program tests: a day in memory, audited as the program audits files.

pub mod blind;
pub mod detection;
mod fault_day;
pub mod generators;
pub mod laboratory;
pub mod modules;
pub mod trouble;
pub mod visible;
pub mod week;

pub use fault_day::day_of;

use feltproof_checks::{Audit, AuditOutcome, Observer, Scope, Step};
use feltproof_engine::{Game, builtin_games, builtin_systems};
use feltproof_intake::{Columns, JournalReader, Readable, parse_engagement};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Exception, Locus, Problem};
use feltproof_regs::builtin_packs;
use feltproof_report::carried_links;
use feltproof_simulate::{Output, Plan, simulate};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// The files of a day by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Day(pub BTreeMap<String, Vec<u8>>);

impl Output for Day {
    fn write(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.entry(file.to_owned()).or_default().extend_from_slice(bytes);
        Ok(())
    }
}

impl Day {
    /// Simulates a day.
    ///
    /// # Panics
    /// When the plan cannot be carried out.
    #[must_use]
    pub fn simulated(plan: &Plan) -> Self {
        let mut day = Self::default();
        simulate(plan, &mut day).unwrap_or_else(|e| panic!("{plan:?}: {e}"));
        day
    }

    /// `CODE file:line` for each planted exception, sorted.
    ///
    /// # Panics
    /// When the list of faults cannot be read.
    #[must_use]
    pub fn planted(&self) -> Vec<String> {
        let rows = csv::Reader::from_reader(self.0["faults.csv"].as_slice()).into_records();
        let rows = rows.map(|row| row.unwrap_or_else(|e| panic!("faults.csv: {e}")));
        let mut all: Vec<String> =
            rows.map(|row| format!("{} {}:{}", &row[1], &row[2], &row[3])).collect();
        all.sort();
        all
    }

    /// The day with tests of randomness in its engagement, at this level.
    #[must_use]
    pub fn with_randomness(mut self, level: &str) -> Self {
        let engagement = self.0.entry("engagement.toml".to_owned()).or_default();
        engagement.extend(format!("\n[randomness]\nlevel = \"{level}\"\n").into_bytes());
        self
    }

    /// A file as text.
    ///
    /// # Panics
    /// When there is no such file, or it is not text.
    #[must_use]
    pub fn text(&self, file: &str) -> String {
        String::from_utf8(self.0[file].clone()).unwrap_or_else(|e| panic!("{file}: {e}"))
    }
}

/// What the audit of a day came to.
pub struct Audited<O = ()> {
    /// What the audit knew.
    pub scope: Arc<Scope>,
    /// All exceptions, in the order found.
    pub exceptions: Vec<Exception>,
    /// Records that could not be understood.
    pub problems: Vec<Problem>,
    /// Records of each journal that were read or are problems.
    pub seen: Vec<u64>,
    /// The outcome of every check, and counts.
    pub outcome: AuditOutcome<O>,
}

impl<O> Audited<O> {
    /// The first exceptions in full, for the message of a test that fails.
    #[must_use]
    pub fn listing(&self) -> String {
        let lines = self.exceptions.iter().take(20).map(|e| {
            format!(
                "{} {:?} round {:?} seat {:?}: expected {}, recorded {}: {}\n",
                e.code, e.locus, e.round, e.seat, e.expected, e.recorded, e.explanation
            )
        });
        lines.collect()
    }

    /// `CODE file:line` for each exception and advisory, sorted.
    #[must_use]
    pub fn raised(&self) -> Vec<String> {
        let place = |locus: Locus| match locus {
            Locus::Engagement { line } => format!("engagement.toml:{}", line.number),
            Locus::Journal { journal, line } => {
                format!("{}:{line}", self.scope.engagement.journals[usize::from(journal)].file)
            }
        };
        let found = self.exceptions.iter().chain(&self.outcome.advisories);
        let mut all: Vec<String> =
            found.map(|e| format!("{} {}", e.code, place(e.locus))).collect();
        all.sort();
        all
    }
}

/// Audits a day with the built-in games; `change` may alter what the audit knows.
///
/// # Panics
/// When the engagement or a journal's header is wrong.
pub fn audit(day: &Day, change: impl FnOnce(&mut Scope)) -> Audited {
    audit_with(day, &builtin_games(), change)
}

/// Audits a day with these games.
///
/// # Panics
/// When the engagement or a journal's header is wrong.
pub fn audit_with(day: &Day, games: &[Game], change: impl FnOnce(&mut Scope)) -> Audited {
    audit_observed(day, games, change)
}

/// The same, with somebody who sees every wager that was tested.
///
/// # Panics
/// When the engagement or a journal's header is wrong.
pub fn audit_observed<O: Observer>(
    day: &Day,
    games: &[Game],
    change: impl FnOnce(&mut Scope),
) -> Audited<O> {
    try_audit(day, games, change).unwrap_or_else(|e| panic!("{e}"))
}

/// Audits a day with these games, if it can be audited at all.
///
/// # Errors
/// What is wrong with the engagement or a journal's header, or why too little could be read, in words.
pub fn try_audit<O: Observer>(
    day: &Day,
    games: &[Game],
    change: impl FnOnce(&mut Scope),
) -> Result<Audited<O>, String> {
    let file = "engagement.toml";
    let mut engagement = parse_engagement(&day.text(file), file).map_err(|e| e.to_string())?;
    if let Some(previous) = &mut engagement.previous {
        previous.links = carried_links(&day.0[&previous.report])?;
    }
    let mut readers = Vec::new();
    for (i, journal) in (0_u16..).zip(&engagement.journals) {
        let reader = JournalReader::new(day.0[&journal.file].as_slice(), &engagement, i);
        readers.push(reader.map_err(|e| e.to_string())?);
    }
    let files = engagement.journals.iter().zip(&readers);
    let hands = files.filter(|(journal, _)| journal.kind == JournalKind::Hands);
    let columns = hands.map(|(journal, reader)| (journal.file.as_str(), reader.columns()));
    let columns = Columns::of_all(columns);
    let mut scope =
        Scope::new(engagement, file, games, builtin_systems(), builtin_packs(), columns)
            .map_err(|e| e.to_string())?;
    change(&mut scope);
    let scope = Arc::new(scope);
    let (mut exceptions, mut problems) = (Vec::new(), Vec::new());
    let mut readable = Readable::new(&scope.engagement);
    let mut seen = vec![0; scope.engagement.journals.len()];
    let outcome = Audit::<O>::run(scope.clone(), &mut readers, JournalReader::next_block, |step| {
        match step {
            Step::Block(block) => {
                readable.count(block);
                seen[usize::from(block.journal)] += block.records_seen;
                problems.extend(block.problems.iter().cloned());
            }
            Step::Exceptions(found) => exceptions.extend(found),
            Step::Rounds(_) => {}
        }
        Ok(())
    });
    let outcome = outcome.map_err(|e| e.to_string())?;
    if let Some(refusal) = readable.refusal() {
        return Err(refusal);
    }
    Ok(Audited { scope, exceptions, problems, seen, outcome })
}

/// The hands journal of the fixture `recorded-cards`, from the source's `hand,seat,card1,card2`.
///
/// # Errors
/// A sentence with the line when the source is not six seats of two cards a hand.
pub fn recorded_cards(source: &str) -> Result<String, String> {
    const SECONDS_APART: u32 = 8;
    let mut journal = String::from("round,time,table,dealer,seat,cards\n");
    let rows: Vec<&str> = source.lines().skip(1).collect();
    for (hand, seats) in (0_u32..).zip(rows.chunks(6)) {
        let mut cards = Vec::with_capacity(12);
        for (i, row) in seats.iter().enumerate() {
            let fields: Vec<&str> = row.trim_end().split(',').collect();
            let [_, seat, first, second] = fields.as_slice() else {
                return Err(format!("`{row}` is not hand,seat,card1,card2"));
            };
            if *seat != (i + 1).to_string() {
                return Err(format!("`{row}` has seat {seat} where seat {} stands", i + 1));
            }
            cards.extend([*first, *second]);
        }
        if cards.len() != 12 {
            return Err(format!("hand {} has {} cards, not 12", hand + 1, cards.len()));
        }
        let at = hand * SECONDS_APART;
        let (day, at) = (15 + (at + 6 * 3600) / 86_400, (at + 6 * 3600) % 86_400);
        let time = format!("2026-06-{day:02}T{:02}:{:02}:{:02}", at / 3600, at / 60 % 60, at % 60);
        let round = hand + 1;
        journal.push_str(&format!("{round},{time},REC-1,,1,{}\n", cards[..5].join(" ")));
        journal.push_str(&format!("{round},{time},REC-1,,D,{}\n", cards[5..10].join(" ")));
    }
    Ok(journal)
}
