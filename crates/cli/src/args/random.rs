//! The options of the commands `shuffle` and `rng`, as a user types them.

use super::{Format, Signing, known};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use feltproof_checks::standard;
use feltproof_intake::samples::{Pack, TableOptions};
use feltproof_regs::Standard;
use feltproof_stats::ScalingRule;
use feltproof_stats::defects::{DECKS, Defect, numbers};
use std::path::PathBuf;

/// What both commands take.
#[derive(Args)]
pub(crate) struct Judging {
    /// Choose level and tests by a standard. Its tests join the registered list; none is taken from it
    #[arg(long, value_name = "STANDARD", value_parser = known::profiles())]
    pub profile: Option<String>,
    /// Probability of a false alarm over the whole registered list, as one in so many
    #[arg(long, value_name = "N", conflicts_with = "profile", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub level_one_in: u32,
    /// A file that fixed list and level before the data were seen: schema = 1, date, level_one_in and tests in TOML
    #[arg(long, value_name = "FILE", conflicts_with = "self_test")]
    pub registration: Option<PathBuf>,
    /// Write randomness.pdf (signed), randomness.json, randomness.html and every plot as SVG into this folder, which is
    /// replaced as a whole where it holds an earlier report of this kind
    #[arg(long, value_name = "DIR", conflicts_with = "self_test")]
    pub out: Option<PathBuf>,
    /// Replace an earlier report even where one of its files was changed since it was written
    #[arg(long, requires = "out")]
    pub replace: bool,
    #[command(flatten)]
    pub signing: Signing,
    /// How the results are printed; json has every figure at full precision
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Threads to use; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Test the battery itself: false alarms on ChaCha20, and ten named defects
    #[arg(long)]
    pub self_test: bool,
    /// Replications of the self-test; of a defect a fifth as many. Fewer than 183 can tell nothing
    #[arg(long, value_name = "N", requires = "self_test", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub replications: u32,
    /// Seed of the self-test's generator
    #[arg(long, value_name = "SEED", requires = "self_test", default_value_t = 1)]
    pub rng_seed: u64,
}

/// Defects that a self-test can be asked for.
fn named<T>(list: &[Defect<T>]) -> impl Iterator<Item = PossibleValue> {
    list.iter().map(|defect| PossibleValue::new(defect.name).help(defect.words))
}

impl Judging {
    /// The standard chosen, if one was; an error where there is none of that name.
    pub(crate) fn standard(&self) -> Result<Option<Standard>, String> {
        let found = self.profile.as_deref().map(standard::find).transpose();
        found.map_err(|e| e.to_string())
    }
}

/// The table that a file of samples is.
#[derive(Args)]
pub(crate) struct Tabular {
    /// Columns that are read, by heading or by place from 1, as 2-53, with commas between [default: by what stands in them
    /// and their headings, and said; asked where that is not plain]
    #[arg(long, value_name = "COLUMNS")]
    pub columns: Option<String>,
    /// The row of the column names; 0 where there is none [default: looked for, and asked where it may be a record]
    #[arg(long, value_name = "ROW")]
    pub header_row: Option<u32>,
    /// The sheet of a workbook [default: the first that has rows, the others said]
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
}

impl Tabular {
    /// Refuses these options where the input is none of rows.
    pub(crate) fn refused(&self, what: &str) -> Result<(), String> {
        if self.declared().iter().all(|(_, given)| given.is_none()) {
            return Ok(());
        }
        Err(format!(
            "--columns, --header-row and --sheet are for rows of cells, and {what} has none; leave them out"
        ))
    }

    pub(crate) fn options(&self, deck_column: Option<&String>) -> TableOptions {
        let (columns, deck_column) = (self.columns.clone(), deck_column.cloned());
        TableOptions { columns, deck_column, header_row: self.header_row }
    }

