//! What a limit limits, with the law's own verb, in which unit, and its values with their dates.

use crate::evidence::Evidence;
use feltproof_model::{Date, Money};
use std::fmt;

/// The law's own verb. "Must not exceed $300" allows $300; "must be less than $300" does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// At most the value.
    MustNotExceed,
    /// Below the value.
    MustBeLessThan,
    /// The value or more.
    MustBeAtLeast,
    /// Above the value.
    MustExceed,
    /// Exactly the value.
    MustEqual,
}

impl Verb {
    /// All five.
    pub const ALL: [Self; 5] = [
        Self::MustNotExceed,
        Self::MustBeLessThan,
        Self::MustBeAtLeast,
        Self::MustExceed,
        Self::MustEqual,
    ];

    /// The words, as in pack files and messages.
    pub const fn words(self) -> &'static str {
        match self {
            Self::MustNotExceed => "must not exceed",
            Self::MustBeLessThan => "must be less than",
            Self::MustBeAtLeast => "must be at least",
            Self::MustExceed => "must exceed",
            Self::MustEqual => "must equal",
        }
    }

    /// From the words.
    pub fn parse(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.words() == words)
    }

    /// True when the amount satisfies this verb with this value; both in the same unit.
    pub(crate) fn holds(self, amount: Quantity, value: Quantity) -> bool {
        let (a, v) = (amount.number(), value.number());
        match self {
            Self::MustNotExceed => a <= v,
            Self::MustBeLessThan => a < v,
            Self::MustBeAtLeast => a >= v,
            Self::MustExceed => a > v,
            Self::MustEqual => a == v,
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// What a limit limits: the questions that checks put to the law. Each is read by a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Each wager on its own, in dollars.
    SingleWager,
    /// The same at one of the few tables that have a higher cap, in dollars; read in the place of [`Self::SingleWager`].
    SingleWagerAtHigherLimit,
    /// Tables of an establishment that have that higher cap, by the number of tables authorised.
    HigherLimitTables,
    /// Separate games that a seat wagers on with one hand.
    GamesOnOneHand,
    /// Those of them with a wager over an amount that the limit names.
    GamesOnOneHandOver,
    /// Progressives on a card game whose progressive is linked with that of other games.
    ProgressivesOnLinkedGame,
    /// The odds by which the largest wager is multiplied for the floor of an aggregate payout limit.
    AggregateOdds,
    /// How many players' limits an aggregate payout limit of a table holds, while each player has one.
    AggregatePlayers,
    /// The highest odds of a prize that has an aggregate payout limit.
    AggregateHighestOdds,
    /// Tables of an establishment.
    Tables,
    /// Players at one table in one round.
    PlayersAtTable,
    /// Rounds for which one player keeps the bank on one offer of it.
    RoundsWithTheBank,
    /// Rates of a table's collection fees.
    CollectionRates,
    /// Different games whose tables share a progressive.
    GamesOnLink,
}

impl Role {
    /// All, in the order of the README of `regulations/`.
    pub const ALL: [Self; 14] = [
        Self::SingleWager,
        Self::SingleWagerAtHigherLimit,
        Self::HigherLimitTables,
        Self::GamesOnOneHand,
        Self::GamesOnOneHandOver,
        Self::ProgressivesOnLinkedGame,
        Self::AggregateOdds,
        Self::AggregatePlayers,
        Self::AggregateHighestOdds,
        Self::Tables,
        Self::PlayersAtTable,
        Self::RoundsWithTheBank,
        Self::CollectionRates,
        Self::GamesOnLink,
    ];

    /// The word in pack files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SingleWager => "single-wager",
            Self::SingleWagerAtHigherLimit => "single-wager-at-higher-limit",
            Self::HigherLimitTables => "higher-limit-tables",
            Self::GamesOnOneHand => "games-on-one-hand",
            Self::GamesOnOneHandOver => "games-on-one-hand-over",
            Self::ProgressivesOnLinkedGame => "progressives-on-linked-game",
            Self::AggregateOdds => "aggregate-odds",
            Self::AggregatePlayers => "aggregate-players",
            Self::AggregateHighestOdds => "aggregate-highest-odds",
            Self::Tables => "tables",
            Self::PlayersAtTable => "players-at-table",
            Self::RoundsWithTheBank => "rounds-with-the-bank",
            Self::CollectionRates => "collection-rates",
            Self::GamesOnLink => "games-on-link",
        }
    }

    /// From the word.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// What it limits, as a noun phrase.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::SingleWager => "a single wager",
            Self::SingleWagerAtHigherLimit => "a single wager at a table with the higher cap",
            Self::HigherLimitTables => "tables with the higher cap",
            Self::GamesOnOneHand => "games on one hand",
            Self::GamesOnOneHandOver => "games on one hand with a wager over an amount",
            Self::ProgressivesOnLinkedGame => "progressives on a game that is linked with others",
            Self::AggregateOdds => "how low an aggregate payout limit may be",
            Self::AggregatePlayers => "how many players an aggregate payout limit holds",
            Self::AggregateHighestOdds => "the odds of a prize with an aggregate payout limit",
            Self::Tables => "tables of an establishment",
            Self::PlayersAtTable => "players at a table",
            Self::RoundsWithTheBank => "rounds for which a player keeps the bank",
            Self::CollectionRates => "rates of collection fees at a table",
            Self::GamesOnLink => "different games that share a progressive",
        }
    }

    /// It, and the roles whose values are read only together with its own.
    pub const fn read_together(self) -> &'static [Self] {
        match self {
            Self::SingleWager => &[Self::SingleWager, Self::SingleWagerAtHigherLimit],
            Self::SingleWagerAtHigherLimit => &[Self::SingleWagerAtHigherLimit],
            Self::HigherLimitTables => &[Self::HigherLimitTables],
            Self::GamesOnOneHand => &[Self::GamesOnOneHand, Self::GamesOnOneHandOver],
            Self::GamesOnOneHandOver => &[Self::GamesOnOneHandOver],
            Self::ProgressivesOnLinkedGame => &[Self::ProgressivesOnLinkedGame],
            Self::AggregateOdds => {
                &[Self::AggregateOdds, Self::AggregatePlayers, Self::AggregateHighestOdds]
            }
            Self::AggregatePlayers => &[Self::AggregatePlayers],
            Self::AggregateHighestOdds => &[Self::AggregateHighestOdds],
            Self::Tables => &[Self::Tables],
            Self::PlayersAtTable => &[Self::PlayersAtTable],
            Self::RoundsWithTheBank => &[Self::RoundsWithTheBank],
            Self::CollectionRates => &[Self::CollectionRates],
            Self::GamesOnLink => &[Self::GamesOnLink],
        }
    }

    /// What its values count.
    pub(crate) const fn unit(self) -> Unit {
        match self {
            Self::SingleWager | Self::SingleWagerAtHigherLimit => Unit::Dollars,
            Self::GamesOnOneHand | Self::GamesOnOneHandOver | Self::GamesOnLink => Unit::Games,
            Self::ProgressivesOnLinkedGame => Unit::Progressives,
            Self::AggregateOdds | Self::AggregateHighestOdds => Unit::Odds,
            Self::AggregatePlayers | Self::PlayersAtTable => Unit::Players,
            Self::Tables | Self::HigherLimitTables => Unit::Tables,
            Self::RoundsWithTheBank => Unit::Rounds,
            Self::CollectionRates => Unit::Rates,
        }
    }
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Money.
    Dollars,
    /// Separate games on one hand.
    Games,
    /// Progressive jackpots.
    Progressives,
    /// Odds to 1, in whole numbers.
    Odds,
    /// Players.
    Players,
    /// Tables.
    Tables,
    /// Rounds.
    Rounds,
    /// Rates of a fee.
    Rates,
}

