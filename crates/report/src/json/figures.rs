//! The figures of `report.json`: totals, meters with their days and registers, groups, hand categories.

use super::named::{AccountName, DimensionName, MovementName};
use super::wire::place;
use crate::clock::Clock;
use crate::coverage::{self, Amount, Closing};
use crate::words::{Places, SettledTotals, meter_difference, settled_totals};
use feltproof_model::workpaper::{
    CategoryCount, Dimension, MeterPoint, MeterReconciliation, VarianceGroup, Workpaper,
};
use feltproof_model::{
    CompactString, Departure, Departures, MeterDay, RegisterEntry, RegisteredAdjustment,
    RegisteredAward, RegisteredBackOut, RegisteredReseed, StandingAward, Sum, UntestedPayment,
    Wager,
};
use feltproof_wire::{Day, Dollars, Fraction, Place, Text, Time, list, object};

object! {
    /// What was counted.
    pub(super) Counted(
        w: &Workpaper;
        (c, has_actions) = (&w.counts, w.recorded.actions),
        [players, dealers] = coverage::hands_ranked(w)
    ) {
        rounds: u64 = c.rounds => "Rounds.",
        rounds_void: u64 = c.rounds_void => "Of these, void.",
        rounds_declared_void: u64 = c.rounds_declared_void
            => "Of those, declared void; the others are void by the number of their cards.",
        hands: u64 = c.hands => "Players' hands.",
        hands_folded: Option<u64> = has_actions.then_some(c.hands_folded)
            => "Of these, folded; null where the journal has no actions.",
        hands_untestable: Option<u64> = has_actions.then_some(c.hands_untestable)
            => "Folded without cards on record; null where the journal has no actions.",
        hands_ranked: u64 = players => "Players' hands ranked.",
        dealer_hands_ranked: u64 = dealers => "Dealers' hands ranked.",
        wagers: u64 = c.wagers => "Wagers with a stake or a payment.",
        wagers_untested: u64 = c.wagers_untested => "Of these, tested by no check.",
        staked_dollars: Option<Dollars> = Amount::Staked.sum(w).map(Dollars::from)
            => "Staked as recorded; null where nothing is.",
        returned_dollars: Option<Dollars> = Amount::Returned.sum(w).map(Dollars::from)
            => "Returned as recorded; null where nothing is.",
        columns_missing: Vec<Text> = columns_missing(w)
            => "Columns that the tables need and the hands journal lacks, which these sums leave out.",
    }

    /// Totals over the wagers that a check compared.
    pub(super) Settled(w: &Workpaper; totals = settled_totals(w, Dimension::Wager)) {
        compared: bool = totals.is_some()
            => "False: no check compared a wager, and the rest is zero.",
        #[serde(flatten)]
        sums: Sums = Sums::new(totals.unwrap_or_default(), w.counts.wagers_untested),
    }

    /// Paid against owed.
    Sums(t: SettledTotals, untested: u64) {
        wagers: u64 = t.wagers => "Wagers compared.",
        untested_wagers: u64 = untested => "Wagers in none of these sums.",
        staked_dollars: Dollars = t.staked_micros.into() => "Staked.",
        owed_dollars: Dollars = t.owed_micros.into() => "Owed.",
        paid_dollars: Dollars = t.paid_micros.into() => "Paid.",
        overpaid_wagers: u64 = t.overpaid => "Wagers paid too much.",
        over_dollars: Dollars = t.over_micros.into() => "By how much.",
        underpaid_wagers: u64 = t.underpaid => "Wagers paid too little.",
        under_dollars: Dollars = t.under_micros.into() => "By how much, positive.",
    }

    /// A group of wagers, paid against owed.
    pub(super) Group(g: &VarianceGroup) {
        dimension: DimensionName = g.dimension.into() => "Along what.",
        key: Text = (&g.key).into() => "Which one.",
        #[serde(flatten)]
        sums: Sums = Sums::new(g.into(), g.untested),
    }

    /// What was paid and no check could test.
    pub(super) UntestedPaid(w: &Workpaper, places: &Places; all = &w.untested_payments) {
        total: u64 = all.total => "How many.",
        dollars: Dollars = all.micros.into() => "How much.",
        shown: Vec<UntestedOne> = all.listed.iter().map(|paid| UntestedOne::new(paid, places)).collect()
            => "The first 1,000.",
    }

