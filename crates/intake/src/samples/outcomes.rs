//! Outcomes as they are written: labels, of which `00` and `0` are two.

use super::numbers::{is_digits, words};
use feltproof_printable::shown;

/// Labels that can be counted.
const LABELS_MAX: usize = 65_536;

/// An outcome that is expected so often and never comes is missing: chance does that once in 480,000,000.
const NEVER_MIN: u128 = 20;
/// Counts within so many standard deviations are near.
const NEAR: u128 = 4;

/// Labels: all of them in the order stated, or how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// As stated, or as they were found.
    names: Vec<String>,
    number: usize,
    is_stated: bool,
}

impl Labels {
    /// Reads `0,00,1..36`, which is 38 labels in this order, or `38`, which is so many labels of no order.
    ///
    /// # Errors
    /// Fewer than two labels, more than 65,536, one twice, a stretch that ends before it begins.
    pub fn parse(text: &str) -> Result<Self, String> {
        if is_digits(text) {
            let number = text.parse().ok().filter(|number| (2..=LABELS_MAX).contains(number));
            let wanted = format!("--outcomes {text}: there must be 2 to {LABELS_MAX} outcomes");
            return Ok(Self { names: Vec::new(), number: number.ok_or(wanted)?, is_stated: false });
        }
        let mut names = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part
                .split_once("..")
                .filter(|(a, b)| [a, b].iter().all(|end| !end.is_empty() && is_digits(end)))
            {
                None => names.push(part.to_owned()),
                Some((first, last)) => {
                    let ends = first.parse::<usize>().ok().zip(last.parse::<usize>().ok());
                    let ends = ends.filter(|(a, b)| a < b && b - a < LABELS_MAX);
                    let wrong = || format!("--outcomes: `{part}` is no stretch such as 1..36");
                    let (from, to) = ends.ok_or_else(wrong)?;
                    // 01..36 has two digits each.
                    let width = if first.starts_with('0') { first.len() } else { 1 };
                    names.extend((from..=to).map(|number| format!("{number:0width$}")));
                }
            }
        }
        Self::stated(names).map_err(|what| format!("--outcomes {}: {what}", shown(text)))
    }

    /// These labels, in this order.
    ///
    /// # Errors
    /// Fewer than two, more than 65,536, one twice.
    pub(crate) fn stated(names: Vec<String>) -> Result<Self, String> {
        let number = names.len();
        if !(2..=LABELS_MAX).contains(&number) {
            return Err(format!("{number} outcomes; there must be 2 to {LABELS_MAX}"));
        }
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|two| two[0] == two[1]) {
            return Err(format!("outcome `{}` stands twice; write it once", twice[0]));
        }
        Ok(Self { names, number, is_stated: true })
    }

    /// How many there are.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Whether their order was stated.
    pub const fn is_stated(&self) -> bool {
        self.is_stated
    }

    /// As stated, or those found so far and a place for each that never came.
    pub fn names(&self) -> Vec<String> {
        let never = (self.names.len()..self.number).map(|at| format!("never seen {}", at + 1));
        self.names.iter().cloned().chain(never).collect()
    }

    /// A sentence where noughts before a number seem to be lost on the way, as a spreadsheet loses them: `00` never came, and `0`
    /// came as often as both should. Counts are by place; weights are equal where none are given.
    pub fn lost_noughts(&self, counts: &[u64], weights: Option<&[u64]>) -> Option<String> {
        let sum = |some: &[u64]| some.iter().map(|one| u128::from(*one)).sum::<u128>();
        let all = sum(counts);
        let expected = |at: usize| match weights {
            Some(weights) => all * u128::from(weights[at]) / sum(weights),
            None => all / self.number as u128,
        };
        let count = |at: usize| counts.get(at).copied().unwrap_or(0);
        let is_near = |found: u128, of: u128| found.abs_diff(of).pow(2) <= NEAR.pow(2) * of;
        let names = self.names();
        let never = (0..self.number).filter(|at| count(*at) == 0 && expected(*at) >= NEVER_MIN);
        let never: Vec<usize> = never.collect();
        let lost = |at: usize, other: usize| {
            let both = expected(at) + expected(other);
            let found = u128::from(count(other));
            is_near(found, both) && !is_near(found, expected(other))
        };
        let is_bare = |bare: &str, long: &str| {
            bare.len() < long.len()
                && is_digits(long)
                && long[..long.len() - bare.len()].bytes().all(|b| b == b'0')
        };
        let pair = match never[..] {
            [at] if !self.is_stated => {
                names.iter().position(|name| name == "0").map(|zero| (at, zero))
            }
            _ => never.iter().find_map(|at| {
                let bare = names.iter().position(|bare| {
                    names[*at].ends_with(bare.as_str()) && is_bare(bare, &names[*at])
                });
                bare.map(|bare| (*at, bare))
            }),
        };
        let (at, other) = pair.filter(|(at, other)| lost(*at, *other))?;
        let missing =
            if self.is_stated { format!("`{}`", names[at]) } else { "one outcome".to_owned() };
        Some(format!(
            "{missing} never came, and `{}` came {} times, as often as both should: noughts before a number were lost on the \
             way, as a spreadsheet loses them; write the outcomes as text, as the device showed them",
            names[other],
            count(other)
        ))
    }

    /// Whether a cell or a word is one of those stated; of those that are not stated any may be.
    pub(super) fn may_be(&self, text: &str) -> bool {
        !self.is_stated || self.names.iter().any(|name| name == text)
    }

    /// The labels of a cell: the whole where it is one, else its words.
    pub(super) fn of_cell<'c>(
        &self,
        cell: &'c str,
        is_column: bool,
    ) -> impl Iterator<Item = &'c str> + use<'c> {
        let whole = cell.trim();
        let is_one =
            !whole.is_empty() && if self.is_stated { self.may_be(whole) } else { is_column };
        is_one.then_some(whole).into_iter().chain(words(if is_one { "" } else { cell }))
    }

    /// The place of a label, which is added where labels are not stated.
    pub(super) fn place(&mut self, name: &str) -> Result<u32, String> {
        let at = self.names.iter().position(|known| known == name);
        let at = match at {
            Some(at) => at,
            None if self.is_stated => {
                let bare = name.trim_start_matches('0');
                let alike = self.names.iter().find(|known| known.trim_start_matches('0') == bare);
                let remedy = match alike {
                    Some(known) => {
                        format!(
                            "`{known}` is: state it, too, if it is one of its own, else write `{known}`"
                        )
                    }
                    None => "correct it, or state it with the others".to_owned(),
                };
                return Err(format!(
                    "`{}` is none of the {} outcomes; {remedy}",
                    shown(name),
                    self.number
                ));
            }
            None if self.names.len() == self.number => {
                return Err(format!(
                    "`{}` is one outcome more than the {} stated; correct it, or say --outcomes with how many there are",
                    shown(name),
                    self.number
                ));
            }
            None => {
                self.names.push(name.to_owned());
                self.names.len() - 1
            }
        };
        u32::try_from(at).map_err(|e| e.to_string())
    }
}
