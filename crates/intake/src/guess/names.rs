//! Which canonical column the name of a column speaks of.
//!
//! A name is taken apart at blanks, signs and capitals, usual short forms are written out (`Tbl` table,
//! `Rnd` round, `Pos` position, `Amt` amount, `#` number), and the words are looked up in the list of
//! those that exports use for a canonical column. What is on the list speaks of that column; a name that
//! only has all words of an entry among others perhaps does. A gaming or business date is none: it is not
//! that of the calendar after midnight.

use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

/// How sure a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    /// It has the words of a synonym among others.
    Perhaps,
    /// It is a synonym.
    Synonym,
    /// It is the canonical name itself.
    Canonical,
}

/// What a canonical column is called, each as [`words_of`] gives it.
const SYNONYMS: [(&str, &[&str]); 19] = [
    (
        "round",
        &[
            "round",
            "round number",
            "round id",
            "game number",
            "game id",
            "hand id",
            "deal number",
            "coup number",
            "coup",
        ],
    ),
    ("table", &["table", "table number", "table id", "table name"]),
    ("dealer", PEOPLE),
    (
        "seat",
        &[
            "seat",
            "seat number",
            "seat id",
            "position",
            "position number",
            "spot",
            "spot number",
            "box",
            "box number",
            "player position",
            "seat position",
        ],
    ),
    ("cards", &["cards", "hand", "hand cards", "cards dealt", "player cards"]),
    (
        "action",
        &["action", "decision", "player action", "player decision", "play fold", "fold play"],
    ),
    (
        "seq",
        &[
            "sequence",
            "sequence number",
            "record number",
            "record id",
            "event number",
            "event id",
            "entry number",
            "entry id",
            "log number",
            "log id",
            "transaction number",
            "transaction id",
        ],
    ),
    (
        "event",
        &["event", "event type", "event name", "event description", "type", "transaction type"],
    ),
    ("actor", PEOPLE),
    (
        "value",
        &["value", "data", "detail", "details", "event data", "event detail", "event details"],
    ),
    (
        "link",
        &[
            "link",
            "link id",
            "link name",
            "progressive link",
            "progressive id",
            "progressive group",
        ],
    ),
    ("level", &["level", "level name", "meter level", "progressive level", "jackpot level"]),
    ("amount", &["amount", "event amount", "transaction amount"]),
    (
        "display",
        &[
            "display",
            "meter",
            "display meter",
            "meter display",
            "displayed meter",
            "displayed",
            "meter value",
            "meter amount",
            "progressive meter",
            "display amount",
            "display value",
        ],
    ),
    ("reserve", &["reserve", "reserve meter", "reserve amount", "reserve value"]),
    ("reason", &["reason", "reason code"]),
    ("document", &["document", "document number", "document id", "form number", "slip number"]),
    ("packet", &["packet", "packet number"]),
    (
        "time",
        &[
            "time",
            "timestamp",
            "time stamp",
            "date time",
            "time date",
            "date and time",
            "event time",
            "event date time",
            "round time",
            "game time",
            "settled at",
            "logged at",
            "local time",
        ],
    ),
];
const PEOPLE: &[&str] = &[
    "dealer",
    "dealer id",
    "dealer number",
    "dealer name",
    "dealer badge",
    "employee",
    "employee id",
    "employee number",
    "badge",
    "badge number",
    "badge id",
];
/// Names of who did something, beside the dealers.
const ACTORS: &[&str] =
    &["actor", "user", "user id", "operator", "operator id", "staff", "staff id", "card holder"];
const DATES: &[&str] =
    &["date", "event date", "game date", "round date", "local date", "calendar date"];

