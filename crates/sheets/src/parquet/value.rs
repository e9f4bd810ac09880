//! One value of Parquet as text, exactly: no number is rounded and no instant moved.

use crate::dates;
use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type};
use parquet::data_type::{ByteArray, FixedLenByteArray, Int96};
use parquet::schema::types::ColumnDescriptor;
use std::io::Write as _;

/// What the bits of a column mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// What its physical type says; bytes are text if they are UTF-8.
    Plain,
    Unsigned,
    /// With so many digits after the point.
    Decimal(usize),
    /// Days since 1970-01-01.
    Date,
    /// Of which so many are a second.
    Time(i64),
    /// The same, since 1970-01-01: in UTC, or on a clock whose zone is not said.
    Instant(i64, bool),
    Half,
    Uuid,
}

impl Meaning {
    pub(super) fn of(column: &ColumnDescriptor) -> Self {
        let per_second = |unit: &TimeUnit| match unit {
            TimeUnit::MILLIS => 1_000,
            TimeUnit::MICROS => 1_000_000,
            TimeUnit::NANOS => 1_000_000_000,
        };
        let decimal = || usize::try_from(column.type_scale()).map_or(Self::Plain, Self::Decimal);
        match column.logical_type_ref() {
            Some(LogicalType::Decimal(_)) => decimal(),
            Some(LogicalType::Date) => Self::Date,
            Some(LogicalType::Time(time)) => Self::Time(per_second(&time.unit)),
            Some(LogicalType::Timestamp(time)) => {
                Self::Instant(per_second(&time.unit), time.is_adjusted_to_u_t_c)
            }
            Some(LogicalType::Integer(int)) if !int.is_signed => Self::Unsigned,
            Some(LogicalType::Float16) => Self::Half,
            Some(LogicalType::Uuid) => Self::Uuid,
            Some(_) => Self::Plain,
            None => match column.converted_type() {
                ConvertedType::DECIMAL => decimal(),
                ConvertedType::DATE => Self::Date,
                ConvertedType::TIME_MILLIS => Self::Time(1_000),
                ConvertedType::TIME_MICROS => Self::Time(1_000_000),
                ConvertedType::TIMESTAMP_MILLIS => Self::Instant(1_000, true),
                ConvertedType::TIMESTAMP_MICROS => Self::Instant(1_000_000, true),
                ConvertedType::UINT_8
                | ConvertedType::UINT_16
                | ConvertedType::UINT_32
                | ConvertedType::UINT_64 => Self::Unsigned,
                _ if column.physical_type() == Type::INT96 => Self::Instant(1_000_000_000, false),
                _ => Self::Plain,
            },
        }
    }
}

/// A value as it is stored.
pub(super) trait Value {
    /// Adds it as text.
    fn write(&self, meaning: Meaning, text: &mut Vec<u8>);
}

fn push(text: &mut Vec<u8>, shown: impl std::fmt::Display) {
    // Writing to memory does not fail.
    let _ = write!(text, "{shown}");
}

impl Value for bool {
    fn write(&self, _: Meaning, text: &mut Vec<u8>) {
        push(text, if *self { "TRUE" } else { "FALSE" });
    }
}

impl Value for i32 {
    fn write(&self, meaning: Meaning, text: &mut Vec<u8>) {
        match meaning {
            Meaning::Unsigned => push(text, self.cast_unsigned()),
            Meaning::Date => push(text, dates::date(i64::from(*self))),
            _ => i64::from(*self).write(meaning, text),
        }
    }
}

impl Value for i64 {
    fn write(&self, meaning: Meaning, text: &mut Vec<u8>) {
        match meaning {
            Meaning::Unsigned => push(text, self.cast_unsigned()),
            Meaning::Decimal(scale) => push(text, decimal(i128::from(*self), scale)),
            Meaning::Date => push(text, dates::date(*self)),
            Meaning::Time(per_second) if *self >= 0 => {
                push(text, dates::time_of_day(*self, per_second));
            }
            Meaning::Instant(per_second, true) => {
                push(text, dates::instant(*self, per_second, 'T'));
                text.push(b'Z');
            }
            Meaning::Instant(per_second, false) => {
                push(text, dates::instant(*self, per_second, ' '))
            }
            _ => push(text, self),
        }
    }
}

