//! What several checks compare in the same way: a wager with what is owed for it, the second mandatory
//! wager with the Ante, the Play (Raise) with the multiples of the Ante that the hand allows.

use crate::case::RoundCase;
use crate::frame::{Fill, Tally};
use feltproof_engine::{Family, HandRank};
use feltproof_model::{ManagerEvent, ManagerKind, Money, Party, Wager};

/// What must be handed back for a wager of a row. A meter award is owed from the meter: it counts
/// here only when the engagement declares that the hands journal holds it, and then with the amount
/// of the manager journal (AWD-003 judges that amount). The automatic bonus of Four Card Poker counts
/// to the Ante where the journal has no column of its own for it.
pub fn owed(case: &RoundCase<'_>, row: usize, wager: Wager) -> Money {
    let settled = &case.settled[row];
    let owed = settled.owed[wager];
    if matches!(wager, Wager::Ante | Wager::AnteBonus) && case.bonus_stands_with_ante() {
        let bonus = settled.owed[Wager::AnteBonus];
        return match wager {
            Wager::Ante => owed.checked_add(bonus).unwrap_or(owed),
            _ => Money::ZERO,
        };
    }
    if wager != Wager::Progressive || !case.scope.meter_award_in_hands() {
        return owed;
    }
    // The last one: an award that was wrong is backed out and recorded anew.
    let with_award =
        awards(case, row).last().map_or(owed, |e| owed.checked_add(e.amount).unwrap_or(owed));
    // An award without a winning hand is AWD-002's: paid out or held back, it is no second fault.
    let is_as_awarded = case.rows[row].returned[wager] == with_award;
    if settled.meter_share.is_some() || is_as_awarded { with_award } else { owed }
}

/// Awards of the manager journal to the seat of a row.
fn awards<'a>(case: &'a RoundCase<'_>, row: usize) -> impl Iterator<Item = &'a ManagerEvent> {
    let seat = case.rows[row].seat;
    case.manager.iter().filter(move |e| e.kind == ManagerKind::Award && e.seat == Some(seat))
}

/// True when it is known what must be handed back for a wager of a row. A meter award that the hands
/// journal holds is known from the manager journal alone: without it there is nothing to compare
/// with (AWD-001 reports the award that is missing).
pub fn is_decided(case: &RoundCase<'_>, row: usize, wager: Wager) -> bool {
    let settled = &case.settled[row];
    if wager == Wager::Ante
        && !settled.testable.contains(Wager::AnteBonus)
        && case.bonus_stands_with_ante()
    {
        return false;
    }
    let is_award = wager == Wager::Progressive && settled.meter_share.is_some();
    settled.testable.contains(wager)
        && !(is_award && case.scope.meter_award_in_hands() && awards(case, row).next().is_none())
}

/// Compares what was handed back for one wager with what is owed, seat by seat. A void round is
/// PAY-006's; a payment for a wager that the table does not offer is WGR-006's; a wager that the
/// reference cannot decide is not tested.
pub fn compare_returned(case: &RoundCase<'_>, wager: Wager, code: &'static str, tally: &mut Tally) {
    compare_returned_unless(case, wager, code, tally, |_, _| false);
}

