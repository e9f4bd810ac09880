//! Hands taken at random, settled by `engine` against every hand the dealer may hold: the sheet of
//! that hand alone must say the same, wager by wager, and its decision must be the best one.

use super::bad_beat::BadBeat;
use super::base_rules::BaseRules;
use super::bet::Bet;
use super::choices::ChoicesCount;
use super::distribution::Distribution;
use super::plan::{five, six};
use super::readings::Readings;
use super::tally::{BaseTally, Decisions, Sight};
use super::{Ratio, base, ratio};
use crate::count::{five_against_five, five_against_six};
use feltproof_engine::{
    Game, HandRank, TableRules, best_four_of_five, best_four_of_six, builtin_games, settle,
};
use feltproof_model::engagement::{RulingChoice, Table, TableTerms};
use feltproof_model::event::{Action, Extras, HandRow};
use feltproof_model::{Card, CardList, Money, Seat, Timestamp, Wager, WagerMap};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// One table at which a hand is settled.
struct Setting {
    game: Game,
    rules: TableRules,
    readings: Readings,
    second: &'static str,
}

fn setting(id: &str, second: &'static str, bad_beat: bool, chosen: &[(&str, &str)]) -> Setting {
    let game = builtin_games().into_iter().find(|g| g.id == id).unwrap();
    let mut paytables = vec![(game.family.needs_paytable, second.to_owned())];
    if bad_beat {
        paytables.push((Wager::BadBeat, "BBB-01".to_owned()));
    }
    let table = Table {
        id: "T1".into(),
        game: id.to_owned(),
        seats: 6,
        links: Vec::new(),
        paytables,
        posted: vec![],
        aggregate: vec![],
        shuffler: None,
        approvals: Vec::new(),
        decks_in_use: 1,
        terms: TableTerms::default(),
        unit: None,
        line: 1.into(),
    };
    let choices: Vec<RulingChoice> = chosen
        .iter()
        .map(|(ruling, value)| RulingChoice {
            game: id.to_owned(),
            ruling: (*ruling).to_owned(),
            value: (*value).to_owned(),
            authority: feltproof_model::engagement::Authority::default(),
            source: "test".to_owned(),
            line: 1.into(),
        })
        .collect();
    let rules = TableRules::resolve(&game, &table, None, &choices).unwrap();
    let pairs: Vec<(String, String)> =
        chosen.iter().map(|(r, v)| ((*r).to_owned(), (*v).to_owned())).collect();
    let readings = Readings::new(&game, &pairs).unwrap();
    Setting { game, rules, readings, second }
}

fn row(seat: Seat, cards: &[Card], action: Action, stakes: &[(Wager, i64)]) -> HandRow {
    let mut stake = WagerMap::default();
    for (wager, dollars) in stakes {
        stake[*wager] = Money::from_dollars(*dollars).unwrap();
    }
    HandRow {
        line: 1,
        time: Timestamp(0),
        seat,
        action,
        cards: CardList::new(cards).unwrap(),
        extras: Extras::default(),
        stake,
        returned: WagerMap::default(),
    }
}

const ANTE: i64 = 10;

/// Net of every wager in Antes, as the engine settles one round.
fn settled(setting: &Setting, cards: [Card; 5], dealer: &[Card], multiple: i64) -> Vec<Ratio> {
    let family = setting.game.family;
    let mut stakes = vec![(Wager::Ante, ANTE), (family.raise, ANTE * multiple)];
    stakes.extend(family.second.map(|wager| (wager, ANTE)));
    if setting.rules.offers(Wager::BadBeat) {
        stakes.push((Wager::BadBeat, ANTE));
    }
    let action = if multiple == 0 { Action::Fold } else { Action::Play };
    let opponent = if setting.game.banked == feltproof_engine::Banked::Player {
        Seat::Banker(6)
    } else {
        Seat::Dealer
    };
    let rows = [
        row(Seat::Player(1), &cards, action, &stakes),
        row(opponent, dealer, Action::Unrecorded, &[]),
    ];
    let mut out = Vec::new();
    let _ = settle(&setting.rules, &rows, &mut out);
    let net = |wager: Wager| {
        assert!(out[0].testable.contains(wager), "{wager} was not decided");
        let micros = out[0].owed[wager].micros() - rows[0].stake[wager].micros();
        ratio(micros, ANTE * 1_000_000)
    };
    let mut nets = vec![net(Wager::Ante), net(family.needs_paytable), net(family.raise)];
    if setting.rules.offers(Wager::BadBeat) {
        nets.push(net(Wager::BadBeat));
    }
    nets
}

