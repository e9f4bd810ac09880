//! The highest hand of a deal against four other ways to know it: closed forms, a direct count of
//! two-hand deals, counts rank by rank and suit by suit without signs, and dealt cards.

use feltproof_par::high_hand::{GAME_ORDER, HighHand, HighHandCounter, HighHands};
use num_bigint::{BigInt, BigUint};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// The rows in the order document 002 prints them: the royal flush above four of a kind.
const DOCUMENT_ORDER: [HighHand; 5] = {
    let [four_aces, four, royal, straight_flush, three] = GAME_ORDER;
    [four_aces, royal, four, straight_flush, three]
};

/// What one number of hands comes to by one ladder.
fn high_hands(hands: u8, ladder: &[HighHand]) -> Option<HighHands> {
    HighHandCounter::new().count(hands, ladder)
}

fn choose(n: u64, k: u64) -> BigUint {
    (0..k).fold(BigUint::from(1_u8), |ways, i| ways * (n - i) / (i + 1))
}

/// Ways to deal the dealer `dealer` more cards and every player of the list so many more, from
/// `cards` left: one hand after the other.
fn ways(mut cards: u64, dealer: u64, players: impl IntoIterator<Item = u64>) -> BigUint {
    let mut ways = BigUint::from(1_u8);
    for hand in players.into_iter().chain([dealer]) {
        ways *= choose(cards, hand);
        cards -= hand;
    }
    ways
}

fn count_of(counted: &HighHands, row: HighHand) -> BigUint {
    counted.counts.iter().find(|(r, _)| *r == row).unwrap().1.clone()
}

#[test]
fn rows_add_up_to_every_deal_and_the_two_orders_differ_in_two_rows_only() {
    let mut counter = HighHandCounter::new();
    for hands in 2..=7_u8 {
        let document = counter.count(hands, &DOCUMENT_ORDER).unwrap();
        let game = counter.count(hands, &GAME_ORDER).unwrap();
        let deals = ways(52, 6, vec![5; usize::from(hands) - 1]);
        for counted in [&document, &game] {
            assert_eq!(counted.deals, deals);
            let sum: BigUint = counted.counts.iter().map(|(_, count)| count).sum();
            assert_eq!(sum + &counted.nothing, deals);
        }
        println!("{hands} hands: {deals} deals");
        assert_eq!(document.nothing, game.nothing);
        for row in [HighHand::FourAces, HighHand::StraightFlush, HighHand::ThreeOfAKind] {
            assert_eq!(count_of(&document, row), count_of(&game, row));
        }
        let (royal, four) = (HighHand::RoyalFlush, HighHand::FourOfAKind);
        assert!(count_of(&document, royal) > count_of(&game, royal));
        assert_eq!(
            count_of(&document, royal) + count_of(&document, four),
            count_of(&game, royal) + count_of(&game, four)
        );
    }
}

#[test]
fn a_ladder_names_each_outcome_at_most_once_and_hands_are_two_to_seven() {
    assert_eq!(high_hands(1, &DOCUMENT_ORDER), None);
    assert_eq!(high_hands(8, &DOCUMENT_ORDER), None);
    assert_eq!(high_hands(0, &[]), None);
    assert_eq!(high_hands(3, &[HighHand::FourAces, HighHand::FourAces]), None);
    let empty = high_hands(3, &[]).unwrap();
    assert_eq!((empty.counts.len(), empty.nothing), (0, empty.deals));
    // A row that contains the ones below it leaves them nothing.
    let part_first = [HighHand::ThreeOfAKind, HighHand::FourOfAKind, HighHand::FourAces];
    let counts = high_hands(4, &part_first).unwrap().counts;
    assert!(counts[0].1 > BigUint::ZERO);
    assert!(counts[1..].iter().all(|(_, count)| *count == BigUint::ZERO));
}

/// Deals in which at least one of `things` disjoint sets of four cards lies within one hand, by
/// inclusion and exclusion over the things: no hand has room for two of them.
fn four_card_things(hands: u64, things: u64) -> BigUint {
    let players = hands - 1;
    let mut deals = BigInt::ZERO;
    for chosen in 1..=things.min(hands) {
        let left = 52 - 4 * chosen;
        // To whom: players only, or the dealer (any of the chosen things) and players.
        let to_players = |count: u64| (0..count).map(|i| players.saturating_sub(i)).product();
        let rest = |given: u64| (0..players).map(move |i| if i < given { 1 } else { 5 });
        let mut placed = BigUint::ZERO;
        if chosen <= players {
            let ways_to: u64 = to_players(chosen);
            placed += ways(left, 6, rest(chosen)) * ways_to;
        }
        let ways_to: u64 = to_players(chosen - 1);
        placed += ways(left, 2, rest(chosen - 1)) * (chosen * ways_to);
        let signed = BigInt::from(choose(things, chosen) * placed);
        if chosen % 2 == 1 { deals += signed } else { deals -= signed }
    }
    deals.to_biguint().unwrap()
}

