//! The figures of `report.json`: totals, meters, groups, hand categories. Money as decimal strings.

use super::analysis::dimension;
use crate::clock::Clock;
use crate::coverage::{self, Amount, Closing};
use crate::words::{Places, meter_difference, plain_dollars, settled_totals};
use feltproof_model::workpaper::{
    Dimension, MeterReconciliation, Movement, VarianceGroup, Workpaper,
};
use feltproof_model::{Departures, StandingAward};
use serde_json::{Value, json};

fn money(micros: i64) -> String {
    plain_dollars(i128::from(micros))
}

pub(super) fn counts(w: &Workpaper) -> Value {
    let (c, acted) = (&w.counts, w.recorded.actions);
    let [players, dealers] = coverage::hands_ranked(w);
    let lacks = |held: bool, column: &str| (!held).then(|| column.to_owned());
    let missing = lacks(w.recorded.cards, "cards").into_iter();
    let missing = missing.chain(lacks(acted, "action"));
    let missing = missing.chain(Amount::Staked.missing_columns(w));
    let missing = missing.chain(Amount::Returned.missing_columns(w));
    json!({
        "rounds": c.rounds,
        "rounds_void": c.rounds_void,
        "rounds_declared_void": c.rounds_declared_void,
        "hands": c.hands,
        "hands_folded": acted.then_some(c.hands_folded),
        "hands_untestable": acted.then_some(c.hands_untestable),
        "hands_ranked": players,
        "dealer_hands_ranked": dealers,
        "wagers": c.wagers,
        "wagers_untested": c.wagers_untested,
        "staked_dollars": Amount::Staked.plain(w),
        "returned_dollars": Amount::Returned.plain(w),
        "columns_missing": missing.collect::<Value>(),
    })
}

pub(super) fn settled(w: &Workpaper) -> Value {
    let totals = settled_totals(w, Dimension::Wager);
    let t = totals.unwrap_or_default();
    json!({
        "compared": totals.is_some(),
        "wagers": t.wagers,
        "untested_wagers": w.counts.wagers_untested,
        "staked_dollars": plain_dollars(t.staked_micros),
        "owed_dollars": plain_dollars(t.owed_micros),
        "paid_dollars": plain_dollars(t.paid_micros),
        "overpaid_wagers": t.overpaid,
        "over_dollars": plain_dollars(t.over_micros),
        "underpaid_wagers": t.underpaid,
        "under_dollars": plain_dollars(t.under_micros),
    })
}

/// What the closing difference is made of.
fn departures(of: &Departures, places: &Places) -> Value {
    let listed = of.listed.iter().map(|departure| {
        let (file, line) = places.file_and_line(departure.locus);
        json!({
            "file": file,
            "line": line,
            "dollars": plain_dollars(departure.amount.micros()),
            "follows": departure.follows,
        })
    });
    json!({
        "total": of.total,
        "dollars": plain_dollars(of.sum.micros()),
        "fractions_dollars": plain_dollars(of.fractions.micros()),
        "listed": listed.collect::<Value>(),
    })
}

pub(super) fn meters(w: &Workpaper, clock: &Clock) -> Value {
    let places = Places::of(w);
    let meter = |m: &MeterReconciliation| {
        let untold = match coverage::closing(w, m) {
            Closing::Untold(why) => Some(why),
            _ => None,
        };
        let series = m.series.iter().map(|p| {
            json!({
                "time": clock.rfc3339(p.time),
                "recorded_dollars": p.recorded.plain(),
                "expected_dollars": p.kept.plain(),
                "moved_by": p.moved_by.map(Movement::name),
            })
        });
        json!({
            "link": m.link,
            "level": m.level,
            "account": m.account,
            "opening_dollars": m.opening.plain(),
            "contributions_dollars": m.contributions.plain(),
            "awards_dollars": m.awards.plain(),
            "reseeds_dollars": m.reseeds.plain(),
            "reseeds_recorded_dollars": m.reseeds_recorded.plain(),
            "adjustments_dollars": m.adjustments.plain(),
            "expected_dollars": m.expected.plain(),
            "recorded_dollars": m.recorded.plain(),
            "difference_dollars": untold.is_none().then(|| plain_dollars(meter_difference(m))),
            "departures": departures(&m.departures, &places),
            "untold": untold,
            "tested": coverage::is_meter_tested(w, m),
            "reservations": coverage::meter_reservations(w, m),
            "events": m.events,
            "awards_standing": m.standing.iter().map(|a| standing(a, clock)).collect::<Value>(),
            "series": series.collect::<Value>(),
        })
    };
    w.meters.iter().map(meter).collect()
}

fn standing(a: &StandingAward, clock: &Clock) -> Value {
    json!({
        "time": clock.rfc3339(a.time),
        "time_micros": a.time.0,
        "table": a.table.as_str(),
        "round": a.round,
        "seat": a.seat.to_string(),
        "amount_dollars": a.amount.plain(),
        "reseeded_dollars": a.reseeded.plain(),
        "reserve_drawn_dollars": a.reserve_drawn.plain(),
        "reserve_drawn_most_dollars": a.reserve_drawn_most.plain(),
    })
}

pub(super) fn variance(w: &Workpaper) -> Value {
    let group = |g: &VarianceGroup| {
        json!({
            "dimension": dimension(g.dimension),
            "key": g.key,
            "wagers": g.wagers,
            "untested_wagers": g.untested,
            "staked_dollars": money(g.staked_micros),
            "owed_dollars": money(g.owed_micros),
            "paid_dollars": money(g.paid_micros),
            "overpaid_wagers": g.overpaid,
            "over_dollars": money(g.over_micros),
            "underpaid_wagers": g.underpaid,
            "under_dollars": money(g.under_micros),
        })
    };
    w.variance.iter().map(group).collect()
}

pub(super) fn categories(w: &Workpaper) -> Value {
    let category = w.categories.iter().map(
        |c| json!({ "category": c.category, "player_hands": c.players, "dealer_hands": c.dealers }),
    );
    category.collect()
}

pub(super) fn untested_payments(w: &Workpaper, places: &Places) -> Value {
    let all = &w.untested_payments;
    let shown = all.listed.iter().map(|p| {
        let (file, line) = places.file_and_line(p.locus);
        json!({
            "file": file,
            "line": line,
            "table": p.table.as_str(),
            "round": p.round,
            "seat": p.seat.to_string(),
            "paid_for": p.wager.map_or("award", feltproof_model::Wager::key),
            "amount_dollars": p.amount.plain(),
            "reason": p.reason,
        })
    });
    json!({
        "total": all.total,
        "dollars": plain_dollars(all.micros),
        "shown": shown.collect::<Value>(),
    })
}
