//! Meters and reserves: their movements, their closing and the reseeds of their awards.

#![allow(clippy::too_many_lines, reason = "figures of six outputs, one after the other")]

use super::*;

/// One account of a link: `HARBOR-1 grand, meter`.
fn account(link: &str, level: &str, account: &str) -> String {
    format!("{link} {level}, {account}")
}

#[test]
fn meters_move_and_close_by_the_same_sums() {
    let mut differing = 0;
    for Day { name, of } in days() {
        let mut figures = Figures::default();
        let sheet: &Sheet = &of.book["Meter reconciliation"];
        for meter in list(&of.json["meters"]) {
            let (link, of_account) = (text(meter, "link"), text(meter, "account"));
            let known = account(link, text(meter, "level"), of_account);
            let label = |figure: &str| format!("{known}: {figure}");
            for (figure, key) in [
                ("opening", "opening_dollars"),
                ("contributions", "contributions_dollars"),
                ("reseeds due", "reseeds_dollars"),
                ("reseeds on record", "reseeds_recorded_dollars"),
                ("adjustments", "adjustments_dollars"),
                ("expected", "expected_dollars"),
                ("recorded", "recorded_dollars"),
                ("difference", "difference_dollars"),
            ] {
                figures.note(label(figure), "json", number(text(meter, key)));
            }
            figures.note(label("awards"), "json", number(text(meter, "awards_dollars")));
            parts_come_to_the_difference(name, meter);
            days_come_to_the_whole(&mut figures, &of.json, (link, of_account), &known);
            let row = sheet
                .rows
                .iter()
                .find(|row| (cell(row, "Link"), cell(row, "Account")) == (link, of_account));
            let row = row.unwrap();
            for (figure, column) in [
                ("opening", "Opening"),
                ("contributions", "Contributions"),
                ("awards", "Awards"),
                ("reseeds due", "Reseeds due"),
                ("recorded", "Last display"),
                ("difference", "Variance"),
            ] {
                figures.note(label(figure), "workbook", number(cell(row, column)));
            }
            let adjusted = micros(cell(row, "Back-outs")) + micros(cell(row, "Other adjustments"));
            figures.note(label("adjustments"), "workbook", adjusted.to_string());
            if of_account == "meter" {
                // Of the meter, what the awards' own register says was added.
                let added = of.book["Awards"].total.get("Added by the reseed");
                let added = added.map_or("0".to_owned(), |added| number(added));
                figures.note(label("reseeds on record"), "register of awards", added);
            }
            let made_of = cell(row, "What the closing difference is made of");
            if text(meter, "difference_dollars") == "0.00" {
                assert_eq!(made_of, "", "{name}");
            } else {
                differing += 1;
                explained(of, made_of, meter);
            }
        }
        for row in of.page.rows(&["Meter", "Opening", "Contributions"]) {
            let [opening, contributions, awards, due, recorded, adjustments] =
                [1, 2, 3, 4, 5, 6].map(|at| number(&row[at]));
            let awards = awards.trim_start_matches('-').to_owned();
            for (figure, value) in [
                ("opening", opening),
                ("contributions", contributions),
                ("awards", awards),
                ("reseeds due", due),
                ("reseeds on record", recorded),
                ("adjustments", adjustments),
                ("expected", number(&row[7])),
                ("recorded", number(&row[8])),
                ("difference", number(&row[9])),
            ] {
                figures.note(format!("{}: {figure}", row[0]), "page", value);
            }
        }
        for row in of.pdf.rows(&["Meter", "Events", "Opening"]).iter().filter(|r| r.len() > 7) {
            for (figure, at) in [
                ("opening", 2),
                ("contributions", 3),
                ("awards", 4),
                ("expected", 5),
                ("recorded", 6),
                ("difference", 7),
            ] {
                figures.note(format!("{}: {figure}", row[0]), "pdf", number(&row[at]));
            }
        }
        statements(of, &mut figures);
        let accounts = list(&of.json["meters"]).len();
        assert!(figures.agree(name, 3) >= accounts * 7, "{name}: {:?}", figures.0);
    }
    assert!(differing >= 3, "{differing}");
}

/// The statements of the PDF, one for each account, in the order of the JSON.
fn statements(of: &Outputs, figures: &mut Figures) {
    let meters = list(&of.json["meters"]);
    let is_statement = |table: &&Vec<Vec<String>>| table[0][0] == "Movement";
    let tables: Vec<_> = of.pdf.tables.iter().filter(is_statement).collect();
    assert_eq!(tables.len(), meters.len());
    for (meter, table) in meters.iter().zip(tables) {
        let known = account(text(meter, "link"), text(meter, "level"), text(meter, "account"));
        let mut sum = 0;
        for row in &table[1..] {
            let amount = micros(&row[2]);
            let figure = match row[0].as_str() {
                "Opening reading" => "opening",
                "Contributions" => "contributions",
                "Awards" => "awards",
                "Reseeds due" => "reseeds due",
                "Manual adjustments" => "adjustments",
                "Expected" => "expected",
                "Recorded" => "recorded",
                "Difference" => "difference",
                "Fraction not shown" | "Overflow" => "",
                other => panic!("{other}"),
            };
            match figure {
                "expected" => {
                    assert_eq!(sum, amount, "{known}: its movements come to what is expected")
                }
                "recorded" | "difference" => {}
                _ => sum += amount,
            }
            let value = if figure == "awards" { -amount } else { amount };
            if !figure.is_empty() {
                figures.note(format!("{known}: {figure}"), "pdf statement", value.to_string());
            }
            if let Some((_, on_record)) = row[1].split_once("on record ") {
                let on_record = on_record.split(", ").next().unwrap();
                figures.note(
                    format!("{known}: reseeds on record"),
                    "pdf statement",
                    number(on_record),
                );
            }
        }
    }
}

