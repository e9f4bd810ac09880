//! The engagement (property, tables, links, journals) as `report.json` has it.

use crate::clock::Clock;
use feltproof_model::engagement::{JournalEntry, LevelSettings, Link, StatedFigure, Table};
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Money, Rate};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct EngagementWire<'a> {
    id: &'a str,
    property: &'a str,
    licence: &'a str,
    location: &'a str,
    prepared_for: &'a str,
    prepared_by: &'a str,
    file: &'a str,
    file_sha256: &'a str,
    file_size_bytes: u64,
    time_zone: &'a str,
    gaming_day_start: &'a str,
    gaming_days: Vec<DayWire>,
    packs: &'a [String],
    game_files: &'a [String],
    tables: Vec<TableWire<'a>>,
    links: Vec<LinkWire<'a>>,
    journals: Vec<JournalWire<'a>>,
    equipment: Vec<EquipmentWire<'a>>,
    staff: Vec<StaffWire<'a>>,
    rulings_chosen: Vec<RulingChoiceWire<'a>>,
    stated: Vec<StatedWire<'a>>,
    randomness: Option<RandomnessDemandsWire<'a>>,
}

/// What the engagement demands of the tests of randomness.
#[derive(Serialize)]
struct RandomnessDemandsWire<'a> {
    level: String,
    profile: Option<&'a str>,
}

#[derive(Serialize)]
struct DayWire {
    date: String,
    start: String,
    end: String,
}

#[derive(Serialize)]
struct TableWire<'a> {
    id: &'a str,
    game: &'a str,
    seats: u8,
    link: Option<String>,
    paytables: Vec<PaytableWire<'a>>,
    posted: Vec<PostedWire>,
    aggregate: Vec<AggregateWire>,
    shuffler: Option<ShufflerWire<'a>>,
    decks_in_use: u8,
}

#[derive(Serialize)]
struct AggregateWire {
    wager: &'static str,
    limit_dollars: String,
}

#[derive(Serialize)]
struct ShufflerWire<'a> {
    model: &'a str,
    mode: &'a str,
}

#[derive(Serialize)]
struct StatedWire<'a> {
    game: &'a str,
    wager: &'static str,
    paytable: Option<&'a str>,
    hands: Option<u8>,
    figure: &'static str,
    value: String,
    decimals: u8,
    source: &'a str,
}

#[derive(Serialize)]
struct PaytableWire<'a> {
    wager: &'static str,
    paytable: &'a str,
}

#[derive(Serialize)]
struct PostedWire {
    wager: &'static str,
    min_dollars: String,
    max_dollars: String,
}

#[derive(Serialize)]
struct LinkWire<'a> {
    id: &'a str,
    system: &'a str,
    paytable: &'a str,
    location: &'a str,
    level: &'a str,
    unit_dollars: String,
    executive_from_dollars: String,
    longest_odds: String,
    preconfigured_contribution: Option<String>,
    approved: SettingsWire,
    running: SettingsWire,
}

#[derive(Serialize)]
struct SettingsWire {
    seed_dollars: String,
    contribution: String,
    reserve: String,
    limit_dollars: Option<String>,
    contribution_unit_dollars: Option<String>,
    display_unit_dollars: String,
}

#[derive(Serialize)]
struct JournalWire<'a> {
    kind: &'static str,
    file: &'a str,
    time_zone: &'a str,
    repeated_hour: &'static str,
    encoding: &'static str,
    disorder_micros: i64,
    cards_in_dealt_order: bool,
    meter_award_in_hands: bool,
}

#[derive(Serialize)]
struct EquipmentWire<'a> {
    component: &'a str,
    version: &'a str,
    place: &'a str,
}

#[derive(Serialize)]
struct StaffWire<'a> {
    id: &'a str,
    role: &'static str,
}

#[derive(Serialize)]
struct RulingChoiceWire<'a> {
    game: &'a str,
    ruling: &'a str,
    value: &'a str,
    source: &'a str,
}

