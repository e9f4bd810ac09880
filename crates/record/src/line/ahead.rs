//! Values ahead of the line with silences among them: which of them a later value shows to be in line.
//!
//! In a sparse record every value stands far ahead, so a silence proves nothing. The values are kept in
//! segments, one after each silence. One that steps back behind some of them says that those, or it
//! itself, stand elsewhere than where they were made; what follows tells which.

use super::{Line, Place, Rule, Run, Unit};

impl<R: Rule> Line<R> {
    /// Holds a run ahead of the line beside the next one, which stands ahead of it.
    pub(super) fn hold_segment(&mut self, run: Run<R::Value>, unit: &Unit<R::Value>) {
        self.segments.push((self.last, run));
        self.last = Some(run.last);
        self.run = Some(Run::of(unit, 0));
        while self.segments.iter().map(|(_, run)| run.units).sum::<u32>() >= R::CONFIRM_AHEAD {
            self.believe_segments(1);
        }
    }

    /// Believes so many of the oldest segments, or all there are.
    pub(super) fn believe_segments(&mut self, most: usize) {
        let last = self.last;
        let most = most.min(self.segments.len());
        for (before, run) in self.segments.drain(..most).collect::<Vec<_>>() {
            self.last = before;
            self.jump_to(run, false);
        }
        self.last = last;
    }

    /// Those of the values held, together, that a value stands before; the others are in line.
    pub(super) fn ahead_of(&mut self, run: Run<R::Value>, unit: &Unit<R::Value>) -> Run<R::Value> {
        let is_behind = |last: R::Value| self.stands(last, unit) == Place::Behind;
        let base = self.segments.first().map(|(before, run)| before.unwrap_or(run.first));
        if base.is_none_or(is_behind) || !is_behind(run.last) {
            self.believe_segments(usize::MAX);
            return run;
        }
        let below = self.segments.iter().take_while(|(_, run)| !is_behind(run.last)).count();
        self.believe_segments(below);
        let mut all = run;
        while let Some((before, mut segment)) = self.segments.pop() {
            segment.absorb(&all);
            (all, self.last) = (segment, before);
        }
        all
    }
}
