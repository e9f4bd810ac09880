//! What a file is, by its first 256 KB, with the reasons in words. What is stated is not looked for.

mod delimiter;
mod encoding;
mod fixed;
mod header;
mod signature;
mod value;

use crate::compression::{Compression, decompressed};
use crate::encoding::decoded;
use crate::error::OpenError;
use crate::format::{Encoding, Format, Kind, Quote};
use crate::json;
use crate::notes::Notes;
use crate::rows::Rows;
use crate::ruled::{self, Ruled};
use crate::source::{Shared, Source};
use crate::workbook::{self, Sheet};
use std::io::{Cursor, Read};

/// Bytes that are looked at, decompressed.
const HEAD: usize = 256 << 10;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sniffed {
    /// What it is wrapped in.
    pub compression: Compression,
    /// Everything that its kind of file has is stated.
    pub format: Format,
    /// Of a workbook: the sheets that hold cells, in its order.
    pub sheets: Vec<SheetFound>,
    /// Why, one sentence each.
    pub reasons: Vec<String>,
    /// Lines end with a carriage return alone.
    pub(crate) returns_end_lines: bool,
    /// Where the records of JSON are that is no object a line.
    pub(crate) place: Option<json::Place>,
    /// The rule of a table that the client of a database printed.
    pub(crate) ruled: Option<Ruled>,
}

/// A sheet of a workbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFound {
    /// Its name.
    pub name: String,
    /// The program does not show it.
    pub hidden: bool,
}

/// Looks at a file for what is not stated of it; `name` is for the messages.
///
/// # Errors
/// When it cannot be read, or is nothing that holds rows: one sentence with the remedy.
pub fn sniff(name: &str, file: Box<dyn Source>, stated: &Format) -> Result<Sniffed, OpenError> {
    let file = Shared::new(file).map_err(|e| OpenError::new(name, e))?;
    Ok(look(name, &file, stated, &Notes::default())?.0)
}

/// Looks at a file for what is not stated of it, and hands over the sheets of a workbook.
pub(crate) fn look(
    name: &str,
    file: &Shared,
    stated: &Format,
    notes: &Notes,
) -> Result<(Sniffed, Vec<Sheet>), OpenError> {
    let fail = |why: String| OpenError::new(name, why);
    let mut start = Vec::new();
    file.window(0, 4096).read_to_end(&mut start).map_err(|e| fail(e.to_string()))?;
    let mut found = Sniffed {
        compression: Compression::of(&start),
        format: stated.clone(),
        sheets: Vec::new(),
        reasons: Vec::new(),
        returns_end_lines: false,
        place: None,
        ruled: None,
    };
    if let Some((kind, why)) = signature::of(&start) {
        agree(stated.kind, kind).map_err(fail)?;
        found.format.kind = Some(kind);
        found.reasons.push(why.to_owned());
        if kind == Kind::Workbook {
            let (flavour, sheets) =
                workbook::list(name, file, notes).map_err(|e| fail(e.to_string()))?;
            found.reasons.push(format!("it is {}, by the parts in it", flavour.name()));
            look_at_sheets(&sheets, &mut found).map_err(fail)?;
            return Ok((found, sheets));
        }
        found.format.header_row = Some(0);
        return Ok((found, Vec::new()));
    }
    if let Some(Kind::Workbook | Kind::Parquet) = stated.kind {
        let stated = stated.kind.map_or("", Kind::name);
        let remedy = "mend `format` under [file], or leave it out";
        return Err(fail(format!("it is not {stated}; {remedy}")));
    }
    let mut head = Vec::new();
    decompressed(file.whole(), found.compression)
        .take(HEAD as u64)
        .read_to_end(&mut head)
        .map_err(|e| fail(e.to_string()))?;
    if found.compression != Compression::None {
        found.reasons.push(format!("it is {:?}, by its first bytes", found.compression));
        if signature::of(&head).is_some() {
            return Err(fail("it is a workbook or Parquet, compressed; decompress it".to_owned()));
        }
    }
    if let Some(remedy) = signature::refused(&head) {
        return Err(fail(remedy.to_owned()));
    }
    look_at_text(&head, &mut found).map_err(fail)?;
    Ok((found, Vec::new()))
}

fn agree(stated: Option<Kind>, found: Kind) -> Result<(), String> {
    match stated {
        Some(stated) if stated != found => Err(format!(
            "it is {} and not {}; mend `format` under [file], or leave it out",
            found.name(),
            stated.name()
        )),
        _ => Ok(()),
    }
}

