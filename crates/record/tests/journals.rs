//! Journals as text, followed to their end on one thread, and what a listener heard meanwhile.

use feltproof_engine::{RoundState, SettledHand, builtin_games, builtin_systems};
use feltproof_intake::{Block, JournalReader, parse_engagement};
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{HandRow, Money, Registers, Seat, Wager};
use feltproof_record::{
    Award, BankFact, ClosedRounds, DocumentUse, Follower, JournalRecord, Lag, Listener, MeterEvent,
    Overflowed, ReasonedChange, Register, Reversal, ShufflerRecord, Subject, TieOut, settled_round,
};

/// Table T1 feeds link L1 by a fifth of every wager and a twentieth for its reserve; T2 feeds none.
const ENGAGEMENT: &str = include_str!("engagement.toml");

/// A round as it came back, with what each wager is owed.
#[derive(Debug)]
pub(crate) struct HeardRound {
    pub(crate) table: u16,
    pub(crate) day: u16,
    pub(crate) round: u32,
    pub(crate) repeated: bool,
    pub(crate) is_void: bool,
    pub(crate) seats: Vec<Seat>,
    pub(crate) controller: Vec<&'static str>,
    pub(crate) manager: Vec<&'static str>,
    /// What every staked wager of every row is owed, where the record decides it.
    pub(crate) owed: Vec<(Seat, Wager, Option<Money>)>,
    /// Whether a record of it may be missing in the hands journal.
    pub(crate) may_lack_hands: bool,
}

/// An event of a meter: the display and reserve as kept after it, and those recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeardMeter {
    pub(crate) line: u32,
    pub(crate) kept: (Money, Money),
    pub(crate) recorded: (Money, Money),
    /// Least and most that a reseed should have added.
    pub(crate) reseed: Option<(Money, Money)>,
    pub(crate) is_open_question: bool,
}

/// What was heard.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) rounds: Vec<HeardRound>,
    pub(crate) meters: Vec<HeardMeter>,
    /// Journal, line and fact, but for times and numbers of every record.
    pub(crate) facts: Vec<(u16, u32, String)>,
    pub(crate) awards: Vec<Award>,
    /// How many records each journal read, by their times.
    pub(crate) timed: u64,
    pub(crate) documents: Vec<String>,
    pub(crate) gaps: Vec<String>,
    pub(crate) reconciled: Vec<MeterReconciliation>,
    pub(crate) registers: Registers,
}

impl Listener for Heard {
    fn record(&mut self, record: &JournalRecord<'_>) {
        use feltproof_record::RecordFact::{Number, RoundStart, Time};
        match record.fact {
            Time { records, .. } => self.timed += records,
            Number | RoundStart { .. } => {}
            fact => self.facts.push((record.journal, record.line, format!("{fact:?}"))),
        }
    }

    fn meter(&mut self, event: &MeterEvent<'_>) {
        let recorded = event.event;
        self.meters.push(HeardMeter {
            line: recorded.line,
            kept: (event.after.display, event.after.reserve),
            recorded: (recorded.display, recorded.reserve),
            reseed: event.reseed_owed.map(|owed| (owed.least, owed.most)),
            is_open_question: event.hole.is_some(),
        });
    }

