//! A rich made-up workpaper, shared by the example and the tests: exceptions over several pages,
//! long words, checks that did not run, two accounts with four hundred points each.

use feltproof_model::engagement::{
    Engagement, Equipment, GamingDay, JournalEntry, JournalKind, LevelSettings, Link, LinkId,
    PostedLimit, RepeatedHour, Role, RulingChoice, Staff, Table, TextEncoding,
};
use feltproof_model::workpaper::{
    CategoryCount, CheckResult, ControlResult, ControlVerdict, Counts, Dimension, FileDigest,
    Finding, GameSummary, InputSummary, MeterPoint, MeterReconciliation, Outcome, PackSummary,
    RulingSummary, Signer, VarianceGroup, Verdict, Workpaper,
};
use feltproof_model::{
    Date, Exception, Locus, Money, Party, Problem, Rate, Seat, Timestamp, Wager,
};

/// 2026-10-31 06:00 in Los Angeles.
pub const DAY_START: i64 = 1_793_451_600;
/// Exceptions of the sample.
pub const EXCEPTIONS: u32 = 72;

/// Dollars and cents.
pub fn usd(cents: i64) -> Money {
    Money::from_micros(cents * 10_000)
}

/// Seconds after the start of the gaming day.
pub fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(DAY_START + seconds)
}

fn hex(seed: u8) -> String {
    (0..32_u8).map(|i| format!("{:02x}", i.wrapping_mul(37) ^ seed.wrapping_mul(91))).collect()
}

fn digest(file: &str, seed: u8, size_bytes: u64) -> FileDigest {
    FileDigest { file: file.to_owned(), sha256: hex(seed), size_bytes }
}

fn settings(contribution: &str) -> LevelSettings {
    LevelSettings {
        seed: usd(250_000),
        contribution: Rate::parse(contribution).unwrap_or(Rate::ZERO),
        reserve: Rate::parse("5%").unwrap_or(Rate::ZERO),
        limit: Some(usd(5_000_000)),
        contribution_unit: None,
        display_unit: usd(1),
    }
}

fn journal(kind: JournalKind, file: &str, line: u32) -> JournalEntry {
    JournalEntry {
        kind,
        file: file.to_owned(),
        time_zone: "America/Los_Angeles".to_owned(),
        repeated_hour: RepeatedHour::RecordOrder,
        encoding: TextEncoding::Utf8,
        disorder_micros: 120_000_000,
        cards_in_dealt_order: true,
        meter_award_in_hands: false,
        line,
    }
}

fn table(number: u16) -> Table {
    let posted = |wager, min, max| PostedLimit { wager, min: usd(min), max: usd(max) };
    Table {
        id: format!("C4P-{number}").into(),
        game: "crazy4-wa".to_owned(),
        seats: 6,
        link: Some(LinkId(0)),
        paytables: vec![
            (Wager::SuperBonus, "SB".to_owned()),
            (Wager::QueensUp, "C4P-09".to_owned()),
        ],
        posted: vec![
            posted(Wager::Ante, 500, 10_000),
            posted(Wager::SuperBonus, 500, 10_000),
            posted(Wager::QueensUp, 500, 10_000),
        ],
        line: 20 + u32::from(number),
    }
}

fn engagement() -> Engagement {
    let staff = |id: &str, role| Staff { id: id.into(), role };
    let part = |component: &str, version: &str, place: &str| Equipment {
        component: component.to_owned(),
        version: version.to_owned(),
        place: place.to_owned(),
        line: 60,
    };
    Engagement {
        id: "HCR-2026-10-31".to_owned(),
        property: "Harbor Card Room".to_owned(),
        licence: "67-00000".to_owned(),
        location: "Harbor Card Room, Port Example, Washington".to_owned(),
        prepared_for: "Harbor Card Room, internal audit".to_owned(),
        prepared_by: "Example Gaming Laboratory".to_owned(),
        days: vec![GamingDay {
            date: Date { year: 2026, month: 10, day: 31 },
            start: at(0),
            end: at(25 * 3600),
        }],
        gaming_day_start: "06:00".to_owned(),
        time_zone: "America/Los_Angeles".to_owned(),
        packs: vec!["us-wa".to_owned()],
        game_files: Vec::new(),
        tables: vec![table(1), table(2), table(3)],
        links: vec![Link {
            id: "HARBOR-1".into(),
            system: "nexus-command".to_owned(),
            paytable: "pays-3".to_owned(),
            location: "Harbor Card Room, Port Example, Washington".to_owned(),
            level: "grand".into(),
            unit: usd(500),
            approved: settings("20%"),
            running: settings("18.5%"),
            preconfigured_contribution: Rate::parse("20%"),
            executive_from: usd(500_000),
            line: 40,
            running_line: 48,
        }],
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
        staff: vec![
            staff("D07", Role::Dealer),
            staff("D11", Role::Dealer),
            staff("D12", Role::Dealer),
            staff("S02", Role::Supervisor),
            staff("E01", Role::Executive),
            staff("A03", Role::Accounting),
        ],
        rulings: vec![RulingChoice {
            game: "crazy4-wa".to_owned(),
            ruling: "progressive_on_fold".to_owned(),
            value: "eligible".to_owned(),
            source: "House rules, section 4".to_owned(),
            line: 70,
        }],
    }
}

