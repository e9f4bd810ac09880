//! STA-004: decks of a shuffler favour places or one another. The procedure is described in
//! `sta_004.md`.

use super::{Check, Need, Run, Tally};
use crate::cards::{Kind, SourceCase, departures};

pub(crate) const CHECK: Check = Check {
    code: "STA-004",
    title: "Decks of a shuffler depart from chance",
    unit: "deck",
    doc: include_str!("sta_004.md"),
    needs: &[Need::ShufflerJournal],
    run: Run::Source(run),
};

fn run(case: &SourceCase<'_>, tally: &mut Tally) {
    if case.kind != Kind::Hands {
        departures(case, CHECK.code, "fixed", tally);
    }
}
