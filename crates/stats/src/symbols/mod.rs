//! Tests of a stream of integers: draws of symbols 0 to d - 1, as a generator of game outcomes gives them.
//!
//! Under chance the draws are independent and all symbols equally likely, or as likely as [`Symbols::weighted`] says.
//! Tests of order and dependence take the frequencies as given, so that independent draws of a loaded die depart by their
//! frequencies alone. The stream may be longer than memory: every test keeps counts whose size depends on the range alone
//! (at most about 80 MiB, at a range near 1,024). However the stream is cut into calls of [`Symbols::push_all`], the
//! results are the same, bit by bit.
//!
//! | limit | what happens beyond |
//! |---|---|
//! | range 2 to 65,536 | [`Symbols::new`] refuses |
//! | tables of pairs up to range 1,024, of triples up to 101 | they are of 16 classes |
//! | complete sets up to range 256 | sets are of 64 classes |
//! | weights up to 2^53 in all | [`Symbols::weighted`] refuses |
//! | plays of up to 64 draws | [`Symbols::new_grouped`] refuses |
//!
//! Tests that are exact in small samples stand beside those that need many draws: each says from
//! how many on its law holds. Which tests count to the verdict is written in [`ENTRIES`].

mod cells;
mod columns;
mod gaps;
mod given;
mod grams;
mod hands;
mod lags;
mod plays;
pub(crate) mod registered;
pub(crate) mod report;
mod runs;
mod serial;
pub(crate) mod spacings;
mod spectral;
mod window;
mod written;

pub use columns::Columns;
pub use registered::{ENTRIES, Entry};

use crate::battery::{Battery, Fault, Outcome, Test};
use crate::bias;
use crate::special::ln_gamma;
use given::Given;
use report::Report;
use window::{Buffer, Window};

/// Faults kept one by one; the rest are counted.
const FAULTS_KEPT: usize = 200;
/// Draws of one play at most.
const LONGEST_PLAY: usize = 64;

/// A declaration that no draws fit, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SymbolsError {
    /// Symbols in the range.
    #[error("a range of {0} symbols; it must have 2 to 65536")]
    Range(u32),
    /// Draws of one play.
    #[error("plays of {0} draws; a play must have 1 to {LONGEST_PLAY}")]
    Play(usize),
    /// Without replacement needs plays.
    #[error("draws without replacement must be grouped into plays")]
    NoPlays,
    /// More draws of one play without replacement than there are symbols.
    #[error("{0} different symbols in a play, of a range of {1}")]
    TooMany(usize, u32),
    /// Other weights than symbols, or a weight that is none.
    #[error("{0} weights of {1} symbols; each must have one of 1 or more, and all at most 2^53")]
    Weights(usize, u32),
}

/// A stream being counted.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    d: u32,
    /// Of the symbols, where they are not equal.
    chances: Option<Vec<f64>>,
    /// The symbols have no order.
    are_labels: bool,
    /// Draws given, usable or not.
    given: u64,
    faults: Vec<Fault>,
    outside: u64,
    duplicates: u64,
    buffer: Buffer,
    /// `None` where the draws of one play differ: then the laws of independent draws do not hold.
    stream: Option<Stream>,
    plays: Option<(usize, plays::Plays)>,
    written: written::Written,
}

impl Symbols {
    /// For draws of symbols 0 to d - 1, d from 2 to 65,536.
    pub fn new(d: u32) -> Result<Self, SymbolsError> {
        if !(2..=65_536).contains(&d) {
            return Err(SymbolsError::Range(d));
        }
        Ok(Self::of(d))
    }

    fn of(d: u32) -> Self {
        Self { d, buffer: Buffer::new(d), stream: Some(Stream::new(d)), ..Self::default() }
    }

