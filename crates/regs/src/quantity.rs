//! What a limit limits, with the law's own verb, in which unit, and its values with their dates.

use crate::evidence::Evidence;
use feltproof_model::{Date, Money, words};
use std::fmt;

words! {
    /// The law's own verb. "Must not exceed $300" allows $300; "must be less than $300" does not.
    pub enum Verb {
        /// At most the value.
        MustNotExceed = "must not exceed",
        /// Below the value.
        MustBeLessThan = "must be less than",
        /// The value or more.
        MustBeAtLeast = "must be at least",
        /// Above the value.
        MustExceed = "must exceed",
        /// Exactly the value.
        MustEqual = "must equal",
    }
}

impl Verb {
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
        f.pad(self.name())
    }
}

/// What a limit limits: its word, its unit, the noun phrase, and the roles whose values are read only beside its own.
macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident $word:literal $unit:ident $phrase:literal $(beside $($other:ident)+)?;)+) => {
        words! {
            /// What a limit limits: the questions that checks put to the law. Each is read by a check.
            pub enum Role { $($(#[$doc])* $role = $word,)+ }
        }

        impl Role {
            /// What it limits, as a noun phrase.
            pub const fn in_words(self) -> &'static str {
                match self { $(Self::$role => $phrase,)+ }
            }

            /// It, and the roles whose values are read only together with its own.
            pub const fn read_together(self) -> &'static [Self] {
                match self { $(Self::$role => &[Self::$role $($(, Self::$other)+)?],)+ }
            }

            pub(crate) const fn unit(self) -> Unit {
                match self { $(Self::$role => Unit::$unit,)+ }
            }
        }
    };
}

// In the order of the README of `regulations/`.
roles! {
    /// Each wager on its own, in dollars.
    SingleWager "single-wager" Dollars "a single wager" beside SingleWagerAtHigherLimit;
    /// The same at one of the few tables that have a higher cap, in dollars; read in the place of [`Self::SingleWager`].
    SingleWagerAtHigherLimit "single-wager-at-higher-limit" Dollars "a single wager at a table with the higher cap";
    /// Tables of an establishment that have that higher cap, by the number of tables authorised.
    HigherLimitTables "higher-limit-tables" Tables "tables with the higher cap";
    /// Separate games that a seat wagers on with one hand.
    GamesOnOneHand "games-on-one-hand" Games "games on one hand" beside GamesOnOneHandOver;
    /// Those of them with a wager over an amount that the limit names.
    GamesOnOneHandOver "games-on-one-hand-over" Games "games on one hand with a wager over an amount";
    /// Progressives on a card game whose progressive is linked with that of other games.
    ProgressivesOnLinkedGame "progressives-on-linked-game" Progressives
        "progressives on a game that is linked with others";
    /// The odds by which the largest wager is multiplied for the floor of an aggregate payout limit.
    AggregateOdds "aggregate-odds" Odds "how low an aggregate payout limit may be"
        beside AggregatePlayers AggregateHighestOdds;
    /// How many players' limits an aggregate payout limit of a table holds, while each player has one.
    AggregatePlayers "aggregate-players" Players "how many players an aggregate payout limit holds";
    /// The highest odds of a prize that has an aggregate payout limit.
    AggregateHighestOdds "aggregate-highest-odds" Odds "the odds of a prize with an aggregate payout limit";
    /// Tables of an establishment.
    Tables "tables" Tables "tables of an establishment";
    /// Players at one table in one round.
    PlayersAtTable "players-at-table" Players "players at a table";
    /// Rounds for which one player keeps the bank on one offer of it.
    RoundsWithTheBank "rounds-with-the-bank" Rounds "rounds for which a player keeps the bank";
    /// Rates of a table's collection fees.
    CollectionRates "collection-rates" Rates "rates of collection fees at a table";
    /// Different games whose tables share a progressive.
    GamesOnLink "games-on-link" Games "different games that share a progressive";
    /// The second highest odds-based prize of an establishment for which no money is kept or covered, in dollars.
    SecondOddsPrize "second-odds-prize" Dollars "odds-based prizes without cover";
}

/// What a limit counts beside money: its word, how one and more are said, and an example of its key.
macro_rules! counted {
    ($($(#[$doc:meta])* $unit:ident $word:literal $one:literal $more:literal $example:literal;)+) => {
        words! {
            /// What a limit counts.
            pub enum Unit {
                /// Money.
                Dollars = "dollars",
                $($(#[$doc])* $unit = $word,)+
            }
        }

        impl Unit {
            /// A key with a value of it, as a pack file writes it.
            pub(crate) const fn example(self) -> &'static str {
                match self {
                    Self::Dollars => "dollars = \"300.00\"",
                    $(Self::$unit => $example,)+
                }
            }

            /// So many of it; `None` for money, which is not counted.
            pub(crate) const fn counted(self, count: u32) -> Option<Quantity> {
                match self {
                    Self::Dollars => None,
                    $(Self::$unit => Some(Quantity::$unit(count)),)+
                }
            }
        }

        /// An amount with its unit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Quantity {
            /// Money.
            Dollars(Money),
            $($(#[$doc])* $unit(u32),)+
        }

        impl Quantity {
            /// Its unit.
            pub const fn unit(self) -> Unit {
                match self {
                    Self::Dollars(_) => Unit::Dollars,
                    $(Self::$unit(_) => Unit::$unit,)+
                }
            }

            /// The bare number: micro-dollars, or what is counted. Comparable within one unit only.
            pub fn number(self) -> i64 {
                match self {
                    Self::Dollars(money) => money.micros(),
                    $(Self::$unit(count) => i64::from(count),)+
                }
            }
        }

        impl fmt::Display for Quantity {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::Dollars(money) => write!(f, "{money}"),
                    $(Self::$unit(1) => f.write_str($one),
                    Self::$unit(count) => write!(f, $more, count),)+
                }
            }
        }
    };
}

counted! {
    /// Separate games on one hand.
    Games "games" "1 game" "{} games" "games = 3";
    /// Progressive jackpots.
    Progressives "progressives" "1 progressive" "{} progressives" "progressives = 1";
    /// Odds of so many to 1, in whole numbers.
    Odds "odds" "1 to 1" "{} to 1" "odds = 50";
    /// Players.
    Players "players" "1 player" "{} players" "players = 2";
    /// Tables.
    Tables "tables" "1 table" "{} tables" "tables = 15";
    /// Rounds.
    Rounds "rounds" "1 round" "{} rounds" "rounds = 2";
    /// Rates of a fee.
    Rates "rates" "1 rate" "{} rates" "rates = 5";
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
    /// Of games on one hand: more may be offered where a placard tells the players so.
    pub placard: bool,
    /// Of tables with the higher cap: smaller values by most tables authorised, fewest first.
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
