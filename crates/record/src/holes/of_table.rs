//! What the journals have told of one table so far: what they never tell may not be recorded at all.

use crate::hole::Buttons;
use feltproof_model::{ControllerEvent, ControllerKind, SEAT_MAX, Seat, SeatSet};

/// What was told of a table.
#[derive(Clone, Default)]
pub(super) struct OfTable {
    /// A sensor was lit.
    pub(super) is_lit: bool,
    /// A wager was counted in.
    pub(super) is_counted: bool,
    /// A round was ended.
    pub(super) has_ended: bool,
    /// A hand button was pressed.
    pub(super) has_button: bool,
    /// One was pressed for the second time in its round.
    pub(super) has_undone: bool,
    /// The hand buttons that were pressed for a tray pay.
    pub(super) tray: Buttons,
    /// The kinds of steps of which it was said who made one.
    pub(super) named: [bool; ControllerKind::ALL.len()],
    /// The latest round with hand buttons, and those of each seat in it, until one was pressed for the second time.
    pressed: (u32, [Buttons; SEAT_MAX as usize + 1]),
}

impl OfTable {
    /// Takes in an event of the controller.
    pub(super) fn controller(&mut self, event: &ControllerEvent, is_tray: bool) {
        self.is_lit |= event.lit != SeatSet::EMPTY;
        self.has_ended |= event.kind == ControllerKind::EndGame;
        if !event.actor.trim().is_empty() {
            self.named[event.kind as usize] = true;
        }
        if event.kind != ControllerKind::HandButton {
            return;
        }
        self.has_button = true;
        if is_tray {
            self.tray.press(&event.value);
        }
        if self.has_undone {
            return;
        }
        let (round, pressed) = &mut self.pressed;
        if *round != event.round {
            (*round, *pressed) = (event.round, Default::default());
        }
        let seat = event.seat.and_then(Seat::player).map(usize::from);
        let Some(buttons) = seat.and_then(|seat| pressed.get_mut(seat)) else { return };
        self.has_undone = buttons.has(&event.value);
        buttons.press(&event.value);
    }
}
