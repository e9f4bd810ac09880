//! Meters re-kept over a whole record: what the reconciliation says, and a ledger that gives up.

use feltproof_checks::{Audit, AuditOutcome, Scope, Step};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::{Exception, Locus, Money, Sum};
use feltproof_regs::builtin_packs;
use std::sync::Arc;

/// Runs a manager journal against the bench with a contribution of 18.5 %.
fn audit<E: AsRef<str>>(events: &[E]) -> (AuditOutcome<()>, Vec<Exception>) {
    let bench = include_str!("bench.toml").replace(
        "running = { seed = \"2000.00\", contribution = \"20%\"",
        "running = { seed = \"2000.00\", contribution = \"18.5%\"",
    );
    let text = format!("{bench}\n[[journal]]\nkind = \"manager\"\nfile = \"manager.csv\"\n");
    let engagement = parse_engagement(&text, "bench.toml").unwrap();
    let mut journal = "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document,value\n".to_owned();
    for (i, event) in events.iter().enumerate() {
        let event = event.as_ref();
        let commas = ",".repeat(10 - event.matches(',').count());
        let (hour, minute, second) = (12 + i / 3600, i / 60 % 60, i % 60);
        let time = format!("2026-06-15T{hour:02}:{minute:02}:{second:02}");
        journal.push_str(&format!("{},{time},L1,grand,{event}{commas}\n", i + 1));
    }
    let games = builtin_games();
    let scope =
        Scope::new(engagement, "bench.toml", &games, builtin_systems(), builtin_packs(), None);
    let scope = Arc::new(scope.unwrap());
    let mut reader = JournalReader::new(journal.as_bytes(), &scope.engagement, 0).unwrap();
    let mut exceptions = Vec::new();
    let readers = std::slice::from_mut(&mut reader);
    let outcome = Audit::<()>::run(scope.clone(), readers, JournalReader::next_block, |step| {
        if let Step::Exceptions(found) = step {
            exceptions.extend(found);
        }
        Ok(())
    });
    (outcome.unwrap(), exceptions)
}

/// Document 001: 18.5 % of each wager goes to the meter, 5 % to the reserve. Of $10.00 and $5.00
/// that is $2.775 and $0.75, whatever the display made of it.
#[test]
fn contributions_are_what_the_wagers_gave_not_what_the_other_columns_leave() {
    let (outcome, _) = audit(&[
        "reading,,,,,2100.00,40.00,A01",
        "coin_in,T1,1,,10.00,2101.85,40.50",
        "coin_in,T1,2,,5.00,2102.77,40.75",
        "award,T1,2,3,2102.77,0.00,40.75",
        "reseed,T1,2,,2041.75,2041.75,0.00",
    ]);
    let of = |account| outcome.meters.iter().find(|m| m.account == account).unwrap();
    assert_eq!(of("meter").contributions, Money::from_micros(2_775_000));
    assert_eq!(of("meter").recorded, Money::from_micros(2_041_750_000));
    // A tampered reseed does not change what the wagers gave.
    assert_eq!(of("reserve").contributions, Money::from_micros(750_000));
    // Seed and reserve are a dollar less, which is all that the closing differs by.
    assert_eq!(of("meter").reseeds, Money::from_micros(2_040_750_000));
    assert_eq!(of("meter").reseeds_recorded, Money::from_micros(2_041_750_000));
    assert_eq!(of("reserve").reseeds, Money::from_micros(-40_750_000));
    let departures = &of("meter").departures;
    assert_eq!((departures.total, departures.sum), (1, Money::from_micros(1_000_000).into()));
    assert_eq!(departures.fractions, Sum::ZERO);
}

/// A limit of nothing cannot be kept: that is said once, and nothing after it is judged, but the
/// award is still known to be without a reseed.
#[test]
fn a_ledger_that_gives_up_says_so_once() {
    let (outcome, exceptions) = audit(&[
        "reading,,,,,2100.00,40.00,A01",
        "config,,,,,2100.00,40.00,A01,,,limit=0.00",
        "coin_in,T1,1,,10.00,7.00,7.50",
        "coin_in,T1,2,,10.00,8.00,9.50",
        "award,T1,2,3,8.00,0.00,9.50",
        "coin_in,T1,3,,10.00,1.00,10.00",
    ]);
    let said: Vec<_> = outcome.gaps.iter().filter(|g| g.contains("cannot be re-kept")).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("manager journal line 3"), "{said:?}");
    let codes: Vec<_> = exceptions.iter().map(|e| e.code).collect();
    assert!(!codes.iter().any(|c| ["MTR-001", "MTR-002"].contains(c)), "{codes:?}");
    assert_eq!(codes.iter().filter(|c| **c == "MTR-007").count(), 1, "{codes:?}");
}

/// The reading and so many events alike, each of the largest amount that is read.
fn again(event: &str, times: usize) -> Vec<String> {
    let mut events = vec!["reading,,,,,2100.00,40.00,A01".to_owned()];
    events.extend((0..times).map(|_| event.to_owned()));
    events
}

/// 9,223 thousand millions are the most that an account can hold. No sum keeps an old value in silence:
/// the link is followed no further, which is said once, with the line and what is not tested.
#[test]
fn an_account_that_sums_cannot_hold_is_followed_no_further() {
    let (outcome, exceptions) = audit(&again("coin_in,T1,1,,1000000000.00,2100.00,40.00", 9_400));
    let said: Vec<_> = outcome.gaps.iter().filter(|g| g.contains("cannot be re-kept")).collect();
    // The header, the reading, 9,223 coin-ins, and the one that is too much.
    let wanted = "manager journal line 9226: the meter of link L1 cannot be re-kept from here: the amount \
                  or a balance is beyond 9223372036854.775807 dollars; its events from this one on were \
                  not tested";
    assert_eq!(said, [wanted]);
    let lines = exceptions.iter().filter(|e| e.code == "MTR-001").map(|e| e.locus);
    let last = Locus::Journal { journal: 0, line: 9_225 };
    assert_eq!(lines.max(), Some(last));
    let meter = outcome.meters.iter().find(|m| m.account == "meter").unwrap();
    assert_eq!(meter.events, 9_224);
}

/// What reversals come to is said beyond the range of one amount as well.
#[test]
fn reversals_beyond_the_range_of_an_amount_are_summed() {
    let event = "adjustment,,,,1000000000.00,2100.00,40.00,A01,back_out,D1";
    let (_, exceptions) = audit(&again(event, 10_000));
    let found: Vec<_> = exceptions.iter().filter(|e| e.code == "ADJ-003").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].recorded, "$10,000,000,000,000.00");
    assert_eq!((found[0].expected.as_str(), found[0].difference), ("$0.00", None));
}
