//! Which canonical column the name of a column speaks of.
//!
//! A name is taken apart at blanks, signs and capitals, usual short forms are written out (`Tbl` table,
//! `Rnd` round, `Pos` position, `Amt` amount, `#` number), and the words are looked up in the list of
//! those that exports use for a canonical column (`journal/kinds/`). What is on the list speaks of that column; a name that
//! only has all words of an entry among others perhaps does. A gaming or business date is another: it is not
//! that of the calendar after midnight.

use crate::journal::kinds;
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeMap;
use std::sync::LazyLock;

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

const DATES: &str = "date|event date|game date|round date|local date|calendar date";

const GAMING_DATES: &str = "gaming date|gaming day|business date|business day|accounting date|accounting day|\
                            casino date|casino day|gaming business date|operating date|operating day|\
                            operational date|trading date|trading day|audit date|shift date|bus date|acct date|\
                            date of gaming day|gaming day date|date of business";

/// Short forms, each with what it is written out.
const SHORT: &str = "rec=record tbl=table tb=table rnd=round rd=round pos=position evt=event ev=event \
                     amt=amount amnt=amount emp=employee dlr=dealer no=number nr=number nbr=number \
                     num=number seq=sequence sn=sequence disp=display prog=progressive prg=progressive \
                     progr=progressive txn=transaction trans=transaction doc=document res=reserve \
                     lvl=level act=action crds=cards";

static WRITTEN_OUT: LazyLock<BTreeMap<&str, &str>> =
    LazyLock::new(|| SHORT.split_whitespace().filter_map(|pair| pair.split_once('=')).collect());

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
    let long = |word| WRITTEN_OUT.get(word).copied().unwrap_or(word);
    spaced.split_whitespace().map(long).collect::<Vec<_>>().join(" ")
}

/// How sure a name speaks of a canonical column that is no wager's.
pub(super) fn speaks_of(name: &str, target: &str) -> Option<Sure> {
    if name.trim().eq_ignore_ascii_case(target) {
        return Some(Sure::Canonical);
    }
    let words = words_of(name);
    if kinds::called(target).any(|synonym| synonym == words) {
        return Some(Sure::Synonym);
    }
    let own: Vec<&str> = words.split(' ').collect();
    let has_all = |synonym: &str| synonym.split(' ').all(|word| own.contains(&word));
    // A name of many words speaks of many things.
    (own.len() <= 3 && kinds::called(target).any(has_all)).then_some(Sure::Perhaps)
}

/// Whether a name is that of a date of the calendar.
pub(super) fn is_date(name: &str) -> bool {
    let words = words_of(name);
    DATES.split('|').any(|date| date == words)
}

/// Whether a name is that of a date that stays when the clock passes midnight.
pub(super) fn is_gaming_date(name: &str) -> bool {
    let words = words_of(name);
    GAMING_DATES.split('|').any(|date| date == words)
}

/// The place of a card in the hand, where a name is that of one card: `C1`, `Card 5`.
pub(super) fn card_number(name: &str) -> Option<usize> {
    let words = words_of(name);
    let number = words.strip_prefix("c ").or_else(|| words.strip_prefix("card "))?;
    let number = number.strip_prefix("number ").unwrap_or(number);
    number.parse().ok().filter(|n| (1..=8).contains(n))
}

/// The canonical columns of an event journal or of a hands journal that are no wager's, in their order.
pub(super) fn plain_targets(kind: JournalKind) -> impl Iterator<Item = &'static str> {
    let is_wager = move |target: &&str| {
        kind == JournalKind::Hands
            && Wager::from_key(target.strip_suffix("_returned").unwrap_or(target)).is_some()
    };
    kinds::columns(kind).iter().map(|column| column.name).filter(move |target| !is_wager(target))
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
            ("When", "time"),
            ("Reserve Meter", "reserve"),
            ("In-Meter", "in_meter"),
            ("Coin In Meter", "in_meter"),
        ] {
            assert!(speaks_of(name, target) >= Some(Sure::Synonym), "{name}: {}", words_of(name));
        }
        assert_eq!(speaks_of("Player Seat", "seat"), Some(Sure::Perhaps));
        assert_eq!(speaks_of("Pit", "table"), None);
        assert_eq!(speaks_of("Hand ID", "cards"), Some(Sure::Perhaps));
        assert!(is_date("Date") && !is_date("Gaming Date") && !is_date("Business Date"));
        for name in ["Gaming Date", "GamingDay", "Business Date", "ACCOUNTING_DATE"] {
            assert!(is_gaming_date(name), "{name}");
        }
        assert!(!is_gaming_date("Date"));
        assert_eq!(
            (card_number("C1"), card_number("Card 5"), card_number("Count")),
            (Some(1), Some(5), None)
        );
    }
}
