//! The figures of `report.json`: totals, meters, groups, hand categories.

use super::named::{AccountName, DimensionName, MovementName};
use super::wire::place;
use crate::clock::Clock;
use crate::coverage::{self, Amount, Closing};
use crate::words::{Places, SettledTotals, meter_difference, settled_totals};
use feltproof_model::workpaper::{
    CategoryCount, Dimension, MeterPoint, MeterReconciliation, VarianceGroup, Workpaper,
};
use feltproof_model::{Departure, Departures, StandingAward, UntestedPayment, Wager};
use feltproof_wire::{Dollars, Place, Text, Time, list, object};

object! {
    /// What was counted.
    pub(super) Counted(
        w: &Workpaper;
        (c, has_actions) = (&w.counts, w.recorded.actions),
        [players, dealers] = coverage::hands_ranked(w)
    ) {
        /// Rounds.
        rounds: u64 = c.rounds,
        /// Of these, void.
        rounds_void: u64 = c.rounds_void,
        /// Of those, declared void; the others are void by the number of their cards.
        rounds_declared_void: u64 = c.rounds_declared_void,
        /// Players' hands.
        hands: u64 = c.hands,
        /// Of these, folded; null where the journal has no actions.
        hands_folded: Option<u64> = has_actions.then_some(c.hands_folded),
        /// Folded without cards on record; null where the journal has no actions.
        hands_untestable: Option<u64> = has_actions.then_some(c.hands_untestable),
        /// Players' hands ranked.
        hands_ranked: u64 = players,
        /// Dealers' hands ranked.
        dealer_hands_ranked: u64 = dealers,
        /// Wagers with a stake or a payment.
        wagers: u64 = c.wagers,
        /// Of these, tested by no check.
        wagers_untested: u64 = c.wagers_untested,
        /// Staked as recorded; null where nothing is.
        staked_dollars: Option<Dollars> = Amount::Staked.sum(w).map(Dollars::from),
        /// Returned as recorded; null where nothing is.
        returned_dollars: Option<Dollars> = Amount::Returned.sum(w).map(Dollars::from),
        /// Columns that the tables need and the hands journal lacks, which these sums leave out.
        columns_missing: Vec<Text> = columns_missing(w),
    }

    /// Totals over the wagers that a check compared.
    pub(super) Settled(w: &Workpaper; totals = settled_totals(w, Dimension::Wager)) {
        /// False: no check compared a wager, and the rest is zero.
        compared: bool = totals.is_some(),
        #[serde(flatten)]
        sums: Sums = Sums::new(totals.unwrap_or_default(), w.counts.wagers_untested),
    }

    /// Paid against owed.
    Sums(t: SettledTotals, untested: u64) {
        /// Wagers compared.
        wagers: u64 = t.wagers,
        /// Wagers in none of these sums.
        untested_wagers: u64 = untested,
        /// Staked.
        staked_dollars: Dollars = t.staked_micros.into(),
        /// Owed.
        owed_dollars: Dollars = t.owed_micros.into(),
        /// Paid.
        paid_dollars: Dollars = t.paid_micros.into(),
        /// Wagers paid too much.
        overpaid_wagers: u64 = t.overpaid,
        /// By how much.
        over_dollars: Dollars = t.over_micros.into(),
        /// Wagers paid too little.
        underpaid_wagers: u64 = t.underpaid,
        /// By how much, positive.
        under_dollars: Dollars = t.under_micros.into(),
    }

    /// A group of wagers, paid against owed.
    pub(super) Group(g: &VarianceGroup) {
        /// Along what.
        dimension: DimensionName = g.dimension.into(),
        /// Which one.
        key: Text = (&g.key).into(),
        #[serde(flatten)]
        sums: Sums = Sums::new(g.into(), g.untested),
    }

    /// What was paid and no check could test.
    pub(super) UntestedPaid(w: &Workpaper, places: &Places; all = &w.untested_payments) {
        /// How many.
        total: u64 = all.total,
        /// How much.
        dollars: Dollars = all.micros.into(),
        /// The first 1,000.
        shown: Vec<UntestedOne> = all.listed.iter().map(|paid| UntestedOne::new(paid, places)).collect(),
    }

    /// A payment that no check could test.
    UntestedOne(p: &UntestedPayment, places: &Places) {
        #[serde(flatten)]
        place: Place = place(places, p.locus),
        /// Table.
        table: Text = (&p.table).into(),
        /// Round.
        round: u32 = p.round,
        /// Seat.
        seat: Text = p.seat.to_string().into(),
        /// A wager, or `award` of the meter.
        paid_for: Text = p.wager.map_or("award", Wager::key).into(),
        /// Amount.
        amount_dollars: Dollars = p.amount.into(),
        /// Why it could not be tested.
        reason: Text = (&p.reason).into(),
    }

