//! The pages as marks: nothing overlaps, nothing leaves the page, no row and no letter is lost.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::flow::Flow;
use super::sections::{LaidOut, lay_out, lay_out_checklist, lay_out_randomness};
use super::table::{Cell, PrintedTable, Row};
use crate::checklist::{Checklist, ChecklistItem, ChecklistText};
use crate::common;
use crate::common::battery::battery;
use crate::draw::{
    BODY_BOTTOM, BODY_RIGHT, CELL, Fonts, MARGIN, Mark, PAGE_HEIGHT, PAGE_WIDTH, Page, SMALL,
};
use crate::randomness::RandomnessMeta;
use feltproof_model::engagement::Engagement;
use feltproof_model::workpaper::{Outcome, Verdict, Workpaper};
use feltproof_model::{Money, Registers, Sum};
use feltproof_paper::Column;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The faces, parsed once for all tests.
fn fonts() -> &'static Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    FONTS.get_or_init(|| Fonts::embedded().unwrap())
}

/// Left, top, right, bottom of a text, and the text.
type Placed<'a> = ([f32; 4], &'a str);

fn texts<'a>(page: &'a Page, fonts: &Fonts) -> Vec<Placed<'a>> {
    let place = |mark: &'a Mark| match mark {
        Mark::Text { x, baseline, size, face, text, .. } => {
            let text = text.trim_end();
            let right = x + fonts.width(*face, *size, text);
            let body = [*x, baseline - 0.72 * size, right, baseline + 0.2 * size];
            Some((body, text))
        }
        _ => None,
    };
    page.marks.iter().filter_map(place).collect()
}

fn corners(mark: &Mark) -> Vec<(f32, f32)> {
    match mark {
        Mark::Text { .. } => Vec::new(),
        Mark::Rect { x, y, width, height, .. } | Mark::Border { x, y, width, height, .. } => {
            vec![(*x, *y), (x + width, y + height)]
        }
        Mark::Path { points, .. } | Mark::Shape { points, .. } => points.clone(),
    }
}

/// Fails on two texts that touch, a text outside the margins, a shape outside the page.
fn assert_tidy(pages: &[Page], fonts: &Fonts) {
    const SLACK: f32 = 0.35;
    for (number, page) in pages.iter().enumerate() {
        let placed = texts(page, fonts);
        for (at, ([left, top, right, bottom], text)) in placed.iter().enumerate() {
            let inside = *left >= MARGIN - SLACK
                && *right <= BODY_RIGHT + 8.0 + SLACK
                && *top >= 20.0
                && *bottom <= PAGE_HEIGHT - 20.0;
            assert!(inside, "page {number}: {text:?} at {left} {top} {right} {bottom}");
            for ([l, t, r, b], other) in placed.iter().skip(at + 1) {
                let apart = *l >= right - SLACK
                    || *r <= left + SLACK
                    || *t >= bottom - SLACK
                    || *b <= top + SLACK;
                assert!(apart, "page {number}: {text:?} and {other:?} overlap");
            }
        }
        for mark in &page.marks {
            for (x, y) in corners(mark) {
                assert!((-0.1..=PAGE_WIDTH + 0.1).contains(&x), "page {number}: {mark:?}");
                assert!((-0.1..=PAGE_HEIGHT + 0.1).contains(&y), "page {number}: {mark:?}");
            }
        }
    }
}