fn look_at_sheets(sheets: &[Sheet], found: &mut Sniffed) -> Result<(), String> {
    let shown = |s: &Sheet| SheetFound { name: s.name.clone(), hidden: s.hidden };
    found.sheets = sheets.iter().map(shown).collect();
    if found.format.header_row.is_some() {
        return Ok(());
    }
    let wanted = |sheet: &Sheet| match found.format.sheets.as_slice() {
        [] => !sheet.hidden,
        patterns => patterns.iter().any(|p| crate::format::fits(p, &sheet.name)),
    };
    for sheet in sheets.iter().filter(|sheet| wanted(sheet)) {
        let title = sheet.name.clone();
        let mut source =
            (sheet.open)(&Notes::default()).map_err(|e| format!("sheet `{title}`: {e}"))?;
        // A sheet that fails at once fails when it is read, in the sentence of its place.
        if let Ok(Some(rows)) = source.next_rows() {
            let header = header::of(&cells(&rows));
            found.reasons.push(format!("sheet `{title}`: {}", header.why));
            found.format.header_row = Some(header.row);
            return Ok(());
        }
    }
    found.format.header_row = Some(1);
    Ok(())
}

fn look_at_text(head: &[u8], found: &mut Sniffed) -> Result<(), String> {
    let encoding = match found.format.encoding {
        Some(encoding) => encoding,
        None => {
            let (encoding, why) = encoding::of(head, head.len() == HEAD)?;
            found.reasons.push(why.to_owned());
            encoding
        }
    };
    found.format.encoding = Some(encoding);
    let text = text_of(head, encoding).map_err(|e| e.to_string())?;
    found.returns_end_lines = returns_end_lines(&text, &found.format);
    let text =
        if found.returns_end_lines { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
    // A line that may go on is none.
    let text = match text.rfind('\n') {
        Some(last) if head.len() == HEAD => text.get(..=last).unwrap_or_default(),
        _ => &text,
    };
    let trimmed = text.trim_start();
    if found.format.kind.is_none() {
        let inner = trimmed.strip_prefix('[').unwrap_or(trimmed);
        if inner.trim_start().starts_with('{') {
            found.format.kind = Some(Kind::JsonLines);
            found.reasons.push("it begins with a JSON object".to_owned());
        }
    }
    match found.format.kind {
        Some(Kind::JsonLines) => {
            found.place = json::place(text)?;
            found.format.header_row.get_or_insert(0);
        }
        Some(Kind::FixedWidth) => fixed::complete(text, found)?,
        _ => look_at_rows(text, found)?,
    }
    Ok(())
}

/// Whether a carriage return alone ends a line: all lines end so, or what stands on both sides of each is a
/// row like the others. Within a row it is text.
fn returns_end_lines(text: &str, stated: &Format) -> bool {
    let is_mixed = |line: &str| line.trim_end_matches('\r').contains('\r');
    if !text.contains('\n') || !text.split('\n').any(is_mixed) {
        return text.contains('\r') && !text.contains('\n');
    }
    if text.trim_start().starts_with(['{', '[']) || stated.kind == Some(Kind::FixedWidth) {
        return true;
    }
    let apart = text.replace("\r\n", "\n").replace('\r', "\n");
    let found = delimiter::of(&apart, stated);
    match found.width {
        0 | 1 => stated.kind.is_none() && fixed::columns(&apart) >= 2,
        _ => delimiter::returns_end_rows(text, &found),
    }
}

/// Delimited text, or fixed-width where no delimiter fits.
fn look_at_rows(text: &str, found: &mut Sniffed) -> Result<(), String> {
    let delimited = delimiter::of(text, &found.format);
    // A comma in the one text of every row divides it in two as well.
    let is_fixed = || {
        let columns = fixed::columns(text);
        columns >= 2 && columns > delimited.width
    };
    let is_ruled = || found.format.delimiter.is_none() && ruled::of(text).is_some();
    if found.format.kind.is_none() && (is_ruled() || is_fixed()) {
        found.format.kind = Some(Kind::FixedWidth);
        return fixed::complete(text, found);
    }
    let format = &mut found.format;
    format.kind = Some(Kind::Delimited);
    format.delimiter = Some(delimited.dialect.delimiter);
    format.quote = Some(delimited.dialect.quote.map_or(Quote::None, Quote::Byte));
    format.escape = delimited.dialect.escape;
    found.reasons.push(delimited.why);
    let mut rows = delimited.rows;
    if delimiter::ends_records(&mut rows) {
        format.trailing_delimiter = true;
        found.reasons.push("a delimiter ends each row but that of the names".to_owned());
    }
    if format.header_row.is_none() {
        let header = header::of(&rows);
        found.reasons.push(header.why);
        format.header_row = Some(header.row);
    }
    Ok(())
}

fn text_of(head: &[u8], encoding: Encoding) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    let text = Box::new(Cursor::new(head.to_vec()));
    decoded(text, encoding, false, Notes::default())?.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Rows as their numbers and texts.
type Table = Vec<(u32, Vec<String>)>;

fn cells(rows: &Rows) -> Table {
    let texts = |fields: crate::Fields<'_>| {
        (0..fields.count()).map(|at| String::from_utf8_lossy(fields.get(at)).into_owned()).collect()
    };
    rows.iter().map(|(number, fields)| (number, texts(fields))).collect()
}

#[cfg(test)]
mod tests;
