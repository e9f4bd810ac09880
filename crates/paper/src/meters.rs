//! Meters and reserves: how each stands at the end, what moved it, and day by day.

use crate::cell::{Cell, Sign, Tone};
use crate::column::Column;
use crate::coverage::{self, Closing};
use crate::outputs::{BOOK, Outputs, PAGE, PRINT, TERMINAL};
use crate::section::{Figure, Section};
use crate::table::Table;
use crate::words::{Places, dollars, plural, signed_dollars};
use feltproof_model::workpaper::{MeterReconciliation, Workpaper};
use feltproof_model::{MeterDay, Sum};
use feltproof_printable::visible;

/// Days of one account that are printed.
const PRINTED: usize = 40;
/// Points that the statement of an account takes on paper: it is whole on one page, its plot may stand on the next.
const STATEMENT: u16 = 165;

/// All accounts.
pub fn meters(w: &Workpaper, places: &Places) -> Section {
    let mut section = Section::new("meters", "Meter reconciliation");
    if w.meters.is_empty() {
        let none = "No meter was re-kept: the records supplied hold no manager journal.";
        section.say(none).tone(Tone::Quiet).only(PRINT.and(PAGE));
    } else {
        section.say(METERS).only(PRINT.and(PAGE));
        section.part("Meters").only(TERMINAL);
        section.table(overview(w)).only(Outputs::ALL.without(BOOK));
    }
    for m in &w.meters {
        account(&mut section, w, places, m);
    }
    for note in NOTES {
        section.say(note).only(BOOK);
    }
    let days = days(w, places, w.registers.days.iter().collect())
        .sheet(section.title, "Each meter and reserve by gaming day, from opening to closing");
    let shown = if days.rows.is_empty() { BOOK } else { PAGE.and(BOOK) };
    section.table(days).only(shown);
    section
}

const METERS: &str = "Each meter was re-kept from its opening reading by exact arithmetic, without tolerance, from the \
    progressive wagers, awards, reseeds and documented adjustments on record, and compared with the display after every event.";
const NOTES: [&str; 3] = [
    "Closing by this row = opening + contributions - awards + reseeds due + back-outs + other adjustments. Contributions \
     are rounded down to a micro-dollar in this row; the closing as kept is exact, and their difference is rounding.",
    "Variance = last display - what is to be displayed; none where the record does not tell it.",
    "Reseeds due are what they should have added (of a reserve: drawn); what they did add stands in the sheet of awards.",
];

fn name(m: &MeterReconciliation) -> String {
    format!("{}, {}", m.name(), m.account)
}

/// Recorded minus expected, as far as the record bears it.
pub(crate) fn difference(w: &Workpaper, m: &MeterReconciliation) -> Cell {
    match coverage::closing(w, m) {
        Closing::NotTested => Cell::from("not tested").tone(Tone::Quiet),
        Closing::JoinsUp => Cell::money(0),
        Closing::Undetermined(_) => Cell::from("cannot be told").tone(Tone::Open),
        Closing::Differs(difference) => Cell::money(difference).tone(Tone::Bad).strong(),
    }
}

pub(crate) fn sign(w: &Workpaper, m: &MeterReconciliation) -> Sign {
    match coverage::closing(w, m) {
        Closing::NotTested => Sign::NotRun,
        Closing::JoinsUp if coverage::meter_reservations(w, m).is_empty() => Sign::Clear,
        Closing::JoinsUp | Closing::Undetermined(_) => Sign::Partly,
        Closing::Differs(_) => Sign::Found,
    }
}

fn overview(w: &Workpaper) -> Table {
    Table::of("reconciliation", "Meter reconciliation", &w.meters)
        .column(Column::prose("Meter"), |m| Cell::from(name(m)).sign(sign(w, m)))
        .column(Column::count("Events").only(PRINT), |m| m.events)
        .column(Column::money("Opening").not(TERMINAL), |m| m.opening)
        .column(Column::money("Contributions").not(TERMINAL), |m| m.contributions)
        .column(Column::money("Awards").not(TERMINAL), |m| m.awards)
        .column(Column::signed("Reseeds due").only(PAGE), |m| m.reseeds)
        .column(Column::signed("Reseeds on record").only(PAGE), |m| m.reseeds_recorded)
        .column(Column::signed("Adjustments").only(PAGE), |m| m.adjustments)
        .column(Column::money("Expected"), |m| m.expected)
        .column(Column::money("Recorded"), |m| m.recorded)
        .column(Column::signed("Difference"), |m| difference(w, m))
        .done()
}

