//! The evidence has expectation one, found by going through every sequence of decks; and its closed
//! forms.

use super::bets::LEANINGS;
use super::places::CONCENTRATIONS;
use super::*;
use crate::defects;

/// All orders of n labels.
fn orders(n: usize) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for order in orders(n - 1) {
        for at in 0..n {
            let mut longer = order.clone();
            longer.insert(at, n as u8 - 1);
            all.push(longer);
        }
    }
    all
}

/// Mean evidence, in total and of each component, over every sequence of decks of which the first
/// `dealt` cards are seen.
fn expectations(n: usize, lag: usize, dealt: &[usize]) -> Vec<f64> {
    fn go(monitor: &Monitor, orders: &[Vec<u8>], dealt: &[usize], sums: &mut [f64]) {
        let Some((k, rest)) = dealt.split_first() else {
            let evidence = monitor.evidence();
            sums[0] += evidence.ln_e.exp();
            sums[1..].iter_mut().zip(&evidence.components).for_each(|(s, c)| *s += c.ln_e.exp());
            return;
        };
        for order in orders {
            let mut next = monitor.clone();
            next.push_partial(&order[..*k]).unwrap();
            go(&next, orders, rest, sums);
        }
    }
    let orders = orders(n);
    let mut sums = vec![0.0; 1 + COMPONENTS.len()];
    go(&Monitor::new(n, lag).unwrap(), &orders, dealt, &mut sums);
    let sequences = (orders.len() as f64).powi(dealt.len() as i32);
    sums.iter().map(|s| s / sequences).collect()
}

#[test]
fn every_gambler_and_their_average_expect_one() {
    for (n, lag, dealt) in [
        (2, 1, &[2, 2, 2, 2, 2, 2][..]),
        (3, 1, &[3, 3, 3, 3]),
        (3, 2, &[3, 3, 3, 3]),
        (3, 1, &[2, 3, 1, 2]),
        (4, 1, &[4, 4, 4]),
        (4, 1, &[2, 2, 2]),
        (4, 1, &[3, 1, 4]),
        (4, 2, &[4, 0, 3]),
        (5, 1, &[5, 5]),
        (5, 1, &[3, 4]),
        (6, 1, &[6]),
        (6, 1, &[4]),
    ] {
        for (i, mean) in expectations(n, lag, dealt).into_iter().enumerate() {
            assert!((mean - 1.0).abs() < 1e-10, "n {n} lag {lag} {dealt:?} component {i}: {mean}");
        }
    }
}

#[test]
fn the_gamblers_do_bet() {
    // A monitor whose evidence is always one would pass the test above.
    let mut monitor = Monitor::new(4, 1).unwrap();
    for deck in [[2, 0, 3, 1], [0, 1, 2, 3], [2, 0, 3, 1]] {
        monitor.push(&deck).unwrap();
    }
    monitor.push_partial(&[0, 3]).unwrap();
    for component in monitor.evidence().components {
        assert!(component.ln_e != 0.0, "{}", component.key);
    }
}

fn stream_expectations(d: u32, draws: u32) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for code in 0..u64::from(d).pow(draws) {
        let mut monitor = StreamMonitor::new(d).unwrap();
        let mut rest = code;
        for _ in 0..draws {
            monitor.push((rest % u64::from(d)) as u32).unwrap();
            rest /= u64::from(d);
        }
        let evidence = monitor.evidence();
        sums[0] += evidence.ln_e.exp();
        sums[1..].iter_mut().zip(&evidence.components).for_each(|(s, c)| *s += c.ln_e.exp());
    }
    sums.map(|s| s / f64::from(d).powi(draws as i32))
}

#[test]
fn every_gambler_on_a_stream_expects_one() {
    for (d, draws) in [(2, 11), (3, 7), (5, 5)] {
        for mean in stream_expectations(d, draws) {
            assert!((mean - 1.0).abs() < 1e-10, "{d} {draws}: {mean}");
        }
    }
}

/// ln of a product of a, a + 1, ..., a + count - 1.
fn ln_rising(a: f64, count: u64) -> f64 {
    (0..count).map(|i| (a + i as f64).ln()).sum()
}

