//! PDF/A-3: the file, its colours, metadata, annotations, and the files inside it.

use crate::conformance::read::{Made, dictionary, documents, text};
use lopdf::{Dictionary, Object};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::{BTreeMap, BTreeSet};

fn metadata(made: &Made) -> String {
    let stream = made.get(made.catalog(), b"Metadata").as_stream().unwrap();
    assert_eq!(made.name_of(&stream.dict, b"Type"), "Metadata");
    assert_eq!(made.name_of(&stream.dict, b"Subtype"), "XML");
    assert!(!stream.dict.has(b"Filter"), "metadata can be found by any program");
    String::from_utf8(stream.content.clone()).unwrap()
}

/// The text of the only element of this name.
fn said(metadata: &str, element: &str) -> Option<String> {
    let start = format!("<{element}>");
    let mut parts = metadata.split(&start);
    let (_, inside, none) = (parts.next(), parts.next()?, parts.next());
    assert_eq!(none, None, "{element} once");
    let inside = inside.split(&format!("</{element}>")).next().unwrap();
    let words = inside.split('<').map(|part| part.rsplit('>').next().unwrap());
    let words = words.collect::<String>().trim().to_owned();
    Some(words.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

fn assert_well_formed(metadata: &str) {
    let (mut reader, mut depth) = (Reader::from_str(metadata), 0);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
}

#[test]
fn the_file_begins_and_ends_as_it_must() {
    for made in documents() {
        assert!(made.bytes.starts_with(b"%PDF-1.7\n%"));
        assert!(made.bytes[10..14].iter().all(|byte| *byte > 127));
        assert!(made.bytes.ends_with(b"%%EOF"));
        let (trailer, eof) = (&made.pdf.trailer, b"%%EOF");
        assert_eq!(made.bytes.windows(5).filter(|window| window == eof).count(), 1, "one revision");
        assert!(!trailer.has(b"Encrypt") && !trailer.has(b"Prev"));
        let ids = trailer.get(b"ID").unwrap().as_array().unwrap();
        assert!(ids.len() == 2 && ids.iter().all(|id| id.as_str().unwrap().len() == 16));
    }
}

#[test]
fn objects_and_streams_are_written_as_they_must_be() {
    for made in documents() {
        for object in made.pdf.objects.values() {
            let Ok(stream) = object.as_stream() else { continue };
            let length = made.get(&stream.dict, b"Length").as_i64().unwrap();
            assert_eq!(length, i64::try_from(stream.content.len()).unwrap());
            for key in ["F", "FFilter", "FDecodeParms"] {
                assert!(!stream.dict.has(key.as_bytes()), "a stream is inside the file");
            }
            let filter = stream.dict.get(b"Filter").map(|f| f.as_name().unwrap().to_vec());
            assert!(filter.is_err() || filter.unwrap() == b"FlateDecode");
        }
        let mut left: Vec<&Object> = made.pdf.objects.values().collect();
        while let Some(object) = left.pop() {
            match object {
                Object::String(bytes, _) => assert!(bytes.len() <= 32_767),
                Object::Name(name) => {
                    assert!(name.len() <= 127 && std::str::from_utf8(name).is_ok());
                }
                Object::Integer(value) => assert!(i32::try_from(*value).is_ok()),
                Object::Array(items) => left.extend(items),
                other => left.extend(
                    dictionary(other).into_iter().flat_map(|dict| dict.iter().map(|(_, v)| v)),
                ),
            }
        }
        assert!(made.pdf.objects.len() < 8_388_607);
    }
}

#[test]
fn pages_use_the_operators_of_the_standard_and_colours_of_one_kind() {
    let known = "q Q cm w d m l h f f* S s re n B b rg RG BT ET Tf Td Tm Tj TJ BDC BMC EMC TL T*";
    let known: BTreeSet<&str> = known.split(' ').collect();
    for made in documents() {
        for page in made.pages() {
            for operation in made.operations(page) {
                // Of the operators that set colours only those of device RGB are among them.
                assert!(known.contains(operation.operator.as_str()), "{operation:?}");
            }
            let dict = made.pdf.get_dictionary(page).unwrap();
            let sides = made.get(dict, b"MediaBox").as_array().unwrap();
            let sides: Vec<f32> = sides.iter().map(|side| side.as_float().unwrap()).collect();
            assert_eq!(sides, [0.0, 0.0, 612.0, 792.0]);
        }
    }
}

#[test]
fn colours_have_one_output_intent() {
    for made in documents() {
        let intents = made.get(made.catalog(), b"OutputIntents").as_array().unwrap();
        assert_eq!(intents.len(), 1);
        let intent = made.pdf.dereference(&intents[0]).unwrap().1.as_dict().unwrap();
        assert_eq!(made.name_of(intent, b"S"), "GTS_PDFA1");
        assert_eq!(text(made.get(intent, b"OutputConditionIdentifier")), "sRGB IEC61966-2.1");
        let stream = made.get(intent, b"DestOutputProfile").as_stream().unwrap();
        assert_eq!(stream.dict.get(b"N").unwrap().as_i64().unwrap(), 3);
        let profile = stream.decompressed_content().unwrap();
        let size = u32::from_be_bytes(profile[..4].try_into().unwrap());
        assert_eq!(size as usize, profile.len());
        assert_eq!((profile[8], &profile[12..24]), (2, b"mntrRGB XYZ ".as_slice()));
        assert_eq!(&profile[36..40], b"acsp");
    }
}

#[test]
fn nothing_is_transparent_hidden_or_active() {
    for made in documents() {
        for dict in made.all() {
            for key in
                ["SMask", "CA", "ca", "BM", "AA", "OpenAction", "JS", "XFA", "OCProperties", "OC"]
            {
                assert!(!dict.has(key.as_bytes()), "/{key} in {dict:?}");
            }
            for key in ["Group", "PS", "OPI", "Ref", "Alternates", "Presteps", "TR", "HTP"] {
                assert!(!dict.has(key.as_bytes()), "/{key} in {dict:?}");
            }
            let kind = dict.get(b"S").and_then(Object::as_name).unwrap_or_default();
            let actions = [
                "JavaScript",
                "Launch",
                "URI",
                "GoTo",
                "GoToR",
                "GoToE",
                "SubmitForm",
                "ImportData",
                "Sound",
                "Movie",
                "Named",
                "Rendition",
                "SetOCGState",
                "Hide",
                "ResetForm",
            ];
            assert!(!actions.iter().any(|action| kind == action.as_bytes()), "{dict:?}");
        }
        let page = made.pdf.get_dictionary(made.pages()[0]).unwrap();
        let resources = made.dict(page, b"Resources");
        for empty in ["XObject", "ExtGState", "Shading"] {
            assert_eq!(made.dict(resources, empty.as_bytes()).len(), 0, "{empty}");
        }
        for forbidden in ["NeedsRendering", "Requirements", "Collection", "AcroForm", "URI"] {
            assert!(!made.catalog().has(forbidden.as_bytes()));
        }
    }
}

#[test]
fn metadata_says_what_the_information_says() {
    for made in documents() {
        let metadata = metadata(made);
        assert_well_formed(&metadata);
        let about = made.dict(&made.pdf.trailer, b"Info");
        let info = |key: &str| about.get(key.as_bytes()).ok().map(text);
        for (element, key) in [
            ("dc:title", "Title"),
            ("dc:creator", "Author"),
            ("dc:description", "Subject"),
            ("xmp:CreatorTool", "Creator"),
            ("pdf:Producer", "Producer"),
        ] {
            assert_eq!(said(&metadata, element), info(key), "{}: {element}", made.name);
        }
        for (element, key) in [("xmp:CreateDate", "CreationDate"), ("xmp:ModifyDate", "ModDate")] {
            let digits =
                |date: String| date.chars().filter(char::is_ascii_digit).collect::<String>();
            let date = said(&metadata, element);
            assert!(date.as_ref().is_none_or(|date| date.len() == 20 && date.ends_with('Z')));
            assert_eq!(date.map(digits), info(key).map(digits), "{}: {element}", made.name);
        }
        // The blank form has no time; the others have their own.
        assert_eq!(info("CreationDate").is_none(), made.name == "form");
        assert!(
            metadata.starts_with("<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>")
        );
        assert!(metadata.ends_with("<?xpacket end=\"r\"?>"));
    }
    assert!(said(&metadata(&documents()[0]), "dc:title").unwrap().contains("Harbor <Card> & Room"));
}

#[test]
fn metadata_names_the_standards() {
    for made in documents() {
        let metadata = metadata(made);
        let said = |element| said(&metadata, element).unwrap();
        assert_eq!((said("pdfaid:part"), said("pdfaid:conformance")), ("3".into(), "A".into()));
        assert_eq!(said("pdfuaid:part"), "1");
        assert_eq!(said("dc:language"), "en-US");
        // PDF/A knows no name space of PDF/UA: the file itself describes it.
        assert_eq!(said("pdfaSchema:namespaceURI"), "http://www.aiim.org/pdfua/ns/id/");
        assert_eq!(said("pdfaSchema:prefix"), "pdfuaid");
        assert_eq!(
            (said("pdfaProperty:name"), said("pdfaProperty:valueType")),
            ("part".into(), "Integer".into())
        );
    }
}

#[test]
fn annotations_are_printed_links_within_the_file() {
    for made in documents() {
        let pages: BTreeSet<_> = made.pages().into_iter().collect();
        for (_, note) in made.annotations() {
            let note = made.pdf.get_dictionary(note).unwrap();
            assert_eq!(made.name_of(note, b"Subtype"), "Link");
            // Print; not hidden, not invisible, not without a view.
            assert_eq!(note.get(b"F").unwrap().as_i64().unwrap(), 4);
            assert!(!note.has(b"A") && !note.has(b"AP") && !note.has(b"C"));
            let to = note.get(b"Dest").unwrap().as_array().unwrap();
            assert!(pages.contains(&to[0].as_reference().unwrap()));
        }
    }
    assert!(documents()[0].annotations().len() > 20, "the report has links");
}

#[test]
fn enclosed_files_are_associated_and_described() {
    let made = &documents()[0];
    let associated = made.get(made.catalog(), b"AF").as_array().unwrap();
    let mut kinds = BTreeMap::new();
    for file in associated {
        let file: &Dictionary = made.pdf.dereference(file).unwrap().1.as_dict().unwrap();
        assert_eq!(made.name_of(file, b"Type"), "Filespec");
        let name = text(made.get(file, b"UF"));
        assert_eq!(name, text(made.get(file, b"F")));
        assert!(!text(made.get(file, b"Desc")).is_empty());
        assert_eq!(made.name_of(file, b"AFRelationship"), "Data");
        let held = made.get(made.dict(file, b"EF"), b"F").as_stream().unwrap();
        let (kind, params) =
            (made.name_of(&held.dict, b"Subtype"), made.dict(&held.dict, b"Params"));
        assert!(params.has(b"ModDate") && params.has(b"Size"));
        kinds.insert(name, kind);
    }
    let json = "application/json".to_owned();
    let expected = [("manifest.json".to_owned(), json.clone()), ("report.json".to_owned(), json)];
    assert_eq!(kinds, BTreeMap::from(expected));
}
