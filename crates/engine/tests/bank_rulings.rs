//! What document 000 leaves open of a player's bank and of an aggregate limit, every reading worked by
//! hand. Amounts owed stand in the order Ante, Super Bonus, Play, Queens Up; the Queens Up paytable is
//! C4P-09. The banker sits at seat 4: seat 1 is settled first, then 6, 2, 5, 3.

use crate::common::{Round, rules_of};
use feltproof_model::Wager;

const WAGERS: [Wager; 4] = [Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp];

type Choices<'a> = &'a [(&'a str, &'a str)];

fn round(choices: Choices<'_>, text: &str) -> Round {
    Round::new(rules_of("crazy4-ca", &PAYTABLES, None, choices, &[]), text)
}

const PAYTABLES: [(Wager, &str); 2] = [(Wager::SuperBonus, "SB"), (Wager::QueensUp, "C4P-09")];

/// What is owed to each player in the order of [`WAGERS`], and what is left of the bank in the last row.
fn owed(r: &Round) -> Vec<String> {
    let players = r.rows.len() - 1;
    let rows = (0..players).map(|row| r.owed_of(row, &WAGERS));
    rows.chain([r.owed_of(players, &[Wager::Bank])]).collect()
}

fn check(choices: Choices<'_>, text: &str, expected: &[&str]) {
    assert_eq!(owed(&round(choices, text)), expected, "{choices:?}");
}

/// Seat 1 wins Play 30, Ante 10 and Queens Up 5 with a pair of aces; seat 6 folds.
const WINNER_AND_FOLD: &str = "1 | As Ah Kd 9c 2h | play | 10 10 30 5
                               6 | Js Th 6d 4c 3s | fold | 10 10 0 0
                               B4 | Kc 7d 5s 3h 2c | deal | bank=20";

/// Document 000, step 4: "The dealer should immediately collect the bets and cards of folding players",
/// before the banker's hand is turned over. Seat 1 then takes the whole bank of 20 and leaves nothing,
/// but what seat 6 forfeited is collected already: 20 - 20 + 20.
#[test]
fn forfeited_wagers_are_collected_before_anything_is_settled() {
    check(&[], WINNER_AND_FOLD, &["10.00 10.00 50.00 5.00", "0.00 0.00 0.00 0.00", "20.00"]);
    // Where collections extend the bank they do so from the start: of 40, Play has 30 and Ante 10.
    check(
        &[("bank_funds", "stake-and-collections")],
        WINNER_AND_FOLD,
        &["20.00 10.00 60.00 5.00", "0.00 0.00 0.00 0.00", "0.00"],
    );
    // A Queens Up that stands is settled in its turn, one that goes with the fold is collected first.
    let side_bet = WINNER_AND_FOLD.replace("fold | 10 10 0 0", "fold | 10 10 0 5");
    check(&[], &side_bet, &["10.00 10.00 50.00 5.00", "0.00 0.00 0.00 5.00", "20.00"]);
    check(
        &[("queens_up_on_fold", "loses")],
        &side_bet,
        &["10.00 10.00 50.00 5.00", "0.00 0.00 0.00 0.00", "25.00"],
    );
}

/// No card, no seat and no hand that cannot be told decides what a fold forfeits.
#[test]
fn a_forfeited_wager_is_decided_whatever_is_missing() {
    let forfeited = "0.00 0.00 0.00 0.00";
    let no_cards = WINNER_AND_FOLD.replace("As Ah Kd 9c 2h", "").replace("Js Th 6d 4c 3s", "");
    check(&[], &no_cards, &["? ? ? ?", forfeited, "?"]);
    let no_banker = WINNER_AND_FOLD.replace("Kc 7d 5s 3h 2c", "");
    check(&[], &no_banker, &["? ? ? ?", forfeited, "?"]);
    let no_seat = WINNER_AND_FOLD.replace("B4", "B");
    check(&[], &no_seat, &["10.00 10.00 50.00 5.00", forfeited, "20.00"]);
    // Whether seat 2 folded is not known, so neither is what its Ante brings the bank: where that may
    // extend what is paid, nothing but the forfeit of seat 6 is told.
    let unclear = no_seat.replace("B |", "2 | Qs Jh 9d 6c 4s | play | 10 10 0 0\nB4 |");
    check(&[], &unclear, &["10.00 10.00 50.00 5.00", forfeited, "? ? 0.00 0.00", "?"]);
    check(
        &[("bank_funds", "stake-and-collections")],
        &unclear,
        &["? 10.00 ? ?", forfeited, "? ? 0.00 0.00", "?"],
    );
    // What seat 1 loses depends on it, since a bank of 60 wins no more: that takes nothing from what
    // seat 6 wins next, nor from the limit of its Queens Up.
    let lost_first = "1 | Js Th 6d 4c 3s | play | 20 20 20 5
                      2 | Qs Jh 9d 6c 4s | play | 10 10 0 0
                      6 | As Ah Kd 9c 2h | play | 10 10 30 5
                      B4 | Kc 7d 5s 3h 2c | deal | bank=60";
    let limit = [(Wager::QueensUp, "100")];
    let r = Round::new(rules_of("crazy4-ca", &PAYTABLES, None, &[], &limit), lost_first);
    assert_eq!(owed(&r), ["? ? ? ?", "? ? 0.00 0.00", "20.00 10.00 60.00 10.00", "?"]);
    // Of a bank that nothing can exhaust, it is told what comes before it.
    let rich = unclear.replace("bank=20", "bank=200");
    check(
        &[("bank_funds", "stake-and-collections")],
        &rich,
        &["20.00 10.00 60.00 10.00", forfeited, "? ? 0.00 0.00", "?"],
    );
}

