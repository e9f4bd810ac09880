//! Full batches with the vectors of 64 bytes of newer x86 processors: the square tables by counting
//! bits, sixty-four decks and eight cells at a time, and labels looked up sixty-four at a time.
//!
//! Labels are taken apart into bits: a plane holds one bit of the labels of 64 decks. Which decks
//! have a given label in a row is then a few logical operations on planes, and the number of them a
//! count of bits. Everything counted here is also counted without it, in [`super::small`], on other
//! machines and for batches that are not full; both give the same.

use super::lanes::{Both, LABELS, LANES, NONE, Row, Rows};
use super::small::{Packed, Table};
use std::arch::x86_64::__m512i;

/// Bits of a label.
const BITS: usize = 6;

/// One bit of the labels of 64 decks, for each bit and row.
#[repr(align(64))]
struct Planes([[[u64; 8]; LABELS / 8]; BITS]);

pulp::simd_type!({
    /// Shows that the processor has the instructions.
    pub(super) struct Wide {
        avx512f: feature!("avx512f"),
        avx512bw: feature!("avx512bw"),
        avx512dq: feature!("avx512dq"),
        avx512vl: feature!("avx512vl"),
        avx512vpopcntdq: feature!("avx512vpopcntdq"),
        bmi1: feature!("bmi1"),
        bmi2: feature!("bmi2"),
        popcnt: feature!("popcnt"),
    }
});

impl Wide {
    /// Adds a full batch to the tables.
    pub(super) fn count(
        self,
        n: usize,
        labels: &Rows,
        inverses: &Rows,
        digits: &Rows,
        packed: &mut Packed,
    ) {
        self.vectorize(Count { wide: self, n, labels, inverses, digits, packed });
    }

    /// A deck of `n` cards in terms of the one before: the labels are positions there.
    #[inline(always)]
    pub(super) fn relative(self, n: usize, before: &Both, now: &Both, out: &mut Both) {
        self.vectorize(Relative { wide: self, n, before, now, out });
    }

    /// Whether every card from 0 to `n`-1 is in a deck once, of which the inverse was written with the
    /// lower six bits of each card: then each card leads to its own position.
    #[inline(always)]
    pub(super) fn sound(self, n: usize, both: &Both) -> bool {
        self.vectorize(Sound { wide: self, n, both })
    }
}

struct Count<'a> {
    wide: Wide,
    n: usize,
    labels: &'a Rows,
    inverses: &'a Rows,
    digits: &'a Rows,
    packed: &'a mut Packed,
}

impl pulp::NullaryFnOnce for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { wide, n, labels, inverses, digits, packed } = self;
        let mut planes = Planes([[[0; 8]; LABELS / 8]; BITS]);
        take_apart(wide, n, labels, &mut planes);
        count_labels(wide, n, &planes, false, &mut packed.position);
        take_apart(wide, n, digits, &mut planes);
        count_labels(wide, n, &planes, true, &mut packed.lehmer);
        take_apart(wide, n, inverses, &mut planes);
        count_neighbours(wide, n, &planes, &mut packed.adjacency);
        packed.batches += 1;
    }
}

#[inline(always)]
fn take_apart(wide: Wide, n: usize, rows: &Rows, planes: &mut Planes) {
    for (i, row) in rows.iter().enumerate().take(n) {
        let row: __m512i = pulp::cast(*row);
        for bit in 0..BITS {
            let one: __m512i = pulp::cast([1_u8 << bit; LANES]);
            planes.0[bit][i / 8][i % 8] = wide.avx512bw._mm512_test_epi8_mask(row, one);
        }
    }
}

/// Decks in which three bits make each of the eight numbers.
#[inline(always)]
fn eight(wide: Wide, planes: [u64; 3]) -> __m512i {
    // All ones where a bit of the number is not set.
    let unset = |bit: usize| -> __m512i {
        let words: [u64; 8] = std::array::from_fn(|k| if k >> bit & 1 == 1 { 0 } else { u64::MAX });
        pulp::cast(words)
    };
    let of = |bit: usize| wide.avx512f._mm512_xor_si512(all(planes[bit]), unset(bit));
    wide.avx512f._mm512_and_si512(wide.avx512f._mm512_and_si512(of(0), of(1)), of(2))
}

/// The same word eight times.
#[inline(always)]
fn all(word: u64) -> __m512i {
    pulp::cast([word; 8])
}

/// Eight counts of decks, each in the given quarter of its word.
#[inline(always)]
fn numbers(wide: Wide, decks: __m512i, field: usize) -> __m512i {
    let decks: [u64; 8] = pulp::cast(decks);
    let numbers = pulp::cast(decks.map(|decks| u64::from(decks.count_ones())));
    match field {
        0 => numbers,
        1 => wide.avx512f._mm512_slli_epi64::<16>(numbers),
        2 => wide.avx512f._mm512_slli_epi64::<32>(numbers),
        _ => wide.avx512f._mm512_slli_epi64::<48>(numbers),
    }
}

/// Adds to eight words of a table.
#[inline(always)]
fn add(wide: Wide, cells: &mut [u64; 8], more: __m512i) {
    *cells = pulp::cast(wide.avx512f._mm512_add_epi64(pulp::cast(*cells), more));
}

