//! The records of one journal whose time does not stand in line, until others tell where they stand.

use crate::line::Verdict;
use crate::numbered::HeldRows;
use crate::subject::Subject;
use feltproof_model::{ControllerEvent, ManagerEvent, ShufflerEvent, Timestamp};
use std::collections::VecDeque;

/// One record, or the rows of a round.
pub(crate) enum Record {
    Hands(Box<HeldRows>),
    Controller(ControllerEvent),
    Manager(ManagerEvent),
    /// With whether records are missing before it.
    Shuffler(ShufflerEvent, bool),
}

impl Record {
    /// Its running number, and the line of numbers it belongs to.
    pub(crate) fn number(&self, subject: &Subject, journal: u16) -> Option<(usize, u64)> {
        let (table, link, seq) = match self {
            Self::Hands(_) => return None,
            Self::Controller(event) => (Some(event.table), None, event.seq),
            Self::Manager(event) => (event.table, Some(event.link), event.seq),
            Self::Shuffler(event, _) => (Some(event.table), None, event.seq),
        };
        Some((subject.parts.stream(journal, table, link)?, seq))
    }
}

/// A record that waits.
pub(crate) struct Held {
    pub(crate) time: Timestamp,
    /// Its time lies in the audited days: one that does not only keeps its place among the others.
    pub(crate) is_audited: bool,
    pub(crate) record: Record,
}

/// Most records that wait: those outside the audited days tell nothing of the others.
const HELD_MAX: usize = 64;

/// Records that wait, in the order of their journal.
#[derive(Default)]
pub(crate) struct HeldRecords {
    held: VecDeque<Held>,
    /// Those judged last stood elsewhere before they were moved there.
    pub(crate) are_moved: bool,
    /// Memory to be used again.
    verdicts: Vec<Verdict<Timestamp>>,
}

impl HeldRecords {
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    pub(crate) fn push(&mut self, held: Held) {
        self.held.push_back(held);
    }

    /// The one that has waited longest.
    pub(crate) fn first(&self) -> Option<&Held> {
        self.held.front()
    }

    /// True when so many wait that they are judged without what follows.
    pub(crate) fn is_full(&self) -> bool {
        self.held.len() >= HELD_MAX
    }

    /// So many records of the audited days, with the others among them and after them.
    pub(crate) fn take(&mut self, units: u32) -> Vec<Held> {
        let mut left = units;
        let mut count = 0;
        for held in &self.held {
            if held.is_audited {
                if left == 0 {
                    break;
                }
                left -= 1;
            }
            count += 1;
        }
        self.held.drain(..count).collect()
    }

    /// Room for what is found out of them.
    pub(crate) fn take_verdicts(&mut self) -> Vec<Verdict<Timestamp>> {
        std::mem::take(&mut self.verdicts)
    }

    /// Gives that room back.
    pub(crate) fn give_back(&mut self, verdicts: Vec<Verdict<Timestamp>>) {
        self.verdicts = verdicts;
    }
}
