//! Reads the paytables of a game definition.

use crate::family::Family;
use crate::game::{HANDS_MAX, Odds, Payout, Paytable, Prize, Row};
use crate::ladder;
use crate::outcome::{Basis, Outcome};
use crate::rank::Category;
use crate::toml_reader::{At, Reader, Section};
use feltproof_model::{Money, Rate, Wager};

pub(crate) fn payout(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<Payout> {
    let pays = rate(reader, section, "pays");
    let odds = odds(reader, section);
    Some(Payout { pays: pays?, odds: odds? })
}

fn odds(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<Odds> {
    const REMEDY: &str =
        "write odds = \"to\" (the stake comes back beside the payment) or \"for\" (it does not)";
    if !section.has("odds") {
        section.wrong(reader, section.at(), "odds", format!("is missing; {REMEDY}"));
        return None;
    }
    let text = section.text(reader, "odds")?;
    match text.value {
        "to" => Some(Odds::To),
        "for" => Some(Odds::For),
        other => {
            section.wrong(reader, text.at, "odds", format!("is {other}; {REMEDY}"));
            None
        }
    }
}

/// A rate that must be there and be more than nothing.
fn rate(reader: &mut Reader<'_>, section: &Section<'_>, key: &str) -> Option<Rate> {
    let text = section.text(reader, key)?;
    let rate = above_nothing(text.value);
    if rate.is_none() {
        section.wrong(reader, text.at, key, not_a_rate(text.value));
    }
    rate
}

fn above_nothing(text: &str) -> Option<Rate> {
    Rate::parse(text).filter(|r| r.numerator() > 0)
}

fn not_a_rate(text: &str) -> String {
    format!("is {text}, which is not a rate above nothing such as 3, 3/2 or 5%")
}

/// A rate of at most the whole.
fn share(reader: &mut Reader<'_>, section: &Section<'_>, key: &str) -> Option<Rate> {
    let share = rate(reader, section, key)?;
    if share.is_greater_than(Rate::ONE) {
        let message = format!("is {}, more than the whole", share.percent());
        section.wrong(reader, section.at(), key, message);
        return None;
    }
    Some(share)
}

/// All paytables of a definition.
pub(crate) fn paytables(
    reader: &mut Reader<'_>,
    top: &Section<'_>,
    family: Family,
) -> Vec<Paytable> {
    let mut tables: Vec<Paytable> = Vec::new();
    for mut section in top.sections(reader, "paytable") {
        let keys = ["id", "wager", "source", "cards", "reserve", "envy_times_wager", "rows"];
        section.allow(reader, &keys);
        let id = section.text(reader, "id");
        if let Some(id) = id {
            section.name = format!("paytable {}", id.value);
        }
        let source = section.text(reader, "source");
        let wager = wager(reader, &section, family);
        let basis = basis(reader, &section, wager);
        let reserve =
            if section.has("reserve") { share(reader, &section, "reserve") } else { None };
        let envy_times_wager =
            section.has("envy_times_wager") && section.flag(reader, "envy_times_wager");
        let of_progressive =
            [("reserve", reserve.is_some()), ("envy_times_wager", envy_times_wager)];
        for (key, set) in of_progressive {
            if set && wager.is_some_and(|w| w != Wager::Progressive) {
                let message = "is set, but only a progressive paytable has it; remove it";
                section.wrong(reader, section.at(), key, message.to_owned());
            }
        }
        let rows = rows(reader, &section, wager.zip(basis));
        let (Some(id), Some(source), Some(wager), Some(basis)) = (id, source, wager, basis) else {
            continue;
        };
        if tables.iter().any(|t| t.id == id.value && t.wager == wager) {
            let message = format!(
                "is {}, which an earlier paytable for {wager} has; choose another",
                id.value
            );
            section.wrong(reader, id.at, "id", message);
        }
        tables.push(Paytable {
            id: id.value.to_owned(),
            wager,
            source: source.value.to_owned(),
            basis,
            reserve,
            envy_times_wager,
            floor: rows
                .iter()
                .map(|r| r.hand.lowest_category())
                .min()
                .unwrap_or(Category::HighCard),
            rows,
        });
    }
    tables
}

fn wager(reader: &mut Reader<'_>, section: &Section<'_>, family: Family) -> Option<Wager> {
    let text = section.text(reader, "wager")?;
    let known = family.paytable_wagers();
    let wager = Wager::from_key(text.value).filter(|w| known.contains(w));
    if wager.is_none() {
        let names: Vec<&str> = known.iter().map(|w| w.key()).collect();
        let message = format!(
            "is {}, but paytables of family {} are for {}",
            text.value,
            family.key(),
            names.join(", ")
        );
        section.wrong(reader, text.at, "wager", message);
    }
    wager
}

/// A progressive may be decided by all five cards; Prime asks for colours; the others for the best
/// four-card hand.
fn basis(reader: &mut Reader<'_>, section: &Section<'_>, wager: Option<Wager>) -> Option<Basis> {
    let wager = wager?;
    if section.has("cards") {
        let text = section.text(reader, "cards")?;
        let basis = match (wager, text.value) {
            (Wager::Progressive, "best-four") => Some(Basis::BestFour),
            (Wager::Progressive, "all-five") => Some(Basis::AllFive),
            _ => None,
        };
        if basis.is_none() {
            let message = format!(
                "is {}; a progressive paytable says \"best-four\" or \"all-five\", others say \
                 nothing",
                text.value
            );
            section.wrong(reader, text.at, "cards", message);
        }
        return basis;
    }
    match wager {
        Wager::Prime => Some(Basis::Colours),
        Wager::Progressive => {
            let message = "is missing; write \"best-four\" or \"all-five\"".to_owned();
            section.wrong(reader, section.at(), "cards", message);
            None
        }
        _ => Some(Basis::BestFour),
    }
}

fn rows(reader: &mut Reader<'_>, table: &Section<'_>, kind: Option<(Wager, Basis)>) -> Vec<Row> {
    let sections = table.sections(reader, "rows");
    let before = sections.len();
    let mut rows: Vec<At<Row>> = Vec::new();
    for mut section in sections {
        section.allow(reader, &["hand", "pays", "by_hands", "meter", "odds", "beaten", "envy"]);
        let at = section.at();
        // Without its wager nothing says what a row may hold.
        let Some(kind) = kind else { continue };
        if let Some(row) = row(reader, &mut section, kind) {
            rows.push(At { value: row, at });
        }
    }
    // Rows that could not be read would look like gaps.
    if let Some((wager, basis)) = kind.filter(|_| rows.len() == before && before > 0) {
        ladder::check(reader, table, wager, basis, &rows);
    }
    rows.into_iter().map(|r| r.value).collect()
}

fn row(
    reader: &mut Reader<'_>,
    section: &mut Section<'_>,
    (wager, basis): (Wager, Basis),
) -> Option<Row> {
    let hand = hand(reader, section, basis);
    let progressive = wager == Wager::Progressive;
    let given: Vec<&str> =
        ["pays", "by_hands", "meter"].into_iter().filter(|k| section.has(k)).collect();
    let prize = match given[..] {
        ["pays"] => payout(reader, section).map(Prize::Fixed),
        ["by_hands"] => by_hands(reader, section, wager),
        ["meter"] => meter_prize(reader, section, progressive),
        _ => {
            let found = if given.is_empty() { "none is given" } else { "more than one is given" };
            let message = format!("{found}; a row has exactly one of them");
            section.wrong(reader, section.at(), "pays, by_hands, meter", message);
            odds(reader, section);
            None
        }
    };
    if wager == Wager::CoverAll && given == ["pays"] {
        let message = "is set, but Cover All pays by the number of hands; use by_hands";
        section.wrong(reader, section.at(), "pays", message.to_owned());
    }
    let beaten = beaten(reader, section, wager, prize);
    let envy = if section.has("envy") { Some(envy(reader, section, progressive)?) } else { None };
    Some(Row { hand: hand?, prize: prize?, beaten, envy })
}

/// Every row of Odds says what it pays when the dealer's hand is better; no other row does.
fn beaten(
    reader: &mut Reader<'_>,
    section: &Section<'_>,
    wager: Wager,
    prize: Option<Prize>,
) -> Option<Payout> {
    match (wager, section.has("beaten")) {
        (Wager::Odds, true) => {
            let pays = rate(reader, section, "beaten")?;
            let Some(Prize::Fixed(Payout { odds, .. })) = prize else { return None };
            Some(Payout { pays, odds })
        }
        (Wager::Odds, false) => {
            let message = "is missing; every row of Odds says what a beaten hand is paid";
            section.wrong(reader, section.at(), "beaten", message.to_owned());
            None
        }
        (_, true) => {
            let message = "is set, but only Odds pays beaten hands; remove it";
            section.wrong(reader, section.at(), "beaten", message.to_owned());
            None
        }
        (_, false) => None,
    }
}

fn hand(reader: &mut Reader<'_>, section: &mut Section<'_>, basis: Basis) -> Option<Outcome> {
    let text = section.text(reader, "hand")?;
    let hand = Outcome::parse(basis, text.value);
    if hand.is_none() {
        let known: Vec<&str> = Outcome::all(basis).iter().map(|o| o.key()).collect();
        let message = format!("is {}, but the hands are {}", text.value, known.join(", "));
        section.wrong(reader, text.at, "hand", message);
    }
    section.name = format!("{}, row {}", section.name.trim_end_matches(", rows"), text.value);
    hand
}

/// One payout for each number of hands, 2 to [`HANDS_MAX`].
fn by_hands(reader: &mut Reader<'_>, section: &Section<'_>, wager: Wager) -> Option<Prize> {
    let odds = odds(reader, section);
    let texts = section.texts(reader, "by_hands");
    if wager != Wager::CoverAll {
        let message = "is set, but only Cover All pays by the number of hands; use pays";
        section.wrong(reader, section.at(), "by_hands", message.to_owned());
    }
    let mut columns = Vec::new();
    for text in &texts {
        let pays = above_nothing(text.value);
        if pays.is_none() {
            section.wrong(reader, text.at, "by_hands", not_a_rate(text.value));
        }
        columns.extend(pays.zip(odds).map(|(pays, odds)| Payout { pays, odds }));
    }
    let count = texts.len();
    let columns: Option<[Payout; HANDS_MAX as usize - 1]> = columns.try_into().ok();
    if columns.is_none() && count > 0 && count != usize::from(HANDS_MAX) - 1 {
        let message = format!(
            "has {count} columns, but there must be {}, for 2 to {HANDS_MAX} hands",
            HANDS_MAX - 1
        );
        section.wrong(reader, section.at(), "by_hands", message);
    }
    columns.map(Prize::ByHands)
}

fn meter_prize(reader: &mut Reader<'_>, section: &Section<'_>, progressive: bool) -> Option<Prize> {
    let share = share(reader, section, "meter");
    let odds = odds(reader, section);
    if !progressive {
        let message = "is set, but only a progressive paytable pays from a meter; use pays";
        section.wrong(reader, section.at(), "meter", message.to_owned());
    }
    if odds == Some(Odds::To) {
        let message = "is \"to\", but a meter award does not return the stake: write \"for\"";
        section.wrong(reader, section.at(), "odds", message.to_owned());
    }
    share.map(Prize::Meter)
}

fn envy(reader: &mut Reader<'_>, section: &Section<'_>, progressive: bool) -> Option<Money> {
    let text = section.text(reader, "envy")?;
    if !progressive {
        let message = "is set, but only a progressive paytable pays envy; remove it";
        section.wrong(reader, text.at, "envy", message.to_owned());
    }
    match Money::parse(text.value.as_bytes()) {
        Ok(amount) if amount > Money::ZERO => Some(amount),
        Ok(amount) => {
            section.wrong(reader, text.at, "envy", format!("is {amount}; write more than nothing"));
            None
        }
        Err(error) => {
            section.wrong(reader, text.at, "envy", format!("is {}, which {error}", text.value));
            None
        }
    }
}
