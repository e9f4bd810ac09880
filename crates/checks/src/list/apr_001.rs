//! APR-001: more games wagered on one hand than the approval allows. The procedure is described in `apr_001.md`.

use super::{Fill, RoundCase, Tally};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let law = &case.scope.law;
    if law.approved(case.table_id, case.calendar_day).next().is_none() {
        return;
    }
    for (_, row, settled) in case.players() {
        if settled.made.is_empty() {
            continue;
        }
        tally.tested += 1;
        for of in law.approved(case.table_id, case.calendar_day) {
            let (citation, most) = (&of.approval.citation, of.approval.games);
            let count = of.plan.count(u64::from(settled.made.bits()), row.stake.as_slice());
            if count.max <= most {
                continue;
            }
            if count.min <= most {
                tally.undecided_by(&of.pack, || {
                    format!(
                        "Whether a hand of table {} wagers on more games than {citation} allows cannot be told: it \
                         wagers on {} to {}, depending on which wagers count as a game, and {most} are allowed.",
                        case.table.id, count.min, count.max
                    )
                });
                continue;
            }
            let games = match count.min == count.max {
                true => count.min.to_string(),
                false => format!("{} to {}", count.min, count.max),
            };
            let made = settled.made.iter().map(|wager| format!("{wager} {}", row.stake[wager]));
            let made: Vec<String> = made.collect();
            let found = case.at_row(row).under(&of.pack);
            tally.push(found.words(format!("{most} games at most"), format!("{games} games")).because(format!(
                "Seat {} wagered on {games} games on one hand ({}). Table {} runs on the system of {citation}, which \
                 limits players to wagering on {most}.",
                row.seat,
                made.join(", "),
                case.table.id
            )));
        }
    }
}
