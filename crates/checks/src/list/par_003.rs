//! PAR-003: Cover All was paid by the column of another number of hands. The procedure is described
//! in `par_003.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::HandRank;
use feltproof_engine::game::{HANDS_MAX, Row};
use feltproof_model::{Party, Rounding, Wager};

/// The row of the paytable that the highest hand of the round wins.
fn winning_row<'a>(case: &RoundCase<'a>) -> Option<&'a Row> {
    let rows = &case.rules.paytable(Wager::CoverAll)?.rows;
    let ranks = || case.settled.iter().filter_map(|hand| hand.rank);
    let place = |rank: HandRank| rows.iter().position(|row| row.hand.includes(rank));
    let best = if case.rules.ruling("cover_all_royal") == "hand-ranking" {
        ranks().max().and_then(place)
    } else {
        ranks().filter_map(place).min()
    };
    rows.get(best?)
}

/// The numbers of hands in whose column stands what a row got; none when it got something else.
pub(crate) fn columns_paid(case: &RoundCase<'_>, row: usize) -> Vec<u8> {
    let Some(paytable_row) = winning_row(case) else { return Vec::new() };
    let (stake, paid) =
        (case.rows[row].stake[Wager::CoverAll], case.rows[row].returned[Wager::CoverAll]);
    let pays = |hands: &u8| {
        let payout = paytable_row.prize.payout(*hands)?;
        payout.pays.of(stake, Rounding::Exact)?.checked_add(stake)
    };
    (2..=HANDS_MAX).filter(|hands| !stake.is_zero() && pays(hands) == Some(paid)).collect()
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.rules.offers(Wager::CoverAll) || case.is_void() {
        return;
    }
    for (i, row, _) in case.players() {
        let (stake, paid) = (row.stake[Wager::CoverAll], row.returned[Wager::CoverAll]);
        let Some(owed) = case.owed(i, Wager::CoverAll) else { continue };
        if stake.is_zero() || owed.is_zero() {
            continue;
        }
        tally.tested += 1;
        if paid == owed {
            continue;
        }
        let columns: Vec<String> = columns_paid(case, i).iter().map(ToString::to_string).collect();
        if columns.is_empty() {
            continue;
        }
        let why = case.explained(i, Wager::CoverAll);
        tally.push(case.at_row(row).money(owed, paid, Party::Player).because(format!(
            "{why}. What was returned stands in the column of {} hands; {} were dealt, the \
                     dealer's among them.",
            columns.join(" or "),
            case.rows.len()
        )));
    }
}