/// Two players lose 60 each to a bank of 20.
const TWO_LOSERS: &str = "1 | Js Th 6d 4c 3s | play | 20 20 20
                          6 | Jd Tc 8h 4h 2s | play | 20 20 20
                          B4 | Kc 7d 5s 3h 2c | deal | bank=20";

/// Penal Code 330.11: the banker wins or loses only a fixed and limited wager. A bank of 20 wins 20, of
/// the wager settled first, and not 120.
#[test]
fn a_bank_of_20_collects_20() {
    let all = "0.00 0.00 0.00 0.00";
    check(&[], TWO_LOSERS, &["20.00 20.00 0.00 0.00", "20.00 20.00 20.00 0.00", "40.00"]);
    for value in ["as-covered", "whole-wagers"] {
        check(&[("bank_collects", value)], TWO_LOSERS, &[all, all, "140.00"]);
    }
    check(&[("bank_limit", "unlimited")], TWO_LOSERS, &[all, all, "140.00"]);
    let r = round(&[], TWO_LOSERS);
    assert!(r.hands[0].cut_by_bank.contains(Wager::Ante));
    assert!(!r.hands[0].cut_by_bank.contains(Wager::Play));
    let why = r.explain(0, Wager::Ante);
    assert!(
        why.ends_with(
            "; the bank does not collect all of it (ruling bank_collects: up-to-stake), and what it \
             does not collect is returned: $20.00 returned"
        ),
        "{why}"
    );
}

/// A winner of 45 and three losers of 90 each, settled in the order 1, 6, 2, 5. Of the bank of 60 there
/// are 15 left to cover each losing wager of 30.
const WINNER_AND_LOSERS: &str = "1 | As Ah Kd 9c 2h | play | 10 10 30 5
                                 2 | Jd Tc 8h 4h 2s | play | 30 30 30
                                 5 | Qs Jh 9d 6c 4s | play | 30 30 30
                                 6 | Js Th 6d 4c 3s | play | 30 30 30
                                 B4 | Kc 7d 5s 3h 2c | deal | bank=60";

#[test]
fn what_a_bank_may_collect_follows_the_ruling() {
    let winner = "20.00 10.00 60.00 10.00";
    let (half, none) = ("15.00 15.00 15.00 0.00", "30.00 30.00 30.00 0.00");
    for (value, two, five, six, left) in [
        // 60: 45 of seat 6 and 15 of the Play of seat 2; 60 - 45 + 60.
        ("up-to-stake", "30.00 30.00 15.00 0.00", none, half, "75.00"),
        // 60 and the 45 paid: 45, 45 and 15 of the Play of seat 5; 60 - 45 + 105.
        ("up-to-stake-and-payments", half, "30.00 30.00 15.00 0.00", half, "120.00"),
        // 15 of each of nine; 60 - 45 + 135.
        ("as-covered", half, half, half, "150.00"),
        // All 270; 60 - 45 + 270.
        (
            "whole-wagers",
            "0.00 0.00 0.00 0.00",
            "0.00 0.00 0.00 0.00",
            "0.00 0.00 0.00 0.00",
            "285.00",
        ),
    ] {
        check(&[("bank_collects", value)], WINNER_AND_LOSERS, &[winner, two, five, six, left]);
    }
}

/// Seat 6 forfeits 60 and seat 1 loses three wagers of 20 to a bank of 20.
const LOSER_AND_FOLD: &str = "1 | Js Th 6d 4c 3s | play | 20 20 20
                              6 | Jd Tc 8h 4h 2s | fold | 30 30 0
                              B4 | Kc 7d 5s 3h 2c | deal | bank=20";

