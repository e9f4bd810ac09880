//! RND: whether what two people must do was done by two.

use super::{Fill, RoundCase, Tally};
use crate::people::{Alike, alike};
use feltproof_model::engagement::JournalKind::Controller;
use feltproof_model::{ControllerEvent, ControllerKind};
use feltproof_record::confirmations;

/// Who is on record of the awards of a round, and whether all are.
struct People<'a> {
    /// Who dealt, and who pressed the hand buttons.
    dealing: Vec<&'a str>,
    /// Who verified: the steps that the procedure gives to certain roles.
    verifying: Vec<&'a str>,
    /// A step without a name.
    unnamed: Option<&'a ControllerEvent>,
}

fn people<'a>(case: &'a RoundCase<'_>, steps: &[&'a ControllerEvent]) -> People<'a> {
    let named = |event: &&'a ControllerEvent| {
        let actor = event.actor.trim();
        (!actor.is_empty()).then_some(actor)
    };
    let buttons = || case.controller.iter().filter(|e| e.kind == ControllerKind::HandButton);
    // Without hands on record whoever registered the wagers dealt.
    let started = case.start().and_then(|event| named(&event));
    let dealer = Some(case.dealer.trim()).filter(|dealer| !dealer.is_empty()).or(started);
    let every = buttons().chain(steps.iter().copied());
    People {
        dealing: dealer.into_iter().chain(buttons().filter_map(|e| named(&e))).collect(),
        verifying: steps.iter().filter_map(named).collect(),
        unnamed: every.into_iter().find(|e| named(e).is_none()),
    }
}

/// Hand was selected and verified by one person alone.
pub(super) fn rnd_013(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(procedure) = case.scope.procedure(case.table_id) else { return };
    let completed = confirmations(Some(procedure), &case.controller);
    let engagement = &case.scope.engagement;
    let is_step = |e: &&ControllerEvent| !procedure.by(e.kind).is_empty();
    let steps: Vec<&ControllerEvent> = case.controller.iter().filter(is_step).collect();
    let (Some(first), false) = (steps.first(), completed.is_empty()) else { return };
    // A step by somebody whose role does not allow it is RND-009's, and a card AWD-005's.
    let is_foul = |e: &&ControllerEvent| {
        let role = engagement.person(&e.actor).map(|person| person.role);
        role.is_some_and(|role| !procedure.by(e.kind).contains(&role))
    };
    let People { dealing, verifying, unnamed } = people(case, &steps);
    if steps.iter().any(is_foul) {
        return;
    }
    tally.tested += 1;
    let place = case.scope.place(Controller, first.line);
    let what = || format!("Whether two people made the award that {place} begins");
    if dealing.is_empty() || verifying.is_empty() {
        let side = if dealing.is_empty() { "dealt or selected the hand" } else { "verified it" };
        return tally.left_open(format!("nobody is named who {side}"), what);
    }
    let pairs = || {
        let of = |one: &&str| verifying.iter().map(|other| alike(engagement, one, other)).collect();
        dealing.iter().map(of).collect::<Vec<Vec<Alike>>>().concat()
    };
    let all = pairs();
    if all.iter().all(|alike| *alike == Alike::Different) {
        return;
    }
    let namesakes = all.iter().find_map(|alike| match alike {
        Alike::Namesakes(why) => Some(why.clone()),
        Alike::Same | Alike::Different => None,
    });
    let others = || {
        let everybody: Vec<&str> = dealing.iter().chain(&verifying).copied().collect();
        let is_other = |name: &&str| alike(engagement, name, verifying[0]) == Alike::Different;
        everybody.into_iter().find(is_other)
    };
    if let Some(other) = others() {
        let why = format!(
            "beside {other} somebody stands on both sides, with the hand button and with the key or card"
        );
        return tally.left_open(why, what);
    }
    let why = unnamed
        .map(|event| format!("nobody is named at {}", case.scope.place(Controller, event.line)));
    let hole = || case.why(case.holes.controller).map(|why| why.to_string());
    if let Some(why) = namesakes.or(why).or_else(hole) {
        return tally.left_open(why, what);
    }
    let alone = verifying[0];
    let kinds = steps.iter().map(|e| e.kind.name()).collect::<Vec<_>>().join(", ");
    let found = case.at_controller(first).words("two people", format_args!("{alone} alone"));
    tally.push(found.because(format!(
        "In {} nobody but {alone} is on record, with the deal or the hand button and with the steps {kinds}. The dealer \
         selects the hand and contacts a supervisor, who verifies it: two people's work.",
        case.name()
    )));
}
