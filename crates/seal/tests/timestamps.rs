//! Timestamps over signatures: what is asked, which answers are taken, what is said of them, and that none can be changed,
//! exchanged or removed.

use crate::authority::{
    Answering, By, TSA, TSA_INTERMEDIATE, TSA_P384, TSA_ROOT, TSA_RSA, requested,
};
use crate::common;
use crate::common::{BOTH, claim, contents, identity_of, is_accepted, trusted, unsigned};
use feltproof_seal::{
    Algorithm, Certificate, Defect, SignError, SigningClaim, Stamping, Trust, Verification,
    Warning, first_difference, sign_pdf, sign_pdf_with_timestamp, verify_pdf,
};
use sha2::{Digest as _, Sha256};

/// 2030-01-01; the authority says a minute later.
const YEAR_2030: i64 = 1_893_456_000;
const NONCE: [u8; 16] = [0x55; 16];

fn certificates(pem: &str) -> Vec<Certificate> {
    Certificate::read_all(pem.as_bytes()).unwrap()
}

fn stamped_by(algorithm: Algorithm, at: i64, answering: &Answering) -> Result<Vec<u8>, SignError> {
    let claim = SigningClaim { unix_seconds: at, ..claim() };
    let mut ask = |question: &[u8]| Ok(answering.answer(question));
    let stamping = Stamping { nonce: NONCE, ask: &mut ask };
    sign_pdf_with_timestamp(&unsigned(), &identity_of(algorithm), &claim, None, stamping)
}

fn stamped(answering: &Answering) -> Vec<u8> {
    stamped_by(Algorithm::Ed25519, YEAR_2030, answering).unwrap()
}

fn refusal(answering: &Answering) -> String {
    stamped_by(Algorithm::Ed25519, YEAR_2030, answering).unwrap_err().to_string()
}

fn judged(bytes: &[u8], more: &str) -> Verification {
    let found = verify_pdf(bytes, &[trusted(), certificates(more)].concat());
    assert_eq!(found.intact, Ok(()));
    assert!(is_accepted(&found));
    found
}

/// The file with another container in it, as far as it fits.
fn with_container(bytes: &[u8], container: &[u8]) -> Vec<u8> {
    let range = contents(bytes);
    let mut digits: String = container.iter().map(|byte| format!("{byte:02x}")).collect();
    while digits.len() < range.len() - 2 {
        digits.push('0');
    }
    let mut other = bytes.to_vec();
    other[range.start + 1..range.end - 1].copy_from_slice(&digits.as_bytes()[..range.len() - 2]);
    other
}

fn container(bytes: &[u8]) -> Vec<u8> {
    let range = contents(bytes);
    let digits = String::from_utf8(bytes[range.start + 1..range.end - 1].to_vec()).unwrap();
    let pair = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(pair).collect()
}

#[test]
fn the_question_is_over_the_signature_and_the_answer_says_when() {
    for algorithm in BOTH {
        let mut questions = Vec::new();
        let mut ask = |question: &[u8]| {
            questions.push(question.to_vec());
            Ok(Answering::default().answer(question))
        };
        let stamping = Stamping { nonce: [0xff; 16], ask: &mut ask };
        let claim = SigningClaim { unix_seconds: YEAR_2030, ..claim() };
        let identity = identity_of(algorithm);
        let bytes =
            sign_pdf_with_timestamp(&unsigned(), &identity, &claim, None, stamping).unwrap();
        let [question] = &questions[..] else { panic!("{}", questions.len()) };
        let (imprint, nonce) = requested(question);
        assert_eq!(
            (nonce[0], &nonce[1..]),
            (0x7f, &[0xff; 15][..]),
            "a positive number of 16 bytes"
        );
        // The signature is the value that has this digest.
        let container = container(&bytes);
        let len = if algorithm == Algorithm::Ed25519 { 64 } else { 70 };
        assert!(container.windows(len).any(|value| Sha256::digest(value).as_slice() == imprint));
        let found = judged(&bytes, TSA);
        let timestamp = found.timestamp.unwrap();
        assert_eq!(timestamp.time_unix, YEAR_2030 + 60);
        assert_eq!(timestamp.authority.subject, "CN=Example Timestamps,O=Example Authority");
        assert_eq!(timestamp.trust, Trust::Trusted(certificates(TSA)[0].fingerprint()));
        assert_eq!(found.warnings, []);
    }
}

