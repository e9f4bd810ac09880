//! Observations that came a second time: how many, and in which stretches one after another.

/// Observations that came a second time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// How many observations are like an earlier one.
    pub copies: u64,
    /// The longest stretches of them, at most [`STRETCHES_MAX`], the longest first.
    pub stretches: Vec<Stretch>,
    /// Stretches beyond these.
    pub more: u64,
}

/// Stretches of copies that are kept.
pub(crate) const STRETCHES_MAX: usize = 10;

/// Observations in a row that are like others in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Index of the first of those that came earlier.
    pub earlier: u64,
    /// Index of the first of those that came later.
    pub later: u64,
    /// How many, 1 at least.
    pub length: u64,
}

impl Stretch {
    /// The first and the last of the earlier, and of the later.
    pub(super) fn ends(&self) -> [u64; 4] {
        let last = self.length - 1;
        [self.earlier, self.earlier + last, self.later, self.later + last]
    }
}

impl Copies {
    /// From pairs of indices, the earlier and the later of two that are alike, in any order.
    pub(crate) fn of(mut pairs: Vec<(u64, u64)>) -> Self {
        pairs.sort_unstable_by_key(|(earlier, later)| (*later, *earlier));
        let mut stretches: Vec<Stretch> = Vec::new();
        for (earlier, later) in &pairs {
            match stretches.last_mut() {
                Some(s) if (s.earlier + s.length, s.later + s.length) == (*earlier, *later) => {
                    s.length += 1;
                }
                _ => stretches.push(Stretch { earlier: *earlier, later: *later, length: 1 }),
            }
        }
        Self::of_stretches(pairs.len() as u64, stretches, 0)
    }

    /// From how many there are, stretches of them, and the number of other stretches.
    pub(crate) fn of_stretches(copies: u64, mut stretches: Vec<Stretch>, more: u64) -> Self {
        stretches.sort_by_key(|s| (std::cmp::Reverse(s.length), s.later));
        let beyond = stretches.split_off(STRETCHES_MAX.min(stretches.len()));
        Self { copies, stretches, more: more + beyond.len() as u64 }
    }
}
