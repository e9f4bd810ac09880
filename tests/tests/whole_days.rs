//! Whole simulated days through the whole path: an untouched day raises nothing, each fault raises
//! its codes at its lines and nothing else, and an engine with a bug fails on the untouched day.
//!
//! The simulator settles rounds and keeps meters with its own second implementation, so agreement
//! here is agreement of two programs.

use feltproof_engine::{Game, RoundSettlement, SettledHand, TableRules, settle};
use feltproof_model::workpaper::{CheckResult, Outcome};
use feltproof_model::{HandRow, Money, Wager};
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, Fault, FaultKind, Need, Plan, System};
use feltproof_tests::{Day, audit, audit_with, day_of, detection};

fn plan(rng_seed: u64, rounds: u32) -> Plan {
    Plan::new(rng_seed, rounds)
}

#[test]
fn an_untouched_day_raises_nothing_whatever_its_seed() {
    for (rng_seed, rounds) in [(1, 2000), (2, 400), (3, 400), (4, 120), (5, 5000)] {
        let audited = audit(&Day::simulated(&plan(rng_seed, rounds)), |_| {});
        assert!(audited.exceptions.is_empty(), "seed {rng_seed}:\n{}", audited.listing());
        assert!(audited.problems.is_empty() && audited.outcome.gaps.is_empty());
        assert_eq!(audited.outcome.counts.rounds, u64::from(rounds));
    }
}

/// The day of Four Card Poker has the multi-game link; those of the other games have a hands journal
/// and no link.
#[test]
fn an_untouched_day_of_every_game_raises_nothing() {
    for game in GameKind::ALL {
        for (rng_seed, rounds) in [(1, 2000), (7, 400), (3, 200)] {
            let audited = audit(&Day::simulated(&Plan::of(game, rng_seed, rounds)), |_| {});
            assert!(audited.exceptions.is_empty(), "{}:\n{}", game.id(), audited.listing());
            assert!(audited.problems.is_empty() && audited.outcome.gaps.is_empty());
            assert_eq!(audited.outcome.counts.rounds, u64::from(rounds));
        }
    }
}

/// The standard day opens with $14,018.325 on the meter: $14,019 is reached at once, $14,100 later.
/// The other has the multi-game link and $38,214.6675.
#[test]
fn a_meter_with_a_limit_or_units_raises_nothing() {
    let money = |text: &str| Money::parse(text.as_bytes()).unwrap();
    let limits = [
        (GameKind::Crazy4Washington, ["14018.50", "14100"]),
        (GameKind::FourCardPoker, ["38215", "38300.005"]),
    ];
    for (game, limits) in limits {
        for (limit, unit, display) in [
            (Some(limits[0]), None, "0.01"),
            (Some(limits[1]), None, "1"),
            (None, Some("0.01"), "0.01"),
            (None, Some("0.25"), "0.05"),
            (Some(limits[1]), Some("0.10"), "0.25"),
        ] {
            let plan = Plan {
                meter_limit: limit.map(money),
                contribution_unit: unit.map(money),
                display_unit: money(display),
                ..Plan::of(game, 2, 400)
            };
            let day = Day::simulated(&plan);
            let audited = audit(&day, |_| {});
            let what = format!("{} {limit:?} {unit:?} {display}", game.id());
            let mut displayed = csv::Reader::from_reader(day.0["manager.csv"].as_slice());
            let displayed = displayed.records().map(|r| money(&r.unwrap()[9]));
            // Only an adjustment or a back-out lifts it above; contributions leave it there.
            let step = money(display).micros();
            let full = limit.map(|limit| money(limit).micros() / step * step);
            let at_limit = displayed.filter(|d| Some(d.micros()) == full).count();
            assert!(limit.is_none() || at_limit > 1, "{what}: {at_limit} records at the limit");
            assert!(audited.exceptions.is_empty(), "{what}:\n{}", audited.listing());
            assert!(audited.problems.is_empty() && audited.outcome.gaps.is_empty(), "{what}");
        }
    }
}

/// What does not run on an untouched day.
fn idle(plan: &Plan) -> Vec<&'static str> {
    let audited = audit(&Day::simulated(plan), |_| {});
    let idle = |c: &&CheckResult| matches!(c.outcome, Outcome::NotRun { .. });
    audited.outcome.checks.iter().filter(idle).map(|c| c.code).collect()
}

