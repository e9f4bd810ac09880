//! Reads a game definition file. Unknown keys, missing outcomes, duplicate and unreachable rows
//! and odds that are neither to nor for are errors; all errors of a file are reported at once.
//!
//! Not here: its paytables (`paytable_reader`), whether their rows make a ladder (`ladder`).

use crate::families::FAMILIES;
use crate::game::{Banked, Game, HANDS_MAX, Odds, Payout, Ruling, ShufflerChoice, Strategy};
use crate::paytable_reader::{payout, paytables};
use crate::rank::{HandRank, rank_of_ranks};
use feltproof_model::engagement::Authority;
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Card, Wager};
use feltproof_toml::{Names, Section, TomlErrors};
use sha2::{Digest, Sha256};

impl Game {
    /// Reads a definition; messages name `file`. `Err`: every error at once, with line and key.
    pub fn parse(text: &str, file: &str) -> Result<Self, TomlErrors> {
        feltproof_toml::read(text, file, 1, |top| game(top, text))
    }
}

fn game(top: Section<'_>, text: &str) -> Option<Game> {
    let id = top.text("id");
    let title = top.text("title");
    let source = top.text("source");
    let families = FAMILIES.iter().map(|family| family.key);
    let family = top.text("family").and_then(|text| {
        let family = FAMILIES.iter().copied().find(|family| family.key == text.value);
        if family.is_none() {
            text.unlisted("the families are", families.clone());
        }
        family
    });
    let banked = top.word_or("banked", &["house", "player"], banked, Banked::House);
    let players = players(top);
    let modes = top.has("shuffler_modes").then(|| top.texts("shuffler_modes"));
    let shuffler_modes = modes.into_iter().flatten().map(|mode| mode.owned()).collect();
    let shuffler = top.text_if("shuffler").map(|model| model.owned());
    let choices = ["this-model", "its-maker", "any-maker"];
    let its_maker = ShufflerChoice::ItsMaker;
    let shuffler_choice = top.word_or("shuffler_choice", &choices, shuffler_choice, its_maker);
    let rulings = rulings(top);
    let strategies = strategies(top);
    let Some(family) = family else {
        // What these hold depends on the family; with none it would all be called wrong.
        let _ = (top.has("base"), top.has("paytable"));
        return None;
    };
    let raise = family.raise.key();
    let (ante, play) = top.section("base").map_or((None, None), |base| {
        base.text("source");
        (base_payout(base, "ante"), base_payout(base, raise))
    });
    let paytables = paytables(top, family);
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
        top.wrong("players", message);
    }
    let has = |wager: Wager| paytables.iter().any(|p| p.wager == wager);
    let parts = (has(Wager::Progressive), has(Wager::BadBeat));
    if let Some(banked) = banked {
        crate::rulings::check(&top, (family, banked), parts, &rulings);
    }
    Some(Game {
        id: id?.owned(),
        title: title?.owned(),
        source: source?.owned(),
        sha256: hex(&Sha256::digest(text.as_bytes())),
        family,
        banked: banked?,
        players: players?,
        ante: ante?,
        raise: play?,
        shuffler,
        shuffler_choice: shuffler_choice?,
        shuffler_modes,
        paytables,
        rulings: rulings.into_iter().map(|(_, ruling)| ruling).collect(),
        strategies,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Others of its maker unless the file says otherwise.
fn shuffler_choice(word: &str) -> Option<ShufflerChoice> {
    match word {
        "this-model" => Some(ShufflerChoice::ThisModel),
        "its-maker" => Some(ShufflerChoice::ItsMaker),
        "any-maker" => Some(ShufflerChoice::AnyMaker),
        _ => None,
    }
}

/// House-banked unless the file says otherwise.
fn banked(word: &str) -> Option<Banked> {
    match word {
        "house" => Some(Banked::House),
        "player" => Some(Banked::Player),
        _ => None,
    }
}

/// `2-6`; as many as there are seats unless the file says otherwise.
fn players(top: Section<'_>) -> Option<(u8, u8)> {
    let Some(found) = top.get("players") else { return Some((1, SEAT_MAX)) };
    let text = found.text()?;
    let read = |(fewest, most): (&str, &str)| Some((fewest.parse().ok()?, most.parse().ok()?));
    let range: Option<(u8, u8)> = text.value.split_once('-').and_then(read);
    let range = range.filter(|(fewest, most)| 1 <= *fewest && fewest <= most && *most <= SEAT_MAX);
    if range.is_none() {
        text.wrong(format!(
            "is {}; write the fewest and the most players, 1 to {SEAT_MAX}, as in \"2-6\"",
            text.value
        ));
    }
    range
}

/// A base wager's payout: always a multiple of the stake, beside it.
fn base_payout(base: Section<'_>, key: &'static str) -> Option<Payout> {
    let section = base.section(key)?;
    let payout = payout(section);
    if let Some(Payout { odds: Odds::For, .. }) = payout {
        section.wrong("odds", "is \"for\", but a base wager that wins comes back: write \"to\"");
    }
    payout
}

fn rulings(top: Section<'_>) -> Vec<(Section<'_>, Ruling)> {
    let mut names = Names::default();
    let sections = top.sections("ruling").into_iter();
    sections.filter_map(|section| Some((section, ruling(section, &mut names)?))).collect()
}

fn ruling<'d>(section: Section<'d>, names: &mut Names<'d>) -> Option<Ruling> {
    let id = section.name("id", names);
    let question = section.text("question");
    let source = section.text("source");
    let default = section.text("default");
    let authorities = Authority::ALL.map(Authority::name);
    let authority =
        section.word_or("authority", &authorities, Authority::parse, Authority::default());
    let values: Vec<&str> = section.texts("values").iter().map(|v| v.value).collect();
    if let Some(default) = default.filter(|d| !values.contains(&d.value)) {
        default.unlisted("the values are", values.iter().copied());
    }
    Some(Ruling {
        id: id?.owned(),
        question: question?.owned(),
        values: values.into_iter().map(str::to_owned).collect(),
        default: default?.owned(),
        authority: authority?,
        source: source?.owned(),
    })
}

/// Named ways of playing. The file may have none.
fn strategies(top: Section<'_>) -> Vec<Strategy> {
    let mut names = Names::default();
    top.sections_if("strategy").into_iter().filter_map(|s| strategy(s, &mut names)).collect()
}

fn strategy<'d>(section: Section<'d>, names: &mut Names<'d>) -> Option<Strategy> {
    let id = section.name("id", names);
    let title = section.text("title");
    let source = section.text("source");
    let [play_from, raise_from] = ["play_from", "raise_from"].map(|key| threshold(section, key));
    let (play_from, raise_from) = (play_from?, raise_from?);
    if raise_from < play_from {
        section.wrong("raise_from", "is a lower hand than play_from; exchange them");
    }
    Some(Strategy {
        id: id?.owned(),
        title: title?.owned(),
        source: source?.owned(),
        play_from,
        raise_from,
    })
}

/// A hand as its four ranks, no flush: `K Q 8 4`, `A A 3 2`.
fn threshold(section: Section<'_>, key: &'static str) -> Option<HandRank> {
    let text = section.text(key)?;
    let rank = |word: &str| Card::parse(format!("{word}c").as_bytes()).map(|c| u16::from(c.rank()));
    let ranks: Option<Vec<u16>> = text.value.split_whitespace().map(rank).collect();
    let four: Option<[u16; 4]> = ranks.and_then(|r| r.try_into().ok());
    if four.is_none() {
        text.wrong(format!("is {}; write the ranks of four cards, as in \"K Q 8 4\"", text.value));
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
