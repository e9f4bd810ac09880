//! AWD-009: award is no share of the displayed meter that the paytable has. The procedure is described in
//! `awd_009.md`.

use super::{AwardCase, Fill, Tally, awd_003};
use crate::need::Need;
use feltproof_engine::game::Prize;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Money, Party, Wager};

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    // With a hand on record it is AWD-003's; an award without one where hands are recorded is AWD-002's.
    let is_known = case.hand.as_ref().is_some_and(|hand| hand.known || hand.void);
    let is_without = case.hand.is_none() && case.scope.lacks(Need::Cards).is_none();
    let feeds = case.scope.table(case.table).feeds(case.link_id);
    if is_known || is_without || case.backed_out || !feeds {
        return;
    }
    let rules = case.scope.rules_of(case.table, case.link_id);
    let Some(paytable) = rules.paytable(Wager::Progressive) else { return };
    let (displayed, terms) = (case.display_before, &case.link().awards);
    let mut shares: Vec<Money> = Vec::new();
    for row in &paytable.rows {
        let Prize::Meter(share) = row.prize else { continue };
        let Some(owed) = terms.owed(share, displayed) else { return };
        shares.push(owed);
    }
    if terms.deducts_fixed {
        // Of a fixed award no more than the meter shows.
        shares.extend(rules.fixed_awards().map(|fixed| fixed.min(displayed)));
    }
    shares.sort_unstable_by(|a, b| b.cmp(a));
    shares.dedup();
    tally.tested += 1;
    if shares.contains(&event.amount) {
        return;
    }
    let least = shares.last().copied().unwrap_or(displayed);
    if let Some(hole) = case.unknown_display(least) {
        return tally.left_open(hole.of(case.scope), || {
            format!(
                "What the meter showed before the award of line {}",
                case.scope.line(JournalKind::Manager, event.line)
            )
        });
    }
    let listed = shares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    let found = case.exception();
    // Which of several shares was won is not known, so nobody can say what was owed.
    let found = match shares.as_slice() {
        [owed] => found.money(*owed, event.amount, Party::Player).suspected(awd_003::in_cents(
            case,
            *owed,
            event.amount,
        )),
        _ => found.words(&*listed, event.amount.to_string()),
    };
    tally.push(found.because(format!(
        "The hand behind the award is not on record. Whatever it was, the paytable {} awards shares of the \
         displayed meter; that of link {} showed {displayed} just before, so {listed} could be owed. The award \
         recorded is {}.",
        paytable.id,
        case.link().id,
        event.amount
    )));
}
