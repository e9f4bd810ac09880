//! Forgeries by somebody with a key of his own: the revision of an approval with something else in it, its signature right
//! in every way. Without anything else the forger's file is the approval itself, so that none is refused for being broken.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use lopdf::{Dictionary, Document, IncrementalDocument, Object, ObjectId, Stream, dictionary};

use super::super::{document, placeholder, sign_pdf};
use super::*;
use crate::sign::Widget;
use crate::table::Table;
use crate::{Algorithm, Defect};

const FROM: i64 = 1_704_067_200;

fn identity(secret: u8) -> Identity {
    let (algorithm, until) = (Algorithm::Ed25519, FROM + 1_000_000_000);
    Identity::generate(algorithm, "Somebody", None, FROM, until, &[secret; 32], [9; 16]).unwrap()
}

fn claim() -> SigningClaim {
    SigningClaim {
        unix_seconds: FROM + 1,
        name: Some("Somebody".to_owned()),
        ..SigningClaim::default()
    }
}

fn report() -> Vec<u8> {
    let mut pdf = Document::with_version("1.7");
    let tree = pdf.new_object_id();
    let content = pdf.add_object(Stream::new(dictionary! {}, b"(Pay $1)".to_vec()));
    let page = pdf.add_object(dictionary! {
        "Type" => "Page", "Parent" => tree, "Contents" => content,
        "MediaBox" => vec![0.into(), 0.into(), 200.into(), 200.into()],
    });
    let kids = vec![Object::from(page)];
    pdf.objects
        .insert(tree, dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => kids }.into());
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    pdf.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    let claim = SigningClaim { awaits_approval: true, ..claim() };
    let widget = Widget { page_index: 0, rectangle: [20.0, 20.0, 180.0, 60.0] };
    sign_pdf(&bytes, &identity(1), &claim, Some(&widget)).unwrap()
}

/// What the forger has before him: the revision being made, the reserved field and the page.
struct Forger<'a> {
    pdf: &'a mut IncrementalDocument,
    field: ObjectId,
    page: ObjectId,
    catalog: ObjectId,
}

impl Forger<'_> {
    /// Changes a dictionary of the report.
    fn change(&mut self, id: ObjectId, change: impl FnOnce(&mut Dictionary)) {
        self.pdf.opt_clone_object_to_new_document(id).unwrap();
        change(self.pdf.new_document.get_dictionary_mut(id).unwrap());
    }

    fn before(&self, id: ObjectId) -> Dictionary {
        self.pdf.get_prev_documents().get_dictionary(id).unwrap().clone()
    }

    /// The field of the report's own signature.
    fn signed_field(&self) -> ObjectId {
        let annotations =
            self.before(self.page).get(b"Annots").unwrap().as_array().unwrap().clone();
        annotations
            .iter()
            .map(|one| one.as_reference().unwrap())
            .find(|id| *id != self.field)
            .unwrap()
    }
}

