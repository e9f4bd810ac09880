//! The files beside a report: are they those that were written with it?

use crate::files;
use crate::outputs::{Kind, digest};
use feltproof_model::workpaper::FileDigest;
use feltproof_wire::{Sha256Hex, Text, list, object};
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

/// What stands beside a report.
pub(super) struct Beside {
    outputs: Vec<(FileDigest, State)>,
    /// Files of names that a run of its kind writes, and that this report does not list.
    unlisted: Vec<String>,
}

/// A file of twice as many bytes as are stated, and of more than twice these, is not read for its digest.
const LONG_BYTES: u64 = 1 << 26;

/// What became of an output.
enum State {
    Unaltered,
    /// Without a digest where it is very much longer.
    Altered {
        size_bytes: u64,
        sha256: Option<String>,
    },
    Missing,
    Unread(String),
}

impl State {
    fn of(folder: &Path, stated: &FileDigest) -> Self {
        let path = folder.join(&stated.file);
        let found = fs::symlink_metadata(&path).and_then(|about| match about.is_symlink() {
            // What it leads to may be anywhere, and another file tomorrow.
            true => {
                Err(Error::other("it is a link to another file; put the file itself in its place"))
            }
            false if about.is_file() && about.len() / 2 > stated.size_bytes.max(LONG_BYTES) => {
                Ok((about.len(), None))
            }
            false => digest(&path).map(|(size_bytes, sha256)| (size_bytes, Some(sha256))),
        });
        match found {
            Ok((bytes, sha256))
                if bytes == stated.size_bytes && sha256.as_ref() == Some(&stated.sha256) =>
            {
                Self::Unaltered
            }
            Ok((size_bytes, sha256)) => Self::Altered { size_bytes, sha256 },
            Err(e) if e.kind() == ErrorKind::NotFound => Self::Missing,
            Err(e) => Self::Unread(e.to_string()),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Unaltered => "unaltered",
            Self::Altered { .. } => "altered",
            Self::Missing => "missing",
            Self::Unread(_) => "not readable",
        }
    }
}

impl Beside {
    /// Looks for what a report names.
    pub(super) fn of(report: &Path, stated: Vec<FileDigest>) -> Self {
        let folder = files::folder_of(report);
        let own = report.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_stated = |name: &str| name == own || stated.iter().any(|file| file.file == name);
        // Another report is judged by itself.
        let kind = Kind::beside(stated.iter().map(|file| file.file.as_str()));
        let is_unlisted =
            |name: &String| kind.writes(name) && *name != kind.pdf && !is_stated(name);
        let there = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = there.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut unlisted: Vec<String> = names.filter(is_unlisted).collect();
        unlisted.sort();
        let look = |file: FileDigest| {
            let state = State::of(folder, &file);
            (file, state)
        };
        Self { outputs: stated.into_iter().map(look).collect(), unlisted }
    }

    /// A report handed on by itself: of what was written with it nothing is here.
    fn is_alone(&self) -> bool {
        self.outputs.iter().all(|(_, state)| matches!(state, State::Missing))
    }

    /// Whether what is here is what was written. A report by itself is no defect.
    pub(super) fn is_sound(&self) -> bool {
        let is_sound = |(_, state): &(_, State)| matches!(state, State::Unaltered);
        self.unlisted.is_empty() && (self.is_alone() || self.outputs.iter().all(is_sound))
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let names: Vec<&str> = self.outputs.iter().map(|(file, _)| file.file.as_str()).collect();
        let mut lines = if self.outputs.is_empty() {
            vec!["the report names no other file".to_owned()]
        } else if self.is_alone() {
            let names = names.join(", ");
            vec![format!("not judged: {names} were written with it and none is beside it")]
        } else {
            self.outputs.iter().map(|(file, state)| line(file, state)).collect()
        };
        let why = "NOT OF THIS REPORT: it lies beside it, and the report does not name it";
        lines.extend(self.unlisted.iter().map(|name| format!("{name}: {why}")));
        lines
    }
}

object! {
    /// The files written with a report.
    pub(super) FilesBeside(beside: &Beside) {
        alone: bool = beside.is_alone() => "Whether none of them is beside it.",
        sound: bool = beside.is_sound() => "Whether what is beside it is what was written.",
        files: Vec<FileBeside> = list(&beside.outputs) => "Each.",
        /// Outputs beside it that it does not name.
        not_of_this_report: Vec<Text> = list(&beside.unlisted),
    }

    /// A file.
    FileBeside(
        output: &(FileDigest, State);
        (file, state) = output,
        (size_bytes, sha256) = match state {
            State::Unaltered => (Some(file.size_bytes), Some(&file.sha256)),
            State::Altered { size_bytes, sha256 } => (Some(*size_bytes), sha256.as_ref()),
            State::Missing | State::Unread(_) => (None, None),
        }
    ) {
        file: Text = (&file.file).into() => "Name.",
        #[schemars(extend("enum" = ["unaltered", "altered", "missing", "not readable"]))]
        state: &'static str = state.name() => "What became of it.",
        stated_sha256: Sha256Hex = (&file.sha256).into() => "Digest stated in the report.",
        stated_bytes: u64 = file.size_bytes => "Size stated, in bytes.",
        /// Digest found; null where it could not be taken.
        found_sha256: Option<Sha256Hex> = sha256.map(Sha256Hex::from),
        found_bytes: Option<u64> = size_bytes => "Size found, in bytes.",
    }
}

fn line(file: &FileDigest, state: &State) -> String {
    let name = &file.file;
    match state {
        State::Unaltered => format!("{name}: unaltered"),
        State::Altered { size_bytes, sha256 } => {
            let with = sha256.as_ref().map_or_else(String::new, |sha256| format!(" with {sha256}"));
            format!(
                "{name}: ALTERED since it was written: {} bytes with SHA-256 {} are stated, {size_bytes}{with} are \
                 there; ask the issuer for the original",
                file.size_bytes, file.sha256
            )
        }
        State::Missing => {
            format!("{name}: MISSING, though others of the report are here; ask the issuer for it")
        }
        State::Unread(why) => format!("{name}: cannot be read: {why}"),
    }
}
