//! Every source of the laboratory, and every one that users can name, has the law that its definition
//! says, found by a second way: exact laws of the literature, or a case worked by hand.
#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use feltproof_stats::defects::numbers::{BITS, DRAWS, SYMBOLS};
use feltproof_stats::defects::{self, Chance, Defect};
use feltproof_stats::special::chi2_sf;
use feltproof_tests::laboratory::{self, decks_of};

/// Level of every statistical comparison here: the seeds are fixed, so it passes always or never.
const ALPHA: f64 = 1e-4;

fn reference() -> serde_json::Value {
    serde_json::from_str(include_str!("../../fixtures/randomness/reference.json")).unwrap()
}

fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).unwrap()
}

fn decks(name: &str, count: usize) -> Vec<[u8; 52]> {
    let mut source = decks_of(name, 11);
    (0..count).map(|_| source()).collect()
}

/// Labels of each deck by the position in the deck before.
fn relative(decks: &[[u8; 52]]) -> Vec<[u8; 52]> {
    let label = |before: &[u8; 52], card: u8| before.iter().position(|c| *c == card).unwrap() as u8;
    decks.windows(2).map(|w| w[1].map(|card| label(&w[0], card))).collect()
}

fn inverse(deck: &[u8; 52]) -> [u8; 52] {
    let mut at = [0; 52];
    for (i, card) in deck.iter().enumerate() {
        at[usize::from(*card)] = i as u8;
    }
    at
}

fn descents(deck: &[u8; 52]) -> usize {
    deck.windows(2).filter(|w| w[0] > w[1]).count()
}

fn valleys(deck: &[u8; 52]) -> usize {
    deck.windows(3).filter(|w| w[1] < w[0] && w[1] < w[2]).count()
}

/// Chi-square goodness of fit, cells of fewer than five expected pooled with their neighbours.
fn fits(counts: &[u64], chances: &[f64]) {
    let total = counts.iter().sum::<u64>() as f64;
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut seen, mut expected) = (0.0, 0.0);
    let mut rest = total;
    for (count, chance) in counts.iter().zip(chances) {
        seen += *count as f64;
        expected += total * chance;
        // What is left for the cells after this one must be enough too, or they all join it.
        if expected >= 5.0 && rest - expected >= 5.0 {
            statistic += (seen - expected).powi(2) / expected;
            rest -= expected;
            (seen, expected) = (0.0, 0.0);
            cells += 1;
        }
    }
    statistic += (seen - expected).powi(2) / expected;
    cells += 1;
    let p = chi2_sf(statistic, f64::from(cells - 1)).p();
    assert!(p > ALPHA, "chi-square {statistic} over {cells} cells, p {p}");
}

/// Bayer and Diaconis: an order with r rising sequences comes of k riffles with probability
/// C(2^k + 52 - r, 52) / 2^(52 k); index 0 is r = 1.
fn rising_law(k: i32, reference: &serde_json::Value) -> (Vec<f64>, Vec<f64>) {
    let eulerian = &reference["permutation_laws_n52"]["descents/rises/rising sequences minus 1 (Eulerian)"]
        ["pmf"];
    let fair: Vec<f64> = (0..52).map(|d| eulerian.get(d.to_string()).map_or(0.0, number)).collect();
    let a = 2_f64.powi(k);
    let ratio = |descents: usize| {
        (0..52).map(|i| ((a + 51.0 - descents as f64 - f64::from(i)) / a).max(0.0)).product::<f64>()
    };
    let riffled = fair.iter().enumerate().map(|(d, p)| p * ratio(d)).collect();
    (fair, riffled)
}

