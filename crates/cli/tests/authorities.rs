//! Reports signed by whom an authority certified, and timestamped by another: both made by OpenSSL on this machine, where it
//! is installed; where it is not, these tests say so and test nothing.

use crate::common::{feltproof, fixtures, run};
use lopdf::Document;
use serde_json::Value;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// A home with authorities in it.
struct Home {
    folder: tempfile::TempDir,
}

/// What OpenSSL is to put into certificates, and how it answers questions for timestamps.
const CONFIG: &str = "\
[ca]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n\
[signer]\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n\
[stamps]\nbasicConstraints=critical,CA:FALSE\nextendedKeyUsage=critical,timeStamping\n\
[req]\ndistinguished_name=name\n[name]\n\
[tsa]\ndefault_tsa=here\n\
[here]\nserial=serial\nsigner_cert=tsa.pem\nsigner_key=tsa.key\ncerts=tsa_root.pem\nsigner_digest=sha256\n\
default_policy=1.2.3.4\ndigests=sha256\naccuracy=secs:1\ness_cert_id_alg=sha256\nordering=no\ntsa_name=no\n\
ess_cert_id_chain=no\n";

/// Answers a question for a timestamp.
const STAMP: &str = "openssl ts -reply -config openssl.cnf -queryfile /dev/stdin";

impl Home {
    /// `None` where OpenSSL is not installed.
    fn new() -> Option<Self> {
        if Command::new("openssl").arg("version").output().is_err() {
            println!("openssl is not installed: nothing was tested");
            return None;
        }
        let home = Self { folder: tempfile::tempdir().unwrap() };
        fs::write(home.at("openssl.cnf"), CONFIG).unwrap();
        home.root("root");
        home.root("other_root");
        home.root("tsa_root");
        home.issued("intermediate", "root", "ca");
        home.issued("tsa", "tsa_root", "stamps");
        Some(home)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn openssl(&self, words: &str) {
        let mut command = Command::new("openssl");
        command.args(words.split(' ')).current_dir(self.folder.path());
        let ended = command.output().unwrap();
        assert!(ended.status.success(), "{words}: {}", String::from_utf8_lossy(&ended.stderr));
    }

    /// Roots on P-384, the authority for timestamps and its root on RSA: as such authorities have them.
    fn key(&self, name: &str) {
        let kind = match name {
            "root" | "other_root" => "EC -pkeyopt ec_paramgen_curve:P-384",
            "tsa" | "tsa_root" => "RSA -pkeyopt rsa_keygen_bits:3072",
            _ => "EC -pkeyopt ec_paramgen_curve:P-256",
        };
        self.openssl(&format!("genpkey -algorithm {kind} -out {name}.key"));
    }

    fn root(&self, name: &str) {
        self.key(name);
        self.openssl(&format!("req -x509 -config openssl.cnf -extensions ca -key {name}.key -days 900 -subj /CN={name} -out {name}.pem"));
    }

    fn issued(&self, name: &str, issuer: &str, kind: &str) {
        self.key(name);
        self.openssl(&format!(
            "req -new -config openssl.cnf -key {name}.key -subj /CN={name} -out {name}.csr"
        ));
        self.certify(name, issuer, kind);
    }

    fn certify(&self, name: &str, issuer: &str, kind: &str) {
        self.openssl(&format!(
            "x509 -req -in {name}.csr -CA {issuer}.pem -CAkey {issuer}.key -CAcreateserial -sha256 -days 800 -extfile \
             openssl.cnf -extensions {kind} -out {name}.pem"
        ));
    }

    /// The program by today's clock, since OpenSSL's certificates begin today.
    fn feltproof(&self) -> Command {
        let mut command = feltproof(self.folder.path());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() + 1;
        command.env("SOURCE_DATE_EPOCH", now.to_string()).current_dir(self.folder.path());
        for proxy in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
            command.env_remove(proxy);
        }
        command
    }

    fn run(&self, words: &[&str], code: i32) -> (String, String) {
        run(self.feltproof().args(words), code)
    }

