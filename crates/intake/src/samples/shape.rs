//! What a record of decks is, and whether its number of cards fits.

use super::cards::Pack;

/// What one record of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A full deck.
    Full,
    /// The first cards of a deck in order: so many, or any number.
    First(Option<u16>),
    /// Hands of so many cards in dealing order, their inner order known or not.
    Packets {
        /// Cards of a hand.
        size: u8,
        /// Cards of the last hand.
        last: u8,
        /// Whether the cards of a hand are in the order dealt.
        ordered: bool,
        /// Hands of a record at most.
        hands_max: u8,
    },
}

/// What the decks of a file are.
#[derive(Clone, Debug)]
pub struct DeckForm {
    /// Cards of a full deck, at most 64.
    pub cards: u8,
    /// Decks of a shoe, 1 to 8; what is said of a deck is said of the shoe where there are more.
    pub decks: u8,
    /// Those that are named, where they are declared.
    pub pack: Option<Pack>,
    /// What a record is.
    pub shape: Shape,
    /// Whether the cards of a row, or of a hand, are in the order dealt.
    pub ordered: bool,
    /// Rows are rounds of baccarat, the Player's hand and the Banker's, of 52 cards.
    pub baccarat: bool,
    /// The number of the first card, where cards are numbers and that is stated: 0 or 1.
    pub first: Option<u8>,
}

/// Decks of a shoe at most.
const DECKS_MAX: u8 = 8;
/// Cards that may be missing from a shoe, or be too many, before its row is no shoe at all.
const NEARLY: usize = 3;

/// Why a record is none of those declared, and is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// Something in it is no card.
    NoCard,
    /// A card was not seen where all must be.
    Unseen,
    /// Too few cards.
    TooFew,
    /// Too many.
    TooMany,
    /// Hands that the rules of the third card do not give.
    AgainstRules,
}

/// What is wrong with a record: what it is, and one sentence with the value and the remedy.
pub(super) type Flawed = (Flaw, String);

impl DeckForm {
    /// Cards of a deck, or of a shoe.
    pub fn all(&self) -> usize {
        usize::from(self.cards) * usize::from(self.decks)
    }

    /// Whether so many cards may be a shoe.
    fn is_shoe(&self, cards: usize) -> bool {
        let decks = cards / usize::from(self.cards);
        cards.is_multiple_of(self.cards.into()) && (2..=usize::from(DECKS_MAX)).contains(&decks)
    }

    /// What is wrong with a record of so many cards, and of so many at its end that were not seen.
    pub(super) fn checked(&self, seen: usize, unseen: usize) -> Result<(), Flawed> {
        if unseen > 0 {
            return self.checked_unseen(seen, unseen).map_err(|what| (Flaw::Unseen, what));
        }
        let most = match self.shape {
            Shape::First(Some(dealt)) => dealt.into(),
            Shape::Full | Shape::First(None) | Shape::Packets { .. } => self.all(),
        };
        let flaw = if seen > most { Flaw::TooMany } else { Flaw::TooFew };
        self.checked_seen(seen).map_err(|what| (flaw, what))
    }

