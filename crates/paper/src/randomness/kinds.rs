//! The kinds of departure in plain words: what a rejected test means to somebody who handles cards or draws.
//!
//! A sentence says what was seen and, behind the semicolon, what does such a thing; never that it was done. A test
//! that looks both ways has a kind for each. What does such a thing is printed of the departure alone that others may
//! follow from (`causes.rs`).

/// One kind of departure: its key in the JSON, its sentence, and the tests that show it, with spaces between. Behind a
/// test `<` is fewer than chance gives and `>` more; `*` is anything.
pub(super) struct Kind {
    pub(super) key: &'static str,
    pub(super) says: &'static str,
    tests: &'static str,
}

const fn kind(key: &'static str, says: &'static str, tests: &'static str) -> Kind {
    Kind { key, says, tests }
}

/// What a fit that is too good means, whatever the test.
pub(super) const TOO_GOOD: Kind = kind(
    "too_good",
    "Counts lie closer to what is expected than chance lets them; records made up or smoothed do that",
    "",
);

/// What a single deck in order means, where the mean of all decks is not moved.
pub(super) const ONE_DECK: Kind = kind(
    "one_deck",
    "One deck was not shuffled, or hardly; a shuffle left out, or a new deck dealt as it came, does that",
    "",
);

/// In the order in which a test is looked up; the first kind that fits is the test's.
const KINDS: &[Kind] = &[
    kind(
        "order_kept",
        "Cards stay near the card they lay beside before the shuffle, in packets that keep their order; too little \
         mixing, or packets stacked as they are, does that",
        "previous.rises< previous.rises_min previous.descents< previous.successions> \
         previous.adjacency previous.pair_max previous.neighbours_kept> previous.order_kept*>",
    ),
    kind(
        "order_reversed",
        "Cards stay near the card they lay beside before the shuffle, in the opposite order; dealing a deck out card by \
         card, or a machine that lays cards one on another in compartments, does that",
        "previous.rises> previous.descents> previous.order_kept*<",
    ),
    kind(
        "neighbours_parted",
        "Cards that lay together before the shuffle are parted more often than chance parts them; a machine that \
         distributes neighbours does that",
        "previous.successions< previous.neighbours_kept<",
    ),
    kind(
        "places_follow",
        "Where a card lies depends on where it lay in the deck before; too few riffles, or a cut alone, do that",
        "previous.position_card previous.position_position previous.position_max previous.lehmer",
    ),
    kind(
        "places_kept",
        "Cards stay near the place that they had in the deck before; too few riffles, or a cut alone, do that",
        "previous.spearman> previous.trend> previous.fixed_points>",
    ),
    kind(
        "places_exchanged",
        "Cards go to the other end of the deck, away from the place that they had before; a turned deck or a cut in the \
         middle does that",
        "previous.spearman< previous.trend<",
    ),
    kind(
        "places_avoided",
        "Fewer cards keep their place than chance leaves where they were; a program that moves every card (Sattolo's \
         fault) does that",
        "previous.fixed_points< fixed.fixed_points<",
    ),
    kind(
        "new_deck_order",
        "The deck keeps something of the order in which a new deck lies; too little mixing of a new deck, or a wrong \
         shuffling program, does that",
        "fixed.rises fixed.rises_min fixed.descents fixed.successions fixed.adjacency \
         fixed.pair_max fixed.fixed_points> fixed.neighbours \
         fixed.next_card fixed.next_order* fixed.same_suit>",
    ),
    kind(
        "places_favoured",
        "Some cards come to some places of the deck more often than to others; a wrong shuffling program (one that \
         exchanges with any card of the deck, or sorts by chance answers), or too little mixing of a deck that lay in \
         order, does that",
        "fixed.position_card fixed.position_max fixed.lehmer",
    ),
    kind(
        "card_favoured",
        "One card comes to one end of the deck, or to one place, more often than the others; a worn, heavy or marked \
         card, or a place that holds cards back, does that",
        "fixed.mean_position_max",
    ),
    kind(
        "classes_favoured",
        "Cards of some ranks or suits come to some places or packets more often than others",
        "fixed.class_position fixed.position_rank fixed.position_suit fixed.zone_rank \
         fixed.zone_suit",
    ),
    kind(
        "ends_favoured",
        "Low cards tend to one end of the deck and high cards to the other; a wrong shuffling program (one that exchanges \
         with any card of the deck, sorts by chance answers, or takes a remainder of a short random word) does that",
        "fixed.trend fixed.spearman",
    ),
    kind(
        "waves",
        "The order rises and falls in waves that are too few or too many; a machine that drops cards on shelves or into compartments (a carousel) does that",
        "*.valleys",
    ),
    kind(
        "cycles",
        "The shuffle moves the cards round in circles that are too few or too many; a program that moves every card \
         (Sattolo's fault) does that",
        "*.cycles",
    ),
    kind(
        "swaps",
        "Shuffles that an even number of exchanges makes do not come as often as the others; a program with a fixed \
         number of exchanges does that",
        "*.parity",
    ),
    kind(
        "copies",
        "Copies of a card, or cards of one rank or suit, lie together more often, or less often, than chance lays them; a \
         shuffler that spreads the cards evenly, or rounds that stay together, do that",
        "fixed.same_card fixed.same_rank fixed.same_suit< fixed.close_copies",
    ),
    kind(
        "packets_favoured",
        "Some cards come to some packets more often than to others",
        "fixed.zone_card",
    ),
    kind(
        "packets_kept",
        "Cards that were dealt together come together again; packets that are not broken up do that",
        "previous.zone_zone previous.same_zone previous.kept_together",
    ),
    kind(
        "company",
        "Some pairs of cards lie in one packet more often, or less often, than chance puts them there; cards that stick \
         together do that",
        "fixed.same_hand fixed.same_hand_max",
    ),
    kind(
        "undealt",
        "Some cards stay undealt more often than others; a card that is missing, doubled or marked does that",
        "fixed.undealt_card fixed.undealt_max fixed.dealt_card fixed.dealt_rank",
    ),
    kind(
        "results",
        "Rounds end otherwise than chance makes them end; cards that are missing, or records made up or chosen, do that",
        "fixed.results fixed.pairs",
    ),
    kind(
        "dealt_again",
        "Of the cards dealt in one deal more, or fewer, are dealt in the next than chance deals again; a stub that stays a \
         stub does that",
        "previous.overlap*",
    ),
    kind(
        "repeated",
        "The same order comes again, which chance hardly ever brings; an old seed used again, as after a restart, few \
         seeds, or records copied, do that",
        "*.duplicates *.short_duplicates *.replayed draws.repeat* stream.repeated_stretches",
    ),
    kind(
        "kept",
        "Draws are like one shortly before them more often than chance makes them; a result that is kept or copied, or a \
         state that is not mixed enough, does that",
        "stream.repeats>",
    ),
    kind(
        "avoided",
        "Draws are like one shortly before them more seldom than chance makes them; a generator or a record that shuns \
         repeats does that",
        "stream.repeats",
    ),
    kind(
        "hands",
        "Hands of some packet are better or worse than chance deals them",
        "fixed.categories",
    ),
    kind(
        "marked",
        "The marked cards come to the place in question more often, or less often, than chance brings them there",
        "fixed.contrast",
    ),
    kind(
        "by_turns",
        "The deck has something of a deck that it should have nothing of; decks used by turns, of which nothing was said, \
         do that",
        "lag_*",
    ),
    kind(
        "unequal",
        "The numbers do not come equally often; unequal balls or pockets, or a range taken by a remainder, do that",
        "draws.frequency draws.max_number stream.frequency stream.max_symbol stream.split \
         stream.kolmogorov_smirnov play.frequency",
    ),
    kind(
        "company",
        "Some numbers come together more often, or less often, than chance brings them together",
        "draws.pairs draws.max_pair draws.neighbours play.correlation",
    ),
    kind(
        "columns",
        "One column says something of another; columns drawn from the same word, or results kept from the row before, do \
         that",
        "play.dependence",
    ),
    kind(
        "changing",
        "How often a number comes changes over time; a set of balls changed or worn, or a generator that is disturbed, \
         does that",
        "draws.drift stream.equidistribution stream.poisson stream.every_2nd_frequency",
    ),
    kind(
        "changing",
        "How many bits are ones changes along the stream; a source that is disturbed for a time does that",
        "bits.block_frequency*",
    ),
    kind(
        "carried_over",
        "A draw depends on draws shortly before it; a state that is not mixed enough does that",
        "draws.overlap_* draws.bonus_again stream.overlapping_* \
         stream.every_2nd_pairs stream.serial_correlation \
         stream.interplay stream.difference_* play.serial_correlation",
    ),
    kind(
        "waiting",
        "Numbers come back too soon, or stay away too long",
        "draws.gaps draws.longest_absence stream.gap \
         stream.coupon",
    ),
    kind(
        "sums",
        "Low or high numbers come together in one draw more often than chance brings them together",
        "draws.sum",
    ),
    kind(
        "bonus",
        "Some bonus numbers come more often than others",
        "draws.bonus_frequency draws.bonus_max",
    ),
    kind(
        "groups",
        "Groups of draws that follow each other are not what independent draws give",
        "stream.poker stream.order_statistic stream.permutation",
    ),
    kind(
        "clumps",
        "A number comes in longer, or shorter, stretches of itself than independent draws give; a result that is kept, or \
         a generator that shuns repeats, does that",
        "stream.runs_symbol",
    ),
    kind(
        "waves",
        "The numbers rise, fall or stay on one side longer, or less long, than independent draws do",
        "stream.runs_* play.runs",
    ),
    kind(
        "weak_low_bits",
        "The lowest bits of the numbers repeat in a short period; a weak generator scaled by a remainder does that",
        "bits.low_bit_of_sample",
    ),
    kind(
        "lattice",
        "Groups of draws lie on a grid; congruential and lagged generators do that",
        "stream.collisions stream.birthday_spacings bits.sample_birthday",
    ),
    kind("periods", "Something comes back in a fixed period", "stream.spectral bits.spectral*"),
    kind(
        "bit_stuck",
        "One bit of the samples is not as often one as zero; a bit that is stuck, or words of fewer bits than were \
         declared, do that",
        "bits.sample_frequency",
    ),
    kind(
        "bit_carried_over",
        "One bit of the samples depends on the same bit of a sample before; a weak generator, whose low bits come again in \
         short periods, or a bit that is stuck for a time, does that",
        "bits.sample_serial",
    ),
    kind(
        "unequal_bits",
        "Ones and zeros do not come equally often; a source that leans to one side does that",
        "bits.frequency* bits.cusum_* bits.excursions*",
    ),
    kind(
        "bits_depend",
        "A bit depends on the bits before it, so that it could be guessed better than half the time",
        "bits.runs* bits.longest_run* bits.template* bits.overlapping_template* \
         bits.universal* bits.serial_* bits.approximate_entropy*",
    ),
    kind(
        "linear",
        "Bits are sums of bits before them; a shift register does that",
        "bits.rank* bits.linear_complexity*",
    ),
    kind(
        "spread",
        "A count differs from deck to deck more, or less, than chance makes it differ; now and then a deck that is hardly \
         shuffled, or one machine in two, does that",
        "*_law",
    ),
];

