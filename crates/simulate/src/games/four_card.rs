//! Four Card Poker with Cover All (document 002 and public descriptions). Its tables and rules, how its
//! players play, and its day, on which all tables feed the multi-game link of document 001.

use feltproof_model::Wager;

use super::GameKind;
use super::crazy4;
use super::family::{Facts, Fate, Game, GameDay, LinkTerms, Ruling, Stated, Verdict, by_own_cards};
use super::paytable::{
    FLUSH, PaidHand, Paytable, QUADS, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR, table,
};
use super::progressive;
use super::script::{At, Script, scripts};
use crate::chance::Chance;
use crate::rank::{ACE, Kind, Strength};

pub(crate) const FOUR_CARD_POKER: Game = Game {
    id: "four-card-poker",
    prefix: "FCP",
    dealer_cards: 6,
    base: [Wager::Ante, Wager::AnteBonus, Wager::Play],
    paytables: &[PAYTABLES, progressive::PAYTABLES],
    rulings: &[RULINGS, progressive::RULINGS],
    decide,
    times,
    day: GameDay {
        // Its last table deals Crazy 4 Poker with the Bad Beat Bonus, so there are columns of both.
        columns: &[
            Wager::Ante,
            Wager::SuperBonus,
            Wager::Play,
            Wager::AnteBonus,
            Wager::AcesUp,
            Wager::CoverAll,
            Wager::QueensUp,
            Wager::BadBeat,
            Wager::Progressive,
            Wager::Envy,
        ],
        last_table: Some(GameKind::Crazy4Washington),
        paytables: &[(Wager::Progressive, Some("link-5"))],
        link: LinkTerms {
            tables: |tables| tables,
            // It, too, opens with a part of a cent that its display does not show.
            opening_meter: 38_214_667_500,
            opening_reserve: 1_146_400_000,
            seed: 5_000_000_000,
            // $1.0625 on each wager: quarters of a cent.
            contribution: 2_125,
            reserve: 400,
        },
        // What brings the others more is the better hand, not the one it is printed beside: by an approval of its own.
        readings: &[(
            progressive::LINK_ENVY_READING.0,
            "swapped",
            "Approval of the card room's link, 2026-02-01: a royal flush brings the others \
             $5,000 for each dollar wagered, a straight flush $1,000",
        )],
        // AU-1 wins with 482,424 of the 2,598,960 hands and is paid 2,065,112 units on them;
        // 2,116,536 hands lose: 51,424 of 2,598,960 is 1.979 %.
        stated: Some(Stated {
            wager: Wager::AcesUp,
            paytable: "AU-1",
            right: "1.98%",
            wrong: "1.89%",
        }),
        scripts: ROUNDS,
        ..crazy4::WASHINGTON.day
    },
    ..crazy4::WASHINGTON
};

/// The day with a system not described for links of different games: one game, by its paytable.
pub(crate) const SAME_GAME_DAY: GameDay = GameDay {
    last_table: None,
    paytables: &[(Wager::Progressive, Some("pays-3"))],
    link: LinkTerms { tables: |tables| tables, ..crazy4::WASHINGTON.day.link },
    scripts: SAME_GAME_ROUNDS,
    ..FOUR_CARD_POKER.day
};

const ANTE_BONUS: &[PaidHand] = &[QUADS, STRAIGHT_FLUSH, TRIPS];
const ACES_UP: &[PaidHand] =
    &[QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT, TWO_PAIR, PaidHand::From(Kind::Pair, ACE)];
const COVER_ALL: &[PaidHand] = &[
    PaidHand::Aces(Kind::Quads),
    PaidHand::Aces(Kind::StraightFlush),
    QUADS,
    STRAIGHT_FLUSH,
    TRIPS,
];