    fn checked_seen(&self, found: usize) -> Result<(), String> {
        let cards = self.all();
        Err(match self.shape {
            Shape::Full if found == cards => return Ok(()),
            // A shoe with a card too few or too many is told with the card.
            Shape::Full if self.decks > 1 && found.abs_diff(cards) <= NEARLY => return Ok(()),
            Shape::Full if self.decks > 1 => format!(
                "{found} cards, where a shoe of {} decks has {cards}; say --decks-per-shoe with the right number, --dealt any if \
                 lines are its cards up to the cut card, or rounds, or --deck-column if a shoe stands in several lines",
                self.decks
            ),
            Shape::Full if (2..=64).contains(&found) => format!(
                "{found} cards, where a full deck has {cards}; say --cards {found} if that is the deck, --dealt for the first \
                 cards of each deck, --columns if a column is no card, or --deck-column if a row is one card"
            ),
            Shape::Full if self.is_shoe(found) => format!(
                "{found} cards, where a full deck has {cards}; say --decks-per-shoe {} if that is a shoe of so many decks",
                found / cards
            ),
            Shape::Full => {
                let remedy = "decks have 2 to 64 (--cards)";
                format!("{found} cards, where a full deck has {cards}; {remedy}")
            }
            Shape::First(Some(dealt)) if found == usize::from(dealt) => return Ok(()),
            // Of a shoe the first cards are taken.
            Shape::First(Some(dealt)) if self.decks > 1 && found > usize::from(dealt) => {
                return Ok(());
            }
            Shape::First(Some(dealt)) => {
                let remedy = "say --dealt any if their number varies";
                format!("{found} cards, where --dealt says {dealt}; {remedy}")
            }
            Shape::First(None) if (1..=cards).contains(&found) => return Ok(()),
            Shape::First(None) if self.decks == 1 && found <= usize::from(DECKS_MAX) * cards => {
                format!(
                    "{found} cards, and a deck has {cards} (--cards); say --decks-per-shoe with the number of decks if there are several"
                )
            }
            Shape::First(None) if self.decks == 1 => {
                format!("{found} cards, and a deck has {cards} (--cards)")
            }
            Shape::First(None) => format!(
                "{found} cards, and a shoe of {} decks has {cards} (--decks-per-shoe, --cards)",
                self.decks
            ),
            Shape::Packets { size, last, hands_max, .. } => {
                let others = found.checked_sub(last.into());
                let hands = others.map_or(0, |others| others / usize::from(size) + 1);
                if found > cards {
                    format!("{found} cards in hands of {size}, and a deck has {cards} (--cards)")
                } else if hands > usize::from(hands_max) {
                    let most = format!("{hands_max} hands of {size} (--packets {size})");
                    format!("{found} cards are more than {most}")
                } else if others.is_some_and(|others| others.is_multiple_of(size.into())) {
                    return Ok(());
                } else if last == size {
                    format!("{found} cards, which are not hands of {size} (--packets {size})")
                } else {
                    let hands = format!("hands of {size} and one of {last}");
                    format!("{found} cards, which are not {hands} (--packets, --last-packet)")
                }
            }
        })
    }

    /// Whether the first part of a record counts where the rest cannot be used: of a shoe that need not be whole.
    pub(super) fn has_parts(&self) -> bool {
        self.decks > 1 && self.shape != Shape::Full
    }

    /// Of so many cards of a row before one that cannot be read, those that count: of a shoe in the order dealt all of them.
    /// What is less than a deck may be a round, which is left out whole.
    pub(super) fn first_part(&self, cards: usize) -> usize {
        let is_shoe = self.has_parts() && self.ordered && !self.baccarat;
        if is_shoe && cards >= usize::from(self.cards) { cards } else { 0 }
    }

    /// Cards that were not seen at the end of a row are what `--dealt any` leaves out of a deck; nothing else has room for
    /// them.
    fn checked_unseen(&self, seen: usize, unseen: usize) -> Result<(), String> {
        let (cards, all) = (self.all(), seen + unseen);
        Err(match self.shape {
            _ if seen == 0 => "no card of this deck was seen (`??`); leave the line out".to_owned(),
            Shape::First(None) if all > cards => {
                format!("{all} cards with those not seen (`??`), and a deck has {cards} (--cards)")
            }
            Shape::First(None) => return Ok(()),
            Shape::Packets { .. } => format!(
                "{unseen} cards were not seen (`??`), and a hand is tested whole: leave out the hands at the end of a line that \
                 were not seen, if that did not depend on their cards"
            ),
            Shape::Full | Shape::First(Some(_)) => format!(
                "{unseen} cards were not seen (`??`); say --dealt any, or --dealt and how many are seen of every deck"
            ),
        })
    }
}
