//! The engagement as `report.json` has it: property, days, tables, links, journals, people and equipment, and what it
//! states of the law, of inspections and of the house's daily records.

use super::named::{
    AnswerName, AuthorityName, EncodingName, FigureName, MeansName, RepeatedHourName, RoleName,
    RoundingName, SequenceName,
};
use crate::clock::Clock;
use feltproof_model::engagement::{
    DatedApproval, Engagement, Equipment, GamingDay, JournalEntry, JournalKind, LevelSettings,
    Link, Overflow, PostedLimit, Program, RandomnessRequest, RulingChoice, Shuffler, Staff,
    StatedFigure, Table, TableApproval,
};
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{
    CompactString, Confirmed, ConfirmedPart, DailyFigure, FigureOf, Inspected, LinkId, Money,
    Previous, Rate, Wager,
};
use feltproof_wire::{
    Day, Dollars, FileOf, Fraction, JournalName, Line, Sha256Hex, Text, Time, list, object,
};

object! {
    /// The scope, as the engagement states it.
    pub(super) Scope(w: &Workpaper, clock: &Clock; e = &w.engagement) {
        id: Text = (&e.id).into() => "Id of the engagement.",
        property: String = e.property.clone() => "The property.",
        licence: String = e.licence.clone() => "Its licence.",
        location: String = e.location.clone() => "Where it is.",
        prepared_for: String = e.prepared_for.clone() => "For whom.",
        prepared_by: String = e.prepared_by.clone() => "By whom.",
        file: Text = (&w.engagement_file.file).into() => "The engagement file.",
        file_sha256: Sha256Hex = (&w.engagement_file.sha256).into() => "Its digest.",
        file_size_bytes: u64 = w.engagement_file.size_bytes => "Its size in bytes.",
        previous: Option<ReportBefore> = e.previous.as_ref().map(ReportBefore::from)
            => "The report before; null where none is named.",
        house_file: Option<FileOf> = w.house_file.as_ref().map(FileOf::from)
            => "The house file that it extends; null where it extends none.",
        time_zone: Text = (&e.time_zone).into() => "IANA name of the property's zone.",
        #[schemars(regex(pattern = "^[0-9]{2}:[0-9]{2}$"))]
        gaming_day_start: String = e.gaming_day_start.clone() => "When a gaming day begins, HH:MM.",
        gaming_days: Vec<AuditedDay> = e.days.iter().map(|day| AuditedDay::new(day, clock)).collect()
            => "The days audited.",
        packs: Vec<Text> = list(&e.packs) => "Ids of the rule packs.",
        game_files: Vec<Text> = list(&e.game_files)
            => "Game definitions that the engagement brings.",
        tables: Vec<TableTerms> = e.tables.iter().map(|table| TableTerms::new(table, w, clock)).collect()
            => "The tables.",
        links: Vec<LinkTerms> = e.links.iter().map(|link| LinkTerms::new(link, clock)).collect() => "The progressive links.",
        journals: Vec<Journal> = list(&e.journals) => "The journals and how they are read.",
        equipment: Vec<Component> = list(&e.equipment) => "Equipment.",
        staff: Vec<Person> = list(&e.staff) => "Staff.",
        rulings_chosen: Vec<ChosenRuling> = list(&e.rulings)
            => "Open points that the engagement decides.",
        stated: Vec<StatedOdds> = list(&e.stated)
            => "Figures of the odds that are stated to players.",
        randomness: Option<RandomnessDemand> = e.randomness.as_ref().map(RandomnessDemand::from)
            => "What is demanded of tests of randomness; null where nothing is.",
        confirmed: Vec<ConfirmedPoint> = list(&e.confirmed)
            => "Dates and texts of the law that the engagement has confirmed.",
        daily_figures: Vec<FigureOfDay> = e.daily_figures.iter().map(|of| FigureOfDay::new(of, e)).collect()
            => "Amounts of the house's daily records.",
        inspected: Vec<Inspection> = list(&e.inspected) => "Answers of inspection.",
    }

    /// A report of an earlier engagement.
    ReportBefore(previous: &Previous) {
        report: Text = (&previous.report).into() => "Its file.",
        sha256: Sha256Hex = (&previous.sha256).into() => "Its digest.",
    }

    /// A gaming day.
    AuditedDay(day: &GamingDay, clock: &Clock) {
        date: Day = day.date.into(),
        start: Time = clock.rfc3339(day.start).into(),
        end: Time = clock.rfc3339(day.end).into(),
    }

