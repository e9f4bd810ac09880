//! REC: figures of daily records beside what the journals come to.

use super::{Fill, Tally, TieOutCase, at_line};
use feltproof_model::{FigureOf, Sum};

/// Figure of a daily record is not what the journals say.
pub(super) fn rec_001(case: &TieOutCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    let (of, engagement) = (case.of.of, &case.scope.engagement);
    let date = case.scope.date(of.day);
    let found = at_line(of.line);
    let (found, what) = match of.of {
        FigureOf::Accrued(link) => {
            let link = engagement.link(link);
            (found.of_link(link), format!("What accrued on link {}", link.id))
        }
        FigureOf::Paid(link) => {
            let link = engagement.link(link);
            (found.of_link(link), format!("What was paid off the meter of link {}", link.id))
        }
        FigureOf::TableWin(table) => {
            let table = engagement.table(table);
            (found.of_table(table), format!("The win of table {}", table.id))
        }
    };
    let exact = match &case.of.recorded {
        Ok(exact) => *exact,
        Err(why) => return tally.left_open(why, || format!("{what} on {date}")),
    };
    let (said, cents) = (Sum::from(of.amount), case.of.in_cents(exact));
    if said == cents {
        return;
    }
    // Which of the two records is wrong is not known, so nobody gained the difference.
    tally.push(found.words(cents, said).because(format!(
        "{what} on {date} is {cents} by the journals{}, and {said} by {}: {} apart.",
        case.of.rounding_in_words(exact),
        of.document,
        if said > cents { said - cents } else { cents - said }
    )));
}
