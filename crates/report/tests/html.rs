//! `report.html`: well-formed, closed to scripts and networks of others, with every exception; hostile text stays text.

use crate::common;
use crate::common::battery::battery;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Exception, Locus, Money, Party};
use feltproof_report::{
    ExceptionSpool, Fonts, JsonError, RandomnessMeta, Telling, plots_svg, randomness_html,
    write_html, write_json,
};
use feltproof_stats::{Randomness, State};
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};

fn spool(w: &Workpaper, exceptions: &[Exception]) -> Vec<u8> {
    let mut spool = ExceptionSpool::new(&w.engagement, &w.engagement_file.file, Vec::new());
    for exception in exceptions {
        spool.push(exception).unwrap();
    }
    spool.finish().unwrap()
}

/// The first overpayment told, as the caller of the page does.
fn tellings() -> Vec<Telling> {
    let text = "Round 50 of table C4P-1\n\nHands\n  line 400   seat 3  A♠ K♠ Q♠ J♠ 2♦: a straight flush\n\n\
                Seat 3 (Play, line 400)\n  Super Bonus  staked $10.00, owed $160.00, returned $260.00: DIFFERS\n";
    let records = (398..=402).map(|line| (line, format!("{line},50,C4P-1,As Ks Qs Js 2d,10.00")));
    let place = Locus::Journal { journal: 0, line: 400 };
    vec![Telling { place, text: text.to_owned(), records: records.collect() }]
}

fn page(w: &Workpaper, exceptions: &[Exception]) -> String {
    page_with(w, exceptions, &tellings())
}

