//! Writing an exception: place, words, money, calculation, one after the other.

use feltproof_model::engagement::{Link, Table};
use feltproof_model::{
    CauseKey, Date, EngagementLine, Exception, Locus, Money, Party, Sum, Timestamp,
};
use std::fmt::Display;

/// An exception with nothing but its place; its code is that of the tally it goes to.
pub(crate) fn exception(locus: Locus) -> Exception {
    Exception::at("", locus)
}

/// An exception at a line of the engagement file.
pub(crate) fn at_line(line: EngagementLine) -> Exception {
    exception(Locus::Engagement { line })
}

/// Filling in an exception, one aspect after the other.
pub(crate) trait Fill: Sized {
    /// The link that it concerns.
    fn of_link(self, link: &Link) -> Self;
    /// The table that it concerns.
    fn of_table(self, table: &Table) -> Self;
    /// When it happened.
    fn at(self, time: Timestamp) -> Self;
    /// What the reference says and what the log says, in words.
    fn words(self, expected: impl Display, recorded: impl Display) -> Self;
    /// Both in money; `gains` when more was recorded than expected, the house when less was.
    fn money(self, expected: impl Into<Sum>, recorded: impl Into<Sum>, gains: Party) -> Self;
    /// What it is worth in money where the words are no two amounts; whoever `gains` got so much.
    fn worth(self, amount: Money, gains: Party) -> Self;
    /// What may have caused it together with others.
    fn suspected(self, cause: Option<CauseKey>) -> Self;
    /// The calendar day on which it is one, where that is not the day of what is judged.
    fn on(self, date: Date) -> Self;
    /// The days after that on which it stands, too.
    fn standing(self, days: Vec<Date>) -> Self;
    /// The rule pack by which it is one.
    fn under(self, pack: &str) -> Self;
    /// The one control that it falls under.
    fn of_control(self, control: &str) -> Self;
    /// The calculation in words a supervisor can follow.
    fn because(self, explanation: impl Into<String>) -> Self;
}

impl Fill for Exception {
    fn of_link(self, link: &Link) -> Self {
        Self { link: Some(link.id.clone()), ..self }
    }

    fn of_table(self, table: &Table) -> Self {
        Self { table: Some(table.id.clone()), ..self }
    }

    fn at(self, time: Timestamp) -> Self {
        Self { time: Some(time), ..self }
    }

    fn words(self, expected: impl Display, recorded: impl Display) -> Self {
        Self { expected: expected.to_string(), recorded: recorded.to_string(), ..self }
    }

    fn money(self, expected: impl Into<Sum>, recorded: impl Into<Sum>, gains: Party) -> Self {
        let (expected, recorded) = (expected.into(), recorded.into());
        let favours = Some(if recorded > expected { gains } else { Party::House });
        // A difference beyond the range of one amount stands in the words alone.
        let difference = (recorded - expected).money();
        Self { difference, favours, ..self.words(expected, recorded) }
    }

    fn worth(self, amount: Money, gains: Party) -> Self {
        Self { difference: Some(amount), favours: Some(gains), ..self }
    }

    fn suspected(self, cause: Option<CauseKey>) -> Self {
        Self { cause, ..self }
    }

    fn on(self, date: Date) -> Self {
        Self { day: Some(date), ..self }
    }

    fn standing(self, days: Vec<Date>) -> Self {
        Self { stands: days.into(), ..self }
    }

    fn under(self, pack: &str) -> Self {
        Self { pack: Some(pack.into()), ..self }
    }

    fn of_control(self, control: &str) -> Self {
        Self { control: Some(control.into()), ..self }
    }

    fn because(self, explanation: impl Into<String>) -> Self {
        Self { explanation: explanation.into(), ..self }
    }
}
