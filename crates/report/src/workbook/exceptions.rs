//! The sheets that stream from the spool: every exception, every settlement that differs, and what comes of them by
//! seat and round.

use super::cell::{Cell, Place};
use super::error::WorkbookError;
use super::index::Index;
use super::owed::Owed;
use super::sheet::{Column, Sheet};
use crate::directions::{DIRECTIONS, in_order};
use crate::json::{ExceptionWire, SpoolReader};
use crate::words::micros;
use feltproof_model::{Date, Engagement, Timestamp};
use feltproof_paper::findings::cause_id;
use std::io::BufRead;

pub(super) const EXCEPTIONS: &str = "Exceptions";
pub(super) const SETTLEMENTS: &str = "Settlements that differ";

/// The first column of money by direction.
pub(super) const MONEY: usize = 17;

pub(super) const EXCEPTION_COLUMNS: [Column; 24] = [
    Column::new("No.", 7),
    Column::new("Finding", 10),
    Column::new("Check", 10),
    Column::wrapped("File", 15),
    Column::new("Line", 8),
    Column::new("Local time", 22),
    Column::new("UTC offset", 8),
    Column::new("Gaming day", 11),
    Column::new("Table", 10),
    Column::new("Link", 12),
    Column::new("Round", 8),
    Column::new("Seat", 6),
    Column::new("Dealer", 10),
    Column::wrapped("Expected", 20),
    Column::wrapped("Recorded", 20),
    Column::money("Recorded minus expected"),
    Column::wrapped("In favour of", 11),
    Column::summed(DIRECTIONS[0].0),
    Column::summed(DIRECTIONS[1].0),
    Column::summed(DIRECTIONS[2].0),
    Column::summed(DIRECTIONS[3].0),
    Column::wrapped("Why", 54),
    Column::new("Cause", 7),
    Column::new("Waiver", 7),
];

pub(super) const SETTLEMENT_COLUMNS: [Column; 16] = [
    Column::new("Exception", 10),
    Column::new("Check", 10),
    Column::new("Gaming day", 11),
    Column::new("Local time", 22),
    Column::new("Table", 10),
    Column::new("Round", 8),
    Column::new("Seat", 6),
    Column::new("Dealer", 10),
    Column::money("Owed"),
    Column::money("Recorded"),
    Column::money("Recorded minus owed"),
    Column::summed(DIRECTIONS[0].0),
    Column::summed(DIRECTIONS[1].0),
    Column::wrapped("File", 15),
    Column::new("Line", 8),
    Column::wrapped("Why", 54),
];

/// The exceptions as they are written, in the order of the run.
pub(super) struct Register<'a, 'b> {
    pub(super) engagement: &'a Engagement,
    pub(super) exceptions: Sheet<'b>,
    pub(super) settlements: Sheet<'b>,
    pub(super) owed: Owed,
    pub(super) index: Index,
}

impl Register<'_, '_> {
    /// Writes all of a spool; gives how many it holds.
    pub(super) fn read<R: BufRead>(&mut self, spool: R) -> Result<u64, WorkbookError> {
        let mut spool = SpoolReader::new(spool);
        while let Some(exception) = spool.next()? {
            self.push(&exception)?;
        }
        Ok(spool.read())
    }

    fn push(&mut self, e: &ExceptionWire) -> Result<(), WorkbookError> {
        let place = self.exceptions.next();
        let finding = self.index.link(e, place);
        let difference = e.difference_dollars.as_deref().and_then(micros);
        let day = self.gaming_day(e);
        let [time, offset] = Cell::local(e.time.as_deref());
        let [overpaid, owed, over, short] =
            in_order(e.money()).map(|micros| Cell::money((micros != 0).then_some(micros)));
        self.exceptions.push(&[
            Cell::Count(e.number),
            finding,
            Cell::text(&e.code),
            Cell::text(&e.file),
            Cell::Count(e.line.into()),
            time.clone(),
            offset,
            day.map_or(Cell::Empty, Cell::Day),
            Cell::maybe(e.table.as_deref()),
            Cell::maybe(e.link.as_deref()),
            e.round.map_or(Cell::Empty, |round| Cell::Count(round.into())),
            Cell::number(e.seat.as_deref()),
            Cell::maybe(e.dealer.as_deref()),
            Cell::text(&e.expected),
            Cell::text(&e.recorded),
            Cell::money(difference),
            Cell::maybe(e.favours.as_deref()),
            overpaid,
            owed,
            over,
            short,
            Cell::text(&e.explanation),
            Cell::maybe(self.index.cause(e).map(cause_id)),
            e.waiver.map_or(Cell::Empty, |waiver| Cell::Count(waiver.into())),
        ])?;
        let paid = e.money().between_players_and_house().zip(difference);
        let Some((paid, difference)) = paid else { return Ok(()) };
        self.owed.add(e, day, paid, place);
        self.settle(e, place, (day, time), (paid, difference))
    }

    /// A row of the settlements that differ.
    fn settle(
        &mut self,
        e: &ExceptionWire,
        place: Option<Place>,
        (day, time): (Option<Date>, Cell),
        ((over, under), micros): ((i128, i128), i128),
    ) -> Result<(), WorkbookError> {
        let (owed, recorded) = (amount(&e.expected), amount(&e.recorded));
        let adds_up = owed.zip(recorded).is_some_and(|(o, r)| r - o == micros);
        let cell = |column: usize| self.settlements.cell(column);
        let difference = match adds_up {
            true => Cell::Sum { formula: format!("ROUND({}-{},6)", cell(9), cell(8)), micros },
            false => Cell::Money(micros),
        };
        let in_words = |amount: Option<i128>, text: &str| match amount {
            Some(micros) => Cell::Money(micros),
            None => Cell::text(text),
        };
        let exception = match place {
            Some(to) => Cell::Link { to, text: format!("No. {}", e.number) },
            None => Cell::Count(e.number),
        };
        self.settlements.push(&[
            exception,
            Cell::text(&e.code),
            day.map_or(Cell::Empty, Cell::Day),
            time,
            Cell::maybe(e.table.as_deref()),
            e.round.map_or(Cell::Empty, |round| Cell::Count(round.into())),
            Cell::number(e.seat.as_deref()),
            Cell::maybe(e.dealer.as_deref()),
            in_words(owed, &e.expected),
            in_words(recorded, &e.recorded),
            difference,
            Cell::money((over > 0).then_some(over)),
            Cell::money((under > 0).then_some(under)),
            Cell::text(&e.file),
            Cell::Count(e.line.into()),
            Cell::text(&e.explanation),
        ])
    }

    fn gaming_day(&self, e: &ExceptionWire) -> Option<Date> {
        let time: jiff::Timestamp = e.time.as_deref()?.parse().ok()?;
        let day = self.engagement.day_of(Timestamp(time.as_microsecond()))?;
        self.engagement.days.get(usize::from(day)).map(|day| day.date)
    }
}

/// The same of an amount in words: `$1,234.50`, `-$0.0125`; `None` for any other words.
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
