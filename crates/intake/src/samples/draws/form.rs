//! What is declared of draws, and one that was read.

/// What the draws of a file are.
#[derive(Clone, Debug)]
pub struct DrawForm {
    /// Numbers of one draw.
    pub drawn: u8,
    /// Numbers there are, 1 to this.
    pub numbers: u8,
    /// The highest bonus number, if one belongs to each draw.
    pub bonus_max: Option<u8>,
    /// How a user declared the draw, `5/39`, and the bonus number.
    pub declared: String,
    /// See there.
    pub bonus_declared: String,
}

/// In which order draws were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawOrder {
    /// By the column of dates.
    Date,
    /// As in the file.
    File,
    /// The newest stand first in the file.
    Reversed,
}

/// What else a user says of the draws of a file.
#[derive(Clone, Debug, Default)]
pub struct DrawOptions {
    /// The columns of the bonus numbers.
    pub bonus_columns: Option<String>,
    /// What stands before this line or date is left out.
    pub from: Option<String>,
    /// And what stands after this one.
    pub to: Option<String>,
    /// In which order draws were made.
    pub order: Option<DrawOrder>,
    /// Which format dates have, where several read them.
    pub date_format: Option<String>,
}

/// One draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Its row.
    pub line: u64,
    /// Its numbers.
    pub numbers: Vec<u8>,
    /// Its bonus number, where it has one.
    pub bonus: Option<u8>,
}
