//! The outputs of an audit as a reader meets them: paragraphs, and tables with their rows.

use super::json;
use calamine::{Reader as _, Xlsx, open_workbook};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub(crate) type Rows = Vec<Vec<String>>;

/// What a document says, in reading order.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) paragraphs: Vec<String>,
    pub(crate) tables: Vec<Rows>,
}

impl Said {
    /// The rows below the head of every table whose head begins so.
    pub(crate) fn rows(&self, head: &[&str]) -> Vec<&Vec<String>> {
        let is_of = |table: &&Rows| {
            let first = table.first().map_or(&[][..], Vec::as_slice);
            first.len() >= head.len() && head.iter().zip(first).all(|(name, cell)| name == cell)
        };
        let all = self.tables.iter().filter(is_of).flat_map(|table| &table[1..]);
        all.filter(|row| row.len() > 1 && row[0] != head[0]).collect()
    }

    /// The only paragraph in which these words stand.
    pub(crate) fn sentence(&self, words: &str) -> &str {
        let mut all: Vec<&String> = self.paragraphs.iter().filter(|p| p.contains(words)).collect();
        all.dedup();
        assert_eq!(all.len(), 1, "{words}: {all:?}");
        all[0]
    }
}

/// Words with one space between them.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `report.pdf` by its structure tree, which is what a screen reader reads.
pub(crate) fn pdf(path: &Path) -> Said {
    let pdf = Document::load(path).unwrap();
    let reader = PdfReader { texts: texts(&pdf), pdf };
    let root = reader.pdf.catalog().unwrap().get(b"StructTreeRoot").unwrap();
    let mut said = Said::default();
    reader.read(root.as_reference().unwrap(), &mut said);
    said
}

struct PdfReader {
    pdf: Document,
    /// What every marked piece reads as.
    texts: BTreeMap<(ObjectId, i64), String>,
}

enum Part {
    Element(ObjectId),
    Piece(ObjectId, i64),
}

impl PdfReader {
    fn parts(&self, element: ObjectId) -> (String, Vec<Part>) {
        let dict = self.pdf.get_dictionary(element).unwrap();
        let kind = dict.get(b"S").and_then(Object::as_name).unwrap_or_default();
        let page = dict.get(b"Pg").and_then(Object::as_reference).ok();
        let listed = match dict.get(b"K") {
            Ok(Object::Array(listed)) => listed.clone(),
            Ok(one) => vec![one.clone()],
            Err(_) => Vec::new(),
        };
        let part = |kid: Object| match kid {
            Object::Integer(number) => Some(Part::Piece(page.unwrap(), number)),
            Object::Reference(kid) => Some(Part::Element(kid)),
            Object::Dictionary(kid) if kid.has(b"MCID") => {
                let page = kid.get(b"Pg").unwrap().as_reference().unwrap();
                Some(Part::Piece(page, kid.get(b"MCID").unwrap().as_i64().unwrap()))
            }
            _ => None,
        };
        let kind = String::from_utf8_lossy(kind).into_owned();
        (kind, listed.into_iter().filter_map(part).collect())
    }

    fn text(&self, element: ObjectId) -> String {
        let of = |part: &Part| match part {
            Part::Element(kid) => self.text(*kid) + " ",
            // A sign has no text.
            Part::Piece(page, number) => {
                self.texts.get(&(*page, *number)).cloned().unwrap_or_default() + " "
            }
        };
        plain(&self.parts(element).1.iter().map(of).collect::<String>())
    }

    fn kids(&self, element: ObjectId) -> Vec<ObjectId> {
        let kid = |part| match part {
            Part::Element(kid) => Some(kid),
            Part::Piece(..) => None,
        };
        self.parts(element).1.into_iter().filter_map(kid).collect()
    }

    fn read(&self, element: ObjectId, said: &mut Said) {
        let (kind, _) = self.parts(element);
        match kind.as_str() {
            "Table" => {
                let cells = |row: ObjectId| self.kids(row).into_iter().map(|c| self.text(c));
                let rows = self.kids(element).into_iter().map(|row| cells(row).collect());
                said.tables.push(rows.collect());
            }
            "P" | "H1" | "H2" | "H3" | "LI" | "TOCI" => said.paragraphs.push(self.text(element)),
            _ => self.kids(element).into_iter().for_each(|kid| self.read(kid, said)),
        }
    }
}

/// What each code of each font reads as.
fn unicode(pdf: &Document) -> BTreeMap<Vec<u8>, BTreeMap<u16, String>> {
    let page = *pdf.get_pages().values().next().unwrap();
    let follow = |of: &Dictionary, key: &[u8]| -> Object {
        pdf.dereference(of.get(key).unwrap()).unwrap().1.clone()
    };
    let resources = follow(pdf.get_dictionary(page).unwrap(), b"Resources");
    let fonts = follow(resources.as_dict().unwrap(), b"Font");
    let map = |font: &Object| {
        let font = pdf.dereference(font).unwrap().1.as_dict().unwrap();
        let map = follow(font, b"ToUnicode");
        let map = map.as_stream().unwrap();
        let bytes = map.decompressed_content().unwrap_or_else(|_| map.content.clone());
        let lines = String::from_utf8(bytes).unwrap();
        let entry = |line: &str| {
            let (code, text) = line.strip_prefix('<')?.split_once("> <")?;
            let hex = |digits: &str| u16::from_str_radix(digits, 16).ok();
            let units = text.strip_suffix('>')?.as_bytes().chunks(4);
            let units: Option<Vec<u16>> =
                units.map(|unit| hex(std::str::from_utf8(unit).ok()?)).collect();
            Some((hex(code)?, String::from_utf16(&units?).ok()?))
        };
        let inside = lines.split("endcodespacerange").nth(1).unwrap();
        inside.lines().filter_map(entry).collect()
    };
    let fonts = fonts.as_dict().unwrap().iter();
    fonts.map(|(name, font)| (name.clone(), map(font))).collect()
}

