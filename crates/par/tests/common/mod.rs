//! For simulated rounds: how a hand is played, and whether an average is near enough.

#![allow(clippy::float_arithmetic, reason = "standard errors are of no other use")]

use feltproof_engine::game::{Payout, Prize, Strategy};
use feltproof_engine::{Game, best_four_of_five};
use feltproof_model::Card;
use feltproof_par::count::{five_against_five, five_against_six};
use feltproof_par::sheet::{Distribution, Ratio, decimal};
use feltproof_simulate::referee::Deck;
use std::collections::BTreeMap;

/// A hand and the dealer's card face up.
type Sight = ([Card; 5], Card);

/// The value as a float, to twelve places.
pub(crate) fn exact(value: &Ratio) -> f64 {
    decimal(value, 12).parse().unwrap()
}

/// What was seen of one wager.
#[derive(Default)]
pub(crate) struct Sums {
    rounds: f64,
    sum: f64,
    hits: f64,
}

impl Sums {
    pub(crate) fn add(&mut self, units: f64) {
        self.rounds += 1.0;
        self.sum += units;
        self.hits += if units > 0.0 { 1.0 } else { 0.0 };
    }

    /// Average and hit frequency within four standard errors, which follow from the exact figures.
    pub(crate) fn is_near(&self, what: &str, of: &Distribution) {
        self.mean_is(what, exact(&of.expectation()), exact(&of.variance()));
        let p = exact(&of.hit_frequency());
        let error = (p * (1.0 - p) / self.rounds).sqrt();
        let seen = self.hits / self.rounds;
        assert!(error > 0.0 && (seen - p).abs() < 4.0 * error, "{what}: hits {seen}, not {p}");
    }

    /// The average within four standard errors.
    pub(crate) fn mean_is(&self, what: &str, mean: f64, variance: f64) {
        let error = (variance / self.rounds).sqrt();
        let seen = self.sum / self.rounds;
        assert!(self.rounds > 0.0);
        assert!((seen - mean).abs() <= 4.0 * error, "{what}: {seen}, not {mean}, error {error}");
    }
}

/// How a hand is played.
pub(crate) enum Decider {
    /// By the thresholds of a strategy.
    Named(Strategy),
    /// By the counts of the dealer's hands, worked out for the hands that will be dealt.
    Optimal(BTreeMap<Sight, i64>),
}

impl Decider {
    /// Antes put up after the cards: 0 folds. Both kinds of game allow three at the most.
    pub(crate) fn antes(&self, mut cards: [Card; 5], up: Card) -> i64 {
        match self {
            Self::Optimal(antes) => {
                cards.sort_unstable();
                antes.get(&(cards, up)).or_else(|| antes.get(&(cards, cards[0]))).copied().unwrap()
            }
            Self::Named(strategy) => match best_four_of_five(cards) {
                rank if rank < strategy.play_from => 0,
                rank if rank < strategy.raise_from => 1,
                _ => 3,
            },
        }
    }

