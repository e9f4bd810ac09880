//! The list: every test of an integer stream, what it is called, what it sees, whether it counts to the verdict and why.
//! Written down before any data are seen, in `registered.txt`. *Named by law* is named by 25 CFR 547.14 or 58 Pa. Code
//! 810a.5; the *four tests* are those of South Dakota, West Virginia and New Mexico.
//!
//! A test whose null law needs more draws than there are is left off the list beforehand, by their number and what
//! was declared alone ([`Battery`](crate::Battery) `fitted`): it could say nothing, and takes nothing from the others.

use std::sync::LazyLock;

/// One test of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its key, never reused.
    pub key: &'static str,
    /// What a report calls it.
    pub name: &'static str,
    /// What it sees best.
    pub catches: &'static str,
    /// What its effect measures, with its unit.
    pub measure: &'static str,
    /// Why it counts to the verdict; `None` where it is only to look further.
    pub registered: Option<&'static str>,
    /// What decides where it applies, in words: `order` needs one of the symbols, `equal` has the law of equal chances,
    /// `chances` that of the chances declared, `frequency` tests these, `contents` does not ask when a symbol came.
    pub marks: &'static str,
}

impl Entry {
    /// The entries of a table, one a line: key, name, what it sees, what its effect measures, why it counts, and marks.
    pub(crate) fn table(text: &'static str) -> Vec<Self> {
        let entry = |line: &'static str| {
            let mut fields = line.split('|').map(str::trim);
            let mut field = || fields.next().unwrap_or_default();
            let (key, name, catches, measure) = (field(), field(), field(), field());
            let (registered, marks) = (fields.next(), fields.next().unwrap_or_default());
            Self { key, name, catches, measure, registered, marks }
        };
        text.lines().map(entry).collect()
    }
}

/// All tests, in the order of a report.
pub static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Entry::table(include_str!("registered.txt")));
