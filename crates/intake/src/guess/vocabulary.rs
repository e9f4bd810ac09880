//! Which canonical word a word of an export is: only words whose meaning the documents of the systems
//! give, or that say the canonical word in another spelling (`journal/kinds/` has both).
//!
//! Capitals, blanks and signs between letters do not count: `COIN IN` is `coin_in`. Beside that COIN IN
//! and START GAME start a round, GAME OVER and END GAME end it (document 001), and J-POT is the button of
//! that name. `Seat 3`, `Pos 3`, `Spot 3` and `Box 3` are seat 3, `Dlr` and `Dealer` the dealer. A word that
//! is only near a canonical one is never taken for it: it is asked.

use crate::journal::kinds::{self, SEATS, Words};
use crate::profile::without_noughts;
use feltproof_model::Seat;
use feltproof_model::engagement::JournalKind;
use feltproof_toml::nearest;

/// `COIN IN` as `coin_in`.
fn spelled(word: &str) -> String {
    let parts = word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

/// The words of a column that has a list of them.
pub(super) fn words(kind: JournalKind, target: &str) -> Option<Words> {
    kinds::column(kind, target).and_then(|column| column.words)
}

/// The canonical word that a word certainly is.
pub(super) fn word(kind: JournalKind, target: &str, written: &str) -> Option<&'static str> {
    if target == "seat" {
        return seat(written);
    }
    let (words, spelled) = (words(kind, target)?, spelled(written));
    let meant = words.spelled().find(|(from, _)| *from == spelled).map_or(&*spelled, |(_, to)| to);
    words.list.iter().find(|canonical| **canonical == meant).copied()
}

/// A canonical word that is near, to be asked.
pub(super) fn perhaps(kind: JournalKind, target: &str, written: &str) -> Option<&'static str> {
    let spelled = spelled(written);
    let mut long = words(kind, target)?.list.iter().copied().filter(|word| word.len() > 3);
    long.clone().find(|word| spelled.contains(word)).or_else(|| nearest(&spelled, long.by_ref()))
}

/// Whether a seat as [`seat`] names it is a player's: the others are the dealer's and the bank's.
pub(super) fn is_player(seat: &str) -> bool {
    seat.bytes().all(|byte| byte.is_ascii_digit())
}

/// The seat that a word certainly is.
pub(super) fn seat(written: &str) -> Option<&'static str> {
    let written = match whole_part(written) {
        number if number.bytes().all(|b| b.is_ascii_digit()) => number,
        _ => written,
    };
    let known = |seat: &str| SEATS.into_iter().find(|known| known.eq_ignore_ascii_case(seat));
    if Seat::parse(written.as_bytes()).is_some() {
        return known(written);
    }
    let spelled = spelled(written);
    match spelled.as_str() {
        "dlr" | "dealer" => return Some("D"),
        "banker" | "player_banker" => return Some("B"),
        _ => {}
    }
    let letters = spelled.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = known(spelled[letters.len()..].trim_start_matches('0'))?;
    match letters.trim_end_matches('_') {
        "" | "seat" | "pos" | "position" | "spot" | "box" => Some(number),
        "banker" => known(&format!("B{number}")),
        _ => None,
    }
}

/// A number without noughts behind its point or comma.
pub(super) fn whole_part(value: &str) -> &str {
    let cut = |point| without_noughts(value.as_bytes(), point);
    let whole = cut(b'.').or_else(|| cut(b',')).map(<[u8]>::len);
    whole.and_then(|length| value.get(..length)).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use JournalKind::{Controller, Hands, Manager, Shuffler};

    #[test]
    fn words_of_the_documents() {
        for (kind, column, written, canonical) in [
            (Controller, "event", "COIN IN", "coin_in"),
            (Controller, "event", "START GAME", "coin_in"),
            (Controller, "event", "J-POT", "j_pot"),
            (Controller, "event", "GAME OVER", "end_game"),
            (Controller, "event", "END GAME", "end_game"),
            (Controller, "event", "Confirm", "confirm"),
            (Controller, "event", "Key to JPH", "key_jph"),
            (Controller, "value", "Four of a Kind", "four_of_a_kind"),
            (Manager, "event", "Coin-In", "coin_in"),
            (Manager, "event", "Reserve Adjustment", "reserve_adjustment"),
            (Manager, "reason", "Void Round", "void_round"),
            (Shuffler, "event", "Deck", "deck"),
            (Hands, "action", "FOLDED", "fold"),
            (Hands, "seat", "Seat 3", "3"),
            (Hands, "seat", "POS03", "3"),
            (Hands, "seat", "Dlr", "D"),
            (Hands, "seat", "Dealer", "D"),
            (Hands, "seat", "Banker 4", "B4"),
            (Hands, "seat", "d", "D"),
        ] {
            assert_eq!(word(kind, column, written), Some(canonical), "{written}");
        }
    }

    #[test]
    fn what_is_only_near_is_asked() {
        for (kind, column, written, near) in [
            (Controller, "event", "CONFRIM", Some("confirm")),
            (Controller, "event", "Auto CONFIRM (remote)", Some("confirm")),
            (Manager, "event", "Jackpot", None),
            (Hands, "seat", "P3", None),
            (Hands, "seat", "Seat 12", None),
            (Hands, "action", "Bet", None),
        ] {
            assert_eq!(word(kind, column, written), None, "{written}");
            assert_eq!(perhaps(kind, column, written), near, "{written}");
        }
        // Every word of a list is that word.
        for (kind, column) in
            [(Controller, "event"), (Manager, "event"), (Hands, "action"), (Hands, "seat")]
        {
            for canonical in words(kind, column).unwrap().list {
                assert_eq!(word(kind, column, canonical), Some(*canonical));
            }
        }
    }
}