    /// As they are declared in a report.
    pub(crate) fn declared(&self) -> [(&'static str, Option<String>); 3] {
        [
            ("Columns", self.columns.clone()),
            ("Row of the column names", self.header_row.map(|row| row.to_string())),
            ("Sheet", self.sheet.clone()),
        ]
    }
}

/// The cards of a full deck: how many, or which.
#[derive(Clone)]
pub(crate) enum Cards {
    Count(u8),
    Named(Pack),
}

impl Cards {
    fn parse(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(count) if (2..=64).contains(&count) => Ok(Self::Count(count)),
            Ok(count) => Err(format!("{count} is not in 2..=64")),
            Err(_) => Pack::parse(text).map(Self::Named),
        }
    }

    pub(crate) fn count(&self) -> u8 {
        match self {
            Self::Count(count) => *count,
            Self::Named(pack) => u8::try_from(pack.count()).expect("a pack has 55 cards at most"),
        }
    }

    pub(crate) fn pack(&self) -> Option<&Pack> {
        match self {
            Self::Count(_) => None,
            Self::Named(pack) => Some(pack),
        }
    }
}

#[derive(Args)]
#[command(
    after_help = "FILE is a shuffler journal, rows of cells (text, workbook, Parquet, JSON lines, plain or compressed), or with \
    --raw one byte a card. A row is a deck, its cards in one cell or in many, or one card beside the number of its deck. Cards \
    are As, A\u{2660}, 10h, 13h, S-A, Ace of Spades, jokers, or 0 to 51; ?? is one not seen, and # begins a remark in plain text. The registered list of tests and Holm's method give the verdict, on which a \
    standard's demands rest; its tests judged one by one stand in a table of their own. Too few data is insufficient, never passed and never \
    failed.\n\n\
    Exit codes: 0 no departure found; 1 a departure or a certain fault; 2 could not run; 3 too few data for a verdict, or for \
    a demand of --profile, and nothing departs.\n\n\
    Examples:\n  feltproof shuffle --raw --cards 52 fixtures/randomness/golden_riffle7_chained_1000.bin\n  \
    feltproof shuffle decks.txt --profile gli-29 --out reports/shuffler\n  \
    feltproof shuffle deals.txt --dealt 35\n  feltproof shuffle decks.xlsx --columns Cards --cards 6..A\n  feltproof shuffle hands.txt --packets 5 --inner-order unknown\n  \
    feltproof shuffle decks.txt --dealer 31-35\n  feltproof shuffle shoes.txt --decks-per-shoe 8\n  \
    feltproof shuffle coups.csv --decks-per-shoe 8 --dealt baccarat --deck-column Shoe\n  \
    feltproof shuffle blackjack.csv --decks-per-shoe 6 --dealt any --inner-order unknown --deck-column Shoe\n  \
    feltproof shuffle decks.txt --source-review review.toml\n  feltproof shuffle --self-test"
)]
pub(crate) struct Shuffle {
    /// The file; - is standard input
    #[arg(required_unless_present = "self_test", conflicts_with = "self_test")]
    pub file: Option<PathBuf>,
    /// One byte a card, 0 to one less than --cards
    #[arg(long)]
    pub raw: bool,
    /// The bytes are written as text, in this encoding; `#` begins a line that is left out
    #[arg(long, value_enum, requires = "raw")]
    pub encoding: Option<Encoding>,
    /// Cards of a full deck, 2 to 64, or which they are: ranks as 6..A, or every card (numbers without order, up to 90 of
    /// them, are for `feltproof rng --draws`)
    #[arg(long, value_name = "N|CARDS", default_value = "52", value_parser = Cards::parse)]
    pub cards: Cards,
    /// Decks of a shoe, all of --cards: a card may come as often as there are decks. With --deck-column a shoe may stand in
    /// several rows, such as its rounds in the order dealt; 1 says that there is one deck [default: 1, and asked where cards
    /// come twice in many records]
    #[arg(long, value_name = "N", conflicts_with = "self_test", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks_per_shoe: Option<u8>,
    /// Every row of --dealt is a round dealt from a full shoe, as by a continuous shuffler: rounds are compared with those before
    #[arg(long, requires_all = ["decks_per_shoe", "dealt"], conflicts_with = "deck_column")]
    pub continuous: bool,
    /// The number of the first card where cards are numbers: 0 or 1 [default: 0, and asked where no card is 0]
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub first: Option<u8>,
    /// Only the first cards of each deck are recorded, in order: so many, or `any` (text only)
    /// where their number must not depend on the cards, as it does in a game that stops at some card; of shoes it may
    /// (--decks-per-shoe). `baccarat`: each row is the Player's hand and the Banker's, in columns or with | between them, and
    /// the rules of the third card say in which order they were dealt
    #[arg(long, value_name = "K|any|baccarat")]
    pub dealt: Option<String>,
    /// Each record is hands of so many cards, in dealing order; how many hands may vary (text only)
    #[arg(long, value_name = "SIZE", conflicts_with_all = ["dealt", "raw"],
          value_parser = clap::value_parser!(u8).range(1..=32))]
    pub packets: Option<u8>,
    /// Whether the cards of one hand, or of one row of a shoe (--decks-per-shoe), are in the order dealt [default: of hands
    /// unknown, of rows dealt]
    #[arg(long, value_enum)]
    pub inner_order: Option<InnerOrder>,
    /// Cards of the last hand, where the dealer has another number than the players
    #[arg(long, value_name = "N", requires = "packets", value_parser = clap::value_parser!(u8).range(1..=32))]
    pub last_packet: Option<u8>,
    /// Positions of the dealer's hand in a full deck of 52: adds the test that aces do not favour it
    #[arg(long, value_name = "FROM-TO", conflicts_with_all = ["dealt", "packets"])]
    pub dealer: Option<String>,
    /// Decks in use by turns: the previous deck is the one so many before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub decks_in_use: u8,
    /// The table of the shuffler journal to test [default: every table by itself]
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,
    /// The review of the shuffler's source (`feltproof rng --source-review-template` prints its form). From a seed and a rule of
    /// shuffling stated there every deck is shuffled again and compared
    #[arg(long, value_name = "FORM", conflicts_with_all = ["self_test", "packets", "table"])]
    pub source_review: Option<PathBuf>,
    /// Look only for this defect in the self-test; may be given more than once
    #[arg(long, value_name = "NAME", requires = "self_test",           value_parser = PossibleValuesParser::new(named(&DECKS)))]
    pub defect: Vec<String>,
    /// The column with the number of the deck, where a row is one card [default: by its heading, and said]
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["raw", "self_test"])]
    pub deck_column: Option<String>,
    #[command(flatten)]
    pub tabular: Tabular,
    #[command(flatten)]
    pub judging: Judging,
}

