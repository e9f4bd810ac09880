//! The values of one column, packed into pages as they come.

use super::bits::{delta, hybrid, width};
use super::distinct::{Numbers, Texts, put_text};
use super::{ColumnType, TableValue};
use parquet::basic::Encoding;

/// Rows of a page, and bytes of one whose values stand there themselves: as other programs cut them.
const PAGE_ROWS: usize = 20_000;
const PAGE_BYTES: usize = 1 << 20;
/// Bytes of a dictionary beyond which it saves nothing; the values that come later stand for themselves.
const DICTIONARY_BYTES: usize = 1 << 20;

/// Texts whose place is known without looking at them.
const KNOWN: usize = 256;

/// What a text is known by, and its place in the dictionary; none of what is empty. No text is known by noughts.
#[derive(Clone, Copy, Default)]
struct Known {
    key: (usize, usize),
    place: Option<u32>,
}

/// A page as the file has it, without its header.
pub(super) struct DataPage {
    pub(super) bytes: Vec<u8>,
    /// Bytes before they were compressed.
    pub(super) size: usize,
    /// Rows, empty ones among them.
    pub(super) rows: u32,
    pub(super) encoding: Encoding,
}

/// Compresses pages with Snappy, or leaves them as they are.
#[derive(Default)]
pub(super) struct Packer {
    snappy: Option<snap::raw::Encoder>,
    room: Vec<u8>,
}

impl Packer {
    pub(super) fn new(packed: bool) -> Self {
        Self { snappy: packed.then(snap::raw::Encoder::new), room: Vec::new() }
    }

    pub(super) fn packed(&mut self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let Some(snappy) = &mut self.snappy else { return Ok(bytes.to_owned()) };
        let most = snap::raw::max_compress_len(bytes.len());
        if self.room.len() < most {
            self.room.resize(most, 0);
        }
        let size = snappy.compress(bytes, &mut self.room).map_err(|e| e.to_string())?;
        Ok(self.room.get(..size).unwrap_or_default().to_owned())
    }
}

/// The values of one column of a row group, which are given row by row.
pub struct ColumnValues {
    of: ColumnType,
    /// Of the page that is being filled, for each row 1 where there is a value.
    levels: Vec<u8>,
    /// Its values: places in the dictionary, or numbers, or as they stand in the file.
    places: Vec<u32>,
    numbers: Vec<i64>,
    plain: Vec<u8>,
    /// Those that repeat; one of the two is used.
    texts: Texts,
    amounts: Numbers,
    known: Box<[Known; KNOWN]>,
    without_dictionary: bool,
    /// The dictionary has grown beyond what it saves.
    is_crowded: bool,
    pub(super) pages: Vec<DataPage>,
    pub(super) packer: Packer,
    /// Rows of the row group so far, and those without a value.
    pub(super) rows: usize,
    pub(super) empty: u64,
    /// The least and the greatest number.
    pub(super) range: Option<(i64, i64)>,
    wrong: Option<String>,
    body: Vec<u8>,
}

impl ColumnValues {
    pub(super) fn new(of: ColumnType, packed: bool) -> Self {
        Self {
            of,
            levels: Vec::new(),
            places: Vec::new(),
            numbers: Vec::new(),
            plain: Vec::new(),
            texts: Texts::default(),
            amounts: Numbers::default(),
            known: Box::new([Known::default(); KNOWN]),
            without_dictionary: !of.repeats(),
            is_crowded: false,
            pages: Vec::new(),
            packer: Packer::new(packed),
            rows: 0,
            empty: 0,
            range: None,
            wrong: None,
            body: Vec::new(),
        }
    }

    /// The value of the next row.
    #[inline]
    pub fn push(&mut self, value: TableValue<'_>) {
        match value {
            TableValue::Empty => self.empty += 1,
            TableValue::Text(text) if self.of.is_text() => self.text(text),
            TableValue::Number(number) if !self.of.is_text() => self.number(number),
            _ => self.refuse(value),
        }
        self.end_row(value != TableValue::Empty);
    }

    /// The text of the next row, which is the program's own: it is not compared once its place is known.
    #[inline]
    pub fn push_static(&mut self, text: &'static str) {
        self.push_known((text.as_ptr() as usize, text.len()), || Some(text));
    }

