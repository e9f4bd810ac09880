//! Counts of an order, straight from their definitions.

/// Descents and valleys.
pub(super) fn turns<T: PartialOrd>(x: &[T]) -> (u16, u16) {
    let count = |hit: fn(&[T]) -> bool, width| x.windows(width).filter(|w| hit(w)).count() as u16;
    (count(|w| w[0] > w[1], 2), count(|w| w[0] > w[1] && w[1] < w[2], 3))
}
