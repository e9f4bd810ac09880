//! Whether paid beyond owed rises or falls from one gaming day to the next, by order of rates.

use crate::error::{AnalysisError, Result};
use crate::frame::{DayGroup, Frame};
use crate::partial::Partial;
use crate::variance::{Keys, Names};
use feltproof_model::analysis::{DayFigures, TrendLine};
use feltproof_model::workpaper::Dimension;
use feltproof_stats::{adjusted, trend};

/// The places of the days in the order of what is paid beyond what is owed for each dollar staked; equal ones share one.
fn places(days: &[DayFigures]) -> Vec<usize> {
    let net = |of: &DayFigures| i128::from(of.paid_micros) - i128::from(of.owed_micros);
    let compare = |a: &DayFigures, b: &DayFigures| {
        // Both stakes are above zero, and products of two sums of 64 bits fit in 128.
        let [cross_a, cross_b] =
            [(a, b), (b, a)].map(|(of, by)| net(of) * i128::from(by.staked_micros));
        cross_a.cmp(&cross_b)
    };
    let mut sorted: Vec<&DayFigures> = days.iter().collect();
    sorted.sort_by(|a, b| compare(a, b));
    days.iter().map(|day| sorted.partition_point(|other| compare(other, day).is_lt())).collect()
}

/// A line for the house, each table and each dealer, in this order. None where there is one gaming
/// day: no day comes before or after it. Fails as [`crate::variance`] does.
pub fn trends(partial: &Partial, names: &Names) -> Result<Vec<TrendLine>, AnalysisError> {
    let cells = partial.cells();
    if cells.iter().all(|(cell, _)| Some(cell.day) == cells.first().map(|(first, _)| first.day)) {
        return Ok(Vec::new());
    }
    let keys = Keys::of(&cells);
    let frame = Frame::build(&cells, |dimension, cell| keys.number(dimension, cell))?;
    let mut lines: Vec<TrendLine> = Vec::new();
    for dimension in [None, Some(Dimension::Table), Some(Dimension::Dealer)] {
        let mut last = None;
        for group in frame.sum_by_day(dimension)?.into_iter().filter(|group| group.staked > 0) {
            if last != Some(group.key) {
                let of = dimension.zip(group.key);
                let of = of.map(|(dimension, key)| {
                    Ok::<_, AnalysisError>((dimension, keys.name(dimension, key, names)?))
                });
                lines.push(line(of.transpose()?));
                last = Some(group.key);
            }
            if let Some(line) = lines.last_mut() {
                line.days.push(figures(&group, &keys, names)?);
            }
        }
    }
    judge(&mut lines);
    Ok(lines)
}

const fn line(of: Option<(Dimension, String)>) -> TrendLine {
    TrendLine { of, days: Vec::new(), score: 0, most: 0, p: None, adjusted: None }
}

fn figures(group: &DayGroup, keys: &Keys<'_>, names: &Names) -> Result<DayFigures> {
    Ok(DayFigures {
        day: keys.name(Dimension::GamingDay, group.day, names)?,
        staked_micros: group.staked,
        owed_micros: group.owed,
        paid_micros: group.paid,
    })
}

fn judge(lines: &mut [TrendLine]) {
    let mut ps = Vec::new();
    for line in lines.iter_mut() {
        let found = trend(&places(&line.days));
        (line.score, line.most) = (found.score, found.most);
        if line.days.len() >= TrendLine::DAYS_MIN {
            line.p = Some(found.p.trillionths());
            ps.push(found.p);
        }
    }
    let tested = lines.iter_mut().filter(|line| line.p.is_some());
    for (line, adjusted) in tested.zip(adjusted(&ps)) {
        line.adjusted = Some(adjusted.trillionths());
    }
}