    /// Declares how likely the symbols are, each as its weight says. Tests whose law is that of equal chances do not
    /// apply then. Weights that are all equal change nothing.
    ///
    /// # Errors
    /// Other weights than there are symbols, a weight of 0, or weights above 2^53 in all.
    pub fn weighted(mut self, weights: &[u64]) -> Result<Self, SymbolsError> {
        let all = weights.iter().map(|weight| u128::from(*weight)).sum::<u128>();
        let fits = weights.len() == self.d as usize && !weights.contains(&0);
        if !fits || all > 1 << f64::MANTISSA_DIGITS {
            return Err(SymbolsError::Weights(weights.len(), self.d));
        }
        let is_equal = weights.windows(2).all(|two| two[0] == two[1]);
        let chances = || weights.iter().map(|weight| *weight as f64 / all as f64).collect();
        self.chances = (!is_equal).then(chances);
        Ok(self)
    }

    /// Declares that the symbols are labels without an order: tests that need one do not apply.
    #[must_use]
    pub fn labels(mut self) -> Self {
        self.are_labels = true;
        self
    }

    /// For draws that belong to plays, `group` consecutive draws each (1 to 64): the tests of the
    /// stream, and those of the positions of a play.
    pub fn new_grouped(d: u32, group: usize) -> Result<Self, SymbolsError> {
        let mut symbols = Self::new(d)?;
        if !(1..=LONGEST_PLAY).contains(&group) {
            return Err(SymbolsError::Play(group));
        }
        symbols.plays = Some((group, plays::Plays::new(d, group, false)));
        Ok(symbols)
    }

    /// Declares that the draws of one play are without replacement: all different. Their
    /// correlation is then -1/(d - 1) by right, a symbol twice in one play is a fault, and the
    /// tests of independent draws do not apply. To be said before the first draw.
    pub fn without_replacement(mut self) -> Result<Self, SymbolsError> {
        let Some((group, _)) = self.plays else { return Err(SymbolsError::NoPlays) };
        if group > self.d as usize {
            return Err(SymbolsError::TooMany(group, self.d));
        }
        assert_eq!(self.given, 0, "this is said before the first draw");
        self.stream = None;
        self.plays = Some((group, plays::Plays::new(self.d, group, true)));
        Ok(self)
    }

    /// Takes the draws to stand in rows with a draw for each column of these names, at most 64: a row is a play, and its
    /// columns are the positions. Without names the rows are not known, and there are no plays. To be said before the first draw;
    /// that rows are not known may be said later, too.
    pub fn in_columns(&mut self, names: &[String]) {
        match names.len() {
            2..=LONGEST_PLAY if self.given == 0 && self.stream.is_some() => {
                let mut plays = plays::Plays::new(self.d, names.len(), false);
                plays.columns = plays.columns.map(|columns| columns.named(names));
                self.plays = Some((names.len(), plays));
            }
            2..=LONGEST_PLAY => {}
            _ => self.plays = None,
        }
    }

    /// Takes one draw. A symbol outside the range is a certain fault, and not used.
    pub fn push(&mut self, symbol: u32) {
        let at = self.given;
        self.given += 1;
        let used = u16::try_from(symbol).ok().filter(|_| symbol < self.d);
        if used.is_none() {
            self.outside += 1;
            let what = format!("symbol {symbol} lies outside the range 0 to {}", self.d - 1);
            self.fault(Fault { at, what });
        }
        self.written.push(used);
        if let Some((_, plays)) = &mut self.plays
            && let Some(fault) = plays.push(used, at)
        {
            self.duplicates += 1;
            self.fault(fault);
        }
        let (Some(symbol), Some(stream)) = (used, &mut self.stream) else { return };
        if self.buffer.push(symbol) {
            stream.feed(&self.buffer.window());
            self.buffer.drop_counted();
        }
    }

    /// Takes many draws.
    pub fn push_all(&mut self, symbols: &[u32]) {
        symbols.iter().for_each(|symbol| self.push(*symbol));
    }

    /// Draws that could be used so far.
    pub(crate) fn used(&self) -> u64 {
        self.given - self.outside
    }

    fn fault(&mut self, fault: Fault) {
        if self.faults.len() < FAULTS_KEPT {
            self.faults.push(fault);
        }
    }

    /// What the draws so far say; the stream may go on.
    pub fn battery(&self) -> Battery {
        self.clone().finish()
    }