    /// Deals the rounds beforehand and works out, for every hand that is dealt, which of folding, one
    /// Ante and (where allowed) three is worth the most: a second way to the sheets' decisions.
    pub(crate) fn optimal(
        game: &Game,
        paytable: &str,
        seed: (u64, u64),
        players: u8,
        rounds: u32,
    ) -> Self {
        let mut deck = Deck::new(seed.0, seed.1);
        let mut sizes = vec![5; usize::from(players)];
        sizes.push(game.family.opponent_cards);
        let sees_up = game.family.key == "four-card-poker";
        // Each sight in all 24 forms it has when suits change names, as a class may show any of them.
        let mut forms: BTreeMap<Sight, Vec<Sight>> = BTreeMap::new();
        for _ in 0..rounds {
            let hands = deck.deal(&sizes);
            let (dealer, hands) = hands.split_last().unwrap();
            for hand in hands {
                let mut cards: [Card; 5] = hand.exactly().unwrap();
                cards.sort_unstable();
                let up = if sees_up { dealer.as_slice()[0] } else { cards[0] };
                for suits in SUITS {
                    let form = renamed((cards, up), suits, sees_up);
                    forms.entry(form).or_default().push((cards, up));
                }
            }
        }
        let mut antes = BTreeMap::new();
        let mut seen = |cards: [Card; 5], up: Option<Card>, counts: [u32; 6]| {
            let mut sorted = cards;
            sorted.sort_unstable();
            let sight = (sorted, up.unwrap_or(sorted[0]));
            for dealt in forms.get(&sight).into_iter().flatten() {
                antes.insert(*dealt, best(game, paytable, cards, counts));
            }
        };
        if sees_up {
            five_against_six(|hand| {
                let counts = [0, 0, 0, hand.above, hand.equal, hand.below];
                seen(hand.cards, Some(hand.up), counts);
            });
        } else {
            five_against_five(|hand| {
                let (above, below) =
                    (hand.above.iter().sum::<u32>(), hand.below.iter().sum::<u32>());
                let out = [hand.above_unqualified, hand.equal_unqualified, hand.below_unqualified];
                let counts =
                    [out[0], out[1], out[2], above - out[0], hand.equal - out[1], below - out[2]];
                seen(hand.cards, None, counts);
            });
        }
        Self::Optimal(antes)
    }
}

/// Every order of the four suits.
const SUITS: [[u8; 4]; 24] = {
    let mut all = [[0; 4]; 24];
    let (mut at, mut code) = (0, 0_u32);
    while code < 256 {
        let [a, b, c, d] = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        if (1 << a | 1 << b | 1 << c | 1 << d) == 0b1111 {
            all[at] = [a as u8, b as u8, c as u8, d as u8];
            at += 1;
        }
        code += 1;
    }
    all
};

fn renamed((cards, up): Sight, suits: [u8; 4], sees_up: bool) -> Sight {
    let rename =
        |card: Card| Card::new(suits[usize::from(card.suit())] * 13 + card.rank()).unwrap();
    let mut cards = cards.map(rename);
    cards.sort_unstable();
    (cards, if sees_up { rename(up) } else { cards[0] })
}

/// The Antes to put up, from the dealer's hands above, equal and below: those that do not qualify,
/// then those that do. In halves of an Ante, since 3 to 2 is paid.
fn best(game: &Game, paytable: &str, cards: [Card; 5], counts: [u32; 6]) -> i64 {
    let [out_above, out_equal, out_below, above, equal, below] = counts.map(i64::from);
    let out = out_above + out_equal + out_below;
    let all = out + above + equal + below;
    let rank = best_four_of_five(cards);
    let wager = game.family.needs_paytable;
    let row = game.paytable(wager, paytable).unwrap().row(rank, &cards);
    let halves = |payout: Payout| 2 * payout.pays.numerator() / payout.pays.denominator();
    let won = row.map(|row| match row.prize {
        Prize::Fixed(payout) => (halves(payout), row.beaten.map_or(0, halves)),
        _ => panic!("no multiple of the stake"),
    });
    // What comes of the second wager (the automatic bonus) in a hand that stays in, and of each Ante.
    let (mandatory, second, ante, play, most) = match game.family.key {
        "crazy4" => {
            let second = match won {
                Some((pays, _)) => pays * all,
                None => -2 * (out_above + above),
            };
            (2, second, 2 * (below - above), 2 * (out + below - above), None)
        }
        "four-card-frenzy" => {
            let lost = out_above + above;
            let second = match won {
                Some((pays, beaten)) => pays * (all - lost) + beaten * lost,
                None => -2 * lost,
            };
            (2, second, 2 * (below - above), 2 * (out + below - above), None)
        }
        _ => {
            let wins = 2 * (below + equal - above);
            (1, won.map_or(0, |(pays, _)| pays * all), wins, wins, Some(3))
        }
    };
    let most = most.unwrap_or(if rank.is_pair_of_aces_or_better() { 3 } else { 1 });
    let value = |antes: i64| second + ante + antes * play;
    let best = if value(most) > value(1) { most } else { 1 };
    if value(best) > -2 * mandatory * all { best } else { 0 }
}
