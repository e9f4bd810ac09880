//! CAL-001: a player kept the bank for longer than allowed on one offer. The procedure is described in `cal_001.md`.

use super::{Fill, RoundCase, Tally, law_in_words, limit_in_words};
use feltproof_model::engagement::JournalKind;
use feltproof_regs::{Quantity, Role, Verdict};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let (Some(tenure), Some(place)) = (case.tenure, case.banker()) else { return };
    if case.is_void() {
        return;
    }
    // Where every round needs an offer of its own, the first round of a player needs one, too: it is judged as one
    // more than a single offer gives.
    let fewest = if tenure.offered == Some(false) { tenure.fewest.max(2) } else { tenure.fewest };
    let at_least = if tenure.offered == Some(true) { 1 } else { 2 };
    let most = tenure.most.map(|most| most.max(at_least));
    let (mut is_in_force, mut open) = (false, None);
    for (limit, said) in case.scope.law.said_of(Role::RoundsWithTheBank, case.date()) {
        is_in_force = true;
        match said.judge(Quantity::Rounds(fewest)) {
            Verdict::NotDecidable { reason } => open = open.or(Some(reason)),
            Verdict::Holds => {
                let holds = |most| said.judge(Quantity::Rounds(most)) == Verdict::Holds;
                if !most.is_some_and(holds) {
                    open = open.or_else(|| Some(undetermined(case)));
                }
            }
            Verdict::Violates => {
                let law = law_in_words(limit, &said, case.date());
                let row = &case.rows[place];
                let (round, table, seat) = (case.round, &case.table.id, row.seat);
                let (expected, kept, how) = if tenure.fewest == 1 {
                    let how =
                        format!("Seat {seat} kept the bank in round {round} of table {table}");
                    ("an offer before the round".to_owned(), "none".to_owned(), how)
                } else {
                    let kept = Quantity::Rounds(tenure.fewest).to_string();
                    let how = format!(
                        "With round {round} of table {table} seat {seat} kept the bank for {kept} (from line {} of \
                         the hands journal on)",
                        case.scope.line(JournalKind::Hands, tenure.since)
                    );
                    (limit_in_words(&said), kept, how)
                };
                let found = case.at_row(row).under(&limit.pack).words(expected, kept);
                tally.push(found.because(format!(
                    "{how}, and by the record it was not offered to the other players before this round; {law}."
                )));
            }
        }
    }
    tally.tested += u64::from(is_in_force);
    if let Some(reason) = open {
        tally.undecided(|| reason);
    }
}

/// Why it cannot be told whether the bank was kept for too long.
fn undetermined(case: &RoundCase<'_>) -> String {
    let why = match &case.scope.hands_columns {
        Some(columns) if !columns.has_offered => "the hands journal has no offered column",
        _ => "the record does not say who kept it before, or whether it was offered",
    };
    format!(
        "For how long the bank was kept on one offer in round {} of table {} cannot be told: {why}.",
        case.round, case.table.id
    )
}
