//! The terminal summary: what a supervisor understands at one look.
//!
//! Plain lines, wrapped to the width given, colour only where wanted. Text of the record is made
//! safe to print first, so that a journal cannot send commands to the terminal.

mod document;
mod page;
mod randomness;

pub use randomness::randomness_text;

use crate::along;
use crate::chance;
use crate::clock::Clock;
use crate::coverage::{self, Amount, Closing};
use crate::json::LISTED_OF_CAUSE_MAX;
use crate::listed::{ORDER, chosen};
use crate::words::{
    Places, check_counts, controls_sentence, dollars, favours, grouped, in_groups,
    not_run_by_reason, plural, settled_totals, signed_dollars, signer_sentences, verdict_sentence,
    verdict_title, visible, whereabouts,
};
use feltproof_model::ListedException;
use feltproof_model::workpaper::{Dimension, Outcome, Verdict, Workpaper};
use feltproof_paper::{asides, money, untested};
use feltproof_stats::Randomness;
use page::{Ink, Page};

/// How the summary is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With ANSI colours.
    pub colour: bool,
    /// Columns of the terminal; at least 60 are used.
    pub width: usize,
}

/// Exceptions listed before the reader is sent to the report.
const EXCEPTIONS_PRINTED: usize = 20;

/// The summary of a workpaper and of the randomness of each source that was tested, with a line end after each line.
pub fn terminal_summary(w: &Workpaper, randomness: &[Randomness], style: Style) -> String {
    let mut page = Page::new(style);
    let clock = Clock::new(&w.engagement.time_zone);
    title(&mut page, w);
    verdict(&mut page, w);
    counted(&mut page, w);
    settled(&mut page, w);
    meters(&mut page, w);
    checks(&mut page, w);
    self::randomness::summary(&mut page, randomness);
    document::blocks(&mut page, &untested::gaps(w), &clock);
    if let Some(payments) = untested::payments(w, &Places::of(w)) {
        document::blocks(&mut page, &payments, &clock);
    }
    causes(&mut page, w);
    exceptions(&mut page, w);
    document::blocks(&mut page, &money::section(w), &clock);
    if let Some(advice) = asides::advice(w, &Places::of(w)) {
        document::blocks(&mut page, &advice, &clock);
    }
    quarantine(&mut page, w);
    signature(&mut page, w);
    written(&mut page, w);
    page.into_text()
}

fn title(page: &mut Page, w: &Workpaper) {
    let e = &w.engagement;
    let name = format!("FELTPROOF {} - audit report {}", w.tool_version, w.report_id);
    page.wrapped("", Ink::Bold, &name);
    page.wrapped("", Ink::Plain, &format!("{}, licence {}, {}", e.property, e.licence, e.location));
    let days = match e.days.as_slice() {
        [one] => format!("Gaming day {}", one.date),
        [first, .., last] => format!(
            "{} from {} to {}",
            plural(e.days.len().try_into().unwrap_or(u64::MAX), "gaming day"),
            first.date,
            last.date
        ),
        [] => "No gaming day".to_owned(),
    };
    let start = format!("{days}, starting {} {}", e.gaming_day_start, e.time_zone);
    page.wrapped("", Ink::Plain, &start);
}

fn verdict(page: &mut Page, w: &Workpaper) {
    let ink = match w.verdict {
        Verdict::NothingFound => Ink::Green,
        Verdict::Incomplete => Ink::Amber,
        Verdict::Exceptions => Ink::Red,
    };
    page.blank();
    page.wrapped("  ", ink, verdict_title(w.verdict));
    page.wrapped("  ", Ink::Plain, &verdict_sentence(w));
    page.wrapped("  ", Ink::Plain, &controls_sentence(w));
}

fn counted(page: &mut Page, w: &Workpaper) {
    let c = &w.counts;
    page.heading("Counted");
    let mut hands = format!("{} ({} folded", grouped(c.hands), grouped(c.hands_folded));
    if !w.recorded.actions {
        hands = format!("{} (folds not on record", grouped(c.hands));
    } else if c.hands_untestable > 0 {
        hands.push_str(&format!(
            ", {} of them without recorded cards: untestable",
            grouped(c.hands_untestable)
        ));
    }
    hands.push(')');
    let amount = |name: &str, amount: Amount| {
        let ink = if amount.missing(w).is_empty() { Ink::Plain } else { Ink::Amber };
        (name.to_owned(), ink, amount.in_words(w))
    };
    page.pairs(&[
        (
            "rounds".to_owned(),
            Ink::Plain,
            format!("{}, of these void: {}", grouped(c.rounds), coverage::rounds_void(w)),
        ),
        ("player hands".to_owned(), Ink::Plain, hands),
        amount("staked", Amount::Staked),
        amount("returned", Amount::Returned),
    ]);
}

