//! Finds the signature dictionary in the raw bytes and checks its form.

use core::ops::Range;
use std::collections::BTreeSet;

use memchr::memmem;

use super::lexer::{self, Spanned, Value};
use super::{Defect, time};
use crate::sign::claim::SigningClaim;
use crate::table::Entries;
use crate::text::lower_hex_digit;
use feltproof_printable::visible;

/// The key that marks a signature. It occurs once, or the file is refused.
const BYTE_RANGE: &[u8] = b"/ByteRange";

/// A file shorter than this cannot end as a PDF; more is not searched.
const TAIL_LEN: usize = 32;

pub(crate) struct Located {
    /// Offset of `/ByteRange`.
    pub byte_range_at: usize,
    /// Its four numbers: start and length of the two signed ranges.
    pub byte_range: [u64; 4],
    /// From `<` to `>` of `/Contents`.
    pub contents: Range<usize>,
    /// What the signer says.
    pub claims: Claims,
    /// Whether it permits the signature of an approver, and nothing else.
    pub awaits_approval: bool,
}

impl Located {
    /// Length of the container: two hexadecimal digits a byte, between angle brackets.
    pub(crate) fn container_len(&self) -> usize {
        (self.contents.len() - 2) / 2
    }

    /// What the signer had been given to say, at a time.
    pub(crate) fn claim(&self, unix_seconds: i64) -> SigningClaim {
        let Claims { time_unix: _, name, reason, location } = self.claims.clone();
        let awaits_approval = self.awaits_approval;
        SigningClaim { unix_seconds, reason, location, name, awaits_approval }
    }

    /// The first byte in which two files differ, the value of this signature left aside.
    pub(crate) fn first_difference(&self, one: &[u8], other: &[u8]) -> Option<usize> {
        let differs = |at: &usize| one.get(*at) != other.get(*at) && !self.contents.contains(at);
        (0..one.len().max(other.len())).find(differs)
    }
}

/// What the signer says about the signature, safe to print.
#[derive(Clone)]
pub(crate) struct Claims {
    pub time_unix: Option<i64>,
    pub name: Option<String>,
    pub reason: Option<String>,
    pub location: Option<String>,
}

pub(crate) fn locate(bytes: &[u8]) -> Result<Located, Defect> {
    let bytes_len = bytes.len();
    if !bytes.starts_with(b"%PDF-") {
        let head = bytes.get(..bytes_len.min(8)).unwrap_or_default();
        let found = visible(&String::from_utf8_lossy(head));
        return Err(Defect::NotAPdf { bytes_len, found });
    }
    let mut keys = memmem::find_iter(bytes, BYTE_RANGE);
    let Some(first) = keys.next() else {
        let tail = bytes.get(bytes_len.max(TAIL_LEN) - TAIL_LEN..).unwrap_or_default();
        return Err(match memmem::find(tail, b"%%EOF") {
            Some(_) => Defect::Unsigned(bytes_len),
            None => Defect::UnsignedAndCutShort(bytes_len),
        });
    };
    if let Some(second) = keys.next() {
        return Err(Defect::SeveralSignatures { found: 2 + keys.count(), first, second });
    }
    located(bytes, first, certifies)
}

/// The signatures of report and approver, if there are just these and the first permits the second.
pub(super) fn report_and_approval(bytes: &[u8]) -> Option<(Located, usize)> {
    let mut keys = memmem::find_iter(bytes, BYTE_RANGE);
    let (first, second, None) = (keys.next()?, keys.next()?, keys.next()) else { return None };
    let report = located(bytes, first, certifies).ok()?;
    report.awaits_approval.then_some((report, second))
}

/// The signature of an approver, whose `/ByteRange` stands here.
pub(super) fn approval(bytes: &[u8], key: usize) -> Result<Located, Defect> {
    located(bytes, key, |_, _, _| Ok(false))
}

fn located(
    bytes: &[u8],
    key: usize,
    permission: impl Fn(&[u8], &Entries, usize) -> Result<bool, Defect>,
) -> Result<Located, Defect> {
    let entries = dictionary(bytes, key)?;
    let byte_range = byte_range(bytes, &entries, key)?;
    let contents = contents(bytes, &entries, key)?;
    check_form(bytes, &entries, key)?;
    let awaits_approval = permission(bytes, &entries, key)?;
    let claims = claims(bytes, &entries);
    Ok(Located { byte_range_at: key, byte_range, contents, claims, awaits_approval })
}

