#!/usr/bin/env python3
"""Validates a report with PDFBox Preflight, which knows PDF/A-1b, and lists what PDF/A-3 permits beyond it.

usage: python3 preflight.py REPORT.pdf

The exit code is 0 only if Preflight says exactly what is listed in DIFFERENCES, each as often as stated: more is a
defect of the report, less means that Preflight looked at something else. As a control, the same report whose output
intent is of another kind must be refused for that as well.

needs: java, and Debian's libpdfbox2-java, libjaxb-api-java, libactivation-java   (tried with PDFBox 2.0.27)
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

JARS = "preflight pdfbox2 fontbox2 xmpbox commons-logging jaxb-api javax.activation"

# What PDF/A-1b refuses and PDF/A-3 permits: (code, words of the message) -> (how often, why).
DIFFERENCES = {
    ("1.2.9", "EmbeddedFile entry is present in a FileSpecification dictionary"): (
        2, "report.json and manifest.json: PDF/A-3 permits files of any kind (6.8), PDF/A-1 none"),
    ("1.4.7", "EmbeddedFile entry is present in the Names dictionary"): (
        1, "the same two files, listed by name"),
    ("7.11.2", "part must be 1"): (1, "the part of ISO 19005 is 3"),
}


def preflight(path) -> collections.Counter:
    """What Preflight says of a file, each with how often."""
    classes = ":".join(f"/usr/share/java/{jar}.jar" for jar in JARS.split())
    command = ["java", "-cp", classes, "org.apache.pdfbox.preflight.Validator_A1b", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if "is a valid PDF/A-1b file" not in run.stdout and "is not a valid PDF/A-1b" not in run.stdout:
        raise SystemExit(f"Preflight did not run:\n{run.stdout}\n{run.stderr}")
    lines = (re.match(r"([0-9]+(?:\.[0-9]+)*) : (.*)", line) for line in run.stdout.splitlines())
    return collections.Counter(line.groups() for line in lines if line)


def beyond(said) -> list:
    """What is not listed above, or as often as stated."""
    said, wrong = dict(said), []
    for (code, words), (times, _) in DIFFERENCES.items():
        found = [key for key in said if key[0] == code and words in key[1]]
        if sum(said.pop(key) for key in found) != times:
            wrong.append(f"{code} : {words}: expected {times} times")
    return wrong + [f"{code} : {text} ({times})" for (code, text), times in said.items()]


def main() -> None:
    report = pathlib.Path(sys.argv[1]).read_bytes()
    wrong = beyond(preflight(sys.argv[1]))
    if wrong:
        raise SystemExit("Preflight shows what is no difference of the standards:\n" + "\n".join(wrong))
    with tempfile.TemporaryDirectory() as folder:
        other = pathlib.Path(folder, "other.pdf")
        assert report.count(b"/GTS_PDFA1") == 1
        other.write_bytes(report.replace(b"/GTS_PDFA1", b"/GTS_PDFX1"))
        if not beyond(preflight(other)):
            raise SystemExit("Preflight did not see that the output intent is another")
    for (code, words), (times, why) in DIFFERENCES.items():
        print(f"{times} x {code} {words}: {why}")
    print("Preflight (PDF/A-1b) shows these differences to PDF/A-3 and nothing else")


main()
