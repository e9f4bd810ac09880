//! Where signing identities are kept, and how one is found.
//!
//! With `--identity` (or `FELTPROOF_IDENTITY`) that key signs. Without, a local identity is made on
//! first use in the user's data folder, and said so wherever the report speaks of its signature: it
//! proves that the file is unchanged, not who made it.

use crate::args::Signing;
use crate::files;
use feltproof_model::workpaper::Signer;
use feltproof_report::RenderedPdf;
use feltproof_seal::{
    Certificate, Identity, Passphrase, SigningClaim, Widget, key_needs_passphrase, sign_pdf,
};
use std::path::{Path, PathBuf};
use zeroize::{Zeroize, Zeroizing};

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
const LOCAL_YEARS: i64 = 5;
const YEAR_SECONDS: i64 = 31_556_952;

/// The certificate beside a key file: `lab.key.pem` -> `lab.cert.pem`.
pub(crate) fn certificate_beside(key: &Path) -> PathBuf {
    let name = key.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.strip_suffix(".key.pem").or_else(|| name.strip_suffix(".pem")).unwrap_or(&name);
    key.with_file_name(format!("{stem}.cert.pem"))
}

/// The certificates of a file.
pub(crate) fn certificates(path: &Path) -> Result<Vec<Certificate>, String> {
    let all = Certificate::read_all(&files::read_bytes(path)?);
    all.map_err(|e| format!("{}: {e}", path.display()))
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
    let key = signing.identity.clone().map_or_else(local_key, Ok)?;
    let created_now = local && !key.exists();
    let identity = if created_now {
        make("Local Feltproof identity", None, now_unix, LOCAL_YEARS, &key, None)?
    } else {
        load(&key)?
    };
    Ok(Some(Found { identity, created_now, local, certificate: certificate_beside(&key) }))
}

/// The PDF, signed where the report leaves room for it; as it is where nobody signs.
pub(crate) fn signed(
    pdf: &RenderedPdf,
    signer: Option<&Found>,
    unix_seconds: i64,
    reason: String,
) -> Result<Vec<u8>, String> {
    let Some(found) = signer else { return Ok(pdf.bytes.clone()) };
    let claim = SigningClaim { unix_seconds, reason: Some(reason), ..SigningClaim::default() };
    let at = pdf.signature_box;
    let widget = Widget { page_index: at.page_index, rectangle: at.rectangle };
    sign_pdf(&pdf.bytes, &found.identity, &claim, Some(&widget)).map_err(|e| e.to_string())
}

/// Reads a key and the certificate beside it, asking for a passphrase if the key needs one.
pub(crate) fn load(key: &Path) -> Result<Identity, String> {
    let key_pem = Zeroizing::new(files::read_text(key)?);
    let certificate = certificate_beside(key);
    let certificate_pem = files::read_text(&certificate)?;
    let named = |e: feltproof_seal::IdentityError| format!("{}: {e}", key.display());
    let passphrase = if key_needs_passphrase(&key_pem).map_err(named)? {
        Some(ask_passphrase(&format!("Passphrase of {}: ", key.display()))?)
    } else {
        None
    };
    Identity::from_pems(&key_pem, &certificate_pem, passphrase.as_deref().map(String::as_str))
        .map_err(named)
}

/// Makes an identity and writes its two files.
/// An existing key is never overwritten.
pub(crate) fn make(
    name: &str,
    organisation: Option<&str>,
    now_unix: i64,
    years: i64,
    key: &Path,
    passphrase: Option<&str>,
) -> Result<Identity, String> {
    let mut secret = random::<32>()?;
    let until = now_unix.saturating_add(years.saturating_mul(YEAR_SECONDS));
    let identity = Identity::generate(name, organisation, now_unix, until, secret, random::<16>()?)
        .map_err(|e| e.to_string())?;
    secret.zeroize();
    let lock = match passphrase {
        Some(text) => Some(Passphrase { text, salt: random::<16>()?, iv: random::<16>()? }),
        None => None,
    };
    let pem = identity.to_key_pem(lock).map_err(|e| e.to_string())?;
    if let Some(folder) = key.parent().filter(|f| !f.as_os_str().is_empty()) {
        files::make_folder(folder)?;
    }
    files::write_secret(key, pem.as_bytes())?;
    let certificate = identity.to_certificate_pem().map_err(|e| e.to_string())?;
    files::write(&certificate_beside(key), certificate.as_bytes())?;
    Ok(identity)
}

/// A passphrase from `FELTPROOF_PASSPHRASE`, else from the terminal, without echo.
pub(crate) fn ask_passphrase(prompt: &str) -> Result<Zeroizing<String>, String> {
    if let Ok(text) = std::env::var("FELTPROOF_PASSPHRASE") {
        return Ok(Zeroizing::new(text));
    }
    rpassword::prompt_password(prompt).map(Zeroizing::new).map_err(|e| {
        format!("the passphrase cannot be asked for: {e}; set FELTPROOF_PASSPHRASE, or run in a terminal")
    })
}

fn random<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|e| format!("the operating system gives no random numbers: {e}"))?;
    Ok(bytes)
}
