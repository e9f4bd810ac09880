//! How amounts of money are written: the first of the forms in use that reads every value.
//!
//! A currency sign, parentheses and a minus sign behind are there or not; whether `CR` or `DR` behind is below
//! zero is a guess. Between points and commas
//! decides what reads every value; where two forms read every value and make different amounts of them
//! (`1,250`), the first is a guess. Amounts without a decimal and without a sign may be dollars, cents
//! or credits: that they are dollars is a guess.

use crate::profile::{MoneyForm, Negative, marked, may_mean_nothing};

/// Signs that are looked for, longer ones first.
const SIGNS: [&str; 7] = ["US$", "USD", "EUR", "$", "€", "£", "¥"];
/// Separators of thousands and of decimals, the plainest first.
const SEPARATORS: [(Option<char>, char); 7] = [
    (None, '.'),
    (Some(','), '.'),
    (Some('.'), ','),
    (None, ','),
    (Some('\''), '.'),
    (Some(' '), '.'),
    (Some(' '), ','),
];

/// How the values are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Amounts {
    pub(super) form: MoneyForm,
    /// Another form reads every value too, as other amounts.
    pub(super) rival: Option<MoneyForm>,
    /// No value has a sign of money or decimals: 5 may be dollars, cents or credits.
    pub(super) unit_is_open: bool,
    /// Some have decimals and others none, all without a sign: numbers as workbooks print them, `5` and `2.5`.
    pub(super) is_mixed: bool,
    pub(super) has_negative: bool,
}

/// Whether it is a word for nothing, as spreadsheets print a dash.
pub(super) fn is_none(value: &str) -> bool {
    may_mean_nothing(value.as_bytes())
}

/// The form of these values, words for nothing apart; `None` where there are none, or no form reads them all.
pub(super) fn of<'v>(values: impl Iterator<Item = &'v str> + Clone) -> Option<Amounts> {
    let values = values.filter(|value| !is_none(value));
    values.clone().next()?;
    let sign = SIGNS.into_iter().find(|sign| values.clone().any(|value| value.contains(sign)));
    let ends_in_minus = |v: &str| v.trim_end_matches(sign.unwrap_or("")).trim_end().ends_with('-');
    let negative = if values.clone().any(|v| marked(v).is_some()) {
        Negative::Credit
    } else if values.clone().any(|v| v.contains('(') && v.ends_with(')')) {
        Negative::Parentheses
    } else if values.clone().any(ends_in_minus) {
        Negative::TrailingMinus
    } else {
        Negative::Minus
    };
    let form = |(thousands, decimal)| MoneyForm {
        sign: sign.unwrap_or_default().to_owned(),
        thousands,
        decimal,
        negative,
        ..MoneyForm::default()
    };
    let read = |form: &MoneyForm| -> Option<Vec<i64>> {
        let amounts = values.clone().map(|v| form.read(v.as_bytes()).map(|m| m.micros()).ok());
        amounts.collect()
    };
    let mut readings = SEPARATORS.map(form).into_iter().filter_map(|f| Some((read(&f)?, f)));
    let (amounts, form) = readings.next()?;
    let rival = readings.find(|(others, _)| *others != amounts).map(|(_, form)| form);
    // Nothing says whose credit it is.
    let debit = (negative == Negative::Credit)
        .then(|| MoneyForm { negative: Negative::Debit, ..form.clone() });
    let has_decimals = values.clone().any(|v| v.contains(form.decimal));
    let has_whole = values.clone().any(|v| !v.contains(form.decimal));
    Some(Amounts {
        unit_is_open: sign.is_none() && !has_decimals,
        is_mixed: sign.is_none() && has_decimals && has_whole,
        has_negative: amounts.iter().any(|amount| *amount < 0),
        rival: rival.or(debit),
        form,
    })
}

impl Amounts {
    /// `money with $ and commas`.
    pub(super) fn in_words(&self) -> String {
        let form = &self.form;
        if *form == MoneyForm::default() {
            return "amounts".to_owned();
        }
        let sign = if form.sign.is_empty() { "" } else { &format!(" with {}", form.sign) };
        let thousands = form.thousands.map(|c| format!(", {} between thousands", character(c)));
        let decimal = if form.decimal == '.' { "" } else { ", decimal comma" };
        let negative = match form.negative {
            Negative::Minus => "",
            Negative::TrailingMinus => ", minus behind",
            Negative::Parentheses => ", (5.00) below zero",
            Negative::Credit | Negative::Debit => ", CR or DR behind",
        };
        format!("money{sign}{}{decimal}{negative}", thousands.unwrap_or_default())
    }
}

fn character(separator: char) -> String {
    match separator {
        ' ' => "a blank".to_owned(),
        other => format!("`{other}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[&str]) -> Option<Amounts> {
        of(values.iter().copied())
    }

    #[test]
    fn forms_are_told_by_what_reads_every_value() {
        for (values, sign, thousands, decimal, negative) in [
            (&["5.00", "1250.00"][..], "", None, '.', Negative::Minus),
            (&["$5.00", "$1,250.00", "-"], "$", Some(','), '.', Negative::Minus),
            (&["5,00", "1.250,00"], "", Some('.'), ',', Negative::Minus),
            (&["5.00", "(2.50)"], "", None, '.', Negative::Parentheses),
            (&["5,00 €", "2,50-€"], "€", Some('.'), ',', Negative::TrailingMinus),
            (&["$ 5.00", "$ (15.00)", "$ -"], "$", None, '.', Negative::Parentheses),
            (&["USD 15.00", "USD 5"], "USD", None, '.', Negative::Minus),
            (&["2E+1", "1.5E+2", "5"], "", None, '.', Negative::Minus),
            (&["15.00 CR", "15.00 DR", "5.00"], "", None, '.', Negative::Credit),
            (&["1'250.00"], "", Some('\''), '.', Negative::Minus),
        ] {
            let form = found(values).unwrap().form;
            let indicated = (form.sign.as_str(), form.thousands, form.decimal, form.negative);
            assert_eq!(indicated, (sign, thousands, decimal, negative), "{values:?}");
        }
        for values in [&["five"][..], &["-"], &[], &["1,250.00", "1.250,00"], &["10/31/2026"]] {
            assert_eq!(found(values), None, "{values:?}");
        }
    }

    #[test]
    fn what_two_forms_read_differently_is_a_guess() {
        assert!(found(&["1,250"]).unwrap().rival.is_some());
        let rival = found(&["15.00 CR"]).unwrap().rival;
        assert_eq!(rival.map(|form| form.negative), Some(Negative::Debit));
        assert!(found(&["1,250", "7.50"]).unwrap().rival.is_none());
        assert!(found(&["5.00"]).unwrap().rival.is_none());
        assert!(found(&["5", "10"]).unwrap().unit_is_open);
        assert!(
            !found(&["5", "10.50"]).unwrap().unit_is_open && !found(&["$5"]).unwrap().unit_is_open
        );
        assert!(found(&["5.00", "-5.00"]).unwrap().has_negative);
    }
}
