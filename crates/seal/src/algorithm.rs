//! The two ways of signing, and what each of them fixes: digest, identifiers, form of the signature.

use core::fmt;

use const_oid::db::rfc5912::{
    ECDSA_WITH_SHA_256, ID_EC_PUBLIC_KEY, ID_SHA_256, ID_SHA_512, SECP_256_R_1,
};
use der::Any;
use sha2::{Digest, Sha256, Sha512};
use spki::{AlgorithmIdentifierOwned, ObjectIdentifier};

use crate::ecdsa;

/// Algorithm of Ed25519 keys and signatures alike (RFC 8410).
const ED25519: ObjectIdentifier = ed25519_dalek::pkcs8::ALGORITHM_OID;

/// How an identity signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Ed25519 over SHA-512 (RFC 8032, RFC 8419): short, and nothing in it can be chosen badly.
    #[default]
    Ed25519,
    /// ECDSA on the curve P-256 over SHA-256 (FIPS 186-5, RFC 5754): what viewers can check.
    EcdsaP256,
}

impl Algorithm {
    /// The algorithm of a public key, by its identifiers in a certificate or a key file.
    pub(crate) fn of_key(
        oid: ObjectIdentifier,
        parameters: Option<ObjectIdentifier>,
        has_parameters: bool,
    ) -> Option<Self> {
        match (oid, parameters, has_parameters) {
            (ED25519, _, false) => Some(Self::Ed25519),
            (ID_EC_PUBLIC_KEY, Some(SECP_256_R_1), _) => Some(Self::EcdsaP256),
            _ => None,
        }
    }

    /// The same of an identifier that owns its parameters.
    pub(crate) fn of_identifier(identifier: &AlgorithmIdentifierOwned) -> Option<Self> {
        let parameters = identifier.parameters.as_ref();
        let curve = parameters.and_then(|any| Any::decode_as::<ObjectIdentifier>(any).ok());
        Self::of_key(identifier.oid, curve, parameters.is_some())
    }

    /// Identifier of a signature; written without parameters (RFC 8419, RFC 5754).
    pub(crate) fn signature(self) -> AlgorithmIdentifierOwned {
        let oid = match self {
            Self::Ed25519 => ED25519,
            Self::EcdsaP256 => ECDSA_WITH_SHA_256,
        };
        AlgorithmIdentifierOwned { oid, parameters: None }
    }

    /// Identifier of the digest; written without parameters (RFC 5754).
    pub(crate) fn digest(self) -> AlgorithmIdentifierOwned {
        AlgorithmIdentifierOwned { oid: self.of_digest().0, parameters: None }
    }

    /// Identifier, name and length of the digest.
    pub(crate) fn of_digest(self) -> (ObjectIdentifier, &'static str, usize) {
        match self {
            Self::Ed25519 => (ID_SHA_512, "SHA-512", 64),
            Self::EcdsaP256 => (ID_SHA_256, "SHA-256", 32),
        }
    }

    /// Length of every signature that this program makes.
    pub(crate) fn signature_len(self) -> usize {
        match self {
            Self::Ed25519 => ed25519_dalek::SIGNATURE_LENGTH,
            Self::EcdsaP256 => ecdsa::SIGNATURE_LEN,
        }
    }

    pub(crate) fn digest_of(self, pieces: &[&[u8]]) -> Vec<u8> {
        match self {
            Self::Ed25519 => hashed::<Sha512>(pieces),
            Self::EcdsaP256 => hashed::<Sha256>(pieces),
        }
    }

    /// Whether a signature is written in its only permitted form, or what is wrong.
    pub(crate) fn check_form(self, signature: &[u8]) -> Result<(), String> {
        let expected = self.signature_len();
        match self {
            Self::Ed25519 if signature.len() == expected => Ok(()),
            Self::Ed25519 => {
                Err(format!("its signature has {} bytes, expected {expected}", signature.len()))
            }
            Self::EcdsaP256 => ecdsa::check_form(signature),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ed25519 => "Ed25519",
            Self::EcdsaP256 => "ECDSA P-256",
        })
    }
}

fn hashed<D: Digest>(pieces: &[&[u8]]) -> Vec<u8> {
    pieces.iter().fold(D::new(), |hash, piece| hash.chain_update(piece)).finalize().to_vec()
}
