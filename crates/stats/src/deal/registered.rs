//! The list of tests, in the order they are reported, with the layouts that each of them fits.
//!
//! Three lists were fixed before any data were seen: one for whole decks, one for deals whose order is
//! known, one for packets; deals in packets of known inner order answer to the last two. Which of them
//! is in force follows from the layouts and the options alone, never from the cards. The lists are as
//! short as the faults allow (statistics.md 4), since every name makes all the others stricter:
//!
//! - *tables*: `position_card` for cards that favour places in general, `position_max` for one stuck
//!   card (eight times fewer decks than the table), `adjacency` and `pair_max` for clumps and one glued
//!   pair, `direction` for order inside packets, `lehmer` for a wrong index in a shuffling program;
//! - *means of counts*: one number each, so they see small shifts first. `rises` sees riffles, `valleys`
//!   and `peaks` (of the deck and of its inverse) shelf machines: in ten cards the valleys at a tenth of
//!   the deals that the peaks need. `increasing` and `decreasing` see riffles after a cut, `fixed_points`
//!   and the successions what sticks, `cycles` Sattolo's mistake, `guess` whatever a player could use;
//! - *single decks and single cards*: `rises_min` for one deck in a thousand that is hardly riffled, which
//!   no mean and no histogram shows; `mean_position_max` for one heavier card and `class_position` for aces
//!   that sink, whose one large shift the tables spread over all their cells;
//! - *twice the same*: `duplicates` for a generator with few seeds or copied records, `short_duplicates` for
//!   copies among deals so short that chance repeats some, `replayed` for a machine that replays a few
//!   shuffles on the deck it holds, and so deals no deck twice;
//! - *the deals one and two before*, where another is the declared reference: two decks used by turns pass
//!   everything against the deal before. `rises`, `fixed_points`, `successions` and `trend` see what is not
//!   well shuffled, `rises_min` one deck that is not shuffled at all, `overlap` and `kept_together` a stub
//!   and packets that come back;
//! - *laws of counts*, of whole decks: the whole histogram, for a machine whose mean is right and whose
//!   spread is not.
//!
//! Of whole decks not registered, though reported: the tables by rank and by suit, which `position_card`
//! contains, and the laws of the peaks, because peaks and valleys differ by one at most and tell the
//! same twice.

/// Layouts that a test fits: whole decks, where it counts to the verdict or is reported beside; deals
/// whose order is known; packets. In these two it counts to the verdict.
type Fits = u8;
pub(super) const WHOLE: Fits = 1;
pub(super) const BESIDE: Fits = 2;
pub(super) const ORDER: Fits = 4;
pub(super) const PACKETS: Fits = 8;
const NONE: Fits = 0;
/// Whatever is in order.
const ORDERED: Fits = WHOLE | ORDER;
/// Any part of a deck.
const PARTS: Fits = ORDER | PACKETS;

/// What must be known of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Nothing,
    Classes,
    Categories,
    Contrast,
}

/// One test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Without the reference; with it where there is a point.
    pub key: &'static str,
    /// What a report calls it.
    pub name: &'static str,
    /// What it sees best.
    pub catches: &'static str,
    /// Where it applies against the cards themselves, and against the deal before.
    pub fits: [Fits; 2],
    pub given: Given,
}

const fn given(
    given: Given,
    key: &'static str,
    name: &'static str,
    catches: &'static str,
    fits: [Fits; 2],
) -> Entry {
    Entry { key, name, catches, fits, given }
}

/// A test that needs nothing but the cards.
const fn test(
    key: &'static str,
    name: &'static str,
    catches: &'static str,
    fits: [Fits; 2],
) -> Entry {
    given(Given::Nothing, key, name, catches, fits)
}

