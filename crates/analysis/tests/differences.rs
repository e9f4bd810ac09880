//! Money owed and what explains it, against plain sums over the same exceptions.

use feltproof_analysis::{Differences, Explainer};
use feltproof_model::analysis::Restitution;
use feltproof_model::{Exception, Locus, Money, Party, Seat};
use std::collections::{BTreeMap, BTreeSet};

fn exception(code: &'static str) -> Exception {
    Exception::at(code, Locus::Journal { journal: 0, line: 2 })
}

/// A few thousand exceptions of all kinds, by a fixed sequence.
fn exceptions() -> Vec<Exception> {
    let mut state = 11_u64;
    let mut below = move |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let one = |below: &mut dyn FnMut(u64) -> u64| {
        let code = ["PAY-001", "PAY-004", "ENV-001", "MTR-001", "RND-002"][below(5) as usize];
        let amount = Money::from_micros(below(9_000_000) as i64 - 4_500_000);
        Exception {
            table: Some(["T1", "T2", "T10"][below(3) as usize].into()),
            dealer: (below(3) > 0).then(|| ["D1", "D2"][below(2) as usize].into()),
            round: Some(below(300) as u32),
            seat: (below(9) > 0).then(|| Seat::Player(1 + below(6) as u8)),
            difference: (below(9) > 0).then_some(amount),
            favours: [None, Some(Party::Player), Some(Party::House), Some(Party::Fund)]
                [below(4) as usize],
            waived: (below(20) == 0).then_some(0),
            ..exception(code)
        }
    };
    (0..5_000).map(|_| one(&mut below)).collect()
}

#[test]
fn sums_are_those_of_plain_maps() {
    let (mut differences, all) = (Differences::default(), exceptions());
    all.iter().for_each(|e| differences.add(feltproof_model::Date::parse("2026-10-31"), e));
    let (mut seats, mut codes) =
        (BTreeMap::<_, [i128; 2]>::new(), BTreeMap::<_, BTreeMap<_, i128>>::new());
    for e in &all {
        let is_of_funds = e.code.starts_with("MTR") || e.code.starts_with("RND");
        let (Some(d), None, false) = (e.difference, e.waived, is_of_funds) else { continue };
        let side = match e.favours {
            Some(Party::Player) => 0,
            Some(Party::House) => 1,
            _ => continue,
        };
        let d = i128::from(d.micros()).abs();
        seats.entry((e.table.clone(), e.round, e.seat)).or_default()[side] += d;
        for of in [None, Some(("table", e.table.clone())), Some(("dealer", e.dealer.clone()))] {
            *codes.entry(e.code).or_default().entry(of).or_default() += d;
        }
    }
    let found = differences.restitution();
    let sum = |side: usize| seats.values().map(|of| of[side]).sum::<i128>();
    let count = |side: usize| seats.values().filter(|of| of[side] > 0).count() as u64;
    assert_eq!((found.overpaid_micros, found.owed_micros), (sum(0), sum(1)));
    assert_eq!((found.seats_overpaid, found.seats_owed), (count(0), count(1)));
    assert_eq!(found.shown.len(), Restitution::SHOWN_MAX.min(usize::try_from(count(1)).unwrap()));
    for seat in &found.shown {
        let of = |key: &&(Option<_>, Option<u32>, Option<Seat>)| {
            let (table, round, number): &(Option<feltproof_model::CompactString>, _, _) = key;
            table.as_deref() == seat.table.as_deref()
                && *round == seat.round
                && number.map(|n| n.to_string()) == seat.seat
        };
        let key = seats.keys().find(of).unwrap();
        assert_eq!([seat.overpaid_micros, seat.owed_micros], seats[key]);
    }
    assert!(found.shown.is_sorted_by(|a, b| a.owed_micros >= b.owed_micros));

    let title = |code: &'static str| format!("what {code} finds");
    let causes = differences.causes(|code, _| Explainer { code, cause: None, title: title(code) });
    let causes = causes.unwrap();
    let listed: BTreeSet<&str> = causes.iter().map(|cause| cause.code).collect();
    assert_eq!(listed, codes.keys().copied().collect());
    assert!(causes.is_sorted_by(|a, b| a.money() >= b.money()));
    for cause in &causes {
        let of = &codes[cause.code];
        assert_eq!((cause.money(), &cause.title), (of[&None], &title(cause.code)));
        for (along, largest) in [("table", &cause.table), ("dealer", &cause.dealer)] {
            let parts = of.iter().filter_map(|(key, money)| match key {
                Some((kind, Some(name))) if *kind == along => Some((*money, name.to_string())),
                _ => None,
            });
            let most = parts.max_by_key(|(money, _)| *money);
            assert_eq!(largest.clone().map(|(name, money)| (money, name)), most, "{cause:?}");
        }
    }
}

#[test]
fn nothing_is_owed_where_nothing_differs() {
    let differences = Differences::default();
    assert_eq!(differences.restitution(), Restitution::default());
    let none = |code, _| Explainer { code, cause: None, title: String::new() };
    assert_eq!(differences.causes(none), Ok(Vec::new()));
}
