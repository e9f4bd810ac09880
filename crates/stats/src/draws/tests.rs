//! The null laws against every draw there can be, and every sequence of draws, of small games; and what
//! `push` takes and refuses.

use super::laws::{absence, fewer_at_first};
use super::order::{Ages, longest_absence, overlaps};
use super::{Bonus, Draw, Draws, DrawsError, ENTRIES, Game, members, numbers, shape};
use crate::battery::Outcome;
use crate::laws::CountLaw;
use std::collections::BTreeSet;

/// Mean and variance of a law over 0, 1, 2, ...
fn moments(law: Vec<f64>) -> (f64, f64) {
    let law = CountLaw::from_pmf(law);
    (law.mean, law.variance)
}

const SMALL: [(u8, u8); 9] =
    [(2, 1), (3, 1), (3, 2), (5, 2), (5, 4), (6, 3), (7, 2), (8, 4), (9, 6)];

fn game(numbers: u8, drawn: u8) -> Game {
    Game { numbers, drawn, bonus: None }
}

/// Every set of the game.
fn every(game: Game) -> Vec<u128> {
    let all = 0..1_u128 << game.numbers;
    all.filter(|set| set.count_ones() == u32::from(game.drawn)).collect()
}

fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs().max(1.0),
        "{what}: {found} {expected}"
    );
}

/// Of one draw, and of any two, the mean of each quadratic form over everything that can happen is its degrees of
/// freedom, which holds for its exact covariance alone; and its value never depends on a name of the numbers.
#[test]
fn quadratic_forms_of_all_draws_have_their_degrees_of_freedom_as_their_mean() {
    for (n, k) in SMALL {
        let game = game(n, k);
        let all = every(game);
        let (mut one, mut pairs) = (0.0, 0.0);
        for set in &all {
            one += numbers::quadratic(game, &numbers::counts(game, &[*set]), 1);
            if k >= 2 && n - k >= 2 {
                pairs += numbers::pairs_quadratic(game, &[*set]);
            }
        }
        let many = all.len() as f64;
        near(one / many, f64::from(n) - 1.0, "frequency");
        if k >= 2 && n - k >= 2 {
            near(pairs / many, f64::from(n) * (f64::from(n) - 3.0) / 2.0, "pairs");
        }
        if all.len() > 30 {
            continue;
        }
        let (mut two, mut variance) = (0.0, 0.0);
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))) {
            let q = numbers::quadratic(game, &numbers::counts(game, &[a, b]), 2);
            two += q / (many * many);
            variance += (q - f64::from(n) + 1.0).powi(2) / (many * many);
        }
        near(two, f64::from(n) - 1.0, "frequency of two draws");
        // The form of one draw is a constant, so of R draws its variance is 2 df (1 - 1/R).
        near(variance, f64::from(n) - 1.0, "variance of two draws");
    }
}

/// Counted over all sets.
#[test]
fn laws_of_overlaps_neighbours_and_sums_are_those_of_all_draws() {
    for (n, k) in SMALL {
        let game = game(n, k);
        let all = every(game);
        near((all.len() as f64).ln(), game.ln_draws(), "draws");
        let share = |counts: &[usize], law: &[f64], what: &str| {
            near(law.iter().sum(), 1.0, what);
            for (count, p) in counts.iter().zip(law) {
                near(*count as f64 / all.len() as f64, *p, what);
            }
        };
        let (mut shared, mut beside, mut sums) =
            (vec![0; usize::from(k) + 1], vec![0; usize::from(k)], vec![0; 64]);
        for set in &all {
            shared[(set & all[0]).count_ones() as usize] += 1;
            let listed: Vec<usize> = members(*set).collect();
            beside[listed.windows(2).filter(|w| w[1] == w[0] + 1).count()] += 1;
            assert_eq!(
                shape::neighbours(*set),
                listed.windows(2).filter(|w| w[1] == w[0] + 1).count()
            );
            sums[listed.iter().map(|i| i + 1).sum::<usize>()] += 1;
        }
        share(&shared, &game.overlap_law(), "overlap");
        share(&beside, &game.neighbours_law(), "neighbours");
        share(&sums, &game.sum_law(), "sum");
    }
}