fn settled(page: &mut Page, w: &Workpaper) {
    page.heading("Settled wagers");
    let Some(t) = settled_totals(w, Dimension::Wager) else {
        page.wrapped("  ", Ink::Amber, coverage::NOT_COMPARED);
        return;
    };
    let side = |wagers: u64, micros: i128, whom: &str| {
        if wagers == 0 {
            (Ink::Plain, "none".to_owned())
        } else {
            let text = format!("{} in {}, {whom}", dollars(micros), plural(wagers, "wager"));
            (Ink::Red, text)
        }
    };
    let (over_ink, over) = side(t.overpaid, t.over_micros, "in favour of players");
    let (under_ink, under) = side(t.underpaid, t.under_micros, "in favour of the house");
    let all_or_part = if w.counts.wagers_untested > 0 { Ink::Amber } else { Ink::Plain };
    let mut rows = vec![
        ("compared".to_owned(), all_or_part, coverage::wagers_compared(w)),
        ("overpaid".to_owned(), over_ink, over),
        ("underpaid".to_owned(), under_ink, under),
    ];
    let along = along::lines(w).into_iter();
    rows.extend(
        along
            .map(|(name, differs, text)| (name, if differs { Ink::Red } else { Ink::Plain }, text)),
    );
    page.pairs(&rows);
    let seats = &w.analysis.restitution;
    if seats.owed_micros > 0 || seats.overpaid_micros > 0 {
        page.wrapped("  ", Ink::Red, &chance::restitution_said(seats));
    }
    if let Some(text) = coverage::wagers_left_out(w) {
        page.wrapped("  ", Ink::Amber, &text);
    }
    if let Some(text) = coverage::compared_without_money(w) {
        page.wrapped("  ", Ink::Plain, &text);
    }
}

fn meters(page: &mut Page, w: &Workpaper) {
    if w.meters.is_empty() {
        return;
    }
    page.heading("Meters");
    let row = |m: &feltproof_model::workpaper::MeterReconciliation| {
        let name = visible(&format!("{} {}", m.name(), m.account));
        match coverage::closing(w, m) {
            Closing::NotTested => (name, Ink::Amber, "not tested".to_owned()),
            Closing::JoinsUp => (
                name,
                Ink::Plain,
                format!("joins up at {} over {}", m.recorded, plural(m.events, "event")),
            ),
            Closing::Undetermined(why) => {
                (name, Ink::Amber, visible(&format!("cannot be told: {why}")))
            }
            Closing::Differs(difference) => {
                let text = format!(
                    "DOES NOT JOIN UP: expected {}, recorded {}, difference {}",
                    m.expected,
                    m.recorded,
                    signed_dollars(difference)
                );
                (name, Ink::Red, text)
            }
        }
    };
    let rows: Vec<_> = w.meters.iter().map(row).collect();
    page.pairs(&rows);
    let places = Places::of(w);
    for m in &w.meters {
        if let Some(parts) = coverage::closing_made_of(w, &places, m) {
            let said = format!("{} {}: {parts}", m.name(), m.account);
            page.wrapped("  ", Ink::Red, &visible(&said));
        }
    }
    let mut said = Vec::new();
    for reservation in w.meters.iter().flat_map(|m| coverage::meter_reservations(w, m)) {
        if !said.contains(&reservation) {
            page.wrapped("  ", Ink::Amber, &visible(&reservation));
            said.push(reservation);
        }
    }
}

fn checks(page: &mut Page, w: &Workpaper) {
    let counts = check_counts(w);
    page.heading("Checks");
    let mut rows = vec![
        ("nothing found".to_owned(), Ink::Plain, grouped(counts.clean)),
        (
            "with exceptions".to_owned(),
            if counts.found > 0 { Ink::Red } else { Ink::Plain },
            grouped(counts.found),
        ),
        (
            "not run".to_owned(),
            if counts.not_run > 0 { Ink::Amber } else { Ink::Plain },
            grouped(counts.not_run),
        ),
    ];
    if counts.undecided > 0 {
        rows.push(("not decidable".to_owned(), Ink::Amber, grouped(counts.undecided)));
    }
    for check in &w.checks {
        if let Outcome::Ran { tested, exceptions } = check.outcome
            && exceptions > 0
        {
            let text = format!(
                "{}: {} in {}",
                check.title,
                plural(exceptions, "exception"),
                plural(tested, check.unit)
            );
            rows.push((format!("  {}", check.code), Ink::Plain, text));
        }
    }
    page.pairs(&rows);
    for check in w.checks.iter().filter(|c| c.undecided > 0) {
        let what = plural(check.undecided, check.unit);
        page.wrapped("  not decidable: ", Ink::Amber, &format!("{}, {what}", check.code));
        page.wrapped("           ", Ink::Plain, &check.undecided_reason);
    }
    for (reason, codes) in not_run_by_reason(w) {
        page.wrapped("  not run: ", Ink::Amber, &codes.join(", "));
        page.wrapped("           ", Ink::Plain, reason);
    }
}

