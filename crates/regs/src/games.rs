//! How many separate games a seat wagers on with one hand, and what the law makes of it.
//!
//! Which wagers count as a game is pack data, and the law does not settle every one of them. A
//! count is therefore a range, and the verdict holds only if every reading of it does.

use crate::decision::Verdict;
use crate::evidence::Evidence;
use crate::limit::Limit;
use crate::quantity::{DatedValue, Quantity};
use feltproof_model::engagement::Placard;
use feltproof_model::{Date, Money, words};

words! {
    /// Whether a group of wagers is a game of its own.
    pub enum Counts {
        /// It is.
        Always = "always",
        /// The law can be read either way.
        Unclear = "unclear",
        /// It is not.
        Never = "never",
    }
}

/// Wagers that together are one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameGroup {
    /// Id within its pack.
    pub id: String,
    /// Names of its wagers.
    pub wagers: Vec<String>,
    /// Whether it is a game of its own.
    pub counts: Counts,
    /// How well that is known.
    pub evidence: Evidence,
    /// Why it is read so; may be empty.
    pub note: String,
}

/// Games a seat wagered on, as a range over all readings of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCount {
    /// Fewest, with every unclear group left out.
    pub min: u32,
    /// Most, with every unclear group counted.
    pub max: u32,
    /// Fewest with a wager over the amount that the pack names; none where it names none.
    pub min_over: u32,
    /// Most with wagers over that amount (also one whose wagers exceed it only together).
    pub max_over: u32,
}

/// The groups resolved against a fixed order of wagers: counting compares no names and is quick.
#[derive(Clone, Debug)]
pub struct GamesPlan {
    over: Option<Money>,
    /// For each group that may count: whether it does, and the places of its wagers, a bit each.
    groups: Vec<(Counts, u64)>,
}

const WAGERS_MAX: usize = 64;

impl GamesPlan {
    /// Prepares counting for stakes in the order of `wagers`. A name that no group lists becomes
    /// an unclear game of its own: it is never left out silently.
    pub(crate) fn new(groups: &[GameGroup], over: Option<Money>, wagers: &[&str]) -> Self {
        assert!(wagers.len() <= WAGERS_MAX, "more wagers than there are bits");
        let places = |is_member: &dyn Fn(&str) -> bool| {
            let wagers = wagers.iter().zip(0_u32..);
            wagers.fold(0, |set, (wager, at)| set | u64::from(is_member(wager)) << at)
        };
        let mut groups: Vec<(Counts, u64)> = groups
            .iter()
            .map(|group| (group.counts, places(&|wager| group.wagers.iter().any(|n| n == wager))))
            .collect();
        for (place, wager) in wagers.iter().enumerate() {
            if groups.iter().all(|(_, members)| members & 1 << place == 0) {
                groups.push((Counts::Unclear, places(&|other| other == *wager)));
            }
        }
        groups.retain(|(counts, _)| *counts != Counts::Never);
        Self { over, groups }
    }

    /// Counts one seat: `stakes` in the plan's order, `made` with a bit for each, first lowest.
    pub fn count(&self, made: u64, stakes: &[Money]) -> GameCount {
        let mut count = GameCount::default();
        for (counts, members) in &self.groups {
            let mut left = members & made;
            if left == 0 {
                continue;
            }
            let mut one_over = false;
            let mut sum: i128 = 0;
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                let stake = stakes.get(place).copied().unwrap_or(Money::ZERO);
                left &= left - 1;
                one_over |= self.over.is_some_and(|over| stake > over);
                sum += i128::from(stake.micros());
            }
            let together_over = self.over.is_some_and(|over| sum > i128::from(over.micros()));
            count.max += 1;
            count.max_over += u32::from(together_over);
            if *counts == Counts::Always {
                count.min += 1;
                count.min_over += u32::from(one_over);
            }
        }
        count
    }
}

/// What a regime makes of what a table offers, which may be more beside a placard.
pub(crate) fn beside(placard: Option<Placard>, value: &DatedValue, reading: Reading) -> Reading {
    let tells = match placard {
        Some(Placard::Posted) => true,
        Some(Placard::Games(games)) => value.value == Some(Quantity::Games(games)),
        Some(Placard::Missing) | None => false,
    };
    match reading {
        Reading::Violates | Reading::Either if value.placard && tells => Reading::Holds,
        Reading::Violates | Reading::Either if value.placard => Reading::Undetermined,
        reading => reading,
    }
}

