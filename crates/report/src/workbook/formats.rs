//! How cells look. Amounts show cents, and what is below them where there is any.

use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder, FormatUnderline};

pub(super) struct Formats {
    pub(super) title: Format,
    pub(super) note: Format,
    pub(super) head: Format,
    /// Of the columns that are the auditor's own.
    pub(super) own: Format,
    pub(super) text: Format,
    pub(super) wrapped: Format,
    pub(super) count: Format,
    pub(super) money: Format,
    /// An amount with more digits than a number keeps, as text.
    pub(super) money_text: Format,
    /// Percentages with no, one and two digits behind the point.
    pub(super) percent: [Format; 3],
    pub(super) day: Format,
    pub(super) time: Format,
    pub(super) link: Format,
    pub(super) total: Format,
    pub(super) total_money: Format,
    pub(super) strong: Format,
}

const MONEY: &str = "$#,##0.00####;[Red]-$#,##0.00####";
const BLUE: Color = Color::RGB(0x1F_4E_79);
const PALE: Color = Color::RGB(0xDD_E6_EF);
const YELLOW: Color = Color::RGB(0xFF_F4_CC);

impl Formats {
    pub(super) fn new() -> Self {
        let plain = Format::new().set_align(FormatAlign::Top);
        // A gap between a number and the text behind it.
        let text = plain.clone().set_align(FormatAlign::Left).set_indent(1);
        let total = plain.clone().set_bold().set_border_top(FormatBorder::Thin);
        let head = Format::new()
            .set_bold()
            .set_text_wrap()
            .set_align(FormatAlign::Top)
            .set_background_color(PALE)
            .set_border_bottom(FormatBorder::Thin);
        Self {
            title: Format::new().set_bold().set_font_size(14).set_font_color(BLUE),
            note: Format::new().set_italic().set_font_color(Color::RGB(0x44_44_44)),
            own: head.clone().set_background_color(YELLOW),
            head,
            wrapped: text.clone().set_text_wrap(),
            count: plain.clone().set_num_format("#,##0"),
            money: plain.clone().set_num_format(MONEY),
            money_text: plain.clone().set_align(FormatAlign::Right),
            percent: ["0 %", "0.0 %", "0.00 %"].map(|format| plain.clone().set_num_format(format)),
            day: plain.clone().set_num_format("yyyy-mm-dd"),
            time: plain.clone().set_num_format("yyyy-mm-dd hh:mm:ss.000"),
            link: text.clone().set_font_color(BLUE).set_underline(FormatUnderline::Single),
            total_money: total.clone().set_num_format(MONEY),
            total,
            strong: plain.set_bold(),
            text,
        }
    }
}
