//! What an audit makes of its engagement before the first record: what cannot be resolved, which checks
//! have nothing to do, which lack an input.

use feltproof_checks::games_judge::GamesJudge;
use feltproof_checks::runnable::{is_of_nothing, missing, not_run};
use feltproof_checks::{Scope, by_code};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::{Date, Money, Wager, WagerMap, WagerSet};
use feltproof_regs::builtin_packs;

const BENCH: &str = include_str!("bench.toml");
const GAMES: &str = include_str!("bench_games.toml");

/// The bench with more at its end and a hands journal with these columns.
fn scope(bench: &str, more: &str, columns: &str) -> Result<Scope, String> {
    let journal = "\n[[journal]]\nkind = \"hands\"\nfile = \"hands.csv\"\n";
    let engagement = parse_engagement(&format!("{bench}\n{more}{journal}"), "bench.toml").unwrap();
    let header = format!("round,time,table,dealer,seat,cards,action,{columns}\n");
    let reader = JournalReader::new(header.as_bytes(), &engagement, 0).unwrap();
    let columns = Some(reader.columns().clone());
    let games = builtin_games();
    Scope::new(engagement, "bench.toml", &games, builtin_systems(), builtin_packs(), columns)
        .map_err(|e| e.to_string())
}

fn stated(wager: &str, paytable: &str) -> String {
    format!(
        "[[stated]]\ngame = \"crazy4-wa\"\nwager = \"{wager}\"\n{paytable}figure = \"house_edge\"\n\
         value = \"3.06%\"\nsource = \"placard\"\n"
    )
}

#[test]
fn a_stated_figure_is_of_a_paytable_that_its_game_has() {
    let line = u32::try_from(BENCH.lines().count() + 2).unwrap();
    for (wager, paytable, wanted) in [
        ("queens_up", "paytable = \"C4P-13\"\n", "C4P-09, C4P-10, C4P-11, C4P-12"),
        ("queens_up", "", "without its paytable; name one of C4P-09"),
        ("aces_up", "", "which has no paytable for it"),
        ("ante", "paytable = \"C4P-09\"\n", "its paytables are SB"),
    ] {
        let why = scope(BENCH, &stated(wager, paytable), "ante").map(|_| ()).unwrap_err();
        assert!(why.starts_with(&format!("bench.toml:{line}: ")) && why.contains(wanted), "{why}");
    }
    for (wager, paytable) in [
        ("queens_up", "paytable = \"C4P-12\"\n"),
        ("ante", ""),
        ("super_bonus", "paytable = \"SB\"\n"),
    ] {
        assert!(scope(BENCH, &stated(wager, paytable), "ante").is_ok(), "{wager} {paytable}");
    }
}

#[test]
fn a_check_of_what_nobody_offers_leaves_no_gap_and_one_without_its_column_does() {
    let columns = "ante,ante_returned,play,play_returned,queens_up,queens_up_returned";
    let crazy4 = scope(BENCH, "", columns).unwrap();
    let every = scope(BENCH, GAMES, columns).unwrap();
    for code in ["PAY-007", "PAY-008", "PAY-009", "PAY-010", "PAY-011", "PAY-012", "PAY-013"] {
        let check = by_code(code).unwrap();
        assert!(is_of_nothing(&crazy4, check).is_some() && missing(&crazy4, check).is_none());
        // The bonus alone needs no column of its own: without one it counts to the Ante.
        let own_column = code != "PAY-009";
        assert_eq!(missing(&every, check).is_some(), own_column, "{code}");
        assert_eq!(is_of_nothing(&every, check).is_some(), !own_column, "{code}");
        assert!(not_run(&crazy4, check).is_some() && not_run(&every, check).is_some(), "{code}");
    }
    let queens_up = by_code("PAY-004").unwrap();
    assert_eq!(not_run(&crazy4, queens_up), None);
    let without = scope(BENCH, "", "ante,ante_returned").unwrap();
    assert_eq!(
        missing(&without, queens_up).as_deref(),
        Some("the hands journal has no queens_up column")
    );
}

