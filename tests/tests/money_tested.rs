//! Money comes only from wagers that a check tested: at every game, with planted faults, whichever column
//! the hands journal lacks, what the observer is given adds up to what the checks found, wager by wager
//! and none of them twice.

use feltproof_checks::{Observer, SettledWagers};
use feltproof_engine::builtin_games;
use feltproof_model::{Money, Seat, Wager};
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, Need, Plan};
use feltproof_tests::{Audited, Day, audit_observed};

/// Over and under, how many wagers were wrong, how many were tested and how many not.
#[derive(Default)]
struct Sums {
    over: i128,
    under: i128,
    tested: u64,
    untested: u64,
    twice: Vec<(Seat, Wager)>,
}

impl Observer for Sums {
    fn settled(&mut self, round: &SettledWagers<'_>) {
        let mut seen: Vec<(Seat, Wager)> = Vec::new();
        let tested = round.wagers.iter().map(|w| (w.seat, w.wager));
        for key in tested.chain(round.untested.iter().copied()) {
            if seen.contains(&key) {
                self.twice.push(key);
            }
            seen.push(key);
        }
        // A bank covers the wagers of others; it is no wager.
        for w in round.wagers.iter().filter(|w| w.wager != Wager::Bank) {
            let difference = i128::from(w.paid.micros()) - i128::from(w.owed.micros());
            self.over += difference.max(0);
            self.under -= difference.min(0);
            self.tested += 1;
        }
        self.untested += round.untested.len() as u64;
    }

    fn merge(&mut self, other: Self) {
        self.over += other.over;
        self.under += other.under;
        self.tested += other.tested;
        self.untested += other.untested;
        self.twice.extend(other.twice);
    }
}

/// The checks that compare what one wager, or one hand of a void round, returned; a bank and an aggregate
/// limit are no wagers.
fn compares_wagers(code: &str) -> bool {
    let compares = ["PAY-", "ENV-", "WGR-006", "PAR-003"].iter().any(|c| code.starts_with(c));
    compares && !["PAY-015", "PAY-016"].contains(&code)
}

fn money_is_that_of_the_checks(what: &str, audited: &Audited<Sums>) {
    let (sums, listing) = (&audited.outcome.observer, audited.listing());
    let checks = || audited.outcome.checks.iter().filter(|c| compares_wagers(c.code));
    let over: i128 = checks().map(|c| c.over_micros).sum();
    let under: i128 = checks().map(|c| c.under_micros).sum();
    // What a void round gave back of a bank is no wager's.
    let bank = audited.exceptions.iter().filter(|e| {
        e.code == "PAY-006" && e.seat.is_some_and(|seat| matches!(seat, Seat::Banker(_)))
    });
    let of_bank: i128 = bank.filter_map(|e| e.difference).map(|d| i128::from(d.micros())).sum();
    let (over, under) = (over - of_bank.max(0), under + of_bank.min(0));
    assert_eq!((sums.over, sums.under), (over, under), "{what}\n{listing}");
    assert_eq!(sums.twice, [], "{what}: tested twice");
    let counts = &audited.outcome.counts;
    assert_eq!(sums.untested, counts.wagers_untested, "{what}");
    let payments = &audited.outcome.untested_payments;
    assert!(payments.listed.len() as u64 <= payments.total && payments.micros >= 0, "{what}");
    if counts.wagers_untested > 0 {
        assert!(!audited.outcome.gaps.is_empty(), "{what}: untested and not said");
    }
}

/// The day with a column of its hands journal under a name that nobody knows.
fn without(day: &Day, column: &str) -> Day {
    let mut day = day.clone();
    let hands = day.text("hands.csv");
    let (head, rows) = hands.split_once('\n').unwrap_or((&hands, ""));
    let names = head
        .split(',')
        .map(|name| if name == column { format!("x_{name}") } else { name.to_owned() });
    let text = format!("{}\n{rows}", names.collect::<Vec<_>>().join(","));
    day.0.insert("hands.csv".to_owned(), text.into_bytes());
    day
}

/// The day with nothing in a column of its hands journal at one table.
fn emptied_at_first_table(day: &Day, column: &str) -> Day {
    let mut day = day.clone();
    let hands = day.text("hands.csv");
    let rows: Vec<Vec<&str>> = hands.lines().map(|line| line.split(',').collect()).collect();
    let at = |name: &str| rows[0].iter().position(|c| *c == name).unwrap_or_default();
    let (column, table) = (at(column), at("table"));
    let emptied = rows.iter().map(|row| {
        let mut row = row.clone();
        if row[table] == rows[1][table] {
            row[column] = "";
        }
        row.join(",") + "\n"
    });
    day.0.insert("hands.csv".to_owned(), emptied.collect::<String>().into_bytes());
    day
}

