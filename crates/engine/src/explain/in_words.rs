//! Seats in words, as explanations of a settlement name them.

use feltproof_model::Seat;

/// Writes into a string, which cannot fail.
macro_rules! say {
    ($out:expr, $($text:tt)*) => {{
        let _ = std::fmt::Write::write_fmt($out, format_args!($($text)*));
    }};
}

pub(super) fn seat(seat: Seat) -> String {
    match seat {
        Seat::Player(n) => format!("seat {n}"),
        Seat::Dealer => "the dealer".to_owned(),
        Seat::Banker(_) => "the banker".to_owned(),
    }
}
