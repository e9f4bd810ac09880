//! `read`: reads every journal and judges nothing: what was understood, what was not and why, which
//! hours of which tables the record covers, and what an audit could not test.

use crate::args::Read as Arguments;
use crate::opened::Opened;
use crate::print::print_as;
use crate::{Ending, progress};
use feltproof_checks::{CHECKS, Scope, missing};
use feltproof_intake::{Block, JournalReader, Readable, Records};
use feltproof_model::engagement::JournalEntry;
use feltproof_model::workpaper::InputSummary;
use feltproof_model::{Engagement, TableId, Timestamp};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

const MICROS_PER_HOUR: i64 = 3_600_000_000;
/// Reasons printed of each journal; JSON has all that are told apart.
const REASONS_PRINTED: usize = 12;

pub(super) fn run(args: &Arguments) -> Result<Ending, String> {
    super::on_threads(args.threads, || read(args))
}

fn read(args: &Arguments) -> Result<Ending, String> {
    let Opened { known, mut readers, bytes_read, size_bytes, .. } = Opened::new(&args.engagement)?;
    let scope = known.scope;
    let bar = progress::over_bytes(size_bytes);
    bar.set_message("Reading");
    let mut readable = Readable::new(&scope.engagement);
    let mut coverage = Coverage::default();
    for reader in &mut readers {
        while let Some(block) = reader.next_block().map_err(|e| e.to_string())? {
            readable.count(&block);
            coverage.count(&scope.engagement, &block);
            bar.set_position(bytes_read.load(Ordering::Relaxed));
        }
    }
    bar.finish_and_clear();
    let inputs: Vec<InputSummary> = readers.into_iter().map(JournalReader::finish).collect();
    let found = Found { untested: untested(&scope), inputs, readable, coverage };
    print_as(args.format, || found.text(&scope.engagement), || found.json(&scope.engagement))?;
    let has_problems = found.inputs.iter().any(|input| input.problems > 0);
    Ok(if has_problems { Ending::Found } else { Ending::Nothing })
}

/// What reading found.
struct Found {
    inputs: Vec<InputSummary>,
    readable: Readable,
    coverage: Coverage,
    /// Why checks would not run for want of an input, and which.
    untested: Vec<(String, Vec<&'static str>)>,
}

/// Checks that concern the engagement and lack an input, by what they lack.
fn untested(scope: &Scope) -> Vec<(String, Vec<&'static str>)> {
    let mut reasons: Vec<(String, Vec<&'static str>)> = Vec::new();
    for (check, reason) in CHECKS.iter().filter_map(|c| Some((c, missing(scope, c)?))) {
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, codes)) => codes.push(check.code),
            None => reasons.push((reason, vec![check.code])),
        }
    }
    reasons
}

/// Rounds, or events of a table, in each hour of each gaming day.
#[derive(Default)]
struct Coverage {
    /// By journal, gaming day and table: one count for each hour since the day began.
    hours: BTreeMap<(u16, u16, u16), Vec<u64>>,
    /// Records of no gaming day, by journal.
    outside: BTreeMap<u16, u64>,
}

impl Coverage {
    fn count(&mut self, engagement: &Engagement, block: &Block) {
        let journal = block.journal;
        let mut add = |table: Option<TableId>, time| self.add(engagement, journal, table, time);
        match &block.records {
            Records::Hands(hands) => {
                hands.fragments.iter().for_each(|round| add(Some(round.table), round.time));
            }
            Records::Controller(events) => {
                events.iter().for_each(|event| add(Some(event.table), event.time));
            }
            Records::Manager(events) => {
                events.iter().for_each(|event| add(event.table, event.time))
            }
            Records::Bank(events) => events.iter().for_each(|event| add(None, event.time)),
            Records::Shuffler(events) => {
                events.iter().for_each(|event| add(Some(event.table), event.time));
            }
        }
    }

    fn add(&mut self, of: &Engagement, journal: u16, table: Option<TableId>, time: Timestamp) {
        let Some(day) = of.day_of(time) else {
            *self.outside.entry(journal).or_default() += 1;
            return;
        };
        let Some(table) = table else { return };
        let start = of.days.get(usize::from(day)).map_or(time, |day| day.start);
        let hour = (time.0 - start.0).div_euclid(MICROS_PER_HOUR);
        let hour = usize::try_from(hour).unwrap_or_default();
        let hours = self.hours.entry((journal, day, table.0)).or_default();
        if hours.len() <= hour {
            hours.resize(hour + 1, 0);
        }
        if let Some(count) = hours.get_mut(hour) {
            *count += 1;
        }
    }
}

