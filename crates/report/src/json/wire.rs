//! The workpaper's parts as `report.json` has them: one struct per part, keys in print order,
//! money as decimal strings of dollars, rates as exact fractions, times as RFC 3339.

use crate::clock::Clock;
use crate::words::{
    CheckCounts, Places, check_counts, control_verdict, plain_dollars, verdict_sentence,
};
use feltproof_model::Timestamp;
use feltproof_model::workpaper::{
    CheckResult, ControlResult, Finding, GameSummary, InputSummary, Outcome, PackSummary,
    RulingSummary, Verdict, Workpaper,
};
use serde::Serialize;

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
    checks_not_decidable: u64,
    checks_not_run: u64,
}

impl VerdictWire {
    pub(super) fn new(w: &Workpaper) -> Self {
        let CheckCounts { clean, found, not_run, undecided } = check_counts(w);
        Self {
            outcome: match w.verdict {
                Verdict::NothingFound => "nothing_found",
                Verdict::Incomplete => "incomplete",
                Verdict::Exceptions => "exceptions",
            },
            sentence: verdict_sentence(w),
            checks_clean: clean,
            checks_with_exceptions: found,
            checks_not_decidable: undecided,
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
pub(super) struct CheckWire<'a> {
    code: &'static str,
    title: &'static str,
    unit: &'static str,
    ran: bool,
    reason_not_run: Option<&'a str>,
    tested: Option<u64>,
    exceptions: Option<u64>,
    undecided: u64,
    undecided_reason: Option<&'a str>,
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
            undecided: c.undecided,
            undecided_reason: (c.undecided > 0).then_some(c.undecided_reason.as_str()),
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
