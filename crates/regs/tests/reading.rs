//! Reading packs: the built-in ones as they should be, and every error of a wrong one at once.

#![allow(clippy::unwrap_used)] // a test may fail

use feltproof_model::Date;
use feltproof_regs::{ControlStatus, Effective, Evidence, Pack, builtin_packs};
use std::collections::BTreeSet;

fn washington() -> Pack {
    builtin_packs().into_iter().find(|p| p.id == "us-wa").unwrap()
}

#[test]
fn built_in_packs_read_and_their_ids_differ() {
    let packs = builtin_packs();
    let ids: BTreeSet<&str> = packs.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(ids.len(), packs.len());
    assert_eq!(ids.into_iter().collect::<Vec<_>>(), ["us-wa"]);
}

#[test]
fn check_codes_are_written_as_codes() {
    for control in builtin_packs().iter().flat_map(|p| &p.controls) {
        for code in &control.checks {
            let (family, number) = code.split_once('-').unwrap();
            assert!(family.len() == 3 && family.chars().all(|c| c.is_ascii_uppercase()), "{code}");
            assert!(number.len() == 3 && number.parse::<u16>().is_ok(), "{code}");
        }
        assert_eq!(control.checks.is_empty(), control.status == ControlStatus::Manual);
    }
}

#[test]
fn washington_answers_what_it_should() {
    let pack = washington();
    let of = |check: &str| -> Vec<&str> {
        pack.controls_of(check).map(|c| c.citation.as_str()).collect()
    };
    for (check, citation) in [
        ("WAC-001", "WAC 230-15-140"),
        ("WAC-002", "WAC 230-15-040"),
        ("WAC-003", "WAC 230-15-695"),
        ("WAC-004", "WAC 230-15-685(3)"),
        ("WAC-005", "WAC 230-15-685(5)"),
        ("WAC-006", "WAC 230-15-140"),
        ("WAC-008", "WAC 230-15-490"),
        ("CFG-005", "WAC 230-06-050"),
        ("PAY-001", "WAC 230-15-035"),
        ("PAY-016", "WAC 230-15-035"),
        ("PAR-001", "WAC 230-15-060"),
        ("PAR-003", "WAC 230-15-035"),
        ("PAR-004", "WAC 230-15-685(6)"),
        ("MTR-001", "WAC 230-15-685(1)"),
    ] {
        assert_eq!(of(check), [citation], "{check}");
    }
    // The odds of a jackpot are limited by others' rules, not by Washington's.
    assert_eq!(of("PAR-005"), Vec::<&str>::new());
    let manual: Vec<&str> = pack
        .controls
        .iter()
        .filter(|c| c.status == ControlStatus::Manual)
        .map(|c| c.citation.trim_start_matches("WAC 230-15-"))
        .collect();
    let expected = ["065", "671", "685(2)", "685(4)", "685(7)", "730"];
    assert_eq!(manual, expected);
}

#[test]
fn reasons_carry_their_reading() {
    let pack = washington();
    let permits = |code: &str| pack.reason(code).map(|r| r.permits_reduction);
    for code in ["won", "malfunction", "over_maximum", "nondisplayed_to_receipts", "seed_recovery"]
    {
        assert_eq!(permits(code), Some(true), "{code}");
        assert_eq!(pack.reason(code).unwrap().evidence, Evidence::Read);
    }
    for code in ["back_out", "void_round"] {
        let reason = pack.reason(code).unwrap();
        assert!(reason.permits_reduction);
        assert_eq!(reason.evidence, Evidence::Inferred);
        assert!(reason.note.contains("Ask the commission"), "{}", reason.note);
    }
    assert_eq!(permits("correction_increase"), Some(false));
    assert_eq!(permits("goodwill"), None);
    assert_eq!(permits("Won"), None);
}

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