#[test]
fn the_authority_is_trusted_by_a_chain_or_not_at_all() {
    let bytes = stamped(&Answering::default());
    let trust = |more: &str| judged(&bytes, more).timestamp.unwrap().trust;
    // The intermediate is not in the report: every byte of it could not have been checked.
    assert!(matches!(trust(TSA_ROOT), Trust::NotTrusted(_)));
    let both = format!("{TSA_ROOT}{TSA_INTERMEDIATE}");
    assert!(matches!(trust(&both), Trust::Trusted(_)));
    // With its whole chain it is.
    let all = [TSA, TSA_INTERMEDIATE, TSA_ROOT].map(str::to_owned).to_vec();
    let with_chain = stamped(&Answering { certificates: all, ..Answering::default() });
    let found = judged(&with_chain, TSA_ROOT).timestamp.unwrap();
    assert_eq!(found.trust, Trust::Trusted(certificates(TSA_ROOT)[0].fingerprint()));
    // Nobody was given.
    let found = verify_pdf(&bytes, &[]);
    assert_eq!(found.timestamp.unwrap().trust, Trust::NoTrustGiven);
    // The authority's own certificate is for timestamps and makes nobody a signer.
    let found = verify_pdf(&bytes, &certificates(TSA));
    assert!(matches!(found.timestamp.unwrap().trust, Trust::Trusted(_)));
    assert!(matches!(found.trust, Trust::NotTrusted(_)));
}

/// Authorities on other keys than this program signs with: trusted over their chain, each byte of the token fixed. The two
/// identifiers of RSA lead to one token, unless the signed part states one of them.
#[test]
fn authorities_on_rsa_and_p384_are_checked() {
    let both = format!("{TSA_ROOT}{TSA_INTERMEDIATE}");
    let by = |by, certificate: &str, protected| {
        let certificates = vec![certificate.to_owned()];
        stamped(&Answering { by, certificates, protected, ..Answering::default() })
    };
    for (of, certificate) in [(By::Rsa, TSA_RSA), (By::RsaSha256, TSA_RSA), (By::P384, TSA_P384)] {
        for protected in [false, true] {
            let bytes = by(of, certificate, protected);
            let timestamp = judged(&bytes, &both).timestamp.unwrap();
            let above = certificates(TSA_INTERMEDIATE)[0].fingerprint();
            assert_eq!(timestamp.trust, Trust::Trusted(above));
            assert_eq!(timestamp.time_unix, YEAR_2030 + 60);
        }
    }
    assert_eq!(by(By::Rsa, TSA_RSA, false), by(By::RsaSha256, TSA_RSA, false));
    assert_ne!(by(By::Rsa, TSA_RSA, true), by(By::RsaSha256, TSA_RSA, true));
}

#[test]
fn a_chain_is_judged_at_the_time_of_a_trusted_authority() {
    // The intermediate authority of this signer ends in 2028; the claim says 2027, the authority 2030.
    let key = include_str!("data/issued_key.pem");
    let short = include_str!("data/chain/leaf_short.pem");
    let identity = feltproof_seal::Identity::from_pems(key, short, None).unwrap();
    let claimed = certificates(short)[1].info().not_before_unix + 1000;
    let claim = SigningClaim { unix_seconds: claimed, ..claim() };
    let mut ask = |question: &[u8]| Ok(Answering::default().answer(question));
    let stamping = Stamping { nonce: NONCE, ask: &mut ask };
    let bytes = sign_pdf_with_timestamp(&unsigned(), &identity, &claim, None, stamping).unwrap();
    let root = certificates(include_str!("data/chain/root.pem"));
    assert!(is_accepted(&verify_pdf(&bytes, &root)), "as claimed");
    let found = verify_pdf(&bytes, &[root, certificates(TSA)].concat());
    let Trust::NotTrusted(reason) = found.trust else { panic!("{:?}", found.trust) };
    assert!(reason.to_string().contains("the signature is of 2030-01-01 00:01:00 UTC"), "{reason}");
}

