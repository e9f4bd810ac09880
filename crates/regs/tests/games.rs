//! Games on one hand: counting by hand and by a second method, and the joint regimes.
//!
//! The built-in pack reads every wager one way or the other; a pack with an open group is made of it
//! where open readings are tested.

use feltproof_model::engagement::Placard;
use feltproof_model::{Date, Money, Wager};
use feltproof_regs::{GameCount, Pack, Verdict, builtin_packs};

fn washington() -> Pack {
    builtin_packs().into_iter().find(|p| p.id == "us-wa").unwrap()
}

fn dollars(amount: i64) -> Money {
    Money::from_dollars(amount).unwrap()
}

fn count(min: u32, max: u32, min_over: u32, max_over: u32) -> GameCount {
    GameCount { min, max, min_over, max_over }
}

fn games_on_hand(pack: &Pack, wagers: &[(&str, Money)]) -> GameCount {
    let names: Vec<&str> = wagers.iter().map(|(name, _)| *name).collect();
    let stakes: Vec<Money> = wagers.iter().map(|(_, stake)| *stake).collect();
    let made = stakes.iter().zip(0..).map(|(stake, at)| u64::from(*stake > Money::ZERO) << at);
    pack.games_plan(&names).count(made.sum(), &stakes)
}

#[test]
fn counts_worked_by_hand() {
    let pack = washington();
    for (wagers, expected) in [
        (vec![], count(0, 0, 0, 0)),
        // $5 is not over $5; Ante and Play are one game, together $10.
        (vec![("ante", 5)], count(1, 1, 0, 0)),
        (vec![("ante", 5), ("play", 5)], count(1, 1, 0, 1)),
        (vec![("ante", 5), ("play", 15)], count(1, 1, 1, 1)),
        // Crazy 4 Poker with everything: base game, Queens Up, Bad Beat Bonus, progressive.
        (vec![("ante", 10), ("super_bonus", 10)], count(1, 2, 1, 2)),
        (
            vec![
                ("ante", 10),
                ("super_bonus", 10),
                ("play", 30),
                ("queens_up", 10),
                ("bad_beat", 5),
                ("progressive", 5),
            ],
            count(4, 5, 2, 3),
        ),
        // Four Card Poker: base game, Aces Up, Cover All, progressive.
        (
            vec![("ante", 5), ("play", 5), ("aces_up", 6), ("cover_all", 1), ("progressive", 5)],
            count(4, 4, 1, 2),
        ),
        // Four Card Frenzy: base game, 4 Card Bonus, Prime.
        (
            vec![("ante", 5), ("odds", 5), ("raise", 15), ("four_card_bonus", 5), ("prime", 6)],
            count(3, 4, 2, 2),
        ),
        // What is no wager of the seat never counts, however large; a stake of nothing is no wager.
        (vec![("ante", 5), ("envy", 100), ("queens_up", 0)], count(1, 1, 0, 0)),
        (vec![("envy", 9), ("ante_bonus", 9), ("bank", 9_000)], count(0, 0, 0, 0)),
        // A wager the pack does not know is never left out silently.
        (vec![("ante", 5), ("lucky_suit", 6)], count(1, 2, 0, 1)),
        (vec![("lucky_suit", 3), ("lucky_suit", 3)], count(0, 1, 0, 1)),
    ] {
        let stakes: Vec<(&str, Money)> = wagers.iter().map(|(w, d)| (*w, dollars(*d))).collect();
        assert_eq!(games_on_hand(&pack, &stakes), expected, "{wagers:?}");
    }
}

/// Every wager there is has a group, so that none is left unclear by an oversight: open is only
/// whether the second mandatory wager is a game of its own.
#[test]
fn every_wager_is_read_one_way_or_the_other() {
    let pack = washington();
    let mut counted = Vec::new();
    for wager in Wager::ALL {
        let games = games_on_hand(&pack, &[(wager.key(), dollars(10))]);
        let open = matches!(wager, Wager::SuperBonus | Wager::Odds);
        assert_eq!(games.min != games.max, open, "{wager}");
        assert_eq!(games.max == 1, wager.is_staked(), "{wager}");
        counted.push((wager.key(), dollars(10)));
    }
    // Together: the base game, one for each side bet, and the open one.
    let side_bets = Wager::ALL.into_iter().filter(|w| w.is_side_bet()).count();
    let all = u32::try_from(1 + side_bets).unwrap();
    assert_eq!(games_on_hand(&pack, &counted), count(all, all + 1, all, all + 1));
}

