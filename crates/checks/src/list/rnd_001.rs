//! RND-001: round number is out of line at its table. The procedure is described in `rnd_001.md`.

use super::{
    Fill, RecordCase, RecordFact, Tally, copied_in_words, lines_in_words, neighbours_in_words,
};
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let (table, of, taken_as, time) = match case.fact {
        RecordFact::RoundStart { .. } => {
            tally.tested += 1;
            return;
        }
        // Rounds outside the audited days are not tested.
        RecordFact::RoundsOutOfLine { time, .. }
            if case.scope.engagement.day_of(time).is_none() =>
        {
            return;
        }
        RecordFact::RoundsOutOfLine { table, of, taken_as, time } => (table, of, taken_as, time),
        RecordFact::Copied(copied) if case.kind() == JournalKind::Hands => {
            return tally.push(copied_in_words(case, &copied));
        }
        _ => return,
    };
    let (first, last) = (of.run.first, of.run.last);
    let rounds = match first == last {
        true => format!("round {first}"),
        false => format!("rounds {first} to {last}"),
    };
    let expected = match (taken_as, of.before, of.after) {
        (Some(number), ..) => format!("round {number}"),
        (None, Some(before), _) => format!("a round above {before}"),
        (None, None, Some(after)) => format!("a round below {after}"),
        (None, None, None) => "another round".to_owned(),
    };
    let neighbours = neighbours_in_words(&of, |number| format!("round {number}"));
    let taken = taken_as.map_or_else(
        || "a round copied, or one recorded late".to_owned(),
        |number| format!("by its place it is of round {number}, and is tested as such"),
    );
    let id = &case.scope.table(table).id;
    let mut exception = case.exception().words(expected, rounds.clone()).because(format!(
        "{} with {rounds} of table {id} {neighbours} in the {} journal: {taken}.",
        lines_in_words(case, &of.run),
        case.kind().name()
    ));
    exception.table = Some(id.clone());
    (exception.round, exception.time) = (Some(first), Some(time));
    tally.push(exception);
}
