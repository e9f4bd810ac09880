//! A hole in a journal: where a record may be missing, and how that is known, in words for a report.

use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{HAND_BUTTONS, TableId};
use std::fmt;

/// Where a record may be missing, and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    pub(crate) journal: JournalKind,
    pub(crate) why: Why,
    /// First and last line that show it.
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// How it is known that a record may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Records that could not be read.
    Unreadable,
    /// Numbers that are missing.
    Missing,
    /// Numbers that step back: what stood between is elsewhere.
    StepsBack,
    /// Records of another time: what stood there is elsewhere.
    Moved,
    /// Records whose times are out of line.
    Clock,
    /// A record that stands so late that its round was judged without it.
    Late,
    /// The round before lacks the hand that its players play against.
    Unfinished,
    /// The journal begins later.
    Begins,
    /// It ends before.
    Ends,
    /// Nothing in it could be read so far.
    Empty,
    /// It told of nothing of a sort so far, and may not record it at all.
    Never(Never),
    /// Nothing would tell of a record that is missing.
    Unnumbered,
    /// An adjustment that does not say what it reverses: it may be the record that is missed.
    Unexplained,
    /// A progressive wager of which the record does not decide what it wins.
    Undetermined,
    /// An adjustment that names no document.
    Undocumented,
    /// A fault, of which no journal says how far it moved the meter.
    Faulted,
    /// A record by which an account may stand too low: what it took, or what was not counted in.
    Lowered,
    /// Settings that no approval has.
    Unapproved,
    /// What another link passes on of its overflow.
    Overflowed,
    /// What a record refers to is of a day that is not audited.
    SetAside,
    /// What stood before the record is not known: no report of the engagement before is given.
    NotCarried,
    /// Days between that are not audited, of which nothing is on record.
    OtherDays,
}

/// What a journal told nothing of so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Never {
    /// The table.
    Indicated,
    /// A lit sensor of the table.
    Lit,
    /// A wager of the link.
    Counted,
    /// A wager of one table of it.
    CountedOf(TableId),
    /// END GAME at the table.
    Ended,
    /// A hand button of the table.
    Button,
    /// A second press of one.
    Undone,
    /// A hand button of a tray pay at the table.
    TrayButton,
    /// Who made a step of some kind.
    Named,
    /// Somebody of the staff list who made a step of one kind.
    Listed(Named),
}

/// Steps of which one check asks who made them: a system may name people by kind (a card's number).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// Who held a card.
    Card,
    /// Who made an adjustment.
    Adjustment,
}

impl Named {
    pub(crate) const COUNT: usize = 2;
}

impl Never {
    fn in_words(self, subject: &Subject) -> String {
        let what = match self {
            Self::Indicated => "said nothing of the table",
            Self::Lit => "named no lit sensor of the table",
            Self::Counted => "counted in no wager of the link",
            Self::CountedOf(table) => {
                return format!("counted in no wager of table {}", subject.table(table).id);
            }
            Self::Ended => "ended no round of the table",
            Self::Button => "named no hand button of the table",
            Self::Undone => "named no hand button of the table that was pressed a second time",
            Self::TrayButton => "named no hand button of a tray pay at the table",
            Self::Named => "named nobody who made a step of this kind",
            Self::Listed(step) => {
                let did = match step {
                    Named::Card => "held a card",
                    Named::Adjustment => "made an adjustment",
                };
                return format!(
                    "named nobody of the staff list, by `id` or `name` of [[staff]], who {did},"
                );
            }
        };
        what.to_owned()
    }
}

impl Hole {
    pub(crate) const fn at(journal: JournalKind, why: Why, line: u32) -> Self {
        Self { journal, why, first: line, last: line }
    }

    /// Of wagers that were not counted in so far.
    pub(crate) const fn uncounted(what: Never) -> Self {
        Self::at(JournalKind::Manager, Why::Never(what), 0)
    }

    /// The hole in words.
    pub fn of<'a>(&self, subject: &'a Subject) -> HoleOf<'a> {
        HoleOf { hole: *self, subject }
    }
}

/// A hole in the journals of an engagement, in words.
#[derive(Clone, Copy)]
pub struct HoleOf<'a> {
    hole: Hole,
    subject: &'a Subject,
}

