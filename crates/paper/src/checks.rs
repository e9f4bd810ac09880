//! Every check of the registry with its outcome, none left out; and what was found of each kind.

use crate::cell::{Anchor, Cell, Sign, Tone, Value};
use crate::column::Column;
use crate::outputs::{Outputs, PRINT, TERMINAL};
use crate::section::Section;
use crate::table::Table;
use crate::words::{check_counts, code_ranges, grouped, not_run_by_reason, plural};
use feltproof_model::workpaper::{CheckResult, Outcome, Workpaper};

/// Title of the section of all checks.
pub(crate) const RESULTS_BY_AREA: &str = "Results by area";

/// Results by area.
pub fn results(w: &Workpaper) -> Section {
    let mut section = Section::new("results", RESULTS_BY_AREA);
    let counts = check_counts(w);
    let text = format!(
        "{} ran and found nothing, {} found exceptions, {} did not run. A check that tested nothing did not run, and one that \
         did not run is never counted as passed. Amounts are what the exceptions of a check favour; one wager may appear under \
         more than one check, so they are not added up here.",
        plural(counts.clean, "check"),
        grouped(counts.found),
        grouped(counts.not_run)
    );
    section.say(text).only(PRINT);
    let of = |is: fn(&CheckResult) -> bool| w.checks.iter().filter(|c| is(c)).collect::<Vec<_>>();
    let open = of(|check| has_run(check) && !is_clean(check));
    if !open.is_empty() {
        section
            .part("Checks with exceptions, or with something that could not be decided")
            .only(PRINT);
        section.table(table(w, open).notes_from(1)).only(PRINT);
    }
    let clean = of(is_clean);
    if !clean.is_empty() {
        section.part("Checks that ran and found nothing, each with how many it tested").only(PRINT);
        let table = Table::of("", "Checks that found nothing", clean)
            .column(Column::code("Code").fit(60), |c| Cell::from(c.code).sign(Sign::Clear))
            .column(Column::prose("Check"), |c| c.title)
            .column(Column::count("Tested"), |c| tested(c));
        section.table(table.done().twofold()).only(PRINT);
    }
    let reasons = not_run_by_reason(w);
    if !reasons.is_empty() {
        section.part("Checks that did not run").only(PRINT);
        let why = reasons.into_iter().map(|(reason, codes)| {
            format!("{} {}", code_ranges(&codes), reason.trim_end_matches('.'))
        });
        section.say(format!("{}.", why.collect::<Vec<_>>().join("; "))).small().only(PRINT);
    }
    let all = table(w, w.checks.iter().collect());
    section
        .table(all.sheet("Checks", "Every check: what it tested, what it found"))
        .only(Outputs::BOOK);
    section
}

/// What was found, check by check; on a terminal also how many checks found nothing, and what did not run.
pub fn kinds(w: &Workpaper) -> Section {
    let mut section = Section::new("", "Exceptions by kind");
    let counts = check_counts(w);
    let counted = [
        ("nothing found", counts.clean, Tone::Plain),
        ("with exceptions", counts.found, Tone::Bad),
        ("not decidable", counts.undecided, Tone::Open),
        ("not run", counts.not_run, Tone::Open),
    ];
    let fact = |(name, number, tone): (&'static str, u64, Tone)| {
        (name, Cell::from(number).tone(if number > 0 { tone } else { Tone::Plain }))
    };
    section.facts("Checks", counted.map(fact)).only(TERMINAL);
    let found = |c: &&CheckResult| matches!(c.outcome, Outcome::Ran { exceptions: 1.., .. });
    let found: Vec<&CheckResult> = w.checks.iter().filter(found).collect();
    if found.is_empty() {
        section.say("No check found an exception that no waiver covers.");
    } else {
        let mut table = table(w, found).total("All", Outputs::PAGE);
        (table.id, table.caption) = ("kinds", "Exceptions by kind");
        section.table(table);
    }
    for check in w.checks.iter().filter(|c| c.undecided > 0) {
        let said = format!("Not decidable: {}, {}", check.code, undecided(check));
        section.point(said).tone(Tone::Open).only(TERMINAL);
    }
    for (reason, codes) in not_run_by_reason(w) {
        let said = format!("Not run: {}. {reason}", code_ranges(&codes));
        section.point(said).tone(Tone::Open).only(TERMINAL);
    }
    section
}

/// How many things a check leaves open, and why.
fn undecided(check: &CheckResult) -> String {
    format!("{}. {}", plural(check.undecided, check.unit), check.undecided_reason)
}

const fn is_clean(check: &CheckResult) -> bool {
    matches!(check.outcome, Outcome::Ran { exceptions: 0, .. }) && check.undecided == 0
}

const fn has_run(check: &CheckResult) -> bool {
    matches!(check.outcome, Outcome::Ran { .. })
}

const fn tested(check: &CheckResult) -> Option<u64> {
    match check.outcome {
        Outcome::Ran { tested, .. } => Some(tested),
        Outcome::NotRun { .. } => None,
    }
}

const fn found(check: &CheckResult) -> Option<u64> {
    match check.outcome {
        Outcome::Ran { exceptions, .. } => Some(exceptions),
        Outcome::NotRun { .. } => None,
    }
}

const fn sign(check: &CheckResult) -> Sign {
    match check.outcome {
        Outcome::Ran { exceptions: 1.., .. } => Sign::Found,
        Outcome::Ran { .. } if check.undecided > 0 => Sign::Partly,
        Outcome::Ran { .. } => Sign::Clear,
        Outcome::NotRun { .. } => Sign::NotRun,
    }
}

/// Some checks, each with what it found. Its code leads to the first of its findings.
fn table(w: &Workpaper, checks: Vec<&CheckResult>) -> Table {
    let finding = |c: &CheckResult| w.findings.iter().position(|f| f.code == c.code);
    let amount = |micros: i128| (micros != 0).then_some(Value::Money(micros));
    let book = Outputs::BOOK;
    Table::of("", "Checks", checks)
        .column(Column::code("Check"), |c| {
            Cell::from(c.code).sign(sign(c)).to(finding(c).map(Anchor::Finding))
        })
        .column(Column::prose("Title").wide(50), |c| c.title)
        .column(Column::name("Unit").fit(70).wide(12), |c| c.unit)
        .column(Column::name("Ran").only(book).wide(6), |c| if has_run(c) { "yes" } else { "no" })
        .column(Column::count("Tested"), |c| tested(c))
        .column(Column::count("Exceptions").summed(), |c| {
            let cell = Cell::from(found(c));
            if found(c) > Some(0) { cell.tone(Tone::Bad).strong() } else { cell }
        })
        .column(Column::count("Left open").only(book), |c| c.undecided)
        .column(Column::count("Waived").only(book), |c| c.waived)
        .column(Column::money("For players").not(TERMINAL).summed(), |c| amount(c.over_micros))
        .column(Column::money("For the house").not(TERMINAL).summed(), |c| amount(c.under_micros))
        .column(Column::money("For a fund").not(TERMINAL).summed(), |c| amount(c.fund_micros))
        .each(|c, row| {
            if c.undecided > 0 {
                row.notes.push((Tone::Open, format!("Not decidable: {}", undecided(c))));
            }
        })
        .done()
}