/// The texts of every marked piece of every page.
fn texts(pdf: &Document) -> BTreeMap<(ObjectId, i64), String> {
    let (unicode, mut found) = (unicode(pdf), BTreeMap::<_, String>::new());
    for page in pdf.get_pages().into_values() {
        let (mut number, mut font) = (None, Vec::new());
        for operation in Content::decode(&pdf.get_page_content(page)).unwrap().operations {
            match (operation.operator.as_str(), operation.operands.as_slice()) {
                ("BDC", [_, mark]) => {
                    let mark = mark.as_dict().unwrap().get(b"MCID");
                    number = mark.ok().map(|number| number.as_i64().unwrap());
                }
                ("EMC", _) => number = None,
                ("Tf", [name, ..]) => font = name.as_name().unwrap().to_vec(),
                ("Tj" | "TJ", [shown]) => {
                    let Some(number) = number else { continue };
                    let text = found.entry((page, number)).or_default();
                    let strings = match shown {
                        Object::Array(items) => items.iter().collect(),
                        one => vec![one],
                    };
                    for bytes in strings.into_iter().filter_map(|object| object.as_str().ok()) {
                        let codes = bytes.chunks(2).map(|b| u16::from_be_bytes([b[0], b[1]]));
                        codes.for_each(|code| text.push_str(&unicode[&font][&code]));
                    }
                }
                ("BDC" | "Tf" | "Tj" | "TJ", other) => panic!("{other:?}"),
                _ => {}
            }
        }
    }
    found
}

/// `report.html` as it stands without its script.
pub(crate) fn page(path: &Path) -> (Said, Value) {
    let text = fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once("<body>").unwrap();
    let (body, _) = rest.split_once("<script type=\"application/json\" id=\"told\">").unwrap();
    let (_, data) = rest.split_once("id=\"report\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let mut said = Said::default();
    for (at, part) in body.split("<table").enumerate() {
        let (table, rest) = if at == 0 { ("", part) } else { part.split_once("</table>").unwrap() };
        if at > 0 {
            let rows = table.split("<tr").skip(1).map(|row| inside(row, &["th", "td"]));
            said.tables.push(rows.collect());
        }
        said.paragraphs.extend(inside(rest, &["p", "li", "dt", "dd", "strong"]));
    }
    (said, serde_json::from_str(data).unwrap())
}

/// The texts of the elements with one of these names.
fn inside(markup: &str, names: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for part in markup.split('<') {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if let Some((of, mut so_far)) = open.take() {
            if tag.strip_prefix('/') == Some(of) {
                found.push(unescaped(&plain(&so_far)));
            } else {
                so_far.push_str(text);
                open = Some((of, so_far));
            }
        } else if names.contains(&name) {
            open = Some((name, text.to_owned()));
        }
    }
    found
}

fn unescaped(text: &str) -> String {
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    marks.iter().fold(text.to_owned(), |text, (mark, sign)| text.replace(mark, sign))
}

/// The sheets of `workpapers.xlsx`: rows below the head by the names of its columns, and of the total below them.
pub(crate) struct Sheet {
    pub(crate) rows: Vec<BTreeMap<String, String>>,
    pub(crate) total: BTreeMap<String, String>,
}

pub(crate) fn workbook(path: &Path) -> BTreeMap<String, Sheet> {
    let mut book: Xlsx<_> = open_workbook(path).unwrap();
    let names = book.sheet_names();
    let mut sheets = BTreeMap::new();
    for name in names {
        let range = book.worksheet_range(&name).unwrap();
        let rows: Vec<Vec<String>> =
            range.rows().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        let named = |head: &[String], row: &[String]| -> BTreeMap<String, String> {
            let cells = head.iter().cloned().zip(row.iter().cloned());
            cells.filter(|(_, cell)| !cell.is_empty()).collect()
        };
        let head = rows.iter().position(|row| row.contains(&"Tickmark".to_owned())).unwrap_or(0);
        let below = rows.iter().skip(head + 1);
        let mut sheet = Sheet { rows: Vec::new(), total: BTreeMap::new() };
        if name == "Summary" {
            let pairs = rows.iter().filter(|row| !row[1].is_empty());
            sheet.total = pairs.map(|row| (row[0].clone(), row[1].clone())).collect();
        } else {
            for row in below {
                if row[0] == "Total" {
                    sheet.total = named(&rows[head], row);
                    break;
                }
                if row[0] != "None." {
                    sheet.rows.push(named(&rows[head], row));
                }
            }
        }
        sheets.insert(name, sheet);
    }
    sheets
}

/// All of them.
pub(crate) struct Outputs {
    pub(crate) pdf: Said,
    pub(crate) page: Said,
    /// What the page holds for its script.
    pub(crate) data: Value,
    pub(crate) book: BTreeMap<String, Sheet>,
    pub(crate) json: Value,
    pub(crate) sarif: Value,
    /// The lines of the terminal, those of one statement put together.
    pub(crate) terminal: String,
}

impl Outputs {
    pub(crate) fn read(folder: &Path, terminal: &str) -> Self {
        let (page, data) = page(&folder.join("report.html"));
        Self {
            pdf: pdf(&folder.join("report.pdf")),
            page,
            data,
            book: workbook(&folder.join("workpapers.xlsx")),
            json: json(&folder.join("report.json")),
            sarif: json(&folder.join("report.sarif")),
            terminal: terminal.to_owned(),
        }
    }
}
