//! Many permutations side by side, one byte lane each, so that every comparison is made for all of
//! them at once with plain byte arithmetic. Nothing here looks at one permutation alone.

/// Permutations worked on together; a power of two.
pub(super) const LANES: usize = 32;
/// Labels at most.
pub(super) const LABELS: usize = 64;
/// Larger than any label: what stands where no card is.
const NONE: u8 = 127;
/// Rows of a table of labels: one more than there can be, for comparisons with the next row, and a
/// whole number of blocks of four.
const ROWS: usize = LABELS + 4;
/// Bytes of all permutations.
const BYTES: usize = LANES * LABELS;

/// One value for each permutation.
pub(super) type Row = [u8; LANES];
/// One row for each position, or label.
pub(super) type Rows = [Row; ROWS];

/// Permutations one after the other.
pub(super) type Decks = [[u8; LABELS]; LANES];
/// A cell of an `n` by `n` table for each pair of neighbours.
pub(super) type Cells = [[u16; LANES]; LABELS];

/// Rows from columns.
///
/// Place `lane * 64 + i` goes to `i * LANES + lane`: its binary digits turn round, and a perfect
/// riffle of the whole turns them by one.
#[inline(always)]
pub(super) fn transpose(n: usize, decks: &Decks) -> Rows {
    let mut rows = [[NONE; LANES]; ROWS];
    let (mut from, mut to) = ([0; BYTES], [0; BYTES]);
    for (to, deck) in from.chunks_exact_mut(LABELS).zip(decks) {
        to.copy_from_slice(deck);
    }
    for _ in 0..LANES.trailing_zeros() {
        let (low, high) = from.split_at(BYTES / 2);
        for ((pair, low), high) in to.chunks_exact_mut(2).zip(low).zip(high) {
            pair[0] = *low;
            pair[1] = *high;
        }
        std::mem::swap(&mut from, &mut to);
    }
    for (row, from) in rows.iter_mut().zip(from.chunks_exact(LANES)).take(n) {
        row.copy_from_slice(from);
    }
    rows
}

/// 255 where `a` is less than `b`; both below 128.
#[inline(always)]
fn less(a: &Row, b: &Row) -> Row {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        out[lane] = if (a[lane] as i8) < (b[lane] as i8) { 255 } else { 0 };
    }
    out
}

/// 255 where they are equal.
#[inline(always)]
fn same(a: &Row, b: &Row) -> Row {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        out[lane] = if a[lane] == b[lane] { 255 } else { 0 };
    }
    out
}

#[inline(always)]
fn both(a: &Row, b: &Row) -> Row {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        out[lane] = a[lane] & b[lane];
    }
    out
}

#[inline(always)]
fn not(a: &Row) -> Row {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        out[lane] = !a[lane];
    }
    out
}

#[inline(always)]
fn one_more(a: &Row) -> Row {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        out[lane] = a[lane].wrapping_add(1);
    }
    out
}

/// One more in every lane where `mask` is 255.
#[inline(always)]
fn tally(to: &mut Row, mask: &Row) {
    for lane in 0..LANES {
        to[lane] = to[lane].wrapping_sub(mask[lane]);
    }
}

pub(super) struct Turns {
    pub(super) descents: Row,
    pub(super) peaks: Row,
    pub(super) valleys: Row,
}

/// Descents, and the interior peaks and valleys.
#[inline(always)]
pub(super) fn turns(n: usize, rows: &Rows) -> Turns {
    let zero = [0; LANES];
    let mut out = Turns { descents: zero, peaks: zero, valleys: zero };
    let mut was_up = less(&rows[0], &rows[1]);
    tally(&mut out.descents, &not(&was_up));
    for pair in rows[..n].windows(2).skip(1) {
        let up = less(&pair[0], &pair[1]);
        tally(&mut out.descents, &not(&up));
        tally(&mut out.peaks, &both(&was_up, &not(&up)));
        tally(&mut out.valleys, &both(&up, &not(&was_up)));
        was_up = up;
    }
    out
}

pub(super) struct Steps {
    pub(super) fixed_points: Row,
    pub(super) successions: Row,
    pub(super) reverse_successions: Row,
}

/// Labels at their own position; labels next to the one that is larger or smaller by one.
#[inline(always)]
pub(super) fn steps(n: usize, rows: &Rows) -> Steps {
    let zero = [0; LANES];
    let mut out = Steps { fixed_points: zero, successions: zero, reverse_successions: zero };
    tally(&mut out.fixed_points, &same(&rows[0], &zero));
    for (i, pair) in rows[..n].windows(2).enumerate() {
        tally(&mut out.fixed_points, &same(&pair[1], &[i as u8 + 1; LANES]));
        tally(&mut out.successions, &same(&one_more(&pair[0]), &pair[1]));
        tally(&mut out.reverse_successions, &same(&one_more(&pair[1]), &pair[0]));
    }
    out
}

