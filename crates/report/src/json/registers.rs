//! The registers of `report.json`, and each meter by gaming day.

use crate::clock::Clock;
use crate::words::{Places, plain_dollars};
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{
    CompactString, MeterDay, RegisterEntry, RegisteredAdjustment, RegisteredAward,
    RegisteredBackOut, Sum,
};
use serde_json::{Map, Value, json};

pub(super) fn registers(w: &Workpaper, clock: &Clock, places: &Places) -> Value {
    let of = Wire { w, clock, places };
    let r = &w.registers;
    json!({
        "awards": r.awards.iter().map(|award| of.award(award)).collect::<Value>(),
        "adjustments": r.adjustments.iter().map(|made| of.adjustment(made)).collect::<Value>(),
        "back_outs": r.back_outs.iter().map(|made| of.back_out(made)).collect::<Value>(),
    })
}

pub(super) fn days(w: &Workpaper) -> Value {
    w.registers.days.iter().map(day).collect()
}

struct Wire<'a> {
    w: &'a Workpaper,
    clock: &'a Clock,
    places: &'a Places,
}

/// What is not recorded is `null`.
fn recorded(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.trim().is_empty())
}

fn plain(sum: Sum) -> String {
    plain_dollars(sum.micros())
}

impl Wire<'_> {
    /// What every entry has, then its own.
    fn entry(&self, entry: &RegisterEntry, own: Value) -> Value {
        let (file, line) = self.places.file_and_line(entry.locus);
        let all = json!({
            "number": entry.number,
            "seq": entry.seq,
            "time": self.clock.rfc3339(entry.time),
            "link": entry.link.as_str(),
            "actor": recorded(&entry.actor),
            "document": recorded(&entry.document),
            "file": file,
            "line": line,
        });
        let members = |value: Value| match value {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        members(all).into_iter().chain(members(own)).collect()
    }

    fn award(&self, a: &RegisteredAward) -> Value {
        let reseed = a.reseed.map(|reseed| {
            json!({
                "added_dollars": reseed.added.plain(),
                "seed_dollars": reseed.seed.plain(),
                "missing_dollars": plain(reseed.missing),
                "reserve_dollars": reseed.reserve.plain(),
                "reserve_most_dollars": reseed.reserve_most.plain(),
            })
        });
        let step = |(step, actor): &(&str, CompactString)| json!({ "step": step, "actor": actor.as_str() });
        self.entry(
            &a.entry,
            json!({
                "level": a.level.as_str(),
                "table": self.w.engagement.table(a.table).id.as_str(),
                "round": a.round,
                "seat": a.seat.to_string(),
                "cards": a.cards,
                "hand": a.hand,
                "share": a.share.map(|share| share.to_string()),
                "amount_dollars": a.amount.plain(),
                "meter_before_dollars": a.before.map(|before| before.plain()),
                "meter_after_dollars": a.after.plain(),
                "reseed": reseed,
                "steps": a.steps.iter().map(step).collect::<Value>(),
                "backed_out": a.is_backed_out,
            }),
        )
    }

    fn adjustment(&self, a: &RegisteredAdjustment) -> Value {
        self.entry(
            &a.entry,
            json!({
                "account": a.account,
                "reason": recorded(&a.reason),
                "amount_dollars": a.amount.plain(),
                "before_dollars": a.before.map(|before| before.plain()),
                "after_dollars": a.after.plain(),
                "support": a.support,
            }),
        )
    }

    fn back_out(&self, b: &RegisteredBackOut) -> Value {
        let on_record = !b.awards.is_empty();
        self.entry(
            &b.entry,
            json!({
                "awards": b.awards,
                "awarded_dollars": on_record.then(|| plain(b.awarded)),
                "to_meter_dollars": plain(b.to_meter),
                "to_reserve_dollars": plain(b.to_reserve),
                "seed_dollars": b.seed().map(plain),
                "to_meter_owed_dollars": b.meter_owed.map(plain),
                "to_reserve_owed_dollars": b.reserve_owed.map(plain),
            }),
        )
    }
}

fn day(d: &MeterDay) -> Value {
    let adjustment = |(reason, amount): &(CompactString, Sum)| json!({ "reason": recorded(reason), "amount_dollars": plain(*amount) });
    json!({
        "link": d.link.as_str(),
        "account": d.account,
        "gaming_day": d.date.to_string(),
        "opening_dollars": d.opening.plain(),
        "opened_by_display": d.is_opened_by_display,
        "coin_in_dollars": d.wagered.map(|wagered| plain(wagered.coin_in)),
        "left_to_house_dollars": d.wagered.and_then(|wagered| wagered.left_to_house).map(plain),
        "contributions_dollars": plain(d.contributions),
        "awards_dollars": plain(d.awards),
        "reseeds_dollars": plain(d.reseeds),
        "back_outs_dollars": plain(d.back_outs()),
        "other_adjustments_dollars": plain(d.other_adjustments()),
        "adjustments": d.adjustments.iter().map(adjustment).collect::<Value>(),
        "closing_dollars": d.closing.plain(),
        "shown_dollars": d.shown.plain(),
        "reading_dollars": d.reading.plain(),
        "variance_dollars": d.variance().map(plain),
        "untold": d.untold,
        "events": d.events,
    })
}
