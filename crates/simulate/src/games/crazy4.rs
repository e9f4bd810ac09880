//! Crazy 4 Poker: house-banked (document 001), player-banked (000) and version 2 (004).

use std::cmp::Ordering;

use feltproof_model::{Money, Wager};

use super::family::{Facts, Fate, Game, GameDay, LinkTerms, Ruling, Verdict, by_own_cards};
use super::paytable::{
    FLUSH, PaidHand, Paytable, QUADS, QUEENS_UP, STRAIGHT, STRAIGHT_FLUSH, TO_STRAIGHT, TRIPS,
    TWO_PAIR, table,
};
use super::progressive;
use super::script::{At, Script, scripts};
use crate::chance::Chance;
use crate::rank::{Kind, Strength};

pub(crate) const WASHINGTON: Game = Game {
    id: "crazy4-wa",
    prefix: "C4P",
    player_cards: 5,
    dealer_cards: 5,
    bank: None,
    base: [Wager::Ante, Wager::SuperBonus, Wager::Play],
    paytables: &[SUPER_BONUS, QUEENS_UP_09, QUEENS_UP_12, BAD_BEAT, progressive::PAYTABLES],
    rulings: &[RULINGS, BAD_BEAT_RULINGS, progressive::RULINGS],
    decide,
    times: up_to_three,
    day: GameDay {
        place: "Port Example, Washington",
        packs: "[\"us-wa\"]",
        columns: &[
            Wager::Ante,
            Wager::SuperBonus,
            Wager::Play,
            Wager::QueensUp,
            Wager::Progressive,
            Wager::Envy,
        ],
        last_table: None,
        paytables: &[
            (Wager::QueensUp, Some("C4P-09")),
            (Wager::BadBeat, None),
            (Wager::Progressive, Some("pays-3")),
        ],
        aggregate: &[],
        link: LinkTerms {
            tables: |tables| tables / 2,
            opening_meter: 14_018_325_000,
            opening_reserve: 386_750_000,
            seed: 2_500_000_000,
            contribution: 1_850,
            reserve: 500,
        },
        readings: &[],
        stated: None,
        scripts: WASHINGTON_ROUNDS,
    },
};

pub(crate) const CALIFORNIA: Game = Game {
    id: "crazy4-ca",
    bank: Some(&[Wager::Play, Wager::Ante, Wager::QueensUp, Wager::SuperBonus]),
    paytables: &[SUPER_BONUS, QUEENS_UP_09, QUEENS_UP_12],
    rulings: &[RULINGS, BANK_RULINGS],
    day: GameDay {
        place: "Port Example, California",
        packs: "[\"us-ca\"]",
        columns: &[Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp, Wager::Bank],
        aggregate: &[(Wager::QueensUp, Money::from_micros(300_000_000))],
        scripts: CALIFORNIA_ROUNDS,
        ..UNLINKED
    },
    ..WASHINGTON
};

pub(crate) const VERSION_2: Game = Game {
    id: "crazy4-v2",
    paytables: &[SUPER_BONUS, QUEENS_UP_12],
    rulings: &[RULINGS],
    times: one_or_three,
    day: GameDay {
        columns: &[Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp],
        scripts: VERSION_2_ROUNDS,
        ..UNLINKED
    },
    ..WASHINGTON
};

/// A day without a link: its tables take turns in all paytables. No rule pack is of its game.
pub(super) const UNLINKED: GameDay = GameDay {
    packs: "[]",
    paytables: &[],
    link: LinkTerms { tables: |_| 0, ..WASHINGTON.day.link },
    ..WASHINGTON.day
};

const SUPER_BONUS: &[Paytable] =
    &[table(Wager::SuperBonus, "SB", TO_STRAIGHT, "200 30 15 2 3/2 1")];
