//! Rounds of Crazy 4 Poker with a Player Banker, worked by hand from document 000. Amounts owed stand
//! in the order Ante, Super Bonus, Play, Queens Up; the Queens Up paytable is C4P-09. The banker sits
//! at seat 4, so seats 1 and 6 are three and two seats away.

use crate::common::{Round, rules_of};
use feltproof_engine::{RoundState, TableRules, Why};
use feltproof_model::Wager;

const WAGERS: [Wager; 4] = [Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp];

fn rules(choices: &[(&str, &str)], aggregate: Option<&str>) -> TableRules {
    let aggregate: Vec<(Wager, &str)> =
        aggregate.iter().map(|limit| (Wager::QueensUp, *limit)).collect();
    let paytables = [(Wager::SuperBonus, "SB"), (Wager::QueensUp, "C4P-09")];
    rules_of("crazy4-ca", &paytables, None, choices, &aggregate)
}

fn round(text: &str) -> Round {
    Round::new(rules(&[], None), text)
}

fn ruled(ruling: &str, value: &str, text: &str) -> Round {
    Round::new(rules(&[(ruling, value)], None), text)
}

/// What is owed to a row, in the order of [`WAGERS`].
fn owed(r: &Round, row: usize) -> String {
    r.owed_of(row, &WAGERS)
}

/// What is left of the bank, whose row is the last.
fn bank(r: &Round) -> String {
    r.owed_of(r.rows.len() - 1, &[Wager::Bank])
}

/// A pair of aces beats king high and a pair of queens or better pays; jack high loses all four.
fn winner_and_loser(winner: u8, loser: u8, bank: &str) -> String {
    format!(
        "{winner} | As Ah Kd 9c 2h | play | 10 10 30 5
         {loser} | Js Th 6d 4c 3s | play | 10 10 10 5
         B4 | Kc 7d 5s 3h 2c | deal | bank={bank}"
    )
}

/// Player VS. Player Banker: beating a qualifying hand wins Ante and Play even money; a better
/// banker's hand takes both. Paid 30 + 10 + 5 = 45; collected 10 + 10 + 5 + 10 = 35.
#[test]
fn a_bank_that_covers_everything_pays_and_collects_in_full() {
    let r = round(&winner_and_loser(1, 6, "200"));
    assert!(r.outcome.dealer_qualifies);
    assert_eq!(owed(&r, 0), "20.00 10.00 60.00 10.00");
    assert_eq!(owed(&r, 1), "0.00 0.00 0.00 0.00");
    assert_eq!(bank(&r), "190.00"); // 200 - 45 + 35
    assert_eq!(
        r.explain(2, Wager::Bank),
        "the bank of $200.00 pays $45.00 and collects $35.00: $190.00 is left"
    );
    assert!(r.explain(0, Wager::Play).starts_with(
        "banker K♣ 7♦ 5♠ 3♥ is king-high and qualifies (king high or better); player A♥ A♠ K♦ 9♣"
    ));
}

/// Seat 1 is farther from the banker than seat 6, so it is settled first: Play 30, Ante 10, Queens
/// Up 5. With 45 in the bank nothing then covers the losing wagers of seat 6: they go back.
#[test]
fn a_bank_exactly_exhausted_leaves_the_losing_wagers_uncovered() {
    let r = round(&winner_and_loser(1, 6, "45"));
    assert_eq!(owed(&r, 0), "20.00 10.00 60.00 10.00");
    assert_eq!(owed(&r, 1), "10.00 10.00 10.00 5.00");
    assert_eq!(bank(&r), "0.00");
    assert!(r.hands[0].cut_by_bank.is_empty());
    assert!(WAGERS.iter().all(|w| r.hands[1].cut_by_bank.contains(*w)));
    assert!(r.explain(1, Wager::Ante).ends_with(
        "the bank does not collect all of it (ruling bank_collects: up-to-stake), and what it does not \
         collect is returned: $10.00 returned"
    ));
}

/// One cent short of the winnings: the last of them, Queens Up, is paid 4.99 of 5.
#[test]
fn one_cent_short_is_one_cent_less_for_the_last_winning_wager() {
    let r = round(&winner_and_loser(1, 6, "44.99"));
    assert_eq!(owed(&r, 0), "20.00 10.00 60.00 9.99");
    assert_eq!(owed(&r, 1), "10.00 10.00 10.00 5.00");
    assert_eq!(bank(&r), "0.00");
    assert!(r.hands[0].cut_by_bank.contains(Wager::QueensUp));
    assert!(!r.hands[0].cut_by_bank.contains(Wager::Ante));
}

