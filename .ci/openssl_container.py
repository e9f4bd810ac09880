#!/usr/bin/env python3
"""Checks the signature container of a signed report with the openssl program.

usage: python openssl_container.py REPORT.pdf CERT.pem

Container and signed bytes are taken out of the file as /ByteRange says. With an ECDSA P-256 certificate
"openssl cms -verify" must accept them, and refuse them with one byte flipped. OpenSSL cannot verify any Ed25519 container
(https://github.com/openssl/openssl/issues/11915): there the digest is compared here and "openssl pkeyutl" verifies
the signed attributes, which is what "cms -verify" would do.

Exit code 0 only if all of it holds. Nothing but Python's own library and openssl (3.0 or later) is needed.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def elements(data: bytes) -> list[tuple[int, bytes, bytes]]:
    """The DER elements side by side: tag, content, the whole."""
    found, at = [], 0
    while at < len(data):
        length, start = data[at + 1], at + 2
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(data[at + 2 : start], "big")
        found.append((data[at], data[start : start + length], data[at : start + length]))
        at = start + length
    return found


def taken_apart(report: bytes) -> tuple[bytes, bytes]:
    """The container, and the bytes it signs."""
    match = re.search(rb"/ByteRange\[0 (\d+) +(\d+) +(\d+) *\]", report)
    if match is None:
        raise ValueError("no /ByteRange")
    first, second, rest = (int(number) for number in match.groups())
    if second + rest != len(report):
        raise ValueError("the signature does not cover the file to its end")
    return bytes.fromhex(report[first + 1 : second - 1].decode()), report[:first] + report[second:]


def openssl(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["openssl", *arguments], capture_output=True, text=True, check=False)


def cms_verifies(folder: Path, container: bytes, content: bytes, certificate: str) -> bool:
    (folder / "container").write_bytes(container)
    (folder / "content").write_bytes(content)
    # The certificate is its own authority and is meant for documents, not for mail.
    ended = openssl(
        "cms", "-verify", "-binary", "-inform", "DER", "-in", str(folder / "container"), "-content",
        str(folder / "content"), "-CAfile", certificate, "-purpose", "any", "-out", str(folder / "out"),
    )
    return ended.returncode == 0


def attributes_verify(folder: Path, container: bytes, content: bytes, certificate: str) -> bool:
    """Ed25519 as RFC 5652 section 5.4 and RFC 8419 say."""
    data = elements(elements(elements(elements(container)[0][1])[1][1])[0][1])
    signer = elements(elements(data[4][1])[0][1])
    attributes, signature = signer[3], signer[5][1]
    if hashlib.sha512(content).digest() not in attributes[2]:
        return False
    # Signed as a SET, stored under another tag.
    (folder / "attributes").write_bytes(b"\x31" + attributes[2][1:])
    (folder / "signature").write_bytes(signature)
    ended = openssl(
        "pkeyutl", "-verify", "-certin", "-inkey", certificate, "-rawin", "-in", str(folder / "attributes"),
        "-sigfile", str(folder / "signature"),
    )
    return ended.returncode == 0


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    path, certificate = arguments
    container, content = taken_apart(Path(path).read_bytes())
    text = openssl("x509", "-in", certificate, "-noout", "-text").stdout
    is_ecdsa = "Public Key Algorithm: id-ecPublicKey" in text
    verifies, how = (cms_verifies, "cms") if is_ecdsa else (attributes_verify, "pkeyutl")
    with tempfile.TemporaryDirectory() as folder:
        good = verifies(Path(folder), container, content, certificate)
        flipped = bytearray(content)
        flipped[len(flipped) // 2] ^= 1
        bad = verifies(Path(folder), container, bytes(flipped), certificate)
    if not good or bad:
        print(f"REFUSED {path}: openssl {how}: " + ("a flipped byte is accepted" if good else "does not verify"))
        return 1
    print(f"VALID {path}: openssl {how} verifies the container; with a flipped byte it does not")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