fn all_text(pages: &[Page], fonts: &Fonts) -> String {
    let lines = pages.iter().flat_map(|p| texts(p, fonts)).map(|(_, text)| text);
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_sample_is_tidy() {
    let fonts = fonts();
    let laid_out = lay_out(&common::sample(), &[], fonts);
    assert_tidy(&laid_out.pages, fonts);
}

/// Randomness in the audit's report and on its own; long names, no data, and every plot.
#[test]
fn randomness_is_tidy() {
    let fonts = fonts();
    let w = common::sample();
    let mut list = [battery("C4P-1", 1.0), battery("C4P-2", 0.0)];
    assert_tidy(&lay_out(&w, &list, fonts).pages, fonts);
    let long = "Long words and a".to_owned() + &"W".repeat(300);
    let r = &mut list[0];
    r.source.clone_from(&long);
    r.faults = vec![long.clone(); 3];
    let b = &mut r.battery;
    (b.unit, b.n, b.faults_total) = (long.clone().leak(), u64::MAX, u64::MAX);
    for (test, n) in b.tests.iter_mut().zip(1_u64..) {
        (test.name, test.n) = (long.clone(), u64::MAX / n);
    }
    b.heats[0].rows = vec![long.clone(); 52];
    b.drifts[0].name = long.clone();
    let meta = RandomnessMeta {
        tool_version: long.clone(),
        issued_unix: i64::MAX,
        inputs: vec![w.engagement_file.clone(); 5],
        parameters: vec![(long.clone(), long.clone())],
        review: None,
        signer: w.signer.clone(),
    };
    let laid_out = lay_out_randomness(&long, &meta, &list, fonts);
    assert_tidy(&laid_out.pages, fonts);
    let none = lay_out_randomness("", &meta, &[], fonts);
    assert_tidy(&none.pages, fonts);
    assert!(all_text(&none.pages, fonts).contains("This is not a pass."));
}

/// A form of one control with these words, so many times.
fn form(words: &str, controls: usize) -> Checklist {
    let text = ChecklistText {
        citation: words.to_owned(),
        title: words.to_owned(),
        demand: words.to_owned(),
        note: words.to_owned(),
        period: words.to_owned(),
        perhaps: true,
        evidence: words.to_owned(),
        address: words.to_owned(),
        read: words.to_owned(),
        checks: vec![words.to_owned()],
    };
    let item = ChecklistItem { control: words.to_owned(), pack: None, texts: vec![text; 2] };
    Checklist {
        pack: words.to_owned(),
        title: words.to_owned(),
        authority: words.to_owned(),
        file: words.to_owned(),
        sha256: "0".repeat(64),
        on: Some(words.to_owned()),
        tool_version: words.to_owned(),
        automated: 1,
        items: vec![item; controls],
    }
}

#[test]
fn a_checklist_is_tidy_and_every_control_has_its_boxes_on_its_page() {
    let fonts = fonts();
    let long = "Long words and a".to_owned() + &"W".repeat(300);
    for words in ["A demand.", &long, &"many words ".repeat(120)] {
        let LaidOut { pages, outline, .. } = lay_out_checklist(&form(words, 7), fonts);
        assert_tidy(&pages, fonts);
        let count = |wanted: &str| {
            let all = pages.iter().flat_map(|page| texts(page, fonts));
            all.filter(|placed| placed.1 == wanted).count()
        };
        for word in ["yes", "no", "not applicable", "examination", "inquiry", "observation"] {
            assert_eq!(count(word), 7, "{word}");
        }
        let boxes = pages.iter().flat_map(|page| &page.marks);
        assert_eq!(boxes.filter(|mark| matches!(mark, Mark::Border { .. })).count(), 7 * 6);
        assert_eq!(outline.iter().filter(|entry| entry.level == 2).count(), 7);
    }
    // Short ones stand on one page whole: the boxes where the heading is.
    let LaidOut { pages, outline, .. } = lay_out_checklist(&form("A demand.", 7), fonts);
    for (at, page) in pages.iter().enumerate() {
        let of_page = texts(page, fonts);
        let answers = of_page.iter().filter(|placed| placed.1 == "not applicable").count();
        let headings = outline.iter().filter(|e| e.level == 2 && e.page == at).count();
        assert_eq!(answers, headings, "page {at}");
    }
    let LaidOut { pages: none, .. } = lay_out_checklist(&form("A demand.", 0), fonts);
    assert_tidy(&none, fonts);
    assert!(all_text(&none, fonts).contains("is left to inspection"));
}

#[test]
fn an_empty_workpaper_still_makes_a_report_that_claims_nothing() {
    let fonts = fonts();
    let laid_out = lay_out(&empty(), &[], fonts);
    assert_tidy(&laid_out.pages, fonts);
    let text = all_text(&laid_out.pages, fonts);
    assert!(text.contains("INCOMPLETE") && text.contains("This is not a pass."));
    assert!(text.contains("This report is not signed."));
}

/// Long words, huge amounts, hostile letters in every field that a journal or engagement fills.
#[test]
fn a_hostile_workpaper_is_tidy() {
    let fonts = fonts();
    let long = "W".repeat(400);
    let words = "Wide words — with 漢字, \u{1b}[31m and \u{202e} in them. ".repeat(30);
    let mut w = common::sample();
    w.report_id = long.clone();
    w.tool_version = long.clone();
    w.engagement.property = words.clone();
    w.engagement.location = long.clone();
    w.engagement.prepared_by = long.clone();
    w.engagement.prepared_for = words.clone();
    w.engagement_file.file = format!("{long}.toml");
    w.counts.rounds = u64::MAX;
    w.counts.staked_micros = i128::MAX;
    (w.exceptions_total, w.exceptions_of_no_control) = (u64::MAX, u64::MAX);
    for table in &mut w.engagement.tables {
        table.id = long.as_str().into();
        table.paytables.iter_mut().for_each(|(_, id)| id.push_str(&long));
    }
    for input in &mut w.inputs {
        input.digest.file = long.clone();
        input.unmapped_columns = vec![long.clone(), words.clone()];
        input.records = u64::MAX;
    }
    for check in &mut w.checks {
        check.over_micros = i128::MAX;
        if let Outcome::NotRun { reason } = &mut check.outcome {
            reason.push_str(&words);
        }
    }
    for (at, listed) in w.exceptions.iter_mut().enumerate() {
        let e = &mut listed.exception;
        e.expected = if at % 2 == 0 { long.clone() } else { words.clone() };
        e.difference = Some(Money::from_micros(-i64::MAX));
        e.dealer = Some(long.as_str().into());
        if at == 3 {
            // Taller than a page: it must go on on the next ones.
            e.recorded = words.repeat(12);
        }
    }
    for group in &mut w.variance {
        group.key = long.clone();
        group.paid_micros = i64::MAX;
        group.staked_micros = i64::MAX;
        group.overpaid = u64::MAX;
    }
    for meter in &mut w.meters {
        meter.link = long.clone();
        meter.recorded = Money::from_micros(i64::MAX);
        meter.awards = Money::from_micros(-i64::MAX);
        for (at, p) in meter.series.iter_mut().enumerate() {
            p.recorded = Money::from_micros(if at % 2 == 0 { i64::MAX } else { -i64::MAX });
        }
    }
    long_registers(&mut w.registers, (&long, &words));
    for control in &mut w.controls {
        control.citation = long.clone();
        control.checks.push(long.clone());
    }
    for problem in &mut w.problems {
        problem.raw = "0123456789abcdef".repeat(1_000);
    }
    if let Some(signer) = &mut w.signer {
        signer.subject = words.clone();
    }
    let laid_out = lay_out(&w, &[], fonts);
    assert_tidy(&laid_out.pages, fonts);
}

/// Registers with the longest texts and the largest amounts, and more of each than is printed.
fn long_registers(r: &mut Registers, (long, words): (&str, &str)) {
    let most = Money::from_micros(-i64::MAX);
    for award in &mut r.awards {
        (award.cards, award.hand) = (Some(long.to_owned()), Some(words.to_owned()));
        (award.amount, award.before, award.after) = (most, Some(most), most);
        award.steps.push(("supervisor_card", long.into()));
        award.entry.document = words.into();
    }
    for made in &mut r.adjustments {
        (made.reason, made.amount, made.support) = (long.into(), most, words.to_owned());
    }
    for made in &mut r.back_outs {
        made.awards = (1..90).collect();
        made.to_meter = Sum::from_micros(i128::MIN / 2);
    }
    for day in &mut r.days {
        day.link = long.into();
        day.awards = Sum::from_micros(i128::from(i64::MAX));
        day.adjustments.push((words.into(), Sum::ZERO));
    }
    r.awards = r.awards.iter().cycle().take(60).cloned().collect();
    r.adjustments = r.adjustments.iter().cycle().take(60).cloned().collect();
    r.days = r.days.iter().cycle().take(200).cloned().collect();
}

fn empty() -> Workpaper {
    let full = common::sample();
    Workpaper {
        engagement: Engagement {
            days: Vec::new(),
            tables: Vec::new(),
            links: Vec::new(),
            journals: Vec::new(),
            equipment: Vec::new(),
            staff: Vec::new(),
            rulings: Vec::new(),
            confirmed: Vec::new(),
            inspected: Vec::new(),
            daily_figures: Vec::new(),
            ..full.engagement
        },
        inputs: Vec::new(),
        packs: Vec::new(),
        games: Vec::new(),
        rulings: Vec::new(),
        counts: feltproof_model::workpaper::Counts::default(),
        checks: Vec::new(),
        exceptions: Vec::new(),
        exceptions_total: 0,
        causes: Vec::new(),
        findings: Vec::new(),
        controls: Vec::new(),
        meters: Vec::new(),
        registers: Registers::default(),
        variance: Vec::new(),
        analysis: feltproof_model::analysis::Analysis::default(),
        categories: Vec::new(),
        problems: Vec::new(),
        problems_total: 0,
        signer: None,
        verdict: Verdict::Incomplete,
        ..full
    }
}

fn letters(text: &str) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    for c in text.chars().filter(|c| *c != ' ') {
        *counts.entry(c).or_insert(0) += 1;
    }
    counts
}