    /// A payment that no check could test.
    UntestedOne(p: &UntestedPayment, places: &Places) {
        #[serde(flatten)]
        place: Place = place(places, p.locus),
        table: Text = (&p.table).into() => "Table.",
        round: u32 = p.round => "Round.",
        seat: Text = p.seat.to_string().into() => "Seat.",
        paid_for: Text = p.wager.map_or("award", Wager::key).into()
            => "A wager, or `award` of the meter.",
        amount_dollars: Dollars = p.amount.into() => "Amount.",
        reason: Text = (&p.reason).into() => "Why it could not be tested.",
    }

    /// A meter or reserve as logged against as re-kept.
    pub(super) Meter(
        w: &Workpaper, m: &MeterReconciliation, clock: &Clock, places: &Places;
        unknown = match coverage::closing(w, m) {
            Closing::Undetermined(why) => Some(why),
            Closing::NotTested | Closing::JoinsUp | Closing::Differs(_) => None,
        }
    ) {
        link: Text = (&m.link).into() => "Link.",
        level: Text = (&m.level).into() => "Level.",
        account: AccountName = AccountName(m.account),
        opening_dollars: Dollars = m.opening.into() => "First reading.",
        contributions_dollars: Dollars = m.contributions.into() => "Contributions as re-kept.",
        awards_dollars: Dollars = m.awards.into() => "Awards deducted.",
        reseeds_dollars: Dollars = m.reseeds.into()
            => "What reseeds should have added; of a reserve drawn, negative.",
        reseeds_recorded_dollars: Dollars = m.reseeds_recorded.into()
            => "What they added on record.",
        adjustments_dollars: Dollars = m.adjustments.into() => "Adjustments by hand, signed.",
        expected_dollars: Dollars = m.expected.into() => "Opening plus all that moved.",
        recorded_dollars: Dollars = m.recorded.into() => "Last display.",
        difference_dollars: Option<Dollars> = unknown.is_none().then(|| meter_difference(m).into())
            => "Recorded minus expected; null where that proves nothing.",
        departures: MadeOf = MadeOf::new(&m.departures, places),
        #[serde(rename = "untold")]
        unknown: Option<String> = unknown.map(str::to_owned)
            => "Why it proves nothing: a day of it is not known, and its check accuses no event of it; else null.",
        tested: bool = coverage::is_meter_tested(w, m) => "Whether its check ran.",
        reservations: Vec<Text> = list(coverage::meter_reservations(w, m))
            => "Checks of its movements that did not run or left something open.",
        events: u64 = m.events => "Events re-kept.",
        awards_standing: Vec<AwardStanding> =
            m.standing.iter().map(|award| AwardStanding::new(award, clock)).collect()
            => "Awards not backed out, as the next engagement reads them.",
        uncorrected_dollars: Dollars = m.uncorrected.into()
            => "By how much it stands too high by departures that no adjustment corrected, as the next engagement reads it; negative: too low.",
        seed_left_dollars: Option<Dollars> = m.seed_left.map(Dollars::from)
            => "Of the house's seed what it put in and did not take back, as the next engagement reads it; null of a reserve, and beside records that may be missing.",
        seed_in_meter_dollars: Option<Dollars> = m.seed_in_meter.map(Dollars::from)
            => "Of that what no winner of the whole meter took; null where that is.",
        series: Vec<Point> = m.series.iter().map(|point| Point::new(point, clock)).collect()
            => "Thinned points.",
    }

    /// What recorded minus expected is made of.
    MadeOf(of: &Departures, places: &Places) {
        total: u64 = of.total => "Records at which the account departs from where it is kept.",
        dollars: Dollars = of.sum.into() => "What all of them come to.",
        fractions_dollars: Dollars = of.fractions.into()
            => "Fractions that its display does not show: with the departures they come to recorded minus expected.",
        listed: Vec<DepartureAt> = of.listed.iter().map(|one| DepartureAt::new(one, places)).collect()
            => "The first of them.",
    }

    /// A record at which an account departs.
    DepartureAt(d: &Departure, places: &Places) {
        #[serde(flatten)]
        place: Place = place(places, d.locus),
        dollars: Dollars = d.amount.into() => "By how much more is recorded.",
        follows: bool = d.follows => "Whether the record only goes on from a departure before it.",
    }

