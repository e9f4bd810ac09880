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
        let mut plain = 0_usize;
        for point in &self.points {
            let keep = point.moved_by.is_some();
            plain += usize::from(!keep);
            // Beyond half the room, marked points are thinned like the rest.
            if (keep && points.len() < SERIES_MAX / 2) || plain % 2 == 1 {
                points.push(*point);
            }
        }
        self.points = points;
        self.stride *= 2;
    }
}
