//! Words of a closed list on the command line: completions and manual offer them, with what each means.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use feltproof_checks::{ADVICE, CHECKS};
use feltproof_regs::standards;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, System};
use std::ffi::OsStr;

/// Takes any word: the command says which one was meant, in its own sentence, where there is no such.
#[derive(Clone)]
pub(super) struct Known(fn() -> Vec<PossibleValue>);

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(&self, c: &Command, a: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(c, a, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter()))
    }
}

/// Codes of checks and advisories.
pub(super) fn codes() -> Known {
    Known(|| {
        let all = CHECKS.iter().chain(ADVICE);
        all.map(|check| PossibleValue::new(check.code).help(check.title)).collect()
    })
}

/// Faults that can be planted.
pub(super) fn faults() -> Known {
    Known(|| FAULTS.iter().map(|f| PossibleValue::new(f.name).help(f.describe)).collect())
}

/// Games that can be simulated.
pub(super) fn games() -> Known {
    Known(|| GameKind::ALL.into_iter().map(|game| PossibleValue::new(game.id())).collect())
}

/// Progressive systems that can be simulated.
pub(super) fn systems() -> Known {
    Known(|| System::ALL.into_iter().map(|system| PossibleValue::new(system.name())).collect())
}

/// Standards of randomness.
pub(super) fn profiles() -> Known {
    Known(|| {
        let value = |s: feltproof_regs::Standard| PossibleValue::new(s.name).help(s.title);
        standards().into_iter().map(value).collect()
    })
}