/// What explains many exceptions at once.
fn causes(page: &mut Page, w: &Workpaper) {
    if w.causes.is_empty() {
        return;
    }
    page.heading("Causes of many exceptions");
    let places = Places::of(w);
    for cause in &w.causes {
        let title = format!("{} ({})", cause.title, plural(cause.exceptions(), "exception"));
        page.wrapped("  ", Ink::Red, &title);
        page.wrapped("    ", Ink::Plain, &cause.evidence);
        let (first, last) = (places.place(cause.first), places.place(cause.last));
        page.wrapped("    ", Ink::Plain, &format!("From {first} to {last}. {}", cause.remedy));
    }
}

fn exceptions(page: &mut Page, w: &Workpaper) {
    if w.exceptions_total == 0 {
        return;
    }
    let some = chosen(&w.exceptions, EXCEPTIONS_PRINTED);
    let printed = some.len() as u64;
    let all = grouped(w.exceptions_total);
    page.heading(&if printed == w.exceptions_total {
        format!("Exceptions ({all})")
    } else {
        format!("Exceptions ({printed} of {all})")
    });
    page.wrapped("  ", Ink::Plain, &format!("In this order: {ORDER}."));
    let places = Places::of(w);
    for (_, e) in some {
        exception(page, &places, e);
    }
    if printed < w.exceptions_total {
        let of_cause = if w.causes.is_empty() {
            String::new()
        } else {
            format!(", but of those that a cause explains the first {LISTED_OF_CAUSE_MAX} of each")
        };
        page.wrapped("  ", Ink::Plain, &format!("All of them are in report.json{of_cause}."));
    }
}

fn exception(page: &mut Page, places: &Places, e: &ListedException) {
    let number = format!("No. {}", grouped(e.number));
    let mut head = vec![number, e.code.to_owned(), places.place(e.locus)];
    let at = whereabouts(e);
    if !at.is_empty() {
        head.push(at);
    }
    if let Some(difference) = e.difference {
        head.push(signed_dollars(i128::from(difference.micros())));
    }
    if let Some(party) = e.favours {
        head.push(favours(party));
    }
    page.wrapped("  ", Ink::Red, &head.join("  "));
    let values = format!("expected {}, recorded {}", e.expected, e.recorded);
    page.wrapped("    ", Ink::Plain, &values);
}

fn quarantine(page: &mut Page, w: &Workpaper) {
    if w.problems_total == 0 {
        return;
    }
    page.heading("Quarantine");
    let text = format!(
        "{} could not be understood and {} not tested; see quarantine.csv. Each counts as an \
         exception.",
        plural(w.problems_total, "record"),
        if w.problems_total == 1 { "was" } else { "were" }
    );
    page.wrapped("  ", Ink::Red, &text);
}

fn signature(page: &mut Page, w: &Workpaper) {
    page.heading("Signature");
    for sentence in signer_sentences(w.signer.as_ref()) {
        page.wrapped("  ", Ink::Plain, &sentence);
    }
    if let Some(signer) = &w.signer {
        page.wrapped("  certificate SHA-256  ", Ink::Plain, &in_groups(&signer.fingerprint));
    }
}

/// The files that were written, the report first, each with what it is for.
fn written(page: &mut Page, w: &Workpaper) {
    if w.outputs.is_empty() {
        return;
    }
    page.heading("Files");
    let (report, others): (Vec<_>, Vec<_>) =
        w.outputs.iter().partition(|output| output.file == "report.pdf");
    let rows = report.into_iter().chain(others).map(|output| {
        let text = match output.file.as_str() {
            "report.pdf" if w.signer.is_some() => {
                "the report; check it with: feltproof verify report.pdf"
            }
            "report.pdf" => "the report, not signed",
            "workpapers.xlsx" => "a workbook to work in: every exception, sums as formulas",
            "report.html" => "one page to explore it in a browser, without a network",
            "report.json" => "everything, with the exceptions and how each was calculated",
            "settlements.parquet" => "every settled wager with its reason",
            "report.sarif" => "every exception, for programs that read SARIF",
            "quarantine.csv" if w.problems_total > 0 => "the records set aside",
            "quarantine.csv" => "empty: no record was set aside",
            _ => "",
        };
        (output.file.clone(), Ink::Plain, text.to_owned())
    });
    page.pairs(&rows.collect::<Vec<_>>());
}
