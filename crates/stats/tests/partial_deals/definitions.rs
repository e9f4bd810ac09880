//! Counts of an order, straight from their definitions.

/// Longest subsequence whose every step satisfies `step`.
pub(super) fn longest<T: Copy>(labels: &[T], step: fn(T, T) -> bool) -> u16 {
    let mut best = vec![1; labels.len()];
    for i in 0..labels.len() {
        for j in 0..i {
            if step(labels[j], labels[i]) {
                best[i] = best[i].max(best[j] + 1);
            }
        }
    }
    best.into_iter().max().unwrap_or(0)
}

/// Descents, peaks and valleys.
pub(super) fn turns<T: PartialOrd>(x: &[T]) -> (u16, u16, u16) {
    let count = |hit: fn(&[T]) -> bool, width| x.windows(width).filter(|w| hit(w)).count() as u16;
    (
        count(|w| w[0] > w[1], 2),
        count(|w| w[0] < w[1] && w[1] > w[2], 3),
        count(|w| w[0] > w[1] && w[1] < w[2], 3),
    )
}

/// Right guesses of each of the labels, those `unseen` being known: the next above the last or, to `follow`
/// the last step, the next in its direction; else the lowest.
pub(super) fn guesses<T: Copy + Ord>(labels: &[T], unseen: &[T], follow: bool) -> u16 {
    let mut unseen = unseen.to_vec();
    unseen.sort_unstable();
    let (mut hits, mut last, mut upward) = (0, None::<T>, true);
    for &x in labels {
        let lowest = unseen[0];
        let guess = match last {
            None => lowest,
            Some(last) if upward || !follow => {
                unseen.iter().copied().find(|u| *u > last).unwrap_or(lowest)
            }
            Some(last) => unseen.iter().copied().rfind(|u| *u < last).unwrap_or(lowest),
        };
        hits += u16::from(guess == x);
        upward = last.is_none_or(|last| x > last);
        last = Some(x);
        unseen.retain(|u| *u != x);
    }
    hits
}
