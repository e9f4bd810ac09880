//! An engagement with everything it names opened: games, packs, journals.

use crate::input::{Counted, Input};
use crate::packs::Packs;
use crate::{export, files, parts, previous};
use feltproof_checks::{Scope, unknown_names};
use feltproof_engine::{Game, builtin_games, builtin_systems};
use feltproof_intake::{
    Columns, Defined, Export, JournalReader, Profile, house_file, parse_engagement_with,
};
use feltproof_model::Engagement;
use feltproof_model::engagement::{JournalEntry, JournalKind};
use feltproof_model::workpaper::FileDigest;
use feltproof_regs::{Pack, standards};
use feltproof_verdict::{Known, sha256_hex};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// An engagement with everything it names opened.
pub(crate) struct Opened {
    /// Where the engagement file is.
    pub path: PathBuf,
    /// The report before, where it is not the engagement that names it.
    pub previous: Option<PathBuf>,
    pub known: Known,
    /// The engagement file, and the house file that it extends or nothing.
    pub texts: [String; 2],
    /// The profile of each journal that is an export, in engagement order.
    pub profiles: Vec<Option<Profile>>,
    /// A reader for each journal, in engagement order.
    pub readers: Readers,
    /// Bytes read of all journals so far.
    pub bytes_read: Arc<AtomicU64>,
    /// Size of all journals, for progress.
    pub size_bytes: u64,
}

/// A reader for each journal.
type Readers = Vec<JournalReader<Input>>;

/// What a journal is read from: a profile is what makes an export of a file.
enum Source {
    Canonical(Counted),
    Export(Box<Profile>, Export<Input>),
}

impl Opened {
    /// An error is every contradiction of the engagement, each with its line; or the file that cannot be
    /// read.
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        Self::after(path, None)
    }

    /// The same, with the report before named beside it.
    pub(crate) fn after(path: &Path, previous: Option<&Path>) -> Result<Self, String> {
        let text = files::read_text(path)?;
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let display = path.display().to_string();
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let house = house(&text, &display, &folder)?;
        let (mut engagement, games, packs) =
            engagement(&text, &display, house.as_deref(), &folder)?;
        previous::carry_over(&mut engagement, &folder, &display, previous)?;
        parts::look_up(&mut engagement, &folder, &display)?;
        let bytes_read = Arc::new(AtomicU64::new(0));
        let open = |journal: &JournalEntry| {
            let name = format!("{display}:{}: [[journal]]", journal.line);
            let file = open_journal(&folder.join(&journal.file), &name, &journal.file)?;
            let size = file.metadata().map(|m| m.len()).unwrap_or(0);
            Ok::<_, String>((Counted { file, read: Arc::clone(&bytes_read) }, size))
        };
        let (mut journals, mut inputs, mut size_bytes) = (Vec::new(), Vec::new(), 0);
        for journal in &engagement.journals {
            let (input, size) = open(journal)?;
            size_bytes += size;
            let name = format!("{display}:{}: [[journal]]", journal.line);
            let Some(profile) = export::profile(journal, &folder, &name)? else {
                journals.push(journal.clone());
                inputs.push(Source::Canonical(input));
                continue;
            };
            let mut file = Some(export::open(input, journal, &profile)?);
            for sheet in file.as_ref().map(export::File::sheets).unwrap_or_default() {
                // Each sheet is read for itself.
                let file = match file.take() {
                    Some(file) => file,
                    None => export::open(open(journal)?.0, journal, &profile)?,
                };
                let export = file.part(&sheet).map_err(|e| format!("{}: {e}", journal.file))?;
                journals.push(JournalEntry { sheet, ..journal.clone() });
                inputs.push(Source::Export(Box::new(profile.clone()), export));
            }
        }
        if journals.len() > parts::FILES_MAX {
            return Err(format!(
                "{display}: the journals have {} sheets and files, and {} are the most that are read side by side",
                journals.len(),
                parts::FILES_MAX
            ));
        }
        engagement.journals = journals;
        let (readers, profiles) = readers(inputs, &engagement, &folder)?;
        let hands = engagement.journals.iter().zip(&readers);
        let hands = hands.filter(|(journal, _)| journal.kind == JournalKind::Hands);
        let columns: Vec<(String, &Columns)> =
            hands.map(|(journal, reader)| (journal.file_and_sheet(), reader.columns())).collect();
        let columns =
            Columns::of_all(columns.iter().map(|(file, columns)| (file.as_str(), *columns)));
        let used: Vec<Game> = games
            .iter()
            .filter(|g| engagement.tables.iter().any(|t| t.game == g.id))
            .cloned()
            .collect();
        let mut wrong = unknown_names(&engagement, &packs, &display);
        let scope = Scope::new(engagement, &display, &games, builtin_systems(), packs, columns)
            .map_err(|e| wrong.insert(0, e.to_string()));
        let Some(scope) = scope.ok().filter(|_| wrong.is_empty()) else {
            return Err(wrong.join("\n"));
        };
        let file = digest(name, &text);
        let house_name = scope.engagement.house_file.clone();
        let house_digest = house_name.zip(house.as_ref()).map(|(name, text)| digest(name, text));
        let known = Known { scope: Arc::new(scope), games: used, file, house: house_digest };
        let texts = [text, house.unwrap_or_default()];
        let (path, previous) = (path.to_owned(), previous.map(Path::to_owned));
        Ok(Self { path, previous, known, texts, profiles, readers, bytes_read, size_bytes })
    }
}

