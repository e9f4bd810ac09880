//! Rows that go in and come back, and runs of them that are moved.

use super::*;
use crate::card::Card;

fn row(line: u32, stakes: &[(Wager, i64)], returned: &[(Wager, i64)]) -> HandRow {
    let map = |list: &[(Wager, i64)]| {
        let mut map = WagerMap::default();
        list.iter().for_each(|(wager, micros)| map[*wager] = Money::from_micros(*micros));
        map
    };
    HandRow {
        line,
        time: Timestamp(i64::from(line)),
        seat: Seat::Player(3),
        action: Action::Play,
        cards: CardList::new(&[Card::new(7).unwrap()]).unwrap(),
        extras: Extras {
            offered: Some(line == 4),
            fee: (line == 3).then_some(Money::from_micros(7)),
        },
        stake: map(stakes),
        returned: map(returned),
    }
}

fn some_rows() -> [HandRow; 4] {
    [
        row(2, &[(Wager::Ante, 5), (Wager::Progressive, -1)], &[(Wager::Envy, 9)]),
        row(3, &[], &[]),
        row(4, &[(Wager::Bank, 1)], &[(Wager::Bank, 2), (Wager::Ante, 3)]),
        row(5, &Wager::ALL.map(|w| (w, 1 + w as i64)), &Wager::ALL.map(|w| (w, 99 - w as i64))),
    ]
}

#[test]
fn rows_come_back_as_they_went_in() {
    let wide = some_rows();
    let rows: HandRows = wide.iter().collect();
    assert!(rows.as_rows().iter().eq(wide));
    let mut copied = vec![wide[3]; 9];
    rows.as_rows().range(1..3).copy_to(&mut copied);
    assert_eq!(copied, wide[1..3]);
}

/// Every run of rows, added to every beginning.
#[test]
fn runs_of_rows_can_be_moved() {
    let wide = some_rows();
    let rows: HandRows = wide.iter().collect();
    for before in 0..=4 {
        for (from, to) in (0..=4).flat_map(|from| (from..=4).map(move |to| (from, to))) {
            let mut moved: HandRows = wide[..before].iter().collect();
            moved.extend(rows.as_rows().range(from..to));
            let expected: HandRows = wide[..before].iter().chain(&wide[from..to]).collect();
            assert_eq!(moved, expected, "{before} and {from}..{to}");
        }
    }
}

/// Every run of rows once more at the end, and every number of rows cut off at the beginning.
#[test]
fn rows_are_repeated_and_cut_off() {
    let wide = some_rows();
    for (from, to) in (0..=4).flat_map(|from| (from..=4).map(move |to| (from, to))) {
        let mut all: Vec<HandRow> = wide.to_vec();
        all.extend_from_slice(&wide[from..to]);
        for cut in 0..=all.len() {
            let mut rows: HandRows = wide.iter().collect();
            rows.extend_within(from..to);
            rows.cut_first(cut);
            assert_eq!(rows, all[cut..].iter().collect(), "{from}..{to}, then without {cut}");
            rows.extend(rows.clone().as_rows());
            assert_eq!(rows.len(), 2 * (all.len() - cut));
        }
    }
}

#[test]
fn what_is_set_to_nothing_is_not_there() {
    let mut amounts = NewAmounts::default();
    amounts.set(Wager::Ante, Money::from_micros(1));
    amounts.set(Wager::Ante, Money::ZERO);
    assert_eq!(amounts.present, WagerSet::EMPTY);
}
