//! The positions at a table: numbered seats, the dealer, a player who banks.

use std::fmt;

/// A position: a player's seat, the house dealer, or the player banker.
///
/// Seat 1 is at the dealer's immediate left, so the right-most seat has the highest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// A player's seat, 1 to 9.
    Player(u8),
    /// The house dealer, written `D`.
    Dealer,
    /// The player banker: at this seat (`B4`), or 0 where the record does not say which (`B`).
    Banker(u8),
}

/// The highest seat number a journal may use.
pub const SEAT_MAX: u8 = 9;

impl Seat {
    /// Reads `1` to `9`, `D`, `B` or `B1` to `B9`.
    #[inline]
    pub const fn parse(text: &[u8]) -> Option<Self> {
        match text {
            [n @ b'1'..=b'9'] => Some(Self::Player(*n - b'0')),
            b"D" | b"d" => Some(Self::Dealer),
            b"B" | b"b" => Some(Self::Banker(0)),
            [b'B' | b'b', n @ b'1'..=b'9'] => Some(Self::Banker(*n - b'0')),
            _ => None,
        }
    }

    /// The seat number of a player who wagers against dealer or banker.
    #[inline]
    pub const fn player(self) -> Option<u8> {
        match self {
            Self::Player(n) => Some(n),
            Self::Dealer | Self::Banker(_) => None,
        }
    }

    /// True for the player banker.
    #[inline]
    pub const fn is_banker(self) -> bool {
        matches!(self, Self::Banker(_))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(n) => write!(f, "{n}"),
            Self::Dealer => f.write_str("D"),
            Self::Banker(0) => f.write_str("B"),
            Self::Banker(n) => write!(f, "B{n}"),
        }
    }
}

/// A set of player seats (lit sensors, say).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// With this seat too; a seat above [`SEAT_MAX`] is not added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: u8) -> Self {
        if seat >= 1 && seat <= SEAT_MAX { Self(self.0 | 1 << seat) } else { self }
    }

    /// True when this seat is in the set.
    #[inline]
    pub const fn contains(self, seat: u8) -> bool {
        seat <= SEAT_MAX && self.0 & (1 << seat) != 0
    }

    /// How many seats.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True when there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=SEAT_MAX).filter(move |s| self.contains(*s))
    }

    /// Reads seat numbers separated by spaces, each at most once.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let mut set = Self::EMPTY;
        for word in text.split(|b| *b == b' ').filter(|w| !w.is_empty()) {
            let seat = Seat::parse(word)?.player()?;
            if set.contains(seat) {
                return None;
            }
            set = set.with(seat);
        }
        Some(set)
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats: Vec<String> = self.iter().map(|s| s.to_string()).collect();
        f.write_str(&if seats.is_empty() { "none".to_owned() } else { seats.join(" ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_read_back() {
        for text in ["1", "9", "D", "B", "B1", "B9"] {
            assert_eq!(Seat::parse(text.as_bytes()).unwrap().to_string(), text);
        }
        for text in ["0", "10", "", "X", "-1", "B0", "B10", "BB", "D1"] {
            assert_eq!(Seat::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_set_of_seats_reads_back_in_order() {
        let set = SeatSet::parse(b"6 1 3").unwrap();
        assert_eq!((set.to_string().as_str(), set.len()), ("1 3 6", 3));
        assert!(set.contains(6) && !set.contains(2));
        assert_eq!(SeatSet::parse(b"1 1"), None);
        assert_eq!(SeatSet::parse(b"D"), None);
        assert_eq!(SeatSet::parse(b""), Some(SeatSet::EMPTY));
        assert_eq!(SeatSet::EMPTY.to_string(), "none");
    }
}
