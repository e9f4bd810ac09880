//! Progressive systems: which components and versions were approved together.

use crate::procedure::{self, Procedure};
use crate::version::{compare_versions, is_readable};
use feltproof_toml::{Names, Section, TomlErrors};
use std::cmp::Ordering;

/// A progressive system with its approved alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// Id by which a link names it: `nexus-command`.
    pub id: String,
    /// Title for reports.
    pub title: String,
    /// Where the approval is printed.
    pub source: String,
    /// It may carry links of different games.
    pub multi_game: bool,
    /// Complete sets of components; one of them must be in use as a whole.
    pub alternatives: Vec<Vec<Component>>,
    /// What a table goes through, round after round; printed alike for all its versions.
    pub procedure: Procedure,
}

/// One approved component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Name as in the approval.
    pub name: String,
    /// Version as in the approval.
    pub version: String,
    /// True for "or higher", false for this version alone.
    pub or_higher: bool,
    /// What it is of the system, where that matters.
    pub part: Part,
}

/// What a component is of its system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The controller of a table.
    Controller,
    /// A progressive display.
    Display,
    /// Anything else.
    Other,
}

/// What the approval says of one component and version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionVerdict {
    /// Approved, as this version or, where higher ones are too, from this one on.
    Approved(String),
    /// Below this approved version.
    TooOld(String),
    /// Above this approved version, where the approval does not say "or higher".
    NotThisVersion(String),
    /// The approval does not name this component.
    NotListed,
    /// The version cannot be read or cannot be ordered against the approved one.
    Unreadable,
}

impl System {
    /// Judges one component found on site. Names are compared without regard to case.
    pub fn judge(&self, component: &str, version: &str) -> VersionVerdict {
        let Some(approved) = self.component(component) else { return VersionVerdict::NotListed };
        if !is_readable(version) {
            return VersionVerdict::Unreadable;
        }
        let known = approved.version.clone();
        match compare_versions(version, &known) {
            None => VersionVerdict::Unreadable,
            Some(Ordering::Less) => VersionVerdict::TooOld(known),
            Some(Ordering::Equal) => VersionVerdict::Approved(known),
            Some(Ordering::Greater) if approved.or_higher => VersionVerdict::Approved(known),
            Some(Ordering::Greater) => VersionVerdict::NotThisVersion(known),
        }
    }

    /// The components missing from the alternative that these components complete best; empty
    /// when one alternative is there as a whole.
    pub fn missing(&self, components: &[&str]) -> Vec<&str> {
        let there = |c: &Component| components.iter().any(|found| same_name(found, &c.name));
        let missing = |set: &Vec<Component>| set.iter().filter(|c| !there(c)).count();
        let best = self.alternatives.iter().min_by_key(|set| missing(set));
        best.into_iter().flatten().filter(|c| !there(c)).map(|c| c.name.as_str()).collect()
    }

    /// What a component of this name is of the system; `None`: no approval names it.
    pub fn part(&self, component: &str) -> Option<Part> {
        self.component(component).map(|found| found.part)
    }

    /// Whether these components, displays aside, stand in one of the alternatives together.
    pub fn go_together(&self, components: &[&str]) -> bool {
        let own = |name: &&&str| self.part(name).is_some_and(|part| part != Part::Display);
        let own: Vec<&&str> = components.iter().filter(own).collect();
        let has_all = |set: &Vec<Component>| {
            own.iter().all(|name| set.iter().any(|component| same_name(name, &component.name)))
        };
        self.alternatives.iter().any(has_all)
    }

    fn component(&self, name: &str) -> Option<&Component> {
        self.alternatives.iter().flatten().find(|c| same_name(name, &c.name))
    }
}

fn same_name(a: &str, b: &str) -> bool {
    a.split_whitespace().map(str::to_lowercase).eq(b.split_whitespace().map(str::to_lowercase))
}

/// The systems that come with the toolkit. A test proves that their file reads without error.
pub fn builtin_systems() -> Vec<System> {
    let text = include_str!("../games/systems.toml");
    parse(text, "systems.toml").expect("a test reads the file of the toolkit")
}

/// Reads a systems file; messages name `file`. `Err`: every error at once, each with line and key.
pub fn parse(text: &str, file: &str) -> Result<Vec<System>, TomlErrors> {
    feltproof_toml::read(text, file, 1, |top| {
        let mut names = Names::default();
        let sections = top.sections("system").into_iter();
        Some(sections.filter_map(|section| system(section, &mut names)).collect())
    })
}

fn system<'d>(section: Section<'d>, names: &mut Names<'d>) -> Option<System> {
    let id = section.name("id", names);
    let title = section.text("title");
    let source = section.text("source");
    let multi_game = section.flag_if("multi_game").is_some_and(|flag| flag.value);
    let components = |alternative: &Section<'d>| {
        alternative.sections("components").into_iter().filter_map(component).collect()
    };
    let alternatives = section.sections("alternative").iter().map(components).collect();
    let procedure = section.section("procedure").and_then(|section| procedure::read(&section))?;
    let (id, title, source) = (id?.owned(), title?.owned(), source?.owned());
    Some(System { id, title, source, multi_game, alternatives, procedure })
}

