//! `convert`: the journals of an engagement as an audit reads them, written in canonical form.

use crate::args::{Convert as Arguments, Table};
use crate::files::{self, Pending};
use crate::opened::Opened;
use crate::print::print;
use crate::{Ending, Result, progress, stamp};
use feltproof_intake::{CanonicalForm, CanonicalWriter, JournalReader, Readable};
use feltproof_model::Engagement;
use feltproof_model::engagement::JournalEntry;
use feltproof_report::QuarantineWriter;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(args: &Arguments) -> Result<Ending> {
    let Opened { known, mut readers, stamps, bar, .. } = Opened::new(&args.engagement)?;
    let engagement = &known.scope.engagement;
    files::make_folder(&args.out)?;
    let (form, ending) = match args.format {
        Table::Csv => (CanonicalForm::Csv, "csv"),
        Table::Parquet => (CanonicalForm::Parquet, "parquet"),
    };
    spare_others(engagement, args, ending)?;
    progress::show_bytes(&bar, "Converting");
    let unread = args.out.join("quarantine.csv");
    let mut quarantine = QuarantineWriter::new(engagement, Pending::new(&unread)?)?;
    let (mut written, mut text, mut problems) = (Vec::new(), String::new(), 0);
    let mut readable = Readable::new(engagement);
    let journals = engagement.journals.iter().zip(0_u16..);
    for (reader, (entry, journal)) in readers.iter_mut().zip(journals) {
        let name = output(engagement, entry, journal);
        let path = args.out.join(format!("{name}.{ending}"));
        let trouble = |e: std::io::Error| format!("{} cannot be written: {e}", path.display());
        let (file, columns) = (Pending::new(&path)?, reader.columns().clone());
        let writer = CanonicalWriter::new(file, form, engagement, journal, &columns);
        let mut writer = writer.map_err(trouble)?;
        if form == CanonicalForm::Parquet {
            let mut file = Pending::new(&args.out.join(format!("{name}.profile.toml")))?;
            let profile = profile(entry.kind.name(), writer.names());
            file.write_all(profile.as_bytes()).map_err(trouble)?;
            written.push(file);
        }
        let mut records = 0;
        while let Some(block) = reader.next_block()? {
            readable.count(&block);
            writer.push(&block).map_err(trouble)?;
            block.problems.iter().try_for_each(|problem| quarantine.push(problem))?;
            problems += block.problems.len();
            records += block.records_seen - block.problems.len() as u64;
        }
        written.push(writer.finish().map_err(trouble)?);
        text.push_str(&format!("{}: {records} records\n", path.display()));
    }
    bar.finish_and_clear();
    let inputs: Vec<_> = readers.into_iter().map(JournalReader::finish).collect();
    stamp::check_all(&stamps, &inputs)?;
    // Records of another order or layout would be written as what they are not.
    if let Some(why) = readable.disorder() {
        return Err(why.into());
    }
    written.push(quarantine.finish()?);
    written.into_iter().try_for_each(Pending::keep)?;
    if problems > 0 {
        text.push_str(&format!("{}: {problems} records that were not read\n", unread.display()));
    }
    print(&text)?;
    Ok(if problems > 0 { Ending::Found } else { Ending::Nothing })
}

/// The mapping profile by which an engagement reads what is written as Parquet.
fn profile(kind: &str, columns: &[&str]) -> String {
    let columns: String = columns.iter().map(|name| format!("{name} = \"{name}\"\n")).collect();
    format!(
        "schema = 1\nname = \"Canonical records as Parquet\"\nkind = \"{kind}\"\n\n[file]\nformat = \
         \"parquet\"\n\n[columns]\n{columns}"
    )
}

/// What the file of a journal is called: `hands`, or `hands-2` where the kind has several files.
fn output(engagement: &Engagement, entry: &JournalEntry, journal: u16) -> String {
    let kind = entry.kind.name();
    let same = engagement.journals.iter().zip(0..).filter(|(j, _)| j.kind == entry.kind);
    let (before, after): (Vec<_>, Vec<_>) = same.partition(|(_, at)| *at < journal);
    match before.len() + after.len() {
        1 => kind.to_owned(),
        _ => format!("{kind}-{}", before.len() + 1),
    }
}

/// The record is read-only: no output may take the place of an input, and of another file only where that is wanted.
fn spare_others(engagement: &Engagement, args: &Arguments, ending: &str) -> Result<(), String> {
    let folder = args.engagement.parent().unwrap_or(Path::new(""));
    let journals = engagement.journals.iter().zip(0..).map(|(j, at)| output(engagement, j, at));
    let endings: &[&str] = match args.format {
        Table::Csv => &[ending],
        Table::Parquet => &[ending, "profile.toml"],
    };
    let names = journals.flat_map(|name| endings.iter().map(move |end| format!("{name}.{end}")));
    for name in names.chain(["quarantine.csv".to_owned()]) {
        let path = args.out.join(name);
        let inputs = engagement.journals.iter().flat_map(|j| [Some(&j.file), j.profile.as_ref()]);
        if inputs.flatten().any(|input| files::same(&folder.join(input), &path)) {
            return Err(format!(
                "{} is an input of the engagement and would be replaced; choose another --out",
                path.display()
            ));
        }
        if !args.force && path.symlink_metadata().is_ok() {
            return Err(format!(
                "{} exists and would be replaced; choose another folder for --out, or replace it with --force",
                path.display()
            ));
        }
    }
    Ok(())
}
