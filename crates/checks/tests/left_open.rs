//! What a check leaves open is counted and said: the cases of a document show only that nothing is raised.

use crate::bench::{Opened, cases};
use feltproof_checks::{Audit, by_code};
use feltproof_intake::JournalReader;

/// Of each case of a document, how many things its check left open, and the first reason.
fn left_open(code: &str) -> Vec<(u64, String)> {
    let doc = by_code(code).map_or("", |check| check.doc);
    let opened = cases(doc).iter().map(|case| Opened::new(code, case)).collect::<Vec<_>>();
    let of = |opened: &Opened| {
        let mut readers = opened.readers();
        let scope = opened.scope.clone();
        let outcome =
            Audit::<()>::run(scope, &mut readers, JournalReader::next_block, |_| Ok(())).ok()?;
        let check = outcome.checks.into_iter().find(|check| check.code == code)?;
        Some((check.undecided, check.undecided_reason))
    };
    opened.iter().filter_map(of).collect()
}

/// In the case of the power failures rounds 1 and 2 go on after one; round 3 was out of order before it, and
/// round 4 was over.
#[test]
fn a_round_that_goes_on_after_a_fault_is_left_open() {
    let all = left_open("RND-005");
    let says = "Whether round 1 of table T1 went on in order after the fault `power-up` of line 3";
    let of_faults: Vec<_> = all.iter().filter(|(_, why)| why.starts_with(says)).collect();
    assert_eq!(of_faults.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [2], "{all:?}");
}

/// A fault names round 3, which nobody played, or of which nothing is left.
#[test]
fn a_fault_of_no_round_leaves_open_whether_there_was_one() {
    let all = left_open("RND-004");
    let says = "Whether round 3 of table T1 was played cannot be told";
    let of_faults: Vec<_> = all.iter().filter(|(_, why)| why.starts_with(says)).collect();
    assert_eq!(of_faults.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 1], "{all:?}");
}

/// A hand without a button has one award, of one of the two meters that its wager fed.
#[test]
fn which_of_two_meters_a_hand_without_a_button_wins_is_left_open() {
    let all = left_open("AWD-007");
    let says = "no hand button of it says which of the meters of its table the hand wins";
    let of_meters: Vec<_> = all.iter().filter(|(_, why)| why.contains(says)).collect();
    assert_eq!(of_meters.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1], "{all:?}");
    assert!(
        of_meters[0].1.starts_with("Whether what line 29 of the controller journal"),
        "{all:?}"
    );
}

/// Numbers of wagers or cents: the first departure is raised, the other coin-ins are left open. Beside records that are missing
/// or cannot be read one count each, and one where wagers may not be recorded.
#[test]
fn an_in_meter_in_another_unit_or_beside_a_hole_is_left_open() {
    let all: Vec<_> = left_open("MTR-013").into_iter().filter(|(n, _)| *n > 0).collect();
    let counts: Vec<_> = all.iter().map(|(n, _)| *n).collect();
    assert_eq!(counts, [2, 2, 2, 1], "{all:?}");
    let says = ["may count in another unit", "in another unit", "are missing", "in no wager"];
    for ((_, why), says) in all.iter().zip(says) {
        let what = "Whether the in-meter of link L1 counts the coin-ins cannot be told: ";
        assert!(why.starts_with(what) && why.contains(says), "{why}");
    }
}

/// $300.01 and $400.00 on the first and on the last day between the two caps, and on no other. Around the midnight before the
/// first: the Play of round 1, which came on one day or the other, both wagers of round 2, and the round without COIN IN.
#[test]
fn a_wager_between_two_caps_is_left_open_on_the_days_between_them() {
    let open: Vec<_> = left_open("WAC-001").into_iter().filter(|(n, _)| *n > 0).collect();
    assert_eq!(open.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [2, 2, 4, 1], "{open:?}");
    assert!(open[2].1.contains("may have been made on 2023-08-18 or on 2023-08-19"), "{open:?}");
    // The last is of the tables with a higher cap until 2007, of which that case declares none.
    assert!(open[3].1.contains("write higher_limit = true or"), "{open:?}");
    for ((_, why), day) in open.iter().zip(["2023-08-19", "2023-11-30"]) {
        assert!(why.starts_with("whether $300.01 is allowed") && why.contains(day), "{why}");
    }
}

