//! Randomness in the terminal: the verdict first and last, between them every test in one table.

use super::Style;
use super::page::{Ink, Page, wrap};
use crate::randomness::departures::departures;
use crate::randomness::number::level;
use crate::randomness::printed::Printed;
use crate::randomness::words::{
    DEMANDS, Ordered, Standing, demands, explore, faults_beyond, is_demand_rejected,
    is_rejected_alone, ordered, result_title, rule, standard, standing, verdict_sentence,
    without_figures,
};
use crate::words::visible;
use feltproof_stats::{Figures, Law, Outcome, Randomness, State, Test, curve};

/// Widest a table gets, whatever the terminal.
const TABLE: usize = 100;
/// Columns that a row takes beside the name of its test.
const FIGURES: usize = 73;
/// A terminal that leaves less than this for the name gets one sentence for each test instead.
const NAME: usize = 16;

/// Everything that the batteries say: each source's verdict, its tests, faults and notes, and the
/// verdicts again at the end. Lines are at most `style.width` wide, and tables at most 100.
pub fn randomness_text(list: &[Randomness], style: Style) -> String {
    let mut page = Page::new(style);
    if list.is_empty() {
        page.wrapped("", Ink::Amber, "Nothing was tested for randomness.");
        return page.into_text();
    }
    verdicts(&mut page, list);
    for r in list {
        battery(&mut page, r);
    }
    page.blank();
    verdicts(&mut page, list);
    page.into_text()
}

/// One line for each source, for the summary of an audit.
pub(super) fn summary(page: &mut Page, list: &[Randomness]) {
    if list.is_empty() {
        return;
    }
    page.heading("Randomness");
    for r in list {
        page.wrapped("  ", ink(r), &title(r));
        page.wrapped("    ", Ink::Plain, &verdict_sentence(r));
        for departure in departures(r) {
            page.wrapped("    - ", Ink::Plain, &departure.sentence());
        }
    }
}

/// `Departure from chance: hands.csv, 1,000 decks`.
fn title(r: &Randomness) -> String {
    format!("{}: {}, {}", result_title(r), r.source, crate::randomness::words::observations(r))
}

fn ink(r: &Randomness) -> Ink {
    match r.verdict.state {
        State::NothingFound if is_demand_rejected(r) => Ink::Amber,
        State::Fault | State::Departure => Ink::Red,
        State::Insufficient => Ink::Amber,
        State::NothingFound => Ink::Green,
    }
}

fn verdicts(page: &mut Page, list: &[Randomness]) {
    for r in list {
        page.wrapped("", ink(r), &title(r));
    }
}

fn battery(page: &mut Page, r: &Randomness) {
    page.heading(&visible(&r.source));
    page.wrapped("  ", Ink::Plain, &verdict_sentence(r));
    for departure in departures(r) {
        page.wrapped("  - ", ink(r), &departure.sentence());
    }
    for sentence in rule(r) {
        page.wrapped("  ", Ink::Plain, &sentence);
    }
    page.wrapped("  ", Ink::Plain, &standard(r.profile.as_ref()));
    let demands = demands(r);
    if !demands.is_empty() {
        page.heading("Demands of the standard");
        page.wrapped("  ", Ink::Plain, DEMANDS);
    }
    for (sentence, rejected) in demands {
        let ink = if rejected { Ink::Red } else { Ink::Plain };
        page.wrapped("  ", ink, &sentence);
    }
    if r.battery.faults_total > 0 {
        page.heading("Certain faults");
        for fault in &r.faults {
            page.wrapped("  ", Ink::Red, fault);
        }
        if let Some(more) = faults_beyond(r) {
            page.wrapped("  ", Ink::Red, &more);
        }
    }
    tests(page, r);
    if !r.battery.notes.is_empty() {
        page.heading("Notes");
        for note in &r.battery.notes {
            page.wrapped("  ", Ink::Plain, note);
        }
    }
}

/// The table and what its signs mean.
fn tests(page: &mut Page, r: &Randomness) {
    if r.battery.tests.is_empty() {
        return;
    }
    let Ordered { rejected, registered, others } = ordered(r);
    let table = TextTable::new(r, page.width());
    page.heading("Tests");
    table.head(page);
    for test in rejected.into_iter().chain(registered) {
        table.row(page, r, test);
    }
    if !others.is_empty() {
        page.line(Ink::Plain, "  not counted to the verdict:");
        for test in others {
            table.row(page, r, test);
        }
    }
    table.legend(page, r);
    if let Some(text) = explore(r) {
        page.wrapped("  ", Ink::Plain, &text);
    }
}

/// Columns of the table, and the letters that stand for what the effects measure.
struct TextTable {
    /// Width of the name; `None` where the terminal is too narrow for a table.
    name: Option<usize>,
    width: usize,
    measures: Vec<&'static str>,
}

impl TextTable {
    fn new(r: &Randomness, width: usize) -> Self {
        let mut measures: Vec<&'static str> = Vec::new();
        for f in r.battery.tests.iter().filter_map(Test::figures) {
            if !measures.contains(&f.effect.measure) {
                measures.push(f.effect.measure);
            }
        }
        let width = width.min(TABLE);
        let name = width.checked_sub(FIGURES).filter(|name| *name >= NAME);
        Self { name, width, measures }
    }