/// The dealer's hands of `N` cards that hold `up` and none of `cards`, by rank: one of them and how
/// many there are.
fn dealers<const N: usize>(
    cards: &[Card],
    up: &[Card],
    rank: fn([Card; N]) -> HandRank,
) -> BTreeMap<HandRank, ([Card; N], u64)> {
    let free: Vec<Card> = (0..Card::PACK)
        .filter_map(Card::new)
        .filter(|card| !cards.contains(card) && !up.contains(card))
        .collect();
    let mut found = BTreeMap::new();
    let mut hand = [free[0]; N];
    hand[..up.len()].copy_from_slice(up);
    pick(&free, up.len(), &mut hand, &mut |hand| {
        found.entry(rank(hand)).or_insert((hand, 0)).1 += 1;
    });
    found
}

fn pick<const N: usize>(
    free: &[Card],
    len: usize,
    hand: &mut [Card; N],
    visit: &mut impl FnMut([Card; N]),
) {
    if len == N {
        return visit(*hand);
    }
    for (at, card) in free.iter().enumerate() {
        hand[len] = *card;
        pick(&free[at + 1..], len + 1, hand, visit);
    }
}

/// Deals by net, as the engine has them.
type Nets = BTreeMap<Ratio, BigUint>;

fn by_net(distribution: &Distribution) -> Nets {
    let mut nets = Nets::new();
    for line in distribution.lines.iter().filter(|l| l.combinations > BigUint::default()) {
        *nets.entry(line.net.clone()).or_default() += &line.combinations;
    }
    nets
}

/// Compares the sheet of one hand with the engine's settlements of it.
fn compare<const N: usize>(
    setting: &Setting,
    sight: Sight,
    against: &BTreeMap<HandRank, ([Card; N], u64)>,
    bad_beat: Option<&Distribution>,
) {
    let table = setting.game.paytable(setting.game.family.needs_paytable, setting.second).unwrap();
    let rules = BaseRules::new(&setting.game, &setting.readings, table).unwrap();
    let sight = Sight { weight: 1, ..sight };
    let mut permitted = vec![0_i64];
    permitted.extend(setting.rules.play_multiples_for(sight.rank));
    let mut best: Option<(Ratio, i64)> = None;
    let mut in_all: BTreeMap<i64, Nets> = BTreeMap::new();
    let mut expected: BTreeMap<i64, Vec<Nets>> = BTreeMap::new();
    for multiple in permitted {
        let mut sum = ratio(0, 1);
        let nets = expected.entry(multiple).or_insert_with(|| vec![Nets::new(); 4]);
        for (dealer, count) in against.values() {
            let settled = settled(setting, sight.cards, dealer, multiple);
            let net = settled.iter().take(3).sum::<Ratio>();
            sum += &net * ratio(*count, 1);
            *in_all.entry(multiple).or_default().entry(net).or_default() += *count;
            for (wager, net) in nets.iter_mut().zip(settled) {
                *wager.entry(net).or_default() += *count;
            }
        }
        if best.as_ref().is_none_or(|(most, _)| sum > *most) {
            best = Some((sum, multiple));
        }
    }
    let (sum, multiple) = best.unwrap();
    let mut tally = BaseTally::new(rules, Decisions::Optimal);
    assert_eq!(tally.add(&sight), multiple == 0, "{:?}", sight.cards);
    let sheet = base::sheet(&tally);
    for ((wager, distribution), nets) in sheet.wagers.iter().zip(&expected[&multiple]) {
        assert_eq!(by_net(distribution), *nets, "{wager} of {:?}", sight.cards);
    }
    let deals: u64 = against.values().map(|(_, count)| count).sum();
    assert_eq!(sheet.result.total(), BigUint::from(deals));
    assert_eq!(sheet.result.expectation(), sum / ratio(deals, 1), "{:?}", sight.cards);
    are_its_choices(setting, &sight, &in_all);
    if let Some(bad_beat) = bad_beat {
        assert_eq!(by_net(bad_beat), expected[&multiple][3], "Bad Beat Bonus of {:?}", sight.cards);
    }
}