/// Short forms, written out.
const SHORT: [(&str, &str); 29] = [
    ("rec", "record"),
    ("tbl", "table"),
    ("tb", "table"),
    ("rnd", "round"),
    ("rd", "round"),
    ("pos", "position"),
    ("evt", "event"),
    ("ev", "event"),
    ("amt", "amount"),
    ("amnt", "amount"),
    ("emp", "employee"),
    ("dlr", "dealer"),
    ("no", "number"),
    ("nr", "number"),
    ("nbr", "number"),
    ("num", "number"),
    ("seq", "sequence"),
    ("sn", "sequence"),
    ("disp", "display"),
    ("prog", "progressive"),
    ("prg", "progressive"),
    ("progr", "progressive"),
    ("txn", "transaction"),
    ("trans", "transaction"),
    ("doc", "document"),
    ("res", "reserve"),
    ("lvl", "level"),
    ("act", "action"),
    ("crds", "cards"),
];

/// Other names of wagers, as [`words_of`] gives them.
const WAGERS: [(&str, Wager); 12] = [
    ("sb", Wager::SuperBonus),
    ("superbonus", Wager::SuperBonus),
    ("qu", Wager::QueensUp),
    ("queensup", Wager::QueensUp),
    ("au", Wager::AcesUp),
    ("acesup", Wager::AcesUp),
    ("bbb", Wager::BadBeat),
    ("bad beat bonus", Wager::BadBeat),
    ("4 card bonus", Wager::FourCardBonus),
    ("4cb", Wager::FourCardBonus),
    ("automatic bonus", Wager::AnteBonus),
    ("envy bonus", Wager::Envy),
];

/// What stands behind a wager's name for its stake.
const STAKES: &[&str] =
    &["", "bet", "wager", "stake", "staked", "amount", "bet amount", "wager amount"];
/// What stands there for what came back with the stake in it.
const RETURNS: &[&str] =
    &["return", "returned", "returns", "ret", "returned amount", "amount returned"];
/// For what was paid, with or without the stake.
const PAYS: &[&str] = &[
    "pay",
    "paid",
    "payout",
    "pay out",
    "payoff",
    "payment",
    "win",
    "won",
    "wins",
    "pay amount",
    "win amount",
    "amount paid",
    "amount won",
];
/// For what was won beyond the stake, or lost of it.
const NETS: &[&str] = &["net", "win loss", "result", "net win", "net result"];

/// What a money column of a hands journal says of its wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Stake,
    Returned,
    Paid,
    Net,
}

/// The words of a name, lower case, short forms written out.
pub(super) fn words_of(name: &str) -> String {
    let mut spaced = String::new();
    let mut before = ' ';
    for c in name.chars() {
        let is_new = c.is_uppercase() && before.is_lowercase()
            || c.is_ascii_digit() != before.is_ascii_digit()
                && before.is_alphanumeric()
                && c.is_alphanumeric();
        if is_new && !spaced.is_empty() {
            spaced.push(' ');
        }
        match c {
            '#' | '№' => spaced.push_str(" number "),
            c if c.is_alphanumeric() => spaced.extend(c.to_lowercase()),
            '\'' => {}
            _ => spaced.push(' '),
        }
        before = c;
    }
    let long = |word: &str| {
        let long = SHORT.iter().find(|(short, _)| *short == word);
        long.map_or_else(|| word.to_owned(), |(_, long)| (*long).to_owned())
    };
    spaced.split_whitespace().map(long).collect::<Vec<_>>().join(" ")
}

/// How sure a name speaks of a canonical column that is no wager's.
pub(super) fn speaks_of(name: &str, target: &str) -> Option<Sure> {
    if name.trim().eq_ignore_ascii_case(target) {
        return Some(Sure::Canonical);
    }
    let words = words_of(name);
    let known =
        SYNONYMS.iter().find(|(known, _)| *known == target).map_or(&[][..], |(_, list)| list);
    let further = if target == "actor" { ACTORS } else { &[] };
    let mut synonyms = known.iter().chain(further);
    if synonyms.clone().any(|synonym| *synonym == words) {
        return Some(Sure::Synonym);
    }
    let own: Vec<&str> = words.split(' ').collect();
    let has_all = |synonym: &&str| synonym.split(' ').all(|word| own.contains(&word));
    // A name of many words speaks of many things.
    (own.len() <= 3 && synonyms.any(has_all)).then_some(Sure::Perhaps)
}

