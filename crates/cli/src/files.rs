//! Files in and out. A file is written beside its name and then put in place, so that a run that
//! stops in the middle leaves no half report.

use std::fs::{self, File, Metadata};
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

/// What is read whole into memory, and how long it may be. What is read piece by piece (journals, exports, decks, numbers,
/// files beside a report) has no limit.
pub(crate) struct Limit {
    what: &'static str,
    pub bytes_max: u64,
}

impl Limit {
    const fn of(what: &'static str, bytes_max: u64) -> Self {
        Self { what, bytes_max }
    }

    pub(crate) const TEXT: Self = Self::of("text file (engagement, profile, pack)", 4 << 20);
    pub(crate) const CERTIFICATES: Self = Self::of("file of certificates", 1 << 20);
    pub(crate) const PDF: Self = Self::of("report as PDF", 128 << 20);
    pub(crate) const JSON: Self = Self::of("report.json", 1 << 30);
    const KEY: Self = Self::of("key file", 64 << 10);
    #[cfg(test)]
    const ALL: [Self; 5] = [Self::TEXT, Self::CERTIFICATES, Self::PDF, Self::JSON, Self::KEY];

    /// Refuses so many bytes.
    pub(crate) fn check(&self, path: &Path, bytes: u64) -> Result<(), String> {
        let (name, Self { what, bytes_max }) = (path.display(), self);
        if bytes <= *bytes_max {
            return Ok(());
        }
        Err(format!(
            "{name} has {bytes} bytes, and {bytes_max} are the most that a {what} may have; name the file that is meant"
        ))
    }
}

/// Reads a text file.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path, &Limit::TEXT)?;
    String::from_utf8(bytes).map_err(|e| not_text(path, e.utf8_error()))
}

fn not_text(path: &Path, e: Utf8Error) -> String {
    let at = e.valid_up_to();
    format!("{} is not UTF-8 text (byte {at}); save it as UTF-8", path.display())
}

/// Reads a whole file, which is refused by the size that the file system states where that is above the limit.
pub(crate) fn read_bytes(path: &Path, limit: &Limit) -> Result<Vec<u8>, String> {
    let trouble = |e: io::Error| format!("{} cannot be read: {e}", path.display());
    let file = open(path)?;
    let stated = file.metadata().map_err(trouble)?.len();
    limit.check(path, stated)?;
    let mut bytes = Vec::with_capacity(usize::try_from(stated).unwrap_or_default());
    file.take(limit.bytes_max + 1).read_to_end(&mut bytes).map_err(trouble)?;
    limit.check(path, bytes.len() as u64)?;
    Ok(bytes)
}

pub(crate) fn open(path: &Path) -> Result<File, String> {
    regular(path).map_err(|e| format!("{} cannot be read: {e}", path.display()))
}

/// Opens a file for reading: the one place where anything is opened that this run did not write. A folder, pipe, device or
/// socket is refused at once, and none is waited for.
pub(crate) fn regular(path: &Path) -> io::Result<File> {
    refuse_irregular(&fs::metadata(path)?)?;
    let mut options = File::options();
    options.read(true);
    // What takes its place meanwhile is not waited for either.
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    refuse_irregular(&file.metadata()?)?;
    Ok(file)
}

fn refuse_irregular(about: &Metadata) -> io::Result<()> {
    if about.is_file() {
        return Ok(());
    }
    let kind = kind_of(about);
    Err(io::Error::other(format!("it is {kind}, and no regular file; name a file")))
}

/// What it is if it is no file.
fn kind_of(about: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = about.file_type();
        if kind.is_fifo() {
            return "a pipe";
        } else if kind.is_socket() {
            return "a socket";
        } else if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if about.is_dir() { "a folder" } else { "something else" }
}

/// Reads a file that holds a secret into memory that is wiped after use. All of it stands in one place that is
/// never moved: a buffer that grows would leave what it held behind.
pub(crate) fn read_secret_text(path: &Path) -> Result<Zeroizing<String>, String> {
    let name = path.display();
    let mut file = open(path)?;
    Limit::KEY
        .check(path, file.metadata().map_err(|e| format!("{name} cannot be read: {e}"))?.len())?;
    let mut bytes = Zeroizing::new(vec![0; SECRET_BYTES_MAX + 1]);
    let mut len = 0;
    loop {
        match file.read(&mut bytes[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(format!("{name} cannot be read: {e}")),
        }
    }
    Limit::KEY.check(path, len as u64)?;
    bytes.truncate(len);
    // The bytes themselves become the text; where they are none, they are wiped here.
    String::from_utf8(std::mem::take(&mut *bytes)).map(Zeroizing::new).map_err(|e| {
        let why = e.utf8_error();
        drop(Zeroizing::new(e.into_bytes()));
        not_text(path, why)
    })
}

/// Longest file that is read as one with a secret.
const SECRET_BYTES_MAX: usize = Limit::KEY.bytes_max as usize;

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
    fn the_limits_stand_in_the_readme() {
        let page = include_str!("../README.md");
        for Limit { what, bytes_max } in Limit::ALL {
            let line = format!("| {what} | {bytes_max} |");
            assert!(page.contains(&line), "README.md has no line `{line}`");
        }
    }

    #[test]
    fn what_is_too_long_is_refused_with_both_numbers() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a.toml");
        let sparse = File::create(&path).unwrap();
        sparse.set_len(Limit::TEXT.bytes_max).unwrap();
        assert_eq!(read_text(&path).unwrap().len() as u64, Limit::TEXT.bytes_max);
        sparse.set_len(1 << 40).unwrap();
        let found = read_text(&path).unwrap_err();
        assert!(found.contains("has 1099511627776 bytes, and 4194304 are the most"), "{found}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_refused_and_not_waited_for() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(at("fifo")).status().unwrap();
        assert!(made.success());
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("link")).unwrap();
        for (path, kind) in [
            (at("fifo"), "a pipe"),
            (at("socket"), "a socket"),
            (at("link"), "a device"),
            (home.path().to_owned(), "a folder"),
        ] {
            let found = read_text(&path).unwrap_err();
            assert!(found.contains(&format!("it is {kind}, and no regular file")), "{found}");
        }
    }

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
        assert!(found.contains("has 65537 bytes, and 65536 are the most"), "{found}");
        let found = refused(b"key \xff").unwrap_err();
        assert!(found.contains("not UTF-8 text (byte 4)"), "{found}");
        let found = read_secret_text(&home.path().join("none")).unwrap_err();
        assert!(found.contains("cannot be read"), "{found}");
    }
}
