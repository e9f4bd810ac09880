//! The workpaper's parts as `report.json` has them: one struct per part, keys in print order,
//! money as decimal strings of dollars, rates as exact fractions, times as RFC 3339.

use crate::clock::Clock;
use crate::words::{
    CheckCounts, Places, SettledTotals, check_counts, control_verdict, plain_dollars,
    settled_totals, verdict_sentence,
};
use feltproof_model::workpaper::{
    CategoryCount, CheckResult, ControlResult, Dimension, Finding, GameSummary, InputSummary,
    MeterReconciliation, Outcome, PackSummary, RulingSummary, VarianceGroup, Verdict, Workpaper,
};
use feltproof_model::{Money, Timestamp};
use serde::Serialize;

fn money(micros: i64) -> String {
    plain_dollars(i128::from(micros))
}

#[derive(Serialize)]
pub(super) struct Report<'a> {
    id: &'a str,
    issued: String,
    issued_unix: i64,
    tool: &'static str,
    tool_version: &'a str,
    evidence_sha256: &'a str,
}

impl<'a> Report<'a> {
    pub(super) fn new(w: &'a Workpaper, clock: &Clock) -> Self {
        Self {
            id: &w.report_id,
            issued: clock.rfc3339(Timestamp::from_seconds(w.issued_unix)),
            issued_unix: w.issued_unix,
            tool: "feltproof",
            tool_version: &w.tool_version,
            evidence_sha256: &w.evidence_sha256,
        }
    }
}

#[derive(Serialize)]
pub(super) struct VerdictWire {
    outcome: &'static str,
    sentence: String,
    checks_clean: u64,
    checks_with_exceptions: u64,
    checks_not_run: u64,
}

impl VerdictWire {
    pub(super) fn new(w: &Workpaper) -> Self {
        let CheckCounts { clean, found, not_run } = check_counts(w);
        Self {
            outcome: match w.verdict {
                Verdict::NothingFound => "nothing_found",
                Verdict::Incomplete => "incomplete",
                Verdict::Exceptions => "exceptions",
            },
            sentence: verdict_sentence(w),
            checks_clean: clean,
            checks_with_exceptions: found,
            checks_not_run: not_run,
        }
    }
}

#[derive(Serialize)]
pub(super) struct InputWire<'a> {
    file: &'a str,
    kind: &'static str,
    sha256: &'a str,
    size_bytes: u64,
    records: u64,
    problems: u64,
    unmapped_columns: &'a [String],
    first: Option<String>,
    last: Option<String>,
}

pub(super) fn inputs<'a>(w: &'a Workpaper, clock: &Clock) -> Vec<InputWire<'a>> {
    let wire = |i: &'a InputSummary| InputWire {
        file: &i.digest.file,
        kind: i.kind,
        sha256: &i.digest.sha256,
        size_bytes: i.digest.size_bytes,
        records: i.records,
        problems: i.problems,
        unmapped_columns: &i.unmapped_columns,
        first: i.first.map(|t| clock.rfc3339(t)),
        last: i.last.map(|t| clock.rfc3339(t)),
    };
    w.inputs.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct PackWire<'a> {
    id: &'a str,
    title: &'a str,
    authority: &'a str,
    version: &'a str,
    sha256: &'a str,
}

pub(super) fn packs(w: &Workpaper) -> Vec<PackWire<'_>> {
    fn wire(p: &PackSummary) -> PackWire<'_> {
        PackWire {
            id: &p.id,
            title: &p.title,
            authority: &p.authority,
            version: &p.version,
            sha256: &p.sha256,
        }
    }
    w.packs.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct GameWire<'a> {
    id: &'a str,
    title: &'a str,
    source: &'a str,
    sha256: &'a str,
}

pub(super) fn games(w: &Workpaper) -> Vec<GameWire<'_>> {
    fn wire(g: &GameSummary) -> GameWire<'_> {
        GameWire { id: &g.id, title: &g.title, source: &g.source, sha256: &g.sha256 }
    }
    w.games.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct RulingWire<'a> {
    game: &'a str,
    id: &'a str,
    question: &'a str,
    applied: &'a str,
    chosen: bool,
    source: &'a str,
}

pub(super) fn rulings(w: &Workpaper) -> Vec<RulingWire<'_>> {
    fn wire(r: &RulingSummary) -> RulingWire<'_> {
        RulingWire {
            game: &r.game,
            id: &r.id,
            question: &r.question,
            applied: &r.applied,
            chosen: r.chosen,
            source: &r.source,
        }
    }
    w.rulings.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct CountsWire {
    rounds: u64,
    rounds_void: u64,
    hands: u64,
    hands_folded: u64,
    hands_untestable: u64,
    staked_dollars: String,
    returned_dollars: String,
}

