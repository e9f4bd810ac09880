//! What the tests read a file with: its objects, the operators of its pages, its structure and the text in it.

use feltproof_report::{
    Checklist, ChecklistItem, ChecklistText, Fonts, RandomnessMeta, render, render_checklist,
    render_randomness,
};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::common;

/// A document that the project makes.
pub(crate) struct Made {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) pdf: Document,
}

/// All three kinds: the audit's report with what is inside it, randomness alone, the blank form.
pub(crate) fn documents() -> &'static [Made] {
    static MADE: OnceLock<Vec<Made>> = OnceLock::new();
    MADE.get_or_init(|| {
        let fonts = Fonts::embedded().unwrap();
        let (mut w, batteries) = (common::sample(), [common::battery::battery("C4P-1", 1.0)]);
        w.outputs = vec![w.engagement_file.clone()];
        w.engagement.property = "Harbor <Card> & Room".to_owned();
        let report = render(&w, &batteries, &fonts).unwrap().enclose(&w, b"{}\n").unwrap();
        let meta = RandomnessMeta {
            tool_version: "0.1.0".to_owned(),
            issued_unix: 1_793_570_400,
            inputs: vec![w.engagement_file.clone()],
            parameters: vec![("unit".to_owned(), "decks".to_owned())],
            review: None,
            signer: None,
        };
        let randomness = render_randomness("decks.bin", &meta, &batteries, &fonts).unwrap();
        let form = render_checklist(&form(), &fonts).unwrap();
        let made = [("report", report.bytes), ("randomness", randomness.bytes), ("form", form)];
        let load = |(name, bytes): (&'static str, Vec<u8>)| {
            let pdf = Document::load_mem(&bytes).unwrap();
            Made { name, bytes, pdf }
        };
        made.into_iter().map(load).collect()
    })
}

fn form() -> Checklist {
    let said = |text: &str| text.to_owned();
    let text = ChecklistText {
        citation: said("WAC 230-15-140"),
        title: said("Wagers"),
        demand: said("A demand of more than one line. ").repeat(8),
        note: said("A note."),
        period: said("since 2008"),
        perhaps: true,
        evidence: said("primary"),
        address: said("an address"),
        read: said("2026-10-01"),
        checks: vec![said("WGR-001")],
    };
    let item = ChecklistItem { control: said("wac-140"), pack: None, texts: vec![text; 2] };
    Checklist {
        pack: said("us-wa 1.5.0"),
        title: said("Washington"),
        authority: said("An authority"),
        file: said("us-wa.toml"),
        sha256: "0".repeat(64),
        on: Some(said("2026-10-31")),
        tool_version: said("0.1.0"),
        automated: 3,
        items: vec![item; 5],
    }
}

/// The dictionary of an object, of whatever kind.
pub(crate) fn dictionary(object: &Object) -> Option<&Dictionary> {
    object.as_dict().ok().or_else(|| object.as_stream().ok().map(|stream| &stream.dict))
}

impl Made {
    pub(crate) fn catalog(&self) -> &Dictionary {
        self.pdf.catalog().unwrap()
    }

    /// The value behind a key, wherever it stands.
    pub(crate) fn get<'a>(&'a self, of: &'a Dictionary, key: &[u8]) -> &'a Object {
        let value = of.get(key).unwrap_or_else(|_| {
            panic!("{}: no /{} in {of:?}", self.name, String::from_utf8_lossy(key))
        });
        self.pdf.dereference(value).unwrap().1
    }

    pub(crate) fn dict<'a>(&'a self, of: &'a Dictionary, key: &[u8]) -> &'a Dictionary {
        dictionary(self.get(of, key)).unwrap()
    }

    pub(crate) fn name_of(&self, of: &Dictionary, key: &[u8]) -> String {
        String::from_utf8(self.get(of, key).as_name().unwrap().to_vec()).unwrap()
    }

    /// Every dictionary of the file, also those inside others.
    pub(crate) fn all(&self) -> Vec<Dictionary> {
        let mut found = Vec::new();
        let mut left: Vec<&Object> = self.pdf.objects.values().collect();
        while let Some(object) = left.pop() {
            if let Some(dict) = dictionary(object) {
                found.push(dict.clone());
                left.extend(dict.iter().map(|(_, value)| value));
            } else if let Ok(items) = object.as_array() {
                left.extend(items);
            }
        }
        found
    }

