//! The two macros by which a form of JSON is written down: an object key by key, and a closed list of words.

/// Objects of JSON. A key's type, its value and what it means stand in one place, in the order of the output; a
/// meaning may also be a comment above its key:
///
/// ```
/// use feltproof_wire::{Dollars, Text, object};
///
/// struct Limit { wager: String, most_micros: i64 }
///
/// object! {
///     /// A posted limit.
///     pub(crate) Posted(limit: &Limit) {
///         wager: Text = (&limit.wager).into() => "The wager.",
///         max_dollars: Dollars = limit.most_micros.into() => "Greatest stake.",
///     }
/// }
/// let limit = Limit { wager: "ante".to_owned(), most_micros: 300_000_000 };
/// let json = serde_json::to_string(&Posted::from(&limit)).unwrap();
/// assert_eq!(json, r#"{"wager":"ante","max_dollars":"300.00"}"#);
/// ```
///
/// Of one value it is made by `From`, of several by `new`. What several keys need is bound after a semicolon:
/// `Verdict(w: &Workpaper; counts = check_counts(w))`. The schema lists the same keys, all required but those that
/// `skip_serializing_if` may leave out, and no other.
#[macro_export]
macro_rules! object {
    ($($(#[$about:meta])* $vis:vis $name:ident($($of:ident: $from:ty),+ $(; $($held:pat = $bound:expr),+)? $(,)?) {
        $($(#[$meaning:meta])* $key:ident: $type:ty = $value:expr $(=> $says:literal)?),+ $(,)?
    })+) => {$(
        #[derive(serde::Serialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$about])*
        $vis struct $name {
            $($(#[$meaning])* $(#[doc = $says])? $key: $type,)+
        }

        $crate::object!(@made $vis $name ($($of: $from),+) {
            $($(let $held = $bound;)+)?
            Self { $($key: $value),+ }
        });
    )+};
    (@made $vis:vis $name:ident ($of:ident: $from:ty) $body:block) => {
        impl From<$from> for $name {
            fn from($of: $from) -> Self $body
        }
    };
    (@made $vis:vis $name:ident ($($of:ident: $from:ty),+) $body:block) => {
        impl $name {
            /// From what it is about.
            $vis fn new($($of: $from),+) -> Self $body
        }
    };
}

/// Closed lists of words, each for an enumeration: how a value is called, and the values that there are.
///
/// ```
/// use feltproof_model::engagement::Authority;
/// use feltproof_wire::words;
///
/// words! {
///     /// By whose word.
///     pub(crate) ByWord: Authority = Authority::name { ApprovedRules, HouseRules }
/// }
/// let json = serde_json::to_string(&ByWord::from(Authority::HouseRules)).unwrap();
/// assert_eq!(json, r#""house rules""#);
/// ```
///
/// A value that the list lacks does not compile.
#[macro_export]
macro_rules! words {
    ($($(#[doc = $about:literal])+ $vis:vis $name:ident: $of:ident = $word:path { $($value:ident),+ $(,)? })+) => {$(
        $(#[doc = $about])+
        #[derive(serde::Serialize)]
        #[serde(transparent)]
        $vis struct $name(&'static str);

        impl From<$of> for $name {
            fn from(of: $of) -> Self {
                match of {
                    $($of::$value)|+ => Self($word(of)),
                }
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "description": concat!($($about),+).trim(),
                    "type": "string",
                    "enum": [$($word($of::$value)),+],
                })
            }
        }
    )+};
}

/// A whole form: an object that begins with its name and version under `schema`.
#[macro_export]
macro_rules! form {
    ($(#[$about:meta])* $vis:vis $name:ident as $form:literal($($from:tt)*) { $($keys:tt)* }) => {
        $crate::object! {
            $(#[$about])*
            $vis $name($($from)*) {
                /// Name and version of this form.
                #[schemars(extend("const" = $form))]
                schema: &'static str = $form,
                $($keys)*
            }
        }

        impl $crate::Form for $name {
            const NAME: &'static str = $form;
        }
    };
}
