//! Chains from a signer over intermediate authorities to a root, made by OpenSSL (`data/chain/make.sh`).

use crate::common::{bytes_of, claim, contents, document, is_accepted};
use feltproof_seal::{
    Certificate, Identity, NotTrusted, SigningClaim, Trust, Verification, sign_pdf, verify_pdf,
};

const KEY: &str = include_str!("data/issued_key.pem");
const LEAF: &str = include_str!("data/chain/leaf.pem");
const ROOT: &str = include_str!("data/chain/root.pem");
/// 2030-01-01, inside the validity of all but those that are short-lived.
const YEAR_2030: i64 = 1_893_456_000;

fn certificates(pem: &str) -> Vec<Certificate> {
    Certificate::read_all(pem.as_bytes()).unwrap()
}

fn signed_at(certificates: &str, unix_seconds: i64) -> Vec<u8> {
    let identity = Identity::from_pems(KEY, certificates, None).unwrap();
    let claim = SigningClaim { unix_seconds, ..claim() };
    sign_pdf(&bytes_of(document(1)), &identity, &claim, None).unwrap()
}

fn judged(certificates: &str, trusted: &str) -> Verification {
    let found = verify_pdf(&signed_at(certificates, YEAR_2030), &self::certificates(trusted));
    assert_eq!(found.intact, Ok(()));
    found
}

