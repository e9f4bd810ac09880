//! The list: every test of an integer stream, what it is called, what it sees, whether it counts to
//! the verdict and why. Written down before any data are seen.
//!
//! A test whose null law needs more than [`REGISTER_WITHIN_DRAWS`] draws at the declared range is
//! not registered there (it runs, and is reported, when the data suffice): otherwise a stream of the
//! length that laboratories use could never be judged. This depends on the range alone, so it is
//! known before the first draw.

/// Draws within which a test must be valid to be registered.
pub(crate) const REGISTER_WITHIN_DRAWS: u64 = 250_000;

/// One test of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its key, never reused.
    pub key: &'static str,
    /// What a report calls it.
    pub name: &'static str,
    /// What it sees best.
    pub catches: &'static str,
    /// Why it counts to the verdict; `None` where it is only to look further.
    pub registered: Option<&'static str>,
}

pub(crate) const fn counts(
    key: &'static str,
    name: &'static str,
    catches: &'static str,
    why: &'static str,
) -> Entry {
    Entry { key, name, catches, registered: Some(why) }
}

const fn looks(key: &'static str, name: &'static str, catches: &'static str) -> Entry {
    Entry { key, name, catches, registered: None }
}

const NAMED_BY_LAW: &str = "named by 25 CFR 547.14 or 58 Pa. Code 810a.5";
const FOUR_TESTS: &str = "one of the four tests of South Dakota, West Virginia and New Mexico";

/// All tests, in the order of a report.
pub const ENTRIES: &[Entry] = &[
    counts("stream.frequency", "Frequency of the symbols", "unequal symbols", NAMED_BY_LAW),
    counts(
        "stream.max_symbol",
        "Most unusual symbol",
        "one symbol too frequent or too rare",
        "sees one favoured symbol that the chi-square spreads over all",
    ),
    counts(
        "stream.split",
        "Most unbalanced split of the range",
        "scaling by modulo",
        "scaling must be equiprobable; one degree of freedom sees what d - 1 hide",
    ),
    counts(
        "stream.equidistribution",
        "Frequency in blocks",
        "frequencies that change over time",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.poisson",
        "Occurrences in stretches",
        "symbols that come in bursts",
        NAMED_BY_LAW,
    ),
    counts("stream.kolmogorov_smirnov", "Kolmogorov-Smirnov", "a shifted range", NAMED_BY_LAW),
    counts(
        "stream.anderson_darling",
        "Anderson-Darling",
        "unusual ends of the range",
        "the same question as Kolmogorov-Smirnov, with weight at the ends",
    ),
    counts("stream.pairs", "Pairs", "draws that depend on the one before", NAMED_BY_LAW),
    counts("stream.overlapping_pairs", "Overlapping pairs", "dependent neighbours", NAMED_BY_LAW),
    counts("stream.overlapping_triples", "Overlapping triples", "dependent triples", NAMED_BY_LAW),
    counts(
        "stream.coarse_pairs",
        "Overlapping pairs of coarse classes",
        "dependent neighbours, from few draws",
        "a large range needs too many draws for pairs of the symbols themselves",
    ),
    counts(
        "stream.coarse_triples",
        "Overlapping triples of coarse classes",
        "planes of a congruential generator",
        "a large range needs too many draws for triples of the symbols themselves",
    ),
    counts(
        "stream.low_bit",
        "Overlapping octets of the low bit",
        "short periods of low bits",
        "scaling by modulo keeps the weak low bits of congruential generators",
    ),
    counts(
        "stream.two_low_bits",
        "Overlapping quadruples of the two low bits",
        "short periods of low bits",
        "scaling by modulo keeps the weak low bits of congruential generators",
    ),
    counts(
        "stream.every_2nd_frequency",
        "Frequency in every 2nd draw",
        "alternating biases",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.every_3rd_frequency",
        "Frequency in every 3rd draw",
        "biases of period three",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.every_2nd_pairs",
        "Overlapping pairs in every 2nd draw",
        "dependence at distance two",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.every_3rd_pairs",
        "Overlapping pairs in every 3rd draw",
        "dependence at distance three",
        NAMED_BY_LAW,
    ),
    counts("stream.gap", "Gaps of the lower half", "waiting times", NAMED_BY_LAW),
    counts("stream.gap_quarters", "Gaps of the four quarters", "waiting times", NAMED_BY_LAW),
    counts(
        "stream.recency",
        "How recently the symbol came",
        "symbols that are due, or hot",
        "the question players ask; exact for any number of draws",
    ),
    counts("stream.coupon", "Complete sets of symbols", "symbols held back", NAMED_BY_LAW),
    counts("stream.poker", "Hands of five", "clusters of equal symbols", NAMED_BY_LAW),
    counts("stream.max_of_t", "Largest of five", "dependent extremes", NAMED_BY_LAW),
    counts("stream.order_statistic", "Middle of five", "dependent groups", NAMED_BY_LAW),
    counts("stream.permutation", "Orders of four", "trends within groups", NAMED_BY_LAW),
    counts("stream.runs_up", "Runs up", "persistent rises", NAMED_BY_LAW),
    counts("stream.runs_down", "Runs down", "persistent falls", NAMED_BY_LAW),
    counts("stream.runs_up_down", "Runs up and down", "waves", NAMED_BY_LAW),
    counts("stream.runs_median", "Runs about the median", "drift", NAMED_BY_LAW),
    counts(
        "stream.runs_symbol",
        "Runs of each symbol",
        "symbols that repeat or avoid themselves",
        "West Virginia asks it of each symbol",
    ),
    counts(
        "stream.serial_correlation",
        "Correlation with the draw before",
        "carry-over from the previous draw",
        NAMED_BY_LAW,
    ),
    looks("stream.lag_2", "Correlation two draws apart", "carry-over"),
    looks("stream.lag_3", "Correlation three draws apart", "carry-over"),
    looks("stream.lag_4", "Correlation four draws apart", "carry-over"),
    looks("stream.lag_5", "Correlation five draws apart", "carry-over"),
    looks("stream.lag_6", "Correlation six draws apart", "carry-over"),
    looks("stream.lag_7", "Correlation seven draws apart", "carry-over"),
    looks("stream.lag_8", "Correlation eight draws apart", "carry-over"),
    counts(
        "stream.interplay",
        "Largest correlation up to 32 draws apart",
        "dependence on earlier draws",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.repeats",
        "Draws equal to one up to 32 places before",
        "results kept or copied",
        "one copied draw in a hundred moves no correlation, but this count",
    ),
    counts(
        "stream.difference_1",
        "Differences of neighbours, modulo the range",
        "dependence on the draw before",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.difference_2",
        "Differences two draws apart, modulo the range",
        "dependence at distance two",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.difference_3",
        "Differences three draws apart, modulo the range",
        "dependence at distance three",
        NAMED_BY_LAW,
    ),
    counts(
        "stream.difference_5",
        "Differences five draws apart, modulo the range",
        "dependence at distance five",
        "valid from few draws at a large range, where tables of pairs are not",
    ),
    counts(
        "stream.collisions",
        "Collisions of groups",
        "regular or clustered points in many dimensions",
        "the empirical counterpart of the spectral test of congruential generators",
    ),
    counts(
        "stream.birthday_spacings",
        "Birthday spacings of groups",
        "lattices of congruential and lagged generators",
        "the sharpest test of linear generators",
    ),
    counts(
        "stream.repeated_stretches",
        "Stretches that come twice",
        "a short period, a seed used again",
        "certain proof that a state came back",
    ),
    counts("stream.spectral", "Largest peak of the spectrum", "hidden periods", NAMED_BY_LAW),
    counts("play.frequency", "Frequency at each position", "biased positions", FOUR_TESTS),
    counts("play.runs", "Runs at each position", "drift at a position", FOUR_TESTS),
    counts("play.correlation", "Correlation of two positions", "dependent positions", FOUR_TESTS),
    counts(
        "play.serial_correlation",
        "Correlation with the play before",
        "carry-over from play to play",
        FOUR_TESTS,
    ),
];

