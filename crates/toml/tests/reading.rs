//! Every kind of error, each once, with its line and key; all together; and what is not TOML.

use feltproof_model::Money;
use feltproof_toml::{Found, Names, Section, TomlErrors, read};
use proptest::prelude::*;

/// One level of a made-up file.
#[derive(Debug, PartialEq)]
struct Level {
    name: String,
    seats: u8,
    amount: Option<Money>,
    colour: char,
    days: usize,
}

const GOOD: &str = r#"schema = 1
[[level]]
name = "grand"
seats = 6
amount = "12.50"
colour = "red"
days = ["2026-10-31", "2026-11-01"]
settings = { rate = "20%", live = true }
"#;

fn level<'d>(s: Section<'d>, names: &mut Names<'d>) -> Option<Level> {
    let name = s.name("name", names);
    let seats = s.integer("seats", 1..=9);
    let amount = s.money_if("amount").and_then(Found::above_zero);
    let parse = |word: &str| match word {
        "red" => Some('r'),
        "green" => Some('g'),
        _ => None,
    };
    let colour = s.word_or("colour", &["red", "green"], parse, 'g');
    let days = s.texts("days").iter().filter_map(Found::date).count();
    if let Some(settings) = s.section("settings") {
        settings.rate("rate").and_then(Found::at_most_all);
        settings.flag("live");
    }
    let amount = amount.map(|amount| amount.value);
    Some(Level { name: name?.owned(), seats: seats?.value, amount, colour: colour?, days })
}

fn levels(text: &str) -> Result<Vec<Level>, TomlErrors> {
    read(text, "l.toml", 1, |top| {
        let mut names = Names::default();
        Some(top.sections("level").into_iter().filter_map(|s| level(s, &mut names)).collect())
    })
}

fn errors(from: &str, to: &str) -> String {
    let text = GOOD.replacen(from, to, 1);
    assert_ne!(text, GOOD, "{from} is not in the file");
    levels(&text).unwrap_err().to_string()
}

#[test]
fn a_list_that_no_property_comes_near_is_one_error() {
    let days = |many: usize| format!("days = [{}]", vec!["\"2026-10-31\""; many].join(", "));
    let own = "days = [\"2026-10-31\", \"2026-11-01\"]";
    assert_eq!(
        errors(own, &days(10_001)),
        "l.toml:7: level grand, days: has 10001 entries, but at most 10000 are read; split the file"
    );
    assert_eq!(levels(&GOOD.replacen(own, &days(10_000), 1)).unwrap()[0].days, 10_000);
}

#[test]
fn a_good_file_reads_and_a_mark_before_it_does_not_matter() {
    let amount = Some(Money::parse(b"12.50").unwrap());
    let grand = Level { name: "grand".to_owned(), seats: 6, amount, colour: 'r', days: 2 };
    assert_eq!(levels(&format!("\u{feff}{GOOD}")).unwrap(), [grand]);
    let bare = GOOD.replace("amount = \"12.50\"\ncolour = \"red\"\n", "");
    let read = &levels(&bare).unwrap()[0];
    assert_eq!((read.amount, read.colour), (None, 'g'));
    assert_eq!(levels(&GOOD.replace("seats = 6", "seats = 0x0_6")).unwrap()[0].seats, 6);
}

