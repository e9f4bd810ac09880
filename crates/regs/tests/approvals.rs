//! Approvals of progressive systems: of which links and days each is, and what is refused.

use feltproof_model::Date;
use feltproof_regs::{KnownChecks, Pack, Since, builtin_packs};

const PACK: &str = "schema = 1
[pack]
id = \"p\"
title = \"P\"
authority = \"A\"
version = \"1\"
[[control]]
id = \"c\"
citation = \"C 1\"
title = \"T\"
status = \"automated\"
evidence = \"V\"
address = \"http://c\"
read = \"2026-11-22\"
from = \"2008-01-01\"
checks = [\"WAC-002\", \"APR-001\"]
demand = \"D.\"
[[limit]]
id = \"l\"
limits = \"games-on-one-hand\"
subject = \"games\"
citation = \"C 1\"
verb = \"must not exceed\"
[[limit.value]]
games = 9
from = \"2008-01-01\"
evidence = \"V\"
source = \"s\"
[[game_group]]
id = \"b\"
wagers = [\"ante\"]
counts = \"always\"
evidence = \"V\"
[[approval]]
id = \"a\"
citation = \"Sheet 1\"
systems = [\"one\", \"two\"]
paytables = [\"x\", \"y\"]
games = 4
from = \"unknown\"
evidence = \"V\"
";

fn errors(text: &str) -> Vec<String> {
    let checks = KnownChecks {
        codes: vec!["WAC-002", "APR-001"],
        readers: |_| vec!["WAC-002"],
        of_approvals: vec!["APR-001"],
    };
    match Pack::parse_answered(text, "p.toml", &checks) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.0.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn an_approval_is_of_its_systems_and_paytables_alone() {
    let pack = Pack::parse(PACK, "p.toml").unwrap();
    let [approval] = pack.approvals.as_slice() else { panic!("one approval") };
    for (system, paytable, is_of) in [
        ("one", "x", true),
        ("two", "y", true),
        ("three", "x", false),
        ("one", "z", false),
        ("x", "one", false),
    ] {
        assert_eq!(approval.is_of(system, paytable), is_of, "{system} {paytable}");
    }
    assert_eq!((approval.games, approval.placard, approval.from), (4, false, None));
    assert!(approval.may_be_of(Date::parse("1999-01-01").unwrap()));
}

/// Read off the sheets of document 001: the conditions stand on both Nexus Command sheets and not on that of SHFL.
#[test]
fn washington_has_the_two_sheets_of_nexus_command_and_their_days() {
    let pack = builtin_packs().into_iter().find(|pack| pack.id == "us-wa").unwrap();
    let of = |system: &str, paytable: &str, day: &str| -> Vec<&str> {
        let date = Date::parse(day).unwrap();
        let all = pack.approvals.iter();
        let all = all.filter(|of| of.is_of(system, paytable) && of.may_be_of(date));
        all.map(|of| of.citation.as_str()).collect()
    };
    for paytable in ["pays-1", "pays-2", "pays-3"] {
        assert!(of("nexus-command", paytable, "2009-09-13").is_empty());
        let one = ["document 001, Nexus Command"];
        assert_eq!(of("nexus-command", paytable, "2009-09-14"), one);
        assert_eq!(of("nexus-command", paytable, "2026-10-31"), one);
        assert!(of("shfl", paytable, "2026-10-31").is_empty());
    }
    assert!(of("nexus-command", "link-5", "2015-11-07").is_empty());
    let several = ["document 001, Nexus Command Multi Game Link"];
    assert_eq!(of("nexus-command", "link-5", "2015-11-08"), several);
    assert!(pack.approvals.iter().all(|of| of.games == 4 && of.placard));
    // What finds a fault by an approval falls under a control of the same days or more.
    let since = |id: &str| pack.control(id).unwrap().versions[0].from.map(|since| since.earliest());
    let first = pack.approvals.iter().filter_map(|of| of.from.map(Since::earliest)).min();
    for id in ["doc-001-four-games", "doc-001-placard"] {
        assert_eq!(since(id), first, "{id}");
    }
}

#[test]
fn an_approval_that_cannot_be_applied_is_refused() {
    assert_eq!(errors(PACK), Vec::<String>::new());
    let without = |from: &str, to: &str| errors(&PACK.replacen(from, to, 1));
    for (from, to, says) in [
        (
            "games = 4",
            "games = 0",
            "approval a, games: is 0, but it must be from 1 to 99; correct it",
        ),
        ("[\"x\", \"y\"]", "[]", "approval a, paytables: is an empty list; add an entry"),
        (
            "[\"x\", \"y\"]",
            "[\"x\", \"x\"]",
            "approval a, paytables: is `x`, which line 38 has too; rename or remove one of them",
        ),
        ("games = 4", "game = 4", "approval a, games: is missing; add it"),
        (
            ", \"APR-001\"]",
            "]",
            "approval a: is read by APR-001, but no control names one of them; add it",
        ),
    ] {
        let said = without(from, to);
        assert!(said.iter().any(|line| line.ends_with(says)), "{says}\nin {said:#?}");
    }
    let twice = PACK.to_owned() + PACK.get(PACK.find("[[approval]]").unwrap()..).unwrap();
    let said = errors(&twice.replacen("id = \"a\"", "id = \"b2\"", 1));
    let says = "names x on one, of which the approval in line 34 is too; keep it in one of them";
    assert!(said.iter().any(|line| line.contains(says)), "{said:#?}");
    let limit = PACK.find("[[limit]]").unwrap()..PACK.find("[[approval]]").unwrap();
    let mut bare = PACK.to_owned();
    bare.replace_range(limit, "");
    let said = errors(&bare);
    assert!(said.iter().any(|line| line.contains("but no limit says what one is")), "{said:#?}");
}
