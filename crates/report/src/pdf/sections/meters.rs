//! Meter reconciliation: one statement and one plot for each account.

use super::days::by_day;
use super::{ReportInput, titles};
use crate::charts;
use crate::coverage::{self, Closing};
use crate::draw::{AMBER, BODY, Face, GREY, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::words::{grouped, plural, signed_dollars};
use feltproof_model::workpaper::{MeterReconciliation, Workpaper};

pub(super) fn meters(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::METERS, false);
    if w.meters.is_empty() {
        flow.nothing("No meter was re-kept: the records supplied hold no manager journal.");
        return;
    }
    let text = "Each meter was re-kept from its opening reading by exact arithmetic, without \
                tolerance, from the progressive wagers, awards, reseeds and documented adjustments \
                on record, and compared with the display after every event.";
    flow.paragraph(BODY, text);
    overview(flow, w);
    for m in &w.meters {
        flow.part(&format!("{}: {}", m.name(), m.account));
        // The statement is whole on one page; its plot may stand on the next.
        flow.need(165.0);
        for reservation in coverage::meter_reservations(w, m) {
            flow.paragraph(BODY.colour(AMBER), &reservation);
        }
        statement(flow, m, unit(w, m), coverage::closing(w, m));
        if let Some(parts) = coverage::closing_made_of(w, &input.places, m) {
            flow.paragraph(BODY, &parts);
        }
        by_day(flow, w, m, coverage::is_meter_tested(w, m));
        let chart = charts::meter(&m.series, &input.clock, flow.fonts);
        match chart.filter(|_| m.series.len() >= 2) {
            Some(chart) => {
                let readings = plural(u64::try_from(m.series.len()).unwrap_or(u64::MAX), "reading");
                let shows = format!(
                    "Plot of {}, {}, over time: as recorded, as expected from the log, and the difference of both; \
                     {readings}. Its figures stand in the statement above.",
                    m.name(),
                    m.account
                );
                flow.chart(&chart, &shows);
            }
            None => flow.paragraph(SMALL, "Too few readings for a plot."),
        }
    }
}

fn overview(flow: &mut Flow<'_>, w: &Workpaper) {
    let mut table = PrintedTable::new(vec![
        Column::share("Meter", 1.0),
        Column::number("Events"),
        Column::money("Opening"),
        Column::money("Contributions"),
        Column::money("Awards"),
        Column::money("Expected"),
        Column::money("Recorded"),
        Column::money("Difference"),
    ]);
    for m in &w.meters {
        let closing = coverage::closing(w, m);
        let reserved = !coverage::meter_reservations(w, m).is_empty();
        let icon = match closing {
            Closing::NotTested => Icon::NotRun,
            Closing::JoinsUp if !reserved => Icon::Clear,
            Closing::JoinsUp | Closing::Undetermined(_) => Icon::Partly,
            Closing::Differs(_) => Icon::Found,
        };
        table.row(row![
            Cell::icon(icon, format!("{}, {}", m.name(), m.account)),
            grouped(m.events),
            m.opening.to_string(),
            m.contributions.to_string(),
            m.awards.to_string(),
            m.expected.to_string(),
            m.recorded.to_string(),
            match closing {
                Closing::Differs(_) => difference_cell(closing).face(Face::Bold),
                _ => difference_cell(closing),
            }
        ]);
    }
    table.draw(flow);
}

/// Recorded minus expected, as far as the record bears it.
fn difference_cell(closing: Closing<'_>) -> Cell {
    match closing {
        Closing::NotTested => Cell::new("not tested").colour(GREY),
        Closing::JoinsUp => Cell::new(signed_dollars(0)),
        Closing::Undetermined(_) => Cell::new("not tellable").colour(AMBER),
        Closing::Differs(difference) => Cell::new(signed_dollars(difference)).colour(RED),
    }
}

/// Unit of the display of a meter, in micro-dollars; a cent when its link is not declared.
fn unit(w: &Workpaper, m: &MeterReconciliation) -> i128 {
    let link = w.engagement.links.iter().find(|l| l.id == m.link && l.level == m.level);
    link.map_or(10_000, |l| i128::from(l.running.display_unit.micros()))
}

/// What the movements do not add up to: the fraction a display does not show, or something the
/// reader must know. `None` when they add up.
fn remainder(m: &MeterReconciliation, unit: i128) -> Option<(&'static str, &'static str, i128)> {
    let sum = [m.opening, m.contributions, m.awards.negated(), m.reseeds, m.adjustments]
        .into_iter()
        .map(|part| i128::from(part.micros()))
        .sum::<i128>();
    let rest = i128::from(m.expected.micros()) - sum;
    match rest {
        0 => None,
        _ if rest.abs() < unit => Some((
            "Fraction not shown",
            "carried in the meter, below the unit of the display",
            rest,
        )),
        _ => Some(("Overflow", "contributions above the limit of the meter", rest)),
    }
}

/// Opening reading to closing reading, one movement a line.
fn statement(flow: &mut Flow<'_>, m: &MeterReconciliation, unit: i128, closing: Closing<'_>) {
    let mut table = PrintedTable::new(vec![
        Column::fit("Movement", 130.0),
        Column::share("From", 1.0),
        Column::money("Amount"),
    ]);
    let reseeds = match m.account {
        "reserve" => "the whole reserve at each",
        _ => "seed plus the whole reserve after a 100 % award",
    };
    let missed = i128::from(m.reseeds_recorded.micros()) - i128::from(m.reseeds.micros());
    let reseeds = match missed {
        0 => reseeds.to_owned(),
        _ => format!("{reseeds}; on record {}, {}", m.reseeds_recorded, signed_dollars(missed)),
    };
    let rows = [
        ("Opening reading", "first reading on record".to_owned(), m.opening.to_string()),
        (
            "Contributions",
            "its share of every progressive wager, fractions carried".to_owned(),
            signed_dollars(i128::from(m.contributions.micros())),
        ),
        ("Awards", "won and deducted".to_owned(), signed_dollars(-i128::from(m.awards.micros()))),
        ("Reseeds due", reseeds, signed_dollars(i128::from(m.reseeds.micros()))),
        (
            "Manual adjustments",
            "documented, back-outs included".to_owned(),
            signed_dollars(i128::from(m.adjustments.micros())),
        ),
    ];
    for (name, from, amount) in rows {
        table.row(row![name, from, amount]);
    }
    if let Some((name, from, micros)) = remainder(m, unit) {
        let amount = Cell::new(signed_dollars(micros));
        table.row(row![name, from, amount]);
    }
    let after = format!("after {}", plural(m.events, "event"));
    table.row(row!["Expected", after, m.expected.to_string()].strong());
    table.row(row!["Recorded", "last display on record", m.recorded.to_string()]);
    table.row(row!["Difference", "recorded minus expected", difference_cell(closing)].strong());
    table.draw(flow);
    if let Closing::Undetermined(why) = closing {
        flow.paragraph(BODY.colour(AMBER), &format!("The difference cannot be told: {why}."));
    }
}
