//! `verify`: is the report intact, by which certificate, is that one trusted, and is what lies beside it what was
//! written with it.

mod against;
mod beside;
mod difference;
mod extract;

use crate::args::Verify;
use crate::print::print_as;
use crate::{Ending, clock, files, signing};
use against::{Against, Stated};
use beside::Beside;
use feltproof_report::{EnclosedFile, enclosed_files, enclosed_outputs};
use feltproof_seal::{Trust, Verification, fingerprint_in_groups, verify_pdf};
use serde_json::{Value, json};
use std::path::PathBuf;

pub(super) fn run(args: &Verify) -> Result<Ending, String> {
    let bytes = files::read_bytes(&args.report)?;
    let mut trusted = Vec::new();
    for path in &args.trust {
        trusted.extend(signing::certificates(path)?);
    }
    let found = verify_pdf(&bytes, &trusted);
    // What a file that was changed says of others proves nothing: it is not looked at.
    let more = if found.intact.is_ok() { More::of(args, &bytes, &found)? } else { More::default() };
    let name = args.report.display().to_string();
    print_as(args.format, || text(&name, &found, &more), || wire(&name, &found, &more))?;
    let refused = matches!(found.trust, Trust::NotTrusted { .. });
    let is_right = found.intact.is_ok() && !refused && more.is_sound();
    Ok(if is_right { Ending::Nothing } else { Ending::Found })
}

/// What an intact report says of other files.
#[derive(Default)]
struct More {
    /// Absent where the report has no manifest.
    beside: Option<Beside>,
    extracted: Vec<PathBuf>,
    against: Option<Against>,
}

impl More {
    fn of(args: &Verify, bytes: &[u8], found: &Verification) -> Result<Self, String> {
        let named = |e: String| format!("{}: {e}", args.report.display());
        let inside: Vec<EnclosedFile> = enclosed_files(bytes).map_err(named)?;
        let outputs = enclosed_outputs(bytes).map_err(named)?;
        let extracted = match &args.extract {
            Some(folder) => extract::extract(&inside, folder)?,
            None => Vec::new(),
        };
        let stated = Stated {
            pdf: bytes,
            fingerprint: found
                .certificate
                .as_ref()
                .map(|certificate| certificate.fingerprint.as_str()),
            outputs: outputs.as_deref().unwrap_or_default(),
            inside: &inside,
        };
        let against = match &args.against {
            Some(engagement) => {
                Some(against::against(engagement, args.previous.as_deref(), &stated)?)
            }
            None => None,
        };
        let beside = outputs.map(|outputs| Beside::of(&args.report, outputs));
        Ok(Self { beside, extracted, against })
    }

    fn is_sound(&self) -> bool {
        self.beside.as_ref().is_none_or(Beside::is_sound)
            && self.against.as_ref().is_none_or(|against| against.difference.is_none())
    }

    /// What is said of them, each under its head.
    fn lines(&self) -> Vec<String> {
        let mut said: Vec<(&str, String)> = Vec::new();
        said.extend(self.beside.iter().flat_map(Beside::lines).map(|line| ("Beside it:", line)));
        said.extend(self.extracted.iter().map(|path| ("Extracted:", path.display().to_string())));
        said.extend(self.against.iter().map(|against| ("Against:", against.line())));
        let mut last = "";
        let mut lines = Vec::new();
        for (head, line) in said {
            let shown = if head == last { "" } else { head };
            lines.push(format!("{shown:<14}{line}"));
            last = head;
        }
        lines
    }
}

fn text(name: &str, found: &Verification, more: &More) -> String {
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
        lines.push(format!("Algorithm:    {}", certificate.algorithm));
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
    lines.extend(more.lines());
    lines.push(format!("SHA-256:      {} ({} bytes)", found.file_sha256, found.bytes_len));
    lines.join("\n") + "\n"
}

fn wire(name: &str, found: &Verification, more: &More) -> Value {
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
        "certificate_algorithm": found.certificate.as_ref().map(|c| c.algorithm.to_string()),
        "certificate_sha256": found.certificate.as_ref().map(|c| c.fingerprint.clone()),
        "trust": trust,
        "trust_reason": why,
        "claimed_time_unix": found.claimed_time_unix,
        "claimed_reason": found.claimed_reason,
        "warnings": found.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "file_sha256": found.file_sha256,
        "file_bytes": found.bytes_len,
        "beside": more.beside.as_ref().map(Beside::wire),
        "extracted": more.extracted.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        "against": more.against.as_ref().map(Against::wire),
    })
}
