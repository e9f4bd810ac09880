//! Whether the progressive pays of a table, or its envy, follow another published paytable from some round on.
//!
//! Each round with a hand that a paytable of the progressive names is settled by every other such paytable of the game
//! too. Where another one gives what was paid, and the approved one does not, the exceptions of the round carry its
//! key; a later round that it does not explain ends what it was suspected of, and the count begins anew.

use crate::case::RoundCase;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_engine::game::Paytable;
use feltproof_engine::{RoundState, TableRules};
use feltproof_model::{CauseKey, TableId, Timestamp, Wager};
use std::collections::BTreeMap;

/// Rounds that another paytable must explain: one or two are mistakes at the table.
const ROUNDS_MIN: u64 = 3;

struct Other {
    id: String,
    rules: TableRules,
}

/// For each table the paytables that name the same hands as its own and pay or award envy otherwise.
#[derive(Default)]
pub(crate) struct Others(Vec<Vec<Other>>);

/// What a round shows of one wager.
pub(crate) struct Shown {
    table: TableId,
    envy: bool,
    round: u32,
    time: Timestamp,
    /// The others, by place, that give what was paid where the own paytable does not.
    fits: Vec<u8>,
    /// Those that give something else than was paid.
    against: Vec<u8>,
}

impl Others {
    pub(crate) fn new(scope: &Scope) -> Self {
        let of = |table: TableId| {
            let own = scope.rules(table).paytable(Wager::Progressive)?;
            let game = scope.game(scope.table(table))?;
            let others = game.paytables.iter().filter(|other| is_like(own, other));
            // Their places are kept in a byte.
            let resolved = others.take(usize::from(u8::MAX)).filter_map(|other| {
                Some(Other { id: other.id.clone(), rules: scope.rules_by(table, &other.id)? })
            });
            Some(resolved.collect())
        };
        let tables = (0_u16..).zip(&scope.engagement.tables);
        Self(tables.map(|(table, _)| of(TableId(table)).unwrap_or_default()).collect())
    }

    /// What a round shows: of the progressive's own pays, and of envy.
    pub(crate) fn shown(&self, case: &RoundCase<'_>) -> Vec<Shown> {
        let mut shown = Vec::new();
        let others = self.0.get(usize::from(case.table_id.0)).map_or(&[][..], Vec::as_slice);
        let own = case.rules.paytable(Wager::Progressive).filter(|_| !others.is_empty());
        let Some(own) = own.filter(|_| case.outcome.state == RoundState::Settled) else {
            return shown;
        };
        let wagers = [Wager::Progressive, Wager::Envy];
        let is_of_prize = case.players().any(|(_, row, settled)| {
            let cards = row.cards.as_slice();
            settled.rank.is_some_and(|rank| own.row(rank, cards).is_some())
                || wagers.iter().any(|wager| !row.returned[*wager].is_zero())
        });
        if !is_of_prize {
            return shown;
        }
        for wager in wagers.into_iter().filter(|wager| case.scope.has_returned(*wager)) {
            let (round, time, table) = (case.round, case.time, case.table_id);
            let (fits, against) = (Vec::new(), Vec::new());
            let envy = wager == Wager::Envy;
            shown.push(Shown { table, envy, round, time, fits, against });
        }
        for (at, other) in (0_u8..).zip(others) {
            let mut hands = Vec::with_capacity(case.rows.len());
            (case.scope.settle)(&other.rules, case.rows, &mut hands);
            for of in &mut shown {
                let wager = if of.envy { Wager::Envy } else { Wager::Progressive };
                let decided = || case.players().filter(|(_, _, s)| s.testable.contains(wager));
                let by = |i: usize| hands.get(i).map(|hand| hand.owed[wager]);
                let differs = decided().any(|(i, _, own)| by(i) != Some(own.owed[wager]));
                let fits = decided().all(|(i, row, _)| by(i) == Some(row.returned[wager]));
                match (differs, fits) {
                    (true, true) => of.fits.push(at),
                    (true, false) => of.against.push(at),
                    (false, _) => {}
                }
            }
        }
        shown
    }
}