const QUEENS_UP_09: &[Paytable] = &[
    table(Wager::QueensUp, "C4P-09", QUEENS_UP, "50 30 9 4 3 2 1"),
    table(Wager::QueensUp, "C4P-10", QUEENS_UP, "50 40 8 4 3 2 1"),
    table(Wager::QueensUp, "C4P-11", QUEENS_UP, "50 30 8 4 3 2 1"),
];
/// The one that document 004 prints too.
const QUEENS_UP_12: &[Paytable] = &[table(Wager::QueensUp, "C4P-12", QUEENS_UP, "50 40 7 4 3 2 1")];
const BAD_BEAT: &[Paytable] = &[
    table(
        Wager::BadBeat,
        "BBB-01",
        &[QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT, TWO_PAIR],
        "25000 10000 200 50 30 20",
    ),
    table(
        Wager::BadBeat,
        "BBB-02",
        &[PaidHand::From(Kind::StraightFlush, 0), TRIPS, FLUSH, STRAIGHT, TWO_PAIR],
        "1000 500 50 20 15",
    ),
];

const VS_UNQUALIFIED: Ruling = ("super_bonus_vs_unqualified", &["loses", "pushes"]);
const RULINGS: &[Ruling] = &[VS_UNQUALIFIED, ("queens_up_on_fold", &["stands", "loses"])];
const BAD_BEAT_ON_TIE: Ruling = ("bad_beat_on_tie", &["loses", "pushes"]);
const BAD_BEAT_RULINGS: &[Ruling] = &[BAD_BEAT_ON_TIE, ("bad_beat_on_fold", &["stands", "loses"])];
pub(crate) const SETTLEMENT_ORDER: Ruling =
    ("settlement_order", &["farthest-from-banker", "farthest-from-bankers-right"]);
pub(crate) const BANK_LIMIT: Ruling = ("bank_limit", &["put-up", "unlimited"]);
pub(crate) const BANK_COLLECTS: Ruling =
    ("bank_collects", &["up-to-stake", "up-to-stake-and-payments", "as-covered", "whole-wagers"]);
pub(crate) const BANK_FORFEITS: Ruling =
    ("bank_forfeits", &["whole", "whole-uncounted", "as-losing-wagers"]);
pub(crate) const BANK_FUNDS: Ruling = ("bank_funds", &["stake-alone", "stake-and-collections"]);
const BANK_RULINGS: &[Ruling] =
    &[SETTLEMENT_ORDER, BANK_LIMIT, BANK_FUNDS, BANK_COLLECTS, BANK_FORFEITS];

fn decide(wager: Wager, facts: &Facts<'_>) -> Option<Verdict> {
    match wager {
        Wager::Ante | Wager::Play => against_king_high(wager, facts),
        Wager::SuperBonus => super_bonus(facts),
        Wager::BadBeat => bad_beat(facts),
        _ => by_own_cards(facts),
    }
}

/// The Ante and the bet after the cards: below king high the Ante pushes and the other wins.
pub(super) fn against_king_high(wager: Wager, facts: &Facts<'_>) -> Option<Verdict> {
    let dealer = facts.dealer?;
    let fate = if !dealer.best.qualifies() {
        if wager == Wager::Ante { Fate::Pushes } else { Fate::Wins }
    } else {
        match facts.player?.best.cmp(&dealer.best) {
            Ordering::Greater => Fate::Wins,
            Ordering::Equal => Fate::Pushes,
            Ordering::Less => Fate::Loses,
        }
    };
    Some(fate.into())
}

/// A straight or better is always paid; less pushes when it beats or ties the dealer, else loses.
fn super_bonus(facts: &Facts<'_>) -> Option<Verdict> {
    let player = facts.player?;
    let otherwise = facts.dealer.map(|dealer| {
        let is_spared = !dealer.best.qualifies() && (facts.reads)(VS_UNQUALIFIED, "pushes");
        if player.best >= dealer.best || is_spared { Fate::Pushes } else { Fate::Loses }
    });
    Some(Verdict { paid: Some((0, player)), otherwise })
}

