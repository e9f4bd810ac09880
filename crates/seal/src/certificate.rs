//! A certificate: read, described, and checked against an issuer.

use der::{Decode as _, Encode as _};
use pkcs8::LineEnding;
use spki::ObjectIdentifier;
use x509_cert::ext::pkix::name::DirectoryString;
use x509_cert::ext::pkix::{BasicConstraints, KeyUsage};
use x509_cert::ext::{Extension, Extensions};

use crate::keys::PublicKey;
use crate::pem;
use crate::text::{hex, printable, sha256_hex};
use crate::{Algorithm, CertificateError};

/// Label of a certificate's PEM block.
const PEM_LABEL: &str = "CERTIFICATE";

/// An X.509 certificate of an Ed25519 or P-256 key, kept with the exact bytes it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    der: Vec<u8>,
    parsed: x509_cert::Certificate,
    key: PublicKey,
}

/// What a certificate says about its holder. The texts are safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateInfo {
    /// The whole subject, as in `CN=A. Auditor,O=Example Lab`.
    pub subject: String,
    /// The subject's common name.
    pub name: Option<String>,
    /// The subject's organisation.
    pub organisation: Option<String>,
    /// The whole name of the issuer.
    pub issuer: String,
    /// Serial number, lower-case hexadecimal.
    pub serial: String,
    /// How its key signs.
    pub algorithm: Algorithm,
    /// SHA-256 of the DER certificate, lower-case hexadecimal.
    pub fingerprint: String,
    /// First second of the validity, unix time.
    pub not_before_unix: i64,
    /// Last second of the validity, unix time.
    pub not_after_unix: i64,
    /// Whether its key may sign documents.
    pub signs_documents: bool,
    /// Whether the certificate's own key signed it.
    pub self_signed: bool,
}

impl Certificate {
    /// Reads one DER certificate.
    ///
    /// # Errors
    /// When it is not a canonically encoded X.509 certificate of an Ed25519 or P-256 key.
    pub fn from_der(bytes: &[u8]) -> Result<Self, CertificateError> {
        let bad = |reason: String| CertificateError::BadDer { reason };
        let parsed = x509_cert::Certificate::from_der(bytes).map_err(|e| bad(e.to_string()))?;
        let again = parsed.to_der().map_err(|e| bad(e.to_string()))?;
        if again != bytes {
            // Two encodings of one certificate would be two fingerprints.
            return Err(bad("its encoding is not the canonical one".to_owned()));
        }
        let info = parsed.tbs_certificate().subject_public_key_info();
        let algorithm = Algorithm::of_identifier(&info.algorithm).ok_or_else(|| {
            CertificateError::UnknownAlgorithm { algorithm: info.algorithm.oid.to_string() }
        })?;
        let bytes = info.subject_public_key.as_bytes();
        let key = bytes.and_then(|bytes| PublicKey::from_bytes(algorithm, bytes));
        let key = key.ok_or(CertificateError::BadKey { algorithm })?;
        Ok(Self { der: again, parsed, key })
    }

    /// Reads every certificate of a file: PEM with one or more blocks (other
    /// blocks and text are passed over), or a single DER certificate.
    ///
    /// # Errors
    /// When there is none, or one of them cannot be read.
    pub fn read_all(file: &[u8]) -> Result<Vec<Self>, CertificateError> {
        let text = String::from_utf8_lossy(file);
        let blocks = pem::blocks(&text);
        if blocks.is_empty() {
            // A DER SEQUENCE begins with 0x30; anything else is not worth a DER error.
            if file.first() != Some(&0x30) {
                return Err(CertificateError::Missing { bytes_len: file.len() });
            }
            return Ok(vec![Self::from_der(file)?]);
        }
        let mut certificates = Vec::new();
        for block in blocks.iter().filter(|block| block.label == PEM_LABEL) {
            let (_, document) = der::Document::from_pem(block.text).map_err(|error| {
                CertificateError::BadPem { offset: block.offset, reason: error.to_string() }
            })?;
            certificates.push(Self::from_der(document.as_bytes())?);
        }
        if certificates.is_empty() {
            return Err(CertificateError::Missing { bytes_len: file.len() });
        }
        Ok(certificates)
    }

    /// The exact DER bytes.
    #[must_use]
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// The certificate as a PEM block.
    ///
    /// # Errors
    /// When it is too long to be encoded.
    pub fn to_pem(&self) -> Result<String, CertificateError> {
        der::pem::encode_string(PEM_LABEL, LineEnding::LF, &self.der)
            .map_err(|error| CertificateError::BadDer { reason: error.to_string() })
    }

