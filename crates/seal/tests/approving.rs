//! An approver's signature in the field that the signer reserved: what it says, and that nothing else can come with it.
//! Forgeries with a signature that is right are made in `src/sign/approve/tests.rs`.

use crate::authority::{Answering, TSA};
use crate::common;
use crate::common::{BOTH, claim, contents, identity_of, trusted, unsigned};
use feltproof_seal::{
    Algorithm, Certificate, Defect, Identity, SignError, SigningClaim, Stamping, Trust,
    approve_pdf, first_difference, sign_pdf, verify_pdf,
};

/// 2030-01-01.
const YEAR_2030: i64 = 1_893_456_000;

fn approver(algorithm: Algorithm) -> Identity {
    let (from, until) = (common::NOT_BEFORE, common::NOT_AFTER);
    Identity::generate(algorithm, "B. Approver", None, from, until, &[8; 32], [9; 16]).unwrap()
}

fn approval() -> SigningClaim {
    let reason = Some("Approved".to_owned());
    SigningClaim { unix_seconds: YEAR_2030, reason, ..SigningClaim::default() }
}

fn for_approval(algorithm: Algorithm) -> Vec<u8> {
    let claim = SigningClaim { awaits_approval: true, ..claim() };
    sign_pdf(&unsigned(), &identity_of(algorithm), &claim, None).unwrap()
}

fn approved(signer: Algorithm, by: Algorithm) -> Vec<u8> {
    approve_pdf(&for_approval(signer), &approver(by), &approval(), None).unwrap()
}

#[test]
fn an_approval_is_verified_on_its_own_revision_and_the_report_on_its() {
    for (signer, by) in BOTH.into_iter().flat_map(|one| BOTH.map(|other| (one, other))) {
        let report = for_approval(signer);
        let before = verify_pdf(&report, &trusted());
        assert!(
            common::is_accepted(&before) && before.awaits_approval && before.approval.is_none()
        );
        let bytes = approved(signer, by);
        assert!(bytes.starts_with(&report) && bytes == approved(signer, by));
        let all = [trusted(), vec![approver(by).certificate().clone()]].concat();
        let found = verify_pdf(&bytes, &all);
        assert!(common::is_accepted(&found) && !found.awaits_approval);
        assert_eq!(found.claimed_time_unix, Some(common::SIGNED_AT));
        assert_eq!(found.claimed_reason.as_deref(), Some("Audit report"));
        let approval = found.approval.unwrap();
        assert_eq!(approval.certificate.subject, "CN=B. Approver");
        assert_eq!(approval.trust, Trust::Trusted(approver(by).fingerprint()));
        assert_eq!(approval.claimed_time_unix, Some(YEAR_2030));
        assert_eq!(approval.claimed_reason.as_deref(), Some("Approved"));
        // The report itself is still what signing these pages comes to.
        assert_eq!(first_difference(&bytes, &unsigned(), None).unwrap(), None);
        // Taken away it leaves the report as it was, and an empty field.
        let found = verify_pdf(&bytes[..report.len()], &all);
        assert!(common::is_accepted(&found) && found.awaits_approval);
    }
}

#[test]
fn who_approved_is_judged_by_itself() {
    let bytes = approved(Algorithm::Ed25519, Algorithm::EcdsaP256);
    let found = verify_pdf(&bytes, &trusted());
    assert!(matches!(found.trust, Trust::Trusted(_)));
    assert!(matches!(found.approval.unwrap().trust, Trust::NotTrusted(_)));
    let found = verify_pdf(&bytes, &[approver(Algorithm::EcdsaP256).certificate().clone()]);
    assert!(matches!(found.trust, Trust::NotTrusted(_)));
    assert!(matches!(found.approval.unwrap().trust, Trust::Trusted(_)));
    assert_eq!(verify_pdf(&bytes, &[]).approval.unwrap().trust, Trust::NoTrustGiven);
}

#[test]
fn an_approval_has_a_timestamp_of_its_own() {
    let mut ask = |question: &[u8]| Ok(Answering::default().answer(question));
    let stamping = Stamping { nonce: [0x55; 16], ask: &mut ask };
    let report = for_approval(Algorithm::Ed25519);
    let by = approver(Algorithm::Ed25519);
    let bytes = approve_pdf(&report, &by, &approval(), Some(stamping)).unwrap();
    let found = verify_pdf(&bytes, &Certificate::read_all(TSA.as_bytes()).unwrap());
    assert_eq!((&found.intact, &found.timestamp), (&Ok(()), &None));
    let timestamp = found.approval.unwrap().timestamp.unwrap();
    assert_eq!(timestamp.time_unix, YEAR_2030 + 60);
    assert!(matches!(timestamp.trust, Trust::Trusted(_)));
}