/// Document 001: it wins when the player loses with two pair or better, or beats the dealer's two
/// pair or better; it is paid by the hand that is beaten, which the table lists from two pair up.
fn bad_beat(facts: &Facts<'_>) -> Option<Verdict> {
    let (player, dealer) = (facts.player?, facts.dealer?);
    Some(match player.best.cmp(&dealer.best) {
        Ordering::Less => Verdict::paid_or_lost(player),
        Ordering::Greater => Verdict::paid_or_lost(dealer),
        // Nobody is beaten. Whether equal good hands let the bet stand is open; others lose it.
        Ordering::Equal => {
            let is_good = player.best.kind >= Kind::TwoPair;
            let is_spared = is_good && (facts.reads)(BAD_BEAT_ON_TIE, "pushes");
            if is_spared { Fate::Pushes.into() } else { Fate::Loses.into() }
        }
    })
}

/// Three times the Ante, with now and then less, from a pair of aces on.
pub(super) fn up_to_three(hand: Strength, chance: &mut Chance) -> i64 {
    if hand.is_aces_or_better() {
        chance.pick(&[3, 3, 3, 3, 3, 3, 3, 3, 2, 1], 3)
    } else {
        i64::from(hand.is_worth_playing())
    }
}

/// Version 2 knows no Play of twice the Ante.
fn one_or_three(hand: Strength, chance: &mut Chance) -> i64 {
    if hand.is_aces_or_better() {
        chance.pick(&[3, 3, 3, 3, 3, 1], 3)
    } else {
        i64::from(hand.is_worth_playing())
    }
}

const PLAIN_ROWS: &[&str] = &[
    "1 | Ac Ad 9s 5h 3c | play | ante 15 super_bonus 15 play 45 queens_up 5",
    "2 | Kh Kc 7s 4d 2c | play | ante 20 super_bonus 20 play 20",
    "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10 queens_up 10",
    "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5",
    "6 | Tc 8d 7h 4c 3s | fold | ante 10 super_bonus 10",
    "D | Ts Th Jd 6c 2d | deal",
];

