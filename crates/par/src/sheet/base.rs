//! The sheet of a base game: what each wager comes to, and all of them together.

use super::base_rules::SHOWDOWNS;
use super::distribution::Distribution;
use super::exact::{Ratio, ratio};
use super::tally::{BaseTally, Border, Decisions};
use feltproof_model::Wager;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// The base game with one paytable and one way to decide. Units are Antes.
#[derive(Clone, Debug)]
pub struct BaseSheet {
    /// The wager that the paytable is for: Super Bonus, Odds or the automatic bonus.
    pub second: Wager,
    /// Id of the paytable.
    pub paytable: String,
    /// How the player decides.
    pub decisions: Decisions,
    /// Where the decisions change.
    pub border: Border,
    /// Each wager by itself, in the order of settlement: Ante, second wager or bonus, Play (Raise).
    pub wagers: Vec<(Wager, Distribution)>,
    /// Share of the deals that are folded.
    pub folded: Ratio,
    /// Share of the deals in which at least one wager of the base game wins.
    pub any_wager_wins: Ratio,
    /// The result of all wagers together: one line for each net, the largest first.
    pub result: Distribution,
    /// Average money on the table in Antes: mandatory wagers and the Play.
    pub average_wagered: Ratio,
}

impl BaseSheet {
    /// Average loss for each Ante.
    pub fn house_edge(&self) -> Ratio {
        self.result.house_edge()
    }

    /// The house edge for each unit of all money wagered.
    pub fn element_of_risk(&self) -> Ratio {
        self.house_edge() / &self.average_wagered
    }

    /// Share of the deals in which the base game as a whole wins: all wagers together above zero.
    pub fn hit_frequency(&self) -> Ratio {
        self.result.hit_frequency()
    }

    /// One wager of the base game.
    pub fn wager(&self, wager: Wager) -> Option<&Distribution> {
        self.wagers.iter().find(|(w, _)| *w == wager).map(|(_, d)| d)
    }
}

/// Counts by event while a list of lines grows.
type Events = BTreeMap<(usize, &'static str, i64), u64>;

pub(crate) fn sheet(tally: &BaseTally) -> BaseSheet {
    let family = tally.rules.family;
    let second = family.needs_paytable;
    let wagers = vec![
        (Wager::Ante, ante(tally)),
        (second, second_wager(tally)),
        (family.raise, play(tally)),
    ];
    let deals: u64 = tally.cells().map(|(.., count)| count).sum();
    let folded: u64 = tally.cells().filter(|(m, ..)| *m == 0).map(|(.., count)| count).sum();
    let mandatory = if family.second.is_some() { 2 } else { 1 };
    let played: BigUint = tally.cells().map(|(m, .., count)| BigUint::from(count) * m).sum();
    BaseSheet {
        second,
        paytable: tally.rules.table.id.clone(),
        decisions: tally.decisions.clone(),
        border: tally.border,
        folded: ratio(folded, deals),
        any_wager_wins: ratio(any_win(tally), deals),
        result: result(tally),
        average_wagered: ratio(mandatory, 1) + ratio(num_bigint::BigInt::from(played), deals),
        wagers,
    }
}

/// The word for what became of an even bet.
const fn word(net: i64) -> &'static str {
    match net.signum() {
        1 => "win",
        0 => "push",
        _ => "loss",
    }
}

fn ante(tally: &BaseTally) -> Distribution {
    let mut events = Events::new();
    for (multiple, _, showdown, count) in tally.cells() {
        let net = tally.rules.ante[showdown];
        let won = (1 - net.signum()) as usize;
        let event =
            if multiple == 0 { (3, "fold", -tally.rules.scale) } else { (won, word(net), net) };
        *events.entry(event).or_default() += count;
    }
    lines(&events, tally.rules.scale, |_, word| (word.to_owned(), word.to_owned()))
}

