//! Each kind of defect, trust and warning is told apart from the others.

use crate::common;
use crate::common::{claim, identity, signed, trusted, unsigned};
use feltproof_seal::{
    Algorithm, Certificate, Defect, Identity, NotTrusted, SigningClaim, Trust, Warning, sign_pdf,
    verify_pdf,
};

const ISSUED: &str = include_str!("data/issued.pem");
const ISSUED_FOR_SERVERS: &str = include_str!("data/issued_for_servers.pem");
const ISSUED_KEY: &str = include_str!("data/issued_key.pem");
const FOREIGN: &[u8] = include_bytes!("data/foreign.pdf");
/// 2030-01-01, inside the validity of the certificates made with OpenSSL.
const YEAR_2030: i64 = 1_893_456_000;

fn certificates(pem: &str) -> Vec<Certificate> {
    Certificate::read_all(pem.as_bytes()).unwrap()
}

fn signed_with(certificate: &str) -> Vec<u8> {
    let identity = Identity::from_pems(ISSUED_KEY, certificate, None).unwrap();
    let claim = SigningClaim { unix_seconds: YEAR_2030, ..claim() };
    sign_pdf(&unsigned(), &identity, &claim, None).unwrap()
}

fn defect(bytes: &[u8]) -> Defect {
    let verification = verify_pdf(bytes, &trusted());
    assert_eq!(verification.trust, Trust::NotTrusted(NotTrusted::NotIntact));
    verification.intact.unwrap_err()
}

#[test]
fn files_that_are_no_signed_reports_are_told_apart() {
    assert!(matches!(defect(b""), Defect::NotAPdf { bytes_len: 0, .. }));
    assert!(matches!(defect(b"\x1b[2Jhello"), Defect::NotAPdf { .. }));
    let unsigned = unsigned();
    assert_eq!(defect(&unsigned), Defect::Unsigned(unsigned.len()));
    let half = &unsigned[..unsigned.len() / 2];
    assert_eq!(defect(half), Defect::UnsignedAndCutShort(half.len()));
}

#[test]
fn a_signature_of_another_program_is_named_as_such() {
    let found = defect(FOREIGN);
    assert!(matches!(found, Defect::ForeignSignature { .. }), "{found}");
}

#[test]
fn two_signatures_are_refused() {
    let mut twice = signed();
    twice.extend_from_slice(b"\n20 0 obj\n<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>\nendobj\n");
    assert!(matches!(defect(&twice), Defect::SeveralSignatures { found: 2, .. }));
}

#[test]
fn cut_files_say_how_much_is_missing() {
    let bytes = signed();
    let found = defect(&bytes[..bytes.len() - 5]);
    let signed_end = u64::try_from(bytes.len()).unwrap();
    assert_eq!(found, Defect::CutShort { signed_end, bytes_len: bytes.len() - 5, missing: 5 });
}

#[test]
fn a_byte_range_with_a_larger_gap_is_refused() {
    let bytes = signed();
    let range = common::contents(&bytes);
    for (start, end) in [(range.start - 1, range.end), (range.start, range.end + 1), (1, 2)] {
        let mut forged = bytes.clone();
        let rest = bytes.len() - end;
        let new = format!("/ByteRange[0 {start:<10} {end:<10} {rest:<10}]");
        let at = forged.windows(10).position(|window| window == b"/ByteRange").unwrap();
        forged[at..at + new.len()].copy_from_slice(new.as_bytes());
        assert!(matches!(defect(&forged), Defect::WrongRange { .. }));
    }
}

#[test]
fn a_changed_signature_value_is_not_a_changed_file() {
    let mut bytes = signed();
    let range = common::contents(&bytes);
    // The last 64 bytes of the container are the signature value.
    let at = range.end - 2;
    bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
    assert!(matches!(defect(&bytes), Defect::WrongSignature { .. }));
    // The same of P-256, in the last digit of s; and a number that is negative.
    let original = common::signed_with(Algorithm::EcdsaP256);
    let end = common::contents(&original).end;
    let mut bytes = original.clone();
    bytes[end - 2] = if bytes[end - 2] == b'0' { b'1' } else { b'0' };
    assert!(matches!(defect(&bytes), Defect::WrongSignature { .. }));
    let mut bytes = original;
    bytes[end - 1 - 64] = b'f';
    let found = defect(&bytes).to_string();
    assert!(found.contains("not a pair of numbers in DER"), "{found}");
}

