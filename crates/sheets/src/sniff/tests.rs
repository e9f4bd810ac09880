//! Texts as programs write them, and what they are.

use super::*;
