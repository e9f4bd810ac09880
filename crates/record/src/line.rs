//! The line that the values of a journal follow (running numbers, times, round numbers), and what
//! stands out of it.
//!
//! A value is judged against its neighbours on both sides. One that fits neither the value before it
//! nor the one after it, while those two fit each other, is out of line; the line goes on as though it
//! had stood between them. Until that is known its record is held: a few at most ([`Rule::CONFIRM`]).

mod ahead;
mod run;

pub use run::{OutOfLine, Run};
pub(crate) use run::{Place, Rule, Unit, Verdict};

/// What a line was at before a run ahead of it, and the run.
type Jump<V> = (Option<V>, Run<V>);

#[derive(Debug)]
pub(crate) struct Line<R: Rule> {
    rule: R,
    last: Option<R::Value>,
    /// Values that do not fit the last one, not yet judged.
    run: Option<Run<R::Value>>,
    /// Values ahead of the line before those, not yet judged, the oldest first.
    segments: Vec<Jump<R::Value>>,
    /// Where the line jumped ahead, while the run says that it did not.
    jump: Option<Jump<R::Value>>,
    /// A step back under way, and what the line was at before it.
    back: Option<(R::Value, Run<R::Value>)>,
    pub(crate) verdicts: Vec<Verdict<R::Value>>,
}

