//! A column under another name, said as the one cause of all that is not tested for want of it.

use crate::scope::Scope;
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

/// Says which columns the tables' wagers need and the hands journal lacks, and which of its columns that
/// are not read may be meant; nothing where no name is near one that is missing.
pub(crate) fn under_another_name(scope: &Scope) -> Option<String> {
    let columns = scope.hands_columns.as_ref()?;
    let file = &scope.journal(JournalKind::Hands)?.file;
    let pairs: Vec<String> = lacking(scope)
        .iter()
        .filter_map(|name| Some(format!("{name} (`{}`?)", columns.perhaps(name)?)))
        .collect();
    if pairs.is_empty() {
        return None;
    }
    Some(format!(
        "{file} lacks columns and has others that are not read, perhaps the same under another name: {}. \
         What they would say is not tested; rename them in the export and run again.",
        pairs.join(", ")
    ))
}

/// Says which columns only some files of the hands journal have; nothing where all have the same.
pub(crate) fn in_some_files(scope: &Scope) -> Option<String> {
    let partial = &scope.hands_columns.as_ref()?.partial;
    let lacking: Vec<String> =
        partial.iter().map(|(name, file)| format!("{name} (not in {file})")).collect();
    (!lacking.is_empty()).then(|| {
        format!(
            "Only some files of the hands journal have the columns {}. They count as missing: what they would \
             say is not tested. Where the tables of a file have no such wager, say so in its profile, as in \
             queens_up = {{ constant = \"\" }}.",
            lacking.join(", ")
        )
    })
}

/// Names of the columns that some table needs and the hands journal lacks.
fn lacking(scope: &Scope) -> Vec<String> {
    let Some(columns) = &scope.hands_columns else { return Vec::new() };
    let mut all = Vec::new();
    for (name, is_there) in [("cards", columns.has_cards), ("action", columns.has_action)] {
        if !is_there {
            all.push(name.to_owned());
        }
    }
    let offered = |wager: &Wager| scope.rules.iter().any(|rules| rules.offers(*wager));
    for wager in Wager::ALL.into_iter().filter(offered) {
        if (wager.is_staked() || wager == Wager::Bank) && !scope.has_stake(wager) {
            all.push(wager.key().to_owned());
        }
        if !scope.has_returned(wager) {
            all.push(wager.key_returned().to_owned());
        }
    }
    all
}
