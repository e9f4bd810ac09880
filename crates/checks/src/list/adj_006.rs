//! ADJ-006: numbers of documents are missing in their series. The procedure is described in `adj_006.md`.

use super::{DocumentCase, Fill, Tally};

pub(super) fn run(case: &DocumentCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let Some((first, last)) = &case.missing else { return };
    let numbers = if first == last { first.clone() } else { format!("{first} to {last}") };
    if let Some(hole) = case.hole {
        return tally
            .left_open(hole.of(case.scope), || format!("What was documented under {numbers}"));
    }
    if case.is_shared {
        let why = "numbers are missing in several places of the series, whose book others may use";
        return tally.left_open(why, || format!("What was documented under {numbers}"));
    }
    tally.push(case.exception().words(numbers.clone(), "none").because(format!(
        "Before {} no award or adjustment on record names {numbers}, though the numbers of these documents follow one \
         another: what was documented there, or that it was cancelled, is to be seen in the documents.",
        case.number
    )));
}