/// The Lehmer code.
///
/// Four positions at a time, so that a row still to come is read once for the four.
#[inline(always)]
pub(super) fn digits(n: usize, rows: &Rows) -> Rows {
    let mut out = [[0; LANES]; ROWS];
    for first in (0..n).step_by(4) {
        let own = [rows[first], rows[first + 1], rows[first + 2], rows[first + 3]];
        let mut sums = [[0; LANES]; 4];
        for later in 1..4 {
            for earlier in 0..later {
                tally(&mut sums[earlier], &less(&own[later], &own[earlier]));
            }
        }
        for row in &rows[first + 4..n.max(first + 4)] {
            for k in 0..4 {
                tally(&mut sums[k], &less(row, &own[k]));
            }
        }
        out[first..first + 4].copy_from_slice(&sums);
    }
    out
}

#[inline(always)]
pub(super) fn inversions(n: usize, digits: &Rows) -> [u16; LANES] {
    let mut out = [0_u16; LANES];
    for row in &digits[..n] {
        for lane in 0..LANES {
            out[lane] += u16::from(row[lane]);
        }
    }
    out
}

/// Cycles, by taking the largest label out of its cycle again and again: what led to it leads to
/// where it led.
#[inline(always)]
pub(super) fn cycles(n: usize, rows: &Rows) -> Row {
    let mut to = *rows;
    let mut closed = [0; LANES];
    for last in (0..n).rev() {
        let label = [last as u8; LANES];
        let after = to[last];
        tally(&mut closed, &same(&after, &label));
        for row in &mut to[..last] {
            let mask = same(row, &label);
            for lane in 0..LANES {
                row[lane] ^= mask[lane] & (after[lane] ^ label[lane]);
            }
        }
    }
    closed
}

pub(super) struct Guesses {
    /// Right guesses of the next label above the last one that is still to come, or the lowest.
    pub(super) above: Row,
    /// The same in the direction of the last step.
    pub(super) direction: Row,
}

/// The two ways to guess the next card with all cards before it seen.
///
/// The digit of a position is the rank of its label among the labels unseen, and the digit of the
/// position before is how many unseen ones are below the last label: so the unseen label next above
/// the last one has the last digit as its rank, and the one next below has one less.
#[inline(always)]
pub(super) fn guesses(n: usize, digits: &Rows) -> Guesses {
    let zero = [0; LANES];
    let mut out = Guesses { above: zero, direction: zero };
    let first = same(&digits[0], &zero);
    tally(&mut out.above, &first);
    tally(&mut out.direction, &first);
    let mut before = zero;
    for (i, pair) in digits[..n].windows(2).enumerate() {
        let (last, unseen) = (&pair[0], [(n - i - 1) as u8; LANES]);
        let above = both(last, &less(last, &unseen));
        let down = less(last, &before);
        let mut by_direction = [0; LANES];
        for lane in 0..LANES {
            let below = last[lane].saturating_sub(1);
            by_direction[lane] = above[lane] & !down[lane] | below & down[lane];
        }
        tally(&mut out.above, &same(&above, &pair[1]));
        tally(&mut out.direction, &same(&by_direction, &pair[1]));
        before = *last;
    }
    out
}

/// Length of the longest increasing (or decreasing, read from the end) subsequence.
///
/// Patience: `ends[k]` is the smallest label that ends an increasing run of k+1 labels so far, and
/// each label takes the place of the first end that is larger. Four labels pass over the ends
/// together, each one place behind the one before it.
#[inline(always)]
pub(super) fn longest(n: usize, rows: &Rows, from_the_end: bool) -> Row {
    let mut ends = [[NONE; LANES]; ROWS];
    let mut used = 0;
    let blocks = n.div_ceil(4);
    for block in 0..blocks {
        let first = 4 * if from_the_end { blocks - 1 - block } else { block };
        let mut labels = [rows[first], rows[first + 1], rows[first + 2], rows[first + 3]];
        if from_the_end {
            labels.reverse();
        }
        let mut placed = [[0_u8; LANES]; 4];
        for end in &mut ends[..used + 4] {
            for k in 0..4 {
                let larger = less(&labels[k], end);
                for lane in 0..LANES {
                    end[lane] = end[lane].min(labels[k][lane] | placed[k][lane]);
                }
                placed[k] = larger;
            }
        }
        while used < LABELS && ends[used] != [NONE; LANES] {
            used += 1;
        }
    }
    let mut out = [0; LANES];
    for end in &ends[..used] {
        tally(&mut out, &less(end, &[NONE; LANES]));
    }
    out
}

/// The cell of each pair of neighbours in a table with a row of `n` for each label.
#[inline(always)]
pub(super) fn cells(n: usize, rows: &Rows) -> Cells {
    let mut out = [[0; LANES]; LABELS];
    for (cells, pair) in out.iter_mut().zip(rows[..n].windows(2)) {
        for lane in 0..LANES {
            cells[lane] = u16::from(pair[0][lane]) * n as u16 + u16::from(pair[1][lane]);
        }
    }
    out
}
