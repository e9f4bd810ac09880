//! The scope: every input with its digest, how times and text were read, tables, links, equipment
//! and people.

use super::{ReportInput, titles};
use crate::draw::{BODY, Face, GREY, MONO, RED, SMALL};
use crate::pdf::document;
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::words::{dollars, grouped, in_groups};
use feltproof_model::engagement::{JournalKind, LevelSettings, Link, Overflow, Sequence};
use feltproof_model::workpaper::{FileDigest, Workpaper};
use feltproof_model::{LinkId, Money};
use feltproof_paper::basis;

pub(super) fn scope(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::SCOPE, false);
    let text = format!(
        "{} ({}), {}. Every file below was read whole; its SHA-256 identifies it. Times are printed \
         in the zone {}.",
        w.engagement.property,
        w.engagement.licence,
        super::cover::gaming_days(&w.engagement),
        input.clock.name()
    );
    flow.paragraph(BODY, &text);
    document::blocks(flow, &basis::inputs(w), &input.clock);
    outputs(flow, w);
    reading(flow, w);
    tables(flow, w);
    links(flow, w);
    equipment(flow, w);
    staff(flow, w);
    super::stated::stated(flow, w);
    super::stated::confirmed(flow, w);
}

fn digest_note(digest: &FileDigest) -> String {
    format!("SHA-256 {}", digest.sha256)
}

/// What was written with this report. Its manifest has the same list.
fn outputs(flow: &mut Flow<'_>, w: &Workpaper) {
    if w.outputs.is_empty() {
        return;
    }
    flow.part("Files written with this report");
    let mut table = PrintedTable::new(vec![
        Column::share("File", 1.0).face(Face::Mono),
        Column::number("Bytes"),
    ]);
    for file in &w.outputs {
        let row = row![&*file.file, grouped(file.size_bytes)];
        table.row(row.note(MONO, digest_note(file)));
    }
    table.draw(flow);
    flow.paragraph(
        BODY,
        "report.json and this list (manifest.json) are also inside this file, so that they are covered by its \
         signature. Run beside these files, feltproof verify says which of them were altered or are missing.",
    );
}

/// How the declared properties of each journal were applied.
fn reading(flow: &mut Flow<'_>, w: &Workpaper) {
    if w.engagement.journals.is_empty() {
        return;
    }
    flow.part("How the journals were read, as declared in the engagement");
    let mut table = PrintedTable::new(vec![
        Column::share("Journal", 1.0).face(Face::Mono),
        Column::fit("Zone of local times", 110.0),
        Column::fit("Repeated hour", 70.0),
        Column::fit("Encoding", 70.0),
        Column::number("Disorder window"),
        Column::fit("Cards; meter awards", 130.0),
    ]);
    for j in &w.engagement.journals {
        let hands = if j.kind == JournalKind::Hands {
            let order = if j.cards_in_dealt_order { "dealt order" } else { "any order" };
            let award =
                if j.meter_award_in_hands { "in this journal" } else { "in the manager journal" };
            let bonus = if j.bonus_with_ante { "; automatic bonus with the Ante" } else { "" };
            format!("{order}; {award}{bonus}")
        } else {
            match j.sequence {
                Sequence::Journal => String::new(),
                Sequence::Table => "running numbers by table".to_owned(),
                Sequence::Link => "running numbers by link".to_owned(),
                Sequence::Level => "running numbers by meter".to_owned(),
                Sequence::None => "no running numbers".to_owned(),
            }
        };
        table.row(row![
            &*j.file_and_sheet(),
            &*j.time_zone,
            j.repeated_hour.name(),
            // An export says its own, or its profile does.
            if j.profile.is_some() { "by profile" } else { j.encoding.name() },
            seconds(j.disorder_micros),
            hands
        ]);
    }
    table.draw(flow);
}

fn seconds(micros: i64) -> String {
    let plain = Money::from_micros(micros).plain();
    let trimmed = plain.trim_end_matches('0').trim_end_matches('.');
    format!("{trimmed} s")
}

fn tables(flow: &mut Flow<'_>, w: &Workpaper) {
    let e = &w.engagement;
    if e.tables.is_empty() {
        return;
    }
    flow.part("Tables");
    let mut table = PrintedTable::new(vec![
        Column::fit("Table", 70.0),
        Column::fit("Game", 90.0),
        Column::number("Seats"),
        Column::fit("Link", 80.0),
        Column::share("Paytables", 1.0),
        Column::share("Posted limits", 1.4),
    ]);
    for t in &e.tables {
        let links = t.links.iter().filter_map(|id| e.links.get(usize::from(id.0)));
        let links: Vec<&str> = links.map(|link| link.id.as_str()).collect();
        let paytables: Vec<String> =
            t.paytables.iter().map(|(wager, id)| format!("{}: {id}", wager.title())).collect();
        let posted = t.posted.iter().map(|p| format!("{} {} to {}", p.wager, p.min, p.max));
        let together =
            t.aggregate.iter().map(|(wager, limit)| format!("{wager}, all together, {limit}"));
        let posted: Vec<String> = posted.chain(together).collect();
        let mut row = row![
            t.id.as_str(),
            &*t.game,
            t.seats.to_string(),
            if links.is_empty() { "none".to_owned() } else { links.join("\n") },
            paytables.join("\n"),
            posted.join("\n")
        ];
        let shuffler = t.shuffler.as_ref();
        let mut facts: Vec<String> = shuffler
            .map(|s| format!("Shuffler {}, mode {}", s.model, s.mode))
            .into_iter()
            .collect();
        if t.decks_in_use > 1 {
            facts.push(format!("{} decks in use by turns", t.decks_in_use));
        }
        if !facts.is_empty() {
            row = row.note(SMALL, facts.join("; "));
        }
        table.row(row);
    }
    table.draw(flow);
}

