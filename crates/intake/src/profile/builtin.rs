//! Profiles that are built in: those of the example exports in `fixtures/vendors`. No vendor publishes the
//! format of its exports, so they are starting points and say so by their names.

macro_rules! example {
    ($name:literal, $path:literal) => {
        (
            concat!("example-", $name),
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../fixtures/vendors/",
                $path,
                ".toml"
            )),
        )
    };
}

/// Name and text of each.
const BUILT_IN: [(&str, &str); 8] = [
    example!("shfl-6.6-manager", "shfl-game-manager/profiles/game-manager"),
    example!("shfl-aquarius-controller", "shfl-game-manager/profiles/aquarius"),
    example!("nexus-1.3-manager", "nexus-command/profiles/game-manager"),
    example!("nexus-2.0-controller", "nexus-command/profiles/table-controller"),
    example!("nexus-2-manager", "nexus-command-2/profiles/game-manager-2"),
    example!("nexus-2-controller", "nexus-command-2/profiles/table-controller-2"),
    example!("card-shoe-hands", "card-shoe/profiles/shoe"),
    example!("observation-sheet-hands", "observation-sheet/profiles/sheet"),
];

/// The text of the profile of this name.
pub(super) fn text(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(built_in, _)| *built_in == name).map(|(_, text)| *text)
}

/// All names, in order.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;

    #[test]
    fn each_is_a_profile_of_the_journal_in_its_name() {
        for name in names() {
            let profile =
                Profile::built_in(name).unwrap().unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(name.ends_with(profile.kind.name()), "{name}");
            assert_eq!(profile.digest.file, name);
        }
        assert!(Profile::built_in("hands.toml").is_none());
    }
}
