//! The awards of one meter as its events come: what each met, and whether a reseed followed in time.

use super::kept::Kept;
use super::{Drawn, Recorded, Standing};
use crate::award::{Award, LateCoinIn, Reseed};
use crate::hole::Hole;
use crate::period::Period;
use feltproof_engine::game::Prize;
use feltproof_engine::{LedgerError, TableRules};
use feltproof_model::{LinkId, ManagerEvent, Money, Rate, Rounding, TableId, Timestamp, Wager};
use smallvec::SmallVec;

#[derive(Default)]
pub(crate) struct Awards {
    pub(crate) all: Vec<Award>,
    /// The meter before each award, until the coin-in of its round is met: the place of the award.
    before: Vec<(usize, Kept)>,
    played_since: SmallVec<[TableId; 4]>,
    pub(super) latest_at: Option<Timestamp>,
}

impl Awards {
    /// The last award after which the meter is reseeded, where no reseed followed.
    pub(super) fn unseeded(&mut self) -> Option<&mut Award> {
        let emptying = self.all.iter_mut().rfind(|award| !award.partial);
        emptying.filter(|award| award.reseed.is_none())
    }

    /// A hole before the next event: the reseed that the last award needs may stand in it.
    pub(super) fn enter_hole(&mut self, hole: Hole) {
        if let Some(award) = self.unseeded().filter(|award| !award.played_on) {
            award.before_reseed.get_or_insert(hole);
        }
    }

    /// Notes an award; `before` is where the meter stood.
    pub(super) fn enter(&mut self, record: &Recorded<'_>, link: LinkId, before: Standing) {
        let (event, period) = (record.event, record.period);
        let (Some(table), Some(round), Some(seat)) = (event.table, event.round, event.seat) else {
            return;
        };
        let partial = is_partial(record, link, before.display);
        if !partial {
            self.played_since.clear();
        }
        self.all.push(Award {
            event: Some(event.clone()),
            display_before: before.display,
            partial,
            is_aside: !record.is_audited,
            ..Award::new(link, record.day, (period, table, round, seat))
        });
    }

    /// What the last award met: where events before it or wagers may be missing, and the meter as kept.
    pub(super) fn met(
        &mut self,
        before: Option<Hole>,
        uncounted: Option<Hole>,
        unawarded: Option<Kept>,
    ) {
        let Some(award) = self.all.last_mut() else { return };
        (award.before, award.uncounted) = (before, uncounted);
        award.due.met_since = self.latest_at;
        let place = self.all.len() - 1;
        self.before.extend(unawarded.map(|kept| (place, kept)));
    }

    /// Notes a reseed: where the meter stood before it, and what it drew from the reserve.
    pub(super) fn reseed(
        &mut self,
        event: &ManagerEvent,
        before: Standing,
        drawn: Option<Drawn>,
    ) -> Result<(), LedgerError> {
        let Some(award) = self.unseeded() else { return Ok(()) };
        let taken = before.reserve.checked_sub(event.reserve).ok_or(LedgerError::TooLarge)?;
        let drawn = drawn.unwrap_or(Drawn::exactly(before.reserve));
        let (added, at, seq) = (event.amount, event.time, event.seq);
        award.reseed = Some(Reseed { added, at, seq, taken, drawn });
        Ok(())
    }

    /// A coin-in of the round of an award before it: what the meter would have shown with it.
    pub(super) fn coin_in(
        &mut self,
        coin_in: &ManagerEvent,
        period: Period,
    ) -> Result<(), LedgerError> {
        let of_round = |award: &Award| {
            (award.period, Some(award.table), Some(award.round))
                == (period, coin_in.table, coin_in.round)
        };
        for (at, kept) in &self.before {
            let award = &mut self.all[*at];
            if of_round(award) && award.due.coin_in.is_none() {
                let display = kept.display_with(coin_in)?;
                let (line, seq) = (coin_in.line, coin_in.seq);
                award.due.coin_in = Some(LateCoinIn { line, display, hole: None, seq });
            }
        }
        // Once its table plays another round, the coin-in of an award's own is not awaited any more.
        let awaits = |award: &Award| award.period == period && Some(award.table) != coin_in.table;
        self.before.retain(|(at, _)| awaits(&self.all[*at]));
        Ok(())
    }

    /// Whether the link plays on without the reseed that is due: its own table in another round, or any
    /// for the second time, since another table may begin in the moment between award and reseed.
    pub(super) fn play(&mut self, event: &ManagerEvent) {
        let Some(table) = event.table else { return };
        let is_again = self.played_since.contains(&table);
        let Some(award) = self.unseeded() else { return };
        let is_next_round = table == award.table && event.round != Some(award.round);
        award.played_on |= is_next_round || is_again;
        if !award.played_on {
            self.played_since.push(table);
        }
    }
}

/// True for an award of no more than the largest share below the whole that the paytable pays (10 % on
/// the multi-game link), or than its largest fixed award, where those come off the meter too and leave
/// something. A larger one is taken for the whole, so that a wrong amount is one exception and not two.
/// One of nothing empties nothing.
fn is_partial(record: &Recorded<'_>, link: LinkId, displayed: Money) -> bool {
    let (subject, amount) = (record.subject, record.event.amount);
    if amount.is_zero() {
        return true;
    }
    let at = record.event.time;
    let rules = || subject.tables_on(link).map(|(table, _)| subject.rules_of_at(table, link, at));
    let Some(paytable) = rules().find_map(|rules| rules.paytable(Wager::Progressive)) else {
        return false;
    };
    let terms = &record.link.awards;
    let unit = rules().filter_map(TableRules::unit).max();
    paytable.rows.iter().any(|row| match row.prize {
        Prize::Meter(share) if Rate::ONE.is_greater_than(share) => {
            terms.owed(share, displayed).is_some_and(|most| amount <= most)
        }
        Prize::Fixed(payout) if terms.deducts_fixed => {
            let Some(unit) = unit else { return false };
            let most = payout.pays.of(unit, Rounding::Up).and_then(|won| won.checked_add(unit));
            amount < displayed && most.is_some_and(|most| amount <= most)
        }
        _ => false,
    })
}
