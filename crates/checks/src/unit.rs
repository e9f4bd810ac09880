//! Whether another unit explains what a round raised: cents for dollars, or a hundredfold.
//!
//! One such amount departs in many ways: from the other wagers of its hand, the posted limits, the law and
//! what it should have been paid. So a round that raised something is settled and judged once more with the
//! amounts of one column in the other unit. Where that raises nothing new, what it no longer raises carries
//! the key of that cause; everything raised stays.

use crate::case::RoundCase;
use crate::list::CHECKS;
use crate::runnable::Runnable;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::{
    AmountColumn, CauseKey, HandRow, Locus, ManagerKind, Money, Place, TableId, Wager,
};
use feltproof_record::{Round, settled_round};

/// An amount below this is none that is a hundred times too large, one from it on none that is a hundredth:
/// fifty cents are the smallest chip.
const DIVIDED_MIN: Money = Money::from_micros(50_000_000);

/// What one round raised: the place of a check, and of the first of its exceptions.
pub(crate) type Raised = (usize, usize);

/// Code and place of an exception.
pub(crate) type Raising = (&'static str, Locus);

/// A round in which one column is read in another unit.
struct Trial {
    column: AmountColumn,
    larger: bool,
    round: Round,
    rows: Vec<HandRow>,
}

/// Marks, among what a round raised, what a column in another unit explains.
pub(crate) fn explain(
    scope: &Scope,
    runnable: &Runnable,
    (round, rows): (&Round, &[HandRow]),
    raised: &[Raised],
    tallies: &mut [Tally],
) {
    let found: Vec<Raising> = raised
        .iter()
        .flat_map(|(at, from)| tallies[*at].exceptions.get(*from..).unwrap_or_default())
        .map(|exception| (exception.code, exception.locus))
        .collect();
    let mut best: Option<(usize, CauseKey, Vec<Raising>)> = None;
    for trial in columns().flat_map(|(column, larger)| trials((round, rows), column, larger)) {
        let record = (&trial.round, &trial.rows[..]);
        let Some(left) = left_by(scope, runnable, record, &found) else { continue };
        let explained = found.len() - found.iter().filter(|e| left.contains(e)).count();
        if explained > best.as_ref().map_or(0, |(most, ..)| *most) {
            let table = TableId(round.table);
            let link = scope.table(table).link().filter(|_| trial.column == AmountColumn::Amount);
            let place = link.map_or(Place::Table(table), Place::Link);
            let key = CauseKey::Unit { place, column: trial.column, larger: trial.larger };
            best = Some((explained, key, left));
        }
        if explained == found.len() {
            break;
        }
    }
    if let Some((_, key, left)) = best {
        suspect(raised, tallies, key, &left);
    }
}

/// Gives a key to what was raised and is not `left` by what it says.
pub(crate) fn suspect(raised: &[Raised], tallies: &mut [Tally], key: CauseKey, left: &[Raising]) {
    for (at, from) in raised {
        for exception in tallies[*at].exceptions.iter_mut().skip(*from) {
            if !left.contains(&(exception.code, exception.locus)) {
                exception.cause = Some(key);
            }
        }
    }
}

/// What a changed round raises; `None` where any of it was not `found` before, as in most, soon.
pub(crate) fn left_by(
    scope: &Scope,
    runnable: &Runnable,
    (round, rows): (&Round, &[HandRow]),
    found: &[Raising],
) -> Option<Vec<Raising>> {
    let mut hands = Vec::new();
    let settled = settled_round(scope, round, rows, &mut hands);
    let case = RoundCase { scope, of: &settled };
    let mut left = Vec::new();
    for (at, run) in &runnable.of_facts.rounds {
        let mut tally = Tally::of(CHECKS[*at].code);
        run(&case, &mut tally);
        for exception in &tally.exceptions {
            let raising = (exception.code, exception.locus);
            if !found.contains(&raising) {
                return None;
            }
            left.push(raising);
        }
    }
    Some(left)
}

/// Every column that may be in another unit, either way.
fn columns() -> impl Iterator<Item = (AmountColumn, bool)> {
    [true, false].into_iter().flat_map(|larger| {
        let of_wager = |wager| [AmountColumn::Stake(wager), AmountColumn::Returned(wager)];
        let of_hands = Wager::ALL.into_iter().flat_map(of_wager);
        let all = std::iter::once(AmountColumn::Amount).chain(of_hands);
        all.chain([AmountColumn::AllOfHands]).map(move |column| (column, larger))
    })
}

/// One column in the other unit: all its amounts, or that of one row.
fn trials(
    (round, rows): (&Round, &[HandRow]),
    column: AmountColumn,
    larger: bool,
) -> impl Iterator<Item = Trial> {
    // One amount in all rows is the same as that of its row.
    let amounts = rows.iter().filter(|row| amount(row, column, larger)).count();
    let each = (0..rows.len()).filter(move |at| amounts > 1 && amount(&rows[*at], column, larger));
    let places = std::iter::once(None).chain(each.map(Some));
    places.filter_map(move |only| trial((round, rows), column, larger, only))
}

/// Whether a row has an amount of one column that can be in the other unit.
fn amount(row: &HandRow, column: AmountColumn, larger: bool) -> bool {
    let amount = match column {
        AmountColumn::Stake(wager) => row.stake[wager],
        AmountColumn::Returned(wager) => row.returned[wager],
        _ => return false,
    };
    in_other_unit(amount, larger).is_some()
}

/// A trial of one column, in all rows or in one; nothing where no amount of it can be in the other unit.
fn trial(
    (round, rows): (&Round, &[HandRow]),
    column: AmountColumn,
    larger: bool,
    only: Option<usize>,
) -> Option<Trial> {
    let coin_in = |kind| kind == ManagerKind::CoinIn;
    let may_change = match column {
        AmountColumn::Amount => round
            .manager
            .iter()
            .any(|e| coin_in(e.kind) && in_other_unit(e.amount, larger).is_some()),
        AmountColumn::AllOfHands => true,
        _ => rows.iter().any(|row| amount(row, column, larger)),
    };
    if !may_change {
        return None;
    }
    let mut changed = 0;
    let mut scale = |amount: &mut Money| {
        if let Some(other) = in_other_unit(*amount, larger) {
            *amount = other;
            changed += 1;
        }
    };
    let (mut round, mut rows) = (round.clone(), rows.to_vec());
    if column == AmountColumn::Amount {
        let coin_ins = round.manager.iter_mut().filter(|e| coin_in(e.kind));
        coin_ins.for_each(|event| scale(&mut event.amount));
    }
    for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| only.is_none_or(|o| o == *at)) {
        match column {
            AmountColumn::Stake(wager) => scale(&mut row.stake[wager]),
            AmountColumn::Returned(wager) => scale(&mut row.returned[wager]),
            AmountColumn::AllOfHands => {
                for wager in Wager::ALL {
                    scale(&mut row.stake[wager]);
                    scale(&mut row.returned[wager]);
                }
            }
            AmountColumn::Amount | AmountColumn::Display | AmountColumn::Reserve => {}
        }
    }
    (changed > 0).then_some(Trial { column, larger, round, rows })
}

/// An amount in the other unit, where it can be in it.
fn in_other_unit(amount: Money, larger: bool) -> Option<Money> {
    if amount <= Money::ZERO || (amount >= DIVIDED_MIN) != larger {
        return None;
    }
    if larger {
        (amount.micros() % 100 == 0).then(|| Money::from_micros(amount.micros() / 100))
    } else {
        amount.checked_mul(100)
    }
}
