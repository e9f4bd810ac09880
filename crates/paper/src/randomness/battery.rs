//! The tests of each source of cards, row by row: their figures, or why they have none.

use super::departures::departures;
use super::printed::Printed;
use super::words::{
    Standing, is_rejected_alone, ordered, result_title, standing, verdict_sentence, without_figures,
};
use crate::cell::{Cell, Sign, Tone};
use crate::column::Column;
use crate::outputs::Outputs;
use crate::section::Section;
use crate::table::Table;
use feltproof_stats::{Outcome, Randomness, Test, curve};

/// A test with its source and the title that it stands under.
struct OfSource<'a> {
    source: &'a Randomness,
    test: &'a Test,
    band: &'static str,
    figures: Option<Printed>,
}

/// The tests of a source in the order of a report: rejected, registered, without figures, not counted.
fn of_source(r: &Randomness) -> Vec<OfSource<'_>> {
    let all = ordered(r);
    let (without, with): (Vec<&Test>, Vec<&Test>) =
        all.registered.iter().partition(|test| without_figures(test).is_some());
    let bands = [
        ("Registered, rejected", all.rejected),
        ("Registered", with),
        ("Registered, without figures: neither passed nor failed", without),
        ("Not counted to the verdict", all.others),
    ];
    let of = |band: &'static str, test| {
        let figures = Test::figures(test).as_ref().map(|figures| Printed::new(r, test, figures));
        OfSource { source: r, test, band, figures }
    };
    bands
        .into_iter()
        .flat_map(|(band, tests)| tests.into_iter().map(move |test| of(band, test)))
        .collect()
}

/// The verdict on a source, and each kind of departure in plain words.
fn verdict(r: &Randomness) -> String {
    let departures = departures(r).into_iter().map(|departure| departure.sentence());
    let all: Vec<String> = [format!("{}. {}", result_title(r), verdict_sentence(r))]
        .into_iter()
        .chain(departures)
        .collect();
    all.join(" ")
}

/// The tests of some sources.
pub fn table(list: &[&Randomness]) -> Table {
    let book = Outputs::BOOK;
    let of = |t: &OfSource<'_>, figure: fn(&Printed) -> &String| {
        t.figures.as_ref().map(|p| figure(p).clone())
    };
    let tests = list.iter().flat_map(|r| of_source(r));
    Table::of("", "Tests of randomness", tests)
        .column(Column::name("").key("band").only(Outputs::NONE), |t| t.band)
        .column(Column::prose("Source").only(book).wide(24), |t| &t.source.source)
        .column(Column::prose("Verdict on the source").only(book), |t| verdict(t.source))
        .column(Column::prose("Test").wide(34), |t| Cell::from(&t.test.name).sign(look(t).0))
        .column(Column::prose("What it sees best").only(book).wide(30), |t| t.test.catches)
        .column(Column::name("Counts to the verdict").only(book), |t| {
            if t.test.registered { "yes" } else { "no" }
        })
        .column(Column::count("Observations").wide(12), |t| t.test.n)
        .column(Column::name("Outcome").only(book).wide(12), |t| {
            outcome(standing(t.source, t.test))
        })
        .column(Column::digits("Statistic"), |t| of(t, |p| &p.statistic))
        .column(Column::prose("Law").fit(92), |t| t.test.figures().map(|f| curve::words(&f.law)))
        .column(Column::digits("p"), |t| match look(t).1 {
            Tone::Plain => Cell::from(of(t, |p| &p.p)),
            tone => Cell::from(of(t, |p| &p.p)).tone(tone).strong(),
        })
        .column(Column::digits("p adjusted (Holm)"), |t| of(t, |p| &p.adjusted))
        .column(Column::name("Alone").fit(40).wide(10), |t| {
            let figures = t.test.figures();
            figures.map(|f| if is_rejected_alone(t.source, f) { "rejected" } else { "no" })
        })
        .column(Column::digits("Effect"), |t| of(t, |p| &p.effect))
        .column(Column::digits("Smallest effect seen"), |t| of(t, |p| &p.seen))
        .column(Column::prose("Why it has no figures").only(book), |t| without_figures(t.test))
        .each(|t, row| row.notes.push(note(t)))
        .done()
        .banded("band")
}

/// Sign and tone of a test.
fn look(t: &OfSource<'_>) -> (Sign, Tone) {
    match standing(t.source, t.test) {
        Standing::Departs | Standing::TooGood => (Sign::Found, Tone::Bad),
        Standing::Stands => (Sign::Clear, Tone::Plain),
        Standing::Insufficient => (Sign::NotRun, Tone::Open),
        Standing::NotRun => (Sign::Partly, Tone::Quiet),
    }
}

const fn outcome(standing: Standing) -> &'static str {
    match standing {
        Standing::Departs => "departs",
        Standing::TooGood => "too good",
        Standing::Stands => "stands",
        Standing::Insufficient => "insufficient",
        Standing::NotRun => "not run",
    }
}

/// What stands below the figures of a test.
fn note(t: &OfSource<'_>) -> (Tone, String) {
    let Test { key, catches, outcome, .. } = t.test;
    let Outcome::Ran(f) = outcome else {
        return (look(t).1, format!("{key}: {}", without_figures(t.test).unwrap_or_default()));
    };
    let good = t.figures.as_ref().and_then(|printed| printed.too_good.as_ref());
    let good = good.map_or_else(String::new, |p| format!(" A fit at least as good: p = {p}."));
    (Tone::Plain, format!("{key}. Sees best: {catches}. Effect: {}.{good}", f.effect.measure))
}

/// Every test of every source.
pub fn all(list: &[Randomness]) -> Section {
    let mut section = Section::new("randomness", "Randomness");
    section.say(
        "One small probability among many tests is no departure: the verdict on a source is over its whole list. Insufficient \
         is neither passed nor failed.",
    );
    let tests = table(&list.iter().collect::<Vec<_>>());
    section.table(tests.sheet("Randomness", "Every test of randomness of each source of cards"));
    section
}
