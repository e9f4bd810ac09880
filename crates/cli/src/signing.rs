//! Where signing identities are kept, and how one is found.
//!
//! With `--identity` (or `FELTPROOF_IDENTITY`) that key signs. Without, a local identity is made on
//! first use in the user's data folder, and said so wherever the report speaks of its signature: it
//! proves that the file is unchanged, not who made it.

use crate::args::{Signing, Stamped};
use crate::print::complain;
use crate::{authority, clock, files};
use feltproof_model::workpaper::Signer;
use feltproof_report::RenderedPdf;
use feltproof_seal::{
    Algorithm, CLOCKS_DIFFER_SECONDS_MAX, Certificate, CertificateInfo, Identity, Passphrase,
    SignError, SigningClaim, Stamping, Widget, approve_pdf, key_needs_passphrase, sign_pdf,
    sign_pdf_with_timestamp,
};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// An identity and where it came from.
pub(crate) struct Found {
    pub identity: Identity,
    /// True when it was made for this run.
    pub created_now: bool,
    /// True when it is the local one.
    pub local: bool,
    /// Its certificate file.
    pub certificate: PathBuf,
}

impl Found {
    /// Where its certificate is, as a line for the terminal.
    pub(crate) fn line(&self) -> String {
        format!("Certificate: {}\n", self.certificate.display())
    }
}

/// How a report speaks of the signer.
pub(crate) fn signer(found: &Found) -> Signer {
    Signer {
        subject: found.identity.certificate().info().subject,
        fingerprint: found.identity.fingerprint(),
        created_now: found.created_now,
        local: found.local,
    }
}

/// Years a certificate of the local identity is valid.
const LOCAL_YEARS: u8 = 5;
const YEAR_SECONDS: i64 = 31_556_952;

/// The certificate beside a key file: `lab.key.pem` -> `lab.cert.pem`.
pub(crate) fn certificate_beside(key: &Path) -> PathBuf {
    let name = key.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.strip_suffix(".key.pem").or_else(|| name.strip_suffix(".pem")).unwrap_or(&name);
    key.with_file_name(format!("{stem}.cert.pem"))
}

/// What is wrong with a file, after its name.
pub(crate) fn of_file<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |e| format!("{}: {e}", path.display())
}

/// The certificates of a file.
pub(crate) fn certificates(path: &Path) -> Result<Vec<Certificate>, String> {
    Certificate::read_all(&files::read_bytes(path, &files::Limit::CERTIFICATES)?)
        .map_err(of_file(path))
}

/// The certificates that are trusted when a file is.
pub(crate) fn trusted(path: &Path) -> Result<Vec<Certificate>, String> {
    Certificate::read_trusted(&files::read_bytes(path, &files::Limit::CERTIFICATES)?)
        .map_err(of_file(path))
}

/// The key file of the local identity.
pub(crate) fn local_key() -> Result<PathBuf, String> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME")
        .or_else(|| folder("HOME").map(|h| h.join(".local").join("share")))
        .or_else(|| folder("LOCALAPPDATA"))
        .ok_or("no home folder is set, so there is no place for a local identity; name one with --identity, or use --unsigned")?;
    Ok(data.join("feltproof").join("local.key.pem"))
}

/// The identity to sign with; `None` where the report is to be unsigned.
pub(crate) fn find(signing: &Signing, now_unix: i64) -> Result<Option<Found>, String> {
    if signing.unsigned {
        return Ok(None);
    }
    let local = signing.identity.is_none();
    let (key, made) = match &signing.identity {
        Some(key) => (key.clone(), None),
        None => first_use(now_unix)?,
    };
    let created_now = made.is_some();
    let identity = made.map_or_else(|| load(&key), Ok)?;
    warn_of_validity(&identity.certificate().info(), &certificate_beside(&key), now_unix);
    Ok(Some(Found { identity, created_now, local, certificate: certificate_beside(&key) }))
}

/// The key of the local identity, which is made where there is none. Of runs that begin at once one makes it.
fn first_use(now_unix: i64) -> Result<(PathBuf, Option<Identity>), String> {
    let key = local_key()?;
    if key.exists() {
        return Ok((key, None));
    }
    files::make_folder(files::folder_of(&key))?;
    let _alone = files::locked(&key.with_extension("lock"))?;
    if key.exists() {
        return Ok((key, None));
    }
    // A run that was stopped leaves a certificate at most, with which nobody has signed.
    let orphan = certificate_beside(&key);
    if orphan.exists() {
        std::fs::remove_file(&orphan).map_err(of_file(&orphan))?;
    }
    let (algorithm, name) = (Algorithm::default(), "Local Feltproof identity");
    let subject = Subject { algorithm, name, organisation: None };
    let made = make(&subject, now_unix, LOCAL_YEARS, &key, None)?;
    Ok((key, Some(made)))
}

