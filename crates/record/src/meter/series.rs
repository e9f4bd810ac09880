//! The course of a meter for its chart: enough points to see every award, however long the record.

use feltproof_model::workpaper::MeterPoint;

/// At most about 800 points of a series, evenly thinned as it grows; of what moved it but for wagers the first 400 are kept.
pub(super) struct Series {
    pub(super) points: Vec<MeterPoint>,
    stride: u64,
    seen: u64,
    marked: usize,
}

impl Default for Series {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 1, seen: 0, marked: 0 }
    }
}

const SERIES_MAX: usize = 800;

/// Marked points beyond half the room are thinned like the rest.
const MARKED_MAX: usize = SERIES_MAX / 2;

impl Series {
    pub(super) fn push(&mut self, point: MeterPoint) {
        let is_kept = point.moved_by.is_some() && self.marked < MARKED_MAX;
        self.marked += usize::from(is_kept);
        if is_kept || self.seen.is_multiple_of(self.stride) {
            self.points.push(point);
        }
        self.seen += 1;
        if self.points.len() > SERIES_MAX {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let (mut plain, mut kept) = (0_usize, 0_usize);
        self.points.retain(|point| {
            let keep = point.moved_by.is_some() && kept < MARKED_MAX;
            plain += usize::from(!keep);
            kept += usize::from(keep);
            keep || plain % 2 == 1
        });
        self.stride *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::{SERIES_MAX, Series};
    use feltproof_model::workpaper::{MeterPoint, Movement};
    use feltproof_model::{Money, Timestamp};

    #[test]
    fn a_record_of_nothing_but_adjustments_is_thinned_too() {
        let mut series = Series::default();
        for at in 0..100_000 {
            series.push(MeterPoint {
                time: Timestamp::from_seconds(at),
                recorded: Money::ZERO,
                kept: Money::ZERO,
                moved_by: Some(Movement::Adjustment),
            });
            assert!(series.points.len() <= SERIES_MAX + 1);
        }
        assert!(series.points.len() > SERIES_MAX / 2 && series.stride < 100_000);
    }

    #[test]
    fn what_moved_the_meter_stays_wherever_the_series_is_thinned() {
        for place in [3, SERIES_MAX - 1, SERIES_MAX, SERIES_MAX + 1, 3 * SERIES_MAX] {
            let mut series = Series::default();
            for at in 0..5 * SERIES_MAX {
                series.push(MeterPoint {
                    time: Timestamp::from_seconds(at.try_into().unwrap()),
                    recorded: Money::ZERO,
                    kept: Money::ZERO,
                    moved_by: (at == place).then_some(Movement::Reseed),
                });
            }
            let moved = series.points.iter().filter(|point| point.moved_by.is_some());
            assert_eq!(moved.count(), 1, "at {place}");
            assert!(series.points.len() <= SERIES_MAX + 1, "{}", series.points.len());
        }
    }
}
