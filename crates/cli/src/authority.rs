//! The way to a timestamp authority (RFC 3161) and back: over HTTP, or by a command that somebody else wrote.
//!
//! Only http:// is spoken. A timestamp is signed and answers a question with a nonce, so that nobody on the way can
//! change or repeat one; nothing in it is secret; and TLS would be the largest part of this program's security code.

use crate::args::Stamped;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long an authority may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Longest answer that is read; timestamps have some thousand bytes.
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// Where timestamps come from.
pub(crate) enum Authority<'a> {
    /// Its address.
    Url(&'a str),
    /// A shell command that is given the question and prints the answer.
    Command(&'a str),
}

/// The authority that signing asks, if it is to ask one.
pub(crate) fn of(stamped: &Stamped) -> Option<Authority<'_>> {
    let command = stamped.timestamp_command.as_deref().map(Authority::Command);
    command.or_else(|| stamped.timestamp.as_deref().map(Authority::Url))
}

impl Authority<'_> {
    /// Carries a question to the authority, and brings the answer.
    pub(crate) fn ask(&self, question: &[u8]) -> Result<Vec<u8>, String> {
        let answer = match self {
            Self::Url(url) => posted(url, question)?,
            Self::Command(command) => piped(command, question)?,
        };
        if answer.len() as u64 > ANSWER_BYTES_MAX {
            return Err(format!(
                "the answer has more than {ANSWER_BYTES_MAX} bytes; no timestamp is as long"
            ));
        }
        Ok(answer)
    }
}

fn posted(url: &str, question: &[u8]) -> Result<Vec<u8>, String> {
    if !url.starts_with("http://") {
        return Err(format!(
            "{url} does not begin with http://, which is all that is spoken here: give the authority's http:// address, or \
             reach it with --timestamp-command, as in \"curl -sS -H Content-Type:application/timestamp-query \
             --data-binary @- {url}\""
        ));
    }
    let trouble = |e: ureq::Error| format!("the authority {url} cannot be reached: {e}");
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .build();
    let mut response = ureq::Agent::new_with_config(config)
        .post(url)
        .header("Content-Type", "application/timestamp-query")
        .header("Accept", "application/timestamp-reply")
        .send(question)
        .map_err(trouble)?;
    let status = response.status();
    if status.as_u16() != 200 {
        return Err(format!("the authority {url} answers with HTTP status {status}, expected 200"));
    }
    response.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_vec().map_err(trouble)
}

fn piped(command: &str, question: &[u8]) -> Result<Vec<u8>, String> {
    let trouble =
        |e: std::io::Error| format!("the timestamp command {command:?} cannot be run: {e}");
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut child = Command::new(shell)
        .args([flag, command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(trouble)?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that answers without reading to the end is judged by its answer. A question fits into the pipe.
        let _ = stdin.write_all(question);
    }
    let ended = child.wait_with_output().map_err(trouble)?;
    if !ended.status.success() {
        return Err(format!("the timestamp command {command:?} ended with {}", ended.status));
    }
    Ok(ended.stdout)
}
