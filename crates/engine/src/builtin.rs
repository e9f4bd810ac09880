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
