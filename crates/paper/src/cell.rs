//! What stands in a cell: a value of a known kind, how much it matters, and where it leads.

use crate::clock::Clock;
use crate::print::{dollars, grouped, signed_dollars};
use feltproof_model::{CompactString, Date, Money, Sum, Timestamp};

/// A value. Each output writes it in its own way, and all of them the same digits.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing is known, or nothing applies.
    #[default]
    Empty,
    /// Words.
    Text(String),
    /// A number of things.
    Count(u64),
    /// Micro-dollars.
    Money(i128),
    /// So many tenths, hundredths ... of a percent, by the digits behind the point.
    Percent {
        /// The percentage without its point.
        scaled: i128,
        /// Digits behind the point.
        digits: u8,
    },
    /// A day.
    Day(Date),
    /// A point in time, written in the zone of the property.
    Time(Timestamp),
    /// A line of a file.
    Line {
        /// The file.
        file: String,
        /// Its line.
        line: u32,
    },
}

impl Value {
    /// A part of a whole in percent, rounded half away from zero; empty where there is no whole.
    pub fn share(part: i128, whole: i128, digits: u8) -> Self {
        if whole <= 0 {
            return Self::Empty;
        }
        let hundred = 100 * 10_i128.pow(digits.into());
        let scaled = (part.abs() * hundred * 2 + whole) / (2 * whole);
        Self::Percent { scaled: if part < 0 { -scaled } else { scaled }, digits }
    }

    /// Whether it is a number and nothing.
    pub const fn is_zero(&self) -> bool {
        matches!(self, Self::Count(0) | Self::Money(0))
    }

    /// As it is read; `is_signed`: an amount above zero has a plus.
    pub fn text(&self, is_signed: bool, clock: &Clock) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Count(number) => grouped(*number),
            Self::Money(micros) if is_signed => signed_dollars(*micros),
            Self::Money(micros) => dollars(*micros),
            Self::Percent { scaled, digits } => format!("{} %", point(*scaled, *digits)),
            Self::Day(day) => day.to_string(),
            Self::Time(time) => clock.full(*time),
            Self::Line { file, line } => format!("{file}:{line}"),
        }
    }
}

/// A part of a whole as it is read; a dash where there is no whole.
pub(crate) fn percent(part: i128, whole: i128, digits: u8) -> String {
    match Value::share(part, whole, digits) {
        Value::Percent { scaled, digits } => format!("{} %", point(scaled, digits)),
        _ => "-".to_owned(),
    }
}

/// A number of which the last digits stand behind a point: `-33.33`.
pub fn point(scaled: i128, digits: u8) -> String {
    let one = 10_u128.pow(digits.into());
    let (sign, magnitude) = (if scaled < 0 { "-" } else { "" }, scaled.unsigned_abs());
    match usize::from(digits) {
        0 => format!("{sign}{magnitude}"),
        wide => format!("{sign}{}.{:0wide$}", magnitude / one, magnitude % one),
    }
}

/// How much a text or a value matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As everything else.
    #[default]
    Plain,
    /// Beside the point.
    Quiet,
    /// Nothing found.
    Good,
    /// Not tested, or left open.
    Open,
    /// An exception.
    Bad,
}

/// The sign of an outcome. Its words say what it says to a reader who does not see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Ran, nothing found.
    Clear,
    /// Exceptions.
    Found,
    /// Not run, not tested.
    NotRun,
    /// Partly tested.
    Partly,
    /// Not decidable.
    Open,
    /// Nothing there to test.
    Nothing,
    /// Met by inspection.
    Met,
    /// By inspection.
    Seen,
    /// Not applicable.
    Off,
}

impl Sign {
    /// In words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Clear => "Nothing found",
            Self::Found => "Exceptions",
            Self::NotRun => "Not tested",
            Self::Partly => "Partly tested",
            Self::Open => "Not decidable",
            Self::Nothing => "Nothing to test",
            Self::Met => "Met by inspection",
            Self::Seen => "By inspection",
            Self::Off => "Not applicable",
        }
    }
}

/// What a link leads to. One that is not in an output is plain text there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// A finding, by its place in the workpaper.
    Finding(usize),
    /// An exception, by its number.
    Exception(u64),
    /// A control in one version, by its place in the workpaper.
    Control(usize),
}

impl Anchor {
    /// Its name within a page.
    pub fn name(self) -> String {
        match self {
            Self::Finding(at) => format!("finding-{}", at + 1),
            Self::Exception(number) => format!("exception-{number}"),
            Self::Control(at) => format!("control-{}", at + 1),
        }
    }
}

/// A value in its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What stands there.
    pub value: Value,
    /// How much it matters.
    pub tone: Tone,
    /// Whether it stands out.
    pub is_strong: bool,
    /// The sign before it.
    pub sign: Option<Sign>,
    /// Where it leads.
    pub to: Option<Anchor>,
}

impl Cell {
    /// Micro-dollars.
    pub fn money(micros: impl Into<i128>) -> Self {
        Value::Money(micros.into()).into()
    }

    /// It matters so much.
    pub fn tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }

    /// It stands out.
    pub fn strong(self) -> Self {
        Self { is_strong: true, ..self }
    }

    /// A sign stands before it.
    pub fn sign(self, sign: Sign) -> Self {
        Self { sign: Some(sign), ..self }
    }

    /// It leads somewhere.
    pub fn to(self, to: Option<Anchor>) -> Self {
        Self { to, ..self }
    }
}

impl<T: Into<Value>> From<T> for Cell {
    fn from(value: T) -> Self {
        Self { value: value.into(), ..Self::default() }
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }
}

macro_rules! values {
    ($($from:ty: $value:expr),+ $(,)?) => {$(
        impl From<$from> for Value {
            fn from(of: $from) -> Self {
                let value: fn($from) -> Self = $value;
                value(of)
            }
        }
    )+};
}
values! {
    &str: |text| text.to_owned().into(),
    &String: |text| text.clone().into(),
    &CompactString: |text| text.as_str().into(),
    u64: Self::Count,
    u32: |number| Self::Count(number.into()),
    Money: |amount| Self::Money(amount.micros().into()),
    Sum: |amount| Self::Money(amount.micros()),
    Date: Self::Day,
    Timestamp: Self::Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_half_away_from_zero() {
        let clock = Clock::new("UTC");
        let share = |part, whole, digits| Value::share(part, whole, digits).text(false, &clock);
        for (part, whole, digits, text) in [
            (1, 3, 2, "33.33 %"),
            (2, 3, 2, "66.67 %"),
            (-1, 3, 2, "-33.33 %"),
            (1, 8, 2, "12.50 %"),
            (1, 20_000, 2, "0.01 %"),
            (1, 20_001, 2, "0.00 %"),
            (-1, 20_001, 2, "0.00 %"),
            (5, 5, 2, "100.00 %"),
            (1, 3, 1, "33.3 %"),
            (2, 3, 1, "66.7 %"),
            (1, 200, 0, "1 %"),
            (0, 0, 2, ""),
        ] {
            assert_eq!(share(part, whole, digits), text, "{part} of {whole}");
        }
    }
}
