//! The footer of a Parquet file, looked at before it is parsed: the parser makes room for as many
//! columns as the schema says it has, and calls itself for each group within a group.

use super::{MAGIC, MAGIC_ENCRYPTED};
use crate::bounds::COLUMNS_MAX;
use crate::error::EXPORT_AGAIN;
use crate::source::Shared;
use std::io::{self, Read};

/// Bytes of the footer: those of files with a thousand row groups of a hundred columns.
const FOOTER_MAX: u64 = 64 << 20;
/// Groups within groups.
const DEPTH_MAX: usize = 64;

pub(super) fn check(file: &Shared) -> io::Result<()> {
    let refused = |why: String| Err(io::Error::other(why));
    let breaks_off = || io::Error::other(format!("it breaks off; {EXPORT_AGAIN}"));
    let end = file.bytes();
    let mut tail = [0; 8];
    file.window(end.max(8) - 8, end).read_exact(&mut tail).map_err(|_| breaks_off())?;
    let (size, magic) = tail.split_at(4);
    if magic == MAGIC_ENCRYPTED {
        return refused("its footer is encrypted; write it without encryption".to_owned());
    }
    let size = size.first_chunk().filter(|_| magic == MAGIC).ok_or_else(breaks_off)?;
    let size = u64::from(u32::from_le_bytes(*size));
    let from = end.checked_sub(8 + size).ok_or_else(breaks_off)?;
    if size > FOOTER_MAX {
        let remedy = "cut it into several files";
        return refused(format!("its footer has {size} bytes, more than {FOOTER_MAX}; {remedy}"));
    }
    let mut footer = Vec::new();
    file.window(from, end - 8).read_to_end(&mut footer)?;
    let schema = Thrift { rest: &footer }.schema().ok_or_else(breaks_off)?;
    match is_tree(&schema) {
        true => Ok(()),
        false => refused(format!("its schema contradicts itself; {EXPORT_AGAIN}")),
    }
}

/// True when elements with so many children each, as written, are one tree that is not too deep.
fn is_tree(children: &[usize]) -> bool {
    let mut open: Vec<usize> = Vec::new();
    for (at, count) in children.iter().enumerate() {
        if at != 0 {
            while open.last() == Some(&0) {
                open.pop();
            }
            let Some(left) = open.last_mut() else { return false };
            *left -= 1;
        }
        if *count > children.len() - at - 1 || open.len() > DEPTH_MAX {
            return false;
        }
        if *count != 0 {
            open.push(*count);
        }
    }
    children.len() <= 4 * COLUMNS_MAX && open.iter().all(|left| *left == 0)
}

/// Thrift's compact protocol, as far as it takes to find the schema.
struct Thrift<'a> {
    rest: &'a [u8],
}

impl Thrift<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn bytes(&mut self, count: u64) -> Option<()> {
        self.rest = self.rest.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    /// The next field of a structure: its number, and its type; type 0 ends it.
    fn field(&mut self, before: i64) -> Option<(i64, u8)> {
        let header = self.byte()?;
        if header == 0 {
            return Some((before, 0));
        }
        let step = i64::from(header >> 4);
        let number = if step == 0 { zigzag(self.varint()?) } else { before.checked_add(step)? };
        Some((number, header & 0x0F))
    }

    /// Items of a list: how many, and their type.
    fn list(&mut self) -> Option<(u64, u8)> {
        let header = self.byte()?;
        let count = if header >> 4 == 15 { self.varint()? } else { u64::from(header >> 4) };
        Some((count, header & 0x0F))
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        if depth > DEPTH_MAX {
            return None;
        }
        match kind {
            // Booleans stand in the header of their field.
            1 | 2 => Some(()),
            3 => self.bytes(1),
            4..=6 => self.varint().map(|_| ()),
            7 => self.bytes(8),
            8 => {
                let count = self.varint()?;
                self.bytes(count)
            }
            9 | 10 => {
                let (count, kind) = self.list()?;
                let kind = if kind <= 2 { 3 } else { kind };
                (0..count).try_for_each(|_| self.skip(kind, depth + 1))
            }
            12 => {
                let mut number = 0;
                loop {
                    let (next, kind) = self.field(number)?;
                    if kind == 0 {
                        return Some(());
                    }
                    number = next;
                    self.skip(kind, depth + 1)?;
                }
            }
            _ => None,
        }
    }

    /// Children of each element of the schema: field 5 of the elements in field 2 of the footer.
    fn schema(&mut self) -> Option<Vec<usize>> {
        let mut number = 0;
        loop {
            let (next, kind) = self.field(number)?;
            number = next;
            match (number, kind) {
                (_, 0) => return None,
                (2, 9) => break,
                _ => self.skip(kind, 0)?,
            }
        }
        let (count, kind) = self.list()?;
        if kind != 12 || count > self.rest.len() as u64 {
            return None;
        }
        (0..count).map(|_| self.element()).collect()
    }

    fn element(&mut self) -> Option<usize> {
        let (mut number, mut children) = (0, 0);
        loop {
            let (next, kind) = self.field(number)?;
            number = next;
            match (number, kind) {
                (_, 0) => return Some(children),
                (5, 5) => children = usize::try_from(zigzag(self.varint()?)).ok()?,
                _ => self.skip(kind, 0)?,
            }
        }
    }
}

const fn zigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::is_tree;

    #[test]
    fn a_schema_is_one_tree() {
        for tree in [&[0][..], &[2, 0, 0], &[2, 1, 0, 0], &[1, 2, 0, 0]] {
            assert!(is_tree(tree), "{tree:?}");
        }
        for no_tree in [&[1][..], &[0, 0], &[2, 0], &[1, 0, 0], &[usize::MAX, 0]] {
            assert!(!is_tree(no_tree), "{no_tree:?}");
        }
        let deep: Vec<usize> = [vec![1; 100], vec![0]].concat();
        assert!(!is_tree(&deep));
    }
}
