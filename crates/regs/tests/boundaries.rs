//! Both sides of every edge: for every limit of every built-in pack, the day before, of and after
//! each date, and one step below, at and above each value.
//!
//! The second method is a list of possible worlds. Each world gives every value one concrete first
//! day; the value in force is then simply the last one that has started. A verdict must be what
//! all worlds agree on.

use crate::days::{around_edge, day_after, ymd};
use feltproof_model::{Date, Money};
use feltproof_regs::{Decision, Limit, Quantity, Role, Since, Verb, Verdict, builtin_packs};

/// First days a value may have had, as far as they make a difference on `date`.
fn first_days(since: Since, date: Date) -> Vec<Option<Date>> {
    let next = day_after(date);
    let (from, to) = match since {
        Since::Day(day) => return vec![Some(day)],
        Since::Year(year) => (ymd(year, 1, 1), Some(ymd(year + 1, 1, 1))),
        Since::NotBefore { earliest, certain } => (earliest, certain),
    };
    let mut days: Vec<Option<Date>> = [from, date, next]
        .into_iter()
        .filter(|d| *d >= from && to.is_none_or(|to| *d <= to))
        .map(Some)
        .collect();
    days.push(to); // `None`: not started to this day
    days
}

/// The value in force in every possible world; the outer `None` is a world before the first one.
fn worlds(limit: &Limit, date: Date) -> Vec<Option<Option<Quantity>>> {
    let mut worlds: Vec<Vec<Option<Date>>> = vec![Vec::new()];
    for value in &limit.values {
        let days = first_days(value.since, date);
        worlds = worlds
            .iter()
            .flat_map(|world| {
                days.iter().map(move |day| {
                    let mut longer = world.clone();
                    longer.push(*day);
                    longer
                })
            })
            .collect();
    }
    worlds
        .iter()
        .map(|days| {
            let started = days.iter().rposition(|d| d.is_some_and(|d| d <= date));
            started.map(|i| limit.values[i].value)
        })
        .collect()
}

/// `Some(true)` holds, `Some(false)` is violated, `None` not decidable.
fn by_worlds(limit: &Limit, date: Date, amount: Quantity) -> Option<bool> {
    let verdicts: Vec<Option<bool>> = worlds(limit, date)
        .into_iter()
        .map(|value| value.map(|v| v.is_none_or(|v| satisfies(limit.verb, amount, v))))
        .collect();
    let first = (*verdicts.first()?)?;
    verdicts.iter().all(|v| *v == Some(first)).then_some(first)
}

/// The verbs from their words, by the sign of the difference.
fn satisfies(verb: Verb, amount: Quantity, value: Quantity) -> bool {
    let difference = match (amount, value) {
        (Quantity::Dollars(a), Quantity::Dollars(v)) => a.micros() - v.micros(),
        (Quantity::Progressives(a), Quantity::Progressives(v))
        | (Quantity::Odds(a), Quantity::Odds(v))
        | (Quantity::Players(a), Quantity::Players(v))
        | (Quantity::Tables(a), Quantity::Tables(v))
        | (Quantity::Rounds(a), Quantity::Rounds(v))
        | (Quantity::Rates(a), Quantity::Rates(v))
        | (Quantity::Games(a), Quantity::Games(v)) => i64::from(a) - i64::from(v),
        _ => panic!("units differ"),
    };
    match verb.name() {
        "must not exceed" => difference <= 0,
        "must be less than" => difference < 0,
        "must be at least" => difference >= 0,
        "must exceed" => difference > 0,
        "must equal" => difference == 0,
        other => panic!("{other}"),
    }
}

