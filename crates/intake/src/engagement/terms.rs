//! Of a `[[table]]` what a law asks that its play does not show: `collection`, `placard`, `higher_limit`.

use super::wager;
use feltproof_model::engagement::{Charge, CollectionRate, Placard, TableTerms};
use feltproof_model::{Money, Wager};
use feltproof_toml::Section;

pub(super) fn read(s: Section<'_>) -> TableTerms {
    let sections = s.sections_if("collection");
    let collection: Vec<CollectionRate> = sections.iter().filter_map(|of| rate(*of)).collect();
    // Of rates that could not be read nothing is known.
    if collection.len() == sections.len() {
        refuse_overlap(&collection, &sections);
    }
    let higher_limit = s.flag_if("higher_limit").map(|indicated| indicated.value);
    TableTerms { collection, placard: placard(s), higher_limit }
}

/// Whether it is posted on how many games a player may wager, or the number that is.
fn placard(s: Section<'_>) -> Option<Placard> {
    let indicated = s.get("placard")?;
    match indicated.value.as_bool() {
        Some(true) => Some(Placard::Posted),
        Some(false) => Some(Placard::Missing),
        None if indicated.value.as_integer().is_some() => {
            indicated.integer(1..=99).map(|games| Placard::Games(games.value))
        }
        None => {
            indicated
                .wrong("must be the number of games that is posted, or true or false; correct it");
            None
        }
    }
}

/// A fee is charged for what is staked, or for the bank that is put up.
const fn is_charged(wager: Wager) -> bool {
    wager.is_staked() || matches!(wager, Wager::Bank)
}

fn rate(s: Section<'_>) -> Option<CollectionRate> {
    let of = match s.text_if("wager") {
        Some(name) => wager(&name, is_charged),
        None => Some(Wager::Ante),
    };
    let from = s.money_if("from").map_or(Money::ZERO, |from| from.value);
    let to = s.money_if("to");
    if let Some(to) = to.as_ref().filter(|to| to.value < from) {
        to.wrong(format!("is {}, below its own `from` of {from}; correct one of them", to.value));
    }
    let charge = match (s.has("fee"), s.has("percent")) {
        (true, false) => Charge::Fee(s.money("fee")?.value),
        (false, true) => Charge::Share(s.rate("percent")?.at_most_all()?.value),
        _ => {
            s.leave();
            let forms = "either fee = \"1.00\" or percent = \"5%\"";
            s.wrong("", format!("must have {forms}; write the one that is posted"));
            return None;
        }
    };
    Some(CollectionRate { wager: of?, from, to: to.map(|to| to.value), charge })
}

/// Which of two fees is charged would be luck.
fn refuse_overlap(rates: &[CollectionRate], sections: &[Section<'_>]) {
    for (at, (rate, section)) in rates.iter().zip(sections).enumerate() {
        let mut earlier = rates.iter().take(at).zip(sections);
        let both = |other: &CollectionRate| {
            let below = |a: &CollectionRate, b: &CollectionRate| a.to.is_some_and(|to| to < b.from);
            other.wager == rate.wager && !below(other, rate) && !below(rate, other)
        };
        if let Some((_, other)) = earlier.find(|(other, _)| both(other)) {
            let (line, wager) = (section.line_for(other.joined, other.line), rate.wager);
            let remedy = "let the ranges not meet";
            section.wrong("", format!("covers stakes of {wager} that {line} covers too; {remedy}"));
        }
    }
}
