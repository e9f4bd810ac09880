//! Player five cards, dealer five of the other 47: Crazy 4 Poker, Four Card Frenzy.

use super::classes::{SuitClass, ranked_classes};
use super::forms::{Forms, SCALE};
use feltproof_engine::HandRank;
use feltproof_model::Card;

/// The subsets of five cards that have a form: all but the hand itself. Bit k stands for card k.
const SUBSETS: usize = (1 << 5) - 1;

/// One suit class of the player's hands against all 1,533,939 hands of the dealer's.
///
/// The lists are by the dealer's category, [`feltproof_engine::Category`] as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiveAgainstFive {
    /// One hand of the class, in ascending order of the card numbers.
    pub cards: [Card; 5],
    /// How many hands the class has: 4, 12 or 24.
    pub weight: u32,
    /// What the player's hand is worth.
    pub rank: HandRank,
    /// The dealer's hands worth less.
    pub below: [u32; 8],
    /// The dealer's hands worth the same; their category is the player's.
    pub equal: u32,
    /// The dealer's hands worth more.
    pub above: [u32; 8],
    /// Of those below, the ones that do not qualify: less than king high.
    pub below_unqualified: u32,
    /// Of those equal, the ones that do not qualify: all or none.
    pub equal_unqualified: u32,
    /// Of those above, the ones that do not qualify.
    pub above_unqualified: u32,
}

/// A suit class with what the counting needs to know of it.
struct Hand {
    cards: [Card; 5],
    weight: u32,
    rank: HandRank,
    /// The forms of its subsets of up to four cards.
    forms: [u16; SUBSETS],
}

/// For each suit form of up to four cards, [`SCALE`] times the hands that hold a set of the form.
struct Holding {
    /// Of every rank, by category.
    all: Vec<[u32; 8]>,
    /// Those that do not qualify.
    unqualified: Vec<u32>,
    /// Those below the rank that the sweep has come to.
    below: Vec<u32>,
    /// Those of that rank.
    equal: Vec<u32>,
}

/// Visits the 134,459 classes of player's hands, lowest rank first; weights sum to 2,598,960.
pub fn five_against_five(mut visit: impl FnMut(&FiveAgainstFive)) {
    let forms = Forms::new();
    let hands = hands(&forms);
    let mut holding = Holding::new(&forms, &hands);
    for same_rank in hands.chunk_by(|a, b| a.rank == b.rank) {
        for hand in same_rank {
            for form in hand.forms {
                holding.equal[usize::from(form)] += hand.weight * forms.symmetries(form);
            }
        }
        for hand in same_rank {
            visit(&holding.against(hand));
        }
        for form in same_rank.iter().flat_map(|hand| hand.forms).map(usize::from) {
            holding.below[form] += std::mem::take(&mut holding.equal[form]);
        }
    }
}

/// The suit classes by rank, the lowest first.
fn hands(forms: &Forms) -> Vec<Hand> {
    let mut ranked = ranked_classes().to_vec();
    ranked.sort_by_key(|(rank, _)| *rank);
    let hand = |(rank, SuitClass { cards, weight }): (HandRank, SuitClass<5>)| {
        let mut ids = [0; SUBSETS];
        forms.for_each_subset(cards, |subset, form| ids[subset] = form.id);
        Hand { cards, weight, rank, forms: ids }
    };
    ranked.into_iter().map(hand).collect()
}

impl Holding {
    /// Counts for every rank done, the sweep not begun.
    fn new(forms: &Forms, hands: &[Hand]) -> Self {
        let mut holding = Self {
            all: vec![[0; 8]; forms.len()],
            unqualified: vec![0; forms.len()],
            below: vec![0; forms.len()],
            equal: vec![0; forms.len()],
        };
        for hand in hands {
            let category = hand.rank.category() as usize;
            let unqualified = u32::from(!hand.rank.is_king_high_or_better());
            for form in hand.forms {
                let share = hand.weight * forms.symmetries(form);
                holding.all[usize::from(form)][category] += share;
                holding.unqualified[usize::from(form)] += share * unqualified;
            }
        }
        holding
    }

    /// The dealer's hands against a hand of the rank that the sweep has come to.
    fn against(&self, hand: &Hand) -> FiveAgainstFive {
        let rank = hand.rank;
        let (own, qualified) = (rank.category() as usize, rank.is_king_high_or_better());
        let below_all = avoiding(hand, false, |form| [self.below[form]])[0];
        let equal = avoiding(hand, true, |form| [self.equal[form]])[0];
        let unqualified = avoiding(hand, !qualified, |form| [self.unqualified[form]])[0];

        let (mut below, mut above) = ([0; 8], [0; 8]);
        let mut all = avoiding(hand, false, |form| self.all[form]);
        all[own] -= 1; // the hand itself holds all of its own cards
        below[..own].copy_from_slice(&all[..own]);
        below[own] = below_all - below.iter().sum::<u32>();
        above[own..].copy_from_slice(&all[own..]);
        above[own] -= below[own] + equal;

        // Everything below a hand that does not qualify does not qualify either.
        let (below_unqualified, equal_unqualified) =
            if qualified { (unqualified, 0) } else { (below_all, equal) };
        FiveAgainstFive {
            cards: hand.cards,
            weight: hand.weight,
            rank,
            below,
            equal,
            above,
            below_unqualified,
            equal_unqualified,
            above_unqualified: unqualified - below_unqualified - equal_unqualified,
        }
    }
}

/// How many of the hands counted by `holding` hold none of the player's cards: inclusion and
/// exclusion over the subsets. The largest subset, the hand itself, is held by that hand alone,
/// which is one of those counted if `itself`.
///
/// The sums go up and down; unsigned numbers that wrap come out right: the result is a count.
fn avoiding<const N: usize>(
    hand: &Hand,
    itself: bool,
    holding: impl Fn(usize) -> [u32; N],
) -> [u32; N] {
    let (mut even, mut odd) = ([0_u32; N], [0_u32; N]);
    for (subset, form) in hand.forms.iter().enumerate() {
        let sums = if subset.count_ones() % 2 == 0 { &mut even } else { &mut odd };
        for (sum, count) in sums.iter_mut().zip(holding(usize::from(*form))) {
            *sum = sum.wrapping_add(count);
        }
    }
    let mut counts = [0; N];
    for ((count, even), odd) in counts.iter_mut().zip(even).zip(odd) {
        *count = even.wrapping_sub(odd) / SCALE - u32::from(itself);
    }
    counts
}