/// One step below, at and above.
fn around(value: Quantity) -> Vec<Quantity> {
    match value {
        Quantity::Dollars(money) => [-10_000, 0, 10_000]
            .into_iter()
            .map(|cent| Money::from_micros(money.micros() + cent).into())
            .collect(),
        Quantity::Games(games) => vec![(games - 1).into(), games.into(), (games + 1).into()],
        Quantity::Progressives(count) => {
            [count - 1, count, count + 1].map(Quantity::Progressives).into()
        }
        Quantity::Odds(odds) => [odds - 1, odds, odds + 1].map(Quantity::Odds).into(),
        Quantity::Players(count) => [count - 1, count, count + 1].map(Quantity::Players).into(),
        Quantity::Tables(count) => [count - 1, count, count + 1].map(Quantity::Tables).into(),
        Quantity::Rounds(count) => [count - 1, count, count + 1].map(Quantity::Rounds).into(),
        Quantity::Rates(count) => [count - 1, count, count + 1].map(Quantity::Rates).into(),
    }
}

/// Days around every edge of a limit, and one inside every segment.
fn days(limit: &Limit) -> Vec<Date> {
    let mut days = vec![ymd(1990, 6, 15), ymd(2040, 6, 15)];
    for value in &limit.values {
        for edge in [Some(value.since.earliest()), value.since.certain()].into_iter().flatten() {
            days.extend(around_edge(edge));
            days.push(ymd(edge.year, edge.month, 28));
        }
    }
    days
}

fn check_limit(limit: &Limit) -> usize {
    let values: Vec<Quantity> = limit.values.iter().filter_map(|v| v.value).collect();
    let mut cases = 0;
    for date in days(limit) {
        let decision = limit.on(date);
        for amount in values.iter().flat_map(|v| around(*v)) {
            let verdict = match decision.judge(amount) {
                Verdict::Holds => Some(true),
                Verdict::Violates => Some(false),
                Verdict::NotDecidable { .. } => None,
            };
            // In a regime without a limit everything holds; on its own that is not in force.
            let expected =
                if decision.is_in_force() { by_worlds(limit, date, amount) } else { None };
            assert_eq!(verdict, expected, "{} on {date}: {amount} by {decision}", limit.id);
            cases += 1;
        }
        let none = worlds(limit, date).iter().all(|w| w.is_none_or(|value| value.is_none()));
        assert_eq!(!decision.is_in_force(), none, "{} on {date}", limit.id);
    }
    cases
}

#[test]
fn every_limit_of_every_pack_at_every_edge() {
    let mut cases = 0;
    for pack in builtin_packs() {
        cases += pack.limits.iter().map(check_limit).sum::<usize>();
    }
    assert!(cases > 300, "{cases}");
}

/// The same for every verb, and for periods the built-in packs do not have.
#[test]
fn every_verb_and_every_kind_of_period() {
    for verb in Verb::ALL {
        let text = format!(
            r#"
schema = 1
pack = {{ id = "t", title = "t", authority = "t", version = "1" }}
[[limit]]
id = "l"
limits = "single-wager"
subject = "an amount"
citation = "Law 1"
verb = "{}"
value = [
  {{ dollars = "10.00", from = "2001", evidence = "V", source = "a" }},
  {{ dollars = "20.00", not_before = "2002-02-28", certain_from = "2004-02-29", evidence = "S", source = "b" }},
  {{ none = true, from = "2006-12-31", evidence = "R", source = "c" }},
  {{ dollars = "15.00", not_before = "2008-01-01", evidence = "I", source = "d" }},
]
"#,
            verb.name()
        );
        let pack = feltproof_regs::Pack::parse(&text, "t.toml").unwrap_or_else(|e| panic!("{e}"));
        assert!(check_limit(&pack.limits[0]) > 100);
    }
}