/// Seat 1 wins $5,000.00 under a limit of $100.00 of which it cannot be told whether it is lawful: paid in full in round 1, cut
/// in round 2, and round 3 does not reach the limit. Before 2008 the law is not known.
#[test]
fn what_a_limit_cuts_of_which_the_law_cannot_be_told_is_listed_with_the_reason() {
    let doc = by_code("WAC-008").map_or("", |check| check.doc);
    let (mut listed, mut open) = (Vec::new(), Vec::new());
    for case in &cases(doc) {
        let opened = Opened::new("WAC-008", case);
        let mut readers = opened.readers();
        let scope = opened.scope.clone();
        let outcome =
            Audit::<()>::run(scope, &mut readers, JournalReader::next_block, |_| Ok(())).unwrap();
        let check = outcome.checks.into_iter().find(|check| check.code == "WAC-008").unwrap();
        open.extend((check.undecided > 0).then_some((check.undecided, check.undecided_reason)));
        for payment in outcome.untested_payments.listed {
            listed.push((payment.round, payment.amount.to_string(), payment.reason));
        }
    }
    let says = "Whether the aggregate limit of $100.00 for Queens Up at table T3 is lawful cannot be told: the engagement \
                posts no largest Queens Up at table T3";
    let [(1, why)] = open.as_slice() else { panic!("{open:?}") };
    assert!(why.starts_with(says), "{why}");
    let found: Vec<_> = listed.iter().map(|(round, paid, _)| (*round, paid.as_str())).collect();
    assert_eq!(found, [(1, "$5,100.00"), (2, "$200.00"), (1, "$5,100.00"), (1, "$3,100.00")]);
    for ((_, _, why), says) in
        listed.iter().zip(["posts no largest", "posts no largest", "2007-06-15"])
    {
        assert!(why.contains("is lawful cannot be told") && why.contains(says), "{why}");
    }
}

/// How many things each case of a document leaves open, and the first reasons of those that do.
fn counted(code: &str) -> (Vec<u64>, Vec<String>) {
    let all = left_open(code);
    let reasons = all.iter().filter(|(n, _)| *n > 0).map(|(_, why)| why.clone()).collect();
    (all.iter().map(|(n, _)| *n).collect(), reasons)
}

/// By hand: from April 2026 the round of which nothing is said; without a column the third and the fourth of four; and
/// the third, where the second was perhaps offered. From the injunction of 2026-05-21 on, a second round on one offer. A schedule of five fees and one of the banker.
#[test]
fn a_bank_of_which_the_journal_says_too_little_is_left_open() {
    let (counts, reasons) = counted("CAL-001");
    assert_eq!(counts, [0, 0, 1, 2, 1, 0, 0, 1, 1, 0]);
    let open = "applies on 2026-05-21 is not known: 1 round";
    let says = ["round 4 of table T5", "round 3 of table T5", "round 3 of table T5", open];
    for (why, says) in reasons.iter().zip(says) {
        assert!(why.contains(says), "{why}");
    }
    assert!(reasons[1].ends_with("the hands journal has no offered column."), "{reasons:?}");
    let (counts, reasons) = counted("CAL-002");
    assert_eq!(counts, [0, 1, 0, 0]);
    assert!(reasons[0].contains("$0.50 is recorded where $1.00 is posted"), "{reasons:?}");
    let (counts, reasons) = counted("CAL-003");
    assert_eq!(counts, [0, 0, 1, 0, 0]);
    assert!(reasons[0].contains("5 rates for one wager and 6 rates in all"), "{reasons:?}");
}

