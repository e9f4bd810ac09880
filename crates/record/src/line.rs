//! The line that the values of a journal follow (running numbers, times, round numbers), and what
//! stands out of it.
//!
//! A value is judged against its neighbours on both sides. One that fits neither the value before it
//! nor the one after it, while those two fit each other, is out of line; the line goes on as though it
//! had stood between them. Until that is known its record is held: a few at most ([`Rule::CONFIRM`]).

mod ahead;
mod run;

use ahead::Segments;
pub use run::{OutOfLine, Run};
pub(crate) use run::{Place, Rule, Unit, Verdict};

/// What a line was at before a run ahead of it, and the run.
type Jump<V> = (Option<V>, Run<V>);

/// A line under way.
#[derive(Debug)]
pub(crate) struct Line<R: Rule> {
    rule: R,
    last: Option<R::Value>,
    /// Values that do not fit the last one, not yet judged.
    run: Option<Run<R::Value>>,
    /// Values ahead of the line before those, not yet judged.
    segments: Segments<R::Value>,
    /// Where the line jumped ahead, and what it was at before, while the run says that it did not.
    jump: Option<Jump<R::Value>>,
    /// A step back under way, and what the line was at before it.
    back: Option<(R::Value, Run<R::Value>)>,
}

impl<R: Rule> Line<R> {
    pub(crate) fn new(rule: R) -> Self {
        let segments = Segments::default();
        Self { rule, last: None, run: None, segments, jump: None, back: None }
    }

    /// Begins at a value that needs no other to be believed.
    pub(crate) fn begin(&mut self, value: R::Value) {
        self.last = Some(value);
    }

    /// The last value that is known to be in line.
    #[inline]
    pub(crate) fn last(&self) -> Option<R::Value> {
        let held = self.segments.first().or(self.jump.as_ref());
        held.map_or(self.last, |(before, _)| *before)
    }

    /// The last value that was read, whether it is in line or not known to be.
    #[inline]
    pub(crate) fn read_last(&self) -> Option<R::Value> {
        self.run.map_or(self.last, |run| Some(run.last))
    }

    /// True when the value stands in line and nothing is held: nothing else is to be done.
    #[inline]
    pub(crate) fn fits(&mut self, unit: &Unit<R::Value>) -> bool {
        if self.run.is_some() || self.back.is_some() {
            return false;
        }
        let Some(last) = self.last else { return false };
        let fits = self.rule.place(last, unit.value, unit.unreadable) == Place::Fits;
        if fits {
            self.last = Some(last.max(unit.value));
        }
        fits
    }

    /// Takes back the only value held.
    pub(crate) fn take_first(&mut self) -> Option<Run<R::Value>> {
        self.run.take()
    }

    /// Takes in a value that does not fit, or that comes while others are held; its record counts to
    /// those held.
    pub(crate) fn hold(&mut self, unit: &Unit<R::Value>, out: &mut Vec<Verdict<R::Value>>) {
        let Some(mut run) = self.run.take() else { return self.hold_first(unit, out) };
        if self.segments.first().is_some()
            && self.rule.place(run.last, unit.value, unit.unreadable) == Place::Behind
        {
            run = self.ahead_of(run, unit, out);
        }
        let since = run.unreadable_in_all() + unit.unreadable;
        // What stands again is no wrong value of one that stands once.
        let taken = if R::REPEATS && run.last == unit.value { 0 } else { u64::from(run.units) };
        let beside_line = self.last.map(|last| self.rule.place(last, unit.value, since + taken));
        if beside_line == Some(Place::Fits) {
            if self.is_block(&run) && self.is_ahead(&run) && self.may_be_moved() {
                self.steps_back_behind(run, unit);
            } else {
                self.line_goes_on(run, unit, out);
            }
            return;
        }
        if self.goes_on_before_jump(&run, unit, out) {
            return;
        }
        if self.is_after_back(unit) {
            self.end_back(run, unit, out);
            return;
        }
        self.hold_beside(run, unit, (beside_line, since), out);
    }

