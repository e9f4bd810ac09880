//! `report.pdf`: the same bytes always, readable text, embedded subsets, repeated table heads.

use crate::common;
use feltproof_model::workpaper::FileDigest;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{EngagementLine, Locus, Wager};
use feltproof_report::{Fonts, render};
use lopdf::{Document, Object};

/// Text of every page; lines in the order in which they were written.
fn page_texts(bytes: &[u8]) -> Vec<String> {
    let pdf = Document::load_mem(bytes).unwrap();
    let pages = pdf.get_pages();
    pages.keys().map(|page| pdf.extract_text(&[*page]).unwrap().replace('\n', " ")).collect()
}

#[test]
fn the_same_workpaper_gives_the_same_bytes_in_any_order_and_thread() {
    let w = common::sample();
    let other = Workpaper { exceptions: Vec::new(), meters: Vec::new(), ..common::sample() };
    let fonts = Fonts::embedded().unwrap();
    let first = render(&w, &[], &fonts).unwrap().bytes;
    let small = render(&other, &[], &fonts).unwrap().bytes;
    assert_ne!(first, small);
    assert_eq!(first, render(&w, &[], &fonts).unwrap().bytes);
    assert_eq!(small, render(&other, &[], &Fonts::embedded().unwrap()).unwrap().bytes);
    let renders: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let render = |w| move || render(w, &[], &Fonts::embedded().unwrap()).unwrap().bytes;
        let threads = [scope.spawn(render(&w)), scope.spawn(render(&other))];
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert_eq!(renders, [first, small]);
}

#[test]
fn the_text_holds_the_key_figures_and_every_page_its_number() {
    let w = common::sample();
    let pdf = render(&w, &[], &Fonts::embedded().unwrap()).unwrap();
    let pages = page_texts(&pdf.bytes);
    assert_eq!(pages.len(), pdf.pages);
    assert!(pages.len() > 10);
    for (at, text) in pages.iter().enumerate() {
        assert!(text.contains(&format!("Page {} of {}", at + 1, pages.len())), "{text}");
        assert!(text.contains("Report HCR-2026-10-31-3f9a12bc"), "page {at}");
    }
    let all = pages.concat();
    for figure in [
        "EXCEPTIONS FOUND",
        "$2,400.00",
        "$612.3475",
        "+$0.01",
        "A♠ K♠ Q♠ J♠ is a straight flush",
        "Columns not read: pit, shift_supervisor_badge",
        "The engagement has no shuffler journal.",
        "not decidable",
        "Queens Up, all together, $5,000.00",
        "Shuffler i-Deal Plus, mode Crazy 4 Poker",
        "24.80%",
        "Stated by the engagement as confirmed",
        "limit single-wager, $400.00",
        "Cover All CA-1, 5 hands",
        "feltproof verify report.pdf",
    ] {
        assert!(all.contains(figure), "{figure}");
    }
    // Wagers that neither the tables offer nor the record has are nowhere.
    for wager in
        [Wager::AcesUp, Wager::BadBeat, Wager::FourCardBonus, Wager::Prime, Wager::AnteBonus]
    {
        assert!(!all.contains(wager.title()), "{wager}");
    }
    assert!(all.contains(&w.inputs[1].digest.sha256));
    let lower = all.to_lowercase();
    assert!(!lower.contains("rng certified") && !lower.contains("certified fair"));
}

#[test]
fn every_exception_is_in_the_register_and_every_page_of_it_has_the_head() {
    let w = common::sample();
    let pages = page_texts(&render(&w, &[], &Fonts::embedded().unwrap()).unwrap().bytes);
    let register: Vec<&String> = pages
        .iter()
        .filter(|p| p.contains("MTR-001 manager.csv") || p.contains(" hands.csv:"))
        .collect();
    assert!(register.len() > 3);
    let all = register.iter().map(|p| p.as_str()).collect::<String>();
    for n in 0..common::EXCEPTIONS {
        let file = if n % 3 == 2 { "manager.csv" } else { "hands.csv" };
        let place = format!("{file}:{} ", 400 + n * 7);
        assert!(all.contains(&place), "{place}");
    }
    let of_register = pages.iter().filter(|p| p.contains("is a straight flush; Super Bonus pays"));
    for page in of_register {
        assert!(page.contains("No. Code File and line Time"), "{page}");
    }
}

#[test]
fn fonts_are_embedded_subsets_and_the_outline_leads_to_the_sections() {
    let bytes = render(&common::sample(), &[], &Fonts::embedded().unwrap()).unwrap().bytes;
    let pdf = Document::load_mem(&bytes).unwrap();
    assert_eq!(pdf.version, "1.7");
    let named = |key: &[u8]| -> Vec<String> {
        let values = pdf.objects.values().filter_map(|o| o.as_dict().ok()?.get(key).ok());
        values.filter_map(|v| v.as_name().ok()).map(|n| String::from_utf8_lossy(n).into()).collect()
    };
    let fonts = named(b"FontName");
    assert_eq!(fonts.len(), 3);
    assert!(fonts.iter().all(|f| f.get(6..7) == Some("+")), "{fonts:?}");
    let embedded =
        pdf.objects.values().filter_map(|o| o.as_dict().ok()).filter(|d| d.has(b"FontFile2"));
    assert_eq!(embedded.count(), 3);
    let titles = pdf.get_toc().unwrap().toc;
    assert!(titles.iter().any(|t| t.title.contains("Exceptions register") && t.page > 3));
    assert!(matches!(pdf.trailer.get(b"ID"), Ok(Object::Array(ids)) if ids.len() == 2));
    assert!(bytes.len() < 400_000, "{}", bytes.len());
}

