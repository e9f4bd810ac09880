//! How values are written, as the sections of a profile: `[time]`, `[money]`, `[cards]`.

use super::amounts::Amounts;
use super::moments::Moments;
use super::notations::Notation;
use super::out::{Out, quoted};
use crate::profile::{MoneyForm, Negative};

pub(super) fn times(out: &mut Out, moments: Option<&Moments>) {
    let Some(moments) = moments else { return };
    match &moments.formats[..] {
        [format] if format.is_empty() => {}
        [format] if moments.is_certain() => {
            out.section("time");
            out.line(format_args!("format = {}", quoted(format)));
        }
        formats => {
            out.line(format_args!(
                "\n# [time]  # guess: each of these reads every value; keep the right one"
            ));
            for format in formats {
                out.line(format_args!("# format = {}", quoted(format)));
            }
        }
    }
}

pub(super) fn money(out: &mut Out, amounts: Option<&Amounts>) {
    let Some(amounts) = amounts else {
        out.line(format_args!(
            "\n# [money]  # asked: the columns of money are not written the same way"
        ));
        return;
    };
    let form = &amounts.form;
    if let Some(rival) = &amounts.rival {
        let why = "a comma or a point divides thousands, or begins the decimals";
        out.line(format_args!("\n# [money]  # guess: {why}; keep the right lines"));
        for form in [form, rival] {
            form_lines(form).iter().for_each(|line| out.line(format_args!("# {line}")));
        }
        return;
    }
    if *form == MoneyForm::default() && !amounts.unit_is_open {
        return;
    }
    out.section("money");
    form_lines(form).iter().for_each(|line| out.line(format_args!("{line}")));
    if amounts.unit_is_open {
        let requested = "all amounts are whole numbers; \"0.01\" if they are cents";
        out.line(format_args!("unit = \"1.00\"  # guess: dollars, as {requested}"));
    }
    if form.thousands.is_none() && !form.sign.is_empty() {
        let separator = if form.decimal == '.' { ',' } else { '.' };
        let why = "no amount looked at has a separator of thousands";
        out.line(format_args!("# thousands = \"{separator}\"  # {why}"));
    }
}

fn form_lines(form: &MoneyForm) -> Vec<String> {
    let mut lines = Vec::new();
    if !form.sign.is_empty() {
        lines.push(format!("sign = {}", quoted(&form.sign)));
    }
    if let Some(thousands) = form.thousands {
        lines.push(format!("thousands = {}", quoted(&thousands.to_string())));
    }
    if form.decimal != '.' || form.thousands.is_some() {
        lines.push(format!("decimal = {}", quoted(&form.decimal.to_string())));
    }
    match form.negative {
        Negative::Minus => {}
        Negative::TrailingMinus => lines.push("negative = \"trailing-minus\"".to_owned()),
        Negative::Parentheses => lines.push("negative = \"parentheses\"".to_owned()),
    }
    lines
}

pub(super) fn cards(out: &mut Out, notation: Option<Notation>) {
    let notation = match notation {
        // Numbers are never certain to be cards.
        None | Some(Notation::Canonical | Notation::Numbers) => return,
        Some(Notation::Ranks) => "ranks",
        Some(Notation::Names) => "names",
    };
    out.section("cards");
    out.line(format_args!("notation = \"{notation}\""));
}
