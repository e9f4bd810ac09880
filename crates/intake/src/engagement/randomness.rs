//! `[randomness]`: how the randomness of the cards is to be tested, if it is.

use super::stated::share;
use super::{Defined, is_defined, line};
use feltproof_model::Rate;
use feltproof_model::engagement::RandomnessRequest;
use feltproof_toml::Section;

pub(super) fn read(s: Section<'_>, defined: &Defined) -> Option<RandomnessRequest> {
    let level = s.text("level").and_then(|text| {
        let (level, _) = share(&text)?;
        let is_level = level != Rate::ZERO && !level.is_greater_than(Rate::new(1, 10)?);
        text.only_if(is_level, |text| {
            format!("is `{text}`, but a level is above 0 and at most 0.1; write it as in \"0.01\"")
        })?;
        Some(level)
    });
    let profile = s.text_if("profile");
    if let Some(profile) = &profile {
        is_defined(profile, "the standards are", defined.standards.as_deref());
    }
    let profile = profile.map(|text| text.owned());
    Some(RandomnessRequest { level: level?, profile, line: line(&s) })
}
