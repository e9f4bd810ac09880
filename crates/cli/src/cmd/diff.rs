//! `diff`: two reports compared, and whether anything differs.

use crate::Ending;
use crate::args::Diff;
use crate::diff::{Comparison, Report};
use crate::print::print_as;

pub(super) fn run(args: &Diff) -> Result<Ending, String> {
    let (a, b) = (Report::read(&args.a)?, Report::read(&args.b)?);
    let found = Comparison::of(&a, &b);
    print_as(args.format, || found.text(&a, &b), || found.wire(&a, &b))?;
    Ok(if found.is_same() { Ending::Nothing } else { Ending::Found })
}
