//! On which days a reason permits a reduction of a meter: against a list worked by hand, a second way for every reason of every
//! pack, and every error of wrong dates.

use crate::days::{around_edge, ymd};
use feltproof_model::Date;
use feltproof_regs::{Pack, Permits, Reason, ReasonVersion, builtin_packs};

fn on(reason: &Reason, day: &str) -> char {
    match reason.permits(Date::parse(day).unwrap()) {
        Permits::Yes => 'y',
        Permits::No => 'n',
        Permits::NotDecidable { .. } => '?',
    }
}

/// What is known of the list of WAC 230-15-695: it is in force since 2008, its text before 2011 was not read, and of the
/// recovery of seed money it is not known whether that was on it.
#[test]
fn washington_permits_each_reason_on_its_own_days() {
    let pack = builtin_packs().into_iter().find(|p| p.id == "us-wa").unwrap();
    let days = ["2007-12-31", "2008-01-01", "2010-12-31", "2011-01-01", "2021-06-13", "2021-06-14"];
    for (code, expected) in [
        ("won", "nyyyyy"),
        ("malfunction", "nyyyyy"),
        ("over_maximum", "nyyyyy"),
        ("nondisplayed_to_receipts", "nyyyyy"),
        ("seed_recovery", "n??yyy"),
        ("back_out", "nyyyyy"),
        ("void_round", "nyyyyy"),
        ("correction_increase", "nnnnnn"),
    ] {
        let reason = pack.reason(code).unwrap();
        let found: String = days.iter().map(|day| on(reason, day)).collect();
        assert_eq!(found, expected, "{code}");
    }
    assert_eq!(pack.reasons.len(), 8);
    let seed = pack.reason("seed_recovery").unwrap();
    let Permits::NotDecidable { reason } = seed.permits(Date::parse("2010-06-15").unwrap()) else {
        panic!("decided")
    };
    assert_eq!(
        reason,
        "whether the reason seed_recovery permitted a reduction on 2010-06-15 is not known: WAC 230-15-695(5) (not \
         before 2008-01-01, certainly from 2011-01-01, before 2021-06-14, evidence I)"
    );
}

/// What a reason permits in every possible world, in each of which its versions have begun on some day that their dates
/// allow, or on none.
fn worlds(versions: &[ReasonVersion], date: Date) -> Vec<bool> {
    let mut worlds: Vec<Option<&ReasonVersion>> = vec![None];
    for version in versions {
        let may = version.from.is_none_or(|since| since.earliest() <= date);
        let must = version.from.and_then(|since| since.certain()).is_some_and(|day| day <= date);
        let begun: &[bool] = match (may, must) {
            (true, true) => &[true],
            (true, false) => &[true, false],
            (false, _) => &[false],
        };
        let all = std::mem::take(&mut worlds).into_iter();
        worlds = all
            .flat_map(|world| begun.iter().map(move |has| if *has { Some(version) } else { world }))
            .collect();
    }
    let permits = |version: &ReasonVersion| {
        version.permits_reduction && version.until.is_none_or(|until| date <= until)
    };
    worlds.into_iter().map(|world| world.is_some_and(permits)).collect()
}

fn check(reason: &Reason) -> usize {
    let mut days = vec![ymd(1990, 6, 15), ymd(2040, 6, 15)];
    for version in &reason.versions {
        let since = version.from.map(|since| [Some(since.earliest()), since.certain()]);
        let edges = since.into_iter().flatten().chain([version.until]);
        days.extend(edges.flatten().flat_map(around_edge));
    }
    for date in &days {
        let worlds = worlds(&reason.versions, *date);
        let expected = match (worlds.contains(&true), worlds.contains(&false)) {
            (true, false) => 'y',
            (false, _) => 'n',
            (true, true) => '?',
        };
        assert_eq!(on(reason, &date.to_string()), expected, "{} on {date}", reason.code);
    }
    days.len()
}

#[test]
fn every_reason_of_every_pack_around_each_of_its_dates() {
    let cases: usize = builtin_packs().iter().flat_map(|pack| &pack.reasons).map(check).sum();
    assert!(cases > 50, "{cases}");
}

