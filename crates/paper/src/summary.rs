//! What stands in front: whose report, over what, the verdict, what was counted, what it comes to; and who signs.

use crate::cell::{Cell, Sign, Tone};
use crate::chance::restitution_said;
use crate::clock::Clock;
use crate::column::Column;
use crate::coverage::{self, Amount, Closing};
use crate::directions::{DIRECTIONS, in_order};
use crate::meters;
use crate::outputs::{BOOK, Outputs, PAGE, PRINT, TERMINAL};
use crate::randomness::words::{result_title, source_sign};
use crate::section::Section;
use crate::table::Table;
use crate::words::{
    check_counts, controls_sentence, dollars, gaming_days, in_groups, plural, settled_totals,
    signer_sentences, verdict_sentence, verdict_title,
};
use feltproof_model::Timestamp;
use feltproof_model::workpaper::{
    Dimension, MeterReconciliation, Signer, VarianceGroup, Verdict, Workpaper,
};
use feltproof_stats::Randomness;

/// Whose report, over what.
pub fn front(w: &Workpaper, clock: &Clock) -> Vec<(&'static str, Cell)> {
    let e = &w.engagement;
    let packs: Vec<String> = w.packs.iter().map(|p| format!("{} {}", p.id, p.version)).collect();
    vec![
        ("Report", (&w.report_id).into()),
        ("Property", (&e.property).into()),
        ("Licence", (&e.licence).into()),
        ("Audited", gaming_days(e).into()),
        ("Rule packs", packs.join(", ").into()),
        ("Prepared for", (&e.prepared_for).into()),
        ("Prepared by", (&e.prepared_by).into()),
        ("Issued", clock.minute(Timestamp::from_seconds(w.issued_unix)).into()),
        ("Tool", format!("Feltproof {}", w.tool_version).into()),
        ("Evidence digest", (&w.evidence_sha256).into()),
    ]
}

/// Sign and tone of the whole outcome.
pub const fn sign(verdict: Verdict) -> (Sign, Tone) {
    match verdict {
        Verdict::NothingFound => (Sign::Clear, Tone::Good),
        Verdict::Incomplete => (Sign::NotRun, Tone::Open),
        Verdict::Exceptions => (Sign::Found, Tone::Bad),
    }
}

/// The summary: the verdict, money by direction, what was counted, and how checks and meters came out.
pub fn summary(w: &Workpaper, randomness: &[Randomness]) -> Section {
    let mut section = Section::new("summary", "Summary");
    let in_lines = PRINT.and(TERMINAL);
    section.say(verdict_title(w.verdict)).tone(sign(w.verdict).1).only(in_lines);
    section.say(verdict_sentence(w)).only(in_lines);
    section.say(controls_sentence(w)).only(TERMINAL);
    found(&mut section, w);
    section.facts("Counted", counted(w));
    settled(&mut section, w);
    outcome(&mut section, w, randomness);
    section
}

/// What the checks with exceptions add up to, by the party that a difference favours.
fn found(section: &mut Section, w: &Workpaper) {
    let counts = [
        ("Exceptions", w.exceptions_total),
        ("Exceptions that a waiver covers", w.waived_total),
        ("Findings", w.findings.len() as u64),
    ];
    let money = || DIRECTIONS.into_iter().zip(in_order(w.money));
    let counts = counts.into_iter().map(|(name, number)| (name, Cell::from(number)));
    let amounts = money().map(|((name, _), micros)| (name, Cell::money(micros)));
    section.facts("What was found", counts.chain(amounts)).only(BOOK);
    let table = Table::of("money", "Money of the exceptions by direction", money())
        .column(Column::name("By the exceptions"), |((name, _), _)| *name)
        .column(Column::money("Amount"), |(_, micros)| Cell::money(*micros))
        .column(Column::prose("Means"), |((_, means), _)| *means);
    section.table(table.done()).only(PAGE);
    let seats = &w.analysis.restitution;
    let is_some = seats.owed_micros > 0 || seats.overpaid_micros > 0;
    let tone = if is_some { Tone::Bad } else { Tone::Plain };
    section.say(restitution_said(seats)).tone(tone).only(PAGE.and(TERMINAL));
}