fn page_with(w: &Workpaper, exceptions: &[Exception], tellings: &[Telling]) -> String {
    let mut out = Vec::new();
    write_html(w, &[], tellings, spool(w, exceptions).as_slice(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// An element with its attributes, and the text directly in it.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
}

/// Every element in the order in which they start. A reader of XML that is not ours; it fails on anything ill-formed.
fn elements(page: &str) -> Vec<Element> {
    let mut reader = Reader::from_str(page);
    reader.config_mut().check_end_names = true;
    let (mut all, mut open) = (Vec::<Element>::new(), Vec::<usize>::new());
    loop {
        let event = reader.read_event().unwrap();
        let add = |text: &str, all: &mut Vec<Element>| {
            if let Some(of) = open.last() {
                all[*of].text.push_str(text);
            }
        };
        match event {
            Event::Start(ref start) | Event::Empty(ref start) => {
                let attributes = start.attributes().map(|attribute| {
                    let attribute = attribute.unwrap();
                    let key = attribute.key.as_ref().to_owned();
                    let value = attribute.value.to_string();
                    assert!(!value.contains('<'), "{value}");
                    (key, quick_xml::escape::unescape(&value).unwrap().into_owned())
                });
                let name = start.name().as_ref().to_owned();
                let (attributes, text) = (attributes.collect(), String::new());
                all.push(Element { name, attributes, text });
                if matches!(event, Event::Start(_)) {
                    open.push(all.len() - 1);
                }
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Text(text) => add(&text, &mut all),
            Event::CData(text) => add(&text, &mut all),
            Event::GeneralRef(name) => {
                let reference = format!("&{};", &*name);
                let character = quick_xml::escape::unescape(&reference).unwrap();
                add(&character, &mut all);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
    all
}

/// What stands between two marks, the first time.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(begin).unwrap();
    rest.split_once(end).unwrap().0
}

fn data(page: &str) -> Value {
    let text = between(page, "<script type=\"application/json\" id=\"report\">", "</script>");
    serde_json::from_str(text).unwrap()
}

/// Bytes of base64, read digit by digit.
fn decoded(text: &str) -> Vec<u8> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: String = text
        .trim_end_matches('=')
        .chars()
        .map(|c| format!("{:06b}", digits.find(c).unwrap()))
        .collect();
    let whole = bits.as_bytes().chunks_exact(8);
    whole.map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap()).collect()
}

/// `$1,234.50` in micro-dollars, without the code under test.
fn micros(text: &str) -> i128 {
    let plain: String = text.chars().filter(|c| !"$,+-".contains(*c)).collect();
    let (whole, fraction) = plain.split_once('.').unwrap();
    format!("{whole}{fraction:0<6}").parse().unwrap()
}

#[test]
fn it_is_well_formed_and_complete_in_itself() {
    let all = elements(&page(&common::sample(), &common::exceptions()));
    let of = |name: &str| all.iter().filter(|e| e.name == name).count();
    assert_eq!((of("script"), of("style"), of("main"), of("h1")), (3, 1, 1, 1));
    let mut ids = BTreeSet::new();
    for e in &all {
        for (key, value) in &e.attributes {
            assert!(key != "style" && key != "src" && !key.starts_with("on"), "{e:?}");
            assert!(key != "id" || ids.insert(value.as_str()), "twice: {value}");
        }
    }
    for e in &all {
        assert!(
            !["img", "link", "iframe", "object", "form", "base"].contains(&e.name.as_str()),
            "{e:?}"
        );
        if let Some(link) = e.attributes.get("href") {
            assert!(ids.contains(link.strip_prefix('#').unwrap()), "{link}");
        }
        if let Some(name) = e.attributes.get("aria-labelledby") {
            assert!(ids.contains(name.as_str()), "{name}");
        }
    }
    assert_eq!(of("table"), of("caption"));
    assert!(all.iter().filter(|e| e.name == "th").all(|e| e.attributes.contains_key("scope")));
    // What needs no script says what the script would add.
    let text =
        &all.iter().find(|e| e.attributes.get("class").is_some_and(|c| c == "note")).unwrap().text;
    assert!(text.contains("filters") && text.contains("plots"), "{text}");
}

#[test]
fn the_policy_lets_these_blocks_run_and_no_other() {
    let page = page(&common::sample(), &common::exceptions());
    let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let policy = policy.replace("&#39;", "'");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(
        !policy.contains("unsafe") && !policy.contains("http") && !policy.contains('*'),
        "{policy}"
    );
    let blocks = [("style", "<style>", "</style>"), ("script", "<script>", "</script>")];
    for (kind, begin, end) in blocks {
        let stated = between(&policy, &format!("{kind}-src 'sha256-"), "'");
        assert_eq!(decoded(stated), Sha256::digest(between(&page, begin, end)).to_vec(), "{kind}");
    }
    let script = between(&page, "<script>", "</script>");
    for way in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        "fetch(",
        "import(",
    ] {
        assert!(!script.contains(way), "{way}");
    }
}

const HOSTILE: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "<!--<script><img src=x onerror=alert(1)>",
    "\"'><b>&amp;&lt; ]]> <![CDATA[",
    "line\u{2028}line\u{2029}\u{0}\u{7}\u{7f}\u{85}\u{fffe}\u{ffff}",
    "left \u{202e}tfel\u{2066}\u{200b}",
    "\\u003c/script\\u003e =cmd|' /C calc'!A0",
];

/// The same workpaper with one text wherever a journal, an engagement or a pack has one.
fn with_text(text: &str) -> (Workpaper, Vec<Exception>) {
    let mut w = common::sample();
    let own = || text.to_owned();
    w.engagement.property = own();
    w.engagement.journals.iter_mut().for_each(|j| j.file = own());
    w.engagement_file.file = own();
    w.inputs.iter_mut().for_each(|i| i.digest.file = own());
    w.gaps = vec![own()];
    w.problems.iter_mut().for_each(|p| p.raw = own());
    for f in &mut w.findings {
        (f.title, f.condition, f.effect, f.control) = (own(), own(), own(), own());
    }
    for c in &mut w.controls {
        (c.title, c.note, c.values) = (own(), own(), vec![own()]);
    }
    w.meters.iter_mut().for_each(|m| m.link = own());
    let mut exceptions = common::exceptions();
    for e in &mut exceptions {
        (e.expected, e.recorded, e.explanation) = (own(), own(), own());
        (e.table, e.dealer) = (Some(text.into()), Some(text.into()));
    }
    w.exceptions = common::listed(&exceptions);
    (w, exceptions)
}

#[test]
fn hostile_text_stays_text() {
    let (w, exceptions) = with_text("harmless");
    let harmless: Vec<String> =
        elements(&page(&w, &exceptions)).into_iter().map(|e| e.name).collect();
    for text in HOSTILE {
        let (w, exceptions) = with_text(text);
        let mut indicated = tellings();
        indicated[0].text = text.to_owned();
        indicated[0].records = vec![(400, text.to_owned())];
        let page = page_with(&w, &exceptions, &indicated);
        let found = between(&page, "id=\"told\">", "</script>");
        let found: Value = serde_json::from_str(found).unwrap();
        assert_eq!(
            (&found[0]["text"], &found[0]["records"][0]["text"]),
            (&text.into(), &text.into())
        );
        let names: Vec<String> = elements(&page).into_iter().map(|e| e.name).collect();
        assert_eq!(names, harmless, "{text}");
        let found = data(&page);
        assert_eq!(found["exceptions"][71]["explanation"], text);
        assert_eq!(found["engagement"]["property"], text);
        // Of the page without its own blocks.
        let shown = page.split_once("</style>").unwrap().1.split_once("<script>").unwrap().0;
        for raw in
            ["<img", "<b>", "onerror=alert(1)>", "\u{202e}", "\u{2028}", "\u{7f}", "\u{fffe}"]
        {
            assert!(!shown.contains(raw), "{raw:?} of {text}");
        }
    }
}

/// Counts these in the sample and its findings.
fn counted(w: &mut Workpaper, exceptions: &[Exception]) {
    w.exceptions_total = exceptions.len() as u64;
    w.exceptions_of_no_control = w.exceptions_total;
    for finding in &mut w.findings {
        finding.exceptions = exceptions.iter().filter(|e| e.code == finding.code).count() as u64;
    }
}

#[test]
fn every_exception_is_in_it_and_the_sums_are_plain_sums() {
    let mut w = common::sample();
    let some = common::exceptions();
    let exceptions: Vec<Exception> = some.iter().cycle().take(10_000).cloned().collect();
    counted(&mut w, &exceptions);
    w.money = common::money(&some);
    let page = page(&w, &exceptions);
    let found = data(&page);
    let mut listed = found["exceptions"].as_array().unwrap().clone();
    // The spool does not know the findings.
    listed.iter_mut().for_each(|e| e["findings"] = Value::Array(Vec::new()));
    let lines = spool(&w, &exceptions);
    let pushed: Vec<Value> = lines
        .split(|b| *b == b'\n')
        .filter(|l| !l.is_empty())
        .map(|l| serde_json::from_slice(l).unwrap())
        .collect();
    assert_eq!(pushed.len(), 10_000);
    assert_eq!(listed, pushed);

    assert_eq!(found["exceptions_not_on_page"], 0);

    // The table of money against the differences of the sample's exceptions, added up one by one.
    let sum = |party| {
        let of = some.iter().filter(|e| e.favours == Some(party)).filter_map(|e| e.difference);
        of.map(Money::micros).map(i128::from).sum::<i128>().abs()
    };
    let table = between(&page, "<table id=\"money\">", "</table>");
    let amounts: Vec<i128> = table
        .split("<td class=\"number\">")
        .skip(1)
        .map(|cell| micros(cell.split('<').next().unwrap()))
        .collect();
    assert_eq!(amounts, [sum(Party::Player), sum(Party::House), sum(Party::Fund), 0]);
    assert_eq!(amounts, [2_400_000_000, 180_000_000, 0, 0]);
}

/// Of more than a page holds the longest lists are cut, and it is counted how many exceptions that leaves out.
#[test]
fn a_page_has_room_for_thirty_thousand_exceptions() {
    let mut w = common::sample();
    let all = common::exceptions();
    let some = ["PAY-003", "MTR-001"].map(|code| all.iter().find(|e| e.code == code).unwrap());
    for (first, many) in [(1_000, 29_000), (40_000, 40_000)] {
        let mut exceptions = vec![some[0].clone(); first];
        exceptions.extend(vec![some[1].clone(); many]);
        counted(&mut w, &exceptions);
        let found = data(&page(&w, &exceptions));
        let listed = found["exceptions"].as_array().unwrap();
        let of = |at: usize| listed.iter().filter(|e| e["code"] == some[at].code).count();
        assert_eq!([of(0), of(1)], if first == 1_000 { [first, many] } else { [15_000; 2] });
        assert_eq!(found["exceptions_not_on_page"], exceptions.len() - listed.len());
    }
}

#[test]
fn it_holds_what_the_json_holds_in_the_same_bytes_each_time() {
    let (w, exceptions) = (common::sample(), common::exceptions());
    let mut json = Vec::new();
    write_json(&w, &[], spool(&w, &exceptions).as_slice(), &mut json).unwrap();
    let page = page(&w, &exceptions);
    let mut same = serde_json::from_slice::<Value>(&json).unwrap();
    same["exceptions_not_on_page"] = 0.into();
    assert_eq!(data(&page), same);
    assert_eq!(page, self::page(&w, &exceptions));
}

#[test]
fn a_spool_that_does_not_agree_is_refused() {
    let w = common::sample();
    let short = spool(&w, &common::exceptions()[1..]);
    let refused = write_html(&w, &[], &[], short.as_slice(), Vec::new());
    assert!(matches!(refused, Err(JsonError::Count { expected: 72, found: 71 })), "{refused:?}");
}

/// The page of randomness alone: every source with its verdict, its tests and its plots, no script, every name once.
#[test]
fn the_page_of_randomness_holds_every_source_and_runs_nothing() {
    let mut list = [battery("<script>1</script>.csv", 1.0), battery("fair.csv", 0.0)];
    list[1].verdict.state = State::Insufficient;
    let meta = RandomnessMeta {
        tool_version: "0.1.0".to_owned(),
        issued_unix: common::DAY_START,
        inputs: Vec::new(),
        parameters: vec![("cards".to_owned(), "52".to_owned())],
        review: None,
        signer: None,
    };
    let fonts = Fonts::embedded().unwrap();
    let of = |(r, of): (&Randomness, &str)| plots_svg(r, of, &fonts);
    let plots: Vec<_> = list.iter().zip(["1-", "2-"]).map(of).collect();
    let page = randomness_html("Shuffles", &meta, &list, &plots);
    let all = elements(&page);
    let named = |name: &str| all.iter().filter(|of| of.name == name).collect::<Vec<_>>();
    assert_eq!((named("script").len(), named("svg").len()), (0, plots.iter().flatten().count()));
    assert!(plots.iter().all(|plots| !plots.is_empty()));
    let ids: Vec<&String> = all.iter().filter_map(|of| of.attributes.get("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    let titles: Vec<&str> = named("h2").iter().map(|of| of.text.as_str()).collect();
    assert_eq!(titles, ["Summary", "Scope", "<script>1</script>.csv", "fair.csv", "Limitations"]);
    for test in list.iter().flat_map(|r| &r.battery.tests) {
        assert!(named("th").iter().any(|cell| cell.text == test.name), "{}", test.name);
    }
    assert!(page.contains("script-src &#39;none&#39;"), "{}", &page[..800]);
    assert_eq!(
        named("div")
            .iter()
            .filter(|of| of
                .attributes
                .get("class")
                .is_some_and(|class| class == "verdict incomplete"))
            .count(),
        1
    );
}
