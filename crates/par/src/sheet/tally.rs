//! Counts the ends of the base game over all deals: which decision, which showdown, which row.
//!
//! The decision is one of two kinds. The *optimal* one compares, for the cards the player sees, the
//! sum of results over all the dealer's hands for folding and for every permitted multiple, in whole
//! numbers; of equal ones it takes the one with the least money on the table. A *named* strategy goes
//! by two thresholds on the player's own hand.

use super::base_rules::{BaseRules, SHOWDOWNS};
use feltproof_engine::HandRank;
use feltproof_engine::game::Strategy;
use feltproof_model::Card;

/// How the player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decisions {
    /// By the largest expectation; of equal ones the least money wagered.
    Optimal,
    /// By the thresholds of a strategy in the game's data.
    Named(Strategy),
}

impl Decisions {
    /// Id: `optimal` or the strategy's.
    pub fn id(&self) -> &str {
        match self {
            Self::Optimal => "optimal",
            Self::Named(strategy) => &strategy.id,
        }
    }

    /// In words.
    pub fn title(&self) -> &str {
        match self {
            Self::Optimal => "every decision by its exact expectation",
            Self::Named(strategy) => &strategy.title,
        }
    }
}

/// The largest multiple of the Ante that a Play may be.
pub(crate) const MULTIPLE_MAX: usize = 3;

/// What the player sees before deciding, and all that the dealer may turn out to hold.
pub(crate) struct Sight {
    pub rank: HandRank,
    pub cards: [Card; 5],
    /// Hands of the player's (with a card face up) that look alike.
    pub weight: u32,
    /// The dealer's hands by showdown, see `base_rules`.
    pub counts: [u32; SHOWDOWNS],
}

/// The lowest and highest hands of each decision, for those who want to learn one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Border {
    /// The best hand that is folded; with a card of the dealer's face up, against some such card.
    pub highest_folded: Option<HandRank>,
    /// The worst hand that stays in.
    pub lowest_played: Option<HandRank>,
    /// The worst hand that plays more than one Ante.
    pub lowest_raised: Option<HandRank>,
}

/// Deals by decision (0 folds, else the multiple), showdown and row of the second wager's table.
pub(crate) struct BaseTally {
    pub rules: BaseRules,
    pub decisions: Decisions,
    pub border: Border,
    /// `[multiple][row][showdown]`
    cells: Vec<Vec<[u64; SHOWDOWNS]>>,
}

impl BaseTally {
    pub(crate) fn new(rules: BaseRules, decisions: Decisions) -> Self {
        let rows = rules.second.len();
        let cells = vec![vec![[0; SHOWDOWNS]; rows]; MULTIPLE_MAX + 1];
        Self { rules, decisions, border: Border::default(), cells }
    }

    /// Counts what was seen; true if it is folded.
    pub(crate) fn add(&mut self, sight: &Sight) -> bool {
        let row = self.rules.row_of(sight.rank);
        let multiple = self.multiple(sight, row);
        let cell = self.cells.get_mut(multiple).and_then(|rows| rows.get_mut(row));
        for (sum, count) in cell.into_iter().flatten().zip(sight.counts) {
            *sum += u64::from(count) * u64::from(sight.weight);
        }
        self.note(sight.rank, multiple);
        multiple == 0
    }

    /// Every count that is not zero, as (multiple, row, showdown, deals).
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, usize, u64)> {
        self.cells.iter().enumerate().flat_map(|(multiple, rows)| {
            rows.iter().enumerate().flat_map(move |(row, showdowns)| {
                let counts = showdowns.iter().enumerate().filter(|(_, count)| **count > 0);
                counts.map(move |(showdown, count)| (multiple, row, showdown, *count))
            })
        })
    }

    /// The decision: 0 folds, else the Play in Antes.
    fn multiple(&self, sight: &Sight, row: usize) -> usize {
        let permitted = self.rules.multiples_for(sight.rank);
        let (least, most) = (permitted.first().copied(), permitted.last().copied());
        let chosen = match &self.decisions {
            Decisions::Named(strategy) if sight.rank < strategy.play_from => None,
            Decisions::Named(strategy) if sight.rank < strategy.raise_from => least,
            Decisions::Named(_) => most,
            Decisions::Optimal => self.best(sight, row, permitted),
        };
        chosen.map_or(0, |m| usize::try_from(m).expect("a multiple is above nothing"))
    }

    /// The permitted multiple of the largest expectation; `None` when folding loses no more.
    fn best(&self, sight: &Sight, row: usize, permitted: &[i64]) -> Option<i64> {
        let second = self.rules.second.get(row)?;
        let (mut stays, mut play, mut folds) = (0_i128, 0_i128, 0_i128);
        for (showdown, count) in sight.counts.iter().enumerate() {
            let count = i128::from(*count);
            stays += count * i128::from(self.rules.ante[showdown] + second[showdown]);
            play += count * i128::from(self.rules.play[showdown]);
            folds += count * i128::from(self.rules.folded);
        }
        let mut best = (folds, None);
        for multiple in permitted {
            let sum = stays + i128::from(*multiple) * play;
            if sum > best.0 {
                best = (sum, Some(*multiple));
            }
        }
        best.1
    }

    fn note(&mut self, rank: HandRank, multiple: usize) {
        let border = &mut self.border;
        if multiple == 0 {
            border.highest_folded = border.highest_folded.max(Some(rank));
            return;
        }
        let lower = |seen: Option<HandRank>| Some(seen.map_or(rank, |seen| seen.min(rank)));
        border.lowest_played = lower(border.lowest_played);
        if multiple > 1 {
            border.lowest_raised = lower(border.lowest_raised);
        }
    }
}