scripts! {
    WASHINGTON_ROUNDS:
    /// Three of a kind: 15 for 1; the dealer does not qualify.
    THREE_OF_A_KIND: Linked at 120, &[
        "1 | Ks Qd 9d 6h 3c | play | ante 10 super_bonus 10 play 10 queens_up 5 progressive 5",
        "3 | Jh 9c 6s 5d 2d | fold | ante 5 super_bonus 5",
        "5 | 7c 7h 7s Kd 4h | play | ante 20 super_bonus 20 play 40 queens_up 10 progressive 5",
        "D | Qh Js 8d 4c 2s | deal",
    ];
    /// A straight that loses to the dealer's flush and still wins the Super Bonus.
    LOSING_STRAIGHT: Unlinked at 150, &[
        "2 | 9c 8d 7h 6s 2c | play | ante 10 super_bonus 10 play 10 queens_up 5",
        "4 | Qs Jc 9d 5c 4d | fold | ante 5 super_bonus 5",
        "5 | Ah Ad Kc 8s 3c | play | ante 15 super_bonus 15 play 45",
        "D | Kh Th 6h 3h 2s | deal",
    ];
    /// Four nines: 300 for 1 from the tray, and envy.
    FOUR_OF_A_KIND: Linked at 180, &[
        "2 | 9c 9d 4h 9h 9s | play | ante 20 super_bonus 20 play 60 queens_up 10 progressive 5",
        "3 | Ks Qd 8h 4c 2s | play | ante 10 super_bonus 10 play 10 progressive 5",
        "5 | Td Tc 7h 5s 2d | play | ante 5 super_bonus 5 play 5 queens_up 5 progressive 5",
        "6 | Jh 8d 6s 5c 3h | fold | ante 15 super_bonus 15",
        "D | Kh Kd 6c 5d 3c | deal",
    ];
    /// Three aces and a queen, taken for four aces: an award to be backed out.
    MISREAD_QUEEN: Linked at 250, &[
        "1 | Kh Kc 9d 5h 2d | play | ante 10 super_bonus 10 play 10 progressive 5",
        "3 | As Ad Qs Ac 6h | play | ante 20 super_bonus 20 play 60 queens_up 5 progressive 5 | misread",
        "6 | Tc 8s 7d 4h 3c | fold | ante 5 super_bonus 5 progressive 5",
        "D | Qh Qd 9h 6s 4c | deal",
    ];
    /// The dealer has queen high.
    NOT_QUALIFIED: Unlinked at 290, &[
        "1 | Ks Qd 8c 4h 3s | play | ante 10 super_bonus 10 play 10",
        "3 | Ad Ac 9h 6d 2s | play | ante 15 super_bonus 15 play 45 queens_up 5",
        "6 | Jd 9s 7c 5d 2h | fold | ante 5 super_bonus 5",
        "D | Qh Js 9c 7d 3d | deal",
    ];
    /// A straight flush: 100 for 1, no envy.
    TRAY_STRAIGHT_FLUSH: Linked at 330, &[
        "2 | Ac 9c 6d 4s 3d | play | ante 10 super_bonus 10 play 10 progressive 5",
        "4 | 9h 8h 7h 6h 2c | play | ante 15 super_bonus 15 play 45 queens_up 5 progressive 5",
        "D | Kc Kh 7d 5s 2d | deal",
    ];
    /// Six cards at one seat: all hands void.
    MISDEAL: Linked at 400, &[
        "2 | Ac Kd 9s 5h 3c | void | ante 10 super_bonus 10 queens_up 5 progressive 5",
        "3 | Jd Th 6c 4s 2d 8h | void | ante 25 super_bonus 25 progressive 5",
        "5 | Qc Qd 7s 5c 2h | void | ante 5 super_bonus 5 queens_up 10",
        "6 | 9d 8c 6h 4d 3s | void | ante 15 super_bonus 15 progressive 5",
        "D | Ks Js 7h 5d 2c | void",
    ];
    /// Player and dealer tie; the fifth card does not count.
    TIE: Unlinked at 420, &[
        "1 | Kc Qd 8h 5s 3c | play | ante 20 super_bonus 20 play 20",
        "4 | 8s 8d 7c 4h 2c | play | ante 10 super_bonus 10 play 10 queens_up 5",
        "D | Ks Qh 8c 5d 2h | deal",
    ];
    /// A hand button pressed by accident and undone.
    BUTTON_SLIP: Linked at 450, &[
        "1 | Ac Ad 9s 5h 3c | play | ante 15 super_bonus 15 play 45 queens_up 5 progressive 5",
        "2 | Kh Kc 7s 4d 2c | play | ante 20 super_bonus 20 play 20 progressive 5",
        "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10 queens_up 10 progressive 5 | slip",
        "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5 progressive 5",
        "6 | Tc 8d 7h 4c 3s | fold | ante 10 super_bonus 10",
        "D | Ts Th Jd 6c 2d | deal",
    ];
    /// Two hands with four of a kind: envy twice for the third wager, once for each holder.
    TWO_ENVY_HANDS: Linked at 520, &[
        "1 | 8c 8d 8h 8s 3d | play | ante 10 super_bonus 10 play 30 queens_up 5 progressive 5",
        "2 | Qs Qh 9d 4c 2h | play | ante 10 super_bonus 10 play 10 queens_up 10",
        "4 | Jc Jd Jh Js 6c | play | ante 5 super_bonus 5 play 15 progressive 5",
        "6 | Kc Ts 7d 5h 2c | fold | ante 5 super_bonus 5 queens_up 5 progressive 5",
        "D | As Kd 9c 6d 4h | deal",
    ];
    /// A flush on a $5 Super Bonus: 3 to 2 is $7.50.
    HALF_DOLLARS: Unlinked at 560, &[
        "1 | Td Tc 9s 6h 3s | play | ante 10 super_bonus 10 play 10",
        "3 | Kd Jd 7d 4d 2c | play | ante 5 super_bonus 5 play 15 queens_up 5",
        "D | Ac Qs 8h 5c 3h | deal",
    ];
    /// Four aces with a progressive wager: the whole meter, and envy for the others.
    FOUR_ACES: Linked at 620, &[
        "1 | Js Th 8c 4d 2h | fold | ante 10 super_bonus 10 progressive 5",
        "3 | As Ah 7d Ad Ac | play | ante 10 super_bonus 10 play 30 queens_up 5 progressive 5",
        "5 | Kh Ks 6d 4c 3s | play | ante 15 super_bonus 15 play 15 progressive 5",
        "6 | Qd Qh 9c 3d 2s | play | ante 5 super_bonus 5 play 5 queens_up 5",
        "D | Kd Qc 9h 5s 2c | deal",
    ];
    /// Queens Up on queens, jacks, two pair and three of a kind.
    QUEENS_UP_PAYS: Unlinked at 680, &[
        "1 | Qs Qd 8s 5c 2h | play | ante 10 super_bonus 10 play 10 queens_up 5",
        "2 | Jh Jc 9d 4s 3c | play | ante 5 super_bonus 5 play 5 queens_up 10",
        "4 | Ts Tc 6d 6h 2s | play | ante 10 super_bonus 10 play 20 queens_up 15",
        "6 | 5h 5s 5d Kh 9c | play | ante 15 super_bonus 15 play 45 queens_up 10",
        "D | Ad Jd 8c 7s 3h | deal",
    ];
    /// A round at a linked table without any progressive wager.
    NO_PROGRESSIVE: Linked at 700, PLAIN_ROWS;
    /// Four aces again, later in the day.
    FOUR_ACES_AGAIN: Linked at 820, &[
        "1 | Kc Qs 8h 4d 2c | play | ante 5 super_bonus 5 play 5",
        "2 | Ac As Ad 9h Ah | play | ante 25 super_bonus 25 play 75 queens_up 10 progressive 5",
        "4 | Tc 9s 7d 5h 2d | fold | ante 10 super_bonus 10 queens_up 5 progressive 5",
        "D | Jc Jd 8s 6h 3c | deal",
    ];
    /// Aces, kings, a loser and two folds: no side bet above a pair.
    PLAIN: Unlinked, PLAIN_ROWS;
}

