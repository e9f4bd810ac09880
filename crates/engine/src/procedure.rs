//! The procedure of a progressive system at one table, from round to round: its states, what leads from one to
//! the next, and who may do it. The procedures are data, in `games/systems.toml`.

use feltproof_model::ControllerKind;
use feltproof_model::engagement::Role;
use feltproof_toml::{Found, Section};

/// A procedure: a machine that one table goes through, round after round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Events that may stand in any state and lead nowhere.
    anywhere: Vec<ControllerKind>,
    /// The first begins where a round does.
    steps: Vec<Step>,
    /// See [`Procedure::of_award`].
    of_award: [Vec<ControllerKind>; 2],
}

/// Where a table stands in its procedure: by the place of the name among the states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcedureState(usize);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    state: ProcedureState,
    /// What happens; nothing where the table goes on to its next round.
    on: Option<ControllerKind>,
    to: ProcedureState,
    /// Who may do it; nobody named: whoever works at the table.
    by: Vec<Role>,
}

/// The word for a table that goes on to its next round: no controller records it as such.
const NEXT_ROUND: &str = "next_round";

impl Procedure {
    /// Where a round begins.
    pub const START: ProcedureState = ProcedureState(0);

    /// Where a controller event leads; `None` where it is out of order.
    pub fn after(&self, state: ProcedureState, on: ControllerKind) -> Option<ProcedureState> {
        if self.anywhere.contains(&on) {
            return Some(state);
        }
        self.leads(state, Some(on))
    }

    /// Where a table begins that goes on to its next round; `None` where it may not.
    pub fn next_round(&self, state: ProcedureState) -> Option<ProcedureState> {
        self.leads(state, None)
    }

    /// The events that are in order in a state: `hand_button, confirm or end_game`.
    pub fn in_order(&self, state: ProcedureState) -> String {
        let steps = self.steps.iter().filter(|step| step.state == state);
        let names: Vec<&str> = steps.filter_map(|step| Some(step.on?.name())).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "nothing".to_owned(),
        }
    }

    /// Who may do a step; empty where whoever works at the table may, or the procedure does not have it.
    pub fn by(&self, on: ControllerKind) -> &[Role] {
        self.steps.iter().find(|step| step.on == Some(on)).map_or(&[], |step| &step.by)
    }

    /// The two steps of an award that certain roles make, in their order: the events of which one begins it, and
    /// those of which one completes it. What releases a table after that is neither.
    pub const fn of_award(&self) -> &[Vec<ControllerKind>; 2] {
        &self.of_award
    }

    fn found_of_award(&self) -> [Vec<ControllerKind>; 2] {
        let restricted = || self.steps.iter().filter(|step| !step.by.is_empty());
        // It begins where hands are selected, one after the other.
        let selects = |state| self.leads(state, Some(ControllerKind::HandButton)) == Some(state);
        let begins = || restricted().filter(move |step| selects(step.state));
        let begun = |state| begins().any(|step| step.to == state);
        let completes = restricted().filter(|step| begun(step.state));
        [
            begins().filter_map(|step| step.on).collect(),
            completes.filter_map(|step| step.on).collect(),
        ]
    }

    /// Whether an event may follow one that completes an award in its place: a card of a higher level.
    pub fn replaces(&self, before: ControllerKind, on: ControllerKind) -> bool {
        let restricted =
            |of| self.steps.iter().filter(move |s| s.on == Some(of) && !s.by.is_empty());
        let [_, completes] = self.of_award();
        let leads_on = |to| restricted(on).any(|step| step.state == to);
        before != on
            && [before, on].iter().all(|kind| completes.contains(kind))
            && restricted(before).any(|step| leads_on(step.to))
    }

    /// Whether an event that completes an award may complete another at once.
    pub fn completes_again(&self, on: ControllerKind) -> bool {
        self.steps.iter().any(|step| step.on == Some(on) && step.state == step.to)
    }

    fn leads(&self, state: ProcedureState, on: Option<ControllerKind>) -> Option<ProcedureState> {
        self.steps.iter().find(|step| step.state == state && step.on == on).map(|step| step.to)
    }
}

/// Reads a procedure: `anywhere` and the list `steps`.
pub(crate) fn read(section: &Section<'_>) -> Option<Procedure> {
    let kind = |found: &Found<'_, &str>| {
        let names: Vec<&str> = ControllerKind::ALL.iter().map(|kind| kind.name()).collect();
        found.word(&names, ControllerKind::parse).map(|kind| kind.value)
    };
    let anywhere = section.texts_if("anywhere").iter().filter_map(kind).collect();
    let sections = section.sections("steps");
    // A state is where a step begins; one that no step leaves would end the procedure for good.
    let states: Vec<&str> =
        sections.iter().filter_map(|step| step.text("state")).map(|found| found.value).collect();
    let place = |name: &str| states.iter().position(|state| *state == name).map(ProcedureState);
    let steps = sections.iter().filter_map(|step| {
        let state = place(step.text("state")?.value)?;
        let on = step.text("on")?;
        let on = if on.value == NEXT_ROUND { None } else { Some(kind(&on)?) };
        let to = step.text("to")?.word(&states, place)?.value;
        let roles = step.texts_if("by");
        let by = roles.iter().filter_map(|role| {
            let names = ["dealer", "supervisor", "executive", "accounting"];
            role.word(&names, Role::parse).map(|role| role.value)
        });
        Some(Step { state, on, to, by: by.collect() })
    });
    let mut procedure =
        Procedure { anywhere, steps: steps.collect(), of_award: Default::default() };
    // Every round needs them, so they are found once.
    procedure.of_award = procedure.found_of_award();
    Some(procedure)
}