#[test]
fn the_untouched_days_exercise_nearly_every_check_between_them() {
    let recorded = Plan { shuffler_journal: true, ..plan(1, 2000) };
    let mut everywhere = idle(&recorded);
    // Two meter awards in one round cannot happen with one four-aces row and one pack.
    assert!(everywhere.contains(&"AWD-006"));
    let more = Plan { bank: true, tray_pays: true, second_link: true, ..plan(1, 2000) };
    let more = Plan { in_meter: true, ..more };
    let here = idle(&more);
    everywhere.retain(|code| here.contains(code));
    for game in GameKind::ALL {
        let here = idle(&Plan::of(game, 1, 2000));
        everywhere.retain(|code| here.contains(code));
    }
    // On an untouched day every hand is on record, no key holds a meter (SHFL), no report of an engagement before is
    // named, and nobody changes a setting or takes money for a reason that claims a fact; the few documents are no
    // series. No program files are listed, and no table feeds several meters (`levels.rs`)
    // or posts an aggregate limit where the house banks. No table of Crazy 4 Poker declares its shuffler. Nothing is inspected or waived, no daily record is given (`tie_out.rs`),
    // and since 2015 different games may share a progressive.
    let idle = [
        "MTR-011", "AWD-009", "AWD-010", "ADJ-005", "ADJ-006", "ADJ-008", "CFG-006", "CFG-013",
        "CFG-016", "WAC-007", "WAC-008", "WAC-013", "WAC-014", "WAC-015", "APR-003", "INS-001",
        "REC-001", "WVR-001", "WVR-002", "WVR-003",
    ];
    assert_eq!(everywhere, idle);
}

