//! How many separate games a seat wagers on with one hand, and what the law makes of it.
//!
//! Which wagers count as a game is pack data, and the law does not settle every one of them. A
//! count is therefore a range, and the verdict holds only if every reading of it does.

use crate::decision::{Decision, Verdict};
use crate::evidence::Evidence;
use crate::limit::{DatedValue, Limit, Quantity};
use crate::pack::Pack;
use feltproof_model::{Date, Money};

/// Whether a group of wagers is a game of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// It is.
    Always,
    /// The law can be read either way.
    Unclear,
    /// It is not.
    Never,
}

impl Counts {
    /// From the word in pack files.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "always" => Self::Always,
            "unclear" => Self::Unclear,
            "never" => Self::Never,
            _ => return None,
        })
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

/// How a pack counts games on one hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesRule {
    /// Id of the limit on all games.
    pub limit: String,
    /// Id of the limit on games with a wager over [`Self::over`], if there is one.
    pub limit_over: Option<String>,
    /// The amount above which the second limit counts a game.
    pub over: Money,
    /// The groups.
    pub groups: Vec<GameGroup>,
}

/// Games a seat wagered on, as a range over all readings of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCount {
    /// Fewest, with every unclear group left out.
    pub min: u32,
    /// Most, with every unclear group counted.
    pub max: u32,
    /// Fewest with a wager over the threshold.
    pub min_over_5: u32,
    /// Most with wagers over the threshold (also counting a game whose wagers only together
    /// exceed it).
    pub max_over_5: u32,
}

/// The groups resolved against a fixed order of wagers, so that counting a seat compares no names
/// and allocates nothing.
#[derive(Clone, Debug)]
pub struct GamesPlan {
    over: Money,
    /// For each group: whether it counts, and the places of its wagers.
    groups: Vec<(Counts, Vec<usize>)>,
}

impl GamesRule {
    /// Prepares counting for stakes in the order of `wagers`. A name that no group lists becomes
    /// an unclear game of its own: it is never left out silently.
    pub fn plan(&self, wagers: &[&str]) -> GamesPlan {
        let places = |names: &[String]| -> Vec<usize> {
            (0..wagers.len())
                .filter(|i| wagers.get(*i).is_some_and(|w| names.iter().any(|n| n == w)))
                .collect()
        };
        let mut groups: Vec<(Counts, Vec<usize>)> =
            self.groups.iter().map(|g| (g.counts, places(&g.wagers))).collect();
        for (i, wager) in wagers.iter().enumerate() {
            let listed = groups.iter().any(|(_, members)| members.contains(&i));
            let same_name_before = wagers.iter().take(i).any(|w| w == wager);
            if !listed && !same_name_before {
                let members = (i..wagers.len()).filter(|j| wagers.get(*j) == Some(wager));
                groups.push((Counts::Unclear, members.collect()));
            }
        }
        GamesPlan { over: self.over, groups }
    }
}

impl GamesPlan {
    /// Counts one seat. `stake` gives the stake by the place of its wager in the plan; one that is zero
    /// or negative is no wager.
    #[inline]
    pub fn count(&self, stake: impl Fn(usize) -> Money) -> GameCount {
        let mut count = GameCount::default();
        for (counts, members) in &self.groups {
            let mut wagered = false;
            let mut one_over = false;
            let mut sum: i128 = 0;
            for stake in members.iter().map(|i| stake(*i)) {
                if stake > Money::ZERO {
                    wagered = true;
                    one_over |= stake > self.over;
                    sum += i128::from(stake.micros());
                }
            }
            if !wagered || *counts == Counts::Never {
                continue;
            }
            let together_over = sum > i128::from(self.over.micros());
            count.max += 1;
            count.max_over_5 += u32::from(together_over);
            if *counts == Counts::Always {
                count.min += 1;
                count.min_over_5 += u32::from(one_over);
            }
        }
        count
    }
}

