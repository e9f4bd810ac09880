//! How Parquet packs numbers: runs and groups of equal width, and differences from one to the next.

/// Equal values that stand better as a run than among others: a group of the same width has eight.
const RUN_MIN: usize = 16;
/// Values of a block of differences, and of each of the parts that have a width of their own.
const BLOCK: usize = 128;
const PART: usize = 32;

/// Bits that the numbers up to this one take.
pub(super) const fn width(greatest: u64) -> u32 {
    u64::BITS - greatest.leading_zeros()
}

/// Seven bits a byte, the lowest first.
fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The same of a number that may be below nothing.
fn zigzag(number: i64, out: &mut Vec<u8>) {
    varint((number.cast_unsigned() << 1) ^ (number >> 63).cast_unsigned(), out);
}

/// Numbers one after another in so many bits each, the lowest first.
fn pack(numbers: impl Iterator<Item = u64>, width: u32, out: &mut Vec<u8>) {
    let (mut bits, mut held) = (0_u128, 0_u32);
    for number in numbers {
        bits |= u128::from(number) << held;
        held += width;
        if held >= u64::BITS {
            out.extend_from_slice(&(bits as u64).to_le_bytes());
            bits >>= u64::BITS;
            held -= u64::BITS;
        }
    }
    let rest = bits.to_le_bytes();
    out.extend(rest.iter().take(held.div_ceil(u8::BITS) as usize));
}

/// Levels, and places in a dictionary: `RLE` of the specification, without its length in front.
pub(super) fn hybrid<T>(values: &[T], width: u32, out: &mut Vec<u8>)
where
    T: Copy + PartialEq + Into<u64>,
{
    let mut rest = values;
    // Those before `rest` that are not written yet, groups of eight each.
    let mut unlike: &[T] = &[];
    let mut before = values;
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|value| *value == first).count();
        if run >= RUN_MIN {
            groups(unlike, width, out);
            varint(run as u64 * 2, out);
            let value: u64 = (*first).into();
            out.extend(value.to_le_bytes().iter().take(width.div_ceil(u8::BITS) as usize));
            rest = rest.get(run..).unwrap_or_default();
            (before, unlike) = (rest, &[]);
        } else {
            rest = rest.get(8..).unwrap_or_default();
            unlike = before.get(..before.len() - rest.len()).unwrap_or_default();
        }
    }
    groups(unlike, width, out);
}

/// Values in groups of eight; the last is filled up with noughts, which no reader takes for values.
fn groups<T: Copy + Into<u64>>(values: &[T], width: u32, out: &mut Vec<u8>) {
    if values.is_empty() {
        return;
    }
    let groups = values.len().div_ceil(8);
    varint(groups as u64 * 2 + 1, out);
    let filled = values.iter().map(|value| (*value).into()).chain(std::iter::repeat(0));
    pack(filled.take(groups * 8), width, out);
}

/// `DELTA_BINARY_PACKED`: the first number, and of each block the least difference and what the others have beyond it.
pub(super) fn delta(numbers: &[i64], out: &mut Vec<u8>) {
    varint(BLOCK as u64, out);
    varint((BLOCK / PART) as u64, out);
    varint(numbers.len() as u64, out);
    zigzag(numbers.first().copied().unwrap_or_default(), out);
    let mut differences = [0_i64; BLOCK];
    let mut before = numbers;
    while before.len() > 1 {
        let count = BLOCK.min(before.len() - 1);
        let pairs = before.iter().zip(before.iter().skip(1));
        for (difference, (from, to)) in differences.iter_mut().zip(pairs) {
            *difference = to.wrapping_sub(*from);
        }
        let block = differences.get(..count).unwrap_or_default();
        let least = block.iter().copied().min().unwrap_or_default();
        zigzag(least, out);
        let beyond = |difference: &i64| difference.wrapping_sub(least).cast_unsigned();
        let widest = |part: &[i64]| width(part.iter().map(beyond).max().unwrap_or_default());
        let widths = out.len();
        out.extend([0; BLOCK / PART]);
        for (at, part) in block.chunks(PART).enumerate() {
            let width = widest(part);
            if let Some(place) = out.get_mut(widths + at) {
                *place = width as u8;
            }
            let filled = part.iter().map(beyond).chain(std::iter::repeat(0));
            pack(filled.take(PART), width, out);
        }
        before = before.get(count..).unwrap_or_default();
    }
}