impl fmt::Display for HoleOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hole { journal, why, first, last } = self.hole;
        let is_one = first == last;
        let number = |line| self.subject.line(journal, line);
        let (journal, first, last) = (journal.name(), number(first), number(last));
        let line = format!("line {first} of the {journal} journal");
        let lines = match is_one {
            true => line.clone(),
            false => format!("lines {first} to {last} of the {journal} journal"),
        };
        match why {
            Why::Unreadable => write!(f, "{lines} could not be read"),
            Why::Missing => write!(f, "records are missing before {line}"),
            Why::StepsBack => {
                write!(f, "the numbers of the {journal} journal step back at line {first}")
            }
            Why::Moved => write!(f, "records of another time begin or end at {line}"),
            Why::Clock => write!(f, "times are out of line in {lines}"),
            Why::Late => write!(f, "{line} stands long after its round"),
            Why::Unfinished => write!(f, "the round before {line} is not whole"),
            Why::Begins => {
                write!(f, "the record of the {journal} journal begins only with line {first}")
            }
            Why::Ends => write!(f, "the {journal} journal ends with line {last}"),
            Why::Empty => write!(f, "no record of the {journal} journal could be read"),
            Why::Never(what) => {
                let what = what.in_words(self.subject);
                write!(f, "the {journal} journal has {what} up to there")
            }
            Why::Unnumbered => write!(
                f,
                "the {journal} journal has no running numbers, which would tell that a record is missing"
            ),
            Why::SetAside => write!(
                f,
                "what {line} refers to is of a day that is not audited, and was set aside"
            ),
            Why::NotCarried => write!(
                f,
                "no report of the engagement before is named in [previous], which would say how the account stood"
            ),
            Why::OtherDays => {
                write!(
                    f,
                    "the days just before {line} are not audited, and nothing of them is on record"
                )
            }
            Why::Undocumented => write!(f, "the adjustment of {line} names no document"),
            Why::Faulted => {
                write!(f, "{line} reports a fault, and no journal says how far it moved the meter")
            }
            Why::Lowered => write!(f, "by {line} the meter may stand too low"),
            Why::Unapproved => {
                write!(f, "settings that no approval has were in force before {line}")
            }
            Why::Overflowed => {
                write!(f, "another link passes its overflow on to the meter of {line}")
            }
            Why::Undetermined => {
                write!(f, "what the progressive wager of {line} won is not decided")
            }
            Why::Unexplained => {
                write!(f, "the adjustment of {line} lacks its reason, table or round")
            }
        }
    }
}

/// Which hand buttons were pressed at a table, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Buttons(u16);

impl Buttons {
    fn bit(hand: &str) -> u16 {
        let place = HAND_BUTTONS.iter().position(|button| *button == hand);
        place.map_or(0, |place| 1 << place)
    }

    pub(crate) fn has(self, hand: &str) -> bool {
        self.0 & Self::bit(hand) != 0
    }

    pub(crate) fn press(&mut self, hand: &str) {
        self.0 |= Self::bit(hand);
    }
}

impl RoundHoles {
    /// Where the hand button of a tray pay may be missing: it was not at its table so far.
    pub fn of_button(&self, hand: &str) -> Option<Hole> {
        self.tray_buttons.filter(|_| !self.pressed.has(hand))
    }

    /// Where coin-in of a round may be missing: in a hole of the record, or, where none of the round is on
    /// record, where no wager of its link was counted in so far, or none of its table and the meter was not
    /// seen to join up without it. `is_first` of the first meter that the table feeds.
    pub fn of_coin_in(&self, is_first: bool, is_on_record: bool) -> Option<Hole> {
        let never = if is_first { self.uncounted } else { self.uncounted_further };
        self.coin_ins.or(never.filter(|_| !is_on_record))
    }

    /// Of a round whose first record, of this line, came after the others were judged: those may stand there.
    pub(crate) fn of_late(journal: JournalKind, line: u32) -> Self {
        let hole = Some(Hole::at(journal, Why::Late, line));
        Self {
            hands: hole,
            controller: hole,
            manager: hole,
            coin_ins: hole,
            shuffler: hole,
            mode: hole,
            sensors: hole,
            uncounted: hole,
            uncounted_further: hole,
            unended: hole,
            no_button: hole,
            not_undone: hole,
            strangers: hole,
            tray_buttons: hole,
            pressed: Buttons::default(),
            actors: hole,
        }
    }
}

/// The holes in which a record of one round may stand, by journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundHoles {
    /// Of the hands journal: a hand may be missing, or where it has none, all of them.
    pub hands: Option<Hole>,
    /// Of the controller journal.
    pub controller: Option<Hole>,
    /// Of the manager journal.
    pub manager: Option<Hole>,
    /// The same for coin-ins: that it says nothing of a table is none.
    pub(crate) coin_ins: Option<Hole>,
    /// Of the shuffler journal, at a table of which it tells.
    pub shuffler: Option<Hole>,
    /// Before the first event of the controller journal: the mode of the shuffler may have been set there.
    pub mode: Option<Hole>,
    /// Sensors may not be recorded at all: none of its table was ever lit so far.
    pub sensors: Option<Hole>,
    /// Hand buttons of tray pays may not be pressed or recorded at all, but for those that were at its table so far.
    pub(crate) tray_buttons: Option<Hole>,
    pub(crate) pressed: Buttons,
    /// The manager journal counted in no wager of its link up to there, or none of its table.
    pub(crate) uncounted: Option<Hole>,
    /// The same of one of the further meters that its table feeds.
    pub(crate) uncounted_further: Option<Hole>,
    /// END GAME may not be recorded at all: the controller journal ended no round of the table up to there.
    pub unended: Option<Hole>,
    /// Hand buttons may not be recorded at all: the controller journal named none of the table up to there.
    pub no_button: Option<Hole>,
    /// That a hand button is pressed a second time may not be recorded at all: none of the table was up to there.
    pub not_undone: Option<Hole>,
    /// The controller journal names who holds a card otherwise than the staff list: nobody of it so far.
    pub strangers: Option<Hole>,
    /// Who made a step may not be recorded at all: of a kind of step in it nobody was ever named so far.
    pub actors: Option<Hole>,
}
