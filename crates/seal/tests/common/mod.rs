//! A small PDF and a fixed identity, shared by the tests.
#![allow(dead_code, missing_docs, reason = "each test file uses its own part")]

use std::sync::OnceLock;

use feltproof_seal::{
    Algorithm, Certificate, Identity, SigningClaim, Trust, Verification, sign_pdf,
};
use lopdf::{Document, Object, Stream, dictionary};

pub(crate) const NOT_BEFORE: i64 = 1_704_067_200; // 2024-01-01
pub(crate) const NOT_AFTER: i64 = 2_335_219_200; // 2044-01-01
pub(crate) const SIGNED_AT: i64 = 1_750_000_000; // 2025-06-15

pub(crate) const BOTH: [Algorithm; 2] = [Algorithm::Ed25519, Algorithm::EcdsaP256];

pub(crate) fn identity() -> Identity {
    identity_of(Algorithm::Ed25519)
}

pub(crate) fn identity_of(algorithm: Algorithm) -> Identity {
    let (name, lab) = ("A. Auditor", Some("Example Lab"));
    Identity::generate(algorithm, name, lab, NOT_BEFORE, NOT_AFTER, &[7; 32], [9; 16]).unwrap()
}

pub(crate) fn claim() -> SigningClaim {
    SigningClaim {
        unix_seconds: SIGNED_AT,
        reason: Some("Audit report".to_owned()),
        location: None,
        name: None,
        awaits_approval: false,
    }
}

pub(crate) fn trusted() -> Vec<Certificate> {
    BOTH.map(|algorithm| identity_of(algorithm).certificate().clone()).to_vec()
}

/// Whether a file is intact and its signer trusted.
pub(crate) fn is_accepted(file: &Verification) -> bool {
    file.intact.is_ok() && matches!(file.trust, Trust::Trusted(_))
}

pub(crate) fn document(pages: usize) -> Document {
    let mut pdf = Document::with_version("1.7");
    let tree = pdf.new_object_id();
    let mut kids = Vec::new();
    for number in 1..=pages {
        let text = format!("BT /F1 18 Tf 20 100 Td (Page {number}) Tj ET");
        let content = pdf.add_object(Stream::new(dictionary! {}, text.into_bytes()));
        let font =
            dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
        let page = pdf.add_object(dictionary! {
            "Type" => "Page",
            "Parent" => tree,
            "MediaBox" => vec![0.into(), 0.into(), 200.into(), 200.into()],
            "Contents" => content,
            "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
        });
        kids.push(Object::from(page));
    }
    let count = i64::try_from(pages).unwrap();
    let node = dictionary! { "Type" => "Pages", "Count" => count, "Kids" => kids };
    pdf.objects.insert(tree, node.into());
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    pdf.trailer.set("Root", catalog);
    pdf
}

pub(crate) fn bytes_of(mut pdf: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    bytes
}

pub(crate) fn unsigned() -> Vec<u8> {
    bytes_of(document(1))
}

/// The signed one-page document, made once.
pub(crate) fn signed() -> Vec<u8> {
    signed_with(Algorithm::Ed25519)
}

/// The same by an identity of this algorithm.
pub(crate) fn signed_with(algorithm: Algorithm) -> Vec<u8> {
    static SIGNED: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    let sign = |algorithm| sign_pdf(&unsigned(), &identity_of(algorithm), &claim(), None).unwrap();
    let both = SIGNED.get_or_init(|| BOTH.map(sign));
    let at = BOTH.iter().position(|one| *one == algorithm).unwrap();
    both[at].clone()
}

/// The range of `/Contents`, with its angle brackets.
pub(crate) fn contents(bytes: &[u8]) -> core::ops::Range<usize> {
    let key = b"/Contents<";
    let start = bytes.windows(key.len()).position(|w| w == key).unwrap() + key.len() - 1;
    let end = start + bytes[start..].iter().position(|byte| *byte == b'>').unwrap() + 1;
    start..end
}
