//! An exception: one departure of the record from what the reference says, with its place.

use crate::cause_key::CauseKey;
use crate::engagement_line::EngagementLine;
use crate::money::Money;
use crate::seat::Seat;
use crate::time::{Date, Timestamp};
use crate::words::words;
use compact_str::CompactString;
use std::collections::BTreeSet;

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

words! {
    /// Whom a difference favours.
    pub enum Party {
        /// A player got or kept too much.
        Player = "player",
        /// The house got or kept too much.
        House = "house",
        /// The progressive fund (meter or reserve) holds too much.
        Fund = "progressive fund",
    }
}

/// What exceptions come to, in micro-dollars: each direction by itself, since none makes up for another, and what stands
/// between players and house apart from what meters, reserves and the account of the prizes hold, which is no debt to a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoneyFound {
    /// Players got or kept too much.
    pub overpaid_micros: i128,
    /// Players got or kept too little.
    pub owed_micros: i128,
    /// Funds hold too much.
    pub funds_over_micros: i128,
    /// Funds hold too little.
    pub funds_short_micros: i128,
}

impl MoneyFound {
    /// What one exception comes to, of the check with this code; nothing where no money is attached to it.
    pub fn of(code: &str, difference_micros: Option<i128>, favours: Option<Party>) -> Self {
        let mut found = Self::default();
        let (Some(micros), Some(party)) = (difference_micros.map(i128::abs), favours) else {
            return found;
        };
        let is_of_funds = ["MTR", "ADJ", "BNK", "RND"].iter().any(|of| code.starts_with(of));
        match (party, is_of_funds) {
            (Party::Player, false) => found.overpaid_micros = micros,
            (Party::House, false) => found.owed_micros = micros,
            (Party::House, true) => found.funds_short_micros = micros,
            (Party::Fund, _) | (Party::Player, true) => found.funds_over_micros = micros,
        }
        found
    }

    /// Adds what others come to.
    pub fn add(&mut self, more: Self) {
        self.overpaid_micros += more.overpaid_micros;
        self.owed_micros += more.owed_micros;
        self.funds_over_micros += more.funds_over_micros;
        self.funds_short_micros += more.funds_short_micros;
    }

    /// What players got or kept too much, and too little; `None` where no money stands between players and house.
    pub fn between_players_and_house(self) -> Option<(i128, i128)> {
        let both = (self.overpaid_micros, self.owed_micros);
        (both != (0, 0)).then_some(both)
    }
}

impl Exception {
    /// One of which nothing is known yet but its code and place.
    #[must_use]
    pub fn at(code: &'static str, locus: Locus) -> Self {
        Self {
            code,
            locus,
            time: None,
            table: None,
            link: None,
            round: None,
            seat: None,
            dealer: None,
            expected: String::new(),
            recorded: String::new(),
            difference: None,
            favours: None,
            explanation: String::new(),
            cause: None,
            day: None,
            control: None,
            stands: Box::default(),
            waived: None,
            pack: None,
        }
    }

    /// What it comes to; nothing where a waiver covers it.
    pub fn money(&self) -> MoneyFound {
        let difference = self.difference.map(|difference| i128::from(difference.micros()));
        let favours = self.favours.filter(|_| self.waived.is_none());
        MoneyFound::of(self.code, difference, favours)
    }
}

/// An exception with the number by which every output names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedException {
    /// Its place in the order of the run, from 1; those that a waiver covers have theirs among the others.
    pub number: u64,
    /// The exception.
    pub exception: Exception,
}

impl std::ops::Deref for ListedException {
    type Target = Exception;

    fn deref(&self) -> &Exception {
        &self.exception
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

/// What decides under which findings an exception falls, beside its check and cause.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FallsUnder {
    /// The calendar day by whose law it is one; none for what stands for the whole audit.
    pub day: Option<Date>,
    /// The rule pack by whose limit it is one; none where it is one by every pack that asks.
    pub pack: Option<CompactString>,
    /// The one control that it falls under, where it is of one.
    pub control: Option<CompactString>,
}

impl FallsUnder {
    /// Of an exception.
    pub fn of(exception: &Exception) -> Self {
        let Exception { day, pack, control, .. } = exception;
        Self { day: *day, pack: pack.clone(), control: control.clone() }
    }
}

/// Most tables, links and dealers kept of each: a name in a journal may be anything.
const NAMES_MAX: usize = 64;

/// How far some exceptions reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The earliest time of any of them.
    pub since: Option<Timestamp>,
    /// The latest.
    pub until: Option<Timestamp>,
    /// At which tables, the first 64 by name.
    pub tables: BTreeSet<CompactString>,
    /// On which links, likewise.
    pub links: BTreeSet<CompactString>,
    /// With which dealers, likewise.
    pub dealers: BTreeSet<CompactString>,
}

impl Extent {
    /// Takes one more in.
    pub fn count(&mut self, exception: &Exception) {
        self.span(exception.time, exception.time);
        keep(&mut self.tables, &exception.table);
        keep(&mut self.links, &exception.link);
        keep(&mut self.dealers, &exception.dealer);
    }

    /// Takes in what others reach.
    pub fn add(&mut self, more: &Self) {
        self.span(more.since, more.until);
        more.tables.iter().for_each(|name| keep_name(&mut self.tables, name));
        more.links.iter().for_each(|name| keep_name(&mut self.links, name));
        more.dealers.iter().for_each(|name| keep_name(&mut self.dealers, name));
    }

    fn span(&mut self, since: Option<Timestamp>, until: Option<Timestamp>) {
        self.since = [self.since, since].into_iter().flatten().min();
        self.until = self.until.max(until);
    }
}

fn keep(names: &mut BTreeSet<CompactString>, name: &Option<CompactString>) {
    name.iter().for_each(|name| keep_name(names, name));
}

fn keep_name(names: &mut BTreeSet<CompactString>, name: &CompactString) {
    if !names.contains(name) {
        names.insert(name.clone());
        // The same names are kept in whatever order they come.
        if names.len() > NAMES_MAX {
            names.pop_last();
        }
    }
}
