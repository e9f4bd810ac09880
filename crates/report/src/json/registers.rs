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

/// What is not recorded is `null`.
fn recorded(text: &str) -> Option<String> {
    Some(text).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}
