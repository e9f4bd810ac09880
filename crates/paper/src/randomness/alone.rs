//! Tests of randomness as a report of their own: which sources, by which files, and what it does not say.

use super::causes::{beside, remedy};
use super::departures::{Departure, departures};
use super::named::{most, one, place};
use super::number::level;
use super::words::{not_applicable, observations, result_title, source_sign, tests};
use crate::cell::{Cell, Tone};
use crate::column::Column;
use crate::section::Section;
use crate::table::Table;
use feltproof_model::workpaper::FileDigest;
use feltproof_stats::{Most, Randomness, State};

/// Where no source was tested.
pub const NOTHING: &str = "Nothing was tested for randomness. This is not a pass.";

/// Each source with its verdict, in numbers.
pub fn summary(list: &[Randomness]) -> Section {
    let mut section = Section::new("summary", "Summary");
    if list.is_empty() {
        section.say(NOTHING).tone(Tone::Quiet);
        return section;
    }
    let table = Table::of("", section.title, list)
        .column(Column::prose("Source"), |r| &r.source)
        .column(Column::name("Observations").fit(100), |r| observations(r))
        .column(Column::prose("Verdict"), |r| {
            let (sign, tone) = source_sign(r);
            let cell = Cell::from(result_title(r)).sign(sign).tone(tone);
            if r.verdict.state == State::NothingFound { cell } else { cell.strong() }
        })
        .column(Column::count("Registered tests"), |r| r.verdict.registered as u64)
        .column(Column::count("depart"), |r| r.verdict.departures.len() as u64)
        .column(Column::count("fit too well"), |r| r.verdict.too_good.len() as u64)
        .column(Column::count("too few data"), |r| r.verdict.insufficient as u64)
        .column(Column::count("do not apply"), |r| r.verdict.not_applicable as u64)
        .column(Column::count("Certain faults"), |r| r.battery.faults_total);
    section.table(table.done());
    section
}

/// A source on the first page, below its verdict: what was tested, what departs, since when, and what to do; where it
/// shares the page with others, what departs most alone, and what to do about it.
pub fn first_page(r: &Randomness, is_alone: bool) -> Section {
    let mut section = Section::new("", "In short");
    let v = &r.verdict;
    if !is_alone {
        let found = departures(r);
        if let Some(departure) = found.first() {
            section.point(departure.sentence());
            let all = since(r, &found).into_iter().chain([to_do(r, &found)]);
            section.say(all.collect::<Vec<_>>().join(" "));
        }
        return section;
    }
    section.say(format!(
        "Tested: {} in the order of the file, by {} of {} registered tests, at level {} over the whole list.",
        observations(r),
        v.ran,
        v.registered,
        level(v.rule.level)
    ));
    let found = departures(r);
    for departure in found.iter().filter(|departure| departure.says.is_some()) {
        section.point(departure.sentence());
    }
    for sentence in beside(&found).into_iter().chain(since(r, &found)) {
        section.say(sentence);
    }
    section.say(to_do(r, &found));
    section
}

fn to_do(r: &Randomness, found: &[Departure<'_>]) -> String {
    format!("What to do: {}", remedy(r, found))
}

/// Since which observation the first departure shows, as a sentence; `None` where no series of the source tells.
fn since(r: &Randomness, found: &[Departure<'_>]) -> Option<String> {
    let of_all = found.first()?;
    // What departs by its rows has said which they are.
    let named = most(r, of_all.test).is_some_and(|(_, most)| matches!(most, Most::Stretch { .. }));
    if named || ["repeated", "one_deck"].contains(&of_all.kind) {
        return None;
    }
    let (first, last) = r.battery.since(of_all.test.key.split('.').next()?)?;
    let latest = place(r, last - 1, 1).to_lowercase();
    Some(match first {
        1 => format!(
            "It began with {latest} at the latest, and may be there from the first {} on.",
            one(r.battery.unit)
        ),
        _ => format!("It began between {} and {latest}.", place(r, first - 1, 1).to_lowercase()),
    })
}

/// The files, and what the command was given or assumed.
pub fn scope(inputs: &[FileDigest], parameters: &[(String, String)]) -> Section {
    let mut section = Section::new("scope", "Scope");
    section.part("Files");
    if inputs.is_empty() {
        section.say("None declared.").tone(Tone::Quiet);
    } else {
        let table = Table::of("", "Files", inputs)
            .column(Column::file("File"), |input| &input.file)
            .column(Column::count("Bytes"), |input| input.size_bytes)
            .column(Column::file("SHA-256").note("SHA-256 "), |input| &input.sha256);
        section.table(table.done());
    }
    section.part("As declared to the command, or assumed by it");
    if parameters.is_empty() {
        section.say("Nothing.").tone(Tone::Quiet);
        return section;
    }
    let table = Table::of("", "Parameters", parameters)
        .column(Column::name("Parameter").fit(150), |of| &of.0)
        .column(Column::prose("Value"), |of| &of.1);
    section.table(table.done());
    section
}

/// How to read the tables, before the first of them.
pub const INTRODUCTION: &str = "A test counts, and says with what probability chance alone gives counts at least as unusual. \
    One small probability among many tests is no departure: the verdict is over the whole registered list. The column Alone \
    says what a rule would say that judges each test by itself. The last column is the smallest effect that the test would \
    have seen nine times in ten with this number of observations, at level 1 % for itself alone; a smaller effect may be \
    there unseen.";

const ALWAYS: [&str; 4] = [
    "This report states procedures performed on the files listed under Scope and what they found. It gives no opinion on \
     fairness and certifies no random number generator.",
    "A statistic sees only what departs from chance by more than the last column of the tables. A generator with a hidden \
     rule, a known starting state or a bias below those figures can look like chance to every test here; that takes a review \
     of its code and of the machine.",
    "The files are taken as complete and in the order of play or dealing. Rounds that were left out by their outcome would \
     make honest cards look unusual, or hide unusual ones.",
    "A verdict holds for this one look at this number of observations. Testing again and again while data come in makes \
     false alarms more likely than the level says.",
];

/// What such a report does not say.
pub fn limitations(list: &[Randomness]) -> Section {
    let mut section = Section::new("limitations", "Limitations");
    for text in ALWAYS {
        section.point(text);
    }
    for r in list {
        let (source, v) = (&r.source, &r.verdict);
        if v.insufficient > 0 {
            let tests = tests(v.insufficient);
            section.point(format!(
                "{source}: {tests} had too few data; what they would have seen is not covered."
            ));
        }
        if v.not_applicable > 0 {
            let some = not_applicable(v.not_applicable);
            section.point(format!(
                "{source}: of the registered tests {some}; the reasons are in the table."
            ));
        }
    }
    section
}

/// The sources, the worst verdict first: what a cover has no room for is never worse than what stands there.
pub fn worst_first(list: &[Randomness]) -> Vec<&Randomness> {
    let mut sorted: Vec<&Randomness> = list.iter().collect();
    sorted.sort_by_key(|r| match r.verdict.state {
        State::Fault => 0,
        State::Departure => 1,
        State::Insufficient => 2,
        State::NothingFound => 3,
    });
    sorted
}
