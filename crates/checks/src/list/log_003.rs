//! LOG-003: sequence number is out of line. The procedure is described in `log_003.md`.

use super::{
    Fill, RecordCase, RecordFact, Tally, copied_in_words, lines_in_words, neighbours_in_words,
};
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let of = match &case.fact {
        RecordFact::Number => {
            tally.tested += 1;
            return;
        }
        RecordFact::NumbersOutOfLine(of) => of,
        RecordFact::Copied(copied) if case.kind() != JournalKind::Hands => {
            return tally.push(copied_in_words(case, copied));
        }
        _ => return,
    };
    let (first, last) = (of.run.first, of.run.last);
    let numbers = match of.run.records {
        1 => format!("number {first}"),
        _ => format!("numbers {first} to {last}"),
    };
    let expected = match (of.before, of.after) {
        (Some(before), Some(after)) if after.checked_sub(before) == Some(2) => {
            format!("number {}", before + 1)
        }
        (Some(before), _) => format!("a number above {before}"),
        (None, Some(after)) => format!("a number below {after}"),
        (None, None) => "another number".to_owned(),
    };
    let neighbours = neighbours_in_words(of, |number| format!("number {number}"));
    tally.push(case.exception().words(expected, numbers.clone()).because(format!(
        "{} with {numbers} {neighbours} in the {} journal: copied, inserted, moved or changed.",
        lines_in_words(case, &of.run),
        case.kind().name()
    )));
}
