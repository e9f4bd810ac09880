//! What the signer says, and where a reader shows it.

/// What the signer says, inside the signed bytes, and nobody vouches for: the time is *claimed*.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SigningClaim {
    /// When it was signed, unix seconds.
    pub unix_seconds: i64,
    /// Why it was signed, for example `Audit report`.
    pub reason: Option<String>,
    /// Where it was signed.
    pub location: Option<String>,
    /// Who signed; without it the common name of the certificate is written.
    pub name: Option<String>,
    /// Whether a field is reserved for the signature of whoever approves, which may then be added, and nothing else.
    pub awaits_approval: bool,
}

/// Where a reader shows the signature; whoever calls has drawn the box on the page already.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widget {
    /// Page, counted from zero.
    pub page_index: usize,
    /// Left, bottom, right, top in points.
    pub rectangle: [f32; 4],
}
