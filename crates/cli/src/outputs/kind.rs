//! What the folder of a report may hold.

/// What a kind of run writes into its folder, of this version and of those before it. Files of other names are never
/// removed.
pub(crate) struct Kind {
    /// What a run of this kind is called.
    pub(crate) run: &'static str,
    /// The report, which states the SHA-256 of the others.
    pub(crate) pdf: &'static str,
    others: &'static [&'static str],
    has_plots: bool,
}

impl Kind {
    /// `audit`.
    pub(crate) const AUDIT: Self = Self {
        run: "audit",
        pdf: "report.pdf",
        others: &[
            "report.json",
            "report.html",
            "report.sarif",
            "quarantine.csv",
            "workpapers.xlsx",
            "settlements.parquet",
        ],
        has_plots: false,
    };

    /// `shuffle` and `rng`.
    pub(crate) const RANDOMNESS: Self = Self {
        run: "test of randomness",
        pdf: "randomness.pdf",
        others: &["randomness.json", "randomness.html"],
        has_plots: true,
    };

    /// The kind of report that lies beside these files.
    pub(crate) fn beside<'n>(mut names: impl Iterator<Item = &'n str>) -> &'static Self {
        if names.any(|name| Self::RANDOMNESS.writes(name)) {
            &Self::RANDOMNESS
        } else {
            &Self::AUDIT
        }
    }

    /// Whether a run of this kind writes a file of this name.
    pub(crate) fn writes(&self, name: &str) -> bool {
        name == self.pdf || self.others.contains(&name) || self.has_plots && is_plot(name)
    }
}

/// `heat-1-place-by-card.svg`; of several sources `2-p-values.svg`.
fn is_plot(name: &str) -> bool {
    let of_source = name.split_once('-').filter(|(n, _)| is_number(n));
    let stem = of_source.map_or(name, |(_, rest)| rest).strip_suffix(".svg");
    stem.is_some_and(|stem| {
        let heat = stem.strip_prefix("heat-").and_then(|rest| rest.split_once('-'));
        ["drift", "p-values", "unusual"].contains(&stem) || heat.is_some_and(|(n, _)| is_number(n))
    })
}

/// A number as plots are numbered: from 1.
fn is_number(text: &str) -> bool {
    !text.starts_with('0') && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_one_kind_or_of_none() {
        for name in ["report.pdf", "report.json", "settlements.parquet", "quarantine.csv"] {
            assert!(Kind::AUDIT.writes(name) && !Kind::RANDOMNESS.writes(name), "{name}");
        }
        for name in
            ["randomness.pdf", "randomness.json", "drift.svg", "12-heat-1-place-by-card.svg"]
        {
            assert!(Kind::RANDOMNESS.writes(name) && !Kind::AUDIT.writes(name), "{name}");
        }
        for name in [
            "plan.svg",
            "a-drift.svg",
            "+3-drift.svg",
            "0-drift.svg",
            "heat-map-of-floor.svg",
            "heat.svg",
            "drift.png",
            "notes.txt",
            "",
            "1-",
        ] {
            assert!(!Kind::RANDOMNESS.writes(name) && !Kind::AUDIT.writes(name), "{name}");
        }
    }
}
