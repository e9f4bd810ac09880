//! Days cut out of a longer export: what is found on each is what is found when all are audited.

use feltproof_model::{Date, Locus};
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, Fault, Need, Plan, System};
use feltproof_tests::week::{Export, Numbers, Week};
use feltproof_tests::{audit, day_of};
use std::collections::BTreeMap;

/// Rounds of a day.
const ROUNDS: u32 = 200;

/// Days of a week.
const DAYS: usize = 7;

/// Weeks of each game and system; more on demand: `WEEKS=10`.
fn weeks() -> u64 {
    std::env::var("WEEKS").map_or(1, |n| n.parse().unwrap())
}

/// A week from the first Monday of June, or about the night on which the clocks go back.
fn date(seed: u64, at: usize) -> Date {
    let text = match (seed % 2, at) {
        (0, _) => format!("2026-06-{:02}", at + 1),
        (_, 0..=2) => format!("2026-10-{:02}", at + 29),
        _ => format!("2026-11-{:02}", at - 2),
    };
    Date::parse(&text).unwrap()
}

/// Code, table, round, amount of each exception of a day.
type Found = Vec<(&'static str, String, Option<u32>, String)>;

/// What was found, by the day of the line at which it stands; what is of the engagement stands on every day.
fn by_day(export: &Export) -> BTreeMap<usize, Found> {
    let audited = audit(&export.day, |_| {});
    let mut all = BTreeMap::<usize, Found>::new();
    for exception in &audited.exceptions {
        let Locus::Journal { journal, line } = exception.locus else { continue };
        let file = &audited.scope.engagement.journals[usize::from(journal)].file;
        let day = export.day_of(file, line as usize).unwrap();
        let table = exception.table.as_ref().map_or_else(String::new, ToString::to_string);
        let amount = exception.difference.map_or_else(String::new, |amount| amount.to_string());
        let found = (exception.code, table, exception.round, amount);
        all.entry(day).or_default().push(found);
    }
    all.values_mut().for_each(|found| found.sort());
    all
}

/// The plan of each day of a week with one fault, planted on one of its days, or none.
fn plans(plan: &Plan, seed: u64, faulty: usize) -> impl Iterator<Item = Plan> {
    (0..DAYS).map(move |at| {
        let mut own = plan.clone();
        (own.gaming_day, own.rng_seed) = (date(seed, at), seed * 100 + at as u64);
        own.faults.retain(|_| at == faulty);
        own
    })
}

/// Audits a week whole and its days apart; false where no day of the week has the fault.
fn compare(plan: &Plan, seed: u64, numbers: Numbers, is_full: bool) -> bool {
    let faulty = 1 + usize::try_from(seed).unwrap() % (DAYS - 2);
    // A fault may need a meter that stands higher than it does that day.
    let Ok(week) = Week::simulated(plans(plan, seed, faulty)) else { return false };
    let all: Vec<usize> = (0..DAYS).collect();
    let whole = by_day(&week.export(&all, &all, (numbers, faulty)));
    let is_clean = plan.faults.is_empty();
    let name =
        format!("{:?} {:?} {:?} seed {seed} {numbers:?}", plan.game, plan.system, plan.faults);
    if !is_clean && (whole.is_empty() || !week.is_of_one_floor()) {
        // It stands in the engagement, and so on every day.
        return false;
    }
    assert_eq!(whole.is_empty(), is_clean, "{name}, whole: {whole:?}");
    let apart = |exported: &[usize], audited: &[usize]| {
        let found = by_day(&week.export(exported, audited, (numbers, faulty)));
        let mut expected = whole.clone();
        expected.retain(|day, _| audited.contains(day));
        assert_eq!(found, expected, "{name}, fault on {faulty}: {audited:?} of {exported:?}");
    };
    for first in 0..DAYS {
        for second in first + 1..DAYS {
            if !is_full && (first + second + usize::try_from(seed).unwrap()) % 5 > 0 {
                continue;
            }
            apart(&all, &[first]);
            apart(&all, &[first, second]);
            // Of the days between nothing is given, nor said: not what their numbers were, nor how far their meters went.
            apart(&[first, second], &[first, second]);
            if second == first + 1 {
                apart(&[first, second], &[first]);
                apart(&[first, second], &[second]);
            }
        }
    }
    true
}

/// Every game, and where its day has a link, every system.
fn kinds() -> Vec<Plan> {
    let mut all = Vec::new();
    for game in GameKind::ALL {
        let plan = Plan::of(game, 1, ROUNDS);
        let has_link =
            FAULTS.iter().any(|kind| kind.fault.needs_link() && kind.fault.game() == game);
        let systems = if has_link { System::ALL.to_vec() } else { vec![plan.system] };
        all.extend(systems.into_iter().map(|system| plan.clone().on(system)));
    }
    all
}

const NUMBERS: [Numbers; 2] = [Numbers::RunOn, Numbers::BeginAgain];

#[test]
fn clean_days_of_a_week_are_clean_apart() {
    for seed in 0..weeks() {
        for (at, plan) in kinds().into_iter().enumerate() {
            let numbers = NUMBERS[(at + usize::try_from(seed).unwrap()) % 2];
            assert!(compare(&plan, seed + at as u64, numbers, weeks() > 1));
        }
    }
}

/// True for a fault that stands in one of the days alone.
fn is_of_one_day(fault: Fault) -> bool {
    let is_plain = !matches!(fault.need(), Some(Need::Decks | Need::Bank | Need::SecondLink));
    // What the engagement says, or a setting that is changed, is of the other days, too.
    let codes = FAULTS.iter().filter(|kind| kind.fault == fault).flat_map(|kind| kind.codes);
    let is_set = codes.into_iter().any(|code| code.starts_with("CFG-") || code.starts_with("ADV-"));
    !fault.is_of_whole_day() && is_plain && !is_set && !fault.has_report_before()
}

#[test]
fn what_is_wrong_on_a_day_is_found_on_that_day_apart() {
    let faults: Vec<Fault> =
        FAULTS.iter().map(|kind| kind.fault).filter(|fault| is_of_one_day(*fault)).collect();
    let few = usize::try_from(weeks()).unwrap() * 12;
    let step = (faults.len() / few).max(1);
    let mut compared = 0;
    for (at, fault) in faults.iter().enumerate().filter(|(at, _)| at % step == 0) {
        let plan = day_of(*fault, 1, ROUNDS);
        compared += usize::from(compare(&plan, at as u64, NUMBERS[at % 2], false));
    }
    assert!(compared * 2 > few, "{compared} faults");
}
