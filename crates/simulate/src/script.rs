//! Scripted rounds: prepared hands that show one point of the rules each. They are dealt from a
//! legal pack like any other round; only the order of the pack was arranged.

use feltproof_model::{Action, CardList, Money, Seat, Wager};

use crate::dealt::DealtRow;
use crate::prepared::Prepared;
use crate::referee::GameKind;

/// A player's place in a scripted round.
struct Place {
    seat: u8,
    cards: &'static str,
    /// Ante, and Super Bonus, in dollars.
    ante: i64,
    /// Play as a multiple of the Ante; 0 is a fold.
    times: i64,
    /// Queens Up in dollars; 0 is none.
    queens_up: i64,
    /// Whether the progressive wager is made (at a linked table).
    progressive: bool,
}

const fn place(
    seat: u8,
    cards: &'static str,
    ante: i64,
    times: i64,
    queens_up: i64,
    progressive: bool,
) -> Place {
    Place { seat, cards, ante, times, queens_up, progressive }
}

/// The prepared rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Script {
    /// Four aces with a progressive wager: the whole meter, and envy for the others.
    FourAces,
    /// Four aces again, later in the day.
    FourAcesAgain,
    /// Four nines: 300 for 1 from the tray, and envy.
    FourOfAKind,
    /// Two hands with four of a kind: envy twice for the third wager, once for each holder.
    TwoEnvyHands,
    /// A straight flush: 100 for 1, no envy.
    StraightFlush,
    /// Three of a kind: 15 for 1; the dealer does not qualify.
    ThreeOfAKind,
    /// Six cards at one seat: all hands void.
    Misdeal,
    /// A hand button pressed by accident and undone.
    ButtonSlip,
    /// Three aces and a queen, taken for four aces: an award to be backed out.
    MisreadQueen,
    /// A round at a linked table without any progressive wager.
    NoProgressive,
    /// A straight that loses to the dealer's flush and still wins the Super Bonus.
    LosingStraight,
    /// The dealer has queen high.
    NotQualified,
    /// Player and dealer tie; the fifth card does not count.
    Tie,
    /// A flush on a $5 Super Bonus: 3 to 2 is $7.50.
    HalfDollars,
    /// Queens Up on queens, jacks, two pair and three of a kind.
    QueensUp,
    /// Aces, kings, a loser and two folds: no side bet above a pair.
    Plain,
    /// A round of another day than the standard one.
    On(Prepared),
}

/// Seat of the slip in [`Script::ButtonSlip`].
pub(crate) const SLIP_SEAT: u8 = 4;
/// Seat of the misread hand in [`Script::MisreadQueen`].
pub(crate) const MISREAD_SEAT: u8 = 3;

const FOUR_ACES: &[Place] = &[
    place(1, "Js Th 8c 4d 2h", 10, 0, 0, true),
    place(3, "As Ah 7d Ad Ac", 10, 3, 5, true),
    place(5, "Kh Ks 6d 4c 3s", 15, 1, 0, true),
    place(6, "Qd Qh 9c 3d 2s", 5, 1, 5, false),
];
const FOUR_ACES_AGAIN: &[Place] = &[
    place(1, "Kc Qs 8h 4d 2c", 5, 1, 0, false),
    place(2, "Ac As Ad 9h Ah", 25, 3, 10, true),
    place(4, "Tc 9s 7d 5h 2d", 10, 0, 5, true),
];
const FOUR_OF_A_KIND: &[Place] = &[
    place(2, "9c 9d 4h 9h 9s", 20, 3, 10, true),
    place(3, "Ks Qd 8h 4c 2s", 10, 1, 0, true),
    place(5, "Td Tc 7h 5s 2d", 5, 1, 5, true),
    place(6, "Jh 8d 6s 5c 3h", 15, 0, 0, false),
];
const TWO_ENVY_HANDS: &[Place] = &[
    place(1, "8c 8d 8h 8s 3d", 10, 3, 5, true),
    place(2, "Qs Qh 9d 4c 2h", 10, 1, 10, false),
    place(4, "Jc Jd Jh Js 6c", 5, 3, 0, true),
    place(6, "Kc Ts 7d 5h 2c", 5, 0, 5, true),
];
const STRAIGHT_FLUSH: &[Place] =
    &[place(2, "Ac 9c 6d 4s 3d", 10, 1, 0, true), place(4, "9h 8h 7h 6h 2c", 15, 3, 5, true)];
