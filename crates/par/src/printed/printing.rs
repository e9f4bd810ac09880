//! How an exact value becomes a printed one, at the precision it was printed with.

use crate::sheet::{Digits, Printed, Ratio, decimal_by};
use num_bigint::BigInt;

/// How the exact value becomes the printed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printing {
    /// It is the same number.
    Exact,
    /// Rounded to the printed places.
    Rounded,
    /// Cut off after the printed places.
    Truncated,
}

impl Printing {
    /// `exactly`, `rounded`, `truncated`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exactly",
            Self::Rounded => "rounded",
            Self::Truncated => "truncated",
        }
    }
}

/// How this value gives the printed one; rounding before truncation, since it is the custom.
pub(super) fn gives(exact: &Ratio, printed: &Printed) -> Option<Printing> {
    if *exact == printed.number() {
        return Some(Printing::Exact);
    }
    let scaled = if printed.percent { exact * BigInt::from(100) } else { exact.clone() };
    let text = |digits| decimal_by(&scaled, printed.places, digits);
    let wanted = decimal_by(&printed.value, printed.places, Digits::Truncated);
    if [Digits::HalfUp, Digits::HalfEven].into_iter().any(|d| text(d) == wanted) {
        return Some(Printing::Rounded);
    }
    (text(Digits::Truncated) == wanted).then_some(Printing::Truncated)
}
