//! What was in force at each event of a link: its settings, and what its limit let through.

use super::kept::Cut;
use feltproof_model::engagement::LevelSettings;

#[derive(Default)]
pub(crate) struct Past {
    /// Settings by the running number of the change that brought them, ascending.
    pub(super) history: Vec<(u64, LevelSettings)>,
    /// What a limit let through, by the number of the first coin-in of each run; `None`: all of it.
    cuts: Vec<(u64, Option<Cut>)>,
}

impl Past {
    /// The settings that a change brought before or at a running number; `None`: those it began with.
    pub(super) fn settings_at(&self, seq: u64) -> Option<&LevelSettings> {
        let after = self.history.partition_point(|(s, _)| *s <= seq);
        Some(&self.history.get(after.checked_sub(1)?)?.1)
    }

    /// What a limit let through of the coin-in of a running number; `None`: all of it.
    pub(crate) fn cut_at(&self, seq: u64) -> Option<Cut> {
        let after = self.cuts.partition_point(|(s, _)| *s <= seq);
        self.cuts.get(after.checked_sub(1)?)?.1
    }

    pub(super) fn note_cut(&mut self, seq: u64, cut: Option<Cut>) {
        // A meter that stands at its limit takes nothing, wager after wager: one entry.
        if self.cuts.last().and_then(|(_, last)| *last) != cut {
            self.cuts.push((seq, cut));
        }
    }
}