/// Four aces are one set of four cards, royals four, fours of a kind thirteen.
#[test]
fn four_aces_royals_and_fours_of_a_kind_in_closed_form() {
    let mut counter = HighHandCounter::new();
    for hands in 2..=7_u8 {
        let n = u64::from(hands);
        let document = counter.count(hands, &DOCUMENT_ORDER).unwrap();
        let game = counter.count(hands, &GAME_ORDER).unwrap();
        let aces = four_card_things(n, 1);
        assert_eq!(count_of(&document, HighHand::FourAces), aces, "{hands} hands");
        // With four aces in one hand nobody has a royal: the first row takes no royals away.
        assert_eq!(count_of(&document, HighHand::RoyalFlush), four_card_things(n, 4));
        assert_eq!(count_of(&game, HighHand::FourOfAKind), four_card_things(n, 13) - aces);
    }
}

/// Two hands, one with a royal, the other with four of a kind. By hand: 4 royals; the four must be
/// of nine ranks (not A, K, Q, J); the player takes 1 and the dealer 2 of the 44 cards left,
/// 44 * C(43, 2) = 39,732 ways; and it can be the one or the other who has the royal.
#[test]
fn a_royal_and_four_of_a_kind_meet_in_2_860_704_deals_of_two_hands() {
    let document = high_hands(2, &DOCUMENT_ORDER).unwrap();
    let game = high_hands(2, &GAME_ORDER).unwrap();
    let royal = |counted| count_of(counted, HighHand::RoyalFlush);
    assert_eq!(royal(&document) - royal(&game), BigUint::from(2_u64 * 4 * 9 * 39_732));
}

/// What 13 bits (ace lowest) of one suit hold: runs of four, runs of five, the royal. The ace is
/// both bit 0 and bit 13, and a run never lies across it.
#[derive(Clone, Copy, Default)]
struct Runs {
    fours: u64,
    fives: u64,
    royal: bool,
}

fn runs_of_every_suit_set() -> Vec<Runs> {
    let runs = |set: u32| {
        let line = set | (set & 1) << 13;
        let starts = |length: u32| {
            let all = (1_u32 << length) - 1;
            (0..=14 - length).filter(move |start| line >> start & all == all)
        };
        Runs {
            fours: starts(4).count() as u64,
            fives: starts(5).count() as u64,
            royal: starts(4).any(|start| start == 10),
        }
    };
    (0..1 << 13).map(runs).collect()
}

/// Ranks of which all four suits, and of which exactly three, are in the set.
fn fours_and_threes(suits: [usize; 4]) -> (usize, usize) {
    let [a, b, c, d] = suits;
    let four = a & b & c & d;
    (four, (a & b & (c | d) | c & d & (a | b)) & !four)
}

/// Places in the order of document 002; the last is none of them.
fn dealer_place(suits: [usize; 4], runs: &[Runs]) -> usize {
    let (four, three) = fours_and_threes(suits);
    let of_suits = suits.map(|suit| runs[suit]);
    let found = [
        four & 1 == 1,
        of_suits.iter().any(|r| r.royal),
        four != 0,
        of_suits.iter().any(|r| r.fours > 0),
        three != 0,
    ];
    found.iter().position(|f| *f).unwrap_or(5)
}

/// The player's five-card hands from the 46 cards left, by place. No two of the five things meet
/// in five cards but as whole and part, so they are simply added up.
fn player_places(left: [usize; 4], runs: &[Runs]) -> [u64; 6] {
    let (four, three) = fours_and_threes(left);
    let of_suits = left.map(|suit| runs[suit]);
    let aces = (four & 1) as u64 * 42;
    let fours = u64::from((four & !1).count_ones()) * 42;
    let royals = of_suits.iter().filter(|r| r.royal).count() as u64 * 42;
    // A run and any of the 42 other cards; a run of five was counted for both runs in it.
    let flushes: u64 = of_suits.iter().map(|r| r.fours * 42 - r.fives).sum();
    // Exactly three: four choices of three and two of the 42 others, or the only three and two of
    // the 43 others.
    let threes =
        u64::from(four.count_ones()) * 4 * (42 * 41 / 2) + u64::from(three.count_ones()) * 903;
    let all = 1_370_754; // C(46, 5)
    let straight = flushes - royals;
    [aces, royals, fours, straight, threes, all - aces - fours - flushes - threes]
}

