//! The scope: what was read and how, tables, links with their settings, equipment and people, and what the engagement
//! states.

use crate::basis;
use crate::cell::{Cell, Tone};
use crate::clock::Clock;
use crate::column::Column;
use crate::outputs::Outputs;
use crate::section::Section;
use crate::table::Table;
use crate::words::{gaming_days, in_groups};
use feltproof_model::engagement::{
    Figure, JournalEntry, JournalKind, LevelSettings, Link, Overflow, PostedLimit, Sequence,
    StatedFigure, TableApproval,
};
use feltproof_model::workpaper::{FileDigest, Workpaper};
use feltproof_model::{LinkId, Money, Rate, Rounding};

/// All of it, for paper.
pub fn scope(w: &Workpaper, clock: &Clock) -> Section {
    let mut section = Section::new("scope", "Scope");
    let e = &w.engagement;
    section.say(format!(
        "{} ({}), {}. Every file below was read whole; its SHA-256 identifies it. Times are printed in the zone {}.",
        e.property,
        e.licence,
        gaming_days(e),
        clock.name()
    ));
    section.blocks.extend(basis::inputs(w).blocks);
    section.blocks.extend(outputs(w).blocks);
    reading(&mut section, &e.journals);
    tables(&mut section, w);
    links(&mut section, w);
    equipment(&mut section, w);
    staff(&mut section, w);
    stated(&mut section, w);
    confirmed(&mut section, w);
    section.blocks.retain(|block| block.shown.has(Outputs::PRINT));
    section.blocks.iter_mut().for_each(|block| block.shown = Outputs::PRINT);
    section
}

/// What was written, the report first. Its manifest has the same list.
pub fn outputs(w: &Workpaper) -> Section {
    let mut section = Section::new("", "Files written with this report");
    if w.outputs.is_empty() {
        return section;
    }
    section.part(section.title);
    let is_report = |f: &&FileDigest| f.file == "report.pdf";
    let (report, others): (Vec<_>, Vec<_>) = w.outputs.iter().partition(is_report);
    let table = Table::of("", section.title, report.into_iter().chain(others))
        .column(Column::file("File"), |f| &f.file)
        .column(Column::prose("What it is").share(16), |f| what_it_is(w, f))
        .column(Column::count("Bytes").only(Outputs::PRINT), |f| f.size_bytes)
        .column(Column::file("SHA-256").note("SHA-256 ").only(Outputs::PRINT), |f| &f.sha256);
    section.table(table.done());
    let inside = "report.json and this list (manifest.json) are also inside this file, so that they are covered by its \
         signature. Run beside these files, feltproof verify says which of them were altered or are missing.";
    section.say(inside).only(Outputs::PRINT);
    section
}

fn what_it_is(w: &Workpaper, of: &FileDigest) -> &'static str {
    match of.file.as_str() {
        "report.pdf" if w.signer.is_some() => {
            "the report; check it with: feltproof verify report.pdf"
        }
        "report.pdf" => "the report, not signed",
        "workpapers.xlsx" => "a workbook to work in: every exception, sums as formulas",
        "report.html" => "one page to explore it in a browser, without a network",
        "report.json" => "everything, with the exceptions and how each was calculated",
        "settlements.parquet" => "every settled wager with its reason",
        "report.sarif" => "every exception, for programs that read SARIF",
        "quarantine.csv" if w.problems_total > 0 => "the records set aside",
        "quarantine.csv" => "empty: no record was set aside",
        _ => "",
    }
}

/// How the declared properties of each journal were applied.
fn reading(section: &mut Section, journals: &[JournalEntry]) {
    let title = "How the journals were read, as declared in the engagement";
    let table = Table::of("", title, journals)
        .column(Column::file("Journal"), |j| j.file_and_sheet())
        .column(Column::name("Zone of local times").fit(110), |j| &*j.time_zone)
        .column(Column::name("Repeated hour").fit(70), |j| j.repeated_hour.name())
        // An export says its own, or its profile does.
        .column(Column::name("Encoding").fit(70), |j| {
            if j.profile.is_some() { "by profile" } else { j.encoding.name() }
        })
        .column(Column::digits("Disorder window"), |j| seconds(j.disorder_micros))
        .column(Column::name("Cards; meter awards").fit(130), of_kind);
    section.titled(table.done());
}

fn of_kind(j: &&JournalEntry) -> String {
    if j.kind == JournalKind::Hands {
        let order = if j.cards_in_dealt_order { "dealt order" } else { "any order" };
        let award =
            if j.meter_award_in_hands { "in this journal" } else { "in the manager journal" };
        let bonus = if j.bonus_with_ante { "; automatic bonus with the Ante" } else { "" };
        return format!("{order}; {award}{bonus}");
    }
    match j.sequence {
        Sequence::Journal => String::new(),
        Sequence::Table => "running numbers by table".to_owned(),
        Sequence::Link => "running numbers by link".to_owned(),
        Sequence::Level => "running numbers by meter".to_owned(),
        Sequence::None => "no running numbers".to_owned(),
    }
}

