//! Key files of OpenSSL are read, ours are of the kind that OpenSSL reads, and
//! every wrong pair of files is told apart.

use crate::common::{BOTH, NOT_AFTER, NOT_BEFORE, identity, identity_of};
use feltproof_seal::{
    Algorithm, Certificate, CertificateError, Identity, IdentityError, Passphrase,
    key_needs_passphrase,
};

const CERTIFICATE: &str = include_str!("data/plain_certificate.pem");
const PLAIN: &str = include_str!("data/plain.pem");
const PBKDF2: &str = include_str!("data/pbkdf2.pem");
const SCRYPT: &str = include_str!("data/scrypt.pem");
const PBES1: &str = include_str!("data/pbes1.pem");
const P256: &str = include_str!("data/p256.pem");
const P256_SCRYPT: &str = include_str!("data/p256_scrypt.pem");
const P384: &str = include_str!("data/p384.pem");
const P384_CERTIFICATE: &str = include_str!("data/p384_certificate.pem");
const P256_SEC1: &str = include_str!("data/p256_sec1.pem");
const P256_CERTIFICATE: &str = include_str!("data/p256_certificate.pem");
const WORDS: &str = "correct horse";

fn refusal(key: &str, certificate: &str, passphrase: Option<&str>) -> IdentityError {
    Identity::from_pems(key, certificate, passphrase).unwrap_err()
}

#[test]
fn the_three_forms_of_openssl_hold_the_same_key() {
    let plain = Identity::from_pems(PLAIN, CERTIFICATE, None).unwrap();
    for encrypted in [PBKDF2, SCRYPT] {
        assert_eq!(key_needs_passphrase(encrypted), Ok(true));
        let read = Identity::from_pems(encrypted, CERTIFICATE, Some(WORDS)).unwrap();
        assert_eq!(*read.to_key_pem(None).unwrap(), *plain.to_key_pem(None).unwrap());
    }
    assert_eq!(key_needs_passphrase(PLAIN), Ok(false));
    // The plain form is even the same file, byte for byte: PKCS#8 version 1.
    assert_eq!(*plain.to_key_pem(None).unwrap(), PLAIN);
    assert_eq!(plain.to_certificate_pem().unwrap(), CERTIFICATE);
}

#[test]
fn an_identity_survives_its_own_files() {
    for algorithm in BOTH {
        survives(&identity_of(algorithm));
    }
}

fn survives(identity: &Identity) {
    let certificate = identity.to_certificate_pem().unwrap();
    let passphrase = Passphrase { text: "wörter", salt: [1; 16], iv: [2; 16] };
    let key = identity.to_key_pem(Some(passphrase)).unwrap();
    assert_eq!(*key, *identity.to_key_pem(Some(passphrase)).unwrap(), "same salt, same file");
    let read = Identity::from_pems(&key, &certificate, Some("wörter")).unwrap();
    assert_eq!(read.fingerprint(), identity.fingerprint());
    assert_eq!(*read.to_key_pem(None).unwrap(), *identity.to_key_pem(None).unwrap());

    // Both in one file, and Windows line ends.
    let both = format!("{}\n{certificate}", *key).replace('\n', "\r\n");
    assert!(Identity::from_pems(&both, &both, Some("wörter")).is_ok());
}

#[test]
fn keys_of_openssl_on_p256_are_read_and_written_byte_for_byte() {
    let read = Identity::from_pems(P256, P256_CERTIFICATE, None).unwrap();
    assert_eq!(*read.to_key_pem(None).unwrap(), P256);
    assert_eq!(read.to_certificate_pem().unwrap(), P256_CERTIFICATE);
    assert!(read.certificate().info().self_signed);
    let same = Identity::from_pems(P256_SCRYPT, P256_CERTIFICATE, Some(WORDS)).unwrap();
    assert_eq!(*same.to_key_pem(None).unwrap(), P256);
    let refused = refusal(P256_SCRYPT, P256_CERTIFICATE, Some("x"));
    assert_eq!(refused, IdentityError::WrongPassphrase);
    // The file states the public key as well: with another one, nobody would trust what it signs.
    let mut der = decode_pem(P256);
    *der.last_mut().unwrap() ^= 1;
    let pem = der::pem::encode_string("PRIVATE KEY", der::pem::LineEnding::LF, &der).unwrap();
    let refused = refusal(&pem, P256_CERTIFICATE, None);
    assert!(matches!(refused, IdentityError::BadKey(_)), "{refused}");
}

