//! An engagement with everything it names opened: games, packs, journals.

use crate::evidence::sha256_hex;
use crate::input::{Counted, Input};
use crate::{export, files};
use feltproof_checks::Scope;
use feltproof_engine::{Game, builtin_games, builtin_systems};
use feltproof_intake::{Defined, JournalReader, Profile, house_file, parse_engagement_with};
use feltproof_model::Engagement;
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::FileDigest;
use feltproof_regs::{builtin_packs, standards};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// What is known before the first record.
pub(crate) struct Known {
    pub scope: Arc<Scope>,
    /// Game definitions in use.
    pub games: Vec<Game>,
    /// The engagement file as evidence.
    pub file: FileDigest,
    /// The house file that it extends, as evidence.
    pub house: Option<FileDigest>,
}

/// An engagement with everything it names opened.
pub(crate) struct Opened {
    pub known: Known,
    /// The engagement file, and the house file that it extends or nothing.
    pub texts: [String; 2],
    /// The profile of each journal that is an export, in engagement order.
    pub profiles: Vec<Option<Profile>>,
    /// A reader for each journal, in engagement order.
    pub readers: Vec<JournalReader<Input>>,
    /// Bytes read of all journals so far.
    pub bytes_read: Arc<AtomicU64>,
    /// Size of all journals, for progress.
    pub size_bytes: u64,
}

impl Opened {
    /// An error is every contradiction of the engagement, each with its line; or the file that cannot be
    /// read.
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        let text = files::read_text(path)?;
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let display = path.display().to_string();
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let house = house(&text, &display, &folder)?;
        let (mut engagement, games) = engagement(&text, &display, house.as_deref(), &folder)?;
        let (mut readers, mut profiles) = (Vec::new(), Vec::new());
        let mut columns = None;
        let bytes_read = Arc::new(AtomicU64::new(0));
        let mut size_bytes = 0;
        for i in 0..engagement.journals.len() {
            let Some(journal) = engagement.journals.get_mut(i) else { break };
            let kind = journal.kind;
            let name = format!("{display}:{}: [[journal]]", journal.line);
            let input = open_journal(&folder.join(&journal.file), &name, &journal.file)?;
            size_bytes += input.metadata().map(|m| m.len()).unwrap_or(0);
            let input = Counted { file: input, read: Arc::clone(&bytes_read) };
            let profile = export::profile(journal, &folder, &name)?;
            let reader = match &profile {
                None => JournalReader::new(Box::new(input) as Input, &engagement, place(i)),
                Some(profile) => {
                    let export = export::open(input, journal, profile)?;
                    JournalReader::mapped(export, profile, &engagement, place(i))
                }
            };
            let reader = reader.map_err(|e| in_folder(&folder, &e.to_string()))?;
            if kind == JournalKind::Hands {
                columns = Some(reader.columns().clone());
            }
            readers.push(reader);
            profiles.push(profile);
        }
        let used: Vec<Game> = games
            .iter()
            .filter(|g| engagement.tables.iter().any(|t| t.game == g.id))
            .cloned()
            .collect();
        let packs = builtin_packs();
        feltproof_checks::refuse_unanswered(&packs).map_err(|e| e.to_string())?;
        let scope = Scope::new(engagement, &display, &games, builtin_systems(), packs, columns)
            .map_err(|e| e.to_string())?;
        let file = digest(name, &text);
        let house_name = scope.engagement.house_file.clone();
        let house_digest = house_name.zip(house.as_ref()).map(|(name, text)| digest(name, text));
        let known = Known { scope: Arc::new(scope), games: used, file, house: house_digest };
        let texts = [text, house.unwrap_or_default()];
        Ok(Self { known, texts, profiles, readers, bytes_read, size_bytes })
    }
}

/// A sentence that begins with a journal's name, with the folder of the engagement before it.
fn in_folder(folder: &Path, sentence: &str) -> String {
    folder.join(sentence).display().to_string()
}

fn digest(file: String, text: &str) -> FileDigest {
    let size_bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
    FileDigest { file, sha256: sha256_hex(text.as_bytes()), size_bytes }
}

/// The text of the house file that an engagement extends, if it extends one.
fn house(text: &str, file: &str, folder: &Path) -> Result<Option<String>, String> {
    let Some((name, line)) = house_file(text) else { return Ok(None) };
    let house = files::read_text(&folder.join(&name));
    let house =
        house.map_err(|e| format!("{file}:{line}: engagement, extends: is `{name}`, but {e}"))?;
    Ok(Some(house))
}

/// The engagement, and the games there are for it: one run finds what is wrong with its file, what it
/// names and nothing defines, and what is wrong with a game file.
fn engagement(
    text: &str,
    file: &str,
    house: Option<&str>,
    folder: &Path,
) -> Result<(Engagement, Vec<Game>), String> {
    let mut games = Ok(Vec::new());
    let engagement = parse_engagement_with(text, file, house, |files| {
        games = self::games(files, folder);
        Defined {
            games: games.as_ref().ok().map(|all| all.iter().map(|g| g.id.clone()).collect()),
            systems: Some(builtin_systems().into_iter().map(|s| s.id).collect()),
            packs: Some(builtin_packs().into_iter().map(|pack| pack.id).collect()),
            standards: Some(standards().into_iter().map(|standard| standard.name).collect()),
        }
    });
    match (engagement, games) {
        (Ok(engagement), Ok(games)) => Ok((engagement, games)),
        (engagement, games) => {
            let errors = [engagement.err().map(|e| e.to_string()), games.err()];
            Err(errors.into_iter().flatten().collect::<Vec<_>>().join("\n"))
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

/// A journal's place among those of the engagement, which has at most one of each kind.
fn place(journal: usize) -> u16 {
    u16::try_from(journal).unwrap_or(u16::MAX)
}

fn open_journal(file: &Path, journal: &str, name: &str) -> Result<File, String> {
    File::open(file).map_err(|e| {
        format!("{journal} file = \"{name}\" cannot be opened ({}): {e}", file.display())
    })
}
