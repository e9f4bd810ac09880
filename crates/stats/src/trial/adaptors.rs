//! From a defect to the batteries that look at it.

use super::View;
use crate::battery::Battery;
use crate::deal::{Contrast, DealError, Deals, Layout, Options};
use crate::defects::Defect;
use crate::defects::streams::{Flaw, SYMBOLS};
use crate::symbols::{Symbols, SymbolsError};

/// Why a trial could not be made: a view that decks do not have, or what an accumulator refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrialError {
    /// A view of draws.
    #[error("decks are not a stream of draws")]
    NoStream,
    /// The count of decks and deals.
    #[error(transparent)]
    Deals(#[from] DealError),
    /// The count of draws.
    #[error(transparent)]
    Symbols(#[from] SymbolsError),
}

/// Cards of each hand where only the first cards of a deck are seen.
const HAND: u8 = 5;

/// The aces of the dealer's hand, the last of seven hands of five.
fn dealer() -> Options {
    let labels = (0..4).fold(0, |mask, suit| mask | 1 << (suit * 13 + 12));
    let name = "Aces in the dealer's hand".to_owned();
    Options {
        contrast: Some(Contrast { labels, places: Some(30..35), name }),
        ..Options::decks(52)
    }
}

/// The accumulator of one view, and what it sees of a deck.
struct Looking(Box<Deals>, Layout);

impl Looking {
    fn at(view: View) -> Result<Self, TrialError> {
        match view {
            View::Full => {
                let deals = Deals::new(52, 1, dealer())?;
                Ok(Self(Box::new(deals), Layout::Ordered { dealt: 52 }))
            }
            View::First(cards) => {
                let layout = Layout::packets(cards / HAND, HAND).in_order();
                Ok(Self(Box::new(Deals::new(52, 1, Options::cards_52())?), layout))
            }
            View::Stream => Err(TrialError::NoStream),
        }
    }

    fn push(&mut self, deck: &[u8; 52]) -> Result<(), TrialError> {
        let Self(deals, layout) = self;
        Ok(deals.push(*layout, &deck[..layout.cards()], &[])?)
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
    Ok(looking.iter().map(|one| one.0.battery()).collect())
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
