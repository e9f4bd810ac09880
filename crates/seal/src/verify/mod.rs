//! Says whether a signed PDF is intact, and by whose certificate.
//!
//! Strict on purpose: the rules for PDF signatures in general leave bytes whose
//! change nobody notices (padding and letter case of `/Contents`, data after the
//! end, certificates that take no part). Here the signed bytes are all bytes but
//! `/Contents`, and `/Contents` is rebuilt and compared.

mod contents;
mod defect;
mod lexer;
mod locate;
mod time;
mod trust;

use core::ops::Range;

pub use defect::Defect;
pub use trust::{NotTrusted, Trust, Warning};

use crate::text::{hex, sha256_hex};
use crate::{Certificate, CertificateInfo, cms};
use locate::Located;
pub(crate) use locate::locate;

/// What is known about a file after verification. The claims are what the file
/// says; they mean something only when `intact` is `Ok`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Whether not one byte has changed since the signature was made.
    pub intact: Result<(), Defect>,
    /// The certificate found in the signature.
    pub certificate: Option<CertificateInfo>,
    /// Whether that certificate is one the caller trusts. Never
    /// [`Trust::Trusted`] when the file is not intact.
    pub trust: Trust,
    /// When the signer claims to have signed, unix seconds.
    pub claimed_time_unix: Option<i64>,
    /// The signer's name as claimed. Compare with the certificate.
    pub claimed_name: Option<String>,
    /// The reason as claimed.
    pub claimed_reason: Option<String>,
    /// The location as claimed.
    pub claimed_location: Option<String>,
    /// What does not break the signature but should be known.
    pub warnings: Vec<Warning>,
    /// SHA-256 of the whole file, lower-case hexadecimal.
    pub file_sha256: String,
    /// Length of the file.
    pub bytes_len: u64,
}

/// Verifies a signed PDF. Any input gives an answer; none is an error.
///
/// `trusted` are certificates that the caller trusts: signers themselves, or
/// authorities that issued a signer's certificate directly.
#[must_use]
pub fn verify_pdf(bytes: &[u8], trusted: &[Certificate]) -> Verification {
    let mut verification = Verification {
        intact: Ok(()),
        certificate: None,
        trust: Trust::NoTrustGiven,
        claimed_time_unix: None,
        claimed_name: None,
        claimed_reason: None,
        claimed_location: None,
        warnings: Vec::new(),
        file_sha256: sha256_hex(bytes),
        bytes_len: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
    };
    let mut signer = None;
    verification.intact = check(bytes, &mut verification, &mut signer);
    verification.trust = trust::judge(signer.as_ref(), verification.intact.is_ok(), trusted);
    if let Some(signer) = signer {
        let info = signer.info();
        verification.warnings = trust::warnings(&signer, &info, verification.claimed_time_unix);
        verification.certificate = Some(info);
    }
    verification
}

/// The checks in the order in which a reader would want to hear about them.
/// What is learnt on the way is kept even when a later check fails.
fn check(
    bytes: &[u8],
    verification: &mut Verification,
    signer: &mut Option<Certificate>,
) -> Result<(), Defect> {
    let located = locate(bytes)?;
    verification.claimed_time_unix = located.claims.time_unix;
    verification.claimed_name.clone_from(&located.claims.name);
    verification.claimed_reason.clone_from(&located.claims.reason);
    verification.claimed_location.clone_from(&located.claims.location);

    locate::check_byte_range(bytes, &located)?;
    let container = contents::decode(bytes, &located.contents)?;
    let parts = cms::read(&container)
        .map_err(|reason| Defect::BrokenContainer { offset: located.contents.start, reason })?;
    *signer = Some(parts.certificate.clone());
    contents::check_canonical(&container, &parts, &located.contents)?;
    check_digest(bytes, &located, &parts)?;
    check_signature(&parts, &located.contents)
}

/// The signed bytes have the digest that the signature states.
fn check_digest(bytes: &[u8], located: &Located, parts: &cms::Parts) -> Result<(), Defect> {
    let algorithm = parts.certificate.key().algorithm();
    let found = algorithm.digest_of(&[
        bytes.get(..located.contents.start).unwrap_or_default(),
        bytes.get(located.contents.end..).unwrap_or_default(),
    ]);
    if found == parts.digest {
        return Ok(());
    }
    Err(Defect::DigestMismatch {
        first_end: located.contents.start,
        second_start: located.contents.end,
        second_end: bytes.len(),
        digest: algorithm.digest_name(),
        stated: hex(&parts.digest),
        found: hex(&found),
    })
}

/// The key of the certificate signed that digest.
fn check_signature(parts: &cms::Parts, contents: &Range<usize>) -> Result<(), Defect> {
    let offset = contents.start;
    let message = cms::to_be_signed(&parts.certificate, &parts.digest)
        .map_err(|error| Defect::BrokenContainer { offset, reason: error.to_string() })?;
    if parts.certificate.key().is_signed(&message, &parts.signature) {
        return Ok(());
    }
    Err(Defect::WrongSignature { offset, fingerprint: parts.certificate.fingerprint() })
}
