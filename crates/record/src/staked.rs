//! Rounds with progressive wagers, as the hands journal tells, of links of which no wager was counted in so far.

use crate::round::LAG_MICROS;
use crate::subject::Subject;
use feltproof_model::{Action, LinkId, Money, Rows, Sum, TableId, Timestamp, Wager};

/// Rounds kept of one link: more prove nothing more.
const ROUNDS_MAX: usize = 4096;

pub(crate) struct Staked {
    tables: Vec<Vec<LinkId>>,
    /// Of each link its rounds as they were read; `None` once a wager of it was counted in.
    links: Vec<Option<Vec<StakedRound>>>,
}

struct StakedRound {
    time: Timestamp,
    table: TableId,
    round: u32,
    staked: Sum,
}

impl Staked {
    pub(crate) fn new(subject: &Subject) -> Self {
        let engagement = &subject.engagement;
        Self {
            tables: engagement.tables.iter().map(|table| table.links.clone()).collect(),
            links: engagement.links.iter().map(|_| Some(Vec::new())).collect(),
        }
    }

    /// Takes in rows of one round, of which some may have been taken in before.
    pub(crate) fn rows(&mut self, table: TableId, round: u32, rows: Rows<'_>) {
        let fed = &self.tables[usize::from(table.0)];
        if fed.iter().all(|link| self.links[usize::from(link.0)].is_none()) {
            return;
        }
        let stakes = rows.heads().iter().filter(|row| row.action != Action::Void).map(|row| {
            let (wagers, _, amounts) = rows.amounts(row);
            let mut stakes = wagers.iter().zip(amounts);
            stakes.find(|(wager, _)| *wager == Wager::Progressive).map_or(Money::ZERO, |(_, m)| *m)
        });
        let staked: Sum = stakes.sum();
        let Some(first) = rows.heads().first().filter(|_| staked > Sum::ZERO) else { return };
        for link in fed {
            let Some(rounds) = &mut self.links[usize::from(link.0)] else { continue };
            // Numbers begin again each day.
            let is_own = |last: &&mut StakedRound| {
                (last.table, last.round) == (table, round)
                    && last.time.0.abs_diff(first.time.0) <= LAG_MICROS.unsigned_abs()
            };
            if let Some(last) = rounds.last_mut().filter(is_own) {
                last.staked = last.staked + staked;
            } else if rounds.len() < ROUNDS_MAX {
                rounds.push(StakedRound { time: first.time, table, round, staked });
            }
        }
    }

    /// How many rounds of a link were settled between two moments, and what was staked in them.
    pub(crate) fn between(&self, link: LinkId, from: Timestamp, to: Timestamp) -> (u64, Sum) {
        let rounds = self.links[usize::from(link.0)].iter().flatten();
        let within = rounds.filter(|round| from < round.time && round.time < to);
        within.fold((0, Sum::ZERO), |(rounds, sum), round| (rounds + 1, sum + round.staked))
    }

    /// Forgets the rounds of a link up to a moment, and those to come where its wagers are counted in.
    pub(crate) fn forget(&mut self, link: LinkId, until: Timestamp, is_counted: bool) {
        let of = &mut self.links[usize::from(link.0)];
        if is_counted {
            *of = None;
        } else if let Some(rounds) = of {
            rounds.retain(|round| round.time > until);
        }
    }
}
