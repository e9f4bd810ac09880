//! ADJ-003: back-out does not restore meter and reserve. The procedure is described in `adj_003.md`.

use feltproof_model::engagement::JournalKind;

use super::{Matter, ReversalCase, Tally, compare_reversal, unnamed_reversal};

pub(super) fn run(case: &ReversalCase<'_>, tally: &mut Tally) {
    let of_what = match case.matter {
        Matter::BackOut => "what the award took is put back, less what a reseed after it added",
        Matter::BackOutOfNothing => "it names no award on record, so there is nothing to back out",
        Matter::BackOutUnnamed => {
            tally.tested += 1;
            return unnamed_reversal(case, tally, "an award");
        }
        Matter::BackOutOfEarlier => {
            tally.tested += 1;
            let line = case.scope.line(JournalKind::Manager, case.event.line);
            return tally.left_open(
                "it names no award on record, and that may be of an earlier day; name the report of the \
                 engagement before in [previous]",
                || format!("What line {line} of the manager journal backs out"),
            );
        }
        _ => return,
    };
    tally.tested += 1;
    let what = format!(
        "After a back-out meter and reserve stand where they stood before the award, plus the \
         contributions since. Link {}: {of_what}",
        case.link().id
    );
    compare_reversal(case, tally, &what);
}
