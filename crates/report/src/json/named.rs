//! The closed lists of words in `report.json`: what each value of an enumeration is called there.

use crate::words::control_verdict;
use feltproof_model::engagement::{Authority, Figure, RepeatedHour, Role, Sequence, TextEncoding};
use feltproof_model::workpaper::{ControlVerdict, Dimension, Movement, Severity, Verdict};
use feltproof_model::{Answer, Means, Party, Rounding};
use feltproof_wire::words;
use schemars::JsonSchema;
use serde::Serialize;

words! {
    /// How the repeated hour of autumn is read.
    pub(super) RepeatedHourName: RepeatedHour = RepeatedHour::name { Refuse, First, Second, RecordOrder }
    /// Its encoding.
    pub(super) EncodingName: TextEncoding = TextEncoding::name { Utf8, Windows1252 }
    /// Whose running numbers it has.
    pub(super) SequenceName: Sequence = Sequence::name { Journal, Table, Link, Level, None }
    /// How it is rounded.
    pub(super) RoundingName: Rounding = Rounding::name { Exact, Down, Up, HalfUp }
    /// The role of a person.
    pub(super) RoleName: Role = Role::name { Dealer, Supervisor, Executive, Accounting }
    /// By whose word.
    pub(super) AuthorityName: Authority = Authority::name { ApprovedRules, HouseRules }
    /// Which figure of the odds.
    pub(super) FigureName: Figure = Figure::name { HouseEdge, HitFrequency, ElementOfRisk }
    /// The answer of inspection.
    pub(super) AnswerName: Answer = Answer::name { Yes, No, NotApplicable }
    /// How it was found.
    pub(super) MeansName: Means = Means::name { Examination, Inquiry, Observation }
    /// What moved a meter beside wagers.
    pub(super) MovementName: Movement = Movement::name { Award, Reseed, Adjustment }
    /// Along what.
    pub(super) DimensionName: Dimension = dimension { Table, Dealer, Seat, GamingDay, Wager }
    /// Whom money favours.
    pub(super) PartyName: Party = Party::name { Player, House, Fund }
    /// How much it matters.
    pub SeverityName: Severity = severity_key { Law, Money, Procedure }
    /// The verdict of a report.
    pub OutcomeName: Verdict = outcome { NothingFound, Incomplete, Exceptions }
    /// The verdict on a control.
    pub ControlVerdictName: ControlVerdict = control_verdict {
        NothingFound, Exceptions, PartlyTested, NotDecidable, InputMissing, NothingToTest, MetByInspection,
        ByInspection, NotApplicable
    }
}

/// How a control is answered.
#[derive(Serialize, JsonSchema)]
#[schemars(extend("enum" = ["automated", "manual", "partial"]))]
pub(super) struct StatusName(String);

/// Which account of a link.
#[derive(Serialize, JsonSchema)]
#[schemars(extend("enum" = ["meter", "reserve"]))]
pub(super) struct AccountName(pub(super) &'static str);

/// The name of a dimension in the file.
pub(super) const fn dimension(of: Dimension) -> &'static str {
    match of {
        Dimension::Table => "table",
        Dimension::Dealer => "dealer",
        Dimension::Seat => "seat",
        Dimension::GamingDay => "gaming_day",
        Dimension::Wager => "wager",
    }
}

/// How much a finding matters, for programs.
pub(crate) const fn severity_key(severity: Severity) -> &'static str {
    match severity {
        Severity::Law => "law",
        Severity::Money => "money",
        Severity::Procedure => "procedure",
    }
}

const fn outcome(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NothingFound => "nothing_found",
        Verdict::Incomplete => "incomplete",
        Verdict::Exceptions => "exceptions",
    }
}
