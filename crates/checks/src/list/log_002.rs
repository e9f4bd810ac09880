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
    // Of two numbers that follow one another none is missing.
    let missing = seq.checked_sub(previous).and_then(|step| step.checked_sub(1)).unwrap_or(0);
    if missing > run.unreadable {
        let first = previous + 1;
        let lost = missing - run.unreadable;
        let unreadable = if run.unreadable == 0 {
            String::new()
        } else {
            format!(" (beside {} that could not be read)", run.unreadable)
        };
        let kind = case.kind().name();
        if case.scope.may_number_through_files(case.journal) {
            return tally.left_open(
                "its other files may have them, where one running number goes through all; state `sequence` in \
                 its [[journal]] entries",
                || {
                    format!(
                        "Whether {lost} record(s) of the {kind} journal are missing between number {previous} \
                         and {seq}"
                    )
                },
            );
        }
        tally.push(
            case.exception().words(format!("number {first}"), format!("number {seq}")).because(
                format!(
                    "The {kind} journal goes from number {previous} to {seq}: {lost} record(s) are \
                     missing{unreadable}. Export the journal again, or find out who removed them."
                ),
            ),
        );
    }
}