#[test]
fn riffles_have_bayer_and_diaconis_law_of_rising_sequences() {
    let reference = reference();
    for k in [6, 7, 10] {
        let (fair, mut riffled) = rising_law(k, &reference);
        // The law itself: its distance from chance is the published one.
        let distance = fair.iter().zip(&riffled).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0;
        let published =
            number(&reference["riffle_tv_52 (Bayer-Diaconis 1992 table 1)"][k.to_string()]);
        assert!((distance - published).abs() < 1e-6, "{k}: {distance}, {published}");
        // The file gives the fair law from 6 descents on; nothing of weight lies below.
        let total: f64 = riffled.iter().sum();
        assert!((total - 1.0).abs() < 1e-6, "{k}: {total}");
        riffled.iter_mut().for_each(|p| *p /= total);

        let mut counts = [0; 52];
        for deck in decks(&format!("riffle{k} lab"), 20_000) {
            counts[descents(&inverse(&deck))] += 1;
        }
        fits(&counts, &riffled);
        if k > 8 {
            continue;
        }
        let mut counts = [0; 52];
        for deck in relative(&decks(&format!("riffle{k} chained"), 20_000)) {
            counts[descents(&inverse(&deck))] += 1;
        }
        fits(&counts, &riffled);
    }
}

#[test]
fn shelves_have_the_published_mean_number_of_valleys() {
    let reference = reference();
    let expected = |shelves: &str| number(&reference["shelf_expected_valleys"][shelves]);
    // Two passes through 10 shelves are one pass through 200.
    for (name, mean) in [
        ("shelf10 x1 lab", expected("10")),
        ("shelf10 x2 lab", expected("200")),
        ("shelf10 x1 chained", expected("10")),
        ("shelf10 x2 chained", expected("200")),
    ] {
        let decks = decks(name, 40_000);
        let decks = if name.ends_with("chained") { relative(&decks) } else { decks };
        let counts: Vec<f64> = decks.iter().map(|d| valleys(d) as f64).collect();
        let n = counts.len() as f64;
        let seen = counts.iter().sum::<f64>() / n;
        let variance = counts.iter().map(|c| (c - seen).powi(2)).sum::<f64>() / (n - 1.0);
        let z = (seen - mean) / (variance / n).sqrt();
        assert!(z.abs() < 3.9, "{name}: {seen}, expected {mean}");
    }
}

/// The chance that a card of the new deck's position i ends at position j, by following one card
/// through the 52 swaps.
fn naive_law() -> Vec<Vec<f64>> {
    let n = 52;
    let follow = |start: usize| {
        let mut at = vec![0.0; n];
        at[start] = 1.0;
        for i in 0..n {
            let here = at[i];
            for (j, p) in at.iter_mut().enumerate() {
                *p = if j == i {
                    1.0 / n as f64
                } else {
                    *p * (1.0 - 1.0 / n as f64) + here / n as f64
                };
            }
        }
        at
    };
    (0..n).map(follow).collect()
}

#[test]
fn the_naive_swap_has_its_exact_position_law() {
    let law = naive_law();
    assert!(law.iter().all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-12));
    let decks = decks("naive swap n^n", 20_000);
    for card in 0..52 {
        let mut counts = [0; 52];
        decks.iter().for_each(|d| counts[usize::from(inverse(d)[card])] += 1);
        fits(&counts, &law[card]);
    }
}

#[test]
fn sattolo_decks_are_one_cycle() {
    let length = |deck: &[u8; 52]| {
        let (mut at, mut steps) = (usize::from(deck[0]), 1);
        while at != 0 {
            at = usize::from(deck[at]);
            steps += 1;
        }
        steps
    };
    assert!(decks("Sattolo off-by-one", 500).iter().all(|d| length(d) == 52));
    assert!(relative(&decks("Sattolo chained", 500)).iter().all(|d| length(d) == 52));
}

#[test]
fn the_bottom_card_of_a_modulo_shuffle_has_the_law_of_the_remainder() {
    let mut counts = [0; 52];
    decks("modulo 8-bit", 50_000).iter().for_each(|d| counts[usize::from(d[51])] += 1);
    let ways = |c| (0..256).filter(|w| w % 52 == c).count() as f64;
    fits(&counts, &(0..52).map(|c| ways(c) / 256.0).collect::<Vec<_>>());
}

