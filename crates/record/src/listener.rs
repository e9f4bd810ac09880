//! Who hears what the record says: each fact once, in the order of the record.

use crate::award::Award;
use crate::bank::BankFact;
use crate::documents::DocumentUse;
use crate::meter::{Lag, MeterEvent, Overflowed};
use crate::reductions::ReasonedChange;
use crate::reversals::Reversal;
use crate::sequence::JournalRecord;
use crate::tie_out::TieOut;
use feltproof_model::ShufflerEvent;

/// Hears every fact as the journals are followed, and at their end.
pub trait Listener {
    /// What the order of a journal says about a record.
    fn record(&mut self, record: &JournalRecord<'_>);
    /// An event of a meter, with the meter as kept before and after it.
    fn meter(&mut self, event: &MeterEvent<'_>);
    /// A record of a shuffler.
    fn shuffler(&mut self, record: &ShufflerRecord<'_>);
    /// An award, or a hand that should have one; at the end.
    fn award(&mut self, award: &Award);
    /// A reversal, or what should have been reversed; at the end.
    fn reversal(&mut self, reversal: &Reversal);
    /// A reduction by hand whose reason claims a fact; at the end.
    fn reasoned_change(&mut self, change: &ReasonedChange<'_>);
    /// What the limits of links passed on to the meter of another; at the end.
    fn overflow(&mut self, overflow: &Overflowed<'_>);
    /// An approval of a later date under which wagers were counted in; at the end.
    fn lag(&mut self, lag: &Lag<'_>);
    /// A use of a number of a series of documents; at the end.
    fn document(&mut self, document: &DocumentUse<'_>);
    /// What the bank account of the prizes tells; at the end.
    fn bank(&mut self, fact: &BankFact<'_>);
    /// A figure of a daily record beside what the journals say; at the end.
    fn tie_out(&mut self, tie_out: &TieOut<'_>);
}

/// One deck, packet, mode or fault of a shuffler.
#[derive(Clone, Copy, Debug)]
pub struct ShufflerRecord<'a> {
    /// The record.
    pub event: &'a ShufflerEvent,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// For a packet, the cards of the packets of its deck before it, as a mask of card numbers.
    pub before: u64,
    /// Records are missing before it, or could not be read: of which table, and what stood in them, is
    /// not known.
    pub after_gap: bool,
}
