//! Reads the paytables of a game's definition file: rows, odds, prizes, envy.

use crate::family::Family;
use crate::game::{HANDS_MAX, Linked, Odds, Payout, Paytable, Prize, Row};
use crate::ladder;
use crate::ranking::{Outcome, Ranking};
use crate::rankings;
use feltproof_model::{Money, Rate, Wager};
use feltproof_toml::{Found, Section};

pub(crate) fn payout(section: Section<'_>) -> Option<Payout> {
    let pays = rate(section, "pays");
    let odds = odds(section);
    Some(Payout { pays: pays?.value, odds: odds? })
}

fn odds(section: Section<'_>) -> Option<Odds> {
    const REMEDY: &str =
        "write odds = \"to\" (the stake comes back beside the payment) or \"for\" (it does not)";
    let Some(found) = section.get("odds") else {
        section.missing("odds", REMEDY);
        return None;
    };
    let text = found.text()?;
    match text.value {
        "to" => Some(Odds::To),
        "for" => Some(Odds::For),
        other => {
            text.wrong(format!("is {other}; {REMEDY}"));
            None
        }
    }
}

/// A rate that must be there and be more than nothing.
fn rate<'d>(section: Section<'d>, key: &'static str) -> Option<Found<'d, Rate>> {
    section.rate(key)?.above_nothing()
}

/// A rate above nothing and of at most the whole.
fn share(section: Section<'_>, key: &'static str) -> Option<Rate> {
    Some(rate(section, key)?.at_most_all()?.value)
}

pub(crate) fn paytables(top: Section<'_>, family: &'static Family) -> Vec<Paytable> {
    let mut tables: Vec<Paytable> = Vec::new();
    for section in top.sections("paytable") {
        let table = paytable(section, family, &tables);
        tables.extend(table);
    }
    tables
}

fn paytable(
    section: Section<'_>,
    family: &'static Family,
    before: &[Paytable],
) -> Option<Paytable> {
    let id = section.text("id");
    if let Some(id) = id {
        section.rename(format!("paytable {}", id.value));
    }
    let source = section.text("source");
    let wager = wager(section, family);
    let ranking = ranking(section, family, wager);
    let reserve = if section.has("reserve") { share(section, "reserve") } else { None };
    let envy_times_wager = section.flag_if("envy_times_wager").is_some_and(|flag| flag.value);
    let linked = section.has("linked").then(|| section.word("linked", &LINKED, linked));
    let linked = linked.flatten().map(|found| found.value);
    let of_progressive = [
        ("reserve", reserve.is_some()),
        ("envy_times_wager", envy_times_wager),
        ("linked", linked.is_some()),
    ];
    for (key, set) in of_progressive {
        if set && wager.is_some_and(|w| w != Wager::Progressive) {
            section.wrong(key, "is set, but only a progressive paytable has it; remove it");
        }
    }
    let rows = rows(section, family, wager.zip(ranking));
    let (id, wager) = (id?, wager?);
    if before.iter().any(|t| t.id == id.value && t.wager == wager) {
        let message =
            format!("is {}, which an earlier paytable for {wager} has; choose another", id.value);
        id.wrong(message);
    }
    Some(Paytable {
        id: id.owned(),
        wager,
        source: source?.owned(),
        ranking: ranking?,
        reserve,
        envy_times_wager,
        linked,
        rows,
    })
}

const LINKED: [&str; 2] = ["same-game", "multi-game"];

fn linked(word: &str) -> Option<Linked> {
    [Linked::SameGame, Linked::MultiGame].into_iter().zip(LINKED).find(|l| l.1 == word).map(|l| l.0)
}

fn wager(section: Section<'_>, family: &'static Family) -> Option<Wager> {
    let text = section.text("wager")?;
    let known = family.paytable_wagers();
    let wager = Wager::from_key(text.value).filter(|w| known.contains(w));
    if wager.is_none() {
        let lead = format!("paytables of family {} are for", family.key);
        text.unlisted(&lead, known.iter().map(|w| w.key()));
    }
    wager
}

/// A progressive may be decided by all five cards; the others as the lowest hand they pay says.
fn ranking(
    section: Section<'_>,
    family: &'static Family,
    wager: Option<Wager>,
) -> Option<&'static Ranking> {
    let found = section.get("cards");
    let wager = wager?;
    if let Some(found) = found {
        let text = found.text()?;
        let ranking = rankings::by_key(text.value).filter(|_| wager == Wager::Progressive);
        if ranking.is_none() {
            text.wrong(format!(
                "is {}; a progressive paytable says \"best-four\" or \"all-five\", others say \
                 nothing",
                text.value
            ));
        }
        return ranking;
    }
    if wager == Wager::Progressive {
        section.missing("cards", "write \"best-four\" or \"all-five\"");
        return None;
    }
    family.lowest_paid(wager).and_then(rankings::of)
}

