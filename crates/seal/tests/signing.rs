//! What is signed verifies, the same input gives the same bytes, and what
//! cannot be signed is refused with its reason.

use crate::common;
use crate::common::{bytes_of, claim, document, identity, signed, trusted, unsigned};
use feltproof_seal::{SignError, SigningClaim, Widget, sign_pdf, verify_pdf};
use lopdf::{Document, Object, Stream, StringFormat, dictionary};

fn refusal(pdf: &[u8], claim: &SigningClaim, widget: Option<&Widget>) -> SignError {
    sign_pdf(pdf, &identity(), claim, widget).unwrap_err()
}

#[test]
fn a_signed_file_verifies_and_says_what_was_claimed() {
    let bytes = signed();
    let verification = verify_pdf(&bytes, &trusted());
    assert_eq!(verification.intact, Ok(()));
    assert!(common::is_accepted(&verification));
    assert_eq!(verification.claimed_time_unix, Some(common::SIGNED_AT));
    assert_eq!(verification.claimed_reason.as_deref(), Some("Audit report"));
    assert_eq!(verification.claimed_name.as_deref(), Some("A. Auditor"));
    assert_eq!(verification.claimed_location, None);
    assert_eq!(verification.warnings, []);
    assert_eq!(verification.certificate, Some(identity().certificate().info()));
    assert_eq!(verification.bytes_len, u64::try_from(bytes.len()).unwrap());
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert_eq!(sign_pdf(&unsigned(), &identity(), &claim(), None).unwrap(), signed());
}

#[test]
fn the_file_identifier_depends_on_content_and_not_on_the_old_identifier() {
    let id = |bytes: &[u8]| {
        let pdf = Document::load_mem(bytes).unwrap();
        let id = pdf.trailer.get(b"ID").unwrap().as_array().unwrap().clone();
        assert_eq!(id[0], id[1]);
        assert_eq!(id[0].as_str().unwrap().len(), 16);
        id
    };
    let mut other = document(1);
    let random = Object::String(vec![0xab; 16], StringFormat::Hexadecimal);
    other.trailer.set("ID", vec![random.clone(), random]);
    let same = sign_pdf(&bytes_of(other), &identity(), &claim(), None).unwrap();
    assert_eq!(id(&same), id(&signed()));
    let longer = sign_pdf(&bytes_of(document(2)), &identity(), &claim(), None).unwrap();
    assert_ne!(id(&longer), id(&signed()));
}

#[test]
fn every_kind_of_claim_survives() {
    for text in ["(un)balanced) \\ and more(", "ünïcode 王 🂡", "line\rbreak", "x"] {
        let claim = SigningClaim {
            unix_seconds: 253_402_300_799,
            reason: Some(text.to_owned()),
            location: Some(text.to_owned()),
            name: Some(text.to_owned()),
            awaits_approval: false,
        };
        let bytes = sign_pdf(&unsigned(), &identity(), &claim, None).unwrap();
        let verification = verify_pdf(&bytes, &trusted());
        assert_eq!(verification.intact, Ok(()), "{text:?}");
        let claimed = text.replace('\r', " ");
        assert_eq!(verification.claimed_reason.as_deref(), Some(claimed.as_str()));
        assert_eq!(verification.claimed_location.as_deref(), Some(claimed.as_str()));
        assert_eq!(verification.claimed_name.as_deref(), Some(claimed.as_str()));
        assert_eq!(verification.claimed_time_unix, Some(253_402_300_799));
    }
}

#[test]
fn existing_annotations_and_forms_are_kept() {
    let mut pdf = document(1);
    let note = pdf.add_object(dictionary! { "Type" => "Annot", "Subtype" => "Text",
    "Rect" => vec![0.into(), 0.into(), 1.into(), 1.into()] });
    let notes = pdf.add_object(Object::Array(vec![note.into()]));
    let page = pdf.get_pages()[&1];
    pdf.get_dictionary_mut(page).unwrap().set("Annots", notes);
    let form =
        dictionary! { "Fields" => Vec::<Object>::new(), "DA" => Object::string_literal("x") };
    pdf.catalog_mut().unwrap().set("AcroForm", form);
    let bytes = sign_pdf(&bytes_of(pdf), &identity(), &claim(), None).unwrap();
    assert_eq!(verify_pdf(&bytes, &[]).intact, Ok(()));

    let pdf = Document::load_mem(&bytes).unwrap();
    let page = pdf.get_dictionary(pdf.get_pages()[&1]).unwrap();
    assert_eq!(page.get(b"Annots").unwrap().as_array().unwrap().len(), 2);
    let form = pdf.get_dict_in_dict(pdf.catalog().unwrap(), b"AcroForm").unwrap();
    assert_eq!(form.get(b"Fields").unwrap().as_array().unwrap().len(), 1);
    assert!(form.has(b"DA"));
}

/// A document of one tagged paragraph.
fn tagged(split_kids: bool) -> Document {
    let mut pdf = document(1);
    let page = pdf.get_pages()[&1];
    let root = pdf.new_object_id();
    let element = pdf.new_object_id();
    let paragraph = dictionary! { "Type" => "StructElem", "S" => "P", "P" => element,
    "Pg" => page, "K" => 0 };
    let paragraph = pdf.add_object(paragraph);
    let only = Object::from(paragraph);
    let kids = if split_kids { vec![only.clone()].into() } else { only };
    let body = dictionary! { "Type" => "StructElem", "S" => "Document", "P" => root, "K" => kids };
    pdf.objects.insert(element, body.into());
    let tree = dictionary! { "Nums" => vec![0.into(), vec![paragraph.into()].into()] };
    let top = dictionary! { "Type" => "StructTreeRoot", "K" => element, "ParentTree" => tree };
    pdf.objects.insert(root, top.into());
    pdf.catalog_mut().unwrap().set("StructTreeRoot", root);
    pdf
}

