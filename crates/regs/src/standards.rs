//! Standards that name randomness tests and a level: `regulations/randomness.toml`.
//!
//! A standard's words are mapped to keys of tests. What the keys mean is not known here; the program
//! that runs the tests refuses a key it does not have, and a test reads every one of them.

use crate::error::PackErrors;
use crate::evidence::Evidence;
use crate::parse::{one_line, refuse_repeated, word};
use crate::reader::{Errors, Section};
use toml::de::DeTable;

const TEXT: &str = include_str!("../../../regulations/randomness.toml");

/// A standard of randomness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// As the command line names it: `gli-11`.
    pub name: String,
    /// Title.
    pub title: String,
    /// Where its demands stand.
    pub citation: String,
    /// Its level is a false alarm in so many: 100 is a confidence of 99 %.
    pub level_one_in: u32,
    /// How well the level is known.
    pub level_evidence: Evidence,
    /// How well the list of tests is known.
    pub text_evidence: Evidence,
    /// What else must be said.
    pub note: String,
    /// What it demands, in its order.
    pub demands: Vec<Demand>,
}

/// One demand of a standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Its id in the file.
    pub id: String,
    /// The standard's word for it.
    pub says: String,
    /// Tests of full decks that answer it, without their reference.
    pub decks: Vec<String>,
    /// Tests of partial deals, without their reference.
    pub deals: Vec<String>,
    /// Tests of integer streams.
    pub draws: Vec<String>,
    /// Tests of bit streams.
    pub bits: Vec<String>,
}

/// All standards, in the order of the file.
///
/// # Panics
///
/// Never on input: the text is part of the program, and a test reads it.
pub fn standards() -> Vec<Standard> {
    match parse(TEXT, "regulations/randomness.toml") {
        Ok(standards) => standards,
        Err(errors) => unreachable!("the built-in standards do not read:\n{errors}"),
    }
}

/// Reads the file.
fn parse(text: &str, file: &str) -> Result<Vec<Standard>, PackErrors> {
    let mut errors = Errors::new(file, text);
    let (document, syntax) = DeTable::parse_recoverable(text);
    for error in &syntax {
        let line = errors.line_at(error.span().map_or(0, |s| s.start));
        errors.push(line, "", format!("is not TOML: {}", one_line(error.message())));
    }
    let mut root = Section::root(document.get_ref());
    if root.optional_count("schema", &mut errors).is_none_or(|found| found.value != 1) {
        errors.push(1, "schema", "must be 1");
    }
    root.text("version", &mut errors);
    let mut demands = Vec::new();
    let mut ids = Vec::new();
    for mut section in root.tables("demand", &mut errors) {
        ids.extend(section.text("id", &mut errors));
        let says = section.text("says", &mut errors);
        let mut keys = |name| -> Vec<String> {
            section.texts(name, &mut errors).into_iter().map(|l| l.value).collect()
        };
        let (decks, deals, draws, bits) =
            (keys("decks"), keys("deals"), keys("draws"), keys("bits"));
        section.finish(&mut errors);
        if let (Some(id), Some(says)) = (ids.last(), says) {
            demands.push(Demand {
                id: id.value.clone(),
                says: says.value,
                decks,
                deals,
                draws,
                bits,
            });
        }
    }
    refuse_repeated(&ids, &mut errors);
    let sections = root.tables("standard", &mut errors);
    let standards: Vec<Standard> =
        sections.into_iter().filter_map(|s| read_standard(s, &demands, &mut errors)).collect();
    root.finish(&mut errors);
    let found = errors.into_sorted();
    if found.is_empty() { Ok(standards) } else { Err(PackErrors(found)) }
}

fn read_standard(
    mut section: Section<'_, '_>,
    all: &[Demand],
    errors: &mut Errors<'_>,
) -> Option<Standard> {
    let s = &mut section;
    let tags = Evidence::ALL.map(Evidence::tag).join(", ");
    let name = s.text("name", errors);
    let title = s.text("title", errors);
    let citation = s.text("citation", errors);
    let level = s.optional_count("level_one_in", errors).filter(|l| l.value >= 2);
    if level.is_none() {
        s.missing("level_one_in", errors);
    }
    let level_evidence = word(s, "level_evidence", Evidence::parse, &tags, errors);
    let text_evidence = word(s, "text_evidence", Evidence::parse, &tags, errors);
    let note = s.text("note", errors);
    let mut demands = Vec::new();
    for wanted in s.texts("demands", errors) {
        match all.iter().find(|d| d.id == wanted.value) {
            Some(demand) => demands.push(demand.clone()),
            None => {
                errors.push(wanted.line, wanted.key, format!("there is no demand {}", wanted.value))
            }
        }
    }
    section.finish(errors);
    Some(Standard {
        name: name?.value,
        title: title?.value,
        citation: citation?.value,
        level_one_in: level?.value,
        level_evidence: level_evidence?,
        text_evidence: text_evidence?,
        note: note?.value,
        demands,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

    use super::*;

    #[test]
    fn the_built_in_standards_read_and_each_demands_something() {
        let all = standards();
        let names: Vec<&str> = all.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["gli-11", "gli-29", "cfr-547", "sd-48", "wv-909", "pa-810a", "itech"]);
        for standard in &all {
            assert!(standard.demands.len() >= 4, "{}", standard.name);
            for demand in &standard.demands {
                let answers = [&demand.decks, &demand.deals, &demand.draws, &demand.bits];
                assert!(answers.iter().any(|keys| !keys.is_empty()), "{}", demand.id);
            }
        }
    }

    /// Levels as research of the texts gives them: 95 % in Pennsylvania, 99 % elsewhere.
    #[test]
    fn levels_and_what_is_known_of_them() {
        for standard in standards() {
            let expected = if standard.name == "pa-810a" { 20 } else { 100 };
            assert_eq!(standard.level_one_in, expected, "{}", standard.name);
            let read = matches!(standard.level_evidence, Evidence::Read);
            let known = ["cfr-547", "sd-48", "wv-909", "pa-810a"].contains(&standard.name.as_str());
            assert_eq!(read, known, "{}", standard.name);
        }
    }

    #[test]
    fn a_wrong_file_is_refused_with_the_line() {
        let text = TEXT.replacen("\"runs\"", "\"rums\"", 1);
        let errors = parse(&text, "x.toml").unwrap_err().to_string();
        assert!(errors.contains("there is no demand rums"), "{errors}");
        let errors = parse("schema = 1\nversion = \"1\"\ncolour = 1\n", "x.toml").unwrap_err();
        assert!(errors.to_string().starts_with("x.toml:3: colour"), "{errors}");
    }
}