    /// An award that was not backed out.
    AwardStanding(a: &StandingAward, clock: &Clock) {
        time: Time = clock.rfc3339(a.time).into(),
        time_micros: i64 = a.time.0 => "The same in microseconds since 1970-01-01T00:00:00Z.",
        table: Text = (&a.table).into() => "Table.",
        round: u32 = a.round => "Round.",
        seat: Text = a.seat.to_string().into() => "Seat.",
        amount_dollars: Dollars = a.amount.into() => "Taken from the meter.",
        reseeded_dollars: Dollars = a.reseeded.into() => "Added by the reseed after it.",
        reserve_drawn_dollars: Dollars = a.reserve_drawn.into()
            => "Of that drawn from the reserve, at least.",
        reserve_drawn_most_dollars: Dollars = a.reserve_drawn_most.into()
            => "And at most, where the record does not show the last fraction.",
    }

    /// A point of a meter.
    Point(p: &MeterPoint, clock: &Clock) {
        time: Time = clock.rfc3339(p.time).into(),
        recorded_dollars: Dollars = p.recorded.into() => "Display.",
        expected_dollars: Dollars = p.kept.into() => "As re-kept.",
        moved_by: Option<MovementName> = p.moved_by.map(MovementName::from)
            => "What moved it there beside wagers.",
    }

    /// How often a category was dealt.
    pub(super) CategoryDealt(c: &CategoryCount) {
        category: Text = c.category.into() => "Category.",
        player_hands: u64 = c.players => "Players' hands.",
        dealer_hands: u64 = c.dealers => "Dealers' hands.",
    }

    /// Registers of the manager journal, in its order.
    pub(super) Registered(w: &Workpaper, clock: &Clock, places: &Places; r = &w.registers) {
        awards: Vec<Award> = r.awards.iter().map(|award| Award::new(award, w, clock, places)).collect()
            => "Awards.",
        adjustments: Vec<Adjustment> =
            r.adjustments.iter().map(|made| Adjustment::new(made, clock, places)).collect()
            => "Adjustments.",
        back_outs: Vec<BackOut> = r.back_outs.iter().map(|made| BackOut::new(made, clock, places)).collect()
            => "Back-outs.",
    }

    /// What every entry of a register has.
    Entry(entry: &RegisterEntry, clock: &Clock, places: &Places) {
        #[schemars(range(min = 1))]
        number: usize = entry.number => "Its number in the register.",
        seq: u64 = entry.seq => "The manager's running number.",
        time: Time = clock.rfc3339(entry.time).into(),
        link: Text = (&entry.link).into() => "Id of the link.",
        actor: Option<String> = recorded(&entry.actor)
            => "Who, as recorded; null where not recorded.",
        document: Option<String> = recorded(&entry.document)
            => "The document named; null where none is.",
        #[serde(flatten)]
        place: Place = place(places, entry.locus),
    }

    /// An award.
    Award(a: &RegisteredAward, w: &Workpaper, clock: &Clock, places: &Places) {
        #[serde(flatten)]
        entry: Entry = Entry::new(&a.entry, clock, places),
        level: Text = (&a.level).into() => "Level.",
        table: Text = (&w.engagement.table(a.table).id).into() => "Table.",
        round: u32 = a.round => "Round.",
        seat: Text = a.seat.to_string().into() => "Seat.",
        cards: Option<String> = a.cards.clone() => "Cards of the hand; null where not recorded.",
        hand: Option<String> = a.hand.clone() => "The hand; null where not known.",
        share: Option<Fraction> = a.share.map(|share| share.to_string().into())
            => "Share of the meter; null where not known.",
        amount_dollars: Dollars = a.amount.into() => "Amount.",
        meter_before_dollars: Option<Dollars> = a.before.map(Dollars::from)
            => "Display before; null where not recorded.",
        meter_after_dollars: Dollars = a.after.into() => "Display after.",
        reseed: Option<Reseed> = a.reseed.as_ref().map(Reseed::from)
            => "The reseed after it; null where none followed.",
        steps: Vec<Step> = list(&a.steps) => "Of its round at the controller.",
        backed_out: bool = a.is_backed_out => "Whether it was backed out.",
    }

    /// A reseed.
    Reseed(reseed: &RegisteredReseed) {
        added_dollars: Dollars = reseed.added.into() => "Added.",
        seed_dollars: Dollars = reseed.seed.into() => "The seed of the settings.",
        missing_dollars: Dollars = reseed.missing.into()
            => "Of seed and reserve not added; negative where more was added.",
        reserve_dollars: Dollars = reseed.reserve.into() => "Drawn from the reserve, at least.",
        reserve_most_dollars: Dollars = reseed.reserve_most.into() => "And at most.",
    }