const BOTH: [Fits; 2] = [ORDERED, ORDERED];
const LAW: [Fits; 2] = [WHOLE, WHOLE];
const LAW_BESIDE: [Fits; 2] = [BESIDE, BESIDE];
const SPREAD: &str = "a machine whose mean is right and whose spread is not";
const RIFFLES: &str = "too few riffles";
const SHELVES: &str = "shelf machines";
const PREDICTS: &str = "whatever a player could predict";
const STICKS: &str = "cards that keep their places, Sattolo's fault";
const TOGETHER: &str = "cards that stay together";
const COMPANY: &str = "cards that keep company";
const TURNS: &str = "decks used by turns, of which nothing was said";

/// All tests.
#[rustfmt::skip]
pub(super) const LIST: &[Entry] = &[
    test("position_card", "Position by card", "cards that favour places", [ORDERED, WHOLE]),
    test("position_position", "Position by position before", "positions that keep their cards", [NONE, ORDER]),
    test("position_max", "Most unusual position of a card", "one stuck card", BOTH),
    test("mean_position_max", "Most unusual mean position of a card", "one card that is heavier", [ORDERED, NONE]),
    given(Given::Classes, "class_position", "Mean position of each rank", "ranks that sink, aces above all", [ORDERED, NONE]),
    given(Given::Classes, "position_rank", "Position by rank", "ranks that favour places", [BESIDE | ORDER, NONE]),
    given(Given::Classes, "position_suit", "Position by suit", "suits that favour places", [BESIDE | ORDER, NONE]),
    test("zone_card", "Packet by card", "cards that favour a packet", [PACKETS, NONE]),
    test("zone_max", "Most unusual packet of a card", "one card that favours one packet", [PACKETS, NONE]),
    given(Given::Classes, "zone_rank", "Packet by rank", "ranks that favour a packet", [PACKETS, NONE]),
    given(Given::Classes, "zone_suit", "Packet by suit", "suits that favour a packet", [PACKETS, NONE]),
    test("zone_zone", "Packet by packet before", "packets kept together", [NONE, PACKETS]),
    test("undealt_card", "Undealt cards", "cards that stay in the stub", [PARTS, NONE]),
    test("undealt_max", "Most unusual undealt card", "a missing or a doubled card", [PARTS, NONE]),
    test("overlap", "Cards dealt again", "a stub that stays a stub", [NONE, PARTS]),
    test("dealt_again", "Cards dealt again by position before", "parts of the deck that come back", [NONE, ORDER]),
    test("adjacency", "Neighbours", "cards that clump", BOTH),
    test("direction", "Order of neighbours", "packets kept in order, riffles", BOTH),
    test("pair_max", "Most unusual pair of neighbours", "one glued pair", BOTH),
    test("same_hand", "Pairs in one packet", COMPANY, [PACKETS, NONE]),
    test("same_hand_max", "Most unusual pair in one packet", "one glued pair", [PACKETS, NONE]),
    test("neighbours", "Neighbouring cards in one packet", "too little mixing of a new deck", [PACKETS, NONE]),
    test("kept_together", "Pairs in one packet now and before", "packets not broken up", [NONE, PACKETS]),
    test("same_zone", "Cards in the same packet as before", "packets that come back", [NONE, PACKETS]),
    test("lehmer", "Rank among the cards to come", "a wrong shuffling program", BOTH),
    test("rises", "Rising sequences", RIFFLES, BOTH),
    test("rises_min", "Fewest rising sequences", "one deck in a thousand hardly riffled", BOTH),
    test("rises_law", "Rising sequences, law", SPREAD, LAW),
    test("descents", "Descents", RIFFLES, BOTH),
    test("descents_law", "Descents, law", SPREAD, LAW),
    test("peaks", "Peaks", SHELVES, BOTH),
    test("peaks_law", "Peaks, law", SPREAD, LAW_BESIDE),
    test("valleys", "Valleys", SHELVES, BOTH),
    test("valleys_law", "Valleys, law", SPREAD, LAW),
    test("inverse_peaks", "Peaks of the inverse", SHELVES, BOTH),
    test("inverse_peaks_law", "Peaks of the inverse, law", SPREAD, LAW_BESIDE),
    test("inverse_valleys", "Valleys of the inverse", SHELVES, BOTH),
    test("inverse_valleys_law", "Valleys of the inverse, law", SPREAD, LAW),
    test("inversions", "Inversions", "drift, a remainder taken of a short word", BOTH),
    test("spearman", "Rank correlation of position and label", "drift", LAW),
    test("trend", "Place against card number", "low cards early or late, a top that stays a top", [PARTS, PARTS]),
    test("increasing", "Longest increasing subsequence", RIFFLES, BOTH),
    test("increasing_law", "Longest increasing subsequence, law", SPREAD, LAW),
    test("decreasing", "Longest decreasing subsequence", RIFFLES, BOTH),
    test("decreasing_law", "Longest decreasing subsequence, law", SPREAD, LAW),
    test("fixed_points", "Fixed points", STICKS, BOTH),
    test("fixed_points_law", "Fixed points, law", STICKS, LAW),
    test("successions", "Successions", TOGETHER, BOTH),
    test("successions_law", "Successions, law", TOGETHER, LAW),
    test("reverse_successions", "Reverse successions", TOGETHER, BOTH),
    test("reverse_successions_law", "Reverse successions, law", TOGETHER, LAW),
    test("cycles", "Cycles", "a shuffle of one cycle (Sattolo)", LAW),
    test("cycles_law", "Cycles, law", SPREAD, LAW),
    test("parity", "Even permutations", "a fixed number of swaps", LAW),
    test("displacement", "Displacement", "rotations, cuts", BOTH),
    test("guess", "Guesses of the next card upwards", PREDICTS, BOTH),
    test("guess_law", "Guesses upwards, law", PREDICTS, LAW),
    test("guess_direction", "Guesses in the last direction", SHELVES, BOTH),
    test("guess_direction_law", "Guesses in the last direction, law", PREDICTS, LAW),
    given(Given::Categories, "categories", "Hand categories by packet", "hands too good or too bad", [PACKETS, NONE]),
    given(Given::Contrast, "contrast", "Marked cards at one place", "a favoured seat", [WHOLE | PACKETS, NONE]),
    test("duplicates", "Identical deals", "a generator with few seeds, records copied", [PARTS, NONE]),
    test("short_duplicates", "Identical short deals", "copied draws", [PARTS, NONE]),
    test("replayed", "Identical shuffles", "a few shuffles replayed", [NONE, WHOLE]),
    test("lag_1.rises", "Rising sequences, one before", TURNS, [NONE, ORDERED]),
    test("lag_1.rises_min", "Fewest rising sequences, one before", TURNS, [NONE, ORDERED]),
    test("lag_1.fixed_points", "Fixed points, one before", TURNS, [NONE, ORDERED]),
    test("lag_1.successions", "Successions, one before", TURNS, [NONE, ORDERED]),
    test("lag_1.trend", "Place against place, one before", TURNS, [NONE, WHOLE | PARTS]),
    test("lag_1.overlap", "Cards dealt again, one before", TURNS, [NONE, PARTS]),
    test("lag_1.kept_together", "Pairs in one packet, one before", TURNS, [NONE, PACKETS]),
    test("lag_2.rises", "Rising sequences, two before", TURNS, [NONE, ORDERED]),
    test("lag_2.rises_min", "Fewest rising sequences, two before", TURNS, [NONE, ORDERED]),
    test("lag_2.fixed_points", "Fixed points, two before", TURNS, [NONE, ORDERED]),
    test("lag_2.successions", "Successions, two before", TURNS, [NONE, ORDERED]),
    test("lag_2.trend", "Place against place, two before", TURNS, [NONE, WHOLE | PARTS]),
    test("lag_2.overlap", "Cards dealt again, two before", TURNS, [NONE, PARTS]),
    test("lag_2.kept_together", "Pairs in one packet, two before", TURNS, [NONE, PACKETS]),
    test("decks.duplicates", "Identical decks", "a generator with few seeds, records copied", [WHOLE, NONE]),
];
