//! Which column not read may be one that is missing: names are shortened, lengthened and misspelt.

use super::Columns;
use feltproof_toml::nearest;

impl Columns {
    /// The column not read whose name is nearest to that of a column the journal lacks: a shortened or
    /// lengthened form of it (`qu_ret`, `queens_up_returned_usd`), or the name misspelt.
    pub fn perhaps(&self, lacking: &str) -> Option<&str> {
        let wanted = letters(lacking);
        // The name of a stake is no form of what was returned for it.
        let same_sort = |name: &&str| is_returned(&letters(name)) == is_returned(&wanted);
        let candidates = || self.unmapped.iter().map(String::as_str).filter(same_sort);
        let forms = candidates().filter(|name| {
            let name = letters(name);
            is_short_for(&name, &wanted) || is_short_for(&wanted, &name)
        });
        // Of several the longest says most of the name: `queens_up_ret` rather than `qu_ret`.
        let form = forms.max_by_key(|name| letters(name).len().min(wanted.len()));
        form.or_else(|| nearest(lacking, candidates()))
    }
}

fn is_returned(name: &str) -> bool {
    name.contains("ret")
}

/// Letters and digits only, small.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// True when a name begins like a longer one and has its letters in their order.
fn is_short_for(short: &str, long: &str) -> bool {
    const LETTERS_MIN: usize = 4;
    let begins_alike = short.chars().next() == long.chars().next();
    let mut rest = long.chars();
    begins_alike
        && short.chars().count() >= LETTERS_MIN
        && short.chars().all(|c| rest.any(|l| l == c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perhaps(unmapped: &[&str], lacking: &str) -> Option<String> {
        let unmapped = unmapped.iter().map(ToString::to_string).collect();
        Columns { unmapped, ..Columns::default() }.perhaps(lacking).map(str::to_owned)
    }

    #[test]
    fn short_long_and_misspelt_names_are_known() {
        for (name, lacking) in [
            ("qu_ret", "queens_up_returned"),
            ("QueensUpReturned", "queens_up_returned"),
            ("queens_up_returned_usd", "queens_up_returned"),
            ("queens_up_retruned", "queens_up_returned"),
            ("queens up", "queens_up"),
            ("ante_stake", "ante"),
            ("prog", "progressive"),
            ("crads", "cards"),
        ] {
            assert_eq!(perhaps(&["note", name], lacking).as_deref(), Some(name), "{lacking}");
        }
    }

    #[test]
    fn other_names_are_not_taken_for_it() {
        for (name, lacking) in [
            ("note", "queens_up_returned"),
            ("qu", "queens_up"),
            ("queens_up_ret", "queens_up"),
            ("ante_total", "ante_returned"),
            ("comment", "cards"),
        ] {
            assert_eq!(perhaps(&[name], lacking), None, "{name} for {lacking}");
        }
    }
}