fn component(section: Section<'_>) -> Option<Component> {
    let name = section.text("name");
    let version = section.text("version");
    let or_higher = section.flag_if("or_higher").is_some_and(|flag| flag.value);
    let part = section.word_or("part", &["controller", "display"], part_of, Part::Other);
    let version = version?;
    let readable = is_readable(version.value);
    let version = version
        .only_if(readable, |text| format!("is {text}, which is not a version such as 1.3.0"))?;
    Some(Component { name: name?.owned(), version: version.owned(), or_higher, part: part? })
}

fn part_of(word: &str) -> Option<Part> {
    match word {
        "controller" => Some(Part::Controller),
        "display" => Some(Part::Display),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(system: &str, component: &str, version: &str) -> VersionVerdict {
        let systems = builtin_systems();
        systems.iter().find(|s| s.id == system).unwrap().judge(component, version)
    }

    #[test]
    fn components_of_two_sets_do_not_go_together_but_displays_may_differ() {
        let systems = builtin_systems();
        let of = |id: &str| systems.iter().find(|s| s.id == id).unwrap();
        let (one, two) = ("Nexus Command Game Manager", "Nexus Command Game Manager 2");
        let (old, new) =
            ("Nexus Command Table Controller Software", "nexus command  table controller 2");
        let nexus = of("nexus-command");
        for (components, together) in [
            (vec![one, old], true),
            (vec![two, new, "Wall Display"], true),
            (vec![one, new], false),
            (vec![one, two, old], false),
            (vec![], true),
        ] {
            assert_eq!(nexus.go_together(&components), together, "{components:?}");
        }
        assert!(of("shfl").go_together(&["Game Manager", "CHAM2+", "ViPS"]));
        assert_eq!(nexus.part(new), Some(Part::Controller));
        assert_eq!((nexus.part("Wall Display"), nexus.part(one)), (None, Some(Part::Other)));
        assert!(nexus.multi_game && !of("shfl").multi_game);
    }

    #[test]
    fn both_sides_of_every_approved_version() {
        let approved = |m: &str| VersionVerdict::Approved(m.to_owned());
        let too_old = |m: &str| VersionVerdict::TooOld(m.to_owned());
        let not_this = |m: &str| VersionVerdict::NotThisVersion(m.to_owned());
        for (system, component, version, verdict) in [
            ("shfl", "Game Manager", "6.6 Build 519", too_old("6.6 Build 520")),
            ("shfl", "Game Manager", "v6.6 Build 520", approved("6.6 Build 520")),
            ("shfl", "game  manager", "6.7", approved("6.6 Build 520")),
            ("shfl", "Game Manager", "6.6", VersionVerdict::Unreadable),
            ("shfl", "Aquarius Controller", "6.5.6SP", approved("6.5.6SP")),
            ("shfl", "Aquarius Controller", "6.5.7", not_this("6.5.6SP")),
            ("shfl", "Aquarius Controller", "6.5.5", too_old("6.5.6SP")),
            ("shfl", "Coin Spot", "6.0", approved("6.0")),
            ("shfl", "Coin Spot", "6.1", not_this("6.0")),
            ("shfl", "CHAM2+", "1.66P$", approved("1.66P$")),
            ("shfl", "ViPS", "1.3.0", approved("1.2.0")),
            ("shfl", "ViPS", "1.1.9", too_old("1.2.0")),
            ("nexus-command", "Nexus Command Game Manager", "1.2.9", too_old("1.3.0")),
            ("nexus-command", "Nexus Command Game Manager", "1.3.0", approved("1.3.0")),
            ("nexus-command", "Nexus Command Game Manager 2", "2.5.3", too_old("2.5.4")),
            ("nexus-command", "Nexus Command Table Controller 2", "2.6.0", approved("2.6.0")),
            ("nexus-command", "Coin Spot", "6.0", VersionVerdict::NotListed),
            ("nexus-command", "Nexus Command Game Manager", "n/a", VersionVerdict::Unreadable),
        ] {
            assert_eq!(judge(system, component, version), verdict, "{component} {version}");
        }
    }

    #[test]
    fn components_of_two_alternatives_do_not_make_one() {
        let systems = builtin_systems();
        let nexus = systems.iter().find(|s| s.id == "nexus-command").unwrap();
        let (gm, tc) = ("Nexus Command Game Manager", "Nexus Command Table Controller Software");
        assert!(nexus.missing(&[gm, tc]).is_empty());
        assert_eq!(nexus.missing(&[gm, "Nexus Command Table Controller 2"]), [tc]);
    }

    #[test]
    fn every_error_of_a_file_is_reported() {
        let text = "schema = 2\n[[system]]\nid = \"x\"\ntitel = \"t\"\nsource = \"s\"\n\
                    [[system.alternative]]\ncomponents = [{ name = \"a\", version = \"?\" }]\n";
        let errors = parse(text, "s.toml").unwrap_err().to_string();
        let lines: Vec<&str> = errors.lines().collect();
        assert_eq!(lines.len(), 5, "{errors}");
        assert!(lines[0].starts_with("s.toml:1: schema: is 2"), "{errors}");
        assert!(
            errors.contains("s.toml:4: system x, titel: is an unknown key (did you mean `title`?)"),
            "{errors}"
        );
        assert!(errors.contains("system x, procedure: is missing"), "{errors}");
        assert!(errors.contains("s.toml:7: ") && errors.contains("is ?, which is not a version"));
    }
}