#[test]
fn a_claim_after_the_timestamp_is_warned_about_at_the_edge() {
    for (claimed, warned) in [(YEAR_2030 + 60 + 300, false), (YEAR_2030 + 60 + 301, true)] {
        let bytes = stamped_by(Algorithm::Ed25519, claimed, &Answering::default()).unwrap();
        let warnings = judged(&bytes, TSA).warnings;
        assert_eq!(matches!(warnings[..], [Warning::StampedBefore { .. }]), warned);
    }
}

#[test]
fn answers_that_are_no_timestamp_are_refused_and_said_why() {
    let right = Answering::default;
    let tsa = |pem: &str| vec![pem.to_owned()];
    for (answering, why) in [
        (Answering { other_imprint: true, ..right() }, "over something else than this signature"),
        (Answering { other_nonce: true, ..right() }, "answers another question"),
        (Answering { no_nonce: true, ..right() }, "answers another question"),
        (
            Answering { status: 2, ..right() },
            "the authority refused: rejection; not today; the request is not permitted",
        ),
        (Answering { status: 3, ..right() }, "the authority refused: waiting"),
        (
            Answering { by: By::P256AsRsa, ..right() },
            "is signed with RSA, but the key of its certificate is of ECDSA P-256",
        ),
        (
            Answering { by: By::RsaAsSha512, certificates: tsa(TSA_RSA), ..right() },
            "is signed with RSA with SHA-512, which this program cannot check",
        ),
        (
            Answering { names_another: true, ..right() },
            "does not hold the certificate that its signature names",
        ),
        (
            Answering { certificates: tsa(include_str!("data/chain/tsa_loose.pem")), ..right() },
            "only purpose is not timestamping",
        ),
        (
            Answering { certificates: tsa(include_str!("data/chain/tsa_both.pem")), ..right() },
            "only purpose is not timestamping",
        ),
        (
            Answering { certificates: tsa(include_str!("data/chain/leaf.pem")), ..right() },
            "the key of its certificate is of Ed25519",
        ),
        (
            Answering { certificates: tsa(TSA_RSA), ..right() },
            "is signed with ECDSA with SHA-256, but the key of its certificate is of RSA of 2048 bits",
        ),
        (
            Answering { certificates: tsa(include_str!("data/chain/intermediate.pem")), ..right() },
            "not by the key of its certificate",
        ),
        (
            Answering { certificates: tsa(include_str!("data/chain/tsa_short.pem")), ..right() },
            "was not valid at its time 2030-01-01 00:01:00 UTC",
        ),
        (Answering { time: "20300101000100+0100", ..right() }, "time is not in universal time"),
        (Answering { time: "20301301000100", ..right() }, "time is not in universal time"),
    ] {
        let said = refusal(&answering);
        assert!(said.starts_with("the timestamp: ") && said.contains(why), "{said}");
    }
}

