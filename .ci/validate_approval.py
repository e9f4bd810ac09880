#!/usr/bin/env python3
"""Validates a report and its approval with pyHanko, which shares no code with Feltproof.

usage: python validate_approval.py REPORT.pdf CERT.pem...

The certificates are what is trusted. The exit code is 0 only if the report has exactly two signatures, both intact and
trusted: the first certifies that fields may be filled and was followed by nothing else, the second is in the field
`Approval` and covers the whole file. As a control, a byte flipped in either revision must be refused.

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


def findings(report: bytes, roots: list) -> list[str]:
    """Everything that is not as it must be."""
    signatures = PdfFileReader(io.BytesIO(report), strict=True).embedded_signatures
    if [signature.field_name for signature in signatures] != ["Signature", "Approval"]:
        return ["the signatures are not those of a report and its approval"]
    context = lambda: ValidationContext(trust_roots=roots, allow_fetching=False)
    first, second = (validate_pdf_signature(one, context(), ts_validation_context=context()) for one in signatures)
    demands = {
        "the report's signature is refused": first.bottom_line and first.trusted,
        "the approval is refused": second.bottom_line and second.trusted,
        "more than a field was filled": first.modification_level == ModificationLevel.FORM_FILLING,
        "the report does not certify that fields may be filled": signatures[0].docmdp_level == MDPPerm.FILL_FORMS,
        "the approval does not cover the whole file": second.coverage == SignatureCoverageLevel.ENTIRE_FILE,
        "the file was changed after the approval": second.modification_level == ModificationLevel.NONE,
    }
    return [what for what, holds in demands.items() if not holds]


def is_refused(report: bytes, roots: list) -> bool:
    """Whether pyHanko refuses the file, in one way or another."""
    try:
        return bool(findings(report, roots))
    except Exception:  # any refusal to read it counts
        return True


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    path, *certificates = arguments
    with open(path, "rb") as file:
        report = file.read()
    roots = [load_cert_from_pemder(one) for one in certificates]
    found = findings(report, roots)
    second = PdfFileReader(io.BytesIO(report)).embedded_signatures[-1].byte_range
    # In the first revision, and in what the second adds before its own signature.
    for offset in (len(report) // 3, int(second[1]) - 20):
        flipped = bytearray(report)
        flipped[offset] ^= 1
        if not is_refused(bytes(flipped), roots):
            found.append(f"byte {offset} was flipped and both signatures still stand")
    if found:
        print(f"REFUSED {path}: " + "; ".join(found))
        return 1
    print(f"VALID {path}: {len(report)} bytes, report and approval intact and trusted, each on its own revision; a flipped byte is refused")
    return 0


if __name__ == "__main__":
    # pyHanko logs the failures that the control provokes on purpose.
    logging.disable(logging.CRITICAL)
    sys.exit(main(sys.argv[1:]))
