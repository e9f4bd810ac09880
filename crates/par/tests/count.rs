//! Counting by classes, inclusion and exclusion against counting hand by hand.

use feltproof_engine::{HandRank, Outcome, best_four_of_five, best_four_of_six};
use feltproof_model::Card;
use feltproof_par::count::{
    FiveAgainstFive, FiveAgainstSix, SIX_DEALS, SuitClass, five_against_five, five_against_six,
    suit_classes,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The dealer's hands against one hand of the player's: five of 47 cards.
const FIVE_DEALS: u32 = 1_533_939;

/// Hands of five and of six cards, by the formula.
const FIVES: u64 = 2_598_960;
const SIXES: u64 = 20_358_520;

fn hand<const N: usize>(text: &str) -> [Card; N] {
    let words = text.split(' ').map(|word| Card::parse(word.as_bytes()).unwrap());
    words.collect::<Vec<_>>().try_into().unwrap()
}

/// Four aces, the lowest straight flush, the border hands of the printed strategies, the lowest
/// hand there is, and hands that block what beats them.
const CHOSEN: [&str; 10] = [
    "As Ah Ad Ac Ks",
    "As 2s 3s 4s 9d",
    "Ks Qh 8d 4c 2s",
    "Ks Qh 8d 4c 3h",
    "As Ah Kd Kc Qs",
    "2s 2h 3d 3c 4s",
    "As Ks Qs Js Ts",
    "2s 3h 4d 6c 7s",
    "As Ah Ad Ks Kh",
    "Qs Jh 9d 8c 6s",
];

/// The classes to count by hand: so many at random and those of the chosen hands.
fn chosen_classes(at_random: usize, seed: u64) -> BTreeMap<[Card; 5], SuitClass<5>> {
    let classes = suit_classes::<5>();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut chosen: Vec<SuitClass<5>> =
        (0..at_random).map(|_| classes[(rng.next_u64() % classes.len() as u64) as usize]).collect();
    for text in CHOSEN {
        let renamed = renamings(hand(text));
        chosen.push(*classes.iter().find(|class| renamed.contains(&class.cards)).unwrap());
    }
    let by_cards: BTreeMap<_, _> = chosen.iter().map(|class| (class.cards, *class)).collect();
    assert_eq!(by_cards.len(), at_random + CHOSEN.len(), "a class was chosen twice");
    by_cards
}

/// A hand with its suits renamed in all 24 ways, the cards in ascending order.
fn renamings<const N: usize>(cards: [Card; N]) -> Vec<[Card; N]> {
    let mut all = Vec::new();
    for code in 0..256_u32 {
        let names = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        if names.iter().collect::<BTreeSet<_>>().len() == 4 {
            let mut renamed = cards.map(|card| {
                let suit = names[usize::from(card.suit())] as u8;
                Card::new(suit * 13 + card.rank()).unwrap()
            });
            renamed.sort_unstable();
            all.push(renamed);
        }
    }
    assert_eq!(all.len(), 24);
    all
}

/// Visits every hand of `N` of these cards.
fn every_hand<const N: usize>(cards: &[Card], visit: &mut impl FnMut([Card; N])) {
    fn pick<const N: usize>(
        cards: &[Card],
        hand: &mut [Card; N],
        len: usize,
        visit: &mut impl FnMut([Card; N]),
    ) {
        if len == N {
            return visit(*hand);
        }
        for (at, card) in cards.iter().enumerate() {
            hand[len] = *card;
            pick(&cards[at + 1..], hand, len + 1, visit);
        }
    }
    pick(cards, &mut [cards[0]; N], 0, visit);
}

fn pack_without(cards: &[Card]) -> Vec<Card> {
    (0..Card::PACK).filter_map(Card::new).filter(|card| !cards.contains(card)).collect()
}

/// One bit for each card of a hand.
fn bits<const N: usize>(cards: &[Card; N]) -> u64 {
    cards.iter().map(|card| 1 << card.number()).sum()
}

#[test]
fn every_hand_of_five_is_in_one_class() {
    let classes = suit_classes::<5>();
    assert_eq!(classes.len(), 134_459);
    let mut hands = Vec::new();
    for SuitClass { cards, weight } in classes {
        assert!(cards.is_sorted());
        let renamed: BTreeSet<u64> = renamings(cards).iter().map(bits).collect();
        assert_eq!(renamed.len() as u32, weight, "{cards:?}");
        hands.extend(renamed);
    }
    assert_eq!(hands.len() as u64, FIVES);
    hands.sort_unstable();
    assert!(hands.windows(2).all(|pair| pair[0] != pair[1]), "a hand is in two classes");
}

/// As for five cards, but the renamings are left to the suits' order: the suits of one class,
/// sorted, are those of no other.
#[test]
fn every_hand_of_six_is_in_one_class() {
    let classes = suit_classes::<6>();
    assert_eq!(classes.len(), 962_988);
    assert_eq!(classes.iter().map(|class| u64::from(class.weight)).sum::<u64>(), SIXES);
    let mut sorted: Vec<[u64; 4]> = classes
        .iter()
        .map(|class| {
            let cards = bits(&class.cards);
            let mut suits = [0, 13, 26, 39].map(|suit| cards >> suit & 0x1FFF);
            suits.sort_unstable();
            suits
        })
        .collect();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "a class comes twice");
}

