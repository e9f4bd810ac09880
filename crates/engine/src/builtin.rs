//! The games that come with the toolkit, and reading a game from the text of its definition.

use crate::definition;
use crate::game::Game;
use feltproof_toml::TomlErrors;

impl Game {
    /// Reads a definition. `file` is the name used in messages.
    ///
    /// # Errors
    /// Every error of the text at once, each with its line and key.
    pub fn parse(text: &str, file: &str) -> Result<Self, TomlErrors> {
        definition::parse(text, file)
    }
}

/// The games that come with the toolkit. A test proves that each definition reads without error.
pub fn builtin_games() -> Vec<Game> {
    BUILTIN.iter().filter_map(|(file, text)| Game::parse(text, file).ok()).collect()
}

/// File name and text of each built-in definition.
const BUILTIN: &[(&str, &str)] = &[
    ("crazy4-wa.toml", include_str!("../games/crazy4-wa.toml")),
    ("crazy4-ca.toml", include_str!("../games/crazy4-ca.toml")),
    ("crazy4-v2.toml", include_str!("../games/crazy4-v2.toml")),
    ("four-card-poker.toml", include_str!("../games/four-card-poker.toml")),
    ("four-card-frenzy.toml", include_str!("../games/four-card-frenzy.toml")),
];

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
