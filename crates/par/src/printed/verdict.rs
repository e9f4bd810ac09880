//! Compares a printed figure with the exact value, at the precision it was printed with.

use super::data::{Figure, Quantity};
use super::error::PrintedError;
use super::printing::{Printing, gives};
use super::quantity::Workings;
use super::search::{Search, is_searched, search, search_own_hand};
use crate::sheet::{Digits, Printed, Ratio, decimal_by, parse_printed, ratio};
use num_bigint::BigInt;
use num_traits::Signed;

/// What is to be said of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The exact value gives it.
    Reproduced(Printing),
    /// Not as it was read first, but as another reading of it (by its place among those tried).
    OtherReading(usize, Printing),
    /// Not as any reading that the data states, but as one found by search, which is inferred from the number.
    Inferred(Printing),
    /// It is a sum of printed figures that differs by no more than their rounding.
    WithinRounding,
    /// It is wrong; a mistake that gives it (by its place among those tried), if one is known.
    Wrong(Option<usize>),
    /// The source does not say enough to compute it, and nothing tried gives it.
    NotDecidable,
}

impl Verdict {
    /// The word for it in data.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Reproduced(_) => "reproduced",
            Self::OtherReading(..) => "other_reading",
            Self::Inferred(_) => "inferred_reading",
            Self::WithinRounding => "within_rounding",
            Self::Wrong(_) => "wrong",
            Self::NotDecidable => "not_decidable",
        }
    }

    /// True when the figure should not stand as printed.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::Wrong(_))
    }
}

/// Another quantity that was computed for a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// In words.
    pub reading: String,
    /// True for a way to read the figure, false for a way to get it wrong.
    pub sound: bool,
    /// Its exact value.
    pub exact: Ratio,
    /// How it gives the printed figure, if it does.
    pub gives: Option<Printing>,
}

/// One printed figure with what was computed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureResult {
    /// Id, unique in the data.
    pub id: String,
    /// Where it is printed.
    pub source: String,
    /// What it is printed as.
    pub label: String,
    /// Its text.
    pub printed: String,
    /// How it is read, where the label leaves that open.
    pub reading: Option<String>,
    /// The exact value under that reading; none where it cannot be computed.
    pub exact: Option<Ratio>,
    /// What else was computed.
    pub tried: Vec<Tried>,
    /// What a search for other readings came to, where one was made: before it would be called wrong.
    pub search: Option<Search>,
    /// What is to be said of it.
    pub verdict: Verdict,
    /// What else is known of it.
    pub note: Option<String>,
    /// Digits after the point and whether it is a percentage, for showing values beside it.
    pub(super) places: u32,
    pub(super) percent: bool,
}

impl FigureResult {
    /// A value as this figure would print it, with so many places more.
    pub(super) fn displayed(&self, value: &Ratio, more: u32) -> String {
        let (value, sign) =
            if self.percent { (value * BigInt::from(100), "%") } else { (value.clone(), "") };
        let places = if value.is_integer() && !self.percent { 0 } else { self.places + more };
        format!("{}{sign}", decimal_by(&value, places, Digits::HalfEven))
    }

    /// How many readings and ways of counting were tried.
    pub fn tried_in_all(&self) -> usize {
        let searched = self.search.as_ref().map_or(0, |search| search.tried);
        usize::from(self.exact.is_some()) + self.tried.len() + searched
    }

    /// Printed less exact.
    pub(super) fn difference(&self) -> Option<Ratio> {
        let printed = parse_printed(&self.printed)?;
        Some(printed.number() - self.exact.as_ref()?)
    }
}

/// Judges one figure; `all` are those that sums add up. `Err` when it names what does not exist.
pub(super) fn judge(
    figure: &Figure,
    all: &[Figure],
    workings: &mut Workings,
) -> Result<FigureResult, PrintedError> {
    let of_figure = |why| PrintedError::Figure(figure.id.clone(), Box::new(why));
    let printed = parse_printed(&figure.printed)
        .ok_or_else(|| of_figure(PrintedError::unknown("number", &figure.printed)))?;
    let mut compute = |of: &Quantity| match &of.terms {
        Some(terms) => sum(terms, all).map_err(of_figure),
        None => workings.value(of).map_err(of_figure),
    };
    let exact = figure.of.get("quantity").map(|_| compute(&figure.of)).transpose()?;
    let mut tried = Vec::with_capacity(figure.tried.len());
    for other in &figure.tried {
        let exact = compute(&other.of)?;
        let gives = gives(&exact, &printed);
        tried.push(Tried { reading: other.reading.clone(), sound: other.sound, exact, gives });
    }
    let beside = figure.beside.as_ref().and_then(|id| all.iter().find(|other| other.id == *id));
    let beside = beside.and_then(|other| parse_printed(&other.printed));
    let slack = figure.of.terms.as_ref().map(|terms| rounding_of(terms.len(), &printed));
    let mut verdict = verdict(exact.as_ref(), slack.as_ref(), &tried, &printed);
    let mut searched = None;
    if verdict == Verdict::Wrong(None) {
        let of = &figure.of;
        if is_searched(of) {
            let thresholds = workings.thresholds(of).map_err(of_figure)?;
            searched = search(of, &printed, beside.as_ref(), thresholds);
        } else if let Some((table, hands)) = workings.own_hand(of).map_err(of_figure)? {
            searched = search_own_hand(of, &printed, &table, hands);
        }
        let best = searched.as_ref().and_then(|search| search.best.as_ref());
        verdict = best.map_or(verdict, |best| Verdict::Inferred(best.gives));
    }
    Ok(FigureResult {
        id: figure.id.clone(),
        source: figure.source.clone(),
        label: figure.label.clone(),
        printed: figure.printed.clone(),
        reading: figure.reading.clone(),
        verdict,
        search: searched,
        exact,
        tried,
        note: figure.note.clone(),
        places: printed.places,
        percent: printed.percent,
    })
}

