//! One cause that explains many exceptions: what is known of it once the record is read, and what it
//! explains.

use crate::cause_key::CauseKey;
use crate::exception::Locus;

/// One cause, with the exceptions that it explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What its exceptions carry: one key, or that of each table where the same is wrong at several.
    pub keys: Vec<CauseKey>,
    /// What it is, in a few words.
    pub title: String,
    /// What shows it.
    pub evidence: String,
    /// What to do.
    pub remedy: String,
    /// The first place that it explains.
    pub first: Locus,
    /// The last.
    pub last: Locus,
    /// What it explains, by check, most exceptions first.
    pub explains: Vec<Explained>,
}

/// The exceptions of one check that a cause explains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explained {
    /// Code of the check.
    pub code: &'static str,
    /// How many.
    pub exceptions: u64,
    /// What they are worth in favour of players, micro-dollars.
    pub over_micros: i128,
    /// In favour of the house, micro-dollars.
    pub under_micros: i128,
    /// In favour of the progressive fund, micro-dollars.
    pub fund_micros: i128,
}

impl Explained {
    /// Adds what is explained elsewhere, of the same check or of several.
    pub fn add(&mut self, more: &Self) {
        self.code = more.code;
        self.exceptions += more.exceptions;
        self.over_micros += more.over_micros;
        self.under_micros += more.under_micros;
        self.fund_micros += more.fund_micros;
    }
}

impl Cause {
    /// Exceptions that it explains, of all checks.
    pub fn exceptions(&self) -> u64 {
        self.explains.iter().map(|of| of.exceptions).sum()
    }

    /// What it explains of one check.
    pub fn of(&self, code: &str) -> Explained {
        self.explains.iter().find(|of| of.code == code).copied().unwrap_or_default()
    }
}
