//! One thing wrong is one finding: a lost card, a row at the wrong table, a wrong figure on a display.

use feltproof_simulate::Plan;
use feltproof_tests::{Day, audit};
use std::path::Path;

fn fixture(name: &str) -> Day {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(name);
    let mut day = Day::default();
    for file in ["hands.csv", "controller.csv", "manager.csv", "engagement.toml"] {
        day.0.insert(file.to_owned(), std::fs::read(folder.join(file)).unwrap());
    }
    day
}

/// The day with one field of one line replaced.
fn with(day: &Day, file: &str, line: usize, field: usize, value: impl Fn(&str) -> String) -> Day {
    let mut lines: Vec<String> = day.text(file).lines().map(str::to_owned).collect();
    let mut fields: Vec<String> = lines[line - 1].split(',').map(str::to_owned).collect();
    fields[field] = value(&fields[field]);
    lines[line - 1] = fields.join(",");
    let mut day = day.clone();
    day.0.insert(file.to_owned(), (lines.join("\n") + "\n").into_bytes());
    day
}

/// The codes of all exceptions of the day, in their order.
fn codes(day: &Day) -> Vec<&'static str> {
    audit(day, |_| {}).exceptions.iter().map(|e| e.code).collect()
}

/// Every so many hands of the day with one field changed: the codes raised beyond what `may` allows.
fn hands_changed(
    field: usize,
    change: impl Fn(&str) -> String,
    may: impl Fn(&[&str]) -> bool,
) -> Vec<String> {
    let day = fixture("harbor-card-room");
    let lines = day.text("hands.csv").lines().count();
    let raised = (2..lines).step_by(337).map(|at| {
        let codes = codes(&with(&day, "hands.csv", at, field, &change));
        (!may(&codes)).then(|| format!("line {at}: {codes:?}"))
    });
    raised.flatten().collect()
}

/// A hand that folded may have none on record; one that stayed in is CRD-003's.
#[test]
fn the_cards_of_a_hand_lost_are_one_finding() {
    let may = |codes: &[&str]| codes.is_empty() || codes == ["CRD-003"];
    let wrong = hands_changed(5, |_| String::new(), may);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_card_lost_is_one_finding() {
    let less = |cards: &str| cards.rsplit_once(' ').map_or("", |(cards, _)| cards).to_owned();
    let wrong = hands_changed(5, less, |codes| codes == ["CRD-002"]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The round that the row left and the one it came into.
#[test]
fn a_row_at_another_table_is_at_most_three_findings() {
    let other = |table: &str| if table == "C4P-1" { "C4P-2" } else { "C4P-1" }.to_owned();
    let wrong = hands_changed(2, other, |codes| !codes.is_empty() && codes.len() <= 3);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Wagers, awards, reseeds and readings alike, the last record too.
#[test]
fn a_display_with_one_wrong_figure_is_one_finding() {
    let day = fixture("harbor-card-room");
    let lines = day.text("manager.csv").lines().count();
    for at in (3..lines).step_by(61).chain([250, 251, lines]) {
        for (field, of) in [(9, ["MTR-001", "MTR-005"]), (10, ["MTR-002", "MTR-005"])] {
            let codes = codes(&with(&day, "manager.csv", at, field, |money| format!("1{money}")));
            let [code] = codes[..] else { panic!("line {at}: {codes:?}") };
            // The reserve that a reseed leaves is MTR-006's.
            assert!(of.contains(&code) || (at == 251 && code == "MTR-006"), "line {at}: {code}");
        }
    }
}

/// Every record of these events, with its round, table or seat wrong: the lines and what is raised beyond `most`
/// findings.
fn records_changed(file: &str, events: &[&str], fields: &[(usize, &[i64])], most: usize) -> String {
    let day = Day::simulated(&Plan { tables: 2, ..Plan::new(7, 240) });
    assert_eq!(codes(&day), [""; 0]);
    let mut wrong = String::new();
    let (mut changed, text) = (0, day.text(file));
    for (at, line) in (1..).zip(text.lines()) {
        let cells: Vec<&str> = line.split(',').collect();
        if !events.contains(&cells[4]) {
            continue;
        }
        for (field, by) in fields.iter().flat_map(|(f, by)| by.iter().map(move |by| (*f, *by))) {
            let other = |cell: &str| match cell.parse::<i64>() {
                Ok(number) => (number + by).max(1).to_string(),
                Err(_) => if cell == "C4P-1" { "C4P-2" } else { "C4P-1" }.to_owned(),
            };
            if cells[field].is_empty() {
                continue;
            }
            changed += 1;
            let audited = audit(&with(&day, file, at, field, other), |_| {});
            let causes = audited.outcome.causes.len();
            let explained: u64 = audited.outcome.causes.iter().map(|c| c.exceptions()).sum();
            let explained = usize::try_from(explained).unwrap();
            let findings = audited.exceptions.len() - explained + causes;
            if findings == 0 || findings > most {
                wrong += &format!("line {at}, field {field} {by:+}: {:?}\n", audited.raised());
            }
        }
    }
    assert!(changed > 8, "the day has such records");
    wrong
}

/// What is pressed and swiped for an award, and what ends a round, within the round before the one it names.
#[test]
fn a_controller_event_of_the_round_before_is_one_finding() {
    let within = ["hand_button", "confirm", "supervisor_card", "executive_card", "void"];
    let wrong = records_changed("controller.csv", &within, &[(3, &[-1, 1, 2])], 1);
    assert_eq!(wrong, "");
}

/// Among them one that was backed out.
#[test]
fn an_award_that_names_another_hand_is_one_finding() {
    let fields: [(usize, &[i64]); 3] = [(5, &[0]), (6, &[-1, 1]), (7, &[1])];
    let wrong = records_changed("manager.csv", &["award"], &fields, 1);
    assert_eq!(wrong, "");
}