/// What a reader must know before an account is relied on, its statement, its days, its plot.
fn account(section: &mut Section, w: &Workpaper, places: &Places, m: &MeterReconciliation) {
    section.part(format!("{}: {}", m.name(), m.account)).room(STATEMENT).only(PRINT);
    for reservation in coverage::meter_reservations(w, m) {
        let of = format!("{}: {reservation}", name(m));
        section.point(of).tone(Tone::Open).only(PAGE.and(TERMINAL));
        section.say(reservation).tone(Tone::Open).only(PRINT);
    }
    section.table(statement(w, m)).only(PRINT);
    let undetermined = match coverage::closing(w, m) {
        Closing::Undetermined(why) => Some(format!("The difference cannot be told: {why}.")),
        Closing::NotTested | Closing::JoinsUp | Closing::Differs(_) => None,
    };
    let undetermined = undetermined.map(|said| (Tone::Open, said));
    let made_of = coverage::closing_made_of(w, places, m).map(|said| (Tone::Plain, said));
    for (tone, said) in undetermined.into_iter().chain(made_of) {
        section.point(format!("{}: {said}", name(m))).tone(tone).only(PAGE.and(TERMINAL));
        section.say(said).tone(tone).only(PRINT);
    }
    by_day(section, w, places, m);
    let series = m.series.clone();
    if series.len() < 2 {
        section.say("Too few readings for a plot.").small().only(PRINT);
        return;
    }
    let readings = plural(series.len() as u64, "reading");
    let shows = format!(
        "Plot of {}, over time: as recorded, as expected from the log, and the difference of both; {readings}. Its figures \
         stand in the statement above.",
        name(m)
    );
    section.figure(Figure::Meter { series, shows }).only(PRINT);
}

/// Unit of the display of a meter, in micro-dollars; a cent when its link is not declared.
fn unit(w: &Workpaper, m: &MeterReconciliation) -> i128 {
    let link = w.engagement.links.iter().find(|l| l.id == m.link && l.level == m.level);
    link.map_or(10_000, |l| i128::from(l.running.display_unit.micros()))
}

