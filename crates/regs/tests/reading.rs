//! Reading packs: what a version is on a day, and every error of a wrong pack at once.

use feltproof_model::Date;
use feltproof_regs::{Applies, ControlStatus, Evidence, Pack, Role, builtin_packs};

/// The digest is over the text as it stands, computed here by another program.
#[test]
fn the_digest_is_that_of_the_text() {
    let head =
        "schema = 1\npack = { id = \"t\", title = \"t\", authority = \"t\", version = \"1\" }\n";
    let pack = Pack::parse(head, "t.toml").unwrap();
    // From `printf ... | sha256sum`.
    assert_eq!(pack.sha256, "2cc233f5a10580892d30933febc1208300739820497ee7bc1c4d459809c04b28");
    assert_ne!(Pack::parse(&format!("{head}\n"), "t.toml").unwrap().sha256, pack.sha256);
}

/// A control of two or three versions, as the text of a pack.
fn versions(text: &str) -> Result<Pack, String> {
    let head = "schema = 1\npack = { id = \"t\", title = \"t\", authority = \"t\", version = \"1\" }\n\
                [[control]]\nid = \"a\"\ncitation = \"Law 1\"\ntitle = \"A\"\nstatus = \"manual\"\n\
                evidence = \"V\"\naddress = \"p. 1\"\nread = \"2026-11-22\"\n";
    Pack::parse(&format!("{head}{text}"), "v.toml").map_err(|e| e.to_string())
}

#[test]
fn of_each_version_it_is_known_whether_it_applies_on_a_day() {
    let pack = versions(
        "[[control.version]]\nfrom = \"2008\"\ndemand = \"one\"\n\
         [[control.version]]\nfrom = \"2013-07-19\"\ndemand = \"two\"\ntitle = \"B\"\n\
         [[control.version]]\nnot_before = \"2023-08-19\"\ncertain_from = \"2023-12-01\"\n\
         until = \"2025-06-30\"\ndemand = \"three\"\nevidence = \"I\"\n",
    )
    .unwrap();
    let control = &pack.controls[0];
    let on = |day: &str| -> String {
        let all = (0..3).map(|at| match control.applies(at, Date::parse(day).unwrap()) {
            Applies::Yes => 'y',
            Applies::Perhaps => '?',
            Applies::No => '-',
        });
        all.collect()
    };
    for (day, expected) in [
        ("2007-12-31", "---"),
        ("2008-01-01", "?--"),
        ("2008-12-31", "?--"),
        ("2009-01-01", "y--"),
        ("2013-07-18", "y--"),
        ("2013-07-19", "-y-"),
        ("2023-08-18", "-y-"),
        ("2023-08-19", "-??"),
        ("2023-11-30", "-??"),
        ("2023-12-01", "--y"),
        ("2025-06-30", "--y"),
        ("2025-07-01", "---"),
    ] {
        assert_eq!(on(day), expected, "{day}");
    }
    let titles: Vec<&str> = control.versions.iter().map(|v| v.title.as_str()).collect();
    assert_eq!(titles, ["A", "B", "A"]);
    assert_eq!(control.versions[2].evidence, Evidence::Inferred);
    assert_eq!(control.period(0), "from a day in 2008 that is not known, before 2013-07-19");
    assert_eq!(
        control.period(2),
        "not before 2023-08-19, certainly from 2023-12-01, until 2025-06-30"
    );
}

#[test]
fn a_version_whose_beginning_is_not_known_may_apply_at_any_time_before_the_next() {
    let pack = versions("from = \"unknown\"\ndemand = \"d\"\n").unwrap();
    let on = |day: &str| pack.controls[0].applies(0, Date::parse(day).unwrap());
    assert_eq!((on("1990-01-01"), on("2026-10-31")), (Applies::Perhaps, Applies::Perhaps));
    assert_eq!(pack.controls[0].period(0), "from a date that is not known");
}

#[test]
fn versions_that_contradict_each_other_are_refused() {
    let version = |body: &str| format!("[[control.version]]\n{body}\ndemand = \"d\"\n");
    for (text, message) in [
        (
            version("from = \"2010\"") + &version("from = \"2009-12-31\""),
            "v.toml:14: control a, version[2]: begins 2009-12-31, but the version before it begins 2010-01-01",
        ),
        (
            version("from = \"2010\"") + &version("from = \"2010-01-01\""),
            "begins 2010-01-01, but the version before it begins 2010-01-01; put the earliest first",
        ),
        (
            version("from = \"2008\"\nuntil = \"2010-01-01\"") + &version("from = \"2010-01-01\""),
            "begins 2010-01-01, but the version before it lasts until 2010-01-01; correct one of them",
        ),
        (
            version("from = \"2008-01-02\"\nuntil = \"2008-01-01\""),
            "until: is 2008-01-01, before it begins (2008-01-02); correct one of them",
        ),
        (
            version("from = \"2008\"") + &version("from = \"unknown\""),
            "from: is unknown, but a version stands before it",
        ),
        (
            format!("from = \"2008\"\n{}", version("from = \"2009\"")),
            "control a, from: is there beside versions; move it to the version it is of",
        ),
        (version("until = \"2009-01-01\""), "from: is unclear; write either from, or not_before"),
        (
            version("from = \"unknown\"\nnot_before = \"2009-01-01\""),
            "not_before: is there, but from is unknown; keep one of them",
        ),
        (version("from = \"2008\"\nstatus = \"partial\""), "checks: is empty; name the checks"),
    ] {
        let errors = versions(&text).unwrap_err();
        assert!(errors.contains(message), "expected: {message}\nfound: {errors}");
    }
}