    /// Takes in a value that does not fit while no other is held.
    fn hold_first(&mut self, unit: &Unit<R::Value>, out: &mut Vec<Verdict<R::Value>>) {
        match self.last {
            Some(last) if self.rule.place(last, unit.value, unit.unreadable) == Place::Fits => {
                self.go_on(unit, out);
            }
            _ if self.is_after_back(unit) => {
                self.last = self.back.map(|(before, _)| before);
                self.go_on(unit, out);
            }
            _ => self.consider(Run::of(unit, 0), out),
        }
    }

    /// Takes in the value with which a step back is over, after a run of others.
    fn end_back(
        &mut self,
        run: Run<R::Value>,
        unit: &Unit<R::Value>,
        out: &mut Vec<Verdict<R::Value>>,
    ) {
        match &mut self.back {
            // The last of the step back, after a silence.
            Some((before, back))
                if self.last.is_some_and(|last| last < run.first)
                    && self.rule.place(*before, run.last, 0) == Place::Behind =>
            {
                back.absorb(&run);
                out.push(Verdict::Back(run.units));
            }
            _ => self.leave_out(run, Some(unit.value), out),
        }
        self.last = self.back.map(|(before, _)| before);
        self.go_on(unit, out);
    }

    /// Takes in a value that does not fit the line, beside a run that does not; `since` records may be
    /// missing.
    fn hold_beside(
        &mut self,
        mut run: Run<R::Value>,
        unit: &Unit<R::Value>,
        (beside_line, since): (Option<Place>, u64),
        out: &mut Vec<Verdict<R::Value>>,
    ) {
        match self.rule.place(run.last, unit.value, unit.unreadable) {
            Place::Fits => {
                let last = run.last.max(unit.value);
                run.extend(unit);
                run.last = last;
                self.blame_jump(&mut run, out);
                self.consider(run, out);
            }
            Place::Ahead if self.is_ahead(&run) && self.may_be_moved() => {
                self.hold_segment(run, unit, out);
            }
            Place::Ahead if self.is_ahead(&run) => {
                self.jump_to(run, false, out);
                self.run = Some(Run::of(unit, 0));
            }
            Place::Ahead if beside_line == Some(Place::Ahead) => {
                self.leave_out(run, Some(unit.value), out);
                self.run = Some(Run::of(unit, since));
            }
            Place::Ahead if self.jump.is_some() => {
                // Both below the jump, and ascending.
                run.extend(unit);
                self.blame_jump(&mut run, out);
                self.consider(run, out);
            }
            Place::Behind if self.is_ahead(&run) && self.jump.is_none() => {
                self.steps_back_behind(run, unit);
            }
            _ => {
                run.extend(unit);
                self.consider(run, out);
            }
        }
    }

    /// Judges what is still held, at the end. `other` is where another journal ends that tells of the same:
    /// what goes beyond it, and is followed by what does not, is out of line.
    pub(crate) fn end(&mut self, other: Option<R::Value>, out: &mut Vec<Verdict<R::Value>>) {
        self.believe_segments(usize::MAX, out);
        if let Some(mut run) = self.run.take() {
            if let (Some((before, wrong)), Some(other)) = (self.jump, other)
                && wrong.units <= run.units
                && wrong.last > other
                && run.last <= other
                && self.is_past_jump(before, &run)
            {
                self.blame(before, wrong, &mut run, out);
            }
            if self.is_ahead(&run) {
                self.jump_to(run, true, out);
            } else {
                self.leave_out(run, None, out);
            }
        }
        if let Some((before, run)) = self.back.take() {
            let of = OutOfLine { run, before: Some(before), after: None };
            out.push(Verdict::OutOfLine { held: 0, of });
        }
    }