/// One class against every dealer's hand of five, one by one.
fn five_by_hand(class: SuitClass<5>) -> FiveAgainstFive {
    let SuitClass { cards, weight } = class;
    let rank = best_four_of_five(cards);
    let (mut below, mut above, mut equal, mut unqualified) = ([0; 8], [0; 8], 0, [0; 3]);
    every_hand(&pack_without(&cards), &mut |dealer| {
        let dealer = best_four_of_five(dealer);
        let order = dealer.cmp(&rank);
        match order {
            Ordering::Less => below[dealer.category() as usize] += 1,
            Ordering::Equal => equal += 1,
            Ordering::Greater => above[dealer.category() as usize] += 1,
        }
        if !dealer.is_king_high_or_better() {
            unqualified[(order as i8 + 1) as usize] += 1;
        }
    });
    let [below_unqualified, equal_unqualified, above_unqualified] = unqualified;
    FiveAgainstFive {
        cards,
        weight,
        rank,
        below,
        equal,
        above,
        below_unqualified,
        equal_unqualified,
        above_unqualified,
    }
}

#[test]
fn five_against_five_agrees_with_counting_hand_by_hand() {
    let chosen = chosen_classes(12, 1);
    let mut compared = 0;
    five_against_five(|counted| {
        if let Some(class) = chosen.get(&counted.cards) {
            assert_eq!(*counted, five_by_hand(*class));
            compared += 1;
        }
    });
    assert_eq!(compared, chosen.len());
}

/// Both hold five cards of one pack, so player and dealer may change places: as many deals have
/// the player with a hand of category p above a dealer's of category d as the other way round.
#[test]
fn five_against_five_counts_every_deal_and_treats_both_sides_alike() {
    let (mut below, mut above) = ([[0_u64; 8]; 8], [[0_u64; 8]; 8]);
    let (mut equal, mut deals, mut weights, mut classes) = ([0_u64; 8], 0, 0, 0);
    let (mut dealer_unqualified, mut player_unqualified) = (0_u64, 0_u64);
    let mut last: Option<HandRank> = None;
    five_against_five(|counted| {
        assert!(last.is_none_or(|last| last <= counted.rank), "ranks come in ascending order");
        last = Some(counted.rank);
        let weight = u64::from(counted.weight);
        let own = counted.rank.category() as usize;
        for category in 0..8 {
            below[own][category] += weight * u64::from(counted.below[category]);
            above[category][own] += weight * u64::from(counted.above[category]);
        }
        equal[own] += weight * u64::from(counted.equal);
        let dealt =
            counted.below.iter().sum::<u32>() + counted.equal + counted.above.iter().sum::<u32>();
        assert_eq!(dealt, FIVE_DEALS, "{:?}", counted.cards);
        deals += weight * u64::from(dealt);
        dealer_unqualified += weight
            * u64::from(
                counted.below_unqualified + counted.equal_unqualified + counted.above_unqualified,
            );
        if !counted.rank.is_king_high_or_better() {
            player_unqualified += weight * u64::from(FIVE_DEALS);
        }
        weights += weight;
        classes += 1;
    });
    assert_eq!((classes, weights, deals), (134_459, FIVES, 3_986_646_103_440));
    assert_eq!(below, above);
    assert_eq!(dealer_unqualified, player_unqualified);
    // Two hands cannot both hold three or four cards of one rank; all others can tie.
    assert_eq!(equal.map(|ties| ties > 0), [true, true, true, true, true, false, true, false]);
}