    /// An audit that is signed by an identity of its own.
    fn signed(&self, out: &str, words: &[&str], code: i32) -> (String, String) {
        if !self.at("lab.key.pem").exists() {
            self.run(&["identity", "new", "--name", "A. Auditor", "--out", "lab.key.pem"], 0);
        }
        let mut command = self.feltproof();
        command.arg("audit").arg(engagement()).args(["--out", out, "--identity", "lab.key.pem"]);
        run(command.args(words), code)
    }

    fn verified(&self, report: &str, words: &[&str], code: i32) -> (String, Value) {
        let report = [&["verify", report], words].concat();
        let wire = self.run(&[&report[..], &["--format", "json"]].concat(), code).0;
        (self.run(&report, code).0, serde_json::from_str(&wire).unwrap())
    }
}

fn engagement() -> PathBuf {
    fixtures().join("playthroughs/crazy4-ca/engagement.toml")
}

/// Answers one question after the other on a free port of this machine, and gives the address.
fn serve(mut answer: impl FnMut(&str, &[u8]) -> (u16, Vec<u8>) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/tsa", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (head, question) = read(&mut stream);
            let (status, bytes) = answer(&head, &question);
            let head = format!(
                "HTTP/1.1 {status} so\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                bytes.len()
            );
            stream.write_all(&[head.as_bytes(), &bytes].concat()).unwrap();
        }
    });
    address
}

/// Head and body of a request.
fn read(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let len = stream.read(&mut buffer).unwrap();
        bytes.extend_from_slice(&buffer[..len]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
        let (_, stated) = head.split_once("content-length: ").unwrap();
        let stated: usize = stated.lines().next().unwrap().parse().unwrap();
        if bytes.len() == end + 4 + stated {
            return (head, bytes.split_off(end + 4));
        }
    }
}

/// What OpenSSL answers to a question.
fn stamped(folder: &Path, question: &[u8]) -> Vec<u8> {
    fs::write(folder.join("question.tsq"), question).unwrap();
    let mut command = Command::new("openssl");
    command.args([
        "ts",
        "-reply",
        "-config",
        "openssl.cnf",
        "-queryfile",
        "question.tsq",
        "-out",
        "answer.tsr",
    ]);
    let ended = command.current_dir(folder).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    fs::read(folder.join("answer.tsr")).unwrap()
}

