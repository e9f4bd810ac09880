//! A line of what an engagement is declared in: its own file, or the house file that it extends.

/// A line of the engagement file, or of the house file that it extends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngagementLine {
    /// It is the house file's.
    pub of_house: bool,
    /// 1 is the first line.
    pub number: u32,
}

impl From<u32> for EngagementLine {
    /// A line of the engagement file itself.
    fn from(number: u32) -> Self {
        Self { of_house: false, number }
    }
}

/// A file named relative to another, as seen from where that other is named.
pub fn beside(file: &str, name: &str) -> String {
    std::path::Path::new(file).with_file_name(name).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_file_is_found_from_the_engagement() {
        assert_eq!(beside("engagement.toml", "../house.toml"), "../house.toml");
        assert_eq!(beside("day/engagement.toml", "house.toml"), "day/house.toml");
        assert_eq!(beside("day/engagement.toml", "../house.toml"), "day/../house.toml");
        assert_eq!(beside("day/engagement.toml", "/a/house.toml"), "/a/house.toml");
    }
}