/// A reader for each journal, with its profile.
fn readers(
    inputs: Vec<Source>,
    engagement: &Engagement,
    folder: &Path,
) -> Result<(Readers, Vec<Option<Profile>>), String> {
    let (mut readers, mut profiles) = (Vec::new(), Vec::new());
    for (place, input) in (0_u16..).zip(inputs) {
        let (reader, profile) = match input {
            Source::Export(profile, export) => {
                (JournalReader::mapped(export, &profile, engagement, place), Some(*profile))
            }
            Source::Canonical(input) => {
                (JournalReader::new(Box::new(input) as Input, engagement, place), None)
            }
        };
        readers.push(reader.map_err(|e| in_folder(folder, &e.to_string()))?);
        profiles.push(profile);
    }
    Ok((readers, profiles))
}

/// A sentence that begins with a journal's name, with the folder of the engagement before it.
fn in_folder(folder: &Path, sentence: &str) -> String {
    folder.join(sentence).display().to_string()
}

fn digest(file: String, text: &str) -> FileDigest {
    FileDigest { file, sha256: sha256_hex(text.as_bytes()), size_bytes: text.len() as u64 }
}

/// The text of the house file that an engagement extends, if it extends one.
fn house(text: &str, file: &str, folder: &Path) -> Result<Option<String>, String> {
    let Some((name, line)) = house_file(text) else { return Ok(None) };
    let house = files::read_text(&folder.join(&name));
    let house =
        house.map_err(|e| format!("{file}:{line}: engagement, extends: is `{name}`, but {e}"))?;
    Ok(Some(house))
}

/// The engagement, and the games and rule packs there are for it: one run finds what is wrong with its file,
/// what it names and nothing defines, and what is wrong with a game file and with its pack files.
fn engagement(
    text: &str,
    file: &str,
    house: Option<&str>,
    folder: &Path,
) -> Result<(Engagement, Vec<Game>, Vec<Pack>), String> {
    let (mut games, mut packs) = (Ok(Vec::new()), Packs::read(&[], folder));
    let engagement = parse_engagement_with(text, file, house, |game_files, pack_files| {
        games = self::games(game_files, folder);
        packs = Packs::read(pack_files, folder);
        Defined {
            games: games.as_ref().ok().map(|all| all.iter().map(|g| g.id.clone()).collect()),
            systems: Some(builtin_systems().into_iter().map(|s| s.id).collect()),
            packs: Some(packs.builtin.clone()),
            pack_files: packs.files.clone(),
            standards: Some(standards().into_iter().map(|standard| standard.name).collect()),
        }
    });
    match (engagement, games) {
        (Ok(engagement), Ok(games)) if packs.errors.is_empty() => {
            Ok((engagement, games, packs.all))
        }
        (engagement, games) => {
            let errors = [engagement.err().map(|e| e.to_string()), games.err()];
            let errors = errors.into_iter().flatten().chain(packs.errors);
            Err(errors.collect::<Vec<_>>().join("\n"))
        }
    }
}

/// Built-in games and those the engagement brings.
fn games(files: &[String], folder: &Path) -> Result<Vec<Game>, String> {
    let mut games = builtin_games();
    for name in files {
        let path: PathBuf = folder.join(name);
        let text = files::read_text(&path)?;
        let game = Game::parse(&text, &path.display().to_string()).map_err(|e| e.to_string())?;
        if games.iter().any(|g| g.id == game.id) {
            return Err(format!(
                "{}: game {} exists already; give this definition another id",
                path.display(),
                game.id
            ));
        }
        games.push(game);
    }
    Ok(games)
}

fn open_journal(file: &Path, journal: &str, name: &str) -> Result<File, String> {
    File::open(file).map_err(|e| {
        format!("{journal} file = \"{name}\" cannot be opened ({}): {e}", file.display())
    })
}