#[test]
fn a_law_that_the_engagement_does_not_name_leaves_no_gap() {
    let elsewhere = BENCH.replace("packs = [\"us-wa\"]", "packs = []");
    let scope = scope(&elsewhere, "", "ante").unwrap();
    let cap = by_code("WAC-001").unwrap();
    assert_eq!(
        is_of_nothing(&scope, cap).as_deref(),
        Some("no rule pack of the engagement limits a single wager")
    );
    assert_eq!(missing(&scope, cap), None);
}

/// The verdicts worked out beforehand against those of the pack for each count.
#[test]
fn games_are_judged_as_the_law_judges_each_count() {
    let packs = builtin_packs();
    let pack = packs.iter().find(|p| p.id == "us-wa").unwrap();
    let keys: Vec<&str> = Wager::ALL.iter().map(|w| w.key()).collect();
    let plan = pack.games_plan(&keys);
    let staked: Vec<Wager> = Wager::ALL.into_iter().filter(|w| w.is_staked()).collect();
    for year in [2009, 2015, 2026] {
        let date = Date { year, month: 6, day: 15 };
        let judge = GamesJudge::new(pack, date, &Wager::ALL.map(Wager::is_staked)).unwrap();
        // Every set of wagers, the ones at an odd place over the threshold of $5.00.
        for set in 0..1_u32 << staked.len() {
            let mut stakes = WagerMap::default();
            for (at, wager) in staked.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0) {
                stakes[*wager] = Money::from_dollars(if at % 2 == 0 { 5 } else { 10 }).unwrap();
            }
            let made = WagerSet::of(&stakes);
            let count = plan.count(u64::from(made.bits()), stakes.as_slice());
            assert_eq!(judge.count(made, &stakes), count);
            assert_eq!(*judge.verdict(&count), pack.judge_games(date, &count), "{count:?}");
        }
    }
}

/// What the engagement says of the law, at the end of the bench.
const CONFIRMED: &str = "[[confirmed]]\nlimit = \"single-wager\"\ndollars = \"400.00\"\nfrom = \"2023-08-31\"\n\
    source = \"the order\"\nby = \"JD\"\ndate = \"2026-11-20\"\n";
const INSPECTED: &str = "[[inspected]]\ncontrol = \"wac-230-15-671\"\nanswer = \"yes\"\nby = \"inquiry\"\n\
    initials = \"JD\"\ndate = \"2026-11-20\"\n";

#[test]
fn what_contradicts_the_packs_stops_the_audit_with_its_line() {
    let line = BENCH.lines().count() + 2;
    let refused = |more: &str| scope(BENCH, more, "ante").map(|_| ()).unwrap_err();
    let late = CONFIRMED.replace("2023-08-31", "2023-12-02");
    assert!(refused(&late).starts_with(&format!(
        "bench.toml:{line}: [[confirmed]] is stated from 2023-12-02, but limit single-wager of us-wa has $400.00 \
         (not before 2023-08-19, certainly from 2023-12-01"
    )));
    let unknown = INSPECTED.replace("-671", "-672");
    let why = refused(&unknown);
    let wanted =
        format!("bench.toml:{line}: [[inspected]] is of control wac-230-15-672 (did you mean ");
    assert!(why.starts_with(&wanted), "{why}");
    // Both, and a pack that is not there, are said at once.
    let bench = BENCH.replace("packs = [\"us-wa\"]", "packs = [\"us-wa\", \"us-zz\"]");
    let all = scope(&bench, &format!("{unknown}{late}"), "ante").map(|_| ()).unwrap_err();
    assert_eq!(all.lines().count(), 3, "{all}");
}

#[test]
fn what_is_said_of_the_law_is_known_by_its_pack_afterwards() {
    let scope = scope(BENCH, &format!("{CONFIRMED}{INSPECTED}"), "ante").unwrap();
    assert_eq!(scope.engagement.confirmed[0].pack.as_deref(), Some("us-wa"));
    assert!(scope.engagement.inspected("us-wa", "wac-230-15-671").is_some());
    // Without a word on inspection the check has nothing to do, and that is no gap.
    let none = self::scope(BENCH, "", "ante").unwrap();
    let check = by_code("INS-001").unwrap();
    assert!(is_of_nothing(&none, check).is_some() && missing(&none, check).is_none());
    assert_eq!(not_run(&scope, check), None);
}
