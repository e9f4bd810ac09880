//! What an audit knows before the first record: what is audited, by what law and what standard.

use crate::aggregate::cuts;
use crate::law::Law;
use crate::standard;
use feltproof_engine::{Game, System};
use feltproof_intake::Columns;
use feltproof_model::engagement::{JournalKind, Link, LinkId};
use feltproof_model::{Date, Engagement};
use feltproof_record::{Subject, SubjectError};
use feltproof_regs::{Pack, Standard, take_in};
use std::ops::Deref;

/// What an audit knows before the first record; its subject is reached through it.
pub struct Scope {
    /// What is audited.
    pub subject: Subject,
    /// The law by which it is judged.
    pub law: Law,
    /// The standard that the tests of randomness follow, where the engagement names one.
    pub profile: Option<Standard>,
}

impl Deref for Scope {
    type Target = Subject;

    fn deref(&self) -> &Subject {
        &self.subject
    }
}

impl Scope {
    /// Resolves the engagement against games, systems and packs; `file` names it in messages.
    /// Errors: everything that it names and that does not exist, each with its line.
    pub fn new(
        mut engagement: Engagement,
        file: &str,
        games: &[Game],
        systems: Vec<System>,
        mut packs: Vec<Pack>,
        hands_columns: Option<Columns>,
    ) -> Result<Self, SubjectError> {
        let mut errors = take_in_stated(&mut engagement, file, &mut packs);
        let law = Law::new(&engagement, file, &packs, hands_columns.as_ref(), &mut errors);
        let profile = profile(&engagement, file, &mut errors);
        match Subject::new(engagement, file, games, systems, hands_columns) {
            Ok(mut subject) if errors.is_empty() => {
                subject.decide_cuts(|table, rules, date| cuts(&law.packs, table, rules, date));
                Ok(Self { subject, law, profile })
            }
            Ok(_) => Err(SubjectError(errors)),
            Err(SubjectError(mut all)) => {
                all.append(&mut errors);
                Err(SubjectError(all))
            }
        }
    }
}

impl Scope {
    /// A record in words: `line 7 of the manager journal`.
    pub(crate) fn place(&self, kind: JournalKind, line: u32) -> String {
        format!("line {} of the {} journal", self.line(kind, line), kind.name())
    }

    /// The links of the engagement, each level of one by itself.
    pub(crate) fn links(&self) -> impl Iterator<Item = (LinkId, &Link)> {
        (0_u16..).map(LinkId).zip(&self.engagement.links)
    }

    /// The progressive system on which a link runs, where it is known.
    pub(crate) fn system_of(&self, link: &Link) -> Option<&System> {
        self.systems.iter().find(|system| system.id == link.system)
    }
}

/// Takes into the packs what the engagement says of the law; what contradicts them comes back, each with its place.
fn take_in_stated(engagement: &mut Engagement, file: &str, packs: &mut [Pack]) -> Vec<String> {
    let dates: Vec<Date> = engagement.days.iter().map(|day| day.date).collect();
    let mut used: Vec<&mut Pack> =
        packs.iter_mut().filter(|pack| engagement.packs.contains(&pack.id)).collect();
    let (confirmed, inspected) = (&mut engagement.confirmed, &mut engagement.inspected);
    let wrong = take_in(&mut used, confirmed, inspected, &dates);
    wrong.iter().map(|(line, why)| format!("{}: {why}", engagement.place_of(*line, file))).collect()
}

fn profile(engagement: &Engagement, file: &str, errors: &mut Vec<String>) -> Option<Standard> {
    let requested = engagement.randomness.as_ref()?;
    match standard::find(requested.profile.as_deref()?) {
        Ok(found) => Some(found),
        Err(e) => {
            let place = engagement.place_of(requested.line, file);
            errors.push(format!("{place}: [randomness] profile: {e}"));
            None
        }
    }
}
