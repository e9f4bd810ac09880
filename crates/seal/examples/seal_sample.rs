//! Makes a small PDF, signs it with either algorithm, and writes report and identity
//! files into two folders, for other validators to look at:
//! `cargo run -p feltproof-seal --example seal_sample -- FOLDER`.
//!
//! The key is fixed and worthless. Never take one like it for a real report.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use feltproof_seal::{
    Algorithm, Identity, Passphrase, SigningClaim, Trust, Widget, sign_pdf, verify_pdf,
};
use lopdf::{Document, Object, Stream, dictionary};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("usage: seal_sample FOLDER")?;
    let folder = Path::new(&folder);
    write(Algorithm::Ed25519, &folder.join("ed25519"))?;
    write(Algorithm::EcdsaP256, &folder.join("ecdsa-p256"))
}

fn write(algorithm: Algorithm, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;

    // 2024-01-01 to 2044-01-01.
    let identity = Identity::generate(
        algorithm,
        "Sample Auditor",
        Some("Sample Lab"),
        1_704_067_200,
        2_335_219_200,
        &[7; 32],
        [9; 16],
    )?;
    let claim = SigningClaim {
        unix_seconds: 1_750_000_000,
        reason: Some("Sample audit report, naïvely with a non-ASCII letter".to_owned()),
        location: Some("Spokane, Washington".to_owned()),
        name: None,
        awaits_approval: false,
    };
    let widget = Widget { page_index: 0, rectangle: [20.0, 20.0, 180.0, 60.0] };
    let visible = sign_pdf(&sample()?, &identity, &claim, Some(&widget))?;
    let invisible = sign_pdf(&sample()?, &identity, &claim, None)?;

    let verification = verify_pdf(&visible, &[identity.certificate().clone()]);
    println!("{verification:#?}");
    if !matches!(verification.trust, Trust::Trusted(_)) {
        return Err("the sample does not verify".into());
    }

    let passphrase = Passphrase { text: "sample passphrase", salt: [1; 16], iv: [2; 16] };
    fs::write(folder.join("report.pdf"), &visible)?;
    fs::write(folder.join("invisible.pdf"), &invisible)?;
    fs::write(folder.join("certificate.pem"), identity.to_certificate_pem()?)?;
    fs::write(folder.join("key.pem"), identity.to_key_pem(None)?.as_bytes())?;
    fs::write(folder.join("key_encrypted.pem"), identity.to_key_pem(Some(passphrase))?.as_bytes())?;
    Ok(())
}

/// One page with a line of text and the box in which the signature is shown.
fn sample() -> lopdf::Result<Vec<u8>> {
    let mut pdf = Document::with_version("1.7");
    let pages = pdf.new_object_id();
    let drawing = "BT /F1 14 Tf 20 150 Td (A signed sample) Tj ET 20 20 160 40 re S";
    let content = pdf.add_object(Stream::new(dictionary! {}, drawing.into()));
    let font = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" };
    let page = pdf.add_object(dictionary! {
        "Type" => "Page",
        "Parent" => pages,
        "MediaBox" => vec![0.into(), 0.into(), 200.into(), 200.into()],
        "Contents" => content,
        "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
    });
    let kids = vec![Object::from(page)];
    let tree = dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => kids };
    pdf.objects.insert(pages, tree.into());
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    pdf.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes)?;
    Ok(bytes)
}
