//! STA-005: decks of a shuffler depend on the deck before. The procedure is described in
//! `sta_005.md`.

use super::{Check, Need, Run, Tally};
use crate::cards::{Kind, SourceCase, departures};

pub(crate) const CHECK: Check = Check {
    code: "STA-005",
    title: "Decks of a shuffler depend on the deck before",
    unit: "deck",
    doc: include_str!("sta_005.md"),
    needs: &[Need::ShufflerJournal],
    run: Run::Source(run),
};

fn run(case: &SourceCase<'_>, tally: &mut Tally) {
    if case.kind != Kind::Hands {
        departures(case, CHECK.code, "previous", tally);
    }
}
