//! The figures with their verdicts, as text for people and as JSON.

use super::verdict::{FigureResult, Tried, Verdict};
use crate::sheet::percent;
use std::fmt::Write as _;

/// Places shown beyond those printed.
const MORE: u32 = 4;

/// Every figure in a line, what is behind it below, a summary at the end.
pub fn text(results: &[FigureResult]) -> String {
    let mut out = String::new();
    let mut source = "";
    for result in results {
        if result.source != source {
            source = &result.source;
            let _ = writeln!(out, "{}{source}", if out.is_empty() { "" } else { "\n" });
        }
        line(&mut out, result);
    }
    out.push_str(
        "\nWrong: not the figure that the rules as printed give. A way of counting that gives it all the \
         same is inferred from the number.\nReproduced under another reading: the source does not say what \
         was counted, and one sound reading gives it.\nAn inferred reading: one of many that a search tried gives it, and no source \
         states it; so the figure is neither borne out nor wrong.\n",
    );
    let count = |key: &str| results.iter().filter(|r| r.verdict.key() == key).count();
    let _ = writeln!(
        out,
        "\n{} figures: {} reproduced, {} reproduced under another reading, {} by an inferred reading, {} sums right within \
         rounding, {} wrong, {} not decidable",
        results.len(),
        count("reproduced"),
        count("other_reading"),
        count("inferred_reading"),
        count("within_rounding"),
        count("wrong"),
        count("not_decidable")
    );
    out
}

fn line(out: &mut String, result: &FigureResult) {
    let exact =
        result.exact.as_ref().map_or_else(String::new, |exact| result.displayed(exact, MORE));
    let word = match result.verdict {
        Verdict::Reproduced(printing) => format!("reproduced ({})", printing.word()),
        Verdict::OtherReading(_, printing) => {
            format!("reproduced under another reading ({})", printing.word())
        }
        Verdict::Inferred(printing) => format!("an inferred reading ({})", printing.word()),
        Verdict::WithinRounding => "adds up within rounding".to_owned(),
        Verdict::Wrong(_) => {
            let difference = result.difference();
            let difference = difference.map_or_else(String::new, |d| result.displayed(&d, MORE));
            format!("WRONG by {difference}")
        }
        Verdict::NotDecidable => "not decidable".to_owned(),
    };
    let _ = writeln!(out, "  {:<58} {:>18} {exact:>18}  {word}", result.label, result.printed);
    if let Some(reading) = &result.reading {
        let _ = writeln!(out, "      read as {reading}");
    }
    let cause = match result.verdict {
        Verdict::OtherReading(at, _) | Verdict::Wrong(Some(at)) => Some(at),
        _ => None,
    };
    for (at, tried) in result.tried.iter().enumerate() {
        let _ = writeln!(out, "      {}", tried_line(result, tried, cause == Some(at)));
    }
    if matches!(result.verdict, Verdict::Wrong(None)) {
        let _ = match result.tried_in_all() {
            1 => writeln!(out, "      no other reading was tried"),
            tried => writeln!(out, "      none of {tried} readings tried gives it"),
        };
    }
    if let Some((search, best)) = result.search.as_ref().and_then(|s| Some((s, s.best.as_ref()?))) {
        let (exact, edge) = (result.displayed(&best.exact, MORE), percent(&best.house_edge, 4));
        let _ = writeln!(
            out,
            "      {} of {} readings that a search tried give it; that of the least house edge: {}: {exact}, the house edge \
             then {edge}",
            search.giving, search.tried, best.reading
        );
    }
    if let Some(note) = &result.note {
        let _ = writeln!(out, "      {note}");
    }
}

fn tried_line(result: &FigureResult, tried: &Tried, is_cause: bool) -> String {
    let exact = result.displayed(&tried.exact, MORE);
    let word = match (is_cause, tried.sound) {
        (true, _) => "gives the printed figure: ",
        (false, true) => "also read as ",
        (false, false) => "tried: ",
    };
    format!("{word}{}: {exact}", tried.reading)
}
