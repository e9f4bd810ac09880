//! Monitoring that may be looked at after every round.
//!
//! A monitor is a set of gamblers, each of whom starts with one unit and bets against the claim that
//! every order of the deck is as likely as any other, whatever came before. If the claim is true no
//! gambler's capital has an expectation other than one, and neither has their average, the evidence
//! E. By Ville's inequality the chance that E ever reaches 20 is then at most 1/20, and 1/100 for 100,
//! however often and whenever one looks; a chi-square test that is looked at fifty times at one in a
//! hundred raises a false alarm once in ten.
//!
//! Each gambler is a mixture, with equal weights, over how large the fault may be:
//!
//! | key | bets on | mixture |
//! |---|---|---|
//! | `places` | the label at each position, by the counts so far | Dirichlet, 1 to 1000 pseudo-counts a label, and the positions |
//! | `guess` | the successor of the last card, or the lowest unseen one | odds times 0.5 to 5 |
//! | `next` | the successor of the last card while it is unseen | the same |
//! | `same_place` | the card that stood at this position | the same |
//! | `rises`, `descents`, `peaks` | the count over the whole order, by its exact law | tilts of 0.03 to 1.2 standard deviations |
//! | `undealt` | each card's being undealt | odds times 0.5 to 5, and the cards |
//!
//! all but the last against the fixed order (`fixed.`) and against the order of an earlier deck
//! (`previous.`). All but `places` are functions of counts of hits, so that the order of the rounds
//! matters only to when an alarm is raised. Evidence is never taken back: a machine that was fair for
//! a million rounds has wasted most of the stakes, so begin a new monitor with each period that is
//! reported on.

mod bets;
mod error;
mod mix;
mod places;
mod record;
mod reference;
mod shapes;
mod stream;

#[cfg(test)]
mod tests;

pub use error::MonitorError;
pub use record::{Alarm, Component, Evidence, Peak};
pub use stream::StreamMonitor;

use bets::Undealt;
use record::Record;
use reference::{Order, Reference};
use std::collections::VecDeque;

/// Keys and names of the components, in the order in which they are recorded.
const COMPONENTS: [(&str, &str); 15] = [
    ("fixed.places", "label at each position, fixed order"),
    ("fixed.guess", "guessing the next card, fixed order"),
    ("fixed.next", "card followed by its successor, fixed order"),
    ("fixed.same_place", "card at its own position, fixed order"),
    ("fixed.rises", "rising sequences, fixed order"),
    ("fixed.descents", "descents, fixed order"),
    ("fixed.peaks", "peaks, fixed order"),
    ("previous.places", "label at each position, earlier deck"),
    ("previous.guess", "guessing the next card, earlier deck"),
    ("previous.next", "card followed by its successor, earlier deck"),
    ("previous.same_place", "card at the position it had, earlier deck"),
    ("previous.rises", "rising sequences, earlier deck"),
    ("previous.descents", "descents, earlier deck"),
    ("previous.peaks", "peaks, earlier deck"),
    ("fixed.undealt", "cards dealt too rarely or too often"),
];

/// Sequential monitoring of decks or of what is dealt of them.
#[derive(Clone, Debug)]
pub struct Monitor {
    n: usize,
    new_deck: Order,
    fixed: Reference,
    previous: Reference,
    undealt: Undealt,
    /// The last decks, the oldest first, `lag` of them once there are enough.
    earlier: VecDeque<Order>,
    lag: usize,
    record: Record,
}

impl Monitor {
    /// A monitor of decks of `n` labels (2 to 64); the earlier deck is `lag` rounds before (1 to 8).
    ///
    /// # Errors
    ///
    /// Another `n` or `lag`, in one sentence.
    pub fn new(n: usize, lag: usize) -> Result<Self, MonitorError> {
        if !(2..=64).contains(&n) {
            return Err(MonitorError::Deck(n));
        }
        if !(1..=8).contains(&lag) {
            return Err(MonitorError::Lag(lag));
        }
        let all: Vec<u8> = (0..n as u8).collect();
        Ok(Self {
            n,
            new_deck: Order::of(n, &all)?,
            fixed: Reference::new(n),
            previous: Reference::new(n),
            undealt: Undealt::new(n),
            earlier: VecDeque::new(),
            lag,
            record: Record::new(COMPONENTS.to_vec()),
        })
    }

    /// A whole deck, in the order dealt.
    ///
    /// # Errors
    ///
    /// A deck that is not a permutation, in one sentence; it is left out, and the next `lag` decks
    /// have no earlier one.
    pub fn push(&mut self, deck: &[u8]) -> Result<(), MonitorError> {
        if deck.len() == self.n {
            return self.push_partial(deck);
        }
        self.break_chain();
        Err(MonitorError::Count { cards: deck.len(), n: self.n })
    }

    /// The first cards of a deck, in the order dealt; their number may change from round to round, but
    /// must not depend on which cards they are (a hand that is drawn to until it reaches 17 does):
    /// the evidence of `places`, the counts and `undealt` holds only then.
    ///
    /// # Errors
    ///
    /// As [`Monitor::push`].
    pub fn push_partial(&mut self, cards: &[u8]) -> Result<(), MonitorError> {
        let order = match Order::of(self.n, cards) {
            Ok(order) => order,
            Err(why) => {
                self.break_chain();
                return Err(why);
            }
        };
        self.fixed.push(&order, &self.new_deck);
        if self.earlier.len() == self.lag
            && let Some(before) = self.earlier.pop_front()
        {
            self.previous.push(&order, &before);
        }
        if cards.len() < self.n {
            self.undealt.push(self.n, order.dealt());
        }
        self.earlier.push_back(order);
        let components = self.fixed.components().chain(self.previous.components());
        self.record.push(components.chain([self.undealt.ln()]));
        Ok(())
    }

    /// A gap in the record: the next `lag` decks have no earlier one.
    pub fn break_chain(&mut self) {
        self.earlier.clear();
    }

    /// Rounds seen.
    pub fn count(&self) -> u64 {
        self.record.n()
    }

    /// Natural logarithm of the evidence now.
    pub fn ln_e(&self) -> f64 {
        self.record.ln_e()
    }

    /// The largest evidence so far, and when.
    pub fn worst(&self) -> Peak {
        self.record.worst()
    }

    /// All that is known, as plain data.
    pub fn evidence(&self) -> Evidence {
        self.record.evidence("deals")
    }
}
