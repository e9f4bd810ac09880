//! WGR-004: action and stakes disagree. The procedure is described in `wgr_004.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::TableRules;
use feltproof_model::{Action, HandRow, Wager, WagerSet};

/// What the action asks for and what is there instead; `None` when they agree.
fn disagreement(rules: &TableRules, row: &HandRow) -> Option<(String, String)> {
    let stake = |wager: Wager| row.stake[wager];
    let raise = rules.raise();
    let (ante, made) = (stake(Wager::Ante), stake(raise));
    match row.action {
        Action::Play if made.is_zero() => {
            return Some((format!("a {raise} wager"), format!("no {raise} wager")));
        }
        Action::Fold if !made.is_zero() => {
            return Some((format!("no {raise} wager"), format!("{raise} of {made}")));
        }
        Action::Play | Action::Fold | Action::Void if ante.is_zero() => {}
        _ => return None,
    }
    // An Ante missing beside a Super Bonus is WGR-001's, beside Odds WGR-007's.
    if rules.family().second.is_some_and(|second| !stake(second).is_zero()) {
        return None;
    }
    let other = WagerSet::of(&row.stake).iter().next();
    let expected = "an Ante".to_owned();
    match other {
        Some(wager) => Some((expected, format!("no Ante, but {wager} of {}", stake(wager)))),
        // A void round may leave a seat whose wagers were never made.
        None if row.action == Action::Void => None,
        None => Some((expected, "no Ante".to_owned())),
    }
}

/// The action as the journal writes it.
const fn in_words(action: Action) -> &'static str {
    match action {
        Action::Play => "play",
        Action::Fold => "fold",
        Action::Void => "void",
        Action::Deal => "deal",
        Action::Unrecorded => "unrecorded",
    }
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // Without the column of its Play (Raise) wager a table's actions cannot be compared.
    if !case.scope.has_stake(case.rules.raise()) {
        return;
    }
    for (_, row, _) in case.players() {
        tally.tested += 1;
        let Some((expected, recorded)) = disagreement(case.rules, row) else { continue };
        let why = format!(
            "Seat {} is recorded with action `{}`; that goes with {expected}, and the record has \
             {recorded}.",
            row.seat,
            in_words(row.action)
        );
        tally.push(case.at_row(row).words(expected, recorded).because(why));
    }
}
