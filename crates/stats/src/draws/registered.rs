//! The list of tests of draws without order, written down before any data are seen.

use crate::symbols::Entry;
use crate::symbols::registered::counts;

/// All tests, in the order of a report.
pub(super) const ENTRIES: &[Entry] = &[
    counts(
        "draws.frequency",
        "Frequency of the numbers",
        "unequal numbers",
        "equal chances of all numbers are what a fair draw is",
    ),
    counts(
        "draws.max_number",
        "Most unusual number",
        "one number too frequent or too rare",
        "sees one heavy or light ball that the chi-square spreads over all",
    ),
    counts(
        "draws.pairs",
        "Pairs of numbers",
        "numbers that come together or avoid each other",
        "what is left of the pairs when the frequencies of the numbers are taken out",
    ),
    counts(
        "draws.max_pair",
        "Most unusual pair of numbers",
        "one pair that sticks together",
        "sees one pair that the chi-square spreads over all",
    ),
    counts(
        "draws.drift",
        "Frequency of the numbers, block against block",
        "frequencies that change over time",
        "a set of balls changed, or worn, is fair on the average",
    ),
    counts(
        "draws.overlap_1",
        "Numbers shared with the draw before, mean",
        "carry-over from the previous draw",
        "independence of one draw and the next",
    ),
    counts(
        "draws.overlap_1_law",
        "Numbers shared with the draw before, law",
        "now and then a draw that is kept",
        "a mean may be right where the spread is not",
    ),
    counts(
        "draws.overlap_2",
        "Numbers shared with the draw before last, mean",
        "two machines or two sets of balls by turns",
        "independence of draws two apart",
    ),
    counts(
        "draws.overlap_2_law",
        "Numbers shared with the draw before last, law",
        "now and then a draw that is kept, by turns",
        "a mean may be right where the spread is not",
    ),
    counts(
        "draws.gaps",
        "Gaps between the draws of a number",
        "numbers that are due, or hot",
        "the question players ask",
    ),
    counts(
        "draws.longest_absence",
        "Longest absence of a number",
        "a number that stopped coming",
        "a ball that is missing for a time",
    ),
    counts(
        "draws.repeats",
        "Identical draws",
        "a short period, a seed used again, results copied",
        "near certain proof that a state came back",
    ),
    counts(
        "draws.sum",
        "Sum of a draw, mean",
        "low or high numbers favoured",
        "one degree of freedom",
    ),
    counts(
        "draws.sum_law",
        "Sum of a draw, law",
        "draws too even or too uneven",
        "a mean may be right where the spread is not",
    ),
    counts(
        "draws.neighbours",
        "Neighbouring numbers in a draw, mean",
        "numbers that were put into the machine side by side",
        "balls are loaded in order",
    ),
    counts(
        "draws.neighbours_law",
        "Neighbouring numbers in a draw, law",
        "runs of numbers",
        "a mean may be right where the spread is not",
    ),
    counts(
        "draws.bonus_frequency",
        "Frequency of the bonus number",
        "unequal bonus numbers",
        "the bonus number has a machine, or a place in the order, of its own",
    ),
    counts(
        "draws.bonus_max",
        "Most unusual bonus number",
        "one bonus number too frequent or too rare",
        "sees one heavy or light ball that the chi-square spreads over all",
    ),
    counts(
        "draws.bonus_again",
        "Bonus numbers equal to the one before",
        "a bonus number that is kept",
        "independence of one draw and the next",
    ),
];