/// A line of a statement: its name, where it comes from, its amount, and whether it is a sum.
type Movement = (&'static str, String, Cell, bool);

/// What the movements do not add up to: the fraction a display does not show, or what a limit cut off.
fn remainder(m: &MeterReconciliation, unit: i128) -> Option<Movement> {
    let moved = [m.opening, m.contributions, m.awards.negated(), m.reseeds, m.adjustments];
    let sum: i128 = moved.into_iter().map(|part| i128::from(part.micros())).sum();
    let rest = i128::from(m.expected.micros()) - sum;
    let (name, from) = match rest {
        0 => return None,
        _ if rest.abs() < unit => {
            ("Fraction not shown", "carried in the meter, below the unit of the display")
        }
        _ => ("Overflow", "contributions above the limit of the meter"),
    };
    Some((name, from.to_owned(), Cell::money(rest), false))
}

/// Opening reading to closing reading, one movement a line. A reading has no sign.
fn statement(w: &Workpaper, m: &MeterReconciliation) -> Table {
    let reseeds = match m.account {
        "reserve" => "the whole reserve at each",
        _ => "seed plus the whole reserve after a 100 % award",
    };
    let missed = i128::from(m.reseeds_recorded.micros()) - i128::from(m.reseeds.micros());
    let reseeds = match missed {
        0 => reseeds.to_owned(),
        _ => format!("{reseeds}; on record {}, {}", m.reseeds_recorded, signed_dollars(missed)),
    };
    let line = |name, from: &str, amount| (name, from.to_owned(), amount, false);
    let share = "its share of every progressive wager, fractions carried";
    let moved = [
        line("Opening reading", "first reading on record", m.opening.to_string().into()),
        line("Contributions", share, m.contributions.into()),
        line("Awards", "won and deducted", m.awards.negated().into()),
        line("Reseeds due", &reseeds, m.reseeds.into()),
        line("Manual adjustments", "documented, back-outs included", m.adjustments.into()),
    ];
    let after = format!("after {}", plural(m.events, "event"));
    let closed = [
        ("Expected", after, m.expected.to_string().into(), true),
        line("Recorded", "last display on record", m.recorded.to_string().into()),
        ("Difference", "recorded minus expected".to_owned(), difference(w, m), true),
    ];
    let lines = moved.into_iter().chain(remainder(m, unit(w, m))).chain(closed);
    Table::of("", "Statement", lines)
        .column(Column::name("Movement").fit(130), |(name, ..)| *name)
        .column(Column::prose("From"), |(_, from, ..)| from.clone())
        .column(Column::signed("Amount"), |(.., amount, _)| amount.clone())
        .each(|(.., is_sum), row| row.is_total = *is_sum)
        .done()
}

/// The days of one account, on paper: of a single one the statement has the figures.
fn by_day(section: &mut Section, w: &Workpaper, places: &Places, m: &MeterReconciliation) {
    let of = |day: &&MeterDay| day.link == m.link && day.account == m.account;
    let days: Vec<&MeterDay> = w.registers.days.iter().filter(of).collect();
    match days.as_slice() {
        [] => {}
        [only] => {
            let notes = notes(only);
            if !notes.is_empty() {
                section.say(format!("{}: {notes}.", only.date)).small().only(PRINT);
            }
        }
        _ => {
            section.table(self::days(w, places, days).most(PRINT, PRINTED)).only(PRINT);
        }
    }
}

fn days(w: &Workpaper, places: &Places, days: Vec<&MeterDay>) -> Table {
    let meter = |day: &MeterDay| {
        w.meters.iter().find(|m| m.link == day.link.as_str() && m.account == day.account)
    };
    // The difference at the end is that of the last day.
    let made_of = |day: &MeterDay| {
        let is_same = |of: &&MeterDay| of.link == day.link && of.account == day.account;
        let is_last = w.registers.days.iter().rfind(is_same).is_some_and(|last| last == day);
        meter(day).filter(|_| is_last).and_then(|m| coverage::closing_made_of(w, places, m))
    };
    let by_row = "opening + contributions - awards + reseeds + back_outs + others";
    Table::of("", "Each meter and reserve by gaming day", days)
        .column(Column::name("Link").not(PRINT), |d| &d.link)
        .column(Column::name("Account").not(PRINT).wide(9), |d| d.account)
        .column(Column::day("Gaming day"), |d| d.date)
        .column(Column::name("Opened by").only(BOOK).wide(18), |d| {
            if d.is_opened_by_display { "a display" } else { "closing of the day before" }
        })
        .column(Column::money("Coin-in").only(BOOK).summed(), |d| d.wagered.map(|of| of.coin_in))
        .column(Column::money("Left to the house").only(BOOK).summed(), |d| {
            d.wagered.and_then(|of| of.left_to_house)
        })
        .column(Column::money("Opening").key("opening"), |d| d.opening)
        .column(Column::money("Contributions").key("contributions").summed(), |d| d.contributions)
        .column(Column::money("Awards").key("awards").summed(), |d| d.awards)
        .column(Column::signed("Reseeds due").key("reseeds"), |d| d.reseeds)
        .column(Column::signed("Back-outs").key("back_outs"), |d| d.back_outs())
        .column(Column::signed("Other adjustments").key("others"), |d| d.other_adjustments())
        .sum(Column::money("Closing by this row").key("by_row").only(BOOK), by_row)
        .column(Column::money("Closing as kept").key("closing"), |d| d.closing)
        .sum(Column::money("Rounding of shares").only(BOOK), "closing - by_row")
        .column(Column::money("To be displayed").key("shown").only(BOOK), |d| d.shown)
        .column(Column::money("Last display").key("display"), |d| d.reading)
        .column(Column::signed("Variance").follows("display - shown"), |d| variance(w, d, meter(d)))
        .column(Column::prose("What the closing difference is made of").only(BOOK), |d| made_of(d))
        .column(Column::prose("Why it cannot be told").not(PRINT), |d| d.undetermined.clone())
        .column(Column::count("Events").not(PRINT).wide(9), |d| d.events)
        .column(Column::prose("").only(PRINT).note(""), |d| notes(d))
        .done()
}

fn variance(w: &Workpaper, d: &MeterDay, m: Option<&MeterReconciliation>) -> Cell {
    match d.variance() {
        None => Cell::from("cannot be told").tone(Tone::Open),
        Some(_) if !m.is_some_and(|m| coverage::is_meter_tested(w, m)) => {
            Cell::from("not tested").tone(Tone::Quiet)
        }
        Some(Sum::ZERO) => Cell::money(0),
        Some(variance) => Cell::from(variance).tone(Tone::Bad).strong(),
    }
}

/// What the columns have no room for.
fn notes(day: &MeterDay) -> String {
    let wagered = day.wagered.map(|wagered| {
        let coin_in = dollars(wagered.coin_in.micros());
        match wagered.left_to_house.map(|left| dollars(left.micros())) {
            Some(left) => format!("{coin_in} wagered, of which {left} is left to the house"),
            None => format!("{coin_in} wagered, which other meters have shares of, too"),
        }
    });
    let kinds = day.adjustments.iter().map(|(reason, amount)| {
        let reason = if reason.trim().is_empty() { "no reason recorded" } else { reason };
        format!("{} {}", visible(reason), signed_dollars(amount.micros()))
    });
    let hidden = (day.undetermined.is_none() && day.shown != day.closing).then(|| {
        let shown = day.shown;
        format!("{shown} is displayed of the closing, with what the display hid at the opening")
    });
    let undetermined = day.undetermined.iter().map(|why| format!("cannot be told, since {why}"));
    let all = wagered.into_iter().chain(kinds).chain(hidden).chain(undetermined);
    all.collect::<Vec<_>>().join("; ")
}
