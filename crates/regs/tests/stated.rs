//! What an engagement states of the law: it fills what a pack leaves open, and never overrules it.

use feltproof_model::{
    Answer, COUNTED, Confirmed, ConfirmedPart, ConfirmedValue, Date, EngagementLine, Inspected,
    Means, Money,
};
use feltproof_regs::{
    Applies, Decision, Evidence, Pack, Permits, Quantity, Role, Since, Unit, Verdict,
    builtin_packs, take_in,
};

/// A made-up law with everything that may be open: a year, a window with and without an end, a regime.
const OPEN: &str = r#"
schema = 1
pack = { id = "xx", title = "Elsewhere", authority = "A made-up board", version = "1" }

[[control]]
id = "seen"
citation = "Rule 1"
title = "What is seen"
status = "manual"
evidence = "R"
address = "made up"
read = "never"
demand = "Recalled."
[[control.version]]
from = "unknown"
[[control.version]]
not_before = "2020-03-01"
certain_from = "2020-06-01"
citation = "Rule 1a"

[[control]]
id = "tested"
citation = "Rule 2"
title = "What is tested"
status = "automated"
evidence = "V"
address = "made up"
read = "2026-11-22"
from = "2020-01-01"
checks = ["WAC-001"]
demand = "Stakes stay below a bound."

[[limit]]
id = "cap"
limits = "single-wager"
subject = "a wager"
citation = "Rule 2"
verb = "must not exceed"
[[limit.value]]
dollars = "100.00"
from = "2010-01-01"
evidence = "V"
source = "made up"
[[limit.value]]
dollars = "200.00"
from = "2015"
evidence = "S"
source = "made up"
[[limit.value]]
dollars = "300.00"
not_before = "2020-03-01"
certain_from = "2020-06-01"
evidence = "R"
source = "made up"
[[limit.value]]
none = true
not_before = "2024-01-01"
evidence = "V-part"
source = "made up"

[[limit]]
id = "games"
limits = "games-on-one-hand"
subject = "games on one hand"
citation = "Rule 3"
verb = "must not exceed"
[[limit.value]]
games = 3
from = "2010-01-01"
regime = "three"
evidence = "V"
source = "made up"
[[limit.value]]
games = 4
not_before = "2012-01-01"
regime = "four"
evidence = "SEED"
source = "made up"

[[limit]]
id = "over"
limits = "games-on-one-hand-over"
over = "5.00"
subject = "games over $5"
citation = "Rule 3"
verb = "must not exceed"
[[limit.value]]
games = 2
from = "2010-01-01"
regime = "three"
evidence = "V"
source = "made up"
[[limit.value]]
none = true
not_before = "2012-01-01"
regime = "four"
evidence = "SEED"
source = "made up"

[[game_group]]
id = "base"
wagers = ["ante"]
counts = "always"
evidence = "V"
"#;

fn day(text: &str) -> Date {
    Date::parse(text).unwrap()
}

fn dollars(text: &str) -> ConfirmedValue {
    ConfirmedValue::Dollars(Money::parse(text.as_bytes()).unwrap())
}

fn stated(line: u32, what: ConfirmedPart, from: &str) -> Confirmed {
    Confirmed {
        pack: None,
        what,
        from: day(from),
        source: "the order".to_owned(),
        by: "J. Doe".to_owned(),
        date: day("2026-11-20"),
        line: EngagementLine::from(line),
    }
}

fn value(line: u32, limit: &str, value: ConfirmedValue, from: &str) -> Confirmed {
    stated(line, ConfirmedPart::Value { limit: limit.to_owned(), value }, from)
}

fn version(
    line: u32,
    control: &str,
    begins: Option<&str>,
    demand: Option<&str>,
    from: &str,
) -> Confirmed {
    let what = ConfirmedPart::Version {
        control: control.to_owned(),
        version_from: begins.map(str::to_owned),
        demand: demand.map(str::to_owned),
    };
    stated(line, what, from)
}