/// Whether the order of the cards in one hand is known.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InnerOrder {
    /// As dealt
    Dealt,
    /// Sorted, or not known
    Unknown,
}

#[derive(Args)]
#[command(
    after_help = "Integers and labels are text, separated by white space or commas, columns of a table (text, workbook, Parquet, JSON lines, \
    plain or compressed), or binary with --word. Bits are packed \
    bytes (most significant bit first) or the characters 0 and 1 with white space. Draws without order \
    (--draws) are lines of numbers or the table of an archive; in which order the numbers of a draw are written \
    touches none of their tests.\n\n\
    Exit codes: 0 no departure found; 1 a departure or a certain fault; 2 could not run; 3 too few data for a verdict, or for \
    a demand of --profile, and nothing departs. An answer of a source review that is contradicted counts as a departure, \
    one that is missing as too few data.\n\n\
    Examples:\n  feltproof rng draws.txt --range 1..52 --profile cfr-547\n  feltproof rng draws.txt --range 1..52 --source-review review.toml\n  \
    feltproof rng draws.txt --range 1..52 --per-play 5 --without-replacement\n  \
    feltproof rng spins.csv --outcomes 0,00,1..36 --columns pocket\n  \
    feltproof rng reels.csv --weights stops.csv\n  \
    feltproof rng words.bin --bits --bits-per-sample 32 --limit 100000000\n  \
    feltproof rng fixtures/draws/take5.csv --draws 5/39 --bonus rest\n  feltproof rng --self-test"
)]
pub(crate) struct Rng {
    /// The file; - is standard input
    #[arg(required_unless_present_any = ["self_test", "source_review", "source_review_template"], conflicts_with = "self_test")]
    pub file: Option<PathBuf>,
    /// A stream of integers from A to B
    #[arg(long, value_name = "A..B", conflicts_with = "bits")]
    pub range: Option<String>,
    /// A stream of labels, each as it is written, `00` and `0` being two: all in an order that tests of order may use,
    /// as 0,00,1..36, or how many there are, as 38
    #[arg(long, value_name = "LIST|N", conflicts_with_all = ["bits", "draws", "range", "self_test", "word"])]
    pub outcomes: Option<String>,
    /// A file of the outcomes and how likely each is: lines of `outcome,weight`, or of `column,outcome,weight` where
    /// columns have outcomes of their own
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bits", "draws", "range", "self_test", "word", "outcomes", "per_play"])]
    pub weights: Option<PathBuf>,
    /// Integers are binary words of this form, not text
    #[arg(long, value_enum, requires = "range")]
    pub word: Option<Word>,
    /// The column of raw words beside the outcomes: each outcome is computed again, and the bias of the scaling said
    #[arg(long, value_name = "COLUMN", requires_all = ["range", "raw_bits", "scaling"],
          conflicts_with_all = ["word", "per_play", "limit", "padded"])]
    pub raw_column: Option<String>,
    /// Bits of a raw word
    #[arg(long, value_name = "N", requires = "raw_column", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub raw_bits: Option<u8>,
    /// How raw words become outcomes
    #[arg(long, value_enum, requires = "raw_column")]
    pub scaling: Option<ScalingWritten>,
    /// Noughts before an integer only fill it up: 00 is 0, and 07 is 7
    #[arg(long, requires = "range", conflicts_with = "word")]
    pub padded: bool,
    /// Draws of one play: adds tests of each position, of positions within a play, and with the play before [default: as
    /// many as columns are read, where there are several]
    #[arg(long, value_name = "K", conflicts_with_all = ["bits", "draws"],
          value_parser = clap::value_parser!(u16).range(2..=64))]
    pub per_play: Option<u16>,
    /// Draws of one play are without replacement, as cards of one deck are
    #[arg(long, requires = "per_play")]
    pub without_replacement: bool,
    /// A stream of bits
    #[arg(long)]
    pub bits: bool,
    /// Whether bits are packed or characters [default: by the first bytes, and said]
    #[arg(long, value_enum, requires = "bits")]
    pub written: Option<BitsWritten>,
    /// The bytes of --bits or --word are written as text, in this encoding; `#` begins a line that is left out [default: they
    /// are not, and text is recognised and refused]
    #[arg(long, value_enum)]
    pub encoding: Option<Encoding>,
    /// Bits of one sample of the generator: adds tests of each bit of a sample
    #[arg(long, value_name = "N", requires = "bits", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub bits_per_sample: Option<u8>,
    /// Bits of one sequence; a longer stream is many sequences
    #[arg(long, value_name = "N", requires = "bits", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u32).range(100..=100_000_000))]
    pub sequence: u32,
    /// Variances of the spectral and the universal test
    #[arg(long, value_enum, requires = "bits", default_value = "exact")]
    pub constants: Constants,
    /// Stop after so many bits or draws
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// The review of the generator's source: its maker's answers in TOML, printed in the report with what contradicts them. From
    /// a seed stated there FILE is drawn again and compared; without FILE there is the review alone
    #[arg(long, value_name = "FORM", conflicts_with = "self_test")]
    pub source_review: Option<PathBuf>,
    /// Print a form for --source-review, with every answer that it may have, and end
    #[arg(long, exclusive = true)]
    pub source_review_template: bool,
    /// Look only for this defect in the self-test; may be given more than once
    #[arg(long, value_name = "NAME", requires = "self_test",           value_parser = PossibleValuesParser::new(named(&numbers::DRAWS).chain(named(&numbers::BITS))))]
    pub defect: Vec<String>,
    #[command(flatten)]
    pub without_order: WithoutOrder,
    #[command(flatten)]
    pub tabular: Tabular,
    #[command(flatten)]
    pub judging: Judging,
}