/// Of 54 the winner leaves 9: of a losing 10 the bank takes 9 and returns 1; of 5 it takes all.
/// 54 - 45 + 9 + 9 + 5 + 9 = 41. With 55 every wager is covered: 55 - 45 + 35 = 45.
#[test]
fn a_losing_wager_is_collected_as_far_as_the_bank_covers_it() {
    let r = round(&winner_and_loser(1, 6, "54"));
    assert_eq!(owed(&r, 0), "20.00 10.00 60.00 10.00");
    assert_eq!(owed(&r, 1), "1.00 1.00 1.00 0.00");
    assert_eq!(bank(&r), "41.00");
    let r = round(&winner_and_loser(1, 6, "55"));
    assert_eq!(owed(&r, 1), "0.00 0.00 0.00 0.00");
    assert_eq!(bank(&r), "45.00");
    assert!(r.hands.iter().all(|h| h.cut_by_bank.is_empty()));
}

/// The loser sits farther away here and is collected first: Play 10 and Ante 10 are the 20 that a bank
/// of 20 may win. Alone, the 20 put up pay 20 of the Play's 30. With what was collected, 40 pay the Play
/// and the Ante, and nothing of Queens Up.
#[test]
fn collected_wagers_extend_the_bank_only_by_ruling() {
    let text = winner_and_loser(6, 1, "20");
    let r = round(&text);
    assert_eq!(owed(&r, 1), "0.00 10.00 0.00 5.00");
    assert_eq!(owed(&r, 0), "10.00 10.00 50.00 5.00");
    assert_eq!(bank(&r), "20.00"); // 20 - 20 + 20
    let r = ruled("bank_funds", "stake-and-collections", &text);
    assert_eq!(owed(&r, 1), "0.00 10.00 0.00 5.00");
    assert_eq!(owed(&r, 0), "20.00 10.00 60.00 5.00");
    assert_eq!(bank(&r), "0.00"); // 20 - 40 + 20
}

/// A bank of 4 that collects what it covers, whatever that comes to: alone, it covers 4 of each losing
/// wager. With collections it grows as it collects: Play 4 (then 8), Ante 8 (then 16), Queens Up 5,
/// Super Bonus 10.
#[test]
fn a_growing_bank_covers_more_of_each_losing_wager() {
    let text = "1 | Js Th 6d 4c 3s | play | 10 10 10 5
                B4 | Kc 7d 5s 3h 2c | deal | bank=4";
    let covered = ("bank_collects", "as-covered");
    let r = ruled(covered.0, covered.1, text);
    assert_eq!(owed(&r, 0), "6.00 6.00 6.00 1.00");
    assert_eq!(bank(&r), "20.00"); // 4 + 4 x 4
    let r = Round::new(rules(&[covered, ("bank_funds", "stake-and-collections")], None), text);
    assert_eq!(owed(&r, 0), "2.00 0.00 6.00 0.00");
    assert_eq!(bank(&r), "31.00"); // 4 + 4 + 8 + 5 + 10
}

/// Six players with the banker. Eight high does not qualify: every Play wins 10, every Ante pushes,
/// and no hand is below eight high. From the farthest: 1 (three away), 6 and 2 (two), 5 and 3 (one).
fn six_players(bank: &str) -> String {
    format!(
        "1 | As Kh Qd 9c 6h | play | 10 10 10
         2 | Ah Kd Qc 9s 6d | play | 10 10 10
         3 | Ad Kc Qs 9h 6c | play | 10 10 10
         5 | Ac Ks Qh 9d 6s | play | 10 10 10
         6 | Jh Td 8s 4c 3c | play | 10 10 10
         {bank}"
    )
}

const EIGHT_HIGH: &str = "| 8c 7d 5s 3h 2c | deal | bank=";

/// What each Play is returned, in the order of the rows.
fn plays(r: &Round) -> Vec<String> {
    (0..5).map(|row| r.owed_of(row, &[Wager::Play])).collect()
}

