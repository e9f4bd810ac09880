//! How far wagers were read when an event of a meter is judged: those to come may be what it gained.

use super::Follower;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_intake::{Block, Records};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ManagerEvent, Timestamp, Wager};

impl Follower {
    /// The journal of wagers to be read on with before the next block of the manager, which they may explain,
    /// `ahead` being the next block of each. `None` where it is not the manager's turn, they are read, have
    /// several files, or so many blocks were waited for that a time of the manager's may be far ahead.
    pub fn wants_before(
        &mut self,
        subject: &Subject,
        journal: u16,
        ahead: &[Option<Block>],
    ) -> Option<u16> {
        const WAITED_MAX: u8 = 8;
        for (file, next) in self.files.iter_mut().zip(ahead) {
            file.read_whole = next.is_none();
        }
        let block = ahead.get(usize::from(journal))?.as_ref()?;
        let Records::Manager(events) = &block.records else { return None };
        let until = events.last()?.time;
        let behind = self.tell_of_wagers(subject).filter(|journal| {
            !self.is_read_to(*journal, until) && !subject.parts.has_several(subject.kind(*journal))
        });
        let journal = behind.min_by_key(|i| (self.reached(*i), *i));
        let journal = journal.filter(|_| self.waited < WAITED_MAX);
        self.waited = if journal.is_some() { self.waited + 1 } else { 0 };
        journal
    }

    /// The journals that tell of wagers before the manager does.
    fn tell_of_wagers<'a>(&self, subject: &'a Subject) -> impl Iterator<Item = u16> + use<'a> {
        let has_stakes = subject.has_stake(Wager::Progressive);
        let kinds = [has_stakes.then_some(JournalKind::Hands), Some(JournalKind::Controller)];
        kinds.into_iter().flatten().flat_map(|kind| subject.parts.of(kind)).copied()
    }

    fn is_read_to(&self, journal: u16, time: Timestamp) -> bool {
        let at = usize::from(journal);
        self.files[at].read_whole || self.files[at].sequence.times.read_last() >= Some(time)
    }

    /// Where wagers of a table of the link may not be recorded: none was counted in, though some may be made.
    pub(super) fn uncounted(&self, subject: &Subject, event: &ManagerEvent) -> Option<Hole> {
        self.holes.so_far.uncounted(event.link, self.holes.reach(event.time), || {
            let journals: Vec<u16> = self.tell_of_wagers(subject).collect();
            journals.iter().any(|journal| !self.is_read_to(*journal, event.time))
                || self.holes.may_lack_wagers(&journals, event.time)
        })
    }
}