#[test]
fn an_open_group_makes_a_range() {
    let pack = washington();
    for (wagers, expected) in [
        (vec![("ante", 10), ("super_bonus", 10)], count(1, 2, 1, 2)),
        (
            vec![
                ("ante", 10),
                ("super_bonus", 10),
                ("play", 30),
                ("queens_up", 10),
                ("progressive", 5),
            ],
            count(3, 4, 2, 3),
        ),
    ] {
        let stakes: Vec<(&str, Money)> = wagers.iter().map(|(w, d)| (*w, dollars(*d))).collect();
        assert_eq!(games_on_hand(&pack, &stakes), expected, "{wagers:?}");
    }
}

/// Second method: try both readings of every unclear group, and both readings of "over $5"
/// (one wager, or the wagers of a game together), and take the extremes.
#[test]
fn the_range_is_that_of_all_readings() {
    let pack = washington();
    let names = ["ante", "play", "super_bonus", "queens_up", "progressive", "envy", "new"];
    let games: [(&[usize], Option<bool>); 6] = [
        (&[0, 1], Some(true)),
        (&[2], None),
        (&[3], Some(true)),
        (&[4], Some(true)),
        (&[5], Some(false)),
        (&[6], None),
    ];
    for case in 0..4_usize.pow(7) {
        let amounts: Vec<i64> =
            (0..7_u32).map(|i| [0, 3, 5, 6][case / 4_usize.pow(i) % 4]).collect();
        let mut expected: Option<GameCount> = None;
        for reading in 0..8 {
            let (mut all, mut over) = (0, 0);
            for (i, (members, counts)) in games.iter().enumerate() {
                let unclear = if i == 1 { reading & 1 != 0 } else { reading & 2 != 0 };
                let sum: i64 = members.iter().map(|m| amounts[*m]).sum();
                let largest = members.iter().map(|m| amounts[*m]).max().unwrap();
                if sum > 0 && counts.unwrap_or(unclear) {
                    all += 1;
                    over += u32::from(if reading & 4 != 0 { sum > 5 } else { largest > 5 });
                }
            }
            let range = expected.get_or_insert(count(all, all, over, over));
            range.min = range.min.min(all);
            range.max = range.max.max(all);
            range.min_over = range.min_over.min(over);
            range.max_over = range.max_over.max(over);
        }
        let stakes: Vec<(&str, Money)> =
            names.iter().zip(&amounts).map(|(n, a)| (*n, dollars(*a))).collect();
        assert_eq!(Some(games_on_hand(&pack, &stakes)), expected, "{amounts:?}");
    }
}

fn judged(pack: &Pack, day: &str, c: GameCount) -> &'static str {
    match pack.judge_games(Date::parse(day).unwrap(), &c) {
        Verdict::Holds => "holds",
        Verdict::Violates => "violates",
        Verdict::NotDecidable { .. } => "not decidable",
    }
}

#[test]
fn verdicts_worked_by_hand() {
    let pack = washington();
    for (day, c, expected) in [
        ("2003-12-31", count(1, 1, 0, 0), "not decidable"),
        ("2004-01-01", count(2, 2, 2, 2), "not decidable"),
        ("2007-07-15", count(3, 3, 0, 0), "not decidable"),
        ("2007-07-16", count(2, 2, 2, 2), "holds"),
        ("2007-07-16", count(3, 3, 0, 0), "violates"),
        ("2007-12-31", count(2, 3, 2, 2), "not decidable"),
        ("2007-12-31", count(3, 3, 0, 0), "violates"),
        ("2008-01-01", count(3, 3, 3, 3), "holds"),
        ("2008-01-01", count(3, 4, 2, 3), "not decidable"),
        ("2008-01-01", count(4, 4, 0, 0), "violates"),
        ("2009-09-13", count(4, 4, 0, 0), "violates"),
        // From here either six with at most three over $5, or four.
        ("2009-09-14", count(4, 4, 3, 3), "holds"),
        ("2009-09-15", count(4, 4, 4, 4), "not decidable"),
        ("2026-10-31", count(5, 5, 0, 0), "not decidable"),
        ("2026-10-31", count(4, 5, 0, 0), "not decidable"),
        ("2026-10-31", count(5, 6, 4, 4), "violates"),
        ("2026-10-31", count(7, 7, 0, 0), "violates"),
        ("2026-10-31", count(3, 4, 2, 3), "holds"),
        ("2026-10-31", count(0, 0, 0, 0), "holds"),
    ] {
        assert_eq!(judged(&pack, day, c), expected, "{c:?} on {day}");
    }
}

