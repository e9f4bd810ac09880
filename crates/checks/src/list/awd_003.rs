//! AWD-003: award is not the share of the displayed meter. The procedure is described in `awd_003.md`.

use super::{AwardCase, Fill, Tally, hundredfold};
use crate::untested::open_award;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{AmountColumn, CauseKey, Money, Party, Place};
use feltproof_record::AwardHand;

/// Why nothing was compared where there are awards: what is said then is not that there is none.
const NO_SHARE: &str = "no award on record was left standing with a winning hand on record beside it, so there \
                        is no share of the meter to compare it with";

/// That the display is a hundred times too large, or the amount of the award in another unit. An award is
/// rounded down to the cent, so what a display in cents would owe is less than a dollar more.
pub(super) fn in_cents(case: &AwardCase<'_>, owed: Money, amount: Money) -> Option<CauseKey> {
    let hundred = amount.checked_mul(100).unwrap_or(owed);
    let over = owed.checked_sub(hundred).unwrap_or(owed);
    let of_display =
        !amount.is_zero() && over >= Money::ZERO && Money::from_dollars(1) > Some(over);
    let (place, column) = (Place::Link(case.link_id), AmountColumn::Display);
    let display = of_display.then_some(CauseKey::Unit { place, column, larger: true });
    display.or_else(|| hundredfold(case.link_id, owed, amount))
}

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let before = tally.tested;
    compare(case, tally);
    if case.event.is_some() && tally.tested == before && tally.untested.is_empty() {
        tally.untested.push(NO_SHARE.to_owned());
    }
}

/// What a hand wins of the meter, in words and in money: of a fixed award no more than the meter shows.
fn owed(case: &AwardCase<'_>, hand: &AwardHand) -> Option<(String, Money)> {
    match (hand.share, hand.fixed) {
        (Some(share), _) => {
            let owed = case.link().awards.owed(share, case.display_before)?;
            Some((share.percent(), owed))
        }
        (None, Some(fixed)) => Some((fixed.to_string(), fixed.min(case.display_before))),
        (None, None) => None,
    }
}

fn compare(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some(hand)) = (&case.event, &case.hand) else { return };
    // A reversed award pays nobody; a second award for one hand is AWD-002's.
    if case.backed_out || case.repeats {
        return;
    }
    if case.is_open() {
        tally.tested += 1;
        tally.undecided(|| format!("what an award should be is not known: {}", open_award(case)));
        return;
    }
    let displayed = case.display_before;
    let Some((wins, owed)) = owed(case, hand) else { return };
    tally.tested += 1;
    // What it met was not what it should have met: AWD-011 and AWD-012.
    if case.due.reseed.is_some() || case.due.coin_in.is_some() {
        return;
    }
    if let Some(hole) = case.unknown_display(owed).filter(|_| event.amount != owed) {
        tally.left_open(hole.of(case.scope), || {
            format!(
                "What the meter showed before the award of line {}",
                case.scope.line(JournalKind::Manager, event.line)
            )
        });
    } else if event.amount != owed {
        tally.push(
            case.exception()
                .money(owed, event.amount, Party::Player)
                .suspected(in_cents(case, owed, event.amount))
                .because(format!(
                    "{} is {}: it wins {wins} of the meter. The meter of link {} showed {displayed} just before, so \
                     {owed} is owed; the award recorded is {}.",
                    hand.cards,
                    hand.described,
                    case.link().id,
                    event.amount
                )),
        );
    }
}
