//! In the place of `wide` on processors of another kind: there is nothing of it.

use super::lanes::{Both, Rows};
use super::small::Packed;

/// Never there.
#[derive(Clone, Copy)]
pub(super) enum Wide {}

impl Wide {
    pub(super) fn try_new() -> Option<Self> {
        None
    }

    pub(super) fn count(self, _: usize, _: &Rows, _: &Rows, _: &Rows, _: &mut Packed) {
        match self {}
    }

    pub(super) fn relative(self, _: usize, _: &Both, _: &Both, _: &mut Both) {
        match self {}
    }

    pub(super) fn sound(self, _: usize, _: &Both) -> bool {
        match self {}
    }
}
