//! The games of the documents, one line each. Everything that is known of a game stands in the file of
//! its family: layout, paytables, open points, rules of its wagers, habits of its players, its day.

pub(crate) mod crazy4;
pub(crate) mod family;
pub(crate) mod four_card;
pub(crate) mod frenzy;
pub(crate) mod paytable;
pub(crate) mod progressive;
pub(crate) mod script;

use feltproof_model::{Seat, Wager};

use family::{ALWAYS, Game, Ruling};
use paytable::Paytable;
use script::Script;

macro_rules! games {
    ($($(#[$doc:meta])* $game:ident $file:ident::$values:ident;)+) => {
        /// A game of the documents.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum GameKind { $($(#[$doc])* $game,)+ }

        impl GameKind {
            /// All of them.
            pub const ALL: [Self; [$(stringify!($game)),+].len()] = [$(Self::$game),+];

            /// What the file of its family says of it.
            pub(crate) const fn values(self) -> &'static Game {
                match self { $(Self::$game => &$file::$values,)+ }
            }
        }
    };
}

games! {
    /// Crazy 4 Poker, house-banked (document 001).
    Crazy4Washington crazy4::WASHINGTON;
    /// Crazy 4 Poker, player-banked (document 000).
    Crazy4California crazy4::CALIFORNIA;
    /// Crazy 4 Poker version 2 (document 004).
    Crazy4Version2 crazy4::VERSION_2;
    /// Four Card Poker with Cover All (document 002).
    FourCardPoker four_card::FOUR_CARD_POKER;
    /// Four Card Frenzy (document 003).
    FourCardFrenzy frenzy::FOUR_CARD_FRENZY;
}

impl GameKind {
    /// The id of its definition, as engagement files write it.
    pub const fn id(self) -> &'static str {
        self.values().id
    }

    /// From the id of its definition.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.id() == id)
    }

    /// Whether a player keeps the bank.
    pub const fn is_player_banked(self) -> bool {
        self.values().bank.is_some()
    }

    /// The fewest and the most players who wager in a round; a player banker is not among them.
    pub const fn players(self) -> (u8, u8) {
        if self.is_player_banked() { (1, 5) } else { (1, 6) }
    }

    /// The ids of the paytables that a wager of this game may have.
    pub fn paytables(self, wager: Wager) -> Vec<&'static str> {
        self.paytables_of(wager).map(|table| table.id).collect()
    }

    /// The open points of this game, each with its readings, the default first.
    pub fn rulings(self) -> Vec<Ruling> {
        self.values().rulings.iter().copied().flatten().chain(ALWAYS).copied().collect()
    }

    pub(crate) fn paytables_of(self, wager: Wager) -> impl Iterator<Item = &'static Paytable> {
        self.values().paytables.iter().copied().flatten().filter(move |t| t.wager == wager)
    }

    /// How many cards a position is dealt.
    pub const fn cards_of(self, seat: Seat) -> usize {
        match seat {
            Seat::Dealer => self.values().dealer_cards,
            Seat::Player(_) | Seat::Banker(_) => self.values().player_cards,
        }
    }

    /// Whether a position holds the hand that the players have to beat.
    pub(crate) const fn is_opponent(self, seat: Seat) -> bool {
        match seat {
            Seat::Player(_) => false,
            Seat::Dealer => !self.is_player_banked(),
            Seat::Banker(_) => self.is_player_banked(),
        }
    }

    /// The game on whose day a scripted round is dealt.
    pub(crate) fn of_script(script: Script) -> Option<Self> {
        let own = Self::ALL.into_iter().find(|game| game.values().day.scripts.contains(&script));
        let is_same_game = four_card::SAME_GAME_DAY.scripts.contains(&script);
        own.or_else(|| is_same_game.then_some(Self::FourCardPoker))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::best_four;
    use feltproof_model::Action;

    #[test]
    fn ids_read_back() {
        for game in GameKind::ALL {
            assert_eq!(GameKind::from_id(game.id()), Some(game));
        }
        assert_eq!(GameKind::from_id("crazy4"), None);
    }

    #[test]
    fn every_paytable_reads_and_its_name_is_its_own() {
        for game in GameKind::ALL {
            for wager in Wager::ALL {
                for table in game.paytables_of(wager) {
                    let columns = table.columns().unwrap_or_else(|| panic!("{}", table.id));
                    let expected = match table.wager {
                        Wager::CoverAll => 6,
                        Wager::Odds => 2,
                        _ => 1,
                    };
                    assert_eq!(columns.len(), expected, "{}", table.id);
                    let alike = game.paytables_of(wager).filter(|other| other.id == table.id);
                    assert_eq!(alike.count(), 1, "{} {}", game.id(), table.id);
                }
            }
        }
    }

    #[test]
    fn every_scripted_round_reads_and_is_dealt_from_one_pack_by_the_rules() {
        for day in GameKind::ALL {
            let same_game =
                if day == GameKind::FourCardPoker { four_card::SAME_GAME_DAY.scripts } else { &[] };
            for script in day.values().day.scripts.iter().chain(same_game) {
                let last = day.values().day.last_table;
                let game = last.filter(|_| script.at == script::At::Last).unwrap_or(day);
                let [ante, beside, after] = game.values().base;
                let rows = script.rows();
                assert_eq!(rows.len(), script.rows.len(), "{script:?}");
                let mut seen = Vec::new();
                for row in &rows {
                    assert!(row.cards.len() == game.cards_of(row.seat) || script.is_void());
                    for card in row.cards.as_slice() {
                        assert!(!seen.contains(card), "{script:?}: {card} twice");
                        seen.push(*card);
                    }
                    assert_eq!((row.action == Action::Void), script.is_void(), "{script:?}");
                    let Some(hand) = best_four(row.cards.as_slice()) else { continue };
                    let any_hand_raises = day == GameKind::FourCardPoker;
                    match row.action {
                        Action::Play => {
                            let times = row.stake[after].micros() / row.stake[ante].micros();
                            let may_raise = hand.is_aces_or_better() || any_hand_raises;
                            assert!(
                                times == 1 || may_raise && times <= 3,
                                "{script:?} {}",
                                row.seat
                            );
                            assert!(hand.is_worth_playing(), "{script:?} {}", row.seat);
                        }
                        Action::Fold if !any_hand_raises => {
                            assert!(!hand.is_worth_playing(), "{script:?} {}", row.seat);
                        }
                        _ => {}
                    }
                    if row.seat.player().is_some() && beside.is_staked() {
                        assert_eq!(row.stake[beside], row.stake[ante], "{script:?} {}", row.seat);
                    }
                }
                assert!(game.is_opponent(rows.last().unwrap().seat));
                assert!(rows.windows(2).all(|w| w[0].seat < w[1].seat), "{script:?}");
                assert_eq!(GameKind::of_script(*script), Some(day));
            }
        }
    }
}