/// A parent tree that says it has used the largest number of PDF has no key left for the widget.
#[test]
fn a_parent_tree_without_another_key_is_refused() {
    let mut pdf = tagged(false);
    let root = pdf.catalog().unwrap().get(b"StructTreeRoot").unwrap().as_reference().unwrap();
    let tree = pdf.get_dictionary(root).unwrap().clone();
    for used in [i64::MAX, i64::MAX - 1] {
        let mut full = tree.clone();
        full.set("ParentTreeNextKey", used);
        pdf.objects.insert(root, full.into());
        let signed = sign_pdf(&bytes_of(pdf.clone()), &identity(), &claim(), None);
        let why = signed.err().map(|why| why.to_string());
        let no_key = "the input cannot be read as a PDF (its parent tree has the key 9223372036854775807, \
                      after which there is none)";
        assert_eq!(why.as_deref(), (used == i64::MAX).then_some(no_key));
    }
}

#[test]
fn the_widget_of_a_tagged_document_is_tagged() {
    for split_kids in [false, true] {
        let pdf = tagged(split_kids);
        let bytes = sign_pdf(&bytes_of(pdf), &identity(), &claim(), None).unwrap();

        let pdf = Document::load_mem(&bytes).unwrap();
        let root = pdf.get_dict_in_dict(pdf.catalog().unwrap(), b"StructTreeRoot").unwrap();
        assert_eq!(root.get(b"ParentTreeNextKey").unwrap().as_i64().unwrap(), 2);
        let tree = pdf.get_dict_in_dict(root, b"ParentTree").unwrap();
        let numbers = tree.get(b"Nums").unwrap().as_array().unwrap();
        assert_eq!((numbers.len(), numbers[2].as_i64().unwrap()), (4, 1));
        let form = pdf.get_dictionary(numbers[3].as_reference().unwrap()).unwrap();
        assert_eq!(form.get(b"S").unwrap().as_name().unwrap(), b"Form");
        let body = pdf.get_dict_in_dict(root, b"K").unwrap();
        assert_eq!(body.get(b"K").unwrap().as_array().unwrap()[1], numbers[3]);
        let widget = form.get(b"K").unwrap().as_dict().unwrap().get(b"Obj").unwrap();
        let widget = pdf.get_dictionary(widget.as_reference().unwrap()).unwrap();
        assert_eq!(widget.get(b"StructParent").unwrap().as_i64().unwrap(), 1);
        let page = pdf.get_dictionary(pdf.get_pages()[&1]).unwrap();
        assert_eq!(page.get(b"Tabs").unwrap().as_name().unwrap(), b"S");
    }
}

#[test]
fn every_way_of_writing_the_input_can_be_signed() {
    let mut modern = Vec::new();
    document(3).save_modern(&mut modern).unwrap();
    let mut old = document(3);
    old.version = "1.3".to_owned();
    old.reference_table.cross_reference_type = lopdf::xref::XrefType::CrossReferenceTable;
    for input in [modern, bytes_of(old)] {
        let bytes = sign_pdf(&input, &identity(), &claim(), None).unwrap();
        assert!(bytes.starts_with(b"%PDF-1.7\n") && bytes.ends_with(b"\n%%EOF\n"));
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(text.matches("\nxref\n0 ").count(), 1);
        assert_eq!(Document::load_mem(&bytes).unwrap().get_pages().len(), 3);
    }
}

#[test]
fn what_is_no_unsigned_pdf_is_refused() {
    for bytes in [&b""[..], b"hello", b"%PDF-1.7\n"] {
        assert!(matches!(refusal(bytes, &claim(), None), SignError::NotReadable(_)));
    }
    assert!(matches!(refusal(&signed(), &claim(), None), SignError::AlreadySigned(_)));
    let foreign = include_bytes!("data/foreign.pdf");
    assert!(matches!(refusal(foreign, &claim(), None), SignError::AlreadySigned(_)));
}

#[test]
fn impossible_pages_rectangles_and_times_are_refused() {
    let widget = |page_index, rectangle| Widget { page_index, rectangle };
    let refused = refusal(&unsigned(), &claim(), Some(&widget(1, [0.0; 4])));
    assert_eq!(refused, SignError::NoSuchPage { page_index: 1, pages: 1 });
    for rectangle in [
        [9.0, 0.0, 1.0, 1.0],
        [0.0, 9.0, 1.0, 1.0],
        [0.0, 0.0, f32::NAN, 1.0],
        [0.0, 0.0, f32::INFINITY, 1.0],
    ] {
        let refused = refusal(&unsigned(), &claim(), Some(&widget(0, rectangle)));
        assert!(matches!(refused, SignError::BadRectangle(_)), "{rectangle:?}");
    }
    for unix_seconds in [-1, 253_402_300_800, i64::MAX] {
        let claim = SigningClaim { unix_seconds, ..claim() };
        assert_eq!(refusal(&unsigned(), &claim, None), SignError::BadTime(unix_seconds));
    }
}

#[test]
fn a_document_that_would_confuse_the_verifier_is_refused() {
    let mut pdf = document(1);
    pdf.add_object(Stream::new(dictionary! {}, b"a log with /ByteRange in it".to_vec()));
    assert!(matches!(refusal(&bytes_of(pdf), &claim(), None), SignError::Ambiguous(_)));
    let mut pdf = document(1);
    pdf.add_object(dictionary! { "Type" => "Sig", "ByteRange" => vec![0.into(), 0.into()] });
    assert!(matches!(refusal(&bytes_of(pdf), &claim(), None), SignError::AlreadySigned(_)));
}
