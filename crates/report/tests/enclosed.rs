//! What is inside the report, read by another way than its own reader; and what that reader refuses.

use crate::common;
use feltproof_model::workpaper::FileDigest;
use feltproof_report::{Fonts, is_as_rendered, page_that_differs, render, stated_outputs};
use feltproof_seal::attached_files;
use lopdf::{Dictionary, Document, Object};

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
    let inside = attached_files(&bytes).unwrap();
    assert_eq!(stated_outputs(&inside[0].bytes(1 << 20).unwrap()), Ok(outputs()));
    assert_eq!(inside[1].bytes(1 << 20).unwrap(), JSON);
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

#[test]
fn a_manifest_of_another_form_is_refused() {
    let manifest = |outputs: usize| {
        let output = serde_json::json!({ "file": "a.csv", "sha256": "0", "size_bytes": 1 });
        let outputs = vec![output; outputs];
        serde_json::json!({ "schema": "feltproof-manifest/1", "outputs": outputs }).to_string()
    };
    assert_eq!(stated_outputs(manifest(256).as_bytes()).unwrap().len(), 256);
    for other in [manifest(257).as_str(), "{}", "[", "{\"schema\": \"feltproof-manifest/1\"}"] {
        let refused = stated_outputs(other.as_bytes()).unwrap_err();
        assert!(refused.contains("is not of the form feltproof-manifest/1"), "{refused}");
    }
}
