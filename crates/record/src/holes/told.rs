//! What the journals have told of so far, of each table and link: what they never tell may not be recorded at all.

use crate::hole::Buttons;
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    ControllerEvent, ControllerKind, ManagerEvent, SEAT_MAX, Seat, SeatSet, TableId,
};

/// What was told so far.
pub(crate) struct Told {
    tables: Vec<OfTable>,
    /// Of each link: a wager of it was counted in.
    links: Vec<bool>,
    /// Of each kind of journal: it names somebody of the staff list.
    listed: [bool; JournalKind::ALL.len()],
}

impl Told {
    /// Before the first record.
    pub(super) fn new(subject: &Subject) -> Self {
        Self {
            tables: vec![OfTable::default(); subject.engagement.tables.len()],
            links: vec![false; subject.engagement.links.len()],
            listed: [false; JournalKind::ALL.len()],
        }
    }

    /// Takes in an event of the controller; `is_tray` where it is the hand button of a tray pay.
    pub(crate) fn controller(&mut self, subject: &Subject, event: &ControllerEvent, is_tray: bool) {
        self.tables[usize::from(event.table.0)].controller(event, is_tray);
        self.actor(subject, JournalKind::Controller, &event.actor);
    }

    /// Takes in a coin-in.
    pub(crate) fn coin_in(&mut self, event: &ManagerEvent) {
        self.links[usize::from(event.link.0)] |= !event.amount.is_zero();
        if let Some(table) = event.table {
            self.tables[usize::from(table.0)].is_counted |= !event.amount.is_zero();
        }
    }

    /// Takes in whom an event names.
    pub(crate) fn actor(&mut self, subject: &Subject, kind: JournalKind, actor: &str) {
        let listed = &mut self.listed[kind as usize];
        *listed = *listed || !actor.is_empty() && subject.engagement.person(actor).is_some();
    }

    /// What was told of a table.
    pub(super) fn of(&self, table: TableId) -> &OfTable {
        &self.tables[usize::from(table.0)]
    }

    /// Whether a wager of the table was counted in, or one of its link.
    pub(super) fn is_counted(&self, subject: &Subject, table: TableId) -> bool {
        let link = subject.table(table).link();
        self.of(table).is_counted || link.is_none_or(|link| self.links[usize::from(link.0)])
    }

    /// Whether a journal names somebody of the staff list.
    pub(super) const fn is_listed(&self, kind: JournalKind) -> bool {
        self.listed[kind as usize]
    }
}

/// What was told of a table.
#[derive(Clone, Default)]
pub(super) struct OfTable {
    /// A sensor was lit.
    pub(super) is_lit: bool,
    /// A wager was counted in, of whatever link.
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
    fn controller(&mut self, event: &ControllerEvent, is_tray: bool) {
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
