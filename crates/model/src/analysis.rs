//! What the settled wagers say when they are looked at together: results beside the exact expectation, trends, and what
//! explains most of the money.

use crate::time::Date;
use crate::wager::Wager;
use crate::words::words;

/// What the settled wagers say when they are looked at together. Probabilities are in trillionths (1e-12), rounded up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Results of side bets and the base game beside what their PAR sheets expect.
    pub holds: Holds,
    /// Paid minus owed for each dollar staked, day by day.
    pub trends: Vec<TrendLine>,
    /// What seats of rounds are owed.
    pub restitution: Restitution,
    /// What explains the money between players and house, the most first.
    pub causes: Vec<MoneyCause>,
}

/// Results of side bets and the base game beside what their PAR sheets expect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// By wager, then by table and by dealer for each wager.
    pub groups: Vec<HoldGroup>,
    /// Groups that were tested: what the probabilities are adjusted for.
    pub tested: u64,
    /// Rounds with such a wager that were left out: void, contradictory, or with a gap where a hand may be missing.
    pub rounds_left_out: u64,
    /// Wagers of tables that have no expectation, each a sentence.
    pub without: Vec<String>,
}

impl Holds {
    /// Fewest rounds of a group that is tested: the figure is fixed before the data are seen.
    pub const ROUNDS_MIN: u64 = 100;
    /// Adjusted probabilities up to this are larger than chance explains: one in a hundred, in trillionths.
    pub const LEVEL: u64 = 10_000_000_000;

    /// Groups whose players got more than chance explains, and which the record lets tell from the others.
    pub fn larger(&self) -> impl Iterator<Item = &HoldGroup> {
        self.groups.iter().filter(|group| group.is_larger())
    }

    /// Groups whose excess says nothing of them, each for its reason.
    pub fn undecided(&self) -> impl Iterator<Item = (&HoldGroup, Undecided)> {
        self.groups.iter().filter_map(|group| Some((group, group.undecided?)))
    }
}

/// The results of one side bet, or of the base game, at one table, by one dealer, or everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldGroup {
    /// Which side bet; the Ante stands for the base game: Ante, second wager or automatic bonus, Play (Raise).
    pub wager: Wager,
    /// Along what: `Wager` is everywhere.
    pub dimension: Dimension,
    /// Which table or dealer; the wager's own name everywhere.
    pub key: String,
    /// Rounds in which somebody made it.
    pub rounds: u64,
    /// Staked.
    pub staked_micros: i64,
    /// Returned in the record.
    pub returned_micros: i64,
    /// Of this, what was paid above what is owed: exceptions already, and no part of the test.
    pub overpaid_micros: i64,
    /// Seats of a round whose base wagers on record do not fit the rules: in no figure of this group but this and the next. The test counts each as one that lost all it could have staked.
    pub seats_set_aside: u64,
    /// What they staked on the base game.
    pub set_aside_micros: i64,
    /// What its PAR sheets expect to be returned, rounded to the micro-dollar; of the base game at best play.
    pub expected_micros: i64,
    /// Standard error of what is returned, at most: all wagers of a round count as one of their sum. Of the base game at
    /// best play.
    pub error_micros: i64,
    /// Upper bound of the probability of as much or more by chance; none with fewer rounds than are tested.
    pub p: Option<u64>,
    /// The same by Holm's method over all groups tested.
    pub adjusted: Option<u64>,
    /// Why an excess that chance does not explain says nothing of this group.
    pub undecided: Option<Undecided>,
}

/// Name in text of what a group is of: the Ante stands for the base game.
pub const fn title_of_played(wager: Wager) -> &'static str {
    match wager {
        Wager::Ante => "Base game",
        wager => wager.title(),
    }
}

/// Why an excess says nothing of the group that has it. A record from which lost wagers were left out shows the same
/// excess as players who got too much; these two are told from each other by what else is on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It comes from rounds of a dealer at a table with no lost wager on record.
    NoLostWagers,
    /// The other tables or dealers have the excess too, or too few rounds to be compared with.
    NotAlone,
    /// It departs only if the seats set aside are not counted as lost.
    SetAside,
}

impl HoldGroup {
    /// Name of the wager in text.
    pub const fn title(&self) -> &'static str {
        title_of_played(self.wager)
    }

    /// Name of the wager in data: its key, or `base_game`.
    pub const fn key_of_wager(&self) -> &'static str {
        match self.wager {
            Wager::Ante => "base_game",
            wager => wager.key(),
        }
    }

    /// Returned as far as it was owed or cannot be told, less what was expected.
    pub const fn excess_micros(&self) -> i128 {
        self.returned_micros as i128 - self.overpaid_micros as i128 - self.expected_micros as i128
    }

    /// Whether the excess departs from chance, whatever that comes from.
    pub fn departs(&self) -> bool {
        self.adjusted.is_some_and(|p| p <= Holds::LEVEL)
    }

    /// Whether the excess is larger than chance explains, and not one that a record lacking lost wagers would show.
    pub fn is_larger(&self) -> bool {
        self.departs() && self.undecided.is_none()
    }
}

