//! REC-001: figure of a daily record is not what the journals say. The procedure is described in `rec_001.md`.

use super::{Fill, Tally, TieOutCase, at_line};
use feltproof_model::{FigureOf, Sum};

pub(super) fn run(case: &TieOutCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let (of, engagement) = (case.of.of, &case.scope.engagement);
    let date = case.scope.date(of.day);
    let what = match of.of {
        FigureOf::Accrued(link) => format!("What accrued on link {}", engagement.link(link).id),
        FigureOf::Paid(link) => {
            format!("What was paid off the meter of link {}", engagement.link(link).id)
        }
        FigureOf::TableWin(table) => format!("The win of table {}", engagement.table(table).id),
    };
    let exact = match &case.of.recorded {
        Ok(exact) => *exact,
        Err(why) => return tally.left_open(why, || format!("{what} on {date}")),
    };
    let (said, cents) = (Sum::from(of.amount), case.of.in_cents(exact));
    if said == cents {
        return;
    }
    let rounded = case.of.rounding_in_words(exact);
    let found = at_line(of.line);
    let mut found = match of.of {
        FigureOf::Accrued(link) | FigureOf::Paid(link) => found.of_link(engagement.link(link)),
        FigureOf::TableWin(table) => found.of_table(engagement.table(table)),
    };
    // Which of the two records is wrong is not known, so nobody gained the difference.
    found = found.words(cents.to_string(), said.to_string());
    tally.push(found.because(format!(
        "{what} on {date} is {cents} by the journals{rounded}, and {said} by {}: {} apart.",
        of.document,
        if said > cents { said - cents } else { cents - said }
    )));
}
