//! The terminal summary against a text written by hand.

use crate::common;
use feltproof_model::workpaper::{
    CheckResult, Counts, Dimension, FileDigest, MeterReconciliation, Outcome, Signer,
    VarianceGroup, Verdict, Workpaper,
};
use feltproof_model::{Exception, Locus, Money, Party, Seat};
use feltproof_report::{Style, terminal_summary};

fn underpaid() -> Exception {
    Exception {
        table: Some("C4P-1".into()),
        round: Some(57),
        seat: Seat::parse(b"3"),
        expected: "$45.00".to_owned(),
        recorded: "$37.50\u{1b}[2J".to_owned(),
        difference: Some(Money::from_micros(-7_500_000)),
        favours: Some(Party::House),
        ..Exception::at("PAY-004", Locus::Journal { journal: 0, line: 412 })
    }
}

/// Twelve wagers, of them so many underpaid by $7.50 each.
fn underpaid_group(dimension: Dimension, key: &str, underpaid: u32) -> VarianceGroup {
    let under_micros = i64::from(underpaid) * 7_500_000;
    VarianceGroup {
        dimension,
        key: key.to_owned(),
        wagers: 12,
        untested: 0,
        staked_micros: 60_000_000,
        owed_micros: 45_000_000,
        paid_micros: 45_000_000 - under_micros,
        overpaid: 0,
        over_micros: 0,
        underpaid: u64::from(underpaid),
        under_micros,
    }
}

/// One table, one underpaid Queens Up, one check that did not run.
fn small() -> Workpaper {
    let sample = common::sample();
    let check = |code, title, outcome| CheckResult {
        code,
        title,
        unit: "wager",
        outcome,
        undecided: 0,
        undecided_reason: String::new(),
        over_micros: 0,
        under_micros: 0,
        fund_micros: 0,
        by_date: Vec::new(),
        waived: 0,
    };
    Workpaper {
        counts: Counts {
            rounds: 10,
            rounds_void: 1,
            rounds_declared_void: 1,
            hands: 1_042,
            hands_folded: 12,
            hands_untestable: 0,
            wagers: 12,
            wagers_untested: 0,
            staked_micros: 1_234_500_000,
            returned_micros: 1_200_000_000,
        },
        checks: vec![
            check("PAY-001", "Ante", Outcome::Ran { tested: 41, exceptions: 0 }),
            check("PAY-004", "Queens Up", Outcome::Ran { tested: 12, exceptions: 1 }),
            check(
                "MTR-004",
                "Lit sensors",
                Outcome::NotRun { reason: "There is no controller journal.".to_owned() },
            ),
        ],
        exceptions: common::listed(&[underpaid()]),
        exceptions_total: 1,
        meters: vec![MeterReconciliation {
            recorded: common::usd(292_644),
            standing: Vec::new(),
            series: Vec::new(),
            ..sample.meters[0].clone()
        }],
        outputs: ["quarantine.csv", "report.json", "report.pdf"]
            .map(|file| FileDigest { file: file.to_owned(), sha256: String::new(), size_bytes: 1 })
            .into(),
        variance: vec![
            underpaid_group(Dimension::Wager, "Queens Up", 1),
            underpaid_group(Dimension::Table, "C4P-1", 1),
            underpaid_group(Dimension::Table, "C4P-2", 0),
            underpaid_group(Dimension::Dealer, "D07", 0),
            underpaid_group(Dimension::Dealer, "D11", 0),
            underpaid_group(Dimension::GamingDay, "2026-10-31", 0),
        ],
        problems: Vec::new(),
        problems_total: 0,
        signer: Some(Signer {
            subject: "CN=Lab".to_owned(),
            fingerprint: "0123456789abcdef".to_owned(),
            created_now: true,
            local: true,
        }),
        verdict: Verdict::Exceptions,
        ..sample
    }
}