/// However many exceptions there are, the file can be sent: here 10,000 kept for print, of 50 checks, 200 each.
#[test]
fn ten_thousand_exceptions_take_less_than_three_megabytes() {
    let mut w = common::sample();
    let all: Vec<_> = (0..10_000_u32)
        .map(|n| {
            let mut e = w.exceptions[usize::try_from(n % 72).unwrap()].clone();
            e.number = u64::from(n) + 1;
            e.exception.code = format!("PAY-{:03}", n / 200).leak();
            e.exception.locus = Locus::Journal { journal: 0, line: n + 2 };
            e
        })
        .collect();
    w.exceptions = all;
    w.exceptions_total = 10_000;
    w.exceptions_of_no_control = 10_000;
    let pdf = render(&w, &[], &Fonts::embedded().unwrap()).unwrap();
    let pdf = pdf.enclose(&w, &[b' '; 10_000]).unwrap();
    assert!(pdf.bytes.len() < 3_000_000, "{}", pdf.bytes.len());
    let text = page_texts(&pdf.bytes).concat();
    assert!(text.contains("800 of 10,000 exceptions (the law first"));
}

#[test]
fn the_signature_box_is_on_its_page() {
    let pdf = render(&common::sample(), &[], &Fonts::embedded().unwrap()).unwrap();
    let [left, bottom, right, top] = pdf.signature_box.rectangle;
    assert!(0.0 < left && left < right && right < 612.0);
    assert!(0.0 < bottom && bottom < top && top < 792.0);
    let pages = page_texts(&pdf.bytes);
    assert!(pages[pdf.signature_box.page_index].contains("Digitally signed: CN=Feltproof"));
}

/// The house file is evidence beside the engagement, and an exception at one of its lines cites it.
#[test]
fn a_house_file_is_listed_and_cited() {
    let mut w = common::sample();
    // The register breaks a longer name of a file over two lines.
    let engagement_file = w.engagement_file.clone();
    let sha256 = engagement_file.sha256.chars().rev().collect::<String>();
    w.house_file =
        Some(FileDigest { file: "house.toml".to_owned(), sha256, ..engagement_file.clone() });
    w.engagement.house_file = Some("house.toml".to_owned());
    let line = |of_house| Locus::Engagement { line: EngagementLine { of_house, number: 4321 } };
    w.exceptions[0].exception.locus = line(true);
    w.exceptions[1].exception.locus = line(false);
    let pdf = render(&w, &[], &Fonts::embedded().unwrap()).unwrap();
    let all = page_texts(&pdf.bytes).concat();
    for part in ["House file house.toml", "house.toml:4321", "audit.toml:4321"] {
        assert!(all.contains(part), "{part}");
    }
    assert!(all.contains(&w.house_file.unwrap().sha256) && all.contains(&engagement_file.sha256));
}

/// Where the links of a page lead: pages, counted from zero.
fn links_of(pdf: &Document, page: usize) -> Vec<usize> {
    let pages: Vec<lopdf::ObjectId> = pdf.get_pages().into_values().collect();
    let page = pdf.get_dictionary(pages[page]).unwrap();
    let Ok(notes) = page.get(b"Annots").and_then(Object::as_array) else { return Vec::new() };
    let leads_to = |note: &Object| {
        let note = pdf.get_dictionary(note.as_reference().unwrap()).unwrap();
        assert_eq!(note.get(b"Subtype").unwrap().as_name().unwrap(), b"Link");
        assert_eq!(note.get(b"F").unwrap().as_i64().unwrap(), 4, "printed as it stands");
        let place = note.get(b"Dest").unwrap().as_array().unwrap();
        let page = place[0].as_reference().unwrap();
        pages.iter().position(|id| *id == page).unwrap()
    };
    notes.iter().map(leads_to).collect()
}

/// Every line of the contents leads to its section, a finding of the second page to the section of findings, that to its
/// row of the register and to its control, and the row back.
#[test]
fn a_reader_gets_from_the_contents_and_from_a_finding_to_what_they_name() {
    let mut w = common::sample();
    let last = w.exceptions.len() - 1;
    w.findings[0].first = Some(w.exceptions[last].clone());
    w.findings[0].code = w.exceptions[last].code;
    let bytes = render(&w, &[], &Fonts::embedded().unwrap()).unwrap().bytes;
    let (pdf, texts) = (Document::load_mem(&bytes).unwrap(), page_texts(&bytes));
    let page_with = |part: &str| texts.iter().position(|text| text.contains(part)).unwrap();
    let sections = pdf.get_toc().unwrap().toc;
    let contents = links_of(&pdf, page_with("Contents"));
    for section in sections.iter().filter(|entry| entry.level == 1) {
        assert!(contents.contains(&(section.page - 1)), "{}", section.title);
    }
    let finding = page_with(&format!("1. Sample ({})", w.findings[0].code));
    assert!(links_of(&pdf, page_with("Findings that matter")).contains(&finding));
    let row = texts.iter().rposition(|text| text.contains("finding 1")).unwrap();
    assert!(links_of(&pdf, finding).contains(&row), "{row}");
    assert!(links_of(&pdf, row).contains(&finding));
}
