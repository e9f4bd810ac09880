//! Scripted rounds of the games other than the standard day's, as text: seat, cards, action, stakes.

use feltproof_model::{Action, CardList, Money, Seat, Wager};

use crate::dealt::DealtRow;
use crate::referee::GameKind;

macro_rules! prepared_rounds {
    ($($name:ident $day:ident $game:ident [$($row:literal)+];)+) => {
        /// A prepared round, named after what it shows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Prepared { $($name,)+ }

        impl Prepared {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)+];

            /// The day it belongs to.
            pub(crate) const fn day(self) -> GameKind {
                match self { $(Self::$name => GameKind::$day,)+ }
            }

            /// The game of its table.
            pub(crate) const fn game(self) -> GameKind {
                match self { $(Self::$name => GameKind::$game,)+ }
            }

            const fn text(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($row,)+],)+ }
            }
        }
    };
}

prepared_rounds! {
    // A banker at seat 6 with money for everybody.
    CaPlain Crazy4California Crazy4California [
        "1 | Ac Ad 9s 5h 3c | play | ante 15 super_bonus 15 play 45 queens_up 5"
        "2 | Kh Kc 7s 4d 2c | play | ante 20 super_bonus 20 play 20"
        "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10 queens_up 10"
        "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5"
        "B6 | Ts Th Jd 6c 2d | deal | bank 2000"
    ];
    // The bank is empty after seats 1 and 6 and most of seat 5.
    CaBankRunsOut Crazy4California Crazy4California [
        "1 | 8s 8d 7c 4h 2c | play | ante 10 super_bonus 10 play 10"
        "5 | Kh Kc 7s 4d 2d | play | ante 30 super_bonus 30 play 30 queens_up 5"
        "6 | Ac Ad 9s 5h 3c | play | ante 20 super_bonus 20 play 60"
        "B4 | Ts Th Jd 6c 2s | deal | bank 100"
    ];
    // Four times three of a kind: more on Queens Up than the posted aggregate limit.
    CaAggregate Crazy4California Crazy4California [
        "1 | 2c 2d 2h Ks 9d | play | ante 10 super_bonus 10 play 10 queens_up 25"
        "2 | 3c 3d 3h Kd 9c | play | ante 5 super_bonus 5 play 15 queens_up 15"
        "5 | 4c 4d 4h Kc 9h | play | ante 15 super_bonus 15 play 30 queens_up 25"
        "6 | 5c 5d 5h Kh 9s | play | ante 10 super_bonus 10 play 10 queens_up 10"
        "B4 | Ts Th Jd 6c 2s | deal | bank 5000"
    ];
    CaFourAces Crazy4California Crazy4California [
        "3 | As Ah 7d Ad Ac | play | ante 10 super_bonus 10 play 30 queens_up 5"
        "5 | Kh Ks 6d 4c 3s | play | ante 15 super_bonus 15 play 15"
        "B1 | Kd Qc 9h 5s 2c | deal | bank 5000"
    ];
    CaTie Crazy4California Crazy4California [
        "1 | Kc Qd 8h 5s 3c | play | ante 20 super_bonus 20 play 20"
        "B4 | Ks Qh 8c 5d 2h | deal | bank 500"
    ];
    CaNotQualified Crazy4California Crazy4California [
        "1 | Ks Qd 8c 4h 3s | play | ante 10 super_bonus 10 play 10"
        "3 | Ad Ac 9h 6d 2s | play | ante 15 super_bonus 15 play 45 queens_up 5"
        "B6 | Qh Js 9c 7d 3d | deal | bank 1000"
    ];
    CaMisdeal Crazy4California Crazy4California [
        "2 | Ac Kd 9s 5h 3c | void | ante 10 super_bonus 10 queens_up 5"
        "3 | Jd Th 6c 4s 2d 8h | void | ante 25 super_bonus 25"
        "B5 | Ks Js 7h 5d 2c | void | bank 1000"
    ];
    // Host of a fault: six players and a banker are one too many.
    CaSeven Crazy4California Crazy4California [
        "1 | Ac Ad 9s 5h 3c | play | ante 15 super_bonus 15 play 45 queens_up 5"
        "2 | Kh Kc 7s 4d 2c | play | ante 20 super_bonus 20 play 20"
        "3 | 9c 8d 6h 4h 3s | fold | ante 10 super_bonus 10"
        "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10 queens_up 10"
        "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5"
        "6 | Tc 7d 6s 4c 2s | fold | ante 5 super_bonus 5"
        "B | Ts Th Jd 6c 2d | deal | bank 5000"
    ];

    V2Plain Crazy4Version2 Crazy4Version2 [
        "1 | Ac Ad 9s 5h 3c | play | ante 10 super_bonus 10 play 30 queens_up 5"
        "2 | Kh Kc 7s 4d 2c | play | ante 5 super_bonus 5 play 5 queens_up 10"
        "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10"
        "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5"
        "D | Ts Th Jd 6c 2d | deal"
    ];
    V2FourAces Crazy4Version2 Crazy4Version2 [
        "3 | As Ah 7d Ad Ac | play | ante 10 super_bonus 10 play 30 queens_up 5"
        "5 | Kh Ks 6d 4c 3s | play | ante 5 super_bonus 5 play 5"
        "D | Kd Qc 9h 5s 2c | deal"
    ];
    V2LosingStraightFlush Crazy4Version2 Crazy4Version2 [
        "2 | 9h 8h 7h 6h 2c | play | ante 5 super_bonus 5 play 15 queens_up 5"
        "4 | Kc Jd 9d 7c 3d | fold | ante 5 super_bonus 5"
        "D | Qc Qd Qh Qs 4d | deal"
    ];
    V2Tie Crazy4Version2 Crazy4Version2 [
        "1 | Kc Qd 8h 5s 3c | play | ante 10 super_bonus 10 play 10"
        "D | Ks Qh 8c 5d 2h | deal"
    ];
    V2NotQualified Crazy4Version2 Crazy4Version2 [
        "1 | Ks Qd 8c 4h 3s | play | ante 10 super_bonus 10 play 10"
        "3 | Ad Ac 9h 6d 2s | play | ante 10 super_bonus 10 play 30 queens_up 5"
        "D | Qh Js 9c 7d 3d | deal"
    ];
    V2Misdeal Crazy4Version2 Crazy4Version2 [
        "2 | Ac Kd 9s 5h 3c | void | ante 10 super_bonus 10 queens_up 5"
        "3 | Jd Th 6c 4s 2d 8h | void | ante 5 super_bonus 5"
        "D | Ks Js 7h 5d 2c | void"
    ];

    PokerPlain FourCardPoker FourCardPoker [
        "1 | Ac Ad 9s 5h 3c | play | ante 15 play 45 aces_up 5 cover_all 5"
        "2 | Kh Kc 7s 4d 2c | play | ante 20 play 20 aces_up 10"
        "4 | Kd Qs 8c 4s 3h | fold | ante 10 aces_up 5 cover_all 10"
        "6 | Js 9d 7c 5s 2h | fold | ante 5"
        "D | Ts Th Jd 6c 2d 4h | deal"
    ];
    // The player wins ties.
    PokerTie FourCardPoker FourCardPoker [
        "1 | Kc Qd 8h 5s 3c | play | ante 20 play 20"
        "3 | 9c 9d 7h 4d 2c | play | ante 10 play 10 aces_up 5"
        "D | Ks Qh 8c 5d 2h 4c | deal"
    ];
    PokerFourAces FourCardPoker FourCardPoker [
        "2 | As Ah 7d Ad Ac | play | ante 10 play 30 aces_up 5 cover_all 5"
        "5 | Kh Ks 6d 4c 3s | play | ante 15 play 15 cover_all 10"
        "D | Kd Qc 9h 5s 2c 8d | deal"
    ];
    // Four cards make a royal flush, all five nothing: no share of the meter, no envy.
    PokerRoyal FourCardPoker FourCardPoker [
        "1 | Ah Kh Qh Jh 3c | play | ante 10 play 30 aces_up 10 progressive 5"
        "4 | 9c 9s 6d 5d 2h | play | ante 5 play 5 cover_all 5 progressive 5"
        "6 | Td 8s 7c 4d 2s | fold | ante 5 cover_all 5"
        "D | Qc Jd 8d 5s 3s 2c | deal"
    ];
    PokerFourOfAKind FourCardPoker FourCardPoker [
        "1 | Jc Jd Jh Js 6d | play | ante 20 play 60 aces_up 5 progressive 5"
        "3 | Qs Qd 9h 4c 2d | play | ante 10 play 10 cover_all 5"
        "D | Ah Kc Td 8c 5h 3s | deal"
    ];
    // The same of a straight flush.
    PokerStraightFlush FourCardPoker FourCardPoker [
        "2 | 9h 8h 7h 6h 2c | play | ante 15 play 45 aces_up 5 cover_all 5 progressive 5"
        "5 | Ac Kd 9s 5c 3d | fold | ante 10 cover_all 10 progressive 5"
        "D | Kc Kh 7d 5s 2d 4s | deal"
    ];
    // Three of a kind beaten by the dealer's four: Ante bonus all the same, and Cover All.
    PokerBeaten FourCardPoker FourCardPoker [
        "1 | 9c 9d 9h 6s 2c | play | ante 10 play 30 aces_up 5"
        "4 | Kd Jh 8c 5c 3d | fold | ante 5 cover_all 5"
        "D | Qc Qd Qh Qs 4d 7s | deal"
    ];
    // The highest hand of all is folded.
    PokerFolded FourCardPoker FourCardPoker [
        "2 | 7c 7h 7s Kd 4h | fold | ante 5 cover_all 5"
        "3 | Ac Ad 9h 5s 3c | play | ante 10 play 10 aces_up 5 cover_all 10"
        "D | Qs Jd Tc 8c 6h 2d | deal"
    ];
    PokerMisdeal FourCardPoker FourCardPoker [
        "2 | Ac Kd 9s 5h 3c | void | ante 10 aces_up 5 cover_all 5 progressive 5"
        "3 | Jd Th 6c 4s 2d 8h | void | ante 25 progressive 5"
        "D | Ks Js 7h 5d 2c 4c | void"
    ];
    // The multi-game link: every tray pay but four of a kind, and a hand that wins nothing.
    LinkTray FourCardPoker FourCardPoker [
        "1 | Kh Kd Ks 7c 7d | play | ante 10 play 30 aces_up 5 progressive 5"
        "2 | Ah Jh 9h 6h 3h | play | ante 10 play 10 progressive 5"
        "3 | Tc 9d 8s 7s 6c | play | ante 5 play 5 progressive 5"
        "4 | 5c 5d 5s Qc 2h | play | ante 5 play 15 progressive 5"
        "6 | Jc 8d 4c 3s 2d | fold | ante 10 progressive 5"
        "D | As Qd Td 8h 4s 2c | deal"
    ];
    // A tenth of the meter, no reseed, envy for two.
    LinkStraightFlush FourCardPoker FourCardPoker [
        "1 | 8d 7d 6d 5d 4d | play | ante 15 play 45 aces_up 5 cover_all 5 progressive 5"
        "3 | Ac Kd 9s 5c 3c | fold | ante 10 progressive 5"
        "4 | Ah Ad Jc 7s 2h | play | ante 10 play 10 progressive 5"
        "D | Kc Kh 9c 5s 2d 4s | deal"
    ];
    // The whole meter; envy for seats 3 and 5, not for seat 6, which made no progressive wager.
    LinkRoyal FourCardPoker FourCardPoker [
        "2 | Ks Qs As Ts Js | play | ante 10 play 30 aces_up 5 progressive 5"
        "3 | 9c 9d 7h 4d 2c | play | ante 5 play 5 progressive 5"
        "5 | Kd Jh 8c 5c 3d | fold | ante 10 progressive 5"
        "6 | Qd Qh 9h 4c 2d | play | ante 5 play 5"
        "D | Kh Qc Jd 8s 6d 3h | deal"
    ];
    // Two awards in one round: the right-most seat first, a tenth; then all that is left.
    LinkTwoAwards FourCardPoker FourCardPoker [
        "2 | Th Jh Qh Kh Ah | play | ante 10 play 30 progressive 5"
        "4 | 8c 8s 6d 4h 2c | play | ante 5 play 5 cover_all 5 progressive 5"
        "5 | 9c Tc Jc Qc Kc | play | ante 10 play 30 aces_up 5 progressive 5"
        "D | Ad Kd Td 7s 5s 3d | deal"
    ];
    // The ace below the two makes a straight flush of all five cards.
    LinkSteelWheel FourCardPoker Crazy4Washington [
        "2 | As 2s 3s 4s 5s | play | ante 10 super_bonus 10 play 30 queens_up 5 progressive 5"
        "5 | Kh Ks 6d 4c 3c | play | ante 15 super_bonus 15 play 15 progressive 5"
        "6 | Jd 9c 7d 5c 2h | fold | ante 5 super_bonus 5 bad_beat 5 progressive 5"
        "D | Qc Qd 9h 8d 4d | deal"
    ];
    // The Crazy 4 Poker table of the Four Card Poker day offers the Bad Beat Bonus.
    BadBeatOfPlayer FourCardPoker Crazy4Washington [
        "1 | 9c 9d 9h 9s 2c | play | ante 10 super_bonus 10 play 30 queens_up 5 bad_beat 5"
        "3 | Kd Jh 8c 5c 3d | fold | ante 5 super_bonus 5 bad_beat 5"
        "D | Qc Qd Qh Qs 4d | deal"
    ];
    BadBeatOfDealer FourCardPoker Crazy4Washington [
        "2 | As Ah 7d Ad Ac | play | ante 10 super_bonus 10 play 30 bad_beat 10"
        "5 | Kh Ks 6d 4c 3s | play | ante 15 super_bonus 15 play 15 bad_beat 5"
        "D | 9h 8h 7h 6h 2c | deal"
    ];
    BadBeatBothWays FourCardPoker Crazy4Washington [
        "1 | 9c 8d 7h 6s 2c | play | ante 10 super_bonus 10 play 10 bad_beat 5"
        "4 | Ah Ad Kc 8s 3c | play | ante 15 super_bonus 15 play 45 bad_beat 5"
        "6 | 5c 5d 5h Js 4d | play | ante 10 super_bonus 10 play 30 bad_beat 10"
        "D | Kh Th 6h 3h 2s | deal"
    ];

    FrenzyPlain FourCardFrenzy FourCardFrenzy [
        "1 | Ac Ad 9s 5h 3c | play | ante 15 odds 15 raise 45 four_card_bonus 5 prime 5"
        "2 | Kh Kc 7s 4d 2c | play | ante 20 odds 20 raise 20"
        "4 | Kd Qs 8c 4s 3h | play | ante 10 odds 10 raise 10 four_card_bonus 10 prime 5"
        "5 | Js 9d 7c 5s 2h | fold | ante 5 odds 5 prime 5"
        "D | Ts Th Jd 6c 2d | deal"
    ];
    FrenzyNotOpened FourCardFrenzy FourCardFrenzy [
        "1 | Ks Qd 8c 4h 3s | play | ante 10 odds 10 raise 10"
        "3 | Ad Ac 9h 6d 2s | play | ante 15 odds 15 raise 45 four_card_bonus 5"
        "6 | Jd 9s 7c 5d 2h | fold | ante 5 odds 5"
        "D | Qh Js 9c 7d 3d | deal"
    ];
    FrenzyLosingStraight FourCardFrenzy FourCardFrenzy [
        "2 | 9c 8d 7h 6s 2c | play | ante 10 odds 10 raise 10 four_card_bonus 5"
        "5 | Ah Ad Kc 8s 3c | play | ante 15 odds 15 raise 45"
        "D | Kh Th 6h 3h 2s | deal"
    ];
    FrenzyLosingFourOfAKind FourCardFrenzy FourCardFrenzy [
        "1 | 9c 9d 9h 9s 2c | play | ante 10 odds 10 raise 30 four_card_bonus 5"
        "3 | 7h 6h 5h 4h Kd | play | ante 5 odds 5 raise 15 prime 5"
        "D | Qc Qd Qh Qs 4d | deal"
    ];
    FrenzyLosingThreeOfAKind FourCardFrenzy FourCardFrenzy [
        "2 | 8c 8d 8h Ks 3d | play | ante 10 odds 10 raise 10"
        "4 | Jc 9c 6c 2c Ah | play | ante 10 odds 10 raise 10"
        "D | Ts 9s 8s 7s 2d | deal"
    ];
    FrenzyTie FourCardFrenzy FourCardFrenzy [
        "1 | 9c 8d 7h 6s 2c | play | ante 10 odds 10 raise 10"
        "4 | Kd Jc 8s 4h 3d | fold | ante 5 odds 5"
        "D | 9h 8c 7s 6d 2d | deal"
    ];
    FrenzyFourAces FourCardFrenzy FourCardFrenzy [
        "3 | As Ah 7d Ad Ac | play | ante 10 odds 10 raise 30 four_card_bonus 5"
        "5 | Kh Ks 6d 4c 3s | play | ante 15 odds 15 raise 15"
        "D | Kd Qc 9h 5s 2c | deal"
    ];
    FrenzyRoyal FourCardFrenzy FourCardFrenzy [
        "1 | Ah Kh Qh Jh 3d | play | ante 10 odds 10 raise 30 four_card_bonus 10 prime 5"
        "4 | Ac As Ad Kc 2h | play | ante 10 odds 10 raise 30 four_card_bonus 5"
        "D | Qc Jd 8d 5s 3s | deal"
    ];
    FrenzyColours FourCardFrenzy FourCardFrenzy [
        "2 | Kc Qs 9c 7s 3c | play | ante 5 odds 5 raise 5 prime 10"
        "6 | Kd Qh 9d 7h 4s | play | ante 5 odds 5 raise 5 prime 5"
        "D | Ts Tc Jd 6h 2d | deal"
    ];
    FrenzyMisdeal FourCardFrenzy FourCardFrenzy [
        "2 | Ac Kd 9s 5h 3c | void | ante 10 odds 10 prime 5"
        "3 | Jd Th 6c 4s 2d 8h | void | ante 25 odds 25"
        "D | Ks Js 7h 5d 2c | void"
    ];
}