    /// A table.
    TableTerms(
        t: &Table, w: &Workpaper, clock: &Clock;
        links = t.links.iter().filter_map(|id| w.engagement.links.get(usize::from(id.0))).map(|link| &link.id)
    ) {
        id: Text = (&t.id).into() => "Its id.",
        game: Text = (&t.game).into() => "Id of its game.",
        #[schemars(range(min = 1))]
        seats: u8 = t.seats => "Seats for players.",
        link: Option<String> = links.clone().next().map(ToString::to_string)
            => "Its first link; null where it has none.",
        links: Vec<Text> = list(links) => "Its links.",
        paytables: Vec<PaytableOf> = t.paytables.iter().map(|(wager, id)| PaytableOf::new(*wager, id)).collect()
            => "Paytable of each wager.",
        posted: Vec<Posted> = list(&t.posted) => "Posted limits.",
        approvals: Vec<LaterTerms> =
            t.approvals.iter().map(|of| LaterTerms::new(of, clock)).collect()
            => "Paytables and posted limits approved from later moments on, in order.",
        aggregate: Vec<PostedAggregate> =
            t.aggregate.iter().map(|(wager, limit)| PostedAggregate::new(*wager, *limit)).collect()
            => "Posted aggregate limits.",
        shuffler: Option<ShufflerOf> = t.shuffler.as_ref().map(ShufflerOf::from)
            => "Its shuffler; null where none is stated.",
        #[schemars(range(min = 1))]
        decks_in_use: u8 = t.decks_in_use => "Decks that are used by turns.",
        unit_dollars: Option<Dollars> = t.unit.map(Dollars::from)
            => "Progressive wager of this table; null where it is the link's.",
    }

    /// What is approved for a table from a moment on.
    LaterTerms(of: &TableApproval, clock: &Clock) {
        from: Time = clock.rfc3339(of.from).into() => "The first moment.",
        document: Text = (&of.document).into() => "The document that says so.",
        paytables: Vec<PaytableOf> =
            of.paytables.iter().map(|(wager, id)| PaytableOf::new(*wager, id)).collect()
            => "Paytable of each wager.",
        posted: Vec<Posted> = list(&of.posted) => "Posted limits.",
    }

    /// The paytable of a wager.
    PaytableOf(wager: Wager, id: &String) {
        wager: Text = wager.key().into() => "The wager.",
        paytable: Text = id.into() => "Id of the paytable.",
    }

    /// The posted limits of a wager.
    Posted(limit: &PostedLimit) {
        wager: Text = limit.wager.key().into() => "The wager.",
        min_dollars: Dollars = limit.min.into() => "Least stake.",
        max_dollars: Dollars = limit.max.into() => "Greatest stake.",
    }

    /// The posted aggregate limit of a wager.
    PostedAggregate(wager: Wager, limit: Money) {
        wager: Text = wager.key().into() => "The wager.",
        limit_dollars: Dollars = limit.into() => "Most paid for one hand or round.",
    }

    /// A shuffler.
    ShufflerOf(shuffler: &Shuffler) {
        model: Text = (&shuffler.model).into() => "Model.",
        mode: Text = (&shuffler.mode).into() => "Mode that it runs in.",
    }

    /// A journal.
    Journal(j: &JournalEntry) {
        kind: JournalName = j.kind.into(),
        file: Text = (&j.file).into() => "Its file.",
        time_zone: Text = (&j.time_zone).into() => "IANA name of the zone of its times.",
        repeated_hour: RepeatedHourName = j.repeated_hour.into(),
        encoding: EncodingName = j.encoding.into(),
        sequence: Option<SequenceName> = (j.kind != JournalKind::Hands).then(|| j.sequence.into())
            => "Whose running numbers it has; null for hands.",
        #[schemars(range(min = 0))]
        disorder_micros: i64 = j.disorder_micros
            => "How far a time may lie behind the one before, in microseconds.",
        cards_in_dealt_order: bool = j.cards_in_dealt_order => "Whether cards stand as dealt.",
        meter_award_in_hands: bool = j.meter_award_in_hands
            => "Whether awards of the meter are in the hands.",
        bonus_with_ante: bool = j.bonus_with_ante => "Whether the bonus stands with the Ante.",
    }

