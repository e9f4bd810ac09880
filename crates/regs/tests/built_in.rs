//! The packs that come with the program, as they should be: which section was in force when, what answers it, and that no
//! damage to their files breaks the reader.

use feltproof_model::Date;
use feltproof_regs::{Applies, ControlStatus, Evidence, Pack, Role, builtin_packs};
use std::collections::{BTreeMap, BTreeSet};

fn washington() -> Pack {
    builtin_packs().into_iter().find(|p| p.id == "us-wa").unwrap()
}

#[test]
fn built_in_packs_read_and_their_ids_differ() {
    let packs = builtin_packs();
    let ids: Vec<&str> = packs.iter().map(|p| p.id.as_str()).collect();
    let sorted: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(sorted.into_iter().collect::<Vec<_>>(), ids, "each once, in the order of the ids");
    for pack in &packs {
        assert_eq!(pack.file, format!("regulations/{}.toml", pack.id));
    }
    assert!(ids.contains(&"us-wa"));
}

#[test]
fn washington_answers_what_it_should() {
    let pack = washington();
    let of = |check: &str| -> Vec<&str> {
        let today = Date::parse("2026-10-31").unwrap();
        pack.asking(check, today).map(|(_, version)| version.citation.as_str()).collect()
    };
    for (check, citation) in [
        ("WAC-001", "WAC 230-15-140"),
        ("WAC-002", "WAC 230-15-040"),
        ("WAC-003", "WAC 230-15-695"),
        ("WAC-004", "WAC 230-15-685(3)"),
        ("WAC-005", "WAC 230-15-685(5)"),
        ("WAC-006", "WAC 230-15-140"),
        ("WAC-008", "WAC 230-15-490"),
        ("WAC-009", "RCW 9.46.0282"),
        ("WAC-010", "WAC 230-15-055"),
        ("WAC-011", "WAC 230-15-040"),
        ("WAC-012", "WAC 230-15-685(4)"),
        ("CFG-005", "WAC 230-06-050"),
        ("PAY-001", "WAC 230-15-035"),
        ("WAC-015", "WAC 230-15-455(2)(b)"),
        ("PAY-016", "WAC 230-15-035"),
        ("PAR-001", "WAC 230-15-060"),
        ("PAR-003", "WAC 230-15-035"),
        ("PAR-004", "WAC 230-15-685(6)"),
        ("MTR-001", "WAC 230-15-685(1)"),
        ("REC-001", "WAC 230-15-671"),
    ] {
        let mut all = of(check);
        // Of two versions either may be in force, the earlier by the order that made it.
        all.retain(|one| *one != "WAC 230-15-040, WSR 09-17-076");
        all.dedup();
        assert_eq!(all, [citation], "{check}");
    }
    // The odds of a jackpot are limited by others' rules, not by Washington's.
    assert_eq!(of("PAR-005"), Vec::<&str>::new());
}