fn pack(reasons: &str) -> Result<Pack, String> {
    let head =
        "schema = 1\npack = { id = \"t\", title = \"t\", authority = \"t\", version = \"1\" }\n";
    Pack::parse(&format!("{head}{reasons}"), "r.toml").map_err(|e| e.to_string())
}

fn reason(body: &str) -> String {
    format!("[[reason]]\ncode = \"a\"\nsubsection = \"s\"\n{body}")
}

/// A reason that was struck off, one that came back for something else, one of which no day is known.
#[test]
fn a_reason_permits_only_from_its_first_day_to_its_last() {
    let yes = "permits_reduction = true\nevidence = \"V\"\n";
    let struck = pack(&reason(&format!("{yes}from = \"2010-03-01\"\nuntil = \"2012-02-29\"\n")));
    let struck = struck.unwrap().reasons.remove(0);
    check(&struck);
    for (day, expected) in
        [("2010-02-28", 'n'), ("2010-03-01", 'y'), ("2012-02-29", 'y'), ("2012-03-01", 'n')]
    {
        assert_eq!(on(&struck, day), expected, "{day}");
    }
    let back = "evidence = \"V\"\n[[reason.version]]\nfrom = \"2010\"\npermits_reduction = true\n\
                [[reason.version]]\nfrom = \"2015-07-01\"\npermits_reduction = false\n";
    let back = pack(&reason(back)).unwrap().reasons.remove(0);
    check(&back);
    for (day, expected) in [
        ("2009-12-31", 'n'),
        ("2010-06-15", '?'),
        ("2011-01-01", 'y'),
        ("2015-06-30", 'y'),
        ("2015-07-01", 'n'),
    ] {
        assert_eq!(on(&back, day), expected, "{day}");
    }
    let undated = pack(&reason(&format!("{yes}from = \"unknown\"\n"))).unwrap().reasons.remove(0);
    check(&undated);
    assert_eq!(on(&undated, "2026-06-15"), '?');
}

#[test]
fn dates_of_reasons_that_cannot_be_are_refused_with_line_and_key() {
    let yes = "permits_reduction = true\nevidence = \"V\"\n";
    let versions = |one: &str, two: &str| {
        format!("{yes}[[reason.version]]\n{one}\n[[reason.version]]\n{two}\n")
    };
    for (body, message) in [
        (
            yes.to_owned(),
            "r.toml:3: reason a, from: is unclear; write either from, or not_before with or without certain_from",
        ),
        (
            format!("{yes}from = \"2010-02-30\"\n"),
            "r.toml:8: reason a, from: is `2010-02-30`, which is neither a day such as 2009-09-14 nor a year; \
             correct it",
        ),
        (
            format!("{yes}form = \"2010-01-01\"\nfrom = \"2010-01-01\"\n"),
            "r.toml:8: reason a, form: is an unknown key (did you mean `from`?)",
        ),
        (
            format!("{yes}from = \"2010-01-01\"\nuntil = \"2009-12-31\"\n"),
            "r.toml:3: reason a, until: is 2009-12-31, before it begins (2010-01-01); correct one of them",
        ),
        (
            versions("from = \"2010-01-01\"\nuntil = \"2011-01-01\"", "from = \"2011-01-01\""),
            "r.toml:11: reason a, version[2]: begins 2011-01-01, but the version before it lasts until 2011-01-01; \
             correct one of them",
        ),
        (
            versions("from = \"2010-01-01\"", "from = \"2010-01-01\""),
            "r.toml:10: reason a, version[2]: begins 2010-01-01, but the version before it begins 2010-01-01; put \
             the earliest first",
        ),
        (
            versions("from = \"2010-01-01\"", "from = \"unknown\""),
            "r.toml:10: reason a, version[2], from: is unknown, but a version stands before it; give the earliest \
             day as not_before",
        ),
        (
            format!("from = \"2010\"\n{}", versions("from = \"2010-01-01\"", "from = \"2011\"")),
            "r.toml:3: reason a, from: is there beside versions; move it to the version it is of",
        ),
        (
            format!("{yes}from = \"2010\"\n{}", reason(&format!("{yes}from = \"2012\"\n"))),
            "r.toml:10: reason a, code: is `a`, which line 4 has too; rename or remove one of them",
        ),
    ] {
        let errors = pack(&reason(&body)).unwrap_err();
        assert!(errors.contains(message), "expected: {message}\nfound: {errors}");
    }
}