impl Pack {
    /// How many games a seat wagered on. Without a `[games]` table in the pack every wager is an
    /// unclear game.
    pub fn games_on_hand(&self, wagers: &[(&str, Money)]) -> GameCount {
        let names: Vec<&str> = wagers.iter().map(|(name, _)| *name).collect();
        let stake = |place: usize| wagers.get(place).map_or(Money::ZERO, |(_, stake)| *stake);
        self.games_plan(&names).count(stake)
    }

    /// Prepares counting for many seats with the same wagers.
    pub fn games_plan(&self, wagers: &[&str]) -> GamesPlan {
        let nothing = GamesRule {
            limit: String::new(),
            limit_over: None,
            over: Money::ZERO,
            groups: Vec::new(),
        };
        self.games.as_ref().unwrap_or(&nothing).plan(wagers)
    }

    /// What the limit on all games says on a day. [`Decision::NotInForce`] also for a pack that
    /// has no such limit: the check is then not run.
    pub fn games_limit(&self, date: Date) -> Decision {
        self.games.as_ref().and_then(|rule| self.limit(&rule.limit)).map_or_else(
            || Decision::NotInForce {
                reason: format!("rule pack {} limits no games on one hand", self.id),
            },
            |limit| limit.on(date),
        )
    }

    /// Judges a count by every regime that may have been in force on a day: the limit on all games
    /// together with the limit on games over the threshold that belongs to the same regime.
    pub fn judge_games(&self, date: Date, count: &GameCount) -> Verdict {
        let limits = self.games.as_ref().and_then(|rule| Some((rule, self.limit(&rule.limit)?)));
        let Some((rule, all)) = limits else {
            let reason = format!("rule pack {} limits no games on one hand", self.id);
            return Verdict::NotDecidable { reason };
        };
        let over = rule.limit_over.as_ref().and_then(|id| self.limit(id));
        let possible = all.possible_on(date);
        if possible.earlier_unknown {
            return Verdict::NotDecidable { reason: all.before_first(date) };
        }
        let regimes: Vec<Regime<'_>> =
            possible.values.iter().map(|value| Regime::new(all, value, over)).collect();
        let readings: Vec<Reading> = regimes.iter().map(|r| r.judge(count)).collect();
        match readings.first() {
            Some(Reading::Holds) if readings.iter().all(|r| *r == Reading::Holds) => Verdict::Holds,
            Some(Reading::Violates) if readings.iter().all(|r| *r == Reading::Violates) => {
                Verdict::Violates
            }
            _ => Verdict::NotDecidable {
                reason: undecided(&all.citation, date, rule.over, count, &regimes, &readings),
            },
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
enum Reading {
    Holds,
    Violates,
    Either,
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
            reading(count.min_over_5, count.max_over_5, |n| limit.verb.holds(n.into(), value))
        });
        match (all, over) {
            (Reading::Holds, Reading::Holds) => Reading::Holds,
            (Reading::Violates, _) | (_, Reading::Violates) => Reading::Violates,
            _ => Reading::Either,
        }
    }

    fn words(&self, over: Money) -> String {
        let mut text = match self.all_value.value {
            Some(value) => format!("games {} {value}", self.all.verb),
            None => "games are not limited".to_owned(),
        };
        if let Some((limit, value)) = self.over {
            text.push_str(&format!(" and those over {over} {} {value}", limit.verb));
        }
        format!("{text} ({}, evidence {})", self.all_value.since, self.all_value.evidence)
    }
}

fn reading(min: u32, max: u32, holds: impl Fn(u32) -> bool) -> Reading {
    let counts = max.saturating_sub(min).saturating_add(1);
    match (min..=max).filter(|n| holds(*n)).count() {
        0 => Reading::Violates,
        n if u32::try_from(n) == Ok(counts) => Reading::Holds,
        _ => Reading::Either,
    }
}

fn undecided(
    citation: &str,
    date: Date,
    over: Money,
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
            };
            format!("{}: {word}", regime.words(over))
        })
        .collect();
    format!(
        "{} to {} games on one hand, {} to {} of them over {over}, cannot be judged by {citation} \
         on {date}: {}",
        count.min,
        count.max,
        count.min_over_5,
        count.max_over_5,
        listed.join("; ")
    )
}
