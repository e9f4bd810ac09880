//! A column of a table: its head, what its values are, how it stands in each output, what it comes from.

use crate::cell::{Cell, Tone, Value};
use crate::clock::Clock;
use crate::outputs::Outputs;

/// What the values of a column are, which says how each output sets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sentences that go on over several lines.
    Prose,
    /// A short text; in a workbook a number where it is one, so that it sorts as such.
    Name,
    /// A code or a citation.
    Code,
    /// A file or a digest, in letters of one width.
    File,
    /// A number of things.
    Count,
    /// Digits as they are printed.
    Digits,
    /// An amount.
    Money,
    /// An amount with its sign.
    Signed,
    /// A part of a whole.
    Rate,
    /// A day.
    Day,
    /// A point in time.
    Time,
    /// A line of a file.
    Line,
}

impl Kind {
    /// Whether it is set to the right.
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Count | Self::Digits | Self::Money | Self::Signed | Self::Rate)
    }

    /// Whether it is an amount, whose points stand below one another.
    pub const fn is_money(self) -> bool {
        matches!(self, Self::Money | Self::Signed)
    }
}

/// How a column stands on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    /// As wide as its widest cell, up to so many points.
    Fit(u16),
    /// So many tenths of a share of what the fitted columns leave.
    Share(u16),
    /// Not as a column: below the cells of its row, after these words.
    Note(&'static str),
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What formulas call it.
    pub key: &'static str,
    /// Its head.
    pub head: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// How it stands on paper.
    pub print: Print,
    /// Characters that it is wide in a workbook.
    pub wide: u16,
    /// Which outputs show it.
    pub shown: Outputs,
    /// Whether its values are added up.
    pub adds_up: bool,
    /// What its amount comes from, as a workbook follows it: keys with signs between them; empty where from none.
    pub is: &'static str,
    /// The tones of a value that is nothing, and of any other.
    pub tones: [Tone; 2],
    /// Whether an amount is read to the cent: what is expected has more digits than anybody pays.
    pub is_to_cents: bool,
}

impl Column {
    const fn new(head: &'static str, kind: Kind, print: Print, wide: u16) -> Self {
        let (shown, tones) = (Outputs::ALL, [Tone::Plain; 2]);
        Self {
            key: "",
            head,
            kind,
            print,
            wide,
            shown,
            adds_up: false,
            is: "",
            tones,
            is_to_cents: false,
        }
    }

    /// Sentences.
    pub const fn prose(head: &'static str) -> Self {
        Self::new(head, Kind::Prose, Print::Share(10), 40)
    }

    /// A short text.
    pub const fn name(head: &'static str) -> Self {
        Self::new(head, Kind::Name, Print::Fit(90), 14)
    }

    /// A code.
    pub const fn code(head: &'static str) -> Self {
        Self::new(head, Kind::Code, Print::Fit(70), 10)
    }

    /// A file or a digest.
    pub const fn file(head: &'static str) -> Self {
        Self::new(head, Kind::File, Print::Share(10), 34)
    }

    /// A number of things.
    pub const fn count(head: &'static str) -> Self {
        Self::new(head, Kind::Count, Print::Fit(80), 11)
    }

    /// Digits as they are printed.
    pub const fn digits(head: &'static str) -> Self {
        Self::new(head, Kind::Digits, Print::Fit(80), 12)
    }

    /// An amount.
    pub const fn money(head: &'static str) -> Self {
        Self::new(head, Kind::Money, Print::Fit(110), 14)
    }

    /// An amount with its sign.
    pub const fn signed(head: &'static str) -> Self {
        Self { kind: Kind::Signed, ..Self::money(head) }
    }

    /// A part of a whole.
    pub const fn rate(head: &'static str) -> Self {
        Self::new(head, Kind::Rate, Print::Fit(80), 10)
    }

    /// A day.
    pub const fn day(head: &'static str) -> Self {
        Self::new(head, Kind::Day, Print::Fit(60), 11)
    }

    /// A point in time.
    pub const fn time(head: &'static str) -> Self {
        Self::new(head, Kind::Time, Print::Fit(76), 22)
    }

    /// A line of a file.
    pub const fn line(head: &'static str) -> Self {
        Self::new(head, Kind::Line, Print::Fit(110), 18)
    }

    /// Formulas call it so.
    pub const fn key(self, key: &'static str) -> Self {
        Self { key, ..self }
    }

    /// On paper as wide as its widest cell, up to so many points.
    pub const fn fit(self, points: u16) -> Self {
        Self { print: Print::Fit(points), ..self }
    }

    /// On paper so many tenths of a share.
    pub const fn share(self, tenths: u16) -> Self {
        Self { print: Print::Share(tenths), ..self }
    }

    /// On paper below the cells, after these words.
    pub const fn note(self, words: &'static str) -> Self {
        Self { print: Print::Note(words), ..self }
    }

    /// So many characters wide in a workbook.
    pub const fn wide(self, wide: u16) -> Self {
        Self { wide, ..self }
    }

    /// Shown in these outputs alone.
    pub const fn only(self, shown: Outputs) -> Self {
        Self { shown, ..self }
    }

    /// Not shown in these outputs.
    pub const fn not(self, in_these: Outputs) -> Self {
        Self { shown: self.shown.without(in_these), ..self }
    }

    /// Its values are added up.
    pub const fn summed(self) -> Self {
        Self { adds_up: true, ..self }
    }

    /// An amount comes from others of its row where they come to it: keys with signs between them.
    pub const fn follows(self, is: &'static str) -> Self {
        Self { is, ..self }
    }

    /// Its amounts are read to the cent; a workbook keeps all digits.
    pub(crate) const fn to_cents(self) -> Self {
        Self { is_to_cents: true, ..self }
    }

    /// The tone of a value that is nothing, and that of any other.
    pub const fn tones(self, nothing: Tone, other: Tone) -> Self {
        Self { tones: [nothing, other], ..self }
    }

    /// The keys that its amount comes from, each with whether it is taken away.
    pub fn terms(&self) -> Vec<(bool, &'static str)> {
        let mut is_taken = false;
        let term = |word| match word {
            "+" | "-" => {
                is_taken = word == "-";
                None
            }
            key => Some((is_taken, key)),
        };
        self.is.split_whitespace().filter_map(term).collect()
    }

    /// A value of this column as it is read.
    pub fn text(&self, cell: &Cell, clock: &Clock) -> String {
        let is_signed = self.kind == Kind::Signed;
        match &cell.value {
            Value::Empty if self.says_none() => "-".to_owned(),
            Value::Money(micros) if self.is_to_cents => {
                Value::Money(to_cents(*micros)).text(is_signed, clock)
            }
            value => value.text(is_signed, clock),
        }
    }

    /// Whether a dash stands where there is no value.
    const fn says_none(&self) -> bool {
        matches!(self.kind, Kind::Digits | Kind::Money | Kind::Signed | Kind::Rate)
    }

    /// How much a value of this column matters.
    pub const fn tone(&self, cell: &Cell) -> Tone {
        match (cell.tone, &cell.value) {
            (Tone::Plain, Value::Empty) => Tone::Quiet,
            (Tone::Plain, value) if value.is_zero() => self.tones[0],
            (Tone::Plain, _) => self.tones[1],
            (own, _) => own,
        }
    }
}

/// Rounded to the cent, half away from zero.
pub(crate) const fn to_cents(micros: i128) -> i128 {
    const CENT: i128 = 10_000;
    let up = if micros < 0 { -CENT / 2 } else { CENT / 2 };
    (micros + up) / CENT * CENT
}