/// The days of an account added up are the account.
fn days_come_to_the_whole(
    figures: &mut Figures,
    report: &Value,
    (link, account): (&str, &str),
    known: &str,
) {
    let days = list(&report["meter_days"]).iter();
    let own: Vec<&Value> =
        days.filter(|day| text(day, "link") == link && text(day, "account") == account).collect();
    let sum = |keys: &[&str]| -> i128 {
        own.iter().flat_map(|day| keys.iter().map(|key| micros(text(day, key)))).sum()
    };
    for (figure, keys) in [
        ("contributions", &["contributions_dollars"][..]),
        ("awards", &["awards_dollars"]),
        ("reseeds due", &["reseeds_dollars"]),
        ("adjustments", &["back_outs_dollars", "other_adjustments_dollars"]),
        ("difference", &["variance_dollars"]),
    ] {
        figures.note(format!("{known}: {figure}"), "json by day", sum(keys).to_string());
    }
}

/// What the closing difference is made of comes to it, to the last fraction.
fn parts_come_to_the_difference(day: &str, meter: &Value) {
    let departures = &meter["departures"];
    let sum = micros(text(departures, "dollars")) + micros(text(departures, "fractions_dollars"));
    let difference =
        micros(text(meter, "recorded_dollars")) - micros(text(meter, "expected_dollars"));
    assert_eq!(sum, difference, "{day}: {meter}");
    let listed = list(&departures["listed"]);
    let each: i128 = listed.iter().map(|of| micros(text(of, "dollars"))).sum();
    if departures["total"] == listed.len() {
        assert_eq!(each, micros(text(departures, "dollars")), "{day}");
    }
}

/// The sentence stands in every output, and each part of it is the amount of the exception that it names.
fn explained(of: &Outputs, made_of: &str, meter: &Value) {
    assert!(of.pdf.paragraphs.iter().any(|p| p == made_of), "{made_of}");
    assert!(of.page.paragraphs.iter().any(|p| p.ends_with(made_of)), "{made_of}");
    assert!(terminal(of).contains(made_of), "{made_of}");
    let (total, parts) = made_of.split_once(" is made of ").unwrap();
    assert_eq!(number(total), number(text(meter, "difference_dollars")));
    let mut sum = 0;
    for part in parts.trim_end_matches('.').split(", +").flat_map(|p| p.split(", -$")) {
        let amount = part.split(' ').next().unwrap();
        sum += micros(amount).abs();
        let Some((_, no)) = part.split_once("(No. ") else { continue };
        let no: u64 = no.split(',').next().unwrap().replace(',', "").parse().unwrap();
        let exception = list(&of.json["exceptions"]).iter().find(|e| e["number"] == no).unwrap();
        assert_eq!(micros(text(exception, "difference_dollars")).abs(), micros(amount).abs());
    }
    assert!(sum >= micros(total).abs(), "{made_of}");
}

#[test]
fn a_reseed_says_what_its_finding_says() {
    let mut missed = 0;
    for Day { name, of } in days() {
        let mut figures = Figures::default();
        let awards = list(&of.json["registers"]["awards"]);
        for award in awards.iter().filter(|award| !award["reseed"].is_null()) {
            let (reseed, no) = (&award["reseed"], count(&award["number"]));
            let amount = |key: &str| number(text(reseed, key));
            let [added, seed, reserve, missing] =
                ["added_dollars", "seed_dollars", "reserve_dollars", "missing_dollars"].map(amount);
            figures.note(&no, "json", format!("{added} {seed} {reserve}"));
            figures.note(format!("{no} missing"), "json", &*missing);
            if missing != "0" {
                missed += 1;
                // The words of the check, in its own figures.
                let is_its = |e: &&Value| {
                    text(e, "code") == "MTR-006"
                        && e["line"].as_u64() > award["line"].as_u64()
                        && e["round"] == award["round"]
                };
                let e = list(&of.json["exceptions"]).iter().find(is_its).unwrap();
                let said = text(e, "explanation");
                assert_eq!(number(between(said, "with its seed of ", " and")), seed, "{name}");
                assert_eq!(number(between(said, "whole reserve of ", ": ")), reserve, "{name}");
                assert_eq!(number(between(said, "; ", " was added")), added, "{name}");
                assert_eq!(
                    -micros(text(e, "difference_dollars")),
                    missing.parse::<i128>().unwrap()
                );
            }
        }
        for row in
            of.book["Awards"].rows.iter().filter(|r| !cell(r, "Added by the reseed").is_empty())
        {
            let amount = |column: &str| number(cell(row, column));
            let no = amount("No.");
            let columns = ["Added by the reseed", "Seed of the settings", "Drawn from the reserve"];
            figures.note(&no, "workbook", columns.map(amount).join(" "));
            figures.note(
                format!("{no} missing"),
                "workbook",
                amount("Of seed and reserve not added"),
            );
        }
        for row in of.pdf.rows(&["No.", "Time", "Table, round, seat", "Hand", "Award"]) {
            if let Some(amounts) = row.get(6).filter(|cell| *cell != "none") {
                let amounts: Vec<String> = amounts.split(' ').map(number).collect();
                figures.note(number(&row[0]), "pdf", amounts.join(" "));
            }
        }
        figures.agree(name, 2);
        let reseeded = awards.iter().filter(|award| !award["reseed"].is_null()).count();
        let with_all = figures.0.values().filter(|said| said.len() == 3).count();
        assert_eq!(with_all, reseeded, "{name}: {:?}", figures.0);
    }
    assert!(missed >= 2, "{missed}");
}
