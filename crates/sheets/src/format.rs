//! What a file is: as a person states it, and as looking at it completes it.

/// What a file is. What is not stated is found by looking ([`crate::sniff`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Format {
    /// How rows are written.
    pub kind: Option<Kind>,
    /// Of text formats.
    pub encoding: Option<Encoding>,
    /// Of delimited text: one byte below 0x80.
    pub delimiter: Option<u8>,
    /// Of delimited text: a byte below 0x80, or no quoting.
    pub quote: Option<Quote>,
    /// Of delimited text: a byte below 0x80 that stands before a quote within a field.
    pub escape: Option<u8>,
    /// Of delimited text: a delimiter ends each row under that of the names.
    pub trailing_delimiter: bool,
    /// Of fixed-width text: a rule of dashes says where the columns are. It is found, never stated.
    pub is_ruled: bool,
    /// The row of the column names, counted from 1; 0: there is none.
    pub header_row: Option<u32>,
    /// Of workbooks: names of sheets, `*` for any run of characters. None: the first visible
    /// sheet that has rows.
    pub sheets: Vec<String>,
    /// Of workbooks: those of [`crate::MARKS`] that are columns also where no row is marked.
    pub marks: Vec<String>,
    /// Of fixed-width text: where the columns are.
    pub columns: Vec<FixedColumn>,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text with a character between fields.
    Delimited,
    /// Text with each column at its place in the line.
    FixedWidth,
    /// XLSX, XLSM, XLSB, XLS or ODS.
    Workbook,
    /// One JSON object a line.
    JsonLines,
    /// Apache Parquet.
    Parquet,
}

/// How characters are written as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16 with a byte order mark, or little-endian without.
    Utf16,
    /// UTF-16, big-endian, also without a byte order mark.
    Utf16BigEndian,
    /// Windows-1252, of which Latin-1 and ASCII are part.
    Windows1252,
    /// UTF-8, and Windows-1252 each line that is not: files that were joined.
    Utf8OrWindows1252,
}

/// What stands around a field that holds the delimiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quote {
    /// Quotes are text.
    None,
    /// This byte, doubled within.
    Byte(u8),
}

/// A column of fixed-width text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedColumn {
    /// Its name.
    pub name: String,
    /// Its first character, counted from 1.
    pub from: u32,
    /// How many characters.
    pub width: u32,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Delimited => "delimited text",
            Self::FixedWidth => "fixed-width text",
            Self::Workbook => "a workbook",
            Self::JsonLines => "JSON lines",
            Self::Parquet => "Parquet",
        }
    }
}

/// True when a name fits a pattern: `*` is any run of characters, `?` any one.
pub fn fits(pattern: &str, name: &str) -> bool {
    let [pattern, name] = [pattern, name].map(|text| text.chars().collect::<Vec<char>>());
    let (mut at, mut of) = (0, 0);
    // Where the last star stands, and how much of the name it has taken.
    let mut star = None;
    while of < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, of));
                at += 1;
            }
            Some(c) if *c == '?' || *c == name[of] => (at, of) = (at + 1, of + 1),
            _ => match star {
                Some((stands, taken)) => {
                    (at, of) = (stands + 1, taken + 1);
                    star = Some((stands, taken + 1));
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_is_any_run_of_characters_and_a_question_mark_any_one() {
        for (pattern, name) in [
            ("Hands", "Hands"),
            ("Hands*", "Hands 31"),
            ("*", ""),
            ("*ands*", "Hands"),
            ("H*d*s", "Hands"),
            ("*a*a*", "banana"),
            ("hands-*.csv", "hands-.csv"),
            ("?.csv", "é.csv"),
            ("*-*-*", "a--b-"),
            ("h*s*.csv", "hands-s.csv"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("Hands", "Hands 31"),
            ("H*x*s", "Hands"),
            ("", "x"),
            ("ab*b", "ab"),
            ("hands-*.csv", "hands-1.csv.part"),
            ("hands-*.csv", "hands.csv"),
            ("?.csv", ".csv"),
            ("?.csv", "ab.csv"),
            ("Hands*", "hands"),
        ] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
