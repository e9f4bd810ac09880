//! `schema`: the JSON Schema of what a command writes as JSON.

use crate::Ending;
use crate::args::Schema;
use crate::print::print;
use crate::schemas::{FORMS, form};

pub(super) fn run(args: &Schema) -> Result<Ending, String> {
    let Some(name) = &args.name else { return print(list().as_bytes()) };
    let Some(form) = form(name) else {
        let names: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
        return Err(format!("there is no schema {name}; there are {}", names.join(", ")));
    };
    let text = (form.schema)().map_err(|e| e.to_string())?;
    print(text.as_bytes())
}

fn list() -> String {
    let line = |name: &str, of: &str| format!("{name:<26}{of}\n");
    FORMS.iter().map(|form| line(form.name, form.of)).collect()
}
