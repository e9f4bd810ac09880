//! What the exceptions add up to: each direction by itself, and players apart from funds.

use crate::words::dollars;
use feltproof_model::exception::MoneyFound;

/// What is said of each sum, and what it means.
pub const DIRECTIONS: [(&str, &str); 4] = [
    ("Paid to players too much", "players got or kept more than is owed"),
    ("Owed to players", "players got or kept less than is owed"),
    ("Funds over", "a meter, a reserve or the account of the prizes holds more than it should"),
    ("Funds short", "a meter, a reserve or the account of the prizes holds less than it should"),
];

/// The sums in the same order, in micro-dollars.
pub const fn in_order(of: MoneyFound) -> [i128; 4] {
    [of.overpaid_micros, of.owed_micros, of.funds_over_micros, of.funds_short_micros]
}

/// What funds hold too much or too little, as a sentence; `None` where there is nothing of the kind.
pub fn funds_said(of: MoneyFound) -> Option<String> {
    let (over, short) = (of.funds_over_micros, of.funds_short_micros);
    (over != 0 || short != 0).then(|| {
        format!(
            "Meters, reserves and the account of the prizes: {} over and {} short.",
            dollars(over),
            dollars(short)
        )
    })
}
