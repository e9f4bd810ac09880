//! A form and its JSON Schema, derived from its type: draft 2020-12, the same text every time.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

/// A form of JSON, written by [`crate::form!`].
pub trait Form: JsonSchema {
    /// Name and version, as `feltproof-report/3`: what stands under the key `schema`.
    const NAME: &'static str;

    /// Its schema as text, with a line end.
    fn schema() -> String {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let mut schema = generator.into_root_schema_for::<Self>();
        schema.insert("$id".to_owned(), format!("urn:feltproof:schema:{}", Self::NAME).into());
        format!("{:#}\n", schema.as_value())
    }
}
