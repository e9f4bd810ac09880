//! Seats, cards and hands in words, as explanations of a settlement name them.

use crate::five_card::{five_card_category, most_of_one_colour};
use crate::outcome::Basis;
use crate::rank::HandRank;
use crate::rank_six::best_four_six_cards;
use crate::rank_tables::best_four;
use feltproof_model::event::HandRow;
use feltproof_model::{Card, Seat};

pub(super) fn seat(seat: Seat) -> String {
    match seat {
        Seat::Player(n) => format!("seat {n}"),
        Seat::Dealer => "the dealer".to_owned(),
        Seat::Banker(_) => "the banker".to_owned(),
    }
}

/// A hand as a paytable of this basis looks at it.
pub(super) fn by_basis(row: &HandRow, rank: HandRank, basis: Basis) -> String {
    let all = || row.cards.as_slice().iter().map(|c| c.pretty()).collect::<Vec<_>>().join(" ");
    match (basis, row.cards.exactly::<5>()) {
        (Basis::AllFive, Some(cards)) => {
            format!("{} is a five-card {}", all(), five_card_category(cards).title())
        }
        (Basis::Colours, Some(_)) => {
            let most = most_of_one_colour(row.cards.as_slice());
            format!("{} has {most} cards of one colour", all())
        }
        _ => best_four_in_words(row, rank),
    }
}

/// `A♠ K♠ Q♠ J♠ is an ace-high straight flush`.
pub(super) fn best_four_in_words(row: &HandRow, rank: HandRank) -> String {
    let four = match (row.cards.exactly::<5>(), row.cards.exactly::<6>()) {
        (Some(five), _) => best_four(five),
        (_, Some(six)) => best_four_six_cards(six),
        _ => return rank.describe(),
    };
    let cards: Vec<String> = in_order(four, rank).iter().map(|c| c.pretty()).collect();
    let text = rank.describe();
    let name = text.split_once(" (").map_or(text.as_str(), |(name, _)| name);
    format!("{} is {name}", cards.join(" "))
}

/// What decides first stands first.
fn in_order(mut four: [Card; 4], rank: HandRank) -> [Card; 4] {
    let count = |r: u8| four.iter().filter(|card| card.rank() == r).count();
    let counts: [usize; 13] = std::array::from_fn(|r| u8::try_from(r).map_or(0, count));
    four.sort_by_key(|card| {
        let r = card.rank();
        let worth = if rank.has_low_ace() && r == 12 { 0 } else { r + 1 };
        (
            std::cmp::Reverse(counts.get(usize::from(r)).copied()),
            std::cmp::Reverse(worth),
            card.suit(),
        )
    });
    four
}
