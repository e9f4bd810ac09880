//! The registers of the record: awards, adjustments by hand, back-outs, a sheet each.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::clock::Clock;
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Money, RegisterEntry, RegisteredAward, RegisteredBackOut, Sum};

pub(super) const AWARDS: &str = "Awards";
pub(super) const ADJUSTMENTS: &str = "Adjustments";
pub(super) const BACK_OUTS: &str = "Back-outs";

/// What every register begins with.
const ENTRY: usize = 9;

pub(super) const AWARD_COLUMNS: [Column; 25] = [
    Column::new("No.", 6),
    Column::new("Manager's no.", 10),
    Column::new("Local time", 22),
    Column::new("UTC offset", 8),
    Column::new("Link", 14),
    Column::new("Actor", 14),
    Column::new("Document", 16),
    Column::new("File", 18),
    Column::new("Line", 8),
    Column::new("Level", 10),
    Column::new("Table", 10),
    Column::new("Round", 8),
    Column::new("Seat", 6),
    Column::new("Cards", 20),
    Column::wrapped("Hand", 24),
    Column::new("Share of the meter", 10),
    Column::summed("Award"),
    Column::money("Meter before"),
    Column::money("Meter after"),
    Column::summed("Added by the reseed"),
    Column::summed("Seed of the settings"),
    Column::summed("Drawn from the reserve"),
    Column::money("Of seed and reserve not added"),
    Column::wrapped("Steps at the controller", 30),
    Column::new("Backed out", 10),
];

pub(super) const ADJUSTMENT_COLUMNS: [Column; 15] = [
    Column::new("No.", 6),
    Column::new("Manager's no.", 10),
    Column::new("Local time", 22),
    Column::new("UTC offset", 8),
    Column::new("Link", 14),
    Column::new("Actor", 14),
    Column::new("Document", 16),
    Column::new("File", 18),
    Column::new("Line", 8),
    Column::new("Account", 9),
    Column::new("Reason", 22),
    Column::money("Amount"),
    Column::money("Before"),
    Column::money("After"),
    Column::wrapped("What the record holds of the reason", 44),
];

pub(super) const BACK_OUT_COLUMNS: [Column; 16] = [
    Column::new("No.", 6),
    Column::new("Manager's no.", 10),
    Column::new("Local time", 22),
    Column::new("UTC offset", 8),
    Column::new("Link", 14),
    Column::new("Actor", 14),
    Column::new("Document", 16),
    Column::new("File", 18),
    Column::new("Line", 8),
    Column::new("Awards", 12),
    Column::summed("Awarded"),
    Column::summed("To the meter"),
    Column::summed("Owed to the meter"),
    Column::summed("To the reserve"),
    Column::summed("Owed to the reserve"),
    Column::summed("Seed back to the house"),
];

/// Writes the registers.
pub(super) struct Writer<'a> {
    pub(super) w: &'a Workpaper,
    pub(super) clock: &'a Clock,
    pub(super) places: &'a Places,
}

fn money(amount: Option<Money>) -> Cell {
    Cell::money(amount.map(|amount| amount.micros().into()))
}

fn sum(amount: Option<Sum>) -> Cell {
    Cell::money(amount.map(Sum::micros))
}

impl Writer<'_> {
    fn entry(&self, entry: &RegisterEntry) -> [Cell; ENTRY] {
        let (file, line) = self.places.file_and_line(entry.locus);
        let [time, offset] = Cell::local(Some(&self.clock.rfc3339(entry.time)));
        [
            Cell::Count(u64::try_from(entry.number).unwrap_or(u64::MAX)),
            Cell::Count(entry.seq),
            time,
            offset,
            Cell::text(&entry.link),
            Cell::text(&entry.actor),
            Cell::text(&entry.document),
            Cell::text(file),
            Cell::Count(line.into()),
        ]
    }

    pub(super) fn awards(&self, sheet: &mut Sheet<'_>) -> Result<(), WorkbookError> {
        for award in &self.w.registers.awards {
            let cells = self.entry(&award.entry).into_iter().chain(self.award(award));
            sheet.push(&cells.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn award(&self, a: &RegisteredAward) -> [Cell; 16] {
        let steps = a.steps.iter().map(|(step, actor)| format!("{step}: {actor}"));
        [
            Cell::text(&a.level),
            Cell::text(&self.w.engagement.table(a.table).id),
            Cell::Count(a.round.into()),
            Cell::number(Some(&a.seat.to_string())),
            Cell::maybe(a.cards.as_deref()),
            Cell::maybe(a.hand.as_deref()),
            Cell::maybe(a.share.map(|share| share.to_string())),
            money(Some(a.amount)),
            money(a.before),
            money(Some(a.after)),
            money(a.reseed.map(|reseed| reseed.added)),
            money(a.reseed.map(|reseed| reseed.seed)),
            money(a.reseed.map(|reseed| reseed.reserve)),
            sum(a.reseed.map(|reseed| reseed.missing)),
            Cell::text(steps.collect::<Vec<_>>().join("; ")),
            Cell::text(if a.is_backed_out { "yes" } else { "no" }),
        ]
    }

    pub(super) fn adjustments(&self, sheet: &mut Sheet<'_>) -> Result<(), WorkbookError> {
        for a in &self.w.registers.adjustments {
            let own = [
                Cell::text(a.account),
                Cell::text(&a.reason),
                money(Some(a.amount)),
                money(a.before),
                money(Some(a.after)),
                Cell::text(&a.support),
            ];
            sheet.push(&self.entry(&a.entry).into_iter().chain(own).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    pub(super) fn back_outs(&self, sheet: &mut Sheet<'_>) -> Result<(), WorkbookError> {
        for b in &self.w.registers.back_outs {
            let cells = self.entry(&b.entry).into_iter().chain(back_out(b));
            sheet.push(&cells.collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

fn back_out(b: &RegisteredBackOut) -> [Cell; 7] {
    let awards: Vec<String> = b.awards.iter().map(ToString::to_string).collect();
    [
        Cell::text(awards.join(", ")),
        sum((!b.awards.is_empty()).then_some(b.awarded)),
        sum(Some(b.to_meter)),
        sum(b.meter_owed),
        sum(Some(b.to_reserve)),
        sum(b.reserve_owed),
        sum(b.seed()),
    ]
}