/// What each section was called on days worked out by hand from the history notes and orders that were read.
#[test]
fn washington_cites_each_section_for_its_own_years() {
    let pack = washington();
    for (id, day, expected) in [
        ("wac-230-15-035", "2003-12-31", ""),
        ("wac-230-15-035", "2007-12-31", "WAC 230-40-010"),
        ("wac-230-15-035", "2008-12-31", "WAC 230-15-035, WSR 07-09-033 and 07-21-116"),
        ("wac-230-15-035", "2021-06-13", "WAC 230-15-035, WSR 08-21-086"),
        ("wac-230-15-035", "2021-06-14", "WAC 230-15-035"),
        ("wac-230-15-040", "2007-12-31", "WAC 230-40-010"),
        ("wac-230-15-040", "2009-09-13", "WAC 230-15-040, Order 632"),
        ("wac-230-15-040", "2009-09-14", "WAC 230-15-040, WSR 09-17-076"),
        ("wac-230-15-040", "2009-09-15", "? WAC 230-15-040, WSR 09-17-076; ? WAC 230-15-040"),
        ("wac-230-15-040", "2023-09-22", "? WAC 230-15-040, WSR 09-17-076; ? WAC 230-15-040"),
        ("wac-230-15-455-2b", "2009-12-31", ""),
        ("wac-230-15-455-3", "2010-01-01", "WAC 230-15-455(3)"),
        ("wac-230-15-465", "2014-06-30", "? WAC 230-15-465"),
        ("wac-230-15-500", "2023-06-18", "WAC 230-15-500, WSR 07-09-033"),
        ("wac-230-15-500", "2023-06-19", "WAC 230-15-500, WSR 23-11-108"),
        ("wac-230-15-500", "2023-10-23", "WAC 230-15-500"),
        ("wac-230-15-610", "2018-12-31", "WAC 230-15-610, WSR 07-09-033"),
        ("wac-230-15-610", "2019-01-01", "WAC 230-15-610"),
        ("wac-230-15-630", "2015-08-08", "WAC 230-15-630 to -675"),
        ("wac-230-15-630", "2015-08-09", "WAC 230-15-630"),
        ("wac-230-15-060", "2007-12-31", ""),
        ("wac-230-15-060", "2021-06-13", "WAC 230-15-060, WSR 07-09-033"),
        ("wac-230-15-140", "2004-06-30", ""),
        ("wac-230-15-140", "2004-07-01", "WAC 230-40-120, WSR 04-06-005"),
        ("wac-230-15-140", "2007-12-31", "WAC 230-40-120, WSR 04-06-005"),
        ("wac-230-15-140", "2008-01-01", "WAC 230-15-140"),
        ("wac-230-15-490", "2021-06-13", "WAC 230-15-490, WSR 07-09-033"),
        ("wac-230-15-685-5", "2013-07-18", "WAC 230-15-685, as WSR 13-09-068 describes it"),
        ("wac-230-15-685-5", "2015-11-07", "WAC 230-15-685(5), WSR 13-13-060"),
        ("wac-230-15-685-6", "2015-11-07", ""),
        ("wac-230-15-685-6", "2015-11-08", "WAC 230-15-685(6)"),
        ("wac-230-15-695", "2007-12-31", ""),
        ("wac-230-15-695", "2008-01-01", "WAC 230-15-695, WSR 07-09-033"),
        ("wac-230-15-695", "2011-01-01", "WAC 230-15-695, WSR 10-17-089"),
        ("wac-230-15-455", "2009-12-31", "WAC 230-15-455"),
    ] {
        let date = Date::parse(day).unwrap();
        let control = pack.controls.iter().find(|control| control.id == id).unwrap();
        let cited = control.on(date).map(|(at, version)| {
            let perhaps = if control.applies(at, date) == Applies::Yes { "" } else { "? " };
            format!("{perhaps}{}", version.citation)
        });
        assert_eq!(cited.collect::<Vec<_>>().join("; "), expected, "{id} on {day}");
    }
    // Chapter 230-40 was repealed, and chapter 230-15 began, with 2008.
    let new = Date::parse("2008-01-01").unwrap();
    for version in pack.controls.iter().flat_map(|control| &control.versions) {
        if version.citation.starts_with("WAC 230-40-") {
            assert!(version.until.is_some_and(|until| until < new), "{}", version.citation);
        } else if version.citation.starts_with("WAC 230-15-") {
            let begins = version.from.map(|since| since.earliest());
            assert!(begins.is_some_and(|begins| begins >= new), "{}", version.citation);
        }
    }
}

/// An exception of a check falls under one control of a pack, or its finding would stand there twice.
#[test]
fn a_check_answers_one_control_of_a_pack() {
    for pack in builtin_packs() {
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for control in &pack.controls {
            let codes: BTreeSet<&str> =
                control.versions.iter().flat_map(|v| &v.checks).map(String::as_str).collect();
            for code in codes {
                let before = seen.insert(code, &control.id);
                assert_eq!(before, None, "{code} answers {} too ({})", control.id, pack.id);
            }
        }
    }
}