#[test]
fn one_cent_around_the_washington_cap_in_words() {
    let packs = builtin_packs();
    let pack = packs.iter().find(|pack| pack.id == "us-wa").unwrap();
    let on = |text: &str| pack.limit(Role::SingleWager).unwrap().on(Date::parse(text).unwrap());
    let dollars = |text: &str| Money::parse(text.as_bytes()).unwrap();
    let is = |decision: &Decision, amount: &str| match decision.judge(dollars(amount)) {
        Verdict::Holds => "holds",
        Verdict::Violates => "violates",
        Verdict::NotDecidable { .. } => "not decidable",
    };
    for (day, amount, expected) in [
        ("2009-12-31", "200.01", "not decidable"),
        ("2009-12-31", "300.00", "not decidable"),
        ("2009-12-31", "300.01", "violates"),
        ("2010-01-01", "300.00", "holds"),
        ("2010-01-01", "300.01", "violates"),
        ("2023-08-18", "300.00", "holds"),
        ("2023-08-18", "300.01", "violates"),
        ("2023-08-19", "300.00", "holds"),
        ("2023-08-19", "300.01", "not decidable"),
        ("2023-11-30", "400.00", "not decidable"),
        ("2023-11-30", "400.01", "violates"),
        ("2023-12-01", "300.01", "holds"),
        ("2026-10-31", "400.00", "holds"),
        ("2026-10-31", "400.01", "violates"),
        ("2004-07-01", "100.00", "holds"),
        ("2004-07-01", "100.01", "violates"),
        ("2007-12-31", "100.01", "violates"),
        ("2008-01-01", "100.00", "holds"),
        ("2008-01-01", "100.01", "not decidable"),
        ("2008-12-31", "200.01", "violates"),
    ] {
        assert_eq!(is(&on(day), amount), expected, "{amount} on {day}");
    }
    assert!(!on("2004-06-30").is_in_force());
    let Verdict::NotDecidable { reason } = on("2023-10-31").judge(dollars("350")) else {
        panic!("decided")
    };
    for part in ["$350.00", "$300.00", "$400.00", "2023-10-31", "WAC 230-15-140", "evidence S"] {
        assert!(reason.contains(part), "{reason}");
    }
    let from_then_on = on("2023-12-01").to_string();
    assert!(from_then_on.ends_with("$400.00 (WAC 230-15-140, evidence I)"), "{from_then_on}");
    let Verdict::NotDecidable { reason } = on("2010-01-01").judge(3) else { panic!("decided") };
    assert_eq!(reason, "3 games is in games and the limit is in dollars; give dollars");
}

/// WSR 04-06-005 by hand: $100, and $200 on one table of up to five authorised, two of six to ten, three of more than
/// ten; repealed with its chapter on 2008-01-01.
#[test]
fn the_higher_cap_of_2004_by_table_and_by_the_number_authorised() {
    let packs = builtin_packs();
    let pack = packs.iter().find(|pack| pack.id == "us-wa").unwrap();
    let day = |text: &str| Date::parse(text).unwrap();
    let word = |verdict| match verdict {
        Verdict::Holds => "holds",
        Verdict::Violates => "violates",
        Verdict::NotDecidable { .. } => "open",
    };
    let dollars = |text: &str| Money::parse(text.as_bytes()).unwrap();
    for date in ["2004-07-01", "2005-06-15", "2007-12-31"] {
        for (amount, no, undetermined, yes) in [
            ("100.00", "holds", "holds", "holds"),
            ("100.01", "violates", "open", "holds"),
            ("200.00", "violates", "open", "holds"),
            ("200.01", "violates", "violates", "violates"),
        ] {
            for (indicated, expected) in
                [(Some(false), no), (None, undetermined), (Some(true), yes)]
            {
                let (_, said) = pack.single_wager(day(date), indicated).unwrap();
                assert_eq!(
                    word(said.judge(dollars(amount))),
                    expected,
                    "{amount} {indicated:?} {date}"
                );
            }
        }
        for authorised in 1..=15_u32 {
            let lawful = if authorised <= 5 {
                1
            } else if authorised <= 10 {
                2
            } else {
                3
            };
            let limit = pack.limit(Role::HigherLimitTables).unwrap();
            for tables in 0..=5 {
                let said = limit.on_with(day(date), Some(authorised));
                let expected = if tables <= lawful { "holds" } else { "violates" };
                assert_eq!(word(said.judge(Quantity::Tables(tables))), expected, "{authorised}");
                let said = limit.on_with(day(date), None);
                let expected = match tables {
                    0 | 1 => "holds",
                    2 | 3 => "open",
                    _ => "violates",
                };
                assert_eq!(word(said.judge(Quantity::Tables(tables))), expected, "{tables}");
            }
        }
    }
    // Neither the day before nor the day after has another cap for some tables.
    for date in ["2004-06-30", "2008-01-01"] {
        let (all, one) = pack.single_wager(day(date), Some(true)).unwrap();
        assert_eq!((all.role, &one), (Role::SingleWager, &pack.on(Role::SingleWager, day(date))));
        let limit = pack.limit(Role::HigherLimitTables).unwrap();
        assert!(!limit.on_with(day(date), Some(5)).is_in_force());
    }
}

