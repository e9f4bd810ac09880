//! Gzip and zstd, recognised by their first bytes and decompressed within bounds.

use crate::bounds::{Counted, harmless};
use crate::encoding::Text;
use flate2::bufread::GzDecoder;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::StreamingDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// What a text file is wrapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Nothing.
    None,
    /// One or more gzip members.
    Gzip,
    /// One or more zstd frames.
    Zstd,
}

/// Largest window of a zstd frame, in bytes: what `zstd --ultra -22` uses.
const ZSTD_WINDOW_MAX: u64 = 128 << 20;

impl Compression {
    /// By the first bytes of the file.
    pub(crate) fn of(start: &[u8]) -> Self {
        match start {
            [0x1F, 0x8B, 8, ..] => Self::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// What is in a compressed file.
pub(crate) fn decompressed<R: Read + Send + 'static>(file: R, compression: Compression) -> Text {
    let counted = Counted { inner: file, bytes: 0 };
    match compression {
        Compression::None => Box::new(counted.inner),
        Compression::Gzip => {
            let source = BufReader::with_capacity(1 << 16, counted);
            Box::new(Gzip { member: Some(GzDecoder::new(source)), out: 0 })
        }
        Compression::Zstd => {
            let source = BufReader::with_capacity(1 << 16, counted);
            Box::new(Zstd { source: Some(source), frame: None, out: 0 })
        }
    }
}

/// Whether another member or frame, of which these bytes are the first, follows behind what is compressed so
/// far: noughts, with which tapes are padded, and blanks and line ends are nothing.
fn goes_on<R: Read>(
    source: &mut BufReader<Counted<R>>,
    format: &str,
    first: fn(u8) -> bool,
) -> io::Result<bool> {
    loop {
        let ahead = source.fill_buf()?;
        let (end, is_padding) = (ahead.len(), |b: &u8| *b == 0 || b.is_ascii_whitespace());
        let padding = ahead.iter().position(|b| !is_padding(b));
        if let Some(byte) = padding.and_then(|at| ahead.get(at)).filter(|byte| !first(**byte)) {
            let shown = byte.escape_ascii().to_string();
            let at = source.get_ref().bytes - (end - padding.unwrap_or(0)) as u64;
            return Err(io::Error::other(format!(
                "its {format} ends, and from byte {at} of the file on stands something that is not \
                 compressed, beginning with `{shown}`; cut the file off there, or copy it again"
            )));
        }
        source.consume(padding.unwrap_or(end));
        if padding.is_some() || end == 0 {
            return Ok(padding.is_some());
        }
    }
}

/// Members one after another.
struct Gzip<R> {
    member: Option<GzDecoder<BufReader<Counted<R>>>>,
    out: u64,
}

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = self.member.as_mut().filter(|_| !buffer.is_empty()) {
            let read = member.read(buffer).map_err(|e| broken("gzip", &e))?;
            self.out += read as u64;
            harmless(member.get_ref().get_ref().bytes, self.out)?;
            if read != 0 {
                return Ok(read);
            }
            if let Some(mut source) = self.member.take().map(GzDecoder::into_inner) {
                let goes_on = goes_on(&mut source, "gzip", |byte| byte == 0x1F)?;
                self.member = goes_on.then(|| GzDecoder::new(source));
            }
        }
        Ok(0)
    }
}

/// Frames one after another, those to be skipped left out.
struct Zstd<R: Read> {
    /// Between two frames.
    source: Option<BufReader<Counted<R>>>,
    frame: Option<Frame<R>>,
    out: u64,
}

type Frame<R> = StreamingDecoder<BufReader<Counted<R>>, FrameDecoder>;

impl<R: Read> Zstd<R> {
    /// The next frame, or `None` at the end of the file.
    fn next_frame(&mut self) -> io::Result<Option<Frame<R>>> {
        let Some(mut source) = self.source.take() else { return Ok(None) };
        loop {
            if !goes_on(&mut source, "zstd", |byte| matches!(byte, 0x28 | 0x50..=0x5F))? {
                return Ok(None);
            }
            if matches!(source.fill_buf()?, [0x50..=0x5F, ..]) {
                let mut header = [0; 8];
                source.read_exact(&mut header).map_err(|e| broken("zstd", &e))?;
                let [_, _, _, _, size @ ..] = header;
                let mut skipped = Read::by_ref(&mut source).take(u32::from_le_bytes(size).into());
                io::copy(&mut skipped, &mut io::sink())?;
                continue;
            }
            let mut decoder = FrameDecoder::new();
            decoder.set_max_window_size(ZSTD_WINDOW_MAX);
            let frame = StreamingDecoder::new_with_decoder(source, decoder);
            return frame.map(Some).map_err(|e| broken("zstd", &e));
        }
    }
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.frame.is_none() {
                self.frame = self.next_frame()?;
            }
            let Some(frame) = &mut self.frame else { return Ok(0) };
            let read = frame.read(buffer).map_err(|e| broken("zstd", &e))?;
            self.out += read as u64;
            harmless(frame.get_ref().get_ref().bytes, self.out)?;
            if read != 0 {
                return Ok(read);
            }
            if let Some(frame) = self.frame.take() {
                if let (Some(stated), Some(found)) = (
                    frame.decoder.get_checksum_from_data(),
                    frame.decoder.get_calculated_checksum(),
                ) && stated != found
                {
                    return Err(broken("zstd", &"its checksum is not that of its content"));
                }
                self.source = Some(frame.into_inner());
            }
        }
    }
}

fn broken(format: &str, why: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("its {format} is damaged or breaks off ({why}); copy it again"))
}

#[cfg(test)]
mod tests;
