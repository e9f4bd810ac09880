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
        holds: HoldResults = (&a.holds).into()
            => "What was returned beside what the PAR sheets expect, of side bets and the base game.",
        trends: Trends = a.trends.as_slice().into() => "Paid against owed by gaming day.",
        restitution: Owed = (&a.restitution).into()
            => "What is owed to players, and what they had too much.",
        top_causes: Vec<TopCause> = list(&a.causes)
            => "What explains the money between players and house, the most first.",
    }

    /// What was returned beside what is expected.
    HoldResults(holds: &Holds) {
        rounds_min: u64 = Holds::ROUNDS_MIN => "Rounds that a group needs to be tested.",
        level: Probability = Holds::LEVEL.into()
            => "Probability of any false alarm over all groups.",
        groups_tested: u64 = holds.tested => "Groups that were tested.",
        rounds_left_out: u64 = holds.rounds_left_out
            => "Rounds that were left out: void, contradictory, or with a gap.",
        without_expectation: Vec<Text> = list(&holds.without)
            => "Wagers at tables that have no expectation, each with the reason.",
        groups: Vec<Hold> = list(&holds.groups) => "By wager, then by table and dealer.",
    }

    /// The rounds of a wager, of all or of a table or dealer.
    Hold(group: &HoldGroup) {
        wager: Text = group.key_of_wager().into()
            => "Wager; `base_game` for Ante, second wager or automatic bonus, and Play (Raise) together.",
        dimension: DimensionName = group.dimension.into() => "Along what; `wager` is everywhere.",
        key: Text = (&group.key).into() => "Which one.",
        rounds: u64 = group.rounds => "Rounds with the wager.",
        staked_dollars: Dollars = group.staked_micros.into() => "Staked.",
        returned_dollars: Dollars = group.returned_micros.into() => "Returned as recorded.",
        overpaid_dollars: Dollars = group.overpaid_micros.into()
            => "Of this paid above what is owed: exceptions already, left out of the test.",
        seats_set_aside: u64 = group.seats_set_aside
            => "Seats of a round whose base wagers on record do not fit the rules: in no figure but \
                this and the next; the test counts each as one that lost all it could have staked.",
        set_aside_dollars: Dollars = group.set_aside_micros.into()
            => "What they staked on the base game.",
        expected_dollars: Dollars = group.expected_micros.into()
            => "Expected by the PAR sheets; of the base game at best play.",
        excess_dollars: Dollars = group.excess_micros().into()
            => "Returned without what was overpaid, less expected.",
        standard_error_dollars: Dollars = group.error_micros.into()
            => "Standard error of what is returned: at most, and in the base game that of best play.",
        p_at_most: Option<Probability> = group.p.map(Probability::from)
            => "Upper bound of the probability of as much by chance; null where not tested.",
        p_adjusted_at_most: Option<Probability> = group.adjusted.map(Probability::from)
            => "The same by Holm's method over all groups.",
        larger_than_chance: Option<bool> =
            group.adjusted.filter(|_| group.undecided.is_none()).map(|_| group.is_larger())
            => "Whether that is more than chance allows; null where not tested or undecided.",
        undecided: Option<UndecidedName> = group.undecided.map(UndecidedName::from),
    }

    /// Paid against owed by gaming day.
    Trends(lines: &[TrendLine]) {
        days_min: usize = TrendLine::DAYS_MIN => "Gaming days that a line needs to be tested.",
        level: Probability = TrendLine::LEVEL.into()
            => "Probability of any false alarm over all lines.",
        lines: Vec<Trend> = list(lines)
            => "Of the house, tables and dealers; none where there is one gaming day.",
    }

    /// The days of the house, a table or a dealer.
    Trend(line: &TrendLine; of = line.of.as_ref()) {
        #[schemars(extend("enum" = ["house", "table", "dealer", "seat", "gaming_day", "wager"]))]
        dimension: &'static str = of.map_or("house", |(along, _)| dimension(*along)) => "Of what.",
        key: Option<String> = of.map(|(_, key)| key.clone()) => "Which one; null for the house.",
        score: i64 = line.score
            => "Pairs of days of which the later has the higher rate, less those of which it has the lower.",
        score_max: i64 = line.most => "The most that could be.",
        p: Option<Probability> = line.p.map(Probability::from)
            => "Probability of a score as far from zero by chance; null where not tested.",
        p_adjusted: Option<Probability> = line.adjusted.map(Probability::from)
            => "The same by Holm's method over all lines.",
        trend: Option<bool> = line.adjusted.map(|_| line.is_trend())
            => "Whether that is a trend; null where not tested.",
        days: Vec<DayOf> = list(&line.days) => "Its gaming days.",
    }

    /// The sums of a gaming day.
    DayOf(figures: &DayFigures) {
        gaming_day: String = figures.day.clone() => "The day.",
        staked_dollars: Dollars = figures.staked_micros.into() => "Staked.",
        owed_dollars: Dollars = figures.owed_micros.into() => "Owed.",
        paid_dollars: Dollars = figures.paid_micros.into() => "Paid.",
    }

    /// What is owed to players, and what they had too much.
    Owed(all: &Restitution) {
        seats_owed: u64 = all.seats_owed => "Seats of rounds that are owed.",
        owed_dollars: Dollars = all.owed_micros.into() => "How much.",
        seats_overpaid: u64 = all.seats_overpaid => "Seats of rounds that had too much.",
        overpaid_dollars: Dollars = all.overpaid_micros.into() => "How much.",
        exceptions_beyond: u64 = all.exceptions_beyond
            => "Exceptions with money that are of no seat, or beyond what is kept.",
        shown_max: usize = Restitution::SHOWN_MAX => "How many are shown at most.",
        shown: Vec<OwedSeat> = list(&all.shown) => "Those owed, the most first.",
    }

    /// A seat of a round.
    OwedSeat(owed: &SeatOwed) {
        gaming_day: Option<Day> = owed.day.map(Day::from),
        table: Option<String> = owed.table.clone() => "Table.",
        round: Option<u32> = owed.round => "Round.",
        seat: Option<String> = owed.seat.clone() => "Seat.",
        dealer: Option<String> = owed.dealer.clone() => "Dealer.",
        owed_dollars: Dollars = owed.owed_micros.into() => "Owed.",
        overpaid_dollars: Dollars = owed.overpaid_micros.into() => "Paid too much.",
        exceptions: u64 = owed.exceptions => "Exceptions.",
    }

    /// What explains money between players and house.
    TopCause(cause: &MoneyCause) {
        code: Code = cause.code.into(),
        cause: Option<CauseId> = cause.cause.map(CauseId::of)
            => "Id of the cause; null where it is a check's own.",
        title: Text = (&cause.title).into() => "In words.",
        over_dollars: Dollars = cause.over_micros.into() => "In favour of players.",
        under_dollars: Dollars = cause.under_micros.into() => "In favour of the house.",
        exceptions: u64 = cause.exceptions => "Exceptions.",
        largest_table: Option<LargestPart> = cause.table.as_ref().map(LargestPart::from)
            => "The table with the largest part; null where none has one.",
        largest_dealer: Option<LargestPart> = cause.dealer.as_ref().map(LargestPart::from)
            => "The dealer with the largest part; null where none has one.",
    }

    /// The largest part.
    LargestPart(part: &(String, i128)) {
        key: Text = (&part.0).into() => "Which.",
        dollars: Dollars = part.1.into() => "Its part.",
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
