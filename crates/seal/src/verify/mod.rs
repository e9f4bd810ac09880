//! Says whether a signed PDF is intact, and by whose certificate.
//!
//! Strict on purpose: PDF signatures in general leave bytes whose change nobody notices (padding
//! and letter case of `/Contents`, data after the end, idle certificates). Here all bytes but
//! `/Contents` are signed, and `/Contents` is rebuilt and compared.

mod approval;
mod contents;
mod defect;
pub(crate) mod lexer;
mod locate;
pub(crate) mod time;
mod trust;

use core::ops::Range;

pub use defect::Defect;
pub use trust::{CLOCKS_DIFFER_SECONDS_MAX, Trust, Warning};

use crate::chain::Purpose;
use crate::signer::Signer;
use crate::text::{hex, sha256_hex};
use crate::timestamp::{self, Token};
use crate::{Certificate, CertificateInfo, cms};
use sha2::{Digest as _, Sha256};

use approval::Revisions;
use locate::Located;
pub(crate) use locate::locate;

/// What is known about a file after verification. Claims mean something only when `intact` is `Ok`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Whether not one byte has changed since the signature was made.
    pub intact: Result<(), Defect>,
    /// The certificate found in the signature.
    pub certificate: Option<CertificateInfo>,
    /// Whether the caller trusts that certificate; never [`Trust::Trusted`] when not intact.
    pub trust: Trust,
    /// When the signer claims to have signed, unix seconds.
    pub claimed_time_unix: Option<i64>,
    /// The signer's name as claimed. Compare with the certificate.
    pub claimed_name: Option<String>,
    /// The reason as claimed.
    pub claimed_reason: Option<String>,
    /// The location as claimed.
    pub claimed_location: Option<String>,
    /// The authorities by which a signer is trusted, the nearest first; empty where it is itself.
    pub chain: Vec<CertificateInfo>,
    /// The timestamp of an authority over the signature, where there is one and it holds.
    pub timestamp: Option<Timestamp>,
    /// Whether a field is reserved for an approval and still empty; an approval that was taken away leaves it so.
    pub awaits_approval: bool,
    /// The approval, where there is one and it holds.
    pub approval: Option<Approval>,
    /// What does not break the signature but should be known.
    pub warnings: Vec<Warning>,
    /// SHA-256 of the whole file, lower-case hexadecimal.
    pub file_sha256: String,
    /// Length of the file.
    pub bytes_len: u64,
}

/// A timestamp (RFC 3161) over the signature: its time by the clock of an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// When the signature existed, unix seconds.
    pub time_unix: i64,
    /// The authority.
    pub authority: CertificateInfo,
    /// Whether the caller trusts it.
    pub trust: Trust,
}

/// The signature of whoever approved a report, in the reserved field, alone on a later revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The approver's certificate.
    pub certificate: CertificateInfo,
    /// Whether the caller trusts it.
    pub trust: Trust,
    /// When the approver claims to have signed, unix seconds.
    pub claimed_time_unix: Option<i64>,
    /// The reason as claimed.
    pub claimed_reason: Option<String>,
    /// The timestamp over this signature, where there is one.
    pub timestamp: Option<Timestamp>,
}

/// Verifies a signed PDF. Any input gives an answer; none is an error.
///
/// `trusted` are certificates that the caller trusts: signers themselves, or authorities above them; and likewise the
/// authorities of timestamps. The validity of a chain is judged at the time of a trusted timestamp, without one at the
/// time that the signer claims.
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
        chain: Vec::new(),
        timestamp: None,
        awaits_approval: false,
        approval: None,
        warnings: Vec::new(),
        file_sha256: sha256_hex(bytes),
        bytes_len: bytes.len() as u64,
    };
    let mut found = Found::default();
    let revisions = approval::revisions(bytes);
    let report = revisions.as_ref().map_or(bytes, |revisions| revisions.report);
    verification.intact = check(report, &mut verification, &mut found);
    let mut approver = Found::default();
    let mut claims = None;
    if let (Ok(()), Some(revisions)) = (&verification.intact, &revisions) {
        verification.awaits_approval = false;
        verification.intact = check_approval(bytes, revisions, &mut approver).map(|located| {
            claims = Some(located.claims);
        });
        if verification.intact.is_ok()
            && let (Some(signer), Some(approver)) = (&found.signer, &approver.signer)
            && signer.key == approver.key
        {
            let fingerprint = approver.certificate().fingerprint();
            verification.intact = Err(Defect::OwnApproval(fingerprint));
        }
    }
    let is_intact = verification.intact.is_ok();
    let judged = judged(&found, is_intact, trusted, verification.claimed_time_unix);
    (verification.trust, verification.timestamp) = (judged.trust, judged.timestamp);
    verification.chain = judged.chain.iter().map(Certificate::info).collect();
    if let Some(claims) = claims {
        let judged = self::judged(&approver, is_intact, trusted, claims.time_unix);
        verification.approval = approver.signer.map(|signer| Approval {
            certificate: signer.certificate().info(),
            trust: judged.trust,
            claimed_time_unix: claims.time_unix,
            claimed_reason: claims.reason,
            timestamp: judged.timestamp,
        });
    }
    if let Some(signer) = found.signer {
        let stamped_unix = verification.timestamp.as_ref().map(|timestamp| timestamp.time_unix);
        let claimed_unix = verification.claimed_time_unix;
        verification.warnings = trust::warnings(signer.certificate(), claimed_unix, stamped_unix);
        verification.certificate = Some(signer.certificate().info());
    }
    verification
}

