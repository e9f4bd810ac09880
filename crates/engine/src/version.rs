//! Compares software versions as manufacturers write them: `1.3.0`, `v6.6 Build 520`, `6.5.6SP`.

use std::cmp::Ordering;

struct Version {
    /// The dotted numbers at the start; at least one.
    release: Vec<u64>,
    /// The number after `build`.
    build: Option<u64>,
    /// What is left, lower case: `sp`.
    suffix: String,
}

fn read(text: &str) -> Option<Version> {
    let text = text.trim().to_lowercase();
    let text = text.strip_prefix('v').unwrap_or(&text).trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (numbers, rest) = text.split_at(end);
    let release = numbers.split('.').map(|n| n.parse().ok()).collect::<Option<Vec<u64>>>()?;
    let rest = rest.trim();
    let (build, suffix) = match rest.strip_prefix("build") {
        Some(after) => {
            let after = after.trim_start();
            let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let (number, suffix) = after.split_at(end);
            (Some(number.parse().ok()?), suffix.trim())
        }
        None => (None, rest),
    };
    Some(Version { release, build, suffix: suffix.to_owned() })
}

/// Whether a version can be read at all.
pub(crate) fn is_readable(text: &str) -> bool {
    read(text).is_some()
}

/// The order of two versions: by their dotted numbers (`1.3` is `1.3.0`), then by build number.
/// `None` when one cannot be read, or when only suffixes (`SP`, `P$`) or a missing build number
/// tell them apart, since no document says how these are ordered.
pub(crate) fn compare_versions(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (read(a)?, read(b)?);
    let longest = a.release.len().max(b.release.len());
    let part = |v: &Version, i: usize| v.release.get(i).copied().unwrap_or(0);
    for i in 0..longest {
        match part(&a, i).cmp(&part(&b, i)) {
            Ordering::Equal => {}
            order => return Some(order),
        }
    }
    let builds = match (a.build, b.build) {
        (None, None) => Ordering::Equal,
        (Some(x), Some(y)) => x.cmp(&y),
        _ => return None,
    };
    if builds == Ordering::Equal && a.suffix != b.suffix { None } else { Some(builds) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ordering::{Equal, Greater, Less};

    #[test]
    fn versions_compare_as_their_makers_count() {
        for (a, b, order) in [
            ("1.3.0", "1.3.0", Some(Equal)),
            ("v1.3", "1.3.0", Some(Equal)),
            ("1.10.0", "1.9.9", Some(Greater)),
            ("2.5.4", "2.6.0", Some(Less)),
            ("6.6 Build 520", "v6.6 build 520", Some(Equal)),
            ("6.6 Build 519", "6.6 Build 520", Some(Less)),
            ("6.6 Build 1000", "6.6 Build 520", Some(Greater)),
            ("6.7", "6.6 Build 520", Some(Greater)),
            ("6.5 Build 900", "6.6 Build 520", Some(Less)),
            ("6.6", "6.6 Build 520", None),
            ("6.5.6SP", "6.5.6sp", Some(Equal)),
            ("6.5.6", "6.5.6SP", None),
            ("6.5.7", "6.5.6SP", Some(Greater)),
            ("1.66P$", "1.66P$", Some(Equal)),
            ("", "1.0", None),
            ("latest", "1.0", None),
            ("1..0", "1.0", None),
            ("6.6 Build", "6.6 Build 520", None),
            ("99999999999999999999.0", "1.0", None),
        ] {
            assert_eq!(compare_versions(a, b), order, "{a} and {b}");
            assert_eq!(compare_versions(b, a), order.map(Ordering::reverse), "{b} and {a}");
        }
    }
}
