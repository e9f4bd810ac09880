//! What the next engagement needs of a `report.json`: where its meters stood, and the awards that stood.

use feltproof_model::{CarriedLink, FindingKey, Money, Seat, StandingAward, Timestamp};
use serde_json::Value;

/// Reads what each link carries over from a report that [`super::write_json`] wrote. `Err`: one
/// sentence: the text is no JSON, or a meter of it lacks a value or has one that does not read.
pub fn carried_links(json: &[u8]) -> Result<Vec<CarriedLink>, String> {
    let report: Value = serde_json::from_slice(json).map_err(|e| format!("it is no JSON: {e}"))?;
    let meters = report["meters"].as_array().ok_or("it has no list `meters`")?;
    let of = |account: &'static str| meters.iter().filter(move |m| m["account"] == account);
    of("meter")
        .map(|meter| {
            let (link, level) = (text(meter, "link")?, text(meter, "level")?);
            let is_same = |other: &&Value| other["link"] == link && other["level"] == level;
            let reserve = of("reserve").find(is_same);
            let reserve = reserve.ok_or_else(|| format!("it has no reserve of link {link}"))?;
            let awards = meter["awards_standing"].as_array();
            let awards = awards.ok_or_else(|| {
                format!(
                    "its meter of link {link} has no `awards_standing`; audit that engagement again"
                )
            })?;
            Ok(CarriedLink {
                link: link.into(),
                level: level.into(),
                display: money(meter, "recorded_dollars")?,
                reserve: money(reserve, "recorded_dollars")?,
                awards: awards.iter().map(award).collect::<Result<_, String>>()?,
                uncorrected: [
                    money_if(meter, "uncorrected_dollars")?.unwrap_or(Money::ZERO),
                    money_if(reserve, "uncorrected_dollars")?.unwrap_or(Money::ZERO),
                ],
                seed_left: money_if(meter, "seed_left_dollars")?,
                seed_in_meter: money_if(meter, "seed_in_meter_dollars")?,
            })
        })
        .collect()
}

/// Reads the id of a report that [`super::write_json`] wrote, and what each of its findings is
/// known by, in their order. `Err`: one sentence: the text is no JSON, or lacks one of them.
pub fn carried_findings(json: &[u8]) -> Result<(String, Vec<FindingKey>), String> {
    let report: Value = serde_json::from_slice(json).map_err(|e| format!("it is no JSON: {e}"))?;
    let id = text(&report["report"], "id")?.to_owned();
    let findings = report["findings"].as_array().ok_or("it has no list `findings`")?;
    let of = |finding: &Value| -> Result<FindingKey, String> {
        let (code, control) = (text(finding, "code")?, text(finding, "control")?);
        Ok(FindingKey { code: code.to_owned(), control: control.to_owned() })
    };
    Ok((id, findings.iter().map(of).collect::<Result<_, _>>()?))
}

fn award(of: &Value) -> Result<StandingAward, String> {
    let number = |key: &str| of[key].as_u64().ok_or_else(|| lacks(key));
    let seat = text(of, "seat")?;
    Ok(StandingAward {
        time: Timestamp(of["time_micros"].as_i64().ok_or_else(|| lacks("time_micros"))?),
        table: text(of, "table")?.into(),
        round: u32::try_from(number("round")?).map_err(|_| lacks("round"))?,
        seat: Seat::parse(seat.as_bytes()).ok_or_else(|| format!("`{seat}` is no seat"))?,
        amount: money(of, "amount_dollars")?,
        reseeded: money(of, "reseeded_dollars")?,
        reserve_drawn: money(of, "reserve_drawn_dollars")?,
        reserve_drawn_most: money(of, "reserve_drawn_most_dollars")?,
    })
}

fn text<'a>(of: &'a Value, key: &str) -> Result<&'a str, String> {
    of[key].as_str().ok_or_else(|| lacks(key))
}

fn money(of: &Value, key: &str) -> Result<Money, String> {
    let amount = text(of, key)?;
    Money::parse(amount.as_bytes()).map_err(|_| format!("`{key}` is `{amount}`, not an amount"))
}

/// An amount that reports of before do not say.
fn money_if(of: &Value, key: &str) -> Result<Option<Money>, String> {
    if of[key].is_null() { Ok(None) } else { money(of, key).map(Some) }
}

fn lacks(key: &str) -> String {
    format!("a meter, an award or a finding of it has no `{key}` that reads")
}
