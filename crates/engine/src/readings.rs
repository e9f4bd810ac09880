//! How the open points of a game are read at one table, as settling needs it.

use feltproof_model::{Money, Rounding, Wager};

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
    /// `envy_to_folded`.
    EnvyToFolded,
    /// `void_round`.
    VoidRound,
}

/// The names of the rulings, by open point.
const KEYS: [&str; 9] = [
    "super_bonus_vs_unqualified",
    "queens_up_on_fold",
    "aces_up_on_fold",
    "bad_beat_on_fold",
    "bad_beat_on_tie",
    "odds_on_tie",
    "progressive_on_fold",
    "envy_to_folded",
    "void_round",
];

impl OpenPoint {
    /// The name of its ruling.
    pub const fn key(self) -> &'static str {
        KEYS[self as usize]
    }
}

/// `bank_collects`: what a bank may collect of losing wagers. All but the last take of a wager no more
/// than the bank could have paid on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collects {
    /// All together no more than was put up.
    UpToStake,
    /// All together no more than was put up and paid out.
    UpToStakeAndPayments,
    /// However much it comes to.
    AsCovered,
    /// Every losing wager whole.
    WholeWagers,
}

/// `bank_forfeits`: how wagers forfeited by folding are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forfeits {
    /// Whole; they count against what the bank may collect.
    Whole,
    /// Whole, and counted against nothing.
    WholeUncounted,
    /// As losing wagers are, but before them.
    AsLosingWagers,
}

/// `aggregate_shortfall`: who goes short under an aggregate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortfall {
    /// Whoever is settled last.
    OrderOfSettlement,
    /// Everyone in proportion to what was won; what no whole chips share out is not paid.
    ProRataKept,
    /// The same, but it goes chip by chip to the first in the order of settlement.
    ProRataInOrder,
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
    pub(crate) bank_is_unlimited: bool,
    pub(crate) collections_extend_bank: bool,
    pub(crate) collects: Collects,
    pub(crate) forfeits: Forfeits,
    pub(crate) aggregate_counts_stakes: bool,
    pub(crate) shortfall: Shortfall,
    /// The smallest chip of a share.
    pub(crate) share_chip: Money,
    pub(crate) rounding: Option<(Rounding, Money)>,
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
            bank_is_unlimited: is("bank_limit", "unlimited"),
            collections_extend_bank: is("bank_funds", "stake-and-collections"),
            collects: match applied("bank_collects").as_str() {
                "whole-wagers" => Collects::WholeWagers,
                "as-covered" => Collects::AsCovered,
                "up-to-stake-and-payments" => Collects::UpToStakeAndPayments,
                _ => Collects::UpToStake,
            },
            forfeits: match applied("bank_forfeits").as_str() {
                "as-losing-wagers" => Forfeits::AsLosingWagers,
                "whole-uncounted" => Forfeits::WholeUncounted,
                _ => Forfeits::Whole,
            },
            aggregate_counts_stakes: is("aggregate_counts", "returned"),
            shortfall: match applied("aggregate_shortfall").as_str() {
                "pro-rata-remainder-kept" => Shortfall::ProRataKept,
                "pro-rata-remainder-in-order" => Shortfall::ProRataInOrder,
                _ => Shortfall::OrderOfSettlement,
            },
            // All its values round down: shares together never exceed the limit.
            share_chip: rounding(&applied("aggregate_rounding")).map_or(CENT, |(_, chip)| chip),
            rounding: rounding(&applied("payout_rounding")),
        }
    }

    /// The multiples of the Ante that a Play (Raise) may be with the best hands, ascending.
    pub const fn play_multiples(&self) -> &'static [i64] {
        if self.twice_is_a_multiple { &[1, 2, 3] } else { &[1, 3] }
    }

    /// The ruling by which a side bet goes with a folded hand; `None` for one that stands.
    pub(crate) const fn lost_with_fold(&self, wager: Wager) -> Option<OpenPoint> {
        let (stands, ruling) = match wager {
            Wager::QueensUp => (self.queens_up_stands_on_fold, OpenPoint::QueensUpOnFold),
            Wager::AcesUp => (self.aces_up_stands_on_fold, OpenPoint::AcesUpOnFold),
            Wager::BadBeat => (self.bad_beat_stands_on_fold, OpenPoint::BadBeatOnFold),
            Wager::Progressive => (self.progressive_on_fold, OpenPoint::ProgressiveOnFold),
            // Document 003: side bets still have action after a fold.
            _ => return None,
        };
        if stands { None } else { Some(ruling) }
    }
}

const CENT: Money = Money::from_micros(10_000);

/// `half-up-0.50` is half-up to multiples of $0.50; `exact` is no rounding.
fn rounding(value: &str) -> Option<(Rounding, Money)> {
    let (name, unit) = value.rsplit_once('-')?;
    Some((Rounding::parse(name)?, Money::parse(unit.as_bytes()).ok()?))
}
