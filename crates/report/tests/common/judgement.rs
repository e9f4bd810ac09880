//! The judgement of the sample report: its checks, findings and controls.

use super::{EXCEPTIONS, usd};
use feltproof_model::workpaper::{
    CheckResult, ControlResult, ControlVerdict, Finding, Outcome, Severity,
};
use feltproof_model::{Date, Extent, FallsUnder};

fn ran(code: &'static str, title: &'static str, unit: &'static str, tested: u64) -> CheckResult {
    CheckResult {
        code,
        title,
        unit,
        outcome: Outcome::Ran { tested, exceptions: 0 },
        undecided: 0,
        undecided_reason: String::new(),
        over_micros: 0,
        under_micros: 0,
        fund_micros: 0,
        by_date: Vec::new(),
        waived: 0,
    }
}

fn found(check: CheckResult, exceptions: u64, over_cents: i64, under_cents: i64) -> CheckResult {
    let tested = match check.outcome {
        Outcome::Ran { tested, .. } => tested,
        Outcome::NotRun { .. } => 0,
    };
    CheckResult {
        outcome: Outcome::Ran { tested, exceptions },
        undecided: 0,
        undecided_reason: String::new(),
        over_micros: i128::from(usd(over_cents).micros()),
        under_micros: i128::from(usd(under_cents).micros()),
        fund_micros: 0,
        ..check
    }
}

fn not_run(code: &'static str, title: &'static str, reason: &str) -> CheckResult {
    CheckResult {
        code,
        title,
        unit: "event",
        outcome: Outcome::NotRun { reason: reason.to_owned() },
        undecided: 0,
        undecided_reason: String::new(),
        over_micros: 0,
        under_micros: 0,
        fund_micros: 0,
        by_date: Vec::new(),
        waived: 0,
    }
}

pub(super) fn checks() -> Vec<CheckResult> {
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

pub(super) fn findings() -> Vec<Finding> {
    let third = u64::from(EXCEPTIONS) / 3;
    let finding =
        |code, control: &str, condition: &str, criteria: &str, effect: &str, tested| Finding {
            code,
            title: "Sample".to_owned(),
            cause: None,
            control: control.to_owned(),
            condition: condition.to_owned(),
            criteria: criteria.to_owned(),
            effect: effect.to_owned(),
            severity: Severity::Money,
            over_micros: 2_400_000_000,
            under_micros: 0,
            fund_micros: 0,
            first: None,
            extent: Extent::default(),
            tested,
            exceptions: third,
            control_id: None,
            repeated: None,
            responses: Vec::new(),
            of: vec![FallsUnder::default()],
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

fn control(
    citation: &str,
    title: &str,
    (status, evidence): (&str, &str),
    checks: &[&str],
    verdict: ControlVerdict,
    note: &str,
) -> ControlResult {
    ControlResult {
        pack: "us-wa".to_owned(),
        citation: citation.to_owned(),
        title: title.to_owned(),
        status: status.to_owned(),
        evidence: evidence.to_owned(),
        id: citation.to_lowercase().replace(' ', "-"),
        demand: "What the section demands, in a sentence.".to_owned(),
        address: "https://app.leg.wa.gov/WAC/default.aspx?cite=230-15".to_owned(),
        read: Some(Date { year: 2026, month: 11, day: 22 }),
        period: "from 2008-01-01".to_owned(),
        values: vec!["a single wager must not exceed $400.00 (evidence I)".to_owned()],
        days: 1,
        tested: 1_234,
        found: 0,
        by_day: Vec::new(),
        inspected: None,
        checks: checks.iter().map(|c| (*c).to_owned()).collect(),
        verdict,
        note: note.to_owned(),
    }
}

pub(super) fn controls() -> Vec<ControlResult> {
    vec![
        control(
            "WAC 230-15-040",
            "Number of games on one hand",
            ("automated", "SEED"),
            &["WAC-002"],
            ControlVerdict::NotDecidable,
            "The amending order behind four games was not found; the value comes from the game sheet.",
        ),
        control(
            "WAC 230-15-065",
            "Games are played by their approved rules",
            ("automated", "V"),
            &["PAY-001", "PAY-003", "PAY-004"],
            ControlVerdict::Exceptions,
            "",
        ),
        control(
            "WAC 230-15-140",
            "A single wager does not exceed the limit in force on its day",
            ("automated", "S"),
            &["WAC-001"],
            ControlVerdict::NothingFound,
            "The final order of the $400 limit was not seen; its number must be confirmed.",
        ),
        control(
            "WAC 230-15-685",
            "Restrictions on progressive jackpots",
            ("partial", "V"),
            &["MTR-001", "WAC-004", "WAC-005"],
            ControlVerdict::Exceptions,
            "",
        ),
        control(
            "WAC 230-15-690",
            "Prize fund custodian",
            ("manual", "V"),
            &[],
            ControlVerdict::ByInspection,
            "Answered by inspection of bank records.",
        ),
        control(
            "WAC 230-15-695",
            "Reduction of a meter",
            ("partial", "V-part"),
            &["WAC-003", "ADJ-001", "AWD-004"],
            ControlVerdict::PartlyTested,
            "AWD-004 did not run.",
        ),
    ]
}