#[test]
fn a_certificate_with_its_chain_is_imported_and_followed_to_the_root() {
    let Some(home) = Home::new() else { return };
    home.signed("before", &[], 0);
    let own = fs::read_to_string(home.at("lab.cert.pem")).unwrap();
    fs::write(home.at("lab.csr"), home.run(&["identity", "request", "lab.key.pem"], 0).0).unwrap();
    home.certify("lab", "intermediate", "signer");
    // In no order, as authorities send them, with one that has nothing to do with it.
    let sent: String = ["root", "other_root", "intermediate", "lab"]
        .map(|name| fs::read_to_string(home.at(&format!("{name}.pem"))).unwrap())
        .concat();
    fs::write(home.at("sent.pem"), sent).unwrap();
    let (said, _) = home.run(&["identity", "import", "lab.key.pem", "sent.pem"], 0);
    assert!(
        said.contains("Issued by:   CN=intermediate\nSent along:  CN=intermediate\n"),
        "{said}"
    );
    assert!(
        said.contains("Not kept:    CN=root (a root)\nNot kept:    CN=other_root (a root)\n"),
        "{said}"
    );
    let kept = said.lines().find_map(|line| line.strip_prefix("Kept:        ")).unwrap();
    assert_eq!(fs::read_to_string(home.at(kept.split(' ').next().unwrap())).unwrap(), own);
    let file = fs::read_to_string(home.at("lab.cert.pem")).unwrap();
    assert_eq!(file.matches("BEGIN CERTIFICATE").count(), 2);
    let (exported, _) = home.run(&["identity", "export", "lab.key.pem"], 0);
    assert!(exported.matches("BEGIN CERTIFICATE").count() == 1 && file.starts_with(&exported));
    assert!(
        home.run(&["identity", "show", "lab.key.pem"], 0)
            .0
            .contains("Sent along:  CN=intermediate\n")
    );

    home.signed("out", &[], 0);
    let (said, found) = home.verified("out/report.pdf", &["--trust", "root.pem"], 0);
    let chain = "its chain: CN=intermediate, issued by CN=root";
    assert!(said.contains("Trusted:      yes") && said.contains(chain), "{said}");
    assert_eq!(found["chain"], serde_json::json!(["CN=intermediate", "CN=root"]));
    // By the file beside the key only the signer is trusted; by another root nobody.
    assert_eq!(
        home.verified("out/report.pdf", &["--trust", "lab.cert.pem"], 0).1["chain"],
        serde_json::json!([])
    );
    let (said, _) = home.verified("out/report.pdf", &["--trust", "other_root.pem"], 1);
    assert!(
        said.contains("CN=intermediate (")
            && said.contains("was issued by CN=root, which is not among them"),
        "{said}"
    );
    let (said, _) = home.verified("before/report.pdf", &["--trust", "root.pem"], 1);
    assert!(said.contains("Trusted:      NO"), "{said}");
    let engagement = engagement();
    let words = ["--against", engagement.to_str().unwrap()];
    assert_eq!(home.verified("out/report.pdf", &words, 0).1["against"]["same"], true);
    // A clean day stands on fourteen pages with chain and timestamp too.
    if cfg!(unix) {
        let mut clean = home.feltproof();
        clean.arg("audit").arg(fixtures().join("harbor-card-room/engagement.toml"));
        clean.args(["--out", "clean", "--identity", "lab.key.pem", "--timestamp-command", STAMP]);
        run(&mut clean, 0);
        let found = home.verified("clean/report.pdf", &["--trust", "root.pem"], 0).1;
        assert_eq!(found["timestamp"]["authority_subject"], "CN=tsa");
        let pages = Document::load(home.at("clean/report.pdf")).unwrap().get_pages().len();
        assert!(pages <= 14, "{pages} pages");
    }
}

#[test]
fn a_report_is_timestamped_by_an_authority_over_http() {
    let Some(home) = Home::new() else { return };
    let folder = home.folder.path().to_owned();
    let url = serve(move |head, question| {
        assert!(head.starts_with("post /tsa http/1.1\r\n"), "{head}");
        assert!(head.contains("content-type: application/timestamp-query\r\n"), "{head}");
        (200, stamped(&folder, question))
    });
    home.signed("out", &["--timestamp", &url], 0);
    let words = ["--trust", "lab.cert.pem", "--trust", "tsa_root.pem"];
    let (said, found) = home.verified("out/report.pdf", &words, 0);
    assert!(said.contains(" by CN=tsa: the signature existed then\n"), "{said}");
    assert!(said.contains("the authority is trusted, by the certificate given"), "{said}");
    assert!(!said.contains("nobody else vouches"), "{said}");
    assert_eq!(found["timestamp"]["trust"], "trusted");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    assert!(found["timestamp"]["time_unix"].as_u64().unwrap().abs_diff(now) < 300);
    // Without its certificate the report is as good as one without a timestamp, and it is said.
    let (said, found) = home.verified("out/report.pdf", &["--trust", "lab.cert.pem"], 0);
    assert!(
        said.contains("the authority is NOT trusted: none of the 1 trusted certificates"),
        "{said}"
    );
    assert_eq!(found["timestamp"]["trust"], "not_trusted");
    assert!(
        home.verified("out/report.pdf", &[], 0)
            .0
            .contains("whether the authority is trusted is not judged")
    );
    // The audit run again comes to the same report, but for signature and timestamp.
    let engagement = engagement();
    let words = ["--against", engagement.to_str().unwrap()];
    assert_eq!(home.verified("out/report.pdf", &words, 0).1["against"]["same"], true);

    // A digit of the timestamp, in the name of its authority.
    let mut bytes = fs::read(home.at("out/report.pdf")).unwrap();
    let name = b"0c03747361"; // UTF8String "tsa"
    let at = bytes.windows(name.len()).position(|window| window == name).unwrap();
    bytes[at + 9] = b'2';
    fs::write(home.at("altered.pdf"), bytes).unwrap();
    let (said, _) = home.verified("altered.pdf", &["--trust", "lab.cert.pem"], 1);
    assert!(said.contains("NOT INTACT. the timestamp in the signature"), "{said}");
}

