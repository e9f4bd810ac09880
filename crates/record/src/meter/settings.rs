//! Settings of a level: in words, and as a `config` event changes them.

use feltproof_model::engagement::LevelSettings;
use feltproof_model::{Money, Rate};

/// Every setting in words, in the order of the engagement file.
pub fn in_words(s: &LevelSettings) -> [(&'static str, String); 6] {
    let or = |m: Option<Money>, none: &str| m.map_or_else(|| none.to_owned(), |m| m.to_string());
    [
        ("seed", s.seed.to_string()),
        ("contribution", s.contribution.percent()),
        ("reserve contribution", s.reserve.percent()),
        ("limit", or(s.limit, "no limit")),
        ("contribution rounding", or(s.contribution_unit, "carried exactly")),
        ("display unit", s.display_unit.to_string()),
    ]
}

/// The settings after a change such as `contribution=22%` or `limit=none`.
///
/// # Errors
/// A sentence when the text is no change of a known setting.
pub fn changed(before: &LevelSettings, text: &str) -> Result<LevelSettings, String> {
    let unreadable =
        |what: &str| format!("`{text}` {what}; write setting=value, such as seed=2500.00");
    let (key, value) =
        text.split_once('=').ok_or_else(|| unreadable("does not say which setting was changed"))?;
    let value = value.trim();
    let money = || {
        Money::parse(value.as_bytes())
            .ok()
            .filter(|m| *m >= Money::ZERO)
            .ok_or_else(|| unreadable("does not give an amount in dollars"))
    };
    let rate = || {
        Rate::parse(value)
            .filter(|r| !r.is_greater_than(Rate::ONE))
            .ok_or_else(|| unreadable("does not give a rate from 0 to 100 %"))
    };
    let above_zero = || match money()? {
        Money::ZERO => Err(unreadable("gives zero, which is no unit to round to")),
        unit => Ok(unit),
    };
    let none = value == "none";
    let mut after = before.clone();
    match key.trim() {
        "seed" => after.seed = money()?,
        "contribution" => after.contribution = rate()?,
        "reserve" => after.reserve = rate()?,
        "limit" => after.limit = if none { None } else { Some(money()?) },
        "contribution_unit" => {
            after.contribution_unit = if none { None } else { Some(above_zero()?) };
        }
        "display_unit" => after.display_unit = above_zero()?,
        _ => return Err(unreadable("names no setting of a level")),
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> LevelSettings {
        LevelSettings {
            seed: Money::from_dollars(2000).unwrap(),
            contribution: Rate::parse("20%").unwrap(),
            reserve: Rate::parse("5%").unwrap(),
            limit: None,
            contribution_unit: None,
            display_unit: Money::from_micros(10_000),
        }
    }

    #[test]
    fn one_setting_changes_and_the_others_stay() {
        let before = settings();
        for (place, text, words) in [
            (0, "seed=3000.00", "$3,000.00"),
            (1, "contribution=22.5%", "22.5%"),
            (2, "reserve=1/20", "5%"),
            (3, "limit=50000", "$50,000.00"),
            (3, "limit=none", "no limit"),
            (4, "contribution_unit=0.01", "$0.01"),
            (4, "contribution_unit=none", "carried exactly"),
            (5, "display_unit=1", "$1.00"),
        ] {
            let after = in_words(&changed(&before, text).unwrap());
            for (i, (old, new)) in in_words(&before).iter().zip(&after).enumerate() {
                assert!(if i == place { new.1 == words } else { old == new }, "{text}: {new:?}");
            }
        }
    }

    #[test]
    fn what_is_no_change_is_a_sentence() {
        for text in
            ["", "seed", "seed=x", "seed=-1", "contribution=101%", "display_unit=0", "sed=1"]
        {
            let why = changed(&settings(), text).unwrap_err();
            assert!(why.contains(&format!("`{text}`")) && why.contains("seed=2500.00"), "{why}");
        }
    }
}
