//! The engagement (property, tables, links, journals) as `report.json` has it.

use crate::clock::Clock;
use feltproof_model::engagement::JournalKind;
use feltproof_model::engagement::{
    Equipment, LevelSettings, Link, Overflow, Program, RulingChoice, StatedFigure, Table,
};
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{
    Confirmed, ConfirmedPart, DailyFigure, FigureOf, Inspected, LinkId, Money, Rate,
};
use serde_json::{Value, json};

pub(super) fn engagement(w: &Workpaper, clock: &Clock) -> Value {
    let e = &w.engagement;
    let days = e.days.iter().map(|d| {
        json!({
            "date": d.date.to_string(),
            "start": clock.rfc3339(d.start),
            "end": clock.rfc3339(d.end),
        })
    });
    let journals = e.journals.iter().map(|j| {
        json!({
            "kind": j.kind.name(),
            "file": j.file,
            "time_zone": j.time_zone,
            "repeated_hour": j.repeated_hour.name(),
            "encoding": j.encoding.name(),
            "sequence": (j.kind != JournalKind::Hands).then(|| j.sequence.name()),
            "disorder_micros": j.disorder_micros,
            "cards_in_dealt_order": j.cards_in_dealt_order,
            "meter_award_in_hands": j.meter_award_in_hands,
            "bonus_with_ante": j.bonus_with_ante,
        })
    });
    let staff = e.staff.iter().map(|s| json!({ "id": s.id.as_str(), "role": s.role.name() }));
    // What the engagement demands of the tests of randomness.
    let randomness = e.randomness.as_ref();
    let randomness = randomness
        .map(|demands| json!({ "level": demands.level.percent(), "profile": demands.profile }));
    json!({
        "id": e.id,
        "property": e.property,
        "licence": e.licence,
        "location": e.location,
        "prepared_for": e.prepared_for,
        "prepared_by": e.prepared_by,
        "file": w.engagement_file.file,
        "file_sha256": w.engagement_file.sha256,
        "file_size_bytes": w.engagement_file.size_bytes,
        "previous": e.previous.as_ref().map(|previous| json!({
            "report": previous.report,
            "sha256": previous.sha256,
        })),
        "house_file": w.house_file.as_ref().map(|house| json!({
            "file": house.file,
            "sha256": house.sha256,
            "size_bytes": house.size_bytes,
        })),
        "time_zone": e.time_zone,
        "gaming_day_start": e.gaming_day_start,
        "gaming_days": days.collect::<Value>(),
        "packs": e.packs,
        "game_files": e.game_files,
        "tables": e.tables.iter().map(|t| table(t, w)).collect::<Value>(),
        "links": e.links.iter().map(link).collect::<Value>(),
        "journals": journals.collect::<Value>(),
        "equipment": e.equipment.iter().map(equipment).collect::<Value>(),
        "staff": staff.collect::<Value>(),
        "rulings_chosen": e.rulings.iter().map(ruling).collect::<Value>(),
        "stated": e.stated.iter().map(stated).collect::<Value>(),
        "randomness": randomness,
        "confirmed": e.confirmed.iter().map(confirmed).collect::<Value>(),
        "daily_figures": e.daily_figures.iter().map(|of| daily_figure(of, w)).collect::<Value>(),
        "inspected": e.inspected.iter().map(inspected).collect::<Value>(),
    })
}

fn ruling(r: &RulingChoice) -> Value {
    json!({
        "game": r.game,
        "ruling": r.ruling,
        "value": r.value,
        "authority": r.authority.name(),
        "source": r.source,
    })
}

fn equipment(q: &Equipment) -> Value {
    let program =
        |p: &Program| json!({ "file": p.file, "sha256": p.sha256, "approved_sha256": p.approved });
    json!({
        "component": q.component,
        "version": q.version,
        "place": q.place,
        "programs": q.programs.iter().map(program).collect::<Value>(),
    })
}

fn confirmed(of: &Confirmed) -> Value {
    let (limit, control, reason, value, text) = match &of.what {
        ConfirmedPart::Value { limit, value } => {
            (Some(limit), None, None, Some(value.in_words()), None)
        }
        ConfirmedPart::Version { control, demand, .. } => {
            (None, Some(control), None, None, demand.as_deref())
        }
        ConfirmedPart::Reason { reason, .. } => (None, None, Some(reason), None, None),
    };
    json!({
        "pack": of.pack,
        "limit": limit,
        "control": control,
        "reason": reason,
        "value": value,
        "text": text,
        "from": of.from.to_string(),
        "source": of.source,
        "by": of.by,
        "date": of.date.to_string(),
        "line": of.line.number,
        "in_house_file": of.line.of_house,
    })
}

