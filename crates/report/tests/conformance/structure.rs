//! PDF/UA-1: everything is an element or decoration, in reading order, with the words a reader needs who does not see.

use crate::conformance::read::{Made, dictionary, documents, text};
use lopdf::{Dictionary, Object, ObjectId};
use std::collections::{BTreeMap, BTreeSet};

/// One element, with all below it.
struct Element {
    id: ObjectId,
    kind: String,
    dict: Dictionary,
    kids: Vec<Element>,
    /// Its marked pieces: page and number.
    pieces: Vec<(ObjectId, i64)>,
    /// Its annotations.
    notes: Vec<ObjectId>,
}

fn tree(made: &Made) -> Element {
    let root = made.dict(made.catalog(), b"StructTreeRoot");
    let kids = made.get(root, b"K").as_array().unwrap();
    assert_eq!(kids.len(), 1);
    let root = made.catalog().get(b"StructTreeRoot").unwrap().as_reference().unwrap();
    element(made, kids[0].as_reference().unwrap(), root)
}

fn element(made: &Made, id: ObjectId, parent: ObjectId) -> Element {
    let dict = made.pdf.get_dictionary(id).unwrap().clone();
    assert_eq!(dict.get(b"P").unwrap().as_reference().unwrap(), parent);
    let page = dict.get(b"Pg").ok().map(|page| page.as_reference().unwrap());
    let (mut kids, mut pieces, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let listed = match dict.get(b"K") {
        Ok(Object::Array(listed)) => listed.clone(),
        Ok(one) => vec![one.clone()],
        Err(_) => Vec::new(),
    };
    for kid in listed {
        match kid {
            Object::Integer(number) => pieces.push((page.unwrap(), number)),
            Object::Reference(kid) => kids.push(element(made, kid, id)),
            Object::Dictionary(kid) if kid.has(b"MCID") => {
                let page = kid.get(b"Pg").unwrap().as_reference().unwrap();
                pieces.push((page, kid.get(b"MCID").unwrap().as_i64().unwrap()));
            }
            Object::Dictionary(kid) => {
                assert_eq!(made.name_of(&kid, b"Type"), "OBJR");
                notes.push(kid.get(b"Obj").unwrap().as_reference().unwrap());
            }
            other => panic!("{other:?}"),
        }
    }
    let kind = made.name_of(&dict, b"S");
    Element { id, kind, dict, kids, pieces, notes }
}

impl Element {
    /// This one and all below it, in reading order.
    fn all(&self) -> Vec<&Self> {
        let below = self.kids.iter().flat_map(Self::all);
        std::iter::once(self).chain(below).collect()
    }

    fn attribute<'a>(&'a self, made: &'a Made, key: &[u8]) -> Option<&'a Object> {
        let attributes = self.dict.get(b"A").ok()?;
        dictionary(made.pdf.dereference(attributes).unwrap().1).unwrap().get(key).ok()
    }

    /// Columns that it spans.
    fn columns(&self, made: &Made) -> i64 {
        self.attribute(made, b"ColSpan").map_or(1, |span| span.as_i64().unwrap())
    }
}

/// The text of every piece of every page.
fn texts(made: &Made) -> BTreeMap<(ObjectId, i64), String> {
    let of = |page| made.pieces(page).into_iter().map(move |(at, text)| ((page, at), text));
    made.pages().into_iter().flat_map(of).collect()
}

fn read(element: &Element, texts: &BTreeMap<(ObjectId, i64), String>) -> String {
    let own = element.pieces.iter().map(|piece| texts[piece].as_str()).collect::<String>();
    own + &element.kids.iter().map(|kid| read(kid, texts)).collect::<String>()
}

#[test]
fn every_mark_is_content_or_decoration() {
    const PAINTING: [&str; 9] = ["f", "f*", "S", "s", "B", "b", "Tj", "TJ", "sh"];
    for made in documents() {
        for page in made.pages() {
            let (mut depth, mut inside) = (0, 0);
            for operation in made.operations(page) {
                match operation.operator.as_str() {
                    "BMC" => {
                        assert_eq!(operation.operands[0].as_name().unwrap(), b"Artifact");
                        depth += 1;
                    }
                    "BDC" => depth += 1,
                    "EMC" => depth -= 1,
                    paints if PAINTING.contains(&paints) => {
                        assert_eq!(depth, 1, "{operation:?}");
                        inside += 1;
                    }
                    _ => {}
                }
                assert!((0..=1).contains(&depth), "one within another");
            }
            assert!(depth == 0 && inside > 0);
        }
    }
}

#[test]
fn running_heads_are_decoration_of_their_kind() {
    for made in documents() {
        for (at, page) in made.pages().into_iter().enumerate() {
            let mut kinds = BTreeSet::new();
            for operation in made.operations(page).iter().filter(|o| o.operator == "BDC") {
                if operation.operands[0].as_name().unwrap() == b"Artifact" {
                    let kind = operation.operands[1].as_dict().unwrap();
                    assert_eq!(made.name_of(kind, b"Type"), "Pagination");
                    kinds.insert(made.name_of(kind, b"Subtype"));
                }
            }
            let expected: &[&str] = if at == 0 { &["Footer"] } else { &["Footer", "Header"] };
            assert!(kinds.iter().map(String::as_str).eq(expected.iter().copied()), "{kinds:?}");
        }
    }
}

#[test]
fn elements_and_pieces_lead_to_one_another() {
    for made in documents() {
        let tree = tree(made);
        let mut owner = BTreeMap::new();
        for element in tree.all() {
            for piece in &element.pieces {
                assert_eq!(owner.insert(*piece, element.id), None, "a piece has one element");
            }
        }
        let root = made.dict(made.catalog(), b"StructTreeRoot");
        let parents = made.get(made.dict(root, b"ParentTree"), b"Nums").as_array().unwrap();
        let keys: Vec<i64> = parents.chunks(2).map(|pair| pair[0].as_i64().unwrap()).collect();
        assert!(keys.iter().copied().eq(0..i64::try_from(keys.len()).unwrap()));
        let next = made.get(root, b"ParentTreeNextKey").as_i64().unwrap();
        assert_eq!(usize::try_from(next).unwrap(), keys.len());
        let value = |key: i64| &parents[2 * usize::try_from(key).unwrap() + 1];
        for page in made.pages() {
            let key = made.get(made.pdf.get_dictionary(page).unwrap(), b"StructParents");
            let of_page = made.pdf.dereference(value(key.as_i64().unwrap())).unwrap().1;
            let of_page = of_page.as_array().unwrap();
            let pieces = made.pieces(page);
            assert!(pieces.keys().copied().eq(0..i64::try_from(of_page.len()).unwrap()));
            for (number, element) in (0..).zip(of_page) {
                assert_eq!(owner.remove(&(page, number)), Some(element.as_reference().unwrap()));
            }
        }
        assert!(owner.is_empty(), "every piece stands on its page");
        let notes = tree.all().into_iter().flat_map(|e| e.notes.iter().map(|note| (*note, e.id)));
        let notes: BTreeMap<ObjectId, ObjectId> = notes.collect();
        for (_, note) in made.annotations() {
            let key = made.get(made.pdf.get_dictionary(note).unwrap(), b"StructParent");
            let element = value(key.as_i64().unwrap()).as_reference().unwrap();
            assert_eq!(notes[&note], element);
        }
        assert_eq!(notes.len(), made.annotations().len());
    }
}

#[test]
fn elements_are_standard_and_stand_where_they_may() {
    let within = |kind: &str| -> &[&str] {
        match kind {
            "LI" => &["L"],
            "Lbl" | "LBody" => &["LI"],
            "TR" => &["Table"],
            "TH" | "TD" => &["TR"],
            "TOCI" => &["TOC"],
            "H1" | "H2" | "H3" | "L" | "TOC" | "Table" => &["Document"],
            "Link" | "Span" => &["TD", "LBody", "TOCI"],
            "P" | "Figure" => &["Document", "TD", "LBody"],
            "Form" => &["Document"],
            other => panic!("{other} is no element of ours"),
        }
    };
    for made in documents() {
        let tree = tree(made);
        assert_eq!(tree.kind, "Document");
        assert!(!made.dict(made.catalog(), b"StructTreeRoot").has(b"RoleMap"), "none is renamed");
        for element in tree.all() {
            let holds_both = !element.pieces.is_empty() && !element.kids.is_empty();
            assert!(
                !holds_both,
                "{} has marks and elements, whose order is not told",
                element.kind
            );
            let is_empty = element.pieces.is_empty() && element.kids.is_empty();
            assert!(!is_empty || ["TD", "TH"].contains(&element.kind.as_str()), "{}", element.kind);
            for kid in &element.kids {
                let allowed = within(&kid.kind);
                assert!(
                    allowed.contains(&element.kind.as_str()),
                    "{} in {}",
                    kid.kind,
                    element.kind
                );
            }
        }
    }
}

#[test]
fn headings_skip_no_level_and_are_the_outline() {
    for made in documents() {
        let (tree, texts) = (tree(made), texts(made));
        let headings: Vec<(usize, String)> = tree
            .all()
            .into_iter()
            .filter_map(|e| Some((e.kind.strip_prefix('H')?.parse().ok()?, read(e, &texts))))
            .collect();
        assert_eq!(headings[0].0, 1, "the title comes first");
        assert!(headings.windows(2).all(|pair| pair[1].0 <= pair[0].0 + 1));
        assert_eq!(headings.iter().filter(|(level, _)| *level == 1).count(), 1);
        let outline = made.pdf.get_toc().unwrap().toc;
        let outline = outline.into_iter().map(|entry| (entry.level + 1, entry.title));
        let own = headings.into_iter().filter(|(level, title)| *level > 1 && title != "Contents");
        assert_eq!(own.collect::<Vec<_>>(), outline.collect::<Vec<_>>(), "{}", made.name);
    }
}

#[test]
fn tables_are_regular_and_have_heads() {
    let mut tables = 0;
    for made in documents() {
        let tree = tree(made);
        for table in tree.all().into_iter().filter(|e| e.kind == "Table") {
            tables += 1;
            let width = |row: &Element| row.kids.iter().map(|cell| cell.columns(made)).sum::<i64>();
            let first = &table.kids[0];
            assert!(first.kids.iter().all(|cell| cell.kind == "TH"), "the first row is the head");
            assert!(table.kids.iter().all(|row| width(row) == width(first)));
            assert_eq!(width(first), i64::try_from(first.kids.len()).unwrap());
        }
        for head in tree.all().into_iter().filter(|e| e.kind == "TH") {
            let scope = head.attribute(made, b"Scope").unwrap();
            assert_eq!(scope.as_name().unwrap(), b"Column");
        }
    }
    assert!(tables > 15);
}

#[test]
fn figures_say_what_they_show_and_where() {
    for made in documents() {
        let tree = tree(made);
        let figures: Vec<&Element> =
            tree.all().into_iter().filter(|e| e.kind == "Figure").collect();
        assert_eq!(figures.is_empty(), made.name == "form");
        for figure in figures {
            assert!(text(figure.dict.get(b"Alt").unwrap()).len() > 8);
            let area = figure.attribute(made, b"BBox").unwrap().as_array().unwrap();
            let area: Vec<f32> = area.iter().map(|side| side.as_float().unwrap()).collect();
            let [left, bottom, right, top] = area[..] else { panic!("{area:?}") };
            assert!(0.0 < left && left < right && right < 612.0, "{area:?}");
            assert!(0.0 < bottom && bottom < top && top < 792.0, "{area:?}");
        }
    }
    let report = &documents()[0];
    let says: Vec<String> = tree(report)
        .all()
        .into_iter()
        .filter(|e| e.kind == "Figure")
        .map(|e| text(e.dict.get(b"Alt").unwrap()))
        .collect();
    assert!(says.iter().any(|says| says.starts_with("Plot of HARBOR-1")), "{says:?}");
    assert!(says.iter().any(|says| says.starts_with("Bars of what was paid too much")), "{says:?}");
    assert!(says.iter().any(|says| says == "Exceptions"));
}

/// Lines to write on and boxes to tick, on paper: each says what is asked there.
#[test]
fn places_to_fill_in_by_hand_say_what_is_asked() {
    for made in documents() {
        let tree = tree(made);
        let requested: Vec<(String, String)> = tree
            .all()
            .into_iter()
            .filter(|e| e.kind == "Form")
            .map(|e| {
                let value = |key: &str| e.attribute(made, key.as_bytes()).unwrap();
                assert_eq!(value("O").as_name().unwrap(), b"PrintField");
                let role = String::from_utf8(value("Role").as_name().unwrap().to_vec()).unwrap();
                (role, text(value("Desc")))
            })
            .collect();
        // Name, signature and date of each of three persons, or of two at the end of the form.
        let signatures =
            requested.iter().filter(|(_, what)| what.starts_with("Signature: ")).count();
        assert_eq!(signatures, if made.name == "form" { 2 } else { 3 });
        let boxes = requested.iter().filter(|(role, _)| role == "cb").count();
        // Three answers and three ways to it for each of five controls.
        assert_eq!(boxes, if made.name == "form" { 30 } else { 0 });
        assert!(requested.iter().all(|(_, what)| !what.is_empty()));
    }
}

#[test]
fn links_say_where_they_lead_and_tabs_follow_the_structure() {
    for made in documents() {
        for (page, note) in made.annotations() {
            let note = made.pdf.get_dictionary(note).unwrap();
            assert!(text(made.get(note, b"Contents")).contains(", to "));
            assert_eq!(made.name_of(made.pdf.get_dictionary(page).unwrap(), b"Tabs"), "S");
        }
        let tree = tree(made);
        let links = tree.all().into_iter().filter(|e| e.kind == "Link");
        assert!(links.clone().all(|link| !link.notes.is_empty() && !link.pieces.is_empty()));
        assert!(tree.all().iter().all(|e| e.kind == "Link" || e.notes.is_empty()));
    }
}

/// Words at the end of a line and the start of the next are two words, whatever the page looks like.
#[test]
fn words_are_apart_and_in_the_order_of_reading() {
    let made = &documents()[0];
    let (tree, texts) = (tree(made), texts(made));
    let paragraphs: Vec<String> =
        tree.all().into_iter().filter(|e| e.kind == "P").map(|e| read(e, &texts)).collect();
    let long = "This report states the procedures performed on the records supplied and the exceptions \
                found. It is not an opinion on fairness and certifies no random number generator; its \
                limits are set out in the section Limitations.";
    assert!(paragraphs.iter().any(|paragraph| paragraph == long), "{paragraphs:?}");
    let facts: Vec<String> =
        tree.all().into_iter().filter(|e| e.kind == "LI").map(|e| read(e, &texts)).collect();
    assert_eq!(facts[0], "ReportHCR-2026-10-31-3f9a12bc");
    assert!(facts.iter().any(|fact| fact.starts_with("ConditionSuper Bonus wagers were paid at")));
    // A row is read cell by cell, each cell with all its lines.
    let rows: Vec<Vec<String>> = tree
        .all()
        .into_iter()
        .filter(|e| e.kind == "TR")
        .map(|row| row.kids.iter().map(|cell| read(cell, &texts)).collect())
        .collect();
    let head =
        "No.|Code|File and line|Time|Table, round, seat|Expected|Recorded|Difference, in favour of";
    assert_eq!(
        rows.iter().filter(|row| row.join("|") == head).count(),
        1,
        "heads are not repeated"
    );
    assert!(rows.iter().any(|row| row.len() == 8 && row[7] == "+$100.00 player"), "{rows:?}");
}

#[test]
fn the_document_says_its_language_and_title() {
    for made in documents() {
        let catalog = made.catalog();
        assert_eq!(text(made.get(catalog, b"Lang")), "en-US");
        let marks = made.dict(catalog, b"MarkInfo");
        assert!(made.get(marks, b"Marked").as_bool().unwrap() && !marks.has(b"Suspects"));
        let viewer = made.dict(catalog, b"ViewerPreferences");
        assert!(made.get(viewer, b"DisplayDocTitle").as_bool().unwrap());
        let about = made.dict(&made.pdf.trailer, b"Info");
        assert!(!text(made.get(about, b"Title")).is_empty());
    }
}