/// One class against every dealer's hand of six, one by one; each hand counts for all six of its
/// cards, any of which may lie face up.
fn six_by_hand(class: SuitClass<5>) -> Vec<FiveAgainstSix> {
    let SuitClass { cards, weight } = class;
    let rank = best_four_of_five(cards);
    let mut counts = [[0; 3]; Card::PACK as usize];
    let pack = pack_without(&cards);
    every_hand::<6>(&pack, &mut |dealer| {
        let order = (best_four_of_six(dealer).cmp(&rank) as i8 + 1) as usize;
        for up in dealer {
            counts[usize::from(up.number())][order] += 1;
        }
    });
    let counted = pack.iter().map(|up| {
        let [below, equal, above] = counts[usize::from(up.number())];
        FiveAgainstSix { cards, weight, rank, up: *up, below, equal, above }
    });
    counted.collect()
}

#[test]
fn five_against_six_agrees_with_counting_hand_by_hand() {
    let by_hand: BTreeMap<[Card; 5], Vec<FiveAgainstSix>> = chosen_classes(4, 2)
        .into_iter()
        .map(|(cards, class)| (cards, six_by_hand(class)))
        .collect();
    let mut counted: BTreeMap<[Card; 5], Vec<FiveAgainstSix>> = BTreeMap::new();
    let (mut deals, mut weights, mut pairs) = (0_u64, 0_u64, 0_u32);
    let mut last: Option<(HandRank, [Card; 5], Card)> = None;
    five_against_six(|pair| {
        if by_hand.contains_key(&pair.cards) {
            counted.entry(pair.cards).or_default().push(*pair);
        }
        assert!(last.is_none_or(|(rank, cards, up)| rank < pair.rank
            || rank == pair.rank && (cards != pair.cards || up < pair.up)));
        last = Some((pair.rank, pair.cards, pair.up));
        let dealt = pair.below + pair.equal + pair.above;
        assert_eq!(dealt, SIX_DEALS, "{:?} {}", pair.cards, pair.up);
        deals += u64::from(pair.weight) * u64::from(dealt);
        weights += u64::from(pair.weight);
        pairs += 1;
    });
    assert_eq!(counted, by_hand);
    assert_eq!((pairs, weights), (134_459 * 47, FIVES * 47));
    assert_eq!(deals, FIVES * 47 * 1_370_754);
}

/// Nothing beats four aces; nothing is below 7-6-4-3 with a two, the lowest five cards can be.
#[test]
fn the_highest_and_the_lowest_hand_lie_at_the_ends() {
    let mut visited = Vec::new();
    five_against_five(|counted| visited.push(*counted));
    let lowest = visited.first().unwrap();
    assert_eq!(lowest.rank, best_four_of_five(hand("2s 3h 4d 6c 7s")));
    assert_eq!((lowest.below, lowest.below_unqualified), ([0; 8], 0));
    assert!(lowest.equal > 0 && lowest.equal == lowest.equal_unqualified);
    let highest: Vec<&FiveAgainstFive> = visited
        .iter()
        .rev()
        .take_while(|counted| Outcome::FOUR_ACES.includes(counted.rank))
        .collect();
    assert_eq!(highest.iter().map(|counted| counted.weight).sum::<u32>(), 48);
    assert!(highest.iter().all(|counted| counted.above == [0; 8] && counted.equal == 0));
}
