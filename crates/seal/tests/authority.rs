//! A timestamp authority on the key of `data/chain/tsa_key.pem`, which writes its answers by hand: every length and tag
//! is worked out here, not by the crate under test.

#![allow(dead_code, reason = "each test file uses its own part")]

use p256::ecdsa::signature::Signer as _;
use p256::pkcs8::DecodePrivateKey as _;
use sha2::{Digest as _, Sha256};

pub(crate) const TSA: &str = include_str!("data/chain/tsa.pem");
pub(crate) const TSA_INTERMEDIATE: &str = include_str!("data/chain/tsa_intermediate.pem");
pub(crate) const TSA_ROOT: &str = include_str!("data/chain/tsa_root.pem");
pub(crate) const TSA_RSA: &str = include_str!("data/chain/tsa_rsa.pem");
pub(crate) const TSA_P384: &str = include_str!("data/chain/tsa_p384.pem");
const KEY: &str = include_str!("data/chain/tsa_key.pem");
const RSA_KEY: &str = include_str!("data/chain/tsa_rsa_key.pem");
const P384_KEY: &str = include_str!("data/chain/tsa_p384_key.pem");

const SHA256: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01];
const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
const TST_INFO: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x04];
const CONTENT_TYPE: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x03];
const DIGEST: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x04];
const CERTIFICATE_V2: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x02, 0x2f];
const ECDSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const ECDSA_SHA384: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03];
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const RSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];
const RSA_SHA512: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0d];
/// `id-aa-CMSAlgorithmProtection` (RFC 6211).
const PROTECTION: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x34];

/// How a token is signed, and what it says of that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    P256,
    /// Over SHA-384.
    P384,
    /// With the identifier that names no digest.
    Rsa,
    /// With the one that names SHA-256.
    RsaSha256,
    /// By P-256, and saying that it is RSA.
    P256AsRsa,
    /// By RSA over SHA-256, and saying SHA-512.
    RsaAsSha512,
}

impl By {
    fn identifier(self) -> &'static [u8] {
        match self {
            Self::P256 => ECDSA_SHA256,
            Self::P384 => ECDSA_SHA384,
            Self::Rsa | Self::P256AsRsa => RSA,
            Self::RsaSha256 => RSA_SHA256,
            Self::RsaAsSha512 => RSA_SHA512,
        }
    }

    fn sign(self, message: &[u8], larger_s: bool) -> Vec<u8> {
        match self {
            Self::P256 | Self::P256AsRsa => {
                let key = p256::ecdsa::SigningKey::from_pkcs8_pem(KEY).unwrap();
                let signature: p256::ecdsa::Signature = key.sign(message);
                let normal = signature.normalize_s();
                let signature = if larger_s { with_larger_s(&normal) } else { normal };
                signature.to_der().as_bytes().to_vec()
            }
            Self::P384 => {
                let key = p384::ecdsa::SigningKey::from_pkcs8_pem(P384_KEY).unwrap();
                let signature: p384::ecdsa::Signature = key.sign(message);
                signature.to_der().as_bytes().to_vec()
            }
            Self::Rsa | Self::RsaSha256 | Self::RsaAsSha512 => {
                let key = rsa::PrivateKey::from_pkcs8_pem(RSA_KEY).unwrap();
                let padding = rsa::Pkcs1v15Sign::new::<Sha256>();
                key.sign(padding, &Sha256::digest(message)).unwrap()
            }
        }
    }
}

/// What the authority does, which is right unless a test says otherwise.
pub(crate) struct Answering {
    pub certificates: Vec<String>,
    /// `YYYYMMDDhhmmss` and perhaps a fraction.
    pub time: &'static str,
    pub status: u8,
    pub other_imprint: bool,
    pub other_nonce: bool,
    pub no_nonce: bool,
    pub larger_s: bool,
    pub by: By,
    /// States its algorithm in the signed part.
    pub protected: bool,
    pub names_another: bool,
    /// Rubbish as an unsigned attribute, of so many bytes.
    pub unsigned: usize,
}

impl Default for Answering {
    fn default() -> Self {
        Self {
            certificates: vec![TSA.to_owned()],
            time: "20300101000100",
            status: 0,
            other_imprint: false,
            other_nonce: false,
            no_nonce: false,
            larger_s: false,
            by: By::P256,
            protected: false,
            names_another: false,
            unsigned: 0,
        }
    }
}

/// An element of DER.
fn tlv(tag: u8, content: &[u8]) -> Vec<u8> {
    let len = content.len();
    let head = match len {
        0..=127 => vec![tag, u8::try_from(len).unwrap()],
        128..=255 => vec![tag, 0x81, u8::try_from(len).unwrap()],
        _ => vec![tag, 0x82, u8::try_from(len >> 8).unwrap(), u8::try_from(len & 255).unwrap()],
    };
    [&head, content].concat()
}

fn sequence(pieces: &[&[u8]]) -> Vec<u8> {
    tlv(0x30, &pieces.concat())
}

