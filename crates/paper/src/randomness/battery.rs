//! What is said of each source of cards, and its tests row by row: their figures, or why they have none.

use super::causes::beside;
use super::departures::{departures, is_departing};
use super::number::{bias_seen, level, probability, tick};
use super::printed::Printed;
use super::words::{
    Alone, Standing, alone, demands, explore, faults_beyond, is_rejected_alone, ordered,
    rejections_alone, result_title, rule, rule_of_demands, source_sign, source_title, standard,
    standing, verdict_sentence, without_figures,
};
use crate::cell::{Cell, Sign, Tone};
use crate::column::Column;
use crate::outputs::{BOOK, Outputs, PRINT, TERMINAL};
use crate::section::Section;
use crate::table::Table;
use crate::words::letters;
use feltproof_stats::{Figures, Law, Outcome, Randomness, Test, curve};

/// The verdict on each source, and what departs in plain words; nothing where none was tested.
pub fn in_short(list: &[Randomness]) -> Section {
    let mut section = Section::new("", "Randomness");
    if !list.is_empty() {
        section.part(section.title);
    }
    for r in list {
        section.say(source_title(r)).tone(source_sign(r).1);
        section.say(verdict_sentence(r));
        tell(&mut section, r);
    }
    section
}

/// What departs: what has a cause, how many tests depart beside it, and what these are.
fn tell(section: &mut Section, r: &Randomness) {
    let found = departures(r);
    let (with_cause, others): (Vec<_>, Vec<_>) = found.iter().partition(|d| d.says.is_some());
    for departure in with_cause {
        section.point(departure.sentence());
    }
    if let Some(sentence) = beside(&found) {
        section.say(sentence);
    }
    for departure in others {
        section.point(departure.sentence());
    }
}

/// All that is said of one source; on paper its verdict stands above it, and its plots below.
pub fn section(r: &Randomness) -> Section {
    let mut section = Section::new("", "Randomness");
    section.say(verdict_sentence(r)).only(TERMINAL);
    tell(&mut section, r);
    for sentence in rule(r).into_iter().chain(bias_seen(r)) {
        section.say(sentence);
    }
    section.say(standard(r.profile.as_ref()));
    let demands = demands(r);
    if !demands.is_empty() {
        section.part("Demands of the standard");
        section.say(rule_of_demands(r));
    }
    for (sentence, is_rejected) in demands {
        section.point(sentence).tone(if is_rejected { Tone::Bad } else { Tone::Plain });
    }
    test_by_test(&mut section, r);
    if r.battery.faults_total > 0 {
        section.part("Certain faults");
        for fault in r.faults.iter().cloned().chain(faults_beyond(r)) {
            section.point(fault).tone(Tone::Bad);
        }
    }
    section.part("Tests");
    if r.battery.tests.is_empty() {
        section.say("None.").tone(Tone::Quiet);
    } else {
        section.table(table(&[r]));
        legend(&mut section, r);
    }
    if let Some(text) = explore(r) {
        section.say(text);
    }
    if !r.battery.notes.is_empty() {
        section.part("Notes");
        for note in &r.battery.notes {
            section.point(note);
        }
    }
    if r.battery.heats.iter().any(|heat| !is_departing(r, heat)) {
        section.say(MAP_LEFT_OUT).only(PRINT);
    }
    section
}

/// The tests of a standard's demands, each by itself, with what fair sources give.
fn test_by_test(section: &mut Section, r: &Randomness) {
    let tests = alone(r);
    if tests.is_empty() {
        return;
    }
    section.part("Test by test");
    section.say(rejections_alone(r));
    let table = Table::of("", "Tests of the demands, each by itself", tests)
        .column(Column::prose("Demand").wide(34), |a: &Alone<'_>| a.demand)
        .column(Column::prose("Test").wide(34), |a| &a.test.name)
        .column(Column::digits("p"), |a| probability(a.figures.p))
        .column(Column::name("By itself").wide(12), |a| {
            if is_rejected_alone(r, a.figures) { "rejected" } else { "not rejected" }
        });
    section.table(table.done());
}

/// Why a map is not there.
const MAP_LEFT_OUT: &str = "A map of cards by position is drawn where a test of what it shows departs. Where none does it \
    would show what chance looks like, in which an eye finds patterns; its figures are in the JSON.";

/// What signs and letters of the table mean on a terminal, which has no room for sentences below each row.
fn legend(section: &mut Section, r: &Randomness) {
    let signs = format!(
        "! departs or fits too well   ? insufficient data   - does not apply   * below {} by itself alone, which is no \
         verdict",
        level(r.verdict.rule.level)
    );
    section.say(signs).only(TERMINAL);
    let seen = "Smallest effect seen: by nine tests in ten of this number of observations, at level 1 % for itself alone.";
    section.say(seen).only(TERMINAL);
    for (at, measure) in measures(r).into_iter().enumerate() {
        section.say(format!("effect {}: {measure}", letters(at).to_lowercase())).only(TERMINAL);
    }
}

/// What the effects of a source measure, each once; a letter of the table stands for it.
fn measures(r: &Randomness) -> Vec<&'static str> {
    let mut measures = Vec::new();
    for figures in r.battery.tests.iter().filter_map(Test::figures) {
        if !measures.contains(&figures.effect.measure) {
            measures.push(figures.effect.measure);
        }
    }
    measures
}

