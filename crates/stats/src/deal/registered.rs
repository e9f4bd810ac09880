//! The list of tests, in the order they are reported: `registered.txt`, with what each sees best, where it fits against
//! the cards themselves and against the deal before, and what must be known of the cards.
//!
//! Three lists were fixed before any data were seen: for whole decks, for deals whose order is known, for packets; packets
//! of known inner order answer to the last two. Which is in force follows from layouts and options, never from the cards.
//! They are as short as the faults allow (statistics.md 4), since every name makes all the others stricter. What the lines
//! themselves do not say:
//!
//! - `position_max` sees one stuck card with an eighth of the decks that the table needs; `mean_position_max` and
//!   `class_position` see one large shift that the tables spread over all their cells;
//! - means of counts see small shifts first; `rises_law` is for a machine whose mean is right and whose spread is not,
//!   `rises_min` for one deck in a thousand, which no mean and no histogram shows;
//! - `replayed` is for a machine that replays a few shuffles on the deck it holds, and so deals no deck twice;
//! - `lag_1` and `lag_2`, where another deal before is declared: two decks used by turns pass all tests against it.
//!
//! Left out, since 69 faulty sources are seen as often without them at 1,000 and at 10,000 decks, whole, of 35 cards and
//! as seven hands (20 and 8 replications each): peaks, the peaks and valleys of the inverse, inversions, the longest
//! increasing and decreasing subsequences, reverse successions, displacements, right guesses, cards dealt again by place,
//! the laws of all counts but the rises, the order of neighbours, the most unusual packet of a card. Of whole decks
//! reported but not registered: the tables by rank and by suit, which `position_card` contains.

use std::sync::LazyLock;

/// Layouts that a test fits: whole decks, where it counts to the verdict or is reported beside; deals
/// whose order is known; packets. In these two it counts to the verdict.
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

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Without the reference; with it where there is a point.
    pub key: &'static str,
    /// What a report calls it.
    pub name: &'static str,
    /// What it sees best.
    pub catches: &'static str,
    /// Where it applies against the cards themselves, and against the deal before.
    pub fits: [Fits; 2],
    pub given: Given,
}

pub(super) static LIST: LazyLock<Vec<Entry>> =
    LazyLock::new(|| include_str!("registered.txt").lines().map(Entry::read).collect());

impl Entry {
    fn read(line: &'static str) -> Self {
        let mut fields = line.split('|').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        let (key, name, catches) = (field(), field(), field());
        let kinds = [("whole", WHOLE), ("beside", BESIDE), ("order", ORDER), ("packets", PACKETS)];
        let fits = [field(), field()].map(|words| {
            let fits = kinds.iter().filter(|(kind, _)| words.contains(kind));
            fits.fold(0, |all, (_, one)| all | one)
        });
        let given = match field() {
            "classes" => Given::Classes,
            "categories" => Given::Categories,
            "contrast" => Given::Contrast,
            _ => Given::Nothing,
        };
        Self { key, name, catches, fits, given }
    }
}
