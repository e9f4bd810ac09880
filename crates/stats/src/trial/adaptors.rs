//! From a defect to the batteries that look at it.

use super::View;
use crate::battery::Battery;
use crate::deal::{Deals, Layout, Options};
use crate::defects::{Defect, streams::Flaw};
use crate::symbols::Symbols;

/// Cards of each hand where only the first cards of a deck are seen.
const HAND: u8 = 5;

/// The accumulator of one view.
enum Looking {
    Dealt(Box<Deals>, Layout),
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
) -> Result<Vec<Battery>, String> {
    let mut looking = views.iter().map(|v| look(*v)).collect::<Result<Vec<_>, _>>()?;
    let mut source = defect.source(seed);
    let mut deck = [0; 52];
    for _ in 0..rounds {
        source.next(&mut deck);
        for one in &mut looking {
            match one {
                Looking::Dealt(deals, layout) => {
                    deals.push(*layout, &deck[..layout.cards()], &[])?;
                }
            }
        }
    }
    Ok(looking
        .iter()
        .map(|one| match one {
            Looking::Dealt(deals, _) => deals.battery(),
        })
        .collect())
}

fn look(view: View) -> Result<Looking, String> {
    match view {
        View::Full => Ok(Looking::Dealt(
            Box::new(Deals::new(52, 1, Options::cards_52())?),
            Layout::Ordered { dealt: 52 },
        )),
        View::First(cards) => {
            let layout = Layout::packets(cards / HAND, HAND).in_order();
            Ok(Looking::Dealt(Box::new(Deals::new(52, 1, Options::cards_52())?), layout))
        }
        View::Stream => Err("decks are not a stream of draws".to_owned()),
    }
}

/// The battery of `draws` draws of this flaw.
///
/// # Errors
///
/// None in practice; the battery's own.
pub fn stream(flaw: &Flaw, seed: u64, draws: u64) -> Result<Battery, String> {
    let mut symbols = Symbols::new(crate::defects::streams::SYMBOLS)?;
    let mut source = flaw.source(seed);
    for _ in 0..draws {
        symbols.push(source.draw());
    }
    Ok(symbols.finish())
}