#[test]
fn what_is_no_answer_at_all_is_told_as_such() {
    let ask_with = |answer: Result<Vec<u8>, String>| {
        let mut ask = |_: &[u8]| answer.clone();
        let stamping = Stamping { nonce: NONCE, ask: &mut ask };
        let identity = identity_of(Algorithm::Ed25519);
        sign_pdf_with_timestamp(&unsigned(), &identity, &claim(), None, stamping)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(ask_with(Err("no way there".to_owned())), "the timestamp: no way there");
    let said = ask_with(Ok(b"<html>\x1b[2J busy".to_vec()));
    assert!(
        said.contains("is no timestamp response") && said.contains("\"<html>\\x1b[2J busy\""),
        "{said}"
    );
    // Cut short at any place.
    let mut whole = None;
    let mut ask = |question: &[u8]| {
        whole = Some(Answering::default().answer(question));
        Err(String::new())
    };
    let stamping = Stamping { nonce: NONCE, ask: &mut ask };
    let identity = identity_of(Algorithm::Ed25519);
    let refused = sign_pdf_with_timestamp(&unsigned(), &identity, &claim(), None, stamping);
    assert!(refused.is_err());
    let whole = whole.unwrap();
    for len in (0..whole.len()).step_by(29) {
        let said = ask_with(Ok(whole[..len].to_vec()));
        assert!(said.contains("the answer is no timestamp response"), "{said}");
    }
}

#[test]
fn a_token_is_put_into_one_form() {
    // The larger s, rubbish that nobody signed, a certificate that cannot be checked: all lead to the same report.
    let plain = stamped(&Answering::default());
    for answering in [
        Answering { larger_s: true, ..Answering::default() },
        Answering { unsigned: 20_000, ..Answering::default() },
        Answering {
            certificates: [TSA, TSA_INTERMEDIATE].map(str::to_owned).to_vec(),
            ..Answering::default()
        },
    ] {
        assert_eq!(stamped(&answering), plain);
    }
    let fraction = stamped(&Answering { time: "20300101000100.75", ..Answering::default() });
    assert_eq!(judged(&fraction, TSA).timestamp.unwrap().time_unix, YEAR_2030 + 60);
}

/// Every byte is changed, and in the signature's place every digit to another digit as well: a change with a mask seldom
/// gives one. Of the zeros after the container, which are many and alike, one in a hundred.
fn every_byte_is_fixed(algorithm: Algorithm, by: By, certificates: &[&str]) {
    let certificates = certificates.iter().map(|pem| (*pem).to_owned()).collect();
    let answering = Answering { by, certificates, ..Answering::default() };
    let original = stamped_by(algorithm, YEAR_2030, &answering).unwrap();
    let refused = |bytes: &[u8]| verify_pdf(bytes, &[]).intact.is_err();
    assert!(!refused(&original));
    let place = contents(&original);
    let digits = original[..place.end - 1].iter().rposition(|digit| *digit != b'0').unwrap();
    for offset in 0..original.len() {
        if (digits + 50..place.end - 1).contains(&offset) && offset % 100 != 0 {
            continue;
        }
        let mut bytes = original.clone();
        bytes[offset] ^= [0x01, 0x7f, 0x20][offset % 3];
        assert!(refused(&bytes), "byte {offset} survived");
        if place.contains(&offset) {
            bytes[offset] = if original[offset] == b'7' { b'8' } else { b'7' };
            assert!(refused(&bytes), "digit {offset} of /Contents survived");
        }
    }
}

#[test]
fn every_byte_of_a_stamped_file_is_fixed() {
    every_byte_is_fixed(Algorithm::Ed25519, By::P256, &[TSA]);
}

#[test]
fn every_byte_of_a_stamped_file_is_fixed_with_the_authority_s_chain() {
    every_byte_is_fixed(Algorithm::EcdsaP256, By::P256, &[TSA, TSA_INTERMEDIATE, TSA_ROOT]);
}

#[test]
fn every_byte_of_a_file_stamped_by_rsa_is_fixed_and_its_identifier_is() {
    every_byte_is_fixed(Algorithm::Ed25519, By::RsaSha256, &[TSA_RSA]);
    // The other identifier of the same thing verifies as well, but is not the one form.
    let certificates = vec![TSA_RSA.to_owned()];
    let bytes = stamped(&Answering { by: By::Rsa, certificates, ..Answering::default() });
    let rsa = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
    let mut changed = container(&bytes);
    let found = changed.windows(10).rposition(|window| window == rsa).unwrap();
    assert_eq!(std::mem::replace(&mut changed[found + 10], 0x0b), 1);
    let defect = verify_pdf(&with_container(&bytes, &changed), &[]).intact.unwrap_err();
    assert!(defect.to_string().contains("not in its only permitted form"), "{defect}");
}

#[test]
fn a_timestamp_cannot_be_removed_added_or_taken_from_another_report() {
    let claim = SigningClaim { unix_seconds: YEAR_2030, ..claim() };
    let identity = identity_of(Algorithm::Ed25519);
    let stamped = stamped(&Answering::default());
    let defect = |bytes: &[u8]| verify_pdf(bytes, &[]).intact.unwrap_err();
    // The container without the timestamp is that of the same signature: what fits into the room must be the timestamp.
    let whole = container(&stamped);
    let bare_len = container(&sign_pdf(&unsigned(), &identity, &claim, None).unwrap()).len();
    let unstamped = without_timestamp(&whole, bare_len);
    let found = defect(&with_container(&stamped, &unstamped));
    assert!(found.to_string().contains("its timestamp was removed"), "{found}");
    // A timestamp over another signature.
    let other = stamped_by(Algorithm::Ed25519, YEAR_2030 + 1, &Answering::default()).unwrap();
    let exchanged = exchanged(&whole, &container(&other), bare_len);
    let found = defect(&with_container(&stamped, &exchanged));
    let expected = "over something else than this signature";
    assert!(
        matches!(found, Defect::BadTimestamp { .. }) && found.to_string().contains(expected),
        "{found}"
    );
    // Something in the room that is left.
    let mut bytes = stamped.clone();
    let end = contents(&bytes).end;
    bytes[end - 2] = b'1';
    assert!(matches!(
        defect(&bytes),
        Defect::ContainerDiffers { expected: Some(0), found: Some(1), .. }
    ));
}

/// Length and content of the DER element that begins here.
fn head(bytes: &[u8]) -> (usize, usize) {
    match bytes[1] {
        0x81 => (usize::from(bytes[2]), 3),
        0x82 => (usize::from(bytes[2]) << 8 | usize::from(bytes[3]), 4),
        short => (usize::from(short), 2),
    }
}

/// The container up to the end of the signature's value, which is where the timestamp begins.
fn timestamp_at(whole: &[u8]) -> usize {
    let oid = [6, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x02, 0x0e];
    let at = whole.windows(oid.len()).position(|window| window == oid).unwrap();
    // [1] and SEQUENCE, each with two bytes of length.
    at - 8
}

/// Shortens the lengths of everything around the timestamp by what it takes.
fn relengthed(mut bytes: Vec<u8>, by: isize) -> Vec<u8> {
    // ContentInfo, [0], SignedData, then SET of SignerInfo and SignerInfo, all with two bytes of length.
    let mut heads = vec![0, 4 + 11, 4 + 11 + 4];
    let data = 4 + 11 + 4 + 4;
    let mut at = data;
    // version, digest algorithms, content, certificates.
    for _ in 0..4 {
        let (len, head) = head(&bytes[at..]);
        at += len + head;
    }
    heads.extend([at, at + 4]);
    for at in heads {
        let (len, head) = head(&bytes[at..]);
        assert_eq!(head, 4);
        let len = u16::try_from(len.checked_add_signed(by).unwrap()).unwrap();
        bytes[at + 2..at + 4].copy_from_slice(&len.to_be_bytes());
    }
    bytes
}

fn without_timestamp(whole: &[u8], bare_len: usize) -> Vec<u8> {
    let at = timestamp_at(whole);
    let (len, head) = head(&whole[at..]);
    let bytes = relengthed(whole[..at].to_vec(), -isize::try_from(len + head).unwrap());
    assert_eq!(bytes.len(), bare_len);
    bytes
}

fn exchanged(whole: &[u8], other: &[u8], bare_len: usize) -> Vec<u8> {
    let bare = without_timestamp(whole, bare_len);
    let at = timestamp_at(other);
    let (len, head) = head(&other[at..]);
    let bytes = relengthed(bare, isize::try_from(len + head).unwrap());
    [&bytes, &other[at..at + len + head]].concat()
}

#[test]
fn a_stamped_report_is_compared_but_for_its_signature() {
    let stamped = stamped(&Answering::default());
    assert_eq!(first_difference(&stamped, &unsigned(), None).unwrap(), None);
    let other = common::bytes_of(common::document(2));
    assert!(first_difference(&stamped, &other, None).unwrap().is_some());
}

#[test]
fn an_answer_without_room_is_refused() {
    let chain = [TSA, TSA_INTERMEDIATE, TSA_ROOT].map(str::to_owned);
    let mut certificates = chain.to_vec();
    for more in ["root", "other_root"] {
        let path = format!("{}/tests/data/chain/{more}.pem", env!("CARGO_MANIFEST_DIR"));
        certificates.push(std::fs::read_to_string(path).unwrap());
    }
    // They fit: a chain of seven small certificates would not take half of it.
    let bytes = stamped(&Answering { certificates, ..Answering::default() });
    let container = container(&bytes);
    assert!(container.iter().rev().take_while(|byte| **byte == 0).count() > 4096);
}
