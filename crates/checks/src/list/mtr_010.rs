//! MTR-010: coin-in differs from the lit sensors. The procedure is described in `mtr_010.md`.

use super::{Fill, RoundCase, Tally, hundredfold};
use feltproof_model::{ControllerKind, LinkId, ManagerKind, Party, SeatSet, Sum, Wager};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for link in case.table.links.iter().filter(|_| !case.repeated) {
        of_meter(case, *link, tally);
    }
}

fn of_meter(case: &RoundCase<'_>, link_id: LinkId, tally: &mut Tally) {
    let link = case.scope.link(link_id);
    let own = || {
        let coin_ins = case.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
        coin_ins.filter(|e| e.link == link_id)
    };
    let start = case.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
    let lit = start.map_or(SeatSet::EMPTY, |e| e.lit);
    let unit = case.rules.unit().unwrap_or(link.unit);
    let wagered: Sum = lit.iter().map(|_| unit).sum();
    let metered: Sum = own().map(|e| e.amount).sum();
    if wagered == Sum::ZERO && metered == Sum::ZERO {
        return;
    }
    tally.tested += 1;
    if wagered == metered || is_of_another(case, link_id) {
        return;
    }
    // What the meter was not given may stand in a hole of the manager's record; what it was given more, in one
    // of the controller's.
    let hole = if wagered > metered {
        case.holes.of_coin_in(case.table.link() == Some(link_id), own().next().is_some())
    } else {
        case.holes.controller.or(case.holes.sensors)
    };
    let (round, table) = (case.round, &case.table.id);
    if let Some(hole) = hole {
        return tally.left_open(hole.of(case.scope), || {
            format!(
                "Whether the coin-in of round {round} of table {table} is that of its lit seats"
            )
        });
    }
    let found = match (own().next(), start) {
        (Some(event), _) => case.at_manager(event),
        (None, Some(event)) => case.at_controller(event),
        (None, None) => case.at_round(),
    };
    let found = found.of_link(link);
    let lit = match start {
        Some(_) if lit == SeatSet::EMPTY => "no sensor was lit at COIN IN".to_owned(),
        Some(_) => format!("the sensors {lit} were lit at COIN IN, {unit} for each"),
        None => "the controller has no COIN IN".to_owned(),
    };
    let cause = case.feeds_another().or_else(|| hundredfold(link_id, wagered, metered));
    tally.push(found.money(wagered, metered, Party::Fund).suspected(cause).because(format!(
        "In round {round} of table {table} {lit}, so that {wagered} was wagered; the meter of link {} was given \
         coin-in of {metered}.",
        link.id
    )));
}

/// Where another check says what is wrong: of wagers on record MTR-003, MTR-004 and WGR-005 do, of a round that the
/// hands journal lacks RND-004, of one played on a closed link RND-012, and of COIN IN pressed twice RND-005.
fn is_of_another(case: &RoundCase<'_>, link: LinkId) -> bool {
    let starts = case.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn).count();
    let is_closed = case.played_while_closed().is_some_and(|(closed, ..)| closed == link);
    case.scope.has_stake(Wager::Progressive) || is_closed || starts > 1
}