#[test]
fn version_2_with_its_public_key_is_read_and_a_wrong_one_refused() {
    use ed25519_dalek::pkcs8::EncodePrivateKey as _;
    let identity = identity();
    let certificate = identity.to_certificate_pem().unwrap();
    let version_2 = ed25519_dalek::SigningKey::from_bytes(&[7; 32]).to_pkcs8_der().unwrap();
    let der = version_2.as_bytes().to_vec();
    let pem = |der: &[u8]| der::pem::encode_string("PRIVATE KEY", der::pem::LineEnding::LF, der);
    let read = Identity::from_pems(&pem(&der).unwrap(), &certificate, None).unwrap();
    assert_eq!(*read.to_key_pem(None).unwrap(), *identity.to_key_pem(None).unwrap());

    let mut wrong = der.clone();
    *wrong.last_mut().unwrap() ^= 1;
    let refused = refusal(&pem(&wrong).unwrap(), &certificate, None);
    assert!(matches!(refused, IdentityError::BadKey(_)), "{refused}");
}

#[test]
fn wrong_passphrases_are_told_apart() {
    for encrypted in [PBKDF2, SCRYPT] {
        assert_eq!(refusal(encrypted, CERTIFICATE, None), IdentityError::PassphraseNeeded);
        assert_eq!(refusal(encrypted, CERTIFICATE, Some("x")), IdentityError::WrongPassphrase);
    }
    assert_eq!(refusal(PLAIN, CERTIFICATE, Some(WORDS)), IdentityError::NotEncrypted);
    let empty = Passphrase { text: "", salt: [1; 16], iv: [2; 16] };
    assert_eq!(identity().to_key_pem(Some(empty)), Err(IdentityError::EmptyPassphrase));
}

#[test]
fn wrong_files_are_told_apart() {
    let other = identity().to_certificate_pem().unwrap();
    assert!(matches!(refusal(PLAIN, &other, None), IdentityError::NotAPair { .. }));
    assert!(matches!(refusal(P256, CERTIFICATE, None), IdentityError::NotAPair { .. }));
    let algorithm = "1.2.840.10045.2.1 with 1.3.132.0.34".to_owned();
    assert_eq!(refusal(P384, CERTIFICATE, None), IdentityError::UnknownAlgorithm(algorithm));
    assert!(matches!(refusal(P256_SEC1, CERTIFICATE, None), IdentityError::NoKey(_)));
    assert!(matches!(refusal(CERTIFICATE, CERTIFICATE, None), IdentityError::NoKey(_)));
    assert!(matches!(refusal("", CERTIFICATE, None), IdentityError::NoKey(_)));
    assert!(matches!(
        refusal(PBES1, CERTIFICATE, Some(WORDS)),
        IdentityError::UnknownEncryption(_)
    ));
    assert!(matches!(refusal(PLAIN, P256_CERTIFICATE, None), IdentityError::NotAPair { .. }));
    assert!(matches!(
        refusal(PLAIN, P384_CERTIFICATE, None),
        IdentityError::Certificate(CertificateError::UnknownAlgorithm(_))
    ));
    assert!(matches!(
        refusal(PLAIN, PLAIN, None),
        IdentityError::Certificate(CertificateError::Missing(_))
    ));
    let two = format!("{PLAIN}{PBKDF2}");
    assert!(matches!(refusal(&two, CERTIFICATE, None), IdentityError::NoKey(_)));
}

#[test]
fn damaged_files_are_refused_without_a_panic() {
    for (key, pem) in [(PLAIN, CERTIFICATE), (P256, P256_CERTIFICATE)] {
        damaged(key, pem);
    }
}

fn damaged(key: &str, pem: &str) {
    let certificate = Certificate::read_all(pem.as_bytes()).unwrap().remove(0);
    for offset in 0..key.len() {
        let mut damaged = key.as_bytes().to_vec();
        damaged[offset] ^= 0x02;
        let damaged = String::from_utf8_lossy(&damaged);
        // Some flips leave a valid file (white space) or another valid key.
        if let Ok(read) = Identity::from_pems(&damaged, pem, None) {
            assert_eq!(read.fingerprint(), certificate.fingerprint());
        }
    }
    for offset in 0..certificate.der().len() {
        let mut damaged = certificate.der().to_vec();
        damaged[offset] ^= 0x01;
        if let Ok(read) = Certificate::from_der(&damaged) {
            assert_ne!(read.fingerprint(), certificate.fingerprint());
            assert!(!read.info().self_signed, "byte {offset}");
        }
        assert!(Certificate::from_der(&certificate.der()[..offset]).is_err());
    }
}

#[test]
fn hopeless_scrypt_costs_are_refused_before_any_work() {
    // The cost parameter N = 2^14 in the file becomes two that are no power of two.
    let der = decode_pem(SCRYPT);
    let at = der.windows(4).position(|w| w == [0x02, 0x02, 0x40, 0x00]).unwrap();
    for cost in [[0x02, 0x02, 0x40, 0x01], [0x02, 0x02, 0x20, 0x01]] {
        let mut changed = der.clone();
        changed[at..at + 4].copy_from_slice(&cost);
        let error = refusal(&encode_pem(&changed), CERTIFICATE, Some(WORDS));
        assert!(matches!(error, IdentityError::UnknownEncryption(_)), "{error}");
    }
    // N = 2^14 still, but r = 8 becomes 127 and p = 1 becomes 127: hours of work.
    let mut changed = der;
    changed[at + 6] = 0x7f;
    changed[at + 9] = 0x7f;
    let error = refusal(&encode_pem(&changed), CERTIFICATE, Some(WORDS));
    assert!(matches!(error, IdentityError::UnknownEncryption(_)), "{error}");
}

