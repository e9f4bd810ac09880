//! `verify`: is the report intact, by which certificate, and is that one trusted.

use crate::args::Verify;
use crate::print::print_as;
use crate::{Ending, clock, files, signing};
use feltproof_seal::{Trust, Verification, fingerprint_in_groups, verify_pdf};
use serde_json::{Value, json};

pub(super) fn run(args: &Verify) -> Result<Ending, String> {
    let bytes = files::read_bytes(&args.report)?;
    let mut trusted = Vec::new();
    for path in &args.trust {
        trusted.extend(signing::certificates(path)?);
    }
    let found = verify_pdf(&bytes, &trusted);
    let name = args.report.display().to_string();
    print_as(args.format, || text(&name, &found), || wire(&name, &found))?;
    let refused = matches!(found.trust, Trust::NotTrusted { .. });
    Ok(if found.intact.is_ok() && !refused { Ending::Nothing } else { Ending::Found })
}

fn text(name: &str, found: &Verification) -> String {
    let mut lines = vec![match &found.intact {
        Ok(()) => format!("{name}: INTACT. Not one byte has changed since it was signed."),
        Err(defect) => format!("{name}: NOT INTACT. {defect}"),
    }];
    if let Some(certificate) = &found.certificate {
        lines.push(format!("Certificate:  {}", certificate.subject));
        if let Some(own) = certificate.self_signed.then_some("self-signed") {
            lines.push(format!(
                "              {own}, valid {} to {}",
                clock::utc(certificate.not_before_unix),
                clock::utc(certificate.not_after_unix)
            ));
        } else {
            lines.push(format!("              issued by {}", certificate.issuer));
        }
        lines.push(format!("Fingerprint:  {}", fingerprint_in_groups(&certificate.fingerprint)));
    }
    lines.push(match &found.trust {
        Trust::Trusted { by } => format!("Trusted:      yes, by the certificate given ({})", fingerprint_in_groups(by)),
        Trust::NotTrusted { reason } => format!("Trusted:      NO: {reason}"),
        Trust::NoTrustGiven => "Trusted:      not judged: give the signer's certificate with --trust CERT, or compare the fingerprint with the one its issuer published".to_owned(),
    });
    if let Some(time) = found.claimed_time_unix {
        lines.push(format!(
            "Time:         {} as claimed by the signer; nobody else vouches for it",
            clock::utc(time)
        ));
    }
    if let Some(reason) = &found.claimed_reason {
        lines.push(format!("Reason:       {reason}"));
    }
    for warning in &found.warnings {
        lines.push(format!("Warning:      {warning}"));
    }
    lines.push(format!("SHA-256:      {} ({} bytes)", found.file_sha256, found.bytes_len));
    lines.join("\n") + "\n"
}

fn wire(name: &str, found: &Verification) -> Value {
    let (trust, why) = match &found.trust {
        Trust::Trusted { .. } => ("trusted", None),
        Trust::NotTrusted { reason } => ("not_trusted", Some(reason.to_string())),
        Trust::NoTrustGiven => ("not_judged", None),
    };
    json!({
        "schema": "feltproof-verification/1",
        "file": name,
        "intact": found.intact.is_ok(),
        "defect": found.intact.as_ref().err().map(ToString::to_string),
        "certificate_subject": found.certificate.as_ref().map(|c| c.subject.clone()),
        "certificate_sha256": found.certificate.as_ref().map(|c| c.fingerprint.clone()),
        "trust": trust,
        "trust_reason": why,
        "claimed_time_unix": found.claimed_time_unix,
        "claimed_reason": found.claimed_reason,
        "warnings": found.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "file_sha256": found.file_sha256,
        "file_bytes": found.bytes_len,
    })
}
