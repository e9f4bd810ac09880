//! Whether the signer's certificate is one the caller trusts.

use thiserror::Error;

use super::time::utc;
use crate::chain::{self, Purpose};
use crate::signer::Carried;
use crate::{Certificate, NotTrusted};

/// Seconds by which two clocks may differ that are both right.
pub const CLOCKS_DIFFER_SECONDS_MAX: i64 = 300;

/// Whether the signer's certificate is trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The certificate is one of those given, or a chain leads from it to one of them: its fingerprint.
    Trusted(String),
    /// Certificates were given, and none of them vouches for the signer.
    NotTrusted(NotTrusted),
    /// The caller gave no certificate to trust: anyone could have signed.
    NoTrustGiven,
}

/// What does not break a signature but should be known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Warning {
    /// The claimed time lies outside the certificate's validity.
    #[error(
        "the claimed signing time {} is outside the certificate's validity {} to {}; ask the issuer why",
        utc(*.claimed_unix), utc(*.not_before_unix), utc(*.not_after_unix)
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
    /// The authority had the signature before the time at which the signer claims to have made it.
    #[error(
        "the claimed signing time {} is after the timestamp's {}: the claimed one is wrong; ask the issuer why",
        utc(*.claimed_unix), utc(*.stamped_unix)
    )]
    StampedBefore {
        /// Claimed time.
        claimed_unix: i64,
        /// Time of the authority.
        stamped_unix: i64,
    },
    /// The certificate has expired since, and only the signer says that the signature is older.
    #[error(
        "the certificate has expired ({}), and no trusted timestamp shows that the signature of {} is older than that",
        utc(*.not_after_unix), utc(*.claimed_unix)
    )]
    ExpiredSince {
        /// Claimed time.
        claimed_unix: i64,
        /// Last second of the validity.
        not_after_unix: i64,
    },
    /// The certificate's key usage does not include signing documents.
    #[error("the certificate {0} is not meant for signing documents (key usage or purposes)")]
    NotForDocuments(String),
}

/// Judges the signer, or the authority of a timestamp, by the time `at`; the chain above it where it is trusted.
pub(super) fn judge(
    signer: Option<&Carried>,
    intact: bool,
    trusted: &[Certificate],
    at: Option<i64>,
    purpose: Purpose,
) -> (Trust, Vec<Certificate>) {
    if trusted.is_empty() {
        return (Trust::NoTrustGiven, Vec::new());
    }
    let Some(signer) = signer.filter(|_| intact) else {
        return (Trust::NotTrusted(NotTrusted::NotIntact), Vec::new());
    };
    let leaf = &signer.certificate;
    match chain::to_trusted(leaf, &signer.authorities, trusted, at, purpose) {
        Ok(above) => (Trust::Trusted(above.last().unwrap_or(leaf).fingerprint()), above),
        Err(reason) => (Trust::NotTrusted(reason), Vec::new()),
    }
}

/// What the clock of whoever verifies adds where no trusted timestamp says when the signature was made: a signature of
/// a time to come is not trusted, and of a certificate that has expired since it is said so.
pub(super) fn by_clock(
    (trust, warnings): (&mut Trust, &mut Vec<Warning>),
    not_after_unix: i64,
    claimed_unix: Option<i64>,
    now_unix: i64,
) {
    let (Some(claimed_unix), Trust::Trusted(_)) = (claimed_unix, &*trust) else { return };
    if claimed_unix - now_unix > CLOCKS_DIFFER_SECONDS_MAX {
        *trust = Trust::NotTrusted(NotTrusted::Ahead { claimed_unix, now_unix });
    } else if now_unix > not_after_unix {
        warnings.push(Warning::ExpiredSince { claimed_unix, not_after_unix });
    }
}

/// Warnings about the signer and the time.
pub(super) fn warnings(
    signer: &Certificate,
    claimed_unix: Option<i64>,
    stamped_unix: Option<i64>,
) -> Vec<Warning> {
    let info = signer.info();
    let (not_before_unix, not_after_unix) = (info.not_before_unix, info.not_after_unix);
    let mut warnings = Vec::new();
    match claimed_unix {
        None => warnings.push(Warning::NoClaimedTime),
        Some(claimed_unix) if !signer.is_valid_at(claimed_unix) => {
            let outside =
                Warning::OutsideValidity { claimed_unix, not_before_unix, not_after_unix };
            warnings.push(outside);
        }
        Some(_) => {}
    }
    if let (Some(claimed_unix), Some(stamped_unix)) = (claimed_unix, stamped_unix)
        && claimed_unix - stamped_unix > CLOCKS_DIFFER_SECONDS_MAX
    {
        warnings.push(Warning::StampedBefore { claimed_unix, stamped_unix });
    }
    if !signer.may_sign_documents() {
        warnings.push(Warning::NotForDocuments(info.fingerprint));
    }
    warnings
}