#[test]
fn forfeits_and_what_may_be_collected_follow_the_ruling() {
    let whole = "0.00 0.00 0.00 0.00";
    // What is forfeited is more than may be won already: of seat 1 nothing is collected.
    check(&[], LOSER_AND_FOLD, &["20.00 20.00 20.00 0.00", whole, "80.00"]);
    check(
        &[("bank_forfeits", "whole-uncounted")],
        LOSER_AND_FOLD,
        &["20.00 20.00 0.00 0.00", whole, "100.00"],
    );
    // 20 of the Ante are all that a bank of 20 wins.
    let as_losing = ("bank_forfeits", "as-losing-wagers");
    check(
        &[as_losing],
        LOSER_AND_FOLD,
        &["20.00 20.00 20.00 0.00", "10.00 30.00 0.00 0.00", "40.00"],
    );
    check(
        &[as_losing, ("bank_collects", "whole-wagers")],
        LOSER_AND_FOLD,
        &[whole, whole, "140.00"],
    );
    check(
        &[as_losing, ("bank_collects", "as-covered")],
        LOSER_AND_FOLD,
        &[whole, "10.00 10.00 0.00 0.00", "120.00"],
    );
}

/// Where the banker stands for more than was put up, every wager is settled whole.
#[test]
fn a_bank_without_limit_pays_and_collects_everything() {
    let unlimited = [("bank_limit", "unlimited")];
    let r = round(&unlimited, WINNER_AND_FOLD);
    assert_eq!(owed(&r), ["20.00 10.00 60.00 10.00", "0.00 0.00 0.00 0.00", "0.00"]);
    assert_eq!(
        r.explain(2, Wager::Bank),
        "the bank of $20.00 pays $45.00 and collects $20.00: $0.00 is left, and the banker owes another \
         $5.00 (ruling bank_limit: unlimited)"
    );
    // A hand that is missing leaves open no other.
    let unknown = WINNER_AND_LOSERS.replace("Js Th 6d 4c 3s", "");
    let [winner, lost] = ["20.00 10.00 60.00 10.00", "0.00 0.00 0.00 0.00"];
    check(&unlimited, &unknown, &[winner, lost, lost, "? ? ? 0.00", "?"]);
}

/// Queens Up wins 9 x 5 = 45 on trips at seat 1 and 2 x 10 = 20 on two pair at seat 5.
const TWO_QUEENS_UP: &str = "1 | 5s 5h 5d Jc 9h | play | 10 10 10 5
                             5 | Ts Th 4d 4c Jd | play | 10 10 10 10
                             B4 | Kc 8d 7s 3h 2c | deal";

fn queens_up(game: &str, limit: &str, choices: Choices<'_>, text: &str) -> [String; 2] {
    let rules = rules_of(game, &PAYTABLES, None, choices, &[(Wager::QueensUp, limit)]);
    let r = Round::new(rules, text);
    [0, 1].map(|row| r.owed_of(row, &[Wager::QueensUp]))
}

const KEPT: (&str, &str) = ("aggregate_shortfall", "pro-rata-remainder-kept");
const IN_ORDER: (&str, &str) = ("aggregate_shortfall", "pro-rata-remainder-in-order");
const RIGHT: (&str, &str) = ("settlement_order", "farthest-from-bankers-right");
const RETURNED: (&str, &str) = ("aggregate_counts", "returned");

/// Of 65 won a limit of 50 pays 50/65: 34.615... of 45 and 15.384... of 20, in whole chips.
#[test]
fn a_shortfall_shared_pro_rata() {
    fn shared(limit: &str, choices: Choices<'_>) -> [String; 2] {
        queens_up("crazy4-ca", limit, choices, TWO_QUEENS_UP)
    }
    assert_eq!(shared("65", &[KEPT]), ["50.00", "30.00"]);
    // 34.50 and 15.00; half a dollar is left, for the bank or for the first.
    assert_eq!(shared("50", &[KEPT]), ["39.50", "25.00"]);
    assert_eq!(shared("50", &[IN_ORDER]), ["40.00", "25.00"]);
    assert_eq!(shared("50", &[IN_ORDER, RIGHT]), ["39.50", "25.50"]);
    for (rounding, kept, in_order) in [
        ("down-1.00", ["39.00", "25.00"], ["40.00", "25.00"]),
        ("down-0.25", ["39.50", "25.25"], ["39.75", "25.25"]),
        ("down-0.01", ["39.61", "25.38"], ["39.62", "25.38"]),
    ] {
        assert_eq!(shared("50", &[KEPT, ("aggregate_rounding", rounding)]), kept);
        assert_eq!(shared("50", &[IN_ORDER, ("aggregate_rounding", rounding)]), in_order);
    }
    // A cent short of everything: 44.99... and 19.99... in half dollars; two of them are in what is
    // left (0.99), no more than one for each and none beyond what was won.
    assert_eq!(shared("64.99", &[KEPT]), ["49.50", "29.50"]);
    assert_eq!(shared("64.99", &[IN_ORDER]), ["50.00", "29.50"]);
}

