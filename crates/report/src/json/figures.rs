//! The figures of `report.json`: totals, meters, groups, hand categories. Money as decimal strings.

use crate::clock::Clock;
use crate::words::{SettledTotals, meter_difference, plain_dollars, settled_totals};
use feltproof_model::Money;
use feltproof_model::workpaper::{
    CategoryCount, Dimension, MeterReconciliation, VarianceGroup, Workpaper,
};
use serde::Serialize;

fn money(micros: i64) -> String {
    plain_dollars(i128::from(micros))
}

#[derive(Serialize)]
pub(super) struct Settled {
    compared: bool,
    wagers: u64,
    staked_dollars: String,
    owed_dollars: String,
    paid_dollars: String,
    overpaid_wagers: u64,
    over_dollars: String,
    underpaid_wagers: u64,
    under_dollars: String,
}

impl Settled {
    pub(super) fn new(w: &Workpaper) -> Self {
        let totals = settled_totals(w, Dimension::Wager);
        let t: SettledTotals = totals.unwrap_or_default();
        Self {
            compared: totals.is_some(),
            wagers: t.wagers,
            staked_dollars: plain_dollars(t.staked_micros),
            owed_dollars: plain_dollars(t.owed_micros),
            paid_dollars: plain_dollars(t.paid_micros),
            overpaid_wagers: t.overpaid,
            over_dollars: plain_dollars(t.over_micros),
            underpaid_wagers: t.underpaid,
            under_dollars: plain_dollars(t.under_micros),
        }
    }
}

#[derive(Serialize)]
pub(super) struct MeterWire<'a> {
    link: &'a str,
    level: &'a str,
    account: &'static str,
    opening_dollars: String,
    contributions_dollars: String,
    awards_dollars: String,
    reseeds_dollars: String,
    adjustments_dollars: String,
    expected_dollars: String,
    recorded_dollars: String,
    difference_dollars: String,
    events: u64,
    series: Vec<PointWire>,
}

#[derive(Serialize)]
struct PointWire {
    time: String,
    recorded_dollars: String,
    rekept_dollars: String,
}

pub(super) fn meters<'a>(w: &'a Workpaper, clock: &Clock) -> Vec<MeterWire<'a>> {
    let wire = |m: &'a MeterReconciliation| MeterWire {
        link: &m.link,
        level: &m.level,
        account: m.account,
        opening_dollars: m.opening.plain(),
        contributions_dollars: m.contributions.plain(),
        awards_dollars: m.awards.plain(),
        reseeds_dollars: m.reseeds.plain(),
        adjustments_dollars: m.adjustments.plain(),
        expected_dollars: m.expected.plain(),
        recorded_dollars: m.recorded.plain(),
        difference_dollars: plain_dollars(meter_difference(m)),
        events: m.events,
        series: m
            .series
            .iter()
            .map(|p| PointWire {
                time: clock.rfc3339(p.time),
                recorded_dollars: Money::plain(p.recorded),
                rekept_dollars: Money::plain(p.kept),
            })
            .collect(),
    };
    w.meters.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct VarianceWire<'a> {
    dimension: &'static str,
    key: &'a str,
    wagers: u64,
    staked_dollars: String,
    owed_dollars: String,
    paid_dollars: String,
    overpaid_wagers: u64,
    over_dollars: String,
    underpaid_wagers: u64,
    under_dollars: String,
}

pub(super) fn variance(w: &Workpaper) -> Vec<VarianceWire<'_>> {
    fn wire(g: &VarianceGroup) -> VarianceWire<'_> {
        VarianceWire {
            dimension: match g.dimension {
                Dimension::Table => "table",
                Dimension::Dealer => "dealer",
                Dimension::Seat => "seat",
                Dimension::GamingDay => "gaming_day",
                Dimension::Wager => "wager",
            },
            key: &g.key,
            wagers: g.wagers,
            staked_dollars: money(g.staked_micros),
            owed_dollars: money(g.owed_micros),
            paid_dollars: money(g.paid_micros),
            overpaid_wagers: g.overpaid,
            over_dollars: money(g.over_micros),
            underpaid_wagers: g.underpaid,
            under_dollars: money(g.under_micros),
        }
    }
    w.variance.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct CategoryWire {
    category: &'static str,
    player_hands: u64,
    dealer_hands: u64,
}

pub(super) fn categories(w: &Workpaper) -> Vec<CategoryWire> {
    let wire = |c: &CategoryCount| CategoryWire {
        category: c.category,
        player_hands: c.players,
        dealer_hands: c.dealers,
    };
    w.categories.iter().map(wire).collect()
}