    /// SHA-256 of the DER certificate, lower-case hexadecimal.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        sha256_hex(&self.der)
    }

    /// What the certificate says.
    #[must_use]
    pub fn info(&self) -> CertificateInfo {
        let tbs = self.parsed.tbs_certificate();
        let text = |value: der::Result<Option<DirectoryString>>| {
            value.ok().flatten().map(|value| printable(&value.value()))
        };
        let seconds = |time: x509_cert::time::Time| {
            i64::try_from(time.to_unix_duration().as_secs()).unwrap_or(i64::MAX)
        };
        CertificateInfo {
            subject: printable(&tbs.subject().to_string()),
            name: text(tbs.subject().common_name()),
            organisation: text(tbs.subject().organization()),
            issuer: printable(&tbs.issuer().to_string()),
            serial: hex(tbs.serial_number().as_bytes()),
            algorithm: self.key.algorithm(),
            fingerprint: self.fingerprint(),
            not_before_unix: seconds(tbs.validity().not_before),
            not_after_unix: seconds(tbs.validity().not_after),
            signs_documents: self.may_sign_documents(),
            self_signed: self.issuer_refusal(self).is_none(),
        }
    }

    /// Whether both certificates are of one key.
    #[must_use]
    pub fn is_of_the_key_of(&self, other: &Self) -> bool {
        self.key == other.key
    }

    pub(crate) fn key(&self) -> &PublicKey {
        &self.key
    }

    pub(crate) fn parsed(&self) -> &x509_cert::Certificate {
        &self.parsed
    }

    /// Why `issuer` cannot have signed this certificate with its key; `None`
    /// when it did. Says nothing about whether it was allowed to.
    pub(crate) fn issuer_refusal(&self, issuer: &Self) -> Option<String> {
        let tbs = self.parsed.tbs_certificate();
        if tbs.issuer() != issuer.parsed.tbs_certificate().subject() {
            return Some(format!(
                "the signer's certificate was issued by {}",
                printable(&tbs.issuer().to_string())
            ));
        }
        let algorithms = [tbs.signature(), self.parsed.signature_algorithm()];
        let expected = issuer.key.algorithm();
        if algorithms.iter().any(|found| **found != expected.signature()) {
            return Some(format!("the signer's certificate is not signed with {expected}"));
        }
        let valid = match (tbs.to_der(), self.parsed.signature().as_bytes()) {
            (Ok(message), Some(signature)) => issuer.key.is_signed(&message, signature),
            _ => false,
        };
        (!valid).then(|| "the issuer's signature on the signer's certificate is wrong".to_owned())
    }

    /// Why this certificate may not issue others; `None` when it may.
    pub(crate) fn authority_refusal(&self) -> Option<String> {
        let tbs = self.parsed.tbs_certificate();
        if let Some(name) = self.unknown_critical_extension() {
            return Some(format!("it has a critical extension {name} that is not understood"));
        }
        match tbs.get_extension::<BasicConstraints>() {
            Ok(Some((_, constraints))) if constraints.ca => {}
            _ => return Some("it is not a certificate authority".to_owned()),
        }
        match tbs.get_extension::<KeyUsage>() {
            Ok(None) => None,
            Ok(Some((_, usage))) if usage.key_cert_sign() => None,
            _ => Some("its key may not sign certificates".to_owned()),
        }
    }

    /// Whether the key may sign documents: no key usage, or one that says so.
    pub(crate) fn may_sign_documents(&self) -> bool {
        match self.parsed.tbs_certificate().get_extension::<KeyUsage>() {
            Ok(None) => true,
            Ok(Some((_, usage))) => usage.digital_signature() || usage.non_repudiation(),
            Err(_) => false,
        }
    }

    /// A critical extension that this program does not process, if any: RFC 5280
    /// has it refused.
    pub(crate) fn unknown_critical_extension(&self) -> Option<String> {
        use const_oid::db::rfc5280::{
            ID_CE_BASIC_CONSTRAINTS, ID_CE_EXT_KEY_USAGE, ID_CE_KEY_USAGE,
        };
        const KNOWN: [ObjectIdentifier; 3] =
            [ID_CE_BASIC_CONSTRAINTS, ID_CE_KEY_USAGE, ID_CE_EXT_KEY_USAGE];
        let extensions: Option<&Extensions> = self.parsed.tbs_certificate().extensions();
        let unknown = |e: &&Extension| e.critical && !KNOWN.contains(&e.extn_id);
        extensions?.iter().find(unknown).map(|e| e.extn_id.to_string())
    }
}