/// Means and variances in closed form, at the sizes of real games, where no enumeration goes.
#[test]
fn laws_of_real_games_have_the_moments_of_draws_without_replacement() {
    for (n, k) in [(39, 5), (80, 20), (49, 6), (59, 6), (90, 5), (90, 45), (90, 89)] {
        let game = game(n, k);
        let (n, k) = game.sizes();
        let (mean, variance) = moments(game.sum_law());
        near(mean, k * (n + 1.0) / 2.0, "sum");
        near(variance, k * (n - k) * (n + 1.0) / 12.0, "variance of the sum");
        let (mean, variance) = moments(game.overlap_law());
        near(mean, k * k / n, "overlap");
        near(variance, k * k / n * (1.0 - k / n) * (n - k) / (n - 1.0), "variance of the overlap");
        near(moments(game.neighbours_law()).0, k * (k - 1.0) / n, "neighbours");
    }
    // Odds printed on the tickets of two games: 1 in 575,757 and 1 in 13,983,816.
    near(game(39, 5).ln_draws().exp(), 575_757.0, "5 of 39");
    near(game(49, 6).ln_draws().exp(), 13_983_816.0, "6 of 49");
}

/// All sequences of four draws: the sums of ages have mean zero, and the covariance that is claimed.
#[test]
fn ages_of_all_sequences_have_their_exact_covariance() {
    let game = game(5, 2);
    let all = every(game);
    let (n, k) = game.sizes();
    let scale = k * (n - k) / (n * n * (n - 1.0));
    let classes = 5;
    let (mut means, mut found, mut claimed) = ([0.0; 5], [[0.0; 5]; 5], [[0.0; 5]; 5]);
    let total = all.len().pow(4) as f64;
    for code in 0..all.len().pow(4) {
        let at = |place: u32| all[code / all.len().pow(place) % all.len()];
        let ages = Ages::of(game, &[at(0), at(1), at(2), at(3)]);
        // Three ages that can be, and never: the last.
        let index = |class: usize| if class + 1 == classes { ages.drawn.len() - 1 } else { class };
        let off = |class: usize| {
            let a = index(class);
            ages.drawn[a] as f64 - k / n * ages.there[a] as f64
        };
        for a in 0..classes {
            means[a] += off(a) / total;
            for b in 0..classes {
                found[a][b] += off(a) * off(b) / total;
                let same = if a == b { n * ages.there[index(a)] as f64 } else { 0.0 };
                claimed[a][b] += scale * (same - ages.products[index(a)][index(b)] as f64) / total;
            }
        }
    }
    for a in 0..classes {
        near(means[a], 0.0, "mean");
        (0..classes).for_each(|b| near(found[a][b], claimed[a][b], "covariance"));
    }
    assert!(found[0][0] > 0.5, "the last draw counts");
}

/// Every sequence of up to eight draws in which an event comes or not.
#[test]
fn absences_are_those_of_all_sequences() {
    let p = 0.3;
    for draws in 1..=8_u32 {
        for length in 1..=draws {
            let mut expected = 0.0;
            for code in 0..1_u32 << draws {
                let absent = 0..=draws - length;
                let stretch = (1 << length) - 1;
                if absent.into_iter().any(|from| code >> from & stretch == 0) {
                    let came = code.count_ones() as i32;
                    expected += f64::powi(p, came) * f64::powi(1.0 - p, draws as i32 - came);
                }
            }
            near(absence(draws.into(), length.into(), p).p(), expected, "absence");
        }
    }
    near(absence(5, 6, p).p(), 0.0, "longer than all");
    near(absence(5, 0, p).p(), 1.0, "none");
}

/// Worked by hand: 1 2 | 1 3 | (unusable) | 1 2 | 1 2 of five numbers.
#[test]
fn overlaps_and_absences_worked_by_hand() {
    let game = game(5, 2);
    let sets = [0b00011, 0b00101, 0, 0b00011, 0b00011];
    let all: Vec<Draw> = sets.iter().map(|set| Draw { set: *set, bonus: 0 }).collect();
    assert_eq!(overlaps(game, &all, 1), [0, 1, 1]);
    assert_eq!(overlaps(game, &all, 2), [0, 1, 0]);
    // The numbers 4 and 5 never come; of the others, 3 stays away for the two last draws.
    assert_eq!(longest_absence(game, &[0b00011, 0b00101, 0b00011, 0b00011]), (3, 0, 4));
    assert_eq!(longest_absence(Game { numbers: 3, ..game }, &[3, 5, 3, 3]), (2, 2, 2));
}

