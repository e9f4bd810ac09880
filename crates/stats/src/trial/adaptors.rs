//! From a defect to the batteries that look at it.

use super::View;
use crate::battery::Battery;
use crate::deal::{DealError, Deals, Layout, Options};
use crate::deck::{Contrast, DeckError, Decks};
use crate::defects::Defect;
use crate::defects::streams::{Flaw, SYMBOLS};
use crate::symbols::{Symbols, SymbolsError};

/// Why a trial could not be made: a view that decks do not have, or what an accumulator refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrialError {
    /// A view of draws.
    #[error("decks are not a stream of draws")]
    NoStream,
    /// A deck that cannot be.
    #[error("{0}")]
    Fault(String),
    /// The count of whole decks.
    #[error(transparent)]
    Decks(#[from] DeckError),
    /// The count of partial deals.
    #[error(transparent)]
    Deals(#[from] DealError),
    /// The count of draws.
    #[error(transparent)]
    Symbols(#[from] SymbolsError),
}

/// Cards of each hand where only the first cards of a deck are seen.
const HAND: u8 = 5;

/// The aces of the dealer's hand, the last of seven hands of five.
fn dealer() -> Contrast {
    let labels = (0..4).fold(0, |mask, suit| mask | 1 << (suit * 13 + 12));
    Contrast { places: 30..35, labels, name: "Aces in the dealer's hand".to_owned() }
}

/// The accumulator of one view.
enum Looking {
    Whole(Box<Decks>),
    Dealt(Box<Deals>, Layout),
}

impl Looking {
    fn at(view: View) -> Result<Self, TrialError> {
        match view {
            View::Full => Ok(Self::Whole(Box::new(Decks::new(52, 1)?.with_contrast(dealer())?))),
            View::First(cards) => {
                let layout = Layout::packets(cards / HAND, HAND).in_order();
                Ok(Self::Dealt(Box::new(Deals::new(52, 1, Options::cards_52())?), layout))
            }
            View::Stream => Err(TrialError::NoStream),
        }
    }

    fn push(&mut self, deck: &[u8; 52]) -> Result<(), TrialError> {
        match self {
            Self::Whole(decks) => decks.push(deck).map_err(|fault| TrialError::Fault(fault.what)),
            Self::Dealt(deals, layout) => Ok(deals.push(*layout, &deck[..layout.cards()], &[])?),
        }
    }

    fn battery(&self) -> Battery {
        match self {
            Self::Whole(decks) => decks.battery(),
            Self::Dealt(deals, _) => deals.battery(),
        }
    }
}

/// One battery for each view of the same `rounds` decks of this defect.
///
/// # Errors
///
/// A view that decks do not have, in one sentence.
pub fn decks(
    defect: &Defect,
    seed: u64,
    rounds: u64,
    views: &[View],
) -> Result<Vec<Battery>, TrialError> {
    let mut looking = views.iter().map(|v| Looking::at(*v)).collect::<Result<Vec<_>, _>>()?;
    let mut source = defect.source(seed);
    let mut deck = [0; 52];
    for _ in 0..rounds {
        source.next(&mut deck);
        looking.iter_mut().try_for_each(|one| one.push(&deck))?;
    }
    Ok(looking.iter().map(Looking::battery).collect())
}

/// The battery of `draws` draws of this flaw.
///
/// # Errors
///
/// Those of the accumulator of draws, in one sentence.
pub fn stream(flaw: &Flaw, seed: u64, draws: u64) -> Result<Battery, TrialError> {
    let mut symbols = Symbols::new(SYMBOLS)?;
    let mut source = flaw.source(seed);
    for _ in 0..draws {
        symbols.push(source.draw());
    }
    Ok(symbols.finish())
}