/// The stakes that came back count first, 15 of 50; 35/65 of 45 and of 20 are 24.23 and 10.76.
#[test]
fn pro_rata_where_the_stakes_returned_count() {
    let shared = |limit, how| queens_up("crazy4-ca", limit, &[how, RETURNED], TWO_QUEENS_UP);
    assert_eq!(shared("80", KEPT), ["50.00", "30.00"]);
    assert_eq!(shared("50", KEPT), ["29.00", "20.50"]);
    assert_eq!(shared("50", IN_ORDER), ["29.50", "20.50"]);
    assert_eq!(shared("10", IN_ORDER), ["5.00", "10.00"]);
}

/// At a table of the house the player on the dealer's right, seat 5, comes before seat 1.
#[test]
fn the_house_shares_a_shortfall_by_the_same_rulings() {
    let text = TWO_QUEENS_UP.replace("B4", "D");
    for game in ["crazy4-wa", "crazy4-v2"] {
        let shared = |choices| {
            let paytable = if game == "crazy4-wa" { "C4P-09" } else { "C4P-12" };
            let paytables = [(Wager::SuperBonus, "SB"), (Wager::QueensUp, paytable)];
            let rules = rules_of(game, &paytables, None, choices, &[(Wager::QueensUp, "50")]);
            let r = Round::new(rules, &text);
            [0, 1].map(|row| r.owed_of(row, &[Wager::QueensUp]))
        };
        if game == "crazy4-wa" {
            assert_eq!(shared(&[]), ["35.00", "30.00"]);
            assert_eq!(shared(&[KEPT]), ["39.50", "25.00"]);
            assert_eq!(shared(&[IN_ORDER]), ["39.50", "25.50"]);
            assert_eq!(shared(&[RETURNED]), ["20.00", "30.00"]);
        } else {
            // 7 x 5 = 35 and 20: 50/55 of them are 31.81 and 18.18.
            assert_eq!(shared(&[]), ["35.00", "30.00"]);
            assert_eq!(shared(&[KEPT]), ["36.50", "28.00"]);
            assert_eq!(shared(&[IN_ORDER]), ["36.50", "28.50"]);
        }
    }
}

/// Shares without a remainder need no order and so no seat of the banker; they need every winner.
#[test]
fn pro_rata_is_undecided_only_for_what_it_needs() {
    let nowhere = TWO_QUEENS_UP.replace("B4", "B");
    let shared = |how, text: &str| queens_up("crazy4-ca", "50", &[how], text);
    assert_eq!(shared(KEPT, &nowhere), ["39.50", "25.00"]);
    assert_eq!(shared(IN_ORDER, &nowhere), ["?", "?"]);
    let unknown = TWO_QUEENS_UP.replace("Ts Th 4d 4c Jd", "");
    assert_eq!(shared(KEPT, &unknown), ["?", "?"]);
    assert_eq!(shared(("aggregate_shortfall", "order-of-settlement"), &unknown), ["50.00", "?"]);
    // What loses loses, whoever else wins.
    let lost = unknown.replace("5s 5h 5d Jc 9h", "6s 5h 4d Jc 9h");
    assert_eq!(shared(KEPT, &lost), ["0.00", "?"]);
    assert_eq!(shared(RIGHT, &lost), ["0.00", "?"]);
}

#[test]
fn the_explanation_names_how_a_shortfall_was_shared() {
    let limit = [(Wager::QueensUp, "50")];
    let r = Round::new(rules_of("crazy4-ca", &PAYTABLES, None, &[KEPT], &limit), TWO_QUEENS_UP);
    let why = r.explain(0, Wager::QueensUp);
    assert!(
        why.ends_with(
            "; the aggregate limit of $50.00 for Queens Up is reached in this round and shared pro rata \
             (ruling aggregate_shortfall: pro-rata-remainder-kept; aggregate_rounding: down-0.50): \
             $39.50 returned"
        ),
        "{why}"
    );
}

/// Bank 60 and limit 50, shared 34.50 and 15.00. Seat 1: Play 10, Ante 10, Queens Up 34.50, of the
/// Super Bonus (trips, 2 x 10) the 5.50 left; seat 5 nothing.
#[test]
fn a_shared_limit_comes_before_the_bank() {
    let text = format!("{TWO_QUEENS_UP} | bank=60");
    let limit = [(Wager::QueensUp, "50")];
    let r = Round::new(rules_of("crazy4-ca", &PAYTABLES, None, &[KEPT], &limit), &text);
    assert_eq!(owed(&r), ["20.00 15.50 20.00 39.50", "10.00 10.00 10.00 10.00", "0.00"]);
}
