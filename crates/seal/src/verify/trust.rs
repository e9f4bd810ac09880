//! Whether the signer's certificate is one the caller trusts.

use thiserror::Error;

use crate::{Certificate, CertificateInfo};

/// Whether the signer's certificate is trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The certificate is one of those given, or was issued by one of them.
    Trusted {
        /// Fingerprint of the given certificate that vouches for the signer.
        by: String,
    },
    /// Certificates were given, and none of them vouches for the signer.
    NotTrusted {
        /// Why.
        reason: NotTrusted,
    },
    /// The caller gave no certificate to trust: anyone could have signed.
    NoTrustGiven,
}

/// Why a signer is not trusted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotTrusted {
    /// A file that is not intact is vouched for by nobody.
    #[error("the file is not intact, so no signer vouches for it")]
    NotIntact,
    /// None of the given certificates is the signer's or its issuer's.
    #[error(
        "none of the {given} trusted certificates is the signer's ({fingerprint}) or issued it; \
         compare the fingerprint with the one the issuer of the report publishes"
    )]
    Unknown {
        /// How many were given.
        given: usize,
        /// Fingerprint of the signer's certificate.
        fingerprint: String,
    },
    /// A given certificate did issue the signer's, but was not entitled to.
    #[error("the trusted certificate {by} issued the signer's, which does not count: {why}")]
    NotEntitled {
        /// Fingerprint of the given certificate.
        by: String,
        /// Why it does not count.
        why: String,
    },
}

/// What does not break a signature but should be known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Warning {
    /// The claimed time lies outside the certificate's validity.
    #[error(
        "the claimed signing time {claimed_unix} is outside the certificate's validity \
         {not_before_unix} to {not_after_unix} (unix seconds); ask the issuer why"
    )]
    OutsideValidity {
        /// Claimed time.
        claimed_unix: i64,
        /// First second of the validity.
        not_before_unix: i64,
        /// Last second of the validity.
        not_after_unix: i64,
    },
    /// There is no claimed time, or not in the only form accepted.
    #[error("the signature claims no readable signing time (expected /M (D:YYYYMMDDHHMMSSZ))")]
    NoClaimedTime,
    /// The certificate's key usage does not include signing documents.
    #[error("the certificate {fingerprint} is not meant for signing documents (key usage)")]
    NotForDocuments {
        /// Fingerprint of the signer's certificate.
        fingerprint: String,
    },
}

/// Judges the signer. The first given certificate that vouches for it counts.
pub(super) fn judge(signer: Option<&Certificate>, intact: bool, trusted: &[Certificate]) -> Trust {
    if trusted.is_empty() {
        return Trust::NoTrustGiven;
    }
    let Some(signer) = signer.filter(|_| intact) else {
        return Trust::NotTrusted { reason: NotTrusted::NotIntact };
    };
    if let Some(same) = trusted.iter().find(|given| given.der() == signer.der()) {
        return Trust::Trusted { by: same.fingerprint() };
    }
    let mut reason =
        NotTrusted::Unknown { given: trusted.len(), fingerprint: signer.fingerprint() };
    for given in trusted.iter().filter(|given| signer.issuer_refusal(given).is_none()) {
        match entitlement_refusal(given, signer) {
            None => return Trust::Trusted { by: given.fingerprint() },
            Some(why) => reason = NotTrusted::NotEntitled { by: given.fingerprint(), why },
        }
    }
    Trust::NotTrusted { reason }
}

/// Why a certificate issued by `root` does not count; `None` when it does.
fn entitlement_refusal(root: &Certificate, signer: &Certificate) -> Option<String> {
    if let Some(why) = root.authority_refusal() {
        return Some(why);
    }
    if let Some(name) = signer.unknown_critical_extension() {
        return Some(format!("the signer's critical extension {name} is not understood"));
    }
    if !signer.may_sign_documents() {
        return Some("the signer's key may not sign documents".to_owned());
    }
    None
}

/// Warnings about the signer and its claimed time.
pub(super) fn warnings(
    signer: &Certificate,
    info: &CertificateInfo,
    claimed_unix: Option<i64>,
) -> Vec<Warning> {
    let (not_before_unix, not_after_unix) = (info.not_before_unix, info.not_after_unix);
    let mut warnings = Vec::new();
    match claimed_unix {
        None => warnings.push(Warning::NoClaimedTime),
        Some(claimed_unix) if !(not_before_unix..=not_after_unix).contains(&claimed_unix) => {
            warnings.push(Warning::OutsideValidity {
                claimed_unix,
                not_before_unix,
                not_after_unix,
            });
        }
        Some(_) => {}
    }
    if !signer.may_sign_documents() {
        warnings.push(Warning::NotForDocuments { fingerprint: info.fingerprint.clone() });
    }
    warnings
}