/// Three exceptions in turn: an overpaid Super Bonus, an underpaid Queens Up, a meter that jumped.
fn exception(n: u32) -> Exception {
    let (code, expected, recorded, cents, favours, explanation) = match n % 3 {
        0 => (
            "PAY-003",
            "$160.00",
            "$260.00",
            Some(10_000),
            Some(Party::Player),
            "A♠ K♠ Q♠ J♠ is a straight flush; Super Bonus pays 15 to 1 on $10.00, so $160.00 with \
             the stake; the record returned $260.00.",
        ),
        1 => (
            "PAY-004",
            "$45.00",
            "$37.50",
            Some(-750),
            Some(Party::House),
            "Q♥ Q♦ Q♣ 9♠ is three of a kind; Queens Up pays 8 to 1 on $5.00, so $45.00 with the \
             stake; the record returned $37.50.",
        ),
        _ => (
            "MTR-001",
            "$4,213.7525 on the display of HARBOR-1 grand",
            "$4,213.76",
            None,
            None,
            "After 5 wagers of $5.00 at 20% the meter stands at $4,213.7525; its display is the cent \
             below.",
        ),
    };
    let on_table = n % 3 != 2;
    Exception {
        code,
        locus: Locus::Journal { journal: if on_table { 0 } else { 2 }, line: 400 + n * 7 },
        time: Some(at(i64::from(n) * 900 + 130).plus_micros(250_000)),
        table: on_table.then(|| format!("C4P-{}", 1 + n % 2).into()),
        link: (!on_table).then(|| "HARBOR-1".into()),
        round: Some(50 + n),
        seat: if on_table { Seat::parse(b"3") } else { None },
        dealer: on_table.then(|| "D07".into()),
        expected: expected.to_owned(),
        recorded: recorded.to_owned(),
        difference: cents.map(usd),
        favours,
        explanation: explanation.to_owned(),
    }
}

/// Every exception of the sample, by code, then locus.
pub fn exceptions() -> Vec<Exception> {
    let mut all: Vec<Exception> = (0..EXCEPTIONS).map(exception).collect();
    all.sort_by_key(|e| (e.code, e.locus));
    all
}

fn ran(code: &'static str, title: &'static str, unit: &'static str, tested: u64) -> CheckResult {
    CheckResult {
        code,
        title,
        unit,
        outcome: Outcome::Ran { tested, exceptions: 0 },
        over_micros: 0,
        under_micros: 0,
    }
}

fn found(check: CheckResult, exceptions: u64, over_cents: i64, under_cents: i64) -> CheckResult {
    let tested = match check.outcome {
        Outcome::Ran { tested, .. } => tested,
        Outcome::NotRun { .. } => 0,
    };
    CheckResult {
        outcome: Outcome::Ran { tested, exceptions },
        over_micros: i128::from(usd(over_cents).micros()),
        under_micros: i128::from(usd(under_cents).micros()),
        ..check
    }
}

fn not_run(code: &'static str, title: &'static str, reason: &str) -> CheckResult {
    CheckResult {
        code,
        title,
        unit: "event",
        outcome: Outcome::NotRun { reason: reason.to_owned() },
        over_micros: 0,
        under_micros: 0,
    }
}

