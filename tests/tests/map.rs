//! The map in `crates/README.md` is the project: its table names every crate with what it stands on, its
//! picture draws each above those, and every path that a README names exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// What each crate's manifest says it depends on, of our own crates.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let manifest: toml::Table = text(&folder.join("Cargo.toml")).parse().unwrap();
        let table = manifest.get("dependencies").and_then(|d| d.as_table());
        let names = table.into_iter().flatten().map(|(name, _)| name.strip_prefix("feltproof-"));
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        found.insert(name, names.flatten().map(str::to_owned).collect());
    }
    found
}

/// The rows of the table of crates: name, what it stands on.
fn table(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut rows = BTreeMap::new();
    let table = page.split("| crate | stands on |").nth(1).expect("no table of crates");
    for line in table.lines().skip(2).take_while(|l| l.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let names = cells[2].split(',').map(|n| n.trim().trim_matches('`').to_owned());
        let names = names.filter(|n| n != "nothing of ours").collect();
        assert!(cells[3].split_whitespace().count() >= 5, "{} has no sentence", cells[1]);
        rows.insert(cells[1].trim_matches('`').to_owned(), names);
    }
    rows
}

#[test]
fn the_table_of_crates_is_what_the_manifests_say() {
    let page = text(&root().join("crates/README.md"));
    assert_eq!(table(&page), dependencies());
}

#[test]
fn the_picture_draws_each_crate_above_what_it_stands_on() {
    let page = text(&root().join("crates/README.md"));
    let picture = page.split("```").nth(1).expect("no picture");
    let line_of = |name: &str| {
        let has = |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|w| w == name);
        picture
            .lines()
            .position(has)
            .unwrap_or_else(|| panic!("the picture does not show `{name}`"))
    };
    for (name, below) in dependencies() {
        for other in below {
            assert!(line_of(&name) < line_of(&other), "`{name}` is not drawn above `{other}`");
        }
    }
}

/// `a/{b,c}.rs` is two paths.
fn expanded(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let Some((inside, after)) = rest.split_once('}') else { return vec![path.to_owned()] };
    let each = |middle: &str| expanded(&format!("{before}{}{after}", middle.trim()));
    inside.split(',').flat_map(each).collect()
}

/// The part of a path before a placeholder or a star.
fn exists(folder: &Path, path: &str) -> bool {
    let fixed: Vec<&str> = path.split('/').take_while(|p| !p.contains(['*', '<', 'N'])).collect();
    let path = fixed.join("/");
    let folders = [folder.to_owned(), folder.join("src"), root().join("crates"), root()];
    folders.iter().any(|f| f.join(&path).exists())
}

/// Every README of the project, and the page about releases.
fn pages() -> Vec<PathBuf> {
    let (mut found, mut folders) = (vec![root().join("RELEASING.md")], vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && name != "target" {
                folders.push(path);
            } else if name == "README.md" {
                found.push(path);
            }
        }
    }
    assert!(found.len() > 20, "{found:?}");
    found
}

/// The headings of a page as links name them.
fn headings(page: &Path) -> BTreeSet<String> {
    let text = text(page);
    let lines = text.lines().filter(|line| line.starts_with('#'));
    let name = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    lines.map(name).collect()
}

/// Every link of a page to another file of the project, and every file of a command that it shows: both from where the
/// page says they are.
#[test]
fn every_link_and_every_fixture_that_a_readme_names_exists() {
    let (mut tested, mut wrong) = (0, Vec::new());
    for page in pages() {
        let folder = page.parent().unwrap().to_owned();
        let text = text(&page);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let links: Vec<&str> = links.filter(|link| !link.contains("://")).collect();
        for link in &links {
            let (file, heading) = link.split_once('#').unwrap_or((*link, ""));
            let to = if file.is_empty() { page.clone() } else { folder.join(file) };
            if !heading.is_empty() && to.is_file() && !headings(&to).contains(heading) {
                wrong.push(format!("{} links to no heading of {link}", page.display()));
            }
        }
        let links = links.iter().filter_map(|link| link.split('#').next());
        let links = links.filter(|link| !link.is_empty()).map(|link| folder.join(link));
        let named = text.split(|c: char| c.is_whitespace() || "`()|,;".contains(c));
        let named = named.filter(|word| {
            ["fixtures/", "regulations/", "tests/", "crates/", ".ci/", "reports/img/"]
                .iter()
                .any(|start| word.starts_with(start))
        });
        let named = named.map(|word| word.trim_end_matches(['.', ':', '"', '\'']));
        // A line of a file, a heading of a page; a name with a star or a placeholder.
        let named = named.map(|word| word.split([':', '#']).next().unwrap_or(word));
        let named = named.filter(|word| !word.contains(['*', '<', '{', '$', '\u{2026}']));
        let from_root = |word: &str| {
            let places = [root().join(word), folder.join(word)];
            places.iter().find(|at| at.exists()).cloned().unwrap_or_else(|| root().join(word))
        };
        for path in links.chain(named.map(from_root)) {
            tested += 1;
            if !path.exists() {
                wrong.push(format!("{} names {}", page.display(), path.display()));
            }
        }
    }
    assert!(tested > 100, "only {tested} were tested");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_path_that_a_readme_names_exists() {
    let (mut tested, mut wrong) = (0, Vec::new());
    for page in pages() {
        let folder = page.parent().unwrap().to_owned();
        for quoted in text(&page).split('`').skip(1).step_by(2) {
            let is_path = quoted.contains('/')
                && (quoted.ends_with(".rs") || quoted.ends_with('/') || quoted.ends_with(".toml"))
                && !quoted.contains([' ', '$', '`']);
            // Folders of the reader, and what a command writes.
            let is_theirs = quoted.starts_with("reports/") || quoted.starts_with('~');
            if !is_path || is_theirs || quoted.starts_with("day/") {
                continue;
            }
            for path in expanded(quoted) {
                tested += 1;
                if !exists(&folder, &path) {
                    wrong.push(format!("{} names `{path}`", page.display()));
                }
            }
        }
    }
    assert!(tested > 60, "only {tested} paths were tested");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
