//! Clocks that stand a quarter of an hour or more beside those of the other journals, as the first block of each shows:
//! another time zone, or a clock that was not set, or not at once.
//!
//! The times of such a journal are taken as the others have them. Else its records would fall out of the gaming day and
//! the rounds of the others be accused that they lack them. That it is so is said, and the audit is incomplete.

use crate::subject::Subject;
use feltproof_intake::{Block, Records};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, ManagerKind, TableId, Timestamp};
use std::collections::BTreeMap;

const MINUTE_MICROS: i64 = 60 * 1_000_000;

/// Clocks that were set otherwise differ by quarters of an hour; a round is settled sooner.
pub(crate) const QUARTER_MICROS: i64 = 15 * MINUTE_MICROS;

/// No clock of another time zone stands further beside than fourteen hours.
const BESIDE_MAX_MICROS: i64 = 57 * QUARTER_MICROS;

/// So many rounds of both journals, one after the other, show how their clocks stand, where nine in ten agree.
const ROUNDS_MIN: usize = 4;

/// So many do where it is by a quarter of an hour alone, which rounds may last; and whether their times vary.
const ROUNDS_OF_QUARTER_MIN: usize = 8;

const fn rounds_needed(quarters: i64) -> usize {
    if quarters.abs() == 1 { ROUNDS_OF_QUARTER_MIN } else { ROUNDS_MIN }
}

/// By how many quarters of an hour a time stands after another, to the nearest.
pub(crate) const fn quarters(micros: i64) -> i64 {
    (micros + QUARTER_MICROS / 2).div_euclid(QUARTER_MICROS)
}

/// A round in a journal: its rows, its COIN IN, its coin-in, or what was dispensed for it.
struct Mark {
    round: (TableId, u32),
    time: Timestamp,
    line: u32,
}

/// How long after the mark of a journal the journal that it is compared with has the round, and at which line.
struct Apart {
    table: TableId,
    line: u32,
    micros: i64,
    of_other: u32,
}

/// From a line on, the quarters of an hour by which the times of a journal are taken later.
struct Step {
    line: u32,
    quarters: i64,
    /// So many rounds show it, of so many.
    rounds: (usize, usize),
}

/// A file whose clock stands beside the others.
struct Beside {
    journal: u16,
    steps: Vec<Step>,
}

/// The files whose clocks stand beside that of one kind of journal.
#[derive(Default)]
pub(crate) struct Clocks {
    beside: Vec<Beside>,
    of: Option<JournalKind>,
    are_others: bool,
}

impl Clocks {
    /// From the first block of each file. Right is taken for the journal beside whose clock the fewest others stand, of
    /// several the hands journal.
    pub(crate) fn of(subject: &Subject, blocks: &[Option<Block>]) -> Self {
        let of = |block| (block, marks(subject, block));
        let files: Vec<_> = blocks.iter().flatten().map(of).collect();
        let (mut each, mut are_others) = (Vec::new(), false);
        for kind in [JournalKind::Hands, JournalKind::Controller, JournalKind::Manager] {
            let is_own = |block: &Block| subject.kind(block.journal) == kind;
            let own = files.iter().filter(|(block, _)| is_own(block));
            let mut others: Vec<&Mark> = own.flat_map(|(_, marks)| marks).collect();
            if others.is_empty() {
                continue;
            }
            others.sort_unstable_by_key(|mark| (mark.round, mark.time));
            let mut beside = Vec::new();
            for (block, marks) in files.iter().filter(|(block, _)| !is_own(block)) {
                let (journal, all) = (block.journal, apart(marks, &others));
                let is_settled = [kind, subject.kind(journal)].contains(&JournalKind::Hands);
                are_others |= are_other_rounds(&all, is_settled);
                let steps = steps(subject, block, &all);
                if steps.iter().any(|step| is_undeclared(subject, step.quarters)) {
                    beside.push(Beside { journal, steps });
                }
            }
            each.push(Self { beside, of: Some(kind), are_others: false });
        }
        let fewest = each.into_iter().min_by_key(|of| of.beside.len()).unwrap_or_default();
        Self { are_others, ..fewest }
    }