fn refusal(certificates: &str, trusted: &str) -> (NotTrusted, String) {
    match judged(certificates, trusted).trust {
        Trust::NotTrusted(reason) => (reason.clone(), reason.to_string()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_root_vouches_through_the_intermediate_that_the_report_carries() {
    let root = certificates(ROOT);
    let found = judged(LEAF, ROOT);
    assert_eq!(found.trust, Trust::Trusted(root[0].fingerprint()));
    let subjects: Vec<&str> = found.chain.iter().map(|one| one.subject.as_str()).collect();
    assert_eq!(
        subjects,
        ["CN=Example Intermediate,O=Example Authority", "CN=Example Root,O=Example Authority"]
    );
    assert_eq!(found.warnings, []);
    // The intermediate, or the signer's own, may be what is trusted.
    let intermediate = include_str!("data/chain/intermediate.pem");
    let found = judged(LEAF, intermediate);
    assert_eq!(found.trust, Trust::Trusted(certificates(intermediate)[0].fingerprint()));
    assert_eq!(found.chain.len(), 1);
    let own = &certificates(LEAF)[..1];
    let found = verify_pdf(&signed_at(LEAF, YEAR_2030), own);
    assert!(is_accepted(&found) && found.chain.is_empty());
}

#[test]
fn without_the_intermediate_the_chain_is_said_to_end() {
    let alone = certificates(LEAF)[0].to_pem().unwrap();
    let (reason, said) = refusal(&alone, ROOT);
    assert!(matches!(reason, NotTrusted::Unknown { given: 1, .. }));
    let expected =
        "was issued by CN=Example Intermediate,O=Example Authority, which is not among them";
    assert!(said.contains(expected), "{said}");
    // Given beside the root it is found.
    let both = format!("{ROOT}{}", include_str!("data/chain/intermediate.pem"));
    assert!(is_accepted(&judged(&alone, &both)));
    // The chain goes up to the root that was not given.
    let (_, said) = refusal(LEAF, include_str!("data/chain/tsa_root.pem"));
    assert!(said.contains("CN=Example Intermediate,O=Example Authority ("), "{said}");
    assert!(
        said.contains("was issued by CN=Example Root,O=Example Authority, which is not"),
        "{said}"
    );
}

#[test]
fn what_is_wrong_in_a_chain_is_named_with_its_certificate() {
    for (leaf, certificate, why) in [
        (
            include_str!("data/chain/leaf_not_ca.pem"),
            "CN=Not an Authority",
            "not a certificate authority",
        ),
        (
            include_str!("data/chain/leaf_no_cert_sign.pem"),
            "CN=May Not Issue",
            "may not sign certificates",
        ),
        (
            include_str!("data/chain/leaf_short.pem"),
            "CN=Short-lived",
            "and the signature is of 2030-01-01 00:00:00 UTC",
        ),
        (
            include_str!("data/chain/leaf_constrained.pem"),
            "CN=Constrained",
            "critical extension 2.5.29.30",
        ),
        (
            include_str!("data/chain/leaf_deep.pem"),
            "CN=Example Intermediate",
            "allows 0 authorities below it, and the chain has 1",
        ),
        (include_str!("data/chain/leaf_servers.pem"), "CN=C. Auditor", "may not sign documents"),
    ] {
        let (reason, said) = refusal(leaf, ROOT);
        assert!(matches!(reason, NotTrusted::ChainBroken { .. }), "{said}");
        let expected = format!("breaks at {certificate},O=Example Authority (");
        assert!(said.contains(&expected) && said.contains(why), "{said}");
    }
    let (_, said) = refusal(LEAF, include_str!("data/chain/other_root.pem"));
    assert!(said.contains("breaks at CN=Example Intermediate"), "{said}");
    assert!(said.contains("the signature on it is not by the key of CN=Example Root"), "{said}");
    // The wrong root beside the right one does no harm.
    let both = format!("{}{ROOT}", include_str!("data/chain/other_root.pem"));
    assert!(is_accepted(&judged(LEAF, &both)));
}

#[test]
fn validity_is_judged_at_the_time_of_signing_at_both_edges() {
    let info = certificates(LEAF)[0].info();
    let short = certificates(include_str!("data/chain/leaf_short.pem"))[1].info();
    assert!(short.not_after_unix < YEAR_2030);
    for (pem, at, is_right) in [
        (include_str!("data/chain/leaf_short.pem"), short.not_after_unix, true),
        (include_str!("data/chain/leaf_short.pem"), short.not_after_unix + 1, false),
        (LEAF, info.not_after_unix + 1, false),
        (LEAF, certificates(ROOT)[0].info().not_before_unix - 1, false),
    ] {
        let found = verify_pdf(&signed_at(pem, at), &certificates(ROOT));
        assert_eq!(is_accepted(&found), is_right, "{at}: {:?}", found.trust);
    }
}

/// Most authorities sign with RSA, some on P-384: a signer under one is trusted by it, as by any.
#[test]
fn authorities_on_rsa_and_p384_are_checked() {
    for (leaf, root) in [
        (include_str!("data/chain/leaf_rsa.pem"), include_str!("data/chain/rsa_root.pem")),
        (include_str!("data/chain/leaf_under_rsa.pem"), include_str!("data/chain/rsa_root.pem")),
        (
            include_str!("data/chain/leaf_rsa_long.pem"),
            include_str!("data/chain/rsa_long_root.pem"),
        ),
        (include_str!("data/chain/leaf_p384.pem"), include_str!("data/chain/p384_root.pem")),
    ] {
        let found = judged(leaf, root);
        assert_eq!(found.trust, Trust::Trusted(certificates(root)[0].fingerprint()));
        assert!(certificates(root)[0].info().self_signed);
    }
    // One of that name and kind, which did not sign it.
    let (_, said) = refusal(include_str!("data/chain/leaf_rsa.pem"), ROOT);
    assert!(said.contains("was issued by CN=RSA Root"), "{said}");
}

/// One byte of the signature on a certificate is another: of every kind of key it is refused.
#[test]
fn a_signature_of_an_authority_that_is_damaged_is_refused() {
    for pem in [
        include_str!("data/chain/rsa_root.pem"),
        include_str!("data/chain/rsa_long_root.pem"),
        include_str!("data/chain/p384_root.pem"),
        ROOT,
    ] {
        let whole = certificates(pem)[0].der().to_vec();
        assert!(Certificate::from_der(&whole).unwrap().info().self_signed);
        // The last byte of the number, the first ones, and one of the name that is signed.
        let name = whole.windows(9).position(|text| text == b"Authority").unwrap();
        for at in [whole.len() - 1, whole.len() - 40, name] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            let still = Certificate::from_der(&bytes).is_ok_and(|one| one.info().self_signed);
            assert!(!still, "byte {at}");
        }
    }
}

#[test]
fn an_algorithm_that_cannot_be_checked_is_named_with_its_certificate() {
    for (leaf, root, certificate, algorithm) in [
        (
            include_str!("data/chain/leaf_rsa_pss.pem"),
            include_str!("data/chain/rsa_root.pem"),
            "CN=C. Auditor",
            "with RSA-PSS, which this program cannot check",
        ),
        (
            include_str!("data/chain/leaf_rsa_sha1.pem"),
            include_str!("data/chain/rsa_root.pem"),
            "CN=C. Auditor",
            "with RSA with SHA-1, which this program cannot check",
        ),
        (
            include_str!("data/chain/leaf_rsa_short.pem"),
            include_str!("data/chain/rsa_short_root.pem"),
            "CN=RSA Root of 1024",
            "has a key of RSA of 1024 bits, with which this program cannot check a signature",
        ),
        (
            include_str!("data/chain/leaf_p521.pem"),
            include_str!("data/chain/p521_root.pem"),
            "CN=P-521 Root",
            "has a key of ECDSA P-521, with which this program cannot check a signature",
        ),
        // Also where that authority was not given: it would not help.
        (
            include_str!("data/chain/leaf_rsa_pss.pem"),
            ROOT,
            "is signed by CN=RSA Root,O=Example Authority",
            "RSA-PSS",
        ),
    ] {
        let (reason, said) = refusal(leaf, root);
        assert!(said.contains(certificate) && said.contains(algorithm), "{said}");
        let is_named = matches!(reason, NotTrusted::NotCheckable { .. });
        assert_eq!(is_named, said.contains(", which this program cannot check"), "{said}");
    }
}

#[test]
fn of_a_file_with_a_signer_only_the_signer_is_trusted() {
    let trusted = |pem: &str| Certificate::read_trusted(pem.as_bytes()).unwrap();
    assert_eq!(trusted(LEAF), certificates(LEAF)[..1]);
    let bundle = format!("{}{ROOT}", include_str!("data/chain/intermediate.pem"));
    assert_eq!(trusted(&bundle).len(), 2);
    // Another signer of the same authority is not meant.
    let found =
        verify_pdf(&signed_at(include_str!("data/chain/leaf_deep.pem"), YEAR_2030), &trusted(LEAF));
    assert!(!is_accepted(&found));
}

#[test]
fn every_byte_of_a_chain_is_fixed() {
    let original = signed_at(LEAF, YEAR_2030);
    let trusted = certificates(ROOT);
    assert!(is_accepted(&verify_pdf(&original, &trusted)));
    for offset in contents(&original) {
        for mask in [0x01, 0x07, 0x20] {
            let mut bytes = original.clone();
            bytes[offset] ^= mask;
            let found = verify_pdf(&bytes, &trusted).intact;
            assert!(found.is_err(), "byte {offset} ^ {mask:#04x} of /Contents survived");
        }
    }
}

#[test]
fn the_authorities_that_are_sent_along_are_those_above_in_order_without_the_root() {
    let deep = certificates(include_str!("data/chain/leaf_deep.pem"));
    let mixed =
        [certificates(ROOT), vec![deep[2].clone(), deep[1].clone()], certificates(LEAF)].concat();
    assert_eq!(deep[0].authorities_among(&mixed).unwrap(), deep[1..]);
    let root = certificates(ROOT)[0].clone();
    assert_eq!(root.authorities_among(&mixed).unwrap(), []);
    let under_rsa = certificates(include_str!("data/chain/leaf_under_rsa.pem"));
    let rsa_root = certificates(include_str!("data/chain/rsa_root.pem"));
    let all = [under_rsa.clone(), rsa_root].concat();
    assert_eq!(under_rsa[0].authorities_among(&all).unwrap(), under_rsa[1..]);
}
