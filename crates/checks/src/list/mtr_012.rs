//! MTR-012: overflow of a full meter is not in the meter that should take it in. The procedure is described in
//! `mtr_012.md`.

use super::{Fill, OverflowCase, Tally};
use feltproof_model::Party;

pub(super) fn run(case: &OverflowCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if (case.least..=case.most).contains(&case.taken) {
        return;
    }
    let (to, from) = (&case.scope.link(case.link_id).id, &case.scope.link(case.from).id);
    let what = || format!("Whether link {to} took in what the limits of other links cut off");
    if let Some(hole) = case.hole {
        return tally.left_open(hole.of(case.scope), what);
    }
    if case.is_at_edge {
        let why = "a part of it may be recorded before the journal begins or after it ends";
        return tally.left_open(why, what);
    }
    let is_short = case.taken < case.least;
    let owed = if is_short { case.least } else { case.most };
    let found = case.exception().money(owed, case.taken, Party::Fund);
    tally.push(found.because(format!(
        "What the limit of link {from} cuts off goes to the meter of link {to}: {owed} over the record; events \
         `overflow` of link {to} add {}.",
        case.taken
    )));
}
