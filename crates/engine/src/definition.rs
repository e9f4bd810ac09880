//! Reads a game definition file. Unknown keys, missing outcomes, duplicate and unreachable rows
//! and odds that are neither to nor for are errors; all errors of a file are told at once.

use crate::game::{Family, Game, Odds, Outcome, Payout, Paytable, Prize, Row, Ruling};
use crate::ladder;
use crate::toml_reader::{At, DefinitionErrors, Reader, Section};
use feltproof_model::{Money, Rate, Wager};
use sha2::{Digest, Sha256};

pub(crate) fn parse(text: &str, file: &str) -> Result<Game, DefinitionErrors> {
    let mut reader = Reader::new(text, file);
    let document = reader.document();
    let game = game(&mut reader, &Section::new("", &document), text);
    reader.finish(game)
}

fn game(reader: &mut Reader<'_>, top: &Section<'_>, text: &str) -> Option<Game> {
    top.allow(reader, &["schema", "id", "family", "title", "source", "base", "paytable", "ruling"]);
    top.schema(reader);
    let id = top.text(reader, "id");
    let title = top.text(reader, "title");
    let source = top.text(reader, "source");
    let family = family(reader, top);
    let base = top.section(reader, "base");
    let (ante, play) = match &base {
        Some(base) => {
            base.allow(reader, &["source", "ante", "play"]);
            base.text(reader, "source");
            (base_payout(reader, base, "ante"), base_payout(reader, base, "play"))
        }
        None => (None, None),
    };
    let paytables = paytables(reader, top);
    let rulings = rulings(reader, top);
    crate::crazy4::check_rulings(reader, top, &rulings);
    Some(Game {
        id: id?.value.to_owned(),
        title: title?.value.to_owned(),
        source: source?.value.to_owned(),
        sha256: hex(&Sha256::digest(text.as_bytes())),
        family: family?,
        ante: ante?,
        play: play?,
        paytables,
        rulings: rulings.into_iter().map(|r| r.value).collect(),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn family(reader: &mut Reader<'_>, top: &Section<'_>) -> Option<Family> {
    let family = top.text(reader, "family")?;
    if family.value == "crazy4" {
        return Some(Family::Crazy4);
    }
    let message = format!("is {}, but the families are crazy4", family.value);
    top.wrong(reader, family.at, "family", message);
    None
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

fn payout(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<Payout> {
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
    let rate = Rate::parse(text.value).filter(|r| r.numerator() > 0);
    if rate.is_none() {
        let message =
            format!("is {}, which is not a rate above nothing such as 3, 3/2 or 5%", text.value);
        section.wrong(reader, text.at, key, message);
    }
    rate
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

fn paytables(reader: &mut Reader<'_>, top: &Section<'_>) -> Vec<Paytable> {
    let mut tables: Vec<Paytable> = Vec::new();
    for mut section in top.sections(reader, "paytable") {
        section.allow(reader, &["id", "wager", "source", "reserve", "rows"]);
        let id = section.text(reader, "id");
        if let Some(id) = id {
            section.name = format!("paytable {}", id.value);
        }
        let source = section.text(reader, "source");
        let wager = wager(reader, &section);
        let reserve =
            if section.has("reserve") { share(reader, &section, "reserve") } else { None };
        if let (Some(Wager::SuperBonus | Wager::QueensUp), Some(_)) = (wager, reserve) {
            let message = "is set, but only a progressive paytable has a reserve; remove it";
            section.wrong(reader, section.at(), "reserve", message.to_owned());
        }
        let rows = rows(reader, &section, wager);
        let (Some(id), Some(source), Some(wager)) = (id, source, wager) else { continue };
        if tables.iter().any(|t| t.id == id.value) {
            let message = format!("is {}, which an earlier paytable has; choose another", id.value);
            section.wrong(reader, id.at, "id", message);
        }
        tables.push(Paytable {
            id: id.value.to_owned(),
            wager,
            source: source.value.to_owned(),
            reserve,
            rows,
        });
    }
    tables
}

fn wager(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<Wager> {
    let text = section.text(reader, "wager")?;
    let wager = Wager::from_key(text.value);
    if let Some(Wager::SuperBonus | Wager::QueensUp | Wager::Progressive) = wager {
        return wager;
    }
    let message =
        format!("is {}, but paytables are for super_bonus, queens_up or progressive", text.value);
    section.wrong(reader, text.at, "wager", message);
    None
}

fn rows(reader: &mut Reader<'_>, table: &Section<'_>, wager: Option<Wager>) -> Vec<Row> {
    let sections = table.sections(reader, "rows");
    let before = sections.len();
    let mut rows: Vec<At<Row>> = Vec::new();
    for mut section in sections {
        section.allow(reader, &["hand", "pays", "meter", "odds", "envy"]);
        let at = section.at();
        if let Some(row) = row(reader, &mut section, wager) {
            rows.push(At { value: row, at });
        }
    }
    // Rows that could not be read would look like gaps.
    if let Some(wager) = wager.filter(|_| rows.len() == before && before > 0) {
        ladder::check(reader, table, wager, &rows);
    }
    rows.into_iter().map(|r| r.value).collect()
}

fn row(reader: &mut Reader<'_>, section: &mut Section<'_>, wager: Option<Wager>) -> Option<Row> {
    let hand = hand(reader, section);
    let progressive = wager == Some(Wager::Progressive);
    let prize = match (section.has("pays"), section.has("meter")) {
        (true, false) => payout(reader, section).map(Prize::Fixed),
        (false, true) => meter_prize(reader, section, progressive),
        (both, _) => {
            let found = if both { "both are given" } else { "neither is given" };
            let message = format!("{found}; a row has exactly one of them");
            section.wrong(reader, section.at(), "pays, meter", message);
            odds(reader, section);
            None
        }
    };
    let envy = if section.has("envy") { Some(envy(reader, section, progressive)?) } else { None };
    Some(Row { hand: hand?, prize: prize?, envy })
}

fn hand(reader: &mut Reader<'_>, section: &mut Section<'_>) -> Option<Outcome> {
    let text = section.text(reader, "hand")?;
    let hand = Outcome::parse(text.value);
    if hand.is_none() {
        let known: Vec<&str> = Outcome::ALL.into_iter().map(Outcome::key).collect();
        let message = format!("is {}, but the hands are {}", text.value, known.join(", "));
        section.wrong(reader, text.at, "hand", message);
    }
    section.name = format!("{}, row {}", section.name.trim_end_matches(", rows"), text.value);
    hand
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