/// `pbkdf2.pem` with 100,000,000 rounds in place of its own: more than a minute of work.
#[test]
fn hopeless_pbkdf2_rounds_are_refused_before_any_work() {
    let error = refusal(include_str!("data/pbkdf2_hours.pem"), CERTIFICATE, Some(WORDS));
    assert!(error.to_string().contains("PBKDF2 of 100000000 rounds"), "{error}");
}

#[test]
fn a_new_identity_needs_sensible_names_times_and_randomness() {
    let make = |name: &str, organisation, until, secret| {
        let algorithm = Algorithm::Ed25519;
        Identity::generate(algorithm, name, organisation, NOT_BEFORE, until, &[secret; 32], [0; 16])
    };
    assert!(make("Zoë 王", None, NOT_AFTER, 1).is_ok());
    assert!(make("x", None, 253_402_300_799, 1).is_ok(), "the last second of 9999");
    assert!(make(&"x".repeat(64), None, NOT_AFTER, 1).is_ok());
    let length = |r: Result<Identity, _>| matches!(r, Err(IdentityError::NameLength { .. }));
    assert!(length(make("", None, NOT_AFTER, 1)));
    assert!(length(make(" ", None, NOT_AFTER, 1)));
    assert!(length(make(&"x".repeat(65), None, NOT_AFTER, 1)));
    assert!(length(make("x", Some(""), NOT_AFTER, 1)));
    let character = make("a\u{202e}b", None, NOT_AFTER, 1);
    assert!(matches!(character, Err(IdentityError::NameCharacter { code: 0x202e, .. })));
    for until in [NOT_BEFORE, 253_402_300_800, i64::MAX] {
        assert!(matches!(make("x", None, until, 1), Err(IdentityError::Validity { .. })));
    }
    let early = Identity::generate(Algorithm::Ed25519, "x", None, -1, NOT_AFTER, &[1; 32], [0; 16]);
    assert!(matches!(early, Err(IdentityError::Validity { .. })));
    assert!(matches!(make("x", None, NOT_AFTER, 0), Err(IdentityError::NoRandomness)));
    // Keys of P-256 are below its order; of 32 random bytes one in 2^32 is not.
    let of = |secret: [u8; 32]| {
        let algorithm = Algorithm::EcdsaP256;
        Identity::generate(algorithm, "x", None, NOT_BEFORE, NOT_AFTER, &secret, [0; 16])
    };
    assert!(matches!(of([0; 32]), Err(IdentityError::NoRandomness)));
    assert!(matches!(of([0xff; 32]), Err(IdentityError::SecretTooLarge)));
    assert!(of([0xfe; 32]).is_ok());
}

#[test]
fn the_certificate_says_what_was_requested() {
    assert_eq!(BOTH.map(|a| identity_of(a).certificate().info().algorithm), BOTH.map(Some));
    let info = identity_of(Algorithm::EcdsaP256).certificate().info();
    assert_eq!(info.name.as_deref(), Some("A. Auditor"));
    assert_eq!(info.organisation.as_deref(), Some("Example Lab"));
    assert_eq!(info.subject, info.issuer);
    assert_eq!((info.not_before_unix, info.not_after_unix), (NOT_BEFORE, NOT_AFTER));
    assert!(info.self_signed);
    assert_eq!(info.serial.len(), 32);
    assert_eq!(info.fingerprint.len(), 64);
    // The serial number is positive whatever the random bytes are.
    for byte in [0x00, 0x7f, 0x80, 0xff] {
        for algorithm in BOTH {
            let (from, until) = (NOT_BEFORE, NOT_AFTER);
            let made = Identity::generate(algorithm, "x", None, from, until, &[1; 32], [byte; 16])
                .unwrap();
            let serial = made.certificate().info().serial;
            assert!(serial.starts_with(['4', '5', '6', '7']) && serial.len() == 32, "{serial}");
        }
    }
}

#[test]
fn secrets_are_not_printed() {
    let text = format!("{:?}", identity());
    assert!(text.contains("fingerprint") && !text.contains("0707") && !text.contains("7, 7"));
}

fn decode_pem(pem: &str) -> Vec<u8> {
    der::Document::from_pem(pem).unwrap().1.as_bytes().to_vec()
}

fn encode_pem(der: &[u8]) -> String {
    der::pem::encode_string("ENCRYPTED PRIVATE KEY", der::pem::LineEnding::LF, der).unwrap()
}