/// Paid minus owed for each dollar staked, of successive gaming days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrendLine {
    /// Of a table or a dealer; none for the house as a whole.
    pub of: Option<(Dimension, String)>,
    /// Its gaming days with a stake, in their order.
    pub days: Vec<DayFigures>,
    /// Pairs of days of which the later has the higher rate less those of which it has the lower.
    pub score: i64,
    /// The most that the score could be.
    pub most: i64,
    /// Probability of a score as far from zero by chance; none with fewer days than are tested.
    pub p: Option<u64>,
    /// The same by Holm's method over all lines tested.
    pub adjusted: Option<u64>,
}

impl TrendLine {
    /// Fewest days that are tested: with four no order of them is as rare as one in twenty.
    pub const DAYS_MIN: usize = 5;
    /// Adjusted probabilities up to this are a trend: one in twenty, in trillionths.
    pub const LEVEL: u64 = 50_000_000_000;

    /// Whether the days rise or fall more than chance explains.
    pub fn is_trend(&self) -> bool {
        self.adjusted.is_some_and(|p| p <= Self::LEVEL)
    }
}

/// The sums of one gaming day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayFigures {
    /// The gaming day.
    pub day: String,
    /// Staked.
    pub staked_micros: i64,
    /// Owed by the reference.
    pub owed_micros: i64,
    /// Returned in the record.
    pub paid_micros: i64,
}

/// What seats of rounds are owed, over all exceptions of each that no waiver covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restitution {
    /// Seats of rounds that got or kept too little.
    pub seats_owed: u64,
    /// By how much.
    pub owed_micros: i128,
    /// Seats of rounds that got or kept too much.
    pub seats_overpaid: u64,
    /// By how much.
    pub overpaid_micros: i128,
    /// Exceptions whose money is in the sums and whose seats are not counted: they are too many.
    pub exceptions_beyond: u64,
    /// Those owed, the most first.
    pub shown: Vec<SeatOwed>,
}

impl Restitution {
    /// Most that are shown; the workbook has all.
    pub const SHOWN_MAX: usize = 1_000;
}

/// What a seat of a round is owed; of a round without a seat, all its players together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOwed {
    /// On which gaming day.
    pub day: Option<Date>,
    /// At which table.
    pub table: Option<String>,
    /// In which round.
    pub round: Option<u32>,
    /// Which seat.
    pub seat: Option<String>,
    /// Who dealt.
    pub dealer: Option<String>,
    /// Got or kept too little.
    pub owed_micros: i128,
    /// Got or kept too much.
    pub overpaid_micros: i128,
    /// By how many exceptions.
    pub exceptions: u64,
}

/// What explains money between players and house: a cause, or a check as far as no cause explains its exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoneyCause {
    /// Code of the check.
    pub code: &'static str,
    /// The cause, by its place in [`crate::workpaper::Workpaper::causes`].
    pub cause: Option<usize>,
    /// In words.
    pub title: String,
    /// In favour of players.
    pub over_micros: i128,
    /// In favour of the house.
    pub under_micros: i128,
    /// How many exceptions.
    pub exceptions: u64,
    /// The table with the largest part, and how much that is.
    pub table: Option<(String, i128)>,
    /// The dealer with the largest part, and how much that is.
    pub dealer: Option<(String, i128)>,
}

impl MoneyCause {
    /// Both directions together: they do not cancel.
    pub const fn money(&self) -> i128 {
        self.over_micros + self.under_micros
    }
}

words! {
    /// Along what paid and owed are summed.
    pub enum Dimension {
        /// By table.
        Table = "table",
        /// By dealer.
        Dealer = "dealer",
        /// By seat.
        Seat = "seat",
        /// By gaming day.
        GamingDay = "gaming day",
        /// By wager.
        Wager = "wager",
    }
}

/// Paid against owed for one table, dealer, seat, gaming day or wager. Amounts in micro-dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarianceGroup {
    /// Along what.
    pub dimension: Dimension,
    /// Which one.
    pub key: String,
    /// Wagers that a check compared with what is owed; all that follows is of them.
    pub wagers: u64,
    /// Wagers with a stake or a payment that no check tested.
    pub untested: u64,
    /// Staked.
    pub staked_micros: i64,
    /// Owed by the reference.
    pub owed_micros: i64,
    /// Returned in the record.
    pub paid_micros: i64,
    /// Wagers paid too much.
    pub overpaid: u64,
    /// By how much.
    pub over_micros: i64,
    /// Wagers paid too little.
    pub underpaid: u64,
    /// By how much (positive).
    pub under_micros: i64,
}