const THREE_OF_A_KIND: &[Place] = &[
    place(1, "Ks Qd 9d 6h 3c", 10, 1, 5, true),
    place(3, "Jh 9c 6s 5d 2d", 5, 0, 0, false),
    place(5, "7c 7h 7s Kd 4h", 20, 2, 10, true),
];
const MISDEAL: &[Place] = &[
    place(2, "Ac Kd 9s 5h 3c", 10, 0, 5, true),
    place(3, "Jd Th 6c 4s 2d 8h", 25, 0, 0, true),
    place(5, "Qc Qd 7s 5c 2h", 5, 0, 10, false),
    place(6, "9d 8c 6h 4d 3s", 15, 0, 0, true),
];
const MISREAD_QUEEN: &[Place] = &[
    place(1, "Kh Kc 9d 5h 2d", 10, 1, 0, true),
    place(3, "As Ad Qs Ac 6h", 20, 3, 5, true),
    place(6, "Tc 8s 7d 4h 3c", 5, 0, 0, true),
];
const LOSING_STRAIGHT: &[Place] = &[
    place(2, "9c 8d 7h 6s 2c", 10, 1, 5, false),
    place(4, "Qs Jc 9d 5c 4d", 5, 0, 0, false),
    place(5, "Ah Ad Kc 8s 3c", 15, 3, 0, false),
];
const NOT_QUALIFIED: &[Place] = &[
    place(1, "Ks Qd 8c 4h 3s", 10, 1, 0, false),
    place(3, "Ad Ac 9h 6d 2s", 15, 3, 5, false),
    place(6, "Jd 9s 7c 5d 2h", 5, 0, 0, false),
];
const TIE: &[Place] =
    &[place(1, "Kc Qd 8h 5s 3c", 20, 1, 0, false), place(4, "8s 8d 7c 4h 2c", 10, 1, 5, false)];
const HALF_DOLLARS: &[Place] =
    &[place(1, "Td Tc 9s 6h 3s", 10, 1, 0, false), place(3, "Kd Jd 7d 4d 2c", 5, 3, 5, false)];
const QUEENS_UP: &[Place] = &[
    place(1, "Qs Qd 8s 5c 2h", 10, 1, 5, false),
    place(2, "Jh Jc 9d 4s 3c", 5, 1, 10, false),
    place(4, "Ts Tc 6d 6h 2s", 10, 2, 15, false),
    place(6, "5h 5s 5d Kh 9c", 15, 3, 10, false),
];
const PLAIN: &[Place] = &[
    place(1, "Ac Ad 9s 5h 3c", 15, 3, 5, true),
    place(2, "Kh Kc 7s 4d 2c", 20, 1, 0, true),
    place(4, "Kd Qs 8c 4s 3h", 10, 1, 10, true),
    place(5, "Js 9d 7c 5s 2h", 5, 0, 0, true),
    place(6, "Tc 8d 7h 4c 3s", 10, 0, 0, false),
];

impl Script {
    /// The day it belongs to.
    pub(crate) const fn day(self) -> GameKind {
        match self {
            Self::On(prepared) => prepared.day(),
            _ => GameKind::Crazy4Washington,
        }
    }

    /// The game of its table.
    pub(crate) const fn game(self) -> GameKind {
        match self {
            Self::On(prepared) => prepared.game(),
            _ => GameKind::Crazy4Washington,
        }
    }

    /// Whether its round is void.
    pub(crate) fn is_void(self) -> bool {
        match self {
            Self::On(prepared) => prepared.is_void(),
            _ => self == Self::Misdeal,
        }
    }

    /// Whether it needs a linked table to show its point.
    pub(crate) const fn is_linked(self) -> bool {
        match self {
            // The only other day with a link; all of its tables feed it.
            Self::On(prepared) => matches!(prepared.day(), GameKind::FourCardPoker),
            _ => !matches!(
                self,
                Self::LosingStraight
                    | Self::NotQualified
                    | Self::Tie
                    | Self::HalfDollars
                    | Self::QueensUp
                    | Self::Plain
            ),
        }
    }