/// Whether a name is that of a date of the calendar.
pub(super) fn is_date(name: &str) -> bool {
    DATES.contains(&words_of(name).as_str())
}

/// The place of a card in the hand, where a name is that of one card: `C1`, `Card 5`.
pub(super) fn card_number(name: &str) -> Option<usize> {
    let words = words_of(name);
    let number = words.strip_prefix("c ").or_else(|| words.strip_prefix("card "))?;
    let number = number.strip_prefix("number ").unwrap_or(number);
    number.parse().ok().filter(|n| (1..=8).contains(n))
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
    let titles = Wager::ALL.into_iter().map(|wager| (words_of(wager.key()), wager));
    let others = WAGERS.into_iter().map(|(other, wager)| (words_of(other), wager));
    let fits = |(title, wager): (String, Wager)| {
        let rest = words.strip_prefix(&title)?;
        let rest = rest.strip_prefix(' ').or_else(|| rest.is_empty().then_some(rest))?;
        let side = [
            (STAKES, Side::Stake),
            (RETURNS, Side::Returned),
            (PAYS, Side::Paid),
            (NETS, Side::Net),
        ];
        let side = side.into_iter().find(|(list, _)| list.contains(&rest))?.1;
        Some((title.len(), wager, side))
    };
    // `Ante Bonus` is the bonus, not the ante: the longest title counts.
    let (_, wager, side) = titles.chain(others).filter_map(fits).max_by_key(|(len, ..)| *len)?;
    // Only its payment is recorded of what is never staked.
    let unstaked = matches!(wager, Wager::AnteBonus | Wager::Envy);
    let side = if unstaked && side != Side::Net { Side::Returned } else { side };
    Some((wager, side, Sure::Synonym))
}

/// The canonical columns of an event journal or of a hands journal that are no wager's, in their order.
pub(super) fn plain_targets(kind: JournalKind) -> Vec<&'static str> {
    let all = crate::profile::targets(kind).into_iter();
    let is_wager = |target: &&str| {
        kind == JournalKind::Hands
            && Wager::from_key(target.strip_suffix("_returned").unwrap_or(target)).is_some()
    };
    all.filter(|target| !is_wager(target)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_exports() {
        for (name, target) in [
            ("Tbl", "table"),
            ("Table", "table"),
            ("Table ID", "table"),
            ("TableID", "table"),
            ("Rnd #", "round"),
            ("Round", "round"),
            ("Game No", "round"),
            ("Hand ID", "round"),
            ("HandId", "round"),
            ("Pos", "seat"),
            ("Seat", "seat"),
            ("Spot", "seat"),
            ("Box", "seat"),
            ("Hand", "cards"),
            ("Cards", "cards"),
            ("Evt", "event"),
            ("Event", "event"),
            ("Type", "event"),
            ("Amt", "amount"),
            ("Amount", "amount"),
            ("Meter", "display"),
            ("Display", "display"),
            ("Emp", "dealer"),
            ("Dealer", "dealer"),
            ("Badge", "actor"),
            ("Seq No.", "seq"),
            ("Rec No", "seq"),
            ("Act", "action"),
            ("Timestamp", "time"),
            ("Date/Time", "time"),
            ("Reserve Meter", "reserve"),
        ] {
            assert!(speaks_of(name, target) >= Some(Sure::Synonym), "{name}: {}", words_of(name));
        }
        assert_eq!(speaks_of("Player Seat", "seat"), Some(Sure::Perhaps));
        assert_eq!(speaks_of("Pit", "table"), None);
        assert_eq!(speaks_of("Hand ID", "cards"), Some(Sure::Perhaps));
        assert!(is_date("Date") && !is_date("Gaming Date") && !is_date("Business Date"));
        assert_eq!(
            (card_number("C1"), card_number("Card 5"), card_number("Count")),
            (Some(1), Some(5), None)
        );
    }

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