fn seconds(micros: i64) -> String {
    let plain = Money::from_micros(micros).plain();
    format!("{} s", plain.trim_end_matches('0').trim_end_matches('.'))
}

fn tables(section: &mut Section, w: &Workpaper) {
    let e = &w.engagement;
    let table = Table::of("", "Tables", &e.tables)
        .column(Column::name("Table").fit(70), |t| t.id.as_str())
        .column(Column::name("Game"), |t| &*t.game)
        .column(Column::count("Seats"), |t| u64::from(t.seats))
        .column(Column::name("Link").fit(80), |t| {
            let links = t.links.iter().filter_map(|id| e.links.get(usize::from(id.0)));
            let links: Vec<&str> = links.map(|link| link.id.as_str()).collect();
            if links.is_empty() { "none".to_owned() } else { links.join("\n") }
        })
        .column(Column::prose("Paytables"), |t| {
            let all = t.paytables.iter().map(|(wager, id)| format!("{}: {id}", wager.title()));
            all.collect::<Vec<_>>().join("\n")
        })
        .column(Column::prose("Posted limits").share(14), |t| {
            let posted = t.posted.iter().map(limit_in_words);
            let together =
                t.aggregate.iter().map(|(wager, limit)| format!("{wager}, all together, {limit}"));
            posted.chain(together).collect::<Vec<_>>().join("\n")
        })
        .each(|t, row| {
            let shuffler = t.shuffler.as_ref();
            let shuffler = shuffler.map(|s| format!("Shuffler {}, mode {}", s.model, s.mode));
            let decks = t.decks_in_use > 1;
            let decks = decks.then(|| format!("{} decks in use by turns", t.decks_in_use));
            let approved = t.approvals.iter().map(approved_later);
            let facts: Vec<String> = shuffler.into_iter().chain(decks).chain(approved).collect();
            if !facts.is_empty() {
                row.notes.push((Tone::Plain, facts.join("; ")));
            }
        });
    section.titled(table.done());
}

fn limit_in_words(of: &PostedLimit) -> String {
    format!("{} {} to {}", of.wager, of.min, of.max)
}

fn approved_later(of: &TableApproval) -> String {
    let paytables = of.paytables.iter().map(|(wager, id)| format!("{}: {id}", wager.title()));
    let all = paytables.chain(of.posted.iter().map(limit_in_words)).collect::<Vec<_>>();
    format!("Approved from {} on ({}): {}", of.written, of.document, all.join(", "))
}

fn links(section: &mut Section, w: &Workpaper) {
    for (id, link) in (0_u16..).map(LinkId).zip(&w.engagement.links) {
        section.part(format!("Link {}, level {}", link.name, link.level));
        let tables: Vec<&str> =
            w.engagement.tables.iter().filter(|t| t.feeds(id)).map(|t| t.id.as_str()).collect();
        section.say(format!(
            "System {}, paytable {}, progressive wager {}, awards from {} need an Executive card. Location: {}. Tables: {}.",
            link.system,
            link.paytable,
            link.unit,
            link.executive_from,
            link.location,
            if tables.is_empty() { "none".to_owned() } else { tables.join(", ") }
        ));
        section.table(settings(link));
        for approval in &link.approvals {
            let each =
                setting_rows(&approval.settings).map(|(name, value)| format!("{name}: {value}"));
            section.say(format!(
                "Approved from {} on ({}): {}{}.",
                approval.written,
                approval.document,
                each.join("; "),
                approval
                    .paytable
                    .as_deref()
                    .map_or_else(String::new, |id| format!("; paytable: {id}"))
            ));
        }
    }
}

/// The approved settings beside the running ones; what differs is marked.
fn settings(link: &Link) -> Table {
    let preconfigured = link.preconfigured_contribution.map(Rate::percent);
    let preconfigured = preconfigured.unwrap_or_else(|| "not declared".to_owned());
    let rows = setting_rows(&link.approved).into_iter().zip(setting_rows(&link.running));
    Table::of("", "Settings", rows)
        .column(Column::prose("Setting").share(14), |((name, _), _)| *name)
        .column(Column::prose("Approved"), |((_, approved), _)| approved.clone())
        .column(Column::prose("Running"), |((_, approved), (_, running))| {
            let cell = Cell::from(running);
            if approved == running { cell } else { cell.tone(Tone::Bad) }
        })
        .column(Column::prose("Pre-configured by the manufacturer").share(12), |((name, _), _)| {
            let is_known = *name == "Contribution to the meter";
            Cell::from(if is_known { preconfigured.as_str() } else { "" }).tone(Tone::Quiet)
        })
        .done()
}

