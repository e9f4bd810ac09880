//! Every one of the 20,358,520 six-card hands, ranked twice: by the six-card tables, and as the
//! best of the six five-card hands in it, whose ranks `ranking.rs` proves against a slow evaluator.

use feltproof_engine::{HandRank, best_four_of_five, best_four_of_six, best_four_six_cards};
use feltproof_model::Card;

fn pack() -> Vec<Card> {
    (0..Card::PACK).filter_map(Card::new).collect()
}

fn every_hand(mut visit: impl FnMut([Card; 6])) {
    let pack = pack();
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        for f in e + 1..52 {
                            visit([pack[a], pack[b], pack[c], pack[d], pack[e], pack[f]]);
                        }
                    }
                }
            }
        }
    }
}

fn by_five([a, b, c, d, e, f]: [Card; 6]) -> HandRank {
    let fives = [
        [a, b, c, d, e],
        [a, b, c, d, f],
        [a, b, c, e, f],
        [a, b, d, e, f],
        [a, c, d, e, f],
        [b, c, d, e, f],
    ];
    fives.map(best_four_of_five).into_iter().max().unwrap()
}

/// The dealer's hands of Four Card Poker, weakest category first, as published with it.
const PUBLISHED: [u32; 8] =
    [4_872_000, 8_194_320, 2_342_736, 1_744_080, 2_245_352, 897_616, 47_752, 14_664];

#[test]
fn every_hand_ranks_as_the_best_five_cards_in_it_and_the_published_counts_come_out() {
    let mut counts = [0_u32; 8];
    every_hand(|cards| {
        let rank = best_four_of_six(cards);
        assert_eq!(rank, by_five(cards), "{cards:?}");
        counts[rank.category() as usize] += 1;
    });
    assert_eq!(counts, PUBLISHED);
    assert_eq!(counts.iter().sum::<u32>(), 20_358_520);
}

#[test]
fn three_of_a_kind_beside_four_of_a_suit_is_worth_more_than_the_flush() {
    let hand = |text: &str| -> [Card; 6] {
        let words = text.split(' ').map(|word| Card::parse(word.as_bytes()).unwrap());
        words.collect::<Vec<_>>().try_into().unwrap()
    };
    for (cards, worth, shown) in [
        ("As 9s 5s 3s Ah Ad", "three aces with 9", "As 9s Ah Ad"),
        ("As 9s 5s 3s 9h 9d", "three nines with A", "As 9s 9h 9d"),
        // A straight flush is worth more than either.
        ("5s 4s 3s 2s 5h 5d", "a five-high straight flush (5 4 3 2)", "5s 4s 3s 2s"),
        ("As 4s 3s 2s Ah Ad", "a four-high straight flush (4 3 2 A)", "As 4s 3s 2s"),
        // Five and six cards of a suit; the highest four are not always the best.
        ("As Ks 5s 4s 3s 2s", "a five-high straight flush (5 4 3 2)", "5s 4s 3s 2s"),
        ("As Ks 9s 5s 3s 2h", "an ace-high flush (A K 9 5)", "As Ks 9s 5s"),
        ("As Ks Qs 9s 5s 3s", "an ace-high flush (A K Q 9)", "As Ks Qs 9s"),
        // Three pairs: the highest two count.
        ("As Ah Kd Kc Qs Qh", "two pair, aces and kings", "As Ah Kd Kc"),
        ("2s 2h 2d Kc Ks Kh", "three kings with 2", "2s Kc Ks Kh"),
        ("2s 2h 2d 2c Ks Kh", "four twos", "2s 2h 2d 2c"),
    ] {
        assert_eq!(best_four_of_six(hand(cards)).describe(), worth, "{cards}");
        let four: Vec<String> =
            best_four_six_cards(hand(cards)).iter().map(ToString::to_string).collect();
        let mut shown: Vec<&str> = shown.split(' ').collect();
        let mut four: Vec<&str> = four.iter().map(String::as_str).collect();
        if worth.contains("with 2") {
            // Any of the three twos is as good a kicker.
            four.retain(|card| !card.starts_with('2'));
            shown.retain(|card| !card.starts_with('2'));
        }
        assert_eq!(four, shown, "{cards}");
    }
}

#[test]
fn neither_the_order_of_the_cards_nor_their_suits_matter() {
    let turned = |card: Card| Card::new((card.number() + 13) % Card::PACK).unwrap();
    let mut hands = 0_u32;
    every_hand(|cards| {
        hands += 1;
        if hands.is_multiple_of(499) {
            let [a, b, c, d, e, f] = cards;
            let rank = best_four_of_six(cards);
            for other in [[f, e, d, c, b, a], [c, a, f, e, b, d], cards.map(turned)] {
                assert_eq!(best_four_of_six(other), rank, "{cards:?}");
            }
        }
    });
}

#[test]
fn the_four_cards_shown_are_of_the_hand_and_worth_the_rank() {
    let pack = pack();
    let mut seen = [0_u32; 8];
    let mut hands = 0_u32;
    every_hand(|cards| {
        hands += 1;
        if hands.is_multiple_of(997) {
            let rank = best_four_of_six(cards);
            let four = best_four_six_cards(cards);
            assert!(four.iter().all(|card| cards.contains(card)), "{cards:?}");
            assert!(four.windows(2).all(|pair| pair[0] != pair[1]), "{cards:?}");
            // A fifth card that adds nothing: with some card of the pack the four are worth no
            // more than alone, and never less.
            let [a, b, c, d] = four;
            let others = pack.iter().filter(|card| !four.contains(card));
            let alone = others.map(|card| best_four_of_five([a, b, c, d, *card])).min();
            assert_eq!(alone, Some(rank), "{cards:?}");
            seen[rank.category() as usize] += 1;
        }
    });
    assert!(seen.iter().all(|count| *count > 0), "every category was seen: {seen:?}");
}
