//! `figures.toml`: what is printed where, and which quantity it is read as.

use super::error::PrintedError;
use feltproof_toml::{Names, Section, TomlErrors};
use std::collections::BTreeMap;

const FILE: &str = include_str!("figures.toml");

/// Another quantity that the figure may be.
#[derive(Clone, Debug)]
pub(super) struct Other {
    /// The parts in which it differs from the figure's quantity.
    pub of: Quantity,
    /// In words.
    pub reading: String,
    /// True for a way to read the figure, false for a way to get it wrong.
    pub sound: bool,
}

/// A quantity, given by its parts; which of them are needed depends on the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Quantity {
    /// The [`PARTS`] that there are.
    parts: BTreeMap<&'static str, String>,
    pub events: Option<Vec<String>>,
    pub terms: Option<Vec<String>>,
}

/// The parts that are one text.
const PARTS: [&str; 11] = [
    "quantity",
    "game",
    "wager",
    "paytable",
    "event",
    "net",
    "hand",
    "but",
    "ties",
    "play_from",
    "raise_from",
];

/// A figure with its quantity in full.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub id: String,
    pub source: String,
    pub label: String,
    pub printed: String,
    /// Without a quantity it cannot be decided.
    pub of: Quantity,
    pub reading: Option<String>,
    pub tried: Vec<Other>,
    pub note: Option<String>,
    /// Id of the house edge that the source prints beside it for the same way to play.
    pub beside: Option<String>,
}

impl Quantity {
    /// The parts in the table `of` of a section; none where there is no such table.
    fn read(section: Section<'_>) -> Self {
        let Some(s) = section.section_if("of") else { return Self::default() };
        let part = |key| Some((key, s.text_if(key)?.owned()));
        let texts = |key: &'static str| {
            s.has(key).then(|| s.texts(key).iter().map(|text| text.owned()).collect())
        };
        let parts = PARTS.into_iter().filter_map(part).collect();
        Self { parts, events: texts("events"), terms: texts("terms") }
    }

    /// One of the [`PARTS`].
    pub(super) fn get(&self, part: &str) -> Option<&str> {
        debug_assert!(PARTS.contains(&part), "{part}");
        self.parts.get(part).map(String::as_str)
    }

    /// The same where it must be there.
    pub(super) fn need(&self, part: &'static str) -> Result<&str, PrintedError> {
        self.get(part).ok_or(PrintedError::Lacks(part))
    }

    /// These parts, and those of `base` where there is none here.
    pub(super) fn over(&self, base: &Self) -> Self {
        // An event, events or a net choose lines; one choice takes the place of another.
        let chosen = ["event", "net"];
        let chooses = self.events.is_some() || chosen.iter().any(|part| self.get(part).is_some());
        let mut all = base.clone();
        if chooses {
            all.parts.retain(|part, _| !chosen.contains(part));
            all.events = None;
        }
        all.parts.extend(self.parts.clone());
        let Self { events, terms, .. } = self.clone();
        Self { parts: all.parts, events: events.or(all.events), terms: terms.or(all.terms) }
    }
}

/// All figures. `Err`: what is wrong with the file of the program; a test proves that it reads.
pub(super) fn figures() -> Result<Vec<Figure>, TomlErrors> {
    feltproof_toml::read(FILE, "figures.toml", 1, |top| {
        let (mut figures, mut names) = (Vec::new(), Names::default());
        for group in top.sections("group") {
            let source = group.text("source").map_or("", |source| source.value);
            let of = Quantity::read(group);
            for entry in group.sections("figures") {
                figures.extend(figure(entry, source, &of, &mut names));
            }
        }
        Some(figures)
    })
}

/// A figure with what it shares with those of its group.
fn figure<'d>(
    s: Section<'d>,
    source: &str,
    of: &Quantity,
    names: &mut Names<'d>,
) -> Option<Figure> {
    let id = s.name("id", names);
    let label = s.text("label");
    let printed = s.text("printed");
    let of = Quantity::read(s).over(of);
    let reading = s.text_if("reading").map(|text| text.owned());
    let note = s.text_if("note").map(|text| text.owned());
    let beside = s.text_if("beside").map(|text| text.owned());
    let tried = s.sections_if("tried").into_iter().filter_map(|other| {
        let (parts, reading) = (Quantity::read(other), other.text("reading"));
        let sound = other.flag_if("sound").is_some_and(|flag| flag.value);
        Some(Other { of: parts.over(&of), reading: reading?.owned(), sound })
    });
    Some(Figure {
        id: id?.owned(),
        source: source.to_owned(),
        label: label?.owned(),
        printed: printed?.owned(),
        tried: tried.collect(),
        of,
        reading,
        note,
        beside,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_file_reads_and_names_every_figure_once() {
        let figures = figures().unwrap();
        let ids: BTreeSet<&str> = figures.iter().map(|f| f.id.as_str()).collect();
        assert_eq!(ids.len(), figures.len());
        for figure in &figures {
            assert!(crate::sheet::parse_printed(&figure.printed).is_some(), "{}", figure.id);
            for term in figure.of.terms.iter().flatten().chain(&figure.beside) {
                assert!(ids.contains(term.as_str()), "{}: {term}", figure.id);
            }
        }
    }
}