#[test]
fn effective_dates_know_what_they_do_not_know() {
    let on = |e: Effective, day: &str| e.on(Date::parse(day).unwrap());
    let day = Effective::Day(Date::parse("2013-07-19").unwrap());
    assert_eq!((on(day, "2013-07-18"), on(day, "2013-07-19")), (Some(false), Some(true)));
    let year = Effective::Year(2008);
    assert_eq!(on(year, "2007-12-31"), Some(false));
    assert_eq!(on(year, "2008-12-31"), None);
    assert_eq!(on(year, "2009-01-01"), Some(true));
    assert_eq!(on(Effective::Unknown, "2026-10-31"), None);
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
effective = "2026-02-29"
checks = ["PAY-1"]
demand = "d"

[[control]]
id = "a"
citation = "Law 2"
title = "B"
status = "manual"
evidence = "V"
effective = "unknown"
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
         game_group; correct or remove it",
        "w.toml:4: pack, version: is missing; add it",
        "w.toml:6: pack, title: is the number 5, but it must be a text in quotes; correct it",
        "w.toml:7: pack, authority: is empty; fill it in",
        "w.toml:13: control a, status: is `sometimes`, but it must be one of automated, partial, manual; \
         correct it",
        "w.toml:14: control a, evidence: is `X` (did you mean `V`?), but it must be one of V, V-part, C, \
         SEED, S, R, I; correct it",
        "w.toml:15: control a, effective: is `2026-02-29`, but it must be one of a day (2008-01-01), \
         a year (2008), unknown; correct it",
        "w.toml:16: control a, checks: is `PAY-1`, but a code is three capitals, -, three digits",
        "w.toml:19: control a, checks: is there, but a manual control has none; make it partial or \
         remove the checks",
        "w.toml:20: control a, id: is `a`, which line 10 has too; rename or remove one of them",
        "w.toml:33: limit l, verb: is `should not exceed` (did you mean `must not exceed`?), but it must \
         be one of must not exceed, must be less than, must be at least, must exceed, must equal; \
         correct it",
        "w.toml:37: limit l, value[1], dollars: is `1,000`, which is not a dollar amount such as 12.50; \
         correct it",
        "w.toml:38: limit l, value[1], from: is `yesterday`, which is neither a day such as 2009-09-14 \
         nor a year; correct it",
        "w.toml:42: limit l, value[2], from: is unclear; write either from, or not_before with or \
         without certain_from",
        "w.toml:42: limit l, value[2]: is missing; write exactly one of dollars = \"300.00\" and none = \
         true",
    ] {
        assert!(all.lines().any(|l| l == line), "missing: {line}\nin:\n{all}");
    }
    assert_eq!(errors.0.len(), 16, "{all}");
}

#[test]
fn text_that_is_not_toml_has_a_line_too() {
    let errors = Pack::parse("schema = 1\n[pack\nid = \"t\"\n", "w.toml").unwrap_err();
    assert!(errors.to_string().starts_with("w.toml:2: is not TOML: "), "{errors}");
}

/// Every line of the built-in pack removed in turn: refused or read, never a panic; and every key
/// renamed in turn is refused.
#[test]
fn a_damaged_pack_is_refused_or_read_but_never_breaks() {
    let text = include_str!("../../../regulations/us-wa.toml");
    let lines: Vec<&str> = text.lines().collect();
    for skipped in 0..lines.len() {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(i, _)| *i != skipped).map(|(_, l)| *l).collect();
        let _ = Pack::parse(&rest.join("\n"), "d.toml");
        if let Some((key, value)) = lines[skipped].split_once(" = ") {
            let renamed = format!("{key}x = {value}");
            let damaged: Vec<&str> = lines
                .iter()
                .enumerate()
                .map(|(i, l)| if i == skipped { renamed.as_str() } else { *l })
                .collect();
            let errors = Pack::parse(&damaged.join("\n"), "d.toml").unwrap_err();
            let line = u32::try_from(skipped + 1).unwrap();
            assert!(errors.0.iter().any(|e| e.line == line), "line {line}: {errors}");
        }
    }
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
