//! Limits by role: what a pack limits it says itself, so a second pack is judged without new code.

use feltproof_model::{Date, Money};
use feltproof_regs::{KnownChecks, Pack, Role, Verdict, builtin_packs, limits_by_role};

/// A made-up authority: its own ids, its own verb, one number of games.
const OTHER: &str = r#"
schema = 1
pack = { id = "xx-other", title = "Elsewhere", authority = "A made-up board", version = "1" }

[[control]]
id = "stake"
citation = "Rule 7"
title = "Stakes"
status = "automated"
evidence = "V"
from = "2020"
address = "made up"
read = "2026-11-22"
checks = ["WAC-001", "WAC-002"]
demand = "Stakes stay below a bound."

[[limit]]
id = "stake-below"
limits = "single-wager"
subject = "a stake"
citation = "Rule 7"
verb = "must be less than"
[[limit.value]]
dollars = "250.00"
from = "2020-01-01"
evidence = "V"
source = "made up"

[[limit]]
id = "bets"
limits = "games-on-one-hand"
subject = "bets on one hand"
citation = "Rule 8"
verb = "must not exceed"
[[limit.value]]
games = 2
from = "2020-01-01"
evidence = "V"
source = "made up"

[[game_group]]
id = "base"
wagers = ["ante", "play"]
counts = "always"
evidence = "V"
[[game_group]]
id = "bonus"
wagers = ["queens_up"]
counts = "unclear"
evidence = "V"
"#;

fn other() -> Pack {
    Pack::parse(OTHER, "xx.toml").unwrap_or_else(|e| panic!("{e}"))
}

fn errors(from: &str, to: &str) -> String {
    let text = OTHER.replacen(from, to, 1);
    assert_ne!(text, OTHER, "{from} is not in the pack");
    Pack::parse(&text, "xx.toml").unwrap_err().to_string()
}

#[test]
fn a_second_pack_is_judged_by_its_own_values_and_verb() {
    let mut packs = builtin_packs();
    packs.push(other());
    let date = Date::parse("2022-05-01").unwrap();
    let cents = |c: i64| Money::from_micros(c * 10_000);
    let found: Vec<(&str, &str)> = limits_by_role(&packs, Role::SingleWager)
        .map(|(p, l)| (p.id.as_str(), l.id.as_str()))
        .collect();
    assert_eq!(found, [("us-wa", "single-wager"), ("xx-other", "stake-below")]);
    // $249.99, $250.00 and $300.01: Washington's cap of that day is $300, the other below $250.
    for (stake, verdicts) in [
        (cents(24_999), [Verdict::Holds, Verdict::Holds]),
        (cents(25_000), [Verdict::Holds, Verdict::Violates]),
        (cents(30_001), [Verdict::Violates, Verdict::Violates]),
    ] {
        let judged: Vec<Verdict> = limits_by_role(&packs, Role::SingleWager)
            .map(|(_, l)| l.on(date).judge(stake))
            .collect();
        assert_eq!(judged, verdicts, "{stake}");
    }
    let words = packs.last().unwrap().on(Role::SingleWager, date).to_string();
    assert_eq!(words, "a stake must be less than $250.00 (Rule 7, evidence V)");
}

#[test]
fn games_are_counted_without_an_amount_where_no_limit_names_one() {
    let pack = other();
    let five = Money::from_dollars(5).unwrap();
    let plan = pack.games_plan(&["ante", "queens_up", "progressive"]);
    let date = Date::parse("2022-05-01").unwrap();
    let judged = |stakes: [Money; 3]| {
        let made = stakes.iter().zip(0..).map(|(stake, at)| u64::from(!stake.is_zero()) << at);
        pack.judge_games(date, &plan.count(made.sum(), &stakes))
    };
    assert_eq!(judged([five, five, Money::ZERO]), Verdict::Holds);
    let Verdict::NotDecidable { reason } = judged([five, five, five]) else { panic!("decided") };
    assert_eq!(
        reason,
        "1 to 3 games on one hand cannot be judged by Rule 8 on 2022-05-01: games must not exceed 2 \
         games (from 2020-01-01, evidence V): open, since it depends on which wagers count as a game"
    );
    assert_eq!(pack.limit(Role::GamesOnOneHandOver), None);
    assert!(!pack.on(Role::GamesOnOneHandOver, date).is_in_force());
}

#[test]
fn the_vocabulary_of_roles_is_closed_and_each_has_one_limit() {
    for role in Role::ALL {
        assert_eq!(Role::parse(role.name()), Some(role));
    }
    assert_eq!(
        errors("limits = \"single-wager\"", "limits = \"single-wagers\""),
        "xx.toml:19: limit stake-below, limits: is `single-wagers` (did you mean `single-wager`?), but it \
         must be one of single-wager, single-wager-at-higher-limit, higher-limit-tables, games-on-one-hand, games-on-one-hand-over, \
         progressives-on-linked-game, aggregate-odds, aggregate-players, aggregate-highest-odds, tables, \
         players-at-table, rounds-with-the-bank, collection-rates, games-on-link, second-odds-prize; \
         correct it"
    );
    let missing = errors("limits = \"single-wager\"\n", "");
    assert_eq!(missing, "xx.toml:17: limit stake-below, limits: is missing; add it");
    let twice = errors("limits = \"games-on-one-hand\"", "limits = \"single-wager\"");
    assert!(
        twice.contains(
            "xx.toml:31: limit bets, limits: is `single-wager`, which line 19 has too; rename or remove one"
        ),
        "{twice}"
    );
    assert!(
        twice.contains("limit bets, value[1]: is missing; write exactly one of dollars"),
        "{twice}"
    );
    let stray = errors("limits = \"single-wager\"", "limits = \"single-wager\"\nover = \"5.00\"");
    assert!(stray.starts_with("xx.toml:20: limit stake-below, over: is an unknown key"), "{stray}");
    let bare = errors("limits = \"games-on-one-hand\"", "limits = \"games-on-one-hand-over\"");
    assert!(bare.contains("limit bets, over: is missing; add it"), "{bare}");
}

