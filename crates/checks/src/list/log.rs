//! LOG: the records of each journal: read, numbered, in the order of their times, within the audited days.

use super::{
    BEGIN_AGAIN_REMEDY, Fill, RecordCase, RecordFact, Tally, copied_in_words, lines_in_words,
    missing_between, neighbours_in_words, seconds_in_words,
};
use feltproof_model::engagement::{GamingDay, JournalKind};
use feltproof_model::{CauseKey, Timestamp};

/// Record could not be understood.
pub(super) fn log_001(case: &RecordCase<'_>, tally: &mut Tally) {
    match case.fact {
        RecordFact::Time { records, .. } => tally.tested += records,
        RecordFact::Problem(problem) => {
            tally.tested += 1;
            let found = case.exception().words("a record of the canonical form", &problem.raw);
            let journal = case.kind();
            let clock = problem.is_skipped.then_some(CauseKey::ClockNotSet { journal });
            tally.push(found.suspected(clock).because(&problem.reason));
        }
        RecordFact::Number
        | RecordFact::NumbersMissing { .. }
        | RecordFact::NumbersOutOfLine(_)
        | RecordFact::Copied(_)
        | RecordFact::TimesOutOfLine(_)
        | RecordFact::ClockBeside(_)
        | RecordFact::Outside(_)
        | RecordFact::RoundStart { .. }
        | RecordFact::RoundsMissing { .. }
        | RecordFact::RoundsBeginAgain { .. }
        | RecordFact::RoundsOutOfLine { .. } => {}
    }
}

/// Sequence numbers are missing.
pub(super) fn log_002(case: &RecordCase<'_>, tally: &mut Tally) {
    let (run, previous) = match &case.fact {
        RecordFact::Number => {
            tally.tested += 1;
            return;
        }
        RecordFact::NumbersMissing { run, previous } => (run, *previous),
        _ => return,
    };
    let (seq, unread) = (run.first, run.unreadable);
    let Some(lost) = missing_between(previous, seq).checked_sub(unread).filter(|lost| *lost > 0)
    else {
        return;
    };
    let kind = case.kind().name();
    if case.scope.may_number_through_files(case.journal) {
        let why = "its other files may have them, where one running number goes through all; state `sequence` in \
                   its [[journal]] entries";
        return tally.left_open(why, || {
            format!(
                "Whether {lost} record(s) of the {kind} journal are missing between number {previous} \
                 and {seq}"
            )
        });
    }
    let unreadable = match unread {
        0 => String::new(),
        _ => format!(" (beside {unread} that could not be read)"),
    };
    let expected = format!("number {}", previous + 1);
    let found = case.exception().words(expected, format_args!("number {seq}"));
    tally.push(found.because(format!(
        "The {kind} journal goes from number {previous} to {seq}: {lost} record(s) are missing{unreadable}. \
         Export the journal again, or find out who removed them."
    )));
}

/// So many records that begin with number 1 are a new line of numbers, and no copy.
const BEGIN_AGAIN_MIN: u64 = 8;

/// Sequence number is out of line.
pub(super) fn log_003(case: &RecordCase<'_>, tally: &mut Tally) {
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
    if first == 1 && of.run.records >= BEGIN_AGAIN_MIN {
        return tally.push(case.exception().words(expected, &numbers).because(format!(
            "{} with {numbers} {neighbours} in the {} journal: its numbers begin again, as they do where a system is \
             started again. {BEGIN_AGAIN_REMEDY}",
            lines_in_words(case, &of.run),
            case.kind().name()
        )));
    }
    tally.push(case.exception().words(expected, &numbers).because(format!(
        "{} with {numbers} {neighbours} in the {} journal: copied, inserted, moved or changed.",
        lines_in_words(case, &of.run),
        case.kind().name()
    )));
}

/// Record stands out of time order.
pub(super) fn log_004(case: &RecordCase<'_>, tally: &mut Tally) {
    let of = match &case.fact {
        RecordFact::Time { is_audited: true, records } => {
            tally.tested += records;
            return;
        }
        RecordFact::ClockBeside(why) => {
            let journal = case.kind().name();
            return tally.left_open(why, || {
                format!("Whether the times of the {journal} journal are right")
            });
        }
        RecordFact::TimesOutOfLine(of) => of,
        _ => return,
    };
    let time = of.run.first;
    let Some(beside) = of.before.or(of.after) else { return };
    let window = case.scope.engagement.journals[usize::from(case.journal)].disorder_micros;
    let window = seconds_in_words(window.into());
    let seconds = |other: Timestamp| seconds_in_words(time.micros_since(other));
    let side = |is_earlier: bool| if is_earlier { "earlier" } else { "later" };
    let neighbours = neighbours_in_words(of, |other| {
        format!("one {} s {} than it", seconds(other), side(other < time))
    });
    let recorded =
        format!("{} s {} than the record beside it", seconds(beside), side(time < beside));
    let found = case.exception().words(format_args!("at most {window} s out of order"), recorded);
    let found = found.because(format!(
        "The {} journal may stand out of order by {window} s. {} {neighbours}: a clock was \
         changed, or what was recorded was moved.",
        case.kind().name(),
        lines_in_words(case, &of.run)
    ));
    tally.push(found.at(time));
}

/// How far outside the audited days a time is, in words.
fn outside(days: &[GamingDay], time: Timestamp) -> String {
    let distance = |from: Timestamp, to: Timestamp| seconds_in_words(to.micros_since(from));
    match (days.first(), days.last()) {
        (Some(first), _) if time < first.start => {
            format!("{} s before the audited time begins", distance(time, first.start))
        }
        // The end is the first moment after the day.
        (_, Some(last)) if time >= last.end => {
            format!("{} s after the audited time ended", distance(last.end, time))
        }
        _ => "between two audited days".to_owned(),
    }
}

/// Record lies outside the audited gaming days.
pub(super) fn log_005(case: &RecordCase<'_>, tally: &mut Tally) {
    let run = match &case.fact {
        RecordFact::Time { records, .. } => {
            tally.tested += records;
            return;
        }
        RecordFact::Outside(run) => run,
        _ => return,
    };
    let engagement = &case.scope.engagement;
    let days = &engagement.days;
    let span = match days.as_slice() {
        [] => "no gaming day".to_owned(),
        [only] => format!("gaming day {}", only.date),
        [first, .., last] => {
            format!("{} gaming days from {} to {}", days.len(), first.date, last.date)
        }
    };
    let (first, last) = (outside(days, run.first), outside(days, run.last));
    let recorded = match first == last {
        true => first,
        false => format!("from {first} to {last}"),
    };
    let found = case.exception().words(format_args!("a time in the {span}"), &recorded);
    let found = found.because(format!(
        "The engagement covers {span} (a gaming day starts at {} local time). {} among records of it with a time \
         outside: {recorded}. A clock was wrong, or what was recorded was moved here: each was read with the records \
         beside it. Find out what changed the clock.",
        engagement.gaming_day_start,
        lines_in_words(case, run)
    ));
    tally.push(found.at(run.first));
}
