//! What the outputs of a run ask of the file system, each as one call, so that a test can let any of them fail.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// The file system as the outputs see it.
pub(crate) trait Disk: Send + Sync {
    /// Makes a file that must not exist yet.
    fn create(&self, path: &Path) -> io::Result<File>;
    /// Writes some of the bytes.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize>;
    /// Returns when the file's bytes are on the medium.
    fn sync(&self, file: &File) -> io::Result<()>;
    /// Returns when the names in a folder are on the medium.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
    /// Makes a folder that must not exist yet.
    fn make_folder(&self, path: &Path) -> io::Result<()>;
    /// Gives one folder the permissions of another.
    fn like(&self, path: &Path, other: &Path) -> io::Result<()>;
    /// Gives a folder another name, where there is nothing yet.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Lets two folders take each other's name in one step; `Unsupported` where the system cannot.
    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()>;
    /// Removes a folder with all in it.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The one that is there.
pub(crate) struct Real;

impl Disk for Real {
    fn create(&self, path: &Path) -> io::Result<File> {
        File::options().read(true).write(true).create_new(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        // Elsewhere a folder cannot be opened as a file, and its names are kept without being asked.
        if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn like(&self, path: &Path, other: &Path) -> io::Result<()> {
        fs::set_permissions(path, fs::metadata(other)?.permissions())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        exchange(one, other)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(|e| match e {
        // The kernel or the file system does not know the call, or not the flag.
        Errno::NOSYS | Errno::INVAL | Errno::NOTSUP => io::ErrorKind::Unsupported.into(),
        e => e.into(),
    })
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether something else is mounted at this folder, which can then not be given another name.
pub(crate) fn is_mount_point(folder: &Path) -> bool {
    mounted(folder).unwrap_or(false)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn mounted(folder: &Path) -> Option<bool> {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    let found = statx(CWD, folder, AtFlags::empty(), StatxFlags::BASIC_STATS).ok();
    let known = found.filter(|s| s.stx_attributes_mask.contains(StatxAttributes::MOUNT_ROOT));
    match known {
        Some(found) => Some(found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT)),
        None => on_another_device(folder),
    }
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
fn mounted(folder: &Path) -> Option<bool> {
    on_another_device(folder)
}

#[cfg(not(unix))]
fn mounted(_: &Path) -> Option<bool> {
    None
}

/// Whether a folder is on another device than the one above it.
#[cfg(unix)]
fn on_another_device(folder: &Path) -> Option<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let device = |path: &Path| fs::metadata(path).ok().map(|found| found.dev());
    Some(device(folder)? != device(folder.parent()?)?)
}
