//! ADJ-007: number of a document is used for two matters. The procedure is described in `adj_007.md`.

use super::{DocumentCase, Fill, Tally};
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &DocumentCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let Some(other) = case.other else { return };
    let other = case.scope.line(JournalKind::Manager, other);
    if case.is_log {
        let why = "numbers of its series stand for many matters each, as those of a log do";
        return tally
            .left_open(why, || format!("Whether {} is a document of one matter", case.number));
    }
    let recorded = format!("{} again", case.number);
    tally.push(case.exception().words("a document of its own", recorded).because(format!(
        "{} is the document of line {other} of the manager journal already: the same account of the link, for another \
         round or for none. One paper explains one matter.",
        case.number
    )));
}
