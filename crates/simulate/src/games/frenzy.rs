//! Four Card Frenzy (document 003, paytables as published), played as Crazy 4 Poker is.

use std::cmp::Ordering;

use feltproof_model::Wager;

use super::crazy4::{self, against_king_high};
use super::family::{Facts, Fate, Game, GameDay, Ruling, Verdict, by_own_cards};
use super::paytable::{
    FLUSH, FROM_QUEENS, PaidHand, Paytable, QUADS, QUEENS_UP, STRAIGHT, STRAIGHT_FLUSH,
    TO_STRAIGHT, TRIPS, TWO_PAIR, table,
};
use super::script::{At, Script, scripts};
use crate::rank::Kind;

pub(crate) const FOUR_CARD_FRENZY: Game = Game {
    id: "four-card-frenzy",
    prefix: "FCF",
    base: [Wager::Ante, Wager::Odds, Wager::Raise],
    paytables: &[PAYTABLES],
    rulings: &[&[ODDS_ON_TIE]],
    decide,
    day: GameDay {
        columns: &[Wager::Ante, Wager::Odds, Wager::Raise, Wager::FourCardBonus, Wager::Prime],
        scripts: ROUNDS,
        ..crazy4::UNLINKED
    },
    ..crazy4::WASHINGTON
};

const FOUR_CARD_BONUS: &[PaidHand] = &[
    PaidHand::Aces(Kind::Quads),
    QUADS,
    PaidHand::Aces(Kind::StraightFlush),
    STRAIGHT_FLUSH,
    PaidHand::Aces(Kind::Trips),
    TRIPS,
    FLUSH,
    STRAIGHT,
    TWO_PAIR,
    FROM_QUEENS,
];
const PRIME: &[PaidHand] = &[PaidHand::OneColour(5), PaidHand::OneColour(4)];

/// The first column of the Odds is a win's, the second the bad beat's (nothing beats four aces).
const PAYTABLES: &[Paytable] = &[
    table(Wager::Odds, "ODDS-1", TO_STRAIGHT, "200 30 15 2 3/2 1; 100 30 4 3 2"),
    table(Wager::Odds, "ODDS-2", TO_STRAIGHT, "200 30 15 2 3/2 1; 100 50 4 3 2"),
    table(Wager::Odds, "ODDS-3", TO_STRAIGHT, "200 30 15 2 3/2 1; 500 50 10 3 2"),
    table(Wager::Odds, "ODDS-4", TO_STRAIGHT, "200 30 15 2 3/2 1; 500 50 5 4 2"),
    table(Wager::Odds, "ODDS-5", TO_STRAIGHT, "200 30 15 2 3/2 1; 500 50 5 4 3"),
    table(Wager::Odds, "ODDS-6", TO_STRAIGHT, "200 30 15 2 3/2 1; 30 15 15 3/2 1"),
    table(Wager::FourCardBonus, "FCB-1", FOUR_CARD_BONUS, "200 100 50 30 20 8 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-2", FOUR_CARD_BONUS, "200 100 50 40 20 7 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-3", FOUR_CARD_BONUS, "200 100 50 30 20 6 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-4", FOUR_CARD_BONUS, "200 100 50 40 20 5 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-5", FOUR_CARD_BONUS, "200 100 50 40 20 8 4 3 2 1"),
    table(Wager::FourCardBonus, "FCB-6", FOUR_CARD_BONUS, "200 100 50 40 20 6 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-09", QUEENS_UP, "50 30 9 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-10", QUEENS_UP, "50 40 8 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-11", QUEENS_UP, "50 30 8 4 3 2 1"),
    table(Wager::FourCardBonus, "C4P-12", QUEENS_UP, "50 40 7 4 3 2 1"),
    table(Wager::Prime, "PRIME-6", PRIME, "6 1"),
    table(Wager::Prime, "PRIME-5", PRIME, "5 1"),
];

const ODDS_ON_TIE: Ruling = ("odds_on_tie", &["wins", "pushes"]);

fn decide(wager: Wager, facts: &Facts<'_>) -> Option<Verdict> {
    match wager {
        Wager::Ante | Wager::Raise => against_king_high(wager, facts),
        Wager::Odds => odds(facts),
        _ => by_own_cards(facts),
    }
}

