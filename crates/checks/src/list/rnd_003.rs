//! RND-003: round is not whole. The procedure is described in `rnd_003.md`.

use super::{Fill, RoundCase, Tally, has_stray};
use feltproof_engine::Banked;
use feltproof_model::Seat;
use feltproof_model::engagement::JournalKind;

/// True when two rows cannot both stand in one round: one seat, one dealer, one player banker, who
/// plays no hand of his own.
fn are_one(a: Seat, b: Seat) -> bool {
    match (a, b) {
        (Seat::Banker(_), Seat::Banker(_)) => true,
        (Seat::Banker(n), Seat::Player(m)) | (Seat::Player(m), Seat::Banker(n)) => n == m,
        _ => a == b,
    }
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.rows.is_empty() {
        return;
    }
    tally.tested += 1;
    for (i, row) in case.rows.iter().enumerate() {
        let Some(first) = case.rows[..i].iter().find(|r| are_one(r.seat, row.seat)) else {
            continue;
        };
        if let Some(why) = has_stray(case) {
            let line = case.scope.line(JournalKind::Hands, row.line);
            tally.left_open(why, || format!("Whether the seat of line {line} was held twice"));
            continue;
        }
        let why = if first.seat == row.seat {
            format!("Seat {} is recorded twice", row.seat)
        } else {
            format!("Seats {} and {} are both recorded", first.seat, row.seat)
        };
        tally.push(
            case.at_row(row).words("each seat once", format!("seat {} again", row.seat)).because(
                format!(
                    "{why} in round {} of table {}; only one of the two hands can be right.",
                    case.round, case.table.id
                ),
            ),
        );
    }
    let lacks = case.opponent_row().is_none() || case.players().next().is_none();
    if let Some(hole) = case.holes.hands.filter(|_| lacks) {
        return tally.left_open(hole.of(case.scope), || {
            format!("Which hands round {} of table {} had", case.round, case.table.id)
        });
    }
    if case.opponent_row().is_none() {
        let whom = match case.rules.banked() {
            Banked::House => "dealer",
            Banked::Player => "player banker",
        };
        let expected = format!("a {whom}'s hand");
        tally.push(case.at_round().words(expected, "none").because(format!(
            "Round {} of table {} has no {whom}'s row, so nothing that depends on the {whom}'s \
             hand can be settled.",
            case.round, case.table.id
        )));
    }
    if case.players().next().is_none() {
        tally.push(
            case.at_round()
                .words("at least one player's hand", "none")
                .because(format!("Round {} of table {} has no player.", case.round, case.table.id)),
        );
    }
}
