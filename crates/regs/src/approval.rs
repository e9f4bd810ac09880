//! What an authority's approval of a progressive system demands of the tables that run on it.

use crate::evidence::Evidence;
use crate::quantity::Since;
use feltproof_model::Date;

/// Conditions of an approved sheet. Systems and paytables are opaque names, as engagements write them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// Id within its pack.
    pub id: String,
    /// Where it stands.
    pub citation: String,
    /// The systems that it is of.
    pub systems: Vec<String>,
    /// The progressive paytables that it prints: it is of links that pay by one of them.
    pub paytables: Vec<String>,
    /// The most games on which a player may wager with one hand.
    pub games: u32,
    /// Whether the layout or a placard has to tell the players so.
    pub placard: bool,
    /// From when it may have been as it reads; `None` where nothing is known of that.
    pub from: Option<Since>,
    /// How well it is known.
    pub evidence: Evidence,
    /// What is known of its date, and what is not; may be empty.
    pub note: String,
    /// Line of the pack file.
    pub line: u32,
}

impl Approval {
    /// Whether it is of a link that runs on a system and pays by a paytable.
    pub fn is_of(&self, system: &str, paytable: &str) -> bool {
        let has = |names: &[String], name: &str| names.iter().any(|one| one == name);
        has(&self.systems, system) && has(&self.paytables, paytable)
    }

    /// Whether it can have been there, as it reads, on a day.
    pub fn may_be_of(&self, date: Date) -> bool {
        self.from.is_none_or(|since| since.earliest() <= date)
    }
}
