//! A workbook as its XML says, cell by cell, and its formulas worked out in whole micro-dollars.

use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

/// A cell as it stands in the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) formula: Option<String>,
    pub(crate) value: String,
    pub(crate) is_text: bool,
}

pub(crate) type Cells = BTreeMap<String, Cell>;

/// The sheets of a workbook.
pub(crate) struct Book {
    pub(crate) sheets: BTreeMap<String, Cells>,
    pub(crate) xml: BTreeMap<String, String>,
    pub(crate) workbook: String,
}

impl Book {
    pub(crate) fn open(bytes: &[u8]) -> Self {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut part = |name: &str| {
            let mut text = String::new();
            archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        let workbook = part("xl/workbook.xml");
        let shared = strings(&part("xl/sharedStrings.xml"));
        let names: Vec<String> = workbook
            .split("<sheet name=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect();
        let (mut sheets, mut xml) = (BTreeMap::new(), BTreeMap::new());
        for (name, number) in names.into_iter().zip(1..) {
            let text = part(&format!("xl/worksheets/sheet{number}.xml"));
            sheets.insert(name.clone(), cells(&text, &shared));
            xml.insert(name, text);
        }
        Self { sheets, xml, workbook }
    }
}

fn attribute(element: &quick_xml::events::BytesStart<'_>, name: &str) -> Option<String> {
    let found = element.try_get_attribute(name).unwrap()?;
    Some(found.value.to_string())
}

/// Text events and references of one element, put together and told as a spreadsheet reads them.
fn text_of(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Text(text) => Some(text.to_string()),
        Event::GeneralRef(name) => Some(match &**name {
            "lt" => "<".to_owned(),
            "gt" => ">".to_owned(),
            "amp" => "&".to_owned(),
            "quot" => "\"".to_owned(),
            "apos" => "'".to_owned(),
            other => panic!("{other:?}"),
        }),
        _ => None,
    }
}

/// `_x005F_` is an underscore that begins no escape.
fn unescaped(text: &str) -> String {
    text.replace("_x005F_", "_")
}

fn strings(xml: &str) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    let (mut all, mut inside) = (Vec::new(), false);
    loop {
        let event = reader.read_event().unwrap();
        match &event {
            Event::Start(element) if element.name().as_ref() == "si" => all.push(String::new()),
            Event::Start(element) if element.name().as_ref() == "t" => inside = true,
            Event::End(element) if element.name().as_ref() == "t" => inside = false,
            Event::Eof => break,
            other if inside => {
                let text = text_of(other).unwrap_or_default();
                all.last_mut().unwrap().push_str(&text);
            }
            _ => {}
        }
    }
    all.iter().map(|text| unescaped(text)).collect()
}

fn cells(xml: &str, shared: &[String]) -> Cells {
    let mut reader = Reader::from_str(xml);
    let mut all = Cells::new();
    let (mut place, mut kind, mut inside) = (String::new(), None, None);
    loop {
        let event = reader.read_event().unwrap();
        match &event {
            Event::Start(element) => match element.name().as_ref() {
                "c" => {
                    place = attribute(element, "r").unwrap();
                    kind = attribute(element, "t");
                    all.insert(place.clone(), Cell::default());
                }
                "f" => inside = Some("f"),
                "v" | "t" => inside = Some("v"),
                _ => {}
            },
            Event::End(element) => match element.name().as_ref() {
                "f" | "v" | "t" => inside = None,
                "c" => {
                    let cell = all.get_mut(&place).unwrap();
                    cell.is_text = kind.is_some();
                    cell.value = match kind.as_deref() {
                        Some("s") => shared[cell.value.parse::<usize>().unwrap()].clone(),
                        _ => unescaped(&cell.value),
                    };
                }
                _ => {}
            },
            Event::Eof => break,
            other => {
                let (Some(text), Some(of)) = (text_of(other), inside) else { continue };
                let cell = all.get_mut(&place).unwrap();
                match of {
                    "f" => cell.formula.get_or_insert_default().push_str(&text),
                    _ => cell.value.push_str(&text),
                }
            }
        }
    }
    all
}

/// `12.50` or `-0.0125` in micro-dollars, without the code under test.
pub(crate) fn micros(text: &str) -> i128 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    assert!(fraction.len() <= 6, "{text} has a float's error");
    let magnitude: i128 =
        format!("{}{fraction:0<6}", whole.trim_start_matches('-')).parse().unwrap();
    if text.starts_with('-') { -magnitude } else { magnitude }
}

fn amount(cells: &Cells, place: &str) -> i128 {
    cells.get(place).filter(|cell| !cell.is_text).map_or(0, |cell| micros(&cell.value))
}

fn parts(place: &str) -> (&str, u32) {
    let at = place.find(|c: char| c.is_ascii_digit()).unwrap();
    (&place[..at], place[at..].parse().unwrap())
}

/// What a formula of amounts comes to, by the values of the cells that it names.
pub(crate) fn worked_out(book: &Book, sheet: &str, formula: &str) -> i128 {
    let inside = formula.strip_prefix("ROUND(").unwrap().strip_suffix(",6)").unwrap();
    let range = |cells: &Cells, range: &str| -> i128 {
        let (from, to) = range.split_once(':').unwrap();
        let ((column, first), (other, last)) = (parts(from), parts(to));
        assert_eq!(column, other);
        (first..=last).map(|row| amount(cells, &format!("{column}{row}"))).sum()
    };
    if let Some(of) = inside.strip_prefix("SUBTOTAL(109,") {
        return range(&book.sheets[sheet], of.strip_suffix(')').unwrap());
    }
    if let Some(of) = inside.strip_prefix("SUM('") {
        let (name, of) = of.strip_suffix(')').unwrap().split_once("'!").unwrap();
        return range(&book.sheets[name], of);
    }
    let cells = &book.sheets[sheet];
    let mut sum = 0;
    for term in inside.replace('-', "+-").split('+') {
        sum += match term.strip_prefix('-') {
            Some(place) => -amount(cells, place),
            None => amount(cells, term),
        };
    }
    sum
}

/// Sheet and cell to which a link leads.
pub(crate) fn target(formula: &str) -> (String, String) {
    let of = formula.strip_prefix("HYPERLINK(\"#'").unwrap();
    let (sheet, rest) = of.split_once("'!").unwrap();
    (sheet.to_owned(), rest.split('"').next().unwrap().to_owned())
}

pub(crate) fn cells_with_formula(cells: &Cells, begins: &str) -> usize {
    let formulas = cells.values().filter_map(|cell| cell.formula.as_deref());
    formulas.filter(|formula| formula.starts_with(begins)).count()
}
