//! The files inside a report, written out over none that is there.

use crate::files;
use feltproof_report::EnclosedFile;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes the files inside a report into a folder, over none that is there; gives where they are.
pub(super) fn extract(inside: &[EnclosedFile], folder: &Path) -> Result<Vec<PathBuf>, String> {
    files::make_folder(folder)?;
    let paths: Vec<PathBuf> = inside.iter().map(|file| folder.join(&file.name)).collect();
    if let Some(there) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(format!(
            "{} is there already and is not written over; name another folder with --extract",
            there.display()
        ));
    }
    for (file, path) in inside.iter().zip(&paths) {
        let made = File::options().write(true).create_new(true).open(path);
        let written = made.and_then(|mut made| {
            made.write_all(&file.bytes)?;
            made.sync_all()
        });
        written.map_err(|e| format!("{} cannot be written: {e}", path.display()))?;
    }
    Ok(paths)
}
