//! A rule pack: all controls, limits, groups and reasons of one authority.

use crate::approval::Approval;
use crate::control::{Control, Version};
use crate::decision::{Decision, Verdict};
use crate::games::{self, GameCount, GameGroup, GamesPlan, Reading};
use crate::limit::Limit;
use crate::quantity::{DatedValue, Role};
use crate::reason::Reason;
use feltproof_model::Date;
use feltproof_model::engagement::Placard;

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
    /// What approvals of progressive systems demand, in the order of the file.
    pub approvals: Vec<Approval>,
    /// Reasons a meter may be adjusted for, in the order of the file.
    pub reasons: Vec<Reason>,
}

impl Pack {
    /// What it limits in a role, if it does.
    pub fn limit(&self, role: Role) -> Option<&Limit> {
        self.limits.iter().find(|l| l.role == role)
    }

    /// The control with this id.
    pub fn control(&self, id: &str) -> Option<&Control> {
        self.controls.iter().find(|control| control.id == id)
    }

    /// The reason with this code. A code the pack does not list permits nothing.
    pub fn reason(&self, code: &str) -> Option<&Reason> {
        self.reasons.iter().find(|r| r.code == code)
    }

    /// The versions of controls that a check answers on a day, or may, in the order of the file.
    pub fn asking(&self, check: &str, date: Date) -> impl Iterator<Item = (&Control, &Version)> {
        let of =
            move |control| Control::on(control, date).map(move |(_, version)| (control, version));
        let all = self.controls.iter().flat_map(of);
        all.filter(move |(_, version)| version.checks.iter().any(|code| code == check))
    }

    /// Whether a check answers any version of any control.
    pub fn asks_for(&self, check: &str) -> bool {
        let versions = self.controls.iter().flat_map(|control| &control.versions);
        versions.flat_map(|version| &version.checks).any(|code| code == check)
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
        self.judge_by(date, count, |_, reading| reading)
    }

    /// The same of the games that a table offers; `placard` tells players how many, where known.
    pub fn judge_games_offered(
        &self,
        date: Date,
        count: &GameCount,
        placard: Option<Placard>,
    ) -> Verdict {
        self.judge_by(date, count, |value, reading| games::beside(placard, value, reading))
    }

    fn judge_by(
        &self,
        date: Date,
        count: &GameCount,
        read: impl Fn(&DatedValue, Reading) -> Reading,
    ) -> Verdict {
        match self.limit(Role::GamesOnOneHand) {
            Some(all) => games::judge(all, self.limit(Role::GamesOnOneHandOver), date, count, read),
            None => self.on(Role::GamesOnOneHand, date).judge(count.max),
        }
    }
}

/// All limits of a role, each with its pack, in the order of the packs.
pub fn limits_by_role(packs: &[Pack], role: Role) -> impl Iterator<Item = (&Pack, &Limit)> {
    packs.iter().filter_map(move |pack| Some((pack, pack.limit(role)?)))
}
