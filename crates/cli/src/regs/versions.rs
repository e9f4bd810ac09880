//! What the JSON of rule packs and of their changes share: heads of packs, versions, values of limits.

use feltproof_checks::by_code;
use feltproof_regs::{
    Applies, Control, ControlStatus, DatedValue, Fewer, Pack, Quantity, Reason, Since, Verb,
};
use feltproof_wire::{Code, Day, Dollars, Evidence, Sha256Hex, Text, list, object, words};
use schemars::JsonSchema;
use serde::Serialize;

object! {
    /// A rule pack.
    pub(super) PackHead(pack: &Pack) {
        id: Text = (&pack.id).into() => "Id.",
        title: Text = (&pack.title).into() => "Title.",
        authority: Text = (&pack.authority).into() => "Whose law.",
        version: Text = (&pack.version).into() => "Version.",
        file: Text = (&pack.file).into() => "File.",
        sha256: Sha256Hex = (&pack.sha256).into() => "Digest.",
    }

    /// A version of a control.
    pub(super) ControlVersionOf(
        control: &Control, at: usize, applies: Option<Applies>;
        version = &control.versions[at]
    ) {
        #[schemars(range(min = 1))]
        version: usize = at + 1 => "Its number, earliest first.",
        from: Option<SinceDay> = version.from.map(SinceDay::from),
        /// Its last day; null where another version follows or none ends it.
        until: Option<Day> = version.until.map(Day::from),
        period: Text = control.period(at).into() => "In words.",
        citation: Text = (&version.citation).into() => "Citation.",
        title: Text = (&version.title).into() => "Title.",
        status: ControlStatusName = version.status.into(),
        evidence: Evidence = version.evidence.name().into(),
        address: String = version.address.clone() => "Where its text stands.",
        read: Option<Day> = version.read.map(Day::from) => "When that was read; null: never.",
        checks: Vec<AnsweringCheck> = list(&version.checks) => "Checks that answer it.",
        demand: Text = (&version.demand).into() => "What it demands.",
        note: String = version.note.clone() => "What is known and what is not.",
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "AppliesName")]
        applies: Option<AppliesName> = applies.and_then(AppliesName::of),
    }

    /// A check that answers a control.
    AnsweringCheck(code: &String) {
        code: Code = code.into(),
        /// The fault that it looks for.
        title: Option<String> = by_code(code).map(|check| check.title.to_owned()),
    }

    /// A version of a reason.
    pub(super) ReasonVersionOf(
        reason: &Reason, at: usize, applies: Option<Applies>;
        version = &reason.versions[at]
    ) {
        #[schemars(range(min = 1))]
        version: usize = at + 1 => "Its number.",
        from: Option<SinceDay> = version.from.map(SinceDay::from),
        until: Option<Day> = version.until.map(Day::from),
        period: Text = reason.period(at).into() => "In words.",
        citation: Text = (&version.subsection).into() => "Citation.",
        /// Whether a meter may be reduced for it.
        permits_reduction: bool = version.permits_reduction,
        evidence: Evidence = version.evidence.name().into(),
        note: String = version.note.clone() => "A note.",
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "AppliesName")]
        applies: Option<AppliesName> = applies.and_then(AppliesName::of),
    }

    /// A value with its period.
    pub(super) LimitValue(value: &DatedValue) {
        /// The value; null where there is no such limit from then on.
        value: Option<QuantityOf> = value.value.map(QuantityOf::from),
        fewer: Vec<FewerTables> = list(&value.fewer) => "Values where fewer tables are authorised.",
        from: SinceDay = value.since.into(),
        evidence: Evidence = value.evidence.name().into(),
        source: String = value.source.clone() => "Where it stands.",
        /// Name of the regime that it belongs to; may be empty.
        regime: String = value.regime.clone(),
        note: String = value.note.clone() => "A note; may be empty.",
    }

    /// A value where few tables are authorised.
    FewerTables(of: &Fewer) {
        authorised: u32 = of.authorised => "Up to so many tables.",
        value: QuantityOf = of.value.into(),
    }

    /// From when.
    SinceDay(since: Since) {
        earliest: Day = since.earliest().into() => "The first day on which it may apply.",
        /// The first on which it certainly does; null where that is not known.
        certain: Option<Day> = since.certain().map(Day::from),
        words: Text = since.to_string().into() => "In words.",
    }
}

words! {
    /// How a control is answered.
    ControlStatusName: ControlStatus = ControlStatus::name { Automated, Partial, Manual }
    /// How a value limits.
    pub(super) VerbName: Verb = Verb::name { MustNotExceed, MustBeLessThan, MustBeAtLeast, MustExceed, MustEqual }
}

/// Whether it applies on the day; only where one is given.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum AppliesName {
    Yes,
    Perhaps,
}

impl AppliesName {
    /// None of a version that does not apply: none is shown.
    const fn of(applies: Applies) -> Option<Self> {
        match applies {
            Applies::Yes => Some(Self::Yes),
            Applies::Perhaps => Some(Self::Perhaps),
            Applies::No => None,
        }
    }
}

/// A value with its unit, as pack files write it: one of these keys.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum QuantityOf {
    /// An amount.
    Dollars(Dollars),
    /// So many games.
    Games(u32),
    /// So many progressives.
    Progressives(u32),
    /// Odds of so many to one.
    Odds(u32),
    /// So many players.
    Players(u32),
    /// So many tables.
    Tables(u32),
    /// So many rounds.
    Rounds(u32),
    /// So many rates.
    Rates(u32),
}

impl From<Quantity> for QuantityOf {
    fn from(of: Quantity) -> Self {
        match of {
            Quantity::Dollars(money) => Self::Dollars(money.into()),
            Quantity::Games(count) => Self::Games(count),
            Quantity::Progressives(count) => Self::Progressives(count),
            Quantity::Odds(count) => Self::Odds(count),
            Quantity::Players(count) => Self::Players(count),
            Quantity::Tables(count) => Self::Tables(count),
            Quantity::Rounds(count) => Self::Rounds(count),
            Quantity::Rates(count) => Self::Rates(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use feltproof_regs::Evidence;

    /// Reports and packs write one list of tags.
    #[test]
    fn every_tag_of_evidence_is_in_the_schema() {
        let schema = schemars::schema_for!(feltproof_wire::Evidence);
        let tags: Vec<&str> = Evidence::ALL.into_iter().map(Evidence::name).collect();
        assert_eq!(schema.get("enum"), Some(&tags.into()));
    }
}