impl Value for Int96 {
    fn write(&self, _: Meaning, text: &mut Vec<u8>) {
        // Nanoseconds of the day, and the day from the Julian epoch.
        let [low, high, day] = self.data() else { return };
        let nanos = i64::from(*high) << 32 | i64::from(*low);
        let date = dates::date(i64::from(*day) - 2_440_588);
        push(text, format_args!("{date} {}", dates::time_of_day(nanos, 1_000_000_000)));
    }
}

impl Value for f32 {
    fn write(&self, _: Meaning, text: &mut Vec<u8>) {
        push(text, self);
    }
}

impl Value for f64 {
    fn write(&self, _: Meaning, text: &mut Vec<u8>) {
        push(text, self);
    }
}

impl Value for ByteArray {
    fn write(&self, meaning: Meaning, text: &mut Vec<u8>) {
        bytes(ByteArray::data(self), meaning, text);
    }
}

impl Value for FixedLenByteArray {
    fn write(&self, meaning: Meaning, text: &mut Vec<u8>) {
        bytes(self.data(), meaning, text);
    }
}

fn bytes(data: &[u8], meaning: Meaning, text: &mut Vec<u8>) {
    match (meaning, data) {
        (Meaning::Decimal(scale), [_, ..]) if data.len() <= 16 => {
            let sign = if data.first().is_some_and(|b| *b >= 0x80) { u8::MAX } else { 0 };
            let mut wide = [sign; 16];
            wide.iter_mut().rev().zip(data.iter().rev()).for_each(|(to, from)| *to = *from);
            push(text, decimal(i128::from_be_bytes(wide), scale));
        }
        (Meaning::Half, [low, high]) => push(text, half(u16::from_le_bytes([*low, *high]))),
        (Meaning::Uuid, _) if data.len() == 16 => {
            for (at, byte) in data.iter().enumerate() {
                if matches!(at, 4 | 6 | 8 | 10) {
                    text.push(b'-');
                }
                push(text, format_args!("{byte:02x}"));
            }
        }
        (Meaning::Plain, _) if std::str::from_utf8(data).is_ok() => text.extend_from_slice(data),
        _ => {
            push(text, "0x");
            data.iter().for_each(|byte| push(text, format_args!("{byte:02x}")));
        }
    }
}

/// A whole number of units, of which ten to the power of `scale` are one.
fn decimal(units: i128, scale: usize) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let digits = format!("{:0>1$}", units.unsigned_abs(), scale + 1);
    let (whole, fraction) = digits.split_at_checked(digits.len() - scale).unwrap_or((&digits, ""));
    let point = if scale == 0 { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// A number of IEEE 754 binary16, as a wider one that is equal.
#[allow(clippy::float_arithmetic, reason = "powers of two, exact")]
fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f32::from(bits & 0x3FF) / 1024.0);
    let magnitude = match exponent {
        0 => fraction * 2_f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * 2_f32.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(data: &[u8], meaning: Meaning) -> String {
        let mut text = Vec::new();
        bytes(data, meaning, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn decimals_keep_their_digits() {
        for (units, scale, text) in [
            (125, 2, "1.25"),
            (-5, 2, "-0.05"),
            (0, 2, "0.00"),
            (7, 0, "7"),
            (i128::MIN, 38, "-1.70141183460469231731687303715884105728"),
        ] {
            assert_eq!(decimal(units, scale), text);
        }
        assert_eq!(shown(&[0xFF, 0x83], Meaning::Decimal(2)), "-1.25");
        assert_eq!(shown(&[0x7D], Meaning::Decimal(1)), "12.5");
        assert_eq!(shown(&[1; 17], Meaning::Decimal(1)), format!("0x{}", "01".repeat(17)));
    }

    #[test]
    fn bytes_are_text_or_digits() {
        assert_eq!(shown("A♥".as_bytes(), Meaning::Plain), "A♥");
        assert_eq!(shown(&[0xFF, 0], Meaning::Plain), "0xff00");
        let uuid = (0..16).collect::<Vec<u8>>();
        assert_eq!(shown(&uuid, Meaning::Uuid), "00010203-0405-0607-0809-0a0b0c0d0e0f");
    }

    /// Against values of IEEE 754-2019, table 3.5, and their tables of examples.
    #[test]
    fn halves_are_exact() {
        for (bits, value) in [
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x7BFF, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x3555, 0.333_251_95),
            (0xFC00, f32::NEG_INFINITY),
        ] {
            assert!((half(bits) == value), "{bits:x}");
        }
        assert!(half(0x7E00).is_nan());
    }
}