#[test]
fn of_two_players_equally_far_the_higher_seat_is_settled_first() {
    // 25: seat 1 has 10, seat 6 has 10, seat 2 has the last 5, seats 5 and 3 nothing.
    let r = round(&six_players(&format!("B4 {EIGHT_HIGH}25")));
    assert!(!r.outcome.dealer_qualifies);
    assert_eq!(plays(&r), ["20.00", "15.00", "10.00", "10.00", "20.00"]);
    // 35: one more, and of seats 5 and 3 the higher is first.
    let r = round(&six_players(&format!("B4 {EIGHT_HIGH}35")));
    assert_eq!(plays(&r), ["20.00", "20.00", "10.00", "15.00", "20.00"]);
    assert_eq!(bank(&r), "0.00");
    for row in 0..5 {
        assert_eq!(r.owed_of(row, &[Wager::Ante, Wager::SuperBonus]), "10.00 10.00");
    }
}

/// Farthest from the banker's right: round the table from the banker's left, 5, 6, 1, 2, 3.
#[test]
fn the_other_order_goes_round_the_table() {
    let text = six_players(&format!("B4 {EIGHT_HIGH}25"));
    let r = ruled("settlement_order", "farthest-from-bankers-right", &text);
    assert_eq!(plays(&r), ["15.00", "10.00", "10.00", "20.00", "20.00"]);
    let same = ruled("settlement_order", "farthest-from-banker", &text);
    assert_eq!(plays(&same), plays(&round(&text)));
    // A banker at seat 6 has seat 1 next round the table, and farthest away.
    let text = "1 | As Kh Qd 9c 6h | play | 10 10 10
                5 | Ac Ks Qh 9d 6s | play | 10 10 10
                B6 | 8c 7d 5s 3h 2c | deal | bank=10";
    for order in ["farthest-from-banker", "farthest-from-bankers-right"] {
        let r = ruled("settlement_order", order, text);
        assert_eq!(r.owed_of(0, &[Wager::Play]), "20.00", "{order}");
        assert_eq!(r.owed_of(1, &[Wager::Play]), "10.00", "{order}");
    }
}

/// `B` alone does not say where the banker sits. It matters only when the bank binds: two wins of 10
/// against 20 are paid in any order; against 19.99 one of them is a cent short, from seat 6 that of
/// seat 5, from seat 2 that of seat 1. What every order agrees about is told.
#[test]
fn a_banker_without_a_seat_is_undecided_only_when_the_bank_binds() {
    let text = |bank: &str| {
        format!(
            "1 | As Kh Qd 9c 6h | play | 10 10 10
             5 | Ac Ks Qh 9d 6s | play | 10 10 10
             B {EIGHT_HIGH}{bank}"
        )
    };
    let r = round(&text("20"));
    assert_eq!(owed(&r, 0), "10.00 10.00 20.00 0.00");
    assert_eq!(owed(&r, 1), "10.00 10.00 20.00 0.00");
    assert_eq!(bank(&r), "0.00");
    let r = round(&text("19.99"));
    assert_eq!(owed(&r, 0), "10.00 10.00 ? 0.00");
    assert_eq!(owed(&r, 1), "10.00 10.00 ? 0.00");
    assert_eq!(bank(&r), "0.00");
    assert!(
        r.explain(0, Wager::Play)
            .contains("a limit was reached in this round, and the record does not tell")
    );
    let seat_5_first = text("19.99").replace("B |", "B2 |");
    assert_eq!(owed(&round(&seat_5_first), 0), "10.00 10.00 19.99 0.00");
    let seat_1_first = text("19.99").replace("B |", "B6 |");
    assert_eq!(owed(&round(&seat_1_first), 1), "10.00 10.00 19.99 0.00");
    // A winner is paid 45 of 45 in either order; only if it comes second is anything collected.
    let r = round(&winner_and_loser(1, 6, "45").replace("B4", "B"));
    assert_eq!(owed(&r, 0), "20.00 10.00 60.00 10.00");
    assert_eq!(owed(&r, 1), "? ? ? ?");
    assert_eq!(bank(&r), "?");
}

