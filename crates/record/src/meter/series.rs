//! The course of a meter for its chart: enough points to see every award, however long the record.

use feltproof_model::workpaper::MeterPoint;

/// At most about 800 points of a series, evenly thinned as it grows; what moved it but for wagers is kept.
pub(super) struct Series {
    pub(super) points: Vec<MeterPoint>,
    stride: u64,
    seen: u64,
}

impl Default for Series {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 1, seen: 0 }
    }
}

const SERIES_MAX: usize = 800;

impl Series {
    pub(super) fn push(&mut self, point: MeterPoint) {
        if point.moved_by.is_some() || self.seen.is_multiple_of(self.stride) {
            self.points.push(point);
        }
        self.seen += 1;
        if self.points.len() > SERIES_MAX {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let mut points = Vec::new();
        let (mut plain, mut kept) = (0_usize, 0_usize);
        for point in &self.points {
            let keep = point.moved_by.is_some();
            plain += usize::from(!keep);
            kept += usize::from(keep);
            // Beyond half the room, marked points are thinned like the rest.
            if (keep && kept <= SERIES_MAX / 2) || plain % 2 == 1 {
                points.push(*point);
            }
        }
        self.points = points;
        self.stride *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::{SERIES_MAX, Series};
    use feltproof_model::workpaper::{MeterPoint, Movement};
    use feltproof_model::{Money, Timestamp};

    #[test]
    fn what_moved_the_meter_stays_wherever_the_series_is_thinned() {
        for place in [3, SERIES_MAX - 1, SERIES_MAX, SERIES_MAX + 1, 3 * SERIES_MAX] {
            let mut series = Series::default();
            for at in 0..5 * SERIES_MAX {
                series.push(MeterPoint {
                    time: Timestamp::from_seconds(at.try_into().unwrap_or(i64::MAX)),
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
