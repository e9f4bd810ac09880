//! What an exception says of money between players and house.

use crate::json::ExceptionWire;
use feltproof_model::exception::is_of_funds;

/// What an exception says of money between players and house.
pub(super) struct Paid {
    /// Recorded minus expected.
    pub(super) difference: i128,
    /// What players got or kept too much.
    pub(super) over: i128,
    /// What they got or kept too little.
    pub(super) under: i128,
}

impl Paid {
    /// `None` where no money stands between players and house, or where a waiver covers it. What a meter, a reserve or
    /// the bank account of the prizes holds is no debt to a seat.
    pub(super) fn of(e: &ExceptionWire, difference: Option<i128>) -> Option<Self> {
        let difference = difference.filter(|_| e.waiver.is_none() && !is_of_funds(&e.code))?;
        let (over, under) = match e.favours.as_deref()? {
            "player" => (difference.abs(), 0),
            "house" => (0, difference.abs()),
            _ => return None,
        };
        Some(Self { difference, over, under })
    }
}
