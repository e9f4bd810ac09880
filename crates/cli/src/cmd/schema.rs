//! `schema`: the JSON Schema of what a command writes as JSON.

use crate::args::Schema;
use crate::print::{print, print_bytes};
use crate::schemas::{FORMS, Listed};
use crate::{Ending, Result};
use feltproof_printable::shown;

pub(super) fn run(args: &Schema) -> Result<Ending> {
    let Some(name) = &args.name else {
        let line = |form: &Listed| format!("{:<26}{}\n", form.name, form.of);
        return print(&FORMS.iter().map(line).collect::<String>());
    };
    // With or without program and version.
    let is_it = |form: &&Listed| {
        let short = form.name.strip_prefix("feltproof-").and_then(|rest| rest.split('/').next());
        form.name == name || short == Some(name)
    };
    let form = FORMS.iter().find(is_it).ok_or_else(|| {
        let names: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
        format!("there is no schema {}; there are {}", shown(name), names.join(", "))
    })?;
    print_bytes((form.schema)()?.as_bytes())
}