impl Verification {
    /// The same by the clock of whoever verifies: a signature whose time nobody but its signer states is not trusted where
    /// that time has not come yet, and a certificate that has expired since is a warning.
    #[must_use]
    pub fn at(mut self, now_unix: i64) -> Self {
        let is_stamped = |timestamp: &Option<Timestamp>| {
            timestamp.as_ref().is_some_and(|stamp| matches!(stamp.trust, Trust::Trusted(_)))
        };
        let warnings = &mut self.warnings;
        if let Some(of) = self.certificate.as_ref().filter(|_| !is_stamped(&self.timestamp)) {
            let (claimed, of) = (self.claimed_time_unix, of.not_after_unix);
            trust::by_clock((&mut self.trust, warnings), of, claimed, now_unix);
        }
        if let Some(approval) = self.approval.as_mut().filter(|by| !is_stamped(&by.timestamp)) {
            let (claimed, of) = (approval.claimed_time_unix, approval.certificate.not_after_unix);
            trust::by_clock((&mut approval.trust, warnings), of, claimed, now_unix);
        }
        self
    }
}

/// Length of the report as it was signed: without the approval, if it has one.
pub(crate) fn first_revision_len(bytes: &[u8]) -> usize {
    approval::revisions(bytes).map_or(bytes.len(), |revisions| revisions.report.len())
}

/// Who signed, and the timestamp: what trust is judged by.
#[derive(Default)]
struct Found {
    signer: Option<Signer>,
    token: Option<Token>,
}

struct Judged {
    trust: Trust,
    chain: Vec<Certificate>,
    timestamp: Option<Timestamp>,
}

fn judged(
    found: &Found,
    is_intact: bool,
    trusted: &[Certificate],
    claimed_unix: Option<i64>,
) -> Judged {
    let timestamp = found.token.as_ref().filter(|_| is_intact).map(|token| {
        let (time_unix, authority) = (token.time_unix, &token.authority);
        let purpose = Purpose::Timestamps;
        let (trust, _) = trust::judge(Some(authority), true, trusted, Some(time_unix), purpose);
        Timestamp { time_unix, authority: authority.certificate.info(), trust }
    });
    let stamped = timestamp.as_ref().filter(|t| matches!(t.trust, Trust::Trusted(_)));
    let at = stamped.map(|timestamp| timestamp.time_unix).or(claimed_unix);
    let signer = found.signer.as_ref().map(|signer| &signer.carried);
    let (trust, chain) = trust::judge(signer, is_intact, trusted, at, Purpose::Documents);
    Judged { trust, chain, timestamp }
}

/// The checks as a reader would want to hear them; what is learnt before one fails is kept.
fn check(bytes: &[u8], verification: &mut Verification, found: &mut Found) -> Result<(), Defect> {
    let located = locate(bytes)?;
    verification.claimed_time_unix = located.claims.time_unix;
    verification.claimed_name.clone_from(&located.claims.name);
    verification.claimed_reason.clone_from(&located.claims.reason);
    verification.claimed_location.clone_from(&located.claims.location);
    verification.awaits_approval = located.awaits_approval;

    locate::check_byte_range(bytes, &located)?;
    check_container(bytes, &located, found)
}

/// The approval of an intact report: its revision of the whole file, then its signature.
fn check_approval(
    bytes: &[u8],
    revisions: &Revisions<'_>,
    found: &mut Found,
) -> Result<Located, Defect> {
    let located = approval::check(bytes, revisions)?;
    locate::check_byte_range(bytes, &located)?;
    check_container(bytes, &located, found)?;
    Ok(located)
}

/// The container is in its one form, and states the digest of the signed bytes, which its key signed.
fn check_container(bytes: &[u8], located: &Located, found: &mut Found) -> Result<(), Defect> {
    let decoded = contents::decode(bytes, &located.contents)?;
    let (container, padding) = contents::split(&decoded);
    let parts = cms::read(container)
        .map_err(|reason| Defect::BrokenContainer { offset: located.contents.start, reason })?;
    found.signer = Some(parts.signer.clone());
    contents::check_canonical(container, &parts, &located.contents)?;
    contents::check_padding(container, padding, &parts, &located.contents)?;
    check_digest(bytes, located, &parts)?;
    check_signature(&parts, &located.contents)?;
    found.token = check_timestamp(&parts, located.contents.start)?;
    Ok(())
}

/// The timestamp is one, over this signature, and in the only form that the signer writes.
fn check_timestamp(parts: &cms::Parts, offset: usize) -> Result<Option<Token>, Defect> {
    let Some(bytes) = &parts.timestamp else { return Ok(None) };
    let bad = |reason: String| Defect::BadTimestamp { offset, reason };
    let token = timestamp::read(bytes).map_err(bad)?;
    if token.imprint != Sha256::digest(&parts.signature).as_slice() {
        return Err(bad("it is over something else than this signature".to_owned()));
    }
    if token.canonical != *bytes {
        return Err(bad("it is not in its only permitted form".to_owned()));
    }
    Ok(Some(token))
}

/// The signed bytes have the digest that the signature states.
fn check_digest(bytes: &[u8], located: &Located, parts: &cms::Parts) -> Result<(), Defect> {
    let algorithm = parts.signer.algorithm();
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
        digest: algorithm.of_digest().1,
        stated: hex(&parts.digest),
        found: hex(&found),
    })
}

fn check_signature(parts: &cms::Parts, contents: &Range<usize>) -> Result<(), Defect> {
    let offset = contents.start;
    let message = cms::to_be_signed(&parts.signer, &parts.digest)
        .map_err(|error| Defect::BrokenContainer { offset, reason: error.to_string() })?;
    if parts.signer.key.is_signed(&message, &parts.signature) {
        return Ok(());
    }
    Err(Defect::WrongSignature { offset, fingerprint: parts.signer.certificate().fingerprint() })
}
