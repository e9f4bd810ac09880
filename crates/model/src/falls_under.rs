//! What an exception falls under, beside its check and what may have caused it.

use crate::exception::Exception;
use crate::time::Date;
use compact_str::CompactString;

/// What decides under which findings an exception falls, beside its check and cause.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FallsUnder {
    /// The calendar day by whose law it is one; none for what stands for the whole audit.
    pub day: Option<Date>,
    /// The rule pack by whose limit it is one; none where it is one by every pack that asks.
    pub pack: Option<CompactString>,
    /// The one control that it falls under, where it is of one.
    pub control: Option<CompactString>,
}

impl FallsUnder {
    /// Of an exception.
    pub fn of(exception: &Exception) -> Self {
        let Exception { day, pack, control, .. } = exception;
        Self { day: *day, pack: pack.clone(), control: control.clone() }
    }
}
