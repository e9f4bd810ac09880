//! Which texts of cells are no values, whatever format they stand in: a program writes them where it has
//! none, and whoever reads such a cell refuses it. It is never read as empty.

/// What is read of a formula beside which no value is stored. Nothing would pass for an empty cell; this
/// is no value of any column, and whoever reads the cell refuses it.
pub const NOT_CALCULATED: &str = "=formula without a stored value";

/// What is read of a cell that is said to hold an error, or a value of some kind, and holds no text.
pub(crate) const NOTHING_STORED: &str = "#ERROR!";

/// Why the text of a cell is no value, beginning with `is`; `None`: it may be one.
#[inline]
pub fn no_value(cell: &[u8]) -> Option<&'static str> {
    match cell.first()? {
        b'#' | b'=' | b'E' | b'N' | b'I' | b'i' | b'-' => why(cell),
        _ => None,
    }
}

#[cold]
fn why(cell: &[u8]) -> Option<&'static str> {
    if cell == NOT_CALCULATED.as_bytes() {
        return Some("is not calculated; open the workbook in its program and save it");
    }
    if is_error(cell) {
        return Some(
            "is an error of the program that wrote the file, and no value; mend the cell there and \
             export it again",
        );
    }
    if cell.len() >= 3 && cell.iter().all(|b| *b == b'#') {
        return Some(
            "is what a program shows where a column is too narrow for the value; make it wider and \
             export it again",
        );
    }
    match cell {
        b"NaN" | b"inf" | b"-inf" | b"Infinity" | b"-Infinity" => Some(
            "is no number, but what a calculation leaves that has none; mend it where it is made",
        ),
        _ => None,
    }
}

/// True of an error of a spreadsheet, in the words of any language: `#DIV/0!`, `#NAME?`, `#WERT!`, `#N/A`,
/// `Err:502`.
pub(crate) fn is_error(cell: &[u8]) -> bool {
    if let Some(number) = cell.strip_prefix(b"Err:") {
        return number.len() == 3 && number.iter().all(u8::is_ascii_digit);
    }
    let Some(word) = cell.strip_prefix(b"#") else { return false };
    if matches!(word, b"N/A" | b"N/D" | b"NV" | b"GETTING_DATA" | b"DIV/0") {
        return true;
    }
    let Some((b'!' | b'?', word)) = word.split_last() else { return false };
    let is_of_word =
        |b: &u8| b.is_ascii_uppercase() || matches!(b, b'/' | b'_' | b'0') || !b.is_ascii();
    word.first().is_some_and(|b| *b != b'0') && word.iter().all(is_of_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_cuts_and_formulas_are_no_values() {
        for cell in [
            "#N/A",
            "#NULL!",
            "#DIV/0!",
            "#VALUE!",
            "#REF!",
            "#NAME?",
            "#NUM!",
            "#GETTING_DATA",
            "#SPILL!",
            "#CALC!",
            "#FIELD!",
            "#BLOCKED!",
            "#UNKNOWN!",
            "#CONNECT!",
            "#BUSY!",
            "#DATA!",
            "#ERROR!",
            "#WERT!",
            "#NV",
            "#\u{a1}VALOR!",
            "#\u{bf}NOMBRE?",
            "Err:502",
            "Err:508",
            "###",
            "########",
            "NaN",
            "inf",
            "-inf",
            NOT_CALCULATED,
            NOTHING_STORED,
        ] {
            assert!(no_value(cell.as_bytes()).is_some_and(|why| why.starts_with("is ")), "{cell}");
        }
        for cell in [
            "", "0", "-5", "-", "#", "##", "#7", "#12!", "#A", "# 4", "Err:", "Err:5x2", "Error",
            "Nancy", "#VOID", "###7", "=1+1", "Infinite", "#!", "#?", "#0!", "N/A", "nan", "Inf 3",
        ] {
            assert_eq!(no_value(cell.as_bytes()), None, "{cell}");
        }
    }
}