const WRONG: &str = r#"schema = 2
colour = "red"

[pack]
id = "t"
title = 5
authority = " "

[[control]]
id = "a"
citation = "Law 1"
title = "A"
status = "sometimes"
evidence = "X"
from = "2026-02-29"
address = "a"
read = "yesterday"
checks = ["PAY-1"]
demand = "d"

[[control]]
id = "a"
citation = "Law 2"
title = "B"
status = "manual"
evidence = "V"
from = "unknown"
address = "a"
read = "never"
checks = ["PAY-001"]
demand = "d"

[[limit]]
id = "l"
subject = "s"
citation = "Law 3"
verb = "should not exceed"
limits = "single-wager"

[[limit.value]]
dollars = "1,000"
from = "yesterday"
evidence = "V"
source = "s"

[[limit.value]]
games = 3
from = "2009"
not_before = "2009-01-01"
evidence = "V"
source = "s"
"#;

#[test]
fn all_errors_at_once_with_line_and_key() {
    let errors = Pack::parse(WRONG, "w.toml").unwrap_err();
    let all = errors.to_string();
    for line in [
        "w.toml:1: schema: is 2, but this program reads 1; use a program of the file's time or rewrite \
         the file",
        "w.toml:2: colour: is an unknown key; the keys here are schema, pack, control, reason, limit, \
         game_group, approval; correct or remove it",
        "w.toml:4: pack, version: is missing; add it",
        "w.toml:6: pack, title: is the number 5, but it must be a text in quotes; correct it",
        "w.toml:7: pack, authority: is empty; fill it in",
        "w.toml:13: control a, status: is `sometimes`, but it must be one of automated, partial, manual; \
         correct it",
        "w.toml:14: control a, evidence: is `X` (did you mean `V`?), but it must be one of V, V-part, V-copy, \
         C, SEED, S, R, I; correct it",
        "w.toml:15: control a, from: is `2026-02-29`, which is neither a day such as 2009-09-14 nor a \
         year; correct it",
        "w.toml:17: control a, read: is `yesterday`, but it must be one of a day (2026-11-22), never; \
         correct it",
        "w.toml:18: control a, checks: is `PAY-1`, but a code is three capitals, -, three digits",
        "w.toml:21: control a, checks: is there, but a manual control has none; make it partial or \
         remove the checks",
        "w.toml:22: control a, id: is `a`, which line 10 has too; rename or remove one of them",
        "w.toml:37: limit l, verb: is `should not exceed` (did you mean `must not exceed`?), but it must \
         be one of must not exceed, must be less than, must be at least, must exceed, must equal; \
         correct it",
        "w.toml:41: limit l, value[1], dollars: is `1,000`, which is not a dollar amount such as 12.50; \
         correct it",
        "w.toml:42: limit l, value[1], from: is `yesterday`, which is neither a day such as 2009-09-14 \
         nor a year; correct it",
        "w.toml:46: limit l, value[2], from: is unclear; write either from, or not_before with or \
         without certain_from",
        "w.toml:46: limit l, value[2]: is missing; write exactly one of dollars = \"300.00\" and none = \
         true",
    ] {
        assert!(all.lines().any(|l| l == line), "missing: {line}\nin:\n{all}");
    }
    assert_eq!(errors.0.len(), 17, "{all}");
}

#[test]
fn text_that_is_not_toml_has_a_line_too() {
    let errors = Pack::parse("schema = 1\n[pack\nid = \"t\"\n", "w.toml").unwrap_err();
    assert!(errors.to_string().starts_with("w.toml:2: is not TOML: "), "{errors}");
}

fn with_limits(limits: &str) -> String {
    format!(
        "schema = 1\npack = {{ id = \"t\", title = \"t\", authority = \"t\", version = \"1\" }}\n{limits}"
    )
}

