//! Settled wagers, however they come in parts, stand in the file in their order, each with its own reason.

use crate::common::{at, sample, usd};
use feltproof_model::{Locus, Seat, TableId, Wager};
use feltproof_report::{Settlement, SettlementWriter, Settlements};
use feltproof_sheets::{Content, Format, open};
use std::io::Cursor;

/// More than a row group holds.
const ALL: u32 = 120_000;

fn nth(n: u32) -> Settlement {
    Settlement {
        table: TableId(u16::from(n % 2 == 1)),
        day: 0,
        round: n / 3,
        time: at(i64::from(n / 3)),
        dealer: if n % 5 == 4 { "".into() } else { format!("D{}", n / 40_000).into() },
        seat: Seat::Player(u8::try_from(n % 6).unwrap()),
        wager: if n.is_multiple_of(4) { Wager::Ante } else { Wager::QueensUp },
        staked: usd(500),
        paid: usd(i64::from(n) - 300),
        owed: usd(i64::from(n % 7)),
        hand: (!n.is_multiple_of(11)).then_some("Flush"),
        against: None,
        locus: Locus::Journal { journal: 0, line: n + 2 },
    }
}

/// A reason, of nothing for some.
fn reason(n: u32) -> String {
    if n.is_multiple_of(13) { String::new() } else { format!("♠ for the reason of {n}") }
}

/// All in parts of so many, given to the writer so many parts at a time.
fn written(part: u32, parts: usize) -> Vec<u8> {
    let engagement = sample().engagement;
    let mut writer = SettlementWriter::new(&engagement, "engagement.toml", Vec::new()).unwrap();
    let numbers: Vec<u32> = (0..ALL).collect();
    let all: Vec<&[u32]> = numbers.chunks(part as usize).collect();
    for some in all.chunks(parts) {
        let mut together = Settlements::default();
        for part in some {
            let mut of_part = Settlements::default();
            part.iter().for_each(|n| of_part.push(nth(*n), |text| text.push_str(&reason(*n))));
            together.append(of_part);
            together.append(Settlements::default());
        }
        writer.write(&together).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn every_settlement_stands_in_its_row_with_its_reason() {
    let bytes = written(7_001, 3);
    for (part, parts) in [(ALL, 1), (25_000, 9), (999, 50)] {
        assert!(written(part, parts) == bytes, "{part}, {parts}: the bytes depend on the parts");
    }
    let mut opened = open("f", Box::new(Cursor::new(bytes)), &Format::default()).unwrap();
    let Content::Rows(source) = &mut opened.parts[0].content else { panic!("it has rows") };
    let mut n = 0;
    while let Some(rows) = source.next_rows().unwrap() {
        for (_, fields) in rows.iter().filter(|(row, _)| *row > 0) {
            let field = |at| String::from_utf8(fields.get(at).to_vec()).unwrap();
            let s = nth(n);
            let cents = i64::from(n) - 300 - i64::from(n % 7);
            let cents = format!("{cents}0000");
            let difference = field(12).replace('.', "");
            let shown = (
                (field(4), field(5), field(6), field(7)),
                (difference.parse(), field(14), field(16), field(18)),
            );
            let expected = (
                (
                    s.round.to_string(),
                    s.seat.to_string(),
                    s.dealer.to_string(),
                    s.wager.key().into(),
                ),
                (
                    cents.parse::<i64>(),
                    s.hand.unwrap_or_default().into(),
                    reason(n),
                    (n + 2).to_string(),
                ),
            );
            assert_eq!(shown, expected);
            assert_eq!((field(0).as_str(), field(17).as_str()), ("2026-10-31", "hands.csv"));
            n += 1;
        }
    }
    assert_eq!(n, ALL);
}
