//! What the record was judged by: rule packs, game definitions, and how open points were read.

use super::{ReportInput, titles};
use crate::draw::{BODY, Face, MONO, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};

pub(super) fn basis(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    flow.section(titles::BASIS, false);
    packs(flow, input);
    games(flow, input);
    rulings(flow, input);
}

fn packs(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    flow.part("Rule packs");
    if input.w.packs.is_empty() {
        flow.nothing("None: no regulation was applied.");
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Pack", 80.0),
        Column::share("Title", 1.4),
        Column::share("Authority", 1.0),
        Column::fit("Version", 70.0),
    ]);
    for p in &input.w.packs {
        let mut row = row![&*p.id, &*p.title, &*p.authority, &*p.version]
            .note(MONO, format!("SHA-256 {}", p.sha256));
        if let Some(file) = input.w.engagement.pack_files.get(&p.id) {
            row = row.note(SMALL, format!("The engagement's own file {file}"));
        }
        table.row(row);
    }
    table.draw(flow);
}

fn games(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    flow.part("Game definitions");
    if input.w.games.is_empty() {
        flow.nothing("None: no game was replayed.");
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Game", 90.0),
        Column::share("Title", 1.0),
        Column::share("Source", 1.0),
    ]);
    for g in &input.w.games {
        table.row(row![&*g.id, &*g.title, &*g.source].note(MONO, format!("SHA-256 {}", g.sha256)));
    }
    table.draw(flow);
}

fn rulings(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    flow.part("Rulings");
    if input.w.rulings.is_empty() {
        flow.nothing("No open point of the source documents was met.");
        return;
    }
    flow.need(110.0);
    let text = "The source documents leave these points open or disagree on them. Each was read as \
                stated; a reading chosen by the engagement replaces the default of the game \
                definition. What each rests on stands in the JSON report and in the workbook.";
    flow.paragraph(BODY, text);
    let mut table = PrintedTable::new(vec![
        Column::fit("Ruling", 130.0),
        Column::share("Open point", 1.9),
        Column::share("Reading applied", 1.0),
    ]);
    let mut game = "";
    for r in &input.w.rulings {
        if r.game != game {
            game = &r.game;
            table.row(Row::band(game));
        }
        let applied =
            if r.chosen { format!("{} (by the engagement)", r.applied) } else { r.applied.clone() };
        let cell = Cell::new(applied);
        table.row(row![&*r.id, &*r.question, if r.chosen { cell.face(Face::Bold) } else { cell }]);
    }
    table.draw(flow);
}
