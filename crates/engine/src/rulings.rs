//! The open points that the code can read more than one way, with all the readings it knows.
//!
//! A definition names every ruling of its family and offers no other reading; which reading applies
//! at a table is the definition's default or the engagement's choice (`rules`).

use crate::family::Family;
use crate::game::{Banked, Ruling};
use feltproof_model::{Money, Rounding};
use feltproof_toml::Section;

type Known = (&'static str, &'static [&'static str]);

const ALWAYS: &[Known] = &[
    (
        "payout_rounding",
        &["exact", "down-0.50", "up-0.50", "half-up-0.50", "down-1.00", "up-1.00", "half-up-1.00"],
    ),
    ("void_round", &["stakes-returned", "progressive-stands"]),
];

const CRAZY4: &[Known] = &[
    ("super_bonus_vs_unqualified", &["loses", "pushes"]),
    ("queens_up_on_fold", &["stands", "loses"]),
    ("play_multiples", &["1-2-3", "1-3"]),
];

const BAD_BEAT: &[Known] =
    &[("bad_beat_on_tie", &["loses", "pushes"]), ("bad_beat_on_fold", &["stands", "loses"])];

const FOUR_CARD_POKER: &[Known] = &[
    ("aces_up_on_fold", &["stands", "loses"]),
    ("cover_all_royal", &["matrix-order", "hand-ranking"]),
];

const FOUR_CARD_FRENZY: &[Known] =
    &[("play_multiples", &["1-2-3", "1-3"]), ("odds_on_tie", &["wins", "pushes"])];

const PROGRESSIVE: &[Known] = &[
    ("progressive_on_fold", &["eligible", "not-eligible"]),
    ("award_order", &["right-most-first"]),
    ("envy_per_unit", &["once", "times-wager"]),
    ("envy_reading", &["from-the-top", "from-the-second-row"]),
    ("link_envy_reading", &["as-printed", "swapped"]),
    ("envy_holder", &["any-player", "wagering-player"]),
    ("envy_to_folded", &["paid", "not-paid"]),
];

const PLAYER_BANKED: &[Known] = &[
    ("settlement_order", &["farthest-from-banker", "farthest-from-bankers-right"]),
    ("bank_funds", &["stake-alone", "stake-and-collections"]),
    ("aggregate_counts", &["winnings", "returned"]),
];

/// The rulings a definition must name. Those of the progressive and of the Bad Beat Bonus belong to
/// a game that has such paytables.
fn needed(family: Family, banked: Banked, progressive: bool, bad_beat: bool) -> Vec<Known> {
    let own = match family {
        Family::Crazy4 => CRAZY4,
        Family::FourCardPoker => FOUR_CARD_POKER,
        Family::FourCardFrenzy => FOUR_CARD_FRENZY,
    };
    let mut all: Vec<Known> = [ALWAYS, own].concat();
    for (part, wanted) in [
        (BAD_BEAT, bad_beat),
        (PROGRESSIVE, progressive),
        (PLAYER_BANKED, banked == Banked::Player),
    ] {
        if wanted {
            all.extend(part);
        }
    }
    all
}

/// Reports rulings that this family does not know and those it needs and does not find.
pub(crate) fn check(
    top: &Section<'_>,
    (family, banked): (Family, Banked),
    (progressive, bad_beat): (bool, bool),
    rulings: &[(Section<'_>, Ruling)],
) {
    let needed = needed(family, banked, progressive, bad_beat);
    let name = family.key();
    for (section, ruling) in rulings {
        match needed.iter().find(|(id, _)| *id == ruling.id) {
            None => {
                let known: Vec<&str> = needed.iter().map(|(id, _)| *id).collect();
                let message = format!(
                    "is unknown to this game of family {name}; its rulings are {}",
                    known.join(", ")
                );
                section.wrong("", message);
            }
            Some((_, known)) => {
                for value in ruling.values.iter().filter(|v| !known.contains(&v.as_str())) {
                    let message =
                        format!("offers {value}, but family {name} can apply {}", known.join(", "));
                    section.wrong("", message);
                }
            }
        }
    }
    for (id, known) in needed {
        if !rulings.iter().any(|(_, r)| r.id == id) {
            let remedy = format!("family {name} needs it, with values of {}", known.join(", "));
            top.missing(&format!("ruling {id}"), &remedy);
        }
    }
}

/// The rulings of one table as the code needs them. A ruling that the game does not have is read
/// as its first value would be, which nothing then asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Readings {
    pub super_bonus_pushes_unqualified: bool,
    pub queens_up_stands_on_fold: bool,
    pub aces_up_stands_on_fold: bool,
    pub bad_beat_pushes_tie: bool,
    pub bad_beat_stands_on_fold: bool,
    pub odds_tie_wins: bool,
    pub cover_all_by_matrix: bool,
    pub progressive_on_fold: bool,
    pub twice_is_a_multiple: bool,
    pub envy_times_wager: bool,
    pub envy_from_second_row: bool,
    pub link_envy_swapped: bool,
    pub envy_holder_must_wager: bool,
    pub envy_to_folded: bool,
    pub progressive_stands_when_void: bool,
    pub from_bankers_right: bool,
    pub collections_extend_bank: bool,
    pub aggregate_counts_stakes: bool,
    pub rounding: Option<(Rounding, Money)>,
}

impl Readings {
    /// From the value applied for each ruling; empty for one the game does not have.
    pub(crate) fn new(applied: impl Fn(&str) -> String) -> Self {
        let is = |id: &str, value: &str| applied(id) == value;
        Self {
            super_bonus_pushes_unqualified: is("super_bonus_vs_unqualified", "pushes"),
            queens_up_stands_on_fold: !is("queens_up_on_fold", "loses"),
            aces_up_stands_on_fold: !is("aces_up_on_fold", "loses"),
            bad_beat_pushes_tie: is("bad_beat_on_tie", "pushes"),
            bad_beat_stands_on_fold: !is("bad_beat_on_fold", "loses"),
            odds_tie_wins: !is("odds_on_tie", "pushes"),
            cover_all_by_matrix: !is("cover_all_royal", "hand-ranking"),
            progressive_on_fold: is("progressive_on_fold", "eligible"),
            twice_is_a_multiple: !is("play_multiples", "1-3"),
            envy_times_wager: is("envy_per_unit", "times-wager"),
            envy_from_second_row: is("envy_reading", "from-the-second-row"),
            link_envy_swapped: is("link_envy_reading", "swapped"),
            envy_holder_must_wager: is("envy_holder", "wagering-player"),
            envy_to_folded: is("envy_to_folded", "paid"),
            progressive_stands_when_void: is("void_round", "progressive-stands"),
            from_bankers_right: is("settlement_order", "farthest-from-bankers-right"),
            collections_extend_bank: is("bank_funds", "stake-and-collections"),
            aggregate_counts_stakes: is("aggregate_counts", "returned"),
            rounding: rounding(&applied("payout_rounding")),
        }
    }
}

/// `half-up-0.50` is half-up to multiples of $0.50; `exact` is no rounding.
fn rounding(value: &str) -> Option<(Rounding, Money)> {
    let (name, unit) = value.rsplit_once('-')?;
    Some((Rounding::parse(name)?, Money::parse(unit.as_bytes()).ok()?))
}