#[test]
fn a_command_can_carry_the_question_for_every_signed_report() {
    let Some(home) = Home::new() else { return };
    if cfg!(unix) {
        home.signed("out", &["--timestamp-command", STAMP], 0);
        assert_eq!(
            home.verified("out/report.pdf", &["--trust", "tsa.pem"], 1).1["timestamp"]["trust"],
            "trusted"
        );
        // The report on a generator is signed by the same rules, and a variable does as the option.
        let golden = fixtures().join("randomness/golden_uniform_1000.bin");
        let mut shuffle = home.feltproof();
        shuffle.env("FELTPROOF_TIMESTAMP_COMMAND", STAMP).env("FELTPROOF_IDENTITY", "lab.key.pem");
        run(shuffle.args(["shuffle", "--raw", "--out", "shuffle"]).arg(golden), 0);
        let found = home.verified("shuffle/randomness.pdf", &["--trust", "tsa.pem"], 1).1;
        assert_eq!(found["timestamp"]["authority_subject"], "CN=tsa");
    }
}

#[test]
fn without_an_answer_that_holds_there_is_no_report() {
    let Some(home) = Home::new() else { return };
    let refused = |words: &[&str], why: &str| {
        let (_, said) = home.signed("out", words, 2);
        assert!(said.contains(why) && said.trim_end().lines().count() == 1, "{said}");
        assert!(!home.at("out").exists(), "nothing is written");
    };
    // Nobody listens.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    refused(&["--timestamp", &format!("http://{free}/")], "cannot be reached: ");
    refused(&["--timestamp", "https://timestamps.example"], "does not begin with http://");
    let url = serve(|_, _| (503, b"busy".to_vec()));
    refused(&["--timestamp", &url], "answers with HTTP status 503");
    let url = serve(|_, _| (200, b"<html>welcome</html>".to_vec()));
    refused(&["--timestamp", &url], "the answer is no timestamp response");
    // An answer to another question: of another signature, and of this one yesterday.
    let folder = home.folder.path().to_owned();
    home.openssl("ts -query -digest 0000000000000000000000000000000000000000000000000000000000000000 -sha256 -cert -out other.tsq");
    let other = fs::read(home.at("other.tsq")).unwrap();
    let url = serve(move |_, _| (200, stamped(&folder, &other)));
    refused(&["--timestamp", &url], "over something else than this signature");
    let folder = home.folder.path().to_owned();
    let url = serve(move |_, question| {
        let mut other = question.to_vec();
        let nonce = other.len() - 4;
        other[nonce] ^= 1;
        (200, stamped(&folder, &other))
    });
    refused(&["--timestamp", &url], "answers another question");
    // The authority itself refuses: it knows no such digest.
    fs::write(home.at("openssl.cnf"), CONFIG.replace("digests=sha256", "digests=sha512")).unwrap();
    let folder = home.folder.path().to_owned();
    let url = serve(move |_, question| (200, stamped(&folder, question)));
    refused(&["--timestamp", &url], "the authority refused: rejection");
    refused(&["--timestamp-command", "exit 3"], "ended with exit status: 3");
    refused(&["--timestamp-command", "echo no"], "the answer is no timestamp response");
    let both = ["--timestamp", "http://a.example", "--timestamp-command", "x"];
    assert!(home.signed("out", &both, 2).1.contains("cannot be used with"));
    // An earlier report stays.
    home.signed("kept", &[], 0);
    let before = fs::read(home.at("kept/report.pdf")).unwrap();
    home.signed("kept", &["--timestamp-command", "false"], 2);
    assert_eq!(fs::read(home.at("kept/report.pdf")).unwrap(), before);
}
