//! The records of one journal whose time does not stand in line, until others tell where they stand.

use crate::copies::{Identity, of_controller, of_manager, of_shuffler};
use crate::numbered::HeldRows;
use feltproof_model::{ControllerEvent, ManagerEvent, ShufflerEvent, Timestamp};
use std::collections::VecDeque;

pub(crate) enum Record {
    Hands(Box<HeldRows>),
    Controller(ControllerEvent),
    Manager(ManagerEvent),
    /// With whether records are missing before it.
    Shuffler(ShufflerEvent, bool),
}

impl Record {
    /// Its first line.
    pub(crate) fn line(&self) -> u32 {
        match self {
            Self::Hands(held) => held.rows.as_rows().heads().first().map_or(0, |row| row.line),
            Self::Controller(event) => event.line,
            Self::Manager(event) => event.line,
            Self::Shuffler(event, _) => event.line,
        }
    }

    pub(crate) fn identity(&self) -> Option<Identity> {
        match self {
            Self::Hands(_) => None,
            Self::Controller(event) => Some(of_controller(event)),
            Self::Manager(event) => Some(of_manager(event)),
            Self::Shuffler(event, _) => Some(of_shuffler(event)),
        }
    }
}

pub(crate) struct Held {
    pub(crate) time: Timestamp,
    /// Its time lies in the audited days or near them: one that does not only keeps its place among the others.
    pub(crate) is_inside: bool,
    pub(crate) record: Record,
}

/// Most records that wait: those whose clock is wrong tell nothing of the others.
const HELD_MAX: usize = 64;

#[derive(Default)]
pub(crate) struct HeldRecords {
    pub(crate) all: VecDeque<Held>,
    /// Those judged last stood elsewhere before they were moved there.
    pub(crate) are_moved: bool,
}

impl HeldRecords {
    pub(crate) fn is_full(&self) -> bool {
        self.all.len() >= HELD_MAX
    }

    /// So many records of the audited days, with the others among them and after them.
    pub(crate) fn take(&mut self, units: u32) -> Vec<Held> {
        let mut left = units;
        let goes_with = |held: &&Held| {
            let is_wanted = !held.is_inside || left > 0;
            left -= u32::from(held.is_inside && is_wanted);
            is_wanted
        };
        let count = self.all.iter().take_while(goes_with).count();
        self.all.drain(..count).collect()
    }
}