#[cfg(test)]
mod tests {
    use crate::builtin_systems;
    use feltproof_model::ControllerKind as K;
    use std::collections::BTreeSet;

    /// From START every state can be reached, and from every state START again: no table is ever stuck.
    #[test]
    fn every_procedure_goes_round() {
        for system in builtin_systems() {
            let procedure = &system.procedure;
            let reached = |from| {
                let mut seen = BTreeSet::from([from]);
                loop {
                    let steps = procedure.steps.iter().filter(|s| seen.contains(&s.state.0));
                    let more: BTreeSet<usize> = steps.map(|step| step.to.0).collect();
                    if more.is_subset(&seen) {
                        return seen;
                    }
                    seen.extend(more);
                }
            };
            let states: BTreeSet<usize> = procedure.steps.iter().map(|s| s.state.0).collect();
            for state in &states {
                assert_eq!(reached(*state), states, "{} from {state}", system.id);
            }
            for (at, step) in procedure.steps.iter().enumerate() {
                let alike = |other: &&super::Step| (other.state, other.on) == (step.state, step.on);
                assert_eq!(procedure.steps.iter().position(|s| alike(&s)), Some(at));
            }
        }
    }

    #[test]
    fn an_award_is_begun_and_completed() {
        let systems = builtin_systems();
        let of = |id: &str| &systems.iter().find(|s| s.id == id).unwrap().procedure;
        assert_eq!(*of("shfl").of_award(), [vec![K::KeyJph], vec![K::JPot]]);
        let cards = vec![K::SupervisorCard, K::ExecutiveCard];
        assert_eq!(*of("nexus-command").of_award(), [vec![K::Confirm], cards]);
        assert!(of("shfl").completes_again(K::JPot));
        assert!(!of("nexus-command").completes_again(K::SupervisorCard));
        // A card below the level of the award, and the right one.
        assert!(of("nexus-command").replaces(K::SupervisorCard, K::ExecutiveCard));
        assert!(!of("nexus-command").replaces(K::ExecutiveCard, K::SupervisorCard));
        assert!(!of("shfl").replaces(K::JPot, K::JPot));
    }

    /// The sentences of document 001, items 6 and 9 d to h, word by word.
    #[test]
    fn the_printed_steps_are_in_order_and_no_others() {
        let systems = builtin_systems();
        let runs = |id: &str, events: &[K]| {
            let procedure = &systems.iter().find(|s| s.id == id).unwrap().procedure;
            let start = Some(super::Procedure::START);
            let end = events.iter().try_fold(start?, |state, on| procedure.after(state, *on));
            procedure.next_round(end?)
        };
        let shfl = [K::CoinIn, K::HandButton, K::KeyJph, K::JPot, K::KeyRun, K::EndGame];
        let nexus = [K::CoinIn, K::HandButton, K::Confirm, K::SupervisorCard, K::EndGame];
        assert!(runs("shfl", &shfl).is_some() && runs("nexus-command", &nexus).is_some());
        assert!(runs("nexus-command", &shfl).is_none() && runs("shfl", &nexus).is_none());
        // Each event is needed, but for the hand button (AWD-004 asks for it where an award was taken), the
        // card after which only the round is ended, and the end of a round (RND-004).
        assert!(runs("shfl", &shfl[..5]).is_some(), "never ended");
        assert!(runs("shfl", &shfl[..4]).is_none(), "key still at JPH");
        assert!(runs("shfl", &shfl[..3]).is_none(), "J-POT not pressed");
        assert!(runs("nexus-command", &nexus[..3]).is_none(), "no card");
        // A Supervisor card below the level releases nothing: the Executive card follows, with or without CONFIRM.
        let [start, low, high, end] =
            [&nexus[..3], &[K::SupervisorCard], &[K::ExecutiveCard], &[K::EndGame]];
        assert!(runs("nexus-command", &[start, low, high, end].concat()).is_some());
        assert!(runs("nexus-command", &[start, low, &[K::Confirm], high, end].concat()).is_some());
        assert!(runs("nexus-command", &[start, low, low, low, high, end].concat()).is_some());
        assert!(runs("nexus-command", &[start, high, low, end].concat()).is_none());
        assert!(runs("nexus-command", &[start, low, &[K::HandButton], high].concat()).is_none());
    }
}
