//! Results beside their expectation, trends and what is owed to whom, in `report.json`.

use super::named::{DimensionName, dimension};
use super::wire::CauseId;
use feltproof_model::analysis::{
    Analysis, DayFigures, HoldGroup, Holds, MoneyCause, Restitution, SeatOwed, TrendLine, Undecided,
};
use feltproof_wire::{Code, Day, Dollars, Text, list, object, words};
use schemars::JsonSchema;
use serde::Serialize;

object! {
    /// Results beside their expectation, trends, what is owed to whom, and what explains most of the money.
    pub(super) Results(a: &Analysis) {
        /// What was returned beside what the PAR sheets expect, of side bets and the base game.
        holds: HoldResults = (&a.holds).into(),
        /// Paid against owed by gaming day.
        trends: Trends = a.trends.as_slice().into(),
        /// What is owed to players, and what they had too much.
        restitution: Owed = (&a.restitution).into(),
        /// What explains the money between players and house, the most first.
        top_causes: Vec<TopCause> = list(&a.causes),
    }

    /// What was returned beside what is expected.
    HoldResults(holds: &Holds) {
        /// Rounds that a group needs to be tested.
        rounds_min: u64 = Holds::ROUNDS_MIN,
        /// Probability of any false alarm over all groups.
        level: Probability = Holds::LEVEL.into(),
        /// Groups that were tested.
        groups_tested: u64 = holds.tested,
        /// Rounds that were left out: void, contradictory, or with a gap.
        rounds_left_out: u64 = holds.rounds_left_out,
        /// Wagers at tables that have no expectation, each with the reason.
        without_expectation: Vec<Text> = list(&holds.without),
        /// By wager, then by table and dealer.
        groups: Vec<Hold> = list(&holds.groups),
    }

    /// The rounds of a wager, of all or of a table or dealer.
    Hold(group: &HoldGroup) {
        /// Wager; `base_game` for Ante, second wager or automatic bonus, and Play (Raise) together.
        wager: Text = group.key_of_wager().into(),
        /// Along what; `wager` is everywhere.
        dimension: DimensionName = group.dimension.into(),
        /// Which one.
        key: Text = (&group.key).into(),
        /// Rounds with the wager.
        rounds: u64 = group.rounds,
        /// Staked.
        staked_dollars: Dollars = group.staked_micros.into(),
        /// Returned as recorded.
        returned_dollars: Dollars = group.returned_micros.into(),
        /// Of this paid above what is owed: exceptions already, left out of the test.
        overpaid_dollars: Dollars = group.overpaid_micros.into(),
        /// Seats of a round whose base wagers on record do not fit the rules: in no figure but this and the next; the
        /// test counts each as one that lost all it could have staked.
        seats_set_aside: u64 = group.seats_set_aside,
        /// What they staked on the base game.
        set_aside_dollars: Dollars = group.set_aside_micros.into(),
        /// Expected by the PAR sheets; of the base game at best play.
        expected_dollars: Dollars = group.expected_micros.into(),
        /// Returned without what was overpaid, less expected.
        excess_dollars: Dollars = group.excess_micros().into(),
        /// Standard error of what is returned: at most, and in the base game that of best play.
        standard_error_dollars: Dollars = group.error_micros.into(),
        /// Upper bound of the probability of as much by chance; null where not tested.
        p_at_most: Option<Probability> = group.p.map(Probability::from),
        /// The same by Holm's method over all groups.
        p_adjusted_at_most: Option<Probability> = group.adjusted.map(Probability::from),
        /// Whether that is more than chance allows; null where not tested or undecided.
        larger_than_chance: Option<bool> =
            group.adjusted.filter(|_| group.undecided.is_none()).map(|_| group.is_larger()),
        undecided: Option<UndecidedName> = group.undecided.map(UndecidedName::from),
    }

    /// Paid against owed by gaming day.
    Trends(lines: &[TrendLine]) {
        /// Gaming days that a line needs to be tested.
        days_min: usize = TrendLine::DAYS_MIN,
        /// Probability of any false alarm over all lines.
        level: Probability = TrendLine::LEVEL.into(),
        /// Of the house, tables and dealers; none where there is one gaming day.
        lines: Vec<Trend> = list(lines),
    }

