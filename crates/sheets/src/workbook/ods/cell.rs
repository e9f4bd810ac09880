//! One cell of ODS: its value as text.

use crate::number::shown_text;
use crate::workbook::xml::{Xml, push_reference, unescaped};
use quick_xml::events::{BytesStart, Event};
use std::io;

/// Reads a cell up to its end; `None`: it is a formula beside which no value is stored.
pub(super) fn read(xml: &mut Xml, element: &Attributes) -> io::Result<Option<String>> {
    let (shown, paragraphs) = read_paragraphs(xml, &element.closing)?;
    // An empty paragraph is the empty text of a formula that makes one; no number shows as nothing.
    let is_text = element.kind == "string" && paragraphs != 0;
    if element.is_formula && element.value.is_none() && shown.is_empty() && !is_text {
        return Ok(None);
    }
    let value = element.value.as_deref();
    Ok(Some(match element.kind.as_str() {
        "" | "string" => element.value.clone().unwrap_or(shown),
        _ if element.is_error => shown,
        "boolean" => match value {
            Some("true") => "TRUE".to_owned(),
            Some("false") => "FALSE".to_owned(),
            _ => shown,
        },
        "date" => value.map_or(shown, |date| date.replacen('T', " ", 1)),
        "time" => value.and_then(duration).unwrap_or(shown),
        _ => value.and_then(shown_text).unwrap_or(shown),
    }))
}

#[derive(Default)]
pub(super) struct Attributes {
    kind: String,
    value: Option<String>,
    pub(super) repeated: usize,
    pub(super) is_formula: bool,
    pub(super) is_error: bool,
    pub(super) is_merged: bool,
    closing: String,
}

impl Attributes {
    pub(super) fn of(element: &BytesStart<'_>) -> io::Result<Self> {
        let closing = element.name().as_ref().to_owned();
        let mut of = Self { repeated: 1, closing, ..Self::default() };
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(io::Error::other)?;
            let value = || unescaped(&attribute.value);
            match attribute.key.as_ref() {
                "office:value-type" => of.kind = value()?,
                "office:value"
                | "office:date-value"
                | "office:time-value"
                | "office:boolean-value"
                | "office:string-value" => of.value = Some(value()?),
                "calcext:value-type" => of.is_error = &*attribute.value == "error",
                "table:formula" => of.is_formula = true,
                "table:number-columns-repeated" => of.repeated = count(&attribute.value),
                "table:number-columns-spanned" | "table:number-rows-spanned" => {
                    of.is_merged |= &*attribute.value != "1";
                }
                // What else stands here is no value of a cell.
                _ => {}
            }
        }
        Ok(of)
    }
}

/// How often something is repeated.
pub(super) fn count(text: &str) -> usize {
    text.parse().unwrap_or(1).max(1)
}

/// The value of an attribute by its name with prefix.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> io::Result<Option<String>> {
    let attribute = element.try_get_attribute(name).map_err(io::Error::other)?;
    attribute.map(|attribute| unescaped(&attribute.value)).transpose()
}

/// What a cell shows: its paragraphs, one a line, without notes pinned to it; and how many.
fn read_paragraphs(xml: &mut Xml, closing: &str) -> io::Result<(String, u32)> {
    let (mut text, mut paragraphs, mut in_paragraph, mut pinned) =
        (String::new(), 0_u32, false, 0_u32);
    loop {
        match xml.next_within()? {
            Event::Start(e) => match e.name().as_ref() {
                "office:annotation" => pinned += 1,
                _ if pinned != 0 => {}
                "text:p" => {
                    if paragraphs != 0 {
                        text.push('\n');
                    }
                    (paragraphs, in_paragraph) = (paragraphs + 1, true);
                }
                "text:s" => {
                    let blanks = attribute(&e, "text:c")?.map_or(1, |c| count(&c)).min(32_767);
                    text.extend(std::iter::repeat_n(' ', blanks));
                }
                "text:tab" => text.push('\t'),
                "text:line-break" => text.push('\n'),
                // What else stands here is no value of a cell.
                _ => {}
            },
            Event::End(e) => match e.name().as_ref() {
                "office:annotation" => {
                    pinned = pinned.checked_sub(1).ok_or_else(|| xml.breaks_off())?;
                }
                "text:p" if pinned == 0 => in_paragraph = false,
                name if name == closing => return Ok((text, paragraphs)),
                // What else stands here is no value of a cell.
                _ => {}
            },
            Event::Text(t) if in_paragraph && pinned == 0 => text.push_str(&t.xml10_content()),
            Event::GeneralRef(r) if in_paragraph && pinned == 0 => push_reference(&mut text, &r)?,
            // What else stands here is no value of a cell.
            _ => {}
        }
        if text.len() > crate::bounds::LINE_MAX {
            return Err(io::Error::other("it holds a cell with more text than any cell has"));
        }
    }
}

/// `PT18H03M22S` as `18:03:22`.
fn duration(text: &str) -> Option<String> {
    let rest = text.strip_prefix("PT")?;
    let (hours, rest) = rest.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds = rest.strip_suffix('S')?.replace(',', ".");
    let (whole, fraction) = seconds.split_once('.').unwrap_or((&seconds, ""));
    let fraction = fraction.trim_end_matches('0');
    let parts = [hours, minutes, whole];
    let digits = |p: &str| !p.is_empty() && p.len() <= 9 && p.bytes().all(|b| b.is_ascii_digit());
    if !parts.iter().all(|p| digits(p)) || !(fraction.is_empty() || digits(fraction)) {
        return None;
    }
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{hours:0>2}:{minutes:0>2}:{whole:0>2}{point}{fraction}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_clocks() {
        for (text, clock) in [
            ("PT18H03M22S", Some("18:03:22")),
            ("PT26H30M00S", Some("26:30:00")),
            ("PT0H0M0.500S", Some("00:00:00.5")),
            ("PT8H5M9,250000S", Some("08:05:09.25")),
            ("P1D", None),
            ("PTxH0M0S", None),
            ("PT1H2M", None),
        ] {
            assert_eq!(duration(text).as_deref(), clock, "{text}");
        }
    }
}
