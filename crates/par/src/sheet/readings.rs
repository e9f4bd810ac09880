//! Which reading of each open point a sheet is made for: the game's default or the caller's choice.

use super::SheetError;
use feltproof_engine::{AppliedRuling, Game, applied_rulings, readings_of};
use feltproof_model::engagement::RulingChoice;

/// The reading of every ruling of a game, in the order of its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readings {
    all: Vec<AppliedRuling>,
    rules: feltproof_engine::Readings,
}

impl Readings {
    /// The defaults, but for these (ruling, value). `Err`: what does not exist, with what does.
    pub fn new(game: &Game, choices: &[(String, String)]) -> Result<Self, SheetError> {
        let choice = |(ruling, value): &(String, String)| RulingChoice {
            game: game.id.clone(),
            ruling: ruling.clone(),
            value: value.clone(),
            authority: feltproof_model::engagement::Authority::default(),
            source: String::new(),
            line: 0.into(),
        };
        let choices: Vec<RulingChoice> = choices.iter().map(choice).collect();
        let all = applied_rulings(game, &choices).map_err(SheetError::Ruling)?;
        Ok(Self { rules: readings_of(&all), all })
    }

    /// The same as the games are settled by.
    pub(crate) const fn rules(&self) -> &feltproof_engine::Readings {
        &self.rules
    }

    /// True when this ruling is read so; false for a ruling the game does not have.
    pub(crate) fn is(&self, ruling: &str, value: &str) -> bool {
        self.all.iter().any(|r| r.id == ruling && r.applied == value)
    }

    /// All, in the order of the definition.
    pub fn all(&self) -> &[AppliedRuling] {
        &self.all
    }
}