#[test]
fn messages_have_a_place_both_numbers_and_a_remedy() {
    let mut bytes = signed();
    let at = bytes.windows(6).position(|window| window == b"Page 1").unwrap();
    bytes[at + 5] = b'2';
    let range = common::contents(&bytes);
    let Defect::DigestMismatch { stated, found, .. } = defect(&bytes) else { panic!() };
    assert_eq!((stated.len(), found.len()), (128, 128));
    let mut other = common::signed_with(Algorithm::EcdsaP256);
    other[at + 5] = b'2';
    let found_other = defect(&other);
    assert!(found_other.to_string().contains("have SHA-256 "), "{found_other}");
    let Defect::DigestMismatch { stated: s, found: f, .. } = found_other else { panic!() };
    assert_eq!((s.len(), f.len()), (64, 64));
    assert_eq!(
        defect(&bytes).to_string(),
        format!(
            "the signed bytes 0..{} and {}..{} have SHA-512 {}…, the signature states {}…: the file \
             was changed after it was signed; ask the issuer for the original",
            range.start,
            range.end,
            bytes.len(),
            &found[..16],
            &stated[..16]
        )
    );
    let mut longer = signed();
    longer.push(b'x');
    let text = defect(&longer).to_string();
    assert!(text.starts_with("1 bytes were added after signing"), "{text}");
}

#[test]
fn a_self_made_certificate_is_trusted_only_when_given() {
    let bytes = signed();
    let by = identity().fingerprint();
    assert_eq!(verify_pdf(&bytes, &trusted()).trust, Trust::Trusted(by));
    assert_eq!(verify_pdf(&bytes, &[]).trust, Trust::NoTrustGiven);
    let other = Identity::generate(
        Algorithm::Ed25519,
        "A. Auditor",
        Some("Example Lab"),
        common::NOT_BEFORE,
        common::NOT_AFTER,
        &[8; 32],
        [9; 16],
    );
    // The same name with another key is another signer.
    let given = [other.unwrap().certificate().clone()];
    let verification = verify_pdf(&bytes, &given);
    assert_eq!(verification.intact, Ok(()));
    assert!(matches!(verification.trust, Trust::NotTrusted(NotTrusted::Unknown { given: 1, .. })));
}

#[test]
fn an_authority_vouches_for_the_certificates_it_issued() {
    let bytes = signed_with(ISSUED);
    let root = certificates(include_str!("data/root.pem"));
    let verification = verify_pdf(&bytes, &root);
    assert_eq!(verification.intact, Ok(()));
    assert_eq!(verification.trust, Trust::Trusted(root[0].fingerprint()));
    assert_eq!(verification.warnings, []);
    assert!(!verification.certificate.unwrap().self_signed);
    assert!(root[0].info().self_signed);
    // Also when it is the second of two, and when the signer itself is given.
    let several = [trusted(), root].concat();
    assert!(common::is_accepted(&verify_pdf(&bytes, &several)));
    assert!(common::is_accepted(&verify_pdf(&bytes, &certificates(ISSUED))));
}

#[test]
fn an_authority_on_p256_vouches_for_a_signer_of_the_other_algorithm() {
    // OpenSSL made this certificate, with the larger s: in certificates either is permitted.
    let bytes = signed_with(include_str!("data/issued_by_p256.pem"));
    let root = certificates(include_str!("data/p256_certificate.pem"));
    let verification = verify_pdf(&bytes, &root);
    assert_eq!(verification.intact, Ok(()));
    assert_eq!(verification.trust, Trust::Trusted(root[0].fingerprint()));
    assert_eq!(verification.certificate.unwrap().algorithm, Some(Algorithm::Ed25519));
    // The names agree, the algorithm of the issuer's signature does not.
    let (from, until) = (common::NOT_BEFORE, common::NOT_AFTER);
    let other =
        Identity::generate(Algorithm::Ed25519, "P-256", None, from, until, &[8; 32], [9; 16]);
    let other = other.unwrap().certificate().clone();
    assert_eq!(other.info().subject, root[0].info().subject);
    let trust = verify_pdf(&bytes, &[other]).trust;
    let Trust::NotTrusted(reason) = trust else { panic!("{trust:?}") };
    let expected = "it is signed with ECDSA with SHA-256, but the key of CN=P-256";
    assert!(reason.to_string().contains(expected), "{reason}");
}