/// The PDF, signed where the report leaves room for it; as it is where nobody signs.
pub(crate) fn signed(
    pdf: &RenderedPdf,
    signer: Option<&Found>,
    (unix_seconds, reason): (i64, String),
    signing: &Signing,
) -> Result<Vec<u8>, String> {
    // As long as it is now, or a few certificates longer.
    let (bytes, most) = (pdf.bytes.len() as u64, files::Limit::PDF.bytes_max - (1 << 20));
    if bytes > most {
        return Err(format!(
            "the PDF has {bytes} bytes, and {most} are the most that is signed, since `verify` opens no longer one; test \
             fewer days or tables at a time, or leave pdf out of --report"
        ));
    }
    let Some(found) = signer else { return Ok(pdf.bytes.clone()) };
    let awaits_approval = signing.for_approval;
    let reason = Some(reason);
    let claim = SigningClaim { unix_seconds, reason, awaits_approval, ..SigningClaim::default() };
    let (widget, pdf) = (widget(pdf), &pdf.bytes);
    let widget = Some(&widget);
    stamped(&signing.stamped, |stamping| match stamping {
        None => sign_pdf(pdf, &found.identity, &claim, widget),
        Some(stamping) => sign_pdf_with_timestamp(pdf, &found.identity, &claim, widget, stamping),
    })
}

/// Where the signature stands on the pages.
pub(crate) fn widget(pdf: &RenderedPdf) -> Widget {
    let at = pdf.signature_box;
    Widget { page_index: at.page_index, rectangle: at.rectangle }
}

/// A report with the approval of a second person.
pub(crate) fn approved(
    report: &[u8],
    identity: &Identity,
    (unix_seconds, reason): (i64, String),
    wanted: &Stamped,
) -> Result<Vec<u8>, String> {
    let claim = SigningClaim { unix_seconds, reason: Some(reason), ..SigningClaim::default() };
    stamped(wanted, |stamping| approve_pdf(report, identity, &claim, stamping))
}

/// Signs with the timestamp of the authority that is wanted, or without.
fn stamped(
    wanted: &Stamped,
    sign: impl FnOnce(Option<Stamping<'_>>) -> Result<Vec<u8>, SignError>,
) -> Result<Vec<u8>, String> {
    let bytes = match authority::of(wanted) {
        None => sign(None),
        Some(authority) => {
            let mut ask = |question: &[u8]| authority.ask(question);
            sign(Some(Stamping { nonce: random::<16>()?, ask: &mut ask }))
        }
    };
    bytes.map_err(|e| e.to_string())
}

/// Reads a key and the certificate beside it, asking for a passphrase if the key needs one.
pub(crate) fn load(key: &Path) -> Result<Identity, String> {
    let key_pem = files::read_secret_text(key)?;
    if let Some(mode) = files::mode_for_others(key) {
        let key = key.display();
        complain(&format!(
            "feltproof: warning: others than its owner can read or write {key} (mode {mode:o}): chmod 600 {key}"
        ));
    }
    let certificate_pem = files::read_text(&certificate_beside(key))?;
    let passphrase = match key_needs_passphrase(&key_pem).map_err(of_file(key))? {
        true => Some(passphrase(|| requested(&format!("Passphrase of {}: ", key.display())))?),
        false => None,
    };
    Identity::from_pems(&key_pem, &certificate_pem, passphrase.as_deref().map(String::as_str))
        .map_err(of_file(key))
}

/// Says so where a certificate is not valid now: what its key signs is trusted by nobody who looks.
pub(crate) fn warn_of_validity(certificate: &CertificateInfo, path: &Path, now_unix: i64) {
    let [from, to] = [certificate.not_before_unix, certificate.not_after_unix];
    if !(from..=to).contains(&now_unix) {
        let (path, is) =
            (path.display(), if now_unix < from { "not valid yet" } else { "expired" });
        let [from, to, now] = [from, to, now_unix].map(clock::utc);
        complain(&format!(
            "feltproof: warning: the certificate {path} is {is}: it is valid from {from} to {to}, and it is {now} now; \
             `verify` will not trust what its key signs; make another with \"identity new\", or have one issued, \
             or correct the clock"
        ));
    }
}

/// Whom a new identity is for, and how it signs.
pub(crate) struct Subject<'a> {
    pub algorithm: Algorithm,
    pub name: &'a str,
    pub organisation: Option<&'a str>,
}

