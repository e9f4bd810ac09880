//! Puts the workpaper together: what was found, under which control, and what it comes to.

use crate::evidence;
use crate::findings::{Under, answer, findings};
use crate::matrix::matrix;
use crate::printed::Printed;
use crate::rows::rows;
use crate::totals::Audited;
use feltproof_analysis::AnalysisError;
use feltproof_checks::runnable::missing;
use feltproof_checks::{CHECKS, Scope};
use feltproof_engine::Game;
use feltproof_model::workpaper::{
    FileDigest, GameSummary, InputSummary, PackSummary, RulingSummary, SetAside, Signer, Verdict,
    Workpaper,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is known before the first record.
pub struct Known {
    /// What the audit knows.
    pub scope: Arc<Scope>,
    /// Game definitions in use.
    pub games: Vec<Game>,
    /// The engagement file as evidence.
    pub file: FileDigest,
    /// The house file that it extends, as evidence.
    pub house: Option<FileDigest>,
}

/// What an audit of the record came to.
pub struct Judged {
    /// What was known before.
    pub known: Known,
    /// What its checks came to.
    pub outcome: Audited,
    /// The journals as they were read.
    pub inputs: Vec<InputSummary>,
    /// What was found, for print.
    pub printed: Printed,
}

/// Says of each journal what of it lay outside the audited days.
fn note_set_aside(inputs: &mut [InputSummary], set_aside: &[(u16, SetAside)]) {
    for (journal, set_aside) in set_aside {
        if let Some(input) = inputs.get_mut(usize::from(*journal)) {
            input.set_aside = Some(*set_aside);
        }
    }
}

/// Puts together what the audit came to. Errors: totals that do not fit the frame that sums them.
pub fn assemble(
    judged: Judged,
    issued_unix: i64,
    signer: Option<Signer>,
) -> Result<Workpaper, AnalysisError> {
    let Judged { known, outcome, mut inputs, mut printed } = judged;
    note_set_aside(&mut inputs, &outcome.set_aside);
    let Known { scope, games, file, house } = known;
    let packs = pack_summaries(&scope);
    let games = game_summaries(&games);
    let previous = scope.engagement.previous.as_ref();
    let evidence_sha256 =
        evidence::digest(&file, house.as_ref(), previous, &inputs, &packs, &games);
    let short = evidence_sha256.get(..12).unwrap_or_default();
    let report_id = format!("{}-{short}", scope.engagement.id);
    let rows = rows(&scope, &outcome);
    let mut controls = matrix(&scope, &outcome, &rows, &printed.found);
    printed.resolve(&outcome.causes);
    let under = Under { scope: &scope, rows: &rows, found: &printed.found };
    // By day a posting counts on each of its days; under its control it is one exception.
    for (control, found) in controls.iter_mut().zip(under.of_rows()) {
        control.found = found;
    }
    let mut findings = findings(&outcome, &under, |code, is_such| printed.first(code, is_such));
    let responses_unmatched = answer(&mut findings, &scope.engagement);
    let verdict = verdict(&scope, &outcome, printed.exceptions_total);
    printed.waived.sort_by_key(|e| (e.code, e.locus));
    let variance = outcome.observer.variance(&scope.engagement)?;
    let analysis = outcome.observer.analysis(
        &scope,
        &outcome.recorded,
        &outcome.causes,
        &printed.differences,
    )?;
    Ok(Workpaper {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        issued_unix,
        report_id,
        evidence_sha256,
        engagement: scope.engagement.clone(),
        engagement_file: file,
        house_file: house,
        inputs,
        packs,
        games,
        rulings: rulings(&scope),
        counts: outcome.counts,
        recorded: outcome.recorded,
        untested_payments: outcome.untested_payments,
        checks: outcome.checks,
        exceptions_total: printed.exceptions_total,
        exceptions_of_no_control: under.of_no_control(),
        money: printed.money,
        causes: outcome.causes,
        waivers: outcome.waivers,
        waived: std::mem::take(&mut printed.waived),
        waived_total: printed.waived_total,
        findings,
        responses_unmatched,
        controls,
        meters: outcome.meters,
        registers: outcome.registers,
        variance,
        analysis,
        categories: outcome.categories,
        problems: std::mem::take(&mut printed.problems),
        problems_total: printed.problems_total,
        exceptions: printed.into_sorted(),
        advice: outcome.advice,
        advisories: outcome.advisories,
        gaps: outcome.gaps,
        signer,
        outputs: Vec::new(),
        verdict,
    })
}

/// A check whose input is missing, a gap in the record, or something left undecided keeps a report from
/// ever saying that nothing was found. A check with no occurrence to test in the record does not, nor does a check of what the property does not have: a link, a side bet.
fn verdict(scope: &Scope, outcome: &Audited, exceptions: u64) -> Verdict {
    let lacking = CHECKS.iter().any(|c| missing(scope, c).is_some());
    let undecided = outcome.checks.iter().any(|c| c.undecided > 0);
    if exceptions > 0 {
        Verdict::Exceptions
    } else if lacking || undecided || !outcome.gaps.is_empty() {
        Verdict::Incomplete
    } else {
        Verdict::NothingFound
    }
}

fn pack_summaries(scope: &Scope) -> Vec<PackSummary> {
    let summary = |p: &feltproof_regs::Pack| PackSummary {
        id: p.id.clone(),
        title: p.title.clone(),
        authority: p.authority.clone(),
        version: p.version.clone(),
        sha256: p.sha256.clone(),
    };
    scope.law.packs.iter().map(summary).collect()
}

fn game_summaries(games: &[Game]) -> Vec<GameSummary> {
    let summary = |g: &Game| GameSummary {
        id: g.id.clone(),
        title: g.title.clone(),
        source: g.source.clone(),
        sha256: g.sha256.clone(),
    };
    games.iter().map(summary).collect()
}

fn rulings(scope: &Scope) -> Vec<RulingSummary> {
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    for rules in scope.rules.iter().filter(|rules| seen.insert(rules.game().to_owned())) {
        all.extend(rules.rulings().iter().map(|r| RulingSummary {
            game: rules.game().to_owned(),
            id: r.id.clone(),
            question: r.question.clone(),
            applied: r.applied.clone(),
            chosen: r.chosen,
            source: r.source.clone(),
        }));
    }
    all
}