/// The signed bytes are all bytes of the file but `/Contents`.
pub(super) fn check_byte_range(bytes: &[u8], located: &Located) -> Result<(), Defect> {
    let bytes_len = bytes.len();
    let [start, first_len, second_start, second_len] = located.byte_range;
    // The numbers are read in 63 bits, so two of them add up in 64.
    let signed_end = second_start + second_len;
    let file_end = bytes_len as u64;
    let Range { start: gap_start, end: gap_end } = located.contents;
    let wrong = || Defect::WrongRange {
        offset: located.byte_range_at,
        expected: format!("0..{gap_start} and {gap_end}..{bytes_len}"),
        found: format!("{start}..{} and {second_start}..{signed_end}", start + first_len),
    };
    // Two ranges that are not in order, or not apart, say nothing about where the file ended.
    if start != 0 || second_start < first_len {
        return Err(wrong());
    }
    if signed_end < file_end {
        return Err(added(bytes, signed_end));
    }
    if signed_end > file_end {
        let missing = signed_end - file_end;
        return Err(Defect::CutShort { signed_end, bytes_len, missing });
    }
    let gap = [gap_start, gap_end].map(u64::try_from);
    if gap == [Ok(first_len), Ok(second_start)] { Ok(()) } else { Err(wrong()) }
}

/// What was added after the signed bytes: a revision of the file that shows other content, or just bytes.
fn added(bytes: &[u8], signed_end: u64) -> Defect {
    let bytes_len = bytes.len();
    let extra = bytes_len as u64 - signed_end;
    let (signed, tail) =
        bytes.split_at(usize::try_from(signed_end).map_or(bytes_len, |end| end.min(bytes_len)));
    let known: BTreeSet<u32> = objects(signed).into_iter().collect();
    let replaced: BTreeSet<u32> =
        objects(tail).into_iter().filter(|id| known.contains(id)).collect();
    if replaced.is_empty() && memmem::find(tail, b"startxref").is_none() {
        return Defect::DataAppended { signed_end, bytes_len, extra };
    }
    Defect::RevisionAppended {
        signed_end,
        bytes_len,
        extra,
        replaced: replaced.into_iter().collect(),
    }
}

/// The numbers of the objects that begin in some bytes: digits, a generation, ` obj`.
fn objects(bytes: &[u8]) -> Vec<u32> {
    let number = |at: usize| {
        let line = bytes.get(at.max(20) - 20..at)?;
        let mut words = line.rsplit(|byte| !byte.is_ascii_digit());
        // The generation stands directly before; one space further, the number.
        let (_generation, number) = (words.next()?, words.next()?);
        std::str::from_utf8(number).ok()?.parse().ok()
    };
    memmem::find_iter(bytes, b" obj").filter_map(number).collect()
}

/// Reads the dictionary around `key`: the object that begins last before it.
fn dictionary(bytes: &[u8], key: usize) -> Result<Entries, Defect> {
    let before = bytes.get(..key).unwrap_or_default();
    let start = memmem::rfind(before, b" obj").map(|at| at + b" obj".len());
    let start = start.ok_or_else(|| foreign(bytes, key, "an object around /ByteRange"))?;
    let read = lexer::read(bytes, start).map_err(|e| foreign(bytes, e.offset, e.expected))?;
    let end = lexer::skip_space(bytes, read.span.end);
    let Value::Dictionary(entries) = read.value else {
        return Err(foreign(bytes, start, "a dictionary"));
    };
    if !bytes.get(end..).is_some_and(|rest| rest.starts_with(b"endobj")) {
        return Err(foreign(bytes, end, "\"endobj\""));
    }
    let mut seen = BTreeSet::new();
    for (name, _) in &entries {
        if !seen.insert(bytes.get(name.span.clone())) {
            return Err(foreign(bytes, name.span.start, "a key that was not there before"));
        }
    }
    Ok(entries)
}

/// The four numbers of `/ByteRange`, which must be the one that was searched.
fn byte_range(bytes: &[u8], entries: &Entries, key: usize) -> Result<[u64; 4], Defect> {
    const EXPECTED: &str = "/ByteRange with four numbers";
    let (name, value) =
        entry(entries, b"ByteRange").ok_or_else(|| foreign(bytes, key, EXPECTED))?;
    let numbers = match &value.value {
        Value::Array(items) => items.iter().map(whole_number).collect::<Option<Vec<u64>>>(),
        _ => None,
    };
    let numbers = numbers.and_then(|numbers| <[u64; 4]>::try_from(numbers).ok());
    numbers
        .filter(|_| name.span.start == key)
        .ok_or_else(|| foreign(bytes, value.span.start, EXPECTED))
}

fn whole_number(item: &Spanned) -> Option<u64> {
    match item.value {
        Value::Integer(value) => u64::try_from(value).ok(),
        _ => None,
    }
}