/// Judges a count by every regime that may have been in force on a day: the limit on all games together with the limit
/// on games over an amount that belongs to the same regime. `read` says what a regime's reading comes to.
pub(crate) fn judge(
    all: &Limit,
    over: Option<&Limit>,
    date: Date,
    count: &GameCount,
    read: impl Fn(&DatedValue, Reading) -> Reading,
) -> Verdict {
    let possible = all.possible_on(date);
    if possible.earlier_unknown {
        return Verdict::NotDecidable { reason: all.before_first(date) };
    }
    let regimes: Vec<Regime<'_>> =
        possible.values.iter().map(|value| Regime::new(all, value, over)).collect();
    let readings: Vec<Reading> =
        regimes.iter().map(|r| read(r.all_value, r.judge(count))).collect();
    match readings.first() {
        Some(Reading::Holds) if readings.iter().all(|r| *r == Reading::Holds) => Verdict::Holds,
        Some(Reading::Violates) if readings.iter().all(|r| *r == Reading::Violates) => {
            Verdict::Violates
        }
        _ => {
            let amount = over.and_then(|limit| limit.over);
            let reason = undecided(all.citation_on(date), date, amount, count, &regimes, &readings);
            Verdict::NotDecidable { reason }
        }
    }
}

/// The limits that stand together in one regime.
struct Regime<'a> {
    all: &'a Limit,
    all_value: &'a DatedValue,
    over: Option<(&'a Limit, Quantity)>,
}

/// What one regime makes of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Holds,
    Violates,
    Either,
    /// It depends on a placard of which nothing is known, or that is not there.
    Undetermined,
}

impl<'a> Regime<'a> {
    fn new(all: &'a Limit, all_value: &'a DatedValue, over: Option<&'a Limit>) -> Self {
        let over = over.and_then(|limit| {
            let value = limit.values.iter().find(|v| v.regime == all_value.regime)?.value?;
            Some((limit, value))
        });
        Self { all, all_value, over }
    }

    fn judge(&self, count: &GameCount) -> Reading {
        let all = self.all_value.value.map_or(Reading::Holds, |value| {
            reading(count.min, count.max, |n| self.all.verb.holds(n.into(), value))
        });
        let over = self.over.map_or(Reading::Holds, |(limit, value)| {
            reading(count.min_over, count.max_over, |n| limit.verb.holds(n.into(), value))
        });
        match (all, over) {
            (Reading::Holds, Reading::Holds) => Reading::Holds,
            (Reading::Violates, _) | (_, Reading::Violates) => Reading::Violates,
            _ => Reading::Either,
        }
    }

    fn words(&self) -> String {
        let mut text = match self.all_value.value {
            Some(value) => format!("games {} {value}", self.all.verb),
            None => "games are not limited".to_owned(),
        };
        if let Some((limit, value)) = self.over {
            let over = limit.over.unwrap_or(Money::ZERO);
            text.push_str(&format!(" and those over {over} {} {value}", limit.verb));
        }
        format!("{text} ({}, evidence {})", self.all_value.since, self.all_value.evidence)
    }
}

fn reading(min: u32, max: u32, holds: impl Fn(u32) -> bool) -> Reading {
    let counts = min..=max;
    match counts.clone().filter(|n| holds(*n)).count() {
        0 => Reading::Violates,
        n if n == counts.count() => Reading::Holds,
        _ => Reading::Either,
    }
}

fn undecided(
    citation: &str,
    date: Date,
    over: Option<Money>,
    count: &GameCount,
    regimes: &[Regime<'_>],
    readings: &[Reading],
) -> String {
    let listed: Vec<String> = regimes
        .iter()
        .zip(readings)
        .map(|(regime, reading)| {
            let word = match reading {
                Reading::Holds => "holds",
                Reading::Violates => "violated",
                Reading::Either => "open, since it depends on which wagers count as a game",
                Reading::Undetermined => {
                    "open, since a table may offer more where a placard tells the players, and none is declared"
                }
            };
            format!("{}: {word}", regime.words())
        })
        .collect();
    let over = over.map_or_else(String::new, |over| {
        format!(", {} to {} of them over {over},", count.min_over, count.max_over)
    });
    format!(
        "{} to {} games on one hand{over} cannot be judged by {citation} on {date}: {}",
        count.min,
        count.max,
        listed.join("; ")
    )
}
