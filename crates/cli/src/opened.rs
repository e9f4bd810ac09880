//! An engagement with everything it names opened: games, packs, journals.

use crate::input::{Counted, Input};
use crate::packs::Packs;
use crate::stamp::Stamp;
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
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    pub readers: Vec<JournalReader<Input>>,
    /// Each journal as it was when it was opened, in the same order.
    pub stamps: Vec<Stamp>,
    /// Bytes of all journals, and how many are read. Nobody sees it yet.
    pub bar: ProgressBar,
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
        let display = path.display().to_string();
        let folder = path.parent().unwrap_or(Path::new(""));
        let house = house(&text, &display, folder)?;
        let (mut engagement, games, packs) = engagement(&text, &display, house.as_deref(), folder)?;
        previous::carry_over(&mut engagement, folder, &display, previous)?;
        parts::look_up(&mut engagement, folder, &display)?;
        let bar = ProgressBar::hidden();
        let (sources, stamps) = sources(&engagement, folder, &display, &bar)?;
        engagement.journals = sources.iter().map(|(journal, _)| journal.clone()).collect();
        let (mut readers, mut profiles) = (Vec::new(), Vec::new());
        for (place, (_, input)) in (0..).zip(sources) {
            let (reader, profile) = match input {
                Source::Export(profile, export) => {
                    (JournalReader::mapped(export, &profile, &engagement, place), Some(*profile))
                }
                Source::Canonical(input) => (JournalReader::new(input, &engagement, place), None),
            };
            // The sentence begins with the journal's name.
            readers.push(reader.map_err(|e| folder.join(e.to_string()).display().to_string())?);
            profiles.push(profile);
        }
        for (journal, reader) in engagement.journals.iter_mut().zip(&readers) {
            journal.lines = reader.lines().cloned();
        }
        let hands = engagement.journals.iter().zip(&readers);
        let hands = hands.filter(|(journal, _)| journal.kind == JournalKind::Hands);
        let columns: Vec<(String, &Columns)> =
            hands.map(|(journal, reader)| (journal.file_and_sheet(), reader.columns())).collect();
        let columns =
            Columns::of_all(columns.iter().map(|(file, columns)| (file.as_str(), *columns)));
        let is_used = |game: &&Game| engagement.tables.iter().any(|t| t.game == game.id);
        let used: Vec<Game> = games.iter().filter(is_used).cloned().collect();
        let mut wrong = unknown_names(&engagement, &packs, &display);
        let scope = Scope::new(engagement, &display, &games, builtin_systems(), packs, columns)
            .map_err(|e| wrong.insert(0, e.to_string()));
        let Some(scope) = scope.ok().filter(|_| wrong.is_empty()) else {
            return Err(wrong.join("\n"));
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let house_name = scope.engagement.house_file.as_ref();
        let known = Known {
            games: used,
            file: digest(&name, &text),
            house: house_name.zip(house.as_ref()).map(|(name, text)| digest(name, text)),
            scope: Arc::new(scope),
        };
        let texts = [text, house.unwrap_or_default()];
        let (path, previous) = (path.to_owned(), previous.map(Path::to_owned));
        Ok(Self { path, previous, known, texts, profiles, readers, stamps, bar })
    }
}

/// What a journal is read from: a profile is what makes an export of a file.
enum Source {
    Canonical(Input),
    Export(Box<Profile>, Export<Input>),
}

/// Of each journal what it is read from, and how the file stood when it was opened.
type Sources = (Vec<(JournalEntry, Source)>, Vec<Stamp>);

/// What each journal is read from, of a workbook each sheet for itself. The bar gets the size of all files.
fn sources(
    engagement: &Engagement,
    folder: &Path,
    display: &str,
    bar: &ProgressBar,
) -> Result<Sources, String> {
    let (mut sources, mut stamps, mut size_bytes) = (Vec::new(), Vec::new(), 0);
    for journal in &engagement.journals {
        let name = format!("{display}:{}: [[journal]]", journal.line);
        let path = folder.join(&journal.file);
        let open = || {
            let opened =
                files::regular(&path).and_then(|file| Ok((Stamp::of(&path, &file)?, file)));
            let (stamp, file) = opened.map_err(|e| {
                let (file, path) = (&journal.file, path.display());
                format!("{name} file = \"{file}\" cannot be opened ({path}): {e}")
            })?;
            Ok::<_, String>((Counted { file, bar: bar.clone() }, stamp))
        };
        let (input, stamp) = open()?;
        size_bytes += stamp.size_bytes;
        let Some(profile) = export::profile(journal, folder, &name)? else {
            sources.push((journal.clone(), Source::Canonical(Box::new(input))));
            stamps.push(stamp);
            continue;
        };
        let first = export::open(input, journal, &profile)?;
        let sheets: Vec<_> = first.parts.iter().map(|part| part.sheet.clone()).collect();
        let mut first = Some(first);
        for sheet in sheets {
            let opened = match first.take() {
                Some(first) => first,
                None => export::open(open()?.0, journal, &profile)?,
            };
            let export =
                export::part(opened, &sheet).map_err(|e| format!("{}: {e}", journal.file))?;
            let source = Source::Export(Box::new(profile.clone()), export);
            sources.push((JournalEntry { sheet, ..journal.clone() }, source));
            stamps.push(stamp.clone());
        }
    }
    let (count, most) = (sources.len(), parts::FILES_MAX);
    if count > most {
        return Err(format!(
            "{display}: the journals have {count} sheets and files, and {most} are the most that are read side by side"
        ));
    }
    bar.set_length(size_bytes);
    Ok((sources, stamps))
}

fn digest(file: &str, text: &str) -> FileDigest {
    let (sha256, size_bytes) = (sha256_hex(text.as_bytes()), text.len() as u64);
    FileDigest { file: file.to_owned(), sha256, size_bytes }
}

/// The text of the house file that an engagement extends, if it extends one.
fn house(text: &str, file: &str, folder: &Path) -> Result<Option<String>, String> {
    let Some((name, line)) = house_file(text) else { return Ok(None) };
    let house = files::read_text(&folder.join(&name));
    house.map(Some).map_err(|e| format!("{file}:{line}: engagement, extends: is `{name}`, but {e}"))
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
            let errors = engagement.err().map(|e| e.to_string()).into_iter().chain(games.err());
            Err(errors.chain(packs.errors).collect::<Vec<_>>().join("\n"))
        }
    }
}

/// Built-in games and those the engagement brings.
fn games(files: &[String], folder: &Path) -> Result<Vec<Game>, String> {
    let mut games = builtin_games();
    for name in files {
        let path = folder.join(name);
        let (text, file) = (files::read_text(&path)?, path.display().to_string());
        let game = Game::parse(&text, &file).map_err(|e| e.to_string())?;
        if games.iter().any(|g| g.id == game.id) {
            let id = game.id;
            return Err(format!(
                "{file}: game {id} exists already; give this definition another id"
            ));
        }
        games.push(game);
    }
    Ok(games)
}