fn table(columns: &[Column], note_from: usize) -> PrintedTable {
    PrintedTable { columns: columns.to_vec(), rows: Vec::new(), note_from }
}

fn cells(texts: &[&str]) -> Vec<Cell> {
    texts.iter().map(|text| Cell { text: (*text).to_owned(), ..Cell::default() }).collect()
}

const COLUMNS: [Column; 5] = [
    Column::digits("Ab"),
    Column::name("Cd ef"),
    Column::prose("Gh"),
    Column::money("Ij"),
    Column::name("Kl").fit(60),
];

const HEAD_LETTERS: &str = "AbCdefGhIjKl";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every letter of every cell and note is on some page exactly once, every page with rows has
    /// the head, and nothing overlaps, whatever the cells hold.
    #[test]
    fn a_table_loses_nothing(
        rows in prop::collection::vec(
            (prop::collection::vec("[ -~]{0,60}|[a-z0-9]{60,400}", 5), "[ -~]{0,300}", 0..12_u8),
            1..60,
        ),
        start in 72.0_f32..700.0,
    ) {
        let fonts = fonts();
        let mut flow = Flow::new(fonts);
        flow.y = start;
        let mut table = table(&COLUMNS, 1);
        let mut expected = String::new();
        for (texts, note, kind) in &rows {
            if *kind == 0 {
                table.rows.push(Row::band(note));
                expected.push_str(note);
                continue;
            }
            let cells = cells(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            let notes = vec![(SMALL, note.clone())];
            table.rows.push(Row { cells, notes, strong: *kind == 1, ..Row::default() });
            expected.push_str(&texts.concat());
            expected.push_str(note);
        }
        table.draw(&mut flow);
        assert_tidy(&flow.pages, fonts);
        let mut pages_with_head = 0;
        for page in &flow.pages {
            let placed = texts(page, fonts);
            if let Some((_, first)) = placed.first() {
                prop_assert_eq!(*first, "Ab");
                pages_with_head += 1;
            }
            for ([_, _, _, bottom], _) in &placed {
                prop_assert!(*bottom <= BODY_BOTTOM + CELL.leading);
            }
        }
        let heads = HEAD_LETTERS.repeat(pages_with_head);
        prop_assert_eq!(letters(&all_text(&flow.pages, fonts)), letters(&(expected + &heads)));
    }
}

#[test]
fn columns_fill_the_width_and_narrow_ones_stay_whole() {
    let fonts = fonts();
    let mut flow = Flow::new(fonts);
    let columns = [Column::digits("No."), Column::name("Long").fit(900), Column::money("$")];
    let mut table = table(&columns, 0);
    for texts in [["12", &"x".repeat(500), "$1.25"], ["13", "y", "-$10.0375"]] {
        table.rows.push(Row { cells: cells(&texts), ..Row::default() });
    }
    table.draw(&mut flow);
    let page = flow.pages.first().unwrap();
    let placed = texts(page, fonts);
    let right_of = |text: &str| placed.iter().find(|(_, t)| *t == text).map(|(b, _)| b[2]).unwrap();
    assert_eq!(right_of("12"), right_of("13"));
    // Points below one another: two more digits reach further right by two digits' width.
    let two_digits = fonts.width(CELL.face, CELL.size, "75");
    let gap = right_of("-$10.0375") - right_of("$1.25");
    assert!((gap - two_digits).abs() < 0.01, "{gap}");
    assert!(right_of("-$10.0375") <= BODY_RIGHT);
}
