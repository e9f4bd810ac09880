//! What the report rests on: files with their digests, rule packs and games, and how open points were read.

use crate::cell::{Cell, Tone};
use crate::clock::Clock;
use crate::column::Column;
use crate::outputs::{BOOK, PAGE, PRINT};
use crate::section::Section;
use crate::table::Table;
use feltproof_model::workpaper::{ExportSummary, FileDigest, InputSummary, SetAside, Workpaper};

/// A file, a pack or a game that the report rests on.
#[derive(Default)]
struct Input<'a> {
    what: String,
    name: &'a str,
    sha256: &'a str,
    bytes: Option<u64>,
    journal: Option<&'a InputSummary>,
    /// Its version, or how it was read.
    read: String,
    /// Its title, or what is remarkable about it.
    remarks: String,
}

impl<'a> Input<'a> {
    fn file(what: impl Into<String>, of: &'a FileDigest) -> Self {
        let (name, sha256, bytes) = (&of.file, &of.sha256, Some(of.size_bytes));
        Self { what: what.into(), name, sha256, bytes, ..Self::default() }
    }

    fn journal(of: &'a InputSummary, clock: &Clock) -> Self {
        let export = of.export.as_ref();
        let read = export.map(|export| {
            let sheet = export.sheet.as_ref().map(|sheet| format!(", sheet {sheet}"));
            let ExportSummary { name, rows_left_out, .. } = export;
            format!(
                "By the profile {name}{}; {rows_left_out} rows are no records",
                sheet.unwrap_or_default()
            )
        });
        let notes = export.into_iter().flat_map(|export| export.notes.iter().cloned());
        let remarks: Vec<String> =
            notes.chain(of.set_aside.map(|aside| set_aside(&aside, clock))).collect();
        Self {
            journal: Some(of),
            read: read.unwrap_or_default(),
            remarks: remarks.join(" "),
            ..Self::file(format!("Journal: {}", of.kind), &of.digest)
        }
    }
}

/// What of a journal lay outside the audited days.
fn set_aside(of: &SetAside, clock: &Clock) -> String {
    format!(
        "{} of its records, at lines {} to {}, are of days that are not audited, from {} to {}: they were set aside, but for \
         what they tell of the audited days.",
        of.records,
        of.lines.0,
        of.lines.1,
        clock.full(of.times.0),
        clock.full(of.times.1)
    )
}

/// The files: the engagement, what it extends, every journal and how it was read.
fn files(w: &Workpaper) -> Vec<Input<'_>> {
    let mut files = vec![Input::file("Engagement", &w.engagement_file)];
    files.extend(w.house_file.as_ref().map(|of| Input::file("House file", of)));
    let clock = Clock::new(&w.engagement.time_zone);
    for input in &w.inputs {
        files.push(Input::journal(input, &clock));
        files.extend(input.export.as_ref().map(|of| Input::file("Mapping profile", &of.profile)));
    }
    files
}

/// Rule packs and games.
fn rules(w: &Workpaper) -> Vec<Input<'_>> {
    let pack = |p: &'_ feltproof_model::workpaper::PackSummary| {
        let own = w.engagement.pack_files.get(&p.id);
        let own =
            own.map_or_else(String::new, |file| format!("; the engagement's own file {file}"));
        format!("{}, {}{own}", p.title, p.authority)
    };
    let packs = w.packs.iter().map(|p| Input {
        what: "Rule pack".to_owned(),
        name: &p.id,
        sha256: &p.sha256,
        read: p.version.clone(),
        remarks: pack(p),
        ..Input::default()
    });
    let games = w.games.iter().map(|g| Input {
        what: "Game".to_owned(),
        name: &g.id,
        sha256: &g.sha256,
        remarks: format!("{} ({})", g.title, g.source),
        ..Input::default()
    });
    packs.chain(games).collect()
}

