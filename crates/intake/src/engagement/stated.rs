//! `[[stated]]`: figures of the odds as the property states them. Only read here, exactly as stated;
//! whether they are right is for those who count.

use super::tables::Tables;
use super::{line, line_of, wager};
use feltproof_model::engagement::{Figure, StatedFigure};
use feltproof_model::{Rate, Wager};
use feltproof_toml::{Found, Section};

/// Digits that a share may have in all; its exact fraction then fits in 64 bits.
const DIGITS_MAX: usize = 15;

pub(super) fn read(top: &Section<'_>, tables: &Tables<'_>) -> Vec<StatedFigure> {
    let mut list: Vec<StatedFigure> = Vec::new();
    for section in top.sections_if("stated") {
        let stated = stated(section, tables);
        if let Some(stated) = &stated
            && let Some(first) = list.iter().find(|before| is_same(before, stated))
        {
            let [figure, wager] = [stated.figure.name(), stated.wager.key()];
            let (game, source, line) =
                (&stated.game, &stated.source, line_of(&section, first.line));
            let what = format!("is the {figure} of {wager} in {game}, stated again by `{source}`");
            section.wrong("figure", format!("{what}; it was stated on {line}; keep one of them"));
        }
        list.extend(stated);
    }
    list
}

/// One source states a figure once; two sources may both state it, and differ.
fn is_same(a: &StatedFigure, b: &StatedFigure) -> bool {
    let subject = |s: &StatedFigure| (s.wager, s.hands, s.figure);
    subject(a) == subject(b) && a.game == b.game && a.paytable == b.paytable && a.source == b.source
}

fn stated(s: Section<'_>, tables: &Tables<'_>) -> Option<StatedFigure> {
    let game = s.text("game");
    game.iter().for_each(|game| tables.refuse_other_game(game));
    let wager = s.text("wager").and_then(|name| wager(&name, has_odds));
    let paytable = s.text_if("paytable");
    let hands = hands(s, wager);
    let words = ["house_edge", "hit_frequency", "element_of_risk"];
    let figure = s.word("figure", &words, Figure::parse);
    let value = s.text("value").and_then(|text| share(&text));
    let source = s.text("source");
    let (value, decimals) = value?;
    Some(StatedFigure {
        game: game?.owned(),
        wager: wager?,
        paytable: paytable.map_or_else(String::new, |id| id.owned()),
        hands,
        figure: figure?.value,
        value,
        decimals,
        source: source?.owned(),
        line: line(&s),
    })
}

/// The bet after the cards has no odds apart from the base game, which is stated of the Ante; envy
/// depends on the others at the table, and a bank is no wager.
fn has_odds(wager: Wager) -> bool {
    !wager.is_raise() && (wager.is_staked() || wager == Wager::AnteBonus)
}

/// The odds of Cover All, and of nothing else, depend on the number of hands dealt.
fn hands(s: Section<'_>, wager: Option<Wager>) -> Option<u8> {
    let is_there = s.has("hands");
    let found = s.integer_if("hands", 2..=7);
    match wager {
        Some(Wager::CoverAll) if !is_there => s.missing(
            "hands",
            "the odds of cover_all depend on the number of hands dealt; add it, from 2 to 7 with the \
             dealer's",
        ),
        Some(Wager::CoverAll) | None => {}
        Some(other) => {
            if let Some(number) = found {
                let (hands, wager) = (number.value, other.key());
                let what = "but only the odds of cover_all depend on the hands dealt";
                number.wrong(format!("is {hands}, {what} and this is of {wager}; remove it"));
            }
        }
    }
    found.map(|number| number.value)
}

/// A share of one as stated, `3.42%` or `0.0342`, and how many decimals of it are stated.
pub(super) fn share(text: &Found<'_, &str>) -> Option<(Rate, u8)> {
    read_share(text.value).map_err(|fault| text.wrong(format!("is `{}`, {fault}", text.value))).ok()
}

/// The fault is the rest of a sentence.
fn read_share(text: &str) -> Result<(Rate, u8), String> {
    let (number, places) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 2),
        None => (text, 0),
    };
    if number.starts_with('-') {
        return Err("and figures below zero are not read; remove it and compare it by hand".into());
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_number = !whole.is_empty()
        && !number.ends_with('.')
        && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err("which is not a share; write it as in \"3.42%\" or \"0.0342\"".to_owned());
    }
    let decimals = fraction.len() + places;
    if whole.len() + decimals > DIGITS_MAX {
        let most = format!("the {DIGITS_MAX} that are read exactly; shorten it");
        return Err(format!("which has more digits than {most}"));
    }
    let rate = share_of(whole, fraction, decimals)
        .ok_or("which cannot be read exactly; write it as in \"3.42%\"")?;
    if rate.0.is_greater_than(Rate::ONE) {
        let (is, remedy) = (rate.0.percent(), "write it as in \"3.42%\" or \"0.0342\"");
        return Err(format!("which is {is}, more than the whole; {remedy}"));
    }
    Ok(rate)
}

/// Digits over a power of ten; `None` only when they do not fit.
fn share_of(whole: &str, fraction: &str, decimals: usize) -> Option<(Rate, u8)> {
    let decimals = u8::try_from(decimals).ok()?;
    let numerator: i64 = format!("{whole}{fraction}").parse().ok()?;
    let rate = Rate::new(numerator, 10_i64.checked_pow(decimals.into())?)?;
    Some((rate, decimals))
}
