//! `identity`: make, show and export a signing identity.

use crate::args::{Identity, IdentityNew};
use crate::print::print;
use crate::signing::{Subject, of_file};
use crate::{Ending, Result, clock, files, signing};
use feltproof_seal::{Certificate, fingerprint_in_groups};
use std::path::{Path, PathBuf};

pub(super) fn run(args: &Identity) -> Result<Ending> {
    match args {
        Identity::New(args) => new(args),
        Identity::Show { file } => {
            let path = certificate_path(file.as_deref())?;
            let (own, all) = (read(&path)?, signing::certificates(&path)?);
            let authorities = own.authorities_among(&all).map_err(of_file(&path))?;
            print(&(describe(&own, &path) + &chain(&own, &authorities)))
        }
        Identity::Request { file } => {
            let key = file.clone().map_or_else(signing::local_key, Ok)?;
            let request = signing::load(&key)?.to_request_pem();
            print(&request.map_err(of_file(&key))?)
        }
        Identity::Import { file, certificate } => import(file, certificate),
        Identity::Export { file } => {
            let path = certificate_path(file.as_deref())?;
            // The authorities behind it are not the signer's to give.
            print(&read(&path)?.to_pem().map_err(of_file(&path))?)
        }
    }
}

fn new(args: &IdentityNew) -> Result<Ending> {
    let passphrase = match args.passphrase {
        true => Some(signing::ask_new_passphrase()?),
        false => None,
    };
    let (algorithm, organisation) = (args.algorithm.into(), args.organisation.as_deref());
    let subject = Subject { algorithm, name: &args.name, organisation };
    let passphrase = passphrase.as_deref().map(String::as_str);
    signing::make(&subject, clock::now_unix()?, args.years, &args.out, passphrase)?;
    let path = signing::certificate_beside(&args.out);
    let (key, certificate) = (args.out.display(), describe(&read(&path)?, &path));
    let next = "Give the certificate, or its fingerprint by another way, to those who verify your reports.";
    print(&format!("Key:         {key} (keep it secret)\n{certificate}{next}\n"))
}

/// Takes the certificate of the key out of what an authority sent. The key itself is not needed for it.
fn import(key: &Path, sent: &Path) -> Result<Ending> {
    let path = signing::certificate_beside(key);
    let held = read(&path)?;
    let all = signing::certificates(sent)?;
    let (count, file, own) = (all.len(), sent.display(), path.display());
    let issued = all.iter().find(|one| one.is_of_the_key_of(&held)).ok_or_else(|| {
        format!(
            "none of the {count} certificates in {file} is of the key of {own}; send the authority what \"identity \
             request\" prints"
        )
    })?;
    let info = issued.info();
    if !info.signs_documents {
        return Err(format!(
            "the certificate {} in {file} is not meant for signing documents (key usage); ask the authority for one \
             with digital signature or non-repudiation",
            info.fingerprint
        )
        .into());
    }
    signing::warn_of_validity(&info, sent, clock::now_unix()?);
    let authorities = issued.authorities_among(&all).map_err(of_file(sent))?;
    let pems = std::iter::once(issued).chain(&authorities).map(Certificate::to_pem);
    let pem = pems.collect::<Result<String, _>>().map_err(of_file(sent))?;
    let mut text = String::new();
    if issued.der() != held.der() {
        let earlier = held.fingerprint().chars().take(8).collect::<String>();
        let earlier = path.with_extension("").with_extension(format!("{earlier}.cert.pem"));
        files::write(&earlier, &files::read_bytes(&path, &files::Limit::CERTIFICATES)?)?;
        text = format!("Kept:        {} (the earlier certificate)\n", earlier.display());
    }
    files::write(&path, pem.as_bytes())?;
    text.push_str(&describe(issued, &path));
    text.push_str(&format!("Issued by:   {}\n", info.issuer));
    text.push_str(&chain(issued, &authorities));
    for other in all.iter().filter(|one| *one != issued && !authorities.contains(one)) {
        let why = if other.info().self_signed { "a root" } else { "not above this certificate" };
        text.push_str(&format!("Not kept:    {} ({why})\n", other.info().subject));
    }
    print(&text)
}

/// The authorities that are sent along, and which signature of the chain cannot be checked here.
fn chain(own: &Certificate, authorities: &[Certificate]) -> String {
    let mut text = String::new();
    for authority in authorities {
        text.push_str(&format!("Sent along:  {}\n", authority.info().subject));
    }
    for one in std::iter::once(own).chain(authorities) {
        let info = one.info();
        if let Some(algorithm) = info.unknown_signature {
            text.push_str(&format!(
                "Note:        {} is signed with {algorithm}, which `verify` cannot check; other validators can\n",
                info.subject
            ));
        }
    }
    text
}

/// The certificate of a key file, of a certificate file, or of the local identity.
fn certificate_path(file: Option<&Path>) -> Result<PathBuf, String> {
    let path = file.map_or_else(signing::local_key, |path| Ok(path.to_owned()))?;
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(if name.ends_with(".cert.pem") { path } else { signing::certificate_beside(&path) })
}

fn read(path: &Path) -> Result<Certificate, String> {
    let first = signing::certificates(path)?.into_iter().next();
    first.ok_or_else(|| format!("{} holds no certificate", path.display()))
}

fn describe(certificate: &Certificate, path: &Path) -> String {
    let info = certificate.info();
    format!(
        "Certificate: {}\nSubject:     {}\nAlgorithm:   {}\nFingerprint: {}\nValid:       {} to {}\n",
        path.display(),
        info.subject,
        info.key,
        fingerprint_in_groups(&info.fingerprint),
        clock::utc(info.not_before_unix),
        clock::utc(info.not_after_unix),
    )
}
