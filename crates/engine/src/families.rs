//! The list of families: a line declares each, a name registers it; its values stand in its own file.

mod crazy4;
mod four_card;
mod frenzy;

use crate::family::Family;

/// All, in the order messages list them.
pub(crate) const FAMILIES: &[&Family] = &[&crazy4::FAMILY, &four_card::FAMILY, &frenzy::FAMILY];
