//! A form and its JSON Schema, derived from its type: draft 2020-12, the same text every time.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// A form of JSON, written by [`crate::form!`].
pub trait Form: JsonSchema {
    /// Name and version, as `feltproof-report/4`: what stands under the key `schema`.
    const NAME: &'static str;

    /// Its schema as text, with a line end.
    ///
    /// # Errors
    /// When the schema cannot be written as JSON; no type of ours causes that.
    fn schema() -> serde_json::Result<String> {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let settings = settings.with_transform(RecursiveTransform(join_lines));
        let mut schema = settings.into_generator().into_root_schema_for::<Self>();
        schema.insert("$id".to_owned(), format!("urn:feltproof:schema:{}", Self::NAME).into());
        Ok(serde_json::to_string_pretty(&schema)? + "\n")
    }
}

/// A description is broken into lines where its comment is, which says nothing.
fn join_lines(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}