/// What regulations call their tests, and the keys that answer.
///
/// Words of 25 CFR 547.14 (b), 58 Pa. Code 810.5 and 810a.5 (c), South Dakota 48:02:08:02, West
/// Virginia 29-22B-909 and GLI-19 3.2. None of them defines *overlaps*, *interplay*, *adjacency* or
/// *order statistic*; the reading is ours and is this table.
pub const NAMED: &[(&str, &[&str])] = &[
    ("Chi-square test", &["stream.frequency", "play.frequency"]),
    (
        "Equidistribution (frequency) test",
        &["stream.frequency", "stream.max_symbol", "stream.split", "stream.equidistribution"],
    ),
    ("Gap test", &["stream.gap", "stream.gap_quarters", "stream.recency"]),
    (
        "Overlaps test",
        &[
            "stream.overlapping_pairs",
            "stream.overlapping_triples",
            "stream.coarse_pairs",
            "stream.coarse_triples",
            "stream.low_bit",
            "stream.two_low_bits",
        ],
    ),
    ("Poker test", &["stream.poker"]),
    ("Coupon collector's test", &["stream.coupon"]),
    ("Permutation test", &["stream.permutation"]),
    ("Kolmogorov-Smirnov test", &["stream.kolmogorov_smirnov", "stream.anderson_darling"]),
    ("Adjacency criterion test", &["stream.difference_1", "stream.pairs"]),
    ("Order statistic test", &["stream.order_statistic", "stream.max_of_t"]),
    (
        "Runs test (patterns of occurrences must not be recurrent)",
        &[
            "stream.runs_up",
            "stream.runs_down",
            "stream.runs_up_down",
            "stream.runs_median",
            "stream.runs_symbol",
            "play.runs",
        ],
    ),
    ("Interplay correlation test", &["stream.interplay", "play.correlation"]),
    (
        "Serial correlation test potency and degree of serial correlation",
        &[
            "stream.serial_correlation",
            "stream.lag_2",
            "stream.lag_3",
            "stream.lag_4",
            "stream.lag_5",
            "stream.lag_6",
            "stream.lag_7",
            "stream.lag_8",
            "play.serial_correlation",
        ],
    ),
    (
        "Test on subsequences",
        &[
            "stream.every_2nd_frequency",
            "stream.every_3rd_frequency",
            "stream.every_2nd_pairs",
            "stream.every_3rd_pairs",
            "stream.difference_2",
            "stream.difference_3",
            "stream.difference_5",
        ],
    ),
    ("Poisson distribution", &["stream.poisson", "stream.collisions", "stream.birthday_spacings"]),
    ("Spectral test", &["stream.spectral"]),
    ("Correlation test (symbols of one play)", &["play.correlation"]),
    ("Duplicates test", &["stream.repeated_stretches", "stream.repeats"]),
];
