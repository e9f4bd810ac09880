//! All ways to lay pieces for the players and for the dealer on the grid of cards, none over
//! another, added up with their coefficients; and from them the deals that avoid the patterns.
//!
//! The grid is filled rank by rank, ace first. A piece is laid when its first rank comes, and what
//! is carried on is only which cards of later ranks are taken (suits are renamed into one order)
//! and how many cards the dealer has been given. Players are alike, so for them it is enough how
//! many have a piece and how many cards those pieces hold. Not here: what a piece is.

use super::pieces::{Cells, Pack, Patterns, Piece, pieces};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use std::collections::BTreeMap;

/// What is dealt from one pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    pub pack: Pack,
    /// The most players that will be asked for.
    pub players: usize,
    /// At most five: a player's hand holds one piece, and every piece has three cards or more.
    pub player_cards: usize,
    /// At most six: the dealer's hand holds at most two pieces, and two of one rank do not fit in.
    pub dealer_cards: usize,
}

/// Sums of coefficients by the number of players with a piece and the cards those pieces hold.
/// Kept flat: the row of `k` players stands before that of `k + 1` and starts at `3k` cards.
///
/// 128 bits are ample: in the game 149 pieces have coefficients of at most 3 in size, times at most
/// 120 orders of cards, so no sum over six players and the dealer's some 2,000 choices passes
/// 2,000 * (149 * 360)^6 < 10^32.
type Sums = Vec<i128>;

const SMALLEST_PIECE: usize = 3;

/// Where rows of [`Sums`] stand.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Largest piece of a player minus the smallest.
    span: usize,
    players: usize,
}

impl Shape {
    fn start(self, players: usize) -> usize {
        players + self.span * (players * players - players) / 2
    }

    /// Places in the row of so many players.
    fn width(self, players: usize) -> usize {
        self.span * players + 1
    }

    fn len(self) -> usize {
        self.start(self.players + 1)
    }
}

/// What the ranks still to come need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    dealer_cards: usize,
    taken: Cells,
}

type States = BTreeMap<State, Sums>;

/// Pieces laid together in one column.
#[derive(Clone, Copy, Debug)]
struct Move {
    cells: Cells,
    /// Players who get one.
    players: usize,
    /// Cards of theirs beyond three each.
    more: usize,
    dealer_cards: usize,
    weight: i128,
}

/// The finished sums, by the cards of the dealer's pieces.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    deal: Deal,
    shape: Shape,
    sums: Vec<(usize, Sums)>,
}

impl Packing {
    /// Lays all pieces of the patterns.
    pub(super) fn new(deal: Deal, patterns: Patterns) -> Self {
        let patterns = patterns.all(deal.pack);
        let span = deal.player_cards.max(SMALLEST_PIECE) - SMALLEST_PIECE;
        let shape = Shape { span, players: deal.players };
        let for_players = pieces(&patterns, deal.player_cards);
        let for_dealer = pieces(&patterns, deal.dealer_cards);
        let mut sums = vec![0; shape.len()];
        sums[0] = 1;
        let mut states = States::from([(State { dealer_cards: 0, taken: 0 }, sums)]);
        for rank in 0..deal.pack.ranks {
            let starting = |all: &[Piece]| -> Vec<Piece> {
                all.iter().copied().filter(|p| p.first_rank(deal.pack) == rank).collect()
            };
            let dealer = dealer_moves(&starting(&for_dealer));
            states = step(&states, &dealer, deal.dealer_cards, shape, 0);
            let players = player_moves(&starting(&for_players), deal);
            let passed = deal.pack.column(rank);
            states = step(&states, &players, deal.dealer_cards, shape, passed);
        }
        // No card is left to be taken: what remains differs in the dealer's cards alone.
        let sums = states.into_iter().map(|(state, sums)| (state.dealer_cards, sums)).collect();
        Self { deal, shape, sums }
    }

