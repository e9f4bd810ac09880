//! WAC-002: more games on one hand than allowed. The procedure is described in `wac_002.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_regs::Verdict;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let law = &case.scope.law;
    if law.games(case.calendar_day).next().is_none() {
        return;
    }
    for (_, row, settled) in case.players() {
        if settled.made.is_empty() {
            continue;
        }
        tally.tested += 1;
        let mut open = None;
        for (limit, judge) in law.games(case.calendar_day) {
            let citation = limit.citation_on(case.date());
            let count = judge.count(settled.made, &row.stake);
            match judge.verdict(&count) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => open = open.or(Some((limit, reason))),
                Verdict::Violates => {
                    let games = if count.min == count.max {
                        count.min.to_string()
                    } else {
                        format!("{} to {}", count.min, count.max)
                    };
                    let wagered: Vec<String> = settled
                        .made
                        .iter()
                        .map(|wager| format!("{wager} {}", row.stake[wager]))
                        .collect();
                    tally.push(
                        case.at_row(row)
                            .under(&limit.pack)
                            .words(format!("no more games than {citation} allows"), format!("{games} games"))
                            .because(format!(
                                "Seat {} wagered on {games} games on one hand ({}); {citation} allows fewer \
                                 on {}.",
                                row.seat,
                                wagered.join(", "),
                                case.date()
                            )),
                    );
                }
            }
        }
        if let Some((limit, reason)) = open {
            tally.undecided_by(&limit.pack, || reason.clone());
        }
    }
}
