//! Whether two names on record are one person: by number and by name, whatever their case and spaces.

use feltproof_model::Engagement;
use feltproof_model::engagement::Staff;

/// What two names on record come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Alike {
    /// One person.
    Same,
    /// Two people.
    Different,
    /// Two on the staff list of one name.
    Namesakes(String),
}

/// As it is compared: without spaces, in small letters.
fn plain(name: &str) -> String {
    name.split_whitespace().collect::<String>().to_lowercase()
}

/// The person of the staff list that a journal names, by number or by name.
fn person<'a>(engagement: &'a Engagement, actor: &str) -> Option<&'a Staff> {
    let is_named = |of: &&Staff| {
        let mut names = [Some(of.id.as_str()), of.name.as_deref()].into_iter().flatten();
        names.any(|name| plain(name) == plain(actor))
    };
    engagement.person(actor).or_else(|| engagement.staff.iter().find(is_named))
}

/// Compares two names that journals have, neither of them empty.
pub(crate) fn alike(engagement: &Engagement, one: &str, other: &str) -> Alike {
    let [of_one, of_other] = [one, other].map(|actor| person(engagement, actor));
    let (Some(of_one), Some(of_other)) = (of_one, of_other) else {
        return if plain(one) == plain(other) { Alike::Same } else { Alike::Different };
    };
    if of_one.id == of_other.id {
        return Alike::Same;
    }
    if plain(&of_one.id) == plain(&of_other.id) {
        let ids = format!("{} and {} on the staff list are one number", of_one.id, of_other.id);
        return Alike::Namesakes(ids);
    }
    match (&of_one.name, &of_other.name) {
        (Some(name), Some(again)) if plain(name) == plain(again) => Alike::Namesakes(format!(
            "{} and {} on the staff list have one name, {name}",
            of_one.id, of_other.id
        )),
        _ => Alike::Different,
    }
}
