//! Keys that check what authorities signed: certificates and timestamps. With two kinds this program signs as well
//! (`keys.rs`); RSA and P-384 are there because most authorities sign with them, and are verified only.

use const_oid::db::rfc5912::{
    ECDSA_WITH_SHA_256, ECDSA_WITH_SHA_384, ECDSA_WITH_SHA_512, ID_EC_PUBLIC_KEY, ID_SHA_256,
    ID_SHA_384, ID_SHA_512, RSA_ENCRYPTION, SECP_384_R_1, SHA_256_WITH_RSA_ENCRYPTION,
    SHA_384_WITH_RSA_ENCRYPTION, SHA_512_WITH_RSA_ENCRYPTION,
};
use der::asn1::{AnyRef, UintRef};
use der::{Any, Decode as _, Sequence};
use p256::ecdsa::signature::hazmat::PrehashVerifier as _;
use rsa::pkcs1::DecodeRsaPublicKey as _;
use rsa::traits::PublicKeyParts as _;
use sha2::{Digest as _, Sha256, Sha384, Sha512};
use spki::{AlgorithmIdentifierOwned, ObjectIdentifier, SubjectPublicKeyInfoOwned};

use crate::keys::PublicKey;
use crate::{Algorithm, names};

const ED25519: ObjectIdentifier = ed25519_dalek::pkcs8::ALGORITHM_OID;

/// The shortest RSA key that proves something today (NIST SP 800-131A revision 2: 2048 bits).
const RSA_BITS_MIN: u32 = 2048;

/// A digest that signatures may be over. SHA-1 is none: it proves nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hash {
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    pub(crate) fn of(oid: ObjectIdentifier) -> Option<Self> {
        match oid {
            ID_SHA_256 => Some(Self::Sha256),
            ID_SHA_384 => Some(Self::Sha384),
            ID_SHA_512 => Some(Self::Sha512),
            _ => None,
        }
    }

    pub(crate) fn digest(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(bytes).to_vec(),
            Self::Sha384 => Sha384::digest(bytes).to_vec(),
            Self::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }
}

/// How something is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Ed25519,
    Ecdsa(Hash),
    /// RSASSA-PKCS1-v1_5. Authorities do not use PSS.
    Rsa(Hash),
}

impl Scheme {
    /// The scheme that an identifier names all by itself.
    pub(crate) fn of(oid: ObjectIdentifier) -> Option<Self> {
        Some(match oid {
            ED25519 => Self::Ed25519,
            ECDSA_WITH_SHA_256 => Self::Ecdsa(Hash::Sha256),
            ECDSA_WITH_SHA_384 => Self::Ecdsa(Hash::Sha384),
            ECDSA_WITH_SHA_512 => Self::Ecdsa(Hash::Sha512),
            SHA_256_WITH_RSA_ENCRYPTION => Self::Rsa(Hash::Sha256),
            SHA_384_WITH_RSA_ENCRYPTION => Self::Rsa(Hash::Sha384),
            SHA_512_WITH_RSA_ENCRYPTION => Self::Rsa(Hash::Sha512),
            _ => return None,
        })
    }

    /// The same of a certificate's signature: RSA with NULL or no parameters, the others with none (RFC 5280, 4055, 5758).
    pub(crate) fn of_identifier(identifier: &AlgorithmIdentifierOwned) -> Option<Self> {
        let scheme = Self::of(identifier.oid)?;
        let is_right = match (&identifier.parameters, scheme) {
            (None, _) => true,
            (Some(parameters), Self::Rsa(_)) => *parameters == Any::from(AnyRef::NULL),
            (Some(_), _) => false,
        };
        is_right.then_some(scheme)
    }
}

/// A key of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IssuerKey {
    /// One that this program can sign with, too.
    Own(PublicKey),
    EcdsaP384(p384::ecdsa::VerifyingKey),
    Rsa(Box<rsa::PublicKey>),
}

