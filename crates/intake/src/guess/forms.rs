//! How values are written, as the sections of a profile: `[time]`, `[money]`, `[cards]`.

use super::amounts::Amounts;
use super::moments::{Dates, Moments, named};
use super::notations::Notation;
use crate::profile::{MoneyForm, NEGATIVES, Negative, OR};
use feltproof_printable::is_misleading;
use std::fmt::{self, Write as _};

/// A text as a TOML file has it, in quotes.
pub fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\t' => out.push_str("\\t"),
            // Whoever reads the file sees them, and the file means the same.
            c if is_misleading(c) && u32::from(c) <= 0xffff => {
                out.push_str(&format!("\\u{:04X}", u32::from(c)));
            }
            c if is_misleading(c) => out.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out + "\""
}

pub(super) fn times(moments: Option<&Moments>, dates: Dates, out: &mut String) -> fmt::Result {
    let Some(moments) = moments else { return Ok(()) };
    let line = |format: &String| match format.contains(OR) {
        true => {
            let several: Vec<String> = format.split(OR).map(|of| quoted(named(of))).collect();
            format!("format = [{}]", several.join(", "))
        }
        false => format!("format = {}", quoted(format)),
    };
    let (is_line, when) = match dates {
        Dates::Calendar => (false, None),
        Dates::GamingDay | Dates::None { pass_midnight: true } => (true, Some("")),
        Dates::Doubtful => {
            (false, Some("  # asked: does the date stay when the clock passes midnight?"))
        }
        Dates::None { pass_midnight: false } => (
            false,
            Some("  # asked: is a time of day before the gaming day starts of the next date?"),
        ),
    };
    let (section, is_line) = match (&moments.formats[..], moments.mixture()) {
        ([format], _) if format.is_empty() && when.is_none() => return Ok(()),
        ([format], _) if format.is_empty() && is_line => ("[time]".to_owned(), true),
        ([format], _) if format.is_empty() => ("# [time]".to_owned(), false),
        ([format], mixture) if moments.is_certain() => {
            let remark = mixture.map(|mixture| format!("  # {mixture}")).unwrap_or_default();
            (format!("[time]\n{}{remark}", line(format)), is_line)
        }
        (formats, mixture) => {
            let why = match mixture {
                Some(mixture) => {
                    format!("asked: {mixture}; a value that may be two times stays a problem")
                }
                None => "guess: each of these reads every value; keep the right one".to_owned(),
            };
            let formats: String = formats.iter().map(|of| format!("\n# {}", line(of))).collect();
            (format!("# [time]  # {why}{formats}"), false)
        }
    };
    writeln!(out, "\n{section}")?;
    let mark = if is_line { "" } else { "# " };
    when.map_or(Ok(()), |when| writeln!(out, "{mark}date = \"gaming-day\"{when}"))
}

pub(super) fn money(amounts: Option<&Amounts>, out: &mut String) -> fmt::Result {
    let Some(amounts) = amounts else {
        let why = "the columns of money are not written the same way";
        return writeln!(out, "\n# [money]  # asked: {why}");
    };
    let form = &amounts.form;
    if let Some(rival) = &amounts.rival {
        let why = rivals(amounts.form.negative);
        writeln!(out, "\n# [money]  # guess: {why}; keep the right lines")?;
        let mut lines = [form, rival].into_iter().flat_map(form_lines);
        return lines.try_for_each(|line| writeln!(out, "# {line}"));
    }
    if *form == MoneyForm::default() && !amounts.unit_is_open {
        return Ok(());
    }
    writeln!(out, "\n[money]")?;
    form_lines(form).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    if amounts.unit_is_open {
        let why = "all amounts are whole numbers; \"0.01\" if they are cents";
        writeln!(out, "unit = \"1.00\"  # guess: dollars, as {why}")?;
    }
    if form.thousands.is_none() && !form.sign.is_empty() {
        let separator = if form.decimal == '.' { ',' } else { '.' };
        let why = "no amount looked at has a separator of thousands";
        writeln!(out, "# thousands = \"{separator}\"  # {why}")?;
    }
    Ok(())
}

/// What may be one or the other where two forms read every amount.
pub(super) const fn rivals(negative: Negative) -> &'static str {
    match negative {
        Negative::Credit | Negative::Debit => "an amount with CR or one with DR is below zero",
        Negative::Minus | Negative::TrailingMinus | Negative::Parentheses => {
            "a comma or a point divides thousands, or begins the decimals"
        }
    }
}

fn form_lines(form: &MoneyForm) -> Vec<String> {
    let line = |key: &str, value: String| format!("{key} = {}", quoted(&value));
    let sign = (!form.sign.is_empty()).then(|| line("sign", form.sign.clone()));
    let thousands = form.thousands.map(|c| line("thousands", c.to_string()));
    let has_decimal = form.decimal != '.' || form.thousands.is_some();
    let decimal = has_decimal.then(|| line("decimal", form.decimal.to_string()));
    let is_own = |(_, of): &&(&str, Negative)| *of == form.negative && *of != Negative::Minus;
    let negative = NEGATIVES.iter().find(is_own);
    let negative = negative.map(|(word, _)| line("negative", (*word).to_owned()));
    [sign, thousands, decimal, negative].into_iter().flatten().collect()
}

pub(super) fn cards(notation: Option<Notation>, out: &mut String) -> fmt::Result {
    match notation {
        // Numbers are never certain to be cards.
        None | Some(Notation::Canonical | Notation::Numbers) => Ok(()),
        Some(Notation::Ranks) => writeln!(out, "\n[cards]\nnotation = \"ranks\""),
        Some(Notation::Names) => writeln!(out, "\n[cards]\nnotation = \"names\""),
    }
}
