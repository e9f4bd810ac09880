//! What is known of a canonical column, and the columns that several kinds of journals have.

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Any text.
    Text,
    /// The name of a person or a thing, of which there are few.
    Name,
    /// A whole number within these bounds.
    Whole {
        least: u64,
        most: u64,
    },
    Time,
    Money,
    Cards,
}

/// Whether a journal needs a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Every header has it, and every profile gives it.
    Needed,
    /// Every header has it. What a profile does not give is empty.
    MayBeEmpty,
    /// A header may lack it. What is not given is empty.
    MayBeAbsent,
    /// A header may lack it, and the journal is known to lack it then.
    Noted,
}

type List = &'static [&'static str];

/// The words of a column that has a list of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) list: List,
    /// Further spellings, without capitals and signs, each with its word: `jpot=j_pot`.
    spelled: &'static str,
    /// No other word is read.
    pub(crate) is_closed: bool,
}

impl Words {
    /// Further spellings, each with its word.
    pub(crate) fn spelled(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.spelled.split_whitespace().filter_map(|pair| pair.split_once('='))
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) value: Value,
    pub(crate) presence: Presence,
    pub(crate) words: Option<Words>,
    /// What exports call it, in lower case, short forms written out: `seat|seat number`. Two lists.
    pub(super) called: [&'static str; 2],
    /// Who looks at an export is shown that it is not there.
    pub(crate) is_missed: bool,
}

impl Column {
    /// One that every record needs.
    pub(super) const fn new(value: Value) -> Self {
        let (presence, is_missed) = (Presence::Needed, false);
        Self { name: "", value, presence, words: None, called: [""; 2], is_missed }
    }

    pub(super) const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    pub(super) const fn called(mut self, called: &'static str) -> Self {
        self.called[0] = called;
        self
    }

    const fn called_too(mut self, called: &'static str) -> Self {
        self.called[1] = called;
        self
    }

    pub(super) const fn may_be_empty(mut self) -> Self {
        self.presence = Presence::MayBeEmpty;
        self
    }

    pub(super) const fn may_be_absent(mut self) -> Self {
        self.presence = Presence::MayBeAbsent;
        self
    }

    pub(super) const fn noted(mut self) -> Self {
        self.presence = Presence::Noted;
        self
    }

    pub(super) const fn missed(mut self) -> Self {
        self.is_missed = true;
        self
    }

    /// Only these words are read.
    pub(super) const fn only(mut self, list: List, spelled: &'static str) -> Self {
        self.words = Some(Words { list, spelled, is_closed: true });
        self
    }

    /// Some words mean what this list says.
    pub(super) const fn knows(mut self, list: List) -> Self {
        self.words = Some(Words { list, spelled: "", is_closed: false });
        self
    }

    /// A header must have it.
    pub(crate) const fn is_in_every_header(&self) -> bool {
        matches!(self.presence, Presence::Needed | Presence::MayBeEmpty)
    }

    /// A profile need not give it: it is empty then.
    pub(crate) const fn is_filled(&self) -> bool {
        matches!(self.presence, Presence::MayBeEmpty | Presence::MayBeAbsent)
    }
}

pub(super) const SEQ: Column = Column::new(Value::Whole { least: 0, most: u64::MAX }).called(
    "sequence|sequence number|record number|record id|event number|event id|entry number|entry id|\
     log number|log id|transaction number|transaction id",
);

pub(super) const TIME: Column = Column::new(Value::Time).called(
    "time|timestamp|time stamp|date time|time date|date and time|event time|event date time|\
     round time|game time|settled at|logged at|recorded at|played at|occurred at|local time|when|ts",
);

pub(super) const TABLE: Column =
    Column::new(Value::Name).called("table|table number|table id|table name");

pub(super) const ROUND: Column = Column::new(Value::Whole { least: 1, most: 4_294_967_295 })
    .called("round|round number|round id|game number|game id|hand id|deal number|coup number|coup");

pub(super) const SEAT: Column = Column::new(Value::Text)
    .called(
        "seat|seat number|seat id|position|position number|spot|spot number|box|box number|\
         player position|seat position",
    )
    .only(&SEATS, "");

pub(super) const CARDS: Column =
    Column::new(Value::Cards).called("cards|hand|hand cards|cards dealt|player cards");

pub(super) const EVENT: Column = Column::new(Value::Text)
    .called("event|event type|event name|event description|type|transaction type");

pub(super) const VALUE: Column = Column::new(Value::Text)
    .called("value|data|detail|details|event data|event detail|event details")
    .may_be_empty();

pub(super) const DOCUMENT: Column = Column::new(Value::Text)
    .called("document|document number|document id|form number|slip number")
    .missed();

pub(super) const AMOUNT: Column =
    Column::new(Value::Money).called("amount|event amount|transaction amount");

pub(super) const DEALER: Column = Column::new(Value::Name)
    .called(
        "dealer|dealer id|dealer number|dealer name|dealer badge|employee|employee id|\
         employee number|badge|badge number|badge id",
    )
    .may_be_empty()
    .missed();

/// Who did something: a dealer by all names, and others.
pub(super) const ACTOR: Column =
    DEALER.called_too("actor|user|user id|operator|operator id|staff|staff id|card holder");

/// All seats, as a canonical journal writes them.
pub(crate) const SEATS: [&str; 20] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "D", "B", "B1", "B2", "B3", "B4", "B5", "B6",
    "B7", "B8", "B9",
];
