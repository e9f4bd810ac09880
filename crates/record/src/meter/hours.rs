//! Whether a link is open for play, and what was counted in while it was not.

use crate::hole::{Hole, Why};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ManagerEvent, ManagerKind, Timestamp};

#[derive(Default)]
pub(super) struct Hours {
    /// It is open; a wager shows that it is where its opening may not be on record.
    pub(super) open: bool,
    has_opened: bool,
    /// The latest closing, its line and when, where it is not open; `None` also before either is on record.
    closed: Option<(u32, Timestamp)>,
    /// A wager was counted in since that closing.
    is_indicated: bool,
    /// The first wager of a record that has had neither opening nor closing, and where one may be missing.
    early: Option<(ManagerEvent, Option<Hole>)>,
    /// When it was opened and closed on record: time, line, whether it is open from there on.
    changes: Vec<(Timestamp, u32, bool)>,
}

/// Wagers that were counted in while a link was closed.
#[derive(Clone, Copy, Debug)]
pub struct Shut<'a> {
    /// The first of them.
    pub coin_in: &'a ManagerEvent,
    /// The line of the closing before it; `None`: an opening follows it, and nothing before.
    pub closed: Option<u32>,
    /// Where an opening before it, or a closing after it, may be missing.
    pub hole: Option<Hole>,
    /// The record tells of openings of the link.
    pub has_openings: bool,
    /// By so little that an operator's event and a table's may have been taken down in the other order.
    pub is_near: bool,
}

impl Hours {
    /// What an event tells of wagers while the link was closed, once for each time; `hole` is where an
    /// opening or closing before it may be missing. Within `slack` they are near.
    pub(super) fn shut<'a>(
        &'a self,
        event: &'a ManagerEvent,
        hole: Option<Hole>,
        slack: i64,
    ) -> Option<Shut<'a>> {
        let has_openings = self.has_opened || event.kind == ManagerKind::Open;
        match event.kind {
            ManagerKind::CoinIn if !self.is_indicated => {
                let (line, at) = self.closed.filter(|(_, at)| *at < event.time)?;
                let is_near = event.time <= at.plus_micros(slack);
                Some(Shut { coin_in: event, closed: Some(line), hole, has_openings, is_near })
            }
            ManagerKind::Open => {
                let (coin_in, before) = self.early.as_ref()?;
                let hole = before.or(hole);
                let is_near = event.time <= coin_in.time.plus_micros(slack);
                let shut = Shut { coin_in, closed: None, hole, has_openings, is_near };
                (coin_in.time < event.time).then_some(shut)
            }
            _ => None,
        }
    }

    /// Takes in an event, the first of its link or not; `hole` as above.
    pub(super) fn note(
        &mut self,
        event: &ManagerEvent,
        first: bool,
        hole: Option<Hole>,
        slack: i64,
    ) {
        if matches!(event.kind, ManagerKind::Open | ManagerKind::Close) {
            self.open = event.kind == ManagerKind::Open;
            // Opened again while it is open, it stays open.
            if self.changes.last().is_none_or(|(.., open)| *open != self.open) {
                self.changes.push((event.time, event.line, self.open));
            }
            self.has_opened |= self.open;
            self.closed = (!self.open).then_some((event.line, event.time));
            (self.is_indicated, self.early) = (false, None);
        }
        if event.kind != ManagerKind::CoinIn {
            return;
        }
        match self.closed {
            // Wagers show that a link is open whose opening is not on record.
            None if !self.open => {
                let begins = Hole::at(JournalKind::Manager, Why::Begins, event.line);
                self.early = Some((event.clone(), hole.or(first.then_some(begins))));
                self.open = true;
            }
            Some((_, at)) if at.plus_micros(slack) < event.time => {
                self.is_indicated = true;
                if hole.is_some() {
                    (self.open, self.closed) = (true, None);
                }
            }
            None | Some(_) => {}
        }
    }

    /// True where it stands open by an opening on record.
    pub(super) const fn is_cut(&self) -> bool {
        self.open && self.has_opened
    }

    /// At a time, give or take `slack`: the line that had closed the link (`None` where it was open), and
    /// that of the next change.
    pub(super) fn at(&self, time: Timestamp, slack: i64) -> Option<(Option<u32>, Option<u32>)> {
        let until = time.plus_micros(slack);
        let at = self.changes.iter().rposition(|(set, ..)| *set <= until)?;
        let (set, line, open) = self.changes[at];
        let is_open = open || set.plus_micros(slack) >= time;
        Some(((!is_open).then_some(line), self.changes.get(at + 1).map(|(_, line, _)| *line)))
    }
}
