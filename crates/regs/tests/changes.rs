//! What changed between two days: day after day over many years for every pack, and by hand for a made-up one.

use feltproof_model::Date;
use feltproof_regs::{Changed, Decision, Pack, Quantity, builtin_packs};

/// A made-up authority: one section rewritten, one repealed, one of which no beginning is known, and a limit whose
/// second value has a year only.
const MADE_UP: &str = r#"
schema = 1
pack = { id = "xx-made-up", title = "Elsewhere", authority = "A made-up board", version = "1" }

[[control]]
id = "rewritten"
citation = "Rule 1"
title = "Rewritten"
status = "manual"
evidence = "V"
address = "made up"
read = "2026-11-22"
[[control.version]]
from = "2010-03-01"
demand = "As it was."
[[control.version]]
not_before = "2012-02-29"
certain_from = "2012-03-05"
demand = "As it is."

[[control]]
id = "repealed"
citation = "Rule 2"
title = "Repealed"
status = "manual"
evidence = "V"
address = "made up"
read = "2026-11-22"
from = "2010-03-01"
until = "2011-12-31"
demand = "No longer."

[[control]]
id = "timeless"
citation = "Rule 3"
title = "Of an unknown day"
status = "manual"
evidence = "R"
address = "made up"
read = "never"
from = "unknown"
demand = "Whenever."

[[limit]]
id = "stake"
limits = "single-wager"
subject = "a stake"
citation = "Rule 4"
verb = "must not exceed"
[[limit.value]]
dollars = "100.00"
from = "2010-03-01"
evidence = "V"
source = "made up"
[[limit.value]]
dollars = "200.00"
from = "2012"
evidence = "S"
source = "made up"

[[reason]]
code = "recount"
subsection = "Rule 5"
permits_reduction = true
evidence = "V"
note = "A recount."
not_before = "2012-02-29"
certain_from = "2012-03-05"
until = "2014-06-30"
"#;

