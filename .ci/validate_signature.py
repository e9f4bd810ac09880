#!/usr/bin/env python3
"""Validates a signed report with pyHanko, which shares no code with Feltproof.

usage: python validate_signature.py REPORT.pdf CERT.pem [TIMESTAMP_ROOT.pem]

CERT.pem is the only trusted certificate: the signer's own, or a root to which a chain leads over the intermediates that the
report carries. With TIMESTAMP_ROOT.pem the signature must have a timestamp of an authority that this certificate
vouches for. The exit code is 0 only if the report
has exactly one signature, and that one is intact, trusted, made with Ed25519
over SHA-512 or with ECDSA P-256 over SHA-256 as its certificate says, covers the whole file, certifies that no change is allowed, and was not followed
by any. As a control, the same report with one byte flipped must be refused.

The certificate must be valid today: pyHanko judges by the clock, because a time
that is only claimed proves nothing.

needs: pip install pyHanko pyhanko-certvalidator   (tried with pyHanko 0.38)
"""

import io
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext


def validate(report: bytes, root, stamps=None) -> tuple:
    """The embedded signature and pyHanko's status of it."""
    context = ValidationContext(trust_roots=[root], allow_fetching=False)
    stamped = ValidationContext(trust_roots=[stamps] if stamps else [], allow_fetching=False)
    signatures = PdfFileReader(io.BytesIO(report), strict=True).embedded_signatures
    if len(signatures) != 1:
        raise ValueError(f"{len(signatures)} signatures, expected 1")
    return signatures[0], validate_pdf_signature(signatures[0], context, ts_validation_context=stamped)


def expected_algorithms(certificate) -> tuple[str, str]:
    """Signature and digest that go with the certificate's key."""
    key = certificate.public_key
    if key.algorithm == "ed25519":
        return "ed25519", "sha512"
    if key.algorithm == "ec" and key.curve == ("named", "secp256r1"):
        return "sha256_ecdsa", "sha256"
    raise ValueError(f"a key of {key.algorithm}, expected Ed25519 or P-256")


def findings(signature, status, wants_timestamp: bool) -> list[str]:
    """Everything that is not as it must be."""
    stamp = status.timestamp_validity
    mechanism, digest = expected_algorithms(signature.signer_cert)
    demands = {
        "the digest does not match": status.intact,
        "the signature is wrong": status.valid,
        "the signer is not trusted": status.trusted,
        "pyHanko's bottom line is negative": status.bottom_line,
        "the signature does not cover the whole file": status.coverage
        == SignatureCoverageLevel.ENTIRE_FILE,
        "the file was changed after signing": status.modification_level
        == ModificationLevel.NONE,
        "changes are not judged acceptable": status.docmdp_ok is True,
        "the signature does not certify \"no changes\"": signature.docmdp_level
        == MDPPerm.NO_CHANGES,
        "not a PAdES signature": signature.sig_object["/SubFilter"] == "/ETSI.CAdES.detached",
        f"not signed with {mechanism} over {digest}":
        (status.pkcs7_signature_mechanism, status.md_algorithm) == (mechanism, digest),
    }
    if wants_timestamp:
        demands["there is no timestamp"] = stamp is not None
        demands["the timestamp is not intact, valid and trusted"] = stamp is not None and (
            stamp.intact and stamp.valid and stamp.trusted
        )
    return [what for what, holds in demands.items() if not holds]


def is_refused(report: bytes, root) -> bool:
    """Whether pyHanko refuses the file, in one way or another."""
    try:
        _, status = validate(report, root)
    except Exception:  # any refusal to read it counts
        return True
    return not (status.intact and status.bottom_line)


def main(arguments: list[str]) -> int:
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        return check(*arguments)
    except Exception as error:  # unreadable files, several signatures, missing keys
        print(f"REFUSED {arguments[0]}: {type(error).__name__}: {error}")
        return 1


def check(report_path: str, root_path: str, stamps_path: str | None = None) -> int:
    """Validates one report and prints one line."""
    with open(report_path, "rb") as file:
        report = file.read()
    root = load_cert_from_pemder(root_path)
    stamps = load_cert_from_pemder(stamps_path) if stamps_path else None

    signature, status = validate(report, root, stamps)
    found = findings(signature, status, stamps is not None)
    if found:
        print(f"REFUSED {report_path}: " + "; ".join(found))
        return 1

    # The control: the middle of each signed range, one bit.
    _, first_len, second_start, second_len = (int(n) for n in signature.byte_range)
    for offset in (first_len // 2, second_start + second_len // 2):
        tampered = bytearray(report)
        tampered[offset] ^= 0x01
        if not is_refused(bytes(tampered), root):
            print(f"REFUSED {report_path}: byte {offset} was flipped and the signature still stands")
            return 1

    subject = signature.signer_cert.subject.human_friendly
    path = len(list(status.validation_path))
    stamp = status.timestamp_validity
    when = f", timestamp {stamp.timestamp.isoformat()}" if stamps else ""
    print(
        f"VALID {report_path}: {len(report)} bytes, {status.summary()}, whole file, "
        f"no changes permitted, {status.pkcs7_signature_mechanism}/{status.md_algorithm}, "
        f"signed by {subject} ({signature.signer_cert.sha256.hex()}), a path of {path} certificates"
        f"{when}; a flipped byte is refused"
    )
    return 0


if __name__ == "__main__":
    # pyHanko logs the failures that the control provokes on purpose.
    logging.disable(logging.CRITICAL)
    sys.exit(main(sys.argv[1:]))