/// Kinds that a table of cards by place shows.
pub(super) const IN_THE_TABLE: [&str; 10] = [
    "places_follow",
    "places_kept",
    "places_exchanged",
    "places_favoured",
    "card_favoured",
    "classes_favoured",
    "ends_favoured",
    "packets_favoured",
    "packets_kept",
    "undealt",
];

/// The kind of a test by its key and by the sign of its effect.
pub(super) fn of(key: &str, effect: f64) -> Option<&'static Kind> {
    let fits = |pattern: &str| {
        let (pattern, sign) = match pattern.strip_suffix(['<', '>']) {
            Some(pattern_alone) => (pattern_alone, pattern.ends_with('<') == (effect < 0.0)),
            None => (pattern, true),
        };
        sign && matches(pattern, key)
    };
    KINDS.iter().find(|kind| kind.tests.split_whitespace().any(fits))
}

/// Whether a key is that of a pattern, in which one `*` stands for anything.
fn matches(pattern: &str, key: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == key,
        Some((before, after)) => {
            key.len() >= before.len() + after.len()
                && key.starts_with(before)
                && key.ends_with(after)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of a list of registered tests: the first field of each line.
    fn keys(list: &str) -> Vec<&str> {
        list.lines().filter_map(|line| line.split('|').next()).map(str::trim).collect()
    }

    /// Every test that any battery registers has a kind, whichever way it departs.
    #[test]
    fn every_registered_test_has_a_kind() {
        let deal = include_str!("../../../stats/src/deal/registered.txt");
        let others = [
            include_str!("../../../stats/src/draws/registered.txt"),
            include_str!("../../../stats/src/symbols/registered.txt"),
            include_str!("../../../stats/src/bits/registered.txt"),
        ];
        let mut all: Vec<String> = Vec::new();
        for line in deal.lines() {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let references = [("fixed", fields[3]), ("previous", fields[4])];
            for (reference, _) in references.into_iter().filter(|(_, fits)| *fits != "none") {
                all.push(match fields[0].contains('.') {
                    true => fields[0].to_owned(),
                    false => format!("{reference}.{}", fields[0]),
                });
            }
        }
        all.extend(
            keys(include_str!("../../../stats/src/deal/shoe/registered.txt"))
                .into_iter()
                .map(str::to_owned),
        );
        for key in others.into_iter().flat_map(keys) {
            all.push(key.to_owned());
            if key.starts_with("bits.") {
                all.extend(["proportion", "uniformity"].map(|view| format!("{key}.{view}")));
            }
        }
        let samples = ["frequency", "serial", "birthday"].map(|n| format!("bits.sample_{n}"));
        all.extend(samples);
        all.push("bits.low_bit_of_sample".to_owned());
        assert!(all.len() > 150, "{}", all.len());
        for key in &all {
            for effect in [-0.5, 0.0, 0.5] {
                assert!(of(key, effect).is_some(), "{key} departs by {effect}: no kind");
            }
        }
        // No pattern stands there for nothing.
        for pattern in KINDS.iter().flat_map(|kind| kind.tests.split_whitespace()) {
            let alone = pattern.trim_end_matches(['<', '>']);
            assert!(all.iter().any(|key| matches(alone, key)), "no test is `{pattern}`");
        }
    }

    fn says(key: &str, effect: f64) -> &'static str {
        of(key, effect).unwrap().says
    }

    #[test]
    fn the_sign_of_an_effect_chooses_the_words() {
        assert!(
            says("previous.rises", -1.9).starts_with("Cards stay near the card they lay beside")
        );
        assert!(says("previous.rises", 1.9).contains("in the opposite order"));
        assert!(says("previous.fixed_points", 0.2).contains("near the place"));
        assert!(says("fixed.fixed_points", -0.2).contains("Sattolo"));
        assert!(says("previous.rises_law", 0.2).starts_with("A count differs"));
        assert!(says("draws.overlap_1_law", 0.2).contains("draws shortly before"));
    }
}
