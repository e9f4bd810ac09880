//! What of a meter is not known after a hole in the record of its manager, and until when.

use crate::hole::Hole;
use feltproof_model::{ManagerEvent, ManagerKind};

/// The holes that leave something of a meter open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubt {
    /// What the meter stood at, or the settings in force: until a wager is counted in as the settings
    /// say. An event that does not fit shows that the hole held something.
    pub(super) values: Option<Hole>,
    /// Whether a reseed is due, and of what seed: until the next reseed.
    pub(super) reseed: Option<Hole>,
    /// Whether the link is open: until the record shows it.
    pub(super) hours: Option<Hole>,
}

impl Doubt {
    /// A hole before the next event.
    pub(super) const fn begin(hole: Hole) -> Self {
        Self { values: Some(hole), reseed: Some(hole), hours: Some(hole) }
    }

    /// What an event settles; `fits` when it records what it should, given what is known.
    pub(super) fn learn(&mut self, event: &ManagerEvent, fits: bool) {
        match event.kind {
            ManagerKind::CoinIn => {
                self.hours = None;
                if fits && !event.amount.is_zero() {
                    self.values = None;
                }
            }
            ManagerKind::Open | ManagerKind::Close => self.hours = None,
            ManagerKind::Reseed => self.reseed = None,
            _ => {}
        }
    }
}
