//! What the files of a folder are, and the engagement that they belong to.
//!
//! Nothing is guessed silently: what is taken from the files stands beside the count that it rests on, and what no
//! file can say is a blank.

mod draft;
mod folder;
mod games;
mod house;
mod names;
mod tables;
mod text;

pub(crate) use draft::draft;
pub(crate) use folder::{Journal, look};
pub(crate) use house::House;
pub(crate) use names::Names;