fn day(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// Every day of these years, written out.
fn calendar(years: std::ops::Range<u16>) -> Vec<Date> {
    let all = years.flat_map(|year| {
        (1..=12_u8).flat_map(move |month| (1..=31_u8).map(move |day| Date { year, month, day }))
    });
    all.filter(|date| Date::parse(&date.to_string()).is_some()).collect()
}

/// What a pack says on a day: the versions that apply or may, and the amounts that are possible, as texts.
fn said(pack: &Pack, date: Date) -> Vec<(String, String)> {
    let controls = pack.controls.iter().map(|control| {
        let on = control.shown(Some(date)).map(|(at, _, applies)| format!("{at} {applies:?}"));
        let on: Vec<String> = on.collect();
        (control.id.clone(), on.join(", "))
    });
    let limits = pack.limits.iter().map(|limit| {
        let amounts = match limit.on(date) {
            Decision::InForce { value, .. } => value.to_string(),
            Decision::Undecided { candidates, earlier_unknown, .. } => {
                let words = |value: Option<Quantity>| format!("{value:?}");
                let mut all: Vec<String> = candidates.iter().map(|c| words(c.value)).collect();
                all.sort();
                all.dedup();
                format!("{earlier_unknown} {}", all.join(" or "))
            }
            Decision::NotInForce { reason } if reason.contains("no known value") => String::new(),
            Decision::NotInForce { .. } => "none".to_owned(),
        };
        (limit.id.clone(), amounts)
    });
    let reasons = pack.reasons.iter().map(|reason| {
        let on = reason.shown(Some(date)).map(|(at, _, applies)| format!("{at} {applies:?}"));
        let on: Vec<String> = on.collect();
        (reason.code.clone(), on.join(", "))
    });
    controls.chain(limits).chain(reasons).collect()
}

#[test]
fn the_changes_are_those_of_the_days_one_by_one() {
    let mut packs = builtin_packs();
    packs.push(Pack::parse(MADE_UP, "made-up.toml").unwrap());
    let days = calendar(2003..2028);
    assert_eq!(days.len(), 25 * 365 + 6);
    for pack in &packs {
        let mut expected = Vec::new();
        for pair in days.windows(2) {
            let (before, after) = (said(pack, pair[0]), said(pack, pair[1]));
            let turned = before.iter().zip(&after).filter(|(b, a)| b != a);
            expected.extend(turned.map(|(b, _)| (pair[1], b.0.clone())));
        }
        let changes = pack.changes(days[0], *days.last().unwrap());
        let found: Vec<(Date, String)> = changes
            .iter()
            .map(|change| match &change.of {
                Changed::Control { control, .. } => (change.day, control.id.clone()),
                Changed::Limit { limit, .. } => (change.day, limit.id.clone()),
                Changed::Reason { reason, .. } => (change.day, reason.code.clone()),
            })
            .collect();
        assert_eq!(found, expected, "{}", pack.id);
        // The standards of others are lists of controls without a date of change.
        assert!(!found.is_empty() || pack.limits.is_empty(), "{}", pack.id);
        // A day that is left out at the beginning or taken in at the end would be seen here.
        for (at, (first, _)) in found.iter().enumerate() {
            let from_it_on = pack.changes(*first, *days.last().unwrap()).len();
            let later = found[at..].iter().filter(|(day, _)| day > first).count();
            assert_eq!(from_it_on, later, "{} {first}", pack.id);
            let up_to_it = pack.changes(days[0], *first).len();
            assert_eq!(up_to_it, found.len() - later, "{} {first}", pack.id);
        }
    }
}

#[test]
fn a_rewritten_a_repealed_and_a_timeless_section() {
    let pack = Pack::parse(MADE_UP, "made-up.toml").unwrap();
    let indicated: Vec<String> = pack
        .changes(day("2010-02-28"), day("2026-01-01"))
        .iter()
        .map(|change| {
            let words = match &change.of {
                Changed::Control { control, before, after } => {
                    format!("{} {before:?} {after:?}", control.id)
                }
                Changed::Limit { limit, before, after } => {
                    let values = |p: &feltproof_regs::Possible<'_>| {
                        let all: Vec<String> =
                            p.values.iter().map(|v| v.value.unwrap().to_string()).collect();
                        all.join(" or ")
                    };
                    format!("{} {} -> {}", limit.id, values(before), values(after))
                }
                Changed::Reason { reason, before, after } => {
                    format!("{} {before:?} {after:?}", reason.code)
                }
            };
            format!("{} {words}", change.day)
        })
        .collect();
    assert_eq!(
        indicated,
        [
            "2010-03-01 rewritten [] [(0, Yes)]",
            "2010-03-01 repealed [] [(0, Yes)]",
            "2010-03-01 stake  -> $100.00",
            "2012-01-01 repealed [(0, Yes)] []",
            "2012-01-01 stake $100.00 -> $100.00 or $200.00",
            "2012-02-29 rewritten [(0, Yes)] [(0, Perhaps), (1, Perhaps)]",
            "2012-02-29 recount [] [(0, Perhaps)]",
            "2012-03-05 rewritten [(0, Perhaps), (1, Perhaps)] [(1, Yes)]",
            "2012-03-05 recount [(0, Perhaps)] [(0, Yes)]",
            "2013-01-01 stake $100.00 or $200.00 -> $200.00",
            "2014-07-01 recount [(0, Yes)] []",
        ]
    );
    assert!(pack.changes(day("2014-07-01"), day("2026-01-01")).is_empty());
    assert!(pack.changes(day("2010-03-01"), day("2010-03-01")).is_empty());
}

#[test]
fn what_is_open_on_a_day_is_said_with_its_reason() {
    let pack = Pack::parse(MADE_UP, "made-up.toml").unwrap();
    let indicated = |on: &str| -> Vec<String> {
        let all = pack.open_on(day(on));
        all.iter().map(|o| format!("{} {} {}", o.id, o.kind.name(), o.why)).collect()
    };
    let timeless = |on: &str| {
        format!(
            "timeless control whether it applies on {on} is not known: Rule 3 (from a date that is not known)"
        )
    };
    assert_eq!(indicated("2026-01-01"), [timeless("2026-01-01")]);
    assert_eq!(
        indicated("2009-12-31"),
        [
            timeless("2009-12-31"),
            "stake limit Rule 4 has no known value on 2009-12-31: the first known one applies from 2010-03-01"
                .to_owned(),
        ]
    );
    assert_eq!(
        indicated("2012-03-04"),
        [
            "rewritten control which version applies on 2012-03-04 is not known: Rule 1 (from 2010-03-01, replaced not \
             before 2012-02-29, certainly from 2012-03-05); or Rule 1 (not before 2012-02-29, certainly from 2012-03-05)"
                .to_owned(),
            timeless("2012-03-04"),
            "stake limit which value of Rule 4 applies on 2012-03-04 is not known: $100.00 (from 2010-03-01, evidence V, \
             made up); or $200.00 (from a day in 2012 that is not known, evidence S, made up)"
                .to_owned(),
            "recount reason whether the reason recount permitted a reduction on 2012-03-04 is not known: Rule 5 (not \
             before 2012-02-29, certainly from 2012-03-05, until 2014-06-30, evidence V)"
                .to_owned(),
        ]
    );
}
