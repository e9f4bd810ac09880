//! Names of checks and controls in waivers and responses: each must be one that there is.

use crate::list::CHECKS;
use feltproof_model::Engagement;
use feltproof_model::waiver::Waived;
use feltproof_regs::Pack;
use feltproof_toml::did_you_mean;

/// What waivers and responses of an engagement name and does not exist, a sentence each with its line. `packs` are those
/// that it may name, and `file` is the engagement file in messages.
pub fn unknown_names(engagement: &Engagement, packs: &[Pack], file: &str) -> Vec<String> {
    let named = packs.iter().filter(|pack| engagement.packs.contains(&pack.id));
    let controls: Vec<&str> =
        named.flat_map(|pack| &pack.controls).map(|control| control.id.as_str()).collect();
    let codes: Vec<&str> = CHECKS.iter().map(|check| check.code).collect();
    let mut wrong = Vec::new();
    let mut refuse = |place: String, of: &str, key: &str, name: &str, known: &[&str]| {
        if !known.contains(&name) {
            let near = did_you_mean(name, known.iter().copied());
            wrong.push(format!(
                "{place}: {of}, {key}: is `{name}`{near}, but there is no such {key}; correct it"
            ));
        }
    };
    for waiver in &engagement.waivers {
        let place = engagement.place_of(waiver.line, file);
        match &waiver.of {
            Waived::Check(code) => refuse(place, "waiver", "check", code, &codes),
            Waived::Control(id) => refuse(place, "waiver", "control", id, &controls),
        }
    }
    for response in &engagement.responses {
        let place = || engagement.place_of(response.line, file);
        refuse(place(), "response", "check", &response.check, &codes);
        if let Some(id) = &response.control {
            refuse(place(), "response", "control", id, &controls);
        }
    }
    wrong
}