/// The same, but for what another check reports: `elsewhere` is asked where a row got something else
/// than it is owed.
pub fn compare_returned_unless(
    case: &RoundCase<'_>,
    wager: Wager,
    code: &'static str,
    tally: &mut Tally,
    elsewhere: impl Fn(&RoundCase<'_>, usize) -> bool,
) {
    if !case.rules.offers(wager) || case.is_void() {
        return;
    }
    for (i, row, _) in case.players() {
        let (stake, paid) = (row.stake[wager], row.returned[wager]);
        let owed = owed(case, i, wager);
        if (stake.is_zero() && paid.is_zero() && owed.is_zero()) || !is_decided(case, i, wager) {
            continue;
        }
        tally.tested += 1;
        if paid != owed && !elsewhere(case, i) {
            let why = explained(case, i, wager, owed);
            tally.push(
                case.at_row(code, row).money(owed, paid, Party::Player, Party::House).because(why),
            );
        }
    }
}

/// How a wager of a row was settled, in words, with what the engagement or the journal adds to it.
fn explained(case: &RoundCase<'_>, row: usize, wager: Wager, owed: Money) -> String {
    let engine = |wager| {
        feltproof_engine::explain(case.rules, case.rows, case.settled, case.outcome, row, wager)
    };
    let mut why = engine(wager);
    if wager == Wager::Progressive && case.settled[row].meter_share.is_some() {
        why.push_str(&award_in_words(case, owed));
    }
    if wager == Wager::Ante && case.bonus_stands_with_ante() {
        why.push_str(&format!(
            "; the journal has no column for the automatic bonus, so it counts to the Ante: {}",
            engine(Wager::AnteBonus)
        ));
    }
    why
}

/// Whether the second mandatory wager equals the Ante, at the tables of games that have it.
pub fn compare_mandatory(
    case: &RoundCase<'_>,
    second: Wager,
    code: &'static str,
    tally: &mut Tally,
) {
    if case.rules.family().second() != Some(second) {
        return;
    }
    for (_, row, _) in case.players() {
        let (ante, other) = (row.stake[Wager::Ante], row.stake[second]);
        if ante.is_zero() && other.is_zero() {
            continue;
        }
        tally.tested += 1;
        if ante != other {
            tally.push(
                case.at_row(code, row)
                    .words(format!("{second} of {ante}"), format!("{second} of {other}"))
                    .because(format!(
                        "Ante and {second} are two equal, mandatory wagers; the Ante is {ante}, the \
                         {second} {other}."
                    )),
            );
        }
    }
}

/// Whether the wager made after seeing the cards is a multiple of the Ante that the hand allows.
pub fn compare_multiple(case: &RoundCase<'_>, raise: Wager, code: &'static str, tally: &mut Tally) {
    if case.rules.raise() != raise {
        return;
    }
    for (_, row, settled) in case.players() {
        let (ante, made) = (row.stake[Wager::Ante], row.stake[raise]);
        // A Play without an Ante is WGR-004's.
        if made.is_zero() || ante.is_zero() {
            continue;
        }
        let all = case.rules.play_multiples();
        // Without the cards only what no hand at all may play can be told.
        let allowed = settled.rank.map_or(all, |rank| case.rules.play_multiples_for(rank));
        let fits = allowed.iter().any(|m| ante.checked_mul(*m) == Some(made));
        let any_hand = case.rules.family() == Family::FourCardPoker;
        if fits && settled.rank.is_none() && made != ante && !any_hand {
            continue;
        }
        tally.tested += 1;
        if fits {
            continue;
        }
        let amounts: Vec<String> =
            allowed.iter().filter_map(|m| ante.checked_mul(*m)).map(|a| a.to_string()).collect();
        tally.push(
            case.at_row(code, row)
                .words(amounts.join(" or "), made.to_string())
                .because(multiple_in_words(case, settled.rank, (raise, ante, made))),
        );
    }
}

/// Why a Play (Raise) is not one that the hand allows.
fn multiple_in_words(
    case: &RoundCase<'_>,
    rank: Option<HandRank>,
    (raise, ante, made): (Wager, Money, Money),
) -> String {
    let all = case.rules.play_multiples();
    if case.rules.family() == Family::FourCardPoker {
        let times = all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        return format!(
            "{raise} must be {times} times the Ante of {ante}, whatever the hand; {raise} is {made}."
        );
    }
    let held = rank.map_or_else(
        || "Its cards are not on record".to_owned(),
        |rank| format!("The hand is {}", rank.describe()),
    );
    let beyond = all.iter().skip(1).map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    format!(
        "{raise} must equal the Ante of {ante}; only with a pair of aces or better may it be {beyond} \
         times the Ante (ruling play_multiples: {}). {held}, and {raise} is {made}.",
        case.rules.ruling("play_multiples")
    )
}

/// Where the engagement says that a meter award stands, and what that asks of the hands journal.
fn award_in_words(case: &RoundCase<'_>, owed: Money) -> String {
    if case.scope.meter_award_in_hands() {
        format!("; the award in the manager journal is {owed}")
    } else {
        "; the engagement says that meter awards stand in the manager journal alone, so nothing \
         belongs here"
            .to_owned()
    }
}
