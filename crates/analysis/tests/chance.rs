//! Results beside their expectation and trends, against plain sums, a PAR sheet worked by hand, and a law added up trial
//! by trial.

#![allow(clippy::float_arithmetic, reason = "a second way to a probability")]

use crate::common::{House, table};
use feltproof_analysis::{LostOnRecord, Names, Partial, PlayedRound, SetAside, trends};
use feltproof_engine::builtin_games;
use feltproof_model::analysis::{HoldGroup, Holds, TrendLine, Undecided};
use feltproof_model::workpaper::Dimension;
use feltproof_model::{Money, Seat, TableId, Wager};
use std::collections::BTreeMap;

/// Hands of five cards by what they pay under C4P-09 (document 004): 50, 30, 9, 4, 3, 2, 1, and nothing.
const QUEENS_UP: [(i64, u64); 8] = [
    (50, 624),
    (30, 2_072),
    (9, 58_656),
    (4, 114_616),
    (3, 101_808),
    (2, 123_552),
    (1, 242_916),
    (-1, HANDS - 624 - 2_072 - 58_656 - 114_616 - 101_808 - 123_552 - 242_916),
];
const HANDS: u64 = 2_598_960;

/// A fixed sequence of numbers (Knuth's MMIX constants); the high bits are used.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// What a fair hand pays under C4P-09.
    fn gain(&mut self) -> i64 {
        let mut left = self.below(HANDS);
        for (gain, hands) in QUEENS_UP {
            if left < hands {
                return gain;
            }
            left -= hands;
        }
        -1
    }
}

fn crazy4() -> House {
    let paytables = [(Wager::SuperBonus, "SB"), (Wager::QueensUp, "C4P-09")];
    House::new(["T1", "T2"].map(|id| table(id, "crazy4-wa", &paytables)).into(), &[])
}

fn names() -> Names {
    let days = (1..=9).map(|day| format!("2026-10-0{day}"));
    Names { tables: vec!["T1".to_owned(), "T2".to_owned()], days: days.collect() }
}

fn dollars(n: i64) -> Money {
    Money::from_dollars(n).unwrap()
}

/// A round of Queens Up: stakes and gains of its seats in dollars.
fn round(stakes: &[i64], gains: &[i64]) -> PlayedRound {
    let staked: i64 = stakes.iter().sum();
    let gained: i64 = stakes.iter().zip(gains).map(|(stake, gain)| stake * gain).sum();
    PlayedRound {
        wager: Wager::QueensUp,
        hands: 0,
        unit: dollars(staked),
        staked: dollars(staked),
        returned: dollars(staked + gained),
        overpaid: Money::ZERO,
        lost: LostOnRecord { folded: gains.contains(&-1), beaten: gains.contains(&-1) },
        aside: SetAside::default(),
    }
}

