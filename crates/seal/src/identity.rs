//! Whoever signs: a secret key and its certificate.

use core::fmt;

use zeroize::Zeroizing;

use crate::issue;
use crate::key_file::{self, Passphrase};
use crate::keys::{PublicKey, SecretKey};
use crate::signer::Signer;
use crate::text::hex;
use crate::{Algorithm, Certificate, CertificateError, IdentityError};

/// A key, the certificate that belongs to it, and the authorities above that one which are sent along. The secret is wiped
/// from memory when the identity is dropped, and never printed.
#[derive(Clone)]
pub struct Identity {
    pub(crate) key: SecretKey,
    pub(crate) signer: Signer,
}

impl Identity {
    /// Makes a new key and a self-signed certificate for it.
    ///
    /// `secret` and `serial` are fresh random bytes from the caller; the same arguments give the
    /// same identity; wiping `secret` afterwards is the caller's. Times are unix seconds. Fails
    /// when a name is empty, longer than 64 characters or holds control characters, when the
    /// validity is empty, when `secret` is not random, or when it is one of the few values that are
    /// no key of the curve.
    pub fn generate(
        algorithm: Algorithm,
        name: &str,
        organisation: Option<&str>,
        not_before_unix: i64,
        not_after_unix: i64,
        secret: &[u8; 32],
        serial: [u8; 16],
    ) -> Result<Self, IdentityError> {
        // Only the value that a failed random source leaves behind is refused.
        if *secret == [0; 32] {
            return Err(IdentityError::NoRandomness);
        }
        let key = SecretKey::from_bytes(algorithm, secret);
        let key = key.ok_or(IdentityError::SecretTooLarge)?;
        let validity = (not_before_unix, not_after_unix);
        let certificate = issue::self_signed(&key, (name, organisation), validity, serial)?;
        Ok(Self { key, signer: Signer::new(certificate, Vec::new())? })
    }

    /// Reads an identity from its two files. `passphrase` is needed exactly when
    /// [`crate::key_needs_passphrase`] says so. An expired certificate is not an error: old reports
    /// are still verified with it. Fails when a file cannot be read, the passphrase is wrong,
    /// missing or not needed, the key is of another algorithm, or no certificate belongs to the
    /// key.
    pub fn from_pems(
        key_pem: &str,
        certificate_pem: &str,
        passphrase: Option<&str>,
    ) -> Result<Self, IdentityError> {
        let certificates = Certificate::read_all(certificate_pem.as_bytes())?;
        let key = key_file::read(key_pem, passphrase)?;
        let held = key.public();
        // A file from an authority often holds its own certificate as well.
        let Some(own) = certificates.iter().find(|one| one.key() == Some(&held)) else {
            let Some(first) = certificates.into_iter().next() else {
                return Err(CertificateError::Missing(certificate_pem.len()).into());
            };
            let certified = Signer::new(first, Vec::new())?;
            return Err(IdentityError::NotAPair {
                certified: hex(&PublicKey::to_bytes(certified.key)),
                held: hex(&held.to_bytes()),
            });
        };
        let authorities = own.authorities_among(&certificates)?;
        Ok(Self { key, signer: Signer::new(own.clone(), authorities)? })
    }

    /// The key file: PKCS#8 in PEM, encrypted by a passphrase. Fails when that is empty.
    pub fn to_key_pem(
        &self,
        passphrase: Option<Passphrase<'_>>,
    ) -> Result<Zeroizing<String>, IdentityError> {
        key_file::write(&self.key, passphrase)
    }

    /// A request (PKCS#10 in PEM) for a certificate by an authority. Fails if it cannot be encoded.
    pub fn to_request_pem(&self) -> Result<String, IdentityError> {
        issue::request(&self.key, self.certificate())
    }

    /// The certificate file: PEM. Fails when the certificate is too long to be encoded.
    pub fn to_certificate_pem(&self) -> Result<String, CertificateError> {
        self.certificate().to_pem()
    }

    /// The certificate.
    #[must_use]
    pub fn certificate(&self) -> &Certificate {
        self.signer.certificate()
    }

    /// SHA-256 of the DER certificate, lower-case hexadecimal.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        self.certificate().fingerprint()
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").field("fingerprint", &self.fingerprint()).finish_non_exhaustive()
    }
}