/// Row by label; with `fewer`, there are no more labels in a row than rows from it to the last.
#[inline(always)]
fn count_labels(wide: Wide, n: usize, planes: &Planes, fewer: bool, table: &mut Table) {
    for i in 0..n {
        let bits: [u64; BITS] = std::array::from_fn(|bit| planes.0[bit][i / 8][i % 8]);
        let [a, b, c, d, e, f] = bits;
        let lower = eight(wide, [a, b, c]);
        let upper: [u64; 8] = pulp::cast(eight(wide, [d, e, f]));
        let labels = if fewer { n - i } else { n };
        for (half, cells) in table.0[i].iter_mut().enumerate() {
            if 32 * half < labels {
                let mut sum = all(0);
                for field in 0..4 {
                    let decks = wide.avx512f._mm512_and_si512(lower, all(upper[4 * half + field]));
                    sum = wide.avx512f._mm512_or_si512(sum, numbers(wide, decks, field));
                }
                add(wide, cells, sum);
            }
        }
    }
}

/// Label by the label next to it: the one whose position is larger by one.
#[inline(always)]
fn count_neighbours(wide: Wide, n: usize, planes: &Planes, table: &mut Table) {
    for i in 0..n {
        // The position after that of label `i`; of the decks that carry out of it, it is the last.
        let mut carry = u64::MAX;
        let mut next = [0; BITS];
        for (next, plane) in next.iter_mut().zip(&planes.0) {
            let own = plane[i / 8][i % 8];
            *next = own ^ carry;
            carry &= own;
        }
        for (half, cells) in table.0[i].iter_mut().enumerate() {
            let mut sum = all(0);
            for field in 0..4 {
                let block = 4 * half + field;
                if 8 * block < n {
                    let mut decks = all(!carry);
                    for (next, plane) in next.iter().zip(&planes.0) {
                        let own = pulp::cast(plane[block]);
                        let other = wide.avx512f._mm512_xor_si512(own, all(*next));
                        decks = wide.avx512f._mm512_andnot_si512(other, decks);
                    }
                    sum = wide.avx512f._mm512_or_si512(sum, numbers(wide, decks, field));
                }
            }
            add(wide, cells, sum);
        }
    }
}

struct Relative<'a> {
    wide: Wide,
    n: usize,
    before: &'a Both,
    now: &'a Both,
    out: &'a mut Both,
}

impl pulp::NullaryFnOnce for Relative<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { wide, n, before, now, out } = self;
        // Behind the last card there is none, whatever a faulty deck left there.
        let behind = !first(n);
        let none: __m512i = pulp::cast([NONE; LANES]);
        let cards = |table, places| -> Row {
            let found = pulp::cast(look_up(wide, table, places));
            pulp::cast(wide.avx512bw._mm512_mask_blend_epi8(behind, found, none))
        };
        out.deck = cards(&before.inverse, &now.deck);
        out.inverse = cards(&now.inverse, &before.deck);
    }
}

/// The lowest `n` bits.
#[inline(always)]
fn first(n: usize) -> u64 {
    u64::MAX >> (LABELS - n.clamp(1, LABELS))
}

struct Sound<'a> {
    wide: Wide,
    n: usize,
    both: &'a Both,
}

impl pulp::NullaryFnOnce for Sound<'_> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let Self { wide, n, both } = self;
        let bw = wide.avx512bw;
        let positions: Row = std::array::from_fn(|i| i as u8);
        let positions: __m512i = pulp::cast(positions);
        let cards: __m512i = pulp::cast(both.deck);
        let found: __m512i = pulp::cast(look_up(wide, &both.inverse, &both.deck));
        let own = bw._mm512_cmpeq_epi8_mask(found, positions);
        let known = bw._mm512_cmplt_epu8_mask(cards, pulp::cast([n as u8; LANES]));
        own & known & first(n) == first(n)
    }
}

/// The entries of a table at the lower six bits of these places: of four quarters of the table, the
/// one that the upper two bits name.
#[inline(always)]
fn look_up(wide: Wide, table: &[u8; LABELS], places: &Row) -> Row {
    let at: __m512i = pulp::cast(*places);
    let quarters: [[u8; 16]; 4] = pulp::cast(*table);
    let in_quarter: __m512i = pulp::cast([15_u8; LANES]);
    let within = wide.avx512f._mm512_and_si512(at, in_quarter);
    let odd = wide.avx512bw._mm512_test_epi8_mask(at, pulp::cast([16_u8; LANES]));
    let upper = wide.avx512bw._mm512_test_epi8_mask(at, pulp::cast([32_u8; LANES]));
    let [first, second, third, fourth] = quarters.map(|quarter| pulp::cast([quarter; 4]));
    let lower = wide.avx512bw._mm512_shuffle_epi8(first, within);
    let lower = wide.avx512bw._mm512_mask_shuffle_epi8(lower, odd, second, within);
    let higher = wide.avx512bw._mm512_shuffle_epi8(third, within);
    let higher = wide.avx512bw._mm512_mask_shuffle_epi8(higher, odd, fourth, within);
    pulp::cast(wide.avx512bw._mm512_mask_blend_epi8(upper, lower, higher))
}