    /// True where the rounds of one journal stand at other times than those of the others, now more and now less.
    pub(crate) const fn are_others(&self) -> bool {
        self.are_others
    }

    /// True where no clock stands beside the others.
    pub(crate) fn are_alike(&self) -> bool {
        self.beside.is_empty()
    }

    /// Takes the times of a block as the other journals have them.
    pub(crate) fn set_right(&self, subject: &Subject, block: &mut Block) {
        let Some(own) = self.beside.iter().find(|own| own.journal == block.journal) else { return };
        let entry = &subject.engagement.journals[usize::from(block.journal)];
        let set = |line: u32, time: &mut Timestamp| {
            let step = own.steps.iter().rfind(|step| step.line <= entry.place_of(line));
            *time = time.plus_micros(step.map_or(0, |step| step.quarters) * QUARTER_MICROS);
        };
        match &mut block.records {
            Records::Hands(hands) => {
                hands.rows.heads_mut().iter_mut().for_each(|row| set(row.line, &mut row.time));
                let heads = hands.rows.as_rows();
                for run in &mut hands.fragments {
                    if let Some(first) = heads.heads().get(run.rows.start as usize) {
                        run.time = first.time;
                    }
                }
            }
            Records::Controller(events) => events.iter_mut().for_each(|e| set(e.line, &mut e.time)),
            Records::Manager(events) => events.iter_mut().for_each(|e| set(e.line, &mut e.time)),
            Records::Shuffler(events) => events.iter_mut().for_each(|e| set(e.line, &mut e.time)),
            Records::Bank(_) => {}
        }
    }

    /// How the clock of a file stands beside the others, for each time to which it was set.
    pub(crate) fn of_file(&self, subject: &Subject, journal: u16) -> Vec<String> {
        let Some(own) = self.beside.iter().find(|own| own.journal == journal) else {
            return Vec::new();
        };
        let of = self.of.map_or("others", JournalKind::name);
        let shown = |place| subject.engagement.journals[usize::from(journal)].line_at(place);
        let steps = own.steps.iter().enumerate().filter(|(_, step)| step.quarters != 0);
        let in_words = steps.map(|(at, step)| {
            let place = match own.steps.get(at + 1) {
                Some(next) => format!(" before line {}", shown(next.line)),
                None if at > 0 => format!(" from line {} on", shown(step.line)),
                None => String::new(),
            };
            let time = in_words(step.quarters.abs() * 15);
            let (side, taken) =
                if step.quarters < 0 { ("ahead of", "earlier") } else { ("behind", "later") };
            let ((rounds, all), name) = (step.rounds, subject.kind(journal).name());
            format!(
                "the clock of the {name} journal stands about {time} {side} that of the {of} journal{place}, in {rounds} of \
                 the first {all} rounds; its times are taken {time} {taken}. If the journal was written in another time \
                 zone, name it as its `time_zone`; if its times carry an offset that is not meant, say `zone = \"local\"` in [time] of \
                 its profile; else find out which of the two clocks was wrong, and until when"
            )
        });
        in_words.collect()
    }
}

/// How the clocks of files stand beside those of the others, as the first block of each shows: where they do, a sentence.
pub fn clocks_beside(subject: &Subject, blocks: &[Option<Block>]) -> Vec<String> {
    let clocks = Clocks::of(subject, blocks);
    let journals = blocks.iter().flatten().map(|block| block.journal);
    journals.flat_map(|journal| clocks.of_file(subject, journal)).collect()
}

/// True beyond what the engagement declares that clocks may differ by.
pub(crate) fn is_undeclared(subject: &Subject, quarters: i64) -> bool {
    let declared = subject.engagement.journals.iter().map(|j| j.disorder_micros).max();
    quarters.abs() * QUARTER_MICROS > declared.unwrap_or(0)
}

