//! The files inside a PDF, found without reading anything else of it, and unpacked piece by piece within bounds.

use std::collections::BTreeSet;
use std::io::{Read as _, Write, copy};

use flate2::read::ZlibDecoder;

use crate::table::{Table, entry};
use crate::verify::lexer::{Spanned, Value};
use feltproof_printable::visible;

/// Files that a PDF may have inside: a report has two.
const FILES_MAX: usize = 16;
/// What they unpack to, all together, at most: a small PDF may unpack to more than there is memory.
const BYTES_MAX: u64 = 1 << 30;

/// A file inside a PDF, as it is packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile<'p> {
    name: String,
    data: &'p [u8],
    is_packed: bool,
}

/// The files inside a PDF of this program, in the order of its list; none where it lists none.
/// `Err`: one sentence. It is no such PDF, or lists more than 16 files, a name or a file twice, or a name that is no plain
/// name of a file.
pub fn attached_files(pdf: &[u8]) -> Result<Vec<AttachedFile<'_>>, String> {
    let table = Table::read(pdf)?;
    let mut listed = Vec::new();
    if let Some(names) = table.dictionary(&table.catalog()?, b"Names")?
        && let Some(files) = table.dictionary(&names, b"EmbeddedFiles")?
        && let Some(list) = entry(&files, b"Names")
        && let Value::Array(items) = table.resolved(list)?.value
    {
        listed = items;
    }
    let count = listed.len() / 2;
    if count > FILES_MAX {
        return Err(format!(
            "the PDF lists {count} files inside, and {FILES_MAX} are the most that it may have"
        ));
    }
    let (mut files, mut seen) = (Vec::<AttachedFile<'_>>::new(), BTreeSet::new());
    for pair in listed.chunks_exact(2) {
        let [name, file] = pair else { continue };
        let name = name_of(name)?;
        let (number, data, is_packed) = data(&table, file)
            .map_err(|e| format!("{name} inside the PDF cannot be unpacked: {e}"))?;
        if !seen.insert(number) || files.iter().any(|file| file.name == name) {
            return Err(format!(
                "the PDF lists a file inside it twice, as {name}; it is no report of this program"
            ));
        }
        files.push(AttachedFile { name, data, is_packed });
    }
    Ok(files)
}

impl<'p> AttachedFile<'p> {
    /// Its plain name: no folder, no hidden file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes what it holds. `Err`: one sentence; it is damaged, has more than `bytes_max` bytes, or `out` fails.
    pub fn unpack(&self, out: &mut dyn Write, bytes_max: u64) -> Result<u64, String> {
        let wrong =
            |e: std::io::Error| format!("{} inside the PDF cannot be unpacked: {e}", self.name);
        let most = bytes_max.checked_add(1).unwrap_or(bytes_max);
        let written = match self.is_packed {
            true => copy(&mut ZlibDecoder::new(self.data).take(most), out),
            false => copy(&mut self.data.take(most), out),
        };
        let written = written.map_err(wrong)?;
        if written > bytes_max {
            return Err(format!(
                "{} inside the PDF unpacks to more than {bytes_max} bytes, the most that it may have; it is no report \
                 of this program",
                self.name
            ));
        }
        Ok(written)
    }

    /// What it holds, in memory. `Err`: as of [`unpack`](Self::unpack).
    pub fn bytes(&self, bytes_max: u64) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        self.unpack(&mut bytes, bytes_max)?;
        Ok(bytes)
    }
}

/// Unpacks all of them into nothing: whether they can be. `Err`: one sentence; one is damaged, or together they have more
/// than 1 GiB.
pub fn check_attached(files: &[AttachedFile<'_>]) -> Result<(), String> {
    let mut left = BYTES_MAX;
    for file in files {
        left -= file.unpack(&mut std::io::sink(), left)?;
    }
    Ok(())
}

fn name_of(name: &Spanned) -> Result<String, String> {
    let Value::Literal(name) = &name.value else {
        return Err("a file inside the PDF has no name".to_owned());
    };
    let name = String::from_utf8_lossy(name).into_owned();
    if is_plain_name(&name) {
        return Ok(name);
    }
    let shown = visible(&name.chars().take(60).collect::<String>());
    Err(format!("a file inside the PDF is called {shown:?}, which is no plain name"))
}

/// Whether a name names a file in a folder, and nothing above or below it.
#[must_use]
pub fn is_plain_name(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
    !name.is_empty() && !name.starts_with('.') && !name.contains(is_odd)
}

/// The number of the stream of a file, its bytes, and whether they are packed.
fn data<'p>(table: &Table<'p>, file: &Spanned) -> Result<(u32, &'p [u8], bool), String> {
    let file = table.resolved(file)?.into_dictionary()?;
    let held = table.dictionary(&file, b"EF")?.unwrap_or_default();
    let Some(Value::Reference(number)) = entry(&held, b"F").map(|held| &held.value) else {
        return Err("it refers to no stream".to_owned());
    };
    let (entries, data) = table.stream(*number)?;
    let is_packed = match entry(&entries, b"Filter").map(|filter| &filter.value) {
        None => false,
        Some(Value::Name(name)) if name == b"FlateDecode" => true,
        Some(_) => return Err("it is packed otherwise than by FlateDecode".to_owned()),
    };
    Ok((*number, data, is_packed))
}
