//! The progressive wager of documents 001 and 002: its paytables, envy, and open points.

use super::family::Ruling;
use super::paytable::{PaidHand, Paytable, QUADS, STRAIGHT_FLUSH, TRIPS, with_envy};
use crate::five::FiveKind;
use crate::rank::Kind;

pub(crate) const ON_FOLD: Ruling = ("progressive_on_fold", &["eligible", "not-eligible"]);
pub(crate) const ENVY_PER_UNIT: Ruling = ("envy_per_unit", &["once", "times-wager"]);
pub(crate) const ENVY_READING: Ruling = ("envy_reading", &["from-the-top", "from-the-second-row"]);
pub(crate) const LINK_ENVY_READING: Ruling = ("link_envy_reading", &["as-printed", "swapped"]);
pub(crate) const ENVY_HOLDER: Ruling = ("envy_holder", &["any-player", "wagering-player"]);
pub(crate) const ENVY_TO_FOLDED: Ruling = ("envy_to_folded", &["paid", "not-paid"]);

pub(super) const RULINGS: &[Ruling] =
    &[ON_FOLD, ENVY_PER_UNIT, ENVY_READING, LINK_ENVY_READING, ENVY_HOLDER, ENVY_TO_FOLDED];

const PAYS: &[PaidHand] = &[PaidHand::Aces(Kind::Quads), QUADS, STRAIGHT_FLUSH, TRIPS];
const LINK: &[PaidHand] = &[
    PaidHand::Five(FiveKind::Royal),
    PaidHand::Five(FiveKind::StraightFlush),
    PaidHand::Five(FiveKind::Quads),
    PaidHand::Five(FiveKind::FullHouse),
    PaidHand::Five(FiveKind::Flush),
    PaidHand::Five(FiveKind::Straight),
    PaidHand::Five(FiveKind::Trips),
];

pub(super) const PAYTABLES: &[Paytable] = &[
    with_envy("pays-1", PAYS, "100% 300 100 9", &[100, 10, 5]),
    with_envy("pays-2", PAYS, "100% 300 100 15", &[100, 25]),
    with_envy("pays-3", PAYS, "100% 300 100 15", &[100, 25]),
    with_envy("link-5", LINK, "100% 10% 300 50 40 30 9", &[1_000, 5_000]),
];
