//! `identity`: make, show and export a signing identity.

use crate::args::{Identity, IdentityNew};
use crate::print::print;
use crate::signing::Subject;
use crate::{Ending, clock, files, signing};
use feltproof_seal::{Certificate, fingerprint_in_groups};
use std::path::{Path, PathBuf};

pub(super) fn run(args: &Identity) -> Result<Ending, String> {
    match args {
        Identity::New(args) => new(args),
        Identity::Show { file } => {
            let path = certificate_path(file.as_deref())?;
            print(describe(&read(&path)?, &path)?.as_bytes())
        }
        Identity::Export { file } => {
            let path = certificate_path(file.as_deref())?;
            read(&path)?;
            print(&files::read_bytes(&path)?)
        }
    }
}

fn new(args: &IdentityNew) -> Result<Ending, String> {
    let passphrase = match args.passphrase {
        true => Some(signing::ask_new_passphrase()?),
        false => None,
    };
    let subject = Subject {
        algorithm: args.algorithm.into(),
        name: &args.name,
        organisation: args.organisation.as_deref(),
    };
    signing::make(
        &subject,
        clock::now_unix()?,
        i64::from(args.years),
        &args.out,
        passphrase.as_deref().map(String::as_str),
    )?;
    let path = signing::certificate_beside(&args.out);
    let mut text = format!("Key:         {} (keep it secret)\n", args.out.display());
    text.push_str(&describe(&read(&path)?, &path)?);
    text.push_str("Give the certificate, or its fingerprint by another way, to those who verify your reports.\n");
    print(text.as_bytes())
}

/// The certificate of a key file, of a certificate file, or of the local identity.
fn certificate_path(file: Option<&Path>) -> Result<PathBuf, String> {
    let path = match file {
        Some(path) => path.to_owned(),
        None => signing::local_key()?,
    };
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(if name.ends_with(".cert.pem") { path } else { signing::certificate_beside(&path) })
}

fn read(path: &Path) -> Result<Certificate, String> {
    let first = signing::certificates(path)?.into_iter().next();
    first.ok_or_else(|| format!("{} holds no certificate", path.display()))
}

fn describe(certificate: &Certificate, path: &Path) -> Result<String, String> {
    let info = certificate.info();
    Ok(format!(
        "Certificate: {}\nSubject:     {}\nAlgorithm:   {}\nFingerprint: {}\nValid:       {} to {}\n",
        path.display(),
        info.subject,
        info.algorithm,
        fingerprint_in_groups(&info.fingerprint),
        clock::utc(info.not_before_unix),
        clock::utc(info.not_after_unix),
    ))
}
