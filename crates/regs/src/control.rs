//! A demand of a regulation, and the versions it went through.

use crate::evidence::Evidence;
use crate::quantity::Since;
use feltproof_model::{Date, words};

words! {
    /// How a control is answered.
    pub enum ControlStatus {
        /// By its checks.
        Automated = "automated",
        /// By its checks in part; the rest by inspection.
        Partial = "partial",
        /// By inspection only.
        Manual = "manual",
    }
}

/// One demand of a regulation, in all its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Id within its pack.
    pub id: String,
    /// The games that it is of, as engagements name them; of any where there are none.
    pub games: Vec<String>,
    /// Whether it is of games alone in which a player keeps the bank.
    pub is_of_player_banks: bool,
    /// Its versions, earliest first; at least one.
    pub versions: Vec<Version>,
    /// Line of the pack file.
    pub line: u32,
}

/// What a control demanded from one day to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// From when it applies; `None` where that is not known.
    pub from: Option<Since>,
    /// The last day on which it applied, where the pack states one.
    pub until: Option<Date>,
    /// Citation.
    pub citation: String,
    /// Title.
    pub title: String,
    /// How it is answered.
    pub status: ControlStatus,
    /// How well its text is known.
    pub evidence: Evidence,
    /// Where its text stands, or where it would have to be confirmed.
    pub address: String,
    /// The day on which that was read; `None` where it was not.
    pub read: Option<Date>,
    /// Codes of the checks that answer it; empty exactly when the status is manual.
    pub checks: Vec<String>,
    /// The demand, in our own words.
    pub demand: String,
    /// What is known, what is not, what the checks do not see; may be empty.
    pub note: String,
}

/// Whether a version applies on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applies {
    /// It does not.
    No,
    /// It may: the day on which it began, or on which the next one did, is not known.
    Perhaps,
    /// It does.
    Yes,
}

/// One of several versions of something, earliest first, each until the next.
pub(crate) trait Dated {
    /// From when it applies; `None` where that is not known.
    fn from(&self) -> Option<Since>;
    /// The last day on which it applied, where one is stated.
    fn until(&self) -> Option<Date>;
}

impl Dated for Version {
    fn from(&self) -> Option<Since> {
        self.from
    }

    fn until(&self) -> Option<Date> {
        self.until
    }
}

fn begun(version: &impl Dated, date: Date) -> Applies {
    match version.from() {
        None => Applies::Perhaps,
        Some(since) if since.certain().is_some_and(|day| day <= date) => Applies::Yes,
        Some(since) if since.earliest() <= date => Applies::Perhaps,
        Some(_) => Applies::No,
    }
}

/// Whether the version at a place applies on a day.
pub(crate) fn applies(versions: &[impl Dated], at: usize, date: Date) -> Applies {
    let Some(version) = versions.get(at) else { return Applies::No };
    // The next one may never have begun by that day though the one after it has.
    let later = versions.iter().skip(at + 1).map(|later| begun(later, date)).max();
    let left = match later {
        Some(Applies::Yes) => Applies::No,
        Some(Applies::Perhaps) => Applies::Perhaps,
        Some(Applies::No) | None => Applies::Yes,
    };
    if version.until().is_some_and(|last| last < date) {
        Applies::No
    } else {
        begun(version, date).min(left)
    }
}

/// Since when and until when the version at a place applies, in words.
pub(crate) fn period(versions: &[impl Dated], at: usize) -> String {
    let Some(version) = versions.get(at) else { return String::new() };
    let from = match version.from() {
        Some(since) => since.to_string(),
        None => "from a date that is not known".to_owned(),
    };
    let until = version.until().map(|day| format!(", until {day}"));
    let ended = || {
        let since = versions.get(at + 1)?.from()?;
        Some(match since {
            Since::Day(day) => format!(", before {day}"),
            _ => format!(", replaced {since}"),
        })
    };
    from + &until.or_else(ended).unwrap_or_default()
}

impl Control {
    /// Whether it is of the tables of a game, in which a player keeps the bank or the house does.
    pub fn is_of(&self, game: &str, is_banked_by_player: bool) -> bool {
        let is_named = self.games.is_empty() || self.games.iter().any(|name| name == game);
        is_named && (is_banked_by_player || !self.is_of_player_banks)
    }

    /// What it is of alone, as a sentence; empty where it is of every game.
    pub fn only_of(&self) -> String {
        let games = self.games.join(", ");
        match (self.games.is_empty(), self.is_of_player_banks) {
            (true, false) => String::new(),
            (true, true) => "Only of games in which a player keeps the bank.".to_owned(),
            (false, false) => format!("Only of {games}."),
            (false, true) => format!("Only of {games}, where a player keeps the bank."),
        }
    }

    /// Whether the version at a place applies on a day.
    pub fn applies(&self, at: usize, date: Date) -> Applies {
        applies(&self.versions, at, date)
    }

    /// The versions that apply on a day, or may, each with its place.
    pub fn on(&self, date: Date) -> impl Iterator<Item = (usize, &Version)> {
        self.shown(Some(date)).map(|(at, version, _)| (at, version))
    }

    /// When a version applies, in words.
    pub fn period(&self, at: usize) -> String {
        period(&self.versions, at)
    }
}
