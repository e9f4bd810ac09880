//! The colour profile of the report: sRGB as a profile of ICC version 2, written by our own code.
//!
//! Its figures come from IEC 61966-2-1: the curve, and the primaries (0.64, 0.33), (0.30, 0.60), (0.15, 0.06) under D65
//! (0.3127, 0.3290), adapted to D50 by Bradford's matrix, which is how a profile states them. No file of others is copied.
#![allow(clippy::float_arithmetic, reason = "a colour curve is not money")]

/// Points of the curve. More than a screen has steps.
const POINTS: u16 = 1024;

/// Red, green and blue as XYZ, in 1/65536.
const PRIMARIES: [(&[u8; 4], [u32; 3]); 3] = [
    (b"rXYZ", [0x6fa0, 0x38f5, 0x0390]),
    (b"gXYZ", [0x6297, 0xb787, 0x18d9]),
    (b"bXYZ", [0x249f, 0x0f84, 0xb6c3]),
];
/// The white of D50, which the profile connection space has.
const WHITE: [u32; 3] = [0xf6d6, 0x0001_0000, 0xd32d];
const NAME: &[u8] = b"sRGB IEC61966-2.1";
const COPYRIGHT: &[u8] = b"No copyright is claimed in this profile.";

pub(super) fn srgb() -> Vec<u8> {
    let one = |tag: &'static [u8; 4], value| (vec![tag], value);
    let mut values: Vec<(Vec<&[u8; 4]>, Vec<u8>)> =
        vec![one(b"desc", description()), one(b"cprt", copyright()), one(b"wtpt", xyz(WHITE))];
    values.extend(PRIMARIES.map(|(tag, primary)| one(tag, xyz(primary))));
    // The three channels have one curve.
    values.push((vec![b"rTRC", b"gTRC", b"bTRC"], curve()));

    let count = values.iter().map(|(tags, _)| tags.len()).sum();
    let start = 128 + 4 + 12 * count;
    let (mut table, mut body) = (long(count).to_vec(), Vec::new());
    for (tags, value) in values {
        for tag in tags {
            table.extend(tag);
            table.extend(long(start + body.len()));
            table.extend(long(value.len()));
        }
        body.extend(value);
        body.resize(body.len().next_multiple_of(4), 0);
    }
    [header(start + body.len()), table, body].concat()
}

fn header(size: usize) -> Vec<u8> {
    let mut header = long(size).to_vec();
    header.extend(b"\0\0\0\0\x02\x10\0\0mntrRGB XYZ ");
    // The first moment of 2026: when the form of this profile was fixed.
    for part in [2026_u16, 1, 1, 0, 0, 0] {
        header.extend(part.to_be_bytes());
    }
    header.extend(b"acsp");
    // No platform, flags, maker, model or attributes; perceptual intent.
    header.resize(68, 0);
    for part in WHITE {
        header.extend(part.to_be_bytes());
    }
    header.resize(128, 0);
    header
}

fn long(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes()
}

fn xyz(value: [u32; 3]) -> Vec<u8> {
    let mut out = b"XYZ \0\0\0\0".to_vec();
    out.extend(value.into_iter().flat_map(u32::to_be_bytes));
    out
}

fn description() -> Vec<u8> {
    let mut out = b"desc\0\0\0\0".to_vec();
    out.extend(long(NAME.len() + 1));
    out.extend(NAME);
    out.push(0);
    // No name in Unicode, none in the script of the Macintosh.
    out.resize(out.len() + 4 + 4 + 2 + 1 + 67, 0);
    out
}

fn copyright() -> Vec<u8> {
    let mut out = b"text\0\0\0\0".to_vec();
    out.extend(COPYRIGHT);
    out.push(0);
    out
}

fn curve() -> Vec<u8> {
    let mut out = b"curv\0\0\0\0".to_vec();
    out.extend(long(usize::from(POINTS)));
    for point in 0..POINTS {
        out.extend(light(point).to_be_bytes());
    }
    out
}

/// How much light a value gives, both from none to all: IEC 61966-2-1.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 65535 by construction"
)]
fn light(point: u16) -> u16 {
    let value = f64::from(point) / f64::from(POINTS - 1);
    let light = if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
    (light * 65_535.0).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inverse, as the standard states it, leads back; known points by hand.
    #[test]
    fn the_curve_is_that_of_srgb() {
        for point in 0..POINTS {
            let light = f64::from(light(point)) / 65_535.0;
            let value = if light <= 0.003_130_8 {
                light * 12.92
            } else {
                1.055 * light.powf(1.0 / 2.4) - 0.055
            };
            let wanted = f64::from(point) / f64::from(POINTS - 1);
            assert!((value - wanted).abs() < 0.000_15, "{point}: {value} {wanted}");
        }
        assert_eq!((light(0), light(POINTS - 1)), (0, 65_535));
        // A middle grey of 0.5 has 21.404 % of the light: between these two points.
        assert!(light(511) < 14_027 && 14_027 < light(512));
    }

    /// White is the sum of the primaries, and each tag lies inside the file and says its type.
    #[test]
    fn the_profile_is_whole() {
        let profile = srgb();
        let long = |at: usize| {
            usize::try_from(u32::from_be_bytes(profile[at..at + 4].try_into().unwrap())).unwrap()
        };
        assert_eq!(long(0), profile.len());
        assert_eq!(&profile[12..24], b"mntrRGB XYZ ");
        assert_eq!(&profile[36..40], b"acsp");
        assert_eq!(long(128), 9);
        let types: Vec<(String, String)> = (0..9)
            .map(|tag| {
                let entry = 132 + 12 * tag;
                let (offset, size) = (long(entry + 4), long(entry + 8));
                assert!(offset % 4 == 0 && offset + size <= profile.len());
                let text = |at: usize| String::from_utf8(profile[at..at + 4].to_vec()).unwrap();
                (text(entry), text(offset))
            })
            .collect();
        let said: Vec<String> = types.iter().map(|(tag, of)| format!("{tag} {of}")).collect();
        assert_eq!(
            said.join(", "),
            "desc desc, cprt text, wtpt XYZ , rXYZ XYZ , gXYZ XYZ , bXYZ XYZ , rTRC curv, gTRC curv, \
             bTRC curv"
        );
        // Back from D50 to D65 by the published matrix (Lindbloom), these are the primaries of the standard.
        const BACK: [[f64; 3]; 3] = [
            [0.955_576_6, -0.023_039_3, 0.063_163_6],
            [-0.028_289_5, 1.009_941_6, 0.021_007_7],
            [0.012_298_2, -0.020_483_0, 1.329_909_8],
        ];
        for ((_, xyz), (x, y)) in PRIMARIES.iter().zip([(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]) {
            let [a, b, c] = BACK.map(|row| {
                row.iter().zip(xyz).map(|(m, value)| m * f64::from(*value) / 65_536.0).sum::<f64>()
            });
            let sum = a + b + c;
            assert!((a / sum - x).abs() < 0.000_3 && (b / sum - y).abs() < 0.000_3, "{a} {b} {c}");
        }
        for axis in 0..3 {
            let sum: u32 = PRIMARIES.iter().map(|(_, xyz)| xyz[axis]).sum();
            assert!(sum.abs_diff(WHITE[axis]) <= 2, "{axis}: {sum}");
        }
    }
}
