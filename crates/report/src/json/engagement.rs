//! The engagement as `report.json` has it: property, days, tables, journals, people and equipment.

use super::link::LinkTerms;
use super::named::{
    AuthorityName, EncodingName, FigureName, RepeatedHourName, RoleName, SequenceName,
};
use super::stated::{ConfirmedPoint, FigureOfDay, Inspection};
use crate::clock::Clock;
use feltproof_model::engagement::{
    Equipment, GamingDay, JournalEntry, JournalKind, PostedLimit, Program, RandomnessRequest,
    RulingChoice, Shuffler, Staff, StatedFigure, Table,
};
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Money, Previous, Wager};
use feltproof_wire::{
    Day, Dollars, FileOf, Fraction, JournalName, Sha256Hex, Text, Time, list, object,
};

object! {
    /// The scope, as the engagement states it.
    pub(super) Scope(w: &Workpaper, clock: &Clock; e = &w.engagement) {
        /// Id of the engagement.
        id: Text = (&e.id).into(),
        /// The property.
        property: String = e.property.clone(),
        /// Its licence.
        licence: String = e.licence.clone(),
        /// Where it is.
        location: String = e.location.clone(),
        /// For whom.
        prepared_for: String = e.prepared_for.clone(),
        /// By whom.
        prepared_by: String = e.prepared_by.clone(),
        /// The engagement file.
        file: Text = (&w.engagement_file.file).into(),
        /// Its digest.
        file_sha256: Sha256Hex = (&w.engagement_file.sha256).into(),
        /// Its size in bytes.
        file_size_bytes: u64 = w.engagement_file.size_bytes,
        /// The report before; null where none is named.
        previous: Option<ReportBefore> = e.previous.as_ref().map(ReportBefore::from),
        /// The house file that it extends; null where it extends none.
        house_file: Option<FileOf> = w.house_file.as_ref().map(FileOf::from),
        /// IANA name of the property's zone.
        time_zone: Text = (&e.time_zone).into(),
        /// When a gaming day begins, HH:MM.
        #[schemars(regex(pattern = "^[0-9]{2}:[0-9]{2}$"))]
        gaming_day_start: String = e.gaming_day_start.clone(),
        /// The days audited.
        gaming_days: Vec<AuditedDay> = e.days.iter().map(|day| AuditedDay::new(day, clock)).collect(),
        /// Ids of the rule packs.
        packs: Vec<Text> = list(&e.packs),
        /// Game definitions that the engagement brings.
        game_files: Vec<Text> = list(&e.game_files),
        /// The tables.
        tables: Vec<TableTerms> = e.tables.iter().map(|table| TableTerms::new(table, w)).collect(),
        /// The progressive links.
        links: Vec<LinkTerms> = list(&e.links),
        /// The journals and how they are read.
        journals: Vec<Journal> = list(&e.journals),
        /// Equipment.
        equipment: Vec<Component> = list(&e.equipment),
        /// Staff.
        staff: Vec<Person> = list(&e.staff),
        /// Open points that the engagement decides.
        rulings_chosen: Vec<ChosenRuling> = list(&e.rulings),
        /// Figures of the odds that are stated to players.
        stated: Vec<StatedOdds> = list(&e.stated),
        /// What is demanded of tests of randomness; null where nothing is.
        randomness: Option<RandomnessDemand> = e.randomness.as_ref().map(RandomnessDemand::from),
        /// Dates and texts of the law that the engagement has confirmed.
        confirmed: Vec<ConfirmedPoint> = list(&e.confirmed),
        /// Amounts of the house's daily records.
        daily_figures: Vec<FigureOfDay> = e.daily_figures.iter().map(|of| FigureOfDay::new(of, e)).collect(),
        /// Answers of inspection.
        inspected: Vec<Inspection> = list(&e.inspected),
    }

    /// A report of an earlier engagement.
    ReportBefore(previous: &Previous) {
        /// Its file.
        report: Text = (&previous.report).into(),
        /// Its digest.
        sha256: Sha256Hex = (&previous.sha256).into(),
    }

    /// A gaming day.
    AuditedDay(day: &GamingDay, clock: &Clock) {
        date: Day = day.date.into(),
        start: Time = clock.rfc3339(day.start).into(),
        end: Time = clock.rfc3339(day.end).into(),
    }

    /// A table.
    TableTerms(
        t: &Table, w: &Workpaper;
        links = t.links.iter().filter_map(|id| w.engagement.links.get(usize::from(id.0))).map(|link| &link.id)
    ) {
        /// Its id.
        id: Text = (&t.id).into(),
        /// Id of its game.
        game: Text = (&t.game).into(),
        /// Seats for players.
        #[schemars(range(min = 1))]
        seats: u8 = t.seats,
        /// Its first link; null where it has none.
        link: Option<String> = links.clone().next().map(ToString::to_string),
        /// Its links.
        links: Vec<Text> = list(links),
        /// Paytable of each wager.
        paytables: Vec<PaytableOf> = t.paytables.iter().map(|(wager, id)| PaytableOf::new(*wager, id)).collect(),
        /// Posted limits.
        posted: Vec<Posted> = list(&t.posted),
        /// Posted aggregate limits.
        aggregate: Vec<PostedAggregate> =
            t.aggregate.iter().map(|(wager, limit)| PostedAggregate::new(*wager, *limit)).collect(),
        /// Its shuffler; null where none is stated.
        shuffler: Option<ShufflerOf> = t.shuffler.as_ref().map(ShufflerOf::from),
        /// Decks that are used by turns.
        #[schemars(range(min = 1))]
        decks_in_use: u8 = t.decks_in_use,
        /// Progressive wager of this table; null where it is the link's.
        unit_dollars: Option<Dollars> = t.unit.map(Dollars::from),
    }

