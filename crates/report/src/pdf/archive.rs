//! What an archive asks of a file (PDF/A-3): colours that mean the same everywhere, metadata in the form of XMP, and
//! fonts that say which glyphs they hold.

use super::profile::srgb;
use crate::error::PdfError;
use feltproof_model::Timestamp;
use feltproof_printable::visible;
use lopdf::{Document, Object, ObjectId, Stream, dictionary};

pub(super) struct About<'a> {
    pub(super) title: &'a str,
    /// Left out when empty.
    pub(super) author: &'a str,
    pub(super) tool_version: &'a str,
    /// Without one the document says no date.
    pub(super) issued_unix: Option<i64>,
}

/// What the document is about, for its information and its metadata.
pub(super) const SUBJECT: &str = "Audit of casino table games";

/// Adds all of it. Streams that an archive wants to be readable as they stand are not compressed.
pub(super) fn add(pdf: &mut Document, about: &About<'_>) -> Result<(), PdfError> {
    glyph_sets(pdf);
    let intent = output_intent(pdf);
    let metadata = pdf.add_object(
        Stream::new(
            dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
            xmp(about).into_bytes(),
        )
        .with_compression(false),
    );
    let catalog = pdf.catalog_mut()?;
    catalog.set("Metadata", metadata);
    catalog.set("OutputIntents", vec![Object::Reference(intent)]);
    Ok(())
}

/// Every colour of the pages is sRGB, whatever the printer or the screen is.
fn output_intent(pdf: &mut Document) -> ObjectId {
    let profile = Stream::new(dictionary! { "N" => 3, "Alternate" => "DeviceRGB" }, srgb());
    let profile = pdf.add_object(profile);
    pdf.add_object(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFA1",
        "OutputConditionIdentifier" => Object::string_literal("sRGB IEC61966-2.1"),
        "Info" => Object::string_literal("sRGB IEC61966-2.1"),
        "RegistryName" => Object::string_literal("http://www.color.org"),
        "DestOutputProfile" => profile,
    })
}

/// Lists the glyphs of every subset: it holds its glyphs from 0 on without a hole, as the library numbers them anew.
fn glyph_sets(pdf: &mut Document) {
    let described: Vec<(ObjectId, u16)> = pdf
        .objects
        .iter()
        .filter_map(|(id, object)| {
            let program = object.as_dict().ok()?.get(b"FontFile2").ok()?.as_reference().ok()?;
            let program = pdf.get_object(program).ok()?.as_stream().ok()?;
            Some((*id, glyphs(&program.content)?))
        })
        .collect();
    for (descriptor, glyphs) in described {
        let (full, rest) = (usize::from(glyphs / 8), glyphs % 8);
        let mut set = vec![0xff_u8; full];
        if rest > 0 {
            set.push(!(0xff_u8 >> rest));
        }
        let set = pdf.add_object(Stream::new(dictionary! {}, set));
        if let Ok(descriptor) = pdf.get_dictionary_mut(descriptor) {
            descriptor.set("CIDSet", set);
        }
    }
}

/// How many glyphs a TrueType program has, by its table `maxp`.
fn glyphs(program: &[u8]) -> Option<u16> {
    let short = |at: usize| Some(u16::from_be_bytes(program.get(at..at + 2)?.try_into().ok()?));
    let tables = usize::from(short(4)?);
    let entry =
        program.get(12..)?.chunks_exact(16).take(tables).find(|e| e.starts_with(b"maxp"))?;
    let offset = u32::from_be_bytes(entry.get(8..12)?.try_into().ok()?);
    short(usize::try_from(offset).ok()?.checked_add(4)?)
}

/// The metadata: the same facts as the document information, and which standards the file keeps. What a reader of
/// PDF/A cannot know by itself, the name space of PDF/UA, is described in it.
fn xmp(about: &About<'_>) -> String {
    let title = escaped(about.title);
    let tool = escaped(&format!("Feltproof {}", about.tool_version));
    let creator = match about.author {
        "" => String::new(),
        author => {
            let author = escaped(author);
            format!("   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n")
        }
    };
    let dates = about.issued_unix.map_or_else(String::new, |issued| {
        let date = crate::clock::Clock::new("UTC").xmp(Timestamp::from_seconds(issued));
        format!(
            "   <xmp:CreateDate>{date}</xmp:CreateDate>\n   <xmp:ModifyDate>{date}</xmp:ModifyDate>\n   \
             <xmp:MetadataDate>{date}</xmp:MetadataDate>\n"
        )
    });
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n \
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n  \
         <rdf:Description rdf:about=\"\" xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n   \
         <pdfaid:part>3</pdfaid:part>\n   <pdfaid:conformance>A</pdfaid:conformance>\n  \
         </rdf:Description>\n  \
         <rdf:Description rdf:about=\"\" xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\n   \
         <pdfuaid:part>1</pdfuaid:part>\n  </rdf:Description>\n  \
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n   \
         <dc:format>application/pdf</dc:format>\n   \
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\n\
         {creator}   \
         <dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">{SUBJECT}</rdf:li></rdf:Alt></dc:description>\n   \
         <dc:language><rdf:Bag><rdf:li>en-US</rdf:li></rdf:Bag></dc:language>\n  </rdf:Description>\n  \
         <rdf:Description rdf:about=\"\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\n   \
         <pdf:Producer>{tool}</pdf:Producer>\n  </rdf:Description>\n  \
         <rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n   \
         <xmp:CreatorTool>{tool}</xmp:CreatorTool>\n{dates}  </rdf:Description>\n\
         {EXTENSION} </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>"
    )
}

/// The description of PDF/UA's name space, in the form that PDF/A prescribes.
const EXTENSION: &str = r#"  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
   <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
     <pdfaProperty:name>part</pdfaProperty:name>
     <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
     <pdfaProperty:category>internal</pdfaProperty:category>
     <pdfaProperty:description>Part of ISO 14289 to which the document conforms</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
   </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>
"#;

fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
