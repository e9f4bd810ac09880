//! Whether two names on record are one person: by number and by name, whatever their case and spaces, and whether the
//! family name stands first, before a comma.

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

/// As it is compared: without spaces, in small letters; `Smith, Ann` is `Ann Smith`.
fn plain(name: &str) -> String {
    let turned = name.split_once(',').map(|(family, given)| format!("{given} {family}"));
    turned.as_deref().unwrap_or(name).split_whitespace().collect::<String>().to_lowercase()
}

/// The person of the staff list that a journal names, by number or by name.
fn person<'a>(engagement: &'a Engagement, actor: &str) -> Option<&'a Staff> {
    let is_named = |of: &&Staff| {
        let mut names = [Some(of.id.as_str()), of.name.as_deref()].into_iter().flatten();
        names.any(|name| plain(name) == plain(actor))
    };
    engagement.person(actor).or_else(|| engagement.staff.iter().find(is_named))
}

/// The people whom a journal names for one step: `A01 + A02` are two, unless somebody of the staff list is named so.
pub(crate) fn named<'a>(engagement: &Engagement, actor: &'a str) -> Vec<&'a str> {
    if person(engagement, actor).is_some() {
        return vec![actor.trim()];
    }
    let all = actor.split(['+', '/', '&', ';']).map(str::trim);
    all.filter(|name| !name.is_empty()).collect()
}

/// Compares two names that journals have, neither of them empty.
pub(crate) fn alike(engagement: &Engagement, one: &str, other: &str) -> Alike {
    let [of_one, of_other] = [one, other].map(|actor| person(engagement, actor));
    let (Some(of_one), Some(of_other)) = (of_one, of_other) else {
        return if plain(one) == plain(other) { Alike::Same } else { Alike::Different };
    };
    if of_one.id == of_other.id {
        let is_by_name = [one, other].iter().any(|actor| plain(actor) != plain(&of_one.id));
        let is_shared = |of: &Staff| of.id != of_one.id && has_name(of, of_one.name.as_deref());
        return match engagement.staff.iter().find(|of| is_by_name && is_shared(of)) {
            Some(again) => Alike::Namesakes(of_one_name(of_one, again)),
            None => Alike::Same,
        };
    }
    if plain(&of_one.id) == plain(&of_other.id) {
        let ids = format!("{} and {} on the staff list are one number", of_one.id, of_other.id);
        return Alike::Namesakes(ids);
    }
    match has_name(of_other, of_one.name.as_deref()) {
        true => Alike::Namesakes(of_one_name(of_one, of_other)),
        false => Alike::Different,
    }
}

fn has_name(of: &Staff, name: Option<&str>) -> bool {
    of.name.as_deref().zip(name).is_some_and(|(own, name)| plain(own) == plain(name))
}

fn of_one_name(one: &Staff, other: &Staff) -> String {
    let name = one.name.as_deref().unwrap_or_default();
    format!("{} and {} on the staff list have one name, {name}", one.id, other.id)
}
