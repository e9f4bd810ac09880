//! The columns of the sheets that stream from the spool: every exception, every settlement that differs.

use super::sheet::Columns;
use crate::belongs::Belongs;
use crate::directions::{DIRECTIONS, in_order};
use crate::json::ExceptionWire;
use crate::words::micros;
use feltproof_model::{Date, Engagement, Timestamp};
use feltproof_paper::findings::{cause_id, name};
use feltproof_paper::{Anchor, Cell, Column, Value};

/// An exception of the spool, with what it belongs to and what it comes to.
pub(super) struct Entry {
    pub(super) e: ExceptionWire,
    finding: Cell,
    cause: Option<usize>,
    time: Value,
    pub(super) day: Option<Date>,
    difference: Option<i128>,
    /// In the order of [`DIRECTIONS`].
    pub(super) money: [i128; 4],
}

impl Entry {
    pub(super) fn new(e: ExceptionWire, belongs: &Belongs, engagement: &Engagement) -> Self {
        let time: Option<jiff::Timestamp> = e.time.as_deref().and_then(|time| time.parse().ok());
        let time = time.map(|time| Timestamp(time.as_microsecond()));
        let day = time.and_then(|time| engagement.day_of(time));
        let day = day.and_then(|day| engagement.days.get(usize::from(day)));
        Self {
            finding: finding(belongs.findings(&e)),
            cause: belongs.cause(&e),
            // A time that no calendar has stands as it is.
            time: time.map_or_else(|| e.time.clone().into(), Value::Time),
            day: day.map(|day| day.date),
            difference: e.difference_dollars.as_deref().and_then(micros),
            money: in_order(e.money()),
            e,
        }
    }

    /// Whether money stands between players and house; what concerns funds is no settlement.
    pub(super) fn is_settlement(&self) -> bool {
        self.difference.is_some() && (self.money[0], self.money[1]) != (0, 0)
    }

    fn money(&self, direction: usize) -> Cell {
        let micros = self.money[direction];
        (micros != 0).then_some(Value::Money(micros)).into()
    }
}

pub(super) const EXCEPTIONS: &Columns<Entry> = &[
    (Column::count("No.").wide(7), |of| of.e.number.into()),
    (Column::name("Finding").wide(10), |of| of.finding.clone()),
    (Column::code("Check"), |of| (&of.e.code).into()),
    (Column::line("").wide(15), |of| place(&of.e)),
    (Column::time("Local time"), |of| of.time.clone().into()),
    (Column::day("Gaming day"), |of| of.day.into()),
    (Column::code("Table"), |of| of.e.table.clone().into()),
    (Column::code("Link").wide(12), |of| of.e.link.clone().into()),
    (Column::count("Round").wide(8), |of| of.e.round.into()),
    (Column::name("Seat").wide(6), |of| of.e.seat.clone().into()),
    (Column::code("Dealer"), |of| of.e.dealer.clone().into()),
    (Column::prose("Expected").wide(20), |of| (&of.e.expected).into()),
    (Column::prose("Recorded").wide(20), |of| (&of.e.recorded).into()),
    (Column::money("Recorded minus expected"), |of| of.difference.map(Value::Money).into()),
    (Column::prose("In favour of").wide(11), |of| of.e.favours.clone().into()),
    (Column::money(DIRECTIONS[0].0).summed(), |of| of.money(0)),
    (Column::money(DIRECTIONS[1].0).summed(), |of| of.money(1)),
    (Column::money(DIRECTIONS[2].0).summed(), |of| of.money(2)),
    (Column::money(DIRECTIONS[3].0).summed(), |of| of.money(3)),
    (Column::prose("Why").wide(54), |of| (&of.e.explanation).into()),
    (Column::name("Cause").wide(7), |of| of.cause.map(cause_id).into()),
    (Column::count("Waiver").wide(7), |of| of.e.waiver.map(u32::from).into()),
];

pub(super) const SETTLEMENTS: &Columns<Entry> = &[
    (Column::name("Exception").wide(10), |of| {
        Cell::from(format!("No. {}", of.e.number)).to(Some(Anchor::Exception(of.e.number)))
    }),
    (Column::code("Check"), |of| (&of.e.code).into()),
    (Column::day("Gaming day"), |of| of.day.into()),
    (Column::time("Local time"), |of| of.time.clone().into()),
    (Column::code("Table"), |of| of.e.table.clone().into()),
    (Column::count("Round").wide(8), |of| of.e.round.into()),
    (Column::name("Seat").wide(6), |of| of.e.seat.clone().into()),
    (Column::code("Dealer"), |of| of.e.dealer.clone().into()),
    (Column::money("Owed").key("owed"), |of| amount_or_words(&of.e.expected)),
    (Column::money("Recorded").key("recorded"), |of| amount_or_words(&of.e.recorded)),
    (Column::money("Recorded minus owed").follows("recorded - owed"), |of| {
        of.difference.map(Value::Money).into()
    }),
    (Column::money(DIRECTIONS[0].0).summed(), |of| of.money(0)),
    (Column::money(DIRECTIONS[1].0).summed(), |of| of.money(1)),
    (Column::line("").wide(15), |of| place(&of.e)),
    (Column::prose("Why").wide(54), |of| (&of.e.explanation).into()),
];

fn place(e: &ExceptionWire) -> Cell {
    Value::Line { file: e.file.clone(), line: e.line }.into()
}

/// Leads from an exception to its finding, and names the others.
fn finding(findings: &[usize]) -> Cell {
    let Some((first, others)) = findings.split_first() else { return Cell::default() };
    let others: Vec<String> = others.iter().map(|at| name(*at)).collect();
    let text = match others.is_empty() {
        true => name(*first),
        false => format!("{} (and {})", name(*first), others.join(", ")),
    };
    Cell::from(text).to(Some(Anchor::Finding(*first)))
}

fn amount_or_words(words: &str) -> Cell {
    amount(words).map_or_else(|| words.into(), Cell::money)
}
/// Micro-dollars of an amount in words: `$1,234.50`, `-$0.0125`; `None` for any other words.
fn amount(words: &str) -> Option<i128> {
    let (sign, rest) = words.strip_prefix('-').map_or(("", words), |rest| ("-", rest));
    micros(&format!("{sign}{}", rest.strip_prefix('$')?.replace(',', "")))
}

#[cfg(test)]
mod tests {
    use super::{amount, micros};
    use feltproof_model::Money;

    #[test]
    fn amounts_read_as_they_were_written() {
        for value in [0, 1, -1, 12_500, -12_500, 1_234_567_500_000, i64::MAX, i64::MIN + 1] {
            let money = Money::from_micros(value);
            assert_eq!(amount(&money.to_string()), Some(value.into()));
            assert_eq!(micros(&money.plain()), Some(value.into()));
        }
        for words in ["$4,213.7525 on the display", "three", "", "$", "-$", "$1.2345678", "$=1"] {
            assert_eq!(amount(words), None, "{words}");
        }
    }
}
