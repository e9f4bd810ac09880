//! STA-003: cards dealt depend on the deck before. The procedure is described in
//! `sta_003.md`.

use super::{Check, Need, Run, Tally};
use crate::cards::{Kind, SourceCase, departures};

pub(crate) const CHECK: Check = Check {
    code: "STA-003",
    title: "Cards dealt depend on those dealt before",
    unit: "deal",
    doc: include_str!("sta_003.md"),
    needs: &[Need::Randomness, Need::Cards],
    run: Run::Source(run),
};

fn run(case: &SourceCase<'_>, tally: &mut Tally) {
    if case.kind == Kind::Hands {
        departures(case, CHECK.code, "previous", tally);
    }
}
