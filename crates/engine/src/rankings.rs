//! The list of rankings: one name registers each; what it is stands in its own file.

mod best_four;
mod colours;
mod five_card;

use crate::ranking::{Outcome, Ranking};
pub use best_four::BEST_FOUR;
use colours::COLOURS;
pub(crate) use five_card::ALL_FIVE;

const RANKINGS: [&Ranking; 3] = [&BEST_FOUR, &ALL_FIVE, &COLOURS];

/// The ranking of this name in definitions.
pub(crate) fn by_key(key: &str) -> Option<&'static Ranking> {
    RANKINGS.into_iter().find(|ranking| !key.is_empty() && ranking.key == key)
}

/// The ranking that can tell these hands from others.
pub(crate) fn of(outcome: Outcome) -> Option<&'static Ranking> {
    RANKINGS.into_iter().find(|ranking| ranking.outcomes.contains(&outcome))
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::HAND_BUTTONS;
    use std::collections::BTreeSet;

    #[test]
    fn a_hand_button_selects_what_a_progressive_may_name() {
        let named = RANKINGS.into_iter().filter(|ranking| !ranking.key.is_empty());
        let keys: BTreeSet<&str> = named.flat_map(|r| r.outcomes).map(|o| o.key()).collect();
        assert_eq!(keys, HAND_BUTTONS.into());
    }
}