/// The rounds of a block, each where it stands first.
fn marks(subject: &Subject, block: &Block) -> Vec<Mark> {
    let entry = &subject.engagement.journals[usize::from(block.journal)];
    let (mut latest, mut all) = (BTreeMap::new(), Vec::new());
    let mut add = |round: (TableId, u32), time, line| {
        if latest.insert(round.0, round.1) != Some(round.1) {
            all.push(Mark { round, time, line: entry.place_of(line) });
        }
    };
    match &block.records {
        Records::Hands(hands) => {
            let rows = hands.rows.as_rows();
            for run in &hands.fragments {
                let line = rows.heads().get(run.rows.start as usize).map_or(0, |row| row.line);
                add((run.table, run.round), run.time, line);
            }
        }
        Records::Controller(events) => {
            let coin_ins = events.iter().filter(|e| e.kind == ControllerKind::CoinIn);
            coin_ins.for_each(|e| add((e.table, e.round), e.time, e.line));
        }
        Records::Manager(events) => {
            for event in events.iter().filter(|e| e.kind == ManagerKind::CoinIn) {
                if let Some(round) = event.table.zip(event.round) {
                    add(round, event.time, event.line);
                }
            }
        }
        Records::Shuffler(events) => {
            for event in events {
                if let Some(round) = event.round {
                    add((event.table, round), event.time, event.line);
                }
            }
        }
        Records::Bank(_) => {}
    }
    all
}

/// Each mark beside that of the same round in another journal; of several days that which is nearest.
fn apart(marks: &[Mark], others: &[&Mark]) -> Vec<Apart> {
    let beside = |mark: &Mark| {
        let at =
            others.partition_point(|other| (other.round, other.time) < (mark.round, mark.time));
        let two = [at.checked_sub(1), Some(at)];
        let same = two.into_iter().flatten().filter_map(|at| others.get(at));
        let same = same.filter(|other| other.round == mark.round);
        let other = same.min_by_key(|other| other.time.0.abs_diff(mark.time.0))?;
        let micros = i64::try_from(other.time.micros_since(mark.time)).ok()?;
        let apart = Apart { table: mark.round.0, line: mark.line, micros, of_other: other.line };
        (micros.abs() <= BESIDE_MAX_MICROS).then_some(apart)
    };
    marks.iter().filter_map(beside).collect()
}

/// True where the times of two journals differ by now more and now less than rounds of one table do: of most rounds by
/// more than so much from those beside them, or, where one has when a round `is_settled`, for one in eight each way.
fn are_other_rounds(all: &[Apart], is_settled: bool) -> bool {
    const VARIES_MICROS: i64 = 20 * 1_000_000;
    if all.len() < ROUNDS_OF_QUARTER_MIN {
        return false;
    }
    if is_settled {
        let before = all.iter().filter(|apart| apart.micros < 0).count();
        return before.min(all.len() - before) * ROUNDS_OF_QUARTER_MIN >= all.len();
    }
    let varies = |part: &&[Apart]| {
        let usual = median(part);
        let near = part.iter().filter(|apart| (apart.micros - usual).abs() <= VARIES_MICROS);
        near.count() * 2 < part.len()
    };
    let parts = all.chunks_exact(ROUNDS_OF_QUARTER_MIN);
    parts.len() < 2 * parts.filter(varies).count()
}

fn median(all: &[Apart]) -> i64 {
    let mut micros: Vec<i64> = all.iter().map(|apart| apart.micros).collect();
    micros.sort_unstable();
    micros.get(micros.len() / 2).copied().unwrap_or(0)
}

/// How many stand as the median does.
fn agree(all: &[Apart], median: i64) -> usize {
    all.iter().filter(|apart| agrees(apart, median)).count()
}

const fn agrees(apart: &Apart, median: i64) -> bool {
    (apart.micros - median).abs() <= QUARTER_MICROS / 2
}

/// By how much the clock stands beside the other: up to a line and from it on, or all along.
fn steps(subject: &Subject, block: &Block, all: &[Apart]) -> Vec<Step> {
    if let Some(steps) = set_between(subject, block, all) {
        return steps;
    }
    let usual = median(all);
    let agreed = agree(all, usual);
    if all.len() < rounds_needed(quarters(usual)) {
        return Vec::new();
    }
    let step = Step { line: 0, quarters: quarters(usual), rounds: (agreed, all.len()) };
    if is_most(agreed, all) { vec![step] } else { Vec::new() }
}

