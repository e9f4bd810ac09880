//! The sample's scope: property, tables, link, journals, inputs, packs, games, rulings.

use super::{at, digest, hex, usd};
use feltproof_model::engagement::{
    Authority, AwardTerms, Engagement, Equipment, Figure, GamingDay, JournalEntry, JournalKind,
    LevelSettings, Link, LinkId, Overflow, PostedLimit, RepeatedHour, Role, RulingChoice, Sequence,
    Shuffler, Staff, StatedFigure, Table, TableTerms, TextEncoding,
};
use feltproof_model::workpaper::{
    ExportSummary, GameSummary, InputSummary, PackSummary, RulingSummary,
};
use feltproof_model::{
    Answer, Confirmed, ConfirmedPart, ConfirmedValue, DailyFigure, Date, FigureOf, Inspected,
    Means, Money, Rate, Rounding, TableId, Wager,
};
use std::collections::BTreeMap;

fn settings(contribution: &str) -> LevelSettings {
    LevelSettings {
        seed: usd(250_000),
        contribution: Rate::parse(contribution).unwrap_or(Rate::ZERO),
        reserve: Rate::parse("5%").unwrap_or(Rate::ZERO),
        limit: Some(usd(5_000_000)),
        contribution_unit: None,
        overflow: Overflow::Undeclared,
        display_unit: usd(1),
    }
}

fn journal(kind: JournalKind, file: &str, line: u32) -> JournalEntry {
    JournalEntry {
        kind,
        sheet: None,
        profile: None,
        file: file.to_owned(),
        time_zone: "America/Los_Angeles".to_owned(),
        repeated_hour: RepeatedHour::RecordOrder,
        encoding: TextEncoding::Utf8,
        sequence: Sequence::Journal,
        is_sequence_stated: false,
        disorder_micros: 120_000_000,
        cards_in_dealt_order: true,
        meter_award_in_hands: false,
        bonus_with_ante: false,
        links: Vec::new(),
        line,
        lines: None,
    }
}

fn table(number: u16) -> Table {
    let posted = |wager, min, max| PostedLimit { wager, min: usd(min), max: usd(max) };
    Table {
        id: format!("C4P-{number}").into(),
        game: "crazy4-wa".to_owned(),
        seats: 6,
        links: vec![LinkId(0)],
        paytables: vec![
            (Wager::SuperBonus, "SB".to_owned()),
            (Wager::QueensUp, "C4P-09".to_owned()),
        ],
        posted: vec![
            posted(Wager::Ante, 500, 10_000),
            posted(Wager::SuperBonus, 500, 10_000),
            posted(Wager::QueensUp, 500, 10_000),
        ],
        aggregate: vec![(Wager::QueensUp, usd(500_000))],
        shuffler: Some(Shuffler {
            model: "i-Deal Plus".to_owned(),
            mode: "Crazy 4 Poker".to_owned(),
            line: (21 + u32::from(number)).into(),
        }),
        approvals: Vec::new(),
        decks_in_use: 1,
        terms: TableTerms::default(),
        unit: None,
        line: (20 + u32::from(number)).into(),
    }
}

/// A figure stated as so many parts of a power of ten.
fn stated(
    wager: Wager,
    paytable: &str,
    hands: Option<u8>,
    figure: Figure,
    (parts, decimals): (i64, u8),
) -> StatedFigure {
    StatedFigure {
        game: "crazy4-wa".to_owned(),
        wager,
        paytable: paytable.to_owned(),
        hands,
        figure,
        value: Rate::new(parts, 10_i64.pow(decimals.into())).unwrap_or(Rate::ZERO),
        decimals,
        source: "Placard at the table".to_owned(),
        line: 80.into(),
    }
}

fn people() -> Vec<Staff> {
    let staff = |id: &str, role| Staff { id: id.into(), name: None, role };
    vec![
        staff("D07", Role::Dealer),
        staff("D11", Role::Dealer),
        staff("D12", Role::Dealer),
        staff("S02", Role::Supervisor),
        staff("E01", Role::Executive),
        staff("A03", Role::Accounting),
    ]
}

fn link() -> Link {
    Link {
        id: "HARBOR-1".into(),
        name: "HARBOR-1".into(),
        shares: Vec::new(),
        system: "nexus-command".to_owned(),
        paytable: "pays-3".to_owned(),
        location: "Harbor Card Room, Port Example, Washington".to_owned(),
        level: "grand".into(),
        unit: usd(500),
        approved: settings("20%"),
        approvals: Vec::new(),
        running: settings("18.5%"),
        preconfigured_contribution: Rate::parse("20%"),
        executive_from: usd(500_000),
        longest_odds: 100_000_000,
        awards: AwardTerms::DEFAULT,
        reserve_unit: None,
        line: 40.into(),
        running_line: 48.into(),
    }
}

fn confirmed() -> Confirmed {
    Confirmed {
        pack: Some("us-wa".to_owned()),
        what: ConfirmedPart::Value {
            limit: "single-wager".to_owned(),
            value: ConfirmedValue::Dollars(Money::from_micros(400_000_000)),
        },
        from: Date { year: 2023, month: 8, day: 31 },
        source: "the order as filed, from the code reviser's office".to_owned(),
        by: "J. Doe".to_owned(),
        date: Date { year: 2026, month: 11, day: 20 },
        line: 90.into(),
    }
}

fn inspected() -> Inspected {
    Inspected {
        pack: Some("us-wa".to_owned()),
        control: "wac-230-15-671".to_owned(),
        answer: Answer::NotApplicable,
        reason: Some("no merchandise is offered".to_owned()),
        by: Means::Inquiry,
        initials: "JD".to_owned(),
        date: Date { year: 2026, month: 11, day: 20 },
        document: None,
        line: 98.into(),
    }
}