/// That `seen` of `trials` is what a binomial of `chance` gives, and that the fair chance is not.
fn comes(seen: usize, trials: usize, chance: f64) {
    let n = trials as f64;
    let z = (seen as f64 - n * chance) / (n * chance * (1.0 - chance)).sqrt();
    assert!(z.abs() < 3.9, "{seen} of {trials}, expected {}", n * chance);
}

#[test]
fn rare_faults_come_as_often_as_they_say() {
    const R: usize = 400_000;
    let count = |decks: &[[u8; 52]], hit: &dyn Fn(&[u8; 52]) -> bool| {
        decks.iter().filter(|d| hit(d)).count()
    };
    let stuck = decks("stuck card at bottom 1%", R);
    comes(count(&stuck, &|d| d[51] == 0), R, 1.0 / 52.0 + 0.01 * 51.0 / 52.0);
    let stuck = decks("stuck card in seat1 pos0 1%", R);
    comes(count(&stuck, &|d| d[0] == 0), R, 1.0 / 52.0 + 0.01 * 51.0 / 52.0);
    let clump = decks("clump pair +2% abs", R);
    let below = |d: &[u8; 52]| d.windows(2).any(|w| w == [0, 1]);
    comes(count(&clump, &below), R, 1.0 / 52.0 + 0.02 * 51.0 / 52.0);
    // Aces of the dealer: 20/52 on average, and one more in 2 % of the rounds (all four are there
    // already once in 54,145 rounds).
    let seat = decks("dealer-ace seat bias 2%", R);
    let aces: usize =
        seat.iter().map(|d| d[30..35].iter().filter(|c| **c % 13 == 12).count()).sum();
    let variance = 5.0 * (1.0 / 13.0) * (12.0 / 13.0) * 47.0 / 51.0;
    let z = (aces as f64 - R as f64 * (20.0 / 52.0 + 0.02)) / (R as f64 * (variance + 0.02)).sqrt();
    assert!(z.abs() < 3.9, "{aces}");
}

#[test]
fn chained_faults_show_only_against_the_deck_before() {
    const R: usize = 200_000;
    let mean = |decks: &[[u8; 52]], of: fn(&[u8; 52]) -> usize| {
        decks.iter().map(of).sum::<usize>() as f64 / decks.len() as f64
    };
    let fixed: fn(&[u8; 52]) -> usize = |d| (0..52).filter(|i| usize::from(d[*i]) == *i).count();
    let successions: fn(&[u8; 52]) -> usize = |d| d.windows(2).filter(|w| w[1] == w[0] + 1).count();
    let bound = 3.9 / (R as f64).sqrt();
    let sticky = decks("sticky position one card p=10%", R);
    assert!((mean(&sticky, fixed) - 1.0).abs() < bound);
    // The card held back, and of the 51 others as many as ever: one fixed point more in 10 %, less
    // the chance that the exchange undoes one: 1 + p (1 - 1/52 ...) is 1.1 within 2/52 of 0.1.
    assert!((mean(&relative(&sticky), fixed) - 1.1).abs() < 0.004 + bound);
    let block = decks("sticky block of 3 p=5%", R);
    assert!((mean(&block, successions) - 51.0 / 52.0).abs() < bound);
    // Two successions inside the block, and 49 places where the 50 things may follow one another
    // fairly: 2 + 49/50 instead of 51/52.
    let expected = 0.95 * 51.0 / 52.0 + 0.05 * (2.0 + 49.0 / 50.0);
    assert!((mean(&relative(&block), successions) - expected).abs() < bound);
}