impl<R: Rule> Line<R> {
    pub(crate) fn new(rule: R) -> Self {
        let (segments, verdicts) = (Vec::new(), Vec::new());
        Self { rule, last: None, run: None, segments, jump: None, back: None, verdicts }
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

    /// True when the value stands in line and no record is held. Else its record must be held.
    #[inline]
    pub(crate) fn fits(&mut self, unit: &Unit<R::Value>) -> bool {
        let Some(last) = self.last.filter(|_| self.run.is_none() && self.back.is_none()) else {
            return false;
        };
        let fits = self.stands(last, unit) == Place::Fits;
        if fits {
            self.last = Some(last.max(unit.value));
        }
        fits
    }

    #[inline]
    fn stands(&self, last: R::Value, unit: &Unit<R::Value>) -> Place {
        self.rule.place(last, unit.value, unit.unreadable)
    }

    /// Takes back the only value held.
    pub(crate) fn take_first(&mut self) -> Option<Run<R::Value>> {
        self.run.take()
    }

    /// Takes in a value that does not fit, or that comes while others are held, with its record.
    pub(crate) fn hold(&mut self, unit: &Unit<R::Value>) {
        let Some(mut run) = self.run.take() else { return self.hold_first(unit) };
        if !self.segments.is_empty() && self.stands(run.last, unit) == Place::Behind {
            run = self.ahead_of(run, unit);
        }
        let since = run.unreadable_in_all() + unit.unreadable;
        // What stands again is no wrong value of one that stands once.
        let taken = if R::REPEATS && run.last == unit.value { 0 } else { u64::from(run.units) };
        let beside_line = self.last.map(|last| self.rule.place(last, unit.value, since + taken));
        if beside_line == Some(Place::Fits) {
            if is_block::<R>(&run) && self.is_ahead(&run) && self.may_be_moved() {
                self.steps_back_behind(run, unit);
            } else {
                self.line_goes_on(run, unit);
            }
        } else if !self.goes_on_before_jump(&run, unit) {
            if self.is_after_back(unit) {
                self.end_back(run, unit);
            } else {
                self.hold_beside(run, unit, beside_line, since);
            }
        }
    }

    fn hold_first(&mut self, unit: &Unit<R::Value>) {
        if self.last.is_some_and(|last| self.stands(last, unit) == Place::Fits) {
            self.go_on(unit);
        } else if self.is_after_back(unit) {
            self.last = self.back.map(|(before, _)| before);
            self.go_on(unit);
        } else {
            self.consider(Run::of(unit, 0));
        }
    }

    /// Takes in the value with which a step back is over, after a run of others.
    fn end_back(&mut self, run: Run<R::Value>, unit: &Unit<R::Value>) {
        match &mut self.back {
            // The last of the step back, after a silence.
            Some((before, back))
                if self.last.is_some_and(|last| last < run.first)
                    && self.rule.place(*before, run.last, 0) == Place::Behind =>
            {
                back.absorb(&run);
                self.verdicts.push(Verdict::Back(run.units));
            }
            _ => self.leave_out(run, Some(unit.value)),
        }
        self.last = self.back.map(|(before, _)| before);
        self.go_on(unit);
    }

    /// Takes in a value that fits neither the line nor a run beside it; `since` records may be missing.
    fn hold_beside(
        &mut self,
        mut run: Run<R::Value>,
        unit: &Unit<R::Value>,
        beside_line: Option<Place>,
        since: u64,
    ) {
        match self.stands(run.last, unit) {
            Place::Fits => {
                let last = run.last.max(unit.value);
                run.extend(unit);
                run.last = last;
                self.blame_jump(&mut run);
                self.consider(run);
            }
            Place::Ahead if self.is_ahead(&run) && self.may_be_moved() => {
                self.hold_segment(run, unit);
            }
            Place::Ahead if self.is_ahead(&run) => {
                self.jump_to(run, false);
                self.run = Some(Run::of(unit, 0));
            }
            Place::Ahead if beside_line == Some(Place::Ahead) => {
                self.leave_out(run, Some(unit.value));
                self.run = Some(Run::of(unit, since));
            }
            Place::Ahead if self.jump.is_some() => {
                // Both below the jump, and ascending.
                run.extend(unit);
                self.blame_jump(&mut run);
                self.consider(run);
            }
            Place::Behind if self.is_ahead(&run) && self.jump.is_none() => {
                self.steps_back_behind(run, unit);
            }
            _ => {
                run.extend(unit);
                self.consider(run);
            }
        }
    }

    /// Judges what is still held, at the end. `other` is where another journal of the same ends: what goes
    /// beyond it, and is followed by what does not, is out of line.
    pub(crate) fn end(&mut self, other: Option<R::Value>) {
        self.believe_segments(usize::MAX);
        if let Some(mut run) = self.run.take() {
            if let (Some((before, wrong)), Some(other)) = (self.jump, other)
                && wrong.units <= run.units
                && wrong.last > other
                && run.last <= other
                && self.is_past_jump(before, &run)
            {
                self.blame(before, wrong, &mut run);
            }
            if self.is_ahead(&run) {
                self.jump_to(run, true);
            } else {
                self.leave_out(run, None);
            }
        }
        if let Some((before, run)) = self.back.take() {
            self.out_of_line(0, run, Some(before), None);
        }
    }

    fn is_ahead(&self, run: &Run<R::Value>) -> bool {
        let ahead = |last| self.rule.place(last, run.first, run.unreadable) == Place::Ahead;
        self.last.is_none_or(ahead)
    }

    /// Takes in a value behind a run ahead: either is out of line, and the next one tells which.
    fn steps_back_behind(&mut self, run: Run<R::Value>, unit: &Unit<R::Value>) {
        self.jump = Some((self.last, run));
        self.last = Some(run.last);
        self.run = Some(Run::of(unit, 0));
    }

    /// True where silences among values ahead are looked at: nothing else is in question.
    fn may_be_moved(&self) -> bool {
        R::CONFIRM_AHEAD > R::CONFIRM && self.jump.is_none() && self.back.is_none()
    }

    /// True when a step back is over: the line goes on where it was before.
    fn is_after_back(&self, unit: &Unit<R::Value>) -> bool {
        self.back.is_some_and(|(before, _)| self.stands(before, unit) == Place::Fits)
    }

    /// Goes on where the line was before a jump, past the jump and a run after it.
    fn goes_on_before_jump(&mut self, run: &Run<R::Value>, unit: &Unit<R::Value>) -> bool {
        let Some((Some(before), wrong)) = self.jump else { return false };
        let between = u64::from(wrong.units + run.units) + unit.unreadable;
        if is_block::<R>(&wrong) || self.rule.place(before, unit.value, between) != Place::Fits {
            return false;
        }
        self.jump = None;
        self.last = Some(before);
        self.leave_out(wrong, Some(unit.value));
        self.leave_out(*run, Some(unit.value));
        self.go_on(unit);
        true
    }

    /// The line goes on at a value that fits it, past a run that does not.
    fn line_goes_on(&mut self, run: Run<R::Value>, unit: &Unit<R::Value>) {
        let next = |from, to| self.rule.place(from, to, 0) == Place::Fits;
        let are_swapped = !R::REPEATS
            && run.is_alone()
            && run.first > unit.value
            && self.last.is_some_and(|last| next(last, unit.value))
            && next(unit.value, run.first);
        if are_swapped {
            // The later of the two stands too late; nothing is missing before the other.
            self.verdicts.push(Verdict::InLine(1));
            self.last = Some(run.first);
            self.leave_out(Run::of(unit, 0), None);
            return;
        }
        self.leave_out(run, Some(unit.value));
        self.go_on(unit);
    }

    fn go_on(&mut self, unit: &Unit<R::Value>) {
        self.last = Some(self.last.map_or(unit.value, |last| last.max(unit.value)));
        let goes_on =
            |(before, _): &(R::Value, _)| self.rule.place(*before, unit.value, 0) == Place::Behind;
        if let Some((_, run)) = self.back.as_mut().filter(|back| goes_on(back)) {
            run.extend(unit);
            self.verdicts.push(Verdict::Back(1));
            return;
        }
        self.verdicts.push(Verdict::InLine(1));
        if let Some((before, run)) = self.back.take() {
            self.end_of_back(before, run, unit.value);
        }
    }

    fn end_of_back(&mut self, before: R::Value, run: Run<R::Value>, after: R::Value) {
        self.last = self.last.max(Some(before));
        self.out_of_line(0, run, Some(before), Some(after));
    }

    /// Judges a run that may have become long enough to be a line.
    fn consider(&mut self, run: Run<R::Value>) {
        let fits = |last| self.rule.place(last, run.first, run.unreadable) == Place::Fits;
        if self.jump.is_none() && self.back.is_none() && self.last.is_some_and(fits) {
            // What stood ahead of it was out of line.
            self.last = self.last.max(Some(run.last));
            self.verdicts.push(Verdict::InLine(run.units));
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
            self.believe_segments(usize::MAX);
            self.jump_to(run, false);
        } else {
            self.believe_jump();
            self.verdicts.push(Verdict::Back(run.units));
            match &mut self.back {
                Some((_, all)) => all.absorb(&run),
                None => self.back = self.last.map(|before| (before, run)),
            }
            self.last = Some(run.last);
        }
    }

    /// More values stand against the jump ahead than for it: it is what is out of line.
    fn blame_jump(&mut self, run: &mut Run<R::Value>) {
        if let Some((before, wrong)) = self.jump
            && run.units > wrong.units
            && self.is_past_jump(before, run)
        {
            self.blame(before, wrong, run);
        }
    }

    /// What stands ahead is out of line; the line goes on from before it, with the run after it.
    fn blame(&mut self, before: Option<R::Value>, wrong: Run<R::Value>, run: &mut Run<R::Value>) {
        self.jump = None;
        self.last = before;
        run.unreadable += wrong.unreadable_in_all();
        self.out_of_line(wrong.units, wrong, before, Some(run.first));
    }

    /// True for a run that stands after what the line was at before the jump.
    fn is_past_jump(&self, before: Option<R::Value>, run: &Run<R::Value>) -> bool {
        before.is_none_or(|before| self.rule.place(before, run.first, 0) != Place::Behind)
    }

    fn believe_jump(&mut self) {
        if let Some((previous, run)) = self.jump.take() {
            let held = run.units;
            self.verdicts.push(Verdict::Jump { held, run, previous, is_last: false });
        }
    }

    fn jump_to(&mut self, run: Run<R::Value>, is_end: bool) {
        let (previous, is_last) = (self.last, is_end && run.is_alone());
        self.verdicts.push(Verdict::Jump { held: run.units, run, previous, is_last });
        self.last = Some(run.last);
        if let Some((before, mut back)) = self.back.take() {
            if self.rule.place(before, run.first, 0) == Place::Behind {
                back.absorb(&run);
                self.back = Some((before, back));
            } else {
                self.end_of_back(before, back, run.first);
            }
        }
    }

    fn leave_out(&mut self, run: Run<R::Value>, after: Option<R::Value>) {
        self.believe_jump();
        self.out_of_line(run.units, run, self.last, after);
    }

    fn out_of_line(
        &mut self,
        held: u32,
        run: Run<R::Value>,
        before: Option<R::Value>,
        after: Option<R::Value>,
    ) {
        let of = OutOfLine { run, before, after };
        self.verdicts.push(Verdict::OutOfLine { held, of });
    }
}

/// True for values that may be a block moved there: that one value goes on past them is not enough.
fn is_block<R: Rule>(run: &Run<R::Value>) -> bool {
    R::CONFIRM_AHEAD > R::CONFIRM && !run.is_alone()
}

#[cfg(test)]
mod tests;
