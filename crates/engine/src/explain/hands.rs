//! The hands of a round in words, each once: the dealer's stands in the sentence of nearly every wager.

use crate::rules::TableRules;
use crate::settlement::{RoundSettlement, SettledHand};
use feltproof_model::event::HandRow;

/// The hands of a round as its showdown ranks them.
#[derive(Debug)]
pub(super) struct HandWords {
    text: String,
    /// Where the words of each row end in the text. Behind the last stand those of the hand that is played against.
    ends: Vec<usize>,
}

impl HandWords {
    pub(super) fn new(
        rules: &TableRules,
        rows: &[HandRow],
        settled: &[SettledHand],
        outcome: &RoundSettlement,
    ) -> Self {
        // `A♠ K♠ Q♠ J♠ is an ace-high straight flush` has 48 bytes.
        let mut words = Self {
            text: String::with_capacity(64 * (rows.len() + 1)),
            ends: Vec::with_capacity(rows.len()),
        };
        let write = rules.family().ranking.words;
        for (row, hand) in rows.iter().zip(settled) {
            if let Some(rank) = hand.rank {
                write(rank, &row.cards, &mut words.text);
            }
            words.ends.push(words.text.len());
        }
        let opponent = rows.iter().find(|row| rules.is_opponent(row.seat));
        if let Some((row, rank)) = opponent.zip(outcome.dealer) {
            write(rank, &row.cards, &mut words.text);
        }
        words
    }

    /// `A♠ K♠ Q♠ J♠ is an ace-high straight flush`; empty without the cards.
    pub(super) fn of_row(&self, row: usize) -> &str {
        let end_of = |row: Option<usize>| row.and_then(|row| self.ends.get(row).copied());
        let end = end_of(Some(row)).unwrap_or_default();
        self.text.get(end_of(row.checked_sub(1)).unwrap_or_default()..end).unwrap_or_default()
    }

    /// The same of the hand that is played against.
    pub(super) fn of_opponent(&self) -> &str {
        let start = self.ends.last().copied().unwrap_or_default();
        self.text.get(start..).unwrap_or_default()
    }
}