/// Play (Raise): the largest wins first, then pushes, no wager at all, losses.
fn play(tally: &BaseTally) -> Distribution {
    let mut events: BTreeMap<(i64, String), (String, u64)> = BTreeMap::new();
    for (multiple, _, showdown, count) in tally.cells() {
        let times = i64::try_from(multiple).expect("a multiple is a small number");
        let net = tally.rules.play[showdown] * times;
        let (key, title) = match multiple {
            0 => ("none".to_owned(), "folded: no wager".to_owned()),
            m => (format!("{}_{m}", word(net)), format!("{} of {m}x", word(net))),
        };
        events.entry((-net, key)).or_insert((title, 0)).1 += count;
    }
    let mut all = Distribution::default();
    for ((opposite, key), (title, count)) in events {
        all.push((&key, &title), ratio(-opposite, tally.rules.scale), count);
    }
    all
}

/// Super Bonus, Odds or automatic bonus: by row of its table.
fn second_wager(tally: &BaseTally) -> Distribution {
    let rules = &tally.rules;
    let rows = rules.table.rows.len();
    let mut events = Events::new();
    for row in 0..rows {
        // A row that no deal reaches is listed, unless it is only a column of the Odds.
        let won = SHOWDOWNS - 1;
        events.entry((row, end(rules.table.wager, won), rules.second[row][won])).or_default();
    }
    for (multiple, row, showdown, count) in tally.cells() {
        let event = match (multiple, row < rows) {
            (0, _) => (rows + 3, "fold", rules.second_folded),
            (_, true) => (row, end(rules.table.wager, showdown), rules.second[row][showdown]),
            (_, false) => {
                let net = rules.second[row][showdown];
                let word = if rules.family.second.is_none() { "none" } else { word(net) };
                (rows + 1 + usize::from(net < 0), word, net)
            }
        };
        *events.entry(event).or_default() += count;
    }
    lines(&events, rules.scale, |row, word| match rules.table.rows.get(row) {
        None => {
            let title = if word == "none" { "no bonus" } else { word };
            (word.to_owned(), title.to_owned())
        }
        Some(paid) if word.is_empty() => (paid.hand.key().to_owned(), paid.hand.title().to_owned()),
        Some(paid) => {
            (format!("{}_{word}", paid.hand.key()), format!("{}, {word}", paid.hand.title()))
        }
    })
}

/// What a row of the second wager's table distinguishes beside the hand.
const fn end(wager: Wager, showdown: usize) -> &'static str {
    match (wager, showdown % 3) {
        (Wager::Odds, 0) => "beaten",
        (Wager::Odds, 1) => "ties",
        (Wager::Odds, _) => "wins",
        _ => "",
    }
}

fn lines(
    events: &Events,
    scale: i64,
    name: impl Fn(usize, &'static str) -> (String, String),
) -> Distribution {
    let mut all = Distribution::default();
    for ((place, word, net), count) in events {
        let (event, title) = name(*place, word);
        all.push((&event, &title), ratio(*net, scale), *count);
    }
    all
}

/// Deals in which a wager of a hand that stayed in wins.
fn any_win(tally: &BaseTally) -> u64 {
    let rules = &tally.rules;
    let wins = |row: usize, end: usize| {
        rules.ante[end] > 0 || rules.play[end] > 0 || rules.second[row][end] > 0
    };
    let won = tally.cells().filter(|(multiple, row, end, _)| *multiple > 0 && wins(*row, *end));
    won.map(|(.., count)| count).sum()
}

/// All wagers together.
fn result(tally: &BaseTally) -> Distribution {
    let rules = &tally.rules;
    let mut nets: BTreeMap<i64, u64> = BTreeMap::new();
    for (multiple, row, showdown, count) in tally.cells() {
        let times = i64::try_from(multiple).expect("a multiple is a small number");
        let net = match multiple {
            0 => rules.folded,
            _ => {
                let second = rules.second[row][showdown];
                rules.ante[showdown] + second + times * rules.play[showdown]
            }
        };
        *nets.entry(net).or_default() += count;
    }
    let mut all = Distribution::default();
    for (net, count) in nets.into_iter().rev() {
        let units = ratio(net, rules.scale);
        let sign = if net > 0 { "+" } else { "" };
        let key = super::exact::fraction(&units);
        all.push((&key, &format!("{sign}{units}")), units, count);
    }
    all
}
