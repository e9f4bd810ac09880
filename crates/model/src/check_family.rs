//! What the first three letters of a check's code stand for, in the order of the registry.

/// Codes that begin with the same three letters, and what they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckFamily {
    /// Three capitals: `PAY` of `PAY-001`.
    pub prefix: &'static str,
    /// Title over the family's checks wherever they are listed.
    pub title: &'static str,
}

/// Families whose checks ask what a law or an inspector demands, not what the game and its meters do.
const OF_THE_LAW: [&str; 3] = ["WAC", "CAL", "INS"];

const fn family(prefix: &'static str, title: &'static str) -> CheckFamily {
    CheckFamily { prefix, title }
}

/// Every family, in the order in which reports and lists print them.
const CHECK_FAMILIES: [CheckFamily; 20] = [
    family("LOG", "Record integrity"),
    family("RND", "Round structure and procedure"),
    family("CRD", "Cards dealt"),
    family("WGR", "Wagers and limits"),
    family("PAY", "Payouts"),
    family("MTR", "Meters"),
    family("ENV", "Envy"),
    family("AWD", "Awards and their authorisation"),
    family("ADJ", "Adjustments and back-outs"),
    family("BNK", "Bank account of the prizes"),
    family("CFG", "Configuration, versions and approvals"),
    family("PAR", "Printed odds and paytables"),
    family("STA", "Randomness"),
    family("WAC", "The law's own demands"),
    family("APR", "Conditions of approvals"),
    family("CAL", "Games in which a player keeps the bank"),
    family("INS", "Controls answered by inspection"),
    family("REC", "Tie-out to daily records"),
    family("WVR", "Waivers"),
    family("ADV", "Advice of the sources, which is no part of the verdict"),
];

impl CheckFamily {
    /// Whether its checks ask what the law itself demands.
    pub fn is_of_the_law(&self) -> bool {
        OF_THE_LAW.contains(&self.prefix)
    }

    /// The family of a code; `None` for letters that no family has.
    pub fn of(code: &str) -> Option<&'static Self> {
        let prefix = code.split('-').next()?;
        CHECK_FAMILIES.iter().find(|family| family.prefix == prefix)
    }
}
