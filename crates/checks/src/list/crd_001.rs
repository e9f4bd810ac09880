//! CRD-001: same card twice in a round. The procedure is described in `crd_001.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};


/// CRD-001.
pub const CHECK: Check = Check {
    code: "CRD-001",
    title: "Same card twice in a round",
    unit: "card",
    doc: include_str!("crd_001.md"),
    needs: &[Need::Cards],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {

    let mut seen = 0_u64;
    for row in case.rows {
        for card in row.cards.as_slice() {
            tally.tested += 1;
            let bit = 1_u64 << card.number();
            if seen & bit != 0 {
                tally.push(
                    case.at_row(CHECK.code, row)
                        .words("each card once", format!("{card} again"))
                        .because(format!(
                            "{} is dealt twice in round {} of table {}. One pack holds it once: the \
                             pack is wrong, or the record is.",
                            card.pretty(),
                            case.round,
                            case.table.id
                        )),
                );
            }
            seen |= bit;
        }
    }
}
