//! From the text of a pack file to a [`Pack`], or to every error in it.

mod controls;
mod games;
mod limits;

use crate::error::PackErrors;
use crate::evidence::Evidence;
use crate::pack::Pack;
use crate::reader::{Errors, Located, Section};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use toml::de::DeTable;

/// The version of the pack format this crate reads.
const SCHEMA: u32 = 1;

impl Pack {
    /// Reads a pack. `file` is the name used in messages.
    ///
    /// # Errors
    ///
    /// All errors at once, each with its line and key: what is not TOML, unknown, missing or
    /// repeated keys, words outside their lists, dates outside the calendar, values out of order.
    pub fn parse(text: &str, file: &str) -> Result<Self, PackErrors> {
        let mut errors = Errors::new(file, text);
        let (document, syntax) = DeTable::parse_recoverable(text);
        if !syntax.is_empty() {
            for error in &syntax {
                let line = errors.line_at(error.span().map_or(0, |s| s.start));
                errors.push(line, "", format!("is not TOML: {}", one_line(error.message())));
            }
            return Err(PackErrors(errors.into_sorted()));
        }
        let pack = read(Section::root(document.get_ref()), text, &mut errors);
        match (pack, errors.into_sorted()) {
            (Some(pack), found) if found.is_empty() => Ok(pack),
            (_, found) => Err(PackErrors(found)),
        }
    }
}

pub(crate) fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads everything; `None` only together with an error.
fn read(mut root: Section<'_, '_>, text: &str, errors: &mut Errors<'_>) -> Option<Pack> {
    match root.optional_count("schema", errors) {
        Some(found) if found.value != SCHEMA => {
            let message = format!("is {}, but this version reads {SCHEMA}", found.value);
            errors.push(found.line, found.key, message);
        }
        Some(_) => {}
        None => root.missing("schema", errors),
    }
    let head = root.table("pack", errors);
    if head.is_none() {
        root.missing("pack", errors);
    }
    let head = head.and_then(|section| read_head(section, errors));
    let controls = controls::read(root.tables("control", errors), errors);
    let reasons = controls::read_reasons(root.tables("reason", errors), errors);
    let limits = limits::read(root.tables("limit", errors), errors);
    let groups = games::read_groups(root.tables("game_group", errors), errors);
    let rule = root.table("games", errors);
    let games = games::read_rule(rule, groups, &limits, errors);
    root.finish(errors);
    let [id, title, authority, version] = head?;
    let sha256 = digest(text);
    Some(Pack { id, title, authority, version, sha256, controls, limits, games, reasons })
}

fn read_head(mut head: Section<'_, '_>, errors: &mut Errors<'_>) -> Option<[String; 4]> {
    let fields =
        ["id", "title", "authority", "version"].map(|k| head.text(k, errors).map(|l| l.value));
    head.finish(errors);
    let [id, title, authority, version] = fields;
    Some([id?, title?, authority?, version?])
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// A text that must be one of a closed list.
pub(crate) fn word<T>(
    section: &mut Section<'_, '_>,
    name: &'static str,
    parse: impl Fn(&str) -> Option<T>,
    expected: &str,
    errors: &mut Errors<'_>,
) -> Option<T> {
    let found = section.text(name, errors)?;
    let value = parse(&found.value);
    if value.is_none() {
        let message = format!("is \"{}\", expected one of: {expected}", found.value);
        errors.push(found.line, found.key, message);
    }
    value
}

/// The evidence tag every value must carry.
fn evidence(section: &mut Section<'_, '_>, errors: &mut Errors<'_>) -> Option<Evidence> {
    let tags = Evidence::ALL.map(Evidence::tag).join(", ");
    word(section, "evidence", Evidence::parse, &tags, errors)
}

/// An optional remark; absent is empty.
fn note(section: &mut Section<'_, '_>, errors: &mut Errors<'_>) -> String {
    section.optional_text("note", errors).map(|l| l.value).unwrap_or_default()
}

/// Reports every id that is used twice.
pub(crate) fn refuse_repeated(ids: &[Located<String>], errors: &mut Errors<'_>) {
    for (i, id) in ids.iter().enumerate() {
        if let Some(first) = ids.iter().take(i).find(|other| other.value == id.value) {
            let message =
                format!("\"{}\" is already used on line {}; rename one", id.value, first.line);
            errors.push(id.line, id.key.clone(), message);
        }
    }
}
