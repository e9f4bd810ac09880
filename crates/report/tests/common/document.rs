//! A made-up section with a value of every kind, which every writer is to show: one row of money and places, one
//! without most values, one of hostile text.

use super::at;
use feltproof_model::Date;
use feltproof_paper::{Anchor, Cell, Column, Outputs, Row, Section, Sign, Table, Tone, Value};

/// Text that is markup, a formula and a command of a terminal.
pub(crate) const HOSTILE: &str = "=1+1<b>&\u{1b}[2J";

struct Made {
    code: &'static str,
    what: &'static str,
    wagers: u64,
    paid: Option<i128>,
    owed: i128,
    tone: Tone,
}

const MADE: [Made; 3] = [
    Made {
        code: "PAY-001",
        what: "Paid too much at the table by the door",
        wagers: 1_200,
        paid: Some(1_234_567_890_000),
        owed: 1_234_500_000_000,
        tone: Tone::Bad,
    },
    Made { code: "007", what: "", wagers: 0, paid: None, owed: 0, tone: Tone::Plain },
    Made { code: "3", what: HOSTILE, wagers: 1, paid: Some(-12_500), owed: 0, tone: Tone::Open },
];

fn table() -> Table {
    let day = Date { year: 2026, month: 10, day: 31 };
    Table::of("made-up", "Made up", &MADE)
        .column(Column::name("Code"), |of| {
            let to = (of.wagers > 1).then_some(Anchor::Finding(0));
            Cell::from(of.code).sign(Sign::Found).to(to)
        })
        .column(Column::prose("What"), |of| Cell::from(of.what).tone(of.tone).strong())
        .column(Column::count("Wagers").tones(Tone::Quiet, Tone::Plain).summed(), |of| of.wagers)
        .column(Column::money("Paid").key("paid").summed(), |of| of.paid.map(Value::Money))
        .column(Column::money("Owed").key("owed").summed(), |of| Cell::money(of.owed))
        .sum(Column::signed("Paid minus owed").summed(), "paid - owed")
        .column(Column::rate("Share"), |of| Value::share(of.owed, 3_703_500_000_000, 2))
        .column(Column::digits("p").only(Outputs::BOOK), |of| of.paid.map(|_| "1.0e-9".to_owned()))
        .column(Column::day("Day"), |of| of.paid.map(|_| day))
        .column(Column::time("Time").not(Outputs::TERMINAL), |of| of.paid.map(|_| at(0)))
        .column(Column::line("Place"), |of| Value::Line {
            file: "hands.csv".to_owned(),
            line: u32::try_from(of.wagers).unwrap() + 1,
        })
        .column(Column::file("SHA-256").note("SHA-256 ").not(Outputs::TERMINAL), |of| {
            of.paid.map(|_| "0123abcd".to_owned())
        })
        .each(|of, row: &mut Row| {
            if of.wagers == 1 {
                row.notes.push((Tone::Quiet, "Below the row".to_owned()));
            }
        })
        .done()
        .most(Outputs::TERMINAL, 2)
        .total("All", Outputs::ALL)
        .sheet("Made up", "What nobody did")
}

/// The section.
pub(crate) fn made_up() -> Section {
    let mut section = Section::new("made-up-section", "Made up of everything");
    section.part("A part of it");
    section.say(format!("A sentence with {HOSTILE}.")).tone(Tone::Open);
    section.say("On paper alone.").small().only(Outputs::PRINT);
    section.point("The first point");
    section.point("The second point");
    section.facts("", vec![("Amount", Cell::money(5_000_000)), ("Hands", 1_000_u64.into())]);
    section.table(table());
    section
}