    /// A step at the controller.
    Step(step: &(&'static str, CompactString)) {
        step: Text = step.0.into() => "Event.",
        actor: String = step.1.to_string() => "Who.",
    }

    /// An adjustment.
    Adjustment(a: &RegisteredAdjustment, clock: &Clock, places: &Places) {
        #[serde(flatten)]
        entry: Entry = Entry::new(&a.entry, clock, places),
        account: AccountName = AccountName(a.account),
        reason: Option<String> = recorded(&a.reason) => "Reason; null where not recorded.",
        amount_dollars: Dollars = a.amount.into() => "Amount, signed.",
        before_dollars: Option<Dollars> = a.before.map(Dollars::from)
            => "Before; null where not recorded.",
        after_dollars: Dollars = a.after.into() => "After.",
        support: Text = (&a.support).into() => "What the record holds of its reason.",
    }

    /// A back-out.
    BackOut(b: &RegisteredBackOut, clock: &Clock, places: &Places) {
        #[serde(flatten)]
        entry: Entry = Entry::new(&b.entry, clock, places),
        #[schemars(inner(range(min = 1)))]
        awards: Vec<usize> = b.awards.clone() => "Numbers of the awards.",
        awarded_dollars: Option<Dollars> = (!b.awards.is_empty()).then(|| b.awarded.into())
            => "What they came to; null where none is on record.",
        to_meter_dollars: Dollars = b.to_meter.into() => "Put back into the meter.",
        to_reserve_dollars: Dollars = b.to_reserve.into() => "Put back into the reserve.",
        seed_dollars: Option<Dollars> = b.seed().map(Dollars::from)
            => "Back to the house; null where not known.",
        to_meter_owed_dollars: Option<Dollars> = b.meter_owed.map(Dollars::from)
            => "What should go into the meter.",
        to_reserve_owed_dollars: Option<Dollars> = b.reserve_owed.map(Dollars::from)
            => "What should go into the reserve.",
    }

    /// A meter or reserve on a gaming day.
    pub(super) DayOfMeter(d: &MeterDay) {
        link: Text = (&d.link).into() => "Link.",
        account: AccountName = AccountName(d.account),
        gaming_day: Day = d.date.into(),
        opening_dollars: Dollars = d.opening.into() => "Closing of the day before.",
        opened_by_display: bool = d.is_opened_by_display
            => "Whether the opening is a display instead.",
        coin_in_dollars: Option<Dollars> = d.wagered.map(|wagered| wagered.coin_in.into())
            => "Wagers counted; null of a reserve.",
        left_to_house_dollars: Option<Dollars> =
            d.wagered.and_then(|wagered| wagered.left_to_house).map(Dollars::from)
            => "Of these, what goes neither to meter or reserve nor, where a limit cuts off, to another meter.",
        contributions_dollars: Dollars = d.contributions.into() => "Contributions.",
        awards_dollars: Dollars = d.awards.into() => "Awards.",
        reseeds_dollars: Dollars = d.reseeds.into()
            => "Reseeds as they should be; of a reserve drawn, negative.",
        back_outs_dollars: Dollars = d.back_outs().into() => "Back-outs, signed.",
        other_adjustments_dollars: Dollars = d.other_adjustments().into()
            => "Other adjustments, signed.",
        adjustments: Vec<AdjustedFor> = list(&d.adjustments) => "All adjustments by reason.",
        closing_dollars: Dollars = d.closing.into()
            => "Opening plus all that moved: exact, without what a display hides at the opening.",
        shown_dollars: Dollars = d.shown.into() => "What is to be displayed of it.",
        reading_dollars: Dollars = d.reading.into() => "Last display on record.",
        variance_dollars: Option<Dollars> = d.variance().map(Dollars::from)
            => "Reading minus shown; null where it cannot be known.",
        #[serde(rename = "untold")]
        unknown: Option<String> = d.undetermined.clone() => "Why it cannot be known; else null.",
        events: u64 = d.events => "Events.",
    }

    /// What was adjusted for one reason.
    AdjustedFor(of: &(CompactString, Sum)) {
        reason: Option<String> = recorded(&of.0) => "Reason; null where not recorded.",
        amount_dollars: Dollars = of.1.into() => "Amount, signed.",
    }
}

fn columns_missing(w: &Workpaper) -> Vec<Text> {
    let lacks = |held: bool, column: &str| (!held).then(|| column.to_owned());
    let missing = lacks(w.recorded.cards, "cards").into_iter();
    let missing = missing.chain(lacks(w.recorded.actions, "action"));
    let missing = missing.chain(Amount::Staked.missing_columns(w));
    list(missing.chain(Amount::Returned.missing_columns(w)))
}

/// What is not recorded is `null`.
fn recorded(text: &str) -> Option<String> {
    Some(text).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}
