//! The registers of `report.json`, and each meter by gaming day.

use super::named::AccountName;
use super::wire::place;
use crate::clock::Clock;
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{
    CompactString, MeterDay, RegisterEntry, RegisteredAdjustment, RegisteredAward,
    RegisteredBackOut, RegisteredReseed, Sum,
};
use feltproof_wire::{Day, Dollars, Fraction, Place, Text, Time, list, object};

object! {
    /// Registers of the manager journal, in its order.
    pub(super) Registered(w: &Workpaper, clock: &Clock, places: &Places; r = &w.registers) {
        /// Awards.
        awards: Vec<Award> = r.awards.iter().map(|award| Award::new(award, w, clock, places)).collect(),
        /// Adjustments.
        adjustments: Vec<Adjustment> =
            r.adjustments.iter().map(|made| Adjustment::new(made, clock, places)).collect(),
        /// Back-outs.
        back_outs: Vec<BackOut> = r.back_outs.iter().map(|made| BackOut::new(made, clock, places)).collect(),
    }

    /// What every entry of a register has.
    Entry(entry: &RegisterEntry, clock: &Clock, places: &Places) {
        /// Its number in the register.
        #[schemars(range(min = 1))]
        number: usize = entry.number,
        /// The manager's running number.
        seq: u64 = entry.seq,
        time: Time = clock.rfc3339(entry.time).into(),
        /// Id of the link.
        link: Text = (&entry.link).into(),
        /// Who, as recorded; null where not recorded.
        actor: Option<String> = recorded(&entry.actor),
        /// The document named; null where none is.
        document: Option<String> = recorded(&entry.document),
        #[serde(flatten)]
        place: Place = place(places, entry.locus),
    }

    /// An award.
    Award(a: &RegisteredAward, w: &Workpaper, clock: &Clock, places: &Places) {
        #[serde(flatten)]
        entry: Entry = Entry::new(&a.entry, clock, places),
        /// Level.
        level: Text = (&a.level).into(),
        /// Table.
        table: Text = (&w.engagement.table(a.table).id).into(),
        /// Round.
        round: u32 = a.round,
        /// Seat.
        seat: Text = a.seat.to_string().into(),
        /// Cards of the hand; null where not recorded.
        cards: Option<String> = a.cards.clone(),
        /// The hand; null where not known.
        hand: Option<String> = a.hand.clone(),
        /// Share of the meter; null where not known.
        share: Option<Fraction> = a.share.map(|share| share.to_string().into()),
        /// Amount.
        amount_dollars: Dollars = a.amount.into(),
        /// Display before; null where not recorded.
        meter_before_dollars: Option<Dollars> = a.before.map(Dollars::from),
        /// Display after.
        meter_after_dollars: Dollars = a.after.into(),
        /// The reseed after it; null where none followed.
        reseed: Option<Reseed> = a.reseed.as_ref().map(Reseed::from),
        /// Of its round at the controller.
        steps: Vec<Step> = list(&a.steps),
        /// Whether it was backed out.
        backed_out: bool = a.is_backed_out,
    }

    /// A reseed.
    Reseed(reseed: &RegisteredReseed) {
        /// Added.
        added_dollars: Dollars = reseed.added.into(),
        /// The seed of the settings.
        seed_dollars: Dollars = reseed.seed.into(),
        /// Of seed and reserve not added; negative where more was added.
        missing_dollars: Dollars = reseed.missing.into(),
        /// Drawn from the reserve, at least.
        reserve_dollars: Dollars = reseed.reserve.into(),
        /// And at most.
        reserve_most_dollars: Dollars = reseed.reserve_most.into(),
    }

