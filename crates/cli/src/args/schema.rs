//! The command `schema` as typed: the name of a form, or none for a list.

use clap::Args;

#[derive(Args)]
#[command(
    after_help = "Every JSON that this program writes names its form under the key `schema`; the schema (JSON Schema, draft \
    2020-12) has an $id that ends in that name. It is strict: a key that it does not know is an error. Without NAME all \
    are listed.\n\n\
    Exit codes: 0 printed, 2 there is no such schema.\n\n\
    Examples:\n  feltproof schema\n  feltproof schema report > report.schema.json\n  \
    feltproof schema feltproof-par/1"
)]
pub(crate) struct Schema {
    /// Name of a form, such as report or feltproof-report/4
    pub name: Option<String>,
}