    /// The players' hands and the dealer's cards.
    const fn hands(self) -> (&'static [Place], &'static str) {
        match self {
            Self::FourAces => (FOUR_ACES, "Kd Qc 9h 5s 2c"),
            Self::FourAcesAgain => (FOUR_ACES_AGAIN, "Jc Jd 8s 6h 3c"),
            Self::FourOfAKind => (FOUR_OF_A_KIND, "Kh Kd 6c 5d 3c"),
            Self::TwoEnvyHands => (TWO_ENVY_HANDS, "As Kd 9c 6d 4h"),
            Self::StraightFlush => (STRAIGHT_FLUSH, "Kc Kh 7d 5s 2d"),
            Self::ThreeOfAKind => (THREE_OF_A_KIND, "Qh Js 8d 4c 2s"),
            Self::Misdeal => (MISDEAL, "Ks Js 7h 5d 2c"),
            Self::MisreadQueen => (MISREAD_QUEEN, "Qh Qd 9h 6s 4c"),
            Self::LosingStraight => (LOSING_STRAIGHT, "Kh Th 6h 3h 2s"),
            Self::NotQualified => (NOT_QUALIFIED, "Qh Js 9c 7d 3d"),
            Self::Tie => (TIE, "Ks Qh 8c 5d 2h"),
            Self::HalfDollars => (HALF_DOLLARS, "Ac Qs 8h 5c 3h"),
            Self::QueensUp => (QUEENS_UP, "Ad Jd 8c 7s 3h"),
            Self::ButtonSlip | Self::NoProgressive | Self::Plain => (PLAIN, "Ts Th Jd 6c 2d"),
            Self::On(_) => (&[], ""),
        }
    }

    /// The rows of the round, unsettled, the dealer's last.
    pub(crate) fn rows(self, unit: Money) -> Vec<DealtRow> {
        if let Self::On(prepared) = self {
            return prepared.rows();
        }
        let (places, dealer) = self.hands();
        let mut rows: Vec<DealtRow> = places.iter().map(|p| self.row(p, unit)).collect();
        let action = if self == Self::Misdeal { Action::Void } else { Action::Deal };
        rows.push(DealtRow::new(Seat::Dealer, cards(dealer), action));
        rows
    }

    fn row(self, place: &Place, unit: Money) -> DealtRow {
        let action = match place.times {
            _ if self == Self::Misdeal => Action::Void,
            0 => Action::Fold,
            _ => Action::Play,
        };
        let mut row = DealtRow::new(Seat::Player(place.seat), cards(place.cards), action);
        let dollars = |n: i64| Money::from_dollars(n).unwrap_or(Money::ZERO);
        row.stake[Wager::Ante] = dollars(place.ante);
        row.stake[Wager::SuperBonus] = dollars(place.ante);
        row.stake[Wager::Play] = dollars(place.ante * place.times);
        row.stake[Wager::QueensUp] = dollars(place.queens_up);
        if place.progressive && self.is_linked() && self != Self::NoProgressive {
            row.stake[Wager::Progressive] = unit;
        }
        row
    }
}

fn cards(text: &str) -> CardList {
    // The texts above are constants; a test reads every one of them.
    CardList::parse(text.as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::strength;

    const ALL: [Script; 16] = [
        Script::FourAces,
        Script::FourAcesAgain,
        Script::FourOfAKind,
        Script::TwoEnvyHands,
        Script::StraightFlush,
        Script::ThreeOfAKind,
        Script::Misdeal,
        Script::ButtonSlip,
        Script::MisreadQueen,
        Script::NoProgressive,
        Script::LosingStraight,
        Script::NotQualified,
        Script::Tie,
        Script::HalfDollars,
        Script::QueensUp,
        Script::Plain,
    ];

    #[test]
    fn every_script_is_dealt_from_one_pack_and_played_by_the_rules() {
        for script in ALL {
            let rows = script.rows(Money::from_dollars(5).unwrap());
            let mut seen = Vec::new();
            for row in &rows {
                assert!(row.cards.len() == 5 || script == Script::Misdeal, "{script:?}");
                for card in row.cards.as_slice() {
                    assert!(!seen.contains(card), "{script:?}: {card} twice");
                    seen.push(*card);
                }
                let Some(hand) = strength(&row.cards) else { continue };
                match row.action {
                    Action::Play => {
                        assert!(hand.is_worth_playing(), "{script:?} {}", row.seat);
                        let multiple =
                            row.stake[Wager::Play].micros() / row.stake[Wager::Ante].micros();
                        assert!(multiple == 1 || hand.may_triple(), "{script:?} {}", row.seat);
                    }
                    Action::Fold => assert!(!hand.is_worth_playing(), "{script:?} {}", row.seat),
                    _ => {}
                }
            }
            assert!(rows.windows(2).all(|w| w[0].seat < w[1].seat), "{script:?}");
            assert_eq!(rows.last().map(|r| r.seat), Some(Seat::Dealer));
        }
    }
}
