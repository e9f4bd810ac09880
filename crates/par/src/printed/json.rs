//! What became of every printed figure, for programs: JSON.

use super::printing::Printing;
use super::search::{Inferred, Search};
use super::verdict::{FigureResult, Tried, Verdict};
use crate::sheet::ExactRatio;
use feltproof_wire::{Text, form, list, object, words};

form! {
    /// `feltproof par --check --format json`: every figure that the source documents print, checked.
    #[schemars(title = "Feltproof printed figures")]
    pub PrintedFigures as "feltproof-par-check/1"(results: &[FigureResult]) {
        /// The figures.
        figures: Vec<CheckedFigure> = list(results),
    }
}

object! {
    /// A printed figure.
    CheckedFigure(
        result: &FigureResult;
        (how, cause) = match result.verdict {
            Verdict::Reproduced(printing) => (Some(printing), None),
            Verdict::OtherReading(at, printing) => (Some(printing), Some(at)),
            Verdict::Inferred(printing) => (Some(printing), None),
            Verdict::Wrong(cause) => (None, cause),
            Verdict::WithinRounding | Verdict::NotDecidable => (None, None),
        }
    ) {
        /// Id.
        id: Text = (&result.id).into(),
        /// Where it is printed.
        source: Text = (&result.source).into(),
        /// As it is called there.
        label: Text = (&result.label).into(),
        /// As printed.
        printed: Text = (&result.printed).into(),
        /// How that is read; null where there is one reading.
        reading: Option<String> = result.reading.clone(),
        /// The exact value; null where it cannot be decided.
        exact: Option<ExactRatio> = result.exact.as_ref().map(ExactRatio::from),
        /// Printed minus exact.
        difference: Option<ExactRatio> = result.difference().as_ref().map(ExactRatio::from),
        /// The verdict.
        #[schemars(extend("enum" = ["reproduced", "other_reading", "inferred_reading", "within_rounding", "wrong", "not_decidable"]))]
        verdict: &'static str = result.verdict.key(),
        /// How the printed figure comes from the value; null where it does not.
        printed_by: Option<PrintingName> = how.map(PrintingName::from),
        /// The way of counting that gives it; null where none is needed or found.
        explained_by: Option<String> = cause.and_then(|at| result.tried.get(at)).map(|tried| tried.reading.clone()),
        /// How many readings and ways of counting were tried in all.
        tried_in_all: usize = result.tried_in_all(),
        /// What a search for readings came to; null where none was made.
        search: Option<SearchOf> = result.search.as_ref().map(SearchOf::from),
        /// Other ways of counting.
        tried: Vec<TriedReading> = list(&result.tried),
        /// A note; null where none.
        note: Option<String> = result.note.clone(),
    }

    /// A search for readings: ways to play by thresholds, times what a figure of the kind can be of.
    SearchOf(search: &Search) {
        /// Readings tried.
        tried: usize = search.tried,
        /// How many give the printed figure, and the house edge printed beside it where there is one.
        giving: usize = search.giving,
        /// That of them by which the player loses least; null where none does.
        best: Option<InferredReading> = search.best.as_ref().map(InferredReading::from),
    }

    /// A reading that no source states.
    InferredReading(of: &Inferred) {
        /// In words.
        reading: Text = (&of.reading).into(),
        /// What it gives.
        exact: ExactRatio = (&of.exact).into(),
        /// How that gives the printed figure.
        gives: PrintingName = of.gives.into(),
        /// The house edge of that way to play.
        house_edge: ExactRatio = (&of.house_edge).into(),
    }

    /// Another way of counting.
    TriedReading(tried: &Tried) {
        /// Which.
        reading: Text = (&tried.reading).into(),
        /// Whether it is a sound reading of the source.
        sound: bool = tried.sound,
        /// What it gives.
        exact: ExactRatio = (&tried.exact).into(),
        /// How that gives the printed figure; null where it does not.
        gives: Option<PrintingName> = tried.gives.map(PrintingName::from),
    }
}

words! {
    /// How a printed figure comes from a value.
    PrintingName: Printing = Printing::word { Exact, Rounded, Truncated }
}