#[test]
fn values_that_contradict_each_other_are_refused() {
    let limit = |values: &str| {
        with_limits(&format!(
            "[[limit]]\nid = \"l\"\nlimits = \"games-on-one-hand\"\nsubject = \"s\"\ncitation = \"c\"\n\
             verb = \"must equal\"\nvalue = [{values}]\n[[game_group]]\nid = \"b\"\n\
             wagers = [\"ante\"]\ncounts = \"always\"\nevidence = \"I\"\n"
        ))
    };
    let value = |body: &str| format!("{{ {body}, evidence = \"V\", source = \"s\" }}");
    for (values, message) in [
        (String::new(), "limit l, value: is an empty list; add an entry"),
        (
            [value("games = 1, from = \"2010\""), value("games = 2, from = \"2009-12-31\"")]
                .join(","),
            "starts 2009-12-31, before the one above it (2010-01-01); put the earliest first",
        ),
        (
            value("none = true, from = \"2010\""),
            "value[1], none: must follow a value that is a number",
        ),
        (
            value("games = 1, none = true, from = \"2010\""),
            "value[1]: is missing; write exactly one of games = 3",
        ),
        (value("games = -1, from = \"2010\""), "games: is -1, but it must be from 0 to 4294967295"),
        (
            value("games = 1, not_before = \"2010-01-02\", certain_from = \"2010-01-02\""),
            "is 2010-01-02, which is not after not_before 2010-01-02",
        ),
        (value("games = 1"), "from: is unclear; write either from, or not_before"),
        (
            value("games = 1, from = \"0000\""),
            "is `0000`, which is neither a day such as 2009-09-14 nor a year",
        ),
    ] {
        let errors = Pack::parse(&limit(&values), "l.toml").unwrap_err().to_string();
        assert!(errors.contains(message), "expected: {message}\nfound: {errors}");
    }
}

#[test]
fn regimes_that_do_not_stand_together_are_refused() {
    let text = include_str!("../../../regulations/us-wa.toml");
    let other_day = text.replace(
        "none = true\nnot_before = \"2009-09-14\"",
        "none = true\nnot_before = \"2009-09-15\"",
    );
    let errors = Pack::parse(&other_day, "r.toml").unwrap_err().to_string();
    assert!(errors.contains("must carry the regime and the period"), "{errors}");
    let no_limit = with_limits(
        "[[game_group]]\nid = \"b\"\nwagers = [\"ante\"]\ncounts = \"always\"\nevidence = \"I\"\n",
    );
    let errors = Pack::parse(&no_limit, "r.toml").unwrap_err().to_string();
    assert_eq!(
        errors,
        "r.toml:1: game_group: is there, but no limit counts games; add one with limits = \
         \"games-on-one-hand\""
    );
    let alone = text.replace("limits = \"games-on-one-hand\"", "limits = \"single-game\"");
    let errors = Pack::parse(&alone, "r.toml").unwrap_err().to_string();
    assert!(errors.contains("limit games-over-5: has nothing to stand beside"), "{errors}");
}

/// Each demand of California by the day before, of and after the rules of 2026, written out here.
#[test]
fn california_changes_with_the_rules_of_2026() {
    let pack = builtin_packs().into_iter().find(|p| p.id == "us-ca").unwrap();
    let on = |day: &str, check: &str| -> Vec<String> {
        let day = Date::parse(day).unwrap();
        pack.asking(check, day).map(|(_, version)| version.citation.clone()).collect()
    };
    let (rules, enjoined) =
        ("11 CCR 2076, 2077", "Penal Code 330.11, with 11 CCR 2076 and 2077 enjoined");
    assert_eq!(on("2026-03-31", "CAL-001"), ["Penal Code 330.11"]);
    assert_eq!(on("2026-04-01", "CAL-001"), [rules]);
    assert_eq!(on("2026-05-20", "CAL-001"), [rules]);
    // From the injunction on, either may be the law.
    assert_eq!(on("2026-05-21", "CAL-001"), [rules, enjoined]);
    assert_eq!(on("2026-10-31", "CAL-001"), [rules, enjoined]);
    assert_eq!(on("2026-10-31", "CAL-002"), ["Penal Code 337j(f)"]);
    let said = |role: Role, day: &str| pack.on(role, Date::parse(day).unwrap()).to_string();
    for (day, says) in [
        ("2018-12-31", "rules made under it has no known value on 2018-12-31"),
        (
            "2019-07-01",
            "which value of Penal Code 330.11 and the rules made under it applies on 2019-07-01 is not known",
        ),
        (
            "2020-01-01",
            "must not exceed 2 rounds (Penal Code 330.11 and the rules made under it, evidence S)",
        ),
        ("2026-03-31", "must not exceed 2 rounds"),
        (
            "2026-04-01",
            "must not exceed 1 round (Penal Code 330.11 and the rules made under it, evidence S)",
        ),
        ("2026-05-20", "must not exceed 1 round"),
        ("2026-05-21", "applies on 2026-05-21 is not known: 1 round"),
        ("2026-10-31", "or 2 rounds (not before 2026-05-21"),
    ] {
        let words = said(Role::RoundsWithTheBank, day);
        assert!(words.contains(says), "{words}");
    }
    assert!(said(Role::CollectionRates, "2026-04-01").contains("must not exceed 5 rates"));
    let manual = pack.controls.iter().flat_map(|c| &c.versions);
    let manual = manual.filter(|v| v.status == ControlStatus::Manual).count();
    assert_eq!(manual, 8);
}