fn counted(w: &Workpaper) -> Vec<(&'static str, Cell)> {
    let c = &w.counts;
    let amount = |of: Amount| match of.whole(w) {
        Some(micros) => Cell::money(micros),
        None => Cell::from(of.in_words(w)).tone(Tone::Open),
    };
    vec![
        ("Rounds", c.rounds.into()),
        ("of these void", coverage::rounds_void(w).into()),
        ("Wagers with a stake or a payment", c.wagers.into()),
        ("of these tested by no check", c.wagers_untested.into()),
        ("Records not understood", w.problems_total.into()),
        ("Player hands", c.hands.into()),
        ("of these folded", coverage::by_action(w, c.hands_folded)),
        ("of these without recorded cards: untestable", coverage::by_action(w, c.hands_untestable)),
        ("Staked, as recorded", amount(Amount::Staked)),
        ("Returned, as recorded", amount(Amount::Returned)),
    ]
}

/// What was paid too much and too little on the wagers that a check compared.
fn settled(section: &mut Section, w: &Workpaper) {
    const TITLE: &str = "Settled wagers";
    let shown = Outputs::ALL.without(BOOK);
    if let Some(t) = settled_totals(w, Dimension::Wager) {
        let side = |wagers: u64, micros: i128| match wagers {
            0 => Cell::from("none"),
            _ => Cell::from(format!("{} in {}", dollars(micros), plural(wagers, "wager")))
                .tone(Tone::Bad),
        };
        let part = if w.counts.wagers_untested > 0 { Tone::Open } else { Tone::Plain };
        let compared = Cell::from(coverage::wagers_compared(w)).tone(part);
        let facts = [
            ("Compared with what is owed", compared),
            ("Overpaid, in favour of players", side(t.overpaid, t.over_micros)),
            ("Underpaid, in favour of the house", side(t.underpaid, t.under_micros)),
        ];
        section.facts(TITLE, facts).only(shown);
        section.facts("", ALONG.iter().filter_map(|of| along(w, *of))).only(TERMINAL);
    } else {
        section.part(TITLE).only(shown);
        section.say(coverage::NOT_COMPARED).tone(Tone::Open).only(shown);
    }
    if let Some(said) = coverage::compared_without_money(w) {
        section.say(said).small().only(shown);
    }
    if let Some(said) = coverage::wagers_left_out(w) {
        section.say(said).tone(Tone::Open).only(PRINT.and(TERMINAL));
    }
    if let Some(said) = coverage::untested_payments(w) {
        section.say(said).tone(Tone::Open).only(PRINT);
    }
}

/// The dimensions along which a supervisor looks for a pattern.
const ALONG: [Dimension; 4] =
    [Dimension::Table, Dimension::Dealer, Dimension::Seat, Dimension::GamingDay];

/// Paid against owed along one dimension in a line: `by table`, `C4P-3 $20.00 over, $5.00 under`.
fn along(w: &Workpaper, dimension: Dimension) -> Option<(String, Cell)> {
    let all = w.variance.iter().filter(|g| g.dimension == dimension);
    let (groups, untested): (Vec<&VarianceGroup>, Vec<&VarianceGroup>) =
        all.partition(|g| g.wagers > 0);
    let first = groups.first()?;
    let differing: Vec<String> = groups.iter().filter_map(|g| difference(g)).collect();
    let mut said = match (differing.is_empty(), groups.len()) {
        (false, _) => differing.join("; "),
        (true, 1) => format!("{} paid as owed", first.key),
        (true, n) => format!("all {n} paid as owed"),
    };
    // A group of which nothing was compared is not paid as owed.
    if !untested.is_empty() {
        let keys: Vec<&str> = untested.iter().map(|g| g.key.as_str()).collect();
        said.push_str(&format!("; not tested: {}", keys.join(", ")));
    }
    let tone = if differing.is_empty() { Tone::Plain } else { Tone::Bad };
    Some((format!("by {}", dimension.name()), Cell::from(said).tone(tone)))
}