#[test]
fn only_a_report_that_awaits_it_is_approved_once_and_by_another() {
    let by = approver(Algorithm::Ed25519);
    let refused =
        |bytes: &[u8], by: &Identity| approve_pdf(bytes, by, &approval(), None).unwrap_err();
    assert_eq!(refused(&common::signed(), &by), SignError::NotAwaited);
    let report = for_approval(Algorithm::Ed25519);
    assert_eq!(refused(&report, &identity_of(Algorithm::Ed25519)), SignError::OwnReport);
    let twice = approved(Algorithm::Ed25519, Algorithm::Ed25519);
    assert_eq!(refused(&twice, &approver(Algorithm::EcdsaP256)), SignError::ApprovedAlready);
    let mut changed = report;
    changed[100] ^= 1;
    assert!(matches!(refused(&changed, &by), SignError::NotIntact(_)));
    assert!(matches!(refused(&unsigned(), &by), SignError::NotIntact(_)));
}

#[test]
fn nothing_is_accepted_after_or_beside_an_approval() {
    let report = for_approval(Algorithm::Ed25519);
    let bytes = approved(Algorithm::Ed25519, Algorithm::Ed25519);
    let defect = |bytes: &[u8]| verify_pdf(bytes, &[]).intact.unwrap_err();
    let tail = &bytes[report.len()..];
    // The same revision once more, and a report that permits none with one.
    assert!(matches!(defect(&[&bytes, tail].concat()), Defect::SeveralSignatures { found: 3, .. }));
    let plain = [&common::signed(), tail].concat();
    assert!(matches!(defect(&plain), Defect::SeveralSignatures { found: 2, .. }));
    // Bytes after it, bytes before it, an object in it.
    let at = report.len() + tail.windows(5).position(|window| window == b"xref\n").unwrap();
    for (place, more) in [
        (bytes.len(), &b"\n"[..]),
        (report.len(), b"%\n"),
        (at, b"4 0 obj\n<<>>\nendobj\n"),
        (bytes.len(), b"4 0 obj\n<<>>\nendobj\nxref\n4 1\n0000000000 00000 n \ntrailer\n<<>>\nstartxref\n1\n%%EOF\n"),
    ] {
        let mut longer = bytes.clone();
        longer.splice(place..place, more.iter().copied());
        let found = defect(&longer);
        assert!(matches!(found, Defect::ApprovalDiffers(_)), "{found}");
    }
    // A revision without a signature, on a report that awaits one.
    let other = b"4 0 obj\n<<>>\nendobj\nxref\n4 1\n0000000000 00000 n \ntrailer\n<<>>\nstartxref\n1\n%%EOF\n";
    assert!(matches!(defect(&[&report, &other[..]].concat()), Defect::RevisionAppended { .. }));
    // The approval of another report.
    let claim = SigningClaim { awaits_approval: true, unix_seconds: 7, ..claim() };
    let other = sign_pdf(&unsigned(), &identity_of(Algorithm::Ed25519), &claim, None).unwrap();
    assert_eq!(other.len(), report.len());
    assert!(verify_pdf(&[&other, tail].concat(), &[]).intact.is_err());
}

#[test]
fn every_byte_of_an_approved_report_is_fixed() {
    let bytes = approved(Algorithm::EcdsaP256, Algorithm::Ed25519);
    let report = for_approval(Algorithm::EcdsaP256).len();
    let refused = |bytes: &[u8]| verify_pdf(bytes, &[]).intact.is_err();
    assert!(!refused(&bytes));
    for offset in 0..bytes.len() {
        let mut other = bytes.clone();
        other[offset] ^= [0x01, 0x7f, 0x20][offset % 3];
        assert!(refused(&other), "byte {offset} survived");
        other[offset] = if bytes[offset] == b'7' { b'8' } else { b'7' };
        assert!(refused(&other), "byte {offset} could be a digit");
        // What is left when it is cut is refused as well, but for the report alone.
        if offset % 7 == 0 || offset.abs_diff(report) < 3 {
            assert_eq!(refused(&bytes[..offset]), offset != report, "the first {offset} bytes");
        }
    }
    assert!(contents(&bytes).end < report);
}
