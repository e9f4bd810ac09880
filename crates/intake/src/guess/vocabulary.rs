//! Which canonical word a word of an export is: only words whose meaning the documents of the systems
//! give, or that say the canonical word in another spelling.
//!
//! Capitals, blanks and signs between letters do not count: `COIN IN` is `coin_in`. Beside that COIN IN
//! and START GAME start a round, GAME OVER and END GAME end it (document 001), and J-POT is the button of
//! that name. `Seat 3`, `Pos 3`, `Spot 3` and `Box 3` are seat 3, `Dlr` and `Dealer` the dealer. A word that
//! is only near a canonical one is never taken for it: it is asked.

use feltproof_model::engagement::JournalKind;
use feltproof_model::{BankKind, ControllerKind, HAND_BUTTONS, ManagerKind, Seat, ShufflerKind};
use feltproof_toml::nearest;

/// Further spellings of events, as [`spelled`] writes them.
const CONTROLLER: [(&str, &str); 9] = [
    ("start_game", "coin_in"),
    ("game_over", "end_game"),
    ("jpot", "j_pot"),
    ("key_to_jph", "key_jph"),
    ("jph_key", "key_jph"),
    ("key_to_run", "key_run"),
    ("run_key", "key_run"),
    ("supervisor_card_swiped", "supervisor_card"),
    ("executive_card_swiped", "executive_card"),
];
const MANAGER: [(&str, &str); 3] =
    [("meter_reading", "reading"), ("configuration", "config"), ("start_game", "coin_in")];
const ACTIONS: [(&str, &str); 4] =
    [("played", "play"), ("folded", "fold"), ("dealt", "deal"), ("voided", "void")];
/// The permitted reasons of adjustments that the README lists.
const REASONS: [&str; 8] = [
    "won",
    "malfunction",
    "over_maximum",
    "nondisplayed_to_receipts",
    "seed_recovery",
    "back_out",
    "void_round",
    "correction_increase",
];
const SEATS: [&str; 20] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "D", "B", "B1", "B2", "B3", "B4", "B5", "B6",
    "B7", "B8", "B9",
];

/// `COIN IN` as `coin_in`.
fn spelled(word: &str) -> String {
    let parts = word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

/// The canonical words of a column that has a closed list of them.
fn list(kind: JournalKind, target: &str) -> Vec<&'static str> {
    match (kind, target) {
        (JournalKind::Hands, "action") => vec!["play", "fold", "deal", "void"],
        (JournalKind::Controller, "event") => {
            ControllerKind::ALL.map(ControllerKind::name).to_vec()
        }
        (JournalKind::Controller, "value") => HAND_BUTTONS.to_vec(),
        (JournalKind::Manager, "event") => ManagerKind::ALL.map(ManagerKind::name).to_vec(),
        (JournalKind::Manager, "reason") => REASONS.to_vec(),
        (JournalKind::Shuffler, "event") => ShufflerKind::ALL.map(ShufflerKind::name).to_vec(),
        (JournalKind::Bank, "event") => BankKind::ALL.map(BankKind::name).to_vec(),
        (_, "seat") => SEATS.to_vec(),
        _ => Vec::new(),
    }
}

/// Whether only words of the list are read in this column.
pub(super) fn is_closed(kind: JournalKind, target: &str) -> bool {
    matches!(target, "event" | "seat") || kind == JournalKind::Hands && target == "action"
}

/// The canonical word that a word certainly is.
pub(super) fn word(kind: JournalKind, target: &str, written: &str) -> Option<&'static str> {
    if target == "seat" {
        return seat(written);
    }
    let spelled = spelled(written);
    let list = list(kind, target);
    let further: &[(&str, &str)] = match (kind, target) {
        (JournalKind::Controller, "event") => &CONTROLLER,
        (JournalKind::Manager, "event") => &MANAGER,
        (JournalKind::Hands, "action") => &ACTIONS,
        _ => &[],
    };
    let meant = further.iter().find(|(from, _)| *from == spelled).map_or(&*spelled, |(_, to)| to);
    list.into_iter().find(|canonical| *canonical == meant)
}

/// A canonical word that is near, to be asked.
pub(super) fn perhaps(kind: JournalKind, target: &str, written: &str) -> Option<&'static str> {
    let spelled = spelled(written);
    let list = list(kind, target);
    let within = list.iter().copied().find(|word| word.len() > 3 && spelled.contains(word));
    within.or_else(|| nearest(&spelled, list.into_iter().filter(|word| word.len() > 3)))
}

/// The seat that a word certainly is.
pub(super) fn seat(written: &str) -> Option<&'static str> {
    let spelled = spelled(written);
    let known = |seat: &str| SEATS.into_iter().find(|known| known.eq_ignore_ascii_case(seat));
    if Seat::parse(written.as_bytes()).is_some() {
        return known(written);
    }
    match spelled.as_str() {
        "dlr" | "dealer" => return Some("D"),
        "banker" | "player_banker" => return Some("B"),
        _ => {}
    }
    let (place, number) =
        spelled.split_at(spelled.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    let number = known(number.trim_start_matches('0'))?;
    match place.trim_end_matches('_') {
        "" | "seat" | "pos" | "position" | "spot" | "box" => Some(number),
        "banker" => known(&format!("B{number}")),
        _ => None,
    }
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
            for canonical in list(kind, column) {
                assert_eq!(word(kind, column, canonical), Some(canonical));
            }
        }
    }
}
