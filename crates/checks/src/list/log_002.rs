//! LOG-002: sequence numbers are missing. The procedure is described in `log_002.md`.

use super::{Fill, RecordCase, RecordFact, Tally};

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let (run, previous) = match &case.fact {
        RecordFact::Number => {
            tally.tested += 1;
            return;
        }
        RecordFact::NumbersMissing { run, previous } => (run, *previous),
        _ => return,
    };
    let seq = run.first;
    let missing = seq.saturating_sub(previous).saturating_sub(1);
    if missing > run.unreadable {
        let first = previous.saturating_add(1);
        let lost = missing - run.unreadable;
        let unreadable = if run.unreadable == 0 {
            String::new()
        } else {
            format!(" (beside {} that could not be read)", run.unreadable)
        };
        let several = case.scope.journals(case.kind()).nth(1).is_some();
        let hint = if several {
            " Where one running number goes through several files side by side, the engagement must say so: \
             sequence = \"none\"."
        } else {
            ""
        };
        tally.push(
            case.exception().words(format!("number {first}"), format!("number {seq}")).because(
                format!(
                    "The {} journal goes from number {previous} to {seq}: {lost} record(s) are \
                     missing{unreadable}. Export the journal again, or find out who removed them.{hint}",
                    case.kind().name()
                ),
            ),
        );
    }
}
