//! Registers of awards, adjustments by hand and back-outs, as the manager journal has them.

use crate::cell::{Cell, Tone, Value};
use crate::column::Column;
use crate::outputs::{BOOK, PRINT};
use crate::section::Section;
use crate::table::{Over, Table};
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Money, RegisterEntry, RegisteredAward, RegisteredReseed, Sum};
use feltproof_printable::visible;

/// Entries of one register that are printed.
const PRINTED: usize = 50;
const NOT_RECORDED: &str = "not recorded";

/// The three registers.
pub fn registers(w: &Workpaper, places: &Places) -> Section {
    let mut section = Section::new("registers", "Awards, adjustments and back-outs");
    let r = &w.registers;
    if r.awards.is_empty() && r.adjustments.is_empty() {
        let none = "The manager journal holds no award and no adjustment.";
        section.say(none).tone(Tone::Quiet).only(PRINT);
    }
    for table in [awards(w, places), adjustments(w, places), back_outs(w, places)] {
        let shown = if table.rows.is_empty() { BOOK } else { PRINT.and(BOOK) };
        section.part(table.caption).only(shown);
        section.table(table.notes_from(1).most(PRINT, PRINTED)).only(shown);
    }
    section
}

fn or_not_recorded<T: Into<Value>>(value: Option<T>) -> Cell {
    value.map_or_else(|| Cell::from(NOT_RECORDED).tone(Tone::Quiet), Cell::from)
}

fn text_or_not_recorded(text: &str) -> Cell {
    or_not_recorded(Some(text.trim()).filter(|text| !text.is_empty()).map(visible))
}

/// Two amounts of a column on paper: the first where it is recorded.
fn before_and_after(before: Option<Money>, after: Money) -> String {
    let before = before.map_or_else(|| NOT_RECORDED.to_owned(), |before| before.to_string());
    format!("{before}\n{after}")
}

/// What every register begins with.
fn begun<'a, T>(
    caption: &'static str,
    items: &'a [T],
    of: impl Fn(&T) -> &RegisterEntry,
) -> Over<&'a T> {
    Table::of("", caption, items)
        .column(Column::count("No.").tones(Tone::Quiet, Tone::Quiet).wide(6), |e| {
            of(e).number as u64
        })
        .column(Column::count("Manager's no.").only(BOOK).wide(10), |e| of(e).seq)
        .column(Column::time("Time").fit(80), |e| of(e).time)
}

/// Who made an entry, by which document, and where it stands: on paper below its row.
fn sourced<'a, T>(
    all: Over<&'a T>,
    places: &Places,
    of: impl Fn(&T) -> &RegisterEntry,
) -> Over<&'a T> {
    all.column(Column::name("Actor").note("actor "), |e| text_or_not_recorded(&of(e).actor))
        .column(Column::name("Document").note("document ").wide(16), |e| {
            text_or_not_recorded(&of(e).document)
        })
        .column(Column::line("Place").note(""), |e| places.line(of(e).locus))
}