    /// A component of the equipment.
    Component(q: &Equipment) {
        component: Text = (&q.component).into() => "What it is.",
        version: String = q.version.clone() => "Its version.",
        place: String = q.place.clone() => "Where.",
        programs: Vec<ProgramOf> = list(&q.programs) => "Its programs.",
    }

    /// A program.
    ProgramOf(p: &Program) {
        file: Text = (&p.file).into() => "Its file.",
        sha256: Sha256Hex = (&p.sha256).into() => "Digest found.",
        approved_sha256: Sha256Hex = (&p.approved).into() => "Digest approved.",
    }

    /// A person.
    Person(staff: &Staff) {
        id: Text = (&staff.id).into() => "Badge.",
        role: RoleName = staff.role.into(),
    }

    /// An open point that the engagement decides.
    ChosenRuling(r: &RulingChoice) {
        game: Text = (&r.game).into() => "Game.",
        ruling: Text = (&r.ruling).into() => "Which.",
        value: Text = (&r.value).into() => "The reading chosen.",
        authority: AuthorityName = r.authority.into(),
        source: Text = (&r.source).into() => "Where that stands.",
    }

    /// A figure of the odds that is stated to players.
    StatedOdds(s: &StatedFigure) {
        game: Text = (&s.game).into() => "Game.",
        wager: Text = s.wager.key().into() => "Wager.",
        paytable: Option<String> = (!s.paytable.is_empty()).then(|| s.paytable.clone())
            => "Paytable; null for the base game.",
        hands: Option<u8> = s.hands => "Hands of Cover All; null elsewhere.",
        figure: FigureName = s.figure.into(),
        value: Fraction = s.value.to_string().into() => "As a fraction of one.",
        decimals: u8 = s.decimals => "Decimals stated of it.",
        source: Text = (&s.source).into() => "Where it is stated.",
    }

    /// What is demanded of the tests of randomness.
    RandomnessDemand(demands: &RandomnessRequest) {
        level: Text = demands.level.percent().into() => "Level of the verdict.",
        profile: Option<String> = demands.profile.clone() => "Standard; null where none is.",
    }

    /// A progressive link.
    LinkTerms(l: &Link, clock: &Clock) {
        id: Text = (&l.id).into() => "Its id.",
        system: Text = (&l.system).into() => "Its system.",
        paytable: Text = (&l.paytable).into() => "Its paytable.",
        location: String = l.location.clone() => "Where it runs.",
        level: Text = (&l.level).into() => "Name of its level.",
        shares: Vec<ShareOf> = list(&l.shares) => "Share of each other level.",
        unit_dollars: Dollars = l.unit.into() => "One progressive wager.",
        executive_from_dollars: Dollars = l.executive_from.into()
            => "Awards from here on need an executive.",
        #[schemars(regex(pattern = "^[0-9]+(/[0-9]+)?$"))]
        longest_odds: String = l.longest_odds.to_string() => "The longest odds, one in so many.",
        award_unit_dollars: Dollars = l.awards.unit.into() => "What an award is rounded to.",
        award_rounding: RoundingName = l.awards.rounding.into() => "How.",
        reserve_unit_dollars: Option<Dollars> = l.reserve_unit.map(Dollars::from)
            => "What the reserve is rounded to; null where it is not.",
        #[schemars(extend("enum" = ["meter", "tray"]))]
        fixed_awards: &'static str = if l.awards.deducts_fixed { "meter" } else { "tray" }
            => "What pays fixed awards.",
        preconfigured_contribution: Option<Fraction> =
            l.preconfigured_contribution.map(|rate| rate.to_string().into())
            => "Contribution of the system as delivered; null where not stated.",
        approved: Settings = (&l.approved).into() => "Settings as approved.",
        approvals: Vec<LaterApproval> =
            l.approvals.iter().map(|of| LaterApproval::new(of, clock)).collect()
            => "Settings approved from later moments on, in order.",
        running: Settings = (&l.running).into() => "Settings as they run.",
    }

    /// What is approved from a moment on.
    LaterApproval(of: &DatedApproval, clock: &Clock) {
        from: Time = clock.rfc3339(of.from).into() => "The first moment.",
        document: Text = (&of.document).into() => "The document that says so.",
        settings: Settings = (&of.settings).into() => "All settings.",
        paytable: Option<String> = of.paytable.clone()
            => "The progressive paytable from then on; null where it stays.",
    }

    /// The share of a level.
    ShareOf(of: &(CompactString, Rate)) {
        level: Text = (&of.0).into() => "The level.",
        share: Fraction = of.1.to_string().into(),
    }

