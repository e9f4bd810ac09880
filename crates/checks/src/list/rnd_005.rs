//! RND-005: controller events are out of procedure order. The procedure is described in `rnd_005.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::ControllerKind;
use feltproof_model::engagement::JournalKind;

/// How the link's system takes an award.
#[derive(Clone, Copy)]
struct Procedure {
    /// The supervisor's key to JPH, J-POT, the key back to RUN (SHFL).
    keys: bool,
    /// CONFIRM and a card (Nexus Command).
    confirms: bool,
}

/// Where the procedure of one round stands.
#[derive(Clone, Copy)]
enum State {
    Idle,
    Playing,
    Confirmed,
    KeyAtJph,
    Won,
    Ended,
}

impl State {
    /// The state after an event, or what would have been in order.
    fn next(self, kind: ControllerKind, procedure: Procedure) -> Result<Self, &'static str> {
        use ControllerKind as K;
        match (self, kind) {
            // The shuffler is set apart from the procedure of a round.
            (state, K::Fault | K::ShufflerMode) => Ok(state),
            (Self::Idle, K::CoinIn) => Ok(Self::Playing),
            (Self::Idle, _) => Err("coin_in"),
            (Self::Playing, K::HandButton) => Ok(Self::Playing),
            (Self::Playing, K::Confirm) if procedure.confirms => Ok(Self::Confirmed),
            (Self::Playing, K::KeyJph) if procedure.keys => Ok(Self::KeyAtJph),
            (Self::Playing, K::EndGame | K::Void) => Ok(Self::Ended),
            (Self::Playing, _) => Err(match procedure {
                Procedure { keys: false, .. } => "hand_button, confirm, end_game or void",
                Procedure { confirms: false, .. } => "hand_button, key_jph, end_game or void",
                Procedure { .. } => "hand_button, confirm, key_jph, end_game or void",
            }),
            (Self::Confirmed, K::SupervisorCard | K::ExecutiveCard) => Ok(Self::Playing),
            (Self::Confirmed, _) => Err("supervisor_card or executive_card"),
            (Self::KeyAtJph, K::JPot) => Ok(Self::Won),
            (Self::KeyAtJph, _) => Err("j_pot"),
            (Self::Won, K::JPot) => Ok(Self::Won),
            (Self::Won, K::KeyRun) => Ok(Self::Playing),
            (Self::Won, _) => Err("key_run"),
            // A void round may still be ended on the keypad.
            (Self::Ended, K::EndGame | K::Void) => Ok(Self::Ended),
            (Self::Ended, _) => Err("nothing more in this round"),
        }
    }
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.controller.iter().any(|e| e.kind == ControllerKind::CoinIn) {
        return;
    }
    tally.tested += 1;
    let system = case.link().map(|link| link.system.as_str());
    let procedure =
        Procedure { keys: system != Some("nexus-command"), confirms: system != Some("shfl") };
    let mut state = State::Idle;
    for event in case.controller {
        match state.next(event.kind, procedure) {
            Ok(next) => state = next,
            Err(expected) => {
                // The step before it may stand in a hole.
                if let Some(hole) = case.holes.controller {
                    return tally.left_open(hole.of(case.scope), || {
                        let line = case.scope.line(JournalKind::Controller, event.line);
                        format!("Whether line {line} of the controller journal is in order")
                    });
                }
                let recorded = event.kind.name();
                let why = format!(
                    "In round {} of table {} the controller recorded {recorded}; what the \
                     procedure allows there is {expected}.",
                    case.round, case.table.id
                );
                let exception = case.at_controller(event);
                tally.push(exception.words(expected, recorded).because(why));
                return;
            }
        }
    }
}
