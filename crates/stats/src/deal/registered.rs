//! The list of tests, in the order they are reported. All of them count to the verdict.
//!
//! Two lists were fixed before any data were seen: one for deals whose order is known, one for
//! packets; deals in packets of known inner order answer to both. Which of them is in force follows
//! from the layouts and the options alone, never from the cards. The lists are short, since every
//! name makes all the others stricter: 51 tests of deals in order, 17 of packets, 62 of both, with
//! classes and a contrast given. Peaks stand beside valleys because in ten cards a shelf machine
//! shows in the valleys at a tenth of the deals that the peaks need.

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
    /// Where it applies; where it does, it counts to the verdict.
    pub needs: Needs,
}

const fn test(key: &'static str, name: &'static str, catches: &'static str, needs: Needs) -> Entry {
    Entry { key, name, catches, needs }
}

use Needs::{Any, Categories, Contrast, Order, OrderClasses, Packets, PacketsClasses};

/// All tests.
pub(super) const LIST: &[Entry] = &[
    test("fixed.position_card", "position by card", "any card that favours any position", Order),
    test(
        "fixed.position_max",
        "most unusual position and card",
        "one card stuck at one position",
        Order,
    ),
    test("fixed.position_rank", "position by rank", "ranks that favour positions", OrderClasses),
    test("fixed.position_suit", "position by suit", "suits that favour positions", OrderClasses),
    test("fixed.zone_card", "packet by card", "cards that favour a packet", Packets),
    test(
        "fixed.zone_max",
        "most unusual packet and card",
        "one card that favours one packet",
        Packets,
    ),
    test("fixed.zone_rank", "packet by rank", "ranks that favour a packet", PacketsClasses),
    test("fixed.zone_suit", "packet by suit", "suits that favour a packet", PacketsClasses),
    test("fixed.undealt_card", "undealt cards", "cards that stay in the stub", Any),
    test("fixed.undealt_max", "most unusual undealt card", "a missing or a doubled card", Any),
    test("fixed.adjacency", "cards side by side, either order", "cards that stick together", Order),
    test(
        "fixed.direction",
        "cards side by side, which is first",
        "riffles, cards kept in order",
        Order,
    ),
    test("fixed.pair_max", "most unusual pair side by side", "one glued pair", Order),
    test("fixed.same_hand", "pairs in one packet", "cards that keep company", Packets),
    test("fixed.same_hand_max", "most unusual pair in one packet", "one glued pair", Packets),
    test(
        "fixed.neighbours",
        "neighbouring cards in one packet",
        "too little mixing of a new deck",
        Packets,
    ),
    test("fixed.lehmer", "rank among the cards left", "faulty Fisher-Yates indices", Order),
    test("fixed.rises", "rising sequences", "riffles", Order),
    test("fixed.descents", "descents", "shelves, order kept", Order),
    test("fixed.peaks", "peaks", "shelf machines", Order),
    test("fixed.valleys", "valleys", "shelf machines", Order),
    test("fixed.inverse_peaks", "peaks of the inverse", "shelf machines", Order),
    test("fixed.inverse_valleys", "valleys of the inverse", "shelf machines", Order),
    test("fixed.inversions", "inversions", "drift, modulo bias", Order),
    test("fixed.trend", "place against card number", "low cards early or late", Any),
    test("fixed.increasing", "longest increasing subsequence", "riffles", Order),
    test("fixed.decreasing", "longest decreasing subsequence", "riffles, reversed packets", Order),
    test(
        "fixed.fixed_points",
        "cards at their own position",
        "Sattolo's fault, sticky positions",
        Order,
    ),
    test("fixed.successions", "next card one higher", "sticky blocks", Order),
    test("fixed.reverse_successions", "next card one lower", "sticky reversed blocks", Order),
    test("fixed.displacement", "card number less position", "rotation, cuts", Order),
    test("fixed.guess", "right guesses of the next card", "everything predictable", Order),
    test(
        "fixed.guess_direction",
        "right guesses that follow the direction",
        "shelf machines",
        Order,
    ),
    test("fixed.categories", "hand categories by packet", "hands too good or too bad", Categories),
    test("fixed.contrast", "marked cards in the last packet", "a favoured dealer", Contrast),
    test("fixed.duplicates", "identical deals", "few seeds", Any),
    test(
        "previous.position_position",
        "position by position before",
        "any position that keeps cards",
        Order,
    ),
    test(
        "previous.position_max",
        "most unusual position and position before",
        "one position that keeps its card",
        Order,
    ),
    test("previous.zone_zone", "packet by packet before", "packets kept together", Packets),
    test("previous.overlap", "cards dealt again", "a stub that stays a stub", Any),
    test(
        "previous.dealt_again",
        "cards dealt again by position before",
        "parts of the deck that come back",
        Order,
    ),
    test(
        "previous.adjacency",
        "side by side by position before, either order",
        "positions that stick together",
        Order,
    ),
    test("previous.direction", "side by side by position before, which is first", "riffles", Order),
    test(
        "previous.pair_max",
        "most unusual pair of positions before",
        "one sticky pair of positions",
        Order,
    ),
    test(
        "previous.kept_together",
        "pairs in one packet now and before",
        "packets not broken up",
        Packets,
    ),
    test(
        "previous.same_zone",
        "cards in the same packet as before",
        "packets that come back",
        Packets,
    ),
    test("previous.lehmer", "rank among the labels left", "faulty Fisher-Yates indices", Order),
    test("previous.rises", "rising sequences", "riffles", Order),
    test("previous.descents", "descents", "shelves, order kept", Order),
    test("previous.peaks", "peaks", "shelf machines", Order),
    test("previous.valleys", "valleys", "shelf machines", Order),
    test("previous.inverse_peaks", "peaks of the inverse", "shelf machines", Order),
    test("previous.inverse_valleys", "valleys of the inverse", "shelf machines", Order),
    test("previous.inversions", "inversions", "order kept or reversed", Order),
    test("previous.trend", "place against place before", "top stays top", Any),
    test("previous.increasing", "longest increasing subsequence", "riffles", Order),
    test(
        "previous.decreasing",
        "longest decreasing subsequence",
        "riffles, reversed packets",
        Order,
    ),
    test(
        "previous.fixed_points",
        "cards at the same position again",
        "sticky positions, Sattolo's fault",
        Order,
    ),
    test("previous.successions", "next card followed before too", "sticky blocks", Order),
    test(
        "previous.reverse_successions",
        "next card preceded before",
        "sticky reversed blocks",
        Order,
    ),
    test("previous.displacement", "position before less position", "rotation, cuts", Order),
    test("previous.guess", "right guesses of the next card", "everything predictable", Order),
    test(
        "previous.guess_direction",
        "right guesses that follow the direction",
        "shelf machines",
        Order,
    ),
];
