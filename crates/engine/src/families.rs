//! The list of families: one name registers each; its values stand in its own file.

use crate::family::Family;
use crate::{crazy4, four_card, frenzy};

/// All, in the order messages list them.
pub(crate) const FAMILIES: &[&Family] = &[&crazy4::FAMILY, &four_card::FAMILY, &frenzy::FAMILY];
