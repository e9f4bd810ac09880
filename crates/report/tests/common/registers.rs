//! Registers of the sample: an award with its reseed, one backed out, adjustments, and two gaming days.

use super::{at, usd};
use feltproof_model::{
    Date, Locus, MeterDay, Rate, RegisterEntry, RegisteredAdjustment, RegisteredAward,
    RegisteredBackOut, RegisteredReseed, Registers, Seat, Sum, TableId, Wagered,
};

fn entry(number: usize, line: u32, document: &str) -> RegisterEntry {
    RegisterEntry {
        number,
        locus: Locus::Journal { journal: 2, line },
        seq: line.into(),
        time: at(i64::from(line) * 60),
        link: "HARBOR-1".into(),
        actor: "A01".into(),
        document: document.into(),
    }
}

fn award(number: usize, line: u32, is_backed_out: bool) -> RegisteredAward {
    RegisteredAward {
        entry: entry(number, line, if is_backed_out { "" } else { "JP-0001" }),
        level: "grand".into(),
        table: TableId(0),
        round: 57,
        seat: Seat::parse(b"3").unwrap_or(Seat::Dealer),
        cards: (!is_backed_out).then(|| "A♠ A♥ A♦ A♣ 7♠".to_owned()),
        hand: (!is_backed_out).then(|| "four aces".to_owned()),
        share: (!is_backed_out).then_some(Rate::ONE),
        amount: usd(371_140),
        before: Some(usd(371_140)),
        after: usd(0),
        reseed: (!is_backed_out).then_some(RegisteredReseed {
            added: usd(271_350),
            seed: usd(250_000),
            missing: Sum::ZERO,
            reserve: usd(21_350),
            reserve_most: usd(21_350),
        }),
        steps: vec![("confirm", "S01".into()), ("executive_card", "E01".into())],
        is_backed_out,
    }
}

fn adjustment(number: usize, line: u32, reason: &str, cents: i64) -> RegisteredAdjustment {
    RegisteredAdjustment {
        entry: entry(number, line, "ADJ-0001"),
        account: "meter",
        reason: reason.into(),
        amount: usd(cents),
        before: (number > 1).then(|| usd(250_000)),
        after: usd(250_000 + cents),
        support: "backs award 2 out".to_owned(),
    }
}

fn day(account: &'static str, date: Date, undetermined: Option<&str>) -> MeterDay {
    let is_reserve = account == "reserve";
    let opening = usd(if is_reserve { 18_120 } else { 331_200 });
    MeterDay {
        link: "HARBOR-1".into(),
        account,
        date,
        opening,
        is_opened_by_display: true,
        wagered: (!is_reserve).then(|| Wagered {
            coin_in: usd(331_000).into(),
            left_to_house: Some(usd(253_216).into()),
        }),
        contributions: usd(61_234).into(),
        awards: if is_reserve { Sum::ZERO } else { usd(371_140).into() },
        reseeds: usd(if is_reserve { -21_350 } else { 271_350 }).into(),
        adjustments: vec![("back_out".into(), usd(371_140).into()), ("".into(), usd(-5).into())],
        closing: usd(292_644),
        shown: usd(292_644),
        reading: usd(292_645),
        events: 9_876,
        undetermined: undetermined.map(str::to_owned),
    }
}

pub(super) fn registers() -> Registers {
    let (first, second) = (Date::parse("2026-10-31"), Date::parse("2026-11-01"));
    let missing = Some("records are missing before line 412 of the manager journal");
    let days = first.into_iter().zip(second).flat_map(|(first, second)| {
        ["meter", "reserve"]
            .into_iter()
            .flat_map(move |account| [day(account, first, None), day(account, second, missing)])
    });
    Registers {
        awards: vec![award(1, 260, false), award(2, 300, true)],
        adjustments: vec![adjustment(1, 320, "back_out", 371_140), adjustment(2, 330, "", -5)],
        back_outs: vec![
            RegisteredBackOut {
                entry: entry(1, 320, "ADJ-0001"),
                awards: vec![2],
                awarded: usd(371_140).into(),
                to_meter: usd(121_140).into(),
                to_reserve: usd(0).into(),
                meter_owed: Some(usd(121_140).into()),
                reserve_owed: Some(Sum::ZERO),
            },
            RegisteredBackOut {
                entry: entry(2, 340, ""),
                awards: Vec::new(),
                awarded: Sum::ZERO,
                to_meter: usd(5).into(),
                to_reserve: Sum::ZERO,
                meter_owed: None,
                reserve_owed: None,
            },
        ],
        days: days.collect(),
    }
}
