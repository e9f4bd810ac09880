//! Files in and out. A file is written beside its name and then put in place, so that a run that
//! stops in the middle leaves no half report.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::str::Utf8Error;
use zeroize::Zeroizing;

/// Whether two names are those of one file that exists.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Reads a text file.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map_err(|e| not_text(path, e.utf8_error()))
}

fn not_text(path: &Path, e: Utf8Error) -> String {
    let at = e.valid_up_to();
    format!("{} is not UTF-8 text (byte {at}); save it as UTF-8", path.display())
}

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("{} cannot be read: {e}", path.display()))
}

pub(crate) fn open(path: &Path) -> Result<File, String> {
    File::open(path).map_err(|e| format!("{} cannot be read: {e}", path.display()))
}

/// Reads a file that holds a secret into memory that is wiped after use. All of it stands in one place that is
/// never moved: a buffer that grows would leave what it held behind.
pub(crate) fn read_secret_text(path: &Path) -> Result<Zeroizing<String>, String> {
    let name = path.display();
    let mut bytes = Zeroizing::new(vec![0; SECRET_BYTES_MAX + 1]);
    let mut file = open(path)?;
    let mut len = 0;
    loop {
        match file.read(&mut bytes[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(format!("{name} cannot be read: {e}")),
        }
    }
    if len > SECRET_BYTES_MAX {
        return Err(format!(
            "{name} has more than {SECRET_BYTES_MAX} bytes; no key file is as long: name the key file"
        ));
    }
    bytes.truncate(len);
    // The bytes themselves become the text; where they are none, they are wiped here.
    String::from_utf8(std::mem::take(&mut *bytes)).map(Zeroizing::new).map_err(|e| {
        let why = e.utf8_error();
        drop(Zeroizing::new(e.into_bytes()));
        not_text(path, why)
    })
}

/// Longest file that is read as one with a secret.
const SECRET_BYTES_MAX: usize = 1 << 16;

/// A file being written; it takes its name with [`Pending::keep`].
pub(crate) struct Pending {
    out: BufWriter<File>,
    part: PathBuf,
    path: PathBuf,
    kept: bool,
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.kept {
            // A run that failed leaves nothing half done; that it failed is said already.
            let _ = fs::remove_file(&self.part);
        }
    }
}

impl Pending {
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        // What an earlier run left, or a link that somebody put there, is never written through.
        let cleared = match fs::remove_file(&part) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
            _ => Ok(()),
        };
        let open = |()| File::options().write(true).create_new(true).open(&part);
        let file = cleared.and_then(open).map_err(unwritten(&part))?;
        let out = BufWriter::with_capacity(1 << 18, file);
        Ok(Self { out, part, path: path.to_owned(), kept: false })
    }

    pub(crate) fn keep(mut self) -> Result<(), String> {
        let done = self.out.flush().and_then(|()| fs::rename(&self.part, &self.path));
        self.kept = done.is_ok();
        done.map_err(unwritten(&self.path))
    }
}

/// What is said of a file that cannot be written.
fn unwritten(path: &Path) -> impl Fn(io::Error) -> String {
    move |e| format!("{} cannot be written: {e}", path.display())
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut pending = Pending::new(path)?;
    pending.write_all(bytes).map_err(unwritten(path))?;
    pending.keep()
}

/// Writes a new file of a pair of key and certificate, which only its owner may read where it `is_secret`.
pub(crate) fn write_new(path: &Path, bytes: &[u8], is_secret: bool) -> Result<(), String> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_secret {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let trouble = |e: io::Error| match e.kind() {
        io::ErrorKind::AlreadyExists => {
            let what = if is_secret { "key" } else { "certificate" };
            let why = format!("exists already; a {what} is never overwritten: choose another name");
            format!("{} {why}", path.display())
        }
        _ => unwritten(path)(e),
    };
    let mut file = options.open(path).map_err(trouble)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(trouble)
}

/// Who else than its owner may read or write a file, as its mode; `None` where nobody may, or no mode says so.
pub(crate) fn mode_for_others(path: &Path) -> Option<u32> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = path.metadata().ok()?.permissions().mode() & 0o777;
        (mode & 0o077 != 0).then_some(mode)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Waits until no other run holds this file locked, and holds it until what is returned is dropped.
pub(crate) fn locked(path: &Path) -> Result<File, String> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    let locked = file.and_then(|file| file.lock().map(|()| file));
    locked.map_err(unwritten(path))
}

/// Makes a folder with all above it.
pub(crate) fn make_folder(path: &Path) -> Result<(), String> {
    let name = path.display();
    if path.exists() && !path.is_dir() {
        return Err(format!("{name} is a file, not a folder; name a folder for the output"));
    }
    fs::create_dir_all(path).map_err(|e| format!("folder {name} cannot be made: {e}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn a_secret_is_read_whole_or_refused() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a.key.pem");
        let refused = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            read_secret_text(&path).map(|text| text.to_string())
        };
        assert_eq!(refused(b""), Ok(String::new()));
        assert_eq!(refused("-----BEGIN ä".as_bytes()), Ok("-----BEGIN ä".to_owned()));
        assert_eq!(refused(&[b'a'; SECRET_BYTES_MAX]).unwrap().len(), SECRET_BYTES_MAX);
        let found = refused(&[b'a'; SECRET_BYTES_MAX + 1]).unwrap_err();
        assert!(found.contains("more than 65536 bytes"), "{found}");
        let found = refused(b"key \xff").unwrap_err();
        assert!(found.contains("not UTF-8 text (byte 4)"), "{found}");
        let found = read_secret_text(&home.path().join("none")).unwrap_err();
        assert!(found.contains("cannot be read"), "{found}");
    }
}