/// A limit is cited as the law was called on that day.
#[test]
fn a_limit_has_the_citation_of_the_day() {
    let pack = washington();
    let cited = |role: Role, day: &str| {
        pack.limit(role).unwrap().citation_on(Date::parse(day).unwrap()).to_owned()
    };
    for (role, before) in [
        (Role::SingleWager, "WAC 230-40-120"),
        (Role::GamesOnOneHand, "WAC 230-40-010"),
        (Role::AggregateOdds, "WAC 230-40-810"),
    ] {
        assert_eq!(cited(role, "2007-12-31"), before);
        assert!(cited(role, "2008-01-01").starts_with("WAC 230-15-"));
    }
    let cap = |day: &str| pack.on(Role::SingleWager, Date::parse(day).unwrap()).to_string();
    assert!(cap("2007-12-31").ends_with("must not exceed $100.00 (WAC 230-40-120, evidence V)"));
    assert!(cap("2008-01-01").starts_with("which value of WAC 230-15-140 applies on 2008-01-01"));
    let text = include_str!("../../../regulations/us-wa.toml");
    let of = "citation = \"WAC 230-40-120\"\nuntil = \"2007-12-31\"\n";
    let twice = format!("{of}\n[[limit.former]]\n{of}");
    let errors = Pack::parse(&text.replacen(of, &twice, 1), "f.toml").unwrap_err().to_string();
    assert!(
        errors.contains(
            "limit single-wager, former[2], until: is 2007-12-31, but the one above it lasts until 2007-12-31; \
             put the earliest first"
        ),
        "{errors}"
    );
    let bare = of.replacen("citation = \"WAC 230-40-120\"\n", "", 1);
    let errors = Pack::parse(&text.replacen(of, &bare, 1), "f.toml").unwrap_err().to_string();
    assert!(errors.contains("former[1], citation: is missing; add it"), "{errors}");
}

#[test]
fn reasons_carry_their_reading() {
    let pack = washington();
    let now = |code: &str| pack.reason(code).and_then(|r| r.versions.last());
    let permits = |code: &str| now(code).map(|r| r.permits_reduction);
    for code in ["won", "malfunction", "over_maximum", "nondisplayed_to_receipts", "seed_recovery"]
    {
        assert_eq!(permits(code), Some(true), "{code}");
        assert_eq!(now(code).unwrap().evidence, Evidence::Read);
    }
    for code in ["back_out", "void_round"] {
        let reason = now(code).unwrap();
        assert!(reason.permits_reduction);
        assert_eq!(reason.evidence, Evidence::Inferred);
        assert!(reason.note.contains("Ask the commission"), "{}", reason.note);
    }
    assert_eq!(permits("correction_increase"), Some(false));
    assert_eq!(permits("goodwill"), None);
    assert_eq!(permits("Won"), None);
}

#[test]
fn every_version_of_every_control_has_address_date_read_status_and_tag() {
    for version in builtin_packs().iter().flat_map(|p| &p.controls).flat_map(|c| &c.versions) {
        assert_eq!(version.checks.is_empty(), version.status == ControlStatus::Manual);
        // What was read has the day on which it was, what others say of it may have; what is recalled or inferred has
        // none.
        let read = match version.evidence {
            Evidence::Read | Evidence::ReadInPart | Evidence::ReadOnCopy => Some(true),
            Evidence::Recalled | Evidence::Inferred => Some(false),
            Evidence::Secondary
            | Evidence::Computed
            | Evidence::SourceDocument
            | Evidence::Stated => None,
        };
        let stated = version.read.is_some();
        assert!(read.is_none_or(|read| read == stated), "{} {}", version.citation, version.title);
        assert!(version.address.starts_with("http") || version.address.starts_with("Document "));
    }
}

