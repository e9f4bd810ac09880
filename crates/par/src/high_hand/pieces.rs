//! Which cards can be forced on one hand, and with which coefficient.
//!
//! By inclusion and exclusion the indicator of a hand that avoids a set of patterns is the sum,
//! over all sets E of patterns, of (-1)^|E| times "the hand contains every pattern of E". Only the
//! union of E matters to the second factor, so the sets with one union are added up to one
//! coefficient: three of a rank -1, four of a rank +3 (from the four threes in it: 6 - 4 + 1), a
//! run of four -1, of five +1, of six 0, three of a kind and a run sharing a card +1.
//!
//! A union falls into *pieces*: its patterns joined wherever they share a card. Its coefficient is
//! the product of theirs, because a set of patterns covers the union when it covers each piece. So
//! pieces are all that must be placed (`packing`).

use std::collections::BTreeMap;

/// A set of cards on the grid of suits (16 bits each) and ranks: bit 0 of a suit is the ace, bit
/// `r` the card of `r + 1` spots. The ace stands first because runs reach it from both ends.
pub(super) type Cells = u64;

const SUIT_BITS: usize = 16;
/// Cards of a straight flush.
const RUN: usize = 4;

/// The pack: 13 ranks and 4 suits in the game, fewer where every deal is to be tried one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack {
    /// 5 to 16, the ace included; below five the two ends of the ace would meet.
    pub ranks: usize,
    /// 1 to 4.
    pub suits: usize,
}

impl Pack {
    pub(super) const fn cards(self) -> usize {
        self.ranks * self.suits
    }

    pub(super) const fn cell(rank: usize, suit: usize) -> Cells {
        1 << (suit * SUIT_BITS + rank)
    }

    pub(super) fn column(self, rank: usize) -> Cells {
        (0..self.suits).map(|suit| Self::cell(rank, suit)).sum()
    }

    /// Every choice of `count` cards of a rank.
    fn of_a_kind(self, rank: usize, count: u32) -> impl Iterator<Item = Cells> {
        (0_usize..1 << self.suits).filter(move |chosen| chosen.count_ones() == count).map(
            move |chosen| {
                let suits = (0..self.suits).filter(|suit| chosen >> suit & 1 == 1);
                suits.map(|suit| Self::cell(rank, suit)).sum()
            },
        )
    }

    /// The run of one suit that starts at a rank; the one that would pass the king ends on the ace.
    fn run(self, suit: usize, start: usize) -> Cells {
        (start..start + RUN).map(|rank| Self::cell(rank % self.ranks, suit)).sum()
    }

    /// The same cards, suits renamed into one order: patterns do not tell suits apart.
    pub(super) fn with_suits_sorted(cells: Cells) -> Cells {
        let mut suits = [0, 1, 2, 3].map(|suit| (cells >> (suit * SUIT_BITS)) as u16);
        suits.sort_unstable();
        suits.iter().fold(0, |sorted, suit| sorted << SUIT_BITS | Cells::from(*suit))
    }
}

/// Cards of one rank that count. Each contains the one before, so of several the last is enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    #[default]
    None,
    FourAces,
    Four,
    Three,
}

/// Suited runs that count; again each contains the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Run {
    #[default]
    None,
    Royal,
    Any,
}

/// The patterns every hand is to avoid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Patterns {
    pub kind: Kind,
    pub run: Run,
}

impl Patterns {
    pub(super) fn and(self, other: Self) -> Self {
        Self { kind: self.kind.max(other.kind), run: self.run.max(other.run) }
    }

    /// Each as cards, but those that contain another: who avoids three of a rank avoids four of it.
    pub(super) fn all(self, pack: Pack) -> Vec<Cells> {
        let (ranks, count) = match self.kind {
            Kind::None => (0, 0),
            Kind::FourAces => (1, 4),
            Kind::Four => (pack.ranks, 4),
            Kind::Three => (pack.ranks, 3),
        };
        let royal = pack.ranks - (RUN - 1);
        let starts = match self.run {
            Run::None => 0..0,
            Run::Royal => royal..royal + 1,
            Run::Any => 0..royal + 1,
        };
        let kinds = (0..ranks).flat_map(|rank| pack.of_a_kind(rank, count));
        let runs = starts.flat_map(|start| (0..pack.suits).map(move |suit| pack.run(suit, start)));
        kinds.chain(runs).collect()
    }
}

/// Cards that patterns force on one hand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub cells: Cells,
    /// Its sign and multiplicity in the alternating sum.
    pub coefficient: i128,
}

impl Piece {
    pub(super) fn cards(self) -> usize {
        self.cells.count_ones() as usize
    }

    /// Its first column: 0 when it has an ace.
    pub(super) fn first_rank(self, pack: Pack) -> usize {
        (0..pack.ranks).find(|rank| self.cells & pack.column(*rank) != 0).unwrap_or(pack.ranks)
    }
}

/// The pieces a hand of `hand` cards has room for, those of coefficient zero left out.
pub(super) fn pieces(patterns: &[Cells], hand: usize) -> Vec<Piece> {
    let mut coefficients = BTreeMap::from([(0, 1_i128)]);
    for pattern in patterns {
        // Every set chosen so far, once more with this pattern. A union too large for the hand
        // only grows, so it is dropped at once.
        let with: Vec<(Cells, i128)> =
            coefficients.iter().map(|(union, sum)| (union | pattern, *sum)).collect();
        for (union, sum) in with.into_iter().filter(|(u, _)| u.count_ones() as usize <= hand) {
            *coefficients.entry(union).or_default() -= sum;
        }
    }
    coefficients
        .into_iter()
        .filter(|(union, sum)| *sum != 0 && is_one_piece(*union, patterns))
        .map(|(cells, coefficient)| Piece { cells, coefficient })
        .collect()
}

/// Whether the patterns inside a union hang together by shared cards.
fn is_one_piece(union: Cells, patterns: &[Cells]) -> bool {
    let inside: Vec<Cells> = patterns.iter().copied().filter(|p| p & !union == 0).collect();
    let mut joined = inside.first().copied().unwrap_or(0);
    while let Some(next) = inside.iter().find(|p| *p & joined != 0 && *p & !joined != 0) {
        joined |= next;
    }
    joined == union && union != 0
}
