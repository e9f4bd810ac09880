//! Why deals cannot be counted as declared, or what is wrong with one.

/// A declaration that cannot be tested, a deal that cannot be, or parts that do not belong together: one
/// sentence. Positions count from one; a card is its label, from nought.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DealError(pub(super) String);

/// Refuses what this sentence is about.
#[cold]
pub(super) fn refuse<T>(what: impl Into<String>) -> Result<T, DealError> {
    Err(DealError(what.into()))
}

/// What is wrong with these cards of a deck of `n`, of which `declared` should be there: all of it, up to
/// six faults.
pub(super) fn what_is_wrong(n: usize, declared: usize, cards: &[u8]) -> String {
    let mut found = Vec::new();
    if cards.len() != declared {
        found.push(format!("{} cards where there should be {declared}", cards.len()));
    }
    let mut first: Vec<Option<u32>> = vec![None; n];
    for (position, card) in (1..).zip(cards) {
        match first.get_mut(usize::from(*card)) {
            None => found.push(format!("no card {card} in a deck of {n}, at position {position}")),
            Some(Some(before)) => {
                found.push(format!("card {card} stands at positions {before} and {position}"));
            }
            Some(place) => *place = Some(position),
        }
    }
    if declared == n {
        let missing = first.iter().enumerate().filter(|(_, place)| place.is_none());
        found.extend(missing.map(|(card, _)| format!("card {card} is missing")));
    }
    let more = found.len().max(6) - 6;
    found.truncate(6);
    if more > 0 {
        found.push(format!("and {more} more faults"));
    }
    found.join("; ")
}
