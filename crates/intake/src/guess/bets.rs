//! Which wager the name of a money column speaks of, and whether it is what was staked, what came back with
//! the stake in it, what was paid, or the result.

use super::names::{Sure, words_of};
use feltproof_model::Wager;
use std::sync::LazyLock;

/// Other names of wagers, as [`words_of`] gives them, with `|` between.
const WAGERS: [(&str, Wager); 7] = [
    ("sb|superbonus", Wager::SuperBonus),
    ("qu|queensup", Wager::QueensUp),
    ("au|acesup", Wager::AcesUp),
    ("bbb|bad beat bonus", Wager::BadBeat),
    ("4 card bonus|4cb", Wager::FourCardBonus),
    ("automatic bonus", Wager::AnteBonus),
    ("envy bonus", Wager::Envy),
];

/// The words by which each wager goes.
static TITLES: LazyLock<Vec<(String, Wager)>> = LazyLock::new(|| {
    let titles = Wager::ALL.into_iter().map(|wager| (words_of(wager.key()), wager));
    let others = WAGERS
        .into_iter()
        .flat_map(|(names, wager)| names.split('|').map(move |name| (words_of(name), wager)));
    titles.chain(others).collect()
});

/// What stands behind a wager's name for its stake.
const STAKES: &str = "|bet|wager|stake|staked|amount|bet amount|wager amount";
/// What stands there for what came back with the stake in it.
const RETURNS: &str = "return|returned|returns|ret|returned amount|amount returned";
/// For what was paid, with or without the stake.
const PAYS: &str = "pay|paid|payout|pay out|payoff|payment|win|won|wins|pay amount|win amount|\
                    amount paid|amount won";
/// For what was won beyond the stake, or lost of it.
const NETS: &str = "net|win loss|result|net win|net result";

/// What a money column of a hands journal says of its wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Stake,
    Returned,
    Paid,
    Net,
}

/// The wager that a name speaks of, and what of it.
pub(super) fn wager(name: &str) -> Option<(Wager, Side, Sure)> {
    let plain = name.trim().to_lowercase();
    let has_stake = |wager: &Wager| wager.is_staked() || *wager == Wager::Bank;
    let canonical =
        |wager: &Wager| wager.key() == plain && has_stake(wager) || wager.key_returned() == plain;
    if let Some(wager) = Wager::ALL.into_iter().find(canonical) {
        let side = if wager.key() == plain { Side::Stake } else { Side::Returned };
        return Some((wager, side, Sure::Canonical));
    }
    let words = words_of(name);
    let sides =
        [(STAKES, Side::Stake), (RETURNS, Side::Returned), (PAYS, Side::Paid), (NETS, Side::Net)];
    let fits = |(title, wager): &(String, Wager)| {
        let rest = words.strip_prefix(title)?;
        let rest = rest.strip_prefix(' ').or_else(|| rest.is_empty().then_some(rest))?;
        let has_rest = |(list, _): &(&str, Side)| list.split('|').any(|end| end == rest);
        Some((title.len(), *wager, sides.into_iter().find(has_rest)?.1))
    };
    // `Ante Bonus` is the bonus, not the ante: the longest title counts.
    let (_, wager, side) = TITLES.iter().filter_map(fits).max_by_key(|(len, ..)| *len)?;
    // Only its payment is recorded of what is never staked.
    let unstaked = matches!(wager, Wager::AnteBonus | Wager::Envy);
    let side = if unstaked && side != Side::Net { Side::Returned } else { side };
    Some((wager, side, Sure::Synonym))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_wagers() {
        for (name, wager_of, side) in [
            ("Ante Bet", Wager::Ante, Side::Stake),
            ("Ante Wager", Wager::Ante, Side::Stake),
            ("Ante", Wager::Ante, Side::Stake),
            ("Ante Pay", Wager::Ante, Side::Paid),
            ("AntePaid", Wager::Ante, Side::Paid),
            ("Ante Return", Wager::Ante, Side::Returned),
            ("Ante Win", Wager::Ante, Side::Paid),
            ("ante_returned", Wager::Ante, Side::Returned),
            ("Ante Net", Wager::Ante, Side::Net),
            ("Ante Bonus", Wager::AnteBonus, Side::Returned),
            ("SB Bet", Wager::SuperBonus, Side::Stake),
            ("Super Bonus Pay", Wager::SuperBonus, Side::Paid),
            ("4 Card Bonus", Wager::FourCardBonus, Side::Stake),
            ("QueensUp Bet", Wager::QueensUp, Side::Stake),
            ("Prog Bet", Wager::Progressive, Side::Stake),
            ("Envy", Wager::Envy, Side::Returned),
        ] {
            let found = wager(name).map(|(wager, side, _)| (wager, side));
            assert_eq!(found, Some((wager_of, side)), "{name}: {}", words_of(name));
        }
        for name in ["Ante Something", "Bet", "Antes", "Play Fold"] {
            assert_eq!(wager(name), None, "{name}");
        }
    }
}