impl Unit {
    /// All.
    pub(crate) const ALL: [Self; 8] = [
        Self::Dollars,
        Self::Games,
        Self::Progressives,
        Self::Odds,
        Self::Players,
        Self::Tables,
        Self::Rounds,
        Self::Rates,
    ];

    /// The word in pack files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dollars => "dollars",
            Self::Games => "games",
            Self::Progressives => "progressives",
            Self::Odds => "odds",
            Self::Players => "players",
            Self::Tables => "tables",
            Self::Rounds => "rounds",
            Self::Rates => "rates",
        }
    }
}

/// An amount with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Money.
    Dollars(Money),
    /// A number of separate games on one hand.
    Games(u32),
    /// A number of progressive jackpots.
    Progressives(u32),
    /// Odds of so many to 1.
    Odds(u32),
    /// A number of players.
    Players(u32),
    /// A number of tables.
    Tables(u32),
    /// A number of rounds.
    Rounds(u32),
    /// A number of rates.
    Rates(u32),
}

impl Quantity {
    /// Its unit.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Dollars(_) => Unit::Dollars,
            Self::Games(_) => Unit::Games,
            Self::Progressives(_) => Unit::Progressives,
            Self::Odds(_) => Unit::Odds,
            Self::Players(_) => Unit::Players,
            Self::Tables(_) => Unit::Tables,
            Self::Rounds(_) => Unit::Rounds,
            Self::Rates(_) => Unit::Rates,
        }
    }

    /// The bare number: micro-dollars, or what is counted. Comparable within one unit only.
    pub fn number(self) -> i64 {
        match self {
            Self::Dollars(money) => money.micros(),
            Self::Games(count)
            | Self::Progressives(count)
            | Self::Odds(count)
            | Self::Players(count)
            | Self::Tables(count)
            | Self::Rounds(count)
            | Self::Rates(count) => i64::from(count),
        }
    }
}

impl From<Money> for Quantity {
    fn from(money: Money) -> Self {
        Self::Dollars(money)
    }
}