impl Prepared {
    /// Whether the untouched day shows it.
    pub(crate) fn is_showcase(self) -> bool {
        self != Self::CaSeven
    }

    /// Whether the round is void.
    pub(crate) fn is_void(self) -> bool {
        self.text().iter().any(|row| row.contains("| void"))
    }

    /// The rows of the round, unsettled, the dealer's or banker's last.
    pub(crate) fn rows(self) -> Vec<DealtRow> {
        // The texts above are constants; a test reads every one of them.
        self.text().iter().filter_map(|text| row(text)).collect()
    }
}

/// `1 | As Ah 7d Ad Ac | play | ante 10 play 30`.
fn row(text: &str) -> Option<DealtRow> {
    let mut fields = text.split('|').map(str::trim);
    let seat = Seat::parse(fields.next()?.as_bytes())?;
    let cards = CardList::parse(fields.next()?.as_bytes()).ok()?;
    let action = match fields.next()? {
        "play" => Action::Play,
        "fold" => Action::Fold,
        "deal" => Action::Deal,
        "void" => Action::Void,
        _ => return None,
    };
    let mut row = DealtRow::new(seat, cards, action);
    let mut words = fields.next().unwrap_or_default().split_whitespace();
    while let Some(word) = words.next() {
        let stake = Money::parse(words.next()?.as_bytes()).ok()?;
        row.stake[Wager::from_key(word)?] = stake;
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::best_four;

    #[test]
    fn every_round_reads_and_is_dealt_from_one_pack_by_the_rules() {
        for prepared in Prepared::ALL {
            let rows = prepared.rows();
            assert_eq!(rows.len(), prepared.text().len(), "{prepared:?}");
            let mut seen = Vec::new();
            for row in &rows {
                assert!(
                    row.cards.len() == prepared.game().cards_of(row.seat) || prepared.is_void()
                );
                for card in row.cards.as_slice() {
                    assert!(!seen.contains(card), "{prepared:?}: {card} twice");
                    seen.push(*card);
                }
                assert_eq!((row.action == Action::Void), prepared.is_void(), "{prepared:?}");
                if row.action == Action::Play {
                    let after = row.stake[Wager::Play].max(row.stake[Wager::Raise]).micros();
                    let times = after / row.stake[Wager::Ante].micros();
                    let may = best_four(row.cards.as_slice()).unwrap().may_triple()
                        || prepared.game() == GameKind::FourCardPoker;
                    assert!(times == 1 || may && times <= 3, "{prepared:?} {}", row.seat);
                }
                if row.seat.player().is_some() {
                    let second = row.stake[Wager::SuperBonus].max(row.stake[Wager::Odds]);
                    let is_alone = prepared.game() == GameKind::FourCardPoker;
                    assert!(
                        is_alone || second == row.stake[Wager::Ante],
                        "{prepared:?} {}",
                        row.seat
                    );
                }
            }
            assert!(prepared.game().is_opponent(rows.last().unwrap().seat));
            assert!(rows.windows(2).all(|w| w[0].seat < w[1].seat), "{prepared:?}");
        }
    }
}
