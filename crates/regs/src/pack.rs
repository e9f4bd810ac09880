//! A rule pack: all controls, limits, groups and reasons of one authority.

use crate::decision::{Decision, Verdict};
use crate::evidence::Evidence;
use crate::games::{self, GameCount, GameGroup, GamesPlan};
use crate::limit::Limit;
use crate::quantity::Role;
use feltproof_model::Date;
use std::fmt;

/// All controls of one authority, dated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Id, as engagements name it: `us-wa`.
    pub id: String,
    /// Title, for the report.
    pub title: String,
    /// The authority.
    pub authority: String,
    /// Version of the pack; changes whenever its text does.
    pub version: String,
    /// The file, as it was named to [`Self::parse`].
    pub file: String,
    /// SHA-256 of the pack file, lower hex.
    pub sha256: String,
    /// The controls, in the order of the file.
    pub controls: Vec<Control>,
    /// The limits, in the order of the file.
    pub limits: Vec<Limit>,
    /// What counts as a game, where the authority limits games on one hand.
    pub groups: Vec<GameGroup>,
    /// Reasons a meter may be adjusted for, in the order of the file.
    pub reasons: Vec<Reason>,
}

impl Pack {
    /// What it limits in a role, if it does.
    pub fn limit(&self, role: Role) -> Option<&Limit> {
        self.limits.iter().find(|l| l.role == role)
    }

    /// The reason with this code. A code the pack does not list permits nothing.
    pub fn reason(&self, code: &str) -> Option<&Reason> {
        self.reasons.iter().find(|r| r.code == code)
    }

    /// The controls that a check answers, in the order of the file.
    pub fn controls_of(&self, check: &str) -> impl Iterator<Item = &Control> {
        self.controls.iter().filter(move |c| c.checks.iter().any(|code| code == check))
    }

    /// What it says of a role on a day; not in force if it has no such limit.
    pub fn on(&self, role: Role, date: Date) -> Decision {
        self.limit(role).map_or_else(
            || Decision::NotInForce {
                reason: format!("rule pack {} has no limit {}", self.id, role.name()),
            },
            |limit| limit.on(date),
        )
    }

    /// Prepares counting games for many seats with the same wagers.
    pub fn games_plan(&self, wagers: &[&str]) -> GamesPlan {
        let over = self.limit(Role::GamesOnOneHandOver).and_then(|limit| limit.over);
        GamesPlan::new(&self.groups, over, wagers)
    }

    /// Judges a number of games by every regime that may have been in force on a day.
    pub fn judge_games(&self, date: Date, count: &GameCount) -> Verdict {
        match self.limit(Role::GamesOnOneHand) {
            Some(all) => games::judge(all, self.limit(Role::GamesOnOneHandOver), date, count),
            None => self.on(Role::GamesOnOneHand, date).judge(count.max),
        }
    }
}

/// All limits of a role, each with its pack, in the order of the packs.
pub fn limits_by_role(packs: &[Pack], role: Role) -> impl Iterator<Item = (&Pack, &Limit)> {
    packs.iter().filter_map(move |pack| Some((pack, pack.limit(role)?)))
}

/// How a control is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlStatus {
    /// By its checks.
    Automated,
    /// By its checks in part; the rest by inspection.
    Partial,
    /// By inspection only.
    Manual,
}

impl ControlStatus {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Automated, Self::Partial, Self::Manual];

    /// The word in pack files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Automated => "automated",
            Self::Partial => "partial",
            Self::Manual => "manual",
        }
    }

    /// From the word.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }
}

/// From when the demand of a control applies, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effective {
    /// From this day on.
    Day(Date),
    /// From some day of this year.
    Year(u16),
    /// Not known.
    Unknown,
}

impl Effective {
    /// Whether it applies on a day; `None` when that is not known.
    pub fn on(self, date: Date) -> Option<bool> {
        match self {
            Self::Day(day) => Some(date >= day),
            Self::Year(year) if date.year == year => None,
            Self::Year(year) => Some(date.year > year),
            Self::Unknown => None,
        }
    }
}

impl fmt::Display for Effective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => write!(f, "since {day}"),
            Self::Year(year) => write!(f, "since a day in {year} that is not known"),
            Self::Unknown => f.write_str("since a date that is not known"),
        }
    }
}

/// One demand of a regulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Id within its pack.
    pub id: String,
    /// Citation.
    pub citation: String,
    /// Title.
    pub title: String,
    /// How it is answered.
    pub status: ControlStatus,
    /// How well its text is known.
    pub evidence: Evidence,
    /// From when it applies.
    pub effective: Effective,
    /// Codes of the checks that answer it; empty exactly when the status is manual.
    pub checks: Vec<String>,
    /// The demand, in our own words.
    pub demand: String,
    /// What is known, what is not, what the checks do not see; may be empty.
    pub note: String,
}

/// A reason for an adjustment of a meter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Code, as manager journals write it.
    pub code: String,
    /// Citation of the subsection, or how the code relates to the list.
    pub subsection: String,
    /// True when it permits a reduction.
    pub permits_reduction: bool,
    /// How well that is known.
    pub evidence: Evidence,
    /// The reading, for the report; may be empty.
    pub note: String,
}