/// True for a paytable of the progressive that names the same hands in the same order, with other prizes or envy.
fn is_like(own: &Paytable, other: &Paytable) -> bool {
    let hands =
        |table: &Paytable| -> Vec<&str> { table.rows.iter().map(|r| r.hand.key()).collect() };
    let prizes = |table: &Paytable| -> Vec<_> {
        table.rows.iter().map(|row| (row.prize, row.envy)).collect()
    };
    other.wager == Wager::Progressive && hands(own) == hands(other) && prizes(own) != prizes(other)
}

impl Shown {
    /// The key of what may have caused the exceptions of a check in the round, not yet told from an earlier suspicion.
    pub(crate) fn key(&self, code: &str) -> Option<CauseKey> {
        let of_envy = matches!(code, "ENV-001" | "ENV-002");
        let is_own = if self.envy { of_envy } else { code == "PAY-005" };
        let paytable = *self.fits.first().filter(|_| is_own)?;
        Some(CauseKey::Paytable { table: self.table, paytable, envy: self.envy, segment: 0 })
    }
}

/// From when on another paytable explains all of a table's pays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Since {
    pub(crate) round: u32,
    pub(crate) time: Timestamp,
    /// How many rounds show it.
    pub(crate) rounds: u64,
    segment: u32,
    is_standing: bool,
}

/// What the rounds up to here show, by table, paytable, and whether it is of envy.
#[derive(Default)]
pub(crate) struct Drift(BTreeMap<(TableId, u8, bool), Since>);

impl Drift {
    /// Takes in what rounds show, in their order, and tells their exceptions which suspicion they belong to.
    pub(crate) fn take(&mut self, shown: &[Shown], tallies: &mut [Tally]) {
        let mut indicated: BTreeMap<(TableId, u8, bool, u32), u32> = BTreeMap::new();
        for of in shown {
            for paytable in &of.against {
                if let Some(since) = self.0.get_mut(&(of.table, *paytable, of.envy)) {
                    since.is_standing = false;
                }
            }
            for paytable in &of.fits {
                let key = (of.table, *paytable, of.envy);
                let before = self.0.get(&key).copied();
                let segment = before.map_or(0, |since| since.segment);
                let begun = Since {
                    round: of.round,
                    time: of.time,
                    rounds: 0,
                    segment: segment + u32::from(before.is_some()),
                    is_standing: true,
                };
                let mut since = before.filter(|since| since.is_standing).unwrap_or(begun);
                since.rounds += 1;
                indicated.insert((of.table, *paytable, of.envy, of.round), since.segment);
                self.0.insert(key, since);
            }
        }
        for exception in tallies.iter_mut().flat_map(|tally| &mut tally.exceptions) {
            if let Some(CauseKey::Paytable { table, paytable, envy, segment }) =
                &mut exception.cause
                && let Some(round) = exception.round
                && let Some(of) = indicated.get(&(*table, *paytable, *envy, round))
            {
                *segment = *of;
            }
        }
    }

    /// From when on it holds to the end; envy by fewer rounds if pays follow the same paytable.
    pub(crate) fn since(&self, key: CauseKey) -> Option<&Since> {
        let CauseKey::Paytable { table, paytable, envy, segment } = key else { return None };
        let of = |envy| self.0.get(&(table, paytable, envy)).filter(|since| since.is_standing);
        let is_enough = |since: &Since| since.rounds >= ROUNDS_MIN;
        let is_beside = envy && of(false).is_some_and(is_enough);
        of(envy).filter(|since| since.segment == segment && (is_enough(since) || is_beside))
    }

    /// The paytables that explain as much as the one of a key, and this one itself: some pay alike.
    pub(crate) fn alike(&self, others: &Others, key: CauseKey) -> Vec<String> {
        let CauseKey::Paytable { table, envy, .. } = key else { return Vec::new() };
        let Some(since) = self.since(key) else { return Vec::new() };
        let of_table = others.0.get(usize::from(table.0)).map_or(&[][..], Vec::as_slice);
        let is_alike = |at: u8| {
            let other = self.0.get(&(table, at, envy)).filter(|other| other.is_standing);
            other.is_some_and(|other| (other.round, other.rounds) == (since.round, since.rounds))
        };
        let alike = (0_u8..).zip(of_table).filter(|(at, _)| is_alike(*at));
        alike.map(|(_, other)| other.id.clone()).collect()
    }
}
