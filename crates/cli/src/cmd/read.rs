//! `read`: reads every journal and judges nothing: what was understood, what was not and why, which
//! hours of which tables the record covers, and what an audit could not test.

use crate::args::Read as Arguments;
use crate::opened::Opened;
use crate::print::print_as;
use crate::{Ending, Result, progress, stamp};
use feltproof_intake::{JournalReader, Readable};
use feltproof_model::Engagement;
use feltproof_model::workpaper::InputSummary;
use feltproof_printable::{shown, visible};
use feltproof_record::clocks_beside;
use feltproof_verdict::{Coverage, TableDay, Untested, untested};
use feltproof_wire::{Code, Day, JournalName, Line, Sha256Hex, Text, form, list, object};

/// Reasons printed of each journal; JSON has all that are told apart.
const REASONS_PRINTED: usize = 12;

pub(super) fn run(args: &Arguments) -> Result<Ending> {
    super::on_threads(args.threads, || read(args))
}

fn read(args: &Arguments) -> Result<Ending> {
    let Opened { known, mut readers, stamps, bar, .. } = Opened::new(&args.engagement)?;
    let scope = known.scope;
    progress::show_bytes(&bar, "Reading");
    let mut readable = Readable::new(&scope.engagement);
    let mut coverage = Coverage::default();
    let mut firsts = Vec::new();
    for reader in &mut readers {
        let mut first = None;
        while let Some(block) = reader.next_block()? {
            readable.count(&block);
            coverage.count(&scope.engagement, &block);
            first.get_or_insert(block);
        }
        firsts.push(first);
    }
    let clocks = clocks_beside(&scope, &firsts);
    bar.finish_and_clear();
    let inputs: Vec<InputSummary> = readers.into_iter().map(JournalReader::finish).collect();
    stamp::check_all(&stamps, &inputs)?;
    let found = Found { untested: untested(&scope), inputs, readable, coverage, clocks };
    let e = &scope.engagement;
    print_as(args.format, || found.text(e), || JournalReading::new(&found, e))?;
    let has_problems = found.inputs.iter().any(|input| input.problems > 0);
    let is_in_order = found.readable.disorder().is_none();
    Ok(if has_problems || !is_in_order { Ending::Found } else { Ending::Nothing })
}

/// What reading found.
struct Found {
    inputs: Vec<InputSummary>,
    readable: Readable,
    coverage: Coverage,
    untested: Vec<Untested>,
    /// What is said of clocks that stand beside the others.
    clocks: Vec<String>,
}

impl Found {
    fn text(&self, engagement: &Engagement) -> String {
        let mut lines = Vec::new();
        for ((at, input), journal) in (0..).zip(&self.inputs).zip(&engagement.journals) {
            self.journal(at, input, &journal.file_and_sheet(), &mut lines);
        }
        lines.extend(self.clocks.iter().map(|clock| format!("\n{clock}")));
        lines.extend(self.readable.disorder().map(|why| format!("\n{why}")));
        self.hours(engagement, &mut lines);
        lines.extend(["", "What an audit would not test for want of an input"].map(str::to_owned));
        for Untested { reason, codes } in &self.untested {
            lines.push(format!("  {reason}\n    {}", codes.join(" ")));
        }
        if self.untested.is_empty() {
            lines.push("  nothing".to_owned());
        }
        lines.join("\n") + "\n"
    }

    fn journal(&self, at: u16, input: &InputSummary, file: &str, lines: &mut Vec<String>) {
        let InputSummary { kind, records, problems, .. } = input;
        lines.push(format!("{kind}: {file}"));
        let export = input.export.as_ref();
        let left =
            export.map_or(String::new(), |of| format!(", {} rows left out", of.rows_left_out));
        lines.push(format!("  {records} records, {problems} problems{left}"));
        if let Some(order) = self.readable.order(at.into()).filter(|_| *records > 0) {
            lines.push(format!("  its records stand {order}"));
        }
        if let Some(export) = export {
            lines.push(format!("  read by {}: {}", export.profile.file, export.name));
            lines.extend(export.notes.iter().map(|note| format!("  {}", visible(note))));
        }
        if let Some(outside) = self.coverage.outside.get(&at) {
            lines.push(format!("  {outside} outside the gaming days of the engagement"));
        }
        if !input.unmapped_columns.is_empty() {
            let names: Vec<String> =
                input.unmapped_columns.iter().map(|name| shown(name)).collect();
            lines.push(format!("  not read: {}", names.join(", ")));
        }
        let reasons = self.readable.reasons(at.into());
        let (printed, more) = reasons.split_at(reasons.len().min(REASONS_PRINTED));
        for (records, line, words) in printed {
            let s = if *records == 1 { "" } else { "s" };
            lines.push(format!("  {records} record{s}, the first line {line}: {words}"));
        }
        if !more.is_empty() {
            lines.push(format!("  {} more reasons", more.len()));
        }
    }

