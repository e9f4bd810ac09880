//! RND-007: rows of a round do not belong together. The procedure is described in `rnd_007.md`.

use super::{Fill, RoundCase, Tally, stray_row};
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(last) = case.rows.last() else { return };
    tally.tested += 1;
    if let Some(row) = stray_row(case) {
        let window =
            case.scope.journal(JournalKind::Hands).map_or(0, |journal| journal.disorder_micros);
        let seconds = row.time.0.abs_diff(last.time.0) / 1_000_000;
        let allowed = window / 1_000_000;
        tally.push(
            case.at_row(row)
                .words(format!("at most {allowed} s from the last row"), format!("{seconds} s from it"))
                .because(format!(
                    "All rows of round {} at table {} tell of one settlement; the row of seat {} is {seconds} s \
                     from the round's last row. It may belong to another round.",
                    case.round, case.table.id, row.seat
                )),
        );
        return;
    }
    let Some((line, other)) = case.other_dealer else { return };
    if let Some(row) = case.rows.iter().find(|r| r.line == *line) {
        tally.push(
            case.at_row(row)
                .words(format!("dealer {}", case.dealer), format!("dealer {other}"))
                .because(format!(
                    "Round {} of table {} was dealt by {}; the row of seat {} names {other}. It may belong to \
                     another round.",
                    case.round, case.table.id, case.dealer, row.seat
                )),
        );
    }
}