/// The choices of one hand are the decisions that the engine settles: folding, the least Play and the largest; a Play
/// between them gains no more than the larger of the two, whatever the dealer holds.
fn are_its_choices(setting: &Setting, sight: &Sight, nets: &BTreeMap<i64, Nets>) {
    let chosen: Vec<(String, String)> =
        setting.readings.all().iter().map(|r| (r.id.clone(), r.applied.clone())).collect();
    let mut count = ChoicesCount::new(&setting.game, &chosen, setting.second).unwrap();
    count.add(sight);
    let choices = count.finish();
    let [group] = &choices.groups[..] else { panic!("one hand is one group") };
    let (counts, hands) = group.met[0];
    assert_eq!((group.met.len(), hands), (1, 1));
    let (folds, stays) = (&nets[&0], nets.iter().filter(|(multiple, _)| **multiple > 0));
    let stays: Vec<&Nets> = stays.map(|(_, nets)| nets).collect();
    let settled = [folds, stays[0], stays[stays.len() - 1]];
    for (gains, settled) in group.gains.iter().zip(settled) {
        let mut found = Nets::new();
        for (gain, count) in gains.iter().zip(counts).filter(|(_, count)| *count > 0) {
            *found.entry(ratio(*gain, choices.scale)).or_default() += count;
        }
        assert_eq!(found, *settled, "{:?}", sight.cards);
    }
    let most = nets.values().flat_map(Nets::keys).max().unwrap();
    assert_eq!(ratio(choices.most, choices.scale), *most);
}

/// Places in the order of a visit, the same for every run.
fn places(seed: u64, wanted: usize, of: u64) -> Vec<u64> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    (0..wanted).map(|_| rng.next_u64() % of).collect()
}

#[test]
fn hands_against_five_cards_settle_as_the_engine_settles_them() {
    let settings = [
        setting("crazy4-wa", "SB", true, &[]),
        setting(
            "crazy4-wa",
            "SB",
            true,
            &[("super_bonus_vs_unqualified", "pushes"), ("bad_beat_on_tie", "pushes")],
        ),
        setting("crazy4-wa", "SB", true, &[("bad_beat_on_fold", "loses")]),
        setting("crazy4-v2", "SB", false, &[]),
        setting("crazy4-ca", "SB", false, &[]),
        setting("four-card-frenzy", "ODDS-3", false, &[]),
        setting("four-card-frenzy", "ODDS-6", false, &[("odds_on_tie", "pushes")]),
    ];
    // High cards come first in the visit: the last third has all the better hands.
    let mut wanted = places(4, 12, 134_459);
    wanted.extend(places(5, 12, 40_000).iter().map(|place| 134_458 - place));
    // The lowest hand, the best, and those about the border of folding.
    wanted.extend([0, 134_458]);
    let mut hands = Vec::new();
    let mut place = 0;
    five_against_five(|hand| {
        let at_the_border = hand.rank.describe() == "king-high (K Q 8 4)" && hands.len() < 14;
        if wanted.contains(&place) || at_the_border {
            hands.push(*hand);
        }
        place += 1;
    });
    assert!(hands.len() >= 26);
    for hand in &hands {
        let against = dealers::<5>(&hand.cards, &[], best_four_of_five);
        for setting in &settings {
            let table = setting.game.paytable(Wager::BadBeat, "BBB-01");
            let bad_beat = table.filter(|_| setting.rules.offers(Wager::BadBeat)).map(|table| {
                let mut alone = *hand;
                alone.weight = 1;
                let mut counted =
                    BadBeat::new(Bet::new(&setting.game, &setting.readings, table)).unwrap();
                let folds = hand.rank < lowest_played();
                counted.add(&alone, folds && setting.readings.is("bad_beat_on_fold", "loses"));
                counted.distribution().unwrap()
            });
            compare(setting, five(hand), &against, bad_beat.as_ref());
        }
    }
}

/// K-Q-7-6: no lower hand stays in under optimal decisions, and only hands down to K-Q-8-4 are
/// folded by some of their fifth cards; none of those holds two pair.
fn lowest_played() -> HandRank {
    let hand: CardList = CardList::parse(b"Ks Qh 7d 6c 2s").unwrap();
    best_four_of_five(hand.exactly().unwrap())
}

#[test]
fn hands_against_six_cards_settle_as_the_engine_settles_them() {
    let settings = [
        setting("four-card-poker", "AB-1", false, &[]),
        setting("four-card-poker", "AB-2", false, &[]),
    ];
    let mut wanted = places(6, 5, 134_459 * 47);
    wanted.extend(places(7, 5, 2_000_000).iter().map(|place| 134_459 * 47 - 1 - place));
    let mut place = 0;
    let mut hands = Vec::new();
    five_against_six(|hand| {
        if wanted.contains(&place) {
            hands.push(*hand);
        }
        place += 1;
    });
    assert_eq!(hands.len(), 10);
    for hand in &hands {
        let against = dealers::<6>(&hand.cards, &[hand.up], best_four_of_six);
        for setting in &settings {
            compare(setting, six(hand), &against, None);
        }
    }
}
