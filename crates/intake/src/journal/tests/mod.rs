//! Journals in memory: helpers, and one file of tests for each subject.

mod arranged;
mod bank;
mod controller;
mod damage;
mod doubtful;
mod exchanged;
mod guessed;
mod hands;
mod header;
mod kinds;
mod layouts;
mod manager;
mod mapped;
mod nothing;
mod order;
mod records;
mod shuffler;

use super::*;
use crate::parse_engagement;
use feltproof_model::engagement::JournalEntry;
use feltproof_model::workpaper::InputSummary;
use feltproof_model::{BankEvent, ControllerEvent, ManagerEvent, ShufflerEvent};
use feltproof_model::{Engagement, HandRow, TableId, Timestamp};

pub(super) const HANDS: &str = "round,time,table,dealer,seat,cards,action,ante,super_bonus,play,queens_up,progressive,\
     ante_returned,super_bonus_returned,play_returned,queens_up_returned,progressive_returned,\
     envy_returned\n";
pub(super) const CONTROLLER: &str = "seq,time,table,round,event,seat,value,actor\n";
pub(super) const SHUFFLER: &str = "seq,time,table,round,event,packet,cards,value\n";
pub(super) const BANK: &str = "time,event,amount,balance,document,note\n";
pub(super) const MANAGER: &str = "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document,value\n";

/// An engagement with two tables, one link and one journal with these further keys.
pub(super) fn engagement(kind: &str, keys: &str) -> Engagement {
    let text = format!(
        "schema = 1\n[engagement]\nid = \"T\"\nproperty = \"Harbor\"\nlicence = \"67\"\n\
         location = \"Harbor\"\nprepared_for = \"audit\"\nprepared_by = \"lab\"\n\
         gaming_days = [\"2026-10-31\"]\ngaming_day_start = \"06:00\"\n\
         time_zone = \"America/Los_Angeles\"\npacks = []\n\
         [[table]]\nid = \"C4P-1\"\ngame = \"g\"\nseats = 6\nlink = \"HARBOR-1\"\n\
         [[table]]\nid = \"Tíjuana\"\ngame = \"g\"\nseats = 6\n\
         [[link]]\nid = \"HARBOR-1\"\nsystem = \"s\"\npaytable = \"p\"\nlocation = \"Harbor\"\n\
         level = \"grand\"\nunit = \"5\"\nexecutive_from = \"5000\"\n\
         approved = {{ seed = \"1\", contribution = \"1%\", reserve = \"1%\" }}\n\
         running = {{ seed = \"1\", contribution = \"1%\", reserve = \"1%\" }}\n\
         [[journal]]\nkind = \"{kind}\"\nfile = \"{kind}.csv\"\n{keys}\n"
    );
    parse_engagement(&text, "engagement.toml").unwrap()
}

/// The entry of a journal of hands.
pub(super) fn journal_entry() -> JournalEntry {
    engagement("hands", "").journals.remove(0)
}

/// Everything a journal gives, joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) hands: HandsBlock,
    pub(super) controller: Vec<ControllerEvent>,
    pub(super) manager: Vec<ManagerEvent>,
    pub(super) shuffler: Vec<ShufflerEvent>,
    pub(super) bank: Vec<BankEvent>,
    pub(super) problems: Vec<Problem>,
    pub(super) seen: u64,
    pub(super) columns: Columns,
    pub(super) summary: InputSummary,
}

impl Whole {
    /// The row at this place, on its own.
    #[track_caller]
    pub(super) fn row(&self, place: usize) -> HandRow {
        self.hands.rows.as_rows().iter().nth(place).unwrap()
    }
}

pub(super) fn read_sized(
    bytes: &[u8],
    engagement: &Engagement,
    block: usize,
    pieces: usize,
) -> Whole {
    read_all(JournalReader::with_sizes(bytes, engagement, 0, block, pieces).unwrap())
}

pub(super) fn read_all(mut reader: JournalReader<&[u8]>) -> Whole {
    let columns = reader.columns().clone();
    let (mut hands, mut controller, mut manager) = (HandsBlock::default(), vec![], vec![]);
    let (mut shuffler, mut bank) = (vec![], vec![]);
    let (mut problems, mut seen) = (vec![], 0);
    while let Some(mut block) = reader.next_block().unwrap() {
        let understood = match &block.records {
            Records::Hands(b) => b.rows.len(),
            Records::Controller(events) => events.len(),
            Records::Manager(events) => events.len(),
            Records::Shuffler(events) => events.len(),
            Records::Bank(events) => events.len(),
        };
        // Rows of a seat that are joined count each.
        assert!(block.records_seen >= (understood + block.problems.len()) as u64);
        seen += block.records_seen;
        problems.append(&mut block.problems);
        match block.records {
            Records::Hands(b) => hands.append(b),
            Records::Controller(mut events) => controller.append(&mut events),
            Records::Manager(mut events) => manager.append(&mut events),
            Records::Shuffler(mut events) => shuffler.append(&mut events),
            Records::Bank(mut events) => bank.append(&mut events),
        }
    }
    let summary = reader.finish();
    assert_eq!(summary.problems, problems.len() as u64);
    assert_eq!(summary.records + summary.problems, seen);
    Whole { hands, controller, manager, shuffler, bank, problems, seen, columns, summary }
}

pub(super) fn read(kind: &str, keys: &str, bytes: impl AsRef<[u8]>) -> Whole {
    read_sized(bytes.as_ref(), &engagement(kind, keys), 1 << 20, 4)
}

pub(super) fn header_error(kind: &str, bytes: impl AsRef<[u8]>) -> String {
    JournalReader::new(bytes.as_ref(), &engagement(kind, ""), 0).err().unwrap().to_string()
}

/// The one problem of a journal of one record after its header.
#[track_caller]
pub(super) fn problem(kind: &str, header: &str, record: impl AsRef<[u8]>) -> String {
    let text = [header.as_bytes(), record.as_ref(), b"\n"].concat();
    let whole = read(kind, "", text);
    assert_eq!((whole.problems.len(), whole.seen), (1, 1), "{whole:?}");
    assert_eq!(whole.problems[0].line, 2);
    assert_eq!(whole.problems[0].raw.as_bytes(), record.as_ref());
    whole.problems[0].reason.clone()
}

/// Seconds since 1970 of a local time of the property, by its offset.
pub(super) fn at(text: &str) -> Timestamp {
    match crate::zone::ZoneClock::new(&crate::Zone::new("UTC").unwrap())
        .read(text.as_bytes())
        .unwrap()
    {
        crate::zone::Reading::Once(time) => time,
        crate::zone::Reading::Twice { .. } => panic!("{text} has no offset"),
    }
}
