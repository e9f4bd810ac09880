//! The records of a piece or a block of one journal: made empty, filled, joined and used again.

use super::HandsBlock;
use super::times::{RecordOrder, Times};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{BankEvent, ControllerEvent, ManagerEvent, ShufflerEvent};

/// The records of one block, by kind of journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Records {
    /// Of a hands journal.
    Hands(HandsBlock),
    /// Of a controller journal.
    Controller(Vec<ControllerEvent>),
    /// Of a manager journal.
    Manager(Vec<ManagerEvent>),
    /// Of a shuffler journal.
    Shuffler(Vec<ShufflerEvent>),
    /// Of a bank journal.
    Bank(Vec<BankEvent>),
}

impl Records {
    /// None yet, with room for so many.
    pub(super) fn with_capacity(kind: JournalKind, count: usize) -> Self {
        match kind {
            JournalKind::Hands => {
                let mut hands = HandsBlock::default();
                hands.rows.reserve(count, 0);
                Self::Hands(hands)
            }
            JournalKind::Controller => Self::Controller(Vec::with_capacity(count)),
            JournalKind::Manager => Self::Manager(Vec::with_capacity(count)),
            JournalKind::Shuffler => Self::Shuffler(Vec::with_capacity(count)),
            JournalKind::Bank => Self::Bank(Vec::with_capacity(count)),
        }
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Hands(hands) => hands.rows.len(),
            Self::Controller(events) => events.len(),
            Self::Manager(events) => events.len(),
            Self::Shuffler(events) => events.len(),
            Self::Bank(events) => events.len(),
        }
    }

    /// Takes away what the block after this one may go on with: the rows of the last round.
    pub(super) fn take_last_round(&mut self) -> Option<Self> {
        match self {
            Self::Hands(hands) => hands.take_last().map(Self::Hands),
            _ => None,
        }
    }

    /// Appends what follows in the file and leaves nothing in it but its memory: records take more
    /// room than their text, and memory fresh from the system costs as much as filling it.
    pub(super) fn append(&mut self, more: &mut Self) {
        match (self, more) {
            (Self::Hands(all), Self::Hands(more)) => all.append(more),
            (Self::Controller(all), Self::Controller(more)) => all.append(more),
            (Self::Manager(all), Self::Manager(more)) => all.append(more),
            (Self::Bank(all), Self::Bank(more)) => all.append(more),
            (Self::Shuffler(all), Self::Shuffler(more)) => all.append(more),
            // A journal has one kind, and its pieces the same.
            _ => {}
        }
    }

    /// Decides the times that only the order of the records tells.
    pub(super) fn resolve(&mut self, order: &mut RecordOrder, times: &mut Times) {
        match self {
            Self::Hands(hands) => {
                order.resolve(times, hands.rows.heads_mut());
                hands.settle_times();
            }
            Self::Controller(events) => order.resolve(times, events),
            Self::Manager(events) => order.resolve(times, events),
            Self::Shuffler(events) => order.resolve(times, events),
            Self::Bank(events) => order.resolve(times, events),
        }
    }
}