/// A binary word.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Word {
    /// One byte
    U8,
    /// Two bytes, the low one first
    U16le,
    /// Two bytes, the high one first
    U16be,
    /// Four bytes, the low one first
    U32le,
    /// Four bytes, the high one first
    U32be,
}

/// How raw words become outcomes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScalingWritten {
    /// The remainder by the range
    Modulo,
    /// The word times the range, its lowest bits dropped, as many as a word has
    MultiplyShift,
    /// The remainder, of words below the largest multiple of the range; the others are drawn again
    Rejection,
}

impl ScalingWritten {
    pub(crate) const fn rule(self) -> ScalingRule {
        match self {
            Self::Modulo => ScalingRule::Modulo,
            Self::MultiplyShift => ScalingRule::MultiplyShift,
            Self::Rejection => ScalingRule::Rejection,
        }
    }
}

/// How bits are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BitsWritten {
    /// Eight bits a byte, the most significant first
    Packed,
    /// The characters 0 and 1, with white space
    Characters,
}

/// How bytes are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Encoding {
    /// Two digits a byte, or words of as many, as 1f2e, 0x1f, 1f:2e, \x1f; of a list in { } what stands between
    Hex,
    /// Base64 of RFC 4648, either alphabet, with or without lines of -----
    Base64,
    /// Base32 of RFC 4648
    Base32,
    /// Numbers from 0 to 255
    Decimal,
}