impl From<u32> for Quantity {
    fn from(games: u32) -> Self {
        Self::Games(games)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dollars(money) => write!(f, "{money}"),
            Self::Games(1) => f.write_str("1 game"),
            Self::Games(games) => write!(f, "{games} games"),
            Self::Progressives(1) => f.write_str("1 progressive"),
            Self::Progressives(count) => write!(f, "{count} progressives"),
            Self::Odds(odds) => write!(f, "{odds} to 1"),
            Self::Players(1) => f.write_str("1 player"),
            Self::Players(count) => write!(f, "{count} players"),
            Self::Tables(1) => f.write_str("1 table"),
            Self::Tables(count) => write!(f, "{count} tables"),
            Self::Rounds(1) => f.write_str("1 round"),
            Self::Rounds(count) => write!(f, "{count} rounds"),
            Self::Rates(1) => f.write_str("1 rate"),
            Self::Rates(count) => write!(f, "{count} rates"),
        }
    }
}

/// From when a value applies, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Since {
    /// From this day on.
    Day(Date),
    /// From some day of this year; the whole year is left open.
    Year(u16),
    /// Adopted: not before this day, certainly from the second one if there is one.
    NotBefore {
        /// First day on which it may apply.
        earliest: Date,
        /// First day on which it certainly applies; `None` when no such day is known.
        certain: Option<Date>,
    },
}

impl Since {
    /// First day on which the value may apply.
    pub fn earliest(self) -> Date {
        match self {
            Self::Day(day) => day,
            Self::Year(year) => Date { year, month: 1, day: 1 },
            Self::NotBefore { earliest, .. } => earliest,
        }
    }

    /// Whether it may be that the value applies from this day on, and not from one before.
    pub(crate) fn allows(self, day: Date) -> bool {
        match self {
            Self::Day(from) => from == day,
            Self::Year(year) => day.year == year,
            Self::NotBefore { earliest, certain } => {
                earliest <= day && certain.is_none_or(|certain| day <= certain)
            }
        }
    }

    /// First day on which the value certainly applies; `None` when no such day is known.
    pub fn certain(self) -> Option<Date> {
        match self {
            Self::Day(day) => Some(day),
            Self::Year(year) => Some(Date { year: year + 1, month: 1, day: 1 }),
            Self::NotBefore { certain, .. } => certain,
        }
    }
}

impl fmt::Display for Since {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => write!(f, "from {day}"),
            Self::Year(year) => write!(f, "from a day in {year} that is not known"),
            Self::NotBefore { earliest, certain: None } => {
                write!(f, "not before {earliest}, effective date not known")
            }
            Self::NotBefore { earliest, certain: Some(day) } => {
                write!(f, "not before {earliest}, certainly from {day}")
            }
        }
    }
}

/// One value of a limit and its period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedValue {
    /// The value; `None`: from then on there is no such limit.
    pub value: Option<Quantity>,
    /// From when.
    pub since: Since,
    /// How well value and date are known.
    pub evidence: Evidence,
    /// Where the value comes from.
    pub source: String,
    /// What is known of it and what is not; may be empty.
    pub note: String,
    /// Name that ties values of different limits that came and went together; may be empty.
    pub regime: String,
    /// Of games on one hand: it is what may be wagered on, and a table may offer more where its layout or a placard
    /// tells the players so.
    pub placard: bool,
    /// Of tables with the higher cap: the smaller values of establishments with fewer tables, each with the most tables
    /// authorised to which it applies, fewest first.
    pub fewer: Vec<Fewer>,
}

/// A smaller value, of establishments with few tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewer {
    /// Most tables authorised to which it applies.
    pub authorised: u32,
    /// The value.
    pub value: Quantity,
}

impl DatedValue {
    /// The value for an establishment with so many tables authorised.
    pub(crate) fn of(&self, authorised: u32) -> Option<Quantity> {
        let fewer = self.fewer.iter().find(|fewer| authorised <= fewer.authorised);
        fewer.map_or(self.value, |fewer| Some(fewer.value))
    }

    /// Each value that it may have, by the number of tables authorised: the smaller ones first.
    pub(crate) fn each(&self) -> impl Iterator<Item = Self> {
        let fewer = self.fewer.iter().map(|fewer| Some(fewer.value));
        fewer.chain([self.value]).map(|value| Self { value, fewer: Vec::new(), ..self.clone() })
    }

    /// The value, with what it is for establishments with fewer tables: `3 tables (1 table of up to 5 authorised)`.
    pub fn amount_in_words(&self) -> String {
        let value = self.value.map_or_else(|| "no such limit".to_owned(), |v| v.to_string());
        let fewer = self.fewer.iter();
        let fewer = fewer.map(|of| format!("{} of up to {} authorised", of.value, of.authorised));
        let fewer: Vec<String> = fewer.collect();
        if fewer.is_empty() { value } else { format!("{value} ({})", fewer.join(", ")) }
    }

    /// The value, since when, and how well that is known.
    pub fn in_words(&self) -> String {
        format!(
            "{} ({}, evidence {}, {})",
            self.amount_in_words(),
            self.since,
            self.evidence,
            self.source
        )
    }
}