#[test]
fn a_small_summary_is_what_a_supervisor_should_read() {
    let expected = "\
FELTPROOF 0.1.0 - audit report HCR-2026-10-31-3f9a12bc
Harbor Card Room, licence 67-00000, Harbor Card Room, Port Example, Washington
Audited: gaming day 2026-10-31, starting at 06:00 (America/Los_Angeles)

  EXCEPTIONS FOUND
  1 exception was found by 1 of 3 checks. 1 check did not run; what it would have
  tested is not covered.
  5 of 6 regulatory controls that apply were tested (by inspection alone: 1).
  By the exceptions found, $25.00 owed to 1 seat of a round; $2,630.42 paid too
  much to 1 seat of a round.

Counted
  Rounds                                       10
  of these void                                1
  Wagers with a stake or a payment             12
  of these tested by no check                  0
  Records not understood                       0
  Player hands                                 1,042
  of these folded                              12
  of these without recorded cards: untestable  0
  Staked, as recorded                          $1,234.50
  Returned, as recorded                        $1,200.00

Settled wagers
  Compared with what is owed         12 wagers
  Overpaid, in favour of players     none
  Underpaid, in favour of the house  $7.50 in 1 wager
  by table       C4P-1 $7.50 under
  by dealer      all 2 paid as owed
  by gaming day  2026-10-31 paid as owed

Meters
  Meter                   Expected   Recorded  Difference
  HARBOR-1 grand, meter  $2,926.44  $2,926.44       $0.00

Checks
  nothing found    1
  with exceptions  1
  not decidable    0
  not run          1
  Check    Title      Unit   Tested  Exceptions
! PAY-004  Queens Up  wager      12           1
  - Not run: MTR-004. There is no controller journal.

Exceptions (1)
  In this order: the law first, then the largest amounts, and one of each check
  before a second of any.
  No.  Code     File and line  Table, round,      Difference,
                               seat              in favour of
    1  PAY-004  hands.csv:412  C4P-1                   -$7.50
                               round 57, seat 3         house
    expected $45.00, recorded $37.50\\x1b[2J

Results and chance
  Queens Up, dealer D07: $9,286.08 more than expected in 300 rounds, larger than
  chance explains (1 in 83,333,333 at most, adjusted for 3 groups looked at).

Digital signature
  No signing identity was configured: a local one was made for this run. It proves
  that the file is unchanged, not who made it.
  Signed as CN=Lab.
  SHA-256 fingerprint of the certificate, to be compared with one received by
  another way: 0123 4567 89ab cdef

Files written with this report
  File            What it is
  report.pdf      the report; check it with: feltproof verify report.pdf
  quarantine.csv  empty: no record was set aside
  report.json     everything, with the exceptions and how each was calculated
";
    assert_eq!(terminal_summary(&small(), &[], Style { colour: false, width: 82 }), expected);
}

#[test]
fn no_line_is_wider_than_the_terminal_and_colour_changes_no_word() {
    let w = common::sample();
    for width in [0, 60, 72, 100, 200] {
        let plain = terminal_summary(&w, &[], Style { colour: false, width });
        assert!(plain.lines().all(|line| line.chars().count() <= width.max(60)), "{width}");
        let mut coloured = terminal_summary(&w, &[], Style { colour: true, width });
        for code in ["\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[1m", "\x1b[0m"] {
            coloured = coloured.replace(code, "");
        }
        assert_eq!(coloured, plain);
    }
}

#[test]
fn every_check_that_found_something_is_among_the_exceptions_listed() {
    let text = terminal_summary(&common::sample(), &[], Style { colour: false, width: 100 });
    assert!(text.contains("Exceptions (20 of 72)"));
    let (_, table) = text.split_once("Exceptions (20 of 72)").unwrap();
    for (code, times) in [("MTR-001", 6), ("PAY-003", 7), ("PAY-004", 7)] {
        let named = format!("  {code}  ");
        assert_eq!(table.lines().filter(|line| line.contains(&named)).count(), times, "{code}");
    }
}

#[test]
fn a_run_with_checks_missing_never_says_passed() {
    let w = Workpaper {
        exceptions: Vec::new(),
        exceptions_total: 0,
        verdict: Verdict::Incomplete,
        signer: None,
        ..small()
    };
    let text = terminal_summary(&w, &[], Style { colour: false, width: 100 });
    assert!(text.contains("INCOMPLETE") && text.contains("This is not a pass."));
    assert!(!text.to_lowercase().contains("passed"));
    assert!(text.contains("This report is not signed."));
}