impl<'a> EngagementWire<'a> {
    pub(super) fn new(w: &'a Workpaper, clock: &Clock) -> Self {
        let e = &w.engagement;
        let day = |d: &feltproof_model::engagement::GamingDay| DayWire {
            date: d.date.to_string(),
            start: clock.rfc3339(d.start),
            end: clock.rfc3339(d.end),
        };
        Self {
            id: &e.id,
            property: &e.property,
            licence: &e.licence,
            location: &e.location,
            prepared_for: &e.prepared_for,
            prepared_by: &e.prepared_by,
            file: &w.engagement_file.file,
            file_sha256: &w.engagement_file.sha256,
            file_size_bytes: w.engagement_file.size_bytes,
            time_zone: &e.time_zone,
            gaming_day_start: &e.gaming_day_start,
            gaming_days: e.days.iter().map(day).collect(),
            packs: &e.packs,
            game_files: &e.game_files,
            tables: e.tables.iter().map(|t| table(t, w)).collect(),
            links: e.links.iter().map(link).collect(),
            journals: e.journals.iter().map(journal).collect(),
            equipment: e
                .equipment
                .iter()
                .map(|q| EquipmentWire {
                    component: &q.component,
                    version: &q.version,
                    place: &q.place,
                })
                .collect(),
            staff: e.staff.iter().map(|s| StaffWire { id: &s.id, role: s.role.name() }).collect(),
            randomness: e.randomness.as_ref().map(|demands| RandomnessDemandsWire {
                level: demands.level.percent(),
                profile: demands.profile.as_deref(),
            }),
            rulings_chosen: e
                .rulings
                .iter()
                .map(|r| RulingChoiceWire {
                    game: &r.game,
                    ruling: &r.ruling,
                    value: &r.value,
                    source: &r.source,
                })
                .collect(),
            stated: e.stated.iter().map(stated).collect(),
        }
    }
}

fn stated(s: &StatedFigure) -> StatedWire<'_> {
    StatedWire {
        game: &s.game,
        wager: s.wager.key(),
        paytable: (!s.paytable.is_empty()).then_some(s.paytable.as_str()),
        hands: s.hands,
        figure: s.figure.key(),
        value: s.value.to_string(),
        decimals: s.decimals,
        source: &s.source,
    }
}

fn table<'a>(t: &'a Table, w: &Workpaper) -> TableWire<'a> {
    let link = t.link.and_then(|id| w.engagement.links.get(usize::from(id.0)));
    TableWire {
        id: &t.id,
        game: &t.game,
        seats: t.seats,
        link: link.map(|l| l.id.to_string()),
        paytables: t
            .paytables
            .iter()
            .map(|(wager, paytable)| PaytableWire { wager: wager.key(), paytable })
            .collect(),
        posted: t
            .posted
            .iter()
            .map(|p| PostedWire {
                wager: p.wager.key(),
                min_dollars: p.min.plain(),
                max_dollars: p.max.plain(),
            })
            .collect(),
        aggregate: t
            .aggregate
            .iter()
            .map(|(wager, limit)| AggregateWire {
                wager: wager.key(),
                limit_dollars: limit.plain(),
            })
            .collect(),
        shuffler: t.shuffler.as_ref().map(|s| ShufflerWire { model: &s.model, mode: &s.mode }),
        decks_in_use: t.decks_in_use,
    }
}

fn link(l: &Link) -> LinkWire<'_> {
    LinkWire {
        id: &l.id,
        system: &l.system,
        paytable: &l.paytable,
        location: &l.location,
        level: &l.level,
        unit_dollars: l.unit.plain(),
        executive_from_dollars: l.executive_from.plain(),
        longest_odds: l.longest_odds.to_string(),
        preconfigured_contribution: l.preconfigured_contribution.as_ref().map(Rate::to_string),
        approved: settings(&l.approved),
        running: settings(&l.running),
    }
}

fn settings(s: &LevelSettings) -> SettingsWire {
    SettingsWire {
        seed_dollars: s.seed.plain(),
        contribution: s.contribution.to_string(),
        reserve: s.reserve.to_string(),
        limit_dollars: s.limit.map(Money::plain),
        contribution_unit_dollars: s.contribution_unit.map(Money::plain),
        display_unit_dollars: s.display_unit.plain(),
    }
}

fn journal(j: &JournalEntry) -> JournalWire<'_> {
    JournalWire {
        kind: j.kind.name(),
        file: &j.file,
        time_zone: &j.time_zone,
        repeated_hour: j.repeated_hour.name(),
        encoding: j.encoding.name(),
        disorder_micros: j.disorder_micros,
        cards_in_dealt_order: j.cards_in_dealt_order,
        meter_award_in_hands: j.meter_award_in_hands,
    }
}
