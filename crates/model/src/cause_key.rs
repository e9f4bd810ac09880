//! The key of a cause that may explain many exceptions, which they carry while the record is read.
//!
//! A meter that runs at another rate, or a column whose amounts are in cents, departs from the reference
//! record after record. Each of these exceptions carries the key of what may have caused it; the keys
//! that hold to the end become causes, and each cause is one finding.

use crate::engagement::{JournalKind, LinkId, TableId};
use crate::wager::Wager;
use std::fmt;

/// What may have caused an exception together with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CauseKey {
    /// Amounts of a column are in another unit: a hundred times what they should be, or a hundredth.
    Unit {
        /// Where.
        place: Place,
        /// Which column.
        column: AmountColumn,
        /// A hundred times; else a hundredth.
        larger: bool,
    },
    /// A meter or a reserve takes another share of the wagers than it should.
    Rate {
        /// Which link.
        link: LinkId,
        /// Its reserve; else its meter.
        reserve: bool,
        /// A link may run at several rates one after the other: the first is 0.
        segment: u32,
    },
    /// What the limit of a meter cuts off does not reach the reserve that it is declared to go to.
    Overflow {
        /// Which link.
        link: LinkId,
    },
    /// A table feeds a link that the engagement does not give it.
    Feeds {
        /// Which table.
        table: TableId,
        /// Which link.
        link: LinkId,
    },
    /// The progressive pays of a table, or its envy, are those of another paytable than the approved one.
    Paytable {
        /// Which table.
        table: TableId,
        /// Which paytable, by its place among the others of the game that name the same hands.
        paytable: u8,
        /// Envy; else the pays of the wager itself.
        envy: bool,
        /// What was suspected and not borne out before is apart: the first is 0.
        segment: u32,
    },
    /// The record of an award names another hand than the one it was made for.
    Award {
        /// Gaming day of that hand, by its place in the engagement.
        day: u16,
        /// Its table.
        table: TableId,
        /// Its round.
        round: u32,
    },
    /// The clock of a journal was not set forward: its times never were.
    ClockNotSet {
        /// Which kind of journal.
        journal: JournalKind,
    },
    /// The rounds of one journal are not those of the others at the tables of a link.
    Apart {
        /// Which link.
        link: LinkId,
        /// Which journal, as far as two others agree.
        journal: JournalKind,
        /// It has more wagers of the round than another; else fewer, or other ones.
        more: bool,
    },
    /// What the journal of the shufflers says was dispensed is not what was dealt.
    Dispensed,
    /// The stake of one wager is missing from one row of the hands journal.
    Stake {
        /// The line of the row.
        line: u32,
        /// Which wager.
        wager: Wager,
    },
    /// The cards of a table depart from chance: its hands, or what its shuffler dispensed.
    Cards {
        /// Which table.
        table: TableId,
    },
}

/// What the amounts of a column belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A table.
    Table(TableId),
    /// A link.
    Link(LinkId),
}

/// A column of amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AmountColumn {
    /// Every amount of the hands journal.
    AllOfHands,
    /// The stake column of a wager in the hands journal.
    Stake(Wager),
    /// What was returned for a wager in the hands journal.
    Returned(Wager),
    /// The amounts of the events in the manager journal.
    Amount,
    /// The displayed meter in the manager journal.
    Display,
    /// The reserve in the manager journal.
    Reserve,
}

impl AmountColumn {
    /// The columns as the journal names them.
    pub fn name(self) -> String {
        match self {
            Self::AllOfHands => "every amount".to_owned(),
            Self::Stake(wager) => wager.key().to_owned(),
            Self::Returned(wager) => wager.key_returned().to_owned(),
            Self::Amount => "amount".to_owned(),
            Self::Display => "display".to_owned(),
            Self::Reserve => "reserve".to_owned(),
        }
    }
}

/// The key as one word, by which an exception on file is found again.
impl fmt::Display for CauseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit { place, column, larger } => {
                let times = if *larger { "x100" } else { "/100" };
                match place {
                    Place::Table(table) => write!(f, "unit:t{}:{}:{times}", table.0, column.name()),
                    Place::Link(link) => write!(f, "unit:l{}:{}:{times}", link.0, column.name()),
                }
            }
            Self::Rate { link, reserve, segment } => {
                let account = if *reserve { "reserve" } else { "meter" };
                write!(f, "rate:{}:{account}:{segment}", link.0)
            }
            Self::Paytable { table, paytable, envy, segment } => {
                let of = if *envy { "envy" } else { "pays" };
                write!(f, "paytable:{}:{of}:{paytable}:{segment}", table.0)
            }
            Self::Feeds { table, link } => write!(f, "feeds:{}:{}", table.0, link.0),
            Self::Overflow { link } => write!(f, "overflow:{}", link.0),
            Self::ClockNotSet { journal } => write!(f, "clock:{}", journal.name()),
            Self::Apart { link, journal, more } => {
                let more = if *more { "more" } else { "fewer" };
                write!(f, "apart:{}:{}:{more}", link.0, journal.name())
            }
            Self::Dispensed => f.write_str("dispensed"),
            Self::Stake { line, wager } => write!(f, "stake:{line}:{}", wager.key()),
            Self::Cards { table } => write!(f, "cards:{}", table.0),
            Self::Award { day, table, round } => write!(f, "award:{day}:{}:{round}", table.0),
        }
    }
}