    /// What the draws say.
    pub fn finish(mut self) -> Battery {
        let battery = self.tested();
        let plays = self.plays.as_ref().and_then(|(_, plays)| plays.sorted());
        let groups = || if self.are_labels { None } else { self.written.sorted(&self, &battery) };
        match plays.or_else(groups) {
            Some(why) => without_order(battery, why),
            None => battery,
        }
    }

    /// The same declarations, and no draws yet.
    fn fresh(&self) -> Self {
        let plays = |(group, plays): &(usize, plays::Plays)| {
            (*group, plays::Plays::new(self.d, *group, plays.without_replacement))
        };
        let mut fresh = Self::of(self.d);
        fresh.stream = fresh.stream.filter(|_| self.stream.is_some());
        let (chances, plays) = (self.chances.clone(), self.plays.as_ref().map(plays));
        Self { chances, plays, are_labels: self.are_labels, ..fresh }
    }

    /// All tests, whatever the record looks like.
    fn tested(&mut self) -> Battery {
        let mut say = Report::new(&ENTRIES, self.used());
        let (mut drifts, mut labels) = (Vec::new(), None);
        let (notes, ln_least) = (self.notes(), -self.ln_outcomes());
        if let Some(stream) = &mut self.stream {
            if self.buffer.waiting() > 0 {
                stream.feed(&self.buffer.window());
            }
            let equal = || vec![1.0 / f64::from(self.d); self.d as usize];
            let law = self.chances.clone().unwrap_or_else(equal);
            let (head, tail) = (self.buffer.head.clone(), self.buffer.all.clone());
            stream.report(&mut say, Given { head, tail, ..stream.cells.given() }, &law);
            if self.chances.is_none() {
                drifts.push(stream.cells.drift());
            }
            say.most("stream.max_symbol", stream.cells.most(&law));
            say.most("stream.split", stream.cells.most_up_to(&law, false));
            say.most("stream.kolmogorov_smirnov", stream.cells.most_up_to(&law, true));
            labels = Some(bias::Labels {
                key: "stream.max_symbol",
                number: self.d.into(),
                trials: self.used(),
                rarest: law.iter().copied().fold(1.0, f64::min),
                likeliest: law.iter().copied().fold(0.0, f64::max),
            });
        }
        if let Some((_, plays)) = &self.plays {
            plays.report(&mut say);
        }
        let (mut tests, most) = say.finish();
        self.leave_out(&mut tests);
        let battery = Battery {
            n: self.used(),
            unit: "draws",
            tests,
            notes,
            faults: std::mem::take(&mut self.faults),
            drifts,
            most,
            labels,
            ..Battery::default()
        };
        battery.floored(ln_least).fitted(&MINIMUM)
    }

    /// Leaves out the tests that do not apply to what was declared, and those that unequal frequencies would make
    /// say more than that the frequencies are unequal.
    fn leave_out(&self, tests: &mut [Test]) {
        let departs = |test: &Test| test.figures().is_some_and(|found| found.p.p() <= UNEQUAL);
        let is_unequal = tests.iter().any(|test| is(test, "frequency") && departs(test));
        for test in tests {
            let is_of_chances = is(test, "chances") || is(test, "equal");
            let (why, stays) = if self.are_labels && is(test, "order") {
                ("its outcomes need an order, and none was stated", false)
            } else if self.chances.is_some() && is(test, "equal") {
                ("its law is that of equal chances, and others were stated", false)
            } else if is_unequal
                && is_of_chances
                && !is(test, "frequency")
                && test.figures().is_some()
            {
                (
                    "its law is that of the chances declared, and the frequencies depart from them",
                    true,
                )
            } else {
                continue;
            };
            test.registered &= stays;
            test.outcome = Outcome::not_run(why);
        }
    }

    /// Logarithm of the number of outcomes that the draws can have, each as likely; or of the inverse chance of
    /// the least likely.
    fn ln_outcomes(&self) -> f64 {
        let draws = self.used() as f64;
        match &self.plays {
            // Draws of one play are all different.
            Some((group, _)) if self.stream.is_none() => {
                let (d, group) = (f64::from(self.d), *group as f64);
                let of_a_play = ln_gamma(d + 1.0) - ln_gamma(d - group + 1.0);
                (draws / group).ceil() * of_a_play
            }
            _ => {
                let equal = 1.0 / f64::from(self.d);
                let chances = self.chances.iter().flatten();
                -draws * chances.fold(equal, |least, chance| chance.min(least)).ln()
            }
        }
    }