/// Every source deals whole decks and repeats with its seed; those that users can name are those of the
/// laboratory under their names, or as large as their words say.
#[test]
fn every_source_deals_whole_decks_and_repeats_with_its_seed() {
    let rows = laboratory::DECKS.iter().map(|row| (row.name, row.start));
    let named = defects::DECKS.iter().map(|defect| (defect.name, defect.start));
    for (name, start) in rows.chain(named) {
        let three = |seed| {
            let mut source = start(Chance::new(seed));
            [(); 3].map(|()| source())
        };
        for mut deck in three(5) {
            deck.sort_unstable();
            assert!(deck.into_iter().eq(0..52), "{name}");
        }
        assert_eq!(three(5), three(5), "{name}");
        assert_ne!(three(5), three(6), "{name}");
    }
    for (named, of_laboratory) in [
        ("riffle-5", "riffle5 chained"),
        ("riffle-6", "riffle6 chained"),
        ("riffle-7", "riffle7 chained"),
        ("shelf-machine", "shelf10 x1 chained"),
        ("naive-swap", "naive swap n^n"),
        ("sattolo", "Sattolo off-by-one"),
        ("modulo", "modulo 8-bit"),
        ("sticky-card", "sticky position one card p=10%"),
        ("glued-pair", "clump pair +2% abs"),
    ] {
        let mut ours = defects::DECKS.iter().find(|d| d.name == named).unwrap().source(3);
        let mut theirs = decks_of(of_laboratory, 3);
        assert!((0..100).all(|_| ours() == theirs()), "{named}");
    }
    let stuck = defects::DECKS.iter().find(|d| d.name == "stuck-card").unwrap();
    let mut source = stuck.source(3);
    let bottom = (0..400_000).filter(|_| source()[51] == 0).count();
    comes(bottom, 400_000, 1.0 / 52.0 + 0.02 * 51.0 / 52.0);
}

/// So many draws or words of the source of this name.
fn drawn<T>(list: &[Defect<T>], name: &str, count: usize) -> Vec<T> {
    let mut source = list.iter().find(|d| d.name == name).unwrap().source(9);
    (0..count).map(|_| source()).collect()
}

#[test]
fn draws_have_the_faults_they_name() {
    const N: usize = 1_000_000;
    let draws = |name| drawn(&DRAWS, name, N);
    let equal =
        |draws: &[u32], lag: usize| (lag..N).filter(|i| draws[*i] == draws[i - lag]).count();
    let repeats = draws("repeats");
    comes(equal(&repeats, 1), N - 1, 0.01 + 0.99 / 52.0);
    comes(equal(&repeats, 5), N - 5, 1.0 / 52.0 + 0.01_f64.powi(5));
    let lagged = draws("lag-5");
    comes(equal(&lagged, 5), N - 5, 0.01 + 0.99 / 52.0);
    comes(equal(&lagged, 1), N - 1, 1.0 / 52.0);
    assert_eq!(equal(&draws("short-period"), 65_536), N - 65_536);
    comes(draws("modulo").iter().filter(|d| **d == 0).count(), N, 5.0 / 256.0);
    for defect in &DRAWS {
        assert!(draws(defect.name).iter().all(|d| *d < SYMBOLS), "{}", defect.name);
    }
    // 52 is 4 * 13: the low two bits of a remainder by 52 are those of the word, and repeat after 4.
    let low = draws("low-bits");
    assert!((4..N).all(|i| low[i] % 4 == low[i - 4] % 4));
    // Of RANDU, x(n + 2) - 6 x(n + 1) + 9 x(n) is a multiple of 2^31. Each draw is up to one part in 52
    // less than its x: ten parts below a multiple at most, six above.
    let randu = draws("randu");
    let turns =
        |w: &[u32]| (i64::from(w[2]) - 6 * i64::from(w[1]) + 9 * i64::from(w[0])).rem_euclid(52);
    assert!(randu.windows(3).all(|w| !(6..=42).contains(&turns(w))));
}

#[test]
fn bit_streams_have_the_faults_they_name() {
    const WORDS: usize = 20_000;
    let words = |name| drawn(&BITS, name, WORDS);
    let ones = |words: &[u64]| words.iter().map(|w| w.count_ones() as usize).sum::<usize>();
    comes(ones(&words("biased-bit")), WORDS * 64, 0.503);
    let padded = words("padded-words");
    assert!(padded.iter().all(|w| w & 0x8000_0000_8000_0000 == 0));
    comes(ones(&padded), WORDS * 62, 0.5);
    let period = words("short-period-bits");
    assert!((1_024..WORDS).all(|i| period[i] == period[i - 1_024]));
    let low = words("low-bytes");
    assert!((32..WORDS).all(|i| low[i] == low[i - 32]));
}
