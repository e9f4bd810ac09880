//! What must hold of every round that can be dealt.

use crate::common::{money, rules};
use feltproof_engine::{Explainer, Outcome, RoundState, SettledHand, TableRules, settle};
use feltproof_model::event::{Action, Extras, HandRow};
use feltproof_model::{Card, CardList, Money, Seat, Timestamp, Wager, WagerMap};
use proptest::prelude::*;
use std::sync::LazyLock;

/// A legal round: up to six players, whole-dollar stakes, the dealer last.
fn rounds() -> impl Strategy<Value = Vec<HandRow>> {
    let pack: Vec<u8> = (0..Card::PACK).collect();
    let player = (any::<bool>(), any::<bool>(), 1_i64..=100, 0_usize..3, 0_i64..50, any::<bool>());
    (Just(pack).prop_shuffle(), prop::collection::vec(player, 1..=6)).prop_map(|(pack, players)| {
        let mut hands = pack.chunks_exact(5).map(|five| {
            let cards: Vec<Card> = five.iter().filter_map(|n| Card::new(*n)).collect();
            CardList::new(&cards).unwrap()
        });
        let mut rows = Vec::new();
        for (seat, (fold, shown, ante, times, queens, progressive)) in (1_u8..).zip(players) {
            let mut row = blank(Seat::Player(seat), hands.next().unwrap());
            row.action = if fold { Action::Fold } else { Action::Play };
            if fold && !shown {
                row.cards = CardList::EMPTY;
            }
            let ante = Money::from_dollars(ante).unwrap();
            row.stake[Wager::Ante] = ante;
            row.stake[Wager::SuperBonus] = ante;
            if !fold {
                row.stake[Wager::Play] = ante.checked_mul([1, 2, 3][times]).unwrap();
            }
            row.stake[Wager::QueensUp] = Money::from_dollars(queens).unwrap();
            row.stake[Wager::Progressive] = if progressive { money("5") } else { Money::ZERO };
            rows.push(row);
        }
        rows.push(blank(Seat::Dealer, hands.next().unwrap()));
        rows
    })
}

fn blank(seat: Seat, cards: CardList) -> HandRow {
    let (stake, returned) = (WagerMap::default(), WagerMap::default());
    let (action, extras) = (Action::Deal, Extras::default());
    HandRow { line: 1, time: Timestamp(0), seat, action, cards, extras, stake, returned }
}

fn settled(rules: &TableRules, rows: &[HandRow]) -> Vec<SettledHand> {
    let mut out = Vec::new();
    let outcome = settle(rules, rows, &mut out);
    assert_eq!(outcome.state, RoundState::Settled);
    out
}

/// The most any wager returns, as a multiple of its stake.
fn most(wager: Wager) -> i64 {
    match wager {
        Wager::Ante | Wager::Play => 2,
        Wager::SuperBonus => 201,
        Wager::QueensUp => 51,
        Wager::Progressive => 300,
        _ => 0,
    }
}

/// Three tables that differ in paytable and rulings; read once, since every case asks for them.
fn all_rules() -> &'static [TableRules; 3] {
    static RULES: LazyLock<[TableRules; 3]> = LazyLock::new(|| {
        [
            rules("pays-1", &[]),
            rules(
                "pays-2",
                &[("progressive_on_fold", "not-eligible"), ("queens_up_on_fold", "loses")],
            ),
            rules(
                "pays-3",
                &[("super_bonus_vs_unqualified", "pushes"), ("envy_holder", "wagering-player")],
            ),
        ]
    });
    &RULES
}

fn moved(rows: &[HandRow], suits: &[u8]) -> Vec<HandRow> {
    let mut rows = rows.to_vec();
    for row in &mut rows {
        let cards: Vec<Card> = row
            .cards
            .as_slice()
            .iter()
            .filter_map(|c| Card::new(suits[usize::from(c.suit())] * 13 + c.rank()))
            .collect();
        row.cards = CardList::new(&cards).unwrap();
    }
    rows
}