#[test]
fn money_is_that_of_the_checks_at_every_game_whichever_column_is_missing() {
    for game in GameKind::ALL {
        let of_game =
            FAULTS.iter().filter(|k| k.fault.game() == game && k.fault.need() != Some(Need::Decks));
        let mut codes = Vec::new();
        let mut faults = Vec::new();
        for kind in of_game.filter(|k| k.codes.iter().any(|code| compares_wagers(code))) {
            if !codes.contains(&kind.codes) {
                codes.push(kind.codes);
                faults.push(kind.fault);
            }
        }
        let planted = !faults.is_empty();
        let day = Day::simulated(&Plan { faults, ..Plan::of(game, 12, 1000) });
        let whole: Audited<Sums> = audit_observed(&day, &builtin_games(), |_| {});
        money_is_that_of_the_checks(game.id(), &whole);
        let sums = &whole.outcome.observer;
        assert!(sums.tested > 1000 && (!planted || sums.over + sums.under > 0), "{}", game.id());
        let head = day.text("hands.csv");
        let head = head.lines().next().unwrap_or_default().to_owned();
        let needed = ["round", "time", "table", "dealer", "seat"];
        for column in head.split(',').filter(|c| !needed.contains(c)) {
            let what = format!("{} without {column}", game.id());
            let audited = audit_observed(&without(&day, column), &builtin_games(), |_| {});
            money_is_that_of_the_checks(&what, &audited);
        }
    }
}

/// In a void round a hand is compared as a whole: stakes that came back under another wager are neither
/// over nor underpaid, and of what is left over as much counts as the check says.
#[test]
fn what_comes_back_under_another_wager_of_a_void_hand_is_no_money() {
    let day = Day::simulated(&Plan::new(12, 2000));
    let hands = day.text("hands.csv");
    let head: Vec<&str> = hands.lines().next().unwrap_or_default().split(',').collect();
    let at = |name: &str| head.iter().position(|h| *h == name).unwrap_or_default();
    let (ante, second) = (at("ante_returned"), at("super_bonus_returned"));
    let void = |row: &[&str]| row[at("action")] == "void" && row[at("seat")] != "D";
    for (moved, left_over) in [(true, 0), (false, 5_000_000)] {
        let mut done = 0;
        let mut changed: Vec<String> = Vec::new();
        for line in hands.lines() {
            let mut row: Vec<&str> = line.split(',').collect();
            let sum;
            if done == 0 && void(&row) {
                let amount = |text: &str| Money::parse(text.as_bytes()).unwrap_or_default();
                let both = amount(row[ante]).checked_add(amount(row[second]));
                let more = Money::from_micros(if moved { 0 } else { 5_000_000 });
                sum = both.and_then(|both| both.checked_add(more)).unwrap_or_default().plain();
                (row[ante], row[second]) = (&sum, "");
                done += 1;
            }
            changed.push(row.join(","));
        }
        assert_eq!(done, 1, "no void round");
        let mut day = day.clone();
        day.0.insert("hands.csv".to_owned(), (changed.join("\n") + "\n").into_bytes());
        let audited: Audited<Sums> = audit_observed(&day, &builtin_games(), |_| {});
        money_is_that_of_the_checks("void", &audited);
        let sums = &audited.outcome.observer;
        assert_eq!((sums.over, sums.under), (left_over, 0), "{}", audited.listing());
    }
}

/// Without actions only the stakes of Ante and Play (Raise) tell who folded: where the record lacks one of
/// them, or the stakes of the Play at one table, nobody is known to have folded or to have stayed.
#[test]
fn who_folded_is_not_made_up_of_columns_that_are_not_there() {
    for game in GameKind::ALL {
        let day = Day::simulated(&Plan::of(game, 7, 150));
        let header = day.text("hands.csv");
        let columns: Vec<&str> = header.lines().next().unwrap_or_default().split(',').collect();
        let raise = if columns.contains(&"raise") { "raise" } else { "play" };
        for lacking in [&["action", raise][..], &["action", "ante"], &["action", "ante", raise]] {
            let day = lacking.iter().fold(day.clone(), |day, column| without(&day, column));
            let audited = audit_observed::<Sums>(&day, &builtin_games(), |_| {});
            let what = format!("{} without {lacking:?}", game.id());
            assert_eq!(audited.exceptions.len(), 0, "{what}\n{}", audited.listing());
            assert!(audited.outcome.counts.wagers_untested > 0, "{what}");
            money_is_that_of_the_checks(&what, &audited);
        }
        let emptied = emptied_at_first_table(&without(&day, "action"), raise);
        let audited = audit_observed::<Sums>(&emptied, &builtin_games(), |_| {});
        // A payment for a Play that was not staked is that wager's own exception, and what a bank collected
        // of it the bank's; no other wager's.
        let others = |code: &str| {
            code.starts_with("PAY-") && !["PAY-002", "PAY-012", "PAY-015"].contains(&code)
        };
        let paid = audited.exceptions.iter().filter(|e| others(e.code)).count();
        assert_eq!(paid, 0, "{}: {raise} empty at a table\n{:?}", game.id(), audited.raised());
    }
}
