//! Which reading of each open point a sheet is made for: the game's default or the caller's choice.

use super::SheetError;
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
pub struct Readings {
    all: Vec<Reading>,
    rules: feltproof_engine::Readings,
}

impl Readings {
    /// The defaults, but for these choices of (ruling, value).
    ///
    /// # Errors
    /// What does not exist, with what does.
    pub fn new(game: &Game, choices: &[(String, String)]) -> Result<Self, SheetError> {
        let mut readings: Vec<Reading> = game
            .rulings
            .iter()
            .map(|r| Reading { ruling: r.id.clone(), value: r.default.clone(), chosen: false })
            .collect();
        for (id, value) in choices {
            let Some(ruling) = game.ruling(id) else {
                let known: Vec<&str> = game.rulings.iter().map(|r| r.id.as_str()).collect();
                let (game, ruling) = (game.id.clone(), id.clone());
                return Err(SheetError::NoRuling { game, ruling, known: known.join(", ") });
            };
            if !ruling.values.contains(value) {
                return Err(SheetError::NoReading {
                    game: game.id.clone(),
                    ruling: id.clone(),
                    value: value.clone(),
                    known: ruling.values.join(", "),
                });
            }
            let Some(reading) = readings.iter_mut().find(|r| r.ruling == *id) else { continue };
            if reading.chosen {
                return Err(SheetError::ReadTwice {
                    ruling: id.clone(),
                    first: reading.value.clone(),
                    second: value.clone(),
                });
            }
            reading.value.clone_from(value);
            reading.chosen = true;
        }
        let applied = |id: &str| {
            readings.iter().find(|r| r.ruling == id).map_or_else(String::new, |r| r.value.clone())
        };
        Ok(Self { rules: feltproof_engine::Readings::new(applied), all: readings })
    }

    /// The same as the games are settled by.
    pub(crate) const fn rules(&self) -> &feltproof_engine::Readings {
        &self.rules
    }

    /// True when this ruling is read so; false for a ruling the game does not have.
    pub fn is(&self, ruling: &str, value: &str) -> bool {
        self.all.iter().any(|r| r.ruling == ruling && r.value == value)
    }

    /// All, in the order of the definition.
    pub fn all(&self) -> &[Reading] {
        &self.all
    }
}