    fn notes(&self) -> Vec<String> {
        let Self { outside, given, duplicates, .. } = self;
        let (last, kept) = (self.d - 1, FAULTS_KEPT);
        let mut notes = Vec::new();
        let mut note = |number: u64, what: String| notes.extend((number > 0).then_some(what));
        note(
            *outside,
            format!(
                "{outside} of {given} draws lie outside the range 0 to {last}; they are left out of the statistics \
                 (the first {kept} faults are listed)."
            ),
        );
        let twice = "plays hold a symbol twice";
        note(*duplicates, format!("{duplicates} {twice} (the first {kept} faults are listed)."));
        if let Some((group, plays)) = &self.plays {
            let (broken, open) = (plays.left_out, given % *group as u64);
            let why =
                "are left out of the tests of positions because a draw of theirs cannot be used";
            note(broken, format!("{broken} plays {why}."));
            note(open, format!("The last play has {open} of {group} draws and is left out."));
        }
        let of_order = if self.stream.is_some() {
            "Equal draws are no rise: a run up ends there. The draw that ends a run is left out, so \
             that no two runs share one. Groups of four with equal draws are left out of the \
             orders of four."
        } else {
            "The draws of one play are declared to be without replacement: tests of \
             independent draws do not apply, and those of positions expect a correlation of \
             -1/(d - 1) within a play."
        };
        notes.push(of_order.to_owned());
        notes
    }
}

/// The tests without which a stream is not judged: of frequency, of dependence on the draw before, of results kept.
const MINIMUM: [&str; 3] = ["stream.frequency", "stream.overlapping_pairs", "stream.repeats"];
/// Probability under which frequencies that should be equal are taken to be unequal.
const UNEQUAL: f64 = 1e-3;
/// Whether the list has this mark at a test.
fn is(test: &Test, mark: &str) -> bool {
    ENTRIES.iter().any(|e| e.key == test.key && e.marks.split(' ').any(|of| of == mark))
}

/// A battery of plays that were sorted when written: the tests of order are not run.
fn without_order(mut battery: Battery, why: String) -> Battery {
    for test in battery.tests.iter_mut().filter(|test| !is(test, "contents")) {
        test.outcome = Outcome::not_run(&why);
    }
    battery.drifts.clear();
    battery.parts.clear();
    battery.notes.push(format!(
        "The order declared is not tested: {why}. Draws of which the order is not known are tested as \
         draws without order (`rng --draws`), or record them as drawn."
    ));
    battery.refused = Some(why);
    battery
}

/// Counters of independent draws: made for symbols 0 to d - 1, fed every window, asked for tests.
macro_rules! counters {
    ($($name:ident: $counter:ty),*) => {
        /// All counters of independent draws.
        #[derive(Clone, Debug)]
        struct Stream {
            cells: cells::Cells,
            hands: hands::Hands,
            $($name: $counter),*
        }

        impl Stream {
            fn new(d: u32) -> Self {
                Self {
                    cells: cells::Cells::new(d),
                    hands: hands::Hands::new(d),
                    $($name: <$counter>::new(d)),*
                }
            }

            fn feed(&mut self, window: &Window) {
                self.cells.feed(window);
                self.hands.feed(window);
                $(self.$name.feed(window);)*
            }

            fn report(&self, say: &mut Report, given: Given, law: &[f64]) {
                self.cells.report(say, &given, law);
                self.hands.report(say, law);
                $(self.$name.report(say, &given);)*
            }
        }
    };
}

counters!(
    serial: serial::Serial,
    lags: lags::Lags,
    gaps: gaps::Gaps,
    coupons: gaps::Coupons,
    runs: runs::Runs,
    spacings: spacings::Spacings,
    grams: grams::Grams,
    spectrum: spectral::Spectrum
);
