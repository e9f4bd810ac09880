//! The list of tests, in the order they are reported: `registered.txt`, with what each sees best, where it fits against
//! the cards themselves and against the deal before, and what must be known of the cards.
//!
//! Three lists were fixed before any data were seen: for whole decks, for deals whose order is known, for packets; packets
//! of known inner order answer to the last two. Which is in force follows from layouts and options, never from the cards.
//! They are as short as the faults allow (statistics.md 4), since every name makes all the others stricter. Tables spread
//! one large shift over all their cells, and means see neither a wrong spread nor one deck in a thousand: for these there
//! are tests of their own.
//!
//! Left out, since 69 faulty sources are seen as often without them at 1,000 and at 10,000 decks, whole, of 35 cards and
//! as seven hands (20 and 8 replications each): peaks, the peaks and valleys of the inverse, inversions, the longest
//! increasing and decreasing subsequences, reverse successions, displacements, right guesses, cards dealt again by place,
//! the laws of all counts but the rises, the order of neighbours, the most unusual packet of a card.

use std::sync::LazyLock;

/// Layouts that a test fits: whole decks, where it counts to the verdict or, since the table by card contains it, is
/// reported beside; deals whose order is known; packets.
type Fits = u8;
pub(super) const WHOLE: Fits = 1;
pub(super) const BESIDE: Fits = 2;
pub(super) const ORDER: Fits = 4;
pub(super) const PACKETS: Fits = 8;

/// What must be known of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Nothing,
    Classes,
    Categories,
    Contrast,
}

/// A line of the list against one reference.
#[derive(Debug)]
pub(super) struct Entry {
    /// With the reference.
    pub key: String,
    pub name: &'static str,
    /// What it sees best.
    pub catches: &'static str,
    /// Against the deal before, not the cards themselves.
    pub is_previous: bool,
    /// Where it applies.
    pub fits: Fits,
    pub given: Given,
}

pub(super) static LIST: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let all = || include_str!("registered.txt").lines();
    let fixed = all().map(|line| Entry::read(line, false));
    fixed.chain(all().map(|line| Entry::read(line, true))).filter(|entry| entry.fits > 0).collect()
});

impl Entry {
    fn read(line: &'static str, is_previous: bool) -> Self {
        let mut fields = line.split('|').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        let (key, name, catches, fixed, previous) = (field(), field(), field(), field(), field());
        let kinds = [("whole", WHOLE), ("beside", BESIDE), ("order", ORDER), ("packets", PACKETS)];
        let words = if is_previous { previous } else { fixed };
        let fits = kinds.iter().filter(|(kind, _)| words.contains(kind));
        let given = match field() {
            "classes" => Given::Classes,
            "categories" => Given::Categories,
            "contrast" => Given::Contrast,
            _ => Given::Nothing,
        };
        let reference = if is_previous { "previous" } else { "fixed" };
        let key = if key.contains('.') { key.to_owned() } else { format!("{reference}.{key}") };
        let fits = fits.fold(0, |all, (_, one)| all | one);
        Self { key, name, catches, is_previous, fits, given }
    }
}
