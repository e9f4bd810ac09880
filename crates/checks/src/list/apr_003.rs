//! APR-003: shuffler is in a mode that the approved rules do not name. The procedure is described in `apr_003.md`.

use super::{Fill, Scope, Tally, at_line};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for table in &scope.engagement.tables {
        let (Some(shuffler), Some(game)) = (&table.shuffler, scope.game(table)) else { continue };
        let Some(model) = &game.shuffler else { continue };
        tally.tested += 1;
        if !is_same(&shuffler.model, model) {
            let why = format!(
                "the rules name the {model} as one of its manufacturer's shufflers and no others, and say nothing of \
                 the modes of the {}",
                shuffler.model
            );
            let what =
                || format!("Whether table {} is dealt as {} wants it", table.id, game.source);
            tally.left_open(why, what);
            continue;
        }
        if game.shuffler_modes.iter().any(|mode| is_same(mode, &shuffler.mode)) {
            continue;
        }
        let modes = game.shuffler_modes.join(" or ");
        let found = at_line(shuffler.line).of_table(table);
        tally.push(found.words(modes.clone(), shuffler.mode.clone()).because(format!(
            "Table {} deals {} with an {model}, which its approved rules ({}) want set to {modes}; it is declared as \
             set to {}.",
            table.id, game.title, game.source, shuffler.mode
        )));
    }
}

/// Names as people write them: letters and digits count.
fn is_same(a: &str, b: &str) -> bool {
    let plain = |text: &str| -> String {
        let kept = text.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    plain(a) == plain(b)
}