/// Every six-card hand of the dealer (20,358,520), and for each the player's hands counted
/// directly.
#[test]
fn two_hands_counted_directly() {
    let runs = runs_of_every_suit_set();
    let mut totals = [0_u64; 6];
    let mut dealers = 0_u64;
    let mut hand = (1_u64 << 6) - 1;
    while hand < 1 << 52 {
        let suits = [0, 13, 26, 39].map(|shift| (hand >> shift) as usize & 0x1FFF);
        let dealer = dealer_place(suits, &runs);
        for (player, count) in player_places(suits.map(|s| !s & 0x1FFF), &runs).iter().enumerate() {
            totals[dealer.min(player)] += count;
        }
        dealers += 1;
        // The next set of six cards: Gosper's step.
        let low = hand & hand.wrapping_neg();
        let carried = hand + low;
        hand = (((carried ^ hand) >> 2) / low) | carried;
    }
    assert_eq!(dealers, 20_358_520);
    let counted = high_hands(2, &DOCUMENT_ORDER).unwrap();
    for ((row, count), total) in counted.counts.iter().zip(totals) {
        assert_eq!(*count, BigUint::from(total), "{row:?}");
    }
    assert_eq!(counted.nothing, BigUint::from(totals[5]));
}

/// Ways to hand out the four cards of one rank, at most `most` to a hand: for each the cards every
/// player, and last the dealer, takes, and in how many ways suits can do so.
fn of_one_rank(players: usize, most: u8) -> BTreeMap<Vec<u8>, u64> {
    let mut shares = BTreeMap::from([(vec![0_u8; players + 1], 1_u64)]);
    for _suit in 0..4 {
        let mut next = BTreeMap::new();
        for (share, ways) in &shares {
            *next.entry(share.clone()).or_default() += ways; // left in the pack
            for hand in 0..=players {
                let mut more = share.clone();
                more[hand] += 1;
                *next.entry(more).or_default() += ways;
            }
        }
        shares = next;
    }
    shares.retain(|share, _| share.iter().all(|cards| *cards <= most));
    shares
}

/// Deals in which no hand has more than `most` cards of a rank: rank by rank, by how full the
/// hands are. Nothing is subtracted anywhere. The remainder by 2^128: the number itself up to six
/// hands, and all but its top bits for seven.
fn at_most_of_a_rank(players: usize, most: u8) -> u128 {
    let shares = of_one_rank(players, most);
    let mut dealt = BTreeMap::from([(vec![0_u8; players + 1], 1_u128)]);
    for _rank in 0..13 {
        let mut next: BTreeMap<Vec<u8>, u128> = BTreeMap::new();
        for (held, deals) in &dealt {
            for (share, ways) in &shares {
                let mut hands: Vec<u8> = held.iter().zip(share).map(|(h, s)| h + s).collect();
                if !fits(&hands) {
                    continue;
                }
                hands[..players].sort_unstable(); // players are alike
                let sum = next.entry(hands).or_default();
                *sum = sum.wrapping_add(deals.wrapping_mul(u128::from(*ways)));
            }
        }
        dealt = next;
    }
    let mut full = vec![5; players];
    full.push(6);
    dealt[&full]
}

#[test]
fn threes_and_fours_of_a_kind_rank_by_rank() {
    for hands in 2..=7_u8 {
        let players = usize::from(hands) - 1;
        for (row, most) in [(HighHand::ThreeOfAKind, 2), (HighHand::FourOfAKind, 3)] {
            let avoiding = high_hands(hands, &[row]).unwrap().nothing;
            let tried = BigUint::from(at_most_of_a_rank(players, most));
            assert_eq!(avoiding % (BigUint::from(1_u8) << 128), tried, "{hands} hands, {row:?}");
        }
    }
}

/// Ways to hand out one suit so that no hand has four cards in sequence: by the cards every
/// player, and last the dealer, holds. Card by card from the ace to the king; what matters is who
/// has the ace, and how many cards in a row (three are as good as more) the last owner has.
fn suit_without_runs(players: usize) -> BTreeMap<Vec<u8>, u128> {
    let pack = players + 1; // the owner of cards not dealt: there a run does no harm
    let mut ways = BTreeMap::new();
    for ace in 0..=pack {
        let mut held = vec![0_u8; players + 2];
        held[ace] = 1;
        let mut dealt = BTreeMap::from([((ace, 1, held), 1_u128)]);
        for _card in 2..=13 {
            let mut next = BTreeMap::new();
            for ((last, row, held), count) in &dealt {
                for owner in 0..=pack {
                    if owner == *last && owner != pack && *row == 3 {
                        continue;
                    }
                    let mut held = held.clone();
                    held[owner] += 1;
                    let row = if owner == *last { 3.min(row + 1) } else { 1 };
                    *next.entry((owner, row, held)).or_default() += count;
                }
            }
            next.retain(|(_, _, held), _| fits(&held[..pack]));
            dealt = next;
        }
        // The ace once more, above the king.
        dealt.retain(|(last, row, _), _| *last != ace || ace == pack || *row < 3);
        for ((_, _, mut held), count) in dealt {
            held.truncate(pack);
            *ways.entry(held).or_default() += count;
        }
    }
    ways
}

