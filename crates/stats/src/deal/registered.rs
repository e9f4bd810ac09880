//! The list of tests, in the order they are reported, and which of them count to the verdict.
//!
//! Two lists were fixed before any data were seen: one for deals whose order is known, one for
//! packets; deals in packets of known inner order answer to both. Which of them is in force follows
//! from the layouts and the options alone, never from the cards. Not registered is what says nearly
//! the same as a registered test (valleys beside peaks differ by one at most), so that the list stays
//! short: every name on it makes all others stricter.

/// What a test needs to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Any deal.
    Any,
    /// The order of the cards.
    Order,
    /// The order of the cards, and classes of cards.
    OrderClasses,
    /// Packets.
    Packets,
    /// Packets, and classes of cards.
    PacketsClasses,
    /// Packets, and the probabilities of the categories.
    Categories,
    /// Packets, and a contrast.
    Contrast,
}

/// One test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// `reference.test`.
    pub key: &'static str,
    /// What a report calls it.
    pub name: &'static str,
    /// What it sees best.
    pub catches: &'static str,
    /// Where it applies.
    pub needs: Needs,
    /// Whether it counts to the verdict where it applies.
    pub registered: bool,
}

const fn yes(key: &'static str, name: &'static str, catches: &'static str, needs: Needs) -> Entry {
    Entry { key, name, catches, needs, registered: true }
}

const fn shown(
    key: &'static str,
    name: &'static str,
    catches: &'static str,
    needs: Needs,
) -> Entry {
    Entry { key, name, catches, needs, registered: false }
}

use Needs::{Any, Categories, Contrast, Order, OrderClasses, Packets, PacketsClasses};

/// All tests.
#[rustfmt::skip]
pub(super) const LIST: &[Entry] = &[
    yes("fixed.position_card", "position by card", "any card that favours any position", Order),
    yes("fixed.position_max", "most unusual position and card", "one card stuck at one position", Order),
    yes("fixed.position_rank", "position by rank", "ranks that favour positions", OrderClasses),
    yes("fixed.position_suit", "position by suit", "suits that favour positions", OrderClasses),
    yes("fixed.zone_card", "packet by card", "cards that favour a packet", Packets),
    yes("fixed.zone_max", "most unusual packet and card", "one card that favours one packet", Packets),
    yes("fixed.zone_rank", "packet by rank", "ranks that favour a packet", PacketsClasses),
    yes("fixed.zone_suit", "packet by suit", "suits that favour a packet", PacketsClasses),
    yes("fixed.undealt_card", "undealt cards", "cards that stay in the stub", Any),
    yes("fixed.undealt_max", "most unusual undealt card", "a missing or a doubled card", Any),
    yes("fixed.adjacency", "cards side by side, either order", "cards that stick together", Order),
    yes("fixed.direction", "cards side by side, which is first", "riffles, cards kept in order", Order),
    yes("fixed.pair_max", "most unusual pair side by side", "one glued pair", Order),
    yes("fixed.same_hand", "pairs in one packet", "cards that keep company", Packets),
    yes("fixed.same_hand_max", "most unusual pair in one packet", "one glued pair", Packets),
    yes("fixed.neighbours", "neighbouring cards in one packet", "too little mixing of a new deck", Packets),
    yes("fixed.lehmer", "rank among the cards left", "faulty Fisher-Yates indices", Order),
    yes("fixed.rises", "rising sequences", "riffles", Order),
    yes("fixed.descents", "descents", "shelves, order kept", Order),
    yes("fixed.peaks", "peaks", "shelf machines", Order),
    shown("fixed.valleys", "valleys", "shelf machines", Order),
    yes("fixed.inverse_peaks", "peaks of the inverse", "shelf machines", Order),
    shown("fixed.inverse_valleys", "valleys of the inverse", "shelf machines", Order),
    yes("fixed.inversions", "inversions", "drift, modulo bias", Order),
    yes("fixed.trend", "place against card number", "low cards early or late", Any),
    yes("fixed.increasing", "longest increasing subsequence", "riffles", Order),
    yes("fixed.decreasing", "longest decreasing subsequence", "riffles, reversed packets", Order),
    yes("fixed.fixed_points", "cards at their own position", "Sattolo's fault, sticky positions", Order),
    yes("fixed.successions", "next card one higher", "sticky blocks", Order),
    yes("fixed.reverse_successions", "next card one lower", "sticky reversed blocks", Order),
    yes("fixed.displacement", "card number less position", "rotation, cuts", Order),
    yes("fixed.guess", "right guesses of the next card", "everything predictable", Order),
    yes("fixed.guess_direction", "right guesses that follow the direction", "shelf machines", Order),
    yes("fixed.categories", "hand categories by packet", "hands too good or too bad", Categories),
    yes("fixed.contrast", "marked cards in the last packet", "a favoured dealer", Contrast),
    yes("fixed.duplicates", "identical deals", "few seeds", Any),
    yes("previous.position_position", "position by position before", "any position that keeps cards", Order),
    yes("previous.position_max", "most unusual position and position before", "one position that keeps its card", Order),
    yes("previous.zone_zone", "packet by packet before", "packets kept together", Packets),
    yes("previous.overlap", "cards dealt again", "a stub that stays a stub", Any),
    yes("previous.dealt_again", "cards dealt again by position before", "parts of the deck that come back", Order),
    yes("previous.adjacency", "side by side by position before, either order", "positions that stick together", Order),
    yes("previous.direction", "side by side by position before, which is first", "riffles", Order),
    yes("previous.pair_max", "most unusual pair of positions before", "one sticky pair of positions", Order),
    yes("previous.kept_together", "pairs in one packet now and before", "packets not broken up", Packets),
    yes("previous.same_zone", "cards in the same packet as before", "packets that come back", Packets),
    yes("previous.lehmer", "rank among the labels left", "faulty Fisher-Yates indices", Order),
    yes("previous.rises", "rising sequences", "riffles", Order),
    yes("previous.descents", "descents", "shelves, order kept", Order),
    yes("previous.peaks", "peaks", "shelf machines", Order),
    shown("previous.valleys", "valleys", "shelf machines", Order),
    yes("previous.inverse_peaks", "peaks of the inverse", "shelf machines", Order),
    shown("previous.inverse_valleys", "valleys of the inverse", "shelf machines", Order),
    yes("previous.inversions", "inversions", "order kept or reversed", Order),
    yes("previous.trend", "place against place before", "top stays top", Any),
    yes("previous.increasing", "longest increasing subsequence", "riffles", Order),
    yes("previous.decreasing", "longest decreasing subsequence", "riffles, reversed packets", Order),
    yes("previous.fixed_points", "cards at the same position again", "sticky positions, Sattolo's fault", Order),
    yes("previous.successions", "next card followed before too", "sticky blocks", Order),
    yes("previous.reverse_successions", "next card preceded before", "sticky reversed blocks", Order),
    yes("previous.displacement", "position before less position", "rotation, cuts", Order),
    yes("previous.guess", "right guesses of the next card", "everything predictable", Order),
    yes("previous.guess_direction", "right guesses that follow the direction", "shelf machines", Order),
];