    fn is_ahead(&self, run: &Run<R::Value>) -> bool {
        self.last
            .is_none_or(|last| self.rule.place(last, run.first, run.unreadable) == Place::Ahead)
    }

    /// Takes in a value behind a run ahead: either is out of line, and the next one tells which.
    fn steps_back_behind(&mut self, run: Run<R::Value>, unit: &Unit<R::Value>) {
        self.jump = Some((self.last, run));
        self.last = Some(run.last);
        self.run = Some(Run::of(unit, 0));
    }

    /// True for values that may be a block moved there: that one value goes on past them is not enough.
    fn is_block(&self, run: &Run<R::Value>) -> bool {
        R::CONFIRM_AHEAD > R::CONFIRM && !run.is_alone()
    }

    /// True where silences among values ahead are looked at: nothing else is in question.
    fn may_be_moved(&self) -> bool {
        R::CONFIRM_AHEAD > R::CONFIRM && self.jump.is_none() && self.back.is_none()
    }

    /// True when a step back is over: the line goes on where it was before.
    fn is_after_back(&self, unit: &Unit<R::Value>) -> bool {
        self.back.is_some_and(|(before, _)| {
            self.rule.place(before, unit.value, unit.unreadable) == Place::Fits
        })
    }

    /// Goes on where the line was before a jump, past the jump and a run after it.
    fn goes_on_before_jump(
        &mut self,
        run: &Run<R::Value>,
        unit: &Unit<R::Value>,
        out: &mut Vec<Verdict<R::Value>>,
    ) -> bool {
        let Some((Some(before), wrong)) = self.jump else { return false };
        if self.is_block(&wrong) {
            return false;
        }
        let between = u64::from(wrong.units + run.units) + unit.unreadable;
        if self.rule.place(before, unit.value, between) != Place::Fits {
            return false;
        }
        self.jump = None;
        self.last = Some(before);
        let of = OutOfLine { run: wrong, before: self.last, after: Some(unit.value) };
        out.push(Verdict::OutOfLine { held: wrong.units, of });
        self.leave_out(*run, Some(unit.value), out);
        self.go_on(unit, out);
        true
    }

    /// The line goes on at a value that fits it, past a run that does not.
    fn line_goes_on(
        &mut self,
        run: Run<R::Value>,
        unit: &Unit<R::Value>,
        out: &mut Vec<Verdict<R::Value>>,
    ) {
        let next = |from, to| self.rule.place(from, to, 0) == Place::Fits;
        let are_swapped = !R::REPEATS
            && run.is_alone()
            && run.first > unit.value
            && self.last.is_some_and(|last| next(last, unit.value))
            && next(unit.value, run.first);
        if are_swapped {
            // The later of the two stands too late; nothing is missing before the other.
            out.push(Verdict::InLine(1));
            self.last = Some(run.first);
            self.leave_out(Run::of(unit, 0), None, out);
            return;
        }
        self.leave_out(run, Some(unit.value), out);
        self.go_on(unit, out);
    }

    /// Takes in a value that fits the line.
    fn go_on(&mut self, unit: &Unit<R::Value>, out: &mut Vec<Verdict<R::Value>>) {
        self.last = Some(self.last.map_or(unit.value, |last| last.max(unit.value)));
        let Some((before, mut run)) = self.back.take() else {
            out.push(Verdict::InLine(1));
            return;
        };
        if self.rule.place(before, unit.value, 0) == Place::Behind {
            out.push(Verdict::Back(1));
            run.extend(unit);
            self.back = Some((before, run));
        } else {
            out.push(Verdict::InLine(1));
            self.end_of_back(before, run, unit.value, out);
        }
    }

    fn end_of_back(
        &mut self,
        before: R::Value,
        run: Run<R::Value>,
        after: R::Value,
        out: &mut Vec<Verdict<R::Value>>,
    ) {
        self.last = self.last.max(Some(before));
        let of = OutOfLine { run, before: Some(before), after: Some(after) };
        out.push(Verdict::OutOfLine { held: 0, of });
    }

