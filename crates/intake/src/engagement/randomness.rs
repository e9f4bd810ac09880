//! `[randomness]`: how the randomness of the cards is to be tested, if it is.

use super::faults::Faults;
use super::section::Section;
use super::stated::share;
use feltproof_model::Rate;
use feltproof_model::engagement::RandomnessAsked;

/// What is asked for; `None` where nothing is.
pub(super) fn read(top: &mut Section<'_>, faults: &mut Faults) -> Option<RandomnessAsked> {
    let mut s = top.optional_section("randomness", faults)?;
    let level = match s.text("level", faults) {
        Some((text, line)) => match share(text) {
            Ok((level, _)) if is_level(level) => Some(level),
            Ok(_) => {
                let message = format!(
                    "`level` of [randomness] is `{text}`, but a level is above 0 and at most 0.1; \
                     write it as in \"0.01\""
                );
                faults.push(line, message);
                None
            }
            Err(fault) => {
                faults.push(line, format!("`level` of [randomness] is `{text}`, {fault}"));
                None
            }
        },
        None => None,
    };
    let profile = s.optional_text("profile", faults).map(|(text, _)| text.to_owned());
    let line = s.line;
    s.finish(faults);
    Some(RandomnessAsked { level: level?, profile, line })
}

fn is_level(level: Rate) -> bool {
    let tenth = Rate::new(1, 10);
    level != Rate::ZERO && tenth.is_some_and(|tenth| !level.is_greater_than(tenth))
}