    /// A line for each table and gaming day, a column for each hour.
    fn hours(&self, engagement: &Engagement, lines: &mut Vec<String>) {
        let mut heading = None;
        for (TableDay { journal, day, table }, hours) in &self.coverage.hours {
            if heading.replace((journal, day)) != Some((journal, day)) {
                let kind = self.inputs[usize::from(*journal)].kind;
                let entry = &engagement.journals[usize::from(*journal)];
                let file = match self.inputs.iter().filter(|input| input.kind == kind).count() {
                    1 => String::new(),
                    _ => format!(" ({})", entry.file_and_sheet()),
                };
                let date = engagement.days[usize::from(*day)].date;
                let what = if kind == "hands" { "rounds" } else { "records" };
                lines.push(format!(
                    "\n{kind}{file}, {date}: {what} in each hour since the gaming day began"
                ));
            }
            let counts: String = hours.iter().map(|count| format!("{count:>5}")).collect();
            lines.push(format!("  {:<12}{counts}", engagement.table(*table).id));
        }
    }
}

form! {
    /// `feltproof read --format json`: what was understood, and what an audit could not test.
    #[schemars(title = "Feltproof reading of journals")]
    pub(crate) JournalReading as "feltproof-reading/1"(
        found: &Found, engagement: &Engagement;
        (inputs, hours) = (found.inputs.iter().enumerate(), found.coverage.hours.iter()),
        journal = |(at, of): (usize, &InputSummary)| {
            JournalRead::new(of, &found.readable.reasons(at), found.readable.order(at))
        },
        covered = |(of, hours): (&TableDay, &Vec<u64>)| HoursOf::new(found, of, hours, engagement)
    ) {
        journals: Vec<JournalRead> = inputs.map(journal).collect() => "Journals.",
        clocks: Vec<Text> = list(&found.clocks) => "Clocks that stand beside the others.",
        coverage: Vec<HoursOf> = hours.map(covered).collect() => "Hours that the record covers.",
        /// What an audit would not test for want of an input.
        would_not_be_tested: Vec<UntestedFor> = list(&found.untested),
    }
}

object! {
    /// A journal.
    JournalRead(input: &InputSummary, reasons: &[(u64, u32, &str)], order: Option<String>) {
        #[schemars(with = "JournalName")]
        kind: &'static str = input.kind => "Which journal.",
        file: Text = (&input.digest.file).into() => "File.",
        sha256: Sha256Hex = (&input.digest.sha256).into() => "Digest.",
        records: u64 = input.records => "Records read.",
        problems: u64 = input.problems => "Records that could not be.",
        /// Rows that are no records; null where no profile reads the file.
        rows_left_out: Option<u64> = input.export.as_ref().map(|export| export.rows_left_out),
        /// What is remarkable; null where no profile reads the file.
        notes: Option<Vec<Text>> = input.export.as_ref().map(|export| list(&export.notes)),
        /// Columns that are not read.
        columns_not_read: Vec<String> = input.unmapped_columns.clone(),
        /// How its records stand.
        order: Option<Text> = order.map(Into::into),
        reasons: Vec<Reason> = list(reasons) => "Why records could not be read.",
    }

    /// A reason.
    Reason(of: &(u64, u32, &str)) {
        records: u64 = of.0 => "How many.",
        first_line: Line = Line(of.1),
        reason: Text = of.2.into() => "Why, with the remedy.",
    }

    /// A table on a gaming day.
    HoursOf(found: &Found, of: &TableDay, hours: &[u64], engagement: &Engagement) {
        /// Which journal.
        #[schemars(with = "Option<JournalName>")]
        kind: Option<&'static str> = found.inputs.get(usize::from(of.journal)).map(|of| of.kind),
        day: Option<Day> = engagement.days.get(usize::from(of.day)).map(|day| day.date.into()),
        table: Text = (&engagement.table(of.table).id).into() => "Table.",
        /// Rounds, or records, in each hour since the gaming day began.
        by_hour: Vec<u64> = hours.to_vec(),
    }

    /// Checks that lack an input.
    UntestedFor(of: &Untested) {
        reason: Text = (&of.reason).into() => "What is missing.",
        checks: Vec<Code> = list(&of.codes) => "Checks.",
    }
}
