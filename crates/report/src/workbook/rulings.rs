//! The points that the source documents leave open, each with the reading applied and what it rests on.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use feltproof_model::workpaper::Workpaper;

pub(super) const RULINGS: &str = "Rulings";

pub(super) const COLUMNS: [Column; 6] = [
    Column::new("Game", 18),
    Column::new("Ruling", 28),
    Column::wrapped("Open point", 60),
    Column::wrapped("Reading applied", 30),
    Column::new("By", 14),
    Column::wrapped("Rests on", 80),
];

pub(super) fn write(sheet: &mut Sheet<'_>, w: &Workpaper) -> Result<(), WorkbookError> {
    w.rulings.iter().try_for_each(|ruling| {
        sheet.push(&[
            Cell::text(&ruling.game),
            Cell::text(&ruling.id),
            Cell::text(&ruling.question),
            Cell::text(&ruling.applied),
            Cell::text(if ruling.chosen { "engagement" } else { "default" }),
            Cell::text(&ruling.source),
        ])
    })
}
