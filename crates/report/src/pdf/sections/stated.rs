//! What the engagement states, exactly as stated: figures of the odds, dates and texts of the law; part of the scope.

use crate::pdf::flow::Flow;
use crate::pdf::table::{Column, PrintedTable, row};
use feltproof_model::engagement::{Figure, StatedFigure};
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Rate, Rounding};

/// What the property states of the odds; what they are by count is with the check that compares.
pub(super) fn stated(flow: &mut Flow<'_>, w: &Workpaper) {
    if w.engagement.stated.is_empty() {
        return;
    }
    flow.part("Figures of the odds, as stated");
    let mut table = PrintedTable::new(vec![
        Column::fit("Game", 90.0),
        Column::share("Wager", 1.0),
        Column::share("Figure", 0.8),
        Column::number("Stated"),
        Column::share("Source", 1.0),
    ]);
    for s in &w.engagement.stated {
        let figure = match s.figure {
            Figure::HouseEdge => "house edge",
            Figure::HitFrequency => "hit frequency",
            Figure::ElementOfRisk => "element of risk",
        };
        table.row(row![&*s.game, stated_of(s), figure, share(s.value, s.decimals), &*s.source]);
    }
    table.draw(flow);
}

/// What the engagement states of the law as confirmed: its word, with the source that it gives.
pub(super) fn confirmed(flow: &mut Flow<'_>, w: &Workpaper) {
    if w.engagement.confirmed.is_empty() {
        return;
    }
    flow.part("Stated by the engagement as confirmed");
    let mut table = PrintedTable::new(vec![
        Column::fit("Rule pack", 70.0),
        Column::share("Limit or control", 1.0),
        Column::fit("From", 60.0),
        Column::share("Source", 1.0),
        Column::share("Confirmed by", 0.7),
    ]);
    for of in &w.engagement.confirmed {
        let by = format!("{}, {}", of.by, of.date);
        let pack = of.pack.as_deref().unwrap_or_default();
        table.row(row![pack, of.what.in_words(), of.from.to_string(), &*of.source, by]);
    }
    table.draw(flow);
}

/// `Cover All CA-1, 5 hands`.
fn stated_of(s: &StatedFigure) -> String {
    let mut text = s.wager.to_string();
    if !s.paytable.is_empty() {
        text.push_str(&format!(" {}", s.paytable));
    }
    if let Some(hands) = s.hands {
        text.push_str(&format!(", {hands} hands"));
    }
    text
}

/// A share of one with the decimals it was stated with: `3.40%` of four decimals, `0.5` of one.
fn share(value: Rate, decimals: u8) -> String {
    let scaled = 10_i128
        .checked_pow(decimals.into())
        .and_then(|scale| scale.checked_mul(value.numerator().into()))
        .and_then(|scaled| Rounding::Exact.divide(scaled, value.denominator().into()));
    // A value that is not a whole number of its own decimals is printed as what it is.
    let Some(scaled) = scaled else { return value.percent() };
    let (fraction, sign) = match usize::from(decimals).checked_sub(2) {
        Some(places) => (places, "%"),
        None => (usize::from(decimals), ""),
    };
    let digits = format!("{scaled:0>width$}", width = fraction + 1);
    match digits.split_at_checked(digits.len() - fraction) {
        Some((whole, places)) if fraction > 0 => format!("{whole}.{places}{sign}"),
        _ => format!("{digits}{sign}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stated_share_keeps_its_decimals() {
        for (numerator, denominator, decimals, text) in [
            (342, 10_000, 4, "3.42%"),
            (340, 10_000, 4, "3.40%"),
            (34, 1_000, 3, "3.4%"),
            (3, 100, 2, "3%"),
            (0, 1, 2, "0%"),
            (0, 1, 4, "0.00%"),
            (5, 10_000, 4, "0.05%"),
            (1, 1, 4, "100.00%"),
            (5, 10, 1, "0.5"),
            (0, 1, 1, "0.0"),
            (1, 1, 0, "1"),
            // Not a whole number of its decimals: the value as it is.
            (1, 3, 4, "1/3 of the whole"),
            (5, 10_000, 2, "0.05%"),
        ] {
            let value = Rate::new(numerator, denominator).unwrap_or(Rate::ZERO);
            assert_eq!(share(value, decimals), text);
        }
    }
}
