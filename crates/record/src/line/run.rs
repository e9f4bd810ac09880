//! Values of a line with their records: one, a run of them, and what is found out of those held.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Behind,
    Fits,
    Ahead,
}

pub(crate) trait Rule {
    type Value: Copy + Ord;
    /// So many values that follow one another make a line of their own, wherever it begins.
    const CONFIRM: u32;

    /// The same where they stand ahead of the others, which may go on as though they were not there.
    const CONFIRM_AHEAD: u32 = Self::CONFIRM;

    /// True when a value may stand several times, and no two records are taken for exchanged.
    const REPEATS: bool = false;

    /// Where `value` stands after `last`, when up to `more` other records may have stood between.
    fn place(&self, last: Self::Value, value: Self::Value, more: u64) -> Place;
}

/// One value with its record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit<V> {
    pub(crate) line: u32,
    pub(crate) value: V,
    /// Records that share the value.
    pub(crate) records: u64,
    /// Unreadable records since the value before it.
    pub(crate) unreadable: u64,
}

impl<V> Unit<V> {
    pub(crate) const fn one(line: u32, value: V) -> Self {
        Self { line, value, records: 1, unreadable: 0 }
    }
}

/// Values that stand together beside the line.
#[derive(Clone, Copy, Debug)]
pub struct Run<V> {
    /// Line of the first record.
    pub line: u32,
    /// First line of the last one.
    pub last_line: u32,
    /// The first value.
    pub first: V,
    /// The last value.
    pub last: V,
    /// How many records.
    pub records: u64,
    /// Unreadable records between the line and it.
    pub unreadable: u64,
    /// How many values; each has a line of its own, and lines are numbered in 32 bits.
    pub(super) units: u32,
    /// Unreadable records among its own.
    within: u64,
}

impl<V: Copy> Run<V> {
    pub(crate) fn of(unit: &Unit<V>, before: u64) -> Self {
        Self {
            line: unit.line,
            last_line: unit.line,
            first: unit.value,
            last: unit.value,
            records: unit.records,
            unreadable: before + unit.unreadable,
            units: 1,
            within: 0,
        }
    }

    pub(crate) fn extend(&mut self, unit: &Unit<V>) {
        self.last_line = unit.line;
        self.last = unit.value;
        self.records += unit.records;
        self.units += 1;
        self.within += unit.unreadable;
    }

    pub(super) fn absorb(&mut self, later: &Self) {
        self.last_line = later.last_line;
        self.last = later.last;
        self.records += later.records;
        self.units += later.units;
        self.within += later.unreadable + later.within;
    }

    /// Unreadable records from the line to its last value.
    pub(super) fn unreadable_in_all(&self) -> u64 {
        self.unreadable + self.within
    }

    pub(crate) fn is_alone(&self) -> bool {
        self.units == 1
    }
}

/// Records out of line, and the values on both sides of them.
#[derive(Clone, Copy, Debug)]
pub struct OutOfLine<V> {
    /// The records.
    pub run: Run<V>,
    /// The value of the line before them, if any.
    pub before: Option<V>,
    /// The value with which the line goes on, if any.
    pub after: Option<V>,
}

/// What was found out of the held records, the oldest first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verdict<V> {
    /// So many of them stand in the line.
    InLine(u32),
    /// So many stand in the line, which goes on from there: values after `previous` may be missing.
    /// `is_last` where nothing after it says so.
    Jump { held: u32, run: Run<V>, previous: Option<V>, is_last: bool },
    /// So many of them stand out of line.
    OutOfLine { held: u32, of: OutOfLine<V> },
    /// So many of them belong to a step back, which goes on.
    Back(u32),
}
