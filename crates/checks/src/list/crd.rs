//! CRD: the cards of a round: each once, as many as the game deals, on record. Why a round was voided: `crd_voids`.

use super::{Fill, RoundCase, Tally, has_stray};
use feltproof_model::engagement::JournalKind::Hands;
use feltproof_model::{Action, Card, HandRow, Seat, Sum};

/// Same card twice in a round.
pub(super) fn crd_001(case: &RoundCase<'_>, tally: &mut Tally) {
    // Nearly every round: as many different cards as there are on the table.
    let cards = || case.rows.iter().flat_map(|row| row.cards.as_slice());
    let different = cards().fold(0, |set, card| set | 1_u64 << card.number()).count_ones() as usize;
    if different == cards().count() {
        tally.tested += different as u64;
        return;
    }
    if let Some(why) = has_stray(case) {
        tally.tested += 1;
        let what = || format!("Whether a card stands twice in {}", case.name());
        return tally.left_open(why, what);
    }
    let mut holders = [None; Card::PACK as usize];
    for (i, row) in case.rows.iter().enumerate() {
        // A hand recorded twice is RND-003's.
        if case.rows[..i].iter().any(|r| r.seat == row.seat && r.cards == row.cards) {
            continue;
        }
        for card in row.cards.as_slice() {
            tally.tested += 1;
            let holder: &mut Option<Seat> = &mut holders[usize::from(card.number())];
            if let Some(first) = *holder {
                let found = case.at_row(row);
                let found = found.words("each card once", format_args!("{card} again"));
                tally.push(found.because(format!(
                    "In {} the {} stands in the hand of seat {first} and again in that of seat {}. One pack \
                     holds it once: the pack is wrong, or the record is.",
                    case.name(),
                    card.pretty(),
                    row.seat
                )));
            }
            *holder = holder.or(Some(row.seat));
        }
    }
}

/// Wrong number of cards and the round was not voided.
pub(super) fn crd_002(case: &RoundCase<'_>, tally: &mut Tally) {
    for row in case.rows {
        let (proper, dealt) = (case.rules.cards_for(row.seat), row.cards.len());
        if dealt == 0 {
            continue;
        }
        tally.tested += 1;
        if dealt == proper || case.is_declared_void() {
            continue;
        }
        let columns = case.scope.hands_columns.as_ref();
        let may_be_void = case.controller.is_empty() && !columns.is_some_and(|c| c.has_action);
        if may_be_void {
            let why = "the hands journal has no action column";
            tally.left_open(why, || format!("Whether {} was voided", case.name()));
            continue;
        }
        let staked = case.players().map(|(_, player, _)| player.stake.total_micros()).sum();
        let stakes = match Sum::from_micros(staked) {
            Sum::ZERO => "all stakes".to_owned(),
            sum => format!("the stakes of {sum}"),
        };
        let expected = format!("{proper} cards, or the round void");
        let found = case.at_row(row).words(expected, format_args!("{dealt} cards"));
        tally.push(found.because(format!(
            "Seat {} has {dealt} cards ({}). Any hand with a wrong number of cards voids all \
             hands of the round; {stakes} should have been returned and the \
             cards reshuffled.",
            row.seat,
            row.cards.pretty()
        )));
    }
}

/// Hand that stayed in has no cards on record.
pub(super) fn crd_003(case: &RoundCase<'_>, tally: &mut Tally) {
    let played = case.players().any(|(_, row, _)| row.action == Action::Play);
    if case.is_declared_void() || !played {
        return leave_open(case, tally);
    }
    for row in case.rows {
        let needed = match row.seat {
            Seat::Player(_) => row.action == Action::Play,
            // A house dealer who deals for a player banker has no hand.
            Seat::Dealer | Seat::Banker(_) => case.rules.is_opponent(row.seat),
        };
        if !needed {
            continue;
        }
        tally.tested += 1;
        if row.cards.is_empty() {
            tally.push(case.at_row(row).words("the cards of the hand", "none").because(format!(
                "Seat {} took part in the settlement of round {} at table {}, but its cards are \
                 not on record, so its wagers cannot be settled again.",
                row.seat, case.round, case.table.id
            )));
        }
    }
}

/// Where no hand was compared no cards are needed; but what is not on record could not be tested by
/// CRD-001 and CRD-002. Folded hands are collected unseen.
fn leave_open(case: &RoundCase<'_>, tally: &mut Tally) {
    let lacks = hand_without_cards(case).filter(|_| case.is_declared_void());
    let opponent = || case.opponent_row().filter(|row| row.cards.is_empty());
    let Some(row) = lacks.or_else(opponent) else { return };
    tally.tested += 1;
    let what = || format!("Whether the cards of {} were the proper ones", case.name());
    tally.left_open(not_on_record(case, row), what);
}

/// A hand of which no cards are on record: a player's, or the one to play against.
pub(super) fn hand_without_cards<'a>(case: &'a RoundCase<'_>) -> Option<&'a HandRow> {
    let lacks = |row: &&HandRow| {
        row.cards.is_empty() && (row.seat.player().is_some() || case.rules.is_opponent(row.seat))
    };
    case.rows.iter().find(lacks)
}

pub(super) fn not_on_record(case: &RoundCase<'_>, row: &HandRow) -> String {
    format!("the cards of {} are not on record", case.scope.place(Hands, row.line))
}