fn inspected(of: &Inspected) -> Value {
    json!({
        "pack": of.pack,
        "control": of.control,
        "answer": of.answer.name(),
        "reason": of.reason,
        "by": of.by.name(),
        "initials": of.initials,
        "date": of.date.to_string(),
        "document": of.document,
        "line": of.line.number,
    })
}

fn daily_figure(of: &DailyFigure, w: &Workpaper) -> Value {
    let e = &w.engagement;
    let link = |id: LinkId| e.links.get(usize::from(id.0)).map(|link| link.id.as_str());
    let (table, link) = match of.of {
        FigureOf::TableWin(id) => (e.tables.get(usize::from(id.0)).map(|t| t.id.as_str()), None),
        FigureOf::Accrued(id) | FigureOf::Paid(id) => (None, link(id)),
    };
    json!({
        "kind": of.of.name(),
        "table": table,
        "link": link,
        "day": e.days.get(usize::from(of.day)).map(|day| day.date.to_string()),
        "amount_dollars": of.amount.plain(),
        "rounding": of.rounding.name(),
        "document": of.document,
        "line": of.line.number,
    })
}

fn stated(s: &StatedFigure) -> Value {
    json!({
        "game": s.game,
        "wager": s.wager.key(),
        "paytable": (!s.paytable.is_empty()).then_some(s.paytable.as_str()),
        "hands": s.hands,
        "figure": s.figure.key(),
        "value": s.value.to_string(),
        "decimals": s.decimals,
        "source": s.source,
    })
}

fn table(t: &Table, w: &Workpaper) -> Value {
    let links = t.links.iter().filter_map(|id| w.engagement.links.get(usize::from(id.0)));
    let links: Vec<&str> = links.map(|link| link.id.as_str()).collect();
    let paytables = t.paytables.iter();
    let paytables = paytables.map(|(wager, id)| json!({ "wager": wager.key(), "paytable": id }));
    let posted = t.posted.iter().map(|p| {
        json!({
            "wager": p.wager.key(),
            "min_dollars": p.min.plain(),
            "max_dollars": p.max.plain(),
        })
    });
    let aggregate = t.aggregate.iter();
    let aggregate = aggregate
        .map(|(wager, limit)| json!({ "wager": wager.key(), "limit_dollars": limit.plain() }));
    let shuffler = t.shuffler.as_ref();
    json!({
        "id": t.id.as_str(),
        "game": t.game,
        "seats": t.seats,
        "link": links.first(),
        "links": links,
        "paytables": paytables.collect::<Value>(),
        "posted": posted.collect::<Value>(),
        "aggregate": aggregate.collect::<Value>(),
        "shuffler": shuffler.map(|s| json!({ "model": s.model, "mode": s.mode })),
        "decks_in_use": t.decks_in_use,
        "unit_dollars": t.unit.map(Money::plain),
    })
}

fn link(l: &Link) -> Value {
    json!({
        "id": l.id.as_str(),
        "system": l.system,
        "paytable": l.paytable,
        "location": l.location,
        "level": l.level.as_str(),
        "shares": l.shares.iter().map(|(level, share)| json!({ "level": level.as_str(), "share": share.to_string() })).collect::<Value>(),
        "unit_dollars": l.unit.plain(),
        "executive_from_dollars": l.executive_from.plain(),
        "longest_odds": l.longest_odds.to_string(),
        "award_unit_dollars": l.awards.unit.plain(),
        "award_rounding": l.awards.rounding.name(),
        "reserve_unit_dollars": l.reserve_unit.map(Money::plain),
        "fixed_awards": if l.awards.deducts_fixed { "meter" } else { "tray" },
        "preconfigured_contribution": l.preconfigured_contribution.as_ref().map(Rate::to_string),
        "approved": settings(&l.approved),
        "running": settings(&l.running),
    })
}

fn settings(s: &LevelSettings) -> Value {
    json!({
        "seed_dollars": s.seed.plain(),
        "contribution": s.contribution.to_string(),
        "reserve": s.reserve.to_string(),
        "limit_dollars": s.limit.map(Money::plain),
        "overflow": match &s.overflow {
            Overflow::Undeclared => None,
            Overflow::Reserve => Some("reserve"),
            Overflow::House => Some("house"),
            Overflow::Meter(link) => Some(link.as_str()),
        },
        "contribution_unit_dollars": s.contribution_unit.map(Money::plain),
        "display_unit_dollars": s.display_unit.plain(),
    })
}