/// Second method: every reading of the count against both regimes, written out.
#[test]
fn verdicts_by_all_readings() {
    let pack = washington();
    for min in 0..9 {
        for max in min..9 {
            for min_over in 0..=min {
                for max_over in min_over..=max {
                    let mut outcomes = Vec::new();
                    for games in min..=max {
                        for over in min_over..=max_over {
                            outcomes.extend([games <= 6 && over <= 3, games <= 4]);
                        }
                    }
                    let expected = match (outcomes.contains(&true), outcomes.contains(&false)) {
                        (true, false) => "holds",
                        (false, true) => "violates",
                        _ => "not decidable",
                    };
                    let c = count(min, max, min_over, max_over);
                    assert_eq!(judged(&pack, "2026-10-31", c), expected, "{c:?}");
                }
            }
        }
    }
}

#[test]
fn the_reason_names_both_regimes() {
    let verdict = washington().judge_games(Date::parse("2026-10-31").unwrap(), &count(5, 5, 2, 2));
    let Verdict::NotDecidable { reason } = verdict else { panic!("decided") };
    assert_eq!(
        reason,
        "5 to 5 games on one hand, 2 to 2 of them over $5.00, cannot be judged by WAC 230-15-040 \
         on 2026-10-31: games must not exceed 6 games and those over $5.00 must not exceed 3 games \
         (from 2009-09-14, evidence V): holds; games must not exceed 4 games (not before \
         2009-09-14, effective date not known, evidence SEED): violated"
    );
}

/// When the first known value may or may not have started, whatever came before is not known, and
/// no count is decidable; from the next year on it is.
#[test]
fn a_first_value_that_may_not_have_started_decides_nothing() {
    let text = include_str!("../../../regulations/us-wa.toml").replace(
        "games = 2\nnot_before = \"2004-01-01\"\ncertain_from = \"2007-07-16\"",
        "games = 2\nfrom = \"2004\"",
    );
    let pack = Pack::parse(&text, "first.toml").unwrap();
    for (day, games, expected) in [
        ("2004-06-15", 1, "not decidable"),
        ("2004-06-15", 9, "not decidable"),
        ("2005-01-01", 2, "holds"),
        ("2005-01-01", 3, "violates"),
    ] {
        assert_eq!(judged(&pack, day, count(games, games, 0, 0)), expected, "{games} on {day}");
    }
}

/// What a table offers: the first regimes count it as they count what is wagered; that of the system sheets lets a
/// placard tell the players, and without one nothing is decided by it.
#[test]
fn what_a_table_offers_beside_a_placard_and_without_one() {
    let pack = washington();
    let holds = Some(true);
    let (violated, open) = (Some(false), None);
    for (day, games, [with, without, unknown]) in [
        // Three games alone until 2009-09-13.
        ("2008-01-01", count(3, 3, 3, 3), [holds, holds, holds]),
        ("2009-09-13", count(4, 4, 0, 0), [violated, violated, violated]),
        ("2009-09-13", count(3, 4, 0, 0), [open, open, open]),
        // Six, or four and a placard, from the day after.
        ("2009-09-14", count(4, 4, 0, 0), [holds, holds, holds]),
        ("2009-09-14", count(5, 5, 0, 0), [holds, open, open]),
        ("2009-09-14", count(6, 6, 3, 3), [holds, open, open]),
        ("2026-06-15", count(6, 6, 4, 4), [open, open, open]),
        ("2026-06-15", count(7, 7, 0, 0), [open, open, open]),
        ("2026-06-15", count(4, 4, 4, 4), [open, open, open]),
    ] {
        let date = Date::parse(day).unwrap();
        for (placard, expected) in [
            (Some(Placard::Posted), with),
            (Some(Placard::Games(4)), with),
            // One that names another number does not tell of this limit.
            (Some(Placard::Games(6)), without),
            (Some(Placard::Missing), without),
            (None, unknown),
        ] {
            let tells = matches!(placard, Some(Placard::Posted | Placard::Games(4)));
            let verdict = match pack.judge_games_offered(date, &games, placard) {
                Verdict::Holds => Some(true),
                Verdict::Violates => Some(false),
                Verdict::NotDecidable { reason } => {
                    let says = reason.contains("a placard tells the players");
                    assert_eq!(says, !tells && games.max > 4 && day > "2009-09-13", "{reason}");
                    None
                }
            };
            assert_eq!(verdict, expected, "{day} {games:?} {placard:?}");
        }
    }
}