/// Of the locations the one in fewer words; of eight players those under two possible limits. Games offered, by hand: on
/// the last day of three T1 and T7 with three or four (T3 is raised); the day after T3, of which a placard would
/// decide, and T7, of whose posted limits nothing is known; with the placard T7 alone, and so in the bench.
#[test]
fn what_two_readings_of_the_law_make_of_a_table_is_left_open() {
    let (counts, reasons) = counted("WAC-005");
    assert_eq!(counts.iter().sum::<u64>(), 1, "{counts:?}");
    assert!(reasons[0].starts_with("Whether link L1 is where its tables are"), "{reasons:?}");
    assert!(counted("WAC-009").1.is_empty());
    let (counts, reasons) = counted("WAC-014");
    assert_eq!(counts, [0, 0, 0, 0, 0, 0, 1, 1, 0]);
    assert!(reasons[0].ends_with("write tables_authorised in [engagement]"), "{reasons:?}");
    assert!(reasons[1].contains("6 tables do not say"), "{reasons:?}");
    let (counts, reasons) = counted("WAC-010");
    assert_eq!(counts, [0, 1, 0]);
    assert!(reasons[0].contains("7 players") && reasons[0].contains("9 players"), "{reasons:?}");
    let (counts, reasons) = counted("WAC-012");
    assert_eq!(counts, [0, 0, 1, 0]);
    assert!(reasons[0].contains("imposed before"), "{reasons:?}");
    let (counts, reasons) = counted("WAC-011");
    assert_eq!(counts, [2, 2, 1, 1, 0], "{reasons:?}");
    assert!(reasons[1].contains("a placard tells the players"), "{reasons:?}");
}

/// The list of reasons of 2010 was not read: whether seed money could be recovered by it is neither passed nor raised.
#[test]
fn a_reason_of_which_the_day_is_not_known_is_left_open() {
    let (counts, reasons) = counted("WAC-003");
    assert_eq!(counts, [0, 1, 0, 0, 0]);
    let says = "Whether the adjustment of -$5.00 on link L1 was lawful cannot be told: whether the reason seed_recovery \
                permitted a reduction on 2010-12-31 is not known";
    assert!(reasons[0].starts_with(says), "{reasons:?}");
}

/// Worked out by hand from the cases, a row for each. Three hands of three games and of what may be one more or two; the
/// hand with all wagers of the bench, four games or five. A placard of which nothing is declared, and one without its number.
/// An i-Deal Plus.
#[test]
fn what_an_approval_does_not_settle_is_left_open() {
    let (counts, reasons) = counted("APR-001");
    assert_eq!(counts, [3, 0, 1, 0, 0, 0, 0]);
    assert!(reasons[1].contains("it wagers on 4 to 5, depending on"), "{reasons:?}");
    let (counts, reasons) = counted("APR-002");
    assert_eq!(counts, [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]);
    assert!(reasons[0].contains("placard at its [[table]] would"), "{reasons:?}");
    assert!(reasons[1].contains("a number is posted, and not which"), "{reasons:?}");
    let (counts, reasons) = counted("APR-003");
    assert_eq!(counts, [0, 0, 0, 0, 0, 1, 0]);
    assert!(reasons[0].contains("say nothing of the modes of the i-Deal Plus"), "{reasons:?}");
}

/// By hand: seed that a winner took and a fault that moved the meter by nobody knows how much; $0.01 and $5,000.00 that correct
/// nothing on record; of documents without a series the second and the third use of one and the second of another.
#[test]
fn what_changes_by_hand_claim_beyond_the_record_is_left_open() {
    let (counts, reasons) = counted("ADJ-005");
    for says in [
        "line 5 of the controller journal reports a fault",
        "by line 2 of the hands journal the meter may stand too low",
        "settings that no approval has were in force before line 4 of the manager journal",
        "of the seed that is not taken back $0.00 stands in the meter",
    ] {
        assert!(reasons.iter().any(|why| why.contains(says)), "{says}: {reasons:#?}");
    }
    assert!(counts.contains(&2), "{counts:?}");
    let (counts, reasons) = counted("ADJ-007");
    assert!(counts.contains(&3), "{counts:?}");
    assert!(
        reasons.iter().any(|why| why.starts_with("Whether AJ-11 is a document")),
        "{reasons:?}"
    );
}
