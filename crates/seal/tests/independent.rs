//! The signature is checked with code that shares nothing with the verifier:
//! a hand-written reader of DER, the digest over the bytes that `/ByteRange`
//! names, and Ed25519 over the signed attributes as RFC 5652 wants them; of P-256
//! even the arithmetic of the curve, from its formulas in whole numbers.

use crate::common;
use crate::common::{claim, contents, identity, identity_of, signed, signed_with};
use ed25519_dalek::{Signature, VerifyingKey};
use feltproof_seal::{Algorithm, Identity, Widget, sign_pdf};
use num_bigint::BigUint;
use sha2::{Digest, Sha256, Sha512};

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const OID: u8 = 0x06;
const OCTETS: u8 = 0x04;

/// One DER element: its tag, its content, and the whole of it.
#[derive(Clone, Copy, Debug)]
struct Element<'a> {
    tag: u8,
    content: &'a [u8],
    whole: &'a [u8],
}

/// Reads all elements that stand side by side.
fn elements(mut bytes: &[u8]) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let (len, header) = match bytes[1] {
            short @ 0..=0x7f => (usize::from(short), 2),
            0x81 => (usize::from(bytes[2]), 3),
            0x82 => (usize::from(bytes[2]) * 256 + usize::from(bytes[3]), 4),
            other => panic!("length {other:#04x}"),
        };
        let whole = &bytes[..header + len];
        found.push(Element { tag: bytes[0], content: &whole[header..], whole });
        bytes = &bytes[header + len..];
    }
    found
}

fn inside<'a>(element: &Element<'a>, tag: u8) -> Vec<Element<'a>> {
    assert_eq!(element.tag, tag);
    elements(element.content)
}

/// Object identifiers as DER, worked out by hand from the RFCs.
const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
const DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01];
const CONTENT_TYPE: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x03];
const MESSAGE_DIGEST: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x04];
const PROTECTION: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x34];
const SIGNING_CERTIFICATE_2: &[u8] =
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x02, 0x2f];
const SHA_512: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03];
const SHA_256: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01];
const ECDSA: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];

fn container(bytes: &[u8]) -> Vec<u8> {
    let range = contents(bytes);
    let digits = std::str::from_utf8(&bytes[range.start + 1..range.end - 1]).unwrap();
    (0..digits.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap())
        .collect()
}

/// An algorithm identifier without parameters.
fn algorithm(oid: &[u8]) -> Vec<u8> {
    let mut bytes = vec![SEQUENCE, u8::try_from(oid.len() + 2).unwrap(), OID];
    bytes.push(u8::try_from(oid.len()).unwrap());
    bytes.extend_from_slice(oid);
    bytes
}

