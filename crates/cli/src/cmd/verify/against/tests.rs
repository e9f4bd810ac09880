//! What is not the same is named: the output, the page. What `report.json` says differently is in `tests/verify.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use super::{Audited, Stated, Wanted, audited, compare};
use crate::args::{Output, Signing, Stamped};
use crate::opened::Opened;
use crate::outputs::{Bench, Real};
use crate::reports::Inside;
use crate::signing;
use feltproof_model::workpaper::{FileDigest, Workpaper};
use feltproof_report::{Fonts, RenderedPdf, render};
use feltproof_seal::{Algorithm, Identity, verify_pdf};
use std::path::Path;
use std::sync::Arc;

const ISSUED: i64 = 1_793_664_000;

/// The place of the first difference between this paper's PDF, signed, and the audit.
fn place(found: &Audited, w: &Workpaper, identity: Identity) -> Option<String> {
    let pdf: RenderedPdf = render(w, &found.randomness, &Fonts::embedded().unwrap()).unwrap();
    let pdf = pdf.enclose(w, &found.json).unwrap();
    let found_signer = signing::Found {
        identity,
        created_now: false,
        local: false,
        certificate: Path::new("lab.cert.pem").to_owned(),
    };
    let signing = Signing {
        identity: None,
        unsigned: false,
        for_approval: false,
        stamped: Stamped::default(),
    };
    let claim = (ISSUED, "Audit".to_owned());
    let signed = signing::signed(&pdf, Some(&found_signer), claim, &signing).unwrap();
    let verified = verify_pdf(&signed, &[]);
    assert_eq!(verified.intact, Ok(()));
    let inside = Inside::of(&signed).unwrap();
    let stated = Stated {
        pdf: &signed,
        fingerprint: verified.certificate.as_ref().map(|c| c.fingerprint.as_str()),
        inside: &inside,
    };
    let report = serde_json::from_slice(&found.json).unwrap();
    compare(&stated, &found.json, &report, found).unwrap().map(|difference| difference.place)
}

fn identity(algorithm: Algorithm, secret: u8) -> Identity {
    let (from, until) = (ISSUED - 1, ISSUED + 1);
    Identity::generate(algorithm, "A", None, from, until, &[secret; 32], [9; 16]).unwrap()
}

#[test]
fn what_is_not_in_the_json_is_compared_too() {
    compared(Algorithm::Ed25519);
}

#[test]
fn what_an_identity_on_p256_signed_is_compared_alike() {
    compared(Algorithm::EcdsaP256);
}

fn compared(algorithm: Algorithm) {
    let signer_of = |secret| identity(algorithm, secret);
    let place = |found: &Audited, w: &Workpaper, secret| place(found, w, signer_of(secret));
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/playthroughs");
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new(folder.path().to_owned(), Arc::new(Real));
    let opened = Opened::new(&fixtures.join("crazy4-ca/engagement.toml")).unwrap();
    let signer = feltproof_model::workpaper::Signer {
        subject: signer_of(7).certificate().info().subject,
        fingerprint: signer_of(7).fingerprint(),
        created_now: false,
        local: false,
    };
    let found = {
        let outputs = [Output::Json, Output::Xlsx];
        let (issued_unix, signer) = (ISSUED, Some(signer));
        let wanted = Wanted { outputs: &outputs, quiet: true, issued_unix, signer };
        audited(opened, &bench, wanted).unwrap()
    };
    let w = found.workpaper.clone();
    assert_eq!(place(&found, &w, 7), None);

    // Signed by another than the one whom the report names.
    assert_eq!(place(&found, &w, 8).as_deref(), Some("/signer/certificate_sha256"));
    // Another digest of an output.
    let mut other = w.clone();
    other.outputs[1].sha256 = "0".repeat(64);
    assert_eq!(place(&found, &other, 7).as_deref(), Some("quarantine.csv"));
    other.outputs[1] = FileDigest { file: "workpapers.xlsx".to_owned(), ..w.outputs[1].clone() };
    assert_eq!(place(&found, &other, 7).as_deref(), Some("workpapers.xlsx"));
    // Pages that say something else around the same JSON: the cover, then one further on.
    let mut other = w.clone();
    other.engagement.licence = "12-34567".to_owned();
    assert_eq!(place(&found, &other, 7).as_deref(), Some("page 1"));
    let mut other = w.clone();
    // The same letters: no page differs by the letters that its fonts hold.
    other.checks.reverse();
    let named = place(&found, &other, 7).unwrap();
    assert!(named.starts_with("page ") && named != "page 1", "{named}");
    // What no page shows.
    let mut other = w;
    other.engagement_file.size_bytes += 1;
    let named = place(&found, &other, 7).unwrap();
    assert!(named.starts_with("page ") || named.ends_with("of the PDF"), "{named}");
}
