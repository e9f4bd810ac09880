//! The cards of each table counted for the tests of randomness, and what the tests say.
//!
//! A table has up to three sources: the cards of its hands, the decks of its shuffler, and the
//! packets of its shuffler. Each is counted in its own order by an accumulator of bounded size, so
//! the tables are counted side by side and the result does not depend on the number of threads.
//!
//! | file | idea |
//! |---|---|
//! | `dealt` | the cards of a round, or why they are left out |
//! | `dispensed` | decks and packets of a shuffler |
//! | `hands` | the hands of a table; the refusal of hands recorded by their outcome |
//! | `runs` | the deals of one source in their order, and which round each was |
//! | `source` | one source judged |
//! | `sentences` | a departure in words |
//!
//! Observations are compared with the one before (of two decks in turn, the one before that). The chain
//! breaks where a round is missing or left out, at the end of a gaming day, and where the shuffler was
//! set to a mode or reported a fault: for hands both before and after the round in which that
//! happened, since a shuffler may work on the next deck while a round is played.

mod dealt;
mod dispensed;
mod hands;
mod runs;
mod sentences;
mod source;

pub(crate) use dealt::{Dealt, dealing_order};
pub(crate) use dispensed::Dispensed;
pub(crate) use sentences::{identical, of_hands, of_shuffler};
pub(crate) use source::{SourceCase, sources};

use crate::scope::Scope;
use dealt::PACK;
use dispensed::{PacketSource, What};
use feltproof_model::TableId;
use feltproof_model::engagement::JournalKind;
use feltproof_stats::deal::Options;
use hands::HandSource;
use rayon::prelude::*;
use runs::Chain;

/// Hands of five cards by their best four, of 2,598,960, lowest category first.
pub const CATEGORIES_OF_FIVE: [u64; 8] =
    [1_150_080, 1_047_552, 123_552, 101_808, 114_616, 58_656, 2_072, 624];

struct TableCards {
    table: TableId,
    hands: Option<Box<HandSource>>,
    decks: Option<Box<Chain>>,
    packets: Option<Box<PacketSource>>,
}

/// What was counted of all tables so far.
#[derive(Default)]
pub(crate) struct Cards {
    tables: Vec<TableCards>,
}

impl Cards {
    pub(crate) fn new(scope: &Scope) -> Self {
        let tables = (0_u16..).zip(&scope.engagement.tables);
        let empty =
            |(at, _)| TableCards { table: TableId(at), hands: None, decks: None, packets: None };
        Self { tables: tables.map(empty).collect() }
    }

    /// Counts what shufflers dispensed, then rounds; both in their order. A round is judged after all
    /// that was dispensed for it was read.
    pub(crate) fn take_in(&mut self, scope: &Scope, dispensed: &[Dispensed], dealt: &[Dealt]) {
        if dispensed.is_empty() && dealt.is_empty() {
            return;
        }
        self.tables.par_iter_mut().for_each(|table| {
            let at = table.table.0;
            let lag = usize::from(scope.table(table.table).decks_in_use);
            for record in dispensed.iter().filter(|r| r.table.is_none_or(|t| t == at)) {
                table.dispensed(scope, lag, record);
            }
            for round in dealt.iter().filter(|d| d.table == at) {
                if let Some(hands) = table.hands(lag) {
                    hands.push(round);
                }
            }
        });
    }
}

impl TableCards {
    fn hands(&mut self, lag: usize) -> Option<&mut HandSource> {
        if self.hands.is_none() {
            self.hands = HandSource::new(lag).map(Box::new);
        }
        self.hands.as_deref_mut()
    }

    fn dispensed(&mut self, scope: &Scope, lag: usize, record: &Dispensed) {
        match &record.what {
            What::Deck(cards) => {
                if self.decks.is_none() {
                    self.decks = Chain::new(lag, Options::decks(PACK)).map(Box::new);
                }
                if let Some(source) = &mut self.decks {
                    source.push_deck(record, cards);
                }
            }
            What::Packet(number, cards) => {
                if self.packets.is_none() {
                    let in_order = scope.cards_in_order(JournalKind::Shuffler);
                    self.packets = PacketSource::new(lag, in_order).map(Box::new);
                }
                if let Some(source) = &mut self.packets {
                    source.push(record, *number, cards);
                }
            }
            What::Break => {
                if let Some(source) = &mut self.decks {
                    source.break_off();
                }
                if let Some(source) = &mut self.packets {
                    source.break_chain();
                }
                if record.table.is_some()
                    && let Some(hands) = self.hands(lag)
                {
                    hands.break_at(record.time);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_engine::Category;
    use feltproof_par::count::suit_classes;

    /// Every hand of five cards, by suit classes and by the engine's ranking.
    #[test]
    fn the_categories_of_five_cards_are_counted() {
        let mut counts = [0_u64; 8];
        for class in suit_classes::<5>() {
            let rank = feltproof_engine::best_four_of_five(class.cards);
            counts[rank.category() as usize] += u64::from(class.weight);
        }
        assert_eq!(counts, CATEGORIES_OF_FIVE);
        assert_eq!(counts.iter().sum::<u64>(), 2_598_960);
        assert_eq!(Category::ALL.len(), counts.len());
    }
}
