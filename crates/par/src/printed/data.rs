//! `figures.toml`: what is printed where, and which quantity it is read as.

use super::error::PrintedError;
use serde::Deserialize;

const FILE: &str = include_str!("figures.toml");

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    group: Vec<Group>,
}

/// Figures with one source that share parts of their quantity.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    source: String,
    #[serde(default)]
    of: Quantity,
    figures: Vec<Entry>,
}

/// A figure as written in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    label: String,
    printed: String,
    #[serde(default)]
    of: Quantity,
    reading: Option<String>,
    #[serde(default)]
    tried: Vec<Other>,
    note: Option<String>,
}

/// Another quantity that the figure may be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Other {
    /// The parts in which it differs from the figure's quantity.
    pub of: Quantity,
    /// In words.
    pub reading: String,
    /// True for a way to read the figure, false for a way to get it wrong.
    #[serde(default)]
    pub sound: bool,
}

/// A quantity, told by its parts; which of them are needed depends on the first.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Quantity {
    pub quantity: Option<String>,
    pub game: Option<String>,
    pub wager: Option<String>,
    pub paytable: Option<String>,
    pub event: Option<String>,
    pub events: Option<Vec<String>>,
    pub net: Option<String>,
    pub hand: Option<String>,
    pub but: Option<String>,
    pub ties: Option<String>,
    pub play_from: Option<String>,
    pub raise_from: Option<String>,
    pub terms: Option<Vec<String>>,
}

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
}

impl Quantity {
    /// These parts, and those of `base` where there is none here.
    pub(super) fn over(&self, base: &Self) -> Self {
        let pick = |mine: &Option<String>, theirs: &Option<String>| {
            mine.clone().or_else(|| theirs.clone())
        };
        // An event, events or a net choose lines; one choice takes the place of another.
        let chooses = self.event.is_some() || self.events.is_some() || self.net.is_some();
        let lines = if chooses { self } else { base };
        Self {
            quantity: pick(&self.quantity, &base.quantity),
            game: pick(&self.game, &base.game),
            wager: pick(&self.wager, &base.wager),
            paytable: pick(&self.paytable, &base.paytable),
            event: lines.event.clone(),
            events: lines.events.clone(),
            net: lines.net.clone(),
            hand: pick(&self.hand, &base.hand),
            but: pick(&self.but, &base.but),
            ties: pick(&self.ties, &base.ties),
            play_from: pick(&self.play_from, &base.play_from),
            raise_from: pick(&self.raise_from, &base.raise_from),
            terms: self.terms.clone().or_else(|| base.terms.clone()),
        }
    }
}

/// All figures.
///
/// # Errors
/// What is wrong with the file, which comes with the program; a test proves that it reads.
pub(super) fn figures() -> Result<Vec<Figure>, PrintedError> {
    let file: File = toml::from_str(FILE).map_err(|e| PrintedError::File(e.to_string()))?;
    let mut figures = Vec::new();
    for group in file.group {
        for entry in group.figures {
            let of = entry.of.over(&group.of);
            let tried = entry.tried.into_iter().map(|t| Other { of: t.of.over(&of), ..t });
            figures.push(Figure {
                id: entry.id,
                source: group.source.clone(),
                label: entry.label,
                printed: entry.printed,
                tried: tried.collect(),
                of,
                reading: entry.reading,
                note: entry.note,
            });
        }
    }
    Ok(figures)
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
            for term in figure.of.terms.iter().flatten() {
                assert!(ids.contains(term.as_str()), "{}: {term}", figure.id);
            }
        }
    }
}
