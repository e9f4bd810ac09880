//! What one check counted and found: things tested, exceptions, money, what stayed undecided.

use feltproof_model::{Exception, Party, TEXT_CHARS_MAX, excerpt};

/// Most characters of an explanation, which may quote several texts of the record.
const EXPLANATION_CHARS_MAX: usize = 4 * TEXT_CHARS_MAX;

/// What one check counted and found.
#[derive(Default)]
pub(crate) struct Tally {
    /// The code of the check.
    pub(crate) code: &'static str,
    /// Things tested.
    pub(crate) tested: u64,
    /// Exceptions found.
    pub(crate) found: u64,
    /// In favour of players, micro-dollars.
    pub(crate) over_micros: i128,
    /// In favour of the house, micro-dollars.
    pub(crate) under_micros: i128,
    /// In favour of the progressive fund, micro-dollars.
    pub(crate) fund_micros: i128,
    /// Tested things that the law's own text leaves undecided on the day.
    pub(crate) undecided: u64,
    /// The first reason why something was undecided.
    pub(crate) undecided_reason: Option<String>,
    /// Why something was not tested, for a check that in the end tested nothing.
    pub(crate) untested: Vec<String>,
    /// Exceptions not yet handed on.
    pub(crate) exceptions: Vec<Exception>,
}

impl Tally {
    /// Of the check with this code, before anything is tested.
    pub(crate) fn of(code: &'static str) -> Self {
        Self { code, ..Self::default() }
    }

    /// Records one exception, under the code of the check; what it quotes from outside is cut to what
    /// can be printed.
    pub(crate) fn push(&mut self, mut exception: Exception) {
        exception.code = self.code;
        for (text, chars_max) in [
            (&mut exception.expected, TEXT_CHARS_MAX),
            (&mut exception.recorded, TEXT_CHARS_MAX),
            (&mut exception.explanation, EXPLANATION_CHARS_MAX),
        ] {
            *text = excerpt(std::mem::take(text), chars_max);
        }
        self.found += 1;
        if let (Some(difference), Some(party)) = (exception.difference, exception.favours) {
            let micros = i128::from(difference.micros()).abs();
            match party {
                Party::Player => self.over_micros += micros,
                Party::House => self.under_micros += micros,
                Party::Fund => self.fund_micros += micros,
            }
        }
        self.exceptions.push(exception);
    }

    /// Counts one thing the law leaves undecided.
    pub(crate) fn undecided(&mut self, reason: impl FnOnce() -> String) {
        self.undecided += 1;
        if self.undecided_reason.is_none() {
            self.undecided_reason = Some(reason());
        }
    }

    /// Adds what another part of the record gave; its exceptions stand after ours.
    pub(crate) fn merge(&mut self, other: Self) {
        self.tested += other.tested;
        self.found += other.found;
        self.over_micros += other.over_micros;
        self.under_micros += other.under_micros;
        self.fund_micros += other.fund_micros;
        self.undecided += other.undecided;
        if self.undecided_reason.is_none() {
            self.undecided_reason = other.undecided_reason;
        }
        self.untested.extend(other.untested);
        self.exceptions.extend(other.exceptions);
    }
}
