//! What left a shuffler, and its decks and packets counted in the order of its journal.

use super::runs::Chain;
use feltproof_model::{ShufflerEvent, ShufflerKind, Timestamp};
use feltproof_stats::deal::{Layout, Options, PACKETS_MAX};

/// One record of a shuffler journal for the tests of randomness.
#[derive(Clone, Debug)]
pub(crate) struct Dispensed {
    /// The table; `None` for what concerns all of them.
    pub(super) table: Option<u16>,
    pub(super) day: u16,
    pub(super) round: Option<u32>,
    pub(super) time: Timestamp,
    pub(super) what: What,
}

/// What a record is of.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A deck, in order.
    Deck(Box<[u8]>),
    /// A packet by its number.
    Packet(u8, Box<[u8]>),
    /// A mode, a fault, or records that are missing: what follows has nothing before it.
    Break,
}

impl Dispensed {
    pub(crate) fn of(day: u16, event: &ShufflerEvent) -> Self {
        let cards = || event.cards.iter().map(|card| card.number()).collect();
        let what = match event.kind {
            ShufflerKind::Deck => What::Deck(cards()),
            ShufflerKind::Packet => What::Packet(event.packet, cards()),
            ShufflerKind::Mode | ShufflerKind::Fault => What::Break,
        };
        let (round, time) = (event.round, event.time);
        Self { table: Some(event.table.0), day, round, time, what }
    }

    /// Records of any table are missing here.
    pub(crate) fn gap() -> Self {
        let time = Timestamp::EARLIEST;
        Self { table: None, day: 0, round: None, time, what: What::Break }
    }

    /// The round that this is of, by its gaming day.
    pub(super) fn of_round(&self) -> Option<(u16, u32)> {
        self.round.map(|round| (self.day, round))
    }
}

impl Chain {
    /// The next deck. What is no deck is kept as a fault, breaks the chain, and is STA-001's.
    pub(super) fn push_deck(&mut self, record: &Dispensed, cards: &[u8]) {
        let now = record.of_round();
        self.go_on(now);
        self.runs.push(now);
        let _ = self.deals.push_deck(cards);
    }
}

/// The packets of one shuffler, deck by deck.
#[derive(Clone)]
pub(super) struct PacketSource {
    pub(super) chain: Chain,
    /// Decks left out, since their packets are not all of one size.
    pub(super) uneven: u64,
    in_order: bool,
    /// The deck under way: its round, the number of its last packet, the sizes, the cards.
    of: Option<(u16, u32)>,
    number: u8,
    sizes: Vec<u8>,
    cards: Vec<u8>,
}

impl PacketSource {
    /// `None` only for a lag that cannot be.
    pub(super) fn new(lag: usize, in_order: bool) -> Option<Self> {
        let chain = Chain::new(lag, Options::cards_52())?;
        let (sizes, cards) = (Vec::new(), Vec::new());
        Some(Self { chain, uneven: 0, in_order, of: None, number: 0, sizes, cards })
    }

    pub(super) fn push(&mut self, record: &Dispensed, number: u8, cards: &[u8]) {
        let now = record.of_round();
        if self.number != 0 && (now != self.of || number <= self.number) {
            self.flush();
        }
        if self.number.checked_add(1) != Some(number) {
            // A packet is missing: those that are there are not the first of their deck.
            self.chain.deals.break_chain();
            self.sizes.push(0);
        }
        (self.of, self.number) = (now, number);
        self.sizes.push(u8::try_from(cards.len()).expect("a packet holds a deck at most"));
        self.cards.extend_from_slice(cards);
    }

    pub(super) fn break_chain(&mut self) {
        self.flush();
        self.chain.break_off();
    }

    /// Counts the deck under way.
    pub(super) fn flush(&mut self) {
        if self.number == 0 {
            return;
        }
        self.chain.go_on(self.of);
        match self.layout() {
            Some(layout) => {
                self.chain.runs.push(self.of);
                let _ = self.chain.deals.push(layout, &self.cards, &[]);
            }
            None => {
                self.uneven += 1;
                self.chain.deals.break_chain();
            }
        }
        self.number = 0;
        self.sizes.clear();
        self.cards.clear();
    }

    fn layout(&self) -> Option<Layout> {
        let (last, others) = self.sizes.split_last()?;
        let size = *others.first().unwrap_or(last);
        let packets = u8::try_from(self.sizes.len()).ok().filter(|n| *n <= PACKETS_MAX)?;
        let even = size > 0 && *last > 0 && others.iter().all(|s| *s == size);
        let layout = Layout::packets(packets, size).with_last(*last);
        even.then(|| if self.in_order { layout.in_order() } else { layout })
    }
}