fn awards(w: &Workpaper, places: &Places) -> Table {
    let table = |a: &RegisteredAward| w.engagement.table(a.table).id.to_string();
    let reseed = |a: &RegisteredAward, of: fn(RegisteredReseed) -> Money| a.reseed.map(of);
    let all = begun("Awards", &w.registers.awards, |a| &a.entry)
        .column(Column::name("Link").only(BOOK), |a| &a.entry.link)
        .column(Column::name("Level").only(BOOK).wide(10), |a| &a.level)
        .column(Column::prose("Table, round, seat").only(PRINT), |a| {
            format!("{}\nround {}, seat {}", table(a), a.round, a.seat)
        })
        .column(Column::name("Table").only(BOOK).wide(10), |a| table(a))
        .column(Column::name("Round").only(BOOK).wide(8), |a| a.round.to_string())
        .column(Column::name("Seat").only(BOOK).wide(6), |a| a.seat.to_string())
        .column(Column::prose("Hand").only(PRINT).share(14), |a| {
            let cards = a.cards.as_deref().unwrap_or(NOT_RECORDED);
            a.hand.as_ref().map_or_else(|| cards.to_owned(), |hand| format!("{cards}\n{hand}"))
        })
        .column(Column::name("Cards").only(BOOK).wide(20), |a| or_not_recorded(a.cards.as_deref()))
        .column(Column::prose("Hand").only(BOOK).wide(24), |a| a.hand.clone())
        .column(Column::name("Share of the meter").only(BOOK).wide(10), |a| {
            a.share.map(|share| share.percent())
        })
        .column(Column::digits("Award").only(PRINT), |a| {
            let share = a.share.map(|share| format!("\n{} of {}", share.percent(), a.level));
            format!("{}{}", a.amount, share.unwrap_or_default())
        })
        .column(Column::money("Award").only(BOOK).summed(), |a| a.amount)
        .column(Column::digits("Meter before, after").only(PRINT), |a| {
            before_and_after(a.before, a.after)
        })
        .column(Column::money("Meter before").only(BOOK), |a| or_not_recorded(a.before))
        .column(Column::money("Meter after").only(BOOK), |a| a.after)
        .column(Column::digits("Reseed: added, of seed, of reserve").only(PRINT), |a| {
            let amounts = |r: RegisteredReseed| format!("{}\n{}\n{}", r.added, r.seed, r.reserve);
            a.reseed.map_or_else(|| Cell::from("none").tone(Tone::Quiet), |r| amounts(r).into())
        })
        .column(Column::money("Added by the reseed").only(BOOK).summed(), |a| {
            reseed(a, |r| r.added)
        })
        .column(Column::money("Seed of the settings").only(BOOK).summed(), |a| {
            reseed(a, |r| r.seed)
        })
        .column(Column::money("Drawn from the reserve").only(BOOK).summed(), |a| {
            reseed(a, |r| r.reserve)
        })
        .column(Column::money("Of seed and reserve not added").only(BOOK), |a| {
            a.reseed.map(|reseed| reseed.missing)
        })
        .column(Column::prose("Steps at the controller").note("").wide(30), |a| {
            let steps = a.steps.iter();
            let steps = steps.map(|(step, who)| format!("{} {who}", step.replace('_', " ")));
            visible(&steps.collect::<Vec<_>>().join("; "))
        });
    sourced(all, places, |a| &a.entry)
        .column(Column::prose("").only(PRINT).note(""), |a| match a.reseed?.missing {
            Sum::ZERO => None,
            missing if missing < Sum::ZERO => {
                Some(format!("{} more than seed and reserve was added", -missing))
            }
            missing => Some(format!("of seed and reserve {missing} was not added")),
        })
        .column(Column::prose("").only(PRINT).note(""), |a| {
            if a.is_backed_out { "backed out" } else { "" }
        })
        .column(Column::name("Backed out").only(BOOK).wide(10), |a| {
            if a.is_backed_out { "yes" } else { "no" }
        })
        .done()
        .sheet("Awards", "Every award")
}

fn adjustments(w: &Workpaper, places: &Places) -> Table {
    let all = begun("Adjustments by hand", &w.registers.adjustments, |a| &a.entry)
        .column(Column::name("Link, account").only(PRINT), |a| {
            format!("{}\n{}", a.entry.link, a.account)
        })
        .column(Column::name("Link").only(BOOK), |a| &a.entry.link)
        .column(Column::name("Account").only(BOOK).wide(9), |a| a.account)
        .column(Column::name("Reason").fit(100).wide(22), |a| text_or_not_recorded(&a.reason))
        .column(Column::signed("Amount").fit(80), |a| a.amount)
        .column(Column::digits("Before, after").only(PRINT), |a| {
            before_and_after(a.before, a.after)
        })
        .column(Column::money("Before").only(BOOK), |a| or_not_recorded(a.before))
        .column(Column::money("After").only(BOOK), |a| a.after)
        .column(Column::prose("What the record holds of the reason").wide(44), |a| &a.support);
    sourced(all, places, |a| &a.entry).done().sheet("Adjustments", "Every adjustment by hand")
}

fn back_outs(w: &Workpaper, places: &Places) -> Table {
    let all = begun("Back-outs", &w.registers.back_outs, |b| &b.entry)
        .column(Column::name("Link").only(BOOK), |b| &b.entry.link)
        .column(Column::prose("Awards restored").wide(12), |b| {
            let numbers = b.awards.iter().map(|number| format!("No. {number}"));
            text_or_not_recorded(&numbers.collect::<Vec<_>>().join(", "))
        })
        .column(Column::money("Awarded").summed(), |b| {
            or_not_recorded((!b.awards.is_empty()).then_some(b.awarded))
        })
        .column(Column::signed("To the meter").summed(), |b| Cell::from(b.to_meter).strong())
        .column(Column::money("Owed to the meter").only(BOOK).summed(), |b| b.meter_owed)
        .column(Column::signed("To the reserve").summed(), |b| Cell::from(b.to_reserve).strong())
        .column(Column::money("Owed to the reserve").only(BOOK).summed(), |b| b.reserve_owed)
        .column(Column::money("Seed, to the house").summed(), |b| or_not_recorded(b.seed()));
    sourced(all, places, |b| &b.entry).done().sheet("Back-outs", "Every back-out of awards")
}