#[test]
fn each_fault_raises_its_codes_at_its_lines_and_nothing_else() {
    let mut failures = Vec::new();
    // Days with the decks on record are in `randomness_days.rs`.
    let mut found = Vec::new();
    for kind in FAULTS {
        let plan = day_of(kind.fault, 11, 400);
        if kind.fault.need() == Some(Need::Decks) {
            found.push((kind, kind.codes.iter().map(ToString::to_string).collect()));
            continue;
        }
        match raised_alone(kind, &plan) {
            Ok(codes) => found.push((kind, codes)),
            Err(failure) => failures.push(failure),
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        FAULTS.len(),
        failures.join("\n")
    );
    detection::is_as_found(&found);
}

/// The codes that a fault raises on its day, sorted; what is wrong where they are not its own, at its lines.
fn raised_alone(kind: &FaultKind, plan: &Plan) -> Result<Vec<String>, String> {
    let day = Day::simulated(plan);
    let audited = audit(&day, |_| {});
    let (expected, raised) = (day.planted(), audited.raised());
    let codes = |of: &[String]| -> Vec<String> { of.iter().map(|e| e[..7].to_owned()).collect() };
    let mut listed: Vec<String> = kind.codes.iter().map(ToString::to_string).collect();
    listed.sort();
    if raised == expected && codes(&expected) == listed {
        return Ok(codes(&raised));
    }
    Err(format!(
        "{} on {}: must raise {expected:?} (listed {listed:?}), raised {raised:?}\n{}",
        kind.name,
        plan.system.name(),
        audited.listing()
    ))
}

/// The days of the other two systems. What no table of a link has to do with is the same there.
#[test]
fn each_fault_of_a_link_raises_its_codes_on_every_system() {
    let (mut failures, mut days) = (Vec::new(), 0);
    for kind in
        FAULTS.iter().filter(|k| k.fault.needs_link() && k.fault.need() != Some(Need::Decks))
    {
        let own = day_of(kind.fault, 11, 400);
        for system in System::ALL.into_iter().filter(|system| *system != own.system) {
            let plan = own.clone().on(system);
            if plan.offers(kind.fault) {
                days += 1;
                failures.extend(raised_alone(kind, &plan).err());
            }
        }
    }
    assert!(failures.is_empty(), "{} of {days}:\n{}", failures.len(), failures.join("\n"));
    assert!(days > 80, "{days}");
}

/// What runs on the standard day runs on each of these, but for the level of a card, of which the key of
/// the SHFL system has none, and what only two games on one link or five cards at a time show.
#[test]
fn an_untouched_day_of_every_system_raises_nothing() {
    for game in [GameKind::Crazy4Washington, GameKind::FourCardPoker] {
        let usual = idle(&Plan::of(game, 7, 400));
        for system in System::ALL {
            let plan = Plan::of(game, 7, 400).on(system);
            let audited = audit(&Day::simulated(&plan), |_| {});
            let what = format!("{} {}", game.id(), system.name());
            assert!(audited.exceptions.is_empty(), "{what}:\n{}", audited.listing());
            assert!(audited.problems.is_empty() && audited.outcome.gaps.is_empty(), "{what}");
            let mut more = idle(&plan);
            more.retain(|code| !usual.contains(code));
            let expected: &[&str] = match (system, game) {
                (System::Shfl, GameKind::Crazy4Washington) => &["AWD-005", "APR-001", "APR-002"],
                (System::Shfl, _) => SAME_GAME_IDLE,
                _ => &[],
            };
            assert_eq!(more, expected, "{what}");
        }
    }
}

/// The day of one game has no table of Crazy 4 Poker, and no pack has two winners of its meter, which has one level. The sheet
/// of SHFL limits no games.
const SAME_GAME_IDLE: &[&str] = &[
    "WGR-001", "PAY-003", "PAY-004", "PAY-007", "AWD-005", "AWD-006", "AWD-015", "PAR-004",
    "APR-001", "APR-002",
];

#[test]
fn an_untouched_day_without_hands_on_record_raises_nothing() {
    for system in System::ALL {
        for game in [GameKind::Crazy4Washington, GameKind::FourCardPoker] {
            let plan = Plan { without_hands: true, ..Plan::of(game, 3, 400).on(system) };
            let audited = audit(&Day::simulated(&plan), |_| {});
            let what = format!("{} {}", game.id(), system.name());
            assert!(audited.exceptions.is_empty(), "{what}:\n{}", audited.listing());
            assert!(audited.problems.is_empty(), "{what}");
        }
    }
}

/// $500.00 are missing at $0.925 a wager: 541 wagers, and 1 - (1 - 48/2,598,960)^541 is 0.99421 %. Pre-configured
/// are 17.5 % of $5.00, a cent short of a nickel less than 18.5 %.
#[test]
fn advice_says_what_it_comes_to_and_is_no_exception() {
    let faults = vec![Fault::SeedBelowLargestAward, Fault::ContributionAbovePreconfigured];
    let audited = audit(&Day::simulated(&Plan { faults, ..plan(3, 200) }), |_| {});
    assert!(audited.exceptions.is_empty(), "{}", audited.listing());
    let said: Vec<&str> =
        audited.outcome.advisories.iter().map(|e| e.explanation.as_str()).collect();
    for (at, says) in [(0, "541 wagers"), (0, "0.9942%"), (0, "48 of 2598960"), (1, "$0.05 more")] {
        assert!(said[at].contains(says), "{says}: {said:?}");
    }
}

#[test]
fn many_faults_in_one_day_are_all_found_and_nothing_else() {
    for game in GameKind::ALL {
        // One fault of each code, so that they do not stand in each other's way.
        let mut seen = Vec::new();
        let mut faults = Vec::new();
        let plan = Plan::of(game, 12, 2000);
        let of_game = |k: &&FaultKind| {
            let needs_more = k.fault.need().is_some() || k.fault.is_of_whole_day();
            plan.offers(k.fault) && !needs_more
        };
        for kind in FAULTS.iter().filter(|k| k.codes.len() == 1 && of_game(k)) {
            if !seen.contains(&kind.codes[0]) {
                seen.push(kind.codes[0]);
                faults.push(kind.fault);
            }
        }
        let day = Day::simulated(&Plan { faults, ..plan });
        let audited = audit(&day, |_| {});
        let expected = day.planted();
        assert_eq!(audited.raised(), expected, "{}\n{}", game.id(), audited.listing());
    }
}

/// A statement of the bank account, tray pays and in-meter in the manager journal, a link that takes in an overflow: each check of them has something to test and
/// leaves nothing open.
#[test]
fn an_untouched_day_with_bank_tray_pays_in_meter_and_overflow_raises_nothing() {
    for game in [GameKind::Crazy4Washington, GameKind::FourCardPoker] {
        for system in System::ALL {
            for (rng_seed, rounds) in [(1, 2000), (7, 400), (3, 30)] {
                let plan = Plan::of(game, rng_seed, rounds).on(system);
                let second_link = rounds < 2000;
                let plan = Plan { bank: true, tray_pays: true, second_link, ..plan };
                let plan = Plan { in_meter: true, ..plan };
                let audited = audit(&Day::simulated(&plan), |_| {});
                let what = format!("{} {} {rounds}", game.id(), system.name());
                assert!(audited.exceptions.is_empty(), "{what}:\n{}", audited.listing());
                assert!(audited.problems.is_empty() && audited.outcome.gaps.is_empty(), "{what}");
                for check in &audited.outcome.checks {
                    let is_of_bank = check.code.starts_with("BNK-");
                    let is_of_second = second_link && check.code == "MTR-012";
                    let is_certain = is_of_bank || is_of_second || check.code == "MTR-013";
                    if is_certain || (check.code == "AWD-014" && rounds > 30) {
                        let has_run = matches!(check.outcome, Outcome::Ran { .. });
                        assert!(has_run && check.undecided == 0, "{what}: {check:?}");
                    }
                }
            }
        }
    }
}

/// The audit makes of the fault the same amount as the simulator, which knows what it did.
#[test]
fn what_is_wrong_at_the_bank_or_the_tray_comes_to_the_same_amount() {
    let is_meant = |k: &&FaultKind| matches!(k.fault.need(), Some(Need::Bank | Need::TrayPays));
    for kind in FAULTS.iter().filter(is_meant) {
        let day = Day::simulated(&day_of(kind.fault, 11, 400));
        let audited = audit(&day, |_| {});
        let [found] = audited.exceptions.as_slice() else { panic!("{}", audited.listing()) };
        let mut planted = csv::Reader::from_reader(day.0["faults.csv"].as_slice());
        let planted = planted.records().next().unwrap().unwrap();
        assert_eq!(found.difference.map(Money::plain).as_deref(), Some(&planted[9]), "{planted:?}");
    }
}

/// The code of every exception that a bug brings about on an untouched day.
fn codes_with(bug: feltproof_record::SettleFn) -> Vec<&'static str> {
    let audited = audit(&Day::simulated(&plan(1, 400)), |scope| scope.subject.settle = bug);
    let mut codes: Vec<&str> = audited.exceptions.iter().map(|e| e.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn ante_wins_when_the_dealer_does_not_qualify(
    rules: &TableRules,
    rows: &[HandRow],
    out: &mut Vec<SettledHand>,
) -> RoundSettlement {
    let outcome = settle(rules, rows, out);
    if !outcome.dealer_qualifies && outcome.dealer.is_some() {
        for (row, hand) in rows.iter().zip(out.iter_mut()) {
            if hand.owed[Wager::Ante] == row.stake[Wager::Ante] {
                hand.owed[Wager::Ante] =
                    row.stake[Wager::Ante].checked_mul(2).unwrap_or(Money::ZERO);
            }
        }
    }
    outcome
}

fn envy_goes_to_nobody(
    rules: &TableRules,
    rows: &[HandRow],
    out: &mut Vec<SettledHand>,
) -> RoundSettlement {
    let outcome = settle(rules, rows, out);
    for hand in out.iter_mut() {
        hand.owed[Wager::Envy] = Money::ZERO;
    }
    outcome
}

fn four_aces_win_no_meter(
    rules: &TableRules,
    rows: &[HandRow],
    out: &mut Vec<SettledHand>,
) -> RoundSettlement {
    let outcome = settle(rules, rows, out);
    for hand in out.iter_mut() {
        hand.meter_share = None;
    }
    outcome
}

#[test]
fn a_bug_in_the_engine_fails_the_untouched_day() {
    assert_eq!(codes_with(ante_wins_when_the_dealer_does_not_qualify), ["PAY-001"]);
    assert_eq!(codes_with(envy_goes_to_nobody), ["ENV-002"]);
    assert_eq!(codes_with(four_aces_win_no_meter), ["AWD-002"]);
}

#[test]
fn a_wrong_paytable_fails_the_untouched_day() {
    let text = include_str!("../../crates/engine/games/crazy4-wa.toml");
    let day = Day::simulated(&plan(1, 400));
    // Queens Up C4P-10 pays three of a kind 8 to 1 where C4P-09 pays 9.
    let changed =
        text.replace("C4P-09", "C4P-XX").replace("C4P-10", "C4P-09").replace("C4P-XX", "C4P-10");
    assert_ne!(text, changed);
    let game = Game::parse(&changed, "crazy4-wa.toml").unwrap();
    let audited = audit_with(&day, &[game], |_| {});
    assert!(!audited.exceptions.is_empty());
    assert!(audited.exceptions.iter().all(|e| e.code == "PAY-004"), "{}", audited.listing());
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let kinds = FAULTS.iter().take(12);
    let day = Day::simulated(&Plan { faults: kinds.map(|k| k.fault).collect(), ..plan(9, 3000) });
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let audited = pool.install(|| audit(&day, |_| {}));
        (audited.exceptions, audited.outcome.checks, audited.outcome.meters, audited.outcome.counts)
    };
    assert_eq!(on(1), on(2));
}

/// Files of a fixture's folder that its command makes.
const MADE: [&str; 5] =
    ["engagement.toml", "hands.csv", "controller.csv", "manager.csv", "faults.csv"];

fn fixture(name: &str) -> Day {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(name);
    let read = |f: &str| (f.to_owned(), std::fs::read(folder.join(f)).unwrap());
    Day(MADE.iter().map(|f| read(f)).collect())
}

#[test]
fn the_fixtures_are_what_their_commands_make() {
    assert!(Day::simulated(&plan(20_261_031, 2000)) == fixture("harbor-card-room"));
    let readme = include_str!("../../fixtures/tampered-day/README.md");
    let names = readme.lines().filter_map(|l| l.trim().strip_prefix("--fault "));
    let faults = names.map(|n| Fault::parse(n.trim_end_matches(" \\")).unwrap()).collect();
    assert!(Day::simulated(&Plan { faults, ..plan(66, 2000) }) == fixture("tampered-day"));
}

#[test]
fn round_seat_and_difference_are_those_of_the_ground_truth() {
    let day = fixture("tampered-day");
    let audited = audit(&day, |_| {});
    let mut compared = 0;
    for row in csv::Reader::from_reader(day.0["faults.csv"].as_slice()).records() {
        let row = row.unwrap();
        let found = audited.exceptions.iter().find(|e| e.code == &row[1]).unwrap();
        let found: Vec<_> = std::iter::once(found)
            .chain(audited.exceptions.iter().filter(|e| e.code == &row[1]))
            .filter(|e| match e.locus {
                feltproof_model::Locus::Journal { line, .. } => line.to_string() == row[3],
                feltproof_model::Locus::Engagement { line } => line.number.to_string() == row[3],
            })
            .collect();
        let found = found.first().unwrap_or_else(|| panic!("{row:?}"));
        let text = |v: Option<String>| v.unwrap_or_default();
        // A check of the journal itself sees records, not rounds.
        if row[1].starts_with("LOG-") {
            continue;
        }
        assert_eq!(text(found.round.map(|r| r.to_string())), row[4], "{row:?}");
        // Of the engagement file the ground truth gives the line alone.
        if &row[2] != "engagement.toml" {
            assert_eq!(text(found.table.as_ref().map(ToString::to_string)), row[5], "{row:?}");
        }
        assert_eq!(text(found.seat.map(|s| s.to_string())), row[6], "{row:?}");
        let money = |m: Money| m.plain();
        // Some checks word in seats or versions what the ground truth counts in money.
        if let (Some(difference), false) = (found.difference, row[9].is_empty()) {
            assert_eq!(
                Money::parse(row[9].as_bytes()).map(money),
                Ok(difference.plain()),
                "{row:?}"
            );
            compared += 1;
        }
    }
    assert!(compared >= 15, "{compared} differences in money were compared");
}
