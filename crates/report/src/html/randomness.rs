//! Randomness in short: the verdict on each source of cards, and what departs in plain words.

use super::Input;
use super::markup::Markup;
use crate::randomness::departures::{Departure, departures};
use crate::randomness::words::{result_title, verdict_sentence};

/// A part of the summary; nothing where nothing was tested. Every test with its figures is in the data of the page.
pub(super) fn part(page: &mut Markup, input: &Input<'_>) {
    if input.randomness.is_empty() {
        return;
    }
    page.leaf("h3", &[], "Randomness of the cards");
    for r in input.randomness {
        page.leaf("h4", &[], &format!("{}: {}", r.source, result_title(r)));
        page.paragraph(&verdict_sentence(r));
        let departures = departures(r);
        if !departures.is_empty() {
            page.list(departures.iter().map(Departure::sentence));
        }
    }
}
