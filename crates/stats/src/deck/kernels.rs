//! The loops over lanes, compiled once for each set of vector instructions a machine may have; which
//! one runs is found out when it runs. They are whole-number arithmetic, so all give the same.

use super::lanes::{self, Both, Row, Rows};

/// A function that runs another one with the widest instructions there are.
macro_rules! widest {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {$(
        pub(super) fn $name<'a>($($argument: $kind),*) -> $result {
            struct Run<'a> {
                $($argument: $kind),*
            }
            impl<'a> pulp::WithSimd for Run<'a> {
                type Output = $result;

                #[inline(always)]
                fn with_simd<S: pulp::Simd>(self, _: S) -> $result {
                    lanes::$name($(self.$argument),*)
                }
            }
            pulp::Arch::new().dispatch(Run { $($argument),* })
        }
    )*};
}

widest! {
    fn transpose(decks: &'a [Both], inverse: bool, rows: &'a mut Rows) -> ();
    fn digits(n: usize, rows: &'a Rows, out: &'a mut Rows) -> ();
    fn turns(n: usize, rows: &'a Rows) -> lanes::Turns;
    fn steps(n: usize, rows: &'a Rows) -> lanes::Steps;
    fn guesses(n: usize, digits: &'a Rows) -> lanes::Guesses;
    fn inversions(n: usize, digits: &'a Rows) -> [u16; lanes::LANES];
    fn cycles(n: usize, rows: &'a Rows) -> Row;
    fn longest(n: usize, rows: &'a Rows, from_the_end: bool) -> Row;
    fn pour(n: usize, small: &'a mut [u8], large: &'a mut [u64]) -> ();
    fn cells(n: usize, rows: &'a Rows, out: &'a mut lanes::Cells) -> ();
}
