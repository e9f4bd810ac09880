//! Sets of up to four cards up to the names of the suits, and where each set finds its form.
//!
//! Counts are collected from suit classes of hands, not from hands: one class of weight w adds w
//! for each subset of its one hand. What so comes together for a form is the count of one set
//! times the number of sets that have the form, 24 / symmetries. Adding w x symmetries instead
//! makes it 24 times the count for every form alike: [`SCALE`].

use super::classes::symmetries;
use feltproof_model::Card;

/// The counts kept for a form are this many times the count of one set.
pub(super) const SCALE: u32 = 24;

/// The largest sets that have a form here.
const CARDS_MAX: usize = 4;

/// The largest hands whose subsets are counted.
const HAND_MAX: usize = 6;

/// How many cards each subset has, by its bits.
const SIZES: [usize; 1 << HAND_MAX] = {
    let mut sizes = [0; 1 << HAND_MAX];
    let mut subset = 0;
    while subset < sizes.len() {
        sizes[subset] = subset.count_ones() as usize;
        subset += 1;
    }
    sizes
};

/// `CHOOSE[k][n]` ways to choose k of n cards.
const CHOOSE: [[u32; Card::PACK as usize]; CARDS_MAX + 1] = {
    let mut choose = [[0; Card::PACK as usize]; CARDS_MAX + 1];
    choose[0] = [1; Card::PACK as usize];
    let mut k = 1;
    while k <= CARDS_MAX {
        let mut n = 1;
        while n < Card::PACK as usize {
            choose[k][n] = choose[k][n - 1] + choose[k - 1][n - 1];
            n += 1;
        }
        k += 1;
    }
    choose
};

/// Where the sets of each size start: 1, 52, 1,326, 22,100 and 270,725 of them.
const START: [u32; CARDS_MAX + 1] = [0, 1, 53, 1_379, 23_479];
const SETS: usize = 294_204;

/// The suit form of a set of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// Its number, from 0 without gaps.
    pub id: u16,
    /// Which suit of the form each suit is; suits that hold the same ranks are one.
    pub suits: [u8; 4],
    /// For each suit, how many of the renamings leave another card of that suit as it is, too.
    pub symmetries_with: [u8; 4],
}

/// The form of every set of up to four cards.
pub(super) struct Forms {
    of_set: Vec<Form>,
    /// For each form, how many renamings of the suits leave a set of the form as it is.
    symmetries: Vec<u8>,
}

impl Forms {
    pub(super) fn new() -> Self {
        let mut forms = Self { of_set: Vec::with_capacity(SETS), symmetries: Vec::new() };
        let mut id_of_set = vec![None; SETS];
        for size in 0..=CARDS_MAX {
            let mut set: Vec<usize> = (0..size).collect();
            loop {
                let (mut form, symmetries, standard) = form_of(&set);
                form.id = *id_of_set[set_number(&standard)].get_or_insert_with(|| {
                    forms.symmetries.push(symmetries);
                    u16::try_from(forms.symmetries.len() - 1)
                        .expect("the forms are fewer than 2^16")
                });
                forms.of_set.push(form);
                if !next_set(&mut set) {
                    break;
                }
            }
        }
        forms
    }

    /// How many forms there are: 18,370.
    pub(super) const fn len(&self) -> usize {
        self.symmetries.len()
    }

    /// How many renamings of the suits leave a set of this form as it is.
    pub(super) fn symmetries(&self, id: u16) -> u32 {
        self.symmetries.get(usize::from(id)).copied().unwrap_or(0).into()
    }

    /// Visits the subsets of up to four of a hand's cards with their forms: bit k of a subset
    /// stands for card k. The cards must be in ascending order of their numbers, at most six.
    #[inline]
    pub(super) fn for_each_subset<const N: usize>(
        &self,
        cards: [Card; N],
        mut visit: impl FnMut(usize, &Form),
    ) {
        // A set is numbered from the set without its highest card.
        let mut number = [0_u32; 1 << HAND_MAX];
        for (subset, size) in SIZES.iter().enumerate().take(1 << N) {
            if *size > CARDS_MAX {
                continue;
            }
            if let Some(top) = subset.checked_ilog2() {
                let card = usize::from(cards[top as usize].number());
                number[subset] = number[subset ^ 1 << top] + CHOOSE[*size][card];
            }
            if let Some(form) = self.of_set.get((START[*size] + number[subset]) as usize) {
                visit(subset, form);
            }
        }
    }
}

/// Where a set in ascending order stands among all: by size, and those of one size in the order
/// in which [`next_set`] goes through them.
fn set_number(set: &[usize]) -> usize {
    let number: u32 = set.iter().enumerate().map(|(k, card)| CHOOSE[k + 1][*card]).sum();
    (START[set.len()] + number) as usize
}

/// The next set of the same size, the last card moving last; false after the last set.
fn next_set(set: &mut [usize]) -> bool {
    for place in 0..set.len() {
        let limit = set.get(place + 1).copied().unwrap_or(usize::from(Card::PACK));
        if set[place] + 1 < limit {
            set[place] += 1;
            return true;
        }
        set[place] = place;
    }
    false
}

/// The form of a set, its number still open; its symmetries; and the set with its suits in
/// standard order, which is the same for all sets of the form.
fn form_of(set: &[usize]) -> (Form, u8, Vec<usize>) {
    let mut masks = [0_u16; 4];
    for card in set {
        masks[card / 13] |= 1 << (card % 13);
    }
    let mut sorted = masks;
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let symmetries = symmetries(&sorted);
    let place = |mask: u16| sorted.iter().position(|other| *other == mask).unwrap_or(0);
    let equal = |mask: u16| sorted.iter().filter(|other| **other == mask).count();
    let form = Form {
        id: 0,
        suits: masks.map(|mask| place(mask) as u8),
        symmetries_with: masks.map(|mask| symmetries / equal(mask) as u8),
    };
    let suits = sorted.into_iter().enumerate();
    let standard = suits.flat_map(|(suit, mask)| {
        (0..13).filter(move |rank| mask >> rank & 1 == 1).map(move |rank| suit * 13 + rank)
    });
    (form, symmetries, standard.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_forms_as_burnsides_lemma_says() {
        // 1, 13, 169, 1,755 and 16,432 for no card to four.
        let forms = Forms::new();
        assert_eq!((forms.of_set.len(), forms.len()), (SETS, 18_370));
        let mut sets_of = vec![0; forms.len()];
        for form in &forms.of_set {
            sets_of[usize::from(form.id)] += 1;
        }
        for (id, sets) in sets_of.into_iter().enumerate() {
            assert_eq!(sets * forms.symmetries(id as u16), SCALE, "form {id}");
        }
    }

    #[test]
    fn the_form_of_two_suited_cards_and_one_other_by_hand() {
        // Three of clubs; two and ace of hearts: hearts come first in the form, then clubs, and the
        // two suits without cards are one.
        let (form, symmetries, standard) = form_of(&[1, 26, 38]);
        assert_eq!((form.suits, symmetries), ([1, 2, 0, 2], 2));
        assert_eq!(form.symmetries_with, [2, 1, 2, 1]);
        assert_eq!(standard, [0, 12, 14]);
    }
}