    /// Settings of a progressive meter.
    Settings(s: &LevelSettings) {
        seed_dollars: Dollars = s.seed.into() => "What the meter begins with.",
        contribution: Fraction = s.contribution.to_string().into()
            => "Share of a wager that goes to the meter.",
        reserve: Fraction = s.reserve.to_string().into()
            => "Share of a wager that goes to the reserve.",
        limit_dollars: Option<Dollars> = s.limit.map(Dollars::from)
            => "Where the meter is cut off; null where it is not.",
        overflow: Option<String> = match &s.overflow {
            Overflow::Undeclared => None,
            Overflow::Reserve => Some("reserve".to_owned()),
            Overflow::House => Some("house".to_owned()),
            Overflow::Meter(link) => Some(link.to_string()),
        }
            => "Where what is cut off goes: `reserve`, `house` or the id of a link; null where not declared.",
        contribution_unit_dollars: Option<Dollars> = s.contribution_unit.map(Dollars::from)
            => "What a contribution is rounded to; null where it is not.",
        display_unit_dollars: Dollars = s.display_unit.into() => "What the display shows at least.",
    }

    /// A date or text of the law that the engagement has confirmed.
    ConfirmedPoint(
        of: &Confirmed;
        (limit, control, reason, value, text) = match &of.what {
            ConfirmedPart::Value { limit, value } => {
                (Some(limit), None, None, Some(value.in_words()), None)
            }
            ConfirmedPart::Version { control, demand, .. } => {
                (None, Some(control), None, None, demand.clone())
            }
            ConfirmedPart::Reason { reason, .. } => (None, None, Some(reason), None, None),
        }
    ) {
        #[schemars(with = "Text")]
        pack: Option<Text> = of.pack.as_ref().map(Text::from) => "Rule pack.",
        limit: Option<String> = limit.cloned() => "Limit; null where it is another.",
        control: Option<String> = control.cloned() => "Control; null where it is another.",
        reason: Option<String> = reason.cloned()
            => "Reason for adjusting a meter; null where it is a limit or a control.",
        value: Option<String> = value => "Value of the limit in words.",
        text: Option<String> = text => "Text of the control.",
        from: Day = of.from.into(),
        source: Text = (&of.source).into() => "Source.",
        by: Text = (&of.by).into() => "Who confirmed it.",
        date: Day = of.date.into(),
        line: Line = Line(of.line.number),
        in_house_file: bool = of.line.of_house => "Whether that line is the house file's.",
    }

    /// An answer of inspection.
    Inspection(of: &Inspected) {
        #[schemars(with = "Text")]
        pack: Option<Text> = of.pack.as_ref().map(Text::from) => "Rule pack.",
        control: Text = (&of.control).into() => "Control.",
        #[serde(flatten)]
        answer: AnswerOf = of.into(),
        line: Line = Line(of.line.number),
    }

    /// What inspection answered.
    pub(super) AnswerOf(of: &Inspected) {
        answer: AnswerName = of.answer.into(),
        reason: Option<String> = of.reason.clone()
            => "Why it is not applicable, or another remark; null where none is given.",
        by: MeansName = of.by.into(),
        initials: Text = (&of.initials).into() => "Whose answer it is.",
        date: Day = of.date.into(),
        document: Option<String> = of.document.clone()
            => "The document behind it; null where none is named.",
    }

    /// An amount of the house's daily records.
    FigureOfDay(of: &DailyFigure, e: &Engagement; (table, link) = match of.of {
        FigureOf::TableWin(id) => (e.tables.get(usize::from(id.0)).map(|table| table.id.to_string()), None),
        FigureOf::Accrued(LinkId(id)) | FigureOf::Paid(LinkId(id)) => {
            (None, e.links.get(usize::from(id)).map(|link| link.id.to_string()))
        }
    }) {
        #[schemars(extend("enum" = ["progressive-accrual", "progressive-paid", "table-win"]))]
        kind: &'static str = of.of.name() => "Of what.",
        table: Option<String> = table => "Table; null for a link.",
        link: Option<String> = link => "Link; null for a table.",
        day: Option<Day> = e.days.get(usize::from(of.day)).map(|day| day.date.into()),
        amount_dollars: Dollars = of.amount.into() => "As recorded.",
        rounding: RoundingName = of.rounding.into(),
        document: Text = (&of.document).into() => "The record.",
        line: Line = Line(of.line.number),
    }
}
