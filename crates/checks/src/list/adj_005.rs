//! ADJ-005: reason of a reduction is not borne out by the record. The procedure is described in `adj_005.md`.

use super::{Fill, Need, ReductionCase, Tally};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ManagerKind, Party, Sum, Wager};
use feltproof_record::Claimed;

pub(super) fn run(case: &ReductionCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let taken = Sum::ZERO - case.event.amount;
    if case.borne == taken {
        return;
    }
    let hole = case.hole.map(|hole| hole.of(case.scope).to_string());
    if let Some(why) = unseen(case).or(hole) {
        return tally.left_open(why, || {
            let line = case.scope.line(JournalKind::Manager, case.event.line);
            format!("Whether line {line} of the manager journal reduces the meter for the reason it gives")
        });
    }
    let found = case.exception().money(-case.borne, -taken, Party::Fund);
    tally.push(found.because(format!(
        "The {} of {} on link {} gives the reason {}: {}.",
        case.event.kind.name().replace('_', " "),
        case.event.amount,
        case.link().id,
        case.event.reason,
        facts(case)
    )));
}

/// Why the record cannot tell of the facts that a reason claims, where it keeps none of them.
fn unseen(case: &ReductionCase<'_>) -> Option<String> {
    match case.claimed {
        Claimed::Won if case.link().awards.deducts_fixed => Some(
            "fixed awards come off the meter too, and what they left unpaid is not kept".to_owned(),
        ),
        Claimed::Won => [Need::Cards, Need::StakeOf(Wager::Progressive)]
            .into_iter()
            .find_map(|need| case.scope.lacks(need)),
        Claimed::Malfunction => case.scope.lacks(Need::Controller),
        _ => None,
    }
}

/// What the record has of the facts that a reason claims.
fn facts(case: &ReductionCase<'_>) -> String {
    let borne = case.borne;
    let is_of_reserve = case.event.kind == ManagerKind::ReserveAdjustment;
    match case.claimed {
        Claimed::Won => format!(
            "what hands on record had won until then, where it names a table, round or seat that hand, and no award \
             had taken from the meter, comes to {borne} (tray pays do not come off the meter)"
        ),
        Claimed::Malfunction => format!(
            "until then no controller of a table of the link had reported a fault on that gaming day or the day \
             before, and what its meter and reserve had gone up without a cause, and was not yet corrected, comes to \
             {borne}"
        ),
        Claimed::OverMaximum { .. } if is_of_reserve => {
            "a maximum is one of the displayed meter, not of the reserve".to_owned()
        }
        Claimed::OverMaximum { limit: None, .. } => {
            "no limit of the link is approved or in force".to_owned()
        }
        Claimed::OverMaximum { limit: Some(limit), displayed } => {
            format!("its meter displayed {displayed}, and the limit is {limit}")
        }
        Claimed::Nondisplayed => {
            "it takes from the displayed meter what only money that is not displayed, the reserve, may be taken for"
                .to_owned()
        }
        Claimed::Seed { put_in, recovered } => format!(
            "on record the house had put in seed of {put_in} and taken back {recovered} of it, which leaves {borne}"
        ),
    }
}
