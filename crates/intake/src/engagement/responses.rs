//! `[[response]]`: what the licensee says to findings, and what it does about them.

use super::line;
use feltproof_model::Response;
use feltproof_toml::Section;

pub(super) fn read(top: &Section<'_>) -> Vec<Response> {
    top.sections_if("response").into_iter().filter_map(response).collect()
}

fn response(s: Section<'_>) -> Option<Response> {
    let check = s.text("check");
    let control = s.text_if("control").map(|text| text.owned());
    let response = s.text("response");
    let corrective_action = s.text_if("corrective_action").map(|text| text.owned());
    let by = s.text("by");
    let date = s.text("date").and_then(|text| text.date());
    let due = s.text_if("due").and_then(|text| text.date());
    if let (Some(due), None) = (&due, &corrective_action) {
        due.wrong("is there without corrective_action; say what is due");
    }
    Some(Response {
        check: check?.owned(),
        control,
        response: response?.owned(),
        corrective_action,
        by: by?.owned(),
        date: date?.value,
        due: due.map(|due| due.value),
        line: line(&s),
    })
}
