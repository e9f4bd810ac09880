//! `verify`: is the report intact, by which certificate, is that one trusted, and is what lies beside it what was
//! written with it.

mod against;
mod beside;
mod json;

use crate::args::Verify;
use crate::files::Limit;
use crate::print::print_as;
use crate::reports::Inside;
use crate::{Ending, Result, clock, files, signing};
use against::{Against, Stated};
use beside::Beside;
use feltproof_printable::visible;
use feltproof_seal::{
    Approval, AttachedFile, Timestamp, Trust, Verification, fingerprint_in_groups, verify_pdf,
};
pub(crate) use json::VerificationOf;
use std::fs::File;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &Verify) -> Result<Ending> {
    let bytes = files::read_bytes(&args.report, &Limit::PDF)?;
    let mut trusted = Vec::new();
    for path in &args.trust {
        trusted.extend(signing::trusted(path)?);
    }
    let found = verify_pdf(&bytes, &trusted).at(clock::now_unix()?);
    // What a file that was changed says of others proves nothing: it is not looked at.
    let more = if found.intact.is_ok() { More::of(args, &bytes, &found)? } else { More::default() };
    let name = args.report.display().to_string();
    let json = || VerificationOf::new(&name, &found, &more);
    let verdict = Verdict::of(&found, &more, args.require_approval);
    print_as(args.format, || text(&name, &found, &more) + &verdict.line(), json)?;
    Ok(verdict.ending())
}

/// What all that was found comes to: the last line, and the exit code.
enum Verdict {
    /// What stands against the report, the gravest first.
    Refused(Vec<&'static str>),
    NotEstablished,
    Trusted,
}

impl Verdict {
    fn of(found: &Verification, more: &More, requires_approval: bool) -> Self {
        if found.intact.is_err() {
            return Self::Refused(vec!["it is NOT INTACT"]);
        }
        let is_refused = |trust: &Trust| matches!(trust, Trust::NotTrusted(_));
        let approval = found.approval.as_ref();
        let against = [
            (is_refused(&found.trust), "its signer is not trusted"),
            (approval.is_some_and(|by| is_refused(&by.trust)), "its approver is not trusted"),
            (
                requires_approval && approval.is_none(),
                "it has no approval, and --require-approval was given",
            ),
            (!more.is_sound(), "what is beside it, or the audit run again, is not what it states"),
        ];
        let against: Vec<&str> =
            against.into_iter().filter(|(holds, _)| *holds).map(|(_, what)| what).collect();
        match (against.is_empty(), &found.trust) {
            (false, _) | (true, Trust::NotTrusted(_)) => Self::Refused(against),
            (true, Trust::Trusted(_)) => Self::Trusted,
            (true, Trust::NoTrustGiven) => Self::NotEstablished,
        }
    }

    fn line(&self) -> String {
        match self {
            Self::Refused(why) => format!("Verdict:      REFUSED: {}\n", why.join("; ")),
            Self::NotEstablished => {
                "Verdict:      intact, signer not established (no --trust was given)\n".to_owned()
            }
            Self::Trusted => "Verdict:      intact, signer trusted\n".to_owned(),
        }
    }

