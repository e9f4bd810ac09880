//! `[[stated]]`: figures of the odds as the property states them. Only read here, exactly as stated;
//! whether they are right is for those who count.

use super::faults::Faults;
use super::section::Section;
use super::tables::{Tables, wager};
use feltproof_model::engagement::{Figure, StatedFigure};
use feltproof_model::{Rate, Wager};

/// Digits that a share may have in all; its exact fraction then fits in 64 bits.
const DIGITS_MAX: usize = 15;

/// The figures stated.
pub(super) fn read(
    sections: Vec<Section<'_>>,
    tables: &Tables,
    faults: &mut Faults,
) -> Vec<StatedFigure> {
    let mut list: Vec<StatedFigure> = Vec::new();
    for section in sections {
        let stated = stated(section, tables, faults);
        if let Some(stated) = &stated
            && let Some(first) = list.iter().find(|before| is_same(before, stated))
        {
            let message = format!(
                "the {} of {} in {} is stated again by `{}`; it was stated on line {}; keep one of \
                 them",
                stated.figure.key(),
                stated.wager.key(),
                stated.game,
                stated.source,
                first.line
            );
            faults.push(stated.line, message);
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

fn stated(mut s: Section<'_>, tables: &Tables, faults: &mut Faults) -> Option<StatedFigure> {
    let game = s.text("game", faults);
    if let Some((game, line)) = game {
        tables.refuse_other_game(&s.name, game, line, faults);
    }
    let wager = match s.text("wager", faults) {
        Some((name, line)) => wager(&s.name, "wager", name, line, has_odds, faults),
        None => None,
    };
    let paytable = s.optional_text("paytable", faults);
    let hands = hands(&mut s, wager, faults);
    let words = "house_edge, hit_frequency or element_of_risk";
    let figure = s.word("figure", Figure::from_key, words, faults);
    let value = match s.text("value", faults) {
        Some((text, line)) => match share(text) {
            Ok(value) => Some(value),
            Err(fault) => {
                faults.push(line, format!("`value` of {} is `{text}`, {fault}", s.name));
                None
            }
        },
        None => None,
    };
    let source = s.text("source", faults);
    let line = s.line;
    s.finish(faults);
    let (value, decimals) = value?;
    Some(StatedFigure {
        game: game?.0.to_owned(),
        wager: wager?,
        paytable: paytable.map_or_else(String::new, |(id, _)| id.to_owned()),
        hands,
        figure: figure?.0,
        value,
        decimals,
        source: source?.0.to_owned(),
        line,
    })
}

/// The bet after the cards has no odds apart from the base game, which is stated of the Ante; envy
/// depends on the others at the table, and a bank is no wager.
fn has_odds(wager: Wager) -> bool {
    match wager {
        Wager::Play | Wager::Raise | Wager::Envy | Wager::Bank => false,
        _ => wager.is_staked() || wager == Wager::AnteBonus,
    }
}

/// The odds of Cover All, and of nothing else, depend on the number of hands dealt.
fn hands(s: &mut Section<'_>, wager: Option<Wager>, faults: &mut Faults) -> Option<u8> {
    let is_there = s.has("hands");
    let found = s.optional_integer("hands", 2..=7, faults);
    match wager {
        Some(Wager::CoverAll) if !is_there => {
            let message = format!(
                "{} is of cover_all, whose odds depend on the number of hands dealt, and has no \
                 `hands`; add it, from 2 to 7 with the dealer's",
                s.name
            );
            faults.push(s.line, message);
        }
        Some(Wager::CoverAll) | None => {}
        Some(other) => {
            if let Some((number, line)) = found {
                let message = format!(
                    "`hands` of {} is {number}, but only the odds of cover_all depend on the hands \
                     dealt and this is of {}; remove it",
                    s.name,
                    other.key()
                );
                faults.push(line, message);
            }
        }
    }
    found.and_then(|(number, _)| u8::try_from(number).ok())
}

/// A share of one as stated, `3.42%` or `0.0342`, and how many decimals of it are stated; the fault
/// is the rest of a sentence.
pub(super) fn share(text: &str) -> Result<(Rate, u8), String> {
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
        return Err(format!(
            "which has more digits than the {DIGITS_MAX} that are read exactly; shorten it"
        ));
    }
    let rate = share_of(whole, fraction, decimals)
        .ok_or("which cannot be read exactly; write it as in \"3.42%\"")?;
    if rate.0.is_greater_than(Rate::ONE) {
        return Err(format!(
            "which is {}, more than the whole; write it as in \"3.42%\" or \"0.0342\"",
            rate.0.percent()
        ));
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