    /// The paytable of a wager.
    PaytableOf(wager: Wager, id: &String) {
        /// The wager.
        wager: Text = wager.key().into(),
        /// Id of the paytable.
        paytable: Text = id.into(),
    }

    /// The posted limits of a wager.
    Posted(limit: &PostedLimit) {
        /// The wager.
        wager: Text = limit.wager.key().into(),
        /// Least stake.
        min_dollars: Dollars = limit.min.into(),
        /// Greatest stake.
        max_dollars: Dollars = limit.max.into(),
    }

    /// The posted aggregate limit of a wager.
    PostedAggregate(wager: Wager, limit: Money) {
        /// The wager.
        wager: Text = wager.key().into(),
        /// Most paid for one hand or round.
        limit_dollars: Dollars = limit.into(),
    }

    /// A shuffler.
    ShufflerOf(shuffler: &Shuffler) {
        /// Model.
        model: Text = (&shuffler.model).into(),
        /// Mode that it runs in.
        mode: Text = (&shuffler.mode).into(),
    }

    /// A journal.
    Journal(j: &JournalEntry) {
        kind: JournalName = j.kind.into(),
        /// Its file.
        file: Text = (&j.file).into(),
        /// IANA name of the zone of its times.
        time_zone: Text = (&j.time_zone).into(),
        repeated_hour: RepeatedHourName = j.repeated_hour.into(),
        encoding: EncodingName = j.encoding.into(),
        /// Whose running numbers it has; null for hands.
        sequence: Option<SequenceName> = (j.kind != JournalKind::Hands).then(|| j.sequence.into()),
        /// How far a time may lie behind the one before, in microseconds.
        #[schemars(range(min = 0))]
        disorder_micros: i64 = j.disorder_micros,
        /// Whether cards stand as dealt.
        cards_in_dealt_order: bool = j.cards_in_dealt_order,
        /// Whether awards of the meter are in the hands.
        meter_award_in_hands: bool = j.meter_award_in_hands,
        /// Whether the bonus stands with the Ante.
        bonus_with_ante: bool = j.bonus_with_ante,
    }

    /// A component of the equipment.
    Component(q: &Equipment) {
        /// What it is.
        component: Text = (&q.component).into(),
        /// Its version.
        version: String = q.version.clone(),
        /// Where.
        place: String = q.place.clone(),
        /// Its programs.
        programs: Vec<ProgramOf> = list(&q.programs),
    }

    /// A program.
    ProgramOf(p: &Program) {
        /// Its file.
        file: Text = (&p.file).into(),
        /// Digest found.
        sha256: Sha256Hex = (&p.sha256).into(),
        /// Digest approved.
        approved_sha256: Sha256Hex = (&p.approved).into(),
    }

    /// A person.
    Person(staff: &Staff) {
        /// Badge.
        id: Text = (&staff.id).into(),
        role: RoleName = staff.role.into(),
    }

    /// An open point that the engagement decides.
    ChosenRuling(r: &RulingChoice) {
        /// Game.
        game: Text = (&r.game).into(),
        /// Which.
        ruling: Text = (&r.ruling).into(),
        /// The reading chosen.
        value: Text = (&r.value).into(),
        authority: AuthorityName = r.authority.into(),
        /// Where that stands.
        source: Text = (&r.source).into(),
    }

    /// A figure of the odds that is stated to players.
    StatedOdds(s: &StatedFigure) {
        /// Game.
        game: Text = (&s.game).into(),
        /// Wager.
        wager: Text = s.wager.key().into(),
        /// Paytable; null for the base game.
        paytable: Option<String> = (!s.paytable.is_empty()).then(|| s.paytable.clone()),
        /// Hands of Cover All; null elsewhere.
        hands: Option<u8> = s.hands,
        figure: FigureName = s.figure.into(),
        /// As a fraction of one.
        value: Fraction = s.value.to_string().into(),
        /// Decimals stated of it.
        decimals: u8 = s.decimals,
        /// Where it is stated.
        source: Text = (&s.source).into(),
    }

    /// What is demanded of the tests of randomness.
    RandomnessDemand(demands: &RandomnessRequest) {
        /// Level of the verdict.
        level: Text = demands.level.percent().into(),
        /// Standard; null where none is.
        profile: Option<String> = demands.profile.clone(),
    }
}
