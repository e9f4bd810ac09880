//! Which round an observation was: tests of randomness count observations, readers look for rounds.

use super::dealt::PACK;
use feltproof_stats::deal::{Deals, Options};

/// The deals of one source in their order.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) deals: Deals,
    pub(super) runs: Runs,
    last: Option<(u16, u32)>,
}

impl Chain {
    /// `None` only for a lag that cannot be.
    pub(super) fn new(lag: usize, options: Options) -> Option<Self> {
        let deals = Deals::new(PACK, lag, options).ok()?;
        Some(Self { deals, runs: Runs::default(), last: None })
    }

    /// The next deal is of this round: it goes on from the one before where the round does, as far as both are on record.
    pub(super) fn go_on(&mut self, now: Option<(u16, u32)>) {
        if let (Some((day, round)), Some((this_day, this))) = (self.last, now)
            && (this_day != day || Some(this) != round.checked_add(1))
        {
            self.deals.break_chain();
        }
        self.last = now;
    }

    /// The next deal has nothing before it.
    pub(super) fn break_off(&mut self) {
        self.deals.break_chain();
        self.last = None;
    }
}

/// Runs kept; rounds follow one another, so that few are needed.
const RUNS_MAX: usize = 65_536;

/// A run of rounds one after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    from: u64,
    day: u16,
    round: u32,
}

/// Gaming day and round of every observation, in runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    runs: Vec<Run>,
    count: u64,
    /// An observation had no round on record, or there were too many runs.
    is_open: bool,
}

impl Runs {
    /// The next observation.
    pub(super) fn push(&mut self, of: Option<(u16, u32)>) {
        let at = self.count;
        self.count += 1;
        let Some((day, round)) = of else {
            self.is_open = true;
            return;
        };
        let goes_on = |run: &Run| {
            run.day == day && u64::from(run.round).checked_add(at - run.from) == Some(round.into())
        };
        if self.runs.last().is_some_and(goes_on) {
            return;
        }
        if self.runs.len() >= RUNS_MAX {
            self.is_open = true;
            return;
        }
        self.runs.push(Run { from: at, day, round });
    }

    /// Gaming day and round of observation `at`, counted from 0; `None` where that is not known.
    pub(super) fn round(&self, at: u64) -> Option<(u16, u64)> {
        if self.is_open || at >= self.count {
            return None;
        }
        let after = self.runs.partition_point(|run| run.from <= at);
        let run = self.runs.get(after.checked_sub(1)?)?;
        Some((run.day, u64::from(run.round) + (at - run.from)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_observation_is_found_again() {
        let rounds: Vec<(u16, u32)> =
            [(0, 1), (0, 2), (0, 3), (0, 7), (0, 8), (1, 1), (1, 3), (1, 4), (1, 2)].to_vec();
        let mut runs = Runs::default();
        for round in &rounds {
            runs.push(Some(*round));
        }
        assert_eq!(runs.runs.len(), 5);
        for (at, (day, round)) in (0..).zip(&rounds) {
            assert_eq!(runs.round(at), Some((*day, u64::from(*round))));
        }
        assert_eq!(runs.round(9), None);
        runs.push(None);
        assert_eq!(runs.round(0), None);
    }
}