fn rows(
    table: Section<'_>,
    family: &'static Family,
    kind: Option<(Wager, &'static Ranking)>,
) -> Vec<Row> {
    let sections = table.sections("rows");
    let Some((wager, ranking)) = kind else {
        // Without its wager nothing says what a row may hold.
        sections.iter().for_each(Section::leave);
        return Vec::new();
    };
    let read = sections.iter().filter_map(|s| Some((*s, row(*s, wager, ranking)?)));
    let rows: Vec<(Section<'_>, Row)> = read.collect();
    // Rows that could not be read would look like gaps.
    let all_read = rows.len() == sections.len() && !rows.is_empty();
    if let Some(lowest) = lowest(family, wager, ranking).filter(|_| all_read) {
        ladder::check(table, (wager, lowest), ranking, &rows);
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The lowest hand that the wager pays, as the paytable reads hands.
fn lowest(family: &Family, wager: Wager, ranking: &Ranking) -> Option<Outcome> {
    let lowest = family.lowest_paid(wager)?;
    Some(if ranking.outcomes.contains(&lowest) { lowest } else { ranking.lowest })
}

fn row(section: Section<'_>, wager: Wager, ranking: &'static Ranking) -> Option<Row> {
    let hand = hand(section, ranking);
    let progressive = wager == Wager::Progressive;
    let keys = ["pays", "by_hands", "meter"];
    let given: Vec<&str> = keys.into_iter().filter(|key| section.has(key)).collect();
    let prize = match given[..] {
        ["pays"] => payout(section).map(Prize::Fixed),
        ["by_hands"] => by_hands(section, wager),
        ["meter"] => meter_prize(section, progressive),
        _ => {
            let found = if given.is_empty() { "none is given" } else { "more than one is given" };
            let message = format!("{found}; a row has exactly one of them");
            section.wrong("pays, by_hands, meter", message);
            odds(section);
            None
        }
    };
    if wager == Wager::CoverAll && given == ["pays"] {
        let message = "is set, but Cover All pays by the number of hands; use by_hands";
        section.wrong("pays", message);
    }
    let beaten = beaten(section, wager, prize);
    let envy = match section.get("envy") {
        Some(found) => Some(envy(found.money()?, progressive)?),
        None => None,
    };
    Some(Row { hand: hand?, prize: prize?, beaten, envy })
}

/// Every row of Odds says what it pays when the dealer's hand is better; no other row does.
fn beaten(section: Section<'_>, wager: Wager, prize: Option<Prize>) -> Option<Payout> {
    match (wager, section.has("beaten")) {
        (Wager::Odds, true) => {
            let pays = rate(section, "beaten")?.value;
            let Some(Prize::Fixed(Payout { odds, .. })) = prize else { return None };
            Some(Payout { pays, odds })
        }
        (Wager::Odds, false) => {
            section.missing("beaten", "every row of Odds says what a beaten hand is paid");
            None
        }
        (_, true) => {
            section.wrong("beaten", "is set, but only Odds pays beaten hands; remove it");
            None
        }
        (_, false) => None,
    }
}

fn hand(section: Section<'_>, ranking: &'static Ranking) -> Option<Outcome> {
    let text = section.text("hand")?;
    section.rename(format!("row {}", text.value));
    let hand = ranking.outcome(text.value);
    if hand.is_none() {
        text.unlisted("the hands are", ranking.outcomes.iter().map(|o| o.key()));
    }
    hand
}

/// One payout for each number of hands, 2 to [`HANDS_MAX`].
fn by_hands(section: Section<'_>, wager: Wager) -> Option<Prize> {
    let odds = odds(section);
    let texts = section.texts("by_hands");
    if wager != Wager::CoverAll {
        let message = "is set, but only Cover All pays by the number of hands; use pays";
        section.wrong("by_hands", message);
    }
    let column = |text: &Found<'_, &str>| {
        let pays = text.rate()?.above_nothing()?.value;
        Some(Payout { pays, odds: odds? })
    };
    let columns: Vec<Payout> = texts.iter().filter_map(column).collect();
    let count = texts.len();
    let columns: Option<[Payout; HANDS_MAX as usize - 1]> = columns.try_into().ok();
    if columns.is_none() && count > 0 && count != usize::from(HANDS_MAX) - 1 {
        let message = format!(
            "has {count} columns, but there must be {}, for 2 to {HANDS_MAX} hands",
            HANDS_MAX - 1
        );
        section.wrong("by_hands", message);
    }
    columns.map(Prize::ByHands)
}

fn meter_prize(section: Section<'_>, progressive: bool) -> Option<Prize> {
    let share = share(section, "meter");
    let odds = odds(section);
    if !progressive {
        let message = "is set, but only a progressive paytable pays from a meter; use pays";
        section.wrong("meter", message);
    }
    if odds == Some(Odds::To) {
        let message = "is \"to\", but a meter award does not return the stake: write \"for\"";
        section.wrong("odds", message);
    }
    share.map(Prize::Meter)
}

fn envy(amount: Found<'_, Money>, progressive: bool) -> Option<Money> {
    if !progressive {
        amount.wrong("is set, but only a progressive paytable pays envy; remove it");
    }
    Some(amount.above_zero()?.value)
}
