//! `[[waiver]]`: what an authority has let the property depart from.

use super::line;
use feltproof_model::waiver::{Waived, Waiver};
use feltproof_toml::Section;

/// The waivers; `tables` and `links` are the names that they may be bound to.
pub(super) fn read(top: &Section<'_>, tables: &[&str], links: &[&str]) -> Vec<Waiver> {
    top.sections_if("waiver").into_iter().filter_map(|s| waiver(s, tables, links)).collect()
}

fn waiver(s: Section<'_>, tables: &[&str], links: &[&str]) -> Option<Waiver> {
    let (check, control) = (s.text_if("check"), s.text_if("control"));
    let of = match (check, control) {
        (Some(check), None) => {
            let is_own = check.value.starts_with("WVR-");
            let code = check.only_if(!is_own, |code| {
                format!("is {code}, which looks at waivers and cannot be waived; remove it")
            });
            code.map(|code| Waived::Check(code.owned()))
        }
        (None, Some(control)) => Some(Waived::Control(control.owned())),
        _ => {
            s.wrong("", "is unclear; write either check or control");
            None
        }
    };
    let one_of = |key: &'static str, lead: &str, known: &[&str]| {
        let name = s.text_if(key)?;
        if !known.contains(&name.value) {
            name.unlisted(lead, known.iter().copied());
        }
        Some(name.value.into())
    };
    let table = one_of("table", "the tables are", tables);
    let link = one_of("link", "the links are", links);
    let up_to = s.money_if("up_to").and_then(|most| most.above_zero());
    let granted = s.text("granted").and_then(|text| text.date());
    let from = s.text_if("from").and_then(|text| text.date());
    let expires = s.text("expires").and_then(|text| text.date());
    let justification = s.text("justification");
    let approver = s.text("approver");
    let document = s.text_if("document").map_or_else(String::new, |text| text.owned());
    let granted = granted?.value;
    if let Some(from) = from.as_ref().filter(|from| from.value < granted) {
        let (day, rule) = (from.value, "nothing is waived afterwards");
        from.wrong(format!("is {day}, before the waiver was granted ({granted}); {rule}"));
    }
    let from = from.map_or(granted, |from| from.value);
    let expires = expires?;
    let expires = expires.only_if(expires.value >= from, |day| {
        format!("is {day}, before the first day on which it holds ({from}); correct one of them")
    })?;
    Some(Waiver {
        of: of?,
        table,
        link,
        up_to: up_to.map(|most| most.value),
        from,
        expires: expires.value,
        justification: justification?.owned(),
        approver: approver?.owned(),
        document,
        line: line(&s),
    })
}