    /// The text of the next row, for which a number stands: always the same, asked once in a while.
    #[inline]
    pub fn push_numbered<'a>(&mut self, number: usize, text: impl FnOnce() -> Option<&'a str>) {
        self.push_known((number, usize::MAX), text);
    }

    #[inline]
    fn push_known<'a>(&mut self, key: (usize, usize), text: impl FnOnce() -> Option<&'a str>) {
        let slot = (key.0 ^ key.0 >> 8 ^ key.1.wrapping_mul(5)) % KNOWN;
        match self.known.get(slot) {
            Some(Known { key: of, place }) if *of == key && !self.without_dictionary => {
                if let Some(place) = place {
                    self.places.push(*place);
                }
                let is_there = place.is_some();
                self.empty += u64::from(!is_there);
                self.end_row(is_there);
            }
            _ => self.get_to_know(slot, key, text()),
        }
    }

    fn get_to_know(&mut self, slot: usize, key: (usize, usize), text: Option<&str>) {
        if self.of == ColumnType::Text && !self.without_dictionary {
            let place = text.map(|text| self.texts.place(text));
            if let Some(known) = self.known.get_mut(slot) {
                *known = Known { key, place };
            }
        }
        self.push(text.map_or(TableValue::Empty, TableValue::Text));
    }

    #[inline]
    fn end_row(&mut self, is_there: bool) {
        self.levels.push(u8::from(is_there));
        self.rows += 1;
        if self.levels.len() == PAGE_ROWS || self.plain.len() >= PAGE_BYTES || self.is_crowded {
            self.end_page();
            self.without_dictionary |= self.is_crowded;
            self.is_crowded = false;
        }
    }

    fn text(&mut self, text: &str) {
        if self.without_dictionary {
            put_text(text, &mut self.plain);
        } else {
            self.places.push(self.texts.place(text));
            self.is_crowded = self.texts.plain().len() >= DICTIONARY_BYTES;
        }
    }

    #[inline]
    fn number(&mut self, number: i64) {
        let (least, greatest) = self.range.unwrap_or((number, number));
        self.range = Some((least.min(number), greatest.max(number)));
        if !self.of.repeats() {
            self.numbers.push(number);
        } else if self.without_dictionary {
            put_number(self.of, number, &mut self.plain);
        } else {
            self.places.push(self.amounts.place(number));
            let bytes = size_of_val(self.amounts.in_order());
            self.is_crowded = bytes >= DICTIONARY_BYTES;
        }
    }

    #[cold]
    fn refuse(&mut self, value: TableValue<'_>) {
        self.wrong.get_or_insert_with(|| format!("{value:?} in {:?}", self.of));
    }

    /// Why the column cannot be written, where it cannot.
    pub(super) fn checked(&self) -> Result<(), String> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let days = self.range.filter(|_| self.of == ColumnType::Day);
        let is_beyond =
            |(from, to): (i64, i64)| [from, to].map(i32::try_from).iter().any(Result::is_err);
        match days.is_some_and(is_beyond) {
            true => Err("a day that 32 bits cannot hold".to_owned()),
            false => Ok(()),
        }
    }

    /// The dictionary page: its values as they stand in the file, and how many they are.
    pub(super) fn dictionary(&self) -> Option<(Vec<u8>, usize)> {
        if !self.of.repeats() {
            return None;
        }
        if self.of.is_text() {
            return Some((self.texts.plain().to_owned(), self.texts.len()));
        }
        let mut plain = Vec::new();
        let numbers = self.amounts.in_order();
        numbers.iter().for_each(|number| put_number(self.of, *number, &mut plain));
        Some((plain, numbers.len()))
    }

    /// Ends the page that is being filled.
    pub(super) fn end_page(&mut self) {
        if self.levels.is_empty() {
            return;
        }
        let encoding = self.write_body();
        match self.packer.packed(&self.body) {
            Ok(bytes) => self.pages.push(DataPage {
                bytes,
                size: self.body.len(),
                rows: self.levels.len() as u32,
                encoding,
            }),
            Err(why) => self.wrong = Some(why),
        }
        self.levels.clear();
        self.places.clear();
        self.numbers.clear();
        self.plain.clear();
    }

    /// What a page holds: which rows have a value, and these.
    fn write_body(&mut self) -> Encoding {
        let body = &mut self.body;
        body.clear();
        body.extend_from_slice(&[0; 4]);
        hybrid(&self.levels, 1, body);
        let levels = body.len() as u32 - 4;
        body.iter_mut().zip(levels.to_le_bytes()).for_each(|(place, byte)| *place = byte);
        if self.of.repeats() && !self.without_dictionary {
            let known = self.texts.len().max(self.amounts.in_order().len());
            // Of a single value as well, since not every reader knows a width of nothing.
            let width = width((known.max(1) - 1) as u64).max(1);
            body.push(width as u8);
            hybrid(&self.places, width, body);
            Encoding::RLE_DICTIONARY
        } else if self.of.repeats() || self.of == ColumnType::Prose {
            body.extend_from_slice(&self.plain);
            Encoding::PLAIN
        } else {
            delta(&self.numbers, body);
            Encoding::DELTA_BINARY_PACKED
        }
    }

    /// Makes ready for the next row group.
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.amounts.clear();
        self.known.fill(Known::default());
        self.pages.clear();
        self.without_dictionary = !self.of.repeats();
        self.rows = 0;
        self.empty = 0;
        self.range = None;
    }
}

/// A number as `PLAIN` has it. Days that 32 bits cannot hold are refused before they are written.
fn put_number(of: ColumnType, number: i64, out: &mut Vec<u8>) {
    let bytes = number.to_le_bytes();
    let size = if of == ColumnType::Day { size_of::<i32>() } else { bytes.len() };
    out.extend(bytes.iter().take(size));
}