#[test]
fn a_game_that_had_fewer_numbers_is_noticed_and_a_fair_one_is_not() {
    let game = game(39, 5);
    let set = |from: u32| 0b11111_u128 << from;
    let few = (0..200).map(|i| set(i % 27)).chain([set(34)]);
    assert_eq!(fewer_at_first(game, few), Some((200, 31)));
    assert_eq!(fewer_at_first(game, (0..60).map(|i| set(i * 13 % 34))), None);
}

#[test]
fn what_is_certainly_wrong_with_a_draw_is_said_and_the_draw_left_out() {
    let game = Game { bonus: Some(Bonus::Rest), ..game(9, 3) };
    let Ok(mut draws) = Draws::new(game) else { panic!("a game") };
    assert_eq!(draws.push(&[3, 1, 2], Some(4)), Ok(()));
    for (numbers, bonus, said) in [
        (&[1, 2, 2][..], None, "number 2 twice in one draw"),
        (&[1, 2], None, "2 numbers, not 3"),
        (&[1, 2, 10], None, "number 10 is not among 1 to 9"),
        (&[0, 1, 2], None, "number 0 is not among 1 to 9"),
        (&[1, 2, 3], Some(3), "bonus number 3 is one of the draw"),
        (&[1, 2, 3], Some(10), "bonus number 10 is not among 1 to 9"),
    ] {
        assert_eq!(draws.push(numbers, bonus), Err(said.to_owned()));
    }
    let battery = draws.battery();
    assert_eq!(battery.n, 1);
    assert!(battery.notes.iter().any(|note| note.starts_with("6 of 7 draws cannot be used")));
    for (numbers, drawn, bonus, wrong) in [
        (1, 1, None, DrawsError::Numbers(1)),
        (91, 6, None, DrawsError::Numbers(91)),
        (9, 9, None, DrawsError::Drawn(9, 9)),
        (9, 0, None, DrawsError::Drawn(0, 9)),
        (9, 8, Some(Bonus::Rest), DrawsError::Bonus),
        (9, 3, Some(Bonus::Wheel(1)), DrawsError::Bonus),
    ] {
        assert_eq!(Draws::new(Game { numbers, drawn, bonus }).err(), Some(wrong));
    }
}

/// Nothing is divided by nothing: no draws, one draw and the same draw again and again, in every small
/// game and the largest; a test that ran has a probability.
#[test]
fn no_figure_is_no_number() {
    for (n, k) in SMALL.into_iter().chain([(90, 45), (90, 89), (90, 1), (4, 2), (4, 3)]) {
        for many in [0, 1, 40, 2_000] {
            for step in [0, 1] {
                let game = Game { bonus: Some(Bonus::Wheel(2)), ..game(n, k) };
                let Ok(mut draws) = Draws::new(game) else { panic!("{game:?}") };
                for i in 0..many {
                    let from = |j: u8| (j + i as u8 % n * step) % n + 1;
                    let numbers: Vec<u8> = (0..k).map(from).collect();
                    assert_eq!(draws.push(&numbers, Some(1)), Ok(()));
                }
                for test in draws.battery().tests {
                    if let Outcome::Ran(figures) = &test.outcome {
                        let p = figures.p;
                        assert!(!p.p().is_nan() && !p.ln().is_nan(), "{n} {k} {many} {test:?}");
                        assert!(!figures.statistic.is_nan(), "{n} {k} {many} {test:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn keys_are_unique_and_every_test_has_a_reason() {
    let keys: BTreeSet<&str> = ENTRIES.iter().map(|e| e.key).collect();
    assert_eq!(keys.len(), ENTRIES.len());
    assert!(ENTRIES.iter().all(|e| e.registered.is_some_and(|why| !why.is_empty())));
    let Ok(draws) = Draws::new(Game { bonus: Some(Bonus::Rest), ..game(39, 5) }) else {
        panic!("a game")
    };
    let listed: Vec<String> = draws.battery().tests.into_iter().map(|t| t.key).collect();
    assert_eq!(listed, ENTRIES.iter().map(|e| e.key).collect::<Vec<_>>());
}
