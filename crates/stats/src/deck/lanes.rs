//! Many permutations side by side, one byte lane each, so that every comparison is made for all of
//! them at once with plain byte arithmetic. Nothing here looks at one permutation alone.

/// Permutations worked on together; a power of two.
pub(super) const LANES: usize = 64;
/// Labels at most.
pub(super) const LABELS: usize = 64;
/// Labels in words of eight bytes.
const WORDS: usize = LABELS / 8;
/// Larger than any label: what stands where no card is.
pub(super) const NONE: u8 = 127;
/// Rows of a table of labels: one more than there can be, for comparisons with the next row, and a
/// whole number of blocks of four.
const ROWS: usize = LABELS + 4;

/// A permutation and its inverse.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Both {
    /// The label at each position.
    pub(super) deck: [u8; LABELS],
    /// The position of each label.
    pub(super) inverse: [u8; LABELS],
}

/// One value for each permutation.
pub(super) type Row = [u8; LANES];
/// One row for each position, or label.
pub(super) type Rows = [Row; ROWS];

/// Rows of no deck.
pub(super) const EMPTY: Rows = [[NONE; LANES]; ROWS];
/// A cell of a square table for each pair of neighbours.
pub(super) type Cells = [[u16; LANES]; LABELS];

/// Rows from columns: the labels of [`LANES`] decks, or of their inverses, by position.
///
/// Eight decks at a time, eight labels of each in a word: three rounds of exchanges turn every square
/// of eight by eight bytes over its diagonal.
#[inline(always)]
pub(super) fn transpose(decks: &[Both], inverse: bool, rows: &mut Rows) {
    for (octet, decks) in decks.chunks_exact(8).enumerate().take(LANES / 8) {
        let mut words = [[0; WORDS]; 8];
        for (words, both) in words.iter_mut().zip(decks) {
            let labels = if inverse { &both.inverse } else { &both.deck };
            for (word, labels) in words.iter_mut().zip(labels.chunks_exact(8)) {
                *word = u64::from_le_bytes(std::array::from_fn(|k| labels[k]));
            }
        }
        exchange::<1>(&mut words, 0x00ff_00ff_00ff_00ff);
        exchange::<2>(&mut words, 0x0000_ffff_0000_ffff);
        exchange::<4>(&mut words, 0x0000_0000_ffff_ffff);
        for word in 0..WORDS {
            for k in 0..8 {
                let row = &mut rows[8 * word + k][8 * octet..8 * octet + 8];
                row.copy_from_slice(&words[k][word].to_le_bytes());
            }
        }
    }
}

/// Exchanges the upper part of each word with the lower part of the word `APART` rows below.
#[inline(always)]
fn exchange<const APART: usize>(words: &mut [[u64; WORDS]; 8], mask: u64) {
    let shift = 8 * APART as u32;
    for upper in (0..8).filter(|k| k & APART == 0) {
        let (a, b) = (words[upper], words[upper + APART]);
        for word in 0..WORDS {
            words[upper][word] = a[word] & mask | (b[word] & mask) << shift;
            words[upper + APART][word] = (a[word] >> shift) & mask | b[word] & !mask;
        }
    }
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
pub(super) fn digits(n: usize, rows: &Rows, out: &mut Rows) {
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
/// where it led. Four labels pass over the rows together, once they are settled among themselves.
#[inline(always)]
pub(super) fn cycles(n: usize, rows: &Rows) -> Row {
    let mut to = *rows;
    let mut closed = [0; LANES];
    for block in (0..n.div_ceil(4)).rev() {
        let (lower, upper) = to.split_at_mut(4 * block);
        // A block at the end may hold rows without a card: their labels lead nowhere.
        let labels: [Row; 4] = std::array::from_fn(|k| [(4 * block + k) as u8; LANES]);
        let [mut a, mut b, mut c, d] = [upper[0], upper[1], upper[2], upper[3]];
        tally(&mut closed, &same(&d, &labels[3]));
        replace(&mut c, &labels[3], &d);
        replace(&mut b, &labels[3], &d);
        replace(&mut a, &labels[3], &d);
        tally(&mut closed, &same(&c, &labels[2]));
        replace(&mut b, &labels[2], &c);
        replace(&mut a, &labels[2], &c);
        tally(&mut closed, &same(&b, &labels[1]));
        replace(&mut a, &labels[1], &b);
        tally(&mut closed, &same(&a, &labels[0]));
        let after = [a, b, c, d];
        for row in lower {
            let mut now = *row;
            for k in (0..4).rev() {
                replace(&mut now, &labels[k], &after[k]);
            }
            *row = now;
        }
    }
    closed
}

/// Puts `by` in every lane that holds `label`.
#[inline(always)]
fn replace(row: &mut Row, label: &Row, by: &Row) {
    let mask = same(row, label);
    for lane in 0..LANES {
        row[lane] = row[lane] & !mask[lane] | by[lane] & mask[lane];
    }
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

/// The cell of each pair of neighbours in a table with a row of [`LABELS`] for each label.
#[inline(always)]
pub(super) fn cells(n: usize, rows: &Rows, out: &mut Cells) {
    for (out, pair) in out.iter_mut().zip(rows[..n].windows(2)) {
        let (first, second) = (pair[0], pair[1]);
        let mut cells = [0; LANES];
        for lane in 0..LANES {
            cells[lane] = u16::from(first[lane]) * LABELS as u16 + u16::from(second[lane]);
        }
        *out = cells;
    }
}

/// Adds the small counters, a row of [`LABELS`] for each label, to the large ones, and empties them.
#[inline(always)]
pub(super) fn pour(n: usize, small: &mut [u8], large: &mut [u64]) {
    for (large, small) in large.chunks_exact_mut(n).zip(small.chunks_exact_mut(LABELS)) {
        for (large, small) in large.iter_mut().zip(small.iter()) {
            *large += u64::from(*small);
        }
        small.fill(0);
    }
}
