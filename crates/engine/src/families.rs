//! The list of families: one line registers each, and what is asked of a family is answered here by the
//! values in its own file.

use crate::decision::{Decided, Facts, Terms};
use crate::family::{Family, Traits};
use crate::{crazy4, four_card, frenzy};
use feltproof_model::Wager;

/// Variant and file of every family.
macro_rules! families {
    ($($family:ident $file:ident,)*) => {
        impl Family {
            /// All.
            pub const ALL: &[Self] = &[$(Self::$family),*];

            pub(crate) const fn traits(self) -> &'static Traits {
                match self {
                    $(Self::$family => &$file::FAMILY,)*
                }
            }
        }

        /// What becomes of a wager, by facts without money.
        ///
        /// # Errors
        /// What is missing to decide it. Cover All, envy and a bank depend on all hands and are not
        /// decided here.
        #[inline(always)]
        pub fn decide(terms: &Terms<'_>, wager: Wager, facts: &Facts) -> Decided {
            match terms.family {
                $(Family::$family => $file::decide(terms, wager, facts),)*
            }
        }
    };
}

families! {
    Crazy4 crazy4,
    FourCardPoker four_card,
    FourCardFrenzy frenzy,
}

impl Family {
    /// The name in definitions.
    pub const fn key(self) -> &'static str {
        self.traits().key
    }

    /// From the name in definitions.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|f| f.key() == key)
    }

    /// The wager made after seeing the cards.
    pub const fn raise(self) -> Wager {
        self.traits().raise
    }

    /// Whether any hand may make the largest raise, or only a pair of aces or better.
    pub const fn any_hand_raises(self) -> bool {
        self.traits().any_hand_raises
    }

    /// The second mandatory wager, equal to the Ante.
    pub const fn second(self) -> Option<Wager> {
        self.traits().second
    }

    /// Cards of the hand that the players play against.
    pub const fn opponent_cards(self) -> usize {
        self.traits().opponent_cards
    }

    /// Whether the hand to beat plays, in the word of the game (`qualifies`, `does not open`); `None`
    /// where any hand does.
    pub fn qualification(self, qualifies: bool) -> Option<&'static str> {
        let [yes, no] = self.traits().qualifies.as_ref()?.words;
        Some(if qualifies { yes } else { no })
    }

    /// The wager that a table of this family must name a paytable for.
    pub const fn needs_paytable(self) -> Wager {
        self.traits().needs_paytable
    }

    /// Whether an automatic bonus is paid beside the Ante.
    pub fn has_ante_bonus(self) -> bool {
        self.needs_paytable() == Wager::AnteBonus
    }

    /// The wagers for which definitions of this family have paytables.
    pub fn paytable_wagers(self) -> Vec<Wager> {
        self.traits().paytables.iter().map(|(wager, _)| *wager).collect()
    }
}