/// At a table of six with five players, the banker sits in the one seat left.
#[test]
fn a_full_table_tells_where_the_banker_sits() {
    let r = round(&six_players(&format!("B {EIGHT_HIGH}49.99")));
    assert_eq!(plays(&r), ["20.00", "20.00", "19.99", "20.00", "20.00"]);
    // Without a bank on record full cover is assumed, and nothing is left or owed of it.
    let r = round(&six_players("B | 8c 7d 5s 3h 2c | deal"));
    assert_eq!(plays(&r), ["20.00"; 5]);
    assert_eq!(bank(&r), "0.00");
}

/// Queens Up wins 9 x 5 = 45 on trips at seat 1 and 2 x 10 = 20 on two pair at seat 5.
const TWO_QUEENS_UP: &str = "1 | 5s 5h 5d Jc 9h | play | 10 10 10 5
                             5 | Ts Th 4d 4c Jd | play | 10 10 10 10
                             B4 | Kc 8d 7s 3h 2c | deal";

fn queens_up(limit: &str, choices: &[(&str, &str)], text: &str) -> [String; 2] {
    let r = Round::new(rules(choices, Some(limit)), text);
    [0, 1].map(|row| r.owed_of(row, &[Wager::QueensUp]))
}

const RIGHT: (&str, &str) = ("settlement_order", "farthest-from-bankers-right");
const RETURNED: (&str, &str) = ("aggregate_counts", "returned");

/// An aggregate limit caps what all winners of the side bet are paid in one round.
#[test]
fn an_aggregate_limit_pays_in_the_order_of_settlement_until_it_is_reached() {
    // 65 in winnings: at the limit nothing is cut, a cent below the last winner has a cent less.
    assert_eq!(queens_up("65", &[], TWO_QUEENS_UP), ["50.00", "30.00"]);
    assert_eq!(queens_up("64.99", &[], TWO_QUEENS_UP), ["50.00", "29.99"]);
    assert_eq!(queens_up("64.99", &[RIGHT], TWO_QUEENS_UP), ["49.99", "30.00"]);
    // 50: seat 1 has 45, seat 5 the other 5; the other way round 20 and 30.
    assert_eq!(queens_up("50", &[], TWO_QUEENS_UP), ["50.00", "15.00"]);
    assert_eq!(queens_up("50", &[RIGHT], TWO_QUEENS_UP), ["35.00", "30.00"]);
}

/// Counted with the stakes returned, 50 + 30 = 80 reach the limit.
#[test]
fn an_aggregate_limit_may_count_the_stakes_returned() {
    assert_eq!(queens_up("80", &[RETURNED], TWO_QUEENS_UP), ["50.00", "30.00"]);
    assert_eq!(queens_up("79.99", &[RETURNED], TWO_QUEENS_UP), ["50.00", "29.99"]);
    // 50: seat 1 takes it all, seat 5 gets its stake back; round the table seat 5 takes 30, and of
    // the 20 left seat 1 has its 5 back and 15 won.
    assert_eq!(queens_up("50", &[RETURNED], TWO_QUEENS_UP), ["50.00", "10.00"]);
    assert_eq!(queens_up("50", &[RETURNED, RIGHT], TWO_QUEENS_UP), ["20.00", "30.00"]);
}

#[test]
fn a_limit_is_told_and_concerns_its_own_wager_alone() {
    let r = Round::new(rules(&[], Some("50")), TWO_QUEENS_UP);
    assert!(r.hands[0].cut_by_aggregate.is_empty());
    assert!(r.hands[1].cut_by_aggregate.contains(Wager::QueensUp));
    assert_eq!(owed(&r, 0), "20.00 30.00 20.00 50.00");
    assert_eq!(owed(&r, 1), "20.00 10.00 20.00 15.00");
    assert!(r.explain(1, Wager::QueensUp).ends_with(
        "Queens Up pays 2 to 1 on $10.00: $20.00 won, $30.00 returned; the aggregate limit of $50.00 for Queens Up is reached in this round: $15.00 returned"
    ));
    // Without the banker's seat only Queens Up is open, and only where the limit binds.
    let nowhere = TWO_QUEENS_UP.replace("B4", "B");
    assert_eq!(queens_up("65", &[], &nowhere), ["50.00", "30.00"]);
    let r = Round::new(rules(&[], Some("64.99")), &nowhere);
    assert_eq!(owed(&r, 0), "20.00 30.00 20.00 ?");
    assert_eq!(owed(&r, 1), "20.00 10.00 20.00 ?");
    // A contradiction about folding is not what leaves it open.
    let r = Round::new(rules(&[], Some("64.99")), &nowhere.replacen("10 10 10 5", "10 10 0 5", 1));
    assert!(r.explain(0, Wager::QueensUp).starts_with("a limit was reached in this round"));
}