    fn shuffler(&mut self, _: &ShufflerRecord<'_>) {}

    fn award(&mut self, award: &Award) {
        self.awards.push(award.clone());
    }

    fn reversal(&mut self, _: &Reversal) {}

    fn reasoned_change(&mut self, _: &ReasonedChange<'_>) {}

    fn overflow(&mut self, _: &Overflowed<'_>) {}

    fn lag(&mut self, _: &Lag<'_>) {}

    fn document(&mut self, document: &DocumentUse<'_>) {
        self.documents.push(format!("{} {:?}", document.number, document.missing));
    }

    fn bank(&mut self, _: &BankFact<'_>) {}

    fn tie_out(&mut self, _: &TieOut<'_>) {}
}

impl Heard {
    fn rounds(&mut self, subject: &Subject, closed: &ClosedRounds, register: &mut Register) {
        let (mut rows, mut hands): (Vec<HandRow>, Vec<SettledHand>) = (Vec::new(), Vec::new());
        for round in &closed.rounds {
            round.copy_rows(&closed.rows, &mut rows);
            let settled = settled_round(subject, round, &rows, &mut hands);
            register.note(&settled);
            let owed = rows.iter().enumerate().flat_map(|(at, row)| {
                let staked = Wager::ALL.into_iter().filter(|wager| !row.stake[*wager].is_zero());
                staked.map(move |wager| (at, row.seat, wager))
            });
            self.rounds.push(HeardRound {
                table: round.table,
                day: round.day,
                round: round.round,
                repeated: round.repeated,
                is_void: settled.outcome.state == RoundState::Void,
                seats: rows.iter().map(|row| row.seat).collect(),
                controller: round.controller.iter().map(|e| e.kind.name()).collect(),
                manager: round.manager.iter().map(|e| e.kind.name()).collect(),
                owed: owed
                    .map(|(at, seat, wager)| (seat, wager, settled.owed(at, wager)))
                    .collect(),
                may_lack_hands: settled.holes.hands.is_some(),
            });
        }
    }

    /// The rounds by table, day and number.
    pub(crate) fn keys(&self) -> Vec<(u16, u16, u32)> {
        self.rounds.iter().map(|round| (round.table, round.day, round.round)).collect()
    }

    /// The facts of a name, by line.
    pub(crate) fn facts_of(&self, name: &str) -> Vec<u32> {
        let named = self.facts.iter().filter(|(.., fact)| fact.starts_with(name));
        named.map(|(_, line, _)| *line).collect()
    }
}

/// Journals with the lines of their records; times of the day stand for those of the first gaming day.
pub(crate) struct Journals {
    engagement: String,
    texts: Vec<String>,
}

impl Journals {
    pub(crate) fn new() -> Self {
        Self { engagement: ENGAGEMENT.to_owned(), texts: Vec::new() }
    }

    /// The engagement with something else in place of what stands there once.
    pub(crate) fn with(mut self, old: &str, new: &str) -> Self {
        assert!(self.engagement.contains(old), "`{old}`");
        self.engagement = self.engagement.replace(old, new);
        self
    }

    /// One journal more, of a kind, by its header and its records.
    pub(crate) fn and(mut self, kind: &str, header: &str, records: &[impl AsRef<str>]) -> Self {
        let file = self.texts.len();
        self.engagement +=
            &format!("\n[[journal]]\nkind = \"{kind}\"\nfile = \"{kind}-{file}.csv\"\n");
        let columns: Vec<&str> = header.split(',').collect();
        let time = columns.iter().position(|column| *column == "time").unwrap();
        let mut text = format!("{header}\n");
        for record in records {
            let mut fields: Vec<String> = record.as_ref().split(',').map(str::to_owned).collect();
            fields.resize(columns.len(), String::new());
            if fields[time].len() == 8 {
                fields[time] = format!("2026-06-15T{}", fields[time]);
            }
            text += &(fields.join(",") + "\n");
        }
        self.texts.push(text);
        self
    }

    /// More of the last journal's entry.
    pub(crate) fn declared(mut self, more: &str) -> Self {
        self.engagement += &format!("{more}\n");
        self
    }

    pub(crate) fn hands(self, records: &[impl AsRef<str>]) -> Self {
        let header = "round,time,table,dealer,seat,cards,action,ante,ante_returned,play,play_returned,super_bonus,\
                      super_bonus_returned,progressive";
        self.and("hands", header, records)
    }

    pub(crate) fn controller(self, records: &[impl AsRef<str>]) -> Self {
        self.and("controller", "seq,time,table,round,event,seat,value,actor", records)
    }

    pub(crate) fn manager(self, records: &[impl AsRef<str>]) -> Self {
        let header = "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document";
        self.and("manager", header, records)
    }

    /// Follows the journals to their end.
    pub(crate) fn follow(self) -> Heard {
        let engagement = parse_engagement(&self.engagement, "record.toml").unwrap();
        let reader = |at: usize| {
            JournalReader::new(self.texts[at].as_bytes(), &engagement, u16::try_from(at).unwrap())
        };
        let mut readers: Vec<_> = (0..self.texts.len()).map(|at| reader(at).unwrap()).collect();
        let of_hands = engagement.journals.iter().position(|j| j.kind.name() == "hands");
        let columns = of_hands.map(|at| readers[at].columns().clone());
        let games = builtin_games();
        let subject =
            Subject::new(engagement.clone(), "record.toml", &games, builtin_systems(), columns);
        let subject = subject.unwrap();
        let mut follower = Follower::new(&subject);
        let (mut heard, mut register) = (Heard::default(), Register::default());
        let mut ahead: Vec<Option<Block>> =
            readers.iter_mut().map(|reader| reader.next_block().unwrap()).collect();
        follower.begin(&subject, &mut ahead);
        while let Some(behind) = follower.wants() {
            let journal = follower.wants_before(&subject, behind, &ahead).unwrap_or(behind);
            let at = usize::from(journal);
            let Some(block) = ahead[at].take() else {
                follower.end_of(&subject, &mut heard, journal);
                continue;
            };
            let closed = follower.follow(&subject, &mut heard, block);
            ahead[at] = readers[at].next_block().unwrap();
            follower.set_right(&subject, &mut ahead[at]);
            heard.rounds(&subject, &closed, &mut register);
            follower.recycle(closed);
        }
        let closed = follower.close_all(&subject, &mut heard);
        heard.rounds(&subject, &closed, &mut register);
        follower.settle_up(&subject, register, &mut heard);
        heard.gaps = follower.gaps(&subject);
        heard.reconciled = follower.reconciliations(&subject);
        heard.registers = follower.registers(&subject);
        heard
    }
}

/// Dollars as a journal writes them.
pub(crate) fn money(text: &str) -> Money {
    Money::parse(text.as_bytes()).unwrap()
}

/// A time of the first gaming day so many seconds after ten, as a journal writes it.
pub(crate) fn clock(seconds: u32) -> String {
    let at = 10 * 3_600 + seconds;
    format!("{:02}:{:02}:{:02}", at / 3_600, at / 60 % 60, at % 60)
}
