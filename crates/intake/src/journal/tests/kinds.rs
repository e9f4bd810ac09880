//! The tables of the kinds of journals hold together, and are what the README says.

use crate::journal::kinds::{Value, columns, value};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Seat, Wager};
use std::collections::BTreeSet;

const README: &str = include_str!("../../../README.md");

#[test]
fn the_readme_names_every_column_and_every_word() {
    for kind in JournalKind::ALL {
        let no_wagers = columns(kind).iter().filter(|column| {
            let wager = column.name.strip_suffix("_returned").unwrap_or(column.name);
            kind != JournalKind::Hands || Wager::from_key(wager).is_none()
        });
        let section = README.split(&format!("\n### {}: ", kind.name())).nth(1).unwrap();
        let section = section.split("\n##").next().unwrap();
        let first: Vec<&str> = no_wagers.clone().map(|column| column.name).collect();
        let whole = |count: usize| section.contains(&format!("`{}`", first[..count].join(",")));
        let named = (1..=first.len()).rev().find(|count| whole(*count)).unwrap_or(0);
        for column in no_wagers.skip(named) {
            assert!(section.contains(&format!("`{}`", column.name)), "{}", column.name);
        }
        assert!(named >= 6, "{}: {named}", kind.name());
        for words in columns(kind).iter().filter(|c| c.name != "seat").filter_map(|c| c.words) {
            for word in words.list {
                assert!(section.contains(&format!("`{word}`")), "{}: {word}", kind.name());
            }
        }
    }
}

#[test]
fn names_stand_once_and_spellings_lead_to_words() {
    for kind in JournalKind::ALL {
        let names: BTreeSet<&str> = columns(kind).iter().map(|column| column.name).collect();
        assert_eq!(names.len(), columns(kind).len(), "{}", kind.name());
        assert_eq!(value(kind, "time"), Value::Time);
        for column in columns(kind) {
            let Some(words) = column.words else { continue };
            for (from, to) in words.spelled() {
                assert!(words.list.contains(&to) && !words.list.contains(&from), "{from}: {to}");
            }
            let seats = words.list.iter().filter(|word| Seat::parse(word.as_bytes()).is_some());
            assert_eq!(seats.count(), if column.name == "seat" { words.list.len() } else { 0 });
        }
    }
}