/// Bank 60 and limit 50. Seat 1: Play 10, Ante 10, of Queens Up 45 the 40 left; Super Bonus (trips,
/// 20) nothing. Seat 5: nothing is left for Play, Ante and Queens Up; its Super Bonus pushes.
#[test]
fn a_bank_and_an_aggregate_limit_bind_together() {
    let r = Round::new(rules(&[], Some("50")), &format!("{TWO_QUEENS_UP} | bank=60"));
    assert_eq!(owed(&r, 0), "20.00 10.00 20.00 45.00");
    assert_eq!(owed(&r, 1), "10.00 10.00 10.00 10.00");
    assert_eq!(bank(&r), "0.00");
    assert!(!r.hands[0].cut_by_aggregate.contains(Wager::QueensUp));
    assert!(r.hands[0].cut_by_bank.contains(Wager::QueensUp));
    assert!(r.hands[1].cut_by_aggregate.contains(Wager::QueensUp));
}

/// Two players are enough, one of whom banks; a house dealer deals but holds no hand.
#[test]
fn a_house_dealer_without_cards_may_stand_beside_the_banker() {
    let r = round(
        "2 | As Ah Kd 9c 2h | play | 10 10 30
         D | | deal
         B1 | Qc 7d 5s 3h 2c | deal | bank=30",
    );
    // Queen high does not qualify: Play 30, Ante pushes, the pair of aces pushes Super Bonus.
    assert_eq!(owed(&r, 0), "10.00 10.00 60.00 0.00");
    assert_eq!(bank(&r), "0.00");
}

#[test]
fn rows_that_do_not_belong_to_a_player_banked_table_settle_nothing() {
    let player = "2 | As Ah Kd 9c 2h | play | 10 10 30";
    let banker = "B1 | Qc 7d 5s 3h 2c | deal | bank=30";
    for (rows, why) in [
        (format!("{player}\nD | Qc 7d 5s 3h 2c | deal"), Why::HouseDealer),
        (format!("{player}\nD | Ks Js 8h 4c 3d | deal\n{banker}"), Why::HouseDealer),
        (player.to_owned(), Why::NoDealerHand),
        (format!("{player}\nD | | deal"), Why::NoDealerHand),
        (format!("{player}\n{banker}\nB3 | Ks Js 8h 4c 3d | deal"), Why::TwoDealerHands),
        (format!("{player}\n{}", banker.replace("B1", "B2")), Why::SeatTwice),
    ] {
        let r = round(&rows);
        assert_eq!(r.outcome.state, RoundState::Unsettleable(why), "{rows}");
        assert_eq!(owed(&r, 0), "? ? ? ?");
    }
}

/// Irregularities 1: a wrong number of cards voids all hands. Stakes and bank go back.
#[test]
fn a_wrong_number_of_cards_returns_stakes_and_bank() {
    let fair = winner_and_loser(1, 6, "45");
    for (from, to, says) in [
        ("Js Th 6d 4c 3s", "Js Th 6d 4c", "seat 6 has 4 cards, not 5"),
        ("Js Th 6d 4c 3s", "Js Th 6d 4c 3s 2s", "seat 6 has 6 cards, not 5"),
        ("Kc 7d 5s 3h 2c", "Kc 7d 5s 3h", "the banker has 4 cards, not 5"),
        ("Kc 7d 5s 3h 2c", "Kc 7d 5s 3h 2c 2d", "the banker has 6 cards, not 5"),
        ("3h 2c | deal", "3h 2c | void", "it was declared void"),
    ] {
        assert!(fair.contains(from));
        let r = round(&fair.replace(from, to));
        assert_eq!(r.outcome.state, RoundState::Void, "{to}");
        assert_eq!(owed(&r, 0), "10.00 10.00 30.00 5.00");
        assert_eq!(owed(&r, 1), "10.00 10.00 10.00 5.00");
        assert_eq!(bank(&r), "45.00");
        assert!(r.explain(0, Wager::Ante).contains(says), "{says}");
        assert_eq!(
            r.explain(2, Wager::Bank),
            format!("the round is void ({says}): the bank of $45.00 goes back")
        );
    }
    // There is no progressive here, so the other ruling returns the same.
    let void = fair.replace("3h 2c | deal", "3h 2c | void");
    let r = ruled("void_round", "progressive-stands", &void);
    assert_eq!(owed(&r, 0), "10.00 10.00 30.00 5.00");
    assert_eq!(bank(&r), "45.00");
}

