//! Counts of parts of a source that add up to those of the whole.

/// What is counted part by part.
pub(crate) trait Sums {
    /// Adds the counts of another part.
    fn add(&mut self, more: &Self);
}

impl Sums for u64 {
    fn add(&mut self, more: &Self) {
        *self += more;
    }
}

impl Sums for u128 {
    fn add(&mut self, more: &Self) {
        *self += more;
    }
}

impl<A: Sums, B: Sums> Sums for (A, B) {
    fn add(&mut self, more: &Self) {
        self.0.add(&more.0);
        self.1.add(&more.1);
    }
}

impl Sums for i64 {
    fn add(&mut self, more: &Self) {
        *self += more;
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

/// Nothing is added to what is not counted.
impl<T: Sums> Sums for Option<T> {
    fn add(&mut self, more: &Self) {
        if let (Some(sum), Some(more)) = (self, more) {
            sum.add(more);
        }
    }
}

/// The fields that add up; of `largest`, such as a length that all parts share, the larger counts.
macro_rules! sums {
    ($of:ty: $($sum:ident),* $(; largest $($most:ident),*)?) => {
        impl $crate::sums::Sums for $of {
            fn add(&mut self, more: &Self) {
                $($crate::sums::Sums::add(&mut self.$sum, &more.$sum);)*
                $($(self.$most = self.$most.max(more.$most);)*)?
            }
        }
    };
}

pub(crate) use sums;
