//! Closed lists of words: each an enum whose variants are the words of one column or key.

/// An enum, each variant with its word in files and reports.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* pub enum $name:ident {
        $($(#[$of:meta])* $variant:ident = $word:literal,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// All, in the order of the list.
            pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$variant),+];
            /// Their words, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// The word in files and reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// From the word.
            pub fn parse(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use words;
