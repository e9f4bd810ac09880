//! Which hours of which tables the records cover, before anything is judged.

use feltproof_intake::{Block, EventHead};
use feltproof_model::{Engagement, TableId, Timestamp};
use std::collections::BTreeMap;

const MICROS_PER_HOUR: u64 = 3_600_000_000;

/// A table in a journal on a gaming day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableDay {
    /// The journal, by its place in the engagement.
    pub journal: u16,
    /// The gaming day, by its place in the engagement.
    pub day: u16,
    /// The table.
    pub table: TableId,
}

/// Rounds, or events of a table, in each hour of each gaming day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// One count for each hour since the day began, up to the last with any.
    pub hours: BTreeMap<TableDay, Vec<u64>>,
    /// Records of no gaming day, by journal.
    pub outside: BTreeMap<u16, u64>,
}

impl Coverage {
    /// Counts the records of a block.
    pub fn count(&mut self, engagement: &Engagement, block: &Block) {
        let journal = block.journal;
        let mut add = |table: Option<TableId>, time| self.add(engagement, journal, table, time);
        let rounds = block.records.hands().into_iter().flat_map(|hands| &hands.fragments);
        rounds.for_each(|round| add(Some(round.table), round.time));
        for EventHead { table, time, .. } in block.records.events() {
            add(table, time);
        }
    }

    fn add(&mut self, of: &Engagement, journal: u16, table: Option<TableId>, time: Timestamp) {
        let Some(day) = of.day_of(time) else {
            *self.outside.entry(journal).or_default() += 1;
            return;
        };
        let Some(table) = table else { return };
        let start = of.days[usize::from(day)].start;
        assert!(start <= time, "a gaming day has begun when its records are made");
        // A gaming day has few hours.
        let hour = (time.0.abs_diff(start.0) / MICROS_PER_HOUR) as usize;
        let hours = self.hours.entry(TableDay { journal, day, table }).or_default();
        if hours.len() <= hour {
            hours.resize(hour + 1, 0);
        }
        hours[hour] += 1;
    }
}
