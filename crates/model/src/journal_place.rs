//! Where a record of a journal stands: in which of its files or sheets, in which row.
//!
//! A record is known by one number within its journal. Where the journal is one file with a record a
//! line, this is its line. Where it has several files or sheets, each has a range of its own; where a
//! row is several records, each has a number. Both can be told from the number alone.

use crate::engagement::JournalEntry;

/// One of the files or sheets of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalPart {
    /// File, relative to the engagement file.
    pub file: String,
    /// Sheet of a workbook.
    pub sheet: Option<String>,
}

/// Where a record stands, as its own program shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalPlace<'a> {
    /// File, relative to the engagement file.
    pub file: &'a str,
    /// Sheet of a workbook.
    pub sheet: Option<&'a str>,
    /// Line of a text, row of a sheet; 1 is the first.
    pub row: u32,
}

/// The numbers of the records of one file or sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordNumbers {
    /// That before the first.
    base: u32,
    /// How many there are.
    count: u32,
    records_per_row: u32,
}

impl RecordNumbers {
    /// The number of a record of a row, which is at most [`Self::rows_max`].
    #[inline]
    pub fn number(&self, row: u64, record: usize) -> u32 {
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        let record = u32::try_from(record).unwrap_or(u32::MAX);
        let before = row.saturating_sub(1).saturating_mul(self.records_per_row);
        self.base.saturating_add(before).saturating_add(record).saturating_add(1)
    }

    /// The last row that has numbers.
    pub const fn rows_max(&self) -> u32 {
        self.count / self.records_per_row
    }
}

impl JournalEntry {
    /// The numbers of the records of one of its files or sheets, 0 the first.
    pub fn numbers(&self, part: usize) -> RecordNumbers {
        let count = u32::MAX >> self.part_bits();
        let base = u32::try_from(part).unwrap_or(0).checked_shl(32 - self.part_bits()).unwrap_or(0);
        RecordNumbers { base, count, records_per_row: self.records_per_row.max(1) }
    }

    /// Where the record of a number stands.
    pub fn place(&self, number: u32) -> JournalPlace<'_> {
        let part = number.checked_shr(32 - self.part_bits()).unwrap_or(0) as usize;
        let within = number & (u32::MAX >> self.part_bits());
        let row = within.saturating_sub(1) / self.records_per_row.max(1) + u32::from(within > 0);
        match self.parts.get(part) {
            Some(part) => JournalPlace { file: &part.file, sheet: part.sheet.as_deref(), row },
            None => JournalPlace { file: &self.file, sheet: None, row },
        }
    }

    /// Bits that say which file or sheet it is.
    fn part_bits(&self) -> u32 {
        self.parts.len().max(1).next_power_of_two().trailing_zeros().min(31)
    }
}

impl std::fmt::Display for JournalPlace<'_> {
    /// `hands.csv:412`, `day.xlsx, sheet Hands, row 17`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.sheet {
            None => write!(f, "{}:{}", self.file, self.row),
            Some(sheet) => write!(f, "{}, sheet {sheet}, row {}", self.file, self.row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engagement::{JournalKind, RepeatedHour, TextEncoding};

    fn entry(parts: usize, records_per_row: u32) -> JournalEntry {
        let part = |n| JournalPart { file: format!("{n}.csv"), sheet: None };
        JournalEntry {
            kind: JournalKind::Hands,
            file: "hands.csv".into(),
            parts: (0..parts).map(part).collect(),
            records_per_row,
            profile: None,
            time_zone: "UTC".into(),
            repeated_hour: RepeatedHour::Refuse,
            encoding: TextEncoding::Utf8,
            disorder_micros: 0,
            cards_in_dealt_order: false,
            meter_award_in_hands: false,
            bonus_with_ante: false,
            line: 1,
        }
    }

    #[test]
    fn one_file_is_numbered_by_its_lines() {
        let entry = entry(0, 1);
        for line in [0, 1, 2, 4_000_000_000, u32::MAX] {
            assert_eq!(
                entry.place(line),
                JournalPlace { file: "hands.csv", sheet: None, row: line }
            );
        }
        assert_eq!(entry.numbers(0).number(412, 0), 412);
        assert_eq!(entry.numbers(0).rows_max(), u32::MAX);
    }

    #[test]
    fn every_number_leads_back_to_its_row() {
        for (parts, per_row) in [(1, 1), (1, 7), (2, 1), (3, 7), (4, 2), (31, 10), (32, 1)] {
            let entry = entry(parts, per_row);
            let mut before = 0;
            for part in 0..parts {
                let numbers = entry.numbers(part);
                for row in [1, 2, 3, 1000, numbers.rows_max() - 1, numbers.rows_max()] {
                    for record in 0..per_row {
                        let number = numbers.number(row.into(), record as usize);
                        assert!(number > before, "{parts} {per_row}: {number} after {before}");
                        before = number;
                        let file = format!("{part}.csv");
                        assert_eq!(
                            entry.place(number),
                            JournalPlace { file: &file, sheet: None, row }
                        );
                    }
                }
            }
        }
    }
}
