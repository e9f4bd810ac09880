//! WAC-005: link and its tables are not in one location. The procedure is described in `wac_005.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::LinkId;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        if scope.tables_on(link_id).next().is_none() {
            continue;
        }
        tally.tested += 1;
        match compared(&link.location, &scope.engagement.location) {
            Places::Same => {}
            Places::Perhaps => {
                let why = format!(
                    "the link is at `{}` and the tables are at `{}`, of which one may be the other in fewer words; \
                     write the location alike",
                    link.location, scope.engagement.location
                );
                tally
                    .left_open(why, || format!("Whether link {} is where its tables are", link.id));
            }
            Places::Different => {
                let found = at_line(link.line)
                    .of_link(link)
                    .words(scope.engagement.location.clone(), link.location.clone())
                    .because(format!(
                        "A progressive may link tables in one licensed location only; link {} is at {}, the \
                         tables are at {}.",
                        link.id, link.location, scope.engagement.location
                    ));
                tally.push(found);
            }
        }
    }
}

/// What the words of two locations say.
enum Places {
    /// The same words.
    Same,
    /// All words of one stand in the other, which may only say more of the same place.
    Perhaps,
    /// Each has words of its own.
    Different,
}

/// Compares two locations by their words: capitals, blanks and signs do not count.
fn compared(one: &str, other: &str) -> Places {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    let holds = |all: &[String], part: &[String]| part.iter().all(|word| all.contains(word));
    match () {
        () if one == other => Places::Same,
        () if holds(&one, &other) || holds(&other, &one) => Places::Perhaps,
        () => Places::Different,
    }
}
