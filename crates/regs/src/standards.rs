//! Standards that name randomness tests and a level: `regulations/randomness.toml`.
//!
//! A standard's words are mapped to keys of tests. What the keys mean is not known here; the program
//! that runs the tests refuses a key it does not have, and a test reads every one of them.

use crate::evidence::Evidence;
use crate::parse::{each, evidence};
use feltproof_toml::{Names, Section, TomlErrors};

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
    /// Tests of full decks that answer it, with their reference: `fixed.position_card`.
    pub decks: Vec<String>,
    /// Tests of partial deals, likewise.
    pub deals: Vec<String>,
    /// Tests of integer streams.
    pub draws: Vec<String>,
    /// Tests of bit streams.
    pub bits: Vec<String>,
    /// Tests of draws without order.
    pub sets: Vec<String>,
    /// Why no test of other data answers it.
    pub otherwise: Option<String>,
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

fn parse(text: &str, file: &str) -> Result<Vec<Standard>, TomlErrors> {
    feltproof_toml::read(text, file, 1, |top| {
        top.text("version");
        let demands = each(top.sections_if("demand"), read_demand);
        let sections = top.sections_if("standard");
        Some(each(sections, |section, names| read_standard(section, &demands, names)))
    })
}

fn read_demand<'d>(s: Section<'d>, names: &mut Names<'d>) -> Option<Demand> {
    let id = s.name("id", names);
    let says = s.text("says");
    let keys = |key| s.texts_if(key).iter().map(|test| test.owned()).collect();
    let (decks, deals, draws, bits) = (keys("decks"), keys("deals"), keys("draws"), keys("bits"));
    let sets = keys("sets");
    let otherwise = s.text_if("otherwise").map(|why| why.owned());
    let (id, says) = (id?.owned(), says?.owned());
    Some(Demand { id, says, decks, deals, draws, bits, sets, otherwise })
}

fn read_standard<'d>(s: Section<'d>, all: &[Demand], names: &mut Names<'d>) -> Option<Standard> {
    let name = s.name("name", names);
    let title = s.text("title");
    let citation = s.text("citation");
    let level = s.integer("level_one_in", 2..=u32::MAX);
    let level_evidence = evidence(s, "level_evidence");
    let text_evidence = evidence(s, "text_evidence");
    let note = s.text("note");
    let mut demands = Vec::new();
    for wanted in s.texts_if("demands") {
        match all.iter().find(|d| d.id == wanted.value) {
            Some(demand) => demands.push(demand.clone()),
            None => wanted.unlisted("the demands are", all.iter().map(|d| d.id.as_str())),
        }
    }
    Some(Standard {
        name: name?.owned(),
        title: title?.owned(),
        citation: citation?.owned(),
        level_one_in: level?.value,
        level_evidence: level_evidence?,
        text_evidence: text_evidence?,
        note: note?.owned(),
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
            let read = [Evidence::Read, Evidence::ReadOnCopy].contains(&standard.level_evidence);
            let known = ["cfr-547", "sd-48", "wv-909", "pa-810a"].contains(&standard.name.as_str());
            assert_eq!(read, known, "{}", standard.name);
        }
    }

    #[test]
    fn a_wrong_file_is_refused_with_the_line() {
        let text = TEXT.replacen("\"runs\"", "\"rums\"", 1);
        let errors = parse(&text, "x.toml").unwrap_err().to_string();
        assert!(
            errors.contains("is `rums` (did you mean `runs`?), but the demands are"),
            "{errors}"
        );
        let errors = parse("schema = 1\nversion = \"1\"\ncolour = 1\n", "x.toml").unwrap_err();
        assert!(errors.to_string().starts_with("x.toml:3: colour"), "{errors}");
    }
}