fn setting_rows(s: &LevelSettings) -> [(&'static str, String); 7] {
    let optional =
        |m: Option<Money>, none: &str| m.map_or_else(|| none.to_owned(), |m| m.to_string());
    [
        ("Seed", s.seed.to_string()),
        ("Contribution to the meter", s.contribution.percent()),
        ("Contribution to the reserve", s.reserve.percent()),
        ("Limit of the display", optional(s.limit, "none")),
        ("Above the limit", destination(&s.overflow)),
        ("Contributions cut down to", optional(s.contribution_unit, "nothing: carried exactly")),
        ("Display rounded down to", s.display_unit.to_string()),
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

fn equipment(section: &mut Section, w: &Workpaper) {
    section.part("Equipment and software");
    if w.engagement.equipment.is_empty() {
        section.say("None declared in the engagement.").tone(Tone::Quiet);
        return;
    }
    let rows = w.engagement.equipment.iter().flat_map(|q| {
        let own = (q.component.clone(), q.version.clone(), &*q.place);
        let program = |p: &feltproof_model::engagement::Program| {
            (format!("program {}", p.file), in_groups(&p.sha256), "")
        };
        std::iter::once(own).chain(q.programs.iter().map(program))
    });
    let table = Table::of("", "Equipment and software", rows)
        .column(Column::prose("Component").share(20), |(component, ..)| component.clone())
        .column(Column::prose("Version found"), |(_, version, _)| version.clone())
        .column(Column::prose("Place"), |(.., place)| *place);
    section.table(table.done());
}

fn staff(section: &mut Section, w: &Workpaper) {
    let staff = &w.engagement.staff;
    let mut roles: Vec<_> = staff.iter().map(|s| s.role).collect();
    roles.sort_unstable();
    roles.dedup();
    let table = Table::of("", "People named in the journals, by declared role", roles)
        .column(Column::name("Role"), |role| role.name())
        .column(Column::prose("Identifiers"), |role| {
            let of = staff.iter().filter(|s| s.role == *role).map(|s| s.id.as_str());
            of.collect::<Vec<_>>().join(", ")
        });
    section.titled(table.done());
}

/// What the property states of the odds; what they are by count is with the check that compares.
fn stated(section: &mut Section, w: &Workpaper) {
    let table = Table::of("", "Figures of the odds, as stated", &w.engagement.stated)
        .column(Column::name("Game"), |s| &*s.game)
        .column(Column::prose("Wager"), |s| stated_of(s))
        .column(Column::prose("Figure").share(8), |s| match s.figure {
            Figure::HouseEdge => "house edge",
            Figure::HitFrequency => "hit frequency",
            Figure::ElementOfRisk => "element of risk",
        })
        .column(Column::digits("Stated"), |s| share(s.value, s.decimals))
        .column(Column::prose("Source"), |s| &*s.source);
    section.titled(table.done());
}

/// What the engagement states of the law as confirmed: its word, with the source that it gives.
fn confirmed(section: &mut Section, w: &Workpaper) {
    let table = Table::of("", "Stated by the engagement as confirmed", &w.engagement.confirmed)
        .column(Column::name("Rule pack").fit(70), |of| of.pack.clone())
        .column(Column::prose("Limit or control"), |of| of.what.in_words())
        .column(Column::day("From"), |of| of.from)
        .column(Column::prose("Source"), |of| &*of.source)
        .column(Column::prose("Confirmed by").share(7), |of| format!("{}, {}", of.by, of.date));
    section.titled(table.done());
}

/// `Cover All CA-1, 5 hands`.
fn stated_of(s: &StatedFigure) -> String {
    let paytable = if s.paytable.is_empty() { String::new() } else { format!(" {}", s.paytable) };
    let hands = s.hands.map(|hands| format!(", {hands} hands")).unwrap_or_default();
    format!("{}{paytable}{hands}", s.wager)
}

/// A share of one with the decimals it was stated with: `3.40%` of four decimals, `0.5` of one.
fn share(value: Rate, decimals: u8) -> String {
    let scaled = 10_i128
        .checked_pow(decimals.into())
        .and_then(|scale| scale.checked_mul(value.numerator().into()))
        .and_then(|scaled| Rounding::Exact.divide(scaled, value.denominator().into()));
    // A value that is not a whole number of its own decimals is printed as what it is.
    let Some(scaled) = scaled else { return value.percent() };
    let (fraction, sign) = match usize::from(decimals).checked_sub(2) {
        Some(places) => (places, "%"),
        None => (usize::from(decimals), ""),
    };
    let digits = format!("{scaled:0>width$}", width = fraction + 1);
    match digits.split_at_checked(digits.len() - fraction) {
        Some((whole, places)) if fraction > 0 => format!("{whole}.{places}{sign}"),
        _ => format!("{digits}{sign}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stated_share_keeps_its_decimals() {
        for (numerator, denominator, decimals, text) in [
            (342, 10_000, 4, "3.42%"),
            (340, 10_000, 4, "3.40%"),
            (34, 1_000, 3, "3.4%"),
            (3, 100, 2, "3%"),
            (0, 1, 2, "0%"),
            (0, 1, 4, "0.00%"),
            (5, 10_000, 4, "0.05%"),
            (1, 1, 4, "100.00%"),
            (5, 10, 1, "0.5"),
            (0, 1, 1, "0.0"),
            (1, 1, 0, "1"),
            // Not a whole number of its decimals: the value as it is.
            (1, 3, 4, "1/3 of the whole"),
            (5, 10_000, 2, "0.05%"),
        ] {
            let value = Rate::new(numerator, denominator).unwrap_or(Rate::ZERO);
            assert_eq!(share(value, decimals), text);
        }
    }
}
