//! A registration: what a laboratory wrote down before it saw the data, in a file of its own.

use feltproof_model::Date;
use feltproof_toml::TomlErrors;

/// What was registered, and when by its own word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The date that the file bears.
    pub date: Date,
    /// The level: a false alarm in so many, over the whole list.
    pub level_one_in: u32,
    /// The tests that count to the verdict, by their keys.
    pub tests: Vec<String>,
}

/// Reads a registration; `file` is its name in messages. Errors: all, with line and remedy.
pub fn read_registration(text: &str, file: &str) -> Result<Registration, TomlErrors> {
    feltproof_toml::read(text, file, 1, |top| {
        let date = top.text("date").and_then(|text| text.date());
        let level = top.integer("level_one_in", 2..=1_000_000_u32);
        let tests = top.texts("tests").iter().map(|test| test.owned()).collect();
        Some(Registration { date: date?.value, level_one_in: level?.value, tests })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

    use super::*;

    #[test]
    fn a_registration_has_date_level_and_tests() {
        let text = "schema = 1\ndate = \"2026-09-01\"\nlevel_one_in = 100\ntests = [\"a.b\"]\n";
        let read = read_registration(text, "plan.toml").unwrap();
        assert_eq!((read.date.to_string().as_str(), read.level_one_in), ("2026-09-01", 100));
        assert_eq!(read.tests, ["a.b"]);
        let errors = read_registration("schema = 1\ndate = \"soon\"\n", "plan.toml").unwrap_err();
        let said = errors.to_string();
        for wanted in ["date", "level_one_in", "tests"] {
            assert!(said.contains(wanted), "{said}");
        }
    }
}