fn daily_figure() -> DailyFigure {
    DailyFigure {
        of: FigureOf::TableWin(TableId(0)),
        day: 0,
        amount: usd(-1_250),
        rounding: Rounding::Down,
        document: "master games report of 2026-10-31".to_owned(),
        line: 106.into(),
    }
}

pub(super) fn engagement() -> Engagement {
    let part = |component: &str, version: &str, place: &str| Equipment {
        component: component.to_owned(),
        version: version.to_owned(),
        place: place.to_owned(),
        programs: Vec::new(),
        line: 60.into(),
    };
    Engagement {
        id: "HCR-2026-10-31".to_owned(),
        property: "Harbor Card Room".to_owned(),
        licence: "67-00000".to_owned(),
        location: "Harbor Card Room, Port Example, Washington".to_owned(),
        tables_authorised: None,
        odds_prize_cover: None,
        two_people: Vec::new(),
        prepared_for: "Harbor Card Room, internal audit".to_owned(),
        prepared_by: "Example Gaming Laboratory".to_owned(),
        days: vec![GamingDay {
            date: Date { year: 2026, month: 10, day: 31 },
            next: Date { year: 2026, month: 11, day: 1 },
            start: at(0),
            midnight: at(18 * 3600),
            end: at(25 * 3600),
        }],
        gaming_day_start: "06:00".to_owned(),
        numbers_begin_again: Vec::new(),
        time_zone: "America/Los_Angeles".to_owned(),
        packs: vec!["us-wa".to_owned()],
        pack_files: BTreeMap::new(),
        game_files: Vec::new(),
        house_file: None,
        tables: vec![table(1), table(2), table(3)],
        links: vec![link()],
        journals: vec![
            journal(JournalKind::Hands, "hands.csv", 50),
            journal(JournalKind::Controller, "exports/2026-10-31/table_controller_events.csv", 53),
            journal(JournalKind::Manager, "manager.csv", 56),
        ],
        equipment: vec![
            part("Nexus Command Game Manager", "1.3.0", "HARBOR-1"),
            part("Nexus table controller", "2.1.4", "C4P-1"),
            part("Deck Mate shuffler", "8.0.2 build 2026-03-18", "C4P-1"),
        ],
        staff: people(),
        randomness: None,
        previous: None,
        waivers: Vec::new(),
        responses: Vec::new(),
        rulings: vec![RulingChoice {
            game: "crazy4-wa".to_owned(),
            ruling: "progressive_on_fold".to_owned(),
            value: "eligible".to_owned(),
            authority: Authority::HouseRules,
            source: "House rules, section 4".to_owned(),
            line: 70.into(),
        }],
        stated: vec![
            stated(Wager::Ante, "", None, Figure::HouseEdge, (342, 4)),
            stated(Wager::QueensUp, "C4P-09", None, Figure::HitFrequency, (2480, 4)),
            stated(Wager::CoverAll, "CA-1", Some(5), Figure::HouseEdge, (5, 1)),
        ],
        confirmed: vec![confirmed()],
        inspected: vec![inspected()],
        daily_figures: vec![daily_figure()],
    }
}

fn export() -> ExportSummary {
    ExportSummary {
        profile: digest("profiles/controller.toml", 9, 2_204),
        name: "Controllers of the main floor, nightly export".to_owned(),
        sheet: Some("Events".to_owned()),
        rows_left_out: 12,
        notes: vec!["3 formulas: their stored values were read".to_owned()],
    }
}

pub(super) fn inputs() -> Vec<InputSummary> {
    let input = |file: &str, seed, kind, records, problems| InputSummary {
        digest: digest(file, seed, 1_204_882 + u64::from(seed)),
        kind,
        records,
        problems,
        unmapped_columns: if seed == 2 {
            vec!["pit".to_owned(), "shift_supervisor_badge".to_owned()]
        } else {
            Vec::new()
        },
        first: Some(at(12)),
        last: Some(at(24 * 3600 + 3599).plus_micros(500_000)),
        export: (seed == 3).then(export),
        set_aside: None,
    };
    vec![
        input("hands.csv", 2, "hands", 7_404, 3),
        input("exports/2026-10-31/table_controller_events.csv", 3, "controller", 20_118, 0),
        input("manager.csv", 4, "manager", 9_876, 0),
    ]
}

pub(super) fn packs() -> Vec<PackSummary> {
    vec![PackSummary {
        id: "us-wa".to_owned(),
        title: "Washington: house-banked card games".to_owned(),
        authority: "Washington State Gambling Commission".to_owned(),
        version: "2026.1".to_owned(),
        sha256: hex(11),
    }]
}

pub(super) fn games() -> Vec<GameSummary> {
    vec![GameSummary {
        id: "crazy4-wa".to_owned(),
        title: "Crazy 4 Poker, house-banked".to_owned(),
        source: "document 001".to_owned(),
        sha256: hex(12),
    }]
}

pub(super) fn rulings() -> Vec<RulingSummary> {
    let ruling = |id: &str, question: &str, applied: &str, source: &str| RulingSummary {
        game: "crazy4-wa".to_owned(),
        id: id.to_owned(),
        question: question.to_owned(),
        applied: applied.to_owned(),
        chosen: source != "document 001",
        source: source.to_owned(),
    };
    vec![
        ruling(
            "super_bonus_unqualified",
            "Does the Super Bonus lose when a hand below a straight is beaten by a dealer who does \
             not qualify?",
            "It loses: it pushes only when the player beats or ties the dealer.",
            "document 001",
        ),
        ruling(
            "progressive_on_fold",
            "Is a folded hand eligible for the progressive?",
            "Eligible.",
            "House rules, section 4",
        ),
    ]
}
