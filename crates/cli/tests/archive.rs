//! The signed report keeps what the unsigned one keeps of PDF/A-3 and PDF/UA-1 (`crates/report/CONFORMANCE.md`), and the
//! signature's own objects do too.

use crate::common::{audit, feltproof, fixtures, run};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::fs;

/// A report as the program makes and signs it, and the same not signed.
fn made() -> (Vec<u8>, [Document; 2]) {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("playthroughs/crazy4-ca/engagement.toml");
    run(&mut audit(home.path(), &engagement, &home.path().join("signed")), 0);
    run(audit(home.path(), &engagement, &home.path().join("plain")).arg("--unsigned"), 0);
    let read = |name: &str| fs::read(home.path().join(name).join("report.pdf")).unwrap();
    let (signed, plain) = (read("signed"), read("plain"));
    let both = [&signed, &plain].map(|bytes| Document::load_mem(bytes).unwrap());
    (signed, both)
}

fn dict<'a>(pdf: &'a Document, of: &'a Dictionary, key: &str) -> &'a Dictionary {
    let value = of.get(key.as_bytes()).unwrap_or_else(|_| panic!("/{key} in {of:?}"));
    pdf.dereference(value).unwrap().1.as_dict().unwrap()
}

fn stream(pdf: &Document, of: &Dictionary, key: &str) -> Vec<u8> {
    let value = pdf.dereference(of.get(key.as_bytes()).unwrap()).unwrap().1;
    value.as_stream().unwrap().content.clone()
}

fn name(of: &Dictionary, key: &str) -> String {
    String::from_utf8(of.get(key.as_bytes()).unwrap().as_name().unwrap().to_vec()).unwrap()
}

#[test]
fn the_signed_report_keeps_what_an_archive_asks() {
    let (bytes, [signed, plain]) = made();
    assert!(bytes.starts_with(b"%PDF-1.7\n%") && bytes.ends_with(b"%%EOF\n"));
    let ends = bytes.windows(5).filter(|window| *window == b"%%EOF").count();
    assert_eq!(ends, 1, "one revision");
    let (catalog, before) = (signed.catalog().unwrap(), plain.catalog().unwrap());
    assert_eq!(stream(&signed, catalog, "Metadata"), stream(&plain, before, "Metadata"));
    for key in ["Lang", "MarkInfo", "ViewerPreferences"] {
        assert_eq!(catalog.get(key.as_bytes()).unwrap(), before.get(key.as_bytes()).unwrap());
    }
    let profile = |pdf: &Document| {
        let intents = pdf.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
        stream(pdf, pdf.dereference(&intents[0]).unwrap().1.as_dict().unwrap(), "DestOutputProfile")
    };
    assert_eq!(profile(&signed), profile(&plain));
    assert_eq!(catalog.get(b"AF").unwrap().as_array().unwrap().len(), 2);
    assert!(!signed.trailer.has(b"Encrypt") && !catalog.has(b"OpenAction") && !catalog.has(b"AA"));
    let permissions = dict(&signed, catalog, "Perms");
    assert_eq!(permissions.iter().map(|(key, _)| key.as_slice()).collect::<Vec<_>>(), [b"DocMDP"]);
    let signature = dict(&signed, permissions, "DocMDP");
    let reference = signature.get(b"Reference").unwrap().as_array().unwrap();
    let reference = reference[0].as_dict().unwrap();
    for digest in ["DigestLocation", "DigestMethod", "DigestValue"] {
        assert!(!reference.has(digest.as_bytes()));
    }
}

/// The widget's page, its object, and what it is.
fn widget(pdf: &Document) -> (ObjectId, ObjectId, &Dictionary) {
    let form = dict(pdf, pdf.catalog().unwrap(), "AcroForm");
    assert!(!form.has(b"XFA") && !form.has(b"NeedAppearances"));
    let fields = form.get(b"Fields").unwrap().as_array().unwrap();
    assert_eq!(fields.len(), 1, "the only field is the signature's");
    let id = fields[0].as_reference().unwrap();
    let widget = pdf.get_dictionary(id).unwrap();
    (widget.get(b"P").unwrap().as_reference().unwrap(), id, widget)
}

