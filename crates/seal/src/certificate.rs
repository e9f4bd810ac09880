//! A certificate: read, described, and checked against an issuer.

use const_oid::db::rfc5280::{ID_KP_EMAIL_PROTECTION, ID_KP_TIME_STAMPING};
use der::{Decode as _, Encode as _};
use pkcs8::LineEnding;
use spki::ObjectIdentifier;
use x509_cert::ext::pkix::name::DirectoryString;
use x509_cert::ext::pkix::{BasicConstraints, ExtendedKeyUsage, KeyUsage};
use x509_cert::ext::{Extension, Extensions};

use crate::issuer_key::{self, IssuerKey, Scheme};
use crate::keys::PublicKey;
use crate::text::{hex, sha256_hex, shortened};
use crate::{Algorithm, CertificateError};
use crate::{names, pem};
use feltproof_printable::visible;

/// Purposes of a key that include signing a document: any, e-mail, RFC 9336, and those of Microsoft and Adobe. Client
/// authentication stands in certificates of persons beside one of these.
const DOCUMENTS: [ObjectIdentifier; 5] = [
    ObjectIdentifier::new_unwrap("2.5.29.37.0"),
    ID_KP_EMAIL_PROTECTION,
    ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.36"),
    ObjectIdentifier::new_unwrap("1.3.6.1.4.1.311.10.3.12"),
    ObjectIdentifier::new_unwrap("1.2.840.113583.1.1.5"),
];

const PEM_LABEL: &str = "CERTIFICATE";

/// An X.509 certificate, kept with the exact bytes it came in. One that signs is of an Ed25519 or P-256 key; authorities
/// may have RSA and P-384 as well, and of any other this program can only say that it does not know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    der: Vec<u8>,
    parsed: x509_cert::Certificate,
    key: Option<IssuerKey>,
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
    /// How its key signs, where this program knows it.
    pub algorithm: Option<Algorithm>,
    /// The same in words, of any key.
    pub key: String,
    /// SHA-256 of the DER certificate, lower-case hexadecimal.
    pub fingerprint: String,
    /// SHA-256 of its public key with its algorithm (`SubjectPublicKeyInfo`), lower-case hexadecimal: two certificates of
    /// one key have the same.
    pub key_fingerprint: String,
    /// First second of the validity, unix time.
    pub not_before_unix: i64,
    /// Last second of the validity, unix time.
    pub not_after_unix: i64,
    /// Whether its key may sign documents.
    pub signs_documents: bool,
    /// How its issuer signed it, where this program cannot check that.
    pub unknown_signature: Option<String>,
    /// Whether the certificate's own key signed it.
    pub self_signed: bool,
}

impl Certificate {
    /// Reads one DER certificate. Fails when it is not a canonically encoded X.509 certificate, or
    /// its key is none of the algorithm it names.
    pub fn from_der(bytes: &[u8]) -> Result<Self, CertificateError> {
        let bad = CertificateError::BadDer;
        let parsed = x509_cert::Certificate::from_der(bytes).map_err(|e| bad(e.to_string()))?;
        let again = parsed.to_der().map_err(|e| bad(e.to_string()))?;
        if again != bytes {
            // Two encodings of one certificate would be two fingerprints.
            return Err(bad("its encoding is not the canonical one".to_owned()));
        }
        let info = parsed.tbs_certificate().subject_public_key_info();
        let key = IssuerKey::of(info).map_err(CertificateError::BadKey)?;
        Ok(Self { der: again, parsed, key })
    }

    /// Reads every certificate of a file: PEM with other blocks and text passed over, or a single
    /// DER one. Fails when there is none, or one of them cannot be read.
    pub fn read_all(file: &[u8]) -> Result<Vec<Self>, CertificateError> {
        let text = String::from_utf8_lossy(file);
        let blocks = pem::blocks(&text);
        // A DER SEQUENCE begins with 0x30; anything else is not worth a DER error.
        if blocks.is_empty() && file.first() == Some(&0x30) {
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
            return Err(CertificateError::Missing(file.len()));
        }
        Ok(certificates)
    }

    /// The certificates of a file that are trusted when somebody trusts the file: all of them, but
    /// of one that holds a signer's own certificate only that. The authorities behind it are there
    /// to lead up from it, and whoever trusts a signer does not mean everyone else whom they issued
    /// a certificate to. Fails as [`Certificate::read_all`] does.
    pub fn read_trusted(file: &[u8]) -> Result<Vec<Self>, CertificateError> {
        let mut all = Self::read_all(file)?;
        if !all.iter().all(Self::is_authority) {
            all.retain(|one| !one.is_authority());
        }
        Ok(all)
    }