fn forged(change: fn(&mut Forger<'_>)) -> Vec<u8> {
    forged_by(&identity(2), change)
}

fn forged_by(forger: &Identity, change: fn(&mut Forger<'_>)) -> Vec<u8> {
    let report = report();
    let (before, table) = (Document::load_mem(&report).unwrap(), Table::read(&report).unwrap());
    let (id, mut field) = document::reserved_field(&table).unwrap().unwrap();
    let page = *before.get_pages().get(&1).unwrap();
    let catalog = before.trailer.get(b"Root").unwrap().as_reference().unwrap();
    let mut pdf = IncrementalDocument::create_from(report.clone(), before);
    let container_len = container_len(forger, false).unwrap();
    let mut value = document::signature(&claim(), container_len).unwrap();
    document::say(&mut value, &claim());
    field.set("V", pdf.new_document.add_object(value));
    pdf.new_document.set_object(id, field);
    change(&mut Forger { pdf: &mut pdf, field: id, page, catalog });
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    bytes.push(b'\n');
    let gap = placeholder::find(&bytes, report.len(), container_len).unwrap();
    gap.fill_byte_range(&mut bytes).unwrap();
    fill(&mut bytes, &gap, forger, container_len, None).unwrap();
    bytes
}

#[test]
fn the_forger_s_file_without_a_forgery_is_the_approval() {
    let approved = approve_pdf(&report(), &identity(2), &claim(), None).unwrap();
    assert!(forged(|_| {}) == approved);
    let found = verify_pdf(&approved, &[]);
    assert!(found.intact.is_ok() && found.approval.is_some());
}

type Forgery = fn(&mut Forger<'_>);

/// What a reader would see: each changes something of the report.
const OF_THE_REPORT: [(&str, Forgery); 5] = [
    ("the content of a page", |f| {
        let content = f.before(f.page).get(b"Contents").unwrap().as_reference().unwrap();
        f.pdf.new_document.set_object(content, Stream::new(dictionary! {}, b"(Pay $9)".to_vec()));
    }),
    ("a page", |f| f.change(f.page, |page| page.set("Rotate", 180))),
    ("the appearance of the report's signature", |f| {
        let field = f.before(f.signed_field());
        let form = field.get(b"AP").unwrap().as_dict().unwrap().get(b"N").unwrap();
        let form = form.as_reference().unwrap();
        let kind = dictionary! { "Type" => "XObject", "Subtype" => "Form" };
        f.pdf.new_document.set_object(form, Stream::new(kind, b"(Other)".to_vec()));
    }),
    ("the field of the report's signature", |f| {
        f.change(f.signed_field(), |field| field.set("F", 2));
    }),
    ("the catalog", |f| f.change(f.catalog, |catalog| catalog.set("PageMode", "FullScreen"))),
];

/// Each adds something.
const BESIDE_IT: [(&str, Forgery); 4] = [
    ("an annotation more", |f| {
        let annotation = dictionary! { "Type" => "Annot", "Subtype" => "FreeText" };
        let annotation = f.pdf.new_document.add_object(annotation);
        let mut all = f.before(f.page).get(b"Annots").unwrap().as_array().unwrap().clone();
        all.push(annotation.into());
        f.change(f.page, |page| page.set("Annots", all));
    }),
    ("an appearance for the approval", |f| {
        let kind = dictionary! { "Type" => "XObject", "Subtype" => "Form" };
        let form = f.pdf.new_document.add_object(Stream::new(kind, b"(Other)".to_vec()));
        f.change(f.field, |field| field.set("AP", dictionary! { "N" => form }));
    }),
    ("the place of the approval", |f| {
        let place: Vec<Object> = vec![0.into(), 0.into(), 200.into(), 200.into()];
        f.change(f.field, |field| field.set("Rect", place));
    }),
    ("an object that nobody names", |f| {
        f.pdf.new_document.add_object(dictionary! { "Type" => "Annot" });
    }),
];

#[test]
fn an_approval_with_anything_else_in_its_revision_is_refused() {
    for (what, forgery) in OF_THE_REPORT.into_iter().chain(BESIDE_IT) {
        let bytes = forged(forgery);
        assert!(Document::load_mem(&bytes).is_ok(), "{what}");
        match verify_pdf(&bytes, &[]).intact {
            Err(Defect::ApprovalDiffers(_)) => {}
            other => panic!("{what}: {other:?}"),
        }
    }
}

/// The signer's own key under a certificate of another name: approved by nobody else.
#[test]
fn the_key_that_signed_approves_nothing() {
    let until = FROM + 1_000_000_000;
    let again = Identity::generate(
        Algorithm::Ed25519,
        "Somebody Else",
        None,
        FROM,
        until,
        &[1; 32],
        [7; 16],
    );
    let again = again.unwrap();
    assert_ne!(again.fingerprint(), identity(1).fingerprint());
    let found = verify_pdf(&forged_by(&again, |_| ()), &[]);
    assert!(matches!(found.intact, Err(Defect::OwnApproval(_))), "{:?}", found.intact);
    assert!(verify_pdf(&forged_by(&identity(2), |_| ()), &[]).intact.is_ok());
    let refused = approve_pdf(&report(), &again, &claim(), None).unwrap_err();
    assert_eq!(refused, SignError::OwnReport);
}