fn links(flow: &mut Flow<'_>, w: &Workpaper) {
    for (id, link) in (0_u16..).map(LinkId).zip(&w.engagement.links) {
        let title = format!("Link {}, level {}", link.name, link.level);
        flow.part(&title);
        flow.need(170.0);
        let tables: Vec<&str> =
            w.engagement.tables.iter().filter(|t| t.feeds(id)).map(|t| t.id.as_str()).collect();
        let text = format!(
            "System {}, paytable {}, progressive wager {}, awards from {} need an Executive card. \
             Location: {}. Tables: {}.",
            link.system,
            link.paytable,
            link.unit,
            link.executive_from,
            link.location,
            if tables.is_empty() { "none".to_owned() } else { tables.join(", ") }
        );
        flow.paragraph(BODY, &text);
        settings(flow, link);
    }
}

/// The approved settings beside the running ones; what differs is red.
fn settings(flow: &mut Flow<'_>, link: &Link) {
    let mut table = PrintedTable::new(vec![
        Column::share("Setting", 1.4),
        Column::share("Approved", 1.0),
        Column::share("Running", 1.0),
        Column::share("Pre-configured by the manufacturer", 1.2),
    ]);
    let preconfigured = link
        .preconfigured_contribution
        .map_or_else(|| "not declared".to_owned(), feltproof_model::Rate::percent);
    let rows = setting_rows(&link.approved).into_iter().zip(setting_rows(&link.running));
    for ((name, approved), (_, running)) in rows {
        let same = approved == running;
        let running = Cell::new(running);
        let last = if name == "Contribution to the meter" { &*preconfigured } else { "" };
        table.row(row![
            name,
            approved,
            if same { running } else { running.colour(RED) },
            Cell::new(last).colour(GREY)
        ]);
    }
    table.draw(flow);
}

fn setting_rows(s: &LevelSettings) -> Vec<(&'static str, String)> {
    let optional =
        |m: Option<Money>, none: &str| m.map_or_else(|| none.to_owned(), |m| m.to_string());
    vec![
        ("Seed", s.seed.to_string()),
        ("Contribution to the meter", s.contribution.percent()),
        ("Contribution to the reserve", s.reserve.percent()),
        ("Limit of the display", optional(s.limit, "none")),
        ("Above the limit", destination(&s.overflow)),
        ("Contributions cut down to", optional(s.contribution_unit, "nothing: carried exactly")),
        ("Display rounded down to", dollars(i128::from(s.display_unit.micros()))),
    ]
}

fn destination(overflow: &Overflow) -> String {
    match overflow {
        Overflow::Undeclared => "not declared".to_owned(),
        Overflow::Reserve => "to the reserve".to_owned(),
        Overflow::House => "to the house".to_owned(),
        Overflow::Meter(link) => format!("to the meter of {link}"),
    }
}

fn equipment(flow: &mut Flow<'_>, w: &Workpaper) {
    flow.part("Equipment and software");
    if w.engagement.equipment.is_empty() {
        flow.nothing("None declared in the engagement.");
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::share("Component", 2.0),
        Column::share("Version found", 1.0),
        Column::share("Place", 1.0),
    ]);
    for q in &w.engagement.equipment {
        table.row(row![&*q.component, &*q.version, &*q.place]);
        for p in &q.programs {
            table.row(row![format!("program {}", p.file), in_groups(&p.sha256), ""]);
        }
    }
    table.draw(flow);
}

fn staff(flow: &mut Flow<'_>, w: &Workpaper) {
    if w.engagement.staff.is_empty() {
        return;
    }
    flow.part("People named in the journals, by declared role");
    let mut table =
        PrintedTable::new(vec![Column::fit("Role", 90.0), Column::share("Identifiers", 1.0)]);
    let mut roles: Vec<_> = w.engagement.staff.iter().map(|s| s.role).collect();
    roles.sort_unstable();
    roles.dedup();
    for role in roles {
        let ids: Vec<&str> =
            w.engagement.staff.iter().filter(|s| s.role == role).map(|s| s.id.as_str()).collect();
        table.row(row![role.name(), ids.join(", ")]);
    }
    table.draw(flow);
}