fn verdict(
    exact: Option<&Ratio>,
    slack: Option<&Ratio>,
    tried: &[Tried],
    printed: &Printed,
) -> Verdict {
    if let Some(printing) = exact.and_then(|exact| gives(exact, printed)) {
        return Verdict::Reproduced(printing);
    }
    let differs = exact.map(|exact| (exact - printed.number()).abs());
    if differs.zip(slack).is_some_and(|(differs, slack)| differs <= *slack) {
        return Verdict::WithinRounding;
    }
    let found = |sound: bool| {
        let mut by = tried.iter().enumerate().filter(|(_, t)| t.sound == sound);
        by.find_map(|(i, t)| t.gives.map(|printing| (i, printing)))
    };
    match (found(true), exact) {
        (Some((at, printing)), _) => Verdict::OtherReading(at, printing),
        (None, Some(_)) => Verdict::Wrong(found(false).map(|(at, _)| at)),
        (None, None) => Verdict::NotDecidable,
    }
}

/// The printed figures of these ids added up as they stand.
fn sum(terms: &[String], all: &[Figure]) -> Result<Ratio, PrintedError> {
    let value = |id: &String| {
        let figure = all.iter().find(|figure| figure.id == *id);
        let printed = figure.and_then(|figure| parse_printed(&figure.printed));
        printed.map(|printed| printed.number()).ok_or_else(|| PrintedError::unknown("figure", id))
    };
    terms.iter().map(value).sum()
}

/// How far a sum of so many rounded figures and its own rounding may lie apart: half a unit of the
/// last place for each of them and for the sum.
fn rounding_of(terms: usize, printed: &Printed) -> Ratio {
    let unit = ratio(1, BigInt::from(10).pow(printed.places));
    let unit = if printed.percent { unit / BigInt::from(100) } else { unit };
    if printed.places == 0 { ratio(0, 1) } else { unit * BigInt::from(terms + 1) / BigInt::from(2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Printed {
        parse_printed(text).unwrap()
    }

    #[test]
    fn both_sides_of_the_last_printed_digit() {
        let value = ratio(34_150, 1_000_000); // 3.4150%
        for (text, expected) in [
            ("3.415%", Some(Printing::Exact)),
            ("3.42%", Some(Printing::Rounded)), // the half goes up,
            ("3.4%", Some(Printing::Rounded)),
            ("3.41%", Some(Printing::Truncated)), // or is dropped
            ("3.43%", None),
            ("3.40%", None),
        ] {
            assert_eq!(gives(&value, &printed(text)), expected, "{text}");
        }
        assert_eq!(gives(&ratio(-1, 3), &printed("-0.333333")), Some(Printing::Rounded));
        assert_eq!(gives(&ratio(-2, 3), &printed("-0.6666")), Some(Printing::Truncated));
        assert_eq!(gives(&ratio(-2, 3), &printed("0.6667")), None);
    }

    #[test]
    fn a_reading_comes_before_a_mistake_and_a_sum_has_its_rounding() {
        let tried = |sound, exact: Ratio, text: &str| Tried {
            reading: String::new(),
            sound,
            gives: gives(&exact, &printed(text)),
            exact,
        };
        let (text, half) = ("0.5", ratio(1, 2));
        let (mistake, reading) = (tried(false, half.clone(), text), tried(true, half, text));
        let exact = ratio(3, 5);
        let of = |tried: &[Tried]| verdict(Some(&exact), None, tried, &printed(text));
        assert_eq!(of(&[mistake.clone(), reading.clone()]), {
            Verdict::OtherReading(1, Printing::Exact)
        });
        assert_eq!(of(std::slice::from_ref(&mistake)), Verdict::Wrong(Some(0)));
        assert_eq!(of(&[]), Verdict::Wrong(None));
        assert_eq!(verdict(None, None, &[], &printed(text)), Verdict::NotDecidable);
        // Two terms and their sum: one and a half units of the last place, not more.
        let slack = rounding_of(2, &printed("0.50"));
        assert_eq!(slack, ratio(15, 1000));
        let near = |value| verdict(Some(&value), Some(&slack), &[], &printed("0.50"));
        assert_eq!(near(ratio(485, 1000)), Verdict::WithinRounding);
        assert_eq!(near(ratio(484, 1000)), Verdict::Wrong(None));
        assert_eq!(rounding_of(5, &printed("12")), ratio(0, 1), "counts are not rounded");
    }
}