/// The law in eleven characters; paper has it in full.
fn short_law(law: &Law) -> String {
    match law {
        Law::ChiSquare { df } => format!("chi2 {}", tick(*df)),
        Law::Normal => "normal".to_owned(),
        Law::ExtremeCell { .. } => "extreme".to_owned(),
        Law::Binomial { .. } => "binomial".to_owned(),
        Law::Poisson { .. } => "Poisson".to_owned(),
        Law::Named(_) => "exact".to_owned(),
    }
}

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
fn table(list: &[&Randomness]) -> Table {
    let of = |t: &OfSource<'_>, figure: fn(&Printed) -> &String| {
        t.figures.as_ref().map(|p| figure(p).clone())
    };
    let is_alone = |t: &OfSource<'_>, f: &Figures| is_rejected_alone(t.source, f);
    let p = |t: &OfSource<'_>, mark: &str| {
        let cell = Cell::from(of(t, |p| &p.p).map(|p| p + mark));
        match look(t).1 {
            Tone::Plain => cell,
            tone => cell.tone(tone).strong(),
        }
    };
    let tests = list.iter().flat_map(|r| of_source(r));
    Table::of("", "Tests of randomness", tests)
        .column(Column::name("").key("band").only(Outputs::NONE), |t| t.band)
        .column(Column::prose("Source").only(BOOK).wide(24), |t| &t.source.source)
        .column(Column::prose("Verdict on the source").only(BOOK), |t| verdict(t.source))
        .column(Column::prose("Test").wide(34), |t| Cell::from(&t.test.name).sign(look(t).0))
        .column(Column::prose("What it sees best").only(BOOK).wide(30), |t| t.test.catches)
        .column(Column::name("Counts to the verdict").only(BOOK), |t| {
            if t.test.registered { "yes" } else { "no" }
        })
        .column(Column::count("Observations").wide(12), |t| t.test.n)
        .column(Column::name("Outcome").only(BOOK).wide(12), |t| {
            outcome(standing(t.source, t.test))
        })
        .column(Column::digits("Statistic"), |t| of(t, |p| &p.statistic))
        .column(Column::prose("Law").fit(92).not(TERMINAL), |t| {
            t.test.figures().map(|f| curve::words(&f.law))
        })
        .column(Column::name("Law").only(TERMINAL), |t| t.test.figures().map(|f| short_law(&f.law)))
        .column(Column::digits("p").not(TERMINAL), |t| p(t, ""))
        .column(Column::digits("p").only(TERMINAL), |t| {
            let is_marked = t.test.figures().is_some_and(|f| is_alone(t, f));
            p(t, if is_marked { "*" } else { "" })
        })
        .column(Column::digits("p adjusted (Holm)"), |t| of(t, |p| &p.adjusted))
        .column(Column::name("Alone").fit(40).wide(10).not(TERMINAL), |t| {
            t.test.figures().map(|f| if is_alone(t, f) { "rejected" } else { "no" })
        })
        .column(Column::digits("Effect").not(TERMINAL), |t| of(t, |p| &p.effect))
        .column(Column::digits("Effect").only(TERMINAL), |t| {
            let measure = t.test.figures()?.effect.measure;
            let at = measures(t.source).iter().position(|of| *of == measure)?;
            Some(format!("{} {}", t.figures.as_ref()?.effect, letters(at).to_lowercase()))
        })
        .column(Column::digits("Smallest effect seen"), |t| of(t, |p| &p.seen))
        .column(Column::prose("Why it has no figures").note("").only(BOOK.and(TERMINAL)), |t| {
            without_figures(t.test)
        })
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

#[cfg(test)]
mod tests {
    use crate::words::letters;

    #[test]
    fn letters_go_on_after_z() {
        let first: Vec<String> =
            [0, 25, 26, 51, 52].into_iter().map(|at| letters(at).to_lowercase()).collect();
        assert_eq!(first, ["a", "z", "aa", "az", "ba"]);
    }
}
