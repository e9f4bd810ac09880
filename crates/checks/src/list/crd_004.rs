//! CRD-004: round was voided without a cause on record. The procedure is described in `crd_004.md`.

use super::{Fill, RoundCase, Tally, hand_without_cards};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, HandRow};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.is_declared_void() {
        return;
    }
    tally.tested += 1;
    // A hand without cards on record is no wrong count: it proves nothing.
    let is_wrong = |r: &HandRow| r.cards.len() != case.rules.cards_for(r.seat);
    let miscounted = case.rows.iter().any(|r| !r.cards.is_empty() && is_wrong(r));
    let declared = case
        .controller
        .iter()
        .any(|e| e.kind == ControllerKind::Void && !e.value.trim().is_empty());
    if miscounted || declared {
        return;
    }
    if let Some(why) = lacks_cause(case) {
        return tally.left_open(why, || {
            format!("Why round {} of table {} was voided", case.round, case.table.id)
        });
    }
    tally.push(
        case.at_round()
            .words("a wrong number of cards, or a void event with its reason", "neither")
            .because(format!(
                "Round {} of table {} was declared void, but every hand on record has its proper number of cards and \
                 no controller event gives a reason. A round voided at will turns losses into pushes.",
                case.round, case.table.id
            )),
    );
}

/// Why the wrong count, or the reason, may not be on record.
fn lacks_cause(case: &RoundCase<'_>) -> Option<String> {
    if let Some(hole) = case.holes.hands.or(case.holes.controller) {
        return Some(hole.of(case.scope).to_string());
    }
    if case.scope.journal(JournalKind::Controller).is_none() {
        return Some("the engagement has no controller journal for its reason".to_owned());
    }
    let row = hand_without_cards(case)?;
    Some(format!(
        "the cards of line {} of the hands journal are not on record",
        case.scope.line(JournalKind::Hands, row.line)
    ))
}
