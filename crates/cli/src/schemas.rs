//! The JSON Schemas of everything that this program writes as JSON, which are part of it.

/// A form of JSON.
pub(crate) struct Form {
    /// What stands under the key `schema`.
    pub name: &'static str,
    /// What is written in it.
    pub of: &'static str,
    /// Its JSON Schema.
    pub schema: &'static str,
}

/// All of them.
pub(crate) const FORMS: &[Form] = &[
    Form {
        name: "feltproof-report/3",
        of: "report.json of `audit`, and its --format json",
        schema: include_str!("../../../schemas/feltproof-report-3.json"),
    },
    Form {
        name: "feltproof-manifest/1",
        of: "manifest.json inside report.pdf and randomness.pdf",
        schema: include_str!("../../../schemas/feltproof-manifest-1.json"),
    },
    Form {
        name: "feltproof-diff/1",
        of: "`diff --format json`: two reports compared",
        schema: include_str!("../../../schemas/feltproof-diff-1.json"),
    },
    Form {
        name: "feltproof-randomness/1",
        of: "randomness.json of `shuffle` and `rng`, and their --format json",
        schema: include_str!("../../../schemas/feltproof-randomness-1.json"),
    },
    Form {
        name: "feltproof-self-test/2",
        of: "`shuffle --self-test` and `rng --self-test`, --format json",
        schema: include_str!("../../../schemas/feltproof-self-test-2.json"),
    },
    Form {
        name: "feltproof-par/1",
        of: "`par --format json`",
        schema: include_str!("../../../schemas/feltproof-par-1.json"),
    },
    Form {
        name: "feltproof-par-check/1",
        of: "`par --check --format json`",
        schema: include_str!("../../../schemas/feltproof-par-check-1.json"),
    },
    Form {
        name: "feltproof-verification/1",
        of: "`verify --format json`",
        schema: include_str!("../../../schemas/feltproof-verification-1.json"),
    },
    Form {
        name: "feltproof-regs/1",
        of: "`regs --json`",
        schema: include_str!("../../../schemas/feltproof-regs-1.json"),
    },
    Form {
        name: "feltproof-regs-diff/1",
        of: "`regs diff --json`",
        schema: include_str!("../../../schemas/feltproof-regs-diff-1.json"),
    },
    Form {
        name: "feltproof-reading/1",
        of: "`read --format json`",
        schema: include_str!("../../../schemas/feltproof-reading-1.json"),
    },
    Form {
        name: "feltproof-inspection/1",
        of: "`inspect --format json`",
        schema: include_str!("../../../schemas/feltproof-inspection-1.json"),
    },
    Form {
        name: "feltproof-checks/1",
        of: "`checks --format json`",
        schema: include_str!("../../../schemas/feltproof-checks-1.json"),
    },
];

/// The form of a name, with or without program and version.
pub(crate) fn form(name: &str) -> Option<&'static Form> {
    let is_it = |form: &&Form| {
        let short = form.name.strip_prefix("feltproof-").and_then(|rest| rest.split('/').next());
        form.name == name || short == Some(name)
    };
    FORMS.iter().find(is_it)
}