    /// A meter or reserve as logged against as re-kept.
    pub(super) Meter(
        w: &Workpaper, m: &MeterReconciliation, clock: &Clock, places: &Places;
        unknown = match coverage::closing(w, m) {
            Closing::Undetermined(why) => Some(why),
            Closing::NotTested | Closing::JoinsUp | Closing::Differs(_) => None,
        }
    ) {
        /// Link.
        link: Text = (&m.link).into(),
        /// Level.
        level: Text = (&m.level).into(),
        account: AccountName = AccountName(m.account),
        /// First reading.
        opening_dollars: Dollars = m.opening.into(),
        /// Contributions as re-kept.
        contributions_dollars: Dollars = m.contributions.into(),
        /// Awards deducted.
        awards_dollars: Dollars = m.awards.into(),
        /// What reseeds should have added; of a reserve drawn, negative.
        reseeds_dollars: Dollars = m.reseeds.into(),
        /// What they added on record.
        reseeds_recorded_dollars: Dollars = m.reseeds_recorded.into(),
        /// Adjustments by hand, signed.
        adjustments_dollars: Dollars = m.adjustments.into(),
        /// Opening plus all that moved.
        expected_dollars: Dollars = m.expected.into(),
        /// Last display.
        recorded_dollars: Dollars = m.recorded.into(),
        /// Recorded minus expected; null where that proves nothing.
        difference_dollars: Option<Dollars> = unknown.is_none().then(|| meter_difference(m).into()),
        departures: MadeOf = MadeOf::new(&m.departures, places),
        /// Why it proves nothing: a day of it is not known, and its check accuses no event of it; else null.
        #[serde(rename = "untold")]
        unknown: Option<String> = unknown.map(str::to_owned),
        /// Whether its check ran.
        tested: bool = coverage::is_meter_tested(w, m),
        /// Checks of its movements that did not run or left something open.
        reservations: Vec<Text> = list(coverage::meter_reservations(w, m)),
        /// Events re-kept.
        events: u64 = m.events,
        /// Awards not backed out, as the next engagement reads them.
        awards_standing: Vec<AwardStanding> =
            m.standing.iter().map(|award| AwardStanding::new(award, clock)).collect(),
        /// Thinned points.
        series: Vec<Point> = m.series.iter().map(|point| Point::new(point, clock)).collect(),
    }

    /// What recorded minus expected is made of.
    MadeOf(of: &Departures, places: &Places) {
        /// Records at which the account departs from where it is kept.
        total: u64 = of.total,
        /// What all of them come to.
        dollars: Dollars = of.sum.into(),
        /// Fractions that its display does not show: with the departures they come to recorded minus expected.
        fractions_dollars: Dollars = of.fractions.into(),
        /// The first of them.
        listed: Vec<DepartureAt> = of.listed.iter().map(|one| DepartureAt::new(one, places)).collect(),
    }

    /// A record at which an account departs.
    DepartureAt(d: &Departure, places: &Places) {
        #[serde(flatten)]
        place: Place = place(places, d.locus),
        /// By how much more is recorded.
        dollars: Dollars = d.amount.into(),
        /// Whether the record only goes on from a departure before it.
        follows: bool = d.follows,
    }

    /// An award that was not backed out.
    AwardStanding(a: &StandingAward, clock: &Clock) {
        time: Time = clock.rfc3339(a.time).into(),
        /// The same in microseconds since 1970-01-01T00:00:00Z.
        time_micros: i64 = a.time.0,
        /// Table.
        table: Text = (&a.table).into(),
        /// Round.
        round: u32 = a.round,
        /// Seat.
        seat: Text = a.seat.to_string().into(),
        /// Taken from the meter.
        amount_dollars: Dollars = a.amount.into(),
        /// Added by the reseed after it.
        reseeded_dollars: Dollars = a.reseeded.into(),
        /// Of that drawn from the reserve, at least.
        reserve_drawn_dollars: Dollars = a.reserve_drawn.into(),
        /// And at most, where the record does not show the last fraction.
        reserve_drawn_most_dollars: Dollars = a.reserve_drawn_most.into(),
    }

    /// A point of a meter.
    Point(p: &MeterPoint, clock: &Clock) {
        time: Time = clock.rfc3339(p.time).into(),
        /// Display.
        recorded_dollars: Dollars = p.recorded.into(),
        /// As re-kept.
        expected_dollars: Dollars = p.kept.into(),
        /// What moved it there beside wagers.
        moved_by: Option<MovementName> = p.moved_by.map(MovementName::from),
    }

    /// How often a category was dealt.
    pub(super) CategoryDealt(c: &CategoryCount) {
        /// Category.
        category: Text = c.category.into(),
        /// Players' hands.
        player_hands: u64 = c.players,
        /// Dealers' hands.
        dealer_hands: u64 = c.dealers,
    }
}

fn columns_missing(w: &Workpaper) -> Vec<Text> {
    let lacks = |held: bool, column: &str| (!held).then(|| column.to_owned());
    let missing = lacks(w.recorded.cards, "cards").into_iter();
    let missing = missing.chain(lacks(w.recorded.actions, "action"));
    let missing = missing.chain(Amount::Staked.missing_columns(w));
    list(missing.chain(Amount::Returned.missing_columns(w)))
}