fn checks() -> Vec<CheckResult> {
    let third = u64::from(EXCEPTIONS) / 3;
    let per = i64::from(EXCEPTIONS) / 3;
    let shuffler = "The engagement has no shuffler journal.";
    vec![
        ran("LOG-001", "Record could not be understood", "record", 61_204),
        ran("LOG-002", "Sequence numbers missing", "record", 20_118),
        ran("RND-001", "Round number repeated or descending at its table", "round", 1_234),
        ran(
            "RND-003",
            "Round without dealer's hand, without a player, or with a seat recorded twice",
            "round",
            1_234,
        ),
        ran("CRD-001", "Same card twice in a round", "round", 1_232),
        ran("CRD-002", "Wrong number of cards and round not void", "hand", 7_404),
        ran("WGR-001", "Ante and Super Bonus differ", "hand", 6_170),
        ran("WGR-003", "Wager outside the posted limits", "wager", 21_540),
        ran("PAY-001", "Ante paid or taken wrongly", "wager", 6_170),
        found(
            ran("PAY-003", "Super Bonus paid or taken wrongly", "wager", 6_170),
            third,
            10_000 * per,
            0,
        ),
        found(
            ran("PAY-004", "Queens Up paid or taken wrongly", "wager", 4_021),
            third,
            0,
            750 * per,
        ),
        found(
            ran("MTR-001", "Display after an event differs from the re-kept meter", "event", 9_876),
            third,
            0,
            0,
        ),
        ran("MTR-006", "Reseed is not seed plus the whole reserve", "reseed", 1),
        ran("ADJ-001", "Manual adjustment lacks reason, document or actor", "adjustment", 2),
        not_run(
            "AWD-004",
            "Award without hand button, CONFIRM and card swipe before it, in order",
            "The controller journal has no card swipes in the audited gaming day.",
        ),
        not_run("STA-001", "Cards by position", shuffler),
        not_run("STA-002", "Runs of ranks", shuffler),
        ran("WAC-001", "Wager above the single-wager cap", "wager", 21_540),
    ]
}

fn findings() -> Vec<Finding> {
    let third = u64::from(EXCEPTIONS) / 3;
    let finding =
        |code, control: &str, condition: &str, criteria: &str, effect: &str, tested| Finding {
            code,
            control: control.to_owned(),
            condition: condition.to_owned(),
            criteria: criteria.to_owned(),
            effect: effect.to_owned(),
            tested,
            exceptions: third,
        };
    vec![
        finding(
            "PAY-003",
            "WAC 230-15-065",
            "Super Bonus wagers were paid at 25 to 1 where the approved paytable pays 15 to 1.",
            "The approved rules of play (document 001) pay 15 to 1 on a straight flush.",
            "$2,400.00 was paid to players beyond what was owed.",
            6_170,
        ),
        finding(
            "PAY-004",
            "Approved rules of play",
            "Queens Up wagers were paid at 6.5 to 1 where the paytable pays 8 to 1.",
            "Paytable C4P-09 pays 8 to 1 on three of a kind.",
            "$180.00 is owed to players.",
            4_021,
        ),
        finding(
            "MTR-001",
            "WAC 230-15-685",
            "The display stood a cent above the re-kept meter after some events.",
            "The display is the meter rounded down to the cent.",
            "The fund shows a cent that was not contributed; no money moved.",
            9_876,
        ),
    ]
}

