//! LOG-002: sequence numbers are missing. The procedure is described in `log_002.md`.

use super::{Fill, RecordCase, RecordFact, Tally};

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let RecordFact::Sequence { seq, previous, quarantined } = case.fact else { return };
    tally.tested += 1;
    let Some(previous) = previous else { return };
    let missing = seq.saturating_sub(previous).saturating_sub(1);
    if missing > quarantined {
        let first = previous.saturating_add(1);
        let lost = missing - quarantined;
        let unreadable = if quarantined == 0 {
            String::new()
        } else {
            format!(" (beside {quarantined} that could not be read)")
        };
        tally.push(
            case.exception().words(format!("number {first}"), format!("number {seq}")).because(
                format!(
                    "The {} journal goes from number {previous} to {seq}: {lost} record(s) are \
                     missing{unreadable}. Export the journal again, or find out who removed them.",
                    case.kind().name()
                ),
            ),
        );
    }
}