/// The Odds look at the cards alone, not at whether the dealer opens. A straight or better is paid
/// by one column when it wins and by another, the bad beat's, when it loses; what a tie gets is an
/// open point. Less than a straight pushes when it wins or ties and is lost otherwise.
fn odds(facts: &Facts<'_>) -> Option<Verdict> {
    let (player, dealer) = (facts.player?, facts.dealer?);
    Some(match player.best.cmp(&dealer.best) {
        Ordering::Less => Verdict { paid: Some((1, player)), otherwise: Some(Fate::Loses) },
        Ordering::Equal if (facts.reads)(ODDS_ON_TIE, "pushes") => Fate::Pushes.into(),
        _ => Verdict { paid: Some((0, player)), otherwise: Some(Fate::Pushes) },
    })
}

scripts! {
    ROUNDS:
    PLAIN: Unlinked at 50, &[
        "1 | Ac Ad 9s 5h 3c | play | ante 15 odds 15 raise 45 four_card_bonus 5 prime 5",
        "2 | Kh Kc 7s 4d 2c | play | ante 20 odds 20 raise 20",
        "4 | Kd Qs 8c 4s 3h | play | ante 10 odds 10 raise 10 four_card_bonus 10 prime 5",
        "5 | Js 9d 7c 5s 2h | fold | ante 5 odds 5 prime 5",
        "D | Ts Th Jd 6c 2d | deal",
    ];
    NOT_OPENED: Unlinked at 140, &[
        "1 | Ks Qd 8c 4h 3s | play | ante 10 odds 10 raise 10",
        "3 | Ad Ac 9h 6d 2s | play | ante 15 odds 15 raise 45 four_card_bonus 5",
        "6 | Jd 9s 7c 5d 2h | fold | ante 5 odds 5",
        "D | Qh Js 9c 7d 3d | deal",
    ];
    LOSING_STRAIGHT: Unlinked at 230, &[
        "2 | 9c 8d 7h 6s 2c | play | ante 10 odds 10 raise 10 four_card_bonus 5",
        "5 | Ah Ad Kc 8s 3c | play | ante 15 odds 15 raise 45",
        "D | Kh Th 6h 3h 2s | deal",
    ];
    LOSING_FOUR_OF_A_KIND: Unlinked at 320, &[
        "1 | 9c 9d 9h 9s 2c | play | ante 10 odds 10 raise 30 four_card_bonus 5",
        "3 | 7h 6h 5h 4h Kd | play | ante 5 odds 5 raise 15 prime 5",
        "D | Qc Qd Qh Qs 4d | deal",
    ];
    LOSING_THREE_OF_A_KIND: Unlinked at 410, &[
        "2 | 8c 8d 8h Ks 3d | play | ante 10 odds 10 raise 10",
        "4 | Jc 9c 6c 2c Ah | play | ante 10 odds 10 raise 10",
        "D | Ts 9s 8s 7s 2d | deal",
    ];
    TIE: Unlinked at 500, &[
        "1 | 9c 8d 7h 6s 2c | play | ante 10 odds 10 raise 10",
        "4 | Kd Jc 8s 4h 3d | fold | ante 5 odds 5",
        "D | 9h 8c 7s 6d 2d | deal",
    ];
    FOUR_ACES: Unlinked at 590, &[
        "3 | As Ah 7d Ad Ac | play | ante 10 odds 10 raise 30 four_card_bonus 5",
        "5 | Kh Ks 6d 4c 3s | play | ante 15 odds 15 raise 15",
        "D | Kd Qc 9h 5s 2c | deal",
    ];
    ROYAL: Unlinked at 680, &[
        "1 | Ah Kh Qh Jh 3d | play | ante 10 odds 10 raise 30 four_card_bonus 10 prime 5",
        "4 | Ac As Ad Kc 2h | play | ante 10 odds 10 raise 30 four_card_bonus 5",
        "D | Qc Jd 8d 5s 3s | deal",
    ];
    COLOURS: Unlinked at 770, &[
        "2 | Kc Qs 9c 7s 3c | play | ante 5 odds 5 raise 5 prime 10",
        "6 | Kd Qh 9d 7h 4s | play | ante 5 odds 5 raise 5 prime 5",
        "D | Ts Tc Jd 6h 2d | deal",
    ];
    MISDEAL: Unlinked at 860, &[
        "2 | Ac Kd 9s 5h 3c | void | ante 10 odds 10 prime 5",
        "3 | Jd Th 6c 4s 2d 8h | void | ante 25 odds 25",
        "D | Ks Js 7h 5d 2c | void",
    ];
}