#[test]
fn the_container_holds_what_the_rfcs_say() {
    let bytes = signed();
    let container = container(&bytes);
    let outer = elements(&container);
    assert_eq!(outer.len(), 1, "nothing before or after the container");
    let info = inside(&outer[0], SEQUENCE);
    assert_eq!(info[0].content, SIGNED_DATA);
    let data = inside(&inside(&info[1], 0xa0)[0], SEQUENCE);
    assert_eq!(data[0].content, [1], "version");
    assert_eq!(inside(&data[1], SET)[0].whole, algorithm(SHA_512));
    let encapsulated = inside(&data[2], SEQUENCE);
    assert_eq!((encapsulated.len(), encapsulated[0].content), (1, DATA), "detached");
    let certificates = inside(&data[3], 0xa0);
    assert_eq!(certificates.len(), 1);
    assert_eq!(certificates[0].whole, identity().certificate().der());
    let signers = inside(&data[4], SET);
    assert_eq!((data.len(), signers.len()), (5, 1));

    let signer = inside(&signers[0], SEQUENCE);
    assert_eq!(signer.len(), 6, "no unsigned attributes");
    assert_eq!(signer[0].content, [1], "version for issuer and serial number");
    assert_eq!(signer[2].whole, algorithm(SHA_512));
    assert_eq!(signer[4].whole, algorithm(ED25519));

    let attributes = inside(&signer[3], 0xa0);
    let mut sorted = attributes.clone();
    sorted.sort_by_key(|attribute| attribute.whole);
    let order = |list: &[Element<'_>]| list.iter().map(|a| a.whole.to_vec()).collect::<Vec<_>>();
    assert_eq!(order(&attributes), order(&sorted), "a DER set is sorted");
    let value = |oid: &[u8]| -> Vec<u8> {
        let of = attributes.iter().map(|a| inside(a, SEQUENCE)).find(|a| a[0].content == oid);
        let values = inside(&of.expect("attribute")[1], SET);
        assert_eq!(values.len(), 1);
        values[0].whole.to_vec()
    };
    assert_eq!(attributes.len(), 4, "no signing time and nothing else");
    assert_eq!(value(CONTENT_TYPE)[2..], *DATA);
    assert_eq!(value(MESSAGE_DIGEST)[..2], [OCTETS, 64]);
    let certificate_hash = Sha256::digest(identity().certificate().der());
    assert_eq!(
        value(SIGNING_CERTIFICATE_2)[..8],
        [SEQUENCE, 38, SEQUENCE, 36, SEQUENCE, 34, OCTETS, 32]
    );
    assert_eq!(value(SIGNING_CERTIFICATE_2)[8..], *certificate_hash);
    let mut protection = algorithm(SHA_512);
    protection.extend(algorithm(ED25519));
    let at = algorithm(SHA_512).len();
    protection[at] = 0xa1; // [1] IMPLICIT
    assert_eq!(value(PROTECTION)[2..], protection);
}

#[test]
fn digest_and_signature_hold_when_computed_by_hand() {
    let bytes = signed();
    let range = byte_range(&bytes);
    assert_eq!((range[0], range[2] + range[3]), (0, bytes.len()), "the whole file");
    assert_eq!((range[1], range[2]), (contents(&bytes).start, contents(&bytes).end));
    let mut hash = Sha512::new();
    hash.update(&bytes[..range[1]]);
    hash.update(&bytes[range[2]..]);
    let digest = hash.finalize();

    let container = container(&bytes);
    let data = inside(&inside(&elements(&container)[0], SEQUENCE)[1], 0xa0);
    let signer = inside(&inside(&inside(&data[0], SEQUENCE)[4], SET)[0], SEQUENCE);
    assert!(signer[3].whole.windows(64).any(|window| window == digest.as_slice()));

    // RFC 5652 section 5.4: signed as a SET, stored under [0].
    let mut message = signer[3].whole.to_vec();
    message[0] = SET;
    let certificate = identity().certificate().der().to_vec();
    let key = public_key(&certificate);
    let signature = Signature::from_slice(inside_octets(&signer[5])).unwrap();
    key.verify_strict(&message, &signature).unwrap();
    // The control: the stored form does not verify.
    assert!(key.verify_strict(signer[3].whole, &signature).is_err());

    // The certificate is signed with its own key, over its first element.
    let parts = inside(&elements(&certificate)[0], SEQUENCE);
    let signature = Signature::from_slice(&parts[2].content[1..]).unwrap();
    key.verify_strict(parts[0].whole, &signature).unwrap();
}

#[test]
fn a_signature_on_p256_holds_by_the_formulas_of_the_curve() {
    let bytes = signed_with(Algorithm::EcdsaP256);
    let range = byte_range(&bytes);
    let mut hash = Sha256::new();
    hash.update(&bytes[..range[1]]);
    hash.update(&bytes[range[2]..]);
    let digest = hash.finalize();

    let identity = identity_of(Algorithm::EcdsaP256);
    let certificate = identity.certificate().der();
    let container = container(&bytes);
    let data = inside(&inside(&elements(&container)[0], SEQUENCE)[1], 0xa0);
    let data = inside(&data[0], SEQUENCE);
    let signer = inside(&inside(&data[4], SET)[0], SEQUENCE);
    // RFC 5754: both algorithms without parameters, here and in the protected attribute.
    assert_eq!(inside(&data[1], SET)[0].whole, algorithm(SHA_256));
    assert_eq!(
        (signer[2].whole, signer[4].whole),
        (&algorithm(SHA_256)[..], &algorithm(ECDSA)[..])
    );
    assert_eq!(inside(&data[3], 0xa0)[0].whole, certificate);
    let attributes = signer[3].whole;
    let holds = |what: &[u8]| attributes.windows(what.len()).any(|window| window == what);
    let mut protection = [algorithm(SHA_256), algorithm(ECDSA)].concat();
    protection[algorithm(SHA_256).len()] = 0xa1; // [1] IMPLICIT
    assert!(holds(&protection) && holds(&[&[OCTETS, 32], digest.as_slice()].concat()));
    assert!(holds(&Sha256::digest(certificate)));

    let mut message = attributes.to_vec();
    message[0] = SET;
    let key = point_of(certificate);
    assert!(is_signed_on_p256(&key, &message, inside_octets(&signer[5])));
    // The control: the stored form does not verify.
    assert!(!is_signed_on_p256(&key, attributes, inside_octets(&signer[5])));
    // The certificate is signed with its own key, over its first element.
    let parts = inside(&elements(certificate)[0], SEQUENCE);
    assert_eq!(parts[1].whole, algorithm(ECDSA));
    assert!(is_signed_on_p256(&key, parts[0].whole, &parts[2].content[1..]));
}

#[test]
fn a_request_to_an_authority_is_signed_with_the_key_it_is_for() {
    for algorithm_of in common::BOTH {
        let identity = identity_of(algorithm_of);
        let pem = identity.to_request_pem().unwrap();
        assert_eq!(pem, identity.to_request_pem().unwrap());
        let (label, document) = der::Document::from_pem(&pem).unwrap();
        assert_eq!(label, "CERTIFICATE REQUEST");
        // RFC 2986: version 0, subject, key, attributes; then algorithm and signature.
        let parts = inside(&elements(document.as_bytes())[0], SEQUENCE);
        let info = inside(&parts[0], SEQUENCE);
        assert_eq!((info.len(), info[0].content), (4, &[0][..]));
        let certificate = identity.certificate().der();
        for part in &info[1..3] {
            assert!(certificate.windows(part.whole.len()).any(|window| window == part.whole));
        }
        let (message, value) = (parts[0].whole, &parts[2].content[1..]);
        if algorithm_of == Algorithm::EcdsaP256 {
            assert_eq!(parts[1].whole, algorithm(ECDSA));
            assert!(is_signed_on_p256(&point_of(certificate), message, value));
        } else {
            assert_eq!(parts[1].whole, algorithm(ED25519));
            let value = Signature::from_slice(value).unwrap();
            public_key(certificate).verify_strict(message, &value).unwrap();
        }
    }
}

/// The subject's key: two coordinates after the identifiers of RFC 5480, as one point in full.
fn point_of(certificate: &[u8]) -> Point {
    let marker = hex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");
    let at = certificate.windows(marker.len()).position(|w| w == marker).unwrap() + marker.len();
    let number = |at: usize| BigUint::from_bytes_be(&certificate[at..at + 32]);
    Some((number(at), number(at + 32)))
}

/// A point of the curve; `None` is the one at infinity.
type Point = Option<(BigUint, BigUint)>;

fn number(digits: &str) -> BigUint {
    BigUint::from_bytes_be(&hex(digits))
}

/// The sum of two points of y^2 = x^3 - 3x + b modulo `p`.
fn sum(a: &Point, b: &Point, p: &BigUint) -> Point {
    let ((x1, y1), (x2, y2)) = match (a, b) {
        (None, other) | (other, None) => return other.clone(),
        (Some(a), Some(b)) => (a, b),
    };
    if x1 == x2 && (y1 + y2) % p == BigUint::ZERO {
        return None;
    }
    let (rise, run) = if x1 == x2 {
        (x1 * x1 * 3_u32 + p - 3_u32, y1 * 2_u32)
    } else {
        (y2 + p - y1, x2 + p - x1)
    };
    let slope = rise * inverse(&run, p) % p;
    let x = (&slope * &slope + p + p - x1 - x2) % p;
    let y = (slope * (x1 + p - &x) + p - y1) % p;
    Some((x, y))
}

/// Fermat: the inverse modulo a prime.
fn inverse(value: &BigUint, prime: &BigUint) -> BigUint {
    value.modpow(&(prime - 2_u32), prime)
}

fn times(factor: &BigUint, point: &Point, p: &BigUint) -> Point {
    (0..256).rev().fold(None, |found, bit| {
        let double = sum(&found, &found, p);
        if factor.bit(bit) { sum(&double, point, p) } else { double }
    })
}

/// FIPS 186-5 section 6.4.2, with the curve's figures from SP 800-186.
fn is_signed_on_p256(key: &Point, message: &[u8], signature: &[u8]) -> bool {
    let p = number("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
    let n = number("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    let base = Some((
        number("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
        number("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
    ));
    let numbers = inside(&elements(signature)[0], SEQUENCE);
    let (r, s) = (numbers[0].content, numbers[1].content);
    let (r, s) = (BigUint::from_bytes_be(r), BigUint::from_bytes_be(s));
    let digest = BigUint::from_bytes_be(&Sha256::digest(message));
    let w = inverse(&s, &n);
    let (u1, u2) = (digest * &w % &n, &r * &w % &n);
    let found = sum(&times(&u1, &base, &p), &times(&u2, key, &p), &p);
    found.is_some_and(|(x, _)| x % n == r)
}

#[test]
fn the_key_is_the_one_of_rfc_8032() {
    // RFC 8032 section 7.1, test 1: secret and public key.
    let secret = hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    let public = hex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    let identity = Identity::generate(
        Algorithm::Ed25519,
        "RFC 8032",
        None,
        0,
        1,
        &secret.try_into().unwrap(),
        [1; 16],
    )
    .unwrap();
    assert_eq!(public_key(identity.certificate().der()).as_bytes().as_slice(), public);
    // RFC 8410 section 7: PKCS#8 version 0 with the seed in two octet strings.
    let pem = identity.to_key_pem(None).unwrap();
    let (label, document) = der::Document::from_pem(&pem).unwrap();
    let expected = hex("302e020100300506032b657004220420");
    assert_eq!(label, "PRIVATE KEY");
    assert_eq!(document.as_bytes()[..16], expected);
    assert_eq!(document.as_bytes().len(), 48);
}

#[test]
fn the_signature_is_where_a_reader_looks_for_it() {
    let widget = Widget { page_index: 1, rectangle: [10.0, 20.0, 110.0, 60.0] };
    let unsigned = common::bytes_of(common::document(2));
    let bytes = sign_pdf(&unsigned, &identity(), &claim(), Some(&widget)).unwrap();
    let pdf = lopdf::Document::load_mem(&bytes).unwrap();
    let catalog = pdf.catalog().unwrap();
    let certified = pdf.get_dict_in_dict(catalog, b"Perms").unwrap();
    let signature_id = certified.get(b"DocMDP").unwrap().as_reference().unwrap();
    let form = pdf.get_dict_in_dict(catalog, b"AcroForm").unwrap();
    assert_eq!(form.get(b"SigFlags").unwrap().as_i64().unwrap(), 3);
    let field_id = form.get(b"Fields").unwrap().as_array().unwrap()[0].as_reference().unwrap();
    let field = pdf.get_dictionary(field_id).unwrap();
    assert_eq!(field.get(b"V").unwrap().as_reference().unwrap(), signature_id);
    let page = field.get(b"P").unwrap().as_reference().unwrap();
    assert_eq!(pdf.get_pages()[&2], page);
    let annotations = pdf.get_dictionary(page).unwrap().get(b"Annots").unwrap();
    assert_eq!(annotations.as_array().unwrap()[0].as_reference().unwrap(), field_id);
    let signature = pdf.get_dictionary(signature_id).unwrap();
    assert_eq!(signature.get(b"SubFilter").unwrap().as_name().unwrap(), b"ETSI.CAdES.detached");
    assert_eq!(signature.get(b"M").unwrap().as_str().unwrap(), b"D:20250615150640Z");
    assert_eq!(signature.get(b"Contents").unwrap().as_str().unwrap(), container(&bytes));
}

fn byte_range(bytes: &[u8]) -> [usize; 4] {
    let text = String::from_utf8_lossy(bytes);
    let (_, rest) = text.split_once("/ByteRange[").unwrap();
    let (numbers, _) = rest.split_once(']').unwrap();
    let numbers: Vec<usize> = numbers.split_whitespace().map(|n| n.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// The subject's key: the only bit string of 33 bytes after the Ed25519 identifier.
fn public_key(certificate: &[u8]) -> VerifyingKey {
    let marker = [0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
    let at = certificate.windows(marker.len()).position(|w| w == marker).unwrap() + marker.len();
    VerifyingKey::from_bytes(&certificate[at..at + 32].try_into().unwrap()).unwrap()
}

fn inside_octets<'a>(element: &Element<'a>) -> &'a [u8] {
    assert_eq!(element.tag, OCTETS);
    element.content
}

fn hex(digits: &str) -> Vec<u8> {
    (0..digits.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap())
        .collect()
}
