//! Which number formats show a date or a time.

use crate::dates::Shape;

/// The shape of a format of every workbook (ECMA-376 part 1, 18.8.30, East Asian locales too).
pub(crate) const fn built_in(id: u32) -> Option<Shape> {
    match id {
        14..=17 | 27..=31 | 36 | 50..=54 | 57..=58 => Some(Shape::Date),
        18..=21 | 32..=35 | 45 | 47 | 55..=56 => Some(Shape::Time),
        22 => Some(Shape::DateTime),
        46 => Some(Shape::Elapsed),
        _ => None,
    }
}

/// The shape of a format code, such as `mm/dd/yyyy h:mm AM/PM`.
pub(crate) fn of_code(code: &str) -> Option<Shape> {
    let (mut date, mut time, mut month_or_minute) = (false, false, false);
    let mut characters = code.chars();
    while let Some(c) = characters.next() {
        match c.to_ascii_lowercase() {
            // The formats of negative numbers and texts follow.
            ';' => break,
            '"' => {
                let _ = characters.by_ref().find(|c| *c == '"');
            }
            '\\' | '_' | '*' => {
                let _ = characters.next();
            }
            '[' => {
                let inside: String = characters.by_ref().take_while(|c| *c != ']').collect();
                let inside = inside.to_ascii_lowercase();
                if matches!(inside.trim_matches(inside.chars().next().unwrap_or(' ')), "")
                    && inside.starts_with(['h', 'm', 's'])
                {
                    return Some(Shape::Elapsed);
                }
            }
            'y' | 'd' => date = true,
            'h' | 's' => time = true,
            'm' => month_or_minute = true,
            // `General`, `Standard` and scientific notation are of numbers.
            'g' | 'e' | '0' | '#' | '?' if !date && !time && !month_or_minute => return None,
            // What stands between them says nothing of the shape.
            _ => {}
        }
    }
    match (date, time) {
        (true, true) => Some(Shape::DateTime),
        (false, true) => Some(Shape::Time),
        (true, false) => Some(Shape::Date),
        (false, false) => month_or_minute.then_some(Shape::Date),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_what_they_show() {
        for (code, shape) in [
            ("mm/dd/yyyy h:mm AM/PM", Some(Shape::DateTime)),
            ("yyyy\\-mm\\-dd", Some(Shape::Date)),
            ("[$-409]m/d/yy;@", Some(Shape::Date)),
            ("h:mm:ss", Some(Shape::Time)),
            ("mm:ss.0", Some(Shape::Time)),
            ("[h]:mm:ss", Some(Shape::Elapsed)),
            ("[hh]:mm", Some(Shape::Elapsed)),
            ("mmm", Some(Shape::Date)),
            ("General", None),
            ("0.00E+00", None),
            ("#,##0.00", None),
            ("\"$\"#,##0.00_);[Red]\\(\"$\"#,##0.00\\)", None),
            ("0 \"days\"", None),
            ("[Red]0", None),
            ("@", None),
            ("", None),
            ("\"dhs\"0", None),
        ] {
            assert_eq!(of_code(code), shape, "{code}");
        }
    }
}
