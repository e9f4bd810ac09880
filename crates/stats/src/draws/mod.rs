//! Draws without order: `drawn` different numbers of 1 to `numbers`, draw after draw, and one bonus
//! number more where there is one.
//!
//! Under chance every set of so many numbers is equally likely, and the draws are independent. A draw is taken as a set:
//! in what order its numbers came, or were written, touches nothing here, so sorted records need no care. The order of
//! the *draws* matters to the overlaps, the gaps, the absences and the drift.

mod again;
mod bonus;
mod laws;
mod numbers;
mod order;
mod shape;
#[cfg(test)]
mod tests;

pub use again::Again;

use crate::battery::Battery;
use crate::bias;
use crate::symbols::Entry;
use crate::symbols::report::Report;
use std::sync::LazyLock;

/// All tests in the order of a report, written beforehand: key, name, what it sees, why it counts.
static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Entry::table(include_str!("registered.txt")));

/// The tests without which draws are not judged: of frequency, of dependence on the draw before, of draws copied.
const MINIMUM: [&str; 3] = ["draws.frequency", "draws.overlap_1", "draws.repeats"];

/// The most numbers a draw can be of.
const NUMBERS_MAX: u8 = 90;

/// Where the bonus number is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// The numbers that the draw left.
    Rest,
    /// A wheel of its own with the numbers 1 to this, 2 to 255.
    Wheel(u8),
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Numbers there are, 1 to this: 2 to 90.
    pub numbers: u8,
    /// Numbers of one draw, 1 to one less than there are.
    pub drawn: u8,
    /// The bonus number of each draw, if there is one.
    pub bonus: Option<Bonus>,
}

/// A game that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawsError {
    /// Numbers there are.
    #[error("draws of {0} numbers; there must be 2 to {NUMBERS_MAX}")]
    Numbers(u8),
    /// Numbers of one draw, and numbers there are.
    #[error("{0} numbers a draw, of {1}; it must be 1 to one less than there are")]
    Drawn(u8, u8),
    /// A bonus number that could only be one.
    #[error("a bonus number of which there is one choice; there must be two at least")]
    Bonus,
}

/// One draw. Nothing is known of one that could not be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Draw {
    /// Number i is bit i - 1; zero where the draw could not be used.
    set: u128,
    /// The bonus number; zero where there is none.
    bonus: u8,
}

/// Draws, in the order they were made.
#[derive(Clone, Debug)]
pub struct Draws {
    game: Game,
    all: Vec<Draw>,
}

impl Draws {
    /// For draws of this game. `Err` where there can be no such game.
    pub fn new(game: Game) -> Result<Self, DrawsError> {
        let Game { numbers, drawn, bonus } = game;
        if !(2..=NUMBERS_MAX).contains(&numbers) {
            return Err(DrawsError::Numbers(numbers));
        }
        if !(1..numbers).contains(&drawn) {
            return Err(DrawsError::Drawn(drawn, numbers));
        }
        match bonus {
            Some(Bonus::Rest) if numbers - drawn < 2 => Err(DrawsError::Bonus),
            Some(Bonus::Wheel(0 | 1)) => Err(DrawsError::Bonus),
            _ => Ok(Self { game, all: Vec::new() }),
        }
    }

    /// Takes the next draw, its numbers in any order. `Err`: one sentence on what is certainly
    /// wrong with it; it is left out, and the draw after it has none before it.
    pub fn push(&mut self, numbers: &[u8], bonus: Option<u8>) -> Result<(), String> {
        let set = self.set_of(numbers);
        let read = set.and_then(|set| Ok(Draw { set, bonus: self.bonus_of(set, bonus)? }));
        self.all.push(read.clone().unwrap_or_default());
        read.map(|_| ())
    }

    fn set_of(&self, numbers: &[u8]) -> Result<u128, String> {
        let Game { numbers: there, drawn, .. } = self.game;
        if numbers.len() != usize::from(drawn) {
            return Err(format!("{} numbers, not {drawn}", numbers.len()));
        }
        let mut set = 0_u128;
        for number in numbers {
            if !(1..=there).contains(number) {
                return Err(format!("number {number} is not among 1 to {there}"));
            }
            let bit = 1 << (number - 1);
            if set & bit != 0 {
                return Err(format!("number {number} twice in one draw"));
            }
            set |= bit;
        }
        Ok(set)
    }

    fn bonus_of(&self, set: u128, bonus: Option<u8>) -> Result<u8, String> {
        let Some((from, number)) = self.game.bonus.zip(bonus) else { return Ok(0) };
        let last = self.game.bonus_numbers(from);
        if !(1..=last).contains(&number) {
            return Err(format!("bonus number {number} is not among 1 to {last}"));
        }
        if from == Bonus::Rest && set >> (number - 1) & 1 == 1 {
            return Err(format!("bonus number {number} is one of the draw"));
        }
        Ok(number)
    }

    /// The sets of the draws that can be used, in order.
    fn sets(&self) -> impl DoubleEndedIterator<Item = u128> + '_ {
        self.all.iter().map(|draw| draw.set).filter(|set| *set != 0)
    }

    fn used(&self) -> u64 {
        self.sets().count() as u64
    }

    /// How many draws at the beginning hold no number above how many, where that is no chance (one in a
    /// million at most, over all numbers): a game that had fewer numbers then looks like this.
    pub fn fewer_at_first(&self) -> Option<(u64, u8)> {
        laws::fewer_at_first(self.game, self.sets())
    }

    /// The same of the draws at the end.
    pub fn fewer_at_last(&self) -> Option<(u64, u8)> {
        laws::fewer_at_first(self.game, self.sets().rev())
    }

    /// Draws, or several in a row, that came before, the most unusual first; of small games only so many in a row
    /// that chance does not repeat each. A draw is compared with the 50 nearest places of the same draw before it.
    pub fn again(&self) -> Vec<Again> {
        again::again(again::Chance::new(self.game, self.all.len()), &self.all)
    }

    /// What the draws say.
    pub fn battery(&self) -> Battery {
        let sets: Vec<u128> = self.sets().collect();
        let mut say = Report::new(&ENTRIES, self.used());
        numbers::report(self.game, &sets, &mut say);
        order::report(self.game, &self.all, &sets, &mut say);
        again::report(self.game, &self.all, self.used(), &mut say);
        shape::report(self.game, &sets, &mut say);
        bonus::report(self.game, &self.all, &mut say);
        let drift = numbers::drift(self.game, &sets);
        let (tests, most) = say.finish();
        Battery {
            n: self.used(),
            unit: "draws",
            tests,
            notes: self.notes(),
            drifts: drift.into_iter().collect(),
            most,
            labels: Some(bias::Labels {
                key: "draws.max_number",
                number: self.game.numbers.into(),
                trials: self.used(),
                rarest: self.game.chance(),
                likeliest: self.game.chance(),
            }),
            ..Battery::default()
        }
        .fitted(&MINIMUM)
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            "A draw is tested as a set: in which order its numbers were drawn or written down (most \
             archives sort them) touches none of these tests. The order of the draws touches the \
             overlaps, gaps, absences and blocks."
                .to_owned(),
        ];
        let left_out = self.all.len() as u64 - self.used();
        if left_out > 0 {
            notes.push(format!(
                "{left_out} of {} draws cannot be used; the draw after each has none before it.",
                self.all.len()
            ));
        }
        notes
    }
}

/// The numbers of a set, each less one.
fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (least < u128::BITS).then_some(least as usize)
    })
}