fn controls() -> Vec<ControlResult> {
    let control = |citation: &str,
                   title: &str,
                   status: &str,
                   evidence: &str,
                   checks: &[&str],
                   verdict,
                   note: &str| ControlResult {
        pack: "us-wa".to_owned(),
        citation: citation.to_owned(),
        title: title.to_owned(),
        status: status.to_owned(),
        evidence: evidence.to_owned(),
        effective: "since 2008-01-01".to_owned(),
        checks: checks.iter().map(|c| (*c).to_owned()).collect(),
        verdict,
        note: note.to_owned(),
    };
    vec![
        control(
            "WAC 230-15-040",
            "Number of games on one hand",
            "automated",
            "SEED",
            &["WAC-002"],
            ControlVerdict::NotDecidable,
            "The amending order behind four games was not found; the value comes from the game sheet.",
        ),
        control(
            "WAC 230-15-065",
            "Games are played by their approved rules",
            "automated",
            "V",
            &["PAY-001", "PAY-003", "PAY-004"],
            ControlVerdict::Exceptions,
            "",
        ),
        control(
            "WAC 230-15-140",
            "A single wager does not exceed the limit in force on its day",
            "automated",
            "S",
            &["WAC-001"],
            ControlVerdict::NothingFound,
            "The final order of the $400 limit was not seen; its number must be confirmed.",
        ),
        control(
            "WAC 230-15-685",
            "Restrictions on progressive jackpots",
            "partial",
            "V",
            &["MTR-001", "WAC-004", "WAC-005"],
            ControlVerdict::Exceptions,
            "",
        ),
        control(
            "WAC 230-15-690",
            "Prize fund custodian",
            "manual",
            "V",
            &[],
            ControlVerdict::NotTested,
            "Answered by inspection of bank records.",
        ),
        control(
            "WAC 230-15-695",
            "Reduction of a meter",
            "partial",
            "V-part",
            &["WAC-003", "ADJ-001", "AWD-004"],
            ControlVerdict::PartlyTested,
            "AWD-004 did not run.",
        ),
    ]
}

fn meter_points() -> Vec<MeterPoint> {
    let mut value: i64 = 331_200;
    (0..400_i64)
        .map(|n| {
            value += 60 + (n * 37) % 190;
            if n == 260 {
                value = 250_000 + 21_350;
            }
            let extra = if (120..260).contains(&n) { 4_500 } else { 0 };
            MeterPoint { time: at(n * 225 + 40), recorded: usd(value + extra), rekept: usd(value) }
        })
        .collect()
}

fn reserve_points() -> Vec<MeterPoint> {
    let mut value: i64 = 18_120;
    (0..400_i64)
        .map(|n| {
            value += 15 + (n * 37) % 47;
            if n == 260 {
                value = 0;
            }
            MeterPoint { time: at(n * 225 + 40), recorded: usd(value), rekept: usd(value) }
        })
        .collect()
}

fn meters() -> Vec<MeterReconciliation> {
    let meter = MeterReconciliation {
        link: "HARBOR-1".to_owned(),
        level: "grand".to_owned(),
        account: "meter",
        opening: usd(331_200),
        contributions: Money::from_micros(612_347_500),
        awards: usd(371_140),
        reseeds: usd(271_350),
        adjustments: Money::ZERO,
        expected: usd(292_644),
        recorded: usd(292_645),
        events: 9_876,
        series: meter_points(),
    };
    let reserve = MeterReconciliation {
        account: "reserve",
        opening: usd(18_120),
        contributions: usd(15_309),
        awards: Money::ZERO,
        reseeds: usd(-21_350),
        expected: usd(12_079),
        recorded: usd(12_079),
        series: reserve_points(),
        ..meter.clone()
    };
    vec![meter, reserve]
}

fn group(
    dimension: Dimension,
    key: &str,
    wagers: u64,
    over: (u64, i64),
    under: (u64, i64),
) -> VarianceGroup {
    let staked = i64::try_from(wagers).unwrap_or(0) * 12_500_000;
    let owed = staked / 100 * 97;
    VarianceGroup {
        dimension,
        key: key.to_owned(),
        wagers,
        staked_micros: staked,
        owed_micros: owed,
        paid_micros: owed + usd(over.1).micros() - usd(under.1).micros(),
        overpaid: over.0,
        over_micros: usd(over.1).micros(),
        underpaid: under.0,
        under_micros: usd(under.1).micros(),
    }
}

fn variance() -> Vec<VarianceGroup> {
    use Dimension::{Dealer, GamingDay, Seat, Table, Wager};
    vec![
        group(Table, "C4P-1", 9_000, (12, 120_000), (12, 9_000)),
        group(Table, "C4P-2", 8_540, (12, 120_000), (12, 9_000)),
        group(Table, "C4P-3", 4_000, (0, 0), (0, 0)),
        group(Wager, "Ante", 6_170, (0, 0), (0, 0)),
        group(Wager, "Super Bonus", 6_170, (24, 240_000), (0, 0)),
        group(Wager, "Play", 5_179, (0, 0), (0, 0)),
        group(Wager, "Queens Up", 4_021, (0, 0), (24, 18_000)),
        group(Dealer, "D07", 10_000, (24, 240_000), (0, 0)),
        group(Dealer, "D11", 11_540, (0, 0), (24, 18_000)),
        group(Seat, "seat 1", 7_000, (0, 0), (0, 0)),
        group(Seat, "seat 3", 14_540, (24, 240_000), (24, 18_000)),
        group(GamingDay, "2026-10-31", 21_540, (24, 240_000), (24, 18_000)),
    ]
}

