//! RND-012: table was played while its link was closed. The procedure is described in `rnd_012.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, Money, Party, SeatSet, Sum};
use feltproof_record::LinkHours;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let starts = case.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
    let Some(event) = starts.filter(|e| e.lit != SeatSet::EMPTY) else { return };
    if case.link_hours == LinkHours::Unknown {
        return;
    }
    tally.tested += 1;
    let Some((link, closed, hole)) = case.played_while_closed() else { return };
    let link = case.scope.link(link);
    let line = case.scope.line(JournalKind::Manager, closed);
    let (round, table) = (case.round, &case.table.id);
    if let Some(hole) = hole.or(case.holes.manager) {
        return tally.left_open(hole.of(case.scope), || {
            format!("Whether link {} was open in round {round} of table {table}", link.id)
        });
    }
    let unit = case.rules.unit().unwrap_or(link.unit);
    let wagered: Sum = event.lit.iter().map(|_| unit).sum();
    tally.push(case.at_controller(event).of_link(link).money(wagered, Money::ZERO, Party::Fund).because(format!(
        "Round {round} of table {table} was started with the sensors {} lit, {} for each, while link {} was \
         closed (line {line} of the manager journal) and not opened again: the meter was given nothing of \
         {wagered}.",
        event.lit, unit, link.id
    )));
}
