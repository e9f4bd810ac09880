//! The way to a timestamp authority (RFC 3161) and back: over HTTP, or by a command that somebody else wrote.
//!
//! Only http:// is spoken. A timestamp is signed and answers a question with a nonce, so that nobody on the way can
//! change or repeat one; nothing in it is secret; and TLS would be the largest part of this program's security code.

use crate::args::Stamped;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// How long an authority may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a command may take: it may ask somebody for a PIN.
pub(crate) const COMMAND_PATIENCE: Duration = Duration::from_secs(120);

/// Longest answer that is read; timestamps have some thousand bytes.
pub(crate) const ANSWER_BYTES_MAX: u64 = 1 << 20;

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
            Self::Command(command) => piped(command, question, COMMAND_PATIENCE)?,
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

/// Runs a command that may print so much and take so long; what does more is ended. It stays in the group of this process,
/// so that it may ask on the terminal for a PIN.
fn piped(command: &str, question: &[u8], patience: Duration) -> Result<Vec<u8>, String> {
    let trouble =
        |e: std::io::Error| format!("the timestamp command {command:?} cannot be run: {e}");
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let until = Instant::now() + patience;
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
    let (done, answered) = channel();
    let stdout = child.stdout.take();
    // By itself: what the command started may hold the pipe open after its end.
    spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.map(|out| out.take(ANSWER_BYTES_MAX + 1).read_to_end(&mut bytes));
        // Nobody waits any more where the time was over.
        let _ = done.send(read.transpose().map(|_| bytes));
    });
    let end = |child: &mut Child, why: String| {
        // One that has ended meanwhile cannot be ended again.
        let _ = child.kill();
        let _ = child.wait();
        Err(format!("the timestamp command {command:?} {why}"))
    };
    let late = || {
        let seconds = patience.as_secs();
        format!(
            "took more than {seconds} seconds and was ended; give one that answers sooner, or another authority"
        )
    };
    let bytes = match answered.recv_timeout(patience) {
        Ok(read) => read.map_err(trouble)?,
        Err(_) => return end(&mut child, late()),
    };
    if bytes.len() as u64 > ANSWER_BYTES_MAX {
        return end(
            &mut child,
            format!(
                "printed more than {ANSWER_BYTES_MAX} bytes and was ended; no timestamp is as long: give one that prints the \
             authority's answer alone"
            ),
        );
    }
    let status = loop {
        match child.try_wait().map_err(trouble)? {
            Some(status) => break status,
            None if Instant::now() >= until => return end(&mut child, late()),
            None => sleep(Duration::from_millis(5)),
        }
    };
    if !status.success() {
        return Err(format!("the timestamp command {command:?} ended with {status}"));
    }
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_prints_without_end_or_never_ends_is_ended() {
        let run = |command: &str, millis| piped(command, b"?", Duration::from_millis(millis));
        assert_eq!(run("cat", 60_000), Ok(b"?".to_vec()));
        let endless = run("yes", 60_000).unwrap_err();
        assert!(
            endless.contains("\"yes\" printed more than 1048576 bytes and was ended"),
            "{endless}"
        );
        for never in ["exec sleep 600", "exec >&-; exec sleep 600", "sleep 5 & exit 0"] {
            let late = run(never, 50).unwrap_err();
            assert!(late.contains("took more than 0 seconds and was ended"), "{never}: {late}");
        }
        assert!(run("exit 3", 60_000).unwrap_err().contains("ended with exit status: 3"));
    }
}
