//! Whether one stake that is missing explains what a round raised.
//!
//! A stake that was left out of one row departs in many ways: from the wagers beside it, from what was paid, from sensors and
//! coin-ins. So a round that raised more than one thing is settled and judged once more with a stake in one empty place. Where
//! that raises nothing new, what it no longer raises carries the key of that cause; everything raised stays.

use crate::runnable::Runnable;
use crate::scope::Scope;
use crate::tally::Tally;
use crate::unit::{Raised, Raising, left_by, suspect};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{CauseKey, HandRow, Money, TableId, Wager};
use feltproof_record::Round;

/// One thing explained is said as well by itself.
const EXPLAINED_MIN: usize = 2;
/// The longest odds, for one, by which a payment may lead back to its stake.
const ODDS_MAX: i64 = 60;

/// Marks, among what a round raised and no other unit explains, what one missing stake explains.
pub(crate) fn explain(
    scope: &Scope,
    runnable: &Runnable,
    (round, rows): (&Round, &[HandRow]),
    raised: &[Raised],
    tallies: &mut [Tally],
) {
    let all = raised.iter().flat_map(|(at, from)| tallies[*at].exceptions.get(*from..));
    let all: Vec<_> = all.flatten().collect();
    if all.len() < EXPLAINED_MIN || all.iter().any(|e| is_explained(e.cause)) {
        return;
    }
    let found: Vec<Raising> = all.iter().map(|e| (e.code, e.locus)).collect();
    let mut best: Option<(usize, CauseKey, Vec<Raising>)> = None;
    for (at, wager, stake) in stakes(scope, round, rows, &found) {
        let mut rows = rows.to_vec();
        rows[at].stake[wager] = stake;
        let Some(left) = left_by(scope, runnable, (round, &rows), &found) else { continue };
        let explained = found.len() - found.iter().filter(|e| left.contains(e)).count();
        if explained >= EXPLAINED_MIN.max(best.as_ref().map_or(0, |(most, ..)| most + 1)) {
            best = Some((explained, CauseKey::Stake { line: rows[at].line, wager }, left));
        }
        if explained == found.len() {
            break;
        }
    }
    if let Some((_, key, left)) = best {
        suspect(raised, tallies, key, &left);
    }
}

/// True where another cause is suspected already, but for one that only many rounds together bear out.
const fn is_explained(cause: Option<CauseKey>) -> bool {
    !matches!(cause, None | Some(CauseKey::Apart { .. }))
}

/// Every empty place of a stake in a round, with what may have stood there: of a progressive wager, of which other journals
/// tell, at every seat; of others in the rows at which something was `found`.
fn stakes<'a>(
    scope: &'a Scope,
    round: &'a Round,
    rows: &'a [HandRow],
    found: &'a [Raising],
) -> impl Iterator<Item = (usize, Wager, Money)> + 'a {
    let rules = scope.rules(TableId(round.table));
    let is_named = move |row: &HandRow| {
        let locus = scope.locus(JournalKind::Hands, row.line);
        found.iter().any(|(_, at)| *at == locus)
    };
    let is_empty = move |row: &HandRow, wager: Wager| {
        wager.is_staked()
            && rules.offers(wager)
            && row.stake[wager].is_zero()
            && (wager == Wager::Progressive || is_named(row))
    };
    let players = rows.iter().enumerate().filter(|(_, row)| row.seat.player().is_some());
    players.flat_map(move |(at, row)| {
        let empty = Wager::ALL.into_iter().filter(move |wager| is_empty(row, *wager));
        empty.flat_map(move |wager| {
            let amounts = match wager {
                Wager::Progressive => rules.unit().into_iter().collect(),
                _ => amounts(row, wager),
            };
            amounts.into_iter().map(move |stake| (at, wager, stake))
        })
    })
}

/// What the other amounts of a row make likely as a stake: the same as another, or what its payment leads back to.
fn amounts(row: &HandRow, wager: Wager) -> Vec<Money> {
    let of = |of: Wager, odds: i64| {
        let (paid, stake) = (row.returned[of], row.stake[of]);
        let parts = [paid, stake].map(|amount| Money::from_micros(amount.micros() / odds));
        let is_whole = |part: &Money| !part.is_zero() && *part == part.floor_to_cent();
        parts.into_iter().filter(is_whole)
    };
    let others = Wager::ALL.into_iter().flat_map(|other| of(other, 1));
    let own = (2..=ODDS_MAX).flat_map(|odds| of(wager, odds));
    let mut all: Vec<Money> = others.chain(own).collect();
    let mut seen = Vec::new();
    all.retain(|amount| {
        let is_new = !seen.contains(amount);
        seen.push(*amount);
        is_new
    });
    all
}