#[test]
fn the_signature_can_be_seen_printed_and_read_aloud() {
    let (_, [signed, plain]) = made();
    let (page, id, widget) = widget(&signed);
    assert_eq!((name(widget, "Subtype"), name(widget, "FT")), ("Widget".into(), "Sig".into()));
    // Print and locked; not hidden, not invisible.
    assert_eq!(widget.get(b"F").unwrap().as_i64().unwrap(), 4 + 128);
    assert!(!widget.get(b"TU").unwrap().as_str().unwrap().is_empty());
    let appearances = dict(&signed, widget, "AP");
    assert_eq!(appearances.len(), 1, "the normal one");
    assert!(!widget.has(b"A") && !widget.has(b"AA"));
    let page = signed.get_dictionary(page).unwrap();
    assert_eq!(name(page, "Tabs"), "S");

    let root = dict(&signed, signed.catalog().unwrap(), "StructTreeRoot");
    let parents = dict(&signed, root, "ParentTree").get(b"Nums").unwrap().as_array().unwrap();
    let key = widget.get(b"StructParent").unwrap().as_i64().unwrap();
    let at = parents.chunks(2).position(|pair| pair[0].as_i64().unwrap() == key).unwrap();
    assert_eq!(2 * (at + 1), parents.len(), "the keys are in order, this one the last");
    let next = root.get(b"ParentTreeNextKey").unwrap().as_i64().unwrap();
    assert_eq!(next, key + 1);
    let element = signed.get_dictionary(parents[2 * at + 1].as_reference().unwrap()).unwrap();
    assert_eq!(name(element, "S"), "Form");
    let object = element.get(b"K").unwrap().as_dict().unwrap();
    assert_eq!(object.get(b"Obj").unwrap().as_reference().unwrap(), id);

    // No element is lost or stands beside the tree.
    let of = |(_, object): &(&ObjectId, &Object)| {
        object.as_dict().is_ok_and(|d| d.has(b"S") && d.has(b"P"))
    };
    let mut left: Vec<ObjectId> = references(root);
    let mut read = 0;
    while let Some(element) = left.pop() {
        read += 1;
        left.extend(references(signed.get_dictionary(element).unwrap()));
    }
    assert_eq!(signed.objects.iter().filter(of).count(), read);
    assert!(plain.objects.iter().filter(of).count() < read);
}

/// The elements directly below one.
fn references(element: &Dictionary) -> Vec<ObjectId> {
    let kids = match element.get(b"K") {
        Ok(Object::Array(kids)) => kids.clone(),
        Ok(one) => vec![one.clone()],
        Err(_) => Vec::new(),
    };
    kids.iter().filter_map(|kid| kid.as_reference().ok()).collect()
}

/// A clean day on 14 pages, one with 42 exceptions on 30, at most, signed or not: what a reader does not need on paper stands
/// elsewhere.
#[test]
fn a_day_is_short_on_paper() {
    let home = tempfile::tempdir().unwrap();
    let key = home.path().join("lab.key.pem");
    run(feltproof(home.path()).args(["identity", "new", "--name", "Lab", "--out"]).arg(&key), 0);
    let days = [("harbor-card-room", 0, 14), ("tampered-day", 1, 30)];
    // Without an identity a local one is made for the first, and used for the second.
    let ways: [&[&str]; 4] = [
        &["--unsigned"],
        &[],
        &["--identity", key.to_str().unwrap()],
        &["--identity", key.to_str().unwrap(), "--for-approval"],
    ];
    for (at, ((day, code, most), way)) in
        days.into_iter().flat_map(|day| ways.map(|way| (day, way))).enumerate()
    {
        let out = home.path().join(format!("{day}-{at}"));
        let engagement = fixtures().join(day).join("engagement.toml");
        run(
            feltproof(home.path()).arg("audit").arg(&engagement).arg("--out").arg(&out).args(way),
            code,
        );
        let bytes = fs::read(out.join("report.pdf")).unwrap();
        let pages = Document::load_mem(&bytes).unwrap().get_pages().len();
        assert!(pages <= most, "{day} {way:?}: {pages} pages");
        assert!(bytes.len() < 1_000_000, "{day} {way:?}: {} bytes", bytes.len());
    }
}