scripts! {
    CALIFORNIA_ROUNDS:
    /// A banker at seat 6 with money for everybody.
    CA_PLAIN: Unlinked at 50, &[
        "1 | Ac Ad 9s 5h 3c | play | ante 15 super_bonus 15 play 45 queens_up 5",
        "2 | Kh Kc 7s 4d 2c | play | ante 20 super_bonus 20 play 20",
        "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10 queens_up 10",
        "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5",
        "B6 | Ts Th Jd 6c 2d | deal | bank 2000",
    ];
    /// The bank is empty after seats 1 and 6 and most of seat 5.
    CA_BANK_RUNS_OUT: Unlinked at 178, &[
        "1 | 8s 8d 7c 4h 2c | play | ante 10 super_bonus 10 play 10",
        "5 | Kh Kc 7s 4d 2d | play | ante 30 super_bonus 30 play 30 queens_up 5",
        "6 | Ac Ad 9s 5h 3c | play | ante 20 super_bonus 20 play 60",
        "B4 | Ts Th Jd 6c 2s | deal | bank 100",
    ];
    /// Four times three of a kind: more on Queens Up than the posted aggregate limit.
    CA_AGGREGATE: Unlinked at 307, &[
        "1 | 2c 2d 2h Ks 9d | play | ante 10 super_bonus 10 play 10 queens_up 25",
        "2 | 3c 3d 3h Kd 9c | play | ante 5 super_bonus 5 play 15 queens_up 15",
        "5 | 4c 4d 4h Kc 9h | play | ante 15 super_bonus 15 play 30 queens_up 25",
        "6 | 5c 5d 5h Kh 9s | play | ante 10 super_bonus 10 play 10 queens_up 10",
        "B4 | Ts Th Jd 6c 2s | deal | bank 5000",
    ];
    CA_FOUR_ACES: Unlinked at 435, &[
        "3 | As Ah 7d Ad Ac | play | ante 10 super_bonus 10 play 30 queens_up 5",
        "5 | Kh Ks 6d 4c 3s | play | ante 15 super_bonus 15 play 15",
        "B1 | Kd Qc 9h 5s 2c | deal | bank 5000",
    ];
    CA_TIE: Unlinked at 564, &[
        "1 | Kc Qd 8h 5s 3c | play | ante 20 super_bonus 20 play 20",
        "B4 | Ks Qh 8c 5d 2h | deal | bank 500",
    ];
    CA_NOT_QUALIFIED: Unlinked at 692, &[
        "1 | Ks Qd 8c 4h 3s | play | ante 10 super_bonus 10 play 10",
        "3 | Ad Ac 9h 6d 2s | play | ante 15 super_bonus 15 play 45 queens_up 5",
        "B6 | Qh Js 9c 7d 3d | deal | bank 1000",
    ];
    CA_MISDEAL: Unlinked at 821, &[
        "2 | Ac Kd 9s 5h 3c | void | ante 10 super_bonus 10 queens_up 5",
        "3 | Jd Th 6c 4s 2d 8h | void | ante 25 super_bonus 25",
        "B5 | Ks Js 7h 5d 2c | void | bank 1000",
    ];
    /// Host of a fault: six players and a banker are one too many.
    CA_SEVEN: Unlinked, &[
        "1 | Ac Ad 9s 5h 3c | play | ante 15 super_bonus 15 play 45 queens_up 5",
        "2 | Kh Kc 7s 4d 2c | play | ante 20 super_bonus 20 play 20",
        "3 | 9c 8d 6h 4h 3s | fold | ante 10 super_bonus 10",
        "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10 queens_up 10",
        "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5",
        "6 | Tc 7d 6s 4c 2s | fold | ante 5 super_bonus 5",
        "B | Ts Th Jd 6c 2d | deal | bank 5000",
    ];
}