/// As published; Cover All: document 002, read from two hands to seven.
const PAYTABLES: &[Paytable] = &[
    table(Wager::AnteBonus, "AB-1", ANTE_BONUS, "25 20 2"),
    table(Wager::AnteBonus, "AB-2", ANTE_BONUS, "30 15 2"),
    table(Wager::AcesUp, "AU-1", ACES_UP, "50 40 9 6 4 2 1"),
    table(Wager::AcesUp, "AU-2", ACES_UP, "50 40 7 6 5 2 1"),
    table(Wager::AcesUp, "AU-3", ACES_UP, "50 30 9 6 4 2 1"),
    table(Wager::AcesUp, "AU-4", ACES_UP, "50 30 7 6 5 2 1"),
    table(Wager::AcesUp, "AU-5", ACES_UP, "50 40 8 5 4 3 1"),
    table(Wager::AcesUp, "AU-6", ACES_UP, "50 40 8 6 4 2 1"),
    table(Wager::AcesUp, "AU-7", ACES_UP, "50 40 7 5 4 3 1"),
    table(
        Wager::CoverAll,
        "CA-1",
        COVER_ALL,
        "250 125 90 70 8; 200 100 80 50 6; 150 90 60 30 5; 125 80 50 30 4; 100 50 30 15 4; \
         100 50 35 20 3",
    ),
];

pub(crate) const COVER_ALL_ROYAL: Ruling = ("cover_all_royal", &["matrix-order", "hand-ranking"]);
const RULINGS: &[Ruling] = &[("aces_up_on_fold", &["stands", "loses"]), COVER_ALL_ROYAL];

/// The player wins a tie. The Ante bonus is paid for three of a kind or better, beaten or not.
fn decide(wager: Wager, facts: &Facts<'_>) -> Option<Verdict> {
    if !matches!(wager, Wager::Ante | Wager::Play) {
        return by_own_cards(facts);
    }
    let wins = facts.player?.best >= facts.dealer?.best;
    Some(if wins { Fate::Wins.into() } else { Fate::Loses.into() })
}

fn times(hand: Strength, chance: &mut Chance) -> i64 {
    if hand.is_aces_or_better() {
        chance.pick(&[3, 3, 3, 3, 2, 1], 3)
    } else if hand.kind >= Kind::Pair {
        chance.pick(&[1, 1, 1, 1, 2, 3], 1)
    } else {
        0
    }
}

