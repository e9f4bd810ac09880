//! One reference order and the gamblers who bet by it.

use super::bets::Bets;
use super::error::MonitorError;
use super::places::{Label, Places};
use super::shapes::Shape;
use crate::laws;

/// A position that is not known.
const UNKNOWN: u8 = u8::MAX;

/// The first cards of a deck, and where each stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order {
    cards: Vec<u8>,
    /// By card.
    place: Vec<u8>,
    dealt: u64,
}

impl Order {
    /// Cards of a deck of `n`, or what is wrong with them.
    pub(super) fn of(n: usize, cards: &[u8]) -> Result<Self, MonitorError> {
        let mut place = vec![UNKNOWN; n];
        let mut dealt = 0;
        if cards.len() > n {
            return Err(MonitorError::Count { cards: cards.len(), n });
        }
        for (i, card) in cards.iter().enumerate() {
            match place.get_mut(usize::from(*card)) {
                None => return Err(MonitorError::Card { card: *card, n }),
                Some(slot) if *slot != UNKNOWN => {
                    let (first, second) = (*slot + 1, i + 1);
                    return Err(MonitorError::Twice { card: *card, first, second });
                }
                Some(slot) => *slot = i as u8,
            }
            dealt |= 1 << card;
        }
        Ok(Self { cards: cards.to_vec(), place, dealt })
    }

    /// The cards as a mask.
    pub(super) fn dealt(&self) -> u64 {
        self.dealt
    }

    fn place(&self, card: u8) -> Option<usize> {
        self.place.get(usize::from(card)).filter(|p| **p != UNKNOWN).map(|p| usize::from(*p))
    }
}

/// The gamblers of one reference.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    n: usize,
    places: Places,
    guess: Bets,
    next: Bets,
    same_place: Bets,
    rises: Shape,
    descents: Shape,
    peaks: Shape,
}

impl Reference {
    pub(super) fn new(n: usize) -> Self {
        Self {
            n,
            places: Places::new(n),
            guess: Bets::new(n),
            next: Bets::new(n),
            same_place: Bets::new(n),
            rises: Shape::new(n, laws::descents),
            descents: Shape::new(n, laws::descents),
            peaks: Shape::new(n, laws::peaks),
        }
    }

    /// One round: the cards dealt, and the order whose positions are their labels.
    pub(super) fn push(&mut self, now: &Order, before: &Order) {
        let mut last = None;
        // Labels still unseen, as a mask of positions of the order before.
        let mut unseen: u64 = before.cards.iter().enumerate().fold(0, |mask, (i, _)| mask | 1 << i);
        for (i, card) in now.cards.iter().enumerate() {
            let label = before.place(*card);
            let left = self.n - i;
            let successor = last.map(|l: usize| l + 1).filter(|s| is_set(unseen, *s));
            let lowest = (unseen != 0).then(|| unseen.trailing_zeros() as usize);
            if let Some(guess) = successor.or(lowest) {
                self.guess.bet(left, label == Some(guess));
            }
            if let Some(guess) = successor {
                self.next.bet(left, label == Some(guess));
            }
            if is_set(unseen, i) {
                self.same_place.bet(left, label == Some(i));
            }
            self.places.push(i, label.map_or(Label::From(before.cards.len()), Label::At));
            unseen &= !label.map_or(0, |l| 1 << l);
            last = label;
        }
        self.places.settle();
        self.guess.settle();
        self.next.settle();
        self.same_place.settle();
        self.shapes(now, before);
    }

    /// Counts of the relative order of the cards in both orders: as likely to be any as any other,
    /// whatever cards they are.
    fn shapes(&mut self, now: &Order, before: &Order) {
        let both = |order: &Order, other: &Order| -> ([u8; 64], usize) {
            let (mut places, mut m) = ([0; 64], 0);
            for place in order.cards.iter().filter_map(|c| other.place(*c)) {
                places[m] = place as u8;
                m += 1;
            }
            (places, m)
        };
        let (labels, m) = both(now, before);
        let (inverse, _) = both(before, now);
        self.descents.push(m, falls(&labels[..m]));
        self.rises.push(m, falls(&inverse[..m]));
        let peak = |w: &&[u8]| w[1] > w[0] && w[1] > w[2];
        self.peaks.push(m, labels[..m].windows(3).filter(peak).count());
    }

    /// ln of the evidence of each, in the order of the names.
    pub(super) fn components(&self) -> impl Iterator<Item = f64> {
        [
            self.places.ln(),
            self.guess.ln(),
            self.next.ln(),
            self.same_place.ln(),
            self.rises.ln(),
            self.descents.ln(),
            self.peaks.ln(),
        ]
        .into_iter()
    }
}

fn is_set(mask: u64, bit: usize) -> bool {
    bit < 64 && mask >> bit & 1 == 1
}

fn falls(labels: &[u8]) -> usize {
    labels.windows(2).filter(|w| w[1] < w[0]).count()
}
