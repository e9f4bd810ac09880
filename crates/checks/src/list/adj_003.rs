//! ADJ-003: back-out does not restore meter and reserve. The procedure is described in `adj_003.md`.

use super::{Matter, ReversalCase, Tally, compare_reversal};

pub(super) fn run(case: &ReversalCase<'_>, tally: &mut Tally) {
    if !matches!(case.matter, Matter::BackOut | Matter::BackOutOfNothing) {
        return;
    }
    tally.tested += 1;
    let of_what = if case.matter == Matter::BackOut {
        "what the award took is put back, less what a reseed after it added"
    } else {
        "it names no award on record, so there is nothing to back out"
    };
    let what = format!(
        "After a back-out meter and reserve stand where they stood before the award, plus the \
         contributions since. Link {}: {of_what}",
        case.link().id
    );
    compare_reversal(case, tally, &what);
}
