//! What one check counted and found: things tested, exceptions, money, what stayed undecided.

use feltproof_model::{Exception, Money, Party, TEXT_CHARS_MAX, Wager, excerpt};
use std::fmt;

/// Most characters of an explanation, which may quote several texts of the record.
const EXPLANATION_CHARS_MAX: usize = 4 * TEXT_CHARS_MAX;

/// What a check says is owed for one wager that it compared with what was returned.
#[derive(Clone, Copy)]
pub(crate) struct Compared {
    /// Place of the row in its round.
    pub(crate) row: usize,
    /// Which wager.
    pub(crate) wager: Wager,
    /// What is owed.
    pub(crate) owed: Money,
}

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
    /// Tested things that the law's own text leaves undecided on the day, or a hole in the record.
    pub(crate) undecided: u64,
    /// The first reason why something was undecided.
    pub(crate) undecided_reason: Option<String>,
    /// Why something was not tested, for a check that in the end tested nothing.
    pub(crate) untested: Vec<String>,
    /// Exceptions not yet handed on.
    pub(crate) exceptions: Vec<Exception>,
    /// Wagers of the round under way that were compared: what tables of paid against owed are made of.
    pub(crate) compared: Vec<Compared>,
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

    /// Counts one wager as tested, and hands it to whoever sums up what was paid and owed: no wager is
    /// in those sums that a check did not test.
    #[inline]
    pub(crate) fn test_wager(&mut self, row: usize, wager: Wager, owed: Money) {
        self.tested += 1;
        self.compared.push(Compared { row, wager, owed });
    }

    /// Counts one thing that the law or the record leaves undecided.
    pub(crate) fn undecided(&mut self, reason: impl FnOnce() -> String) {
        self.undecided += 1;
        if self.undecided_reason.is_none() {
            self.undecided_reason = Some(reason());
        }
    }

    /// Counts one thing that a record would decide which may not be there: `what` cannot be told, and
    /// `why` is mostly a hole in a journal.
    pub(crate) fn left_open(&mut self, why: impl fmt::Display, what: impl FnOnce() -> String) {
        self.undecided(|| format!("{} cannot be told: {why}.", what()));
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
