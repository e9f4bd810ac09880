//! AWD-011: award met a meter that had not been reseeded. The procedure is described in `awd_011.md`.

use super::{AwardCase, Fill, Tally, owed_of_met};
use feltproof_model::Party;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some((share, owed))) = (&case.event, owed_of_met(case)) else { return };
    tally.tested += 1;
    let Some(late) = case.due.reseed.filter(|_| event.amount != owed) else { return };
    let line = case.scope.line(JournalKind::Manager, event.line);
    if let Some(hole) = case.before.or(late.hole) {
        return tally.left_open(hole.of(case.scope), || {
            format!("Whether the meter had been reseeded before the award of line {line}")
        });
    }
    let first = case.scope.line(JournalKind::Manager, late.of);
    let (adds, link) = (late.adds, &case.link().id);
    let put_back = if late.is_back_out {
        format!("was a mistake and was backed out only later: {adds} belonged in the meter")
    } else {
        format!(
            "took the whole meter of link {link}, and the reseed of {adds} does not stand before this one"
        )
    };
    tally.push(case.exception().money(owed, event.amount, Party::Player).because(format!(
        "The award of line {first} {put_back}. With it the meter would have shown {}; {} of it is {owed}, \
         and the award recorded is {}.",
        case.met().unwrap_or_default(),
        share.percent(),
        event.amount
    )));
}
