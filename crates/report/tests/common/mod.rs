//! A rich made-up workpaper, shared by the example and the tests: exceptions over several pages,
//! long words, checks that did not run, two accounts with four hundred points each.

#![allow(dead_code, reason = "each test and the example use a part of it")]

pub(crate) mod battery;
pub(crate) mod document;
mod figures;
mod judgement;
mod registers;
mod scope;
pub(crate) mod xml;

use feltproof_model::exception::MoneyFound;
use feltproof_model::workpaper::{Counts, FileDigest, Signer, Verdict, Workpaper};
use feltproof_model::{
    Exception, ListedException, Locus, Money, Party, Problem, Recorded, Seat, Timestamp,
    UntestedPayments,
};

/// 2026-10-31 06:00 in Los Angeles.
pub(crate) const DAY_START: i64 = 1_793_451_600;
/// Exceptions of the sample.
pub(crate) const EXCEPTIONS: u32 = 72;

/// Dollars and cents.
pub(crate) fn usd(cents: i64) -> Money {
    Money::from_micros(cents * 10_000)
}

/// Seconds after the start of the gaming day.
pub(crate) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(DAY_START + seconds)
}

fn hex(seed: u8) -> String {
    (0..32_u8).map(|i| format!("{:02x}", i.wrapping_mul(37) ^ seed.wrapping_mul(91))).collect()
}

fn digest(file: &str, seed: u8, size_bytes: u64) -> FileDigest {
    FileDigest { file: file.to_owned(), sha256: hex(seed), size_bytes }
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
        ..Exception::at(
            code,
            Locus::Journal { journal: if on_table { 0 } else { 2 }, line: 400 + n * 7 },
        )
    }
}

/// Every exception of the sample, by code, then locus.
pub(crate) fn exceptions() -> Vec<Exception> {
    let mut all: Vec<Exception> = (0..EXCEPTIONS).map(exception).collect();
    all.sort_by_key(|e| (e.code, e.locus));
    all
}

/// The same, numbered as a spool numbers them.
pub(crate) fn listed(all: &[Exception]) -> Vec<ListedException> {
    let listed = (1..).zip(all).map(|(number, e)| ListedException { number, exception: e.clone() });
    listed.collect()
}

/// What they come to.
pub(crate) fn money(all: &[Exception]) -> MoneyFound {
    all.iter().fold(MoneyFound::default(), |mut sum, e| {
        sum.add(e.money());
        sum
    })
}

fn problems() -> Vec<Problem> {
    let problem = |line, raw: &str, reason: &str| Problem {
        journal: 0,
        line,
        raw: raw.to_owned(),
        reason: reason.to_owned(),
        is_skipped: false,
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
pub(crate) fn sample() -> Workpaper {
    Workpaper {
        tool_version: "0.1.0".to_owned(),
        issued_unix: DAY_START + 33 * 3600,
        report_id: "HCR-2026-10-31-3f9a12bc".to_owned(),
        evidence_sha256: hex(9),
        engagement: scope::engagement(),
        engagement_file: digest("audit.toml", 1, 2_114),
        house_file: None,
        inputs: scope::inputs(),
        packs: scope::packs(),
        games: scope::games(),
        rulings: scope::rulings(),
        counts: Counts {
            rounds: 1_234,
            rounds_void: 2,
            rounds_declared_void: 2,
            hands: 6_170,
            hands_folded: 812,
            hands_untestable: 3,
            wagers: 21_540,
            wagers_untested: 0,
            staked_micros: 269_250_000_000,
            returned_micros: 263_392_500_000,
        },
        recorded: Recorded { hands: true, cards: true, actions: true, ..Recorded::default() },
        untested_payments: UntestedPayments::default(),
        checks: judgement::checks(),
        exceptions: listed(&exceptions()),
        exceptions_total: u64::from(EXCEPTIONS),
        exceptions_of_no_control: u64::from(EXCEPTIONS),
        money: money(&exceptions()),
        advice: Vec::new(),
        waivers: Vec::new(),
        responses_unmatched: Vec::new(),
        waived: Vec::new(),
        waived_total: 0,
        advisories: Vec::new(),
        causes: Vec::new(),
        findings: judgement::findings(),
        controls: judgement::controls(),
        meters: figures::meters(),
        registers: registers::registers(),
        variance: figures::variance(),
        analysis: figures::analysis(),
        categories: figures::categories(),
        problems: problems(),
        problems_total: 3,
        gaps: Vec::new(),
        signer: Some(Signer {
            subject: "CN=Feltproof local identity, O=Example Gaming Laboratory".to_owned(),
            fingerprint: hex(13),
            created_now: true,
            local: true,
        }),
        outputs: Vec::new(),
        verdict: Verdict::Exceptions,
    }
}
