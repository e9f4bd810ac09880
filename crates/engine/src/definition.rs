//! Reads a game definition file. Unknown keys, missing outcomes, duplicate and unreachable rows
//! and odds that are neither to nor for are errors; all errors of a file are told at once.
//!
//! Not here: its paytables (`paytable_reader`), whether their rows make a ladder (`ladder`).

use crate::family::Family;
use crate::game::{Banked, Game, HANDS_MAX, Odds, Payout, Ruling, Strategy};
use crate::paytable_reader::{payout, paytables};
use crate::rank::{HandRank, rank_of_ranks};
use crate::toml_reader::{At, DefinitionErrors, Reader, Section};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Card, Wager};
use sha2::{Digest, Sha256};

pub(crate) fn parse(text: &str, file: &str) -> Result<Game, DefinitionErrors> {
    let mut reader = Reader::new(text, file);
    let document = reader.document();
    let game = game(&mut reader, &Section::new("", &document), text);
    reader.finish(game)
}

const KEYS: &[&str] = &[
    "schema",
    "id",
    "family",
    "banked",
    "players",
    "title",
    "source",
    "shuffler_modes",
    "base",
    "paytable",
    "ruling",
    "strategy",
];

fn game(reader: &mut Reader<'_>, top: &Section<'_>, text: &str) -> Option<Game> {
    top.allow(reader, KEYS);
    top.schema(reader);
    let id = top.text(reader, "id");
    let title = top.text(reader, "title");
    let source = top.text(reader, "source");
    let family = family(reader, top);
    let banked = banked(reader, top);
    let players = players(reader, top);
    let shuffler_modes = if top.has("shuffler_modes") {
        top.texts(reader, "shuffler_modes").into_iter().map(|m| m.value.to_owned()).collect()
    } else {
        Vec::new()
    };
    // What stands below depends on the family; with none it would all be called wrong.
    let family = family?;
    let raise = family.raise().key();
    let (ante, play) = match top.section(reader, "base") {
        Some(base) => {
            base.allow(reader, &["source", "ante", raise]);
            base.text(reader, "source");
            (base_payout(reader, &base, "ante"), base_payout(reader, &base, raise))
        }
        None => (None, None),
    };
    let paytables = paytables(reader, top, family);
    if let Some((_, most)) = players
        && most >= HANDS_MAX
        && top.has("players")
        && paytables.iter().any(|p| p.wager == Wager::CoverAll)
    {
        let message = format!(
            "allows {most} players, but Cover All has columns for {HANDS_MAX} hands, the dealer's among \
             them; allow at most {}",
            HANDS_MAX - 1
        );
        top.wrong(reader, top.at(), "players", message);
    }
    let rulings = rulings(reader, top);
    let has = |wager: Wager| paytables.iter().any(|p| p.wager == wager);
    let parts = (has(Wager::Progressive), has(Wager::BadBeat));
    if let Some(banked) = banked {
        crate::rulings::check(reader, top, (family, banked), parts, &rulings);
    }
    let strategies = strategies(reader, top);
    Some(Game {
        id: id?.value.to_owned(),
        title: title?.value.to_owned(),
        source: source?.value.to_owned(),
        sha256: hex(&Sha256::digest(text.as_bytes())),
        family,
        banked: banked?,
        players: players?,
        ante: ante?,
        raise: play?,
        shuffler_modes,
        paytables,
        rulings: rulings.into_iter().map(|r| r.value).collect(),
        strategies,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn family(reader: &mut Reader<'_>, top: &Section<'_>) -> Option<Family> {
    let text = top.text(reader, "family")?;
    let family = Family::parse(text.value);
    if family.is_none() {
        let known: Vec<&str> = Family::ALL.into_iter().map(Family::key).collect();
        let message = format!("is {}, but the families are {}", text.value, known.join(", "));
        top.wrong(reader, text.at, "family", message);
    }
    family
}

/// House-banked unless the file says otherwise.
fn banked(reader: &mut Reader<'_>, top: &Section<'_>) -> Option<Banked> {
    if !top.has("banked") {
        return Some(Banked::House);
    }
    let text = top.text(reader, "banked")?;
    match text.value {
        "house" => Some(Banked::House),
        "player" => Some(Banked::Player),
        other => {
            let message = format!("is {other}; write \"house\" or \"player\"");
            top.wrong(reader, text.at, "banked", message);
            None
        }
    }
}

/// `2-6`; as many as there are seats unless the file says otherwise.
fn players(reader: &mut Reader<'_>, top: &Section<'_>) -> Option<(u8, u8)> {
    if !top.has("players") {
        return Some((1, SEAT_MAX));
    }
    let text = top.text(reader, "players")?;
    let range = text
        .value
        .split_once('-')
        .and_then(|(fewest, most)| Some((fewest.parse::<u8>().ok()?, most.parse::<u8>().ok()?)));
    let range = range.filter(|(fewest, most)| 1 <= *fewest && fewest <= most && *most <= SEAT_MAX);
    if range.is_none() {
        let message = format!(
            "is {}; write the fewest and the most players, 1 to {SEAT_MAX}, as in \"2-6\"",
            text.value
        );
        top.wrong(reader, text.at, "players", message);
    }
    range
}

/// A base wager's payout: always a multiple of the stake, beside it.
fn base_payout(reader: &mut Reader<'_>, base: &Section<'_>, key: &str) -> Option<Payout> {
    let section = base.section(reader, key)?;
    section.allow(reader, &["pays", "odds"]);
    let payout = payout(reader, &section);
    if let Some(Payout { odds: Odds::For, .. }) = payout {
        let message = "is \"for\", but a base wager that wins comes back: write \"to\"";
        section.wrong(reader, section.at(), "odds", message.to_owned());
    }
    payout
}

fn rulings(reader: &mut Reader<'_>, top: &Section<'_>) -> Vec<At<Ruling>> {
    let mut rulings: Vec<At<Ruling>> = Vec::new();
    for mut section in top.sections(reader, "ruling") {
        section.allow(reader, &["id", "question", "values", "default", "source"]);
        let id = section.text(reader, "id");
        if let Some(id) = id {
            section.name = format!("ruling {}", id.value);
        }
        let question = section.text(reader, "question");
        let source = section.text(reader, "source");
        let default = section.text(reader, "default");
        let values = section.texts(reader, "values");
        let values: Vec<String> = values.into_iter().map(|v| v.value.to_owned()).collect();
        if let Some(default) = default.filter(|d| !values.iter().any(|v| v == d.value)) {
            let message = format!("is {}, but the values are {}", default.value, values.join(", "));
            section.wrong(reader, default.at, "default", message);
        }
        let (Some(id), Some(question), Some(source), Some(default)) =
            (id, question, source, default)
        else {
            continue;
        };
        if rulings.iter().any(|r| r.value.id == id.value) {
            let message = format!("is {}, which an earlier ruling has; remove one", id.value);
            section.wrong(reader, id.at, "id", message);
        }
        let ruling = Ruling {
            id: id.value.to_owned(),
            question: question.value.to_owned(),
            values,
            default: default.value.to_owned(),
            source: source.value.to_owned(),
        };
        rulings.push(At { value: ruling, at: section.at() });
    }
    rulings
}

/// Named ways of playing. The file may have none.
fn strategies(reader: &mut Reader<'_>, top: &Section<'_>) -> Vec<Strategy> {
    if !top.has("strategy") {
        return Vec::new();
    }
    let mut all: Vec<Strategy> = Vec::new();
    for mut section in top.sections(reader, "strategy") {
        section.allow(reader, &["id", "title", "source", "play_from", "raise_from"]);
        let id = section.text(reader, "id");
        if let Some(id) = id {
            section.name = format!("strategy {}", id.value);
        }
        let title = section.text(reader, "title");
        let source = section.text(reader, "source");
        let play_from = threshold(reader, &section, "play_from");
        let raise_from = threshold(reader, &section, "raise_from");
        let (Some(id), Some(title), Some(source), Some(play_from), Some(raise_from)) =
            (id, title, source, play_from, raise_from)
        else {
            continue;
        };
        if all.iter().any(|s| s.id == id.value) {
            let message = format!("is {}, which an earlier strategy has; remove one", id.value);
            section.wrong(reader, id.at, "id", message);
        }
        if raise_from < play_from {
            let message = "is a lower hand than play_from; exchange them".to_owned();
            section.wrong(reader, section.at(), "raise_from", message);
        }
        all.push(Strategy {
            id: id.value.to_owned(),
            title: title.value.to_owned(),
            source: source.value.to_owned(),
            play_from,
            raise_from,
        });
    }
    all
}

/// A hand as its four ranks, no flush: `K Q 8 4`, `A A 3 2`.
fn threshold(reader: &mut Reader<'_>, section: &Section<'_>, key: &str) -> Option<HandRank> {
    let text = section.text(reader, key)?;
    let rank = |word: &str| Card::parse(format!("{word}c").as_bytes()).map(|c| u16::from(c.rank()));
    let ranks: Option<Vec<u16>> = text.value.split_whitespace().map(rank).collect();
    let four: Option<[u16; 4]> = ranks.and_then(|r| r.try_into().ok());
    if four.is_none() {
        let message =
            format!("is {}; write the ranks of four cards, as in \"K Q 8 4\"", text.value);
        section.wrong(reader, text.at, key, message);
    }
    four.map(|four| rank_of_ranks(four, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_sha_256_in_lower_hex() {
        // The example "abc" of FIPS 180-4.
        assert_eq!(
            hex(&Sha256::digest(b"abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
