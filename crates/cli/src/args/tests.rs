//! Every command that a README or a help text names can be typed, and every code of a check in a README is one.

use super::Cli;
use clap::{Command, CommandFactory, Parser, error::ErrorKind};
use feltproof_checks::{ADVICE, CHECKS, by_code};
use std::fs;
use std::path::{Path, PathBuf};

fn readmes() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![root.join("RELEASING.md")];
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
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
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The words of a command line as a shell reads them, up to a pipe, a redirection or a remark.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars().chain([' ']) {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => {
                if ["|", ">", "<", "#", "&&"].contains(&word.as_str()) {
                    break;
                }
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    words
}

/// A command line that begins with `feltproof`, and whether it stands in a block: then it is whole.
struct Line {
    text: String,
    is_whole: bool,
}

/// Command lines of blocks, with lines that go on joined, and those between single backticks.
fn commands(text: &str) -> Vec<Line> {
    let mut found = Vec::new();
    for (at, block) in text.split("```").enumerate() {
        let is_whole = at % 2 == 1;
        let lines: Vec<String> = if is_whole {
            block.replace("\\\n", " ").lines().map(|line| line.trim().to_owned()).collect()
        } else {
            let spans = block.split('`').skip(1).step_by(2);
            spans.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
        };
        for line in lines {
            let Some((before, rest)) = line.split_once("feltproof ") else { continue };
            // A prompt, or a variable of the environment.
            let is_variable = before.ends_with(' ') && before.contains('=');
            if before.is_empty() || before == "$ " || is_variable {
                found.push(Line { text: format!("feltproof {rest}"), is_whole });
            }
        }
    }
    found
}

/// What is wrong with a command line. One that is only named in a sentence may lack what it needs.
fn wrong(line: &Line) -> Option<String> {
    let error = Cli::try_parse_from(words(&line.text)).err()?;
    let is_fine = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        ErrorKind::MissingRequiredArgument
        | ErrorKind::MissingSubcommand
        | ErrorKind::InvalidValue
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => !line.is_whole,
        _ => false,
    };
    let first = error.to_string().lines().next().unwrap_or_default().to_owned();
    (!is_fine).then(|| format!("`{}`: {first}", line.text))
}

#[test]
fn every_command_that_a_readme_names_can_be_typed() {
    let (mut tested, mut bad) = (0, Vec::new());
    for (path, text) in readmes() {
        for line in commands(&text) {
            tested += 1;
            bad.extend(wrong(&line).map(|why| format!("{}: {why}", path.display())));
        }
    }
    assert!(tested > 50, "only {tested} commands were found");
    assert!(bad.is_empty(), "{bad:#?}");
}

/// Help texts of a command and all below it.
fn helps(command: &Command, found: &mut Vec<String>) {
    found.extend(command.get_after_help().map(ToString::to_string));
    command.get_subcommands().for_each(|below| helps(below, found));
}

#[test]
fn every_example_of_the_help_can_be_typed() {
    let mut texts = Vec::new();
    helps(&Cli::command(), &mut texts);
    let examples: Vec<Line> =
        texts.iter().flat_map(|text| commands(&format!("```{text}```"))).collect();
    assert!(examples.len() > 40, "only {} examples", examples.len());
    let bad: Vec<String> = examples.iter().filter_map(wrong).collect();
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn every_code_that_a_readme_names_is_a_check() {
    let families: Vec<&str> =
        CHECKS.iter().chain(ADVICE).filter_map(|check| check.code.get(..4)).collect();
    let (mut tested, mut bad) = (0, Vec::new());
    for (path, text) in readmes() {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            let digits = word.get(4..).unwrap_or_default();
            let is_code = word.is_ascii()
                && word.get(..4).is_some_and(|family| families.contains(&family))
                && digits.len() == 3
                && digits.bytes().all(|b| b.is_ascii_digit());
            if is_code {
                tested += 1;
                if by_code(word).is_none() {
                    bad.push(format!("{}: {word}", path.display()));
                }
            }
        }
    }
    assert!(tested > 20, "only {tested} codes were found");
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn what_is_given_and_empty_is_an_error() {
    let refused = |line: &[&str]| {
        let words = line.iter().map(|word| (*word).into());
        Cli::from_words(words).err().map(|error| error.to_string())
    };
    for (line, name) in [
        (
            vec!["feltproof", "audit", "e.toml", "--out", "o", "--timestamp", ""],
            "--timestamp <URL>",
        ),
        (
            vec!["feltproof", "audit", "e.toml", "--out", "o", "--timestamp-command="],
            "--timestamp-command",
        ),
        (vec!["feltproof", "verify", "r.pdf", "--trust", ""], "--trust"),
        (vec!["feltproof", "identity", "new", "--name", "", "--out", "x.pem"], "--name"),
    ] {
        let why = refused(&line).unwrap();
        // Of an option that takes a path it says so in other words.
        let says = why.contains("is given and empty") || why.contains("a value is required");
        assert!(why.contains(name) && says, "{line:?}: {why}");
    }
    assert_eq!(
        refused(&["feltproof", "audit", "e.toml", "--out", "o", "--timestamp", "http://t"]),
        None
    );
}