/// True for nine in ten.
const fn is_most(agreed: usize, all: &[Apart]) -> bool {
    agreed * 10 >= all.len() * 9
}

/// The two steps of a clock that was set within the block.
fn set_between(subject: &Subject, block: &Block, all: &[Apart]) -> Option<Vec<Step>> {
    let first = median(all.get(..ROUNDS_MIN)?);
    let last = median(all.get(all.len() - ROUNDS_MIN..)?);
    let step = quarters(first) - quarters(last);
    let least = rounds_needed(step);
    // Where the most agree with the beginning before it, and with the end from it on.
    let mut agreed = agree(all, last);
    let (mut most, mut at) = (agreed, 0);
    for (place, apart) in all.iter().enumerate() {
        agreed += usize::from(agrees(apart, first));
        agreed -= usize::from(agrees(apart, last));
        if agreed > most {
            (most, at) = (agreed, place + 1);
        }
    }
    let (before, after) = all.split_at(at);
    if step == 0
        || before.len().min(after.len()) < least
        || !is_most(most, all)
        || !is_in_order(before, after)
    {
        return None;
    }
    let (until, from) = (before.last()?.line, after.first()?.line);
    let line = set_at(subject, block, (until, from), first < last).unwrap_or(from);
    let part_of = |line, by, part: &[Apart]| Step {
        line,
        quarters: quarters(by),
        rounds: (agree(part, by), part.len()),
    };
    Some(vec![part_of(0, first, before), part_of(line, last, after)])
}

/// True where the other journal has the rounds of a table in the same order at a step: else records were moved.
fn is_in_order(before: &[Apart], after: &[Apart]) -> bool {
    let mut latest = BTreeMap::new();
    for apart in before {
        let line = latest.entry(apart.table).or_insert(apart.of_other);
        *line = apart.of_other.max(*line);
    }
    after.iter().all(|apart| latest.get(&apart.table).is_none_or(|line| *line < apart.of_other))
}

/// The line of the record, between two, at which times step the furthest: back where the clock was `set_back`.
fn set_at(subject: &Subject, block: &Block, (from, to): (u32, u32), set_back: bool) -> Option<u32> {
    let entry = &subject.engagement.journals[usize::from(block.journal)];
    let records: Vec<(u32, Timestamp)> = match &block.records {
        Records::Hands(hands) => {
            hands.rows.as_rows().heads().iter().map(|r| (r.line, r.time)).collect()
        }
        Records::Controller(events) => events.iter().map(|e| (e.line, e.time)).collect(),
        Records::Manager(events) => events.iter().map(|e| (e.line, e.time)).collect(),
        Records::Shuffler(events) => events.iter().map(|e| (e.line, e.time)).collect(),
        Records::Bank(_) => Vec::new(),
    };
    let within = |(line, _): &(u32, Timestamp)| (from..=to).contains(line);
    let records = records.into_iter().map(|(line, time)| (entry.place_of(line), time));
    let between: Vec<(u32, Timestamp)> = records.filter(within).collect();
    let step = |pair: &&[(u32, Timestamp)]| pair[1].1.micros_since(pair[0].1);
    let pairs = || between.windows(2);
    let furthest = if set_back { pairs().min_by_key(step) } else { pairs().max_by_key(step) };
    Some(furthest?[1].0)
}

pub(crate) fn in_words(minutes: i64) -> String {
    let (hours, minutes) = (minutes / 60, minutes % 60);
    let hours_in_words = match hours {
        0 => String::new(),
        1 => "1 hour".to_owned(),
        hours => format!("{hours} hours"),
    };
    match (hours, minutes) {
        (_, 0) => hours_in_words,
        (0, minutes) => format!("{minutes} minutes"),
        (_, minutes) => format!("{hours_in_words} {minutes} minutes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_said_as_people_say_them() {
        assert_eq!(
            [15, 60, 90, 420].map(in_words),
            ["15 minutes", "1 hour", "1 hour 30 minutes", "7 hours"]
        );
    }
}
