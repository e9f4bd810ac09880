//! The list of tests of full decks, written down before any data are seen.
//!
//! Both references have the same list. Registered is what section 4 of the research notes measured to
//! find a machine's fault before the others do, and every fault named there is found by at least one:
//!
//! - *tables*: `position_card` for cards that favour places in general, `position_max` for one stuck
//!   card (eight times fewer decks than the table), `adjacency` and `pair_max` for clumps and one glued
//!   pair, `direction` for order inside packets, `lehmer` for a wrong index in a shuffling program;
//! - *means of counts*: one number each, so they see small shifts first. `rises` sees riffles, `valleys`
//!   and `peaks` (of the deck and of its inverse) shelf machines, `increasing` and `decreasing`
//!   riffles after a cut, `fixed_points` and the successions what sticks, `cycles` Sattolo's mistake,
//!   `guess` whatever a player could use;
//! - *laws of counts*: the whole histogram, for a machine whose mean is right and whose spread is not.
//!
//! Not registered, though reported: the tables by rank and by suit, which `position_card` contains, and
//! the laws of the peaks, because peaks and valleys differ by one at most and tell the same twice.

use super::counts::Count;

/// What a test computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    PositionCard,
    PositionMax,
    PositionRank,
    PositionSuit,
    Adjacency,
    Direction,
    PairMax,
    Lehmer,
    /// The mean of a count.
    Mean(Count),
    /// The whole law of a count.
    Whole(Count),
    Inversions,
    Spearman,
    Parity,
    Displacement,
}

/// One line of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Without the reference before it.
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) catches: &'static str,
    pub(super) registered: bool,
    pub(super) what: What,
}

/// Reported beside the registered ones.
const fn extra(key: &'static str, name: &'static str, catches: &'static str, what: What) -> Entry {
    Entry { key, name, catches, registered: false, what }
}

const fn entry(key: &'static str, name: &'static str, catches: &'static str, what: What) -> Entry {
    Entry { key, name, catches, registered: true, what }
}

/// Found by means of the whole histogram.
const SPREAD: &str = "a machine whose mean is right and whose spread is not";
const RIFFLES: &str = "too few riffles";
const SHELVES: &str = "shelf machines";
const PREDICTS: &str = "whatever a player could predict";
const STICKS: &str = "cards that keep their places";
const TOGETHER: &str = "cards that stay together";

/// The tests of one reference, in order.
pub(super) const LIST: &[Entry] = &[
    entry("position_card", "Position by card", "cards that favour places", What::PositionCard),
    entry("position_max", "Most unusual position of a card", "one stuck card", What::PositionMax),
    extra("position_rank", "Position by rank", "ranks that favour places", What::PositionRank),
    extra("position_suit", "Position by suit", "suits that favour places", What::PositionSuit),
    entry("adjacency", "Neighbours", "cards that clump", What::Adjacency),
    entry("direction", "Order of neighbours", "packets kept in order, riffles", What::Direction),
    entry("pair_max", "Most unusual pair of neighbours", "one glued pair", What::PairMax),
    entry("lehmer", "Rank among the cards to come", "a wrong shuffling program", What::Lehmer),
    entry("rises", "Rising sequences", RIFFLES, What::Mean(Count::Rises)),
    entry("rises_law", "Rising sequences, law", SPREAD, What::Whole(Count::Rises)),
    entry("descents", "Descents", RIFFLES, What::Mean(Count::Descents)),
    entry("descents_law", "Descents, law", SPREAD, What::Whole(Count::Descents)),
    entry("peaks", "Peaks", SHELVES, What::Mean(Count::Peaks)),
    extra("peaks_law", "Peaks, law", SPREAD, What::Whole(Count::Peaks)),
    entry("valleys", "Valleys", SHELVES, What::Mean(Count::Valleys)),
    entry("valleys_law", "Valleys, law", SPREAD, What::Whole(Count::Valleys)),
    entry("inverse_peaks", "Peaks of the inverse", SHELVES, What::Mean(Count::InversePeaks)),
    extra(
        "inverse_peaks_law",
        "Peaks of the inverse, law",
        SPREAD,
        What::Whole(Count::InversePeaks),
    ),
    entry("inverse_valleys", "Valleys of the inverse", SHELVES, What::Mean(Count::InverseValleys)),
    entry(
        "inverse_valleys_law",
        "Valleys of the inverse, law",
        SPREAD,
        What::Whole(Count::InverseValleys),
    ),
    entry("inversions", "Inversions", "drift, a remainder taken of a short word", What::Inversions),
    entry("spearman", "Rank correlation of position and label", "drift", What::Spearman),
    entry("increasing", "Longest increasing subsequence", RIFFLES, What::Mean(Count::Increasing)),
    entry(
        "increasing_law",
        "Longest increasing subsequence, law",
        SPREAD,
        What::Whole(Count::Increasing),
    ),
    entry("decreasing", "Longest decreasing subsequence", RIFFLES, What::Mean(Count::Decreasing)),
    entry(
        "decreasing_law",
        "Longest decreasing subsequence, law",
        SPREAD,
        What::Whole(Count::Decreasing),
    ),
    entry("fixed_points", "Fixed points", STICKS, What::Mean(Count::FixedPoints)),
    entry("fixed_points_law", "Fixed points, law", STICKS, What::Whole(Count::FixedPoints)),
    entry("successions", "Successions", TOGETHER, What::Mean(Count::Successions)),
    entry("successions_law", "Successions, law", TOGETHER, What::Whole(Count::Successions)),
    entry(
        "reverse_successions",
        "Reverse successions",
        TOGETHER,
        What::Mean(Count::ReverseSuccessions),
    ),
    entry(
        "reverse_successions_law",
        "Reverse successions, law",
        TOGETHER,
        What::Whole(Count::ReverseSuccessions),
    ),
    entry("cycles", "Cycles", "a shuffle of one cycle (Sattolo)", What::Mean(Count::Cycles)),
    entry("cycles_law", "Cycles, law", SPREAD, What::Whole(Count::Cycles)),
    entry("parity", "Even permutations", "a fixed number of swaps", What::Parity),
    entry("displacement", "Displacement", "rotations, cuts", What::Displacement),
    entry("guess", "Guesses of the next card upwards", PREDICTS, What::Mean(Count::Guess)),
    entry("guess_law", "Guesses upwards, law", PREDICTS, What::Whole(Count::Guess)),
    entry(
        "guess_direction",
        "Guesses in the last direction",
        "shelf machines",
        What::Mean(Count::GuessDirection),
    ),
    entry(
        "guess_direction_law",
        "Guesses in the last direction, law",
        PREDICTS,
        What::Whole(Count::GuessDirection),
    ),
];
