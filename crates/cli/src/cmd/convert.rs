//! `convert`: the journals of an engagement as an audit reads them, written in canonical form.

use crate::args::{Convert as Arguments, Table};
use crate::files::{self, Pending};
use crate::opened::Opened;
use crate::print::print;
use crate::{Ending, progress};
use feltproof_intake::{CanonicalForm, CanonicalWriter};
use feltproof_model::Engagement;
use feltproof_report::QuarantineWriter;
use std::io::Write as _;
use std::sync::atomic::Ordering;

pub(super) fn run(args: &Arguments) -> Result<Ending, String> {
    let Opened { known, mut readers, bytes_read, size_bytes, .. } = Opened::new(&args.engagement)?;
    let engagement = &known.scope.engagement;
    files::make_folder(&args.out)?;
    spare_journals(engagement, args)?;
    let bar = progress::over_bytes(size_bytes);
    bar.set_message("Converting");
    let quarantine = Pending::new(&args.out.join("quarantine.csv"))?;
    let quarantine = QuarantineWriter::new(engagement, quarantine);
    let mut quarantine = quarantine.map_err(|e| e.to_string())?;
    let (mut written, mut text, mut problems) = (Vec::new(), String::new(), 0);
    for (reader, journal) in readers.iter_mut().zip(0_u16..) {
        let name = output(engagement, journal);
        let path = args.out.join(format!("{name}.{}", args.format.ending()));
        let trouble = |e: std::io::Error| format!("{} cannot be written: {e}", path.display());
        let columns = reader.columns().clone();
        let file = Pending::new(&path)?;
        let form = args.format.form();
        let writer = CanonicalWriter::new(file, form, engagement, journal, &columns);
        let mut writer = writer.map_err(trouble)?;
        if form == CanonicalForm::Parquet {
            let kind = engagement.journals.get(usize::from(journal)).map_or("", |j| j.kind.name());
            let mut file = Pending::new(&args.out.join(format!("{name}.profile.toml")))?;
            file.write_all(profile(kind, writer.names()).as_bytes()).map_err(trouble)?;
            written.push(file);
        }
        let mut records = 0;
        while let Some(block) = reader.next_block().map_err(|e| e.to_string())? {
            writer.push(&block).map_err(trouble)?;
            for problem in &block.problems {
                quarantine.push(problem).map_err(|e| e.to_string())?;
            }
            problems += block.problems.len();
            records += block.records_seen - block.problems.len() as u64;
            bar.set_position(bytes_read.load(Ordering::Relaxed));
        }
        written.push(writer.finish().map_err(trouble)?);
        text.push_str(&format!("{}: {records} records\n", path.display()));
    }
    bar.finish_and_clear();
    written.push(quarantine.finish().map_err(|e| e.to_string())?);
    for file in written {
        file.keep()?;
    }
    if problems > 0 {
        let path = args.out.join("quarantine.csv");
        text.push_str(&format!("{}: {problems} records that were not read\n", path.display()));
    }
    print(text.as_bytes())?;
    Ok(if problems > 0 { Ending::Found } else { Ending::Nothing })
}

impl Table {
    const fn form(self) -> CanonicalForm {
        match self {
            Self::Csv => CanonicalForm::Csv,
            Self::Parquet => CanonicalForm::Parquet,
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
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
fn output(engagement: &Engagement, journal: u16) -> String {
    let Some(entry) = engagement.journals.get(usize::from(journal)) else { return String::new() };
    let same = engagement.journals.iter().zip(0_u16..).filter(|(j, _)| j.kind == entry.kind);
    let places: Vec<u16> = same.map(|(_, at)| at).collect();
    let kind = entry.kind.name();
    match places.iter().position(|at| *at == journal) {
        Some(at) if places.len() > 1 => format!("{kind}-{}", at + 1),
        _ => kind.to_owned(),
    }
}

/// The record is read-only: no output may take the place of a journal.
fn spare_journals(engagement: &Engagement, args: &Arguments) -> Result<(), String> {
    let journals = engagement.journals.iter().zip(0_u16..).map(|(_, at)| output(engagement, at));
    let names = journals
        .flat_map(|name| [args.format.ending(), "profile.toml"].map(|end| format!("{name}.{end}")));
    for name in names.chain(["quarantine.csv".to_owned()]) {
        let path = args.out.join(name);
        let inputs = engagement.journals.iter().flat_map(|j| [Some(&j.file), j.profile.as_ref()]);
        let mut inputs = inputs.flatten().map(|input| args.folder().join(input));
        if inputs.any(|input| files::same(&input, &path)) {
            return Err(format!(
                "{} is an input of the engagement and would be replaced; choose another --out",
                path.display()
            ));
        }
    }
    Ok(())
}
