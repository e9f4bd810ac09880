//! STA-006: decks or deals are identical. The procedure is described in
//! `sta_006.md`.

use super::{Check, Need, Run};
use crate::cards::identical;

pub(crate) const CHECK: Check = Check {
    code: "STA-006",
    title: "Decks or deals are identical",
    unit: "deck or deal",
    doc: include_str!("sta_006.md"),
    needs: &[Need::Randomness],
    run: Run::Source(|case, tally| identical(case, CHECK.code, tally)),
};