fn contents(bytes: &[u8], entries: &Entries, key: usize) -> Result<Range<usize>, Defect> {
    const EXPECTED: &str = "/Contents in hexadecimal";
    match entry(entries, b"Contents") {
        Some((_, Spanned { span, value: Value::Hex })) => Ok(span.clone()),
        Some((_, other)) => Err(foreign(bytes, other.span.start, EXPECTED)),
        None => Err(foreign(bytes, key, EXPECTED)),
    }
}

/// The signature is of the one kind that this program makes.
fn check_form(bytes: &[u8], entries: &Entries, key: usize) -> Result<(), Defect> {
    let names: [(&[u8], &[u8], &str); 3] = [
        (b"Type", b"Sig", "/Type /Sig"),
        (b"Filter", b"Adobe.PPKLite", "/Filter /Adobe.PPKLite"),
        (b"SubFilter", b"ETSI.CAdES.detached", "/SubFilter /ETSI.CAdES.detached"),
    ];
    for (name, value, expected) in names {
        is_name(bytes, entries, name, value, expected, key)?;
    }
    Ok(())
}

/// It permits no change (`/DocMDP` with `/P 1`), or an approval (`/P 2`, of which no more is made use of).
fn certifies(bytes: &[u8], entries: &Entries, key: usize) -> Result<bool, Defect> {
    const CERTIFIED: &str = "/Reference with /DocMDP and /P 1 or 2";
    let uncertified = || foreign(bytes, key, CERTIFIED);
    let (_, reference) = entry(entries, b"Reference").ok_or_else(uncertified)?;
    let method = match &reference.value {
        Value::Array(items) => match items.as_slice() {
            [Spanned { value: Value::Dictionary(method), .. }] => method,
            _ => return Err(uncertified()),
        },
        _ => return Err(uncertified()),
    };
    is_name(bytes, method, b"TransformMethod", b"DocMDP", CERTIFIED, key)?;
    let permission = match entry(method, b"TransformParams") {
        Some((_, Spanned { value: Value::Dictionary(parameters), .. })) => entry(parameters, b"P"),
        _ => None,
    };
    match permission {
        Some((_, Spanned { value: Value::Integer(1), .. })) => Ok(false),
        Some((_, Spanned { value: Value::Integer(2), .. })) => Ok(true),
        Some((_, other)) => Err(foreign(bytes, other.span.start, CERTIFIED)),
        None => Err(uncertified()),
    }
}

fn is_name(
    bytes: &[u8],
    entries: &Entries,
    key: &[u8],
    value: &[u8],
    expected: &str,
    otherwise: usize,
) -> Result<(), Defect> {
    match entry(entries, key) {
        Some((_, found)) if matches!(&found.value, Value::Name(name) if name == value) => Ok(()),
        Some((_, found)) => Err(foreign(bytes, found.span.start, expected)),
        None => Err(foreign(bytes, otherwise, expected)),
    }
}

fn entry<'a>(entries: &'a Entries, key: &[u8]) -> Option<&'a (Spanned, Spanned)> {
    entries.iter().find(|(name, _)| matches!(&name.value, Value::Name(name) if name == key))
}

fn claims(bytes: &[u8], entries: &Entries) -> Claims {
    let text = |key: &[u8]| entry(entries, key).and_then(|(_, value)| text_of(bytes, value));
    Claims {
        time_unix: text(b"M").and_then(|text| time::unix_seconds(&text)),
        name: text(b"Name"),
        reason: text(b"Reason"),
        location: text(b"Location"),
    }
}

fn text_of(bytes: &[u8], value: &Spanned) -> Option<String> {
    match &value.value {
        Value::Literal(text) => Some(visible(&String::from_utf8_lossy(text))),
        Value::Hex => {
            let digits = bytes.get(value.span.start + 1..value.span.end - 1)?;
            let digit = |byte: &u8| lower_hex_digit(byte.to_ascii_lowercase()).map(u16::from);
            let digits = digits.iter().map(digit).collect::<Option<Vec<u16>>>()?;
            let units: Vec<u16> = digits
                .chunks(4)
                .map(|unit| unit.iter().fold(0, |value, digit| (value << 4) | digit))
                .collect();
            let (mark, units) = units.split_first()?;
            (*mark == 0xfeff && digits.len() % 4 == 0)
                .then(|| visible(&String::from_utf16_lossy(units)))
        }
        _ => None,
    }
}

fn foreign(bytes: &[u8], offset: usize, expected: &str) -> Defect {
    const QUOTED: usize = 24;
    let rest = bytes.get(offset..).unwrap_or_default();
    let found = rest.get(..rest.len().min(QUOTED)).unwrap_or_default();
    let found = match found {
        [] => "the end of the file".to_owned(),
        found => format!("\"{}\"", visible(&String::from_utf8_lossy(found))),
    };
    Defect::ForeignSignature { offset, expected: expected.to_owned(), found }
}
