//! What the command `regs` prints of rule packs beside their text: JSON, and a form to be filled in.

pub(crate) mod changes;
pub(crate) mod form;
pub(crate) mod json;
mod versions;

pub(crate) use changes::LawChanges;
pub(crate) use json::RulePacks;