    fn letter(&self, f: &Figures) -> String {
        letter(self.measures.iter().position(|m| *m == f.effect.measure).unwrap_or(0))
    }

    fn head(&self, page: &mut Page) {
        let Some(name) = self.name else { return };
        let line = format!(
            "  {:<name$} {:>10} {:>9}  {:<11} {:<9} {:<8} {:<9} {:<7}",
            "test", "n", "statistic", "law", "p", "Holm's p", "effect", "seen"
        );
        page.line(Ink::Bold, line.trim_end());
    }

    fn row(&self, page: &mut Page, r: &Randomness, test: &Test) {
        let (mark, ink) = mark(standing(r, test));
        let name = visible(&test.name);
        let Outcome::Ran(f) = &test.outcome else {
            let why = without_figures(test).unwrap_or_default();
            page.wrapped(&format!("{mark} "), ink, &format!("{name}: {why}"));
            return;
        };
        let cells = Cells::new(r, test, f, &self.letter(f));
        let Some(wide) = self.name else {
            page.wrapped(&format!("{mark} "), ink, &cells.sentence(&name));
            return;
        };
        let lines = wrap(&name, wide);
        let first = lines.first().map_or("", String::as_str);
        let line = format!("{mark} {first:<wide$} {}", cells.line());
        if line.trim_end().chars().count() > self.width {
            // A figure wider than its column: nothing is cut, the row becomes a sentence.
            page.wrapped(&format!("{mark} "), ink, &cells.sentence(&name));
            return;
        }
        page.line(ink, line.trim_end());
        for rest in lines.iter().skip(1) {
            page.line(ink, &format!("  {rest}"));
        }
    }

    fn legend(&self, page: &mut Page, r: &Randomness) {
        let at = level(r.verdict.rule.level);
        let signs = format!(
            "! departs   < fits too well   ? insufficient data   - does not apply   * below {at} by \
             itself alone, which is no verdict"
        );
        page.wrapped("  ", Ink::Plain, &signs);
        let seen = "seen: the smallest effect that the test would have seen nine times in ten at \
                    this number of observations, at level 1 % for itself alone";
        page.wrapped("  ", Ink::Plain, seen);
        for (at, measure) in self.measures.iter().enumerate() {
            page.wrapped(&format!("  effect {}: ", letter(at)), Ink::Plain, measure);
        }
    }
}

/// `a` to `z`, then `aa`.
fn letter(at: usize) -> String {
    let last = char::from(b'a' + u8::try_from(at % 26).unwrap_or(0));
    if at < 26 { last.to_string() } else { format!("{}{last}", letter(at / 26 - 1)) }
}

const fn mark(standing: Standing) -> (&'static str, Ink) {
    match standing {
        Standing::Departs => ("!", Ink::Red),
        Standing::TooGood => ("<", Ink::Red),
        Standing::Stands => (" ", Ink::Plain),
        Standing::Insufficient => ("?", Ink::Amber),
        Standing::NotRun => ("-", Ink::Plain),
    }
}

/// The figures of one test in the columns of the table.
struct Cells {
    law: String,
    figures: Printed,
}

impl Cells {
    fn new(r: &Randomness, test: &Test, f: &Figures, letter: &str) -> Self {
        let mut figures = Printed::new(r, test, f);
        if is_rejected_alone(r, f) {
            figures.p.push('*');
        }
        figures.effect.push_str(&format!(" {letter}"));
        Self { law: short_law(&f.law), figures }
    }

    fn line(&self) -> String {
        let Self { law, figures } = self;
        let Printed { n, statistic, p, adjusted, effect, seen, .. } = figures;
        format!("{n:>10} {statistic:>9}  {law:<11} {p:<9} {adjusted:<8} {effect:<9} {seen:<7}")
    }

    fn sentence(&self, name: &str) -> String {
        let Self { law, figures } = self;
        let Printed { n, statistic, p, adjusted, effect, seen, too_good } = figures;
        let good = too_good.as_ref().map_or_else(String::new, |g| format!(", as good a fit {g}"));
        format!(
            "{name}: n {n}, statistic {statistic}, law {law}, p {p}, Holm's p {adjusted}{good}, effect \
             {effect}, seen {seen}"
        )
    }
}

/// The law in eleven columns; the report has it in full.
fn short_law(law: &Law) -> String {
    let df = curve::df(law);
    let law = curve::words(law);
    let lower = law.to_lowercase();
    let known = [
        ("chi", "chi2"),
        ("half normal", "half normal"),
        ("normal", "normal"),
        ("cell", "extreme"),
        ("binomial", "binomial"),
        ("poisson", "Poisson"),
        ("kolmogorov", "Kolmogorov"),
    ];
    let name = known.iter().find(|(word, _)| lower.contains(word)).map(|(_, short)| *short);
    match (name, df) {
        (Some("chi2"), Some(df)) => format!("chi2 {}", crate::randomness::number::tick(df)),
        (Some(name), _) => name.to_owned(),
        // An exact law with a name of its own.
        (None, _) => wrap(law.split(',').next().unwrap_or("exact"), 11).swap_remove(0),
    }
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_go_on_after_z() {
        let first: Vec<String> = [0, 25, 26, 51, 52].into_iter().map(letter).collect();
        assert_eq!(first, ["a", "z", "aa", "az", "ba"]);
    }
}
