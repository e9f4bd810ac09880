//! What an engagement states of the law, of inspections and of the house's daily records, in `report.json`.

use super::named::{AnswerName, MeansName, RoundingName};
use feltproof_model::engagement::Engagement;
use feltproof_model::{Confirmed, ConfirmedPart, DailyFigure, FigureOf, Inspected, LinkId};
use feltproof_wire::{Day, Dollars, Line, Text, object};

object! {
    /// A date or text of the law that the engagement has confirmed.
    pub(super) ConfirmedPoint(
        of: &Confirmed;
        (limit, control, reason, value, text) = match &of.what {
            ConfirmedPart::Value { limit, value } => {
                (Some(limit), None, None, Some(value.in_words()), None)
            }
            ConfirmedPart::Version { control, demand, .. } => {
                (None, Some(control), None, None, demand.clone())
            }
            ConfirmedPart::Reason { reason, .. } => (None, None, Some(reason), None, None),
        }
    ) {
        #[schemars(with = "Text")]
        pack: Option<Text> = of.pack.as_ref().map(Text::from) => "Rule pack.",
        limit: Option<String> = limit.cloned() => "Limit; null where it is another.",
        control: Option<String> = control.cloned() => "Control; null where it is another.",
        reason: Option<String> = reason.cloned()
            => "Reason for adjusting a meter; null where it is a limit or a control.",
        value: Option<String> = value => "Value of the limit in words.",
        text: Option<String> = text => "Text of the control.",
        from: Day = of.from.into(),
        source: Text = (&of.source).into() => "Source.",
        by: Text = (&of.by).into() => "Who confirmed it.",
        date: Day = of.date.into(),
        line: Line = Line(of.line.number),
        in_house_file: bool = of.line.of_house => "Whether that line is the house file's.",
    }

    /// An answer of inspection.
    pub(super) Inspection(of: &Inspected) {
        #[schemars(with = "Text")]
        pack: Option<Text> = of.pack.as_ref().map(Text::from) => "Rule pack.",
        control: Text = (&of.control).into() => "Control.",
        #[serde(flatten)]
        answer: AnswerOf = of.into(),
        line: Line = Line(of.line.number),
    }

    /// What inspection answered.
    pub(super) AnswerOf(of: &Inspected) {
        answer: AnswerName = of.answer.into(),
        reason: Option<String> = of.reason.clone()
            => "Why it is not applicable, or another remark; null where none is given.",
        by: MeansName = of.by.into(),
        initials: Text = (&of.initials).into() => "Whose answer it is.",
        date: Day = of.date.into(),
        document: Option<String> = of.document.clone()
            => "The document behind it; null where none is named.",
    }

    /// An amount of the house's daily records.
    pub(super) FigureOfDay(of: &DailyFigure, e: &Engagement; (table, link) = match of.of {
        FigureOf::TableWin(id) => (e.tables.get(usize::from(id.0)).map(|table| table.id.to_string()), None),
        FigureOf::Accrued(LinkId(id)) | FigureOf::Paid(LinkId(id)) => {
            (None, e.links.get(usize::from(id)).map(|link| link.id.to_string()))
        }
    }) {
        #[schemars(extend("enum" = ["progressive-accrual", "progressive-paid", "table-win"]))]
        kind: &'static str = of.of.name() => "Of what.",
        table: Option<String> = table => "Table; null for a link.",
        link: Option<String> = link => "Link; null for a table.",
        day: Option<Day> = e.days.get(usize::from(of.day)).map(|day| day.date.into()),
        amount_dollars: Dollars = of.amount.into() => "As recorded.",
        rounding: RoundingName = of.rounding.into(),
        document: Text = (&of.document).into() => "The record.",
        line: Line = Line(of.line.number),
    }
}
