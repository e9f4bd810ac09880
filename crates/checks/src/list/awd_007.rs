//! AWD-007: award confirmed on the controller is not in the manager journal. The procedure is
//! described in `awd_007.md`.

use super::{Fill, RoundCase, Tally, hands_awarded};
use feltproof_engine::TableRules;
use feltproof_engine::game::Prize;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{CauseKey, LinkId, ManagerEvent, ManagerKind, Wager};
use feltproof_record::{Confirmed, confirmations};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let mut confirmed = confirmations(case.scope.procedure(case.table_id), case.controller);
    // A hand that is paid out of the tray is confirmed as well, and nothing leaves the meter.
    confirmed.retain(|of| !is_of_tray(case, of));
    let awards = hands_awarded(case);
    let all = confirmed.clone();
    // Those that the manager journal itself has as tray pays, where no button says so.
    let unnamed = confirmed.iter().filter(|of| of.button.is_none()).count();
    let tray = case.manager.iter().filter(|e| e.kind == ManagerKind::TrayPay).count();
    let tray = tray.min(unnamed);
    confirmed.truncate(confirmed.len() - tray);
    tally.tested += confirmed.len() as u64;
    if let Some(of) = confirmed.get(awards) {
        // Without hand buttons on record it may have been paid out of the tray.
        let unnamed =
            case.holes.no_button.filter(|_| !confirmed.iter().any(|of| of.button.is_some()));
        if let Some(hole) = case.holes.manager.or(unnamed) {
            return tally.left_open(hole.of(case.scope), || is_paid(case, of));
        }
        let counts = format!(
            "{} award(s) were confirmed on the controller, {awards} stand in the manager journal.",
            confirmed.len()
        );
        accuse(case, of, ("an award in the manager journal", &counts), tally);
    } else if case.table.links.len() > 1 {
        of_each_meter(case, &all, tray, tally);
    }
}

/// A hand that wins of several meters has an award of each; which those are the hand button tells. `tray` of those
/// without one were paid out of the tray.
fn of_each_meter(case: &RoundCase<'_>, all: &[Confirmed<'_>], tray: usize, tally: &mut Tally) {
    let mut lacking: Vec<(&Confirmed<'_>, LinkId)> = Vec::new();
    let mut undetermined = None;
    for (link, rules) in case.scope.meters_of(case.table_id) {
        let is_own = |e: &&ManagerEvent| e.kind == ManagerKind::Award && e.link == link;
        let awards = case.manager.iter().filter(is_own).count();
        let wins = |of: &&Confirmed<'_>| wins_of(case, (link, rules), of);
        let named: Vec<_> = all.iter().filter(|of| wins(of) == Some(true)).collect();
        let mut unnamed = all.iter().filter(|of| wins(of).is_none());
        if let Some(of) = named.get(awards) {
            lacking.push((of, link));
        } else if unnamed.clone().count() > awards - named.len() + tray {
            undetermined = undetermined.or(unnamed.next());
        }
    }
    if let Some((of, _)) = lacking.first() {
        if let Some(hole) = case.holes.manager {
            return tally.left_open(hole.of(case.scope), || is_paid(case, of));
        }
        let links = lacking.iter().map(|(_, link)| case.scope.link(*link).id.as_str());
        let links = links.collect::<Vec<_>>().join(" and ");
        let counts = format!(
            "Its hand button says what it won, which by the paytable is won of link {links}, too; of that the \
             manager journal has fewer awards than such hands were confirmed."
        );
        accuse(case, of, (&format!("an award of link {links}"), &counts), tally);
    } else if let Some(of) =
        undetermined.filter(|_| case.rows.is_empty() || case.lacks_a_hand().is_some())
    {
        // A hand that is on record tells by itself: AWD-001.
        let hole = case.holes.manager.or(case.holes.no_button);
        let why = hole.map_or_else(
            || {
                "no hand button of it says which of the meters of its table the hand wins"
                    .to_owned()
            },
            |hole| hole.of(case.scope).to_string(),
        );
        tally.left_open(why, || is_paid(case, of));
    }
}

/// What is left open.
fn is_paid(case: &RoundCase<'_>, of: &Confirmed<'_>) -> String {
    let line = case.scope.line(JournalKind::Controller, of.event.line);
    format!("Whether what line {line} of the controller journal confirms was paid")
}

fn accuse(
    case: &RoundCase<'_>,
    of: &Confirmed<'_>,
    (expected, counts): (&str, &str),
    tally: &mut Tally,
) {
    let (day, table, round) = (case.day, case.table_id, case.round);
    tally.push(
        case.at_controller(of.event)
            .words(expected, "none")
            .suspected(Some(CauseKey::Award { day, table, round }))
            .because(format!(
                "{} of line {} completes an award in round {} of table {}: from there the system records \
                 the win on the Game Manager. {counts}",
                of.event.kind.name(),
                case.scope.line(JournalKind::Controller, of.event.line),
                case.round,
                case.table.id
            )),
    );
}

/// True where the hand button names a hand that the progressive pays out of the tray, by the paytable of the first
/// meter, and that wins of no other.
fn is_of_tray(case: &RoundCase<'_>, confirmed: &Confirmed<'_>) -> bool {
    let deducts = case.link().is_some_and(|link| link.awards.deducts_fixed);
    let prize = confirmed.button.and_then(|button| prize(case.rules, &button.value));
    let wins = |meter| wins_of(case, meter, confirmed) == Some(true);
    matches!(prize, Some(Prize::Fixed(_)))
        && !deducts
        && !case.scope.meters_of(case.table_id).any(wins)
}

/// Whether a hand wins of a meter by its paytable, as the hand button names it; `None` where that does not tell: there is
/// none, or the paytable reads hands otherwise than that of the first meter, by which the buttons go.
fn wins_of(
    case: &RoundCase<'_>,
    (link, rules): (LinkId, &TableRules),
    confirmed: &Confirmed<'_>,
) -> Option<bool> {
    let button = confirmed.button?;
    let ranking = |rules: &TableRules| Some(rules.paytable(Wager::Progressive)?.ranking);
    if !std::ptr::eq(ranking(rules)?, ranking(case.rules)?) {
        return None;
    }
    Some(match prize(rules, &button.value) {
        Some(Prize::Meter(_)) => true,
        Some(Prize::Fixed(_)) => case.scope.link(link).awards.deducts_fixed,
        Some(Prize::ByHands(_)) | None => false,
    })
}

/// What the progressive's paytable pays for a hand.
fn prize(rules: &TableRules, hand: &str) -> Option<Prize> {
    let rows = &rules.paytable(Wager::Progressive)?.rows;
    rows.iter().find(|row| row.hand.key() == hand).map(|row| row.prize)
}