/// Every sum beside that of one plain map, and the expectation and its error beside the counts of document 004.
#[test]
fn sums_are_those_of_plain_maps() {
    let mut s = Sequence(7);
    let (mut parts, mut plain) =
        (vec![Partial::default(); 4], BTreeMap::<(u32, String), [i128; 5]>::new());
    for _ in 0..3_000 {
        let (at, day) = (s.below(2) as u16, s.below(9) as u16);
        let dealer = ["D1", "D10", "D2"][s.below(3) as usize];
        let stakes: Vec<i64> = (0..=s.below(5)).map(|_| 5 * (1 + s.below(20)) as i64).collect();
        let gains: Vec<i64> = stakes.iter().map(|_| s.gain()).collect();
        let mut played = round(&stakes, &gains);
        let over = if s.below(50) == 0 { dollars(5) } else { Money::ZERO };
        played.overpaid = over;
        played.returned = played.returned.checked_add(over).unwrap();
        let block = parts[s.below(4) as usize].block(TableId(at), day, dealer);
        block.add_played(&played);
        let staked = i128::from(played.staked.micros());
        for key in [(0, "Queens Up"), (1, ["T1", "T2"][usize::from(at)]), (2, dealer)] {
            let sums = plain.entry((key.0, key.1.to_owned())).or_default();
            let returned = i128::from(played.returned.micros());
            let more =
                [1, staked, returned, i128::from(over.micros()), (staked / 1_000_000).pow(2)];
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }
    let partial = parts.into_iter().reduce(Partial::merge).unwrap();
    let found = crazy4().holds(&partial, &[], &[]);
    assert_eq!((found.groups.len(), found.tested, found.without.len()), (6, 6, 0));
    let order =
        |d| [Dimension::Wager, Dimension::Table, Dimension::Dealer].iter().position(|o| *o == d);
    let (won, squares) = QUEENS_UP.iter().fold((0, 0), |(won, squares), (gain, hands)| {
        (won + gain * *hands as i64, squares + gain * gain * *hands as i64)
    });
    for (group, ((dimension, key), [rounds, staked, returned, over, squared])) in
        found.groups.iter().zip(plain)
    {
        assert_eq!((order(group.dimension), &group.key), (Some(dimension as usize), &key));
        let sums =
            [group.staked_micros, group.returned_micros, group.overpaid_micros].map(i128::from);
        assert_eq!((i128::from(group.rounds), sums), (rounds, [staked, returned, over]));
        // Both rounded: to the micro-dollar, and up by less than two.
        let hands = i128::from(HANDS);
        let expected = staked * hands + staked * i128::from(won);
        assert!(
            (i128::from(group.expected_micros) * hands - expected).abs() * 2 <= hands,
            "{group:?}"
        );
        let (mean, n) = (won as f64 / HANDS as f64, HANDS as f64);
        let error = ((squares as f64 / n - mean * mean) * squared as f64).sqrt() * 1e6;
        assert!((group.error_micros as f64 - error).abs() < 3.0, "{group:?} {error}");
    }
}

/// The bound beside the exact law of 150 rounds at one stake, added up round by round: never below it, and within a
/// factor that costs little; and Holm's method by hand over the three groups of one probability.
#[test]
fn the_probability_is_bounded_by_the_exact_law() {
    let house = crazy4();
    let mut law = BTreeMap::from([(0_i64, 1.0)]);
    for _ in 0..150 {
        let mut next = BTreeMap::new();
        for (sum, p) in &law {
            for (gain, hands) in QUEENS_UP {
                *next.entry(sum + gain).or_insert(0.0) += p * hands as f64 / HANDS as f64;
            }
        }
        next.retain(|_, p| *p > 1e-18);
        law = next;
    }
    for gained in [-30, 0, 40, 90, 150, 250] {
        let exact: f64 = law.range(gained..).map(|(_, p)| p).sum();
        let mut partial = Partial::default();
        // One round brings all of it: only the sum is looked at.
        let block = partial.block(TableId(0), 0, "D1");
        (0..149).for_each(|_| block.add_played(&round(&[5], &[0])));
        let mut last = round(&[5], &[0]);
        last.returned = dollars(5 + 5 * gained);
        block.add_played(&last);
        let found = house.holds(&partial, &[], &[]);
        let group = &found.groups[0];
        let p = group.p.unwrap() as f64 / 1e12;
        assert!(p >= exact * 0.999_999, "{gained}: {p} below {exact}");
        assert!(p <= 30.0 * exact, "{gained}: {p} far above {exact}");
        let by_hand = (3 * group.p.unwrap()).min(1_000_000_000_000);
        assert!(
            found.groups.iter().all(|g| g.adjusted.unwrap().abs_diff(by_hand) <= 3),
            "{found:?}"
        );
        assert!(found.groups.iter().all(|g| g.departs() == (by_hand <= 10_000_000_000)));
        assert!(found.larger().next().is_none(), "no round lost");
    }
}

/// Fair days, with seats of a round that go their own ways and with seats that all gain the same: none is accused. A
/// dealer whose players get an award more in 50 rounds is.
#[test]
fn the_fair_are_not_accused_and_the_lucky_dealer_is() {
    let house = crazy4();
    let day = |rng_seed: u64, alike: bool, lucky: bool| {
        let (mut s, mut partial) = (Sequence(rng_seed), Partial::default());
        for n in 0..1_200 {
            let dealer = ["D1", "D2", "D3", "D4"][n / 30 % 4];
            let stakes: Vec<i64> = (0..=s.below(5)).map(|_| 5 * (1 + s.below(4)) as i64).collect();
            let first = s.gain();
            let mut gains: Vec<i64> =
                stakes.iter().map(|_| if alike { first } else { s.gain() }).collect();
            if lucky && dealer == "D3" && n % 10 == 0 {
                gains[0] = 50;
            }
            partial.block(TableId((n % 2) as u16), 0, dealer).add_played(&round(&stakes, &gains));
        }
        let found = house.holds(&partial, &[], &[]);
        found.larger().map(|group| group.key.clone()).collect::<Vec<String>>()
    };
    let accused: usize = (0..60).map(|i| day(i, i % 2 == 0, false).len()).sum();
    assert_eq!(accused, 0);
    let found = day(1, false, true);
    assert!(found.contains(&"D3".to_owned()), "{found:?}");
    assert!(!found.iter().any(|key| ["D1", "D2", "D4"].contains(&key.as_str())), "{found:?}");
}

/// A floor of four dealers at two tables. What becomes of a gain is up to `told`: the gain to record, or nothing where
/// the wager is not written down. A round without any wager is not on record.
fn floor(rng_seed: u64, indicated: impl Fn(&str, usize, i64) -> Option<i64>) -> Holds {
    let (mut s, mut partial) = (Sequence(rng_seed), Partial::default());
    for n in 0..2_400 {
        let dealer = ["D1", "D2", "D3", "D4"][n / 30 % 4];
        let gains = (0..3).filter_map(|seat| indicated(dealer, 3 * n + seat, s.gain()));
        let gains: Vec<i64> = gains.collect();
        if !gains.is_empty() {
            let stakes = vec![5; gains.len()];
            partial.block(TableId((n % 2) as u16), 0, dealer).add_played(&round(&stakes, &gains));
        }
    }
    crazy4().holds(&partial, &[], &[])
}

/// Groups that are said to have got more than chance explains, and those undecided for a reason.
fn said(holds: &Holds) -> [Vec<&str>; 3] {
    let undecided = |why| {
        let all = holds.undecided().filter(move |(_, of)| *of == why);
        all.map(|(group, _)| &*group.key).collect()
    };
    let larger = holds.larger().map(|group| &*group.key).collect();
    [larger, undecided(Undecided::NoLostWagers), undecided(Undecided::NotAlone)]
}

/// Records of fair cards from which lost wagers were left out name nobody; of players who are paid too much they do.
#[test]
fn a_record_without_lost_wagers_names_nobody() {
    let everybody = vec!["Queens Up", "T1", "T2", "D1", "D2", "D3", "D4"];
    let none = Vec::<&str>::new;
    for rng_seed in 0..8 {
        // Nowhere is a lost wager written down.
        let never = floor(rng_seed, |_, _, gain| (gain > 0).then_some(gain));
        assert_eq!(said(&never), [none(), everybody.clone(), none()]);
        // One dealer's terminal does not write them: everything that departs does so through these rounds.
        let of_one = |dealer: &str, _, gain| (gain > 0 || dealer != "D3").then_some(gain);
        let of_one = floor(rng_seed, of_one);
        let departing = of_one.groups.iter().filter(|group| group.departs());
        let departing: Vec<&str> = departing.map(|group| &*group.key).collect();
        assert_eq!(said(&of_one), [none(), departing.clone(), none()]);
        assert!(departing.contains(&"D3") && !departing.contains(&"D1"), "{departing:?}");
        // Two of three are missing everywhere: the record as a whole departs, nobody is told from the others.
        let most = floor(rng_seed, |_, n, gain| (gain > 0 || n % 3 == 0).then_some(gain));
        assert_eq!(said(&most), [vec!["Queens Up"], none(), everybody[1..].to_vec()]);
        // Two of four dealers deal four of a kind once in twenty wagers: each is told from the other two.
        let two =
            |dealer: &str, n, gain| Some(if dealer < "D3" && n % 20 == 0 { 50 } else { gain });
        let two = floor(rng_seed, two);
        let [larger, no_lost, not_alone] = said(&two);
        assert_eq!(larger, ["Queens Up", "D1", "D2"]);
        assert_eq!((no_lost, not_alone), (none(), vec!["T1", "T2"]), "both deal at both tables");
    }
}

#[test]
fn too_few_rounds_are_shown_and_not_tested() {
    let mut partial = Partial::default();
    for n in 0..Holds::ROUNDS_MIN {
        let dealer = if n < 2 { "D1" } else { "D2" };
        let gain = if n % 10 == 0 { -1 } else { 50 };
        partial.block(TableId(0), 0, dealer).add_played(&round(&[5], &[gain]));
    }
    let found = crazy4().holds(&partial, &[], &[]);
    let of = |d: Dimension| {
        found.groups.iter().filter(move |g| g.dimension == d).collect::<Vec<&HoldGroup>>()
    };
    assert!(of(Dimension::Dealer).iter().all(|g| g.p.is_none() && !g.departs()));
    assert!(of(Dimension::Wager)[0].is_larger());
    assert_eq!(of(Dimension::Table)[0].undecided, Some(Undecided::NotAlone), "there is one table");
    assert_eq!(found.tested, 2, "the wager and its table");
}

/// Where no expectation holds, silence with the reason.
#[test]
fn what_rests_on_decisions_has_no_expectation() {
    let tables = || {
        let paytables =
            [(Wager::AnteBonus, "AB-1"), (Wager::AcesUp, "AU-1"), (Wager::CoverAll, "CA-1")];
        vec![table("T1", "four-card-poker", &paytables)]
    };
    let mut partial = Partial::default();
    let block = partial.block(TableId(0), 0, "D1");
    for wager in [Wager::AcesUp, Wager::CoverAll] {
        let hands = if wager == Wager::CoverAll { 4 } else { 0 };
        (0..200)
            .for_each(|_| block.add_played(&PlayedRound { wager, hands, ..round(&[5], &[-1]) }));
    }
    block.leave_out();
    let free = House::new(tables(), &[]).holds(&partial, &[], &[]);
    assert_eq!((free.groups.len(), free.rounds_left_out), (6, 1));
    assert_eq!(free.without, Vec::<String>::new());
    // Cover All of 4 hands by its sheet: what 200 rounds of $5 lose on average.
    let game = builtin_games().into_iter().find(|g| g.id == "four-card-poker").unwrap();
    let request = feltproof_par::sheet::Request {
        wager: Some(Wager::CoverAll),
        hands: Some(4),
        ..Default::default()
    };
    let sheet = feltproof_par::sheet::sheets(&game, &request).unwrap();
    let returned = feltproof_par::sheet::decimal(
        &(sheet.sides[0].distribution.expectation() * num_bigint::BigInt::from(1_000)),
        6,
    );
    let cover = free.groups.iter().find(|g| g.wager == Wager::CoverAll).unwrap();
    let lost: f64 = returned.parse().unwrap();
    assert!(
        (cover.expected_micros as f64 / 1e6 - (1_000.0 + lost)).abs() < 1e-5,
        "{cover:?} {lost}"
    );

    let said = |house: &House, unrecorded: &[Wager], misread: &[Wager]| {
        let found = house.holds(&partial, unrecorded, misread);
        assert!(found.groups.iter().all(|g| g.wager == Wager::CoverAll));
        found.without.join("\n")
    };
    let loses = House::new(tables(), &[("four-card-poker", "aces_up_on_fold", "loses")]);
    assert_eq!(
        said(&loses, &[], &[]),
        "Aces Up at T1: it goes with a folded hand, so that the players' decisions bear on it"
    );
    let whole = House::new(tables(), &[]);
    let lacking = said(&whole, &[Wager::AcesUp], &[]);
    assert_eq!(lacking, "Aces Up at T1: a hands journal lacks its stake or what it returned");
    let misread = said(&whole, &[], &[Wager::AcesUp]);
    assert_eq!(
        misread,
        "Aces Up at T1: its amounts are recorded in another unit, which is a finding"
    );
    let up = House::new(tables(), &[("four-card-poker", "payout_rounding", "up-1.00")]);
    let found = up.holds(&partial, &[], &[]);
    assert!(found.groups.is_empty() && found.without.len() == 2, "{found:?}");
}

/// Days by plain sums; one dealer gets worse from day to day, another has nothing to say.
#[test]
fn trends_are_of_plain_sums_by_day() {
    let mut partial = Partial::default();
    for day in 0..9_u16 {
        for (dealer, short) in [("D1", i64::from(day)), ("D2", 0)] {
            let block = partial.block(TableId(0), day, dealer);
            for seat in 1..=3 {
                let paid = dollars(20 - if seat == 1 { short } else { 0 });
                block.add(
                    Seat::Player(seat),
                    Wager::Ante,
                    dollars(10 * i64::from(seat)),
                    dollars(20),
                    paid,
                );
            }
        }
    }
    let found = trends(&partial, &names()).unwrap();
    let of: Vec<_> = found.iter().map(|line| line.of.clone()).collect();
    let expected = |d: Dimension, key: &str| Some((d, key.to_owned()));
    let table = expected(Dimension::Table, "T1");
    assert_eq!(
        of,
        [None, table, expected(Dimension::Dealer, "D1"), expected(Dimension::Dealer, "D2")]
    );
    let d1 = &found[2];
    for (day, figures) in (0..).zip(&d1.days) {
        assert_eq!(figures.day, format!("2026-10-0{}", day + 1));
        let micros = [60, 60, 60 - day].map(|dollars: i64| dollars * 1_000_000);
        assert_eq!([figures.staked_micros, figures.owed_micros, figures.paid_micros], micros);
    }
    assert_eq!((d1.score, d1.most), (-36, 36));
    // 2 of 362,880 orders, and four lines of which three are alike.
    let p = (2_000_000_000_000_u64).div_ceil(362_880);
    assert_eq!((d1.p, d1.adjusted), (Some(p), Some((8_000_000_000_000_u64).div_ceil(362_880))));
    assert!(d1.is_trend() && found[0].is_trend());
    let d2 = &found[3];
    assert_eq!((d2.score, d2.most, d2.p, d2.is_trend()), (0, 0, Some(1_000_000_000_000), false));
}

#[test]
fn one_day_has_no_trend_and_four_are_too_few() {
    let days = |n: u16| {
        let mut partial = Partial::default();
        for day in 0..n {
            let paid = dollars(20 - i64::from(day));
            partial.block(TableId(0), day, "D1").add(
                Seat::Player(1),
                Wager::Ante,
                dollars(10),
                dollars(20),
                paid,
            );
        }
        trends(&partial, &names()).unwrap()
    };
    assert_eq!(days(1), []);
    assert!(days(4).iter().all(|line| line.p.is_none() && !line.is_trend()));
    assert!(days(TrendLine::DAYS_MIN as u16).iter().all(|line| line.p.is_some()));
}
