//! Scripted rounds: prepared hands that show one point of the rules each, as text, of a legal pack.

use feltproof_model::{Action, CardList, Extras, HandRow, Money, Seat, Timestamp, Wager, WagerMap};

/// The table that deals a scripted round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// One that feeds the link.
    Linked,
    /// One that does not.
    Unlinked,
    /// The last, where it feeds the link and deals another game.
    Last,
}

/// A scripted round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) name: &'static str,
    pub(crate) at: At,
    /// Its place in the clean day, in thousandths; without one it only plays host to a fault.
    pub(crate) per_mille: Option<u64>,
    /// [`hand_row`] for each seat, the dealer's or banker's last; a fifth field says what goes
    /// wrong: `slip` (a button pressed and undone), `misread` (an award to be backed out).
    pub(crate) rows: &'static [&'static str],
}

/// Constants for scripted rounds, and the list of them.
macro_rules! scripts {
    ($list:ident: $($(#[$doc:meta])* $name:ident: $at:ident $(at $per_mille:literal)?, $rows:expr;)+) => {
        $($(#[$doc])* pub(crate) const $name: Script = Script {
            name: stringify!($name),
            at: At::$at,
            per_mille: [$(Some($per_mille),)? None][0],
            rows: $rows,
        };)+
        const $list: &[Script] = &[$($name),+];
    };
}
pub(super) use scripts;

impl Script {
    pub(crate) fn is_void(self) -> bool {
        self.rows.iter().any(|row| row.contains("| void"))
    }

    pub(crate) fn rows(self) -> Vec<HandRow> {
        // The texts are constants; a test reads every one of them.
        self.rows.iter().filter_map(|text| hand_row(text)).collect()
    }

    /// The seat where something goes wrong.
    pub(crate) fn seat_of(self, what: &str) -> Option<u8> {
        let row = self.rows.iter().find(|row| row.split('|').nth(4).map(str::trim) == Some(what));
        row.and_then(|row| hand_row(row)?.seat.player())
    }
}

/// One seat of a round in words, not settled: `1 | As Ah 7d Ad Ac | play | ante 10 play 30`.
pub fn hand_row(text: &str) -> Option<HandRow> {
    let mut fields = text.split('|').map(str::trim);
    let seat = Seat::parse(fields.next()?.as_bytes())?;
    let cards = CardList::parse(fields.next()?.as_bytes()).ok()?;
    let action = match fields.next()? {
        "play" => Action::Play,
        "fold" => Action::Fold,
        "deal" => Action::Deal,
        "void" => Action::Void,
        _ => return None,
    };
    let mut row = dealt(seat, cards, action);
    let mut words = fields.next().unwrap_or_default().split_whitespace();
    while let Some(word) = words.next() {
        let stake = Money::parse(words.next()?.as_bytes()).ok()?;
        row.stake[Wager::from_key(word)?] = stake;
    }
    Some(row)
}

/// One seat of a round without stakes.
pub(crate) fn dealt(seat: Seat, cards: CardList, action: Action) -> HandRow {
    let (stake, returned) = (WagerMap::default(), WagerMap::default());
    let extras = Extras::default();
    HandRow { line: 0, time: Timestamp(0), seat, action, cards, extras, stake, returned }
}