fn open() -> Pack {
    Pack::parse(OPEN, "open.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

/// The pack with all that is stated, and what was wrong with it.
fn indicated(confirmed: Vec<Confirmed>) -> (Pack, Vec<String>) {
    let mut pack = open();
    let mut confirmed = confirmed;
    let wrong = take_in(&mut [&mut pack], &mut confirmed, &mut [], &[day("2026-01-01")]);
    let said = wrong.iter().map(|(line, why)| format!("{}: {why}", line.number)).collect();
    (pack, said)
}

#[track_caller]
fn refused(confirmed: Confirmed, wanted: &[&str]) {
    let (_, said) = indicated(vec![confirmed]);
    assert_eq!(said.len(), 1, "{said:?}");
    for wanted in wanted {
        assert!(said[0].contains(wanted), "{wanted} not in: {}", said[0]);
    }
}

/// The one value in force on a day, with its tag.
fn in_force(pack: &Pack, role: Role, on: &str) -> Option<(String, &'static str)> {
    match pack.on(role, day(on)) {
        Decision::InForce { value, evidence, .. } => Some((value.to_string(), evidence.name())),
        _ => None,
    }
}

/// Whether seed money could be recovered before 2011 was not found; the day on which it came on the list decides it.
#[test]
fn a_confirmed_reason_is_on_the_list_from_its_day() {
    let seed = |from: &str, begins: Option<&str>| {
        let what = ConfirmedPart::Reason {
            reason: "seed_recovery".to_owned(),
            version_from: begins.map(str::to_owned),
        };
        let mut packs = builtin_packs();
        let pack = packs.iter_mut().find(|pack| pack.id == "us-wa").unwrap();
        let mut confirmed = vec![stated(1, what, from)];
        let wrong = take_in(&mut [&mut *pack], &mut confirmed, &mut [], &[day("2026-01-01")]);
        let said: Vec<String> = wrong.into_iter().map(|(_, why)| why).collect();
        (pack.reason("seed_recovery").unwrap().clone(), said)
    };
    let (confirmed, wrong) = seed("2009-07-01", Some("2008-01-01"));
    assert_eq!(wrong, [""; 0]);
    assert_eq!(confirmed.permits(day("2009-06-30")), Permits::No);
    assert_eq!(confirmed.permits(day("2009-07-01")), Permits::Yes);
    assert_eq!(confirmed.versions[0].evidence.name(), "E");
    assert!(confirmed.versions[0].note.ends_with(
        "Its beginning, 2009-07-01, stated by the engagement as confirmed by J. Doe on 2026-11-20: the order."
    ));
    // What the pack knows is not overruled, and then what it left open stays open.
    for (from, begins, wanted) in [
        ("2012-01-01", Some("2008-01-01"), "correct the day"),
        ("2009-07-01", Some("2009-01-01"), "its versions are from 2008-01-01, 2021-06-14"),
        ("2009-07-01", None, "add version_from with one of them"),
    ] {
        let (open, wrong) = seed(from, begins);
        assert!(wrong.len() == 1 && wrong[0].contains(wanted), "{wrong:?}");
        assert!(matches!(open.permits(day("2009-07-01")), Permits::NotDecidable { .. }));
    }
}

#[test]
fn a_confirmed_day_decides_what_the_window_left_open() {
    let before = open();
    let cap = |pack: &Pack, on| in_force(pack, Role::SingleWager, on);
    assert_eq!(cap(&before, "2020-04-30"), None);
    assert_eq!(cap(&before, "2020-05-01"), None);
    let (pack, wrong) = indicated(vec![value(1, "cap", dollars("300"), "2020-05-01")]);
    assert_eq!(wrong, [""; 0]);
    assert_eq!(cap(&pack, "2020-04-30"), Some(("$200.00".to_owned(), "S")));
    assert_eq!(cap(&pack, "2020-05-01"), Some(("$300.00".to_owned(), "E")));
    // Until something else may be in force; that is still open.
    assert_eq!(cap(&pack, "2023-12-31"), Some(("$300.00".to_owned(), "E")));
    assert_eq!(cap(&pack, "2024-01-01"), None);
    let limit = pack.limit(Role::SingleWager).unwrap();
    assert_eq!(
        limit.values[2].source,
        "stated by the engagement as confirmed by J. Doe on 2026-11-20: the order"
    );
    let said = limit.on(day("2020-05-01")).to_string();
    assert_eq!(said, "a wager must not exceed $300.00 (Rule 2, evidence E)");
    // Both ends of the window, and every day of a year.
    for from in ["2020-03-01", "2020-06-01"] {
        assert_eq!(indicated(vec![value(1, "cap", dollars("300"), from)]).1, [""; 0]);
    }
    for from in ["2015-01-01", "2015-12-31"] {
        let (pack, wrong) = indicated(vec![value(1, "cap", dollars("200"), from)]);
        assert_eq!(wrong, [""; 0]);
        assert_eq!(cap(&pack, from), Some(("$200.00".to_owned(), "E")));
    }
}

#[test]
fn washingtons_cap_of_400_dollars_is_decided_by_the_day_that_the_engagement_confirms() {
    let mut packs = builtin_packs();
    let four = Money::parse(b"400").unwrap();
    let over = Money::parse(b"300.01").unwrap();
    let pack = packs.iter_mut().find(|pack| pack.id == "us-wa").unwrap();
    let open = |pack: &Pack, on, amount: Money| pack.on(Role::SingleWager, day(on)).judge(amount);
    assert!(matches!(open(pack, "2023-09-10", four), Verdict::NotDecidable { .. }));
    let mut said = [value(1, "single-wager", dollars("400"), "2023-08-31")];
    assert_eq!(take_in(&mut [&mut *pack], &mut said, &mut [], &[day("2023-09-10")]), []);
    assert_eq!(said[0].pack.as_deref(), Some("us-wa"));
    assert_eq!(open(pack, "2023-08-30", over), Verdict::Violates);
    assert_eq!(open(pack, "2023-08-31", four), Verdict::Holds);
    assert_eq!(open(pack, "2023-08-31", Money::parse(b"400.01").unwrap()), Verdict::Violates);
}

#[test]
fn a_day_outside_the_window_is_a_contradiction_with_both_figures() {
    for from in ["2020-02-29", "2020-06-02"] {
        let wanted = [
            from,
            "$300.00",
            "not before 2020-03-01, certainly from 2020-06-01",
            "limit cap of xx",
        ];
        refused(value(7, "cap", dollars("300"), from), &wanted);
    }
    for from in ["2014-12-31", "2016-01-01"] {
        refused(value(7, "cap", dollars("200"), from), &[from, "a day in 2015 that is not known"]);
    }
    // Certain already.
    refused(
        value(7, "cap", dollars("100"), "2010-01-02"),
        &["7: [[confirmed]] ", "from 2010-01-01"],
    );
    refused(
        value(7, "cap", dollars("350"), "2020-05-01"),
        &["$350.00", "no such value", "$300.00", "no such limit"],
    );
    let four = ConfirmedValue::Count { unit: "games", number: 300 };
    refused(value(7, "cap", four, "2020-05-01"), &["games 300", "no such value"]);
    refused(
        value(7, "cop", dollars("300"), "2020-05-01"),
        &["limit cop (did you mean `cap`?)", "the limits of xx are cap, games, over"],
    );
    // Before the value that it follows.
    refused(value(7, "cap", ConfirmedValue::None, "2023-12-31"), &["not before 2024-01-01"]);
}

#[test]
fn what_is_certain_already_keeps_the_better_of_two_tags() {
    let (pack, wrong) = indicated(vec![value(1, "cap", dollars("100"), "2010-01-01")]);
    assert_eq!(wrong, [""; 0]);
    assert_eq!(in_force(&pack, Role::SingleWager, "2012-01-01").unwrap().1, "V");
    assert_eq!(pack.limit(Role::SingleWager).unwrap().values[0].source, "made up");
    // The first word makes it certain; a second must agree.
    let first = value(1, "cap", dollars("300"), "2020-05-01");
    let second = value(2, "cap", dollars("300"), "2020-05-02");
    let (_, wrong) = indicated(vec![first.clone(), second]);
    assert!(
        wrong.len() == 1 && wrong[0].starts_with("2: ") && wrong[0].contains("from 2020-05-01")
    );
    assert_eq!(indicated(vec![first.clone(), first]).1, [""; 0]);
}

#[test]
fn values_stay_in_order_and_those_of_one_regime_together() {
    // Four games may have begun any day since 2012, so any day is possible, and the other limit began with it.
    let four = || ConfirmedValue::Count { unit: "games", number: 4 };
    let (pack, wrong) = indicated(vec![value(1, "games", four(), "2013-05-01")]);
    assert_eq!(wrong, [""; 0]);
    let over = pack.limit(Role::GamesOnOneHandOver).unwrap();
    assert_eq!(over.values[1].since, Since::Day(day("2013-05-01")));
    assert_eq!(over.values[1].evidence, Evidence::SourceDocument, "its value is no better known");
    assert!(!pack.on(Role::GamesOnOneHandOver, day("2013-05-01")).is_in_force());
    assert_eq!(in_force(&pack, Role::GamesOnOneHand, "2013-04-30").unwrap().0, "3 games");
    // In Washington $200 has no last day in the pack, but $300 stands behind it.
    let mut packs = builtin_packs();
    let pack = packs.iter_mut().find(|pack| pack.id == "us-wa").unwrap();
    let mut late = [value(9, "single-wager", dollars("200"), "2009-06-01")];
    let wrong = take_in(&mut [&mut *pack], &mut late, &mut [], &[day("2009-06-01")]);
    let [(line, why)] = wrong.as_slice() else { panic!("{wrong:?}") };
    assert_eq!(line.number, 9);
    assert!(
        why.contains("$200.00 (from 2009-06-01") && why.contains("confirm the other one too"),
        "{why}"
    );
    let mut packs = builtin_packs();
    let pack = packs.iter_mut().find(|pack| pack.id == "us-wa").unwrap();
    let [late] = late;
    let mut both = [late, value(10, "single-wager", dollars("300"), "2009-09-01")];
    assert_eq!(take_in(&mut [&mut *pack], &mut both, &mut [], &[day("2009-06-01")]), []);
    assert_eq!(in_force(pack, Role::SingleWager, "2009-06-01").unwrap().0, "$200.00");
    assert_eq!(in_force(pack, Role::SingleWager, "2009-09-01").unwrap().0, "$300.00");
}

#[test]
fn a_version_gets_its_day_and_its_text() {
    let (pack, wrong) = indicated(vec![version(1, "seen", Some("2020-03-01"), None, "2020-04-01")]);
    assert_eq!(wrong, [""; 0]);
    let control = pack.control("seen").unwrap();
    assert_eq!(
        control.applies(0, day("2020-03-31")),
        Applies::Perhaps,
        "its own beginning is unknown"
    );
    assert_eq!(control.applies(1, day("2020-03-31")), Applies::No);
    assert_eq!(control.applies(1, day("2020-04-01")), Applies::Yes);
    let of = &control.versions[1];
    assert_eq!((of.evidence, of.demand.as_str()), (Evidence::Recalled, "Recalled."));
    assert_eq!(
        of.note,
        "Its beginning, 2020-04-01, stated by the engagement as confirmed by J. Doe on 2026-11-20: the order."
    );
    let (pack, wrong) =
        indicated(vec![version(1, "seen", Some("unknown"), Some("Read."), "2001-01-01")]);
    assert_eq!(wrong, [""; 0]);
    let of = &pack.control("seen").unwrap().versions[0];
    assert_eq!((of.evidence, of.demand.as_str()), (Evidence::Stated, "Read."));
    assert!(of.note.contains("and its text,"));

    refused(
        version(7, "seen", None, None, "2020-04-01"),
        &["versions from unknown, 2020-03-01", "add version_from"],
    );
    refused(version(7, "seen", Some("2020"), None, "2020-04-01"), &["from 2020 of", "2020-03-01"]);
    refused(
        version(7, "seen", Some("2020-03-01"), None, "2020-06-02"),
        &["certainly from 2020-06-01"],
    );
    refused(
        version(7, "seen", Some("unknown"), None, "2020-03-02"),
        &["confirm the other one too"],
    );
    refused(version(7, "tested", None, None, "2020-01-02"), &["2020-01-02", "from 2020-01-01"]);
    refused(version(7, "sene", None, None, "2020-01-02"), &["did you mean `seen`?"]);
}

#[test]
fn an_id_of_two_packs_needs_the_pack_and_a_pack_is_one_of_the_engagement() {
    let (mut one, mut two) = (open(), open());
    two.id = "yy".to_owned();
    let mut said = [
        value(1, "cap", dollars("300"), "2020-05-01"),
        value(2, "cap", dollars("300"), "2020-05-01"),
        value(3, "cap", dollars("300"), "2020-05-01"),
    ];
    said[1].pack = Some("yy".to_owned());
    said[2].pack = Some("us-wa".to_owned());
    let wrong = take_in(&mut [&mut one, &mut two], &mut said, &mut [], &[day("2020-05-01")]);
    let said: Vec<String> = wrong.iter().map(|(at, why)| format!("{}: {why}", at.number)).collect();
    assert_eq!(
        said,
        [
            "1: [[confirmed]] is of limit cap, which xx and yy both have; add pack with one of them",
            "3: [[confirmed]] is of pack us-wa, but the packs of the engagement are xx, yy; correct it"
        ]
    );
    assert_eq!(in_force(&one, Role::SingleWager, "2020-05-01"), None);
    assert!(in_force(&two, Role::SingleWager, "2020-05-01").is_some());
}

fn answer(line: u32, pack: Option<&str>, control: &str) -> Inspected {
    Inspected {
        pack: pack.map(str::to_owned),
        control: control.to_owned(),
        answer: Answer::Yes,
        reason: None,
        by: Means::Observation,
        initials: "JD".to_owned(),
        date: day("2026-11-20"),
        document: None,
        line: EngagementLine::from(line),
    }
}

#[test]
fn inspection_answers_what_no_check_answers_alone_and_what_is_in_force() {
    let mut pack = open();
    let mut all = [
        answer(1, None, "seen"),
        answer(2, None, "tested"),
        answer(3, Some("xx"), "seen"),
        answer(4, None, "sen"),
    ];
    let wrong = take_in(&mut [&mut pack], &mut [], &mut all, &[day("2026-01-01")]);
    let said: Vec<String> = wrong.iter().map(|(at, why)| format!("{}: {why}", at.number)).collect();
    assert_eq!(
        said,
        [
            "2: [[inspected]] answers control tested of xx, which is automated: the record answers it (WAC-001); \
             remove it",
            "3: [[inspected]] is of control seen again, answered yes; line 1 answered yes; keep one of them",
            "4: [[inspected]] is of control sen (did you mean `seen`?), but the controls of xx are seen, tested; \
             correct it",
        ]
    );
    assert_eq!(all[0].pack.as_deref(), Some("xx"));
    // Before it is in force nobody can break it.
    let mut all = [answer(1, None, "tested")];
    let wrong = take_in(&mut [&mut pack], &mut [], &mut all, &[day("2019-12-31")]);
    assert!(wrong[0].1.contains("in force on no audited day (from 2020-01-01)"), "{wrong:?}");
}

#[test]
fn an_engagement_can_write_every_unit_of_a_pack_and_no_pack_can_write_the_engagements_tag() {
    let units = [
        Unit::Dollars,
        Unit::Games,
        Unit::Progressives,
        Unit::Odds,
        Unit::Players,
        Unit::Tables,
        Unit::Rounds,
        Unit::Rates,
    ];
    let names: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
    assert_eq!(names[0], "dollars");
    assert_eq!(names[1..], COUNTED);
    // Every value of every pack can be named, so none can be added that cannot.
    for pack in builtin_packs() {
        for limit in &pack.limits {
            for value in &limit.values {
                let known = match value.value {
                    None | Some(Quantity::Dollars(_)) => true,
                    Some(of) => COUNTED.iter().any(|unit| of.to_string().contains(&unit[..4])),
                };
                assert!(
                    known
                        || limit.role == Role::AggregateOdds
                        || limit.role == Role::AggregateHighestOdds
                );
            }
        }
    }
    let text = OPEN.replacen("evidence = \"V\"", "evidence = \"E\"", 1);
    let errors = Pack::parse(&text, "open.toml").unwrap_err().to_string();
    assert!(
        errors.contains("is `E`") && errors.contains("V, V-part, V-copy, C, SEED, S, R, I"),
        "{errors}"
    );
}