fn attribute(oid: &[u8], value: &[u8]) -> Vec<u8> {
    sequence(&[&tlv(6, oid), &tlv(0x31, value)])
}

fn der(pem: &str) -> Vec<u8> {
    let certificate = feltproof_seal::Certificate::read_all(pem.as_bytes()).unwrap();
    certificate[0].der().to_vec()
}

/// Imprint and nonce of a question, from the places that they have in it.
pub(crate) fn requested(question: &[u8]) -> ([u8; 32], [u8; 16]) {
    // SEQUENCE, version, SEQUENCE { algorithm with NULL, 32 bytes }, nonce, TRUE.
    let head =
        [&[0x30, 75, 2, 1, 1, 0x30, 0x31, 0x30, 0x0d, 6, 9], SHA256, &[5, 0, 4, 32]].concat();
    assert_eq!(question[..head.len()], head);
    let rest = &question[head.len()..];
    assert_eq!((&rest[32..34], &rest[50..]), (&[2, 16][..], &[1, 1, 0xff][..]));
    (rest[..32].try_into().unwrap(), rest[34..50].try_into().unwrap())
}

/// n - s: the other signature that verifies.
fn with_larger_s(signature: &p256::ecdsa::Signature) -> p256::ecdsa::Signature {
    let signature = signature.normalize_s();
    let (r, s) = signature.split_scalars();
    p256::ecdsa::Signature::from_scalars(r, -s).unwrap()
}

impl Answering {
    pub(crate) fn answer(&self, question: &[u8]) -> Vec<u8> {
        if self.status > 1 {
            let text = tlv(0x0c, b"not today");
            let failed = [3, 2, 5, 0x20]; // badRequest
            let status = sequence(&[&[2, 1, self.status], &sequence(&[&text]), &failed]);
            return sequence(&[&status]);
        }
        let (mut imprint, mut nonce) = requested(question);
        imprint[0] ^= u8::from(self.other_imprint);
        nonce[15] ^= u8::from(self.other_nonce);
        let token = self.token(&imprint, &nonce);
        sequence(&[&sequence(&[&[2, 1, self.status]]), &token])
    }

    fn token(&self, imprint: &[u8; 32], nonce: &[u8; 16]) -> Vec<u8> {
        let sha256 = sequence(&[&tlv(6, SHA256)]);
        let imprint = sequence(&[&sequence(&[&tlv(6, SHA256), &[5, 0]]), &tlv(4, imprint)]);
        let time = tlv(0x18, format!("{}Z", self.time).as_bytes());
        let accuracy = sequence(&[&[2, 1, 1]]);
        let nonce = if self.no_nonce { Vec::new() } else { tlv(2, nonce) };
        let policy = [6, 3, 0x2a, 3, 4];
        let info = sequence(&[
            &[2, 1, 1],
            &policy,
            &imprint,
            &[2, 2, 0x12, 0x34],
            &time,
            &accuracy,
            &nonce,
        ]);

        let certificates: Vec<Vec<u8>> = self.certificates.iter().map(|pem| der(pem)).collect();
        let named = if self.names_another { b"other".to_vec() } else { certificates[0].clone() };
        let id = sequence(&[&tlv(4, &Sha256::digest(named))]);
        let mut attributes = vec![
            attribute(CONTENT_TYPE, &tlv(6, TST_INFO)),
            attribute(DIGEST, &tlv(4, &Sha256::digest(&info))),
            attribute(CERTIFICATE_V2, &sequence(&[&sequence(&[&id])])),
        ];
        if self.protected {
            let algorithm = tlv(0xa1, &tlv(6, self.by.identifier()));
            attributes.push(attribute(PROTECTION, &sequence(&[&sha256, &algorithm])));
        }
        attributes.sort();
        let attributes = attributes.concat();
        let signature = self.by.sign(&tlv(0x31, &attributes), self.larger_s);

        let unsigned = match self.unsigned {
            0 => Vec::new(),
            len => tlv(0xa1, &attribute(&[0x2a, 3, 9], &tlv(4, &vec![7; len]))),
        };
        // By its key identifier, which is another form than the one that reports hold.
        let signer = sequence(&[
            &[2, 1, 3],
            &tlv(0x80, b"whoever"),
            &sha256,
            &tlv(0xa0, &attributes),
            &sequence(&[&tlv(6, self.by.identifier())]),
            &tlv(4, &signature),
            &unsigned,
        ]);
        let wrapped = sequence(&[&tlv(6, TST_INFO), &tlv(0xa0, &tlv(4, &info))]);
        let data = sequence(&[
            &[2, 1, 3],
            &tlv(0x31, &sha256),
            &wrapped,
            &tlv(0xa0, &certificates.concat()),
            &tlv(0x31, &signer),
        ]);
        sequence(&[&tlv(6, SIGNED_DATA), &tlv(0xa0, &data)])
    }
}
