//! The open points of the documents: each has a name, its readings, and the games it concerns. The
//! first reading is the default.

use super::game_kind::GameKind;

/// One open point.
pub(crate) struct Ruling {
    pub(crate) name: &'static str,
    /// Its readings, the default first.
    pub(crate) values: &'static [&'static str],
    pub(crate) games: &'static [GameKind],
}

use GameKind::{
    Crazy4California as Ca, Crazy4Version2 as V2, Crazy4Washington as Wa, FourCardFrenzy as Frenzy,
    FourCardPoker as Poker,
};

pub(crate) const SUPER_BONUS_VS_UNQUALIFIED: usize = 0;
pub(crate) const QUEENS_UP_ON_FOLD: usize = 1;
pub(crate) const ACES_UP_ON_FOLD: usize = 2;
pub(crate) const BAD_BEAT_ON_TIE: usize = 3;
pub(crate) const BAD_BEAT_ON_FOLD: usize = 4;
pub(crate) const ODDS_ON_TIE: usize = 5;
pub(crate) const COVER_ALL_ROYAL: usize = 6;
pub(crate) const PROGRESSIVE_ON_FOLD: usize = 7;
pub(crate) const ENVY_PER_UNIT: usize = 8;
pub(crate) const ENVY_READING: usize = 9;
pub(crate) const LINK_ENVY_READING: usize = 10;
pub(crate) const ENVY_HOLDER: usize = 11;
pub(crate) const ENVY_TO_FOLDED: usize = 12;
pub(crate) const SETTLEMENT_ORDER: usize = 13;
pub(crate) const AGGREGATE_COUNTS: usize = 14;
pub(crate) const BANK_FUNDS: usize = 15;
pub(crate) const VOID_ROUND: usize = 16;
pub(crate) const PAYOUT_ROUNDING: usize = 17;
/// How many there are.
pub(crate) const COUNT: usize = 18;

const fn ruling(
    name: &'static str,
    values: &'static [&'static str],
    games: &'static [GameKind],
) -> Ruling {
    Ruling { name, values, games }
}

/// In the order of the constants above.
#[rustfmt::skip]
pub(crate) const RULINGS: [Ruling; COUNT] = [
    ruling("super_bonus_vs_unqualified", &["loses", "pushes"], &[Wa, Ca, V2]),
    ruling("queens_up_on_fold", &["stands", "loses"], &[Wa, Ca, V2]),
    ruling("aces_up_on_fold", &["stands", "loses"], &[Poker]),
    ruling("bad_beat_on_tie", &["loses", "pushes"], &[Wa]),
    ruling("bad_beat_on_fold", &["stands", "loses"], &[Wa]),
    ruling("odds_on_tie", &["wins", "pushes"], &[Frenzy]),
    ruling("cover_all_royal", &["matrix-order", "hand-ranking"], &[Poker]),
    ruling("progressive_on_fold", &["eligible", "not-eligible"], &[Wa, Poker]),
    ruling("envy_per_unit", &["once", "times-wager"], &[Wa, Poker]),
    ruling("envy_reading", &["from-the-top", "from-the-second-row"], &[Wa, Poker]),
    ruling("link_envy_reading", &["as-printed", "swapped"], &[Wa, Poker]),
    ruling("envy_holder", &["any-player", "wagering-player"], &[Wa, Poker]),
    ruling("envy_to_folded", &["paid", "not-paid"], &[Wa, Poker]),
    ruling("settlement_order", &["farthest-from-banker", "farthest-from-bankers-right"], &[Ca]),
    ruling("aggregate_counts", &["winnings", "returned"], &[Ca]),
    ruling("bank_funds", &["stake-alone", "stake-and-collections"], &[Ca]),
    ruling("void_round", &["stakes-returned", "progressive-stands"], &[Wa, Ca, V2, Poker, Frenzy]),
    ruling("payout_rounding", &["exact", "down-0.50", "up-0.50", "half-up-0.50", "down-1.00",
        "up-1.00", "half-up-1.00"], &[Wa, Ca, V2, Poker, Frenzy]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_at_their_constants() {
        for (place, name) in [
            (SUPER_BONUS_VS_UNQUALIFIED, "super_bonus_vs_unqualified"),
            (QUEENS_UP_ON_FOLD, "queens_up_on_fold"),
            (ACES_UP_ON_FOLD, "aces_up_on_fold"),
            (BAD_BEAT_ON_TIE, "bad_beat_on_tie"),
            (BAD_BEAT_ON_FOLD, "bad_beat_on_fold"),
            (ODDS_ON_TIE, "odds_on_tie"),
            (COVER_ALL_ROYAL, "cover_all_royal"),
            (PROGRESSIVE_ON_FOLD, "progressive_on_fold"),
            (ENVY_PER_UNIT, "envy_per_unit"),
            (ENVY_READING, "envy_reading"),
            (LINK_ENVY_READING, "link_envy_reading"),
            (ENVY_HOLDER, "envy_holder"),
            (ENVY_TO_FOLDED, "envy_to_folded"),
            (SETTLEMENT_ORDER, "settlement_order"),
            (AGGREGATE_COUNTS, "aggregate_counts"),
            (BANK_FUNDS, "bank_funds"),
            (VOID_ROUND, "void_round"),
            (PAYOUT_ROUNDING, "payout_rounding"),
        ] {
            assert_eq!(RULINGS[place].name, name);
        }
    }
}