    /// A step at the controller.
    Step(step: &(&'static str, CompactString)) {
        /// Event.
        step: Text = step.0.into(),
        /// Who.
        actor: String = step.1.to_string(),
    }

    /// An adjustment.
    Adjustment(a: &RegisteredAdjustment, clock: &Clock, places: &Places) {
        #[serde(flatten)]
        entry: Entry = Entry::new(&a.entry, clock, places),
        account: AccountName = AccountName(a.account),
        /// Reason; null where not recorded.
        reason: Option<String> = recorded(&a.reason),
        /// Amount, signed.
        amount_dollars: Dollars = a.amount.into(),
        /// Before; null where not recorded.
        before_dollars: Option<Dollars> = a.before.map(Dollars::from),
        /// After.
        after_dollars: Dollars = a.after.into(),
        /// What the record holds of its reason.
        support: Text = (&a.support).into(),
    }

    /// A back-out.
    BackOut(b: &RegisteredBackOut, clock: &Clock, places: &Places) {
        #[serde(flatten)]
        entry: Entry = Entry::new(&b.entry, clock, places),
        /// Numbers of the awards.
        #[schemars(inner(range(min = 1)))]
        awards: Vec<usize> = b.awards.clone(),
        /// What they came to; null where none is on record.
        awarded_dollars: Option<Dollars> = (!b.awards.is_empty()).then(|| b.awarded.into()),
        /// Put back into the meter.
        to_meter_dollars: Dollars = b.to_meter.into(),
        /// Put back into the reserve.
        to_reserve_dollars: Dollars = b.to_reserve.into(),
        /// Back to the house; null where not known.
        seed_dollars: Option<Dollars> = b.seed().map(Dollars::from),
        /// What should go into the meter.
        to_meter_owed_dollars: Option<Dollars> = b.meter_owed.map(Dollars::from),
        /// What should go into the reserve.
        to_reserve_owed_dollars: Option<Dollars> = b.reserve_owed.map(Dollars::from),
    }

    /// A meter or reserve on a gaming day.
    pub(super) DayOfMeter(d: &MeterDay) {
        /// Link.
        link: Text = (&d.link).into(),
        account: AccountName = AccountName(d.account),
        gaming_day: Day = d.date.into(),
        /// Closing of the day before.
        opening_dollars: Dollars = d.opening.into(),
        /// Whether the opening is a display instead.
        opened_by_display: bool = d.is_opened_by_display,
        /// Wagers counted; null of a reserve.
        coin_in_dollars: Option<Dollars> = d.wagered.map(|wagered| wagered.coin_in.into()),
        /// Of these, what goes neither to meter or reserve nor, where a limit cuts off, to another meter.
        left_to_house_dollars: Option<Dollars> =
            d.wagered.and_then(|wagered| wagered.left_to_house).map(Dollars::from),
        /// Contributions.
        contributions_dollars: Dollars = d.contributions.into(),
        /// Awards.
        awards_dollars: Dollars = d.awards.into(),
        /// Reseeds as they should be; of a reserve drawn, negative.
        reseeds_dollars: Dollars = d.reseeds.into(),
        /// Back-outs, signed.
        back_outs_dollars: Dollars = d.back_outs().into(),
        /// Other adjustments, signed.
        other_adjustments_dollars: Dollars = d.other_adjustments().into(),
        /// All adjustments by reason.
        adjustments: Vec<AdjustedFor> = list(&d.adjustments),
        /// Opening plus all that moved: exact, without what a display hides at the opening.
        closing_dollars: Dollars = d.closing.into(),
        /// What is to be displayed of it.
        shown_dollars: Dollars = d.shown.into(),
        /// Last display on record.
        reading_dollars: Dollars = d.reading.into(),
        /// Reading minus shown; null where it cannot be known.
        variance_dollars: Option<Dollars> = d.variance().map(Dollars::from),
        /// Why it cannot be known; else null.
        #[serde(rename = "untold")]
        unknown: Option<String> = d.undetermined.clone(),
        /// Events.
        events: u64 = d.events,
    }

    /// What was adjusted for one reason.
    AdjustedFor(of: &(CompactString, Sum)) {
        /// Reason; null where not recorded.
        reason: Option<String> = recorded(&of.0),
        /// Amount, signed.
        amount_dollars: Dollars = of.1.into(),
    }
}

/// What is not recorded is `null`.
fn recorded(text: &str) -> Option<String> {
    Some(text).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}
