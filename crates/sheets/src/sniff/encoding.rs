//! How characters are written as bytes, by the bytes themselves.

use crate::format::Encoding;

/// The encoding of a text, of which this is the beginning; `cut` when there is more.
pub(super) fn of(head: &[u8], cut: bool) -> Result<(Encoding, &'static str), String> {
    match head {
        [0xEF, 0xBB, 0xBF, ..] => return Ok((Encoding::Utf8, "UTF-8, by its byte order mark")),
        [0xFF, 0xFE, ..] => return Ok((Encoding::Utf16, "UTF-16, by its byte order mark")),
        [0xFE, 0xFF, ..] => {
            return Ok((Encoding::Utf16BigEndian, "UTF-16, by its byte order mark"));
        }
        // Without a mark, what the bytes are tells.
        _ => {}
    }
    // Most characters of a table are below 256: in UTF-16 every other byte is nought.
    let noughts = |at: usize| head.iter().skip(at).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (noughts(0), noughts(1));
    // Of a file that begins otherwise, lines of UTF-16 were appended to others.
    let half = if head.iter().take(4).any(|b| *b == 0) { head.len() / 2 } else { 0 };
    if odd > half / 2 && even < half / 20 + 1 && half != 0 {
        return Ok((Encoding::Utf16, "UTF-16, the low byte first: every other byte is nought"));
    }
    if even > half / 2 && odd < half / 20 + 1 && half != 0 {
        let why = "UTF-16, the high byte first: every other byte is nought";
        return Ok((Encoding::Utf16BigEndian, why));
    }
    if is_appended(head) {
        return Ok((Encoding::Utf16, "UTF-16 and UTF-8, each line one of the two"));
    }
    if even + odd != 0 {
        return Err(
            "it is neither text nor a file of rows that is known here; export the rows as \
             delimited text or as a workbook"
                .to_owned(),
        );
    }
    match std::str::from_utf8(head) {
        Ok(_) if head.is_ascii() => Ok((Encoding::Utf8, "plain ASCII")),
        Ok(_) => Ok((Encoding::Utf8, "UTF-8, as all of its bytes are")),
        Err(e) if cut && e.error_len().is_none() => {
            Ok((Encoding::Utf8, "UTF-8, as all of its bytes are"))
        }
        // Letters of Windows-1252 are no UTF-8 by chance: where some are UTF-8, the others were joined to them.
        Err(_) if has_utf_8(head) => {
            Ok((Encoding::Utf8, "UTF-8, but not in all lines: those that are not are not read"))
        }
        Err(_) => Ok((Encoding::Windows1252, "Windows-1252, as it is not UTF-8")),
    }
}

/// Whether some line is UTF-8 beyond ASCII.
fn has_utf_8(head: &[u8]) -> bool {
    let lines = head.split(|b| *b == b'\n');
    lines.filter(|line| !line.is_ascii()).any(|line| std::str::from_utf8(line).is_ok())
}

/// Whether lines of UTF-16 were appended to others: each nought stands behind a character, mostly of ASCII.
fn is_appended(head: &[u8]) -> bool {
    let pairs = head.iter().zip(head.iter().skip(1)).filter(|(_, next)| **next == 0);
    let (mut count, mut ascii, mut is_text) = (0, 0, !head.starts_with(&[0]));
    for (first, _) in pairs {
        count += 1;
        ascii += usize::from(matches!(first, b'\t' | b'\n' | b'\r' | b' '..=b'~'));
        is_text &= *first != 0;
    }
    is_text && count >= 16 && ascii * 4 >= count * 3
}
