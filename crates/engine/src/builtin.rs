//! The games that come with the toolkit, each read from its definition.

use crate::families::FAMILIES;
use crate::game::Game;

/// The games that come with the toolkit, family by family; a test proves that all read.
pub fn builtin_games() -> Vec<Game> {
    let definitions = FAMILIES.iter().flat_map(|family| family.definitions);
    definitions.filter_map(|(file, text)| Game::parse(text, file).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_rows_that_a_search_finds() {
        let games = builtin_games();
        let tables = games.iter().flat_map(|game| &game.paytables);
        let mut stepped = 0;
        for (table, steps) in tables.filter_map(|table| Some((table, table.steps()?))) {
            for worth in 0..=u16::MAX {
                let step = steps[usize::from(worth >> 13)];
                let place = usize::from(step.places[usize::from(worth >= step.from)]);
                let found = table.search(worth).unwrap_or(table.rows.len());
                assert_eq!(place, found, "{} {worth:#x}", table.id);
            }
            stepped += 1;
        }
        assert!(stepped > 20, "{stepped} tables");
    }
}