scripts! {
    VERSION_2_ROUNDS:
    V2_PLAIN: Unlinked at 50, &[
        "1 | Ac Ad 9s 5h 3c | play | ante 10 super_bonus 10 play 30 queens_up 5",
        "2 | Kh Kc 7s 4d 2c | play | ante 5 super_bonus 5 play 5 queens_up 10",
        "4 | Kd Qs 8c 4s 3h | play | ante 10 super_bonus 10 play 10",
        "5 | Js 9d 7c 5s 2h | fold | ante 5 super_bonus 5",
        "D | Ts Th Jd 6c 2d | deal",
    ];
    V2_FOUR_ACES: Unlinked at 200, &[
        "3 | As Ah 7d Ad Ac | play | ante 10 super_bonus 10 play 30 queens_up 5",
        "5 | Kh Ks 6d 4c 3s | play | ante 5 super_bonus 5 play 5",
        "D | Kd Qc 9h 5s 2c | deal",
    ];
    V2_LOSING_STRAIGHT_FLUSH: Unlinked at 350, &[
        "2 | 9h 8h 7h 6h 2c | play | ante 5 super_bonus 5 play 15 queens_up 5",
        "4 | Kc Jd 9d 7c 3d | fold | ante 5 super_bonus 5",
        "D | Qc Qd Qh Qs 4d | deal",
    ];
    V2_TIE: Unlinked at 500, &[
        "1 | Kc Qd 8h 5s 3c | play | ante 10 super_bonus 10 play 10",
        "D | Ks Qh 8c 5d 2h | deal",
    ];
    V2_NOT_QUALIFIED: Unlinked at 650, &[
        "1 | Ks Qd 8c 4h 3s | play | ante 10 super_bonus 10 play 10",
        "3 | Ad Ac 9h 6d 2s | play | ante 10 super_bonus 10 play 30 queens_up 5",
        "D | Qh Js 9c 7d 3d | deal",
    ];
    V2_MISDEAL: Unlinked at 800, &[
        "2 | Ac Kd 9s 5h 3c | void | ante 10 super_bonus 10 queens_up 5",
        "3 | Jd Th 6c 4s 2d 8h | void | ante 5 super_bonus 5",
        "D | Ks Js 7h 5d 2c | void",
    ];
}
