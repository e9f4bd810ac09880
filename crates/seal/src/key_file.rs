//! Private key files: PKCS#8, PEM, with or without a passphrase.
//!
//! Written as version 1 (without the public key), because OpenSSL 3 cannot read
//! version 2. Encrypted with scrypt and AES-256-CBC (PBES2) at the cost that
//! OpenSSL accepts without an option; any PBES2 form with scrypt or PBKDF2 is read.

use ed25519_dalek::pkcs8::ALGORITHM_ID;
use pkcs8::der::Decode as _;
use pkcs8::der::asn1::OctetStringRef;
use pkcs8::der::pem::PemLabel as _;
use pkcs8::pkcs5::{self, pbes2};
use pkcs8::{
    EncodePrivateKey as _, EncryptedPrivateKeyInfoRef, LineEnding, PrivateKeyInfoRef,
    SecretDocument,
};
use spki::ObjectIdentifier;
use zeroize::Zeroizing;

use crate::issue::encoding;
use crate::keys::SecretKey;
use crate::pem::{self, PemBlock};
use crate::{Algorithm, IdentityError};

/// Tag and length of the inner octet string of an Ed25519 key.
const NESTED_HEADER: [u8; 2] = [0x04, 0x20];

/// A passphrase for a new key file, with the caller's randomness.
#[derive(Clone, Copy)]
pub struct Passphrase<'a> {
    /// The passphrase.
    pub text: &'a str,
    /// Salt of the key derivation: fresh random bytes.
    pub salt: [u8; 16],
    /// Initialisation vector of the cipher: fresh random bytes.
    pub iv: [u8; 16],
}

/// Whether the key file asks for a passphrase. Fails when the text holds no PKCS#8 private key.
pub fn key_needs_passphrase(key_pem: &str) -> Result<bool, IdentityError> {
    key_block(key_pem).map(|block| block.label == EncryptedPrivateKeyInfoRef::PEM_LABEL)
}

pub(crate) fn write(
    key: &SecretKey,
    passphrase: Option<Passphrase<'_>>,
) -> Result<Zeroizing<String>, IdentityError> {
    let plain = match key {
        SecretKey::Ed25519(key) => encode_ed25519(key)?,
        // RFC 5915 inside PKCS#8, with the public key, as OpenSSL writes it. This crate wipes after use.
        SecretKey::EcdsaP256(key) => key.to_pkcs8_der().map_err(encoding)?,
    };
    let (label, document) = match passphrase {
        None => (PrivateKeyInfoRef::PEM_LABEL, plain),
        Some(passphrase) => (EncryptedPrivateKeyInfoRef::PEM_LABEL, encrypt(&plain, passphrase)?),
    };
    document.to_pem(label, LineEnding::LF).map_err(encoding)
}

fn encode_ed25519(key: &ed25519_dalek::SigningKey) -> Result<SecretDocument, IdentityError> {
    // RFC 8410: an octet string in another. The curve crate's own container is not wiped after use.
    let mut nested = Zeroizing::new([0; 34]);
    nested[..2].copy_from_slice(&NESTED_HEADER);
    nested[2..].copy_from_slice(key.as_bytes());
    let octets = OctetStringRef::new(nested.as_slice()).map_err(encoding)?;
    // Without the public key this is version 1.
    let info = PrivateKeyInfoRef::new(ALGORITHM_ID, octets);
    SecretDocument::try_from(&info).map_err(encoding)
}

fn encrypt(
    plain: &SecretDocument,
    passphrase: Passphrase<'_>,
) -> Result<SecretDocument, IdentityError> {
    if passphrase.text.is_empty() {
        return Err(IdentityError::EmptyPassphrase);
    }
    // N = 2^14, r = 8, p = 1: the most that OpenSSL reads within its default memory limit.
    let cost = pbes2::ScryptParams {
        salt: pbes2::Salt::new(passphrase.salt).map_err(encoding)?,
        cost_parameter: 1 << 14,
        block_size: 8,
        parallelization: 1,
        key_length: None,
    };
    let parameters = pbes2::Parameters {
        kdf: cost.into(),
        encryption: pbes2::EncryptionScheme::Aes256Cbc { iv: passphrase.iv },
    };
    let info = PrivateKeyInfoRef::from_der(plain.as_bytes()).map_err(encoding)?;
    info.encrypt_with_params(parameters, passphrase.text).map_err(encoding)
}

pub(crate) fn read(key_pem: &str, passphrase: Option<&str>) -> Result<SecretKey, IdentityError> {
    let block = key_block(key_pem)?;
    let (_, document) = SecretDocument::from_pem(block.text).map_err(bad_key)?;
    if block.label == PrivateKeyInfoRef::PEM_LABEL {
        return match passphrase {
            None => decode(&document),
            Some(_) => Err(IdentityError::NotEncrypted),
        };
    }
    let passphrase = passphrase.ok_or(IdentityError::PassphraseNeeded)?;
    let info = EncryptedPrivateKeyInfoRef::try_from(document.as_bytes()).map_err(|error| {
        // A PBES1 or unknown scheme fails here already.
        IdentityError::UnknownEncryption(error.to_string())
    })?;
    reasonable_cost(&info)?;
    let plain = info.decrypt(passphrase).map_err(|error| match error {
        pkcs8::Error::EncryptedPrivateKey(
            pkcs5::Error::UnsupportedAlgorithm { .. }
            | pkcs5::Error::NoPbes1CryptSupport
            | pkcs5::Error::AlgorithmParametersInvalid { .. },
        ) => IdentityError::UnknownEncryption(error.to_string()),
        _ => IdentityError::WrongPassphrase,
    })?;
    match decode(&plain) {
        // One wrong passphrase in 256 gives valid padding around garbage.
        Err(IdentityError::BadKey(_)) => Err(IdentityError::WrongPassphrase),
        other => other,
    }
}

