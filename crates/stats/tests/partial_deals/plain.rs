//! The golden decks cut short, against a slow program written from the definitions: no bit masks,
//! no accumulators, and other formulas where there are any.

use feltproof_stats::battery::Battery;
use feltproof_stats::deal::Layout;
use feltproof_stats::laws;
use feltproof_stats::laws::graph::{Graph, pair_eigenvalue};

use super::definitions::turns;
use super::{battery_of, close, golden_decks, statistic};

const N: usize = 52;

/// Labels of one deal in order; a card without one is left open. `known` labels there are, and
/// `unseen` are those that a guesser may expect.
struct Labelled {
    labels: Vec<Option<usize>>,
    unseen: Vec<usize>,
}

/// Each deal against the cards themselves.
fn fixed(decks: &[Vec<u8>], k: usize) -> Vec<Labelled> {
    let labels = |deck: &Vec<u8>| deck[..k].iter().map(|c| Some(usize::from(*c))).collect();
    decks.iter().map(|d| Labelled { labels: labels(d), unseen: (0..N).collect() }).collect()
}

/// Each deal but the first against the one before.
fn previous(decks: &[Vec<u8>], k: usize) -> Vec<Labelled> {
    let of = |pair: &[Vec<u8>]| {
        let (before, now) = (&pair[0][..k], &pair[1][..k]);
        let labels: Vec<Option<usize>> =
            now.iter().map(|card| before.iter().position(|old| old == card)).collect();
        let mut unseen: Vec<usize> = labels.iter().copied().flatten().collect();
        unseen.sort_unstable();
        Labelled { labels, unseen }
    };
    decks.windows(2).map(of).collect()
}

/// Labels that there are, without the gaps, as ranks of 0..m.
fn order(deal: &Labelled) -> Vec<usize> {
    let seen: Vec<usize> = deal.labels.iter().copied().flatten().collect();
    seen.iter().map(|x| seen.iter().filter(|y| *y < x).count()).collect()
}

fn inverse(order: &[usize]) -> Vec<usize> {
    (0..order.len()).map(|x| order.iter().position(|y| *y == x).unwrap()).collect()
}

/// A standardised sum.
fn z(counts: impl Iterator<Item = (u16, laws::Moments)>) -> f64 {
    let add = |all: (f64, f64), (count, law): (u16, laws::Moments)| {
        (all.0 + f64::from(count) - law.mean, all.1 + law.variance)
    };
    let (off, variance) = counts.fold((0.0, 0.0), add);
    off / variance.sqrt()
}

fn moments(mean: f64, variance: f64) -> laws::Moments {
    laws::Moments { mean, variance }
}

/// Standardised sums of the relative order.
fn orders_agree(battery: &Battery, reference: &str, deals: &[Labelled]) {
    let orders: Vec<Vec<usize>> = deals.iter().map(order).collect();
    let sum = |count: &dyn Fn(&[usize]) -> u16, law: &dyn Fn(f64) -> laws::Moments| {
        z(orders.iter().map(|x| (count(x), law(x.len() as f64))))
    };
    let up = |m: f64| moments((m - 1.0) / 2.0, if m < 2.0 { 0.0 } else { (m + 1.0) / 12.0 });
    let valley = |m: f64| match m as usize {
        0..=2 => moments(0.0, 0.0),
        3 => moments(1.0 / 3.0, 2.0 / 9.0),
        _ => moments((m - 2.0) / 3.0, 2.0 * (m + 1.0) / 45.0),
    };
    let same = |key: &str, ours: f64| {
        let key = format!("{reference}.{key}");
        close(statistic(battery, &key), ours, &key);
    };
    let up = |m: f64| if m < 1.0 { moments(0.0, 0.0) } else { up(m) };
    same("descents", sum(&|x| turns(x).0, &up));
    same("rises", sum(&|x| turns(&inverse(x)).0, &up));
    if battery.test(&format!("{reference}.valleys")).unwrap().figures().is_some() {
        same("valleys", sum(&|x| turns(x).1, &valley));
    }
}

/// Position by label.
fn table(deals: &[Labelled]) -> Vec<Vec<f64>> {
    let mut counts = vec![vec![0.0; N]; N];
    for deal in deals {
        for (position, label) in deal.labels.iter().enumerate() {
            if let Some(label) = label {
                counts[position][*label] += 1.0;
            }
        }
    }
    counts
}