#[test]
fn a_placard_belongs_to_games_on_one_hand_alone() {
    let bets = "games = 2\n";
    let text = OTHER.replacen(bets, "games = 2\nplacard = true\n", 1);
    let pack = Pack::parse(&text, "xx.toml").unwrap();
    assert!(pack.limit(Role::GamesOnOneHand).unwrap().values[0].placard);
    assert!(!other().limit(Role::GamesOnOneHand).unwrap().values[0].placard);
    let stray = errors("dollars = \"250.00\"", "dollars = \"250.00\"\nplacard = true");
    assert!(stray.contains("value[1], placard: is an unknown key"), "{stray}");
}

#[test]
fn two_values_of_one_limit_from_one_date_are_refused() {
    let value = "[[limit.value]]\ndollars = \"250.00\"\nfrom = \"2020-01-01\"\nevidence = \"V\"\nsource = \"made up\"\n";
    let second = |from: &str| {
        format!(
            "{value}[[limit.value]]\ndollars = \"350.00\"\n{from}\nevidence = \"V\"\nsource = \"s\"\n"
        )
    };
    assert_eq!(
        errors(value, &second("from = \"2020-01-01\"")),
        "xx.toml:28: limit stake-below, value[2]: is the second value from 2020-01-01; keep one of them"
    );
    // A day that is known and one that is not, but not before it, may differ.
    let text = OTHER.replacen(value, &second("not_before = \"2020-01-01\""), 1);
    assert!(Pack::parse(&text, "xx.toml").is_ok());
}

#[test]
fn what_no_check_answers_is_refused_with_its_line() {
    let readers = |role: Role| match role {
        Role::SingleWager => vec!["WAC-001", "WAC-006"],
        Role::GamesOnOneHand => vec!["WAC-002"],
        _ => vec![],
    };
    let said = |text: &str| {
        let checks = KnownChecks {
            codes: vec!["PAY-001", "WAC-001", "WAC-002"],
            readers,
            of_approvals: vec!["WAC-002"],
        };
        let read = Pack::parse_answered(text, "xx.toml", &checks);
        read.map(|_| ()).map_err(|errors| errors.to_string())
    };
    assert_eq!(said(OTHER), Ok(()));
    let codes = "\"WAC-001\", \"WAC-002\"";
    assert_eq!(
        said(&OTHER.replacen(codes, "\"WAC-001\", \"WAC-012\"", 1)),
        Err("xx.toml:14: control stake, checks: names WAC-012 (did you mean `WAC-002`?), but there is no \
             such check; correct it\n\
             xx.toml:31: limit bets, limits: is games-on-one-hand, read by WAC-002, but no control names \
             one of them; add it"
            .to_owned())
    );
    let over = "limits = \"games-on-one-hand-over\"\nover = \"5.00\"";
    let second = OTHER[OTHER.find("[[limit]]\nid = \"bets\"").unwrap()..]
        .split("[[game_group]]")
        .next()
        .unwrap()
        .replace("limits = \"games-on-one-hand\"", over)
        .replace("\"bets\"", "\"dear\"")
        .replace("games = 2", "games = 2\nregime = \"r\"");
    let one = OTHER.replacen("games = 2", "games = 2\nregime = \"r\"", 1);
    assert_eq!(said(&one), Ok(()));
    let unread = said(&(one + &second)).unwrap_err();
    assert!(
        unread.contains("limit dear, limits: is games-on-one-hand-over, which no check reads"),
        "{unread}"
    );
}

#[test]
fn what_no_check_answers_is_refused_with_every_other_error() {
    let readers = |role: Role| match role {
        Role::SingleWager => vec!["WAC-001"],
        _ => vec!["WAC-002"],
    };
    let checks =
        KnownChecks { codes: vec!["WAC-001", "WAC-002"], readers, of_approvals: vec!["WAC-002"] };
    // An unknown code in a control that lacks its title, two values from one date, and a limit whose check is named
    // only by a control that cannot be read: that one is answered.
    let value = "[[limit.value]]\ndollars = \"250.00\"\nfrom = \"2020-01-01\"\nevidence = \"V\"\nsource = \"made up\"\n";
    let text = OTHER
        .replacen("title = \"Stakes\"\n", "", 1)
        .replacen("\"WAC-001\", \"WAC-002\"", "\"WAC-001\", \"ABC-001\"", 1)
        .replacen(value, &format!("{value}{value}"), 1);
    let errors = Pack::parse_answered(&text, "xx.toml", &checks).map(|_| ()).unwrap_err();
    let found: Vec<(u32, &str)> = errors.0.iter().map(|e| (e.line, e.key.as_str())).collect();
    assert_eq!(
        found,
        [
            (5, "control stake, title"),
            (13, "control stake, checks"),
            (27, "limit stake-below, value[2]"),
            (35, "limit bets, limits"),
        ]
    );
    assert!(
        errors
            .to_string()
            .contains("names ABC-001 (did you mean `WAC-001`?), but there is no such"),
        "{errors}"
    );
}