fn table<'a>(caption: &'static str, inputs: Vec<Input<'a>>) -> Table {
    let of = |input: &Input<'a>, number: fn(&InputSummary) -> u64| input.journal.map(number);
    Table::of("", caption, inputs)
        .column(Column::name("What").wide(18), |i| i.what.clone())
        .column(Column::file("Name"), |i| i.name)
        .column(Column::count("Bytes").wide(14), |i| i.bytes)
        .column(Column::count("Records").wide(12), |i| of(i, |j| j.records))
        .column(Column::count("Not understood").tones(Tone::Plain, Tone::Bad).wide(12), |i| {
            of(i, |j| j.problems)
        })
        .column(Column::time("First"), |i| i.journal.and_then(|j| j.first))
        .column(Column::time("Last"), |i| i.journal.and_then(|j| j.last))
        .column(Column::file("SHA-256").note("SHA-256 ").wide(68), |i| i.sha256)
        .column(Column::prose("Version, or how it was read").note(""), |i| i.read.clone())
        .column(Column::prose("Columns not read").note("Columns not read: ").wide(36), |i| {
            i.journal.map(|j| j.unmapped_columns.join(", "))
        })
        .column(Column::prose("Title or remarks").note("").wide(50), |i| i.remarks.clone())
        .done()
}

/// All that the report rests on: on paper its files, whose rules stand elsewhere.
pub fn inputs(w: &Workpaper) -> Section {
    let mut section = Section::new("inputs", "Inputs");
    section.part("Files").only(PRINT);
    section.table(table("Files", files(w))).only(PRINT);
    let all = files(w).into_iter().chain(rules(w)).collect();
    let all = table("Everything that the report rests on", all)
        .sheet("Inputs", "Every file that the report rests on, with its SHA-256");
    section.table(all).only(PAGE.and(BOOK));
    section.facts("", vec![("Digest of all of them", (&w.evidence_sha256).into())]).only(PAGE);
    section
}

/// What the record was judged by.
pub fn rules_and_rulings(w: &Workpaper) -> Section {
    let mut section = Section::new("basis", "Rule packs, games and rulings");
    section.part("Rule packs and game definitions").only(PRINT);
    if w.packs.is_empty() {
        section.say("No rule pack: no regulation was applied.").tone(Tone::Quiet).only(PRINT);
    }
    if w.games.is_empty() {
        section.say("No game: none was replayed.").tone(Tone::Quiet).only(PRINT);
    }
    let rules = rules(w);
    if !rules.is_empty() {
        let table = Table::of("", "Rule packs and game definitions", rules)
            .column(Column::name("What"), |i| i.what.clone())
            .column(Column::name("Id"), |i| i.name)
            .column(Column::name("Version"), |i| i.read.clone())
            .column(Column::prose("Title, and whose"), |i| i.remarks.clone())
            .column(Column::file("SHA-256").note("SHA-256 "), |i| i.sha256);
        section.table(table.done()).only(PRINT);
    }
    section.part("Rulings").only(PRINT);
    let text = if w.rulings.is_empty() { NO_RULINGS } else { RULINGS };
    section.say(text).only(PRINT);
    let table = Table::of("", "Rulings", &w.rulings)
        .column(Column::name("Game").key("game").only(BOOK).wide(18), |r| &r.game)
        .column(Column::name("Ruling").fit(130).wide(28), |r| &r.id)
        .column(Column::prose("Open point").share(19).wide(60), |r| &r.question)
        .column(Column::prose("Reading applied").wide(30), |r| {
            let applied = Cell::from(&r.applied);
            if r.chosen { applied.strong() } else { applied }
        })
        .column(Column::name("By").fit(60), |r| if r.chosen { "engagement" } else { "default" })
        .column(Column::prose("Rests on").only(BOOK).wide(80), |r| &r.source)
        .done()
        .banded("game")
        .sheet("Rulings", "Every open point of the source documents, with the reading applied");
    section.table(table).only(if w.rulings.is_empty() { BOOK } else { PRINT.and(BOOK) });
    section
}

const NO_RULINGS: &str = "No open point of the source documents was met.";
const RULINGS: &str = "The source documents leave these points open or disagree on them. Each was read as stated; a reading \
    chosen by the engagement replaces the default of the game definition. What each rests on stands in the JSON report and in \
    the workbook.";