    /// Deals to so many players (none too many) and the dealer in which no hand has a pattern.
    ///
    /// Counted with the cards of each hand, and those left over, in order: the forced cards take
    /// their places in their hands, the others fill the rest of the pack in any order.
    pub(super) fn deals(&self, players: usize) -> BigUint {
        let Deal { pack, player_cards, dealer_cards, .. } = self.deal;
        let mut ordered = BigInt::ZERO;
        for (forced_on_dealer, sums) in &self.sums {
            let on_dealer = arrangements(dealer_cards, *forced_on_dealer);
            for with_piece in 0..=players.min(self.shape.players) {
                let row = self.shape.start(with_piece);
                for more in 0..self.shape.width(with_piece) {
                    let sum = sums[row + more];
                    if sum == 0 {
                        continue;
                    }
                    let forced = forced_on_dealer + SMALLEST_PIECE * with_piece + more;
                    ordered += BigInt::from(sum)
                        * on_dealer
                        * arrangements(players, with_piece)
                        * BigInt::from(factorial(pack.cards() - forced));
                }
            }
        }
        let left_over = pack.cards() - dealer_cards - players * player_cards;
        let orders = BigInt::from(factorial(player_cards)).pow(players as u32)
            * BigInt::from(factorial(dealer_cards) * factorial(left_over));
        let (deals, remainder) = ordered.div_rem(&orders);
        debug_assert_eq!(remainder, BigInt::ZERO, "ordered deals come in whole deals");
        deals.into_parts().1
    }
}

/// Nothing, or one piece for the dealer. Two never start at one rank: they would need seven cards.
fn dealer_moves(pieces: &[Piece]) -> Vec<Move> {
    let nothing = Move { cells: 0, players: 0, more: 0, dealer_cards: 0, weight: 1 };
    let one = pieces.iter().map(|piece| Move {
        cells: piece.cells,
        dealer_cards: piece.cards(),
        weight: piece.coefficient,
        ..nothing
    });
    std::iter::once(nothing).chain(one).collect()
}

/// Every set of pieces that do not overlap, one to a player.
fn player_moves(pieces: &[Piece], deal: Deal) -> Vec<Move> {
    let mut moves = vec![Move { cells: 0, players: 0, more: 0, dealer_cards: 0, weight: 1 }];
    for piece in pieces {
        let weight = piece.coefficient * arrangements(deal.player_cards, piece.cards());
        let with: Vec<Move> = moves
            .iter()
            .filter(|m| m.cells & piece.cells == 0 && m.players < deal.players)
            .map(|m| Move {
                cells: m.cells | piece.cells,
                players: m.players + 1,
                more: m.more + piece.cards() - SMALLEST_PIECE,
                dealer_cards: 0,
                weight: m.weight * weight,
            })
            .collect();
        moves.extend(with);
    }
    moves
}

/// Makes every move in every state; forgets the cards of the `passed` rank.
fn step(states: &States, moves: &[Move], dealer_max: usize, shape: Shape, passed: Cells) -> States {
    let mut next = States::new();
    for (state, sums) in states {
        for m in moves {
            let dealer_cards = state.dealer_cards + m.dealer_cards;
            if state.taken & m.cells != 0 || dealer_cards > dealer_max {
                continue;
            }
            let taken = Pack::with_suits_sorted((state.taken | m.cells) & !passed);
            let state = State { dealer_cards, taken };
            let target = next.entry(state).or_insert_with(|| vec![0; shape.len()]);
            for players in 0..=shape.players - m.players {
                let from = &sums[shape.start(players)..][..shape.width(players)];
                let to = shape.start(players + m.players) + m.more;
                // They fit: see [`Sums`].
                for (sum, count) in target[to..].iter_mut().zip(from) {
                    *sum = sum.wrapping_add(m.weight.wrapping_mul(*count));
                }
            }
        }
    }
    next
}

/// Ways to give `chosen` of `places` places, in order.
fn arrangements(places: usize, chosen: usize) -> i128 {
    (0..chosen).map(|taken| places as i128 - taken as i128).product()
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}
