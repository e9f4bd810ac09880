//! Counts of parts of a source that add up to those of the whole.

use std::collections::BTreeMap;

/// What is counted part by part.
pub(crate) trait Sums {
    /// Adds the counts of another part.
    fn add(&mut self, more: &Self);
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Sums for $number {
            fn add(&mut self, more: &Self) {
                *self += more;
            }
        }
    )*};
}

numbers!(u64 u128 i64);

/// Something is so in the whole if it is in a part.
impl Sums for bool {
    fn add(&mut self, more: &Self) {
        *self |= more;
    }
}

impl<A: Sums, B: Sums> Sums for (A, B) {
    fn add(&mut self, more: &Self) {
        self.0.add(&more.0);
        self.1.add(&more.1);
    }
}

impl<T: Sums, const N: usize> Sums for [T; N] {
    fn add(&mut self, more: &Self) {
        self.iter_mut().zip(more).for_each(|(sum, more)| sum.add(more));
    }
}

/// Of a part in which a test did not run there are none.
impl<T: Sums + Clone + Default> Sums for Vec<T> {
    fn add(&mut self, more: &Self) {
        self.resize(self.len().max(more.len()), T::default());
        self.iter_mut().zip(more).for_each(|(sum, more)| sum.add(more));
    }
}

impl<K: Ord + Clone, T: Sums + Clone + Default> Sums for BTreeMap<K, T> {
    fn add(&mut self, more: &Self) {
        more.iter().for_each(|(key, more)| self.entry(key.clone()).or_default().add(more));
    }
}

/// Nothing is added to what is not counted.
impl<T: Sums> Sums for Option<T> {
    fn add(&mut self, more: &Self) {
        if let (Some(sum), Some(more)) = (self, more) {
            sum.add(more);
        }
    }
}

/// The fields that add up; of `largest`, such as a length of which some parts know nothing, the larger
/// counts; `same` is the same in all parts that have it.
macro_rules! sums {
    ($of:ty: $($sum:ident),* $(; largest $($most:ident),*)? $(; same $($same:ident),*)?) => {
        impl $crate::sums::Sums for $of {
            fn add(&mut self, more: &Self) {
                $($crate::sums::Sums::add(&mut self.$sum, &more.$sum);)*
                $($(self.$most = self.$most.max(more.$most);)*)?
                $($(self.$same = more.$same;)*)?
            }
        }
    };
}

pub(crate) use sums;
