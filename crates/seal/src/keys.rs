//! The two halves of a key, of either algorithm.

use ed25519_dalek::Signer as _;
use p256::ecdsa::signature::Verifier as _;
use spki::{EncodePublicKey as _, SubjectPublicKeyInfoOwned};

use crate::{Algorithm, ecdsa};

/// The half that signs. Both wipe themselves from memory when dropped.
#[derive(Clone)]
pub(crate) enum SecretKey {
    Ed25519(ed25519_dalek::SigningKey),
    EcdsaP256(p256::ecdsa::SigningKey),
}

/// Secret keys, key files and what is decrypted wipe themselves, or this does not compile.
const _: () = {
    const fn wiped<T: zeroize::ZeroizeOnDrop>() {}
    wiped::<ed25519_dalek::SigningKey>();
    wiped::<p256::ecdsa::SigningKey>();
    wiped::<p256::SecretKey>();
    wiped::<pkcs8::SecretDocument>();
    wiped::<zeroize::Zeroizing<String>>();
};

/// The half that verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicKey {
    Ed25519(ed25519_dalek::VerifyingKey),
    EcdsaP256(p256::ecdsa::VerifyingKey),
}

impl SecretKey {
    /// The key of 32 secret bytes; `None` where they are none of this algorithm's.
    pub(crate) fn from_bytes(algorithm: Algorithm, secret: &[u8; 32]) -> Option<Self> {
        match algorithm {
            Algorithm::Ed25519 => {
                Some(Self::Ed25519(ed25519_dalek::SigningKey::from_bytes(secret)))
            }
            Algorithm::EcdsaP256 => {
                p256::ecdsa::SigningKey::from_slice(secret).ok().map(Self::EcdsaP256)
            }
        }
    }

    pub(crate) fn public(&self) -> PublicKey {
        match self {
            Self::Ed25519(key) => PublicKey::Ed25519(key.verifying_key()),
            Self::EcdsaP256(key) => PublicKey::EcdsaP256(*key.verifying_key()),
        }
    }

    /// Signs a message without randomness: equal messages have equal signatures.
    pub(crate) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            Self::Ed25519(key) => Ok(key.sign(message).to_bytes().to_vec()),
            Self::EcdsaP256(key) => ecdsa::sign(key, message).map_err(|error| error.to_string()),
        }
    }
}

impl PublicKey {
    /// Reads the key of a certificate, in the one form that it has there.
    pub(crate) fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Option<Self> {
        match algorithm {
            Algorithm::Ed25519 => {
                let bytes = <[u8; 32]>::try_from(bytes).ok()?;
                ed25519_dalek::VerifyingKey::from_bytes(&bytes).ok().map(Self::Ed25519)
            }
            // A point may be written in several ways; certificates have it in full.
            Algorithm::EcdsaP256 => p256::ecdsa::VerifyingKey::from_sec1_bytes(bytes)
                .ok()
                .map(Self::EcdsaP256)
                .filter(|key| key.to_bytes() == bytes),
        }
    }

    pub(crate) fn algorithm(&self) -> Algorithm {
        match self {
            Self::Ed25519(_) => Algorithm::Ed25519,
            Self::EcdsaP256(_) => Algorithm::EcdsaP256,
        }
    }

    pub(crate) fn to_bytes(self) -> Vec<u8> {
        match self {
            Self::Ed25519(key) => key.to_bytes().to_vec(),
            Self::EcdsaP256(key) => key.to_sec1_point(false).as_bytes().to_vec(),
        }
    }

    /// The key with its algorithm, as certificates have it.
    pub(crate) fn to_info(self) -> Result<SubjectPublicKeyInfoOwned, String> {
        let document = match self {
            Self::Ed25519(key) => key.to_public_key_der(),
            Self::EcdsaP256(key) => key.to_public_key_der(),
        };
        let document = document.map_err(|error| error.to_string())?;
        document.decode_msg().map_err(|error: der::Error| error.to_string())
    }

    /// Whether this key made the signature. Of ECDSA either s will do here, as certificates of other
    /// programs need it; [`Algorithm::check_form`] has the rule for signatures of documents.
    pub(crate) fn is_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            Self::Ed25519(key) => ed25519_dalek::Signature::from_slice(signature)
                .is_ok_and(|signature| key.verify_strict(message, &signature).is_ok()),
            Self::EcdsaP256(key) => p256::ecdsa::Signature::from_der(signature)
                .is_ok_and(|signature| key.verify(message, &signature).is_ok()),
        }
    }
}
