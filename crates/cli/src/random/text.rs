//! Decks and deals as text: one a line, cards as `As` or as numbers, `??` for a card that was not seen,
//! `#` begins a remark.

use feltproof_model::Card;

/// What some programs write at the beginning of a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A card that was not seen.
const UNSEEN: &str = "??";

/// A token as a sentence may show it: no control characters, not too long.
pub(crate) fn excerpt(token: &str) -> String {
    let start: String = token.chars().take(24).collect();
    let more = if start.len() < token.len() { "..." } else { "" };
    format!("{}{more}", start.escape_debug())
}

/// How the cards of a file are written; one way for the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// `As`, `Td`, `10d`.
    Names,
    /// Numbers, the first card being this one.
    Numbers {
        /// 0 or 1.
        first: u8,
    },
}

/// The way cards are written, by the first line that has any.
pub(crate) fn written(line: &str, first: u8) -> Written {
    let token = tokens(line).find(|token| !token.starts_with(UNSEEN)).unwrap_or_default();
    if !token.is_empty() && token.bytes().all(|b| b.is_ascii_digit()) {
        Written::Numbers { first }
    } else {
        Written::Names
    }
}

/// The line without its remark; `None` when nothing is left.
pub(crate) fn content(line: &str) -> Option<&str> {
    let body = line.split('#').next().unwrap_or_default().trim();
    (!body.is_empty()).then_some(body)
}

fn tokens(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'))
        .filter(|t| !t.is_empty())
}

/// Adds the cards of one line to `cards`; a full deck has `deck` of them. Returns how many cards at its end
/// were not seen: the places of those before must be known, so nothing is seen after a card that was not.
/// An error is a sentence without the place, with what was read and what would be right.
pub(crate) fn parse_line(
    line: &str,
    written: Written,
    deck: u8,
    cards: &mut Vec<u8>,
) -> Result<usize, String> {
    let mut unseen = 0;
    for token in tokens(line) {
        let seen = token.trim_end_matches(UNSEEN);
        if unseen > 0 && !seen.is_empty() {
            return Err(format!(
                "`{}` stands after a card that was not seen (`{UNSEEN}`), and what is seen of a deck must be its \
                 first cards, or whole hands; write a line up to its first `{UNSEEN}`, with --dealt any",
                excerpt(token)
            ));
        }
        unseen += (token.len() - seen.len()) / UNSEEN.len();
        match written {
            _ if seen.is_empty() => {}
            Written::Numbers { first } => cards.push(number(seen, deck, first)?),
            Written::Names => names(seen, cards)?,
        }
    }
    Ok(unseen)
}

fn number(token: &str, cards: u8, first: u8) -> Result<u8, String> {
    let last = u32::from(cards - 1) + u32::from(first);
    let value = token.parse::<u32>().ok().filter(|v| (u32::from(first)..=last).contains(v));
    value.and_then(|v| u8::try_from(v - u32::from(first)).ok()).ok_or_else(|| {
        let other = 1 - first.min(1);
        format!(
            "`{}` is not a card: with --cards {cards} and --first {first} cards are {first} to \
             {last}; if the file counts from {other}, say --first {other}",
            excerpt(token)
        )
    })
}

/// One card, or several without a space between them.
fn names(token: &str, cards: &mut Vec<u8>) -> Result<(), String> {
    let mut rest = token.as_bytes();
    while !rest.is_empty() {
        // `10d` is the ten of diamonds for those who write it so.
        let length = if rest.starts_with(b"10") { 3 } else { 2 };
        let Some(card) = rest.get(..length).and_then(Card::parse) else {
            return Err(format!(
                "`{}` is not a card: cards are written As (ranks 2 to 9, T, J, Q, K, A; suits c, \
                 d, h, s), or all as numbers; one that was not seen as {UNSEEN}",
                excerpt(token)
            ));
        };
        cards.push(card.number());
        rest = &rest[length..];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

    use super::*;

    fn read(line: &str, first: u8) -> Result<Vec<u8>, String> {
        let mut cards = Vec::new();
        parse_line(line, written(line, first), 52, &mut cards).map(|_| cards)
    }

    #[test]
    fn names_and_numbers_in_every_way_people_write_them() {
        // 2c is 0, As is 51, Td is 13 + 8.
        assert_eq!(read("2c As Td", 0).unwrap(), [0, 51, 21]);
        assert_eq!(read("2cAs10d", 0).unwrap(), [0, 51, 21]);
        assert_eq!(read("2c,As;10d | 2S", 0).unwrap(), [0, 51, 21, 39]);
        assert_eq!(read("0 51\t21", 0).unwrap(), [0, 51, 21]);
        assert_eq!(read("1, 52, 22", 1).unwrap(), [0, 51, 21]);
    }

    #[test]
    fn what_is_no_card_is_said_with_the_remedy() {
        assert!(
            read("0 52", 0).unwrap_err().contains("cards are 0 to 51; if the file counts from 1")
        );
        assert!(read("0 1", 1).unwrap_err().contains("say --first 0"));
        assert!(read("As 7", 0).unwrap_err().contains("`7` is not a card"));
        assert!(read("7 As", 0).unwrap_err().contains("`As` is not a card"));
        assert!(read("A\u{2660} Kd", 0).unwrap_err().contains("is not a card"));
        assert!(read("99999999999999999999", 0).unwrap_err().contains("is not a card"));
    }

    /// Unseen cards are counted where they end a line, and refused where a seen one follows.
    #[test]
    fn cards_that_were_not_seen_end_a_line() {
        let unseen = |line: &str| {
            let mut cards = Vec::new();
            parse_line(line, written(line, 0), 52, &mut cards).map(|unseen| (cards, unseen))
        };
        assert_eq!(unseen("2c As ?? ??").unwrap(), (vec![0, 51], 2));
        assert_eq!(unseen("2cAs????").unwrap(), (vec![0, 51], 2));
        assert_eq!(unseen("0,51,??").unwrap(), (vec![0, 51], 1));
        assert_eq!(unseen("?? ??").unwrap(), (vec![], 2));
        for line in ["As ?? Kd", "?? 7", "As??Kd"] {
            let said = unseen(line).unwrap_err();
            assert!(said.contains("not seen") || said.contains("is not a card"), "{said}");
        }
        assert!(unseen("As ?").unwrap_err().contains("`?` is not a card"));
    }

    #[test]
    fn remarks_and_empty_lines_hold_nothing() {
        assert_eq!(content("  # a remark"), None);
        assert_eq!(content("   "), None);
        assert_eq!(content("As Kd # shuffled by hand"), Some("As Kd"));
    }
}
