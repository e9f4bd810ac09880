//! The first reading: which round, which events of a meter or which section each wanted line belongs to.

use crate::records::{Content, Of, RoundKey, each};
use crate::section::Section;
use feltproof_intake::{Block, JournalReader, ReadError};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{LinkId, Locus, ManagerEvent};
use feltproof_record::Subject;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Read;

/// Events of a meter described before and after a line.
const NEAR: usize = 3;

/// What a line belongs to.
#[derive(Default)]
pub(crate) struct Near {
    /// A record was read there.
    pub is_record: bool,
    /// What its record is of.
    pub of: Of,
    /// For an event of the manager: it and those of the same link before and after it.
    pub meter: Vec<ManagerEvent>,
    /// For a line of the engagement file or of its house file: its section.
    pub section: Option<Section>,
}

/// The wanted lines with what they belong to.
#[derive(Default)]
pub struct Search {
    /// Each wanted line.
    pub(crate) near: BTreeMap<Locus, Near>,
    /// The rounds that they name.
    pub(crate) rounds: BTreeSet<RoundKey>,
    /// They and the lines beside them that are described with them.
    pub(crate) lines: BTreeSet<Locus>,
}

impl Search {
    /// Looks for what `places` belong to. `texts` are those of the engagement file and of the house file that
    /// it extends (or nothing); `readers` stand before the first record of each journal and are read as far as needed.
    ///
    /// # Errors
    /// When a journal cannot be read.
    pub fn new<R: Read>(
        subject: &Subject,
        texts: [&str; 2],
        readers: &mut [JournalReader<R>],
        places: &[Locus],
    ) -> Result<Self, ReadError> {
        let near = places.iter().map(|place| (*place, Near::default()));
        let mut search = Self { near: near.collect(), ..Self::default() };
        let mut last = vec![None; readers.len()];
        for (place, near) in &mut search.near {
            match *place {
                Locus::Engagement { line } => near.section = Section::of(texts, line),
                Locus::Journal { journal, line } => last[usize::from(journal)] = Some(line),
            }
        }
        for (reader, last) in readers.iter_mut().zip(last) {
            let Some(last) = last else { continue };
            let mut meters = Meters::default();
            // Where rows were put in order, a line that is wanted may come after later ones.
            let is_in_order =
                |journal: u16| subject.engagement.journals[usize::from(journal)].lines.is_none();
            while let Some(block) = reader.next_block()? {
                let passed = search.take_in(subject, &block, &mut meters);
                if passed > last && meters.open.is_empty() && is_in_order(block.journal) {
                    break;
                }
            }
        }
        for (place, near) in &search.near {
            search.rounds.extend(near.of.possible_round());
            search.lines.insert(*place);
            let meter = near.meter.iter().map(|e| subject.locus(JournalKind::Manager, e.line));
            search.lines.extend(meter);
            let section = near.section.iter().flat_map(Section::numbers);
            search.lines.extend(section.map(|line| Locus::Engagement { line }));
        }
        Ok(search)
    }

    /// Takes in a block; gives the last line read.
    fn take_in(&mut self, subject: &Subject, block: &Block, meters: &mut Meters) -> u32 {
        let journal = block.journal;
        let mut passed = block.problems.last().map_or(0, |problem| problem.line);
        each(subject, block, |line, of, content| {
            passed = passed.max(line);
            if let Content::Manager(event) = content {
                let event = ManagerEvent { line: subject.line_of(journal, line), ..event.clone() };
                meters.event(&event, subject, &mut self.near);
            }
            if let Some(near) = self.near.get_mut(&Locus::Journal { journal, line }) {
                (near.is_record, near.of) = (true, of);
            }
        });
        passed
    }

    /// True when a round of this key may be, or may be part of, one that is wanted: a round under way
    /// when the gaming day changes has records in both days.
    pub(crate) fn wants(&self, (table, number, day): RoundKey) -> bool {
        let (before, after) = (day.max(1) - 1, day.checked_add(1).unwrap_or(day));
        self.rounds.range((table, number, before)..=(table, number, after)).next().is_some()
    }
}

/// The events of each link beside wanted lines.
#[derive(Default)]
struct Meters {
    /// The latest of each link.
    latest: BTreeMap<LinkId, VecDeque<ManagerEvent>>,
    /// Lines to which events are still to be added: line, link, how many.
    open: Vec<(u32, LinkId, usize)>,
}

impl Meters {
    /// Takes in the next event, and adds it to the wanted lines that it is near to.
    fn event(
        &mut self,
        event: &ManagerEvent,
        subject: &Subject,
        wanted: &mut BTreeMap<Locus, Near>,
    ) {
        let at = |line| subject.locus(JournalKind::Manager, line);
        for (line, _, left) in self.open.iter_mut().filter(|(_, link, _)| *link == event.link) {
            if let Some(near) = wanted.get_mut(&at(*line)) {
                near.meter.push(event.clone());
            }
            *left -= 1;
        }
        self.open.retain(|(_, _, left)| *left > 0);
        let latest = self.latest.entry(event.link).or_default();
        if let Some(near) = wanted.get_mut(&at(event.line)) {
            near.meter.extend(latest.iter().cloned());
            near.meter.push(event.clone());
            self.open.push((event.line, event.link, NEAR));
        }
        latest.push_back(event.clone());
        if latest.len() > NEAR {
            latest.pop_front();
        }
    }
}