scripts! {
    ROUNDS:
    PLAIN: Linked at 50, &[
        "1 | Ac Ad 9s 5h 3c | play | ante 15 play 45 aces_up 5 cover_all 5",
        "2 | Kh Kc 7s 4d 2c | play | ante 20 play 20 aces_up 10",
        "4 | Kd Qs 8c 4s 3h | fold | ante 10 aces_up 5 cover_all 10",
        "6 | Js 9d 7c 5s 2h | fold | ante 5",
        "D | Ts Th Jd 6c 2d 4h | deal",
    ];
    /// The player wins ties.
    TIE: Linked at 102, &[
        "1 | Kc Qd 8h 5s 3c | play | ante 20 play 20",
        "3 | 9c 9d 7h 4d 2c | play | ante 10 play 10 aces_up 5",
        "D | Ks Qh 8c 5d 2h 4c | deal",
    ];
    FOUR_ACES: Linked at 155, &[
        "2 | As Ah 7d Ad Ac | play | ante 10 play 30 aces_up 5 cover_all 5",
        "5 | Kh Ks 6d 4c 3s | play | ante 15 play 15 cover_all 10",
        "D | Kd Qc 9h 5s 2c 8d | deal",
    ];
    /// Four cards make a royal flush, all five nothing: no share of the meter, no envy.
    ROYAL: Linked at 208, &[
        "1 | Ah Kh Qh Jh 3c | play | ante 10 play 30 aces_up 10 progressive 5",
        "4 | 9c 9s 6d 5d 2h | play | ante 5 play 5 cover_all 5 progressive 5",
        "6 | Td 8s 7c 4d 2s | fold | ante 5 cover_all 5",
        "D | Qc Jd 8d 5s 3s 2c | deal",
    ];
    FOUR_OF_A_KIND: Linked at 261, &[
        "1 | Jc Jd Jh Js 6d | play | ante 20 play 60 aces_up 5 progressive 5",
        "3 | Qs Qd 9h 4c 2d | play | ante 10 play 10 cover_all 5",
        "D | Ah Kc Td 8c 5h 3s | deal",
    ];
    /// The same of a straight flush.
    STRAIGHT_FLUSH_OF_FOUR: Linked at 314, &[
        "2 | 9h 8h 7h 6h 2c | play | ante 15 play 45 aces_up 5 cover_all 5 progressive 5",
        "5 | Ac Kd 9s 5c 3d | fold | ante 10 cover_all 10 progressive 5",
        "D | Kc Kh 7d 5s 2d 4s | deal",
    ];
    /// Three of a kind beaten by the dealer's four: Ante bonus all the same, and Cover All.
    BEATEN: Linked at 367, &[
        "1 | 9c 9d 9h 6s 2c | play | ante 10 play 30 aces_up 5",
        "4 | Kd Jh 8c 5c 3d | fold | ante 5 cover_all 5",
        "D | Qc Qd Qh Qs 4d 7s | deal",
    ];
    /// The highest hand of all is folded.
    FOLDED: Linked at 420, &[
        "2 | 7c 7h 7s Kd 4h | fold | ante 5 cover_all 5",
        "3 | Ac Ad 9h 5s 3c | play | ante 10 play 10 aces_up 5 cover_all 10",
        "D | Qs Jd Tc 8c 6h 2d | deal",
    ];
    MISDEAL: Linked at 473, &[
        "2 | Ac Kd 9s 5h 3c | void | ante 10 aces_up 5 cover_all 5 progressive 5",
        "3 | Jd Th 6c 4s 2d 8h | void | ante 25 progressive 5",
        "D | Ks Js 7h 5d 2c 4c | void",
    ];
    /// The multi-game link: every tray pay but four of a kind, and a hand that wins nothing.
    LINK_TRAY: Linked at 526, &[
        "1 | Kh Kd Ks 7c 7d | play | ante 10 play 30 aces_up 5 progressive 5",
        "2 | Ah Jh 9h 6h 3h | play | ante 10 play 10 progressive 5",
        "3 | Tc 9d 8s 7s 6c | play | ante 5 play 5 progressive 5",
        "4 | 5c 5d 5s Qc 2h | play | ante 5 play 15 progressive 5",
        "6 | Jc 8d 4c 3s 2d | fold | ante 10 progressive 5",
        "D | As Qd Td 8h 4s 2c | deal",
    ];
    /// A tenth of the meter, no reseed, envy for two.
    LINK_STRAIGHT_FLUSH: Linked at 579, &[
        "1 | 8d 7d 6d 5d 4d | play | ante 15 play 45 aces_up 5 cover_all 5 progressive 5",
        "3 | Ac Kd 9s 5c 3c | fold | ante 10 progressive 5",
        "4 | Ah Ad Jc 7s 2h | play | ante 10 play 10 progressive 5",
        "D | Kc Kh 9c 5s 2d 4s | deal",
    ];
    /// The whole meter; envy for seats 3 and 5, not for seat 6, which made no progressive wager.
    LINK_ROYAL: Linked at 632, &[
        "2 | Ks Qs As Ts Js | play | ante 10 play 30 aces_up 5 progressive 5",
        "3 | 9c 9d 7h 4d 2c | play | ante 5 play 5 progressive 5",
        "5 | Kd Jh 8c 5c 3d | fold | ante 10 progressive 5",
        "6 | Qd Qh 9h 4c 2d | play | ante 5 play 5",
        "D | Kh Qc Jd 8s 6d 3h | deal",
    ];
    /// Two awards in one round: the right-most seat first, a tenth; then all that is left.
    LINK_TWO_AWARDS: Linked at 685, &[
        "2 | Th Jh Qh Kh Ah | play | ante 10 play 30 progressive 5",
        "4 | 8c 8s 6d 4h 2c | play | ante 5 play 5 cover_all 5 progressive 5",
        "5 | 9c Tc Jc Qc Kc | play | ante 10 play 30 aces_up 5 progressive 5",
        "D | Ad Kd Td 7s 5s 3d | deal",
    ];
    /// The other way round: the whole meter first, then a tenth of the reseeded one.
    LINK_ROYAL_ON_THE_RIGHT: Linked, &[
        "2 | 9c Tc Jc Qc Kc | play | ante 10 play 30 aces_up 5 progressive 5",
        "4 | 8c 8s 6d 4h 2c | play | ante 5 play 5 cover_all 5 progressive 5",
        "5 | Th Jh Qh Kh Ah | play | ante 10 play 30 progressive 5",
        "D | Ad Kd Td 7s 5s 3d | deal",
    ];
    /// The ace below the two makes a straight flush of all five cards.
    LINK_STEEL_WHEEL: Last at 738, &[
        "2 | As 2s 3s 4s 5s | play | ante 10 super_bonus 10 play 30 queens_up 5 progressive 5",
        "5 | Kh Ks 6d 4c 3c | play | ante 15 super_bonus 15 play 15 progressive 5",
        "6 | Jd 9c 7d 5c 2h | fold | ante 5 super_bonus 5 bad_beat 5 progressive 5",
        "D | Qc Qd 9h 8d 4d | deal",
    ];
    /// The Crazy 4 Poker table of the Four Card Poker day offers the Bad Beat Bonus.
    BAD_BEAT_OF_PLAYER: Last at 791, &[
        "1 | 9c 9d 9h 9s 2c | play | ante 10 super_bonus 10 play 30 queens_up 5 bad_beat 5",
        "3 | Kd Jh 8c 5c 3d | fold | ante 5 super_bonus 5 bad_beat 5",
        "D | Qc Qd Qh Qs 4d | deal",
    ];
    BAD_BEAT_OF_DEALER: Last at 844, &[
        "2 | As Ah 7d Ad Ac | play | ante 10 super_bonus 10 play 30 bad_beat 10",
        "5 | Kh Ks 6d 4c 3s | play | ante 15 super_bonus 15 play 15 bad_beat 5",
        "D | 9h 8h 7h 6h 2c | deal",
    ];
    BAD_BEAT_BOTH_WAYS: Last at 897, &[
        "1 | 9c 8d 7h 6s 2c | play | ante 10 super_bonus 10 play 10 bad_beat 5",
        "4 | Ah Ad Kc 8s 3c | play | ante 15 super_bonus 15 play 45 bad_beat 5",
        "6 | 5c 5d 5h Js 4d | play | ante 10 super_bonus 10 play 30 bad_beat 10",
        "D | Kh Th 6h 3h 2s | deal",
    ];
}

