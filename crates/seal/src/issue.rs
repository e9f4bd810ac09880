//! Makes the self-signed certificate of a new identity, and the request for one by an authority.

use std::time::Duration;

use der::asn1::{OctetString, SetOfVec, Utf8StringRef};
use der::pem::LineEnding;
use der::{Any, DateTime, Decode as _, Encode as _, EncodePem as _};
use sha2::{Digest as _, Sha256};
use spki::{ObjectIdentifier, SubjectPublicKeyInfoRef};
use x509_cert::attr::AttributeTypeAndValue;
use x509_cert::builder::profile::BuilderProfile;
use x509_cert::builder::{Builder as _, CertificateBuilder};
use x509_cert::certificate::TbsCertificate;
use x509_cert::ext::pkix::{BasicConstraints, KeyUsage, KeyUsages, SubjectKeyIdentifier};
use x509_cert::ext::{Extension, ToExtension as _};
use x509_cert::name::{Name, RdnSequence, RelativeDistinguishedName};
use x509_cert::request::RequestBuilder;
use x509_cert::serial_number::SerialNumber;
use x509_cert::time::{Time, Validity};

use crate::keys::SecretKey;
use crate::{Certificate, IdentityError};
use feltproof_printable::is_misleading;

/// Upper bound of common names and organisations in RFC 5280.
const NAME_CHARACTERS_MAX: usize = 64;

/// Signs a certificate for `key` with `key` itself; times are unix seconds, and `serial` is random.
pub(crate) fn self_signed(
    key: &SecretKey,
    (name, organisation): (&str, Option<&str>),
    validity: (i64, i64),
    mut serial: [u8; 16],
) -> Result<Certificate, IdentityError> {
    let subject = subject(name, organisation)?;
    let validity = self::validity(validity)?;
    // Two fixed bits keep the serial number positive and of one length; 126 are the caller's.
    serial[0] = (serial[0] & 0x7f) | 0x40;
    let (public, serial) = (key.public().to_info().map_err(encoding)?, SerialNumber::new(&serial)?);
    let builder = CertificateBuilder::new(SelfSigned { subject }, serial, validity, public);
    let builder = builder.map_err(encoding)?;
    // Neither needs randomness: the same key signs the same certificate.
    let certificate = match key {
        SecretKey::Ed25519(key) => builder.build::<_, ed25519_dalek::Signature>(key),
        SecretKey::EcdsaP256(key) => builder.build::<_, p256::ecdsa::DerSignature>(key),
    };
    Ok(Certificate::from_der(&certificate.map_err(encoding)?.to_der()?)?)
}

/// A request to an authority (PKCS#10, RFC 2986) for a certificate of the same subject and key. An authority decides
/// itself what it puts into the certificate; the key usage is asked for.
pub(crate) fn request(key: &SecretKey, held: &Certificate) -> Result<String, IdentityError> {
    let subject = held.parsed().tbs_certificate().subject().clone();
    let mut builder = RequestBuilder::new(subject).map_err(encoding)?;
    let usage = KeyUsage(KeyUsages::DigitalSignature | KeyUsages::NonRepudiation);
    builder.add_extension((true, &usage))?;
    let request = match key {
        SecretKey::Ed25519(key) => builder.build::<_, ed25519_dalek::Signature>(key),
        SecretKey::EcdsaP256(key) => builder.build::<_, p256::ecdsa::DerSignature>(key),
    };
    Ok(request.map_err(encoding)?.to_pem(LineEnding::LF)?)
}

/// Subject and issuer are the same; the key signs documents and nothing else.
struct SelfSigned {
    subject: Name,
}

impl BuilderProfile for SelfSigned {
    fn get_issuer(&self, subject: &Name) -> Name {
        subject.clone()
    }

    fn get_subject(&self) -> Name {
        self.subject.clone()
    }

    fn build_extensions(
        &self,
        spk: SubjectPublicKeyInfoRef<'_>,
        _issuer_spk: SubjectPublicKeyInfoRef<'_>,
        tbs: &TbsCertificate,
    ) -> x509_cert::builder::Result<Vec<Extension>> {
        let subject = tbs.subject();
        let constraints = BasicConstraints { ca: false, path_len_constraint: None };
        let usage = KeyUsage(KeyUsages::DigitalSignature | KeyUsages::NonRepudiation);
        // RFC 7093, method 1: the first 160 bits of SHA-256 of the public key.
        let digest = Sha256::digest(spk.subject_public_key.raw_bytes());
        let identifier = digest.get(..20).unwrap_or_default();
        let identifier = SubjectKeyIdentifier(OctetString::new(identifier)?);
        Ok(vec![
            (true, &constraints).to_extension(subject, &[])?,
            (true, &usage).to_extension(subject, &[])?,
            (false, &identifier).to_extension(subject, &[])?,
        ])
    }
}

fn subject(name: &str, organisation: Option<&str>) -> Result<Name, IdentityError> {
    use const_oid::db::rfc4519::{COMMON_NAME, ORGANIZATION_NAME};
    let mut names = RdnSequence::default();
    if let Some(organisation) = organisation {
        names.push(attribute(ORGANIZATION_NAME, "organisation", organisation)?);
    }
    names.push(attribute(COMMON_NAME, "name", name)?);
    // The same structure; this way no unchecked constructor is needed.
    Ok(Name::from_der(&names.to_der()?)?)
}

fn attribute(
    oid: ObjectIdentifier,
    field: &'static str,
    text: &str,
) -> Result<RelativeDistinguishedName, IdentityError> {
    let found = if text.trim().is_empty() { 0 } else { text.chars().count() };
    if !(1..=NAME_CHARACTERS_MAX).contains(&found) {
        return Err(IdentityError::NameLength { field, found });
    }
    if let Some(c) = text.chars().find(|c| is_misleading(*c)) {
        return Err(IdentityError::NameCharacter { field, code: u32::from(c) });
    }
    let value = Any::from(Utf8StringRef::new(text)?);
    let mut set = SetOfVec::new();
    set.insert(AttributeTypeAndValue { oid, value })?;
    Ok(RelativeDistinguishedName::try_from(set.into_vec())?)
}

fn validity((not_before_unix, not_after_unix): (i64, i64)) -> Result<Validity, IdentityError> {
    let refused = || IdentityError::Validity { not_before_unix, not_after_unix };
    if not_after_unix <= not_before_unix {
        return Err(refused());
    }
    let time = |seconds: i64| -> Result<Time, IdentityError> {
        let seconds = u64::try_from(seconds).map_err(|_| refused())?;
        let time = DateTime::from_unix_duration(Duration::from_secs(seconds));
        time.map(Time::from).map_err(|_| refused())
    };
    Ok(Validity::new(time(not_before_unix)?, time(not_after_unix)?))
}

pub(crate) fn encoding(error: impl core::fmt::Display) -> IdentityError {
    IdentityError::Encoding(error.to_string())
}
