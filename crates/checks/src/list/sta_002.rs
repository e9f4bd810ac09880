//! STA-002: cards dealt favour hands or one another. The procedure is described in
//! `sta_002.md`.

use super::{Check, Need, Run, Tally};
use crate::cards::{Kind, SourceCase, departures};

pub(crate) const CHECK: Check = Check {
    code: "STA-002",
    title: "Cards dealt depart from chance",
    unit: "deal",
    doc: include_str!("sta_002.md"),
    needs: &[Need::Randomness, Need::Cards],
    run: Run::Source(run),
};

fn run(case: &SourceCase<'_>, tally: &mut Tally) {
    if case.kind == Kind::Hands {
        departures(case, CHECK.code, "fixed", tally);
    }
}