/// A cap of 10 for all and of 30 for some tables, of which neither the first nor the last day is known.
#[test]
fn a_higher_cap_that_perhaps_ended_decides_only_what_both_caps_say() {
    let limit = |id: &str, role: &str, values: &str| {
        format!(
            "[[limit]]\nid = \"{id}\"\nlimits = \"{role}\"\nsubject = \"a wager\"\ncitation = \"Law {id}\"\n\
             verb = \"must not exceed\"\nvalue = [{values}]\n"
        )
    };
    let some = "{ dollars = \"30.00\", from = \"2001-01-01\", evidence = \"V\", source = \"b\" }, \
                { none = true, not_before = \"2005-01-01\", evidence = \"V\", source = \"c\" }";
    let all = "{ dollars = \"10.00\", from = \"2000-01-01\", evidence = \"V\", source = \"a\" }";
    let top =
        "schema = 1\npack = { id = \"t\", title = \"t\", authority = \"t\", version = \"1\" }\n";
    let both = [limit("1", "single-wager", all), limit("2", "single-wager-at-higher-limit", some)];
    let pack = feltproof_regs::Pack::parse(&format!("{top}{}", both.concat()), "t.toml").unwrap();
    let judged = |date: &str, indicated, dollars: i64| {
        let (_, said) = pack.single_wager(Date::parse(date).unwrap(), indicated).unwrap();
        match said.judge(Money::from_micros(dollars * 1_000_000)) {
            Verdict::Holds => 'h',
            Verdict::Violates => 'v',
            Verdict::NotDecidable { .. } => 'o',
        }
    };
    for (date, indicated, expected) in [
        ("2000-06-15", Some(true), "hvv"),
        ("2004-12-31", Some(true), "hhv"),
        ("2005-01-01", Some(true), "hov"),
        ("2005-01-01", None, "hov"),
        ("2005-01-01", Some(false), "hvv"),
    ] {
        let found: String =
            [10, 30, 31].map(|amount| judged(date, indicated, amount)).iter().collect();
        assert_eq!(found, expected, "{date} {indicated:?}");
    }
    let alone = feltproof_regs::Pack::parse(&format!("{top}{}", both[1]), "t.toml").unwrap_err();
    assert!(alone.to_string().contains("has nothing to stand beside"), "{alone}");
    let fewer = |list: &str| {
        let value = format!(
            "{{ tables = 3, fewer = [{list}], from = \"2001-01-01\", evidence = \"V\", source = \"b\" }}"
        );
        let text = format!("{top}{}", limit("3", "higher-limit-tables", &value));
        feltproof_regs::Pack::parse(&text, "t.toml").map(|_| ()).map_err(|e| e.to_string())
    };
    let (five, ten) = ("{ authorised = 5, tables = 1 }", "{ authorised = 10, tables = 2 }");
    assert_eq!(fewer(&format!("{five}, {ten}")), Ok(()));
    assert!(fewer(&format!("{ten}, {five}")).unwrap_err().contains("put the fewest tables first"));
    let many = fewer("{ authorised = 5, tables = 3 }").unwrap_err();
    assert!(many.contains("more tables authorised have a larger value each"), "{many}");
}