/// What is changed, to what, and the one error that it makes.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "schema = 1",
        "schema = 2",
        "l.toml:1: schema: is 2, but this program reads 1; use a program of the file's time or rewrite the file",
    ),
    ("schema = 1\n", "", "l.toml:1: schema: is missing; add it"),
    ("seats = 6\n", "", "l.toml:2: level grand, seats: is missing; add it"),
    (
        "seats = 6",
        "seats = 10",
        "l.toml:4: level grand, seats: is 10, but it must be from 1 to 9; correct it",
    ),
    (
        "seats = 6",
        "seats = 300",
        "l.toml:4: level grand, seats: is 300, but it must be from 1 to 9; correct it",
    ),
    (
        "seats = 6",
        "seats = -1",
        "l.toml:4: level grand, seats: is -1, but it must be from 1 to 9; correct it",
    ),
    (
        "seats = 6",
        "seats = \"6\"",
        "l.toml:4: level grand, seats: is the text `6`, but it must be a whole number without quotes; correct it",
    ),
    (
        "\"12.50\"",
        "12.50",
        "l.toml:5: level grand, amount: is the number 12.50, but it must be dollars in quotes, as in \"5.00\"; correct it",
    ),
    (
        "\"12.50\"",
        "\"-1\"",
        "l.toml:5: level grand, amount: is `-1`, and an amount here has no sign; correct it",
    ),
    (
        "\"12.50\"",
        "\"0\"",
        "l.toml:5: level grand, amount: is $0.00, but it must be above $0.00; correct it",
    ),
    (
        "\"12.50\"",
        "\"12,50\"",
        "l.toml:5: level grand, amount: is `12,50`, which is not a dollar amount such as 12.50; correct it",
    ),
    (
        "\"red\"",
        "\"grene\"",
        "l.toml:6: level grand, colour: is `grene` (did you mean `green`?), but it must be one of red, green; correct it",
    ),
    (
        "\"red\"",
        "\"violet\"",
        "l.toml:6: level grand, colour: is `violet`, but it must be one of red, green; correct it",
    ),
    (
        "[\"2026-10-31\",",
        "[\"2026-02-29\",",
        "l.toml:7: level grand, days: is `2026-02-29`, which is not a day of the calendar such as 2026-10-31; correct it",
    ),
    (
        "[\"2026-10-31\",",
        "[\n2026-10-31,",
        "l.toml:8: level grand, days: is a date or time without quotes, but it must be a list of texts in quotes; correct it",
    ),
    (
        "[\"2026-10-31\", \"2026-11-01\"]",
        "[]",
        "l.toml:7: level grand, days: is an empty list; add an entry",
    ),
    (
        "\"20%\"",
        "\"120%\"",
        "l.toml:8: level grand, settings, rate: is 120%, which is more than 100%; correct it",
    ),
    (
        "\"20%\"",
        "\"often\"",
        "l.toml:8: level grand, settings, rate: is `often`, which is not a rate such as 18.5%, 37/200 or 3; correct it",
    ),
    (
        "live = true",
        "live = \"yes\"",
        "l.toml:8: level grand, settings, live: is the text `yes`, but it must be true or false, without quotes; correct it",
    ),
    (
        "live = true",
        "live = true, lives = 1",
        "l.toml:8: level grand, settings, lives: is an unknown key (did you mean `live`?); the keys here are rate, live; correct or remove it",
    ),
    (
        "{ rate = \"20%\", live = true }",
        "1",
        "l.toml:8: level grand, settings: is the number 1, but it must be a table, under [settings]; correct it",
    ),
    ("name = \"grand\"", "name = \" \"", "l.toml:3: level[1], name: is empty; fill it in"),
    (
        "name = \"grand\"",
        "name = \"grand \"",
        "l.toml:3: level[1], name: has blanks at its start or end; remove them",
    ),
    (
        "name = \"grand\"",
        "name = \"gr\\tand\"",
        "l.toml:3: level[1], name: has a control character; remove it",
    ),
    (
        "[[level]]",
        "[level]",
        "l.toml:2: level: is a table, but it must be a list of tables, each under [[level]]; correct it",
    ),
];

#[test]
fn every_kind_of_error_has_its_line_key_value_and_remedy() {
    for (from, to, error) in MISTAKES {
        assert_eq!(errors(from, to), *error);
    }
    let twice = levels(&format!("{GOOD}{}", GOOD.replace("schema = 1\n", ""))).unwrap_err();
    assert_eq!(
        twice.to_string(),
        "l.toml:10: level grand, name: is `grand`, which line 3 has too; rename or remove one of them"
    );
    let none = levels("schema = 1").unwrap_err().to_string();
    assert_eq!(none, "l.toml:1: level: is missing; add at least one [[level]]");
}

#[test]
fn all_errors_of_all_levels_come_at_once_by_line_and_none_twice() {
    let text = GOOD
        .replace("schema = 1", "schema = 3\nextra = 1")
        .replace("seats = 6", "seat = 6")
        .replace("12.50", "x")
        .replace("live = true", "lif = true");
    let errors = levels(&text).unwrap_err();
    let places: Vec<(u32, &str)> = errors.0.iter().map(|e| (e.line, e.key.as_str())).collect();
    let expected = [
        (1, "schema"),
        (2, "extra"),
        (3, "level grand, seats"),
        (5, "level grand, seat"),
        (6, "level grand, amount"),
        (9, "level grand, settings, lif"),
        (9, "level grand, settings, live"),
    ];
    assert_eq!(places, expected, "{errors}");
}

#[test]
fn a_text_that_is_not_toml_is_reported_once() {
    let broken = errors("seats = 6", "seats = = 6");
    assert!(broken.starts_with("l.toml:4: is not TOML: "), "{broken}");
    assert_eq!(broken.lines().count(), 1, "{broken}");
    let two = GOOD.replace("seats = 6", "seats = = 6").replace("\"red\"", "red");
    let two = levels(&two).unwrap_err();
    assert_eq!(two.0.iter().map(|e| e.line).collect::<Vec<_>>(), [4, 6], "{two}");
    for lines in [2, 3, 40, 10_000] {
        let csv: String = (0..lines).map(|i| format!("{i},T1,{i}.00\n")).collect();
        let errors = levels(&csv).unwrap_err();
        assert_eq!(errors.0.len(), 1, "{errors}");
        let rest = format!(
            "; {} more lines are not TOML either; correct them or name another file",
            lines - 1
        );
        assert!(errors.to_string().starts_with("l.toml:1: is not TOML: "), "{errors}");
        assert!(errors.to_string().ends_with(&rest), "{errors}");
    }
}

proptest! {
    /// No text makes the reader panic, and what is refused says why, by line.
    #[test]
    fn no_text_breaks_it(cut in 0..GOOD.len(), noise in ".{0,12}") {
        let text = format!("{}{noise}{}", &GOOD[..cut], &GOOD[cut..]);
        if let Err(errors) = levels(&text) {
            prop_assert!(!errors.0.is_empty() && errors.0.is_sorted());
        }
    }
}
