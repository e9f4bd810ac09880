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

/// Why a text is no change of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There is no `=` in it.
    #[error("does not say which setting was changed")]
    NoSetting,
    /// What stands before `=` is no setting.
    #[error("names no setting of a level")]
    UnknownSetting,
    /// The setting is an amount, and the value is none.
    #[error("does not give an amount in dollars")]
    NotMoney,
    /// The setting is a rate, and the value is none.
    #[error("does not give a rate from 0 to 100 %")]
    NotRate,
    /// Nothing can be rounded to units of zero.
    #[error("gives zero, which is no unit to round to")]
    ZeroUnit,
}

/// The settings after a change such as `contribution=22%` or `limit=none`.
///
/// # Errors
/// When the text is no change of a known setting.
pub fn changed(before: &LevelSettings, text: &str) -> Result<LevelSettings, ChangeError> {
    let (key, value) = text.split_once('=').ok_or(ChangeError::NoSetting)?;
    let value = value.trim();
    let money = || {
        let amount = Money::parse(value.as_bytes()).ok().filter(|m| *m >= Money::ZERO);
        amount.ok_or(ChangeError::NotMoney)
    };
    let rate = || {
        let rate = Rate::parse(value).filter(|r| !r.is_greater_than(Rate::ONE));
        rate.ok_or(ChangeError::NotRate)
    };
    let above_zero = || match money()? {
        Money::ZERO => Err(ChangeError::ZeroUnit),
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
        _ => return Err(ChangeError::UnknownSetting),
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::engagement::Overflow;

    fn settings() -> LevelSettings {
        LevelSettings {
            seed: Money::from_dollars(2000).unwrap(),
            contribution: Rate::parse("20%").unwrap(),
            reserve: Rate::parse("5%").unwrap(),
            limit: None,
            contribution_unit: None,
            overflow: Overflow::Undeclared,
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
    fn what_is_no_change_says_why() {
        for (text, why) in [
            ("", ChangeError::NoSetting),
            ("seed", ChangeError::NoSetting),
            ("seed=x", ChangeError::NotMoney),
            ("seed=-1", ChangeError::NotMoney),
            ("contribution=101%", ChangeError::NotRate),
            ("display_unit=0", ChangeError::ZeroUnit),
            ("sed=1", ChangeError::UnknownSetting),
        ] {
            assert_eq!(changed(&settings(), text), Err(why), "{text}");
        }
    }
}
