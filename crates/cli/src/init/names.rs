//! Names of files as an engagement has them: relative to it.

use std::path::{Component, Path, PathBuf};

/// Where the engagement goes.
pub(crate) struct Names {
    folder: PathBuf,
}

impl Names {
    /// `out` is the engagement to be written.
    pub(crate) fn new(out: &Path) -> Result<Self, String> {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let found = folder.canonicalize();
        let folder =
            found.map_err(|e| format!("folder {} cannot be used: {e}", folder.display()))?;
        Ok(Self { folder })
    }

    /// The folder of the engagement.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file as the engagement names it; the error says why it cannot.
    pub(super) fn relative(&self, path: &Path) -> Result<String, String> {
        let full = path.canonicalize().map_err(|e| e.to_string())?;
        // The name in the folder stays, where it is a link to another file.
        let full = match (path.parent().map(Path::canonicalize), path.file_name()) {
            (Some(Ok(folder)), Some(name)) => folder.join(name),
            _ => full,
        };
        let (own, other): (Vec<_>, Vec<_>) =
            (self.folder.components().collect(), full.components().collect());
        let same = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
        let up = own.iter().skip(same).map(|_| Component::ParentDir);
        let relative: PathBuf = up.chain(other.into_iter().skip(same)).collect();
        let text = relative.to_str().ok_or("its name is not UTF-8 text; rename a copy of it")?;
        let is_plain = text.trim() == text && !text.chars().any(char::is_control);
        let why = "its name has a control character, or blanks at its ends; rename a copy of it";
        if is_plain { Ok(text.replace('\\', "/")) } else { Err(why.to_owned()) }
    }
}

/// The name of a profile for a file: letters, digits and a few marks of the file's own.
pub(super) fn profile_name(file: &str, sheet: Option<&str>, taken: &[String]) -> String {
    let plain = |text: &str| -> String {
        let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
        text.chars().map(plain).take(60).collect()
    };
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = name.trim_start_matches('.').split('.').next().unwrap_or_default();
    let stem = sheet.map_or(plain(stem), |sheet| format!("{}-{}", plain(stem), plain(sheet)));
    let numbered = |n: usize| match n {
        1 => format!("{stem}.profile.toml"),
        n => format!("{stem}-{n}.profile.toml"),
    };
    (1..).map(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_have_plain_names_of_their_own() {
        assert_eq!(profile_name("a/hands.csv.gz", None, &[]), "hands.profile.toml");
        assert_eq!(profile_name("x.xlsx", Some("Oct 31"), &[]), "x-Oct-31.profile.toml");
        assert_eq!(profile_name("../\"a;b\".csv", None, &[]), "-a-b-.profile.toml");
        let taken = ["hands.profile.toml".to_owned()];
        assert_eq!(profile_name("hands.txt", None, &taken), "hands-2.profile.toml");
    }

    #[test]
    fn files_are_named_from_where_the_engagement_is() {
        let home = tempfile::tempdir().unwrap();
        let (day, other) = (home.path().join("day"), home.path().join("other"));
        for folder in [&day, &other] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("a.csv"), "").unwrap();
        }
        let names = Names::new(&day.join("engagement.toml")).unwrap();
        assert_eq!(names.relative(&day.join("a.csv")).unwrap(), "a.csv");
        assert_eq!(names.relative(&other.join("a.csv")).unwrap(), "../other/a.csv");
        assert!(Names::new(&home.path().join("none/engagement.toml")).is_err());
        std::fs::write(day.join("b\n.csv"), "").unwrap();
        assert!(names.relative(&day.join("b\n.csv")).is_err());
    }
}
