//! One cell of ODS: its value as text.

use crate::dates;
use crate::no_value::{NOTHING_STORED, is_error};
use crate::number::shown_text;
use crate::workbook::xml::{Xml, push_reference, unescaped};
use quick_xml::events::{BytesStart, Event};
use std::io;

/// Reads a cell up to its end; `None`: it is a formula beside which no value is stored. `epoch` is the day
/// on which the workbook counts 0.
pub(super) fn read(xml: &mut Xml, element: &Attributes, epoch: i64) -> io::Result<Option<String>> {
    let (shown, paragraphs) = read_paragraphs(xml, &element.closing)?;
    // An empty paragraph is the empty text of a formula that makes one; no number shows as nothing.
    let is_text = element.kind == "string" && paragraphs != 0;
    if element.is_formula && element.value.is_none() && shown.is_empty() && !is_text {
        return Ok(None);
    }
    let (kind, value) = (element.kind.as_str(), element.value.as_deref());
    // Beside the paragraph that shows an error an empty text is stored, or 0.
    let is_error = element.is_error || element.is_formula && is_error(shown.trim().as_bytes());
    let read = match kind {
        _ if is_error => None,
        "" | "string" => return Ok(Some(value.map_or(shown, str::to_owned))),
        "boolean" => match value {
            Some("true") => Some("TRUE".to_owned()),
            Some("false") => Some("FALSE".to_owned()),
            _ => None,
        },
        "date" => value.and_then(date),
        "time" => value.and_then(|time| duration(time, epoch)),
        _ => value.and_then(shown_text),
    };
    let or_shown = || if shown.trim().is_empty() { NOTHING_STORED.to_owned() } else { shown };
    Ok(Some(read.unwrap_or_else(or_shown)))
}

#[derive(Default)]
pub(super) struct Attributes {
    kind: String,
    value: Option<String>,
    pub(super) repeated: usize,
    pub(super) is_formula: bool,
    is_error: bool,
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

/// A date, with the time of day where one is stored. It is stored as a number of days, whose digits behind
/// the thousandth of a second are not its own.
fn date(stored: &str) -> Option<String> {
    let Some((date, time)) = stored.split_once('T') else {
        return (!stored.is_empty()).then(|| stored.to_owned());
    };
    let is_exact = time.split_once('.').is_none_or(|(_, fraction)| fraction.len() <= 3);
    let millis = time.split_once(':').and_then(|(hours, rest)| {
        let (minutes, seconds) = rest.split_once(':')?;
        millis(hours, minutes, seconds)
    });
    match (dates::day(date), millis) {
        (Some(day), Some(millis)) if !is_exact => Some(dates::moment(day, millis)),
        _ => Some(format!("{date} {time}")),
    }
}

/// Hours of which no time that passed has as many: a date with a time of day, shown as a time, is stored as
/// the time since the first day.
const HOURS_MAX: i64 = 100_000;

/// `PT18H03M22S` as `18:03:22`.
fn duration(text: &str, epoch: i64) -> Option<String> {
    let rest = text.strip_prefix("PT")?;
    let (hours, rest) = rest.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let millis = millis(hours, minutes, rest.strip_suffix('S')?)?;
    let is_moment = millis >= HOURS_MAX * 3_600_000;
    Some(if is_moment { dates::moment(epoch, millis) } else { dates::clock(millis) })
}

/// A time in thousandths of a second, the nearest.
fn millis(hours: &str, minutes: &str, seconds: &str) -> Option<i64> {
    let (whole, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, "0"));
    let number = |digits: &str| {
        let is_number = digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| digits.parse::<i64>().ok())?
    };
    let fraction = number(fraction.get(..9).unwrap_or(fraction))?
        * 10_i64.pow(9 - fraction.len().min(9) as u32);
    let seconds = (number(hours)? * 60 + number(minutes)?) * 60 + number(whole)?;
    Some(seconds * 1_000 + (fraction + 500_000) / 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first day of most workbooks, 1899-12-30.
    const EPOCH: i64 = -25_569;

    #[test]
    fn times_are_clocks() {
        for (text, clock) in [
            ("PT18H03M22S", Some("18:03:22")),
            ("PT26H30M00S", Some("26:30:00")),
            ("PT0H0M0.500S", Some("00:00:00.500")),
            ("PT8H5M9,250000S", Some("08:05:09.250")),
            ("PT08H05M08.9999999994S", Some("08:05:09")),
            ("PT99999H59M59S", Some("99999:59:59")),
            ("PT1111834H01M07.250000685S", Some("2026-10-31 10:01:07.250")),
            ("PT1111847H59M59.9999997S", Some("2026-11-01 00:00:00")),
            ("P1D", None),
            ("PTxH0M0S", None),
            ("PT1H2M", None),
            ("PTH2M3S", None),
        ] {
            assert_eq!(duration(text, EPOCH).as_deref(), clock, "{text}");
        }
    }

    #[test]
    fn dates_have_the_thousandth_that_is_meant() {
        for (stored, text) in [
            ("2026-10-31", "2026-10-31"),
            ("2026-10-31T10:01:07", "2026-10-31 10:01:07"),
            ("2026-10-31T10:01:07.25", "2026-10-31 10:01:07.25"),
            ("2026-10-31T10:01:07.250000685", "2026-10-31 10:01:07.250"),
            ("2026-10-31T23:59:59.999999999", "2026-11-01 00:00:00"),
            ("2026-10-31Tx:01:07.250000685", "2026-10-31 x:01:07.250000685"),
        ] {
            assert_eq!(date(stored).as_deref(), Some(text), "{stored}");
        }
        assert_eq!(date(""), None);
    }
}