    /// Judges a run that may have become long enough to be a line.
    fn consider(&mut self, run: Run<R::Value>, out: &mut Vec<Verdict<R::Value>>) {
        let fits = |last| self.rule.place(last, run.first, run.unreadable) == Place::Fits;
        if self.jump.is_none() && self.back.is_none() && self.last.is_some_and(fits) {
            // What stood ahead of it was out of line.
            self.last = self.last.max(Some(run.last));
            out.push(Verdict::InLine(run.units));
            return;
        }
        let needed = match (self.last, self.jump) {
            (None, _) => R::CONFIRM.min(2),
            // As many as stand ahead, and one more, say that those are out of line.
            (_, Some((_, ahead))) => (ahead.units + 1).clamp(R::CONFIRM, R::CONFIRM_AHEAD),
            _ if self.is_ahead(&run) => R::CONFIRM_AHEAD,
            _ => R::CONFIRM,
        };
        if run.units < needed {
            self.run = Some(run);
        } else if self.is_ahead(&run) {
            self.believe_segments(usize::MAX, out);
            self.jump_to(run, false, out);
        } else {
            self.believe_jump(out);
            out.push(Verdict::Back(run.units));
            self.back = match (self.back.take(), self.last) {
                (Some((before, mut all)), _) => {
                    all.absorb(&run);
                    Some((before, all))
                }
                (None, last) => last.map(|before| (before, run)),
            };
            self.last = Some(run.last);
        }
    }

    /// More values stand against the jump ahead than for it: it is what is out of line.
    fn blame_jump(&mut self, run: &mut Run<R::Value>, out: &mut Vec<Verdict<R::Value>>) {
        if let Some((before, wrong)) = self.jump
            && run.units > wrong.units
            && self.is_past_jump(before, run)
        {
            self.blame(before, wrong, run, out);
        }
    }

    /// What stands ahead is out of line; the line goes on from before it, with the run after it.
    fn blame(
        &mut self,
        before: Option<R::Value>,
        wrong: Run<R::Value>,
        run: &mut Run<R::Value>,
        out: &mut Vec<Verdict<R::Value>>,
    ) {
        self.jump = None;
        self.last = before;
        run.unreadable += wrong.unreadable_in_all();
        let of = OutOfLine { run: wrong, before, after: Some(run.first) };
        out.push(Verdict::OutOfLine { held: wrong.units, of });
    }

    /// True for a run that stands after what the line was at before the jump.
    fn is_past_jump(&self, before: Option<R::Value>, run: &Run<R::Value>) -> bool {
        before.is_none_or(|before| self.rule.place(before, run.first, 0) != Place::Behind)
    }

    fn believe_jump(&mut self, out: &mut Vec<Verdict<R::Value>>) {
        if let Some((previous, run)) = self.jump.take() {
            out.push(Verdict::Jump { held: run.units, run, previous, is_last: false });
        }
    }

    /// The line goes on from a run ahead of it.
    fn jump_to(&mut self, run: Run<R::Value>, is_end: bool, out: &mut Vec<Verdict<R::Value>>) {
        let is_last = is_end && run.is_alone();
        out.push(Verdict::Jump { held: run.units, run, previous: self.last, is_last });
        self.last = Some(run.last);
        if let Some((before, mut back)) = self.back.take() {
            if self.rule.place(before, run.first, 0) == Place::Behind {
                back.absorb(&run);
                self.back = Some((before, back));
            } else {
                self.end_of_back(before, back, run.first, out);
            }
        }
    }

    fn leave_out(
        &mut self,
        run: Run<R::Value>,
        after: Option<R::Value>,
        out: &mut Vec<Verdict<R::Value>>,
    ) {
        self.believe_jump(out);
        let of = OutOfLine { run, before: self.last, after };
        out.push(Verdict::OutOfLine { held: run.units, of });
    }
}

#[cfg(test)]
mod tests;
