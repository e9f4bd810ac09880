//! Inputs with their digests: what the report rests on.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::clock::Clock;
use feltproof_model::workpaper::{FileDigest, InputSummary, Workpaper};

pub(super) const INPUTS: &str = "Inputs";

pub(super) const COLUMNS: [Column; 11] = [
    Column::new("What", 18),
    Column::wrapped("Name", 34),
    Column::new("SHA-256", 68),
    Column::new("Bytes", 14),
    Column::new("Records", 12),
    Column::new("Not understood", 12),
    Column::new("First (local time)", 22),
    Column::new("Last (local time)", 22),
    Column::wrapped("Version, or how it was read", 40),
    Column::wrapped("Columns not read", 36),
    Column::wrapped("Title or remarks", 50),
];

pub(super) fn write(
    sheet: &mut Sheet<'_>,
    w: &Workpaper,
    clock: &Clock,
) -> Result<(), WorkbookError> {
    sheet.push(&file("Engagement", &w.engagement_file))?;
    if let Some(house) = &w.house_file {
        sheet.push(&file("House file", house))?;
    }
    for input in &w.inputs {
        sheet.push(&journal(input, clock))?;
        if let Some(export) = &input.export {
            sheet.push(&file("Mapping profile", &export.profile))?;
        }
    }
    for pack in &w.packs {
        let title = format!("{}, {}", pack.title, pack.authority);
        sheet.push(&named("Rule pack", (&pack.id, &pack.sha256), &pack.version, &title))?;
    }
    for game in &w.games {
        let title = format!("{} ({})", game.title, game.source);
        sheet.push(&named("Game", (&game.id, &game.sha256), "", &title))?;
    }
    Ok(())
}

fn file(what: &str, of: &FileDigest) -> [Cell; 4] {
    [Cell::text(what), Cell::text(&of.file), Cell::text(&of.sha256), Cell::Count(of.size_bytes)]
}

fn journal(i: &InputSummary, clock: &Clock) -> Vec<Cell> {
    let local = |time: Option<_>| Cell::local(time.map(|t| clock.rfc3339(t)).as_deref())[0].clone();
    let read = i.export.as_ref().map(|export| {
        let sheet = export.sheet.as_ref().map(|sheet| format!(", sheet {sheet}"));
        format!(
            "By the profile {}{}; {} rows are no records",
            export.name,
            sheet.unwrap_or_default(),
            export.rows_left_out
        )
    });
    let head = file(&format!("Journal: {}", i.kind), &i.digest).into_iter();
    let tail = [
        Cell::Count(i.records),
        Cell::Count(i.problems),
        local(i.first),
        local(i.last),
        Cell::maybe(read),
        Cell::text(i.unmapped_columns.join(", ")),
        Cell::text(i.export.as_ref().map(|export| export.notes.join(" ")).unwrap_or_default()),
    ];
    head.chain(tail).collect()
}

fn named(what: &str, (name, sha256): (&str, &str), version: &str, title: &str) -> [Cell; 11] {
    let empty = || Cell::Empty;
    [
        Cell::text(what),
        Cell::text(name),
        Cell::text(sha256),
        empty(),
        empty(),
        empty(),
        empty(),
        empty(),
        Cell::text(version),
        empty(),
        Cell::text(title),
    ]
}