    /// The exact DER bytes.
    #[must_use]
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// The certificate as a PEM block. Fails when it is too long to be encoded.
    pub fn to_pem(&self) -> Result<String, CertificateError> {
        der::pem::encode_string(PEM_LABEL, LineEnding::LF, &self.der)
            .map_err(|error| CertificateError::BadDer(error.to_string()))
    }

    /// SHA-256 of the DER certificate, lower-case hexadecimal.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        sha256_hex(&self.der)
    }

    /// SHA-256 of its `SubjectPublicKeyInfo`, lower-case hexadecimal.
    pub(crate) fn key_fingerprint(&self) -> String {
        let info = self.parsed.tbs_certificate().subject_public_key_info();
        // What was read can be written again.
        info.to_der().map(|bytes| sha256_hex(&bytes)).unwrap_or_default()
    }

    /// What the certificate says.
    #[must_use]
    pub fn info(&self) -> CertificateInfo {
        let tbs = self.parsed.tbs_certificate();
        let text = |value: der::Result<Option<DirectoryString>>| {
            value.ok().flatten().map(|value| visible(&value.value()))
        };
        let seconds = |time: x509_cert::time::Time| {
            let seconds = time.to_unix_duration().as_secs();
            i64::try_from(seconds).expect("years of certificates have four digits")
        };
        CertificateInfo {
            subject: visible(&tbs.subject().to_string()),
            name: text(tbs.subject().common_name()),
            organisation: text(tbs.subject().organization()),
            issuer: visible(&tbs.issuer().to_string()),
            serial: hex(tbs.serial_number().as_bytes()),
            algorithm: self.key().map(PublicKey::algorithm),
            key: self.key_name(),
            fingerprint: self.fingerprint(),
            key_fingerprint: self.key_fingerprint(),
            not_before_unix: seconds(tbs.validity().not_before),
            not_after_unix: seconds(tbs.validity().not_after),
            signs_documents: self.may_sign_documents(),
            unknown_signature: self.unknown_signature(),
            self_signed: self.issuer_refusal(self).is_none(),
        }
    }

    /// Whether both certificates are of one key.
    #[must_use]
    pub fn is_of_the_key_of(&self, other: &Self) -> bool {
        let info = |one: &Self| one.parsed.tbs_certificate().subject_public_key_info().clone();
        info(self) == info(other)
    }

    /// The key, where this program signs with its algorithm.
    pub(crate) fn key(&self) -> Option<&PublicKey> {
        self.issuer_key()?.own()
    }

    /// The key, where this program can check what it signed.
    pub(crate) fn issuer_key(&self) -> Option<&IssuerKey> {
        self.key.as_ref()
    }

    pub(crate) fn key_name(&self) -> String {
        match self.key() {
            Some(key) => key.algorithm().to_string(),
            None => issuer_key::kind(self.parsed.tbs_certificate().subject_public_key_info()),
        }
    }

    /// How a sentence names this certificate: by its subject, and by what tells it from others of that name.
    pub(crate) fn named(&self) -> String {
        let subject = visible(&self.parsed.tbs_certificate().subject().to_string());
        format!("{subject} ({})", shortened(&self.fingerprint()))
    }

    pub(crate) fn parsed(&self) -> &x509_cert::Certificate {
        &self.parsed
    }

    /// Whether `issuer` bears the name of whoever issued this certificate. Anyone can bear it.
    pub(crate) fn names_as_issuer(&self, issuer: &Self) -> bool {
        self.parsed.tbs_certificate().issuer() == issuer.parsed.tbs_certificate().subject()
    }

    /// Whether it bears the name of its own issuer, as a root does.
    pub(crate) fn is_self_issued(&self) -> bool {
        self.names_as_issuer(self)
    }

    /// The algorithm of its issuer's signature, where this program does not know it.
    pub(crate) fn unknown_signature(&self) -> Option<String> {
        let found = self.parsed.tbs_certificate().signature();
        Scheme::of_identifier(found).is_none().then(|| names::of_identifier(found))
    }

    /// Why `issuer` cannot have signed this with its key, allowed or not; `None` when it did.
    pub(crate) fn issuer_refusal(&self, issuer: &Self) -> Option<String> {
        let tbs = self.parsed.tbs_certificate();
        if !self.names_as_issuer(issuer) {
            return Some(format!("it was issued by {}", visible(&tbs.issuer().to_string())));
        }
        let Some(key) = issuer.issuer_key() else {
            return Some(format!(
                "{} has a key of {}, with which this program cannot check a signature",
                issuer.named(),
                issuer.key_name()
            ));
        };
        // The algorithm stands there twice, once in what is signed.
        let is_one = tbs.signature() == self.parsed.signature_algorithm();
        let scheme = Scheme::of_identifier(tbs.signature()).filter(|_| is_one);
        let is_signed = match (tbs.to_der(), self.parsed.signature().as_bytes()) {
            (Ok(message), Some(signature)) => {
                scheme.and_then(|scheme| key.is_signed(scheme, &message, signature))
            }
            _ => Some(false),
        };
        match is_signed {
            Some(true) => None,
            Some(false) => {
                Some(format!("the signature on it is not by the key of {}", issuer.named()))
            }
            None => Some(format!(
                "it is signed with {}, but the key of {} is of {}",
                names::of_identifier(tbs.signature()),
                issuer.named(),
                issuer.key_name()
            )),
        }
    }

    fn constraints(&self) -> Option<BasicConstraints> {
        self.parsed.tbs_certificate().get_extension().ok().flatten().map(|(_, found)| found)
    }

    fn is_authority(&self) -> bool {
        self.constraints().is_some_and(|constraints| constraints.ca)
    }

    /// How many authorities may stand between this one and a certificate at the end of a chain; `None`: any number.
    pub(crate) fn path_len(&self) -> Option<u8> {
        self.constraints()?.path_len_constraint
    }

    /// Whether a time lies within its validity, both ends included.
    pub(crate) fn is_valid_at(&self, unix_seconds: i64) -> bool {
        let info = self.info();
        (info.not_before_unix..=info.not_after_unix).contains(&unix_seconds)
    }

    /// Why this certificate may not issue others; `None` when it may.
    pub(crate) fn authority_refusal(&self) -> Option<String> {
        let tbs = self.parsed.tbs_certificate();
        if let Some(why) = self.extension_refusal() {
            return Some(why);
        }
        if !self.is_authority() {
            return Some("it is not a certificate authority".to_owned());
        }
        match tbs.get_extension::<KeyUsage>() {
            Ok(None) => None,
            Ok(Some((_, usage))) if usage.key_cert_sign() => None,
            _ => Some("its key may not sign certificates".to_owned()),
        }
    }

    /// Whether the key may sign documents: no key usage or purposes, or some that include it.
    pub(crate) fn may_sign_documents(&self) -> bool {
        self.may_sign()
            && match self.purposes() {
                Ok(None) => true,
                Ok(Some((_, purposes))) => purposes.0.iter().any(|oid| DOCUMENTS.contains(oid)),
                Err(_) => false,
            }
    }

    /// Why the key may not sign timestamps; `None` when it may (RFC 3161 section 2.3: for that alone, and critical).
    pub(crate) fn stamping_refusal(&self) -> Option<String> {
        let purpose = match self.purposes() {
            Ok(Some((true, purposes))) => purposes.0 == [ID_KP_TIME_STAMPING],
            _ => false,
        };
        if !purpose {
            return Some("its only purpose is not timestamping, stated as critical".to_owned());
        }
        (!self.may_sign()).then(|| "its key usage does not include signing".to_owned())
    }

    fn purposes(&self) -> der::Result<Option<(bool, ExtendedKeyUsage)>> {
        self.parsed.tbs_certificate().get_extension::<ExtendedKeyUsage>()
    }

    fn may_sign(&self) -> bool {
        match self.parsed.tbs_certificate().get_extension::<KeyUsage>() {
            Ok(None) => true,
            Ok(Some((_, usage))) => usage.digital_signature() || usage.non_repudiation(),
            Err(_) => false,
        }
    }

    /// A critical extension that this program does not process, if any: RFC 5280 has it refused.
    pub(crate) fn extension_refusal(&self) -> Option<String> {
        use const_oid::db::rfc5280::{
            ID_CE_BASIC_CONSTRAINTS, ID_CE_EXT_KEY_USAGE, ID_CE_KEY_USAGE,
        };
        const KNOWN: [ObjectIdentifier; 3] =
            [ID_CE_BASIC_CONSTRAINTS, ID_CE_KEY_USAGE, ID_CE_EXT_KEY_USAGE];
        let extensions: Option<&Extensions> = self.parsed.tbs_certificate().extensions();
        let unknown = |e: &&Extension| e.critical && !KNOWN.contains(&e.extn_id);
        let name = extensions?.iter().find(unknown)?.extn_id;
        Some(format!("it has a critical extension {name} that is not understood"))
    }
}
