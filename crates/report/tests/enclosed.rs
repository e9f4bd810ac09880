//! What is inside the report, read by another way than its own reader; and what that reader refuses.

use crate::common;
use feltproof_model::workpaper::FileDigest;
use feltproof_report::{
    Fonts, enclosed_files, enclosed_outputs, is_as_rendered, page_that_differs, render,
};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

const JSON: &[u8] = b"{\"schema\": \"feltproof-report/4\"}\n";

fn outputs() -> Vec<FileDigest> {
    let output = |file: &str, digit: &str, size_bytes| FileDigest {
        file: file.to_owned(),
        sha256: digit.repeat(64),
        size_bytes,
    };
    vec![output("report.json", "a", 33), output("quarantine.csv", "b", 0)]
}

fn report() -> Vec<u8> {
    let mut w = common::sample();
    w.outputs = outputs();
    let pdf = render(&w, &[], &Fonts::embedded().unwrap()).unwrap();
    let pages = page_that_differs(&pdf.bytes, &pdf.clone().enclose(&w, JSON).unwrap().bytes);
    assert_eq!(pages, Ok(None), "the pages are the same");
    pdf.enclose(&w, JSON).unwrap().bytes
}

/// The files as the standard lists them: the catalog's associated files, each with its one stream.
#[test]
fn associated_files_stand_where_a_reader_looks_for_them() {
    let bytes = report();
    assert_eq!(bytes, report(), "the same bytes always");
    let pdf = Document::load_mem(&bytes).unwrap();
    let catalog = pdf.catalog().unwrap();
    let dict = |object: &Object| -> Dictionary {
        pdf.dereference(object).unwrap().1.as_dict().unwrap().clone()
    };
    let tree = dict(dict(catalog.get(b"Names").unwrap()).get(b"EmbeddedFiles").unwrap());
    let names = tree.get(b"Names").unwrap().as_array().unwrap();
    let associated = catalog.get(b"AF").unwrap().as_array().unwrap();
    assert_eq!((names.len(), associated.len()), (4, 2));
    for ((pair, file), name) in
        names.chunks(2).zip(associated).zip(["manifest.json", "report.json"])
    {
        assert_eq!(pair[0].as_str().unwrap(), name.as_bytes());
        assert_eq!(&pair[1], file);
        let file = dict(file);
        assert_eq!(file.get(b"AFRelationship").unwrap().as_name().unwrap(), b"Data");
        assert_eq!(file.get(b"F").unwrap().as_str().unwrap(), name.as_bytes());
        let held = dict(file.get(b"EF").unwrap()).get(b"F").unwrap().clone();
        let stream = pdf.dereference(&held).unwrap().1.as_stream().unwrap();
        assert_eq!(stream.dict.get(b"Subtype").unwrap().as_name().unwrap(), b"application/json");
        let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        let size =
            dict(stream.dict.get(b"Params").unwrap()).get(b"Size").unwrap().as_i64().unwrap();
        assert_eq!(usize::try_from(size).unwrap(), content.len());
        if name == "report.json" {
            assert_eq!(content, JSON);
            continue;
        }
        let manifest: serde_json::Value = serde_json::from_slice(&content).unwrap();
        let keys: Vec<&String> = manifest.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["schema", "report", "inputs", "outputs"]);
        assert_eq!(manifest["inputs"][0]["file"], "audit.toml");
        assert_eq!(manifest["outputs"][1]["sha256"], "b".repeat(64));
    }
    assert_eq!(enclosed_outputs(&bytes).unwrap(), Some(outputs()));
    assert_eq!(enclosed_files(&bytes).unwrap()[1].bytes, JSON);
}

#[test]
fn an_unsigned_report_is_known_to_be_as_it_was_rendered() {
    let bytes = report();
    assert!(is_as_rendered(&bytes));
    for at in (0..bytes.len()).step_by(bytes.len() / 50).chain(bytes.len() - 120..bytes.len()) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(!is_as_rendered(&changed), "byte {at}");
    }
    assert!(!is_as_rendered(&[bytes.as_slice(), b"\n"].concat()));
    for other in [&b""[..], b"%PDF-1.7", b"/ID[<", b"/ID[<00><00>]"] {
        assert!(!is_as_rendered(other));
    }
}

/// A PDF with one file of this name inside.
fn with_file(name: &str, content: &[u8]) -> Vec<u8> {
    let mut pdf = Document::with_version("1.7");
    let stream =
        pdf.add_object(Stream::new(dictionary! { "Type" => "EmbeddedFile" }, content.to_vec()));
    let file =
        pdf.add_object(dictionary! { "Type" => "Filespec", "EF" => dictionary! { "F" => stream } });
    let names = vec![Object::string_literal(name), file.into()];
    let catalog = pdf.add_object(dictionary! {
        "Type" => "Catalog",
        "Names" => dictionary! { "EmbeddedFiles" => dictionary! { "Names" => names } },
    });
    pdf.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    bytes
}

#[test]
fn names_that_lead_out_of_a_folder_are_refused() {
    assert_eq!(enclosed_files(&with_file("plain.txt", b"x")).unwrap()[0].bytes, b"x");
    for name in ["../report.json", "/etc/passwd", "a/b", "a\\b", "C:x", "..", ".hidden", "", "a\nb"]
    {
        let said = enclosed_files(&with_file(name, b"x")).unwrap_err();
        assert!(said.contains("no plain name"), "{name:?}: {said}");
    }
    let manifest = |file: &str| {
        let output = serde_json::json!({ "file": file, "sha256": "0", "size_bytes": 1 });
        let text = serde_json::json!({ "schema": "feltproof-manifest/1", "outputs": [output] })
            .to_string();
        enclosed_outputs(&with_file("manifest.json", text.as_bytes()))
    };
    assert_eq!(manifest("a.csv").unwrap().unwrap().len(), 1);
    assert!(manifest("../a.csv").unwrap_err().contains("is not of the form feltproof-manifest/1"));
    assert!(enclosed_outputs(&with_file("manifest.json", b"{}")).is_err());
    assert_eq!(enclosed_outputs(&with_file("other.json", b"{}")).unwrap(), None);
    assert!(enclosed_files(b"no PDF").is_err());
}
