//! Values ahead of the line with silences among them: which of them a later value shows to be in line.
//!
//! In a sparse record every value stands far ahead of the one before it, so a silence alone proves nothing.
//! The values are kept in segments, one after each silence. A value that steps back behind some of them
//! says that those, or it itself, stand elsewhere than where they were made; what follows tells which.

use super::{Line, Place, Rule, Run, Unit, Verdict};

/// Values ahead of the line, and what the line was at before them.
type Segment<V> = (Option<V>, Run<V>);

/// Segments that are held, the oldest first.
#[derive(Debug)]
pub(super) struct Segments<V>(Vec<Segment<V>>);

impl<V> Default for Segments<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Copy> Segments<V> {
    pub(super) fn first(&self) -> Option<&Segment<V>> {
        self.0.first()
    }

    fn units(&self) -> u32 {
        self.0.iter().map(|(_, run)| run.units).sum()
    }
}

impl<R: Rule> Line<R> {
    /// Holds a run ahead of the line beside the next one, which stands ahead of it.
    pub(super) fn hold_segment(
        &mut self,
        run: Run<R::Value>,
        unit: &Unit<R::Value>,
        out: &mut Vec<Verdict<R::Value>>,
    ) {
        self.segments.0.push((self.last, run));
        self.last = Some(run.last);
        self.run = Some(Run::of(unit, 0));
        while self.segments.units() >= R::CONFIRM_AHEAD {
            self.believe_segments(1, out);
        }
    }

    /// Believes so many of the oldest segments, or all there are.
    pub(super) fn believe_segments(&mut self, most: usize, out: &mut Vec<Verdict<R::Value>>) {
        let last = self.last;
        let most = most.min(self.segments.0.len());
        for (before, run) in self.segments.0.drain(..most).collect::<Vec<_>>() {
            self.last = before;
            self.jump_to(run, false, out);
        }
        self.last = last;
    }

    /// What a value behind all or some of the values held stands against: those of them that it stands
    /// before, together. The others are in line.
    pub(super) fn ahead_of(
        &mut self,
        run: Run<R::Value>,
        unit: &Unit<R::Value>,
        out: &mut Vec<Verdict<R::Value>>,
    ) -> Run<R::Value> {
        let is_behind =
            |last: R::Value| self.rule.place(last, unit.value, unit.unreadable) == Place::Behind;
        let base = self.segments.first().map(|(before, run)| before.unwrap_or(run.first));
        if base.is_none_or(is_behind) || !is_behind(run.last) {
            self.believe_segments(usize::MAX, out);
            return run;
        }
        let below = self.segments.0.iter().take_while(|(_, run)| !is_behind(run.last)).count();
        self.believe_segments(below, out);
        let mut all = run;
        while let Some((before, mut segment)) = self.segments.0.pop() {
            segment.absorb(&all);
            (all, self.last) = (segment, before);
        }
        all
    }
}
