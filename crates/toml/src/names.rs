//! Names that a file may give only once, and which of the known ones a misspelt one is nearest to.

use crate::found::Found;

/// Names given so far, in the order of the file, whether or not what they name could be read.
#[derive(Clone, Debug, Default)]
pub struct Names<'d>(Vec<Found<'d, &'d str>>);

impl<'d> Names<'d> {
    /// Notes a name and reports one that was given before.
    pub fn note(&mut self, name: Found<'d, &'d str>) {
        if let Some(first) = self.0.iter().find(|n| n.value == name.value) {
            let (name_of, line) = (name.value, first.line_for(&name));
            name.wrong(format!(
                "is `{name_of}`, which {line} has too; rename or remove one of them"
            ));
        }
        self.0.push(name);
    }

    /// The names.
    pub fn iter(&self) -> impl Iterator<Item = &'d str> + Clone {
        self.0.iter().map(|name| name.value)
    }
}