    pub(crate) fn pages(&self) -> Vec<ObjectId> {
        self.pdf.get_pages().into_values().collect()
    }

    pub(crate) fn operations(&self, page: ObjectId) -> Vec<Operation> {
        Content::decode(&self.pdf.get_page_content(page)).unwrap().operations
    }

    /// Every annotation with its page.
    pub(crate) fn annotations(&self) -> Vec<(ObjectId, ObjectId)> {
        let of = |page: ObjectId| {
            let notes = self.pdf.get_dictionary(page).unwrap().get(b"Annots");
            let notes = notes.map(|notes| notes.as_array().unwrap().clone()).unwrap_or_default();
            notes.into_iter().map(move |note| (page, note.as_reference().unwrap()))
        };
        self.pages().into_iter().flat_map(of).collect()
    }

    /// What each code of each font reads as.
    pub(crate) fn unicode(&self) -> BTreeMap<Vec<u8>, BTreeMap<u16, String>> {
        let page = self.pdf.get_dictionary(self.pages()[0]).unwrap();
        let fonts = self.dict(self.dict(page, b"Resources"), b"Font");
        let of = |(name, font): (&Vec<u8>, &Object)| {
            let font = self.pdf.dereference(font).unwrap().1.as_dict().unwrap();
            let map = self.get(font, b"ToUnicode").as_stream().unwrap();
            let map = map.decompressed_content().unwrap_or_else(|_| map.content.clone());
            let lines = String::from_utf8(map).unwrap();
            let entry = |line: &str| {
                let (code, text) = line.strip_prefix('<')?.split_once("> <")?;
                let units = text.strip_suffix('>')?.as_bytes().chunks(4);
                let hex = |digits: &str| u16::from_str_radix(digits, 16).ok();
                let unit = |unit: &[u8]| hex(std::str::from_utf8(unit).ok()?);
                let units: Option<Vec<u16>> = units.map(unit).collect();
                Some((hex(code)?, String::from_utf16(&units?).ok()?))
            };
            let inside = lines.split("endcodespacerange").nth(1).unwrap();
            (name.clone(), inside.lines().filter_map(entry).collect())
        };
        fonts.iter().map(of).collect()
    }

    /// The texts of every marked piece of a page, by its number; what is decoration has none.
    pub(crate) fn pieces(&self, page: ObjectId) -> BTreeMap<i64, String> {
        let unicode = self.unicode();
        let (mut found, mut number, mut font) = (BTreeMap::new(), None, Vec::new());
        for operation in self.operations(page) {
            match operation.operator.as_str() {
                "BDC" => {
                    let mark = operation.operands[1].as_dict().unwrap();
                    number = mark.get(b"MCID").ok().map(|number| number.as_i64().unwrap());
                    if let Some(number) = number {
                        assert!(found.insert(number, String::new()).is_none(), "{number} twice");
                    }
                }
                "EMC" => number = None,
                "Tf" => font = operation.operands[0].as_name().unwrap().to_vec(),
                "Tj" | "TJ" => {
                    let Some(number) = number else { continue };
                    for code in codes(&operation) {
                        let text = &unicode[&font][&code];
                        found.get_mut(&number).unwrap().push_str(text);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// The codes that an operator shows.
pub(crate) fn codes(operation: &Operation) -> Vec<u16> {
    let strings: Vec<&Object> = match &operation.operands[0] {
        Object::Array(items) => items.iter().collect(),
        one => vec![one],
    };
    let bytes = strings.into_iter().filter_map(|object| object.as_str().ok());
    bytes.flat_map(|bytes| bytes.chunks(2).map(|b| u16::from_be_bytes([b[0], b[1]]))).collect()
}

/// A text string of the file.
pub(crate) fn text(object: &Object) -> String {
    let bytes = object.as_str().unwrap();
    match bytes.strip_prefix(b"\xfe\xff") {
        Some(units) => {
            let units = units.chunks(2).map(|b| u16::from_be_bytes([b[0], b[1]]));
            String::from_utf16(&units.collect::<Vec<_>>()).unwrap()
        }
        None => String::from_utf8(bytes.to_vec()).unwrap(),
    }
}