/// (n-1)/n of Pearson's statistic with the undealt cards as one more row, and the labels that were
/// not seen as one more column.
fn pearson(deals: &[Labelled], k: usize, known: usize) -> f64 {
    let r = deals.len() as f64;
    let mut counts = table(deals);
    counts.truncate(k);
    counts.iter_mut().for_each(|row| row.truncate(known));
    let mut rows = vec![1.0; k];
    let mut columns = vec![1.0; known];
    for row in &mut counts {
        let rest = r - row.iter().sum::<f64>();
        row.push(rest);
    }
    columns.push((N - known) as f64);
    let total = |j: usize| counts.iter().map(|row| row[j]).sum::<f64>();
    let undealt: Vec<f64> = (0..=known).map(|j| r * columns[j] - total(j)).collect();
    counts.push(undealt);
    rows.push((N - k) as f64);
    let mut q = 0.0;
    for (row, a) in counts.iter().zip(&rows) {
        for (count, b) in row.iter().zip(&columns) {
            let expected = r * a * b / N as f64;
            if expected > 0.0 {
                q += (count - expected).powi(2) / expected;
            }
        }
    }
    q * (N as f64 - 1.0) / N as f64
}

/// The part of the adjacency counts that is company by sums of squares instead of residuals.
fn adjacency(deals: &[Labelled], known: usize) -> f64 {
    let mut counts = vec![vec![0.0; known]; known];
    for pair in deals.iter().flat_map(|deal| deal.labels.windows(2)) {
        if let [Some(a), Some(b)] = pair {
            counts[*a][*b] += 1.0;
        }
    }
    let m = known as f64;
    let (mut both, mut own, mut all) = (0.0, 0.0, 0.0);
    for (a, row) in counts.iter().enumerate() {
        let mut total = 0.0;
        for (b, count) in row.iter().enumerate() {
            let sum = count + counts[b][a];
            both += sum * sum / 2.0;
            total += sum;
        }
        own += total * total;
        all += total;
    }
    let company = both - own / (m - 2.0) + all * all / (2.0 * (m - 1.0) * (m - 2.0));
    // The variance, given which neighbours have labels at all.
    let mut of_company = 0.0;
    for deal in deals {
        let all = |w: &&[Option<usize>]| w.iter().all(|label| label.is_some());
        let edges = deal.labels.windows(2).filter(all).count() as u64;
        let wedges = deal.labels.windows(3).filter(all).count() as u64;
        of_company += pair_eigenvalue(known, Graph { edges, wedges });
    }
    company / of_company
}

/// Ranks among the labels left, each number of labels left expected at least five times a rank.
fn lehmer(deals: &[Labelled]) -> f64 {
    let mut digits = vec![vec![0.0; N]; N + 1];
    for deal in deals {
        let mut left = deal.unseen.clone();
        for x in deal.labels.iter().flatten() {
            let rank = left.iter().position(|y| y == x).unwrap();
            digits[left.len()][rank] += 1.0;
            left.remove(rank);
        }
    }
    let mut q = 0.0;
    for (left, digits) in digits.iter().enumerate().skip(2) {
        let expected = digits.iter().sum::<f64>() / left as f64;
        if expected >= 5.0 {
            q += digits[..left].iter().map(|d| (d - expected).powi(2) / expected).sum::<f64>();
        }
    }
    q
}

/// Pairs of neighbours of which the next label is larger by one.
fn successions(deals: &[Labelled]) -> f64 {
    let hit = |w: &&[Option<usize>]| match w {
        [Some(a), Some(b)] => *b == *a + 1,
        _ => false,
    };
    deals.iter().flat_map(|deal| deal.labels.windows(2)).filter(hit).count() as f64
}

/// Either the count itself or its standardised form, as the test shows it.
fn rare(battery: &Battery, key: &str, count: f64, law: laws::Moments, deals: usize) {
    let Some(figures) = battery.test(key).unwrap().figures() else { return };
    let (mean, variance) = (law.mean * deals as f64, law.variance * deals as f64);
    let standard = (count - mean) / variance.sqrt();
    let standardised = matches!(figures.law, feltproof_stats::Law::Normal);
    close(figures.statistic, if standardised { standard } else { count }, key);
}

