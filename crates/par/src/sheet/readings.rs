//! Which reading of each open point a sheet is made for: the game's default or the caller's choice.

use feltproof_engine::Game;

/// One open point as read for a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Name of the ruling.
    pub ruling: String,
    /// The reading applied.
    pub value: String,
    /// True when it was chosen in place of the default.
    pub chosen: bool,
}

/// The reading of every ruling of a game, in the order of its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readings(Vec<Reading>);

impl Readings {
    /// The defaults, but for these choices of (ruling, value).
    ///
    /// # Errors
    /// One sentence naming what does not exist and what does.
    pub fn new(game: &Game, choices: &[(String, String)]) -> Result<Self, String> {
        let mut readings: Vec<Reading> = game
            .rulings
            .iter()
            .map(|r| Reading { ruling: r.id.clone(), value: r.default.clone(), chosen: false })
            .collect();
        for (id, value) in choices {
            let Some(ruling) = game.ruling(id) else {
                let known: Vec<&str> = game.rulings.iter().map(|r| r.id.as_str()).collect();
                return Err(format!(
                    "ruling {id} of game {} does not exist; its rulings are {}",
                    game.id,
                    known.join(", ")
                ));
            };
            if !ruling.values.contains(value) {
                return Err(format!(
                    "ruling {id} of game {} cannot be {value}; its values are {}",
                    game.id,
                    ruling.values.join(", ")
                ));
            }
            let Some(reading) = readings.iter_mut().find(|r| r.ruling == *id) else { continue };
            if reading.chosen {
                return Err(format!(
                    "ruling {id} is chosen twice, as {} and as {value}; keep one",
                    reading.value
                ));
            }
            reading.value.clone_from(value);
            reading.chosen = true;
        }
        Ok(Self(readings))
    }

    /// True when this ruling is read so; false for a ruling the game does not have.
    pub fn is(&self, ruling: &str, value: &str) -> bool {
        self.0.iter().any(|r| r.ruling == ruling && r.value == value)
    }

    /// All, in the order of the definition.
    pub fn all(&self) -> &[Reading] {
        &self.0
    }
}