fn difference(g: &VarianceGroup) -> Option<String> {
    let sides = [(g.overpaid, g.over_micros, "over"), (g.underpaid, g.under_micros, "under")];
    let sides = sides.into_iter().filter(|(wagers, ..)| *wagers > 0);
    let said = sides.map(|(_, micros, side)| format!("{} {side}", dollars(micros.into())));
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| format!("{} {}", g.key, said.join(", ")))
}

/// A line of the outcome: its sign, what it is of, its number, and why there is none.
type Line = (Sign, String, Cell, String);

/// How checks, meters and sources of cards came out, for paper.
fn outcome(section: &mut Section, w: &Workpaper, randomness: &[Randomness]) {
    let counts = check_counts(w);
    let checks = [
        (Sign::Clear, "Checks that ran and found nothing", counts.clean),
        (Sign::Found, "Checks that found exceptions", counts.found),
        (Sign::Partly, "Checks with something that could not be decided", counts.undecided),
        (Sign::NotRun, "Checks that did not run", counts.not_run),
    ];
    let check = |(sign, name, number): (Sign, &str, u64)| {
        let sign = if number == 0 { Sign::Clear } else { sign };
        (sign, name.to_owned(), number.into(), String::new())
    };
    let source = |r: &Randomness| {
        let (source, result) = (&r.source, result_title(r));
        let departing = (r.verdict.departures.len() + r.verdict.too_good.len()) as u64;
        let name = format!("Randomness of {source}: {result}; registered tests that depart");
        (source_sign(r).0, name, departing.into(), String::new())
    };
    let meters = w.meters.iter().map(|m| closing(w, m));
    let lines: Vec<Line> =
        checks.map(check).into_iter().chain(meters).chain(randomness.iter().map(source)).collect();
    let table = Table::of("", "Outcome of the checks and meters", lines)
        .column(Column::prose("Outcome"), |(sign, name, ..)| Cell::from(name).sign(*sign))
        .column(Column::signed("Number"), |(_, _, number, _)| number.clone())
        .each(|(.., why), row| {
            if !why.is_empty() {
                row.notes.push((Tone::Plain, format!("cannot be told: {why}")));
            }
        })
        .done();
    section.part(table.caption).only(PRINT);
    section.table(table).only(PRINT);
    for gap in &w.gaps {
        section.point(format!("Not covered: {gap}")).only(PRINT);
    }
}

fn closing(w: &Workpaper, m: &MeterReconciliation) -> Line {
    let name = format!("{}, {}: closing difference, recorded minus expected", m.name(), m.account);
    let why = match coverage::closing(w, m) {
        Closing::Undetermined(why) => why.to_owned(),
        Closing::NotTested | Closing::JoinsUp | Closing::Differs(_) => String::new(),
    };
    (meters::sign(w, m), name, meters::difference(w, m), why)
}

/// Who signs, and how to check it; `file` is the PDF.
pub fn signature(signer: Option<&Signer>, file: &str) -> Section {
    let mut section = Section::new("", "Digital signature");
    section.part(section.title).only(PRINT.and(TERMINAL));
    signer_sentences(signer).into_iter().for_each(|sentence| {
        section.say(sentence);
    });
    if let Some(signer) = signer {
        let said = format!(
            "SHA-256 fingerprint of the certificate, to be compared with one received by another way: {}",
            in_groups(&signer.fingerprint)
        );
        section.say(said).only(PRINT.and(TERMINAL));
    }
    let check = format!(
        "Anyone can check this file offline: feltproof verify {file} says whether one byte was changed and by which \
         certificate the file was signed."
    );
    section.say(check).only(PRINT);
    section
}