    /// The days of the house, a table or a dealer.
    Trend(line: &TrendLine; of = line.of.as_ref()) {
        /// Of what.
        #[schemars(extend("enum" = ["house", "table", "dealer", "seat", "gaming_day", "wager"]))]
        dimension: &'static str = of.map_or("house", |(along, _)| dimension(*along)),
        /// Which one; null for the house.
        key: Option<String> = of.map(|(_, key)| key.clone()),
        /// Pairs of days of which the later has the higher rate, less those of which it has the lower.
        score: i64 = line.score,
        /// The most that could be.
        score_max: i64 = line.most,
        /// Probability of a score as far from zero by chance; null where not tested.
        p: Option<Probability> = line.p.map(Probability::from),
        /// The same by Holm's method over all lines.
        p_adjusted: Option<Probability> = line.adjusted.map(Probability::from),
        /// Whether that is a trend; null where not tested.
        trend: Option<bool> = line.adjusted.map(|_| line.is_trend()),
        /// Its gaming days.
        days: Vec<DayOf> = list(&line.days),
    }

    /// The sums of a gaming day.
    DayOf(figures: &DayFigures) {
        /// The day.
        gaming_day: String = figures.day.clone(),
        /// Staked.
        staked_dollars: Dollars = figures.staked_micros.into(),
        /// Owed.
        owed_dollars: Dollars = figures.owed_micros.into(),
        /// Paid.
        paid_dollars: Dollars = figures.paid_micros.into(),
    }

    /// What is owed to players, and what they had too much.
    Owed(all: &Restitution) {
        /// Seats of rounds that are owed.
        seats_owed: u64 = all.seats_owed,
        /// How much.
        owed_dollars: Dollars = all.owed_micros.into(),
        /// Seats of rounds that had too much.
        seats_overpaid: u64 = all.seats_overpaid,
        /// How much.
        overpaid_dollars: Dollars = all.overpaid_micros.into(),
        /// Exceptions with money that are of no seat, or beyond what is kept.
        exceptions_beyond: u64 = all.exceptions_beyond,
        /// How many are shown at most.
        shown_max: usize = Restitution::SHOWN_MAX,
        /// Those owed, the most first.
        shown: Vec<OwedSeat> = list(&all.shown),
    }

    /// A seat of a round.
    OwedSeat(owed: &SeatOwed) {
        gaming_day: Option<Day> = owed.day.map(Day::from),
        /// Table.
        table: Option<String> = owed.table.clone(),
        /// Round.
        round: Option<u32> = owed.round,
        /// Seat.
        seat: Option<String> = owed.seat.clone(),
        /// Dealer.
        dealer: Option<String> = owed.dealer.clone(),
        /// Owed.
        owed_dollars: Dollars = owed.owed_micros.into(),
        /// Paid too much.
        overpaid_dollars: Dollars = owed.overpaid_micros.into(),
        /// Exceptions.
        exceptions: u64 = owed.exceptions,
    }

    /// What explains money between players and house.
    TopCause(cause: &MoneyCause) {
        code: Code = cause.code.into(),
        /// Id of the cause; null where it is a check's own.
        cause: Option<CauseId> = cause.cause.map(CauseId::of),
        /// In words.
        title: Text = (&cause.title).into(),
        /// In favour of players.
        over_dollars: Dollars = cause.over_micros.into(),
        /// In favour of the house.
        under_dollars: Dollars = cause.under_micros.into(),
        /// Exceptions.
        exceptions: u64 = cause.exceptions,
        /// The table with the largest part; null where none has one.
        largest_table: Option<LargestPart> = cause.table.as_ref().map(LargestPart::from),
        /// The dealer with the largest part; null where none has one.
        largest_dealer: Option<LargestPart> = cause.dealer.as_ref().map(LargestPart::from),
    }

    /// The largest part.
    LargestPart(part: &(String, i128)) {
        /// Which.
        key: Text = (&part.0).into(),
        /// Its part.
        dollars: Dollars = part.1.into(),
    }
}

words! {
    /// Why an excess that departs from chance says nothing of the group: it is of rounds with no lost wager on record,
    /// or the other tables or dealers depart as well or have too few rounds; or it departs only if the seats set aside
    /// are not counted as lost; null where none or decided.
    UndecidedName: Undecided = undecided { NoLostWagers, NotAlone, SetAside }
}

const fn undecided(why: Undecided) -> &'static str {
    match why {
        Undecided::NoLostWagers => "no_lost_wager_on_record",
        Undecided::NotAlone => "not_alone",
        Undecided::SetAside => "seats_set_aside",
    }
}

/// A probability as a decimal with twelve places, rounded up.
#[derive(Serialize, JsonSchema)]
struct Probability(#[schemars(regex(pattern = r"^[01]\.[0-9]{12}$"))] String);

impl From<u64> for Probability {
    fn from(trillionths: u64) -> Self {
        const ONE: u64 = 1_000_000_000_000;
        Self(format!("{}.{:012}", trillionths / ONE, trillionths % ONE))
    }
}