/// Makes an identity and writes its two files, the key last: where it stands its certificate does.
/// An existing file is never overwritten.
pub(crate) fn make(
    subject: &Subject<'_>,
    now_unix: i64,
    years: u8,
    key: &Path,
    passphrase: Option<&str>,
) -> Result<Identity, String> {
    // Filled where it stands: a copy would not be wiped.
    let mut secret = Zeroizing::new([0; 32]);
    fill(secret.as_mut())?;
    // Whoever stamps a report that is signed at once may have a clock that is behind.
    let from = (now_unix - CLOCKS_DIFFER_SECONDS_MAX).max(0);
    // The clock says no year beyond 9999, and the years are at most 255.
    let until = now_unix + i64::from(years) * YEAR_SECONDS;
    let serial = random()?;
    let Subject { algorithm, name, organisation } = *subject;
    let identity = Identity::generate(algorithm, name, organisation, from, until, &secret, serial)
        .map_err(|e| e.to_string())?;
    drop(secret);
    let lock = |text| Ok::<_, String>(Passphrase { text, salt: random()?, iv: random()? });
    let lock = passphrase.map(lock).transpose()?;
    let pem = identity.to_key_pem(lock).map_err(|e| e.to_string())?;
    if let Some(folder) = key.parent().filter(|f| !f.as_os_str().is_empty()) {
        files::make_folder(folder)?;
    }
    let (beside, certificate) = (certificate_beside(key), identity.to_certificate_pem());
    let certificate = certificate.map_err(|e| e.to_string())?;
    files::write_new(&beside, certificate.as_bytes(), false)?;
    files::write_new(key, pem.as_bytes(), true).inspect_err(|_| {
        // Without its key the certificate is nobody's.
        let _ = std::fs::remove_file(&beside);
    })?;
    Ok(identity)
}

/// A passphrase from `FELTPROOF_PASSPHRASE`, else as it is asked for.
fn passphrase(
    ask: impl FnOnce() -> Result<Zeroizing<String>, String>,
) -> Result<Zeroizing<String>, String> {
    std::env::var("FELTPROOF_PASSPHRASE").map_or_else(|_| ask(), |text| Ok(Zeroizing::new(text)))
}

/// A passphrase from the terminal, without echo.
fn requested(prompt: &str) -> Result<Zeroizing<String>, String> {
    rpassword::prompt_password(prompt).map(Zeroizing::new).map_err(|e| {
        format!("the passphrase cannot be asked for: {e}; set FELTPROOF_PASSPHRASE, or run in a terminal")
    })
}

/// A passphrase for a new key: from `FELTPROOF_PASSPHRASE`, else asked twice, since a slip of the finger would
/// lock the key for good.
pub(crate) fn ask_new_passphrase() -> Result<Zeroizing<String>, String> {
    passphrase(|| requested_twice(requested))
}

fn requested_twice(
    mut ask: impl FnMut(&str) -> Result<Zeroizing<String>, String>,
) -> Result<Zeroizing<String>, String> {
    let first = ask("Passphrase for the new key: ")?;
    if first.is_empty() {
        let why = "the passphrase is empty and would protect nothing; no key was made: choose one, or leave out \
                   --passphrase";
        return Err(why.to_owned());
    }
    if ask("The same again: ")? != first {
        return Err("the two passphrases are not the same; no key was made: try again".to_owned());
    }
    Ok(first)
}

fn random<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    fill(&mut bytes)?;
    Ok(bytes)
}

fn fill(bytes: &mut [u8]) -> Result<(), String> {
    getrandom::fill(bytes).map_err(|e| format!("the operating system gives no random numbers: {e}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn a_new_passphrase_is_asked_for_twice() {
        let answers = |given: &'static [&'static str]| {
            let mut rest = given.iter();
            let mut requested = 0;
            let got = requested_twice(|_| {
                requested += 1;
                Ok(Zeroizing::new((*rest.next().unwrap()).to_owned()))
            });
            (got.map(|text| text.to_string()), requested)
        };
        assert_eq!(answers(&["correct horse", "correct horse"]), (Ok("correct horse".into()), 2));
        let (refused, requested) = answers(&["correct horse", "correct hrose"]);
        assert!(requested == 2 && refused.unwrap_err().contains("not the same; no key was made"));
        let (refused, requested) = answers(&[""]);
        assert!(requested == 1 && refused.unwrap_err().contains("empty"));
        let none = requested_twice(|_| Err("no terminal".to_owned()));
        assert_eq!(none.unwrap_err(), "no terminal");
    }
}
