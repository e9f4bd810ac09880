//! What was seen of one deck: which positions, in which packets, in which order.

use super::PACKETS_MAX;
use super::error::{DealError, refuse};
use crate::laws::graph::Graph;

/// What was seen of one deck, and whether the order of its cards is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// The first `dealt` positions, in order.
    Ordered {
        /// Cards seen, 1 to the whole deck.
        dealt: u8,
    },
    /// Packets (hands) in the order they came, each of `size` cards but for the last.
    Packets {
        /// Packets seen, 1 to [`PACKETS_MAX`].
        packets: u8,
        /// Cards of each packet but the last.
        size: u8,
        /// Cards of the last packet, often the dealer's.
        last: u8,
        /// Whether the cards of a packet are given in the order they were dealt.
        ordered: bool,
    },
}

impl Layout {
    /// `packets` packets of `size` cards, whose inner order is not known.
    pub fn packets(packets: u8, size: u8) -> Self {
        Self::Packets { packets, size, last: size, ordered: false }
    }

    /// The same packets, the order of the cards inside each being known.
    pub fn in_order(mut self) -> Self {
        if let Self::Packets { ordered, .. } = &mut self {
            *ordered = true;
        }
        self
    }

    /// The same packets, but `cards` cards in the last.
    pub fn with_last(mut self, cards: u8) -> Self {
        if let Self::Packets { last, .. } = &mut self {
            *last = cards;
        }
        self
    }

    /// Whether the place of every card is known, not its packet alone.
    pub(crate) fn is_ordered(self) -> bool {
        !matches!(self, Self::Packets { ordered: false, .. })
    }

    /// Packets, cards of each but the last, cards of the last; nothing where an order is known.
    fn packed(self) -> (usize, usize, usize) {
        match self {
            Self::Ordered { .. } => (0, 0, 0),
            Self::Packets { packets, size, last, .. } => (packets.into(), size.into(), last.into()),
        }
    }

    /// Cards seen.
    pub fn cards(self) -> usize {
        let (packets, size, last) = self.packed();
        match self {
            Self::Ordered { dealt } => dealt.into(),
            Self::Packets { .. } => (packets.max(1) - 1) * size + last,
        }
    }

    /// Packets; none where only an order is known.
    pub fn zones(self) -> usize {
        self.packed().0
    }

    pub(super) fn zone_size(self, zone: usize) -> usize {
        let (packets, size, last) = self.packed();
        if zone + 1 == packets { last } else { size }
    }

    pub(super) fn zone_start(self, zone: usize) -> usize {
        zone * self.packed().1
    }

    /// Pairs of cards of one packet, as a graph of the places.
    pub(super) fn hands(self) -> Graph {
        let (packets, size, last) = self.packed();
        let others = Graph::hands(packets.max(1) as u64 - 1, size as u64);
        let last = Graph::hands(1, last as u64);
        Graph { edges: others.edges + last.edges, wedges: others.wedges + last.wedges }
    }

    /// Why this cannot be seen of a deck of `n` cards.
    pub(super) fn check(self, n: usize) -> Result<(), DealError> {
        if let Self::Packets { packets, size, last, .. } = self {
            if packets == 0 || packets > PACKETS_MAX {
                return refuse(format!("{packets} packets; 1 to {PACKETS_MAX} can be tested"));
            }
            if size == 0 || last == 0 {
                return refuse("a packet without cards");
            }
        }
        match self.cards() {
            0 => refuse("a deal without cards"),
            cards if cards > n => refuse(format!("{cards} cards of a deck of {n}")),
            _ => Ok(()),
        }
    }

    /// Twice the place of the card at `index` of the deck, counted from the middle: a whole number, and nothing in all over
    /// the deck. Cards of a packet whose order is not known share the middle of it, and cards not dealt that of the rest.
    pub(super) fn score(self, n: usize, index: usize) -> i16 {
        let (packets, size, _) = self.packed();
        let twice = if index >= self.cards() {
            self.cards() + n - 1
        } else if self.is_ordered() {
            2 * index
        } else {
            let zone = (index / size).min(packets - 1);
            2 * self.zone_start(zone) + self.zone_size(zone) - 1
        };
        twice as i16 - (n as i16 - 1)
    }

    /// Sum of the squares of the scores of a whole deck.
    pub(super) fn score_squares(self, n: usize) -> f64 {
        (0..n).map(|index| f64::from(self.score(n, index)).powi(2)).sum()
    }
}
