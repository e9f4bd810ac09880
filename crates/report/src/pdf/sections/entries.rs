//! Registers of awards, adjustments by hand and back-outs, as the manager journal has them.

use super::{ReportInput, titles};
use crate::draw::{BODY, Face, GREY, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{dollars, signed_dollars, visible};
use feltproof_model::{
    Money, RegisterEntry, RegisteredAdjustment, RegisteredAward, RegisteredBackOut, Sum,
};

/// Entries of one register that are printed.
const PRINTED: usize = 50;
const NOT_RECORDED: &str = "not recorded";

pub(super) fn entries(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let r = &input.w.registers;
    if input.w.meters.is_empty() {
        return;
    }
    let is_empty = r.awards.is_empty() && r.adjustments.is_empty();
    flow.section(titles::ENTRIES, false);
    if is_empty {
        flow.nothing("The manager journal holds no award and no adjustment.");
        return;
    }
    if !r.awards.is_empty() {
        flow.part("Awards");
        cut(flow, r.awards.len());
        awards(flow, input, &r.awards);
    }
    if !r.adjustments.is_empty() {
        flow.part("Adjustments by hand");
        cut(flow, r.adjustments.len());
        adjustments(flow, input, &r.adjustments);
    }
    if !r.back_outs.is_empty() {
        flow.part("Back-outs");
        cut(flow, r.back_outs.len());
        back_outs(flow, input, &r.back_outs);
    }
}

/// Says what is not printed.
fn cut(flow: &mut Flow<'_>, entries: usize) {
    if entries > PRINTED {
        let text = format!(
            "The first {PRINTED} of {entries}; the JSON report made with this one holds all of them."
        );
        flow.paragraph(BODY, &text);
    }
}

fn awards(flow: &mut Flow<'_>, input: &ReportInput<'_>, all: &[RegisteredAward]) {
    let mut table = PrintedTable::new(vec![
        Column::number("No."),
        Column::fit("Time", 80.0),
        Column::share("Table, round, seat", 1.0),
        Column::share("Hand", 1.4),
        Column::number("Award"),
        Column::number("Meter before, after"),
        Column::number("Reseed: added, of seed, of reserve"),
    ])
    .notes_from(1);
    for award in all.iter().take(PRINTED) {
        table.row(award_row(input, award));
    }
    table.draw(flow);
}

fn award_row(input: &ReportInput<'_>, a: &RegisteredAward) -> Row {
    let place = input.w.engagement.table(a.table);
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| NOT_RECORDED.to_owned());
    let hand = match &a.hand {
        Some(hand) => format!("{}\n{hand}", known(&a.cards)),
        None => known(&a.cards),
    };
    let share = a.share.map(|share| format!("\n{} of {}", share.percent(), a.level));
    let reseed = a.reseed.map_or_else(
        || Cell::new("none").colour(GREY),
        |reseed| Cell::new(format!("{}\n{}\n{}", reseed.added, reseed.seed, reseed.reserve)),
    );
    let missing = a.reseed.map(|reseed| reseed.missing).filter(|missing| *missing != Sum::ZERO);
    let missing = missing.map(|missing| match missing < Sum::ZERO {
        true => format!("{} more than seed and reserve was added", -missing),
        false => format!("of seed and reserve {missing} was not added"),
    });
    let steps = a
        .steps
        .iter()
        .map(|(step, actor)| format!("{} {}", step.replace('_', " "), visible(actor)));
    let back_out = a.is_backed_out.then(|| "backed out".to_owned());
    let notes = steps.chain([source(input, &a.entry)]).chain(missing).chain(back_out);
    let notes: Vec<String> = notes.collect();
    row![
        Cell::new(a.entry.number.to_string()).colour(GREY),
        input.clock.on_two_lines(a.entry.time),
        format!("{}\nround {}, seat {}", place.id, a.round, a.seat),
        hand,
        format!("{}{}", a.amount, share.unwrap_or_default()),
        format!("{}\n{}", or_not_recorded(a.before), a.after),
        reseed
    ]
    .note(SMALL, notes.join("; "))
}

/// Actor, document, and where the record stands.
fn source(input: &ReportInput<'_>, entry: &RegisterEntry) -> String {
    let or = |text: &str| match text.trim() {
        "" => NOT_RECORDED.to_owned(),
        text => visible(text),
    };
    let place = input.places.place(entry.locus);
    format!("actor {}; document {}; {place}", or(&entry.actor), or(&entry.document))
}

fn adjustments(flow: &mut Flow<'_>, input: &ReportInput<'_>, all: &[RegisteredAdjustment]) {
    let mut table = PrintedTable::new(vec![
        Column::number("No."),
        Column::fit("Time", 80.0),
        Column::fit("Link, account", 90.0),
        Column::fit("Reason", 100.0),
        Column::number("Amount"),
        Column::number("Before, after"),
        Column::share("On record", 1.0),
    ])
    .notes_from(1);
    for a in all.iter().take(PRINTED) {
        let before = or_not_recorded(a.before);
        let reason = match a.reason.trim() {
            "" => Cell::new(NOT_RECORDED).colour(GREY),
            reason => Cell::new(visible(reason)),
        };
        let cells = row![
            Cell::new(a.entry.number.to_string()).colour(GREY),
            input.clock.on_two_lines(a.entry.time),
            format!("{}\n{}", a.entry.link, a.account),
            reason,
            signed_dollars(a.amount.micros().into()),
            format!("{before}\n{}", a.after),
            a.support.clone()
        ];
        table.row(cells.note(SMALL, source(input, &a.entry)));
    }
    table.draw(flow);
}

fn back_outs(flow: &mut Flow<'_>, input: &ReportInput<'_>, all: &[RegisteredBackOut]) {
    let mut table = PrintedTable::new(vec![
        Column::number("No."),
        Column::fit("Time", 80.0),
        Column::share("Awards restored", 1.0),
        Column::money("Awarded"),
        Column::money("To the meter"),
        Column::money("To the reserve"),
        Column::money("Seed, to the house"),
    ])
    .notes_from(1);
    for b in all.iter().take(PRINTED) {
        let numbers: Vec<String> = b.awards.iter().map(|n| format!("No. {n}")).collect();
        let on_record = !b.awards.is_empty();
        let amount = |sum: Option<Sum>| match sum {
            Some(sum) => Cell::new(dollars(sum.micros())),
            None => Cell::new(NOT_RECORDED).colour(GREY),
        };
        let cells = row![
            Cell::new(b.entry.number.to_string()).colour(GREY),
            input.clock.on_two_lines(b.entry.time),
            if on_record { numbers.join(", ") } else { NOT_RECORDED.to_owned() },
            amount(on_record.then_some(b.awarded)),
            Cell::new(signed_dollars(b.to_meter.micros())).face(Face::Bold),
            Cell::new(signed_dollars(b.to_reserve.micros())).face(Face::Bold),
            amount(b.seed())
        ];
        table.row(cells.note(SMALL, source(input, &b.entry)));
    }
    table.draw(flow);
}

fn or_not_recorded(amount: Option<Money>) -> String {
    amount.map_or_else(|| NOT_RECORDED.to_owned(), |amount| amount.to_string())
}
