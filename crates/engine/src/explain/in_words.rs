//! What explanations of a settlement are written with; seats in words.

use feltproof_model::Seat;

/// Writes into a string, which cannot fail.
macro_rules! say {
    ($out:expr, $($text:tt)*) => {{
        let _ = std::fmt::Write::write_fmt($out, format_args!($($text)*));
    }};
}

/// Writes texts one after another: what nearly every wager says goes this way, which costs a third of formatting.
pub(super) fn put(out: &mut String, texts: &[&str]) {
    texts.iter().for_each(|text| out.push_str(text));
}

pub(super) fn seat(seat: Seat) -> String {
    match seat {
        Seat::Player(n) => format!("seat {n}"),
        Seat::Dealer => "the dealer".to_owned(),
        Seat::Banker(_) => "the banker".to_owned(),
    }
}
