//! The shape of the project, tested: layers, words, sizes, documents. Prose in `crates/README.md`
//! says why; this file says whether.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" {
                files(&path, extension, found);
            }
        } else if name.ends_with(extension) {
            found.push(path);
        }
    }
}

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join(folder), ".rs", &mut found);
    found.sort();
    found.into_iter().map(|p| (p.clone(), fs::read_to_string(&p).unwrap())).collect()
}

fn manifest(path: &str) -> toml::Table {
    fs::read_to_string(root().join(path)).unwrap().parse().unwrap()
}

/// Source without comments, string contents and tests: what the program does.
fn code_of(text: &str) -> String {
    let body = text.split("#[cfg(test)]").next().unwrap_or(text);
    body.lines().map(|l| l.split("//").next().unwrap_or(l)).collect::<Vec<_>>().join("\n")
}

/// The names of the crates: the folders of `crates`.
fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap().map(|e| e.unwrap().path());
    let names = entries.filter(|p| p.is_dir()).map(|p| p.file_name().unwrap().to_owned());
    let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.len() >= 14, "{names:?}");
    names
}

/// Which crate may depend on which stands in `crates/README.md` and is tested by `map.rs`.
#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    for name in crates() {
        let table = manifest(&format!("crates/{name}/Cargo.toml"));
        let lints = table["lints"]["workspace"].as_bool();
        assert_eq!(lints, Some(true), "{name} must take the workspace's lints (no unsafe code)");
    }
    assert_eq!(
        manifest("Cargo.toml")["workspace"]["lints"]["rust"]["unsafe_code"].as_str(),
        Some("forbid")
    );
}

#[test]
fn polars_is_known_to_analysis_alone() {
    for name in crates().iter().filter(|c| *c != "analysis") {
        let text = fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap();
        assert!(!text.contains("polars"), "{name} names polars; its debug cycle must stay short");
    }
    for (path, text) in sources("tests") {
        assert!(!code_of(&text).contains("feltproof_analysis"), "{}", path.display());
    }
}

#[test]
fn below_the_cli_there_is_no_clock_environment_randomness_file_or_terminal() {
    let forbidden = [
        "std::time::Instant",
        "SystemTime",
        "Instant::now",
        "std::env::",
        "std::fs",
        "File::open",
        "println!",
        "eprintln!",
        "std::process",
        "getrandom",
        "Zoned::now",
        "Timestamp::now",
        "HashMap",
        "HashSet",
    ];
    for name in crates().iter().filter(|c| *c != "cli") {
        for (path, text) in sources(&format!("crates/{name}/src")) {
            for (i, line) in code_of(&text).lines().enumerate() {
                for word in forbidden {
                    assert!(!line.contains(word), "{}:{}: `{word}`", path.display(), i + 1);
                }
            }
        }
    }
}

/// What is opened may be a pipe that never ends, a device, or longer than there is memory: `files::regular` refuses it.
#[test]
fn every_file_is_opened_in_one_place() {
    // A folder is opened to have its names on the medium; a lock is a run's own.
    let own = ["src/files.rs", "src/outputs/disk.rs", "src/outputs/lock.rs"];
    let mut seen = 0;
    let product =
        sources("crates/cli/src").into_iter().filter(|(path, _)| !path.ends_with("tests.rs"));
    for (path, text) in product {
        let is_own = own.iter().any(|own| path.ends_with(own));
        for (i, line) in code_of(&text).lines().enumerate() {
            for word in
                ["File::open", "fs::read(", "fs::read_to_string", ".read(true)", "from_path("]
            {
                let opens = line.contains(word);
                seen += usize::from(opens && is_own);
                let at = format!("{}:{}", path.display(), i + 1);
                assert!(is_own || !opens, "{at}: `{word}`: open it by files::regular");
            }
        }
    }
    assert!(seen >= 2, "what opens files here is called otherwise");
}

#[test]
fn money_meets_no_floating_point() {
    for name in [
        "model", "intake", "engine", "record", "par", "regs", "checks", "analysis", "verdict",
        "simulate",
    ] {
        for (path, text) in sources(&format!("crates/{name}/src")) {
            for (i, line) in code_of(&text).lines().enumerate() {
                let float =
                    line.split(|c: char| !c.is_alphanumeric()).any(|w| w == "f64" || w == "f32");
                assert!(!float, "{}:{}: floating point in {name}", path.display(), i + 1);
            }
        }
    }
}

#[test]
fn each_crate_keeps_to_its_own_words() {
    let unheard: [(&str, &[&str]); 5] = [
        ("engine", &["WAC", "RCW", "regulation", "Regulation"]),
        ("record", &["WAC", "RCW", "regulation", "Regulation"]),
        ("par", &["WAC", "RCW", "regulation", "Regulation"]),
        ("regs", &["Card", "HandRank", "Suit"]),
        ("seal", &["casino", "Money", "wager"]),
    ];
    for (name, words) in unheard {
        for (path, text) in sources(&format!("crates/{name}/src")) {
            for (i, line) in code_of(&text).lines().enumerate() {
                for word in words {
                    let heard = line.split(|c: char| !c.is_alphanumeric()).any(|w| w == *word);
                    assert!(
                        !heard,
                        "{}:{}: {name} has never heard of `{word}`",
                        path.display(),
                        i + 1
                    );
                }
            }
        }
    }
}

