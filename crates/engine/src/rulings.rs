//! The open points that the code can read more than one way, with all the readings it knows.
//!
//! A definition names every ruling of its family and offers no other reading; which reading applies
//! at a table is the definition's default or the engagement's choice (`rules`).

use crate::family::{Family, Known};
use crate::game::{Banked, Paytable, Ruling};
use crate::outcome::Basis;
use crate::rank::HandRank;
use feltproof_model::{Money, Rounding, Wager};
use feltproof_toml::Section;

const ALWAYS: &[Known] = &[
    (
        "payout_rounding",
        &["exact", "down-0.50", "up-0.50", "half-up-0.50", "down-1.00", "up-1.00", "half-up-1.00"],
    ),
    ("void_round", &["stakes-returned", "progressive-stands"]),
];

const BAD_BEAT: &[Known] =
    &[("bad_beat_on_tie", &["loses", "pushes"]), ("bad_beat_on_fold", &["stands", "loses"])];

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
    let mut all: Vec<Known> = [ALWAYS, family.traits().rulings].concat();
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

/// An open point whose reading decides what becomes of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenPoint {
    /// `super_bonus_vs_unqualified`.
    SuperBonusVsUnqualified,
    /// `queens_up_on_fold`.
    QueensUpOnFold,
    /// `aces_up_on_fold`.
    AcesUpOnFold,
    /// `bad_beat_on_fold`.
    BadBeatOnFold,
    /// `bad_beat_on_tie`.
    BadBeatOnTie,
    /// `odds_on_tie`.
    OddsOnTie,
    /// `progressive_on_fold`.
    ProgressiveOnFold,
    /// `void_round`.
    VoidRound,
}

impl OpenPoint {
    /// The name of its ruling.
    pub const fn key(self) -> &'static str {
        match self {
            Self::SuperBonusVsUnqualified => "super_bonus_vs_unqualified",
            Self::QueensUpOnFold => "queens_up_on_fold",
            Self::AcesUpOnFold => "aces_up_on_fold",
            Self::BadBeatOnFold => "bad_beat_on_fold",
            Self::BadBeatOnTie => "bad_beat_on_tie",
            Self::OddsOnTie => "odds_on_tie",
            Self::ProgressiveOnFold => "progressive_on_fold",
            Self::VoidRound => "void_round",
        }
    }
}

/// The rulings of one table as the code needs them. A ruling that the game does not have is read
/// as its first value would be, which nothing then asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings {
    pub(crate) super_bonus_pushes_unqualified: bool,
    pub(crate) queens_up_stands_on_fold: bool,
    pub(crate) aces_up_stands_on_fold: bool,
    pub(crate) bad_beat_pushes_tie: bool,
    pub(crate) bad_beat_stands_on_fold: bool,
    pub(crate) odds_tie_wins: bool,
    pub(crate) cover_all_by_matrix: bool,
    pub(crate) progressive_on_fold: bool,
    pub(crate) twice_is_a_multiple: bool,
    pub(crate) envy_times_wager: bool,
    pub(crate) envy_from_second_row: bool,
    pub(crate) link_envy_swapped: bool,
    pub(crate) envy_holder_must_wager: bool,
    pub(crate) envy_to_folded: bool,
    pub(crate) progressive_stands_when_void: bool,
    pub(crate) from_bankers_right: bool,
    pub(crate) collections_extend_bank: bool,
    pub(crate) aggregate_counts_stakes: bool,
    pub(crate) rounding: Option<(Rounding, Money)>,
}

impl Readings {
    /// From the value applied for each ruling; empty for one the game does not have.
    pub fn new(applied: impl Fn(&str) -> String) -> Self {
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

    pub(crate) const fn play_multiples(&self) -> &'static [i64] {
        if self.twice_is_a_multiple { &[1, 2, 3] } else { &[1, 3] }
    }

    /// The multiples of the Ante that a Play (Raise) may be with this hand, ascending.
    pub fn play_multiples_for(&self, family: Family, rank: HandRank) -> &'static [i64] {
        let all = family.any_hand_raises() || rank.is_pair_of_aces_or_better();
        if all { self.play_multiples() } else { &[1] }
    }

    /// The ruling by which a side bet goes with a folded hand; `None` for one that stands.
    pub fn lost_with_fold(&self, wager: Wager) -> Option<OpenPoint> {
        let (stands, ruling) = match wager {
            Wager::QueensUp => (self.queens_up_stands_on_fold, OpenPoint::QueensUpOnFold),
            Wager::AcesUp => (self.aces_up_stands_on_fold, OpenPoint::AcesUpOnFold),
            Wager::BadBeat => (self.bad_beat_stands_on_fold, OpenPoint::BadBeatOnFold),
            Wager::Progressive => (self.progressive_on_fold, OpenPoint::ProgressiveOnFold),
            // Document 003: side bets still have action after a fold.
            _ => return None,
        };
        (!stands).then_some(ruling)
    }
}

/// A progressive paytable with its envy amounts where the rulings say they belong.
pub fn envy_as_ruled(table: Paytable, readings: &Readings) -> Paytable {
    match table.basis {
        Basis::BestFour if readings.envy_from_second_row => one_row_down(table),
        Basis::AllFive if readings.link_envy_swapped => first_two_swapped(table),
        _ => table,
    }
}

/// Each printed envy amount belongs to the row below the one it stands at.
fn one_row_down(mut table: Paytable) -> Paytable {
    let mut above = None;
    for row in &mut table.rows {
        above = std::mem::replace(&mut row.envy, above);
    }
    table
}

/// The amounts of the two best hands were exchanged in print.
fn first_two_swapped(mut table: Paytable) -> Paytable {
    if let [first, second, ..] = &mut table.rows[..] {
        std::mem::swap(&mut first.envy, &mut second.envy);
    }
    table
}

/// `half-up-0.50` is half-up to multiples of $0.50; `exact` is no rounding.
fn rounding(value: &str) -> Option<(Rounding, Money)> {
    let (name, unit) = value.rsplit_once('-')?;
    Some((Rounding::parse(name)?, Money::parse(unit.as_bytes()).ok()?))
}