proptest! {
    #[test]
    fn owed_is_never_negative_and_never_beyond_the_best_odds(rows in rounds()) {
        for rules in all_rules() {
            for (row, hand) in rows.iter().zip(settled(rules, &rows)) {
                for wager in Wager::ALL.into_iter().filter(|w| *w != Wager::Envy) {
                    let bound = row.stake[wager].checked_mul(most(wager)).unwrap();
                    prop_assert!(hand.owed[wager] >= Money::ZERO && hand.owed[wager] <= bound);
                }
                let envies = i64::from(hand.envy_from.len());
                prop_assert!(hand.owed[Wager::Envy] <= money("100").checked_mul(envies).unwrap());
                prop_assert_eq!(hand.owed[Wager::Envy].is_zero(), envies == 0);
                prop_assert!(hand.meter_share.is_none() || hand.rank.is_some_and(|rank| Outcome::FOUR_ACES.includes(rank)));
            }
        }
    }

    #[test]
    fn nothing_depends_on_the_order_of_the_rows(
        (rows, order) in rounds().prop_flat_map(|rows| {
            let order: Vec<usize> = (0..rows.len()).collect();
            (Just(rows), Just(order).prop_shuffle())
        })
    ) {
        for rules in all_rules() {
            let straight = settled(rules, &rows);
            let shuffled: Vec<HandRow> = order.iter().map(|i| rows[*i]).collect();
            let wanted: Vec<SettledHand> = order.iter().map(|i| straight[*i]).collect();
            prop_assert_eq!(settled(rules, &shuffled), wanted);
        }
    }

    #[test]
    fn suits_are_equal(
        rows in rounds(),
        suits in Just(vec![0_u8, 1, 2, 3]).prop_shuffle()
    ) {
        for rules in all_rules() {
            prop_assert_eq!(settled(rules, &moved(&rows, &suits)), settled(rules, &rows));
        }
    }

    #[test]
    fn the_order_of_the_cards_of_a_hand_does_not_matter(rows in rounds()) {
        let mut turned = rows.clone();
        for row in &mut turned {
            let mut cards = row.cards.as_slice().to_vec();
            cards.reverse();
            row.cards = CardList::new(&cards).unwrap();
        }
        let rules = &all_rules()[2];
        prop_assert_eq!(settled(rules, &turned), settled(rules, &rows));
    }

    #[test]
    fn winning_and_losing_are_mirrored(rows in rounds()) {
        // Of two hands, one's Ante is paid against the other only where the other's would be lost:
        // with both above king high, what one wins the other would lose.
        let rules = &all_rules()[2];
        let (first, dealer) = (rows[0], rows[rows.len() - 1]);
        prop_assume!(first.action == Action::Play);
        let swap = |a: &HandRow, b: &HandRow| {
            let mut pair = [first, dealer];
            pair[0].cards = a.cards;
            pair[1].cards = b.cards;
            let mut out = Vec::new();
            let outcome = settle(rules, &pair, &mut out);
            (outcome.dealer_qualifies, out[0].owed[Wager::Ante])
        };
        let (there, back) = (swap(&first, &dealer), swap(&dealer, &first));
        if there.0 && back.0 {
            let twice = first.stake[Wager::Ante].checked_mul(2);
            prop_assert_eq!(there.1.checked_add(back.1), twice);
        }
    }

    #[test]
    fn a_record_of_any_shape_settles_without_panic(
        raw in prop::collection::vec(
            (0_u8..12, prop::collection::vec(0_u8..52, 0..8), 0_usize..5, prop::array::uniform6(any::<i64>())),
            0..9,
        )
    ) {
        let rows: Vec<HandRow> = raw.into_iter().map(|(seat, cards, action, stakes)| {
            let seat = match seat { 10 => Seat::Dealer, 11 => Seat::Banker(4), n => Seat::Player(n) };
            let cards: Vec<Card> = cards.into_iter().filter_map(Card::new).collect();
            let mut row = blank(seat, CardList::new(&cards).unwrap());
            row.action = [Action::Play, Action::Fold, Action::Deal, Action::Void, Action::Unrecorded][action];
            for (wager, stake) in Wager::ALL.into_iter().zip(stakes) {
                row.stake[wager] = Money::from_micros(stake);
            }
            row
        }).collect();
        for rules in all_rules() {
            let mut out = Vec::new();
            let outcome = settle(rules, &rows, &mut out);
            prop_assert_eq!(out.len(), rows.len());
            let explainer = Explainer::new(rules, &rows, &out, outcome);
            for (i, hand) in out.iter().enumerate() {
                for wager in Wager::ALL {
                    prop_assert!(hand.owed[wager] >= Money::ZERO);
                    prop_assert!(!explainer.text(i, wager).is_empty());
                }
            }
        }
    }
}