#[test]
fn certificates_that_may_not_issue_do_not_vouch() {
    let bytes = signed_with(ISSUED);
    for (root, why) in [
        (include_str!("data/root_not_ca.pem"), "not a certificate authority"),
        (include_str!("data/root_constrained.pem"), "2.5.29.30"),
    ] {
        match verify_pdf(&bytes, &certificates(root)).trust {
            Trust::NotTrusted(reason @ NotTrusted::ChainBroken { .. }) => {
                assert!(reason.to_string().contains(why), "{reason}");
            }
            other => panic!("{other:?}"),
        }
    }
    // The same name, but not the key that signed.
    let impostor = certificates(include_str!("data/other_root.pem"));
    match verify_pdf(&bytes, &impostor).trust {
        Trust::NotTrusted(reason @ NotTrusted::ChainBroken { .. }) => {
            assert!(
                reason.to_string().contains("the signature on it is not by the key of"),
                "{reason}"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_certificate_for_another_purpose_is_warned_about() {
    let bytes = signed_with(ISSUED_FOR_SERVERS);
    let root = certificates(include_str!("data/root.pem"));
    let verification = verify_pdf(&bytes, &root);
    assert_eq!(verification.intact, Ok(()));
    assert!(matches!(verification.trust, Trust::NotTrusted(NotTrusted::ChainBroken { .. })));
    assert!(matches!(verification.warnings[..], [Warning::NotForDocuments(_)]));
}

#[test]
fn the_clock_refuses_a_time_to_come_and_warns_of_what_has_expired() {
    let bytes = sign_pdf(&unsigned(), &identity(), &claim(), None).unwrap();
    let at = |now_unix| verify_pdf(&bytes, &trusted()).at(now_unix);
    let signed = claim().unix_seconds;
    // Two clocks may differ.
    for now in [signed - 300, signed, common::NOT_AFTER] {
        assert!(common::is_accepted(&at(now)) && at(now).warnings.is_empty(), "{now}");
    }
    let early = at(signed - 301);
    assert!(!common::is_accepted(&early), "{:?}", early.trust);
    let expired = at(common::NOT_AFTER + 1);
    assert!(common::is_accepted(&expired));
    assert!(
        matches!(expired.warnings[..], [Warning::ExpiredSince { .. }]),
        "{:?}",
        expired.warnings
    );
    // What is not trusted is not trusted for its own reason.
    let stranger = verify_pdf(&bytes, &[]).at(0);
    assert_eq!(stranger.trust, feltproof_seal::Trust::NoTrustGiven);
}

#[test]
fn a_time_outside_the_validity_is_refused_at_both_edges() {
    let edges = [
        (common::NOT_BEFORE - 1, true),
        (common::NOT_BEFORE, false),
        (common::NOT_AFTER, false),
        (common::NOT_AFTER + 1, true),
    ];
    for (unix_seconds, warned) in edges {
        let claim = SigningClaim { unix_seconds, ..claim() };
        let bytes = sign_pdf(&unsigned(), &identity(), &claim, None).unwrap();
        let verification = verify_pdf(&bytes, &trusted());
        assert_eq!(verification.intact, Ok(()));
        // However the certificate was given.
        assert_eq!(common::is_accepted(&verification), !warned, "{:?}", verification.trust);
        let found = matches!(verification.warnings[..], [Warning::OutsideValidity { .. }]);
        assert_eq!(found, warned, "{unix_seconds}");
        assert_eq!(verification.warnings.len(), usize::from(warned));
    }
}