#[test]
fn the_evidence_is_the_closed_form_in_counts() {
    const R: usize = 300;
    let mut source = defects::named("riffle6 chained").unwrap().source(1);
    let mut monitor = Monitor::new(52, 1).unwrap();
    let (mut counts, mut hits) = (vec![[0_u64; 52]; 52], 0);
    for _ in 0..R {
        let mut deck = [0; 52];
        source.next(&mut deck);
        monitor.push(&deck).unwrap();
        for (i, card) in deck.iter().enumerate() {
            counts[i][usize::from(*card)] += 1;
            let unseen = |c: u8| c < 52 && !deck[..i].contains(&c);
            let successor = i.checked_sub(1).map(|l| deck[l] + 1).filter(|s| unseen(*s));
            let guess = successor.or_else(|| (0..52).find(|c| unseen(*c)));
            hits += i32::from(guess == Some(*card));
        }
    }
    let evidence = monitor.evidence();
    let now = |key: &str| evidence.components.iter().find(|c| c.key == key).unwrap().ln_e;
    // Dirichlet-multinomial: Gamma(n a) / Gamma(n a + R) * product of Gamma(a + N) / Gamma(a), over
    // (1 / n)^R.
    let one = |row: &[u64; 52], a: f64| {
        let cells: f64 = row.iter().map(|count| ln_rising(a, *count)).sum();
        (cells - ln_rising(52.0 * a, R as u64) + R as f64 * 52_f64.ln()).exp()
    };
    let sum: f64 = counts.iter().flat_map(|row| CONCENTRATIONS.map(|a| one(row, a))).sum();
    let places = (sum / (52.0 * CONCENTRATIONS.len() as f64)).ln();
    assert!((now("fixed.places") - places).abs() < 1e-9, "{places}");
    // The generating function of the hits: (1 + l)^hits / prod (1 + l / u)^R.
    let one = |l: f64| {
        let fair: f64 = (1..=52).map(|u| (1.0 + l / f64::from(u)).ln()).sum();
        (f64::from(hits) * l.ln_1p() - R as f64 * fair).exp()
    };
    let guess = (LEANINGS.map(one).iter().sum::<f64>() / LEANINGS.len() as f64).ln();
    assert!((now("fixed.guess") - guess).abs() < 1e-9, "{guess}");
}

#[test]
fn what_is_not_a_deck_is_refused_and_breaks_the_chain() {
    let mut monitor = Monitor::new(4, 1).unwrap();
    monitor.push(&[0, 1, 2, 3]).unwrap();
    let twice = monitor.push(&[0, 1, 1, 3]).unwrap_err();
    assert_eq!(twice.to_string(), "card 1 stands at positions 2 and 3");
    assert!(monitor.push(&[0, 1, 2, 4]).is_err());
    assert!(monitor.push(&[0, 1, 2]).is_err());
    assert!(monitor.push(&[0, 1, 2, 3, 0]).is_err());
    assert!(monitor.push_partial(&[0, 1, 2, 3, 0]).is_err());
    assert_eq!(monitor.count(), 1);
    monitor.push(&[0, 1, 2, 3]).unwrap();
    let previous = |m: &Monitor| m.evidence().components[7..14].iter().all(|c| c.ln_e == 0.0);
    assert!(previous(&monitor));
    monitor.push(&[0, 1, 2, 3]).unwrap();
    assert!(!previous(&monitor));
    for (n, lag) in [(0, 1), (1, 1), (65, 1), (52, 0), (52, 9)] {
        assert!(Monitor::new(n, lag).is_err());
    }
    assert!(
        Monitor::new(64, 8).unwrap().push(&std::array::from_fn::<u8, 64, _>(|i| i as u8)).is_ok()
    );
    assert!(StreamMonitor::new(1).is_err() && StreamMonitor::new(65_537).is_err());
    assert!(StreamMonitor::new(2).unwrap().push(2).is_err());
}

#[test]
fn overwhelming_evidence_stays_a_number() {
    let mut monitor = Monitor::new(52, 1).unwrap();
    let deck: [u8; 52] = std::array::from_fn(|i| i as u8);
    for _ in 0..20_000 {
        monitor.push(&deck).unwrap();
    }
    let evidence = monitor.evidence();
    // Two decks are already beyond doubt; every round multiplies by up to 52!.
    assert!(evidence.ln_e.is_finite() && evidence.ln_e > 1e5, "{}", evidence.ln_e);
    assert_eq!(evidence.worst.at, 20_000);
    assert_eq!(evidence.alarms.iter().map(|a| a.at).collect::<Vec<_>>(), [Some(1), Some(1)]);
    assert!(evidence.path.len() <= super::record::PATH_POINTS);
    assert_eq!(evidence.path.last(), Some(&(20_000, evidence.ln_e)));
    assert!(evidence.path.windows(2).all(|w| w[0].0 < w[1].0));
}
