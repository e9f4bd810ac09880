//! An exception: one departure of the record from what the reference says, with its place.

use crate::cause_key::CauseKey;
use crate::engagement_line::EngagementLine;
use crate::money::Money;
use crate::seat::Seat;
use crate::time::{Date, Timestamp};
use compact_str::CompactString;

/// A place in the evidence: a journal and a line, or a line of the engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locus {
    /// A line of the engagement file, or of the house file that it extends.
    Engagement {
        /// Of which of them, and which.
        line: EngagementLine,
    },
    /// A line of a journal.
    Journal {
        /// Its place in [`crate::Engagement::journals`].
        journal: u16,
        /// 1 is the header.
        line: u32,
    },
}

/// Whom a difference favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// A player got or kept too much.
    Player,
    /// The house got or kept too much.
    House,
    /// The progressive fund (meter or reserve) holds too much.
    Fund,
}

impl Party {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::House => "house",
            Self::Fund => "progressive fund",
        }
    }
}

/// Checks whose money is that of meters, reserves and the account of the prizes: no debt to a seat.
pub fn is_of_funds(code: &str) -> bool {
    ["MTR", "ADJ", "BNK", "RND"].iter().any(|family| code.starts_with(family))
}

impl Exception {
    /// What players got or kept too much, and too little; `None` where no money stands between players and house, or
    /// where a waiver covers it.
    pub fn between_players_and_house(&self) -> Option<(i128, i128)> {
        let is_one = self.waived.is_none() && !is_of_funds(self.code);
        let money = i128::from(self.difference.filter(|_| is_one)?.micros()).abs();
        match self.favours? {
            Party::Player => Some((money, 0)),
            Party::House => Some((0, money)),
            Party::Fund => None,
        }
    }
}

/// One departure found by one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Code of the check.
    pub code: &'static str,
    /// Where it stands in the evidence.
    pub locus: Locus,
    /// When, if the record has a time.
    pub time: Option<Timestamp>,
    /// At which table.
    pub table: Option<CompactString>,
    /// On which link.
    pub link: Option<CompactString>,
    /// In which round.
    pub round: Option<u32>,
    /// At which seat.
    pub seat: Option<Seat>,
    /// Who dealt, where it matters.
    pub dealer: Option<CompactString>,
    /// What the reference says.
    pub expected: String,
    /// What the log says.
    pub recorded: String,
    /// Recorded minus expected, where both are money.
    pub difference: Option<Money>,
    /// Whom the difference favours.
    pub favours: Option<Party>,
    /// The calculation in words a supervisor can follow.
    pub explanation: String,
    /// What may have caused it together with others.
    pub cause: Option<CauseKey>,
    /// The calendar day by whose law it is one; none where it stands for the whole audit.
    pub day: Option<Date>,
    /// Id of the one control that it falls under, where it is of one; none where it falls under those that its check
    /// answers.
    pub control: Option<CompactString>,
    /// The days after that on which it stands as well, for what stands for days on end.
    pub stands: Box<[Date]>,
    /// The waiver that covers it, by its place in [`crate::Engagement::waivers`].
    pub waived: Option<u16>,
    /// Id of the rule pack by which it is one; none where it is one by every pack that asks, or by no law.
    pub pack: Option<CompactString>,
}