/// What the day with the link of one game shows: rounds that need no second, pays of four cards.
const SAME_GAME_ROUNDS: &[Script] = &[
    PLAIN,
    TIE,
    FOUR_ACES,
    ROYAL,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH_OF_FOUR,
    BEATEN,
    FOLDED,
    MISDEAL,
    SAME_GAME_ALONE[0],
    SAME_GAME_ALONE[1],
];

scripts! {
    SAME_GAME_ALONE:
    /// The whole meter, and envy for the two others with the wager.
    SAME_GAME_ACES: Linked at 632, &[
        "1 | Js Th 8c 4d 2h | fold | ante 10 progressive 5",
        "3 | As Ah 7d Ad Ac | play | ante 10 play 30 aces_up 5 progressive 5",
        "5 | Kh Ks 6d 4c 3s | play | ante 15 play 15 progressive 5",
        "6 | Qd Qh 9c 3d 2s | play | ante 5 play 5",
        "D | Kd Qc 9h 5s 2c 8d | deal",
    ];
    /// Three of a kind: 15 for 1.
    SAME_GAME_TRAY: Linked at 738, &[
        "2 | Kh Kd Ks 7c 5d | play | ante 10 play 30 aces_up 5 progressive 5",
        "4 | 9c 9s 6d 4h 2c | play | ante 5 play 5 progressive 5",
        "D | As Qd Td 8h 4s 2d | deal",
    ];
}