fn problems() -> Vec<Problem> {
    let problem = |line, raw: &str, reason: &str| Problem {
        journal: 0,
        line,
        raw: raw.to_owned(),
        reason: reason.to_owned(),
    };
    vec![
        problem(
            77,
            "57,2026-10-31T18:03:22,C4P-1,D07,3,As Ks Qs Xx,play,10.00,160.00",
            "hands.csv:77: cards has `Xx`, which is not a card such as As or Td; correct the export",
        ),
        problem(
            912,
            &format!("\\x00\\x00{}", "0123456789abcdef".repeat(14)),
            "hands.csv:912: the record has 1 field where the header has 19; export the file again",
        ),
        problem(
            1_404,
            "201,2026-11-01 01:12:09,C4P-2,D11,2,2c 3c 4c 5c 9h,play,ten,0",
            "hands.csv:1404: ante is `ten`, which is not a dollar amount such as 12.50",
        ),
    ]
}

/// The sample workpaper.
pub fn sample() -> Workpaper {
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
    };
    let open =
        |id: &str, question: &str, applied: &str, chosen: bool, source: &str| RulingSummary {
            game: "crazy4-wa".to_owned(),
            id: id.to_owned(),
            question: question.to_owned(),
            applied: applied.to_owned(),
            chosen,
            source: source.to_owned(),
        };
    let category = |category, players, dealers| CategoryCount { category, players, dealers };
    Workpaper {
        tool_version: "0.1.0".to_owned(),
        issued_unix: DAY_START + 33 * 3600,
        report_id: "HCR-2026-10-31-3f9a12bc".to_owned(),
        evidence_sha256: hex(9),
        engagement: engagement(),
        engagement_file: digest("audit.toml", 1, 2_114),
        inputs: vec![
            input("hands.csv", 2, "hands", 7_404, 3),
            input("exports/2026-10-31/table_controller_events.csv", 3, "controller", 20_118, 0),
            input("manager.csv", 4, "manager", 9_876, 0),
        ],
        packs: vec![PackSummary {
            id: "us-wa".to_owned(),
            title: "Washington: house-banked card games".to_owned(),
            authority: "Washington State Gambling Commission".to_owned(),
            version: "2026.1".to_owned(),
            sha256: hex(11),
        }],
        games: vec![GameSummary {
            id: "crazy4-wa".to_owned(),
            title: "Crazy 4 Poker, house-banked".to_owned(),
            source: "document 001".to_owned(),
            sha256: hex(12),
        }],
        rulings: vec![
            open(
                "super_bonus_unqualified",
                "Does the Super Bonus lose when a hand below a straight is beaten by a dealer who does not qualify?",
                "It loses: it pushes only when the player beats or ties the dealer.",
                false,
                "document 001",
            ),
            open(
                "progressive_on_fold",
                "Is a folded hand eligible for the progressive?",
                "Eligible.",
                true,
                "House rules, section 4",
            ),
        ],
        counts: Counts {
            rounds: 1_234,
            rounds_void: 2,
            hands: 6_170,
            hands_folded: 812,
            hands_untestable: 3,
            staked_micros: 269_250_000_000,
            returned_micros: 263_392_500_000,
        },
        checks: checks(),
        exceptions: exceptions(),
        exceptions_total: u64::from(EXCEPTIONS),
        findings: findings(),
        controls: controls(),
        meters: meters(),
        variance: variance(),
        categories: vec![
            category("four of a kind", 2, 0),
            category("straight flush", 5, 1),
            category("three of a kind", 140, 29),
            category("flush", 268, 51),
            category("straight", 231, 44),
            category("two pair", 301, 58),
            category("pair", 2_510, 498),
            category("high card", 2_710, 551),
        ],
        problems: problems(),
        problems_total: 3,
        signer: Some(Signer {
            subject: "CN=Feltproof local identity, O=Example Gaming Laboratory".to_owned(),
            fingerprint: hex(13),
            created_now: true,
            local: true,
        }),
        verdict: Verdict::Exceptions,
    }
}