    const fn ending(&self) -> Ending {
        match self {
            Self::Refused(_) => Ending::Found,
            Self::NotEstablished | Self::Trusted => Ending::Nothing,
        }
    }
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
    fn of(args: &Verify, bytes: &[u8], found: &Verification) -> Result<Self> {
        let named = |e: String| format!("{}: {e}", args.report.display());
        let inside = Inside::of(bytes).map_err(named)?;
        let extracted = match &args.extract {
            Some(folder) => extract(&inside.files, folder)?,
            None => Vec::new(),
        };
        let stated = Stated {
            pdf: bytes,
            fingerprint: found.certificate.as_ref().map(|own| own.fingerprint.as_str()),
            inside: &inside,
        };
        let previous = args.previous.as_deref();
        let against = args.against.as_ref();
        let against = against.map(|engagement| against::against(engagement, previous, &stated));
        let against = against.transpose()?;
        let beside = inside.outputs.map(|outputs| Beside::of(&args.report, outputs));
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
        let line = |(head, line)| {
            let shown = if std::mem::replace(&mut last, head) == head { "" } else { head };
            format!("{shown:<14}{line}")
        };
        said.into_iter().map(line).collect()
    }
}

fn text(name: &str, found: &Verification, more: &More) -> String {
    let mut lines = vec![match &found.intact {
        Ok(()) => format!("{name}: not one byte has changed since it was signed"),
        Err(defect) => format!("{name}: NOT INTACT. {defect}"),
    }];
    if let Some(certificate) = &found.certificate {
        lines.push(format!("Certificate:  {}", certificate.subject));
        let [from, to] = [certificate.not_before_unix, certificate.not_after_unix].map(clock::utc);
        lines.push(match certificate.self_signed {
            true => format!("              self-signed, valid {from} to {to}"),
            false => format!("              issued by {}", certificate.issuer),
        });
        lines.push(format!("Algorithm:    {}", certificate.key));
        lines.push(format!("Fingerprint:  {}", fingerprint_in_groups(&certificate.fingerprint)));
    }
    lines.push(trusted(&found.trust));
    if !found.chain.is_empty() {
        let names: Vec<&str> = found.chain.iter().map(|one| one.subject.as_str()).collect();
        lines.push(format!("              its chain: {}", names.join(", issued by ")));
    }
    if let Some(timestamp) = &found.timestamp {
        lines.extend(stamped(timestamp));
    }
    if let Some(time) = found.claimed_time_unix {
        let vouched = if found.timestamp.is_some() { "" } else { "; nobody else vouches for it" };
        lines.push(format!("Time:         {} as claimed by the signer{vouched}", clock::utc(time)));
    }
    if let Some(reason) = &found.claimed_reason {
        lines.push(format!("Reason:       {}", quoted(reason)));
    }
    for warning in &found.warnings {
        lines.push(format!("Warning:      {warning}"));
    }
    if found.awaits_approval {
        let none = "none: the field that is reserved for it is empty (or one was taken away)";
        lines.push(format!("Approval:     {none}"));
    }
    if let Some(approval) = &found.approval {
        lines.extend(approved(approval));
    }
    lines.extend(more.lines());
    lines.push(format!("SHA-256:      {} ({} bytes)", found.file_sha256, found.bytes_len));
    lines.join("\n") + "\n"
}

/// Words of whoever signed, which are not to be taken for ours: on one line, in quotes that they cannot end.
fn quoted(words: &str) -> String {
    format!("\"{}\"", visible(words).replace('\\', "\\\\").replace('"', "\\\""))
}

/// Who approved the report, in lines as of its signer.
fn approved(approval: &Approval) -> Vec<String> {
    let certificate = &approval.certificate;
    let time = approval
        .claimed_time_unix
        .map_or_else(String::new, |time| format!(", {} as claimed", clock::utc(time)));
    let reason = approval.claimed_reason.as_deref().map(quoted);
    let reason = reason.map_or_else(String::new, |reason| format!(", with the words {reason}"));
    let mut lines = vec![
        format!("Approval:     by {}{time}{reason}", certificate.subject),
        format!("              fingerprint {}", fingerprint_in_groups(&certificate.fingerprint)),
        trusted(&approval.trust),
    ];
    lines.extend(approval.timestamp.iter().flat_map(stamped));
    lines
}

/// Whose time, and what it is worth to whoever asks.
fn stamped(timestamp: &Timestamp) -> [String; 2] {
    let authority = &timestamp.authority;
    let worth = match &timestamp.trust {
        Trust::Trusted(by) => {
            let by = fingerprint_in_groups(by);
            format!("the authority is trusted, by the certificate given ({by})")
        }
        Trust::NotTrusted(reason) => format!("the authority is NOT trusted: {reason}"),
        Trust::NoTrustGiven => format!(
            "whether the authority is trusted is not judged: give its certificate with --trust CERT ({})",
            fingerprint_in_groups(&authority.fingerprint)
        ),
    };
    let time = clock::utc(timestamp.time_unix);
    [
        format!("Timestamp:    {time} by {}: the signature existed then", authority.subject),
        format!("              {worth}"),
    ]
}

fn trusted(trust: &Trust) -> String {
    match trust {
        Trust::Trusted(by) => format!("Trusted:      yes, by the certificate given ({})", fingerprint_in_groups(by)),
        Trust::NotTrusted(reason) => format!("Trusted:      NO: {reason}"),
        Trust::NoTrustGiven => "Trusted:      not judged: give the signer's certificate with --trust CERT, or compare the fingerprint with the one its issuer published".to_owned(),
    }
}

/// Writes the files inside a report into a folder, over none that is there; gives where they are.
fn extract(inside: &[AttachedFile<'_>], folder: &Path) -> Result<Vec<PathBuf>, String> {
    files::make_folder(folder)?;
    let paths: Vec<PathBuf> = inside.iter().map(|file| folder.join(file.name())).collect();
    if let Some(there) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        let why = "is there already and is not written over; name another folder with --extract";
        return Err(format!("{} {why}", there.display()));
    }
    for (file, path) in inside.iter().zip(&paths) {
        let trouble = |e: std::io::Error| format!("{} cannot be written: {e}", path.display());
        let mut made = File::options().write(true).create_new(true).open(path).map_err(trouble)?;
        file.unpack(&mut made, Limit::JSON.bytes_max)?;
        made.sync_all().map_err(trouble)?;
    }
    Ok(paths)
}
