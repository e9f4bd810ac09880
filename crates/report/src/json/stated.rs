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
        /// Rule pack.
        #[schemars(with = "Text")]
        pack: Option<Text> = of.pack.as_ref().map(Text::from),
        /// Limit; null where it is another.
        limit: Option<String> = limit.cloned(),
        /// Control; null where it is another.
        control: Option<String> = control.cloned(),
        /// Reason for adjusting a meter; null where it is a limit or a control.
        reason: Option<String> = reason.cloned(),
        /// Value of the limit in words.
        value: Option<String> = value,
        /// Text of the control.
        text: Option<String> = text,
        from: Day = of.from.into(),
        /// Source.
        source: Text = (&of.source).into(),
        /// Who confirmed it.
        by: Text = (&of.by).into(),
        date: Day = of.date.into(),
        line: Line = Line(of.line.number),
        /// Whether that line is the house file's.
        in_house_file: bool = of.line.of_house,
    }

    /// An answer of inspection.
    pub(super) Inspection(of: &Inspected) {
        /// Rule pack.
        #[schemars(with = "Text")]
        pack: Option<Text> = of.pack.as_ref().map(Text::from),
        /// Control.
        control: Text = (&of.control).into(),
        #[serde(flatten)]
        answer: AnswerOf = of.into(),
        line: Line = Line(of.line.number),
    }

    /// What inspection answered.
    pub(super) AnswerOf(of: &Inspected) {
        answer: AnswerName = of.answer.into(),
        /// Why it is not applicable, or another remark; null where none is given.
        reason: Option<String> = of.reason.clone(),
        by: MeansName = of.by.into(),
        /// Whose answer it is.
        initials: Text = (&of.initials).into(),
        date: Day = of.date.into(),
        /// The document behind it; null where none is named.
        document: Option<String> = of.document.clone(),
    }

    /// An amount of the house's daily records.
    pub(super) FigureOfDay(of: &DailyFigure, e: &Engagement; (table, link) = match of.of {
        FigureOf::TableWin(id) => (e.tables.get(usize::from(id.0)).map(|table| table.id.to_string()), None),
        FigureOf::Accrued(LinkId(id)) | FigureOf::Paid(LinkId(id)) => {
            (None, e.links.get(usize::from(id)).map(|link| link.id.to_string()))
        }
    }) {
        /// Of what.
        #[schemars(extend("enum" = ["progressive-accrual", "progressive-paid", "table-win"]))]
        kind: &'static str = of.of.name(),
        /// Table; null for a link.
        table: Option<String> = table,
        /// Link; null for a table.
        link: Option<String> = link,
        day: Option<Day> = e.days.get(usize::from(of.day)).map(|day| day.date.into()),
        /// As recorded.
        amount_dollars: Dollars = of.amount.into(),
        rounding: RoundingName = of.rounding.into(),
        /// The record.
        document: Text = (&of.document).into(),
        line: Line = Line(of.line.number),
    }
}
