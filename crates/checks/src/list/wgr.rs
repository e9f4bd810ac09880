//! WGR: wagers within the posted limits, beside the action of the hand, offered at the table.
//!
//! What a wager is beside the Ante is compared by `compare`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::TableRules;
use feltproof_model::engagement::PostedLimit;
use feltproof_model::{Action, HandRow, Money, Party, Wager, WagerSet};

/// Wager is outside the posted limits.
pub(super) fn wgr_003(case: &RoundCase<'_>, tally: &mut Tally) {
    // A bank is posted too where a player keeps it; the house dealer's row has no money.
    let [before, all] = case.wagered_between().map(|time| case.table.posted_at(time));
    for (row, settled) in case.rows.iter().zip(case.settled) {
        let made = |wager| settled.made.contains(wager);
        for limit in all.iter().filter(|limit| made(limit.wager)) {
            let stake = row.stake[limit.wager];
            tally.tested += 1;
            if stake < limit.min || stake > limit.max {
                let posted = format!("{} to {}", limit.min, limit.max);
                let allows = |of: &&PostedLimit| of.min <= stake && stake <= of.max;
                let of_wager = |of: &&PostedLimit| of.wager == limit.wager;
                if before.iter().filter(of_wager).any(|of| allows(&of)) {
                    let why = "another limit was posted until then, and no journal says when the wager was made";
                    let what =
                        || format!("Whether {} of {} may be {stake}", limit.wager, case.name());
                    tally.left_open(why, what);
                    continue;
                }
                tally.push(case.at_row(row).words(&posted, stake).because(format!(
                    "Table {} posts {posted} for {}; {stake} was accepted. An accepted wager is settled in full; \
                     accepting it is the exception.",
                    case.table.id, limit.wager
                )));
            }
        }
    }
}

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
    let recorded = match WagerSet::of(&row.stake).iter().next() {
        Some(wager) => format!("no Ante, but {wager} of {}", stake(wager)),
        // A void round may leave a seat whose wagers were never made.
        None if row.action == Action::Void => return None,
        None => "no Ante".to_owned(),
    };
    Some(("an Ante".to_owned(), recorded))
}

const fn in_words(action: Action) -> &'static str {
    match action {
        Action::Play => "play",
        Action::Fold => "fold",
        Action::Void => "void",
        Action::Deal => "deal",
        Action::Unrecorded => "unrecorded",
    }
}

/// Action and stakes disagree.
pub(super) fn wgr_004(case: &RoundCase<'_>, tally: &mut Tally) {
    // Without the column of its Play (Raise) wager a table's actions cannot be compared.
    if !case.scope.has_stake(case.rules.raise()) {
        return;
    }
    for (_, row, _) in case.players() {
        tally.tested += 1;
        let Some((expected, recorded)) = disagreement(case.rules, row) else { continue };
        tally.push(case.at_row(row).words(&expected, &recorded).because(format!(
            "Seat {} is recorded with action `{}`; that goes with {expected}, and the record has {recorded}.",
            row.seat,
            in_words(row.action)
        )));
    }
}

/// Progressive wager is not the fixed amount.
pub(super) fn wgr_005(case: &RoundCase<'_>, tally: &mut Tally) {
    let (Some(link), Some(unit)) = (case.link(), case.rules.unit()) else { return };
    for (_, row, _) in case.players() {
        let stake = row.stake[Wager::Progressive];
        if stake.is_zero() {
            continue;
        }
        tally.tested += 1;
        if stake != unit {
            tally.push(case.at_row(row).words(unit, stake).because(format!(
                "The progressive wager of link {} at this table is {unit}; the sensor registers one wager, \
                 whatever lies on it, and {stake} was recorded.",
                link.id
            )));
        }
    }
}

/// A payment for a wager that was neither made nor offered is owed to nobody. Of a void round it is
/// PAY-006's; where the wager was made, the stake is the exception.
fn payments(case: &RoundCase<'_>, tally: &mut Tally) {
    let strange = case.scope.paid_but_not_offered(case.table_id);
    if strange.is_empty() || case.is_void() {
        return;
    }
    for (i, row, _) in case.players() {
        for wager in strange.iter() {
            let paid = row.returned[wager];
            if paid.is_zero() || !row.stake[wager].is_zero() {
                continue;
            }
            tally.test_wager(i, wager, Money::ZERO);
            let found = case.at_row(row).money(Money::ZERO, paid, Party::Player);
            let of_link = matches!(wager, Wager::Progressive | Wager::Envy);
            let found = found.suspected(case.feeds_another().filter(|_| of_link));
            tally.push(found.because(format!(
                "Table {} does not offer {wager} and no such wager was made, yet {paid} was returned for \
                 it: it is owed to nobody.",
                case.table.id
            )));
        }
    }
}

/// Wager is not offered at the table.
pub(super) fn wgr_006(case: &RoundCase<'_>, tally: &mut Tally) {
    payments(case, tally);
    for (row, wager, stake) in case.wagers_made() {
        tally.tested += 1;
        if case.rules.offers(wager) {
            continue;
        }
        let table = &case.table.id;
        let of_game = wager.is_staked() && !wager.is_side_bet();
        let lacks = if wager == Wager::Progressive {
            format!("puts table {table} on no link")
        } else if of_game {
            format!("says that table {table} deals {}, which has no {wager}", case.table.game)
        } else {
            format!("names no paytable for {wager} at table {table}")
        };
        let found = case.at_row(row).words("no such wager", format_args!("{wager} of {stake}"));
        let cause = case.feeds_another().filter(|_| wager == Wager::Progressive);
        tally.push(found.suspected(cause).because(format!(
            "The engagement {lacks}: either the table offers a wager that was not approved for it, or \
             the engagement is wrong."
        )));
    }
}