/// Identifiers of a piece of source, in words; the names of tests are sentences of their own.
fn identifiers(tokens: TokenStream, found: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_test = |fn_at: usize| {
        let before = fn_at.checked_sub(1).and_then(|at| tokens.get(at));
        matches!(before, Some(TokenTree::Group(g)) if g.stream().to_string() == "test")
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => identifiers(group.stream(), found),
            TokenTree::Ident(name) => {
                let after_fn = at.checked_sub(1).filter(|fn_at| tokens[*fn_at].to_string() == "fn");
                if !after_fn.is_some_and(is_test) {
                    found.push((name.span().start().line, name.to_string()));
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The words of a name: `of_AskedFor` are "of", "asked" and "for".
fn words_of(name: &str) -> Vec<String> {
    let mut spaced = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            spaced.push('_');
        }
        spaced.extend(c.to_lowercase());
    }
    spaced.split('_').map(str::to_owned).collect()
}

fn unclear(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    identifiers(source.parse().unwrap(), &mut found);
    let unclear = |word: &String| ["told", "asked", "untold", "felt"].contains(&word.as_str());
    found.into_iter().filter(|(_, name)| words_of(name).iter().any(unclear)).collect()
}

/// A record *indicates*, an engagement *requests*, a question is *undetermined*.
#[test]
fn identifiers_say_who_states_what() {
    for (path, text) in ["crates", "tests"].into_iter().flat_map(sources) {
        if let Some((line, name)) = unclear(&text).first() {
            panic!("{}:{line}: `{name}`: say indicated, requested, undetermined", path.display());
        }
    }
    let source = "#[test] fn it_is_told() { let foretold = \"asked\"; }\n mod a { struct Untold; }
        impl AskedFor { fn felt_it(&self) {} } // told";
    let names: Vec<String> = unclear(source).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["Untold", "AskedFor", "felt_it"]);
}

#[test]
fn simulate_has_its_own_rules() {
    for (path, text) in sources("crates/simulate") {
        assert!(
            !text.contains("feltproof_engine"),
            "{} uses the engine it must test",
            path.display()
        );
    }
}

#[test]
fn every_check_is_one_document_and_one_entry() {
    let list = root().join("crates/checks/src/list");
    let table = fs::read_to_string(list.join("mod.rs")).unwrap();
    let (_, table) = table.split_once("= checks! {").unwrap();
    let (mut code, mut documents) = (Vec::new(), Vec::new());
    files(&list, ".rs", &mut code);
    files(&list, ".md", &mut documents);
    let stems = |paths: &[PathBuf]| -> BTreeSet<String> {
        let stem = |p: &PathBuf| p.file_stem().unwrap().to_string_lossy().into_owned();
        paths.iter().map(stem).filter(|s| s.len() == 7 && s.as_bytes()[3] == b'_').collect()
    };
    assert!(stems(&documents).len() >= 25);
    assert!(stems(&code).is_subset(&stems(&documents)), "every file of a check has its document");
    for stem in stems(&documents) {
        let entry = format!("    \"{}\" {stem} \"", stem.to_uppercase().replace('_', "-"));
        assert_eq!(table.matches(&entry).count(), 1, "{entry} must stand once in the list");
    }
}

#[test]
fn files_hold_one_idea_and_say_which() {
    for folder in ["crates", "tests"] {
        for (path, text) in sources(folder) {
            let lines = text.lines().count();
            let most = 600;
            assert!(lines <= most, "{}: {lines} lines, at most {most}", path.display());
            // What the file is for, in a sentence that says something without the rest.
            let header = text.lines().map_while(|line| line.strip_prefix("//!"));
            let opening = header.take_while(|line| !line.trim().is_empty());
            let words = opening.flat_map(str::split_whitespace).count();
            assert!(words >= 8, "{}: opens with {words} words, at least 8", path.display());
            for left in ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"] {
                // This list itself is the only place that may hold the words.
                let own = path.ends_with("tidy.rs");
                assert!(own || !text.contains(left), "{}: `{left}`", path.display());
            }
        }
    }
}

#[test]
fn every_dependency_says_what_it_is_for() {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = text.split("[workspace.dependencies]").nth(1).unwrap();
    let section = section.split("\n[").next().unwrap();
    for line in section.lines().filter(|l| l.contains('=') && !l.starts_with("feltproof-")) {
        let (_, why) = line.split_once('#').unwrap_or_else(|| panic!("`{line}` has no comment"));
        assert!(why.trim().len() >= 8, "`{line}` does not say what it is for");
    }
}

#[test]
fn every_top_folder_and_crate_has_a_readme() {
    for folder in ["", "crates", "fixtures", "reports", "regulations", "tests"] {
        assert!(root().join(folder).join("README.md").is_file(), "`{folder}` has no README.md");
    }
    for name in crates() {
        assert!(root().join("crates").join(&name).join("README.md").is_file(), "crate {name}");
    }
}

#[test]
fn the_architecture_page_names_every_crate() {
    let page = fs::read_to_string(root().join("crates/README.md")).unwrap();
    for name in crates() {
        assert!(page.contains(&format!("`{name}`")), "crates/README.md does not name `{name}`");
    }
}
