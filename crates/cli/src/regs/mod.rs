//! What the command `regs` prints of rule packs: as text, as JSON, compared between days, as a form to be filled in.

pub(crate) mod changes;
pub(crate) mod form;
pub(crate) mod json;
mod lines;
pub(crate) mod text;
mod versions;

pub(crate) use changes::LawChanges;
pub(crate) use json::RulePacks;