/// Constants that SP 800-22 prints and that are not exact.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Constants {
    /// As they are
    Exact,
    /// As SP 800-22 prints them: to compare with another program
    Published,
}

/// The options for draws without order.
#[derive(Args, Clone)]
pub(crate) struct WithoutOrder {
    /// Draws without order, K different numbers of 1 to N, as 5/39: lotteries, Keno. FILE is lines of
    /// numbers, or the table of an archive
    #[arg(long, value_name = "K/N", conflicts_with_all = ["bits", "range", "self_test"])]
    pub draws: Option<String>,
    /// How many numbers there are, where --draws says K alone
    #[arg(long, value_name = "N", requires = "draws", value_parser = clap::value_parser!(u8).range(2..=90))]
    pub cards: Option<u8>,
    /// A bonus number belongs to each draw: drawn from the `rest` of the numbers, or from a wheel of 1 to M
    #[arg(long, value_name = "rest|M", requires = "draws")]
    pub bonus: Option<String>,
    /// Columns with the bonus numbers, one for each draw of a row [default: by their headings, else the
    /// last number of a draw; said]
    #[arg(long, value_name = "COLUMNS", requires = "bonus")]
    pub bonus_columns: Option<String>,
    /// Leave out what stands before this line or date
    #[arg(long, value_name = "LINE|DATE", requires = "draws")]
    pub from: Option<String>,
    /// Leave out what stands after this line or date
    #[arg(long, value_name = "LINE|DATE", requires = "draws")]
    pub to: Option<String>,
    /// The order in which draws were made [default: by date where a column has dates, else as in the file;
    /// said]
    #[arg(long, value_enum, requires = "draws")]
    pub order: Option<Order>,
    /// The format of dates that several formats read, as "%m/%d/%Y" [default: asked, where it matters]
    #[arg(long, value_name = "FORMAT", requires = "draws")]
    pub date_format: Option<String>,
}

/// In which order draws were made.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// By the column of dates
    Date,
    /// As in the file
    File,
    /// The newest stand first in the file
    Reversed,
}