#[test]
fn decks_cut_short_have_the_figures_of_a_plain_program() {
    for name in ["uniform", "riffle7_chained"] {
        let decks = golden_decks(name);
        for k in [35, 10] {
            let battery = battery_of(&decks, Layout::Ordered { dealt: k as u8 });
            let same = |key: &str, plain: f64| {
                close(statistic(&battery, key), plain, &format!("{name} {key} at {k}"));
            };
            let fixed = fixed(&decks, k);
            let previous = previous(&decks, k);
            same("fixed.position_card", pearson(&fixed, k, N));
            same("previous.position_position", pearson(&previous, k, k));
            same("fixed.adjacency", adjacency(&fixed, N));
            same("previous.adjacency", adjacency(&previous, k));
            same("fixed.lehmer", lehmer(&fixed));
            same("previous.lehmer", lehmer(&previous));
            orders_agree(&battery, "fixed", &fixed);
            if k == 35 {
                orders_agree(&battery, "previous", &previous);
            }
            let law = laws::successions_seen(N, k, k);
            rare(&battery, "previous.successions", successions(&previous), law, previous.len());
            let again = |deal: &Labelled| {
                let same = |(p, x): &(usize, &Option<usize>)| **x == Some(*p);
                deal.labels.iter().enumerate().filter(same).count() as f64
            };
            for (key, deals) in
                [("fixed.fixed_points", &fixed), ("previous.fixed_points", &previous)]
            {
                let law = laws::fixed_points_seen(N, k, k);
                rare(&battery, key, deals.iter().map(again).sum(), law, deals.len());
            }
            let part = k as f64 / N as f64;
            let hyper = k as f64 * part * (1.0 - part).powi(2) * N as f64 / (N as f64 - 1.0);
            let seen = |deal: &Labelled| deal.labels.iter().flatten().count() as u16;
            let law = moments(k as f64 * part, hyper);
            same("previous.overlap", z(previous.iter().map(|d| (seen(d), law))));
        }
    }
}

/// Same-hand pairs, neighbours and persistence of seven hands of five, by pairs of cards.
#[test]
fn hands_have_the_figures_of_a_plain_program() {
    let decks = golden_decks("riffle7_chained");
    let battery = battery_of(&decks, Layout::packets(7, 5));
    let hand = |deck: &[u8], card: usize| {
        deck[..35].iter().position(|c| usize::from(*c) == card).map(|p| p / 5)
    };
    let hands: Vec<Vec<Option<usize>>> =
        decks.iter().map(|deck| (0..N).map(|card| hand(deck, card)).collect()).collect();
    let together =
        |hands: &[Option<usize>], a: usize, b: usize| hands[a].is_some() && hands[a] == hands[b];
    let (mut squares, mut own, mut all, mut neighbours, mut kept) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for a in 0..N {
        let mut total = 0.0;
        for b in (0..N).filter(|b| *b != a) {
            let pair = hands.iter().filter(|hands| together(hands, a, b)).count() as f64;
            squares += pair * pair / 2.0;
            total += pair;
            neighbours += if b == a + 1 { pair } else { 0.0 };
            let both = |w: &&[Vec<Option<usize>>]| together(&w[0], a, b) && together(&w[1], a, b);
            kept += hands.windows(2).filter(both).count() as f64 / 2.0;
        }
        own += total * total;
        all += total;
    }
    let n = N as f64;
    let company = squares - own / (n - 2.0) + all * all / (2.0 * (n - 1.0) * (n - 2.0));
    // The reference's figures of seven hands of five.
    close(
        statistic(&battery, "fixed.same_hand"),
        company / (1000.0 * 0.049_170_437_405_731_53),
        "same hand",
    );
    let persistence =
        (kept - 999.0 * 3.695_324_283_559_578) / (999.0f64 * 3.343_070_143_708_949_6).sqrt();
    close(statistic(&battery, "previous.kept_together"), persistence, "kept together");
    let law = laws::graph::overlap(N, Graph::hands(7, 5), Graph::path(52));
    rare(&battery, "fixed.neighbours", neighbours, law, 1000);
}
