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
use feltproof_wire::{Code, Day, JournalName, Line, Sha256Hex, Text, form, list, object};
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
    print_as(
        args.format,
        || found.text(&scope.engagement),
        || JournalReading::new(&found, &scope.engagement),
    )?;
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
}

form! {
    /// `feltproof read --format json`: what was understood, and what an audit could not test.
    #[schemars(title = "Feltproof reading of journals")]
    pub(crate) JournalReading as "feltproof-reading/1"(
        found: &Found, engagement: &Engagement;
        kind_of = |journal: u16| found.inputs.get(usize::from(journal)).map(|input| input.kind)
    ) {
        /// Journals.
        journals: Vec<JournalRead> = found
            .inputs
            .iter()
            .enumerate()
            .map(|(at, input)| JournalRead::new(input, &found.readable.reasons(at)))
            .collect(),
        /// Hours that the record covers.
        coverage: Vec<HoursOf> = found
            .coverage
            .hours
            .iter()
            .map(|(of, hours)| HoursOf::new(kind_of(of.journal), of, hours, engagement))
            .collect(),
        /// What an audit would not test for want of an input.
        would_not_be_tested: Vec<UntestedFor> = list(&found.untested),
    }
}

object! {
    /// A journal.
    JournalRead(input: &InputSummary, reasons: &[(u64, u32, &str)]) {
        /// Which journal.
        #[schemars(with = "JournalName")]
        kind: &'static str = input.kind,
        /// File.
        file: Text = (&input.digest.file).into(),
        /// Digest.
        sha256: Sha256Hex = (&input.digest.sha256).into(),
        /// Records read.
        records: u64 = input.records,
        /// Records that could not be.
        problems: u64 = input.problems,
        /// Rows that are no records; null where no profile reads the file.
        rows_left_out: Option<u64> = input.export.as_ref().map(|export| export.rows_left_out),
        /// What is remarkable; null where no profile reads the file.
        notes: Option<Vec<Text>> = input.export.as_ref().map(|export| list(&export.notes)),
        /// Columns that are not read.
        columns_not_read: Vec<String> = input.unmapped_columns.clone(),
        /// Why records could not be read.
        reasons: Vec<Reason> = list(reasons),
    }

    /// A reason.
    Reason(of: &(u64, u32, &str)) {
        /// How many.
        records: u64 = of.0,
        first_line: Line = Line(of.1),
        /// Why, with the remedy.
        reason: Text = of.2.into(),
    }

    /// A table on a gaming day.
    HoursOf(kind: Option<&'static str>, of: &TableDay, hours: &[u64], engagement: &Engagement) {
        /// Which journal.
        #[schemars(with = "Option<JournalName>")]
        kind: Option<&'static str> = kind,
        day: Option<Day> = engagement.days.get(usize::from(of.day)).map(|day| day.date.into()),
        /// Table.
        table: Text = (&engagement.table(of.table).id).into(),
        /// Rounds, or records, in each hour since the gaming day began.
        by_hour: Vec<u64> = hours.to_vec(),
    }

    /// Checks that lack an input.
    UntestedFor(of: &Untested) {
        /// What is missing.
        reason: Text = (&of.reason).into(),
        /// Checks.
        checks: Vec<Code> = list(&of.codes),
    }
}

fn put(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
}