impl IssuerKey {
    /// The key of a certificate; none of a kind or size with which nothing is checked here. Fails
    /// with the algorithm, where this program signs with it and the bytes are no such key.
    pub(crate) fn of(info: &SubjectPublicKeyInfoOwned) -> Result<Option<Self>, Algorithm> {
        let bytes = info.subject_public_key.as_bytes();
        if let Some(algorithm) = Algorithm::of_identifier(&info.algorithm) {
            let key = bytes.and_then(|bytes| PublicKey::from_bytes(algorithm, bytes));
            return key.map(|key| Some(Self::Own(key))).ok_or(algorithm);
        }
        let parameters = info.algorithm.parameters.as_ref();
        let curve = parameters.and_then(|any| any.decode_as::<ObjectIdentifier>().ok());
        let found = match (info.algorithm.oid, curve) {
            (ID_EC_PUBLIC_KEY, Some(SECP_384_R_1)) => bytes
                .and_then(|bytes| p384::ecdsa::VerifyingKey::from_sec1_bytes(bytes).ok())
                .map(Self::EcdsaP384),
            (RSA_ENCRYPTION, _) => bytes
                .and_then(|bytes| rsa::PublicKey::from_pkcs1_der(bytes).ok())
                .filter(|key| key.n().as_ref().bit_width() >= RSA_BITS_MIN)
                .map(|key| Self::Rsa(Box::new(key))),
            _ => None,
        };
        Ok(found)
    }

    /// The key, where this program can sign with its kind.
    pub(crate) fn own(&self) -> Option<&PublicKey> {
        match self {
            Self::Own(key) => Some(key),
            Self::EcdsaP384(_) | Self::Rsa(_) => None,
        }
    }

    /// Whether this key made the signature; `None` where it makes none by this scheme.
    pub(crate) fn is_signed(
        &self,
        scheme: Scheme,
        message: &[u8],
        signature: &[u8],
    ) -> Option<bool> {
        match (self, scheme) {
            (Self::Own(key @ PublicKey::Ed25519(_)), Scheme::Ed25519) => {
                Some(key.is_signed(message, signature))
            }
            (Self::Own(PublicKey::EcdsaP256(key)), Scheme::Ecdsa(hash)) => {
                let signature = p256::ecdsa::Signature::from_der(signature);
                let digest = hash.digest(message);
                Some(signature.is_ok_and(|of| key.verify_prehash(&digest, &of).is_ok()))
            }
            (Self::EcdsaP384(key), Scheme::Ecdsa(hash)) => {
                let signature = p384::ecdsa::Signature::from_der(signature);
                let digest = hash.digest(message);
                Some(signature.is_ok_and(|of| key.verify_prehash(&digest, &of).is_ok()))
            }
            (Self::Rsa(key), Scheme::Rsa(hash)) => {
                let padding = match hash {
                    Hash::Sha256 => rsa::Pkcs1v15Sign::new::<Sha256>(),
                    Hash::Sha384 => rsa::Pkcs1v15Sign::new::<Sha384>(),
                    Hash::Sha512 => rsa::Pkcs1v15Sign::new::<Sha512>(),
                };
                Some(key.verify(padding, &hash.digest(message), signature).is_ok())
            }
            _ => None,
        }
    }

    /// A signature of this key in its one form: of ECDSA the smaller s, of the others as it is.
    pub(crate) fn one_form(&self, signature: &[u8]) -> Vec<u8> {
        let smaller = match self {
            Self::Own(PublicKey::EcdsaP256(_)) => p256::ecdsa::Signature::from_der(signature)
                .map(|of| of.normalize_s().to_der().as_bytes().to_vec())
                .ok(),
            Self::EcdsaP384(_) => p384::ecdsa::Signature::from_der(signature)
                .map(|of| of.normalize_s().to_der().as_bytes().to_vec())
                .ok(),
            Self::Own(PublicKey::Ed25519(_)) | Self::Rsa(_) => None,
        };
        smaller.unwrap_or_else(|| signature.to_vec())
    }
}

/// `RSAPublicKey`, of any size.
#[derive(Sequence)]
struct RsaNumbers<'a> {
    modulus: UintRef<'a>,
    #[allow(dead_code, reason = "read to get at the end of the sequence")]
    exponent: UintRef<'a>,
}

/// What kind of key a certificate has, in words: of RSA with its length.
pub(crate) fn kind(info: &SubjectPublicKeyInfoOwned) -> String {
    let name = names::of_identifier(&info.algorithm);
    let numbers =
        info.subject_public_key.as_bytes().filter(|_| info.algorithm.oid == RSA_ENCRYPTION);
    let Some(numbers) = numbers.and_then(|bytes| RsaNumbers::from_der(bytes).ok()) else {
        return name;
    };
    let modulus = numbers.modulus.as_bytes();
    let zeros = modulus.first().map_or(0, |first| first.leading_zeros());
    let bits = 8 * modulus.len() - zeros as usize;
    format!("{name} of {bits} bits")
}
