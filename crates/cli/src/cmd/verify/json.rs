//! What `verify` found out about a report, for programs: JSON.

use super::More;
use super::against::AuditAgain;
use super::beside::FilesBeside;
use feltproof_seal::{Approval, Timestamp, Trust, Verification};
use feltproof_wire::{Sha256Hex, Text, form, list, object};

form! {
    /// `feltproof verify --format json`.
    #[schemars(title = "Feltproof verification")]
    pub(crate) VerificationOf as "feltproof-verification/1"(
        name: &str, found: &Verification, more: &More;
        certificate = found.certificate.as_ref()
    ) {
        file: Text = name.into() => "The report, as named.",
        /// Whether not one byte has changed since it was signed.
        intact: bool = found.intact.is_ok(),
        /// What is wrong; null where it is intact.
        defect: Option<String> = found.intact.as_ref().err().map(ToString::to_string),
        /// Subject of the certificate; null where there is none.
        certificate_subject: Option<String> = certificate.map(|of| of.subject.clone()),
        /// Its algorithm.
        certificate_algorithm: Option<String> = certificate.map(|of| of.key.clone()),
        /// Its fingerprint.
        certificate_sha256: Option<Sha256Hex> = certificate.map(|of| (&of.fingerprint).into()),
        #[serde(flatten)]
        trust: TrustOf = (&found.trust).into(),
        /// Subjects of the certificates that issued it, the nearest first.
        chain: Vec<Text> = list(found.chain.iter().map(|of| &of.subject)),
        /// RFC 3161 timestamp; null where there is none.
        timestamp: Option<Stamp> = found.timestamp.as_ref().map(Stamp::from),
        /// Whether the field reserved for an approver is empty.
        awaits_approval: bool = found.awaits_approval,
        /// Who approved it; null where nobody did.
        approval: Option<ApprovalOf> = found.approval.as_ref().map(ApprovalOf::from),
        /// Time claimed by the signer, in seconds since 1970-01-01T00:00:00Z.
        claimed_time_unix: Option<i64> = found.claimed_time_unix,
        /// Reason claimed by the signer.
        claimed_reason: Option<String> = found.claimed_reason.clone(),
        warnings: Vec<Text> = list(found.warnings.iter().map(ToString::to_string)) => "Warnings.",
        file_sha256: Sha256Hex = (&found.file_sha256).into() => "Digest of the whole file.",
        file_bytes: u64 = found.bytes_len => "Its size in bytes.",
        /// The files written with it; null where it states none.
        beside: Option<FilesBeside> = more.beside.as_ref().map(FilesBeside::from),
        /// Files written by --extract.
        extracted: Vec<Text> = list(more.extracted.iter().map(|path| path.display().to_string())),
        /// The audit run again; null where it was not.
        against: Option<AuditAgain> = more.against.as_ref().map(AuditAgain::from),
    }
}

object! {
    /// Who approved a report.
    ApprovalOf(approval: &Approval) {
        /// Subject of the certificate.
        certificate_subject: Text = (&approval.certificate.subject).into(),
        /// Its fingerprint.
        certificate_sha256: Sha256Hex = (&approval.certificate.fingerprint).into(),
        #[serde(flatten)]
        trust: TrustOf = (&approval.trust).into(),
        /// Time claimed, in seconds since 1970-01-01T00:00:00Z.
        claimed_time_unix: Option<i64> = approval.claimed_time_unix,
        claimed_reason: Option<String> = approval.claimed_reason.clone() => "Reason claimed.",
        /// RFC 3161 timestamp; null where there is none.
        timestamp: Option<Stamp> = approval.timestamp.as_ref().map(Stamp::from),
    }

    /// An RFC 3161 timestamp.
    Stamp(timestamp: &Timestamp) {
        time_unix: i64 = timestamp.time_unix => "When, in seconds since 1970-01-01T00:00:00Z.",
        /// Subject of the authority's certificate.
        authority_subject: Text = (&timestamp.authority.subject).into(),
        /// Its fingerprint.
        authority_sha256: Sha256Hex = (&timestamp.authority.fingerprint).into(),
        #[serde(flatten)]
        trust: TrustOf = (&timestamp.trust).into(),
    }

    /// Whether a certificate is trusted.
    TrustOf(
        trust: &Trust;
        (word, why) = match trust {
            Trust::Trusted(_) => ("trusted", None),
            Trust::NotTrusted(reason) => ("not_trusted", Some(reason.to_string())),
            Trust::NoTrustGiven => ("not_judged", None),
        }
    ) {
        #[schemars(extend("enum" = ["trusted", "not_trusted", "not_judged"]))]
        trust: &'static str = word => "Whether the certificate is trusted.",
        trust_reason: Option<String> = why => "Why it is not trusted; else null.",
    }
}