impl CountsWire {
    pub(super) fn new(w: &Workpaper) -> Self {
        let c = &w.counts;
        Self {
            rounds: c.rounds,
            rounds_void: c.rounds_void,
            hands: c.hands,
            hands_folded: c.hands_folded,
            hands_untestable: c.hands_untestable,
            staked_dollars: plain_dollars(c.staked_micros),
            returned_dollars: plain_dollars(c.returned_micros),
        }
    }
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
pub(super) struct CheckWire<'a> {
    code: &'static str,
    title: &'static str,
    unit: &'static str,
    ran: bool,
    reason_not_run: Option<&'a str>,
    tested: Option<u64>,
    exceptions: Option<u64>,
    favours_players_dollars: String,
    favours_house_dollars: String,
}

pub(super) fn checks(w: &Workpaper) -> Vec<CheckWire<'_>> {
    fn wire(c: &CheckResult) -> CheckWire<'_> {
        let (tested, exceptions, reason_not_run) = match &c.outcome {
            Outcome::Ran { tested, exceptions } => (Some(*tested), Some(*exceptions), None),
            Outcome::NotRun { reason } => (None, None, Some(reason.as_str())),
        };
        CheckWire {
            code: c.code,
            title: c.title,
            unit: c.unit,
            ran: tested.is_some(),
            reason_not_run,
            tested,
            exceptions,
            favours_players_dollars: plain_dollars(c.over_micros),
            favours_house_dollars: plain_dollars(c.under_micros),
        }
    }
    w.checks.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct FindingWire<'a> {
    code: &'static str,
    control: &'a str,
    condition: &'a str,
    criteria: &'a str,
    effect: &'a str,
    tested: u64,
    exceptions: u64,
}

pub(super) fn findings(w: &Workpaper) -> Vec<FindingWire<'_>> {
    fn wire(f: &Finding) -> FindingWire<'_> {
        FindingWire {
            code: f.code,
            control: &f.control,
            condition: &f.condition,
            criteria: &f.criteria,
            effect: &f.effect,
            tested: f.tested,
            exceptions: f.exceptions,
        }
    }
    w.findings.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct ControlWire<'a> {
    pack: &'a str,
    citation: &'a str,
    title: &'a str,
    status: &'a str,
    evidence: &'a str,
    effective: &'a str,
    checks: &'a [String],
    verdict: &'static str,
    note: &'a str,
}

pub(super) fn controls(w: &Workpaper) -> Vec<ControlWire<'_>> {
    fn wire(c: &ControlResult) -> ControlWire<'_> {
        ControlWire {
            pack: &c.pack,
            citation: &c.citation,
            title: &c.title,
            status: &c.status,
            evidence: &c.evidence,
            effective: &c.effective,
            checks: &c.checks,
            verdict: control_verdict(c.verdict),
            note: &c.note,
        }
    }
    w.controls.iter().map(wire).collect()
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
        difference_dollars: plain_dollars(crate::words::meter_difference(m)),
        events: m.events,
        series: m
            .series
            .iter()
            .map(|p| PointWire {
                time: clock.rfc3339(p.time),
                recorded_dollars: Money::plain(p.recorded),
                rekept_dollars: Money::plain(p.rekept),
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

#[derive(Serialize)]
pub(super) struct ProblemWire<'a> {
    file: String,
    line: u32,
    reason: &'a str,
    raw: &'a str,
}

pub(super) fn problems<'a>(w: &'a Workpaper, places: &Places) -> Vec<ProblemWire<'a>> {
    let wire = |p: &'a feltproof_model::Problem| ProblemWire {
        file: places.journal(p.journal),
        line: p.line,
        reason: &p.reason,
        raw: &p.raw,
    };
    w.problems.iter().map(wire).collect()
}

#[derive(Serialize)]
pub(super) struct SignerWire<'a> {
    subject: &'a str,
    certificate_sha256: &'a str,
    created_now: bool,
    local: bool,
}

impl<'a> SignerWire<'a> {
    pub(super) fn new(w: &'a Workpaper) -> Option<Self> {
        w.signer.as_ref().map(|s| Self {
            subject: &s.subject,
            certificate_sha256: &s.fingerprint,
            created_now: s.created_now,
            local: s.local,
        })
    }
}