/// The head of a pack file with each of its controls alone, and with all that is none: what is read on its own.
fn parts(text: &str) -> Vec<String> {
    let (head, mut rest) = text.split_at(text.find("[[control]]").unwrap());
    let mut parts = Vec::new();
    while rest.starts_with("[[control]]") {
        let after = rest.get(1..).unwrap();
        let ends = ["\n[[control]]", "\n[[limit]]"].map(|next| after.find(next));
        let (control, others) =
            rest.split_at(ends.into_iter().flatten().min().map_or(rest.len(), |at| at + 2));
        parts.push(format!("{head}{control}"));
        rest = others;
    }
    parts.push(format!("{head}{rest}"));
    parts
}

/// Every line of the built-in packs removed in turn: refused or read, never a panic; and every key
/// renamed in turn is refused.
#[test]
fn a_damaged_pack_is_refused_or_read_but_never_breaks() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for pack in builtin_packs() {
        let text = std::fs::read_to_string(root.join(&pack.file)).unwrap();
        let parts = parts(&text);
        assert_eq!(parts.len(), pack.controls.len() + 1, "{}", pack.id);
        for (at, part) in parts.iter().enumerate() {
            // The head once, with the last of them.
            let head = if at + 1 == parts.len() { 0 } else { head_lines(part) };
            damage(part, head);
        }
    }
}

fn head_lines(text: &str) -> usize {
    text.lines().position(|line| line.starts_with("[[")).unwrap()
}

fn damage(text: &str, from: usize) {
    let lines: Vec<&str> = text.lines().collect();
    for skipped in from..lines.len() {
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

/// Hosts of official texts; what was read elsewhere is tagged as read on a copy.
const OFFICIAL: [&str; 4] =
    ["leg.wa.gov/", "pacodeandbulletin.gov/", "www.pacode.com/", "oag.ca.gov/"];

#[test]
fn only_what_stands_on_an_official_page_is_tagged_as_read_there() {
    for version in builtin_packs().iter().flat_map(|p| &p.controls).flat_map(|c| &c.versions) {
        let is_official = OFFICIAL.iter().any(|host| version.address.contains(host));
        if matches!(version.evidence, Evidence::Read | Evidence::ReadInPart) {
            assert!(is_official, "{} {}", version.citation, version.address);
        }
    }
}

/// What is not the law of these games has no row, and what is of some games alone says so.
#[test]
fn a_row_is_of_the_games_whose_law_it_is() {
    let wa = washington();
    for id in ["wac-230-15-135", "wac-230-15-680", "wac-230-15-690"] {
        assert!(wa.control(id).is_none(), "{id}");
    }
    let nigc = builtin_packs().into_iter().find(|pack| pack.id == "us-nigc").unwrap();
    let of_part_543 = nigc.controls.iter().filter(|control| control.id.starts_with("cfr-543"));
    assert_eq!(of_part_543.clone().count(), 5);
    for control in of_part_543 {
        assert!(!control.is_of("crazy4-wa", false), "{}: Class III", control.id);
        assert!(control.is_of("crazy4-ca", true), "{}", control.id);
    }
    let text = "schema = 1\npack = { id = \"t\", title = \"t\", authority = \"t\", version = \"1\" }\n\
                [[control]]\nid = \"a\"\ngames = [\"x\", \"y\"]\nbanked = \"house\"\ncitation = \"Law 1\"\n\
                title = \"A\"\nstatus = \"manual\"\nevidence = \"V\"\naddress = \"p. 1\"\nread = \"2026-11-22\"\n\
                from = \"2008\"\ndemand = \"d\"\n";
    let errors = Pack::parse(text, "g.toml").unwrap_err().to_string();
    assert!(errors.contains("banked: is `house`, but it must be one of player"), "{errors}");
    let pack = Pack::parse(&text.replace("banked = \"house\"\n", ""), "g.toml").unwrap();
    let of: Vec<bool> = ["x", "y", "z"].map(|game| pack.controls[0].is_of(game, false)).into();
    assert_eq!(of, [true, true, false]);
    assert_eq!(pack.controls[0].only_of(), "Only of x, y.");
}