/// A fold forfeits Ante and Super Bonus to the bank. Queens Up on a pair of queens stands or goes.
#[test]
fn a_folded_hand_is_collected_and_its_queens_up_follows_the_ruling() {
    let text = "2 | Qs Qh Jd 9c 8h | fold | 10 10 0 5
                B4 | Ac Ad Ts 7h 2c | deal | bank=100";
    let r = round(text);
    assert_eq!(owed(&r, 0), "0.00 0.00 0.00 10.00");
    assert_eq!(bank(&r), "115.00"); // 100 + 20 - 5
    let r = ruled("queens_up_on_fold", "loses", text);
    assert_eq!(owed(&r, 0), "0.00 0.00 0.00 0.00");
    assert_eq!(bank(&r), "125.00");
}

/// Jack high is below queen high, which does not qualify: Play wins, Ante pushes, Super Bonus as
/// ruled. A tie pushes all three.
#[test]
fn the_super_bonus_against_an_unqualified_banker_follows_the_ruling() {
    let text = "2 | Js 9h 8d 4c 2h | play | 10 10 10
                B4 | Qc Jd Ts 8h 2c | deal | bank=100";
    let r = round(text);
    assert_eq!(owed(&r, 0), "10.00 0.00 20.00 0.00");
    assert_eq!(bank(&r), "100.00"); // paid 10, collected 10
    let r = ruled("super_bonus_vs_unqualified", "pushes", text);
    assert_eq!(owed(&r, 0), "10.00 10.00 20.00 0.00");
    assert_eq!(bank(&r), "90.00");
    let tie = "2 | As Kh Qd 9c 8h | play | 10 10 10
               B4 | Ac Kd Qs 9h 2c | deal | bank=100";
    assert_eq!(owed(&round(tie), 0), "10.00 10.00 10.00 0.00");
    assert_eq!(bank(&round(tie)), "100.00");
}

#[test]
fn the_play_may_be_twice_the_ante_unless_ruled_otherwise() {
    let r = round(&winner_and_loser(1, 6, "200"));
    let [aces, jack_high] = [0, 1].map(|row: usize| r.hands[row].rank.unwrap());
    assert_eq!(r.rules.play_multiples_for(aces), [1, 2, 3]);
    assert_eq!(r.rules.play_multiples_for(jack_high), [1]);
    assert_eq!(r.rules.players(), (2, 6));
    let strict = rules(&[("play_multiples", "1-3")], None);
    assert_eq!(strict.play_multiples_for(aces), [1, 3]);
    assert_eq!(strict.play_multiples_for(jack_high), [1]);
}

/// A flush pays 3 to 2 on Super Bonus: 7.50 on 5, 3.75 on 2.50; the bank pays what is paid out.
#[test]
fn three_to_two_is_paid_in_whole_chips_where_ruled() {
    for (ruling, five, half) in [
        ("exact", "12.50", "6.25"),
        ("down-0.50", "12.50", "6.00"),
        ("up-0.50", "12.50", "6.50"),
        ("half-up-0.50", "12.50", "6.50"),
        ("down-1.00", "12.00", "5.50"),
        ("up-1.00", "13.00", "6.50"),
        ("half-up-1.00", "13.00", "6.50"),
    ] {
        for (stake, want) in [("5", five), ("2.50", half)] {
            let r = ruled(
                "payout_rounding",
                ruling,
                &format!(
                    "2 | As 9s 5s 3s Kh | play | {stake} {stake} {stake}
                     B4 | Ac Ad Ah 7h 2c | deal | bank=100"
                ),
            );
            assert_eq!(r.owed_of(0, &[Wager::SuperBonus]), want, "{ruling} {stake}");
        }
    }
}