impl Found {
    fn text(&self, engagement: &Engagement) -> String {
        let mut text = String::new();
        for (at, input) in self.inputs.iter().enumerate() {
            let file = engagement.journals.get(at).map(JournalEntry::file_and_sheet);
            self.journal(at, input, &file.unwrap_or_default(), &mut text);
        }
        self.hours(engagement, &mut text);
        text.push_str("\nWhat an audit would not test for want of an input\n");
        for (reason, codes) in &self.untested {
            put(&mut text, format_args!("  {reason}\n    {}\n", codes.join(" ")));
        }
        if self.untested.is_empty() {
            text.push_str("  nothing\n");
        }
        text
    }

    fn journal(&self, at: usize, input: &InputSummary, file: &str, text: &mut String) {
        let InputSummary { kind, records, problems, .. } = input;
        put(text, format_args!("{kind}: {file}\n  {records} records, {problems} problems"));
        if let Some(export) = &input.export {
            put(text, format_args!(", {} rows left out", export.rows_left_out));
            put(text, format_args!("\n  read by {}: {}", export.profile.file, export.name));
            for note in &export.notes {
                put(text, format_args!("\n  {note}"));
            }
        }
        if let Some(outside) = self.coverage.outside.get(&u16::try_from(at).unwrap_or(u16::MAX)) {
            put(text, format_args!("\n  {outside} outside the gaming days of the engagement"));
        }
        if !input.unmapped_columns.is_empty() {
            put(text, format_args!("\n  not read: {}", input.unmapped_columns.join(", ")));
        }
        text.push('\n');
        let reasons = self.readable.reasons(at);
        for (records, line, words) in reasons.iter().take(REASONS_PRINTED) {
            let s = if *records == 1 { "" } else { "s" };
            put(text, format_args!("  {records} record{s}, the first line {line}: {words}\n"));
        }
        if reasons.len() > REASONS_PRINTED {
            put(text, format_args!("  {} more reasons\n", reasons.len() - REASONS_PRINTED));
        }
    }

    /// A line for each table and gaming day, a column for each hour.
    fn hours(&self, engagement: &Engagement, text: &mut String) {
        let mut heading = None;
        for ((journal, day, table), hours) in &self.coverage.hours {
            if heading != Some((journal, day)) {
                let kind = self.inputs.get(usize::from(*journal)).map_or("", |input| input.kind);
                let several = self.inputs.iter().filter(|input| input.kind == kind).count() > 1;
                let entry = engagement.journals.get(usize::from(*journal)).filter(|_| several);
                let file = entry.map_or(String::new(), |j| format!(" ({})", j.file_and_sheet()));
                let date = engagement.days.get(usize::from(*day)).map(|day| day.date.to_string());
                let what = if kind == "hands" { "rounds" } else { "records" };
                put(
                    text,
                    format_args!(
                        "\n{kind}{file}, {}: {what} in each hour since the gaming day began\n",
                        date.unwrap_or_default()
                    ),
                );
                heading = Some((journal, day));
            }
            let counts: Vec<String> = hours.iter().map(|count| format!("{count:>5}")).collect();
            let id = &engagement.table(TableId(*table)).id;
            put(text, format_args!("  {id:<12}{}\n", counts.concat()));
        }
    }

    fn json(&self, engagement: &Engagement) -> Value {
        let journals = self.inputs.iter().enumerate().map(|(at, input)| {
            let reasons = self.readable.reasons(at);
            let reasons = reasons.iter().map(|(records, line, words)| {
                json!({ "records": records, "first_line": line, "reason": words })
            });
            json!({
                "kind": input.kind,
                "file": input.digest.file,
                "sha256": input.digest.sha256,
                "records": input.records,
                "problems": input.problems,
                "rows_left_out": input.export.as_ref().map(|export| export.rows_left_out),
                "notes": input.export.as_ref().map(|export| export.notes.clone()),
                "columns_not_read": input.unmapped_columns,
                "reasons": reasons.collect::<Vec<_>>(),
            })
        });
        let hours = self.coverage.hours.iter().map(|((journal, day, table), hours)| {
            json!({
                "kind": self.inputs.get(usize::from(*journal)).map(|input| input.kind),
                "day": engagement.days.get(usize::from(*day)).map(|day| day.date.to_string()),
                "table": engagement.table(TableId(*table)).id.as_str(),
                "by_hour": hours,
            })
        });
        let untested = self.untested.iter();
        let untested = untested.map(|(reason, codes)| json!({ "reason": reason, "checks": codes }));
        json!({
            "schema": "feltproof-reading/1",
            "journals": journals.collect::<Vec<_>>(),
            "coverage": hours.collect::<Vec<_>>(),
            "would_not_be_tested": untested.collect::<Vec<_>>(),
        })
    }
}

fn put(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
}
