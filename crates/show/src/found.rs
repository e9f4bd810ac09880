//! The second reading: the audit itself, of which what concerns the wanted lines is kept.

use crate::records::{Content, RoundKey, each};
use crate::search::Search;
use feltproof_checks::{Audit, Scope, Step};
use feltproof_intake::{Block, JournalReader, ReadError};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Exception, HandRow, Locus, ManagerEvent, Problem, ShufflerEvent, TableId};
use feltproof_record::{ClosedRounds, Round, Subject, is_of_round};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::sync::Arc;

/// Records that name a wanted round and are not put together with it.
#[derive(Default)]
pub(crate) struct Beside {
    /// Reversals, reseeds and the like.
    pub manager: Vec<ManagerEvent>,
    /// What a shuffler dispensed for it; the round has it too, if it was dealt.
    pub shuffler: Vec<ShufflerEvent>,
}

/// A round on record.
pub(crate) struct WholeRound {
    pub(crate) round: Round,
    pub(crate) rows: Vec<HandRow>,
}

impl WholeRound {
    /// Where its records stand.
    pub(crate) fn lines(&self, subject: &Subject) -> Vec<Locus> {
        let at = |kind, line| subject.locus(kind, line);
        let Self { round, rows } = self;
        let hands = rows.iter().map(|row| at(JournalKind::Hands, row.line));
        let controller = round.controller.iter().map(|e| at(JournalKind::Controller, e.line));
        let manager = round.manager.iter().map(|e| at(JournalKind::Manager, e.line));
        let shuffler = round.dispensed.iter().map(|e| at(JournalKind::Shuffler, e.line));
        hands.chain(controller).chain(manager).chain(shuffler).collect()
    }
}

/// The check that finds a record under a wrong round number: one exception for each cause, so that all
/// of them are kept.
const WRONG_NUMBER: &str = "RND-001";

/// What an audit found at the wanted lines, and the rounds they belong to.
pub struct Found {
    pub(crate) scope: Arc<Scope>,
    pub(crate) search: Search,
    pub(crate) exceptions: BTreeMap<Locus, Vec<Exception>>,
    /// Records set aside, by journal and last line.
    problems: BTreeMap<(u16, u32), Problem>,
    rounds: Vec<WholeRound>,
    /// The round of each line, by its place in `rounds`.
    round_at: BTreeMap<Locus, usize>,
    /// The first round of each wanted number.
    named: BTreeMap<RoundKey, usize>,
    pub(crate) beside: BTreeMap<RoundKey, Beside>,
    /// Lines of rounds not yet put together that may be wanted.
    open: BTreeSet<Locus>,
}

impl Found {
    /// Audits, and keeps what concerns the lines of `search`. `readers` stand before the first record of each journal.
    ///
    /// # Errors
    /// When a journal cannot be read.
    pub fn read<R: Read + Send>(
        scope: Arc<Scope>,
        search: Search,
        readers: &mut [JournalReader<R>],
    ) -> Result<Self, ReadError> {
        let mut found = Self {
            scope: Arc::clone(&scope),
            search,
            exceptions: BTreeMap::new(),
            problems: BTreeMap::new(),
            rounds: Vec::new(),
            round_at: BTreeMap::new(),
            named: BTreeMap::new(),
            beside: BTreeMap::new(),
            open: BTreeSet::new(),
        };
        Audit::<()>::run(scope, readers, JournalReader::next_block, |step| {
            match step {
                Step::Block(block) => found.records(block),
                Step::Exceptions(exceptions) => found.exceptions(exceptions),
                Step::Rounds(rounds) => found.rounds(rounds),
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Keeps what a block holds of wanted rounds and lines.
    fn records(&mut self, block: &Block) {
        let journal = block.journal;
        for problem in &block.problems {
            let more = problem.raw.trim_end().matches('\n').count();
            let more = u32::try_from(more).expect("a record ends on a line of its file");
            let last = problem.line + more;
            let at = |line| Locus::Journal { journal, line };
            if self.search.near.range(at(problem.line)..=at(last)).next().is_some() {
                self.search.lines.insert(at(problem.line));
                self.problems.insert((journal, last), problem.clone());
            }
        }
        let scope = Arc::clone(&self.scope);
        each(&scope, block, |line, of, content| {
            let key = of.possible_round().filter(|key| self.search.wants(*key));
            self.open.extend(key.map(|_| Locus::Journal { journal, line }));
            let Some(key) = key.filter(|_| of.round().is_some()) else { return };
            match content {
                Content::Manager(e) if !is_of_round(e.kind) => {
                    let event = ManagerEvent { line: scope.line_of(journal, line), ..e.clone() };
                    self.beside.entry(key).or_default().manager.push(event);
                }
                Content::Shuffler(e) if self.search.rounds.contains(&key) => {
                    let event = ShufflerEvent { line: scope.line_of(journal, line), ..e.clone() };
                    self.beside.entry(key).or_default().shuffler.push(event);
                }
                // Its round or its meter has it.
                Content::OfRound | Content::Manager(_) | Content::Shuffler(_) => {}
            }
        });
    }

    fn exceptions(&mut self, found: Vec<Exception>) {
        for exception in found {
            let locus = exception.locus;
            // Which round a wrong number belongs to is known only when the round is put together.
            let may_be_wanted = exception.code == WRONG_NUMBER;
            if may_be_wanted || self.search.lines.contains(&locus) || self.open.contains(&locus) {
                self.exceptions.entry(locus).or_default().push(exception);
            }
        }
    }

    /// Keeps the wanted ones of rounds put together, and lets go of what is known of the others.
    fn rounds(&mut self, closed: &ClosedRounds) {
        for round in &closed.rounds {
            let key = (TableId(round.table), round.round, round.day);
            // A round may have records that name another number or day.
            if !self.search.wants(key) && !round.moved {
                continue;
            }
            let mut rows = Vec::new();
            round.copy_rows(&closed.rows, &mut rows);
            let whole = WholeRound { round: Round::clone(round), rows };
            let lines = whole.lines(&self.scope);
            let is_named = self.search.rounds.contains(&key) && !self.named.contains_key(&key);
            if is_named || lines.iter().any(|line| self.search.near.contains_key(line)) {
                let at = self.rounds.len();
                self.rounds.push(whole);
                self.open.extend(&lines);
                self.named.entry(key).or_insert(at);
                self.round_at.extend(lines.into_iter().map(|line| (line, at)));
                continue;
            }
            for line in lines.iter().filter(|line| !self.search.lines.contains(line)) {
                self.open.remove(line);
                self.exceptions.remove(line);
            }
        }
    }

    /// The round that a line belongs to, or names.
    pub(crate) fn round_of(&self, place: Locus, key: Option<RoundKey>) -> Option<&WholeRound> {
        let named = || self.named.get(&key?);
        self.round_at.get(&place).or_else(named).map(|at| &self.rounds[*at])
    }

    /// The record set aside that a line stands in.
    pub(crate) fn problem_at(&self, place: Locus) -> Option<&Problem> {
        let Locus::Journal { journal, line } = place else { return None };
        let (_, problem) = self.problems.range((journal, line)..=(journal, u32::MAX)).next()?;
        (problem.line <= line).then_some(problem)
    }

    /// The exceptions at a line, in the order of the checks.
    pub(crate) fn exceptions_at(&self, place: Locus) -> &[Exception] {
        self.exceptions.get(&place).map_or(&[], Vec::as_slice)
    }
}