/// Whether players have at most five cards and the dealer, last, at most six.
fn fits(held: &[u8]) -> bool {
    let (dealer, players) = held.split_last().unwrap();
    *dealer <= 6 && players.iter().all(|cards| *cards <= 5)
}

#[test]
fn straight_flushes_suit_by_suit() {
    for hands in 2..=4_u8 {
        let players = usize::from(hands) - 1;
        let suit = suit_without_runs(players);
        let mut dealt = BTreeMap::from([(vec![0_u8; players + 1], 1_u128)]);
        for _suit in 0..4 {
            let mut next = BTreeMap::new();
            for (held, deals) in &dealt {
                for (share, ways) in &suit {
                    let held: Vec<u8> = held.iter().zip(share).map(|(h, s)| h + s).collect();
                    if fits(&held) {
                        *next.entry(held).or_default() += deals * ways;
                    }
                }
            }
            dealt = next;
        }
        let mut full = vec![5; players];
        full.push(6);
        let counted = high_hands(hands, &[HighHand::StraightFlush]).unwrap();
        assert_eq!(counted.nothing, BigUint::from(dealt[&full]), "{hands} hands");
    }
}

/// One number below `bound`, every one as likely.
fn below(rng: &mut ChaCha20Rng, bound: u64) -> u64 {
    let fair = u64::MAX - u64::MAX % bound;
    loop {
        let drawn = rng.next_u64();
        if drawn < fair {
            return drawn % bound;
        }
    }
}

/// Puts a card drawn from those not dealt yet in each of the first places. Ten draws are the
/// digits of one random number, since drawing it costs more than all else.
fn shuffle(rng: &mut ChaCha20Rng, pack: &mut [u8; 52], cards: usize) {
    for first in (0..cards).step_by(10) {
        let places = first..(first + 10).min(cards);
        let mut number = below(rng, places.clone().map(|place| 52 - place as u64).product());
        for place in places {
            let left = 52 - place as u64;
            pack.swap(place, place + (number % left) as usize);
            number /= left;
        }
    }
}

/// Deals cards and looks at the hands, as a supervisor would.
fn simulate(hands: u8, deals: u64, rng_seed: u64, runs: &[Runs]) -> [u64; 6] {
    let mut rng = ChaCha20Rng::seed_from_u64(rng_seed);
    let mut pack: [u8; 52] = std::array::from_fn(|card| card as u8);
    let mut seen = [0; 6];
    let cards = 5 * usize::from(hands) + 1;
    for _deal in 0..deals {
        shuffle(&mut rng, &mut pack, cards);
        let (players, dealer) = pack[..cards].split_at(cards - 6);
        let best = players.chunks(5).chain([dealer]).map(|hand| {
            let mut suits = [0; 4];
            for card in hand {
                suits[usize::from(card / 13)] |= 1 << (card % 13);
            }
            dealer_place(suits, runs)
        });
        seen[best.min().unwrap()] += 1;
    }
    seen
}

/// Every row of dealt cards within four standard errors of the exact count, in integers:
/// (seen * all - dealt * count)^2 <= 16 * dealt * count * (all - count).
#[test]
fn dealt_cards_agree() {
    const DEALT: u64 = 1_000_000;
    let runs = runs_of_every_suit_set();
    for (hands, rng_seed) in [(2, 20), (5, 50), (7, 70)] {
        let seen = simulate(hands, DEALT, rng_seed, &runs);
        let counted = high_hands(hands, &DOCUMENT_ORDER).unwrap();
        let all = BigInt::from(counted.deals.clone());
        let exact = counted.counts.iter().map(|(_, count)| count).chain([&counted.nothing]);
        for (place, (count, seen)) in exact.zip(seen).enumerate() {
            let count = BigInt::from(count.clone());
            let off = &all * seen - &count * DEALT;
            let spread = &count * (&all - &count) * DEALT * 16_u8;
            println!("{hands} hands, place {place}: {seen} of {DEALT}");
            assert!(off.pow(2) <= spread, "{hands} hands, place {place}: {seen} of {DEALT}");
        }
    }
}