/// Refuses costs that no honest key file has before any work is done for them.
fn reasonable_cost(info: &EncryptedPrivateKeyInfoRef<'_>) -> Result<(), IdentityError> {
    const SCRYPT_MEMORY_MAX: u64 = 1 << 30;
    // Some seconds of work; what is advised is below a million.
    const PBKDF2_ROUNDS_MAX: u32 = 10_000_000;
    let Some(kdf) = info.encryption_algorithm.pbes2().map(|parameters| &parameters.kdf) else {
        return Ok(());
    };
    if let Some(rounds) = kdf.pbkdf2().map(|pbkdf2| pbkdf2.iteration_count)
        && rounds > PBKDF2_ROUNDS_MAX
    {
        let reason = format!("PBKDF2 of {rounds} rounds, at most {PBKDF2_ROUNDS_MAX} are read");
        return Err(IdentityError::UnknownEncryption(reason));
    }
    let Some(scrypt) = kdf.scrypt() else { return Ok(()) };
    let cost = scrypt.cost_parameter;
    let memory = cost.checked_mul(128).and_then(|size| size.checked_mul(scrypt.block_size.into()));
    if cost < 2
        || !cost.is_power_of_two()
        || memory.is_none_or(|memory| memory > SCRYPT_MEMORY_MAX)
        || scrypt.parallelization > 16
    {
        let reason = format!(
            "scrypt with N = {cost}, r = {}, p = {}",
            scrypt.block_size, scrypt.parallelization
        );
        return Err(IdentityError::UnknownEncryption(reason));
    }
    Ok(())
}

fn decode(document: &SecretDocument) -> Result<SecretKey, IdentityError> {
    let info = PrivateKeyInfoRef::from_der(document.as_bytes()).map_err(bad_key)?;
    let key = match algorithm(&info)? {
        Algorithm::Ed25519 => {
            // Borrowed from the document, which wipes itself: no copy of the seed is made here.
            let seed = info.private_key.as_bytes().strip_prefix(&NESTED_HEADER);
            let seed = seed.and_then(|seed| <&[u8; 32]>::try_from(seed).ok());
            let seed = seed.ok_or_else(|| bad_key("it is not 32 bytes long"))?;
            SecretKey::Ed25519(ed25519_dalek::SigningKey::from_bytes(seed))
        }
        // A public key that stands in the inner container is compared there.
        Algorithm::EcdsaP256 => SecretKey::EcdsaP256(info.clone().try_into().map_err(bad_key)?),
    };
    // Version 2 states the public key as well; a wrong one would leak the secret.
    let stated = info.public_key.and_then(|key| key.as_bytes());
    if stated.is_some_and(|stated| stated != key.public().to_bytes()) {
        return Err(bad_key("its public key does not belong to it"));
    }
    Ok(key)
}

fn algorithm(info: &PrivateKeyInfoRef<'_>) -> Result<Algorithm, IdentityError> {
    let parameters = info.algorithm.parameters;
    let curve = parameters.and_then(|any| any.decode_as::<ObjectIdentifier>().ok());
    let known = Algorithm::of_key(info.algorithm.oid, curve, parameters.is_some());
    known.ok_or_else(|| {
        let named = [Some(info.algorithm.oid), curve].into_iter().flatten();
        let named: Vec<String> = named.map(|oid| oid.to_string()).collect();
        IdentityError::UnknownAlgorithm(named.join(" with "))
    })
}

/// The one block with a PKCS#8 key; a file may hold the certificate as well.
fn key_block(key_pem: &str) -> Result<PemBlock<'_>, IdentityError> {
    let blocks = pem::blocks(key_pem);
    let is_key = |block: &&PemBlock<'_>| {
        block.label == PrivateKeyInfoRef::PEM_LABEL
            || block.label == EncryptedPrivateKeyInfoRef::PEM_LABEL
    };
    let mut keys = blocks.iter().filter(is_key);
    match (keys.next(), keys.next()) {
        (Some(block), None) => Ok(*block),
        (Some(_), Some(_)) => Err(IdentityError::NoKey("more than one key".to_owned())),
        (None, _) => {
            let labels: Vec<String> = blocks
                .iter()
                .map(|block| format!("\"{}\"", feltproof_printable::visible(block.label)))
                .collect();
            let found =
                if labels.is_empty() { "no PEM block".to_owned() } else { labels.join(", ") };
            Err(IdentityError::NoKey(found))
        }
    }
}

fn bad_key(error: impl core::fmt::Display) -> IdentityError {
    IdentityError::BadKey(error.to_string())
}
