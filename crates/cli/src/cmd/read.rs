//! `read`: reads every journal and judges nothing: what was understood, what was not and why, which
//! hours of which tables the record covers, and what an audit could not test.

use crate::args::Read as Arguments;
use crate::opened::Opened;
use crate::print::print_as;
use crate::{Ending, progress};
use feltproof_intake::{JournalReader, Readable};
use feltproof_model::Engagement;
use feltproof_model::workpaper::InputSummary;
use feltproof_verdict::{Coverage, TableDay, Untested, untested};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

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
    untested: Vec<Untested>,
}

impl Found {
    fn text(&self, engagement: &Engagement) -> String {
        let mut text = String::new();
        for ((at, input), journal) in (0..).zip(&self.inputs).zip(&engagement.journals) {
            self.journal(at, input, &journal.file_and_sheet(), &mut text);
        }
        self.hours(engagement, &mut text);
        text.push_str("\nWhat an audit would not test for want of an input\n");
        for Untested { reason, codes } in &self.untested {
            put(&mut text, format_args!("  {reason}\n    {}\n", codes.join(" ")));
        }
        if self.untested.is_empty() {
            text.push_str("  nothing\n");
        }
        text
    }

    fn journal(&self, at: u16, input: &InputSummary, file: &str, text: &mut String) {
        let InputSummary { kind, records, problems, .. } = input;
        put(text, format_args!("{kind}: {file}\n  {records} records, {problems} problems"));
        if let Some(export) = &input.export {
            put(text, format_args!(", {} rows left out", export.rows_left_out));
            put(text, format_args!("\n  read by {}: {}", export.profile.file, export.name));
            for note in &export.notes {
                put(text, format_args!("\n  {note}"));
            }
        }
        if let Some(outside) = self.coverage.outside.get(&at) {
            put(text, format_args!("\n  {outside} outside the gaming days of the engagement"));
        }
        if !input.unmapped_columns.is_empty() {
            put(text, format_args!("\n  not read: {}", input.unmapped_columns.join(", ")));
        }
        text.push('\n');
        let reasons = self.readable.reasons(at.into());
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
        for (TableDay { journal, day, table }, hours) in &self.coverage.hours {
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
            let id = &engagement.table(*table).id;
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
        let hours = self.coverage.hours.iter().map(|(TableDay { journal, day, table }, hours)| {
            json!({
                "kind": self.inputs.get(usize::from(*journal)).map(|input| input.kind),
                "day": engagement.days.get(usize::from(*day)).map(|day| day.date.to_string()),
                "table": engagement.table(*table).id.as_str(),
                "by_hour": hours,
            })
        });
        let untested = self.untested.iter();
        let untested =
            untested.map(|Untested { reason, codes }| json!({ "reason": reason, "checks": codes }));
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
